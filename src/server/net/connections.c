/*
 * WebSocket connections: opening, reading, writing, closing; and dropping clients that do not read or do not answer.
 */
#include "net.h"

#include "send_queue.h"
#include "tcp_rtt.h"
#include "ws_parser.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_BYTES TEST_LIMIT(16384, 61)
#define QUEUE_MAX TEST_LIMIT(2048u * 1024, 64u * 1024) /* bytes queued for one client; beyond that it is dropped */
#define BACKED_UP                                                                                                      \
    TEST_LIMIT(64u * 1024, 1024u) /* bytes queued at which reading pauses, until half of them are sent                 \
                                   */
#define QUEUED_TOTAL_MAX TEST_LIMIT(32u * 1024 * 1024, 256u * 1024) /* bytes queued for all clients together */
#define HALF_READ_BYTES 16384                                       /* estimated memory of a partial message */
#define KERNEL_UNSENT_MAX TEST_LIMIT(16384, 512)                    /* bytes in the kernel that are not sent yet */
#define STUCK_MS 20000                                              /* within this time ... */
#define STUCK_BYTES                                                                                                    \
    TEST_LIMIT(32768, 512) /* ... a client must read this many bytes, or all there are; otherwise it is dropped */
#define HALF_READ_MS 10000 /* from the first byte of a message to its last */
#define HELLO_MS 20000
#define SILENT_MS 50000
#define PING_MS 25000 /* of silence; people who play send more often */
#define CLOSING_MS 5000
#define ARRIVAL_SECONDS 10
#define ARRIVALS 2            /* connections allowed per HTTP request allowed */
#define TRIP_MS 30000         /* between two samples of the round trip */
#define RATE_SECONDS 5        /* burst: this many seconds' worth of messages */
#define RATE_VIOLATIONS_MAX 4 /* bursts that may be refused before the connection is closed */

/* ---- closing ---- */

static void free_if_unused(struct connection *conn)
{
    if (!conn->closed || conn->refs > 0 || conn->upgraded.socket != NULL)
        return;
    client_addr_unref(&conn->net->client_addrs, conn->client_addr);
    free(conn);
}

static void on_poll_closed(uv_handle_t *handle)
{
    struct connection *conn = handle->data;
    conn->upgraded.close(conn->upgraded.owner, conn->upgraded.socket);
    conn->upgraded.socket = NULL;
    conn->net->sockets--;
    free_if_unused(conn);
}

static void unlink_dirty(struct connection *conn)
{
    for (struct connection **link = &conn->net->dirty; *link != NULL; link = &(*link)->next_dirty) {
        if (*link == conn) {
            *link = conn->next_dirty;
            break;
        }
    }
    conn->has_output = false;
}

static void drop_pong(struct connection *conn)
{
    if (conn->pong != NULL)
        buffer_unref(conn->pong);
    conn->pong = NULL;
}

static void close_connection(struct connection *conn, carom_ms now)
{
    struct net *net = conn->net;
    if (conn->closed)
        return;
    conn->closed = true;
    conn->closing = true;
    if (conn->has_output)
        unlink_dirty(conn);
    *conn->link = conn->next;
    if (conn->next != NULL)
        conn->next->link = conn->link;
    if (net->sweep_cursor == conn)
        net->sweep_cursor = conn->next;
    net->count--;
    client_addr_count(conn->client_addr, COUNTER_WEBSOCKETS, -1);
    net->events->closed(conn, now);
    if (conn->protocol != NULL)
        conn->protocol->closed(conn);
    send_queue_clear(&conn->queue);
    drop_pong(conn);
    ws_parser_reset(conn);
    uv_close((uv_handle_t *)&conn->poll, on_poll_closed);
}

void conn_ref(struct connection *conn)
{
    conn->refs++;
}

void conn_unref(struct connection *conn)
{
    conn->refs--;
    free_if_unused(conn);
}

/* ---- writing ---- */

static void mark_dirty(struct connection *conn)
{
    if (!conn->has_output && !conn->closed) {
        conn->has_output = true;
        conn->next_dirty = conn->net->dirty;
        conn->net->dirty = conn;
    }
}

static void drop_slow_client(struct connection *conn, carom_ms now)
{
    conn->net->base->metrics.slow_clients_total++;
    char address[ADDRESS_SIZE];
    address_write_short(address, &conn->client_addr->address);
    log_event(SERVE_LOG_INFO, "slow-client-dropped", "address=%s waiting=%zu", address, conn->queue.bytes);
    close_connection(conn, now);
}

/* Is there room in its queue? If not, the client is dropped as too slow. */
static bool is_accepting(struct connection *conn, size_t length)
{
    if (conn->closing)
        return false;
    if (conn->queue.bytes + length <= QUEUE_MAX)
        return true;
    drop_slow_client(conn, clock_now_ms());
    return false;
}

void conn_send(struct connection *conn, struct shared_buffer *frame)
{
    if (!is_accepting(conn, frame->length))
        return;
    if (conn->protocol != NULL) {
        conn->protocol->send_frame(conn, frame);
        return;
    }
    send_queue_add(&conn->queue, frame);
    mark_dirty(conn);
}

void conn_write_raw(struct connection *conn, const char *data, size_t length)
{
    if (length == 0 || !is_accepting(conn, length))
        return;
    queue_add_copy(&conn->queue, data, length);
    mark_dirty(conn);
}

/* Stops reading and queueing; what is queued is still written, if that does not take long. */
static void begin_closing(struct connection *conn, carom_ms now)
{
    conn->closing = true;
    conn->bye_sent_at = now;
    drop_pong(conn);
}

void conn_shutdown(struct connection *conn)
{
    if (!conn->closing)
        begin_closing(conn, clock_now_ms());
    mark_dirty(conn);
}

/* RFC 6455, 7.4.1. */
static unsigned close_code(enum api_error_code code)
{
    return code == API_ERR_SHUTTING_DOWN     ? 1001
           : code == API_ERR_MESSAGE_TOO_BIG ? 1009
           : code == API_ERR_STORE           ? 1011
                                             : 1008;
}

static void write_bye(struct carom_text *text, const void *context)
{
    const struct api_error *error = context;
    bool later =
        error->code == API_ERR_SHUTTING_DOWN || error->code == API_ERR_STORE || error->code == API_ERR_RATE_LIMIT;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "type", "bye");
    api_error_write(text, "connection", error);
    carom_json_put_int(text, "retry", later ? 1000 : 500);
    carom_json_end(text, '}');
}

/* Queues the message `bye` and a close frame. */
static void queue_bye(struct connection *conn, const struct api_error *error)
{
    api_error_counted(error);
    struct shared_buffer *frame = frame_write(write_bye, error);
    send_queue_add(&conn->queue, frame);
    buffer_unref(frame);
    unsigned code = close_code(error->code);
    unsigned char close[4] = {0x88, 2, (unsigned char)(code >> 8), (unsigned char)code};
    queue_add_copy(&conn->queue, close, sizeof close);
}

void conn_send_bye(struct connection *conn, enum api_error_code code, int64_t argument)
{
    if (conn->closing)
        return;
    struct api_error error;
    api_error_set_number(&error, code, argument);
    if (conn->protocol != NULL)
        conn->protocol->send_bye(conn, &error);
    else
        queue_bye(conn, &error);
    if (conn->closing)
        return; /* its queue is too full even for that */
    mark_dirty(conn);
    begin_closing(conn, clock_now_ms());
}

static void on_poll(uv_poll_t *poll, int status, int events);

/* Changes what is polled for. Each change is a system call, and nearly every flush changes nothing. */
static void poll_for(struct connection *conn, int events)
{
    if (events == conn->poll_events)
        return;
    conn->poll_events = events;
    uv_poll_start(&conn->poll, events, on_poll);
}

static void flush(struct connection *conn, carom_ms now)
{
    struct send_queue *queue = &conn->queue;
    if (queue->first == NULL && conn->pong != NULL) { /* it goes last, so that there is never a second one */
        send_queue_add(queue, conn->pong);
        drop_pong(conn);
    }
    if (queue->first != NULL && queue->since == 0) {
        queue->since = now;
        queue->sent_since = 0;
    }
    conn->wrote_since_rtt |= queue->first != NULL;
    if (!send_queue_flush(queue, conn->upgraded.fd)) {
        close_connection(conn, now);
        return;
    }
    bool empty = queue->first == NULL;
    if (empty && conn->pong != NULL && !conn->closing)
        mark_dirty(conn); /* there is room for it now */
    if (conn->closing && empty && !conn->drained) {
        /* Closing a socket with unread input would discard what the client has not read yet: `bye`. */
        conn->drained = true;
        shutdown(conn->upgraded.fd, SHUT_WR);
    }
    if (empty)
        queue->since = 0;
    conn->reading_paused = queue->bytes > (conn->reading_paused ? BACKED_UP / 2 : BACKED_UP);
    bool reads = conn->closing ? conn->drained : !conn->reading_paused;
    poll_for(conn, (reads ? UV_READABLE : 0) | (empty ? 0 : UV_WRITABLE));
}

/* If the queues of all clients together are too long, drops the client with the longest. */
static bool drop_largest_queues(struct net *net, carom_ms now)
{
    struct connection *worst = NULL;
    size_t most = 0;
    for (struct connection *conn = net->connections; conn != NULL; conn = conn->next) {
        size_t bytes = conn->queue.bytes + (conn->ws_read.parser != NULL ? HALF_READ_BYTES : 0);
        if (bytes > most) {
            worst = conn;
            most = bytes;
        }
    }
    if (worst != NULL)
        drop_slow_client(worst, now);
    return worst != NULL;
}

void net_flush(struct net *net)
{
    net->iteration_reading_since = 0;
    if (net->dirty == NULL)
        return;
    carom_ms now = clock_now_ms();
    while (net->dirty != NULL) {
        struct connection *conn = net->dirty;
        net->dirty = conn->next_dirty;
        conn->has_output = false;
        flush(conn, now);
    }
    while (buffers_total_bytes() + (size_t)net->partial_messages * HALF_READ_BYTES > QUEUED_TOTAL_MAX &&
           drop_largest_queues(net, now)) {
    }
}

/* ---- reading ---- */

carom_ms conn_take_message_quota(struct connection *conn, carom_ms now)
{
    uint64_t rate = conn->net->base->options->message_rate;
    carom_ms wait = bucket_take(&conn->rate, now, rate_per_second(rate, RATE_SECONDS));
    /* A client that does not stop when told to is a runaway program. */
    if (wait > 0 && ++conn->rate_violations > rate * RATE_SECONDS * RATE_VIOLATIONS_MAX)
        conn_send_bye(conn, API_ERR_RATE_LIMIT, wait);
    return wait;
}

static void read_bytes(struct connection *conn, const char *data, size_t length)
{
    conn->last_received_at = conn->received_at;
    conn_ref(conn); /* a message may close the connection, which must outlive this function */
    bool lines = conn->protocol != NULL;
    switch (!lines                                         ? ws_parser_feed(conn, data, length)
            : conn->protocol->on_bytes(conn, data, length) ? WS_READ_OK
                                                           : READ_TOO_BIG) {
    case WS_READ_OK:
        break;
    case WS_READ_CLOSE:
        begin_closing(conn, conn->received_at);
        break;
    case READ_BAD_FRAME:
        conn_send_bye(conn, API_ERR_BAD_MESSAGE, 0);
        break;
    case READ_TOO_BIG:
        conn_send_bye(conn, API_ERR_MESSAGE_TOO_BIG, (int64_t)conn->net->base->options->max_message);
        break;
    case READ_BROKEN:
        close_connection(conn, conn->received_at);
        break;
    }
    if (conn->queue.first != NULL || conn->pong != NULL || conn->closing)
        mark_dirty(conn);
    conn_unref(conn);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    static char buffer[READ_BYTES]; /* one connection reads at a time */
    struct connection *conn = poll->data;
    /* The single `now` of everything that arrives here. Commands carry it from here on, and nothing below reads a
     * clock, so that all parts of a decision refer to the same time. */
    conn->received_at = clock_now_ms();
    if (status < 0) {
        close_connection(conn, conn->received_at);
        return;
    }
    if ((events & UV_WRITABLE) != 0)
        mark_dirty(conn);
    if ((events & UV_READABLE) == 0 || (conn->closing && !conn->drained))
        return;
    struct net *net = conn->net;
    carom_ms now = conn->received_at;
    ssize_t length = read(conn->upgraded.fd, buffer, sizeof buffer);
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR))
        close_connection(conn, conn->received_at);
    else if (length > 0 && !conn->closing)
        read_bytes(conn, buffer, (size_t)length);
    if (net->iteration_reading_since == 0)
        net->iteration_reading_since = now;
    else if (now - net->iteration_reading_since >= LOOP_READ_BUDGET_MS && net->on_iteration_end != NULL)
        net->on_iteration_end(net->server);
}

/* ---- opening ---- */

bool net_may_connect(struct net *net, struct client_addr *client_addr, carom_ms now)
{
    struct rate_limit rate = rate_per_second(net->base->options->request_rate * ARRIVALS, ARRIVAL_SECONDS);
    return client_addr_take(client_addr, RATE_CONNECT, now, rate) == 0;
}

/* NULL: the socket cannot be polled, and was given back. */
static struct connection *new_connection(struct net *net, struct client_addr *client_addr,
                                         struct upgraded_socket upgraded)
{
    struct connection *conn = xcalloc(sizeof *conn);
    if (uv_poll_init_socket(&net->base->loop, &conn->poll, upgraded.fd) != 0) {
        log_event(SERVE_LOG_WARN, "cannot-poll", "connections=%u", net->count);
        upgraded.close(upgraded.owner, upgraded.socket);
        free(conn);
        return NULL;
    }
    conn->net = net;
    conn->client_addr = client_addr;
    conn->upgraded = upgraded;
    conn->opened_at = conn->received_at = conn->last_received_at = clock_now_ms();
    conn->round_trip = -1;
    send_queue_init(&conn->queue);
    conn->next = net->connections;
    conn->link = &net->connections;
    if (net->connections != NULL)
        net->connections->link = &conn->next;
    net->connections = conn;
    net->count++;
    net->sockets++;
    net->base->metrics.connections_total++;
    client_addr_count(client_addr, COUNTER_WEBSOCKETS, 1);
    client_addr_ref(client_addr);
    /* Data buffered in the kernel do not mean that the client reads. A Unix socket has no such option, and no need. */
    int unsent = KERNEL_UNSENT_MAX;
    setsockopt(upgraded.fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
    /* libmicrohttpd has turned TCP_NODELAY off for its answer; without it a message waits until the one before is
     * acknowledged. */
    int at_once = 1;
    setsockopt(upgraded.fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    conn->poll.data = conn;
    poll_for(conn, UV_READABLE);
    return conn;
}

void conn_open_websocket(struct net *net, struct client_addr *client_addr, struct upgraded_socket upgraded,
                         const char *early, size_t length)
{
    struct connection *conn = new_connection(net, client_addr, upgraded);
    if (conn != NULL && length > 0)
        read_bytes(conn, early, length);
}

struct connection *conn_open_custom(struct net *net, struct client_addr *client_addr, struct upgraded_socket upgraded,
                                    const struct conn_protocol *wire, struct rrgp_client *rrgp_client)
{
    struct connection *conn = new_connection(net, client_addr, upgraded);
    if (conn == NULL)
        return NULL;
    conn->protocol = wire;
    conn->rrgp_client = rrgp_client;
    return conn;
}

/* ---- periodic checks ---- */

static void ping(struct connection *conn, carom_ms now)
{
    static const unsigned char frame[] = {0x89, 0};
    conn->last_ping_at = now;
    queue_add_copy(&conn->queue, frame, sizeof frame);
    mark_dirty(conn);
}

/* Does the client read so slowly that it will never catch up? */
static bool is_stalled(struct connection *conn, carom_ms now)
{
    struct send_queue *queue = &conn->queue;
    if (queue->since == 0 || now - queue->since <= STUCK_MS)
        return false;
    if (queue->sent_since < STUCK_BYTES)
        return true;
    queue->since = now;
    queue->sent_since = 0;
    return false;
}

/* Has nothing arrived for too long? Protocols without pings have their own time-outs. */
static bool is_idle(const struct connection *conn, carom_ms now)
{
    const struct conn_protocol *wire = conn->protocol;
    if (wire != NULL)
        return now - conn->last_received_at > (conn->session == NULL ? wire->hello_timeout_ms : wire->idle_timeout_ms);
    return (conn->session == NULL && now - conn->opened_at > HELLO_MS) || now - conn->last_received_at > SILENT_MS;
}

/* There is a new sample only after something was sent and acknowledged, and it need not be taken every second. */
static void measure(struct connection *conn, carom_ms now)
{
    if (!conn->wants_rtt || (conn->round_trip >= 0 && (!conn->wrote_since_rtt || now - conn->rtt_sampled_at < TRIP_MS)))
        return;
    conn->round_trip = tcp_min_rtt_ms(conn->upgraded.fd);
    conn->rtt_sampled_at = now;
    conn->wrote_since_rtt = false;
}

static void sweep_connection(struct connection *conn, carom_ms now)
{
    if (conn->closing) {
        if (now - conn->bye_sent_at > CLOSING_MS)
            close_connection(conn, now);
        return;
    }
    measure(conn, now);
    if (is_stalled(conn, now))
        drop_slow_client(conn, now);
    else if (conn->ws_read.parser != NULL && now - conn->ws_read.since > HALF_READ_MS)
        conn_send_bye(conn, API_ERR_SLOW_CLIENT, 0);
    else if (is_idle(conn, now))
        conn_send_bye(conn, API_ERR_IDLE, 0);
    else if (conn->protocol == NULL && conn->session != NULL && now - conn->last_received_at > PING_MS &&
             now - conn->last_ping_at > PING_MS)
        ping(conn, now);
}

void net_sweep(struct net *net, carom_ms now)
{
    if (net->sweep_cursor == NULL)
        net->sweep_cursor = net->connections;
    for (unsigned left = net->count / SWEEP_PARTS + 1; left > 0 && net->sweep_cursor != NULL; left--) {
        struct connection *conn = net->sweep_cursor;
        net->sweep_cursor = conn->next; /* because the connection may be freed */
        sweep_connection(conn, now);
    }
}

void net_send_bye_network(struct net *net, const struct network *network, enum api_error_code code, int64_t argument)
{
    for (struct connection *conn = net->connections, *next; conn != NULL; conn = next) {
        next = conn->next; /* because the connection may be freed */
        if (network_contains(network, &conn->client_addr->address))
            conn_send_bye(conn, code, argument);
    }
}

void net_send_bye_all(struct net *net, enum api_error_code code, int64_t argument)
{
    for (struct connection *conn = net->connections, *next; conn != NULL; conn = next) {
        next = conn->next; /* because the connection may be freed */
        conn_send_bye(conn, code, argument);
    }
}

void net_end(struct net *net)
{
    while (net->connections != NULL)
        close_connection(net->connections, clock_now_ms());
    ws_parsers_free(net);
}

carom_ms conn_latency_credit(const struct connection *conn)
{
    carom_ms half = conn->round_trip / 2;
    if (half < CREDIT_MIN_MS)
        return 0; /* unknown, or so near that waiting would be felt more than the difference */
    return half < CREDIT_MAX_MS ? half : CREDIT_MAX_MS;
}

uint64_t conn_flow(const struct connection *conn)
{
    return (uintptr_t)conn->client_addr;
}
