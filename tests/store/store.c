/*
 * The store: what was appended is there, in order, also after closing; what failed left nothing behind.
 */
#include "support.h"

#include "../../src/store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];
static char path[96];

static struct store *open_store(void)
{
    char fault[STORE_FAULT_SIZE] = "";
    struct store *store = store_sqlite_open(path, fault);
    if (store == NULL)
        print_message("# %s\n", fault);
    assert_non_null(store);
    return store;
}

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/carom-store-XXXXXX");
    bool made = mkdtemp(folder) != NULL;
    snprintf(path, sizeof path, "%s/data.db", folder);
    return made ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char name[112];
    unlink(path);
    snprintf(name, sizeof name, "%s-wal", path);
    unlink(name);
    snprintf(name, sizeof name, "%s-shm", path);
    unlink(name);
    return rmdir(folder);
}

static struct store_table table_of(int64_t id, const char *code)
{
    struct store_table table = {.id = id, .created = 17, .game = 1, .options = "{\"credit\":true}"};
    snprintf(table.code, sizeof table.code, "%s", code);
    return table;
}

/* Events as one text, separated by `|`. */
static bool join_event(void *context, uint32_t seq, const char *text, size_t length)
{
    char *all = context;
    sprintf(all + strlen(all), "%u:%.*s|", seq, (int)length, text);
    return true;
}

static void assert_events(struct store *store, int64_t table, uint32_t game, uint32_t from, uint32_t to,
                          const char *expected)
{
    char all[512] = "";
    assert_true(store_events(store, table, game, from, to, join_event, all));
    assert_string_equal(all, expected);
}

static void what_was_appended_is_there_after_closing(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_writes writes = {0};
    struct store_table one = table_of(1, "AAAAAA"), two = table_of(2, "BBBBBB"), found;
    assert_true(store_writes_table(&writes, &one));
    assert_true(store_writes_table(&writes, &two));
    assert_true(store_writes_event(&writes, 1, 1, 1, "opened", 6));
    assert_true(store_writes_event(&writes, 2, 1, 1, "other", 5));
    assert_true(store_writes_event(&writes, 1, 1, 2, "joined", 6));
    assert_true(store_writes_event(&writes, 1, 2, 1, "again", 5));
    assert_true(store_append(store, &writes));
    store_writes_clear(&writes);
    one.game = 2;
    one.over = true;
    assert_true(store_writes_table(&writes, &one));
    assert_true(store_append(store, &writes));
    store_writes_done(&writes);
    store_close(store);

    store = open_store();
    assert_int_equal(store_find(store, "AAAAAA", &found), STORE_FOUND);
    assert_int_equal(found.id, 1);
    assert_int_equal(found.game, 2);
    assert_true(found.over);
    assert_int_equal(found.created, 17);
    assert_string_equal(found.options, "{\"credit\":true}");
    assert_int_equal(store_find(store, "CCCCCC", &found), STORE_NONE);
    assert_events(store, 1, 1, 1, UINT32_MAX, "1:opened|2:joined|");
    assert_events(store, 1, 1, 2, 2, "2:joined|");
    assert_events(store, 1, 2, 1, 9, "1:again|");
    assert_events(store, 2, 1, 1, 9, "1:other|");
    assert_events(store, 3, 1, 1, 9, "");
    store_close(store);
}

static void a_transaction_that_fails_leaves_nothing(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_writes writes = {0};
    struct store_table table = table_of(1, "AAAAAA"), same_code = table_of(2, "AAAAAA"), found;
    assert_true(store_writes_table(&writes, &table));
    assert_true(store_writes_event(&writes, 1, 1, 1, "x", 1));
    assert_true(store_append(store, &writes));
    store_writes_clear(&writes);
    assert_true(store_writes_event(&writes, 1, 1, 2, "good", 4));
    assert_true(store_writes_event(&writes, 1, 1, 1, "twice", 5)); /* this seq exists */
    assert_false(store_append(store, &writes));
    assert_true(strlen(store_fault(store)) > 0);
    assert_events(store, 1, 1, 1, 9, "1:x|");
    store_writes_clear(&writes);
    assert_true(store_writes_event(&writes, 1, 1, 2, "good", 4));
    assert_true(store_writes_table(&writes, &same_code));
    assert_false(store_append(store, &writes));
    assert_events(store, 1, 1, 1, 9, "1:x|");
    store_writes_clear(&writes);
    assert_true(store_writes_event(&writes, 1, 1, 2, "good", 4)); /* and it goes on */
    assert_true(store_append(store, &writes));
    assert_events(store, 1, 1, 1, 9, "1:x|2:good|");
    assert_int_equal(store_find(store, "AAAAAA", &found), STORE_FOUND);
    store_writes_done(&writes);
    store_close(store);
}

static void a_gap_in_a_log_is_a_failure(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_writes writes = {0};
    char all[64] = "";
    store_writes_event(&writes, 1, 1, 1, "a", 1);
    store_writes_event(&writes, 1, 1, 3, "c", 1);
    assert_true(store_append(store, &writes));
    assert_false(store_events(store, 1, 1, 1, 9, join_event, all));
    store_writes_done(&writes);
    store_close(store);
}

static void take_seat(void *context, const struct store_seat *seat)
{
    char *all = context;
    sprintf(all + strlen(all), "%s:%02x|", seat->player, seat->hash[0]);
}

static void seats_are_kept_until_they_are_given_up(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_writes writes = {0};
    struct store_seat one = {.player = "p1", .hash = {0xaa}}, two = {.player = "p2", .hash = {0xbb}};
    char all[64] = "";
    store_writes_seat(&writes, 7, &one);
    store_writes_seat(&writes, 7, &two);
    assert_true(store_append(store, &writes));
    store_writes_clear(&writes);
    store_writes_unseat(&writes, 7, "p1");
    assert_true(store_append(store, &writes));
    assert_true(store_seats(store, 7, take_seat, all));
    assert_string_equal(all, "p2:bb|");
    store_writes_done(&writes);
    store_close(store);
}

static bool take_code(void *context, const struct store_table *table)
{
    char *all = context;
    strcat(all, table->code);
    strcat(all, "|");
    return strlen(all) < 14;
}

static void tables_are_listed_in_order_and_reading_can_be_stopped(void **state)
{
    (void)state;
    struct store *store = open_store();
    struct store_writes writes = {0};
    char all[64] = "";
    const char *codes[] = {"CCCCCC", "AAAAAA", "BBBBBB"};
    for (int i = 0; i < 3; i++) {
        struct store_table table = table_of(i + 1, codes[i]);
        store_writes_table(&writes, &table);
    }
    assert_true(store_append(store, &writes));
    assert_true(store_list(store, 0, take_code, all));
    assert_string_equal(all, "CCCCCC|AAAAAA|");
    all[0] = '\0';
    assert_true(store_list(store, 2, take_code, all));
    assert_string_equal(all, "BBBBBB|");
    store_writes_done(&writes);
    store_close(store);
}

static void what_is_no_store_is_refused_with_a_sentence(void **state)
{
    (void)state;
    char fault[STORE_FAULT_SIZE] = "";
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 1000; i++)
        fputs("this is not a database\n", file);
    fclose(file);
    assert_null(store_sqlite_open(path, fault));
    assert_true(strlen(fault) > 0);
    assert_null(store_sqlite_open("/nonexistent/folder/data.db", fault));
    assert_true(strlen(fault) > 0);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(what_was_appended_is_there_after_closing),
        STORE_TEST(a_transaction_that_fails_leaves_nothing),
        STORE_TEST(a_gap_in_a_log_is_a_failure),
        STORE_TEST(seats_are_kept_until_they_are_given_up),
        STORE_TEST(tables_are_listed_in_order_and_reading_can_be_stopped),
        STORE_TEST(what_is_no_store_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
