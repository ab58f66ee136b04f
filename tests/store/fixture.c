/*
 * Folders for the tests of the store.
 */
#include "fixture.h"

#include <dirent.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <sys/stat.h>

char data_folder[64];
char data_path[96];
const char *data_name;

int make_folder(void **state)
{
    (void)state;
    snprintf(data_folder, sizeof data_folder, "/tmp/carom-store-XXXXXX");
    bool made = mkdtemp(data_folder) != NULL;
    snprintf(data_path, sizeof data_path, "%s/data.db", data_folder);
    data_name = getenv("CAROM_TEST_POSTGRES");
    if (data_name != NULL)
        ask_postgres("SET client_min_messages = error; DROP SCHEMA IF EXISTS carom CASCADE; SELECT 0");
    else
        data_name = data_path;
    return made ? 0 : -1;
}

int remove_folder(void **state)
{
    (void)state;
    DIR *folder = opendir(data_folder);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char name[sizeof data_folder + sizeof entry->d_name];
        snprintf(name, sizeof name, "%s/%s", data_folder, entry->d_name);
        unlink(name);
    }
    closedir(folder);
    return rmdir(data_folder);
}

static struct store *open_any(const char *name)
{
    char fault[STORE_ERROR_SIZE] = "";
    struct store *store = store_open(name, fault);
    if (store == NULL)
        print_message("# %s\n", fault);
    assert_non_null(store);
    return store;
}

struct store *open_file(void)
{
    return open_any(data_path);
}

struct store *open_data(void)
{
    return open_any(data_name);
}

int64_t ask_postgres(const char *sql)
{
    PGconn *connection = PQconnectdb(getenv("CAROM_TEST_POSTGRES"));
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        print_message("# %s\n", PQerrorMessage(connection));
    assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
    int64_t number = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    PQfinish(connection);
    return number;
}

bool keep_last(void *context, uint32_t seq, const char *text, size_t length)
{
    (void)text;
    (void)length;
    *(uint32_t *)context = seq;
    return true;
}

uint32_t length_of(struct store *store, int64_t table)
{
    uint32_t last = 0;
    assert_true(store_events(store, table, 1, 1, UINT32_MAX, keep_last, &last));
    return last;
}

struct store_table table_of(int64_t id, const char *code)
{
    struct store_table table = {.id = id, .created = 17, .game = 1, .options = "{\"credit\":true}"};
    snprintf(table.code, sizeof table.code, "%s", code);
    return table;
}

int64_t ask_file(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(data_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

void make_file(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(data_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(chmod(data_path, 0644), 0);
}

void make_file_from(const char *path)
{
    static char sql[65536];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(sql, 1, sizeof sql - 1, file);
    fclose(file);
    sql[length] = '\0';
    make_file(sql);
}

void make_old_file(void)
{
    make_file_from(CAROM_SOURCE_DIR "/tests/store/version-0.1.0.sql");
    assert_int_equal(ask_file("PRAGMA user_version"), 1);
    assert_int_equal(ask_file("PRAGMA auto_vacuum"), 0);
}

void change_file(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(data_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

void lay_table(struct store *store, int64_t id)
{
    struct store_batch batch = {0};
    struct store_table table = table_of(id, "");
    snprintf(table.code, sizeof table.code, "T%lld", (long long)id);
    store_batch_table(&batch, &table);
    assert_true(store_append(store, &batch));
    store_batch_destroy(&batch);
}
