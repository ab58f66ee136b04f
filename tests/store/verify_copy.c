/*
 * Whole stores: every game replayed, copies while somebody writes, copies into another store.
 */
#include "fixture.h"

#include "../../dev/load.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/stat.h>

#define GAMES 20

static char copy_path[sizeof data_path + 8];

static int make_games(void **state)
{
    char code[LOAD_CODE];
    int made = make_folder(state);
    snprintf(copy_path, sizeof copy_path, "%s/copy.db", data_folder);
    assert_true(fill_store(data_path, GAMES, code) > 50);
    return made;
}

#define WITH_GAMES(name) cmocka_unit_test_setup_teardown(name, make_games, remove_folder)

static struct store *read_file(const char *path)
{
    char fault[STORE_ERROR_SIZE] = "";
    struct store *store = store_open_sqlite_readonly(path, fault);
    if (store == NULL)
        print_message("# %s\n", fault);
    assert_non_null(store);
    return store;
}

/* ---- replaying ---- */

static void keep_wrong(void *context, const struct store_defect *defect)
{
    *(struct store_defect *)context = *defect;
}

static void assert_good(const char *path, unsigned tables, unsigned games)
{
    char fault[STORE_ERROR_SIZE] = "";
    struct store_totals totals;
    struct store_defect defect;
    struct store *store = read_file(path);
    assert_true(store_verify(store, &totals, keep_wrong, &defect));
    assert_true(store_check_integrity(store, fault));
    assert_int_equal(totals.defective, 0);
    assert_int_equal(totals.tables, tables);
    assert_int_equal(totals.games, games);
    store_close(store);
}

static void good_data_are_good(void **state)
{
    (void)state;
    assert_good(data_path, GAMES, GAMES);
    unlink(data_path);
    make_old_file(); /* also as they were, without being brought up to date */
    assert_good(data_path, 3, 4);
    assert_int_equal(ask_file("PRAGMA user_version"), 1);
}

static void what_is_wrong_is_found_where_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *sql;
        enum store_defect_kind kind;
        uint32_t game;
        uint32_t seq;
    } damages[] = {
        {"UPDATE tables SET game = 0 WHERE id = 7", STORE_DEFECT_FACTS, 0, 0},
        {"UPDATE tables SET options = '{' WHERE id = 7", STORE_DEFECT_FACTS, 0, 0},
        {"UPDATE tables SET options = '[]' WHERE id = 7", STORE_DEFECT_FACTS, 0, 0},
        {"INSERT INTO seats VALUES (7, 'p1', x'00')", STORE_DEFECT_FACTS, 0, 0},
        {"UPDATE tables SET game = 2 WHERE id = 7", STORE_DEFECT_EMPTY, 2, 0},
        {"DELETE FROM events WHERE table_id = 7", STORE_DEFECT_EMPTY, 1, 0},
        {"DELETE FROM events WHERE table_id = 7 AND seq = 5", STORE_DEFECT_GAP, 1, 5},
        {"DELETE FROM events WHERE table_id = 7 AND seq = 1", STORE_DEFECT_GAP, 1, 1},
        {"UPDATE events SET body = replace(body, '\"moves\":', '\"moves\":1') WHERE table_id = 7 AND seq = 10",
         STORE_DEFECT_EVENT, 1, 10},
        {"UPDATE events SET body = 'nonsense' WHERE table_id = 7 AND seq = 6", STORE_DEFECT_EVENT, 1, 6},
        {"UPDATE events SET body = (SELECT body FROM events WHERE table_id = 7 AND seq = 8) WHERE table_id = 7 AND seq "
         "= 9",
         STORE_DEFECT_EVENT, 1, 9},
        {"UPDATE tables SET over = 0 WHERE id = 7", STORE_DEFECT_OVER, 1, 0},
        {"DELETE FROM events WHERE table_id = 7 AND seq > 20", STORE_DEFECT_OVER, 1, 0},
        {"INSERT INTO events SELECT table_id, 2, seq, body FROM events WHERE table_id = 7", STORE_DEFECT_EXTRA, 2, 1},
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct store_totals totals;
        struct store_defect defect = {0};
        change_file("CREATE TABLE t AS SELECT * FROM tables; CREATE TABLE e AS SELECT * FROM events");
        change_file(damages[i].sql);
        struct store *store = read_file(data_path);
        assert_true(store_verify(store, &totals, keep_wrong, &defect));
        store_close(store);
        assert_int_equal(totals.defective, 1);
        assert_int_equal(totals.tables, GAMES);
        assert_int_equal(defect.table.id, 7);
        assert_int_equal(defect.kind, damages[i].kind);
        assert_int_equal(defect.game, damages[i].game);
        assert_int_equal(defect.seq, damages[i].seq);
        assert_true(strlen(store_defect_sentence(defect.kind)) > 10);
        change_file("DELETE FROM tables; DELETE FROM events; DELETE FROM seats; INSERT INTO tables SELECT * FROM t;"
                    "INSERT INTO events SELECT * FROM e; DROP TABLE t; DROP TABLE e");
    }
    assert_good(data_path, GAMES, GAMES);
}

static void what_has_no_table_is_found(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    change_file("INSERT INTO seats VALUES (999, 'p1', zeroblob(32))");
    struct store *store = read_file(data_path);
    assert_false(store_check_integrity(store, fault));
    assert_non_null(strstr(fault, "belong to no table"));
    store_close(store);
}

static void a_damaged_file_is_found(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    FILE *file = fopen(data_path, "r+");
    fseek(file, 3 * 4096, SEEK_SET);
    for (int i = 0; i < 8192; i++)
        fputc('x', file);
    fclose(file);
    struct store *store = store_open_sqlite_readonly(data_path, fault);
    if (store != NULL) {
        assert_false(store_check_integrity(store, fault));
        store_close(store);
    }
    assert_true(strlen(fault) > 0);
}

/* More than a page of one owner, and of several kinds. */
static void lay_records(struct store *store, unsigned count)
{
    struct store_batch batch = {0};
    for (unsigned i = 0; i < count; i++) {
        char key[16], body[32];
        snprintf(key, sizeof key, "k%u", i);
        snprintf(body, sizeof body, "{\"n\":%u}", i);
        enum store_record_kind kind = i % 50 == 1 ? STORE_MATCH_RESULTS : STORE_RESULTS;
        struct store_record record = {kind, i % 3 == 0 ? "OTHER" : "OWNER", key, body};
        assert_true(store_batch_insert_record(&batch, store_record_group(record.owner), &record));
    }
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
}

static void a_record_that_is_no_object_is_found(void **state)
{
    (void)state;
    struct store_totals totals;
    struct store_defect defect = {0};
    struct store *store = open_file();
    lay_records(store, 300);
    store_close(store);
    change_file("UPDATE records SET body = '[]' WHERE key = 'k7'");
    store = read_file(data_path);
    assert_true(store_verify(store, &totals, keep_wrong, &defect));
    store_close(store);
    assert_int_equal(totals.records, 300);
    assert_int_equal(totals.defective, 1);
    assert_int_equal(defect.kind, STORE_DEFECT_RECORD);
    assert_string_equal(defect.table.code, "OWNER");
    assert_int_equal(defect.game, STORE_RESULTS);
}

/* ---- one moment ---- */

static void reading_shows_one_moment_and_changes_nothing(void **state)
{
    (void)state;
    struct store_table found;
    struct store_batch batch = {0};
    struct store *store = open_file();
    lay_table(store, 500);
    struct store *reader = read_file(data_path);
    lay_table(store, 501);
    assert_int_equal(store_find(reader, "T500", &found), STORE_FOUND);
    assert_int_equal(store_find(reader, "T501", &found), STORE_NOT_FOUND);
    struct store *later = read_file(data_path);
    assert_int_equal(store_find(later, "T501", &found), STORE_FOUND);
    assert_false(store_append(later, &batch));
    assert_non_null(strstr(store_last_error(later), "reading only"));
    assert_int_equal(store_purge(later, 1), STORE_PURGE_FAILED);
    store_close(reader);
    store_close(later);
    store_close(store);
}

static void what_cannot_be_read_is_refused(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    assert_null(store_open_sqlite_readonly(copy_path, fault)); /* there is none, and there is none afterwards */
    assert_true(strlen(fault) > 0);
    assert_int_equal(access(copy_path, F_OK), -1);
    change_file("PRAGMA user_version = 99");
    assert_null(store_open_sqlite_readonly(data_path, fault));
    assert_non_null(strstr(fault, "newer carom"));
    fclose(fopen(copy_path, "w"));
    assert_null(store_open_sqlite_readonly(copy_path, fault));
    assert_non_null(strstr(fault, "not carom data"));
}

/* ---- backups ---- */

struct busy {
    struct store *store;
    _Atomic bool stop;
    unsigned commits;
};

/* Two tables that get an event each with every commit: a copy that has one has the other. */
static void *write_on(void *context)
{
    struct busy *busy = context;
    struct store_batch batch = {0};
    while (!busy->stop) {
        busy->commits++;
        store_batch_event(&batch, 1001, 1, busy->commits, "one", 3);
        store_batch_event(&batch, 1002, 1, busy->commits, "two", 3);
        if (!store_append(busy->store, &batch))
            break;
        store_batch_clear(&batch);
    }
    store_batch_destroy(&batch);
    return NULL;
}

static void a_backup_of_a_busy_file_can_be_played_on_with(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    pthread_t thread;
    struct busy busy = {.store = open_file()};
    lay_table(busy.store, 1001);
    lay_table(busy.store, 1002);
    assert_int_equal(pthread_create(&thread, NULL, write_on, &busy), 0);
    uint32_t last = 0;
    for (int i = 0; i < 10; i++) {
        unlink(copy_path);
        assert_true(store_sqlite_backup(data_path, copy_path, fault));
        struct store *copy = read_file(copy_path);
        assert_true(store_check_integrity(copy, fault));
        assert_int_equal(length_of(copy, 1001), length_of(copy, 1002));
        assert_true(length_of(copy, 1001) >= last);
        last = length_of(copy, 1001);
        store_close(copy);
    }
    busy.stop = true;
    pthread_join(thread, NULL);
    store_close(busy.store);
    struct stat found;
    assert_int_equal(stat(copy_path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(rename(copy_path, data_path), 0); /* the disk is lost, the copy takes its place */
    struct store *restored = open_file();
    assert_int_equal(length_of(restored, 1001), last);
    struct store_batch batch = {0};
    store_batch_event(&batch, 1001, 1, last + 1, "on", 2);
    store_batch_delete_table(&batch, 1002);
    assert_true(store_append(restored, &batch));
    store_batch_clear(&batch);
    store_batch_delete_table(&batch, 1001);
    assert_true(store_append(restored, &batch));
    store_batch_destroy(&batch);
    store_close(restored);
    assert_good(data_path, GAMES, GAMES);
}

static void a_backup_is_complete_or_not_there(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    char part[sizeof copy_path + 8];
    snprintf(part, sizeof part, "%s-part", copy_path);
    fclose(fopen(part, "w")); /* of one that was killed */
    assert_true(store_sqlite_backup(data_path, copy_path, fault));
    assert_false(store_sqlite_backup(data_path, copy_path, fault));
    assert_non_null(strstr(fault, "already"));
    unlink(copy_path);
    assert_false(store_sqlite_backup("/nonexistent/file", copy_path, fault));
    assert_true(strlen(fault) > 0);
    FILE *file = fopen(data_path, "w");
    fputs("no database, but long enough to be taken for one ................................................", file);
    fclose(file);
    assert_false(store_sqlite_backup(data_path, copy_path, fault));
    assert_false(store_sqlite_backup(data_path, "/nonexistent/copy", fault));
    assert_int_equal(access(copy_path, F_OK), -1);
    assert_int_equal(access(part, F_OK), -1);
}

/* ---- copies ---- */

static struct store *open_copy(void)
{
    char fault[STORE_ERROR_SIZE] = "";
    struct store *store = store_open_sqlite(copy_path, fault);
    assert_non_null(store);
    return store;
}

static void a_copy_is_the_same_byte_for_byte(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    struct store_totals totals, counted;
    struct store_defect defect;
    unlink(data_path);
    make_old_file();
    struct store *from = open_file(), *to = open_copy();
    lay_records(from, 300);
    store_close(from);
    from = read_file(data_path);
    assert_true(store_copy(from, to, &totals, fault));
    assert_int_equal(totals.records, 300);
    assert_int_equal(totals.tables, 3);
    assert_int_equal(totals.games, 4);
    assert_int_equal(totals.seats, 5);
    assert_true(store_verify(from, &counted, keep_wrong, &defect));
    assert_int_equal(totals.events, counted.events);
    assert_false(store_copy(from, to, &totals, fault));
    assert_non_null(strstr(fault, "empty"));
    store_close(from);
    store_close(to);
    assert_good(copy_path, 3, 4);
    char sql[512];
    snprintf(sql, sizeof sql,
             "ATTACH '%s' AS c; CREATE TABLE differences AS"
             " SELECT * FROM (SELECT * FROM main.events EXCEPT SELECT * FROM c.events) UNION ALL"
             " SELECT * FROM (SELECT * FROM c.events EXCEPT SELECT * FROM main.events);"
             " INSERT INTO differences SELECT * FROM (SELECT kind, owner, key, body FROM main.records EXCEPT"
             " SELECT kind, owner, key, body FROM c.records)",
             copy_path);
    change_file(sql);
    assert_int_equal(ask_file("SELECT count(*) FROM differences"), 0);
}

static void long_logs_are_copied_in_parts(void **state)
{
    (void)state;
    static char text[5000];
    char fault[STORE_ERROR_SIZE] = "";
    struct store_totals totals;
    struct store_batch batch = {0};
    struct store *from = open_file(), *to = open_copy();
    memset(text, 'x', sizeof text);
    struct store_table table = table_of(1000, "LONG");
    store_batch_table(&batch, &table);
    for (uint32_t seq = 1; seq <= 2000; seq++)
        store_batch_event(&batch, 1000, 1, seq, text, seq % sizeof text + 1);
    assert_true(store_append(from, &batch));
    assert_true(store_copy(from, to, &totals, fault));
    assert_int_equal(length_of(to, 1000), 2000);
    assert_int_equal(totals.tables, GAMES + 1);
    store_batch_destroy(&batch);
    store_close(from);
    store_close(to);
}

static void damaged_data_are_not_copied(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    struct store_totals totals;
    static const char *const damages[] = {
        "DELETE FROM events WHERE table_id = 7 AND seq = 5",
        "UPDATE tables SET game = 4000000000 WHERE id = 7",
        "UPDATE tables SET code = hex(zeroblob(100)) WHERE id = 7",
        "INSERT INTO seats VALUES (7, 'p1', x'00')",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        change_file(damages[i]);
        struct store *from = read_file(data_path), *to = open_copy();
        assert_false(store_copy(from, to, &totals, fault));
        assert_non_null(strstr(fault, "carom store check"));
        store_close(from);
        store_close(to);
        unlink(copy_path);
    }
}

/* A store that forgets something while it copies. */
static struct store liar;
static struct store *honest;
static bool lies_about_records;

static bool lie(struct store *store, const struct store_batch *batch, struct store_failures *failures)
{
    struct store_batch changed = *batch;
    (void)store;
    for (size_t i = 0; i < changed.count; i++)
        if (changed.items[i].kind == STORE_WRITE_EVENT && !lies_about_records && changed.items[i].table == 7 &&
            changed.items[i].seq == 30)
            changed.bytes[changed.items[i].text + 5] ^= 1;
        else if (changed.items[i].kind == STORE_WRITE_INSERT_RECORD && lies_about_records)
            changed.bytes[changed.items[i].text + changed.items[i].length - 3] ^= 1; /* its last digit */
    return store_append_partial(honest, &changed, failures);
}

static bool lie_records(struct store *store, const struct store_range *range, store_record_visitor *visit,
                        void *context)
{
    (void)store;
    return store_records(honest, range, visit, context);
}

static enum store_lookup lie_next_owner(struct store *store, enum store_record_kind kind, char owner[STORE_KEY_SIZE])
{
    (void)store;
    return store_next_owner(honest, kind, owner);
}

static bool lie_list(struct store *store, int64_t after, unsigned most, store_table_visitor *visit, void *context)
{
    (void)store;
    return store_list(honest, after, most, visit, context);
}

static bool lie_page(struct store *store, struct store_page *page, store_event_visitor *visit, void *context)
{
    (void)store;
    return store_page_read(honest, page, visit, context);
}

static bool lie_seats(struct store *store, int64_t table, store_seat_visitor *visit, void *context)
{
    (void)store;
    return store_seats(honest, table, visit, context);
}

static void a_copy_that_differs_is_noticed(void **state)
{
    (void)state;
    static const struct store_ops ops = {.append = lie,
                                         .list = lie_list,
                                         .page = lie_page,
                                         .seats = lie_seats,
                                         .records = lie_records,
                                         .next_owner = lie_next_owner};
    struct store *from = open_file();
    lay_records(from, 1);
    store_close(from);
    liar.ops = &ops;
    for (int i = 0; i < 2; i++) {
        char fault[STORE_ERROR_SIZE] = "";
        struct store_totals totals;
        lies_about_records = i == 1;
        from = read_file(data_path);
        honest = open_copy();
        assert_false(store_copy(from, &liar, &totals, fault));
        assert_non_null(strstr(fault, "differs"));
        store_close(from);
        store_close(honest);
        unlink(copy_path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_GAMES(good_data_are_good),
        WITH_GAMES(what_is_wrong_is_found_where_it_is),
        WITH_GAMES(what_has_no_table_is_found),
        WITH_GAMES(a_damaged_file_is_found),
        WITH_GAMES(a_record_that_is_no_object_is_found),
        WITH_GAMES(reading_shows_one_moment_and_changes_nothing),
        WITH_GAMES(what_cannot_be_read_is_refused),
        WITH_GAMES(a_backup_of_a_busy_file_can_be_played_on_with),
        WITH_GAMES(a_backup_is_complete_or_not_there),
        WITH_GAMES(a_copy_is_the_same_byte_for_byte),
        WITH_GAMES(long_logs_are_copied_in_parts),
        WITH_GAMES(damaged_data_are_not_copied),
        WITH_GAMES(a_copy_that_differs_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
