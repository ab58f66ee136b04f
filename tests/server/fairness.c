/*
 * Fairness: whose bid counts as made first, by what is known of the ways there and back.
 */
#include "support.h"

#include "../../src/server/tables/tables.h"

#define PLAYERS 3

static struct table table;
static struct session sessions[PLAYERS];
static struct connection conns[PLAYERS];
static struct deferred deferred[PLAYERS];
static unsigned order[PLAYERS];
static unsigned ran;

/* Three players with these round trips, while bidding is on. */
static void sit(int32_t first, int32_t second, int32_t third)
{
    const int32_t trips[PLAYERS] = {first, second, third};
    table = (struct table){.options.latency_credit = true, .game.phase = CAROM_PHASE_BIDDING};
    ran = 0;
    for (unsigned i = 0; i < PLAYERS; i++) {
        conns[i] = (struct connection){.round_trip = trips[i]};
        sessions[i] = (struct session){.conn = &conns[i], .seat = i, .next = table.sessions};
        table.sessions = &sessions[i];
    }
}

static void run(struct table *at, struct deferred *held)
{
    (void)at;
    order[ran++] = (unsigned)(held - deferred);
}

/* A bid of this player arrives. */
static void bid(unsigned player, carom_ms now)
{
    carom_ms credit = latency_session_credit(&table, &sessions[player]);
    deferred[player] = (struct deferred){.sent_at = now - credit, .received_at = now, .run = run};
    if (latency_must_wait(&table, credit))
        deferred_add_by_time(&table, &deferred[player], now);
    else
        run(&table, &deferred[player]);
}

static void credit_is_half_the_round_trip_between_bounds(void **state)
{
    (void)state;
    sit(-1, 19, 40);
    assert_int_equal(conn_latency_credit(&conns[0]), 0); /* not known */
    assert_int_equal(conn_latency_credit(&conns[1]), 0); /* too near to matter */
    assert_int_equal(conn_latency_credit(&conns[2]), 20);
    sit(300, 500, 60000);
    assert_int_equal(conn_latency_credit(&conns[0]), 150);
    assert_int_equal(conn_latency_credit(&conns[1]), CREDIT_MAX_MS);
    assert_int_equal(conn_latency_credit(&conns[2]), CREDIT_MAX_MS);
}

static void nobody_waits_where_all_are_near(void **state)
{
    (void)state;
    sit(1, 5, 15);
    bid(0, 1000);
    assert_int_equal(ran, 1);
}

static void bids_run_in_the_order_in_which_they_were_made(void **state)
{
    (void)state;
    sit(2, 300, 100);
    bid(0, 1000);                   /* made at 1000 */
    bid(1, 1080);                   /* made at 930 */
    bid(2, 1090);                   /* made at 1040 */
    deferred_run_due(&table, 1149); /* one made at 999 could still come */
    assert_int_equal(ran, 1);
    deferred_run_due(&table, 1150);
    assert_int_equal(ran, 2);
    deferred_run_due(&table, 1190);
    assert_int_equal(ran, 3);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 0);
    assert_int_equal(order[2], 2);
}

static void without_credit_what_arrives_first_is_first(void **state)
{
    (void)state;
    sit(2, 300, 100);
    table.options.latency_credit = false;
    bid(0, 1000);
    bid(1, 1080);
    assert_int_equal(ran, 2);
    assert_int_equal(order[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(credit_is_half_the_round_trip_between_bounds),
        cmocka_unit_test(nobody_waits_where_all_are_near),
        cmocka_unit_test(bids_run_in_the_order_in_which_they_were_made),
        cmocka_unit_test(without_credit_what_arrives_first_is_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
