/*
 * WebSocket connections: their beginning, their turns, their end; and letting go of those who do not read or do not
 * answer.
 */
#include "net.h"

#include "queue.h"
#include "reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_BYTES 65536
#define QUEUE_MOST (2048u * 1024) /* bytes waiting for one reader; more, and it is dropped */
#define STUCK_MS 20000            /* nothing could be written for so long: dropped */
#define HELLO_MS 20000
#define SILENT_MS 45000
#define PING_MS 15000
#define CLOSING_MS 5000

/* ---- the end ---- */

static void free_if_unused(struct peer *peer)
{
    if (peer->closed && peer->users == 0 && peer->upgraded.socket == NULL)
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
    net->count--;
    peer->visitor->connections--;
    net->events->closed(peer, now);
    queue_drop(&peer->queue);
    reader_drop(&peer->reading);
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

void peer_send(struct peer *peer, struct bytes *frame)
{
    if (peer->closing)
        return;
    if (peer->queue.bytes + frame->length > QUEUE_MOST) {
        peer->net->base->metrics.dropped_slow_total++;
        log_line(SERVE_LOG_INFO, "slow-reader", "address=%s waiting=%zu", peer->visitor->address, peer->queue.bytes);
        close_peer(peer, clock_now());
        return;
    }
    queue_add(&peer->queue, frame);
    mark_dirty(peer);
}

/* RFC 6455, 7.4.1. */
static unsigned close_code(enum why why)
{
    return why == WHY_STOPPING ? 1001 : why == WHY_TOO_BIG ? 1009 : why == WHY_STORE ? 1011 : 1008;
}

void peer_bye(struct peer *peer, enum why why, int64_t argument)
{
    if (peer->closing)
        return;
    struct refused refused;
    refuse_number(&refused, why, argument);
    char buffer[512];
    struct carom_text text = carom_text_in(buffer, sizeof buffer);
    carom_json_begin(&text, NULL, '{');
    carom_json_words(&text, "type", "bye");
    refused_write(&text, "connection", &refused);
    carom_json_number(&text, "retry", why == WHY_STOPPING || why == WHY_STORE || why == WHY_RATE ? 1000 : 500);
    carom_json_end(&text, '}');
    struct bytes *frame = frame_text(buffer, text.length);
    queue_add(&peer->queue, frame);
    bytes_release(frame);
    unsigned code = close_code(why);
    unsigned char close[4] = {0x88, 2, (unsigned char)(code >> 8), (unsigned char)code};
    queue_add_copy(&peer->queue, close, sizeof close);
    mark_dirty(peer);
    peer->closing = true;
    peer->queue.since = clock_now();
}

static void on_poll(uv_poll_t *poll, int status, int events);

static void flush(struct peer *peer, carom_ms now)
{
    struct queue *queue = &peer->queue;
    if (queue->first != NULL && queue->since == 0)
        queue->since = now;
    if (!queue_write(queue, peer->upgraded.fd, now)) {
        close_peer(peer, now);
        return;
    }
    bool empty = queue->first == NULL;
    if (peer->closing && empty && !peer->finished) {
        /* Closing now, with something unread, would throw away what the client has not read yet: `bye`. */
        peer->finished = true;
        queue->since = now;
        shutdown(peer->upgraded.fd, SHUT_WR);
    }
    int events = (peer->closing && !peer->finished ? 0 : UV_READABLE) | (empty ? 0 : UV_WRITABLE);
    if (empty && !peer->closing)
        queue->since = 0;
    uv_poll_start(&peer->poll, events, on_poll);
}

void net_flush(struct net *net)
{
    if (net->dirty == NULL)
        return;
    carom_ms now = clock_now();
    while (net->dirty != NULL) {
        struct peer *peer = net->dirty;
        net->dirty = peer->next_dirty;
        peer->dirty = false;
        flush(peer, now);
    }
}

/* ---- reading ---- */

static void read_bytes(struct peer *peer, const char *data, size_t length)
{
    peer->heard = peer->now;
    peer_use(peer); /* a message may end the peer; it has to outlive this function */
    switch (reader_feed(peer, data, length)) {
    case READ_GOOD:
        break;
    case READ_CLOSE:
        peer->closing = true;
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
    if (peer->queue.first != NULL || peer->closing)
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
    ssize_t length = read(peer->upgraded.fd, buffer, sizeof buffer);
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR))
        close_peer(peer, peer->now);
    else if (length > 0 && !peer->closing)
        read_bytes(peer, buffer, (size_t)length);
}

/* ---- the beginning ---- */

void peer_begin(struct net *net, struct visitor *visitor, struct upgraded upgraded, const char *early, size_t length)
{
    struct peer *peer = must_alloc(sizeof *peer);
    peer->net = net;
    peer->visitor = visitor;
    peer->upgraded = upgraded;
    peer->opened = peer->now = peer->heard = clock_now();
    queue_begin(&peer->queue);
    for (int i = 0; i < ROUND_TRIPS; i++)
        peer->trips[i] = -1;
    peer->next = net->peers;
    peer->link = &net->peers;
    if (net->peers != NULL)
        net->peers->link = &peer->next;
    net->peers = peer;
    net->count++;
    net->sockets++;
    net->base->metrics.connections_total++;
    visitor->connections++;
    uv_poll_init_socket(&net->base->loop, &peer->poll, upgraded.fd);
    peer->poll.data = peer;
    uv_poll_start(&peer->poll, UV_READABLE, on_poll);
    if (length > 0)
        read_bytes(peer, early, length);
}

/* ---- now and then ---- */

static void ping(struct peer *peer, carom_ms now)
{
    unsigned char frame[6] = {0x89, sizeof peer->pings};
    peer->pings++;
    memcpy(frame + 2, &peer->pings, sizeof peer->pings);
    peer->pinged = now;
    queue_add_copy(&peer->queue, frame, sizeof frame);
    flush(peer, now); /* at once: waiting for others is not part of the way */
}

static void sweep_one(struct peer *peer, carom_ms now)
{
    carom_ms since = peer->queue.since;
    bool stuck = since != 0 && now - since > (peer->closing ? CLOSING_MS : STUCK_MS);
    if (stuck) {
        peer->net->base->metrics.dropped_slow_total += !peer->closing;
        close_peer(peer, now);
    } else if (peer->closing) {
        return;
    } else if ((peer->guest == NULL && now - peer->opened > HELLO_MS) || now - peer->heard > SILENT_MS) {
        peer_bye(peer, WHY_SILENT, 0);
    } else if (peer->measured && peer->pinged == 0 &&
               (peer->pings < ROUND_TRIPS || now - peer->heard > PING_MS ||
                (now / 1000 + peer->upgraded.fd) % 15 == 0)) {
        ping(peer, clock_now());
    }
}

void net_sweep(struct net *net, carom_ms now, unsigned part)
{
    for (struct peer *peer = net->peers; peer != NULL;) {
        struct peer *next = peer->next;
        if ((unsigned)peer->upgraded.fd % SWEEP_PARTS == part)
            sweep_one(peer, now);
        peer = next;
    }
}

void net_bye(struct net *net, enum why why, int64_t argument)
{
    for (struct peer *peer = net->peers; peer != NULL; peer = peer->next)
        peer_bye(peer, why, argument);
}

void net_end(struct net *net)
{
    while (net->peers != NULL)
        close_peer(net->peers, clock_now());
}

carom_ms peer_credit(const struct peer *peer)
{
    int32_t least = -1;
    for (int i = 0; i < ROUND_TRIPS; i++)
        if (peer->trips[i] >= 0 && (least < 0 || peer->trips[i] < least))
            least = peer->trips[i];
    carom_ms half = least < 0 ? 0 : least / 2;
    if (half < CREDIT_LEAST_MS)
        return 0; /* so near that waiting for it would be felt more than the difference */
    return half < CREDIT_MOST_MS ? half : CREDIT_MOST_MS;
}

uint64_t peer_asker(const struct peer *peer)
{
    return (uintptr_t)peer->visitor;
}
