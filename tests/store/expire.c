/*
 * Forgetting: which tables are old enough, that a dropped one is gone at once, and that its room comes back bit by bit.
 */
#include "fixture.h"

#define DAY ((carom_ms)86400000)

static void append(struct store *store, struct store_batch *batch)
{
    assert_true(store_append(store, batch));
    store_batch_clear(batch);
}

static void put_event_at(struct store_batch *batch, int64_t table, uint32_t game, uint32_t seq, carom_ms at,
                         const char *kind)
{
    char text[128];
    int length = snprintf(text, sizeof text, "{\"seq\":%u,\"at\":%lld,\"ev\":\"%s\"}", seq, (long long)at, kind);
    store_batch_event(batch, table, game, seq, text, (size_t)length);
}

/* A table made on day `created`, with its last event on day `last`, played or not. */
static void put_table_of(struct store_batch *batch, int64_t id, carom_ms created, carom_ms last, bool played)
{
    struct store_table table = table_of(id, "");
    snprintf(table.code, sizeof table.code, "T%lld", (long long)id);
    table.created = created * DAY;
    store_batch_table(batch, &table);
    put_event_at(batch, id, 1, 1, created * DAY, "opened");
    put_event_at(batch, id, 1, 2, created * DAY, "joined");
    if (played)
        put_event_at(batch, id, 1, 3, created * DAY, "started");
    put_event_at(batch, id, 1, played ? 4 : 3, last * DAY, played ? "bid" : "joined");
}

static bool take_id(void *context, const struct store_table *table)
{
    char *all = context;
    sprintf(all + strlen(all), "%lld ", (long long)table->id);
    return true;
}

/* The tables that are named in a whole round, in calls that look at `most` of them. */
static const char *stale_ids(struct store *store, carom_ms idle, carom_ms unplayed, unsigned most)
{
    static char all[256];
    struct store_expiry expiry = {.idle_before = idle * DAY, .unplayed_before = unplayed * DAY, .batch = most};
    all[0] = '\0';
    do
        assert_true(store_find_expired(store, &expiry, take_id, all));
    while (expiry.after > 0);
    return all;
}

static void a_table_is_as_old_as_its_last_event(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    put_table_of(&batch, 1, 1, 1, true);
    put_table_of(&batch, 2, 1, 50, true); /* made long ago, but people still play */
    put_table_of(&batch, 3, 20, 20, true);
    put_table_of(&batch, 4, 20, 20, false);
    put_table_of(&batch, 5, 60, 60, false);
    put_table_of(&batch, 6, 1, 60, false); /* people come and go, nobody begins */
    struct store_table again = table_of(7, "T7"), empty = table_of(8, "T8");
    again.game = 2;
    again.created = 1 * DAY;
    store_batch_table(&batch, &again); /* the second game waits, the first was played */
    put_event_at(&batch, 7, 1, 1, 1 * DAY, "opened");
    put_event_at(&batch, 7, 2, 1, 30 * DAY, "opened");
    empty.created = 5 * DAY;
    store_batch_table(&batch, &empty);
    append(store, &batch);
    for (unsigned most = 1; most < 12; most++) {
        assert_string_equal(stale_ids(store, 0, 0, most), "");
        assert_string_equal(stale_ids(store, 10, 0, most), "1 8 ");
        assert_string_equal(stale_ids(store, 21, 0, most), "1 3 4 8 ");
        assert_string_equal(stale_ids(store, 10, 21, most), "1 4 8 ");
        assert_string_equal(stale_ids(store, 10, 61, most), "1 4 5 6 8 ");
        assert_string_equal(stale_ids(store, 99, 99, most), "1 2 3 4 5 6 7 8 ");
    }
    store_batch_destroy(&batch);
    store_close(store);
}

static bool stop(void *context, const struct store_table *table)
{
    *(int64_t *)context = table->id;
    return false;
}

static void looking_goes_on_where_it_stopped(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_expiry expiry = {.idle_before = 99 * DAY, .batch = 100};
    for (int64_t id = 1; id <= 200; id++)
        put_table_of(&batch, id, 1, 1, true);
    append(store, &batch);
    for (int64_t id = 1; id <= 200; id++) {
        int64_t found = 0;
        assert_true(store_find_expired(store, &expiry, stop, &found));
        assert_int_equal(found, id);
        assert_int_equal(expiry.after, id);
    }
    int64_t found = 0;
    assert_true(store_find_expired(store, &expiry, stop, &found));
    assert_int_equal(found, 0);
    assert_int_equal(expiry.after, 0);
    store_batch_destroy(&batch);
    store_close(store);
}

/* ---- dropping ---- */

static bool count_event(void *context, uint32_t seq, const char *text, size_t length)
{
    (void)seq;
    (void)text;
    (void)length;
    ++*(unsigned *)context;
    return true;
}

static void count_seat(void *context, const struct store_seat *seat)
{
    (void)seat;
    ++*(unsigned *)context;
}

static void fill(struct store *store, int64_t id, uint32_t games, uint32_t events)
{
    static char text[200];
    struct store_batch batch = {0};
    struct store_table table = table_of(id, "");
    struct store_seat seat = {.player = "p1"};
    memset(text, 'x', sizeof text);
    snprintf(table.code, sizeof table.code, "T%lld", (long long)id);
    table.game = games;
    store_batch_table(&batch, &table);
    store_batch_seat(&batch, id, &seat);
    for (uint32_t game = 1; game <= games; game++)
        for (uint32_t seq = 1; seq <= events; seq++)
            store_batch_event(&batch, id, game, seq, text, sizeof text);
    append(store, &batch);
    store_batch_destroy(&batch);
}

static unsigned count_all(struct store *store, int64_t id, uint32_t games)
{
    unsigned count = 0;
    for (uint32_t game = 1; game <= games; game++)
        store_events(store, id, game, 1, UINT32_MAX, count_event, &count);
    return count;
}

static enum store_reject_reason why_of(struct store *store, struct store_batch *batch)
{
    struct store_failures failures = {0};
    assert_true(store_append_partial(store, batch, &failures));
    assert_int_equal(failures.count, 1);
    enum store_reject_reason reason = failures.items[0].reason;
    store_failures_destroy(&failures);
    store_batch_clear(batch);
    return reason;
}

static void a_dropped_table_is_gone_at_once_and_its_log_in_steps(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_table found;
    char fault[STORE_ERROR_SIZE] = "";
    unsigned seats = 0;
    fill(store, 1, 3, 2000);
    fill(store, 2, 1, 10);
    store_batch_delete_table(&batch, 1);
    append(store, &batch);
    assert_int_equal(store_find(store, "T1", &found), STORE_NOT_FOUND);
    assert_int_equal(store_find(store, "T2", &found), STORE_FOUND);
    assert_true(store_seats(store, 1, count_seat, &seats));
    assert_int_equal(seats, 0);
    assert_true(store_check_integrity(store, fault)); /* what is left over is known to be */
    /* Somebody has it in memory still, whatever they want to write. */
    store_batch_event(&batch, 1, 3, 2001, "late", 4);
    assert_int_equal(why_of(store, &batch), STORE_REJECT_NO_TABLE);
    store_batch_event(&batch, 1, 4, 1, "late", 4);
    assert_int_equal(why_of(store, &batch), STORE_REJECT_NO_TABLE);
    store_batch_delete_seat(&batch, 1, "p1");
    assert_int_equal(why_of(store, &batch), STORE_REJECT_NO_TABLE);
    store_batch_delete_table(&batch, 1);
    assert_int_equal(why_of(store, &batch), STORE_REJECT_NO_TABLE);
    unsigned left = count_all(store, 1, 3), steps = 0;
    assert_true(left > 0 && left < 6000);
    for (; store_purge(store, 300) == STORE_PURGE_MORE; steps++) {
        unsigned now = count_all(store, 1, 3);
        assert_true(now == left - 300 || (left <= 300 && now == 0));
        left = now;
        assert_true(store_check_integrity(store, fault));
    }
    assert_int_equal(left, 0);
    assert_true(steps >= 18);
    assert_int_equal(count_all(store, 2, 1), 10);
    assert_int_equal(store_purge(store, 300), STORE_PURGE_DONE);
    store_batch_destroy(&batch);
    store_close(store);
}

static void a_drop_and_a_new_table_with_its_code_fit_in_one_list(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_table table = table_of(2, "T1"), found;
    fill(store, 1, 1, 5);
    store_batch_delete_table(&batch, 1);
    store_batch_table(&batch, &table);
    append(store, &batch);
    assert_int_equal(store_find(store, "T1", &found), STORE_FOUND);
    assert_int_equal(found.id, 2);
    assert_int_equal(count_all(store, 1, 1), 0);
    store_batch_destroy(&batch);
    store_close(store);
}

static void tidying_goes_on_after_a_restart(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    fill(store, 1, 1, 3000);
    store_batch_delete_table(&batch, 1);
    append(store, &batch);
    assert_int_equal(store_purge(store, 100), STORE_PURGE_MORE);
    store_close(store);
    store = open_data();
    assert_true(count_all(store, 1, 1) > 0);
    while (store_purge(store, 1000) == STORE_PURGE_MORE)
        ;
    assert_int_equal(count_all(store, 1, 1), 0);
    store_batch_destroy(&batch);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_table_is_as_old_as_its_last_event),
        IN_FOLDER(looking_goes_on_where_it_stopped),
        IN_FOLDER(a_dropped_table_is_gone_at_once_and_its_log_in_steps),
        IN_FOLDER(a_drop_and_a_new_table_with_its_code_fit_in_one_list),
        IN_FOLDER(tidying_goes_on_after_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
