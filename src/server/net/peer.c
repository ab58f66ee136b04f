/*
 * WebSocket connections: reading messages, writing queued frames, measuring round trips, and letting go of those who
 * do not read or do not answer.
 *
 * wslay reads (it knows every way in which a frame can be wrong). Writing is our own queue of shared frames, because a
 * broadcast is encoded once for a whole table.
 */
#include "peer.h"

#include "../base/clock.h"
#include "../http/http.h"
#include "../tables/tables.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define READ_BYTES 65536
#define QUEUE_MOST (2048u * 1024) /* bytes waiting for one reader; more, and it is dropped */
#define STUCK_MS 20000            /* nothing could be written for so long: dropped */
#define HELLO_MS 20000
#define SILENT_MS 45000
#define PING_MS 15000
#define CLOSING_MS 5000
#define VECTORS 64

struct outgoing {
    struct outgoing *next;
    struct bytes *bytes;
};

/* ---- the end -------------------------------------------------------------------------------------------------------
 */

static void free_if_unused(struct peer *peer)
{
    if (peer->closed && peer->users == 0 && peer->handle == NULL)
        free(peer);
}

static void drop_queue(struct peer *peer)
{
    while (peer->out != NULL) {
        struct outgoing *next = peer->out->next;
        bytes_release(peer->out->bytes);
        free(peer->out);
        peer->out = next;
    }
    peer->out_end = &peer->out;
    peer->out_bytes = 0;
}

static void drop_frames(struct peer *peer)
{
    if (peer->frames != NULL) {
        wslay_event_context_free(peer->frames);
        peer->frames = NULL;
    }
}

static void on_poll_closed(uv_handle_t *handle)
{
    struct peer *peer = handle->data;
    http_close_upgraded(peer->server->http, peer->handle);
    peer->handle = NULL;
    peer->server->sockets--;
    free_if_unused(peer);
}

static void unlink_dirty(struct peer *peer)
{
    for (struct peer **link = &peer->server->dirty; *link != NULL; link = &(*link)->next_dirty) {
        if (*link == peer) {
            *link = peer->next_dirty;
            break;
        }
    }
    peer->dirty = false;
}

static void peer_close(struct peer *peer, carom_ms now)
{
    if (peer->closed)
        return;
    peer->closed = true;
    peer->closing = true;
    if (peer->dirty)
        unlink_dirty(peer);
    *peer->link = peer->next;
    if (peer->next != NULL)
        peer->next->link = peer->link;
    peer->server->peer_count--;
    peer->visitor->connections--;
    if (peer->live != NULL) {
        if (peer->attached)
            live_detach(peer->live, peer, now);
        live_release(peer->live);
        peer->live = NULL;
    }
    drop_queue(peer);
    if (!peer->feeding)
        drop_frames(peer);
    uv_close((uv_handle_t *)&peer->poll, on_poll_closed);
}

void peer_release(struct peer *peer)
{
    peer->users--;
    free_if_unused(peer);
}

/* ---- writing -------------------------------------------------------------------------------------------------------
 */

static void mark_dirty(struct peer *peer)
{
    if (!peer->dirty) {
        peer->dirty = true;
        peer->next_dirty = peer->server->dirty;
        peer->server->dirty = peer;
    }
}

static void enqueue(struct peer *peer, struct bytes *bytes)
{
    struct outgoing *item = must_alloc(sizeof *item);
    item->bytes = bytes;
    bytes->refs++;
    *peer->out_end = item;
    peer->out_end = &item->next;
    peer->out_bytes += bytes->length;
    mark_dirty(peer);
}

void peer_send(struct peer *peer, struct bytes *frame)
{
    if (peer->closing)
        return;
    if (peer->out_bytes + frame->length > QUEUE_MOST) {
        peer->server->metrics.dropped_slow_total++;
        log_line(SERVE_LOG_INFO, "slow-reader", "address=%s waiting=%zu", peer->visitor->address, peer->out_bytes);
        peer_close(peer, clock_now());
        return;
    }
    enqueue(peer, frame);
}

static void enqueue_copy(struct peer *peer, const void *data, size_t length)
{
    struct bytes *bytes = bytes_copy(data, length);
    enqueue(peer, bytes);
    bytes_release(bytes);
}

void peer_bye(struct peer *peer, enum why why, int64_t argument)
{
    if (peer->closing)
        return;
    struct refused refused;
    refuse_number(&refused, why, argument);
    char buffer[512];
    struct carom_text text = carom_text_in(buffer, sizeof buffer);
    carom_text_put(&text, "{\"type\":\"bye\",");
    refused_write(&text, "connection", &refused);
    carom_text_put(&text, ",\"retry\":");
    carom_text_int(&text, why == WHY_STOPPING || why == WHY_STORE || why == WHY_RATE ? 1000 : 500);
    carom_text_char(&text, '}');
    struct bytes *frame = frame_text(buffer, text.length);
    enqueue(peer, frame);
    bytes_release(frame);
    unsigned code = why == WHY_STOPPING ? 1001 : why == WHY_TOO_BIG ? 1009 : why == WHY_STORE ? 1011 : 1008;
    unsigned char close[4] = {0x88, 2, (unsigned char)(code >> 8), (unsigned char)code};
    enqueue_copy(peer, close, sizeof close);
    peer->closing = true;
    peer->out_since = clock_now();
}

static void take_written(struct peer *peer, size_t written)
{
    peer->out_bytes -= written;
    written += peer->out_offset;
    while (peer->out != NULL && written >= peer->out->bytes->length) {
        struct outgoing *first = peer->out;
        written -= first->bytes->length;
        peer->out = first->next;
        bytes_release(first->bytes);
        free(first);
    }
    peer->out_offset = written;
    if (peer->out == NULL)
        peer->out_end = &peer->out;
}

/* Writes as much as the socket takes. False: the connection is broken. */
static bool write_queue(struct peer *peer, carom_ms now)
{
    while (peer->out != NULL) {
        struct iovec vectors[VECTORS];
        int count = 0;
        for (struct outgoing *item = peer->out; item != NULL && count < VECTORS; item = item->next) {
            size_t skip = count == 0 ? peer->out_offset : 0;
            vectors[count++] = (struct iovec){item->bytes->data + skip, item->bytes->length - skip};
        }
        ssize_t written = writev(peer->fd, vectors, count);
        if (written < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        take_written(peer, (size_t)written);
        peer->out_since = now;
    }
    return true;
}

static void on_poll(uv_poll_t *poll, int status, int events);

static void flush(struct peer *peer, carom_ms now)
{
    if (peer->out != NULL && peer->out_since == 0)
        peer->out_since = now;
    if (!write_queue(peer, now)) {
        peer_close(peer, now);
        return;
    }
    if (peer->closing && peer->out == NULL && !peer->finished) {
        /* Closing now, with something unread, would throw away what the client has not read yet: `bye`. */
        peer->finished = true;
        peer->out_since = now;
        shutdown(peer->fd, SHUT_WR);
    }
    int events = (peer->closing && !peer->finished ? 0 : UV_READABLE) | (peer->out != NULL ? UV_WRITABLE : 0);
    if (peer->out == NULL && !peer->closing)
        peer->out_since = 0;
    uv_poll_start(&peer->poll, events, on_poll);
}

void peers_flush(struct server *server)
{
    if (server->dirty == NULL)
        return;
    carom_ms now = clock_now();
    while (server->dirty != NULL) {
        struct peer *peer = server->dirty;
        server->dirty = peer->next_dirty;
        peer->dirty = false;
        flush(peer, now);
    }
}

/* ---- reading -------------------------------------------------------------------------------------------------------
 */

/* The bytes being read: one peer at a time, so one buffer for all of them. */
static char read_buffer[READ_BYTES];
static const char *unread;
static size_t unread_length;

static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *to, size_t size, int flags, void *context)
{
    (void)flags;
    (void)context;
    if (unread_length == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t length = unread_length < size ? unread_length : size;
    memcpy(to, unread, length);
    unread += length;
    unread_length -= length;
    return (ssize_t)length;
}

static bool muted; /* wslay may say what it wants, nobody hears it */

/* What wslay sends by itself: pongs and close frames. Whole frames, so they fit between ours. */
static ssize_t take_bytes(wslay_event_context_ptr frames, const uint8_t *data, size_t length, int flags, void *context)
{
    (void)frames;
    (void)flags;
    if (!muted)
        enqueue_copy(context, data, length);
    return (ssize_t)length;
}

static void note_round_trip(struct peer *peer, const uint8_t *payload, size_t length)
{
    uint32_t number;
    if (peer->pinged == 0 || length != sizeof number)
        return;
    memcpy(&number, payload, sizeof number);
    if (number == peer->pings) {
        carom_ms trip = peer->now - peer->pinged;
        peer->trips[peer->pings % ROUND_TRIPS] = trip < 60000 ? (int32_t)trip : 60000;
        peer->pinged = 0;
    }
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    (void)frames;
    struct peer *peer = context;
    if (message->opcode == WSLAY_PONG)
        note_round_trip(peer, message->msg, message->msg_length);
    else if (message->opcode == WSLAY_TEXT_FRAME && !peer->closing)
        request_receive(peer, (const char *)message->msg, message->msg_length, peer->now);
    else if (message->opcode == WSLAY_BINARY_FRAME)
        peer_bye(peer, WHY_BAD_MESSAGE, 0);
}

/* A frame's length is known when it begins: so is where the next one will. */
static void on_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame,
                     void *context)
{
    (void)frames;
    struct peer *peer = context;
    unsigned wide = frame->payload_length < 126 ? 0 : frame->payload_length <= 0xffff ? 2 : 8;
    peer->frame_ends += 2 + wide + 4 + frame->payload_length; /* clients mask: 4 bytes */
    if (frame->opcode < 8)
        peer->fragment = !frame->fin;
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = give_bytes,
    .send_callback = take_bytes,
    .on_msg_recv_callback = on_message,
    .on_frame_recv_start_callback = on_frame,
};

/* wslay has found a frame that is broken or too long, and is about to say so in a close frame: ours tells more. */
static void refuse_frame(struct peer *peer)
{
    muted = true;
    wslay_event_send(peer->frames);
    muted = false;
    bool big = wslay_event_get_status_code_sent(peer->frames) == WSLAY_CODE_MESSAGE_TOO_BIG;
    peer_bye(peer, big ? WHY_TOO_BIG : WHY_BAD_MESSAGE, big ? (int64_t)peer->server->options->max_message : 0);
}

static void begin_frames(struct peer *peer)
{
    if (wslay_event_context_server_init(&peer->frames, &callbacks, peer) != 0)
        must_alloc(SIZE_MAX); /* no memory: said and done there */
    wslay_event_config_set_max_recv_msg_length(peer->frames, peer->server->options->max_message);
    peer->frame_bytes = peer->frame_ends = 0;
}

/* What follows from what wslay has read. */
static void after_frames(struct peer *peer, int answer)
{
    if (peer->closing)
        return;
    if (answer != 0) {
        peer_close(peer, peer->now);
        return;
    }
    if (!wslay_event_get_read_enabled(peer->frames) && !wslay_event_get_close_received(peer->frames)) {
        refuse_frame(peer);
        return;
    }
    if (wslay_event_want_write(peer->frames))
        wslay_event_send(peer->frames);
    if (wslay_event_get_close_received(peer->frames)) {
        peer->closing = true;
        mark_dirty(peer);
    }
}

static void feed(struct peer *peer, const char *data, size_t length)
{
    if (peer->frames == NULL)
        begin_frames(peer);
    unread = data;
    unread_length = length;
    peer->heard = peer->now;
    peer->frame_bytes += length;
    peer->feeding = true;
    int answer = wslay_event_recv(peer->frames);
    after_frames(peer, answer);
    peer->feeding = false;
    bool between = peer->frame_bytes == peer->frame_ends && !peer->fragment;
    if (between || peer->closing)
        drop_frames(peer);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct peer *peer = poll->data;
    /* The one `now` of everything that arrives here. Commands carry it from this place on; nothing below looks at a
     * clock, so that all parts of a decision are about the same moment. */
    peer->now = clock_now();
    if (status < 0) {
        peer_close(peer, peer->now);
        return;
    }
    if ((events & UV_READABLE) != 0 && (!peer->closing || peer->finished)) {
        ssize_t length = read(peer->fd, read_buffer, sizeof read_buffer);
        if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) {
            peer_close(peer, peer->now);
            return;
        }
        if (length > 0 && !peer->closing) {
            peer->users++; /* a message may end the peer; it has to outlive this function */
            feed(peer, read_buffer, (size_t)length);
            bool closed = peer->closed;
            peer_release(peer);
            if (closed)
                return;
        }
    }
    if ((events & UV_WRITABLE) != 0)
        mark_dirty(peer);
}

/* ---- the beginning
 * --------------------------------------------------------------------------------------------------- */

void peer_begin(struct server *server, struct visitor *visitor, int fd, struct MHD_UpgradeResponseHandle *handle,
                const char *early, size_t length)
{
    struct peer *peer = must_alloc(sizeof *peer);
    peer->server = server;
    peer->visitor = visitor;
    peer->fd = fd;
    peer->handle = handle;
    peer->seat = PEER_NO_SEAT;
    peer->out_end = &peer->out;
    peer->opened = peer->now = peer->heard = clock_now();
    for (int i = 0; i < ROUND_TRIPS; i++)
        peer->trips[i] = -1;
    peer->next = server->peers;
    peer->link = &server->peers;
    if (server->peers != NULL)
        server->peers->link = &peer->next;
    server->peers = peer;
    server->peer_count++;
    server->sockets++;
    server->metrics.connections_total++;
    visitor->connections++;
    uv_poll_init_socket(&server->loop, &peer->poll, fd);
    peer->poll.data = peer;
    uv_poll_start(&peer->poll, UV_READABLE, on_poll);
    if (length > 0)
        feed(peer, early, length);
}

/* ---- now and then
 * ----------------------------------------------------------------------------------------------------- */

static void ping(struct peer *peer, carom_ms now)
{
    unsigned char frame[6] = {0x89, sizeof peer->pings};
    peer->pings++;
    memcpy(frame + 2, &peer->pings, sizeof peer->pings);
    peer->pinged = now;
    enqueue_copy(peer, frame, sizeof frame);
    flush(peer, now); /* at once: waiting for others is not part of the way */
}

static void sweep_one(struct peer *peer, carom_ms now)
{
    bool stuck = peer->out_since != 0 && now - peer->out_since > (peer->closing ? CLOSING_MS : STUCK_MS);
    if (stuck) {
        peer->server->metrics.dropped_slow_total += !peer->closing;
        peer_close(peer, now);
    } else if (peer->closing) {
        return;
    } else if ((peer->live == NULL && now - peer->opened > HELLO_MS) || now - peer->heard > SILENT_MS) {
        peer_bye(peer, WHY_SILENT, 0);
    } else if (peer->attached && peer->pinged == 0 &&
               (peer->pings < ROUND_TRIPS || now - peer->heard > PING_MS || (now / 1000 + peer->fd) % 15 == 0)) {
        ping(peer, clock_now());
    }
}

void peers_sweep(struct server *server, carom_ms now, unsigned part)
{
    for (struct peer *peer = server->peers; peer != NULL;) {
        struct peer *next = peer->next;
        if ((unsigned)peer->fd % SWEEP_PARTS == part)
            sweep_one(peer, now);
        peer = next;
    }
}

void peers_end(struct server *server)
{
    while (server->peers != NULL)
        peer_close(server->peers, clock_now());
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
