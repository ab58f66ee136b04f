/*
 * Files of other versions, and files that somebody else has: what is known becomes today's, what is not is left alone.
 */
#include "fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static mode_t mode_of(const char *ending)
{
    char name[sizeof data_path + 8];
    struct stat found;
    snprintf(name, sizeof name, "%s%s", data_path, ending);
    assert_int_equal(stat(name, &found), 0);
    return found.st_mode & 0777;
}

/* ---- older and newer ---- */

static bool verify(void *context, uint32_t seq, const char *text, size_t length)
{
    struct carom_json_game *json_game = context;
    struct carom_error error;
    (void)seq;
    return carom_json_game_event(json_game, text, length, true, &error);
}

static bool count_table(void *context, const struct store_table *table)
{
    (void)table;
    ++*(unsigned *)context;
    return true;
}

static void count_seat(void *context, const struct store_seat *seat)
{
    (void)seat;
    ++*(unsigned *)context;
}

static void assert_game(struct store *store, const char *code, uint32_t game, uint32_t events, enum carom_phase phase)
{
    static struct carom_json_game json_game;
    struct store_table table;
    memset(&json_game, 0, sizeof json_game);
    assert_int_equal(store_find(store, code, &table), STORE_FOUND);
    assert_string_equal(table.options, "{\"credit\":true,\"plan\":false}");
    assert_true(store_events(store, table.id, game, 1, UINT32_MAX, verify, &json_game));
    assert_int_equal(json_game.table.seq, events);
    assert_int_equal(json_game.table.phase, phase);
}

static void assert_all_of_old(struct store *store)
{
    unsigned tables = 0, seats = 0;
    struct store_table table;
    assert_game(store, "69UFKR", 1, 19, CAROM_PHASE_OVER);
    assert_game(store, "69UFKR", 2, 3, CAROM_PHASE_LOBBY);
    assert_game(store, "WTXDLE", 1, 7, CAROM_PHASE_SHOWING);
    assert_game(store, "SXEXYJ", 1, 2, CAROM_PHASE_LOBBY);
    assert_true(store_list(store, 0, UINT32_MAX, count_table, &tables));
    assert_int_equal(tables, 3);
    assert_int_equal(store_find(store, "69UFKR", &table), STORE_FOUND);
    assert_int_equal(table.game, 2);
    assert_true(store_seats(store, table.id, count_seat, &seats));
    assert_int_equal(seats, 2);
}

static void a_file_of_version_0_1_0_is_brought_up_to_date(void **state)
{
    (void)state;
    make_old_file();
    for (int times = 0; times < 2; times++) { /* and then it stays as it is */
        struct store *store = open_file();
        assert_all_of_old(store);
        store_close(store);
        assert_int_equal(ask_file("PRAGMA user_version"), 3);
        assert_int_equal(ask_file("PRAGMA auto_vacuum"), 2);
        assert_int_equal(ask_file("PRAGMA application_id"), 0x6361726f);
        assert_int_equal(ask_file("SELECT count(*) FROM leavings"), 0);
        assert_int_equal(mode_of(""), 0600);
    }
}

/* The version before records. */
static void a_file_of_version_2_is_brought_up_to_date(void **state)
{
    (void)state;
    struct store_table table;
    unsigned tables = 0;
    make_file_from(CAROM_SOURCE_DIR "/tests/store/version-2.sql");
    assert_int_equal(ask_file("PRAGMA user_version"), 2);
    struct store *store = open_file();
    assert_game(store, "69UFKR", 1, 19, CAROM_PHASE_OVER);
    assert_game(store, "WTXDLE", 1, 7, CAROM_PHASE_SHOWING);
    assert_int_equal(store_find(store, "24Y43RBQ", &table), STORE_FOUND);
    assert_true(store_list(store, 0, UINT32_MAX, count_table, &tables));
    assert_int_equal(tables, 3);
    assert_int_equal(store_record_count(store, STORE_CIRCLES), 0);
    store_close(store);
    assert_int_equal(ask_file("PRAGMA user_version"), 3);
    assert_int_equal(ask_file("SELECT count(*) FROM records"), 0);
}

static void a_new_file_has_what_an_old_one_gets(void **state)
{
    (void)state;
    store_close(open_file());
    assert_int_equal(ask_file("PRAGMA user_version"), 3);
    assert_int_equal(ask_file("PRAGMA auto_vacuum"), 2);
    assert_int_equal(ask_file("PRAGMA application_id"), 0x6361726f);
    int64_t parts = ask_file("SELECT count(*) FROM sqlite_schema");
    unlink(data_path);
    make_old_file();
    store_close(open_file());
    assert_int_equal(ask_file("SELECT count(*) FROM sqlite_schema"), parts);
}

/* A disk that is full in the middle of it leaves the old file or the new one. */
static void an_upgrade_that_fails_can_be_repeated(void **state)
{
    (void)state;
    unsigned failures = 0;
    for (rlim_t most = 0; most <= 192 << 10; most += 8192) {
        char fault[STORE_ERROR_SIZE] = "";
        struct rlimit before, small;
        make_old_file();
        signal(SIGXFSZ, SIG_IGN);
        assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
        small = (struct rlimit){.rlim_cur = most, .rlim_max = before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        struct store *store = store_open_sqlite(data_path, fault);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_true((store == NULL) == (fault[0] != '\0'));
        failures += store == NULL;
        if (store != NULL)
            store_close(store);
        store = open_file();
        assert_all_of_old(store);
        store_close(store);
        unlink(data_path);
    }
    assert_true(failures > 0 && failures < 24);
}

static void assert_refused_untouched(const char *expected)
{
    char fault[STORE_ERROR_SIZE] = "";
    struct stat before, after;
    char lock[sizeof data_path + 8];
    assert_int_equal(stat(data_path, &before), 0);
    assert_null(store_open_sqlite(data_path, fault));
    assert_non_null(strstr(fault, expected));
    assert_int_equal(stat(data_path, &after), 0);
    assert_true(before.st_mode == after.st_mode && before.st_size == after.st_size &&
                before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    snprintf(lock, sizeof lock, "%s-lock", data_path);
    assert_int_equal(access(lock, F_OK), -1);
}

static void what_is_not_known_is_refused_and_left_as_it_is(void **state)
{
    (void)state;
    store_close(open_file());
    char lock[sizeof data_path + 8];
    snprintf(lock, sizeof lock, "%s-lock", data_path);
    unlink(lock);
    make_file("PRAGMA user_version = 4");
    assert_refused_untouched("newer carom");
    unlink(data_path);
    make_file("CREATE TABLE events (at TEXT)");
    assert_refused_untouched("not carom data");
    make_file("PRAGMA user_version = 1");
    assert_refused_untouched("not carom data");
    unlink(data_path);
    FILE *file = fopen(data_path, "w");
    for (int i = 0; i < 1000; i++)
        fputs("this is not a database\n", file);
    fclose(file);
    assert_refused_untouched("not carom data");
    char fault[STORE_ERROR_SIZE] = "";
    assert_null(store_open_sqlite("/nonexistent/folder/data.db", fault));
    assert_true(strlen(fault) > 0);
    assert_null(store_open_sqlite(data_folder, fault));
    assert_true(strlen(fault) > 0);
}

/* ---- one process ---- */

/* What opening the file in another process says; "" if it works. */
static const char *open_elsewhere(const char *path)
{
    static char answer[STORE_ERROR_SIZE];
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        char fault[STORE_ERROR_SIZE] = "";
        struct store *store = store_open_sqlite(path, fault);
        if (store != NULL)
            store_close(store);
        _exit(write(ends[1], fault, strlen(fault)) < 0);
    }
    close(ends[1]);
    ssize_t length = read(ends[0], answer, sizeof answer - 1);
    answer[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    return answer;
}

static void two_processes_cannot_have_one_file(void **state)
{
    (void)state;
    char fault[STORE_ERROR_SIZE] = "";
    char other_name[sizeof data_path + 8];
    snprintf(other_name, sizeof other_name, "%s/other.db", data_folder);
    assert_int_equal(symlink("data.db", other_name), 0);
    struct store *store = open_file();
    assert_non_null(strstr(open_elsewhere(data_path), "another process"));
    assert_non_null(strstr(open_elsewhere(other_name), "another process"));
    assert_null(store_open_sqlite(data_path, fault)); /* nor can the same one twice */
    assert_non_null(strstr(fault, "another process"));
    struct store_batch batch = {0};
    struct store_table table = table_of(1, "AAAAAA"); /* whoever was refused has done no harm */
    store_batch_table(&batch, &table);
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
    assert_non_null(strstr(open_elsewhere(data_path), "another process"));
    store_close(store);
    assert_string_equal(open_elsewhere(data_path), "");
    assert_string_equal(open_elsewhere(other_name), "");
}

static void a_lock_ends_with_its_process(void **state)
{
    (void)state;
    int ends[2];
    char ready;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        char fault[STORE_ERROR_SIZE];
        bool good = store_open_sqlite(data_path, fault) != NULL && write(ends[1], "x", 1) == 1;
        while (good)
            pause();
        _exit(1);
    }
    assert_int_equal(read(ends[0], &ready, 1), 1);
    assert_non_null(strstr(open_elsewhere(data_path), "another process"));
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_string_equal(open_elsewhere(data_path), "");
    close(ends[0]);
    close(ends[1]);
}

static void only_the_owner_may_read_the_files(void **state)
{
    (void)state;
    mode_t mask = umask(0);
    struct store *store = open_file();
    struct store_batch batch = {0};
    struct store_table table = table_of(1, "AAAAAA");
    store_batch_table(&batch, &table);
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(mode_of(endings[i]), 0600);
    store_close(store);
    umask(mask);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(a_file_of_version_0_1_0_is_brought_up_to_date),
        IN_FOLDER(a_file_of_version_2_is_brought_up_to_date),
        IN_FOLDER(a_new_file_has_what_an_old_one_gets),
        IN_FOLDER(an_upgrade_that_fails_can_be_repeated),
        IN_FOLDER(what_is_not_known_is_refused_and_left_as_it_is),
        IN_FOLDER(two_processes_cannot_have_one_file),
        IN_FOLDER(a_lock_ends_with_its_process),
        IN_FOLDER(only_the_owner_may_read_the_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
