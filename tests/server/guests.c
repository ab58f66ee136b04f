/*
 * Those at a table from inside: how they are seen off, also while they still read its history, and how many seats are
 * kept.
 */
#include "support.h"

#include "../../src/server/tables/room.h"
#include "../../src/server/tables/tables.h"

#include <sys/socket.h>
#include <unistd.h>

#define GUESTS 6

static struct serve_options options = {.log_level = SERVE_LOG_ERROR};
static struct base base;
static struct net net;
static struct tables tables;
static struct table *table;
static struct visitor *visitor;
static unsigned byes;

static void on_closed(struct peer *peer, carom_ms now)
{
    if (peer->guest != NULL)
        guest_leave(peer->guest, now);
}

static const struct net_events events = {.closed = on_closed};

static void close_socket(void *owner, void *socket)
{
    (void)owner;
    close((int)(intptr_t)socket);
}

/* As in rrgp: the last words do not fit any more, and the connection is dropped in the middle of them. */
static void bye(struct peer *peer, const struct refused *refused)
{
    (void)refused;
    byes++;
    peer->queue.bytes = SIZE_MAX / 2;
    peer_write(peer, "bye", 3);
}

static void closed(struct peer *peer)
{
    peer->queue.bytes = 0;
}

static const struct wire lines = {.bye = bye, .closed = closed};

static int set_up(void **state)
{
    (void)state;
    log_set(SERVE_LOG_ERROR, SERVE_LOG_LOGFMT);
    byes = 0;
    base = (struct base){.options = &options};
    net = (struct net){.base = &base, .events = &events};
    tables = (struct tables){.base = &base};
    visitors_start(&net.visitors, 8);
    assert_int_equal(uv_loop_init(&base.loop), 0);
    visitor = visitor_of(&net.visitors, &(struct address){{0}}, 1);
    table = table_new(&tables, &(struct store_table){.id = 1, .code = "ABCDEFGH"}, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    net_end(&net);
    table_retire(table);
    uv_run(&base.loop, UV_RUN_NOWAIT);
    visitor_release(&net.visitors, visitor);
    visitors_done(&net.visitors);
    assert_int_equal(uv_loop_close(&base.loop), 0);
    return 0;
}

static struct guest *come(uint8_t token)
{
    const uint8_t hash[TOKEN_HASH] = {token};
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    close(ends[1]);
    struct upgraded upgraded = {.fd = ends[0], .socket = (void *)(intptr_t)ends[0], .close = close_socket};
    return guest_new(table, peer_begin_wire(&net, visitor, upgraded, &lines, NULL), hash, false);
}

static void everybody_is_seen_off_though_saying_so_ends_them(void **state)
{
    (void)state;
    for (unsigned i = 0; i < GUESTS; i++)
        come((uint8_t)i);
    assert_non_null(table->arriving); /* nobody has read the history yet */
    table_see_off(table, WHY_TABLE_CLOSED, 0);
    assert_int_equal(byes, GUESTS);
    assert_null(table->arriving);
    assert_null(table->audience);
    assert_int_equal(table->users, 0);
}

static void a_seat_that_is_given_up_is_no_longer_that_of_somebody_who_is_arriving(void **state)
{
    (void)state;
    uint32_t seat = seat_add(table, "p1", (const uint8_t[TOKEN_HASH]){7}, 1);
    struct guest *guest = come(7);
    assert_int_equal(guest->seat, seat);
    seat_vacate(table, seat);
    assert_int_equal(guest->seat, TABLE_NO_SEAT);
    assert_int_equal(seat_add(table, "p2", (const uint8_t[TOKEN_HASH]){8}, 1), seat); /* slots are used again */
    assert_int_equal(guest->seat, TABLE_NO_SEAT);
    assert_int_equal(seat_guests(table, seat), 0);
    assert_int_equal(come(8)->seat, seat);
    assert_int_equal(seat_guests(table, seat), 1);
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
