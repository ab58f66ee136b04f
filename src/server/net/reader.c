/*
 * Reading. wslay knows every way in which a frame can be wrong; it is there only while a message is arriving, because
 * its state is larger than everything else a connection needs.
 */
#include "reader.h"

#include "queue.h"

#include <stdlib.h>
#include <string.h>

/* What wslay keeps of a connection. Most messages arrive whole, so a few of them do for all. */
struct framer {
    wslay_event_context_ptr frames;
    struct peer *peer;
    struct framer *next; /* that is free */
};

#define FREE_FRAMERS 32

/* The bytes being read: one peer at a time. */
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

/* wslay has an answer to everything: a pong for each ping, a close frame. We write our own: one pong is owed at most,
 * and `bye` tells more. */
static ssize_t ignore_bytes(wslay_event_context_ptr frames, const uint8_t *data, size_t length, int flags,
                            void *context)
{
    (void)frames;
    (void)data;
    (void)flags;
    (void)context;
    return (ssize_t)length;
}

/* RFC 6455, 5.5.3: of several pings the last one needs an answer. */
static void owe_pong(struct peer *peer, const uint8_t *payload, size_t length)
{
    if (peer->pong != NULL)
        bytes_release(peer->pong);
    peer->pong = bytes_new(2 + length);
    peer->pong->data[0] = (char)0x8a;
    peer->pong->data[1] = (char)length;
    memcpy(peer->pong->data + 2, payload, length);
}

/* RFC 6455, 5.5.1: a close frame is answered with one, with the same code. */
static void answer_close(struct peer *peer)
{
    unsigned code = wslay_event_get_status_code_received(peer->reading.framer->frames);
    bool has_code = code != WSLAY_CODE_NO_STATUS_RCVD;
    unsigned char close[4] = {0x88, has_code ? 2 : 0, (unsigned char)(code >> 8), (unsigned char)code};
    queue_add_copy(&peer->queue, close, has_code ? 4 : 2);
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    (void)frames;
    struct peer *peer = ((struct framer *)context)->peer;
    struct net *net = peer->net;
    if (peer->closing || peer->reading.refused)
        return;
    if (message->opcode == WSLAY_PING && peer_take(peer, peer->now) == 0)
        owe_pong(peer, message->msg, message->msg_length);
    else if (message->opcode == WSLAY_PONG)
        peer_take(peer, peer->now);
    else if (message->opcode == WSLAY_TEXT_FRAME)
        net->events->message(net->context, peer, (const char *)message->msg, message->msg_length, peer->now);
    else if (message->opcode == WSLAY_BINARY_FRAME)
        peer->reading.refused = true;
}

/* A frame's length is known when it begins: so is where the next one will. */
static void on_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame,
                     void *context)
{
    (void)frames;
    struct peer *peer = ((struct framer *)context)->peer;
    unsigned wide = frame->payload_length < 126 ? 0 : frame->payload_length <= 0xffff ? 2 : 8;
    peer->reading.ends += 2 + wide + 4 + frame->payload_length; /* clients mask: 4 bytes */
    if (frame->opcode < 8)
        peer->reading.fragment = !frame->fin;
    if (!frame->fin && !peer->closing)
        peer_take(peer, peer->now); /* pieces count, or a message of empty ones would be for nothing */
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = give_bytes,
    .send_callback = ignore_bytes,
    .on_msg_recv_callback = on_message,
    .on_frame_recv_start_callback = on_frame,
};

static struct framer *new_framer(void)
{
    struct framer *framer = must_alloc(sizeof *framer);
    must(wslay_event_context_server_init(&framer->frames, &callbacks, framer) == 0);
    return framer;
}

static void free_framer(struct framer *framer)
{
    wslay_event_context_free(framer->frames);
    free(framer);
}

static void begin(struct peer *peer)
{
    struct reading *reading = &peer->reading;
    struct net *net = peer->net;
    reading->framer = net->framers;
    if (net->framers == NULL) {
        reading->framer = new_framer();
    } else {
        net->framers = reading->framer->next;
        net->free_framers--;
    }
    reading->framer->peer = peer;
    wslay_event_config_set_max_recv_msg_length(reading->framer->frames, net->base->options->max_message);
    reading->fed = reading->ends = 0;
    reading->since = peer->now;
    net->half_read++;
}

/* `clean`: it stands between two messages, and the next connection can begin there. */
static void let_go(struct peer *peer, bool clean)
{
    struct net *net = peer->net;
    struct framer *framer = peer->reading.framer;
    peer->reading.framer = NULL;
    net->half_read--;
    if (!clean || net->free_framers >= FREE_FRAMERS) {
        free_framer(framer);
        return;
    }
    framer->next = net->framers;
    net->framers = framer;
    net->free_framers++;
}

void reader_drop(struct peer *peer)
{
    if (peer->reading.framer != NULL && !peer->reading.busy)
        let_go(peer, false);
}

void reader_end(struct net *net)
{
    while (net->framers != NULL) {
        struct framer *framer = net->framers;
        net->framers = framer->next;
        free_framer(framer);
    }
    net->free_framers = 0;
}

/* wslay has found a frame that is broken or too long, and says why in the close frame that it would send. */
static enum read_end why_refused(wslay_event_context_ptr frames)
{
    wslay_event_send(frames);
    return wslay_event_get_status_code_sent(frames) == WSLAY_CODE_MESSAGE_TOO_BIG ? READ_TOO_BIG : READ_BAD_FRAME;
}

static enum read_end end_of(struct peer *peer, int answer)
{
    wslay_event_context_ptr frames = peer->reading.framer->frames;
    if (peer->closing)
        return READ_GOOD; /* somebody above has said good-bye meanwhile */
    if (peer->reading.refused)
        return READ_BAD_FRAME;
    if (answer != 0)
        return READ_BROKEN;
    if (!wslay_event_get_read_enabled(frames) && !wslay_event_get_close_received(frames))
        return why_refused(frames);
    if (wslay_event_want_write(frames))
        wslay_event_send(frames);
    if (!wslay_event_get_close_received(frames))
        return READ_GOOD;
    answer_close(peer);
    return READ_CLOSE;
}

enum read_end reader_feed(struct peer *peer, const char *data, size_t length)
{
    struct reading *reading = &peer->reading;
    if (reading->framer == NULL)
        begin(peer);
    unread = data;
    unread_length = length;
    reading->fed += length;
    reading->busy = true;
    enum read_end end = end_of(peer, wslay_event_recv(reading->framer->frames));
    reading->busy = false;
    bool between = reading->fed == reading->ends && !reading->fragment;
    if (peer->closing || end != READ_GOOD)
        reader_drop(peer);
    else if (between)
        let_go(peer, true);
    return end;
}
