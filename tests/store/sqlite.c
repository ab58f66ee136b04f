/*
 * What is particular to the store in a SQLite file: damage, a disk that is full, a file that shrinks.
 */
#include "fixture.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

static bool ignore_event(void *context, uint32_t seq, const char *text, size_t length)
{
    (void)context;
    (void)seq;
    (void)text;
    (void)length;
    return true;
}

static void ignore_seat(void *context, const struct store_seat *seat)
{
    (void)context;
    (void)seat;
}

static void add_table(int64_t id, const char *code)
{
    struct store *store = open_file();
    struct store_batch batch = {0};
    struct store_table table = table_of(id, code);
    store_batch_table(&batch, &table);
    store_batch_event(&batch, id, 1, 1, "a", 1);
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
    store_close(store);
}

static void a_gap_in_a_log_is_a_failure(void **state)
{
    (void)state;
    struct store_table found;
    add_table(1, "AAAAAA");
    change_file("INSERT INTO events VALUES (1, 1, 3, 'c')");
    struct store *store = open_file();
    assert_int_equal(store_find(store, "AAAAAA", &found), STORE_FOUND);
    assert_true(store_events(store, 1, 1, 1, 1, ignore_event, NULL));
    assert_false(store_events(store, 1, 1, 1, 9, ignore_event, NULL));
    store_close(store);
}

/* Numbers that would wrap and texts that would be cut off are not taken for others. */
static void damaged_rows_are_failures(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "UPDATE tables SET game = 4294967297",
        "UPDATE tables SET game = 0",
        "UPDATE tables SET game = 'x'",
        "UPDATE tables SET options = hex(zeroblob(200))",
        "UPDATE tables SET options = ''",
        "UPDATE tables SET id = -5",
        "UPDATE events SET seq = 4294967297, game = (SELECT game FROM tables)",
        "INSERT INTO seats VALUES (1, 'p1', x'00')",
        "INSERT INTO seats VALUES (1, hex(zeroblob(20)), zeroblob(32))",
    };
    add_table(1, "AAAAAA");
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct store_table found;
        change_file("DELETE FROM tables; DELETE FROM events; DELETE FROM seats;"
                    "INSERT INTO tables VALUES (1, 'AAAAAA', 5, 1, 0, '{}'); INSERT INTO events VALUES (1, 1, 1, 'a')");
        change_file(damages[i]);
        struct store *store = open_file();
        bool good = store_find(store, "AAAAAA", &found) == STORE_FOUND &&
                    store_events(store, 1, 1, 1, UINT32_MAX, ignore_event, NULL) &&
                    store_seats(store, 1, ignore_seat, NULL);
        assert_false(good);
        store_close(store);
    }
}

static bool fill(struct store *store, struct store_batch *batch, uint32_t from)
{
    static char text[4096];
    memset(text, 'x', sizeof text);
    for (uint32_t i = 0; i < 100; i++)
        store_batch_event(batch, 1, 1, from + i, text, sizeof text);
    store_batch_event(batch, 2, 1, from / 100 + 1, "small", 5);
    struct store_failures failures = {0};
    bool good = store_append_partial(store, batch, &failures);
    assert_int_equal(failures.count, 0);
    store_failures_destroy(&failures);
    store_batch_clear(batch);
    return good;
}

static void a_full_disk_is_all_or_nothing_and_passes(void **state)
{
    (void)state;
    struct rlimit before, small;
    uint32_t last = 0, other = 0;
    struct store_batch batch = {0};
    struct store *store = open_file();
    for (int64_t id = 1; id <= 2; id++) {
        struct store_table table = table_of(id, id == 1 ? "AAAAAA" : "BBBBBB");
        store_batch_table(&batch, &table);
    }
    assert_true(store_append(store, &batch));
    store_batch_clear(&batch);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 2 << 20;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    unsigned commits = 0;
    while (commits < 100 && fill(store, &batch, 1 + 100 * commits))
        commits++;
    assert_true(commits > 0 && commits < 100);
    assert_true(strlen(store_last_error(store)) > 0);
    assert_true(store_events(store, 1, 1, 1, UINT32_MAX, keep_last, &last));
    assert_int_equal(last, 100 * commits);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(fill(store, &batch, 1 + 100 * commits));
    assert_true(store_events(store, 1, 1, 1, UINT32_MAX, keep_last, &last));
    assert_true(store_events(store, 2, 1, 1, UINT32_MAX, keep_last, &other));
    assert_int_equal(last, 100 * (commits + 1));
    assert_int_equal(other, commits + 1);
    store_batch_destroy(&batch);
    store_close(store);
}

/* ---- room ---- */

static void put_log(struct store *store, int64_t id)
{
    static char text[200];
    struct store_batch batch = {0};
    struct store_table table = table_of(id, "");
    memset(text, 'x', sizeof text);
    snprintf(table.code, sizeof table.code, "T%lld", (long long)id);
    store_batch_table(&batch, &table);
    for (uint32_t seq = 1; seq <= 2000; seq++)
        store_batch_event(&batch, id, 1, seq, text, sizeof text);
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
}

static carom_ms now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (carom_ms)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void the_file_shrinks_and_says_how_large_it_is(void **state)
{
    (void)state;
    struct store *store = open_file();
    struct store_batch batch = {0};
    struct store_space before, full, dropped, after;
    carom_ms longest = 0;
    assert_true(store_space(store, &before));
    assert_true(before.data > 0 && before.free > 0 && before.unused == 0);
    for (int64_t id = 1; id <= 40; id++)
        put_log(store, id);
    assert_true(store_space(store, &full));
    assert_true(full.data > before.data + 80000 * 200);
    for (int64_t id = 2; id <= 40; id++)
        store_batch_delete_table(&batch, id);
    assert_true(store_append(store, &batch));
    for (enum store_purge_result result = STORE_PURGE_MORE; result == STORE_PURGE_MORE;) {
        carom_ms begin = now_us();
        result = store_purge(store, 500);
        assert_int_not_equal(result, STORE_PURGE_FAILED);
        longest = now_us() - begin > longest ? now_us() - begin : longest;
    }
    print_message("# the longest step took %lld us of processor time\n", (long long)longest);
    assert_true(store_space(store, &dropped));
    assert_true(dropped.unused <= 5 << 20);
    store_close(store);
    store = open_file(); /* without a write-ahead log */
    assert_true(store_space(store, &after));
    assert_true(after.data < full.data / 3);
    struct stat file;
    assert_int_equal(stat(data_path, &file), 0);
    assert_true(file.st_size < full.data / 3);
    store_batch_destroy(&batch);
    store_close(store);
}

/* ---- the write-ahead log ---- */

/* Its salt, which is another one each time it begins anew (https://sqlite.org/fileformat.html, 4.1); 0: there is none.
 */
static uint32_t salt_of_log(void)
{
    char path[sizeof data_path + 8];
    unsigned char head[32] = {0};
    snprintf(path, sizeof path, "%s-wal", data_path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(head, 1, sizeof head, file);
    fclose(file);
    return length < sizeof head
               ? 0
               : (uint32_t)head[16] << 24 | (uint32_t)head[17] << 16 | (uint32_t)head[18] << 8 | (uint32_t)head[19];
}

/* Each of these events takes a page of its own. */
static void append_pages(struct store *store, uint32_t *last, unsigned count)
{
    static char body[4000];
    struct store_batch batch = {0};
    memset(body, 'x', sizeof body);
    for (unsigned i = 0; i < count; i++)
        store_batch_event(&batch, 1, 1, ++*last, body, sizeof body);
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
}

static void the_log_begins_anew_while_somebody_writes(void **state)
{
    (void)state;
    uint32_t last = 1;
    add_table(1, "AAAAAA");
    struct store *store = open_file();
    append_pages(store, &last, 1);
    uint32_t first = salt_of_log();
    for (int i = 0; i < 13; i++)
        append_pages(store, &last, 1000);
    /* It is carried into the file by a thread of its own, which has a minute to do so. */
    for (time_t end = time(NULL) + 60; salt_of_log() == first && time(NULL) < end; usleep(2000))
        append_pages(store, &last, 1);
    assert_int_not_equal(salt_of_log(), first);
    assert_int_equal(length_of(store, 1), last);
    store_close(store);
    store = open_file();
    assert_int_equal(length_of(store, 1), last);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_gap_in_a_log_is_a_failure),
        IN_FOLDER(damaged_rows_are_failures),
        IN_FOLDER(a_full_disk_is_all_or_nothing_and_passes),
        IN_FOLDER(the_file_shrinks_and_says_how_large_it_is),
        IN_FOLDER(the_log_begins_anew_while_somebody_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
