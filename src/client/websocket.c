/*
 * A WebSocket (RFC 6455) on wslay. Our programs are its client's end; `carom-dev conformance --listen` is a server's.
 */
#include "websocket.h"

#include "../server/net/ws_accept.h"
#include "stream.h"

#include <errno.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#define HANDSHAKE_MS 10000
#define MESSAGE_MAX (1 << 20)      /* bytes; a server's longest have a tenth of that */
#define QUEUED_TOTAL_MAX (1 << 20) /* bytes of received messages; above that nothing more is read from the socket */
#define TURN_MAX (1 << 20)         /* bytes read in one turn, so that a peer that never stops cannot prevent Ctrl-C */
#define UNSENT_MAX 1000            /* queued messages; more are pongs for a peer that does not read them */
#define KEY 25                     /* 16 bytes in base64, and a NUL */

/* A received message in the queue for ws_receive. */
struct ws_message {
    struct ws_message *next;
    size_t length;
    char *text;
};

struct websocket {
    struct stream stream;
    bool gone;
    bool ponged;
    wslay_event_context_ptr frames;
    struct ws_message *first;
    struct ws_message **last;
    size_t held; /* bytes in the queue */
    size_t turn; /* bytes read in this turn */
};

/* ---- wslay's callbacks ---- */

static ssize_t read_bytes(wslay_event_context_ptr frames, uint8_t *to, size_t size, int flags, void *context)
{
    struct websocket *ws = context;
    (void)flags;
    if (ws->held > QUEUED_TOTAL_MAX || ws->turn >= TURN_MAX || wslay_event_get_queued_msg_count(frames) > UNSENT_MAX) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK); /* the peer sends faster than is read or answered here */
        return -1;
    }
    ssize_t got = stream_read(&ws->stream, to, size);
    if (got > 0) {
        ws->turn += (size_t)got;
        return got;
    }
    bool later = got < 0 && (errno == EAGAIN || errno == EINTR);
    ws->gone = ws->gone || !later;
    wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t write_bytes(wslay_event_context_ptr frames, const uint8_t *from, size_t length, int flags, void *context)
{
    struct websocket *ws = context;
    (void)flags;
    ssize_t sent = stream_write(&ws->stream, from, length);
    if (sent >= 0)
        return sent;
    bool later = errno == EAGAIN || errno == EINTR;
    ws->gone = ws->gone || !later;
    wslay_event_set_error(frames, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int make_mask(wslay_event_context_ptr frames, uint8_t *bytes, size_t length, void *context)
{
    (void)frames;
    (void)context;
    randombytes_buf(bytes, length);
    return 0;
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    struct websocket *ws = context;
    (void)frames;
    ws->ponged |= message->opcode == WSLAY_PONG;
    if (message->opcode != WSLAY_TEXT_FRAME)
        return;
    struct ws_message *ws_message = malloc(sizeof *ws_message);
    char *text = malloc(message->msg_length + 1);
    if (ws_message == NULL || text == NULL) {
        free(ws_message);
        free(text);
        ws->gone = true;
        return;
    }
    if (message->msg_length > 0) /* wslay gives no pointer with an empty message */
        memcpy(text, message->msg, message->msg_length);
    text[message->msg_length] = '\0';
    *ws_message = (struct ws_message){.length = message->msg_length, .text = text};
    *ws->last = ws_message;
    ws->last = &ws_message->next;
    ws->held += sizeof *ws_message + ws_message->length;
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = read_bytes,
    .send_callback = write_bytes,
    .genmask_callback = make_mask,
    .on_msg_recv_callback = on_message,
};

/* Makes a WebSocket that owns the stream. NULL: memory ran out, and the caller keeps the stream. */
static struct websocket *ws_new(struct stream stream, bool client)
{
    struct websocket *ws = calloc(1, sizeof *ws);
    if (ws != NULL) {
        ws->stream = stream;
        ws->last = &ws->first;
        int made = client ? wslay_event_context_client_init(&ws->frames, &callbacks, ws)
                          : wslay_event_context_server_init(&ws->frames, &callbacks, ws);
        if (made == 0) {
            wslay_event_config_set_max_recv_msg_length(ws->frames, MESSAGE_MAX);
            return ws;
        }
    }
    free(ws);
    return NULL;
}

/* ---- the handshake ---- */

/* Reads an HTTP head up to its empty line, byte by byte: what follows are frames, which wslay has to read. */
static bool read_head(struct stream *stream, char head[WS_HEAD_MAX])
{
    size_t length = 0;
    int64_t until = system_clock_ms(CLOCK_MONOTONIC) + HANDSHAKE_MS;
    while (length < WS_HEAD_MAX - 1 && stream_wait_until(stream, POLLIN, until)) {
        ssize_t got = stream_read(stream, head + length, 1);
        if (got == 0 || (got < 0 && errno != EAGAIN))
            return false;
        length += got > 0;
        head[length] = '\0';
        if (length >= 4 && strcmp(head + length - 4, "\r\n\r\n") == 0)
            return true;
    }
    return false;
}

bool ws_read_http_head(int fd, char head[WS_HEAD_MAX])
{
    return read_head(&(struct stream){.fd = fd}, head);
}

bool ws_http_header(const char *head, const char *name, char *value, size_t size)
{
    for (const char *line = strstr(head, "\r\n"); line != NULL; line = strstr(line + 2, "\r\n")) {
        size_t length = strlen(name);
        if (strncasecmp(line + 2, name, length) != 0 || line[2 + length] != ':')
            continue;
        const char *begin = line + 3 + length;
        begin += strspn(begin, " \t");
        snprintf(value, size, "%.*s", (int)strcspn(begin, " \t\r"), begin);
        return true;
    }
    return false;
}

static enum client_error ws_run_handshake(struct stream *stream, const struct server_url *url)
{
    uint8_t chance[16];
    char key[KEY], right[WS_ACCEPT_SIZE], accept[64], head[WS_HEAD_MAX], authorization[CLIENT_AUTHORIZATION];
    randombytes_buf(chance, sizeof chance);
    sodium_bin2base64(key, sizeof key, chance, sizeof chance, sodium_base64_VARIANT_ORIGINAL);
    server_url_basic_auth(url, authorization);
    int length = snprintf(head, sizeof head,
                          "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n%s\r\n",
                          url->hostname, url->port, key, authorization);
    if (!stream_send(stream, head, (size_t)length) || !read_head(stream, head))
        return CLIENT_ERROR_PROTOCOL;
    ws_accept_key(right, key);
    bool accepted = strncmp(head, "HTTP/1.1 101", 12) == 0 &&
                    ws_http_header(head, "Sec-WebSocket-Accept", accept, sizeof accept) && strcmp(accept, right) == 0;
    if (accepted)
        return CLIENT_OK;
    return strncmp(head, "HTTP/1.1 401", 12) == 0 ? CLIENT_ERROR_PASSWORD : CLIENT_ERROR_PROTOCOL;
}

static struct websocket *connect_stream(struct stream stream, const struct server_url *url, enum client_error *error)
{
    *error = ws_run_handshake(&stream, url);
    struct websocket *ws = *error == CLIENT_OK ? ws_new(stream, true) : NULL;
    if (ws == NULL)
        stream_close(&stream);
    if (ws == NULL && *error == CLIENT_OK)
        *error = CLIENT_ERROR_UNREACHABLE; /* there is no memory */
    return ws;
}

struct websocket *ws_connect(const struct server_url *url, enum client_error *error)
{
    struct stream stream;
    return stream_open(&stream, url, error) ? connect_stream(stream, url, error) : NULL;
}

struct websocket *ws_connect_socket(int fd, const struct server_url *url, enum client_error *error)
{
    return connect_stream((struct stream){.fd = fd}, url, error);
}

struct websocket *ws_accept(int fd, const char *request, bool *proper)
{
    char head[256], key[KEY], upgrade[32] = "", version[8] = "", accept[WS_ACCEPT_SIZE];
    uint8_t chance[16];
    size_t length = 0;
    if (strncmp(request, "GET /ws ", 8) != 0 || !ws_http_header(request, "Sec-WebSocket-Key", key, sizeof key))
        return NULL;
    ws_http_header(request, "Upgrade", upgrade, sizeof upgrade);
    ws_http_header(request, "Sec-WebSocket-Version", version, sizeof version);
    *proper = strcasecmp(upgrade, "websocket") == 0 && strcmp(version, "13") == 0 &&
              sodium_base642bin(chance, sizeof chance, key, strlen(key), NULL, &length, NULL,
                                sodium_base64_VARIANT_ORIGINAL) == 0 &&
              length == sizeof chance;
    ws_accept_key(accept, key);
    int size = snprintf(head, sizeof head,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Accept: %s\r\n\r\n",
                        accept);
    struct stream stream = {.fd = fd};
    return stream_send(&stream, head, (size_t)size) ? ws_new(stream, false) : NULL;
}

/* ---- messages ---- */

void ws_close(struct websocket *ws)
{
    if (ws == NULL)
        return;
    if (!ws->gone && wslay_event_queue_close(ws->frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0) == 0)
        wslay_event_send(ws->frames);
    ws_abort(ws);
}

void ws_ping(struct websocket *ws)
{
    struct wslay_event_msg ping = {.opcode = WSLAY_PING, .msg = (const uint8_t *)"?", .msg_length = 1};
    ws->ponged = false;
    if (wslay_event_queue_msg(ws->frames, &ping) == 0)
        wslay_event_send(ws->frames);
}

bool ws_got_pong(const struct websocket *ws)
{
    return ws->ponged;
}

void ws_abort(struct websocket *ws)
{
    while (ws->first != NULL) {
        struct ws_message *message = ws->first;
        ws->first = message->next;
        free(message->text);
        free(message);
    }
    wslay_event_context_free(ws->frames);
    stream_close(&ws->stream);
    free(ws);
}

int ws_fd(const struct websocket *ws)
{
    return ws->stream.fd;
}

bool ws_is_open(const struct websocket *ws)
{
    return ws->first != NULL || (!ws->gone && !wslay_event_get_close_received(ws->frames));
}

unsigned ws_close_code(const struct websocket *ws)
{
    return wslay_event_get_close_received(ws->frames) ? wslay_event_get_status_code_received(ws->frames) : 0;
}

bool ws_send(struct websocket *ws, const char *text, size_t length)
{
    struct wslay_event_msg message = {.opcode = WSLAY_TEXT_FRAME, .msg = (const uint8_t *)text, .msg_length = length};
    return wslay_event_queue_msg(ws->frames, &message) == 0 && wslay_event_send(ws->frames) == 0 && !ws->gone;
}

char *ws_take(struct websocket *ws, size_t *length)
{
    struct ws_message *message = ws->first;
    if (message == NULL)
        return NULL;
    char *text = message->text;
    ws->first = message->next;
    if (ws->first == NULL)
        ws->last = &ws->first;
    *length = message->length;
    ws->held -= sizeof *message + message->length;
    free(message);
    return text;
}

static void send_rest(struct websocket *ws)
{
    if (!ws->gone && wslay_event_want_write(ws->frames))
        wslay_event_send(ws->frames); /* pongs, and what did not fit before */
}

void ws_read(struct websocket *ws)
{
    ws->turn = 0;
    if (wslay_event_recv(ws->frames) != 0 || !wslay_event_get_read_enabled(ws->frames))
        ws->gone = !wslay_event_get_close_received(ws->frames);
    send_rest(ws);
    ws->gone = ws->gone || wslay_event_get_queued_msg_count(ws->frames) > UNSENT_MAX;
}

char *ws_receive(struct websocket *ws, int wait_ms, size_t *length)
{
    if (ws->first == NULL && ws_is_open(ws)) {
        short events = wslay_event_want_write(ws->frames) ? POLLIN | POLLOUT : POLLIN;
        if (stream_wait(&ws->stream, events, wait_ms))
            ws_read(ws);
        else
            send_rest(ws);
    }
    return ws_take(ws, length);
}
