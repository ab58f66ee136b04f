/*
 * Folders for the tests of the store.
 */
#include "files.h"

#include <dirent.h>
#include <sqlite3.h>
#include <sys/stat.h>

char data_folder[64];
char data_path[96];

int make_folder(void **state)
{
    (void)state;
    snprintf(data_folder, sizeof data_folder, "/tmp/carom-store-XXXXXX");
    bool made = mkdtemp(data_folder) != NULL;
    snprintf(data_path, sizeof data_path, "%s/data.db", data_folder);
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

struct store *open_file(void)
{
    char fault[STORE_FAULT_SIZE] = "";
    struct store *store = store_sqlite_open(data_path, fault);
    if (store == NULL)
        print_message("# %s\n", fault);
    assert_non_null(store);
    return store;
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

void make_old_file(void)
{
    static char sql[65536];
    FILE *file = fopen(CAROM_SOURCE_DIR "/tests/store/version-0.1.0.sql", "r");
    assert_non_null(file);
    size_t length = fread(sql, 1, sizeof sql - 1, file);
    fclose(file);
    sql[length] = '\0';
    make_file(sql);
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
