/*
 * What is particular to the store in PostgreSQL: several servers at once, a connection that breaks, other layouts, and
 * the way there and back.
 */
#include "fixture.h"

#include "../../dev/load.h"

#include <pthread.h>

#define SERVERS 6

/* ---- several servers ---- */

#define RACE_TABLES 8
#define RACE_EVENTS 60

struct racer {
    unsigned number;
    uint32_t won; /* events that this one has added */
    unsigned lost;
    bool good;
};

/* Adds events to all tables, each after what it has read; where another was faster, it reads again. */
static void *race(void *context)
{
    struct racer *racer = context;
    char fault[STORE_ERROR_SIZE];
    struct store *store = store_open(getenv("CAROM_TEST_POSTGRES"), fault);
    struct store_batch batch = {0};
    struct store_failures failures = {0};
    uint32_t lengths[RACE_TABLES + 1] = {0};
    bool over = store == NULL;
    while (!over) {
        over = true;
        for (int64_t id = RACE_TABLES; id >= 1; id--) { /* in this order or that: the store sorts */
            if (lengths[id] >= RACE_EVENTS)
                continue;
            over = false;
            for (uint32_t more = 1; more <= 1 + racer->number % 3; more++)
                store_batch_event(&batch, id, 1, lengths[id] + more, "event", 5);
        }
        if (!store_append_partial(store, &batch, &failures))
            break;
        racer->won += (uint32_t)(batch.count - failures.count * (1 + racer->number % 3));
        racer->lost += (unsigned)failures.count;
        store_batch_clear(&batch);
        for (int64_t id = 1; id <= RACE_TABLES; id++)
            store_events(store, id, 1, lengths[id] + 1, UINT32_MAX, keep_last, &lengths[id]);
    }
    racer->good = over && store != NULL;
    store_batch_destroy(&batch);
    store_failures_destroy(&failures);
    if (store != NULL)
        store_close(store);
    return NULL;
}

static void of_two_servers_one_wins_and_the_log_has_no_gap(void **state)
{
    (void)state;
    struct store *store = open_data();
    for (int64_t id = 1; id <= RACE_TABLES; id++)
        lay_table(store, id);
    pthread_t threads[SERVERS];
    struct racer racers[SERVERS];
    for (unsigned i = 0; i < SERVERS; i++) {
        racers[i] = (struct racer){.number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, race, &racers[i]), 0);
    }
    uint32_t won = 0, events = 0;
    unsigned lost = 0;
    for (unsigned i = 0; i < SERVERS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(racers[i].good);
        won += racers[i].won;
        lost += racers[i].lost;
    }
    for (int64_t id = 1; id <= RACE_TABLES; id++) {
        uint32_t length = length_of(store, id); /* fails if there is a gap */
        assert_true(length >= RACE_EVENTS);
        events += length;
    }
    print_message("# %u events by %u servers, %u tables lost to another\n", events, SERVERS, lost);
    assert_int_equal(won, events); /* every one that was acknowledged is there, once */
    assert_true(lost > 0);
    store_close(store);
}

static void *open_and_close(void *context)
{
    char fault[STORE_ERROR_SIZE];
    struct store *store = store_open(getenv("CAROM_TEST_POSTGRES"), fault);
    *(bool *)context = store != NULL;
    if (store != NULL)
        store_close(store);
    return NULL;
}

static void servers_that_start_at_once_lay_the_tables_once(void **state)
{
    (void)state;
    pthread_t threads[SERVERS];
    bool good[SERVERS];
    for (unsigned i = 0; i < SERVERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, &good[i]), 0);
    for (unsigned i = 0; i < SERVERS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(good[i]);
    }
    assert_int_equal(ask_postgres("SELECT count(*) FROM carom.version"), 1);
    assert_int_equal(ask_postgres("SELECT number FROM carom.version"), 4);
}

/* Tries to write; how many tables failed, -1 for the first of them by a conflict. */
static int conflicts_of(struct store *store, struct store_batch *batch)
{
    struct store_failures failures = {0};
    assert_true(store_append_partial(store, batch, &failures));
    int count = failures.count > 0 && failures.items[0].reason == STORE_REJECT_CONFLICT ? -1 : (int)failures.count;
    store_failures_destroy(&failures);
    store_batch_clear(batch);
    return count;
}

static void who_knows_an_older_edition_of_a_table_cannot_write_to_it(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE];
    struct store *stores[2];
    struct store_batch batch = {0};
    struct store_table facts = table_of(1, "AAAAAA"), found;
    for (unsigned i = 0; i < 2; i++)
        assert_non_null(stores[i] = store_open_postgres_shared(getenv("CAROM_TEST_POSTGRES"), fault));
    store_batch_table(&batch, &facts);
    store_batch_event_at_epoch(&batch, &facts, 1, "joined", 6);
    assert_int_equal(conflicts_of(stores[0], &batch), 0);
    store_batch_rewrite_event(&batch, 1, 1, 1, "other", 5);
    assert_int_equal(conflicts_of(stores[1], &batch), 0);
    store_batch_event_at_epoch(&batch, &facts, 2, "left", 4); /* has not heard of it */
    assert_int_equal(conflicts_of(stores[0], &batch), -1);
    store_batch_table(&batch, &facts);
    assert_int_equal(conflicts_of(stores[0], &batch), -1);
    assert_int_equal(store_find(stores[0], "AAAAAA", &found), STORE_FOUND);
    assert_int_equal(found.epoch, 1);
    assert_int_equal(found.rewrites, 1);
    store_batch_event_at_epoch(&batch, &found, 2, "left", 4); /* has read it */
    found.epoch++;
    store_batch_table(&batch, &found);
    assert_int_equal(conflicts_of(stores[0], &batch), 0);
    assert_int_equal(store_find(stores[1], "AAAAAA", &found), STORE_FOUND);
    assert_int_equal(found.epoch, 2);
    assert_int_equal(found.rewrites, 1);
    store_batch_destroy(&batch);
    store_close(stores[0]);
    store_close(stores[1]);
}

/* While servers are replaced one by one, those of before write in a layout that is newer than they know. */
static void a_layout_without_editions_is_read_and_brought_up_to_date(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_table found;
    char fault[STORE_ERROR_SIZE];
    lay_table(store, 1);
    store_close(store);
    ask_postgres("DROP TABLE carom.records; DROP FUNCTION carom.swap_record; DROP FUNCTION carom.retell; DROP FUNCTION "
                 "carom.serve_event(bigint, bigint, bigint, text, bigint);"
                 " DROP FUNCTION carom.serve_table(bigint, text, bigint, bigint, boolean, text, bigint);"
                 " ALTER TABLE carom.tables DROP COLUMN edition; ALTER TABLE carom.tables DROP COLUMN retold;"
                 " UPDATE carom.version SET number = 2; SELECT 1");
    assert_non_null(store = store_open_readonly(getenv("CAROM_TEST_POSTGRES"), fault));
    assert_int_equal(store_find(store, "T1", &found), STORE_FOUND);
    assert_int_equal(found.epoch, 0);
    char owner[STORE_KEY_SIZE] = ""; /* nor are there records */
    const char *owners[] = {"A"};
    struct store_range range = {.kind = STORE_CIRCLES, .owners = owners, .owner_count = 1};
    assert_int_equal(store_next_owner(store, STORE_CIRCLES, owner), STORE_NOT_FOUND);
    assert_true(store_records(store, &range, NULL, NULL));
    assert_int_equal(store_record_count(store, STORE_CIRCLES), 0);
    store_close(store);
    store = open_data();
    assert_int_equal(ask_postgres("SELECT number FROM carom.version"), 4);
    assert_int_equal(ask_postgres("SELECT 1 FROM carom.serve_table(1, 'T1', 17, 1, false, '{}')"), 1);
    assert_int_equal(store_find(store, "T1", &found), STORE_FOUND);
    store_close(store);
}

static void an_event_for_a_table_that_is_being_dropped_does_not_stay(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    char fault[STORE_ERROR_SIZE] = "";
    lay_table(store, 1);
    store_batch_delete_table(&batch, 1);
    assert_true(store_append(store, &batch));
    ask_postgres("INSERT INTO carom.events VALUES (1, 1, 1, 'late') RETURNING 1"); /* the other server was a bit late */
    assert_true(store_check_integrity(store, fault));
    assert_int_equal(store_purge(store, 100), STORE_PURGE_MORE);
    assert_int_equal(store_purge(store, 100), STORE_PURGE_DONE);
    assert_int_equal(ask_postgres("SELECT count(*) FROM carom.events"), 0);
    assert_int_equal(ask_postgres("SELECT count(*) FROM carom.leavings"), 1);
    ask_postgres("UPDATE carom.leavings SET since = now() - interval '1 hour' RETURNING 1");
    assert_int_equal(store_purge(store, 100), STORE_PURGE_DONE);
    assert_int_equal(ask_postgres("SELECT count(*) FROM carom.leavings"), 0);
    store_batch_destroy(&batch);
    store_close(store);
}

/* ---- trouble ---- */

static void a_broken_connection_is_made_again(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_table found;
    lay_table(store, 1);
    for (uint32_t seq = 1; seq <= 5; seq++) {
        assert_true(ask_postgres("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                                 " WHERE application_name = 'carom' AND pid <> pg_backend_pid()") >= 2);
        while (ask_postgres("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'carom'") > 0)
            usleep(1000);
        store_batch_event(&batch, 1, 1, seq, "event", 5);
        unsigned tries = 0;
        while (!store_append(store, &batch)) {
            assert_true(strlen(store_last_error(store)) > 0);
            assert_true(++tries < 3);
        }
        store_batch_clear(&batch);
        tries = 0;
        while (store_find(store, "T1", &found) != STORE_FOUND)
            assert_true(++tries < 3);
        assert_int_equal(length_of(store, 1), seq);
    }
    store_batch_destroy(&batch);
    store_close(store);
}

static void what_cannot_be_used_is_refused_with_a_sentence(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    const char *name = getenv("CAROM_TEST_POSTGRES");
    assert_null(store_open_readonly(name, fault)); /* nothing in it, and nothing is made by reading */
    assert_non_null(strstr(fault, "not carom data"));
    assert_int_equal(ask_postgres("SELECT count(*) FROM pg_namespace WHERE nspname = 'carom'"), 0);
    store_close(open_data());
    ask_postgres("UPDATE carom.version SET number = 7 RETURNING 1"); /* newer, but it says that we may */
    store_close(open_data());
    assert_int_equal(ask_postgres("SELECT number FROM carom.version"), 7);
    ask_postgres("UPDATE carom.version SET oldest = 7 RETURNING 1");
    assert_null(store_open(name, fault));
    assert_non_null(strstr(fault, "newer carom"));
    assert_null(store_open_readonly(name, fault));
    assert_non_null(strstr(fault, "newer carom"));
    ask_postgres("DROP TABLE carom.version; SELECT 1"); /* a schema of this name that is somebody else's */
    assert_null(store_open(name, fault));
    assert_non_null(strstr(fault, "not carom data"));
    assert_null(store_open("postgresql://nobody@127.0.0.1:1/none", fault));
    assert_true(strlen(fault) > 0 && strchr(fault, '\n') == NULL);
    assert_null(store_open("postgresql://%zz", fault));
    assert_true(strlen(fault) > 0);
}

static void what_is_no_text_fails_alone(void **state)
{
    (void)state;
    struct store *store = open_data();
    struct store_batch batch = {0};
    struct store_failures failures = {0};
    lay_table(store, 1);
    lay_table(store, 2);
    store_batch_event(&batch, 1, 1, 1, "\xff\xfe", 2);
    store_batch_event(&batch, 2, 1, 1, "fine", 4);
    assert_true(store_append_partial(store, &batch, &failures));
    assert_int_equal(failures.count, 1);
    assert_int_equal(failures.items[0].table, 1);
    assert_int_equal(failures.items[0].reason, STORE_REJECT_RANGE);
    assert_int_equal(length_of(store, 2), 1);
    store_batch_destroy(&batch);
    store_failures_destroy(&failures);
    store_close(store);
}

static void reading_shows_one_moment(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    struct store_batch batch = {0};
    struct store_table found;
    struct store *store = open_data();
    lay_table(store, 1);
    struct store *reader = store_open_readonly(getenv("CAROM_TEST_POSTGRES"), fault);
    assert_non_null(reader);
    lay_table(store, 2);
    assert_int_equal(store_find(reader, "T1", &found), STORE_FOUND);
    assert_int_equal(store_find(reader, "T2", &found), STORE_NOT_FOUND);
    assert_false(store_append(reader, &batch));
    assert_non_null(strstr(store_last_error(reader), "reading only"));
    store_close(reader);
    store_close(store);
}

/* ---- there and back ---- */

static void copy(const char *from_name, const char *to_name)
{
    char fault[STORE_ERROR_SIZE] = "";
    struct store_totals totals;
    struct store *from = store_open_readonly(from_name, fault), *to = store_open(to_name, fault);
    assert_non_null(from);
    assert_non_null(to);
    bool good = store_copy(from, to, &totals, fault);
    if (!good)
        print_message("# %s\n", fault);
    assert_true(good);
    store_close(from);
    store_close(to);
}

static void there_and_back_are_the_same_byte_for_byte(void **state)
{
    (void)state;
    char code[LOAD_CODE], back[sizeof data_path + 8], sql[1024];
    snprintf(back, sizeof back, "%s/back.db", data_folder);
    make_old_file(); /* real games of another version, and many of today's */
    store_close(open_file());
    assert_true(fill_store(data_path, 100, code) > 50);
    change_file("UPDATE events SET body = replace(body, 'Ada', 'Åsa 🤖 \\u0041 \"\"') WHERE body LIKE '%Ada%'");
    copy(data_path, getenv("CAROM_TEST_POSTGRES"));
    assert_int_equal(ask_postgres("SELECT count(*) FROM carom.tables"), 103);
    copy(getenv("CAROM_TEST_POSTGRES"), back);
    for (int i = 0; i < 3; i++) {
        static const char *const tables[] = {"tables", "events", "seats"};
        snprintf(sql, sizeof sql,
                 "ATTACH '%s' AS c; CREATE TABLE differs_%s AS"
                 " SELECT * FROM (SELECT * FROM main.%s EXCEPT SELECT * FROM c.%s) UNION ALL"
                 " SELECT * FROM (SELECT * FROM c.%s EXCEPT SELECT * FROM main.%s)",
                 back, tables[i], tables[i], tables[i], tables[i], tables[i]);
        change_file(sql);
        snprintf(sql, sizeof sql, "SELECT count(*) FROM differs_%s", tables[i]);
        assert_int_equal(ask_file(sql), 0);
        snprintf(sql, sizeof sql, "SELECT count(*) > 0 FROM %s", tables[i]);
        assert_int_equal(ask_file(sql), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(of_two_servers_one_wins_and_the_log_has_no_gap),
        IN_FOLDER(servers_that_start_at_once_lay_the_tables_once),
        IN_FOLDER(who_knows_an_older_edition_of_a_table_cannot_write_to_it),
        IN_FOLDER(a_layout_without_editions_is_read_and_brought_up_to_date),
        IN_FOLDER(an_event_for_a_table_that_is_being_dropped_does_not_stay),
        IN_FOLDER(a_broken_connection_is_made_again),
        IN_FOLDER(what_cannot_be_used_is_refused_with_a_sentence),
        IN_FOLDER(what_is_no_text_fails_alone),
        IN_FOLDER(reading_shows_one_moment),
        IN_FOLDER(there_and_back_are_the_same_byte_for_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
