/*
 * Those at a table from inside: how they are seen off, also while they still read its history, and how many seats are
 * kept.
 */
#include "support.h"

#include "../../src/server/tables/internal.h"
#include "../../src/server/tables/tables.h"

#include <sys/socket.h>
#include <unistd.h>

#define GUESTS 6

static struct serve_options options = {.log_level = SERVE_LOG_ERROR};
static struct base base;
static struct net net;
static struct tables tables;
static struct table *table;
static struct client_addr *client_addr;
static unsigned byes;

static void on_closed(struct connection *conn, carom_ms now)
{
    if (conn->session != NULL)
        session_close(conn->session, now);
}

static const struct net_events events = {.closed = on_closed};

static void close_socket(void *owner, void *socket)
{
    (void)owner;
    close((int)(intptr_t)socket);
}

/* As in rrgp: the last words do not fit any more, and the connection is dropped in the middle of them. */
static void bye(struct connection *conn, const struct api_error *error)
{
    (void)error;
    byes++;
    conn->queue.bytes = SIZE_MAX / 2;
    conn_write_raw(conn, "bye", 3);
}

static void closed(struct connection *conn)
{
    conn->queue.bytes = 0;
}

static const struct conn_protocol lines = {.send_bye = bye, .closed = closed};

static int set_up(void **state)
{
    (void)state;
    log_set(SERVE_LOG_ERROR, SERVE_LOG_LOGFMT);
    byes = 0;
    base = (struct base){.options = &options};
    net = (struct net){.base = &base, .events = &events};
    tables = (struct tables){.base = &base};
    client_addrs_init(&net.client_addrs, 8);
    assert_int_equal(uv_loop_init(&base.loop), 0);
    client_addr = client_addr_get(&net.client_addrs, &(struct address){{0}}, 1);
    table = table_new(&tables, &(struct store_table){.id = 1, .code = "ABCDEFGH"}, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    net_end(&net);
    table_retire(table);
    uv_run(&base.loop, UV_RUN_NOWAIT);
    client_addr_unref(&net.client_addrs, client_addr);
    client_addrs_destroy(&net.client_addrs);
    assert_int_equal(uv_loop_close(&base.loop), 0);
    return 0;
}

static struct session *come(uint8_t token)
{
    const uint8_t hash[SEAT_TOKEN_HASH_SIZE] = {token};
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    close(ends[1]);
    struct upgraded_socket upgraded = {.fd = ends[0], .socket = (void *)(intptr_t)ends[0], .close = close_socket};
    return session_new(table, conn_open_custom(&net, client_addr, upgraded, &lines, NULL), hash, false);
}

static void everybody_is_seen_off_though_saying_so_ends_them(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GUESTS; i++)
        come((uint8_t)i);
    assert_non_null(table->arriving); /* nobody has read the history yet */
    table_disconnect_all(table, API_ERR_TABLE_CLOSED, 0);
    assert_int_equal(byes, GUESTS);
    assert_null(table->arriving);
    assert_null(table->sessions);
    assert_int_equal(table->refs, 0);
}

static void a_seat_that_is_given_up_is_no_longer_that_of_somebody_who_is_arriving(void **state)
{
    (void)state;
    uint32_t seat = seat_add(table, "p1", (const uint8_t[SEAT_TOKEN_HASH_SIZE]){7}, 1);
    struct session *session = come(7);
    assert_int_equal(session->seat, seat);
    seat_vacate(table, seat);
    assert_int_equal(session->seat, TABLE_NO_SEAT);
    assert_int_equal(seat_add(table, "p2", (const uint8_t[SEAT_TOKEN_HASH_SIZE]){8}, 1),
                     seat); /* slots are used again */
    assert_int_equal(session->seat, TABLE_NO_SEAT);
    assert_int_equal(seat_session_count(table, seat), 0);
    assert_int_equal(come(8)->seat, seat);
    assert_int_equal(seat_session_count(table, seat), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everybody_is_seen_off_though_saying_so_ends_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_seat_that_is_given_up_is_no_longer_that_of_somebody_who_is_arriving, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
