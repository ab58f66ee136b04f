/*
 * Connections from inside: what is set on their sockets, who is looked at by a sweep, and what is asked of the system
 * for each message.
 */
#include "support.h"

#include "../../src/server/net/net.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PEERS 101
#define LATER_MS 21000 /* by then somebody without a hello is told good-bye */

static struct serve_options options = {.max_message = 8192, .log_level = SERVE_LOG_ERROR};
static struct base base;
static struct net net;
static struct client_addr *client_addr;
static int mine[PEERS];

struct said {
    const char *text;
    size_t length;
};

static void write_said(struct carom_text *text, const void *context)
{
    const struct said *said = context;
    carom_text_bytes(text, said->text, said->length);
}

static void on_message(void *context, struct connection *conn, const char *text, size_t length, carom_ms now)
{
    struct shared_buffer *frame = frame_write(write_said, &(struct said){text, length});
    (void)context;
    (void)now;
    conn_send(conn, frame);
    buffer_unref(frame);
}

static void on_closed(struct connection *conn, carom_ms now)
{
    (void)conn;
    (void)now;
}

static const struct net_events events = {on_message, on_closed};

static void close_socket(void *owner, void *socket)
{
    (void)owner;
    close((int)(intptr_t)socket);
}

static struct connection *add(int fd)
{
    conn_open_websocket(&net, client_addr,
                        (struct upgraded_socket){.fd = fd, .socket = (void *)(intptr_t)fd, .close = close_socket}, "",
                        0);
    return net.connections;
}

static void turn(void)
{
    uv_run(&base.loop, UV_RUN_NOWAIT);
    net_flush(&net);
}

static int set_up(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_IGN); /* as the server does */
    base = (struct base){.options = &options};
    net = (struct net){.base = &base, .events = &events};
    client_addrs_init(&net.client_addrs, 8);
    assert_int_equal(uv_loop_init(&base.loop), 0);
    client_addr = client_addr_get(&net.client_addrs, &(struct address){{0}}, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    net_end(&net);
    turn();
    assert_int_equal(net.sockets, 0);
    client_addr_unref(&net.client_addrs, client_addr);
    client_addrs_destroy(&net.client_addrs);
    assert_int_equal(uv_loop_close(&base.loop), 0);
    return 0;
}

static void messages_are_sent_at_once(void **state)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof place;
    int listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0), at_once = 0;
    socklen_t size = sizeof at_once;
    (void)state;
    assert_int_equal(bind(listener, (struct sockaddr *)&place, sizeof place), 0);
    assert_int_equal(listen(listener, 1), 0);
    getsockname(listener, (struct sockaddr *)&place, &length);
    assert_int_equal(connect(client, (struct sockaddr *)&place, sizeof place), 0);
    int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
    add(fd);
    assert_int_equal(getsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, &size), 0);
    assert_true(at_once);
    close(client);
    close(listener);
}

/* Those who leave in the middle of a sweep, also the one it would have gone on with, make it miss nobody. */
static void everybody_is_looked_at_in_one_round_of_sweeps(void **state)
{
    struct connection *conns[PEERS];
    (void)state;
    for (unsigned i = 0; i < PEERS; i++) {
        int ends[2];
        assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
        conns[i] = add(ends[0]);
        conn_ref(conns[i]);
        mine[i] = ends[1];
    }
    carom_ms later = clock_now_ms() + LATER_MS;
    for (unsigned part = 0; part < SWEEP_PARTS; part++) {
        struct connection *next = net.sweep_cursor;
        net_sweep(&net, later);
        for (unsigned i = 0; i < PEERS; i++)
            if (part % 5 == 2 && (net.sweep_cursor == conns[i] || next == conns[i]))
                shutdown(mine[i], SHUT_RDWR);
        turn();
    }
    for (unsigned i = 0; i < PEERS; i++) {
        assert_true(conns[i]->closing);
        conn_unref(conns[i]);
        close(mine[i]);
    }
}

/* A message in, a message out: what is waited for stays the same, and nothing has to be asked for. */
static void waiting_changes_only_when_something_waits(void **state)
{
    static const unsigned char hello[] = {0x81, 0x82, 0, 0, 0, 0, 'h', 'i'};
    char answer[16];
    int ends[2], small = 4096;
    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    struct connection *conn = add(ends[0]);
    assert_int_equal(conn->poll_events, UV_READABLE);
    assert_int_equal(write(ends[1], hello, sizeof hello), sizeof hello);
    turn();
    assert_int_equal(conn->poll_events, UV_READABLE);
    assert_int_equal(read(ends[1], answer, sizeof answer), 4);
    assert_memory_equal(answer, "\x81\x02hi", 4);
    struct shared_buffer *large = buffer_new(100000);
    memset(large->data, 'x', large->length);
    conn_send(conn, large);
    buffer_unref(large);
    turn();
    assert_int_equal(conn->poll_events, UV_WRITABLE); /* so much waits that nothing is read */
    for (unsigned i = 0; i < 1000 && conn->queue.first != NULL; i++) {
        static char bytes[1 << 16];
        while (read(ends[1], bytes, sizeof bytes) > 0) {
        }
        turn();
    }
    assert_int_equal(conn->poll_events, UV_READABLE);
    close(ends[1]);
}

/* The system does not wait for files: such a socket is given back, and nothing of it is left. */
static void a_socket_that_cannot_be_waited_for_is_given_back(void **state)
{
    FILE *file = tmpfile();
    int fd = dup(fileno(file));
    (void)state;
    fclose(file);
    conn_open_websocket(&net, client_addr,
                        (struct upgraded_socket){.fd = fd, .socket = (void *)(intptr_t)fd, .close = close_socket}, "x",
                        1);
    assert_null(net.connections);
    assert_int_equal(net.count, 0);
    assert_int_equal(client_addr->open_counts[COUNTER_WEBSOCKETS], 0);
    assert_int_equal(fcntl(fd, F_GETFD), -1);
}

static void a_message_is_whole_however_long_it_is(void **state)
{
    enum { LONG = 1000000 };
    char *words = malloc(LONG);
    size_t length;
    (void)state;
    memset(words, 'w', LONG);
    struct shared_buffer *frame = frame_write(write_said, &(struct said){words, LONG});
    assert_memory_equal(ws_frame_payload(frame, &length), words, LONG);
    assert_int_equal(length, LONG);
    buffer_unref(frame);
    free(words);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(messages_are_sent_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(everybody_is_looked_at_in_one_round_of_sweeps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_socket_that_cannot_be_waited_for_is_given_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_message_is_whole_however_long_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(waiting_changes_only_when_something_waits, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
