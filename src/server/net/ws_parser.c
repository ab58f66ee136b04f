/*
 * Reading WebSocket frames with wslay, which detects every malformed frame. A parser exists only while a message is
 * arriving, because its state is larger than everything else a connection needs.
 */
#include "ws_parser.h"

#include "send_queue.h"

#include <stdlib.h>
#include <string.h>

/* wslay's state for a connection. Most messages arrive whole, so a few parsers are enough for all. */
struct ws_parser {
    wslay_event_context_ptr frames;
    struct connection *conn;
    struct ws_parser *next; /* next free one */
};

#define PARKED_PARSERS_MAX 32

/* The bytes being read; one connection at a time. */
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

/* Discards wslay's automatic answers (a pong for each ping, a close frame). We write our own: at most one pong is
 * pending, and `bye` says more. */
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
static void queue_pong(struct connection *conn, const uint8_t *payload, size_t length)
{
    if (conn->pong != NULL)
        buffer_unref(conn->pong);
    conn->pong = buffer_new(2 + length);
    conn->pong->data[0] = (char)0x8a;
    conn->pong->data[1] = (char)length;
    memcpy(conn->pong->data + 2, payload, length);
}

/* RFC 6455, 5.5.1: a close frame is answered with the same code. */
static void answer_close(struct connection *conn)
{
    unsigned code = wslay_event_get_status_code_received(conn->ws_read.parser->frames);
    bool has_code = code != WSLAY_CODE_NO_STATUS_RCVD;
    unsigned char close[4] = {0x88, has_code ? 2 : 0, (unsigned char)(code >> 8), (unsigned char)code};
    queue_add_copy(&conn->queue, close, has_code ? 4 : 2);
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    (void)frames;
    struct connection *conn = ((struct ws_parser *)context)->conn;
    struct net *net = conn->net;
    if (conn->closing || conn->ws_read.refused)
        return;
    if (message->opcode == WSLAY_PING && conn_take_message_quota(conn, conn->received_at) == 0)
        queue_pong(conn, message->msg, message->msg_length);
    else if (message->opcode == WSLAY_PONG)
        conn_take_message_quota(conn, conn->received_at);
    else if (message->opcode == WSLAY_TEXT_FRAME)
        net->events->message(net->context, conn, (const char *)message->msg, message->msg_length, conn->received_at);
    else if (message->opcode == WSLAY_BINARY_FRAME)
        conn->ws_read.refused = true;
}

/* A frame's length is known at its beginning, and so is where the next one begins. */
static void on_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame,
                     void *context)
{
    (void)frames;
    struct connection *conn = ((struct ws_parser *)context)->conn;
    unsigned wide = frame->payload_length < 126 ? 0 : frame->payload_length <= 0xffff ? 2 : 8;
    conn->ws_read.ends += 2 + wide + 4 + frame->payload_length; /* clients mask: 4 bytes */
    if (frame->opcode < 8)
        conn->ws_read.fragment = !frame->fin;
    if (!frame->fin && !conn->closing)
        conn_take_message_quota(conn,
                                conn->received_at); /* fragments count, or a message of empty ones would be free */
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = give_bytes,
    .send_callback = ignore_bytes,
    .on_msg_recv_callback = on_message,
    .on_frame_recv_start_callback = on_frame,
};

static struct ws_parser *new_framer(void)
{
    struct ws_parser *parser = xcalloc(sizeof *parser);
    check_alloc(wslay_event_context_server_init(&parser->frames, &callbacks, parser) == 0);
    return parser;
}

static void free_framer(struct ws_parser *parser)
{
    wslay_event_context_free(parser->frames);
    free(parser);
}

static void acquire_parser(struct connection *conn)
{
    struct ws_read_state *state = &conn->ws_read;
    struct net *net = conn->net;
    state->parser = net->framers;
    if (net->framers == NULL) {
        state->parser = new_framer();
    } else {
        net->framers = state->parser->next;
        net->parked_parsers--;
    }
    state->parser->conn = conn;
    wslay_event_config_set_max_recv_msg_length(state->parser->frames, net->base->options->max_message);
    state->fed = state->ends = 0;
    state->since = conn->received_at;
    net->partial_messages++;
}

/* `clean`: the parser is between two messages, so another connection can reuse it. */
static void park_parser(struct connection *conn, bool clean)
{
    struct net *net = conn->net;
    struct ws_parser *parser = conn->ws_read.parser;
    conn->ws_read.parser = NULL;
    net->partial_messages--;
    if (!clean || net->parked_parsers >= PARKED_PARSERS_MAX) {
        free_framer(parser);
        return;
    }
    parser->next = net->framers;
    net->framers = parser;
    net->parked_parsers++;
}

void ws_parser_reset(struct connection *conn)
{
    if (conn->ws_read.parser != NULL && !conn->ws_read.busy)
        park_parser(conn, false);
}

void ws_parsers_free(struct net *net)
{
    while (net->framers != NULL) {
        struct ws_parser *parser = net->framers;
        net->framers = parser->next;
        free_framer(parser);
    }
    net->parked_parsers = 0;
}

/* wslay found a malformed or oversized frame, and says why in the close frame it would send. */
static enum ws_read_result frame_error(wslay_event_context_ptr frames)
{
    wslay_event_send(frames);
    return wslay_event_get_status_code_sent(frames) == WSLAY_CODE_MESSAGE_TOO_BIG ? READ_TOO_BIG : READ_BAD_FRAME;
}

static enum ws_read_result end_of(struct connection *conn, int answer)
{
    wslay_event_context_ptr frames = conn->ws_read.parser->frames;
    if (conn->closing)
        return WS_READ_OK; /* a callback has closed the connection meanwhile */
    if (conn->ws_read.refused)
        return READ_BAD_FRAME;
    if (answer != 0)
        return READ_BROKEN;
    if (!wslay_event_get_read_enabled(frames) && !wslay_event_get_close_received(frames))
        return frame_error(frames);
    if (wslay_event_want_write(frames))
        wslay_event_send(frames);
    if (!wslay_event_get_close_received(frames))
        return WS_READ_OK;
    answer_close(conn);
    return WS_READ_CLOSE;
}

enum ws_read_result ws_parser_feed(struct connection *conn, const char *data, size_t length)
{
    struct ws_read_state *state = &conn->ws_read;
    if (state->parser == NULL)
        acquire_parser(conn);
    unread = data;
    unread_length = length;
    state->fed += length;
    state->busy = true;
    enum ws_read_result end = end_of(conn, wslay_event_recv(state->parser->frames));
    state->busy = false;
    bool between = state->fed == state->ends && !state->fragment;
    if (conn->closing || end != WS_READ_OK)
        ws_parser_reset(conn);
    else if (between)
        park_parser(conn, true);
    return end;
}
