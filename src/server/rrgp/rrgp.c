/*
 * Accepts RRGP clients and serves them in each iteration of the loop.
 */
#include "internal.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAMELESS_MS 600000 /* idle time-out without a table */
#define SILENT_MS 3600000  /* idle time-out at a table: people think */

/* ---- messages and closed connections are handled in the next iteration, because either may come in the middle of
 * something else ---- */

/* Messages that wait here count towards the connection's send queue, so its limits hold for both together. */
static void send_frame(struct connection *conn, struct shared_buffer *frame)
{
    struct rrgp_client *rrgp_client = conn->rrgp_client;
    struct inbox_frame *inbox_frame = xcalloc(sizeof *inbox_frame);
    inbox_frame->frame = frame;
    frame->refs++;
    *rrgp_client->inbox_tail = inbox_frame;
    rrgp_client->inbox_tail = &inbox_frame->next;
    conn->queue.bytes += frame->length;
    rrgp_client->rrgp->has_updates = true;
}

static void drop_first(struct rrgp_client *rrgp_client)
{
    struct inbox_frame *frame = rrgp_client->inbox;
    rrgp_client->inbox = frame->next;
    if (rrgp_client->inbox == NULL)
        rrgp_client->inbox_tail = &rrgp_client->inbox;
    if (!rrgp_client->conn->closed) /* otherwise its queue is gone */
        rrgp_client->conn->queue.bytes -= frame->frame->length;
    buffer_unref(frame->frame);
    free(frame);
}

static void closed(struct connection *conn)
{
    conn->rrgp_client->rrgp->has_updates = true;
}

static bool on_bytes(struct connection *conn, const char *data, size_t length)
{
    struct rrgp_client *rrgp_client = conn->rrgp_client;
    if (length > sizeof rrgp_client->input - rrgp_client->input_length)
        return false;
    memcpy(rrgp_client->input + rrgp_client->input_length, data, length);
    rrgp_client->input_length += length;
    rrgp_process_input(rrgp_client);
    return rrgp_client->input_length < sizeof rrgp_client->input;
}

static void send_bye(struct connection *conn, const struct api_error *error)
{
    SEND_LINE(conn->rrgp_client, "NOTICE", "MESSAGE", "carom", carom_api_error_info(error->code)->sentence);
}

static const struct conn_protocol lines = {.on_bytes = on_bytes,
                                           .send_frame = send_frame,
                                           .send_bye = send_bye,
                                           .closed = closed,
                                           .hello_timeout_ms = NAMELESS_MS,
                                           .idle_timeout_ms = SILENT_MS};

/* ---- arriving ---- */

static unsigned clients_from_address(const struct rrgp *rrgp, const struct client_addr *client_addr)
{
    unsigned count = 0;
    for (const struct rrgp_client *rrgp_client = rrgp->clients; rrgp_client != NULL; rrgp_client = rrgp_client->next)
        count += rrgp_client->conn->client_addr == client_addr;
    return count;
}

static bool may_connect(struct rrgp *rrgp, struct client_addr *client_addr, carom_ms now)
{
    const struct serve_options *options = rrgp->net->base->options;
    return net_may_connect(rrgp->net, client_addr, now) && rrgp->count < CALLERS_MAX &&
           clients_from_address(rrgp, client_addr) < PER_ADDRESS_MAX && rrgp->net->count < options->max_connections &&
           !client_addr_at_limit(client_addr, COUNTER_WEBSOCKETS, options->max_per_address);
}

/* Clients do not answer pings, so the kernel detects lost connections. */
static void set_tcp_keepalive(int fd)
{
    int on = 1, idle = 30, every = 10, times = 3;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &every, sizeof every);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &times, sizeof times);
}

static void close_socket(void *owner, void *socket)
{
    (void)owner;
    close((int)(intptr_t)socket);
}

static void begin(struct rrgp *rrgp, int fd, struct client_addr *client_addr)
{
    struct rrgp_client *rrgp_client = xcalloc(sizeof *rrgp_client);
    set_tcp_keepalive(fd);
    struct upgraded_socket upgraded = {.fd = fd, .socket = (void *)(intptr_t)fd, .close = close_socket};
    rrgp_client->conn = conn_open_custom(rrgp->net, client_addr, upgraded, &lines, rrgp_client);
    if (rrgp_client->conn == NULL) {
        free(rrgp_client);
        return;
    }
    conn_ref(rrgp_client->conn);
    rrgp_client->rrgp = rrgp;
    rrgp_client->inbox_tail = &rrgp_client->inbox;
    rrgp_client->next = rrgp->clients;
    rrgp->clients = rrgp_client;
    rrgp->count++;
}

static void on_arrived(void *context, int fd, const struct sockaddr *from, socklen_t length)
{
    struct rrgp *rrgp = context;
    struct address address;
    carom_ms now = clock_now_ms();
    (void)length;
    address_from_sockaddr(&address, from);
    bool banned = ban_remaining_ms(&rrgp->net->bans, &address, now) > 0;
    struct client_addr *client_addr = banned ? NULL : client_addr_get(&rrgp->net->client_addrs, &address, now);
    if (client_addr != NULL && may_connect(rrgp, client_addr, now))
        begin(rrgp, fd, client_addr);
    else
        close(fd);
    if (client_addr != NULL)
        client_addr_unref(&rrgp->net->client_addrs, client_addr);
}

/* ---- iterations ---- */

static void free_rrgp_client(struct rrgp_client *rrgp_client)
{
    while (rrgp_client->inbox != NULL)
        drop_first(rrgp_client);
    conn_unref(rrgp_client->conn);
    free(rrgp_client);
}

static void collect_frames(struct rrgp *rrgp)
{
    struct rrgp_client **link = &rrgp->clients;
    while (*link != NULL) {
        struct rrgp_client *rrgp_client = *link;
        if (!rrgp_client->conn->closed) {
            link = &rrgp_client->next;
            continue;
        }
        *link = rrgp_client->next;
        rrgp->count--;
        if (rrgp_client->name[0] != '\0')
            SEND_LINE_ALL(rrgp, NULL, "NOTICE", "QUIT", rrgp_client->name);
        free_rrgp_client(rrgp_client);
    }
}

static void read_inbox(struct rrgp_client *rrgp_client)
{
    rrgp_client->conn->received_at = clock_now_ms();
    while (rrgp_client->inbox != NULL && !rrgp_client->conn->closing) {
        struct shared_buffer *frame = rrgp_client->inbox->frame;
        size_t length;
        const char *text = ws_frame_payload(frame, &length);
        frame->refs++;
        drop_first(rrgp_client);
        rrgp_on_message(rrgp_client, text, length);
        buffer_unref(frame);
    }
    if (!rrgp_client->conn->closing)
        rrgp_process_input(rrgp_client);
}

bool rrgp_process(struct rrgp *rrgp)
{
    if (rrgp == NULL || !rrgp->has_updates)
        return false;
    rrgp->has_updates = false;
    for (struct rrgp_client *rrgp_client = rrgp->clients; rrgp_client != NULL; rrgp_client = rrgp_client->next)
        if (rrgp_client->inbox != NULL)
            read_inbox(rrgp_client);
    collect_frames(rrgp);
    return true;
}

void rrgp_sweep(struct rrgp *rrgp, carom_ms now)
{
    if (rrgp == NULL)
        return;
    for (struct rrgp_client *rrgp_client = rrgp->clients; rrgp_client != NULL; rrgp_client = rrgp_client->next)
        if (!rrgp_client->conn->closing)
            notice_hourglass(rrgp_client, now);
    games_remove_empty(rrgp);
}

/* ---- starting and stopping ---- */

bool rrgp_start(struct rrgp **started, struct net *net, struct tables *tables)
{
    const struct serve_options *options = net->base->options;
    *started = NULL;
    if (options->rrgp == 0)
        return true;
    if (options->password_file[0] != '\0') {
        log_event(SERVE_LOG_ERROR, "bad-option", "option=rrgp error=\"nobody can say the password there\"");
        return false;
    }
    struct rrgp *rrgp = xcalloc(sizeof *rrgp);
    rrgp->net = net;
    rrgp->tables = tables;
    if (!listeners_open_port(&rrgp->listeners, net->base, options->rrgp)) {
        free(rrgp);
        return false;
    }
    rrgp->nodes = xcalloc(FRAME_NODES * sizeof *rrgp->nodes);
    listeners_start(&rrgp->listeners, on_arrived, rrgp);
    log_event(SERVE_LOG_INFO, "rrgp-listening", "port=%llu", (unsigned long long)options->rrgp);
    *started = rrgp;
    return true;
}

void rrgp_quiesce(struct rrgp *rrgp)
{
    if (rrgp != NULL)
        listeners_stop(&rrgp->listeners);
}

void rrgp_free(struct rrgp *rrgp)
{
    if (rrgp == NULL)
        return;
    while (rrgp->clients != NULL) {
        struct rrgp_client *rrgp_client = rrgp->clients;
        rrgp->clients = rrgp_client->next;
        free_rrgp_client(rrgp_client);
    }
    free(rrgp->nodes);
    free(rrgp);
}
