/*
 * WebSocket connections: their beginning, their turns, their end; and letting go of those who do not read or do not
 * answer.
 */
#include "net.h"

#include "queue.h"
#include "reader.h"
#include "trip.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_BYTES SMALL(16384, 61)
#define QUEUE_MOST SMALL(2048u * 1024, 64u * 1024) /* bytes waiting for one reader; more, and it is dropped */
#define BACKED_UP SMALL(64u * 1024, 1024u)         /* bytes waiting: nothing is read until half of them have gone */
#define HELD_MOST SMALL(32u * 1024 * 1024, 256u * 1024) /* bytes for all of them together */
#define HALF_READ_BYTES 16384                           /* what half a message may take */
#define UNSENT_MOST SMALL(16384, 512)                   /* bytes in the kernel that are not on their way yet */
#define STUCK_MS 20000                                  /* in so long ... */
#define STUCK_BYTES SMALL(32768, 512) /* ... so much has to be taken, or all there is; or it is dropped */
#define HALF_READ_MS 10000            /* for a message from its first byte to its last */
#define HELLO_MS 20000
#define SILENT_MS 50000
#define PING_MS 25000 /* of silence: who plays speaks more often */
#define CLOSING_MS 5000
#define ARRIVAL_SECONDS 10
#define ARRIVALS 2      /* connections for each request that an address may make */
#define TRIP_MS 30000   /* between two looks at a round trip */
#define RATE_SECONDS 5  /* so many seconds' messages may come at once ... */
#define RATE_PATIENCE 4 /* ... and so many times that be refused, before it is over */

/* ---- the end ---- */

static void free_if_unused(struct peer *peer)
{
    if (!peer->closed || peer->users > 0 || peer->upgraded.socket != NULL)
        return;
    visitor_release(&peer->net->visitors, peer->visitor);
    free(peer);
}

static void on_poll_closed(uv_handle_t *handle)
{
    struct peer *peer = handle->data;
    peer->upgraded.close(peer->upgraded.owner, peer->upgraded.socket);
    peer->upgraded.socket = NULL;
    peer->net->sockets--;
    free_if_unused(peer);
}

static void unlink_dirty(struct peer *peer)
{
    for (struct peer **link = &peer->net->dirty; *link != NULL; link = &(*link)->next_dirty) {
        if (*link == peer) {
            *link = peer->next_dirty;
            break;
        }
    }
    peer->dirty = false;
}

static void drop_pong(struct peer *peer)
{
    if (peer->pong != NULL)
        bytes_release(peer->pong);
    peer->pong = NULL;
}

static void close_peer(struct peer *peer, carom_ms now)
{
    struct net *net = peer->net;
    if (peer->closed)
        return;
    peer->closed = true;
    peer->closing = true;
    if (peer->dirty)
        unlink_dirty(peer);
    *peer->link = peer->next;
    if (peer->next != NULL)
        peer->next->link = peer->link;
    if (net->unswept == peer)
        net->unswept = peer->next;
    net->count--;
    visitor_count(peer->visitor, COUNT_SOCKETS, -1);
    net->events->closed(peer, now);
    if (peer->wire != NULL)
        peer->wire->closed(peer);
    queue_drop(&peer->queue);
    drop_pong(peer);
    reader_drop(peer);
    uv_close((uv_handle_t *)&peer->poll, on_poll_closed);
}

void peer_use(struct peer *peer)
{
    peer->users++;
}

void peer_release(struct peer *peer)
{
    peer->users--;
    free_if_unused(peer);
}

/* ---- writing ---- */

static void mark_dirty(struct peer *peer)
{
    if (!peer->dirty && !peer->closed) {
        peer->dirty = true;
        peer->next_dirty = peer->net->dirty;
        peer->net->dirty = peer;
    }
}

static void drop_slow(struct peer *peer, carom_ms now)
{
    peer->net->base->metrics.dropped_slow_total++;
    char address[ADDRESS_SIZE];
    address_write_short(address, &peer->visitor->address);
    log_line(SERVE_LOG_INFO, "slow-reader", "address=%s waiting=%zu", address, peer->queue.bytes);
    close_peer(peer, now);
}

/* Is there room in its queue? Who has too much to read already is dropped instead. */
static bool takes(struct peer *peer, size_t length)
{
    if (peer->closing)
        return false;
    if (peer->queue.bytes + length <= QUEUE_MOST)
        return true;
    drop_slow(peer, clock_now());
    return false;
}

void peer_send(struct peer *peer, struct bytes *frame)
{
    if (!takes(peer, frame->length))
        return;
    if (peer->wire != NULL) {
        peer->wire->told(peer, frame);
        return;
    }
    queue_add(&peer->queue, frame);
    mark_dirty(peer);
}

void peer_write(struct peer *peer, const char *data, size_t length)
{
    if (length == 0 || !takes(peer, length))
        return;
    queue_add_copy(&peer->queue, data, length);
    mark_dirty(peer);
}

/* Nothing is read or queued any more; what is queued is written, if it does not take long. */
static void end(struct peer *peer, carom_ms now)
{
    peer->closing = true;
    peer->ended = now;
    drop_pong(peer);
}

void peer_end(struct peer *peer)
{
    if (!peer->closing)
        end(peer, clock_now());
    mark_dirty(peer);
}

/* RFC 6455, 7.4.1. */
static unsigned close_code(enum why why)
{
    return why == WHY_STOPPING ? 1001 : why == WHY_TOO_BIG ? 1009 : why == WHY_STORE ? 1011 : 1008;
}

static void write_bye(struct carom_text *text, const void *context)
{
    const struct refused *refused = context;
    bool later = refused->why == WHY_STOPPING || refused->why == WHY_STORE || refused->why == WHY_RATE;
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "type", "bye");
    refused_write(text, "connection", refused);
    carom_json_number(text, "retry", later ? 1000 : 500);
    carom_json_end(text, '}');
}

/* The message `bye` and a close frame. */
static void queue_bye(struct peer *peer, const struct refused *refused)
{
    struct bytes *frame = frame_write(write_bye, refused);
    queue_add(&peer->queue, frame);
    bytes_release(frame);
    unsigned code = close_code(refused->why);
    unsigned char close[4] = {0x88, 2, (unsigned char)(code >> 8), (unsigned char)code};
    queue_add_copy(&peer->queue, close, sizeof close);
}

void peer_bye(struct peer *peer, enum why why, int64_t argument)
{
    if (peer->closing)
        return;
    struct refused refused;
    refuse_number(&refused, why, argument);
    if (peer->wire != NULL)
        peer->wire->bye(peer, &refused);
    else
        queue_bye(peer, &refused);
    if (peer->closing)
        return; /* it had too much to read for that, too */
    mark_dirty(peer);
    end(peer, clock_now());
}

static void on_poll(uv_poll_t *poll, int status, int events);

/* A call of the system for each change, so only for changes: nearly every flush leaves it as it was. */
static void watch(struct peer *peer, int events)
{
    if (events == peer->watched)
        return;
    peer->watched = events;
    uv_poll_start(&peer->poll, events, on_poll);
}

static void flush(struct peer *peer, carom_ms now)
{
    struct queue *queue = &peer->queue;
    if (queue->first == NULL &&
        peer->pong != NULL) { /* it goes behind everything else, so that there is never a second */
        queue_add(queue, peer->pong);
        drop_pong(peer);
    }
    if (queue->first != NULL && queue->since == 0) {
        queue->since = now;
        queue->drained = 0;
    }
    peer->spoken |= queue->first != NULL;
    if (!queue_write(queue, peer->upgraded.fd)) {
        close_peer(peer, now);
        return;
    }
    bool empty = queue->first == NULL;
    if (empty && peer->pong != NULL && !peer->closing)
        mark_dirty(peer); /* there is room for it now */
    if (peer->closing && empty && !peer->finished) {
        /* Closing now, with something unread, would throw away what the client has not read yet: `bye`. */
        peer->finished = true;
        shutdown(peer->upgraded.fd, SHUT_WR);
    }
    if (empty)
        queue->since = 0;
    peer->backed_up = queue->bytes > (peer->backed_up ? BACKED_UP / 2 : BACKED_UP);
    bool reads = peer->closing ? peer->finished : !peer->backed_up;
    watch(peer, (reads ? UV_READABLE : 0) | (empty ? 0 : UV_WRITABLE));
}

/* Too many bytes wait for too many readers: the one who has most to read goes. */
static bool drop_worst(struct net *net, carom_ms now)
{
    struct peer *worst = NULL;
    size_t most = 0;
    for (struct peer *peer = net->peers; peer != NULL; peer = peer->next) {
        size_t bytes = peer->queue.bytes + (peer->reading.framer != NULL ? HALF_READ_BYTES : 0);
        if (bytes > most) {
            worst = peer;
            most = bytes;
        }
    }
    if (worst != NULL)
        drop_slow(worst, now);
    return worst != NULL;
}

void net_flush(struct net *net)
{
    net->reading_since = 0;
    if (net->dirty == NULL)
        return;
    carom_ms now = clock_now();
    while (net->dirty != NULL) {
        struct peer *peer = net->dirty;
        net->dirty = peer->next_dirty;
        peer->dirty = false;
        flush(peer, now);
    }
    while (bytes_held() + (size_t)net->half_read * HALF_READ_BYTES > HELD_MOST && drop_worst(net, now)) {
    }
}

/* ---- reading ---- */

carom_ms peer_take(struct peer *peer, carom_ms now)
{
    uint64_t rate = peer->net->base->options->message_rate;
    carom_ms wait = bucket_take(&peer->rate, now, rate_of(rate, RATE_SECONDS));
    /* Who does not stop when told to is a program gone wild. */
    if (wait > 0 && ++peer->over_rate > rate * RATE_SECONDS * RATE_PATIENCE)
        peer_bye(peer, WHY_RATE, wait);
    return wait;
}

static void read_bytes(struct peer *peer, const char *data, size_t length)
{
    peer->heard = peer->now;
    peer_use(peer); /* a message may end the peer; it has to outlive this function */
    bool lines = peer->wire != NULL;
    switch (!lines                                  ? reader_feed(peer, data, length)
            : peer->wire->heard(peer, data, length) ? READ_GOOD
                                                    : READ_TOO_BIG) {
    case READ_GOOD:
        break;
    case READ_CLOSE:
        end(peer, peer->now);
        break;
    case READ_BAD_FRAME:
        peer_bye(peer, WHY_BAD_MESSAGE, 0);
        break;
    case READ_TOO_BIG:
        peer_bye(peer, WHY_TOO_BIG, (int64_t)peer->net->base->options->max_message);
        break;
    case READ_BROKEN:
        close_peer(peer, peer->now);
        break;
    }
    if (peer->queue.first != NULL || peer->pong != NULL || peer->closing)
        mark_dirty(peer);
    peer_release(peer);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    static char buffer[READ_BYTES]; /* one peer reads at a time */
    struct peer *peer = poll->data;
    /* The one `now` of everything that arrives here. Commands carry it from this place on; nothing below looks at a
     * clock, so that all parts of a decision are about the same moment. */
    peer->now = clock_now();
    if (status < 0) {
        close_peer(peer, peer->now);
        return;
    }
    if ((events & UV_WRITABLE) != 0)
        mark_dirty(peer);
    if ((events & UV_READABLE) == 0 || (peer->closing && !peer->finished))
        return;
    struct net *net = peer->net;
    carom_ms now = peer->now;
    ssize_t length = read(peer->upgraded.fd, buffer, sizeof buffer);
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR))
        close_peer(peer, peer->now);
    else if (length > 0 && !peer->closing)
        read_bytes(peer, buffer, (size_t)length);
    if (net->reading_since == 0)
        net->reading_since = now;
    else if (now - net->reading_since >= TURN_MS && net->end_turn != NULL)
        net->end_turn(net->server);
}

/* ---- the beginning ---- */

bool net_admits(struct net *net, struct visitor *visitor, carom_ms now)
{
    struct rate rate = rate_of(net->base->options->request_rate * ARRIVALS, ARRIVAL_SECONDS);
    return visitor_take(visitor, ALLOW_ARRIVAL, now, rate) == 0;
}

/* NULL: the system does not let us wait for that socket, which is given back. */
static struct peer *begin(struct net *net, struct visitor *visitor, struct upgraded upgraded)
{
    struct peer *peer = must_alloc(sizeof *peer);
    if (uv_poll_init_socket(&net->base->loop, &peer->poll, upgraded.fd) != 0) {
        log_line(SERVE_LOG_WARN, "cannot-poll", "connections=%u", net->count);
        upgraded.close(upgraded.owner, upgraded.socket);
        free(peer);
        return NULL;
    }
    peer->net = net;
    peer->visitor = visitor;
    peer->upgraded = upgraded;
    peer->opened = peer->now = peer->heard = clock_now();
    peer->round_trip = -1;
    queue_begin(&peer->queue);
    peer->next = net->peers;
    peer->link = &net->peers;
    if (net->peers != NULL)
        net->peers->link = &peer->next;
    net->peers = peer;
    net->count++;
    net->sockets++;
    net->base->metrics.connections_total++;
    visitor_count(visitor, COUNT_SOCKETS, 1);
    visitor_use(visitor);
    /* What the kernel keeps back is no sign that anybody reads. A Unix socket has no such option, and no need. */
    int unsent = UNSENT_MOST;
    setsockopt(upgraded.fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
    /* libmicrohttpd has switched it off for its answer; without it a message waits until the one before has arrived. */
    int at_once = 1;
    setsockopt(upgraded.fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    peer->poll.data = peer;
    watch(peer, UV_READABLE);
    return peer;
}

void peer_begin(struct net *net, struct visitor *visitor, struct upgraded upgraded, const char *early, size_t length)
{
    struct peer *peer = begin(net, visitor, upgraded);
    if (peer != NULL && length > 0)
        read_bytes(peer, early, length);
}

struct peer *peer_begin_wire(struct net *net, struct visitor *visitor, struct upgraded upgraded,
                             const struct wire *wire, struct caller *caller)
{
    struct peer *peer = begin(net, visitor, upgraded);
    if (peer == NULL)
        return NULL;
    peer->wire = wire;
    peer->caller = caller;
    return peer;
}

/* ---- now and then ---- */

static void ping(struct peer *peer, carom_ms now)
{
    static const unsigned char frame[] = {0x89, 0};
    peer->pinged = now;
    queue_add_copy(&peer->queue, frame, sizeof frame);
    mark_dirty(peer);
}

/* Has it taken so little of what waits for it that it will never have all of it? */
static bool stuck(struct peer *peer, carom_ms now)
{
    struct queue *queue = &peer->queue;
    if (queue->since == 0 || now - queue->since <= STUCK_MS)
        return false;
    if (queue->drained < STUCK_BYTES)
        return true;
    queue->since = now;
    queue->drained = 0;
    return false;
}

/* Nothing has come from it for too long. Where there are no pings, words are waited for. */
static bool silent(const struct peer *peer, carom_ms now)
{
    const struct wire *wire = peer->wire;
    if (wire != NULL)
        return now - peer->heard > (peer->guest == NULL ? wire->hello_ms : wire->silent_ms);
    return (peer->guest == NULL && now - peer->opened > HELLO_MS) || now - peer->heard > SILENT_MS;
}

/* There is news of the way only when something has gone there and back; and it does not change every second. */
static void measure(struct peer *peer, carom_ms now)
{
    if (!peer->measured || (peer->round_trip >= 0 && (!peer->spoken || now - peer->tripped < TRIP_MS)))
        return;
    peer->round_trip = trip_of(peer->upgraded.fd);
    peer->tripped = now;
    peer->spoken = false;
}

static void sweep_one(struct peer *peer, carom_ms now)
{
    if (peer->closing) {
        if (now - peer->ended > CLOSING_MS)
            close_peer(peer, now);
        return;
    }
    measure(peer, now);
    if (stuck(peer, now))
        drop_slow(peer, now);
    else if (peer->reading.framer != NULL && now - peer->reading.since > HALF_READ_MS)
        peer_bye(peer, WHY_SLOW, 0);
    else if (silent(peer, now))
        peer_bye(peer, WHY_SILENT, 0);
    else if (peer->wire == NULL && peer->guest != NULL && now - peer->heard > PING_MS && now - peer->pinged > PING_MS)
        ping(peer, now);
}

void net_sweep(struct net *net, carom_ms now)
{
    if (net->unswept == NULL)
        net->unswept = net->peers;
    for (unsigned left = net->count / SWEEP_PARTS + 1; left > 0 && net->unswept != NULL; left--) {
        struct peer *peer = net->unswept;
        net->unswept = peer->next; /* before it may go */
        sweep_one(peer, now);
    }
}

void net_bye_network(struct net *net, const struct network *network, enum why why, int64_t argument)
{
    for (struct peer *peer = net->peers, *next; peer != NULL; peer = next) {
        next = peer->next; /* before it may go */
        if (network_has(network, &peer->visitor->address))
            peer_bye(peer, why, argument);
    }
}

void net_bye(struct net *net, enum why why, int64_t argument)
{
    for (struct peer *peer = net->peers, *next; peer != NULL; peer = next) {
        next = peer->next; /* before it may go */
        peer_bye(peer, why, argument);
    }
}

void net_end(struct net *net)
{
    while (net->peers != NULL)
        close_peer(net->peers, clock_now());
    reader_end(net);
}

carom_ms peer_credit(const struct peer *peer)
{
    carom_ms half = peer->round_trip / 2;
    if (half < CREDIT_LEAST_MS)
        return 0; /* so near that waiting for it would be felt more than the difference; or not known */
    return half < CREDIT_MOST_MS ? half : CREDIT_MOST_MS;
}

uint64_t peer_asker(const struct peer *peer)
{
    return (uintptr_t)peer->visitor;
}
