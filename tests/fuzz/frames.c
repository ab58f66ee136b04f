/* WebSocket frames as the server reads them: wslay, the reader, the connection round them, over a real socket. The
 * first byte says in how large pieces the rest arrives. Whatever comes in, messages are text of bounded length, and
 * what goes out is frames that a client can read. */
#include "fuzz.h"

#include "../../src/server/net/net.h"

#include <signal.h>
#include <unistd.h>

#define MESSAGE_MAX 256

static struct base base;
static struct net net;
static struct serve_options options = {.max_message = MESSAGE_MAX, .message_rate = 20, .log_level = SERVE_LOG_ERROR};

struct message {
    const char *text;
    size_t length;
};

static void put_message(struct carom_text *text, const void *context)
{
    const struct message *message = context;
    carom_text_bytes(text, message->text, message->length);
}

/* Longer ones are said back, and one word ends it. */
static void on_message(void *context, struct connection *conn, const char *text, size_t length, carom_ms now)
{
    (void)context;
    promise(length <= MESSAGE_MAX && carom_utf8_valid(text, length) && !conn->closing);
    struct shared_buffer *frame = frame_write(put_message, &(struct message){text, length});
    if (length > 3 && memcmp(text, "bye!", 4) == 0)
        conn_send_bye(conn, API_ERR_REMOVED, 0);
    else if (conn_take_message_quota(conn, now) == 0 && length > 1)
        conn_send(conn, frame);
    buffer_unref(frame);
}

static void on_closed(struct connection *conn, carom_ms now)
{
    (void)now;
    promise(conn->closed);
}

static const struct net_events events = {on_message, on_closed};

static void close_socket(void *owner, void *socket)
{
    (void)socket;
    close(*(int *)owner);
}

static void turn(void)
{
    uv_run(&base.loop, UV_RUN_NOWAIT);
    net_flush(&net);
}

/* Frames from a server: not masked, whole, of the kinds that it sends, and nothing behind a close frame. */
static void read_frames(const uint8_t *data, size_t size)
{
    bool closed = false;
    while (size > 0) {
        unsigned opcode = data[0] & 0x7f;
        promise(!closed && size >= 2 && (data[0] & 0x80) != 0 && (data[1] & 0x80) == 0);
        promise(opcode == 1 || opcode == 8 || opcode == 10);
        unsigned length = data[1], head = 2;
        if (length == 126) {
            promise(opcode == 1 && size >= 4);
            length = (unsigned)data[2] << 8 | data[3];
            head = 4;
        }
        promise(length < 4096 && size >= head + length);
        promise(opcode != 1 || carom_utf8_valid((const char *)data + head, length));
        promise(opcode != 8 || length != 1);
        closed = opcode == 8;
        data += head + length;
        size -= head + length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t answer[1 << 20];
    static struct client_addr *client_addr;
    int ends[2];
    if (client_addr == NULL) {
        signal(SIGPIPE, SIG_IGN); /* as the server does */
        base = (struct base){.options = &options};
        net = (struct net){.base = &base, .events = &events};
        client_addrs_init(&net.client_addrs, 8);
        promise(uv_loop_init(&base.loop) == 0);
        client_addr = client_addr_get(&net.client_addrs, &(struct address){{0}}, 1);
    }
    if (size == 0)
        return 0;
    promise(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
    size_t piece = data[0] > 0 ? 1 + size / (1 + data[0] % 16) : size, got = 0;
    struct upgraded_socket upgraded = {.fd = ends[0], .owner = &ends[0], .socket = &ends, .close = close_socket};
    /* The first piece comes with the handshake. */
    size_t early = piece < size ? piece : size - 1;
    conn_open_websocket(&net, client_addr, upgraded, (const char *)data + 1, early);
    for (size_t at = 1 + early; at < size; at += piece) {
        turn();
        ssize_t gone = write(ends[1], data + at, size - at < piece ? size - at : piece);
        (void)gone; /* the server may have closed it */
    }
    for (unsigned i = 0; i < 3; i++)
        turn();
    ssize_t length;
    while ((length = read(ends[1], answer + got, sizeof answer - got)) > 0)
        got += (size_t)length;
    read_frames(answer, got);
    close(ends[1]);
    net_end(&net);
    turn();
    promise(net.count == 0 && net.sockets == 0 && net.partial_messages == 0 && buffers_total_bytes() == 0);
    return 0;
}
