/*
 * The SQLite schema and its migrations.
 *
 * Every version has a number (`PRAGMA user_version`) and a step that leads to it from the one before; a new file goes
 * through all steps. Released steps never change, new ones are added at the end. Each step is one transaction with its
 * number, so a power cut leaves one version or the next. There is no way back: a newer file is refused, so keep a
 * backup if you may want to return to an older program.
 */
#include "sqlite.h"

#include <stdio.h>

/* [n]: from version n to n + 1. */
static const char *const steps[] = {
    /* version 1, carom 0.1.0 */
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, created INTEGER NOT NULL,"
    " game INTEGER NOT NULL, over INTEGER NOT NULL, options TEXT NOT NULL);"
    "CREATE TABLE events (table_id INTEGER NOT NULL, game INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (table_id, game, seq)) WITHOUT ROWID;"
    "CREATE TABLE seats (table_id INTEGER NOT NULL, player TEXT NOT NULL, hash BLOB NOT NULL,"
    " PRIMARY KEY (table_id, player)) WITHOUT ROWID;",
    /* version 2: deleted tables whose events are purged in steps; the application id marks the file as carom's
     * ("caro") */
    "CREATE TABLE leavings (table_id INTEGER PRIMARY KEY);"
    "PRAGMA application_id = 0x6361726f;",
    /* version 3: records; `kind` is an enum store_record_kind */
    "CREATE TABLE records (kind INTEGER NOT NULL, owner TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (kind, owner, key)) WITHOUT ROWID;",
};
#define VERSIONS ((int)(sizeof steps / sizeof steps[0]))

static bool run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

int64_t sqlite_query_int(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *ask = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &ask, NULL) == SQLITE_OK && sqlite3_step(ask) == SQLITE_ROW)
        number = sqlite3_column_int64(ask, 0);
    sqlite3_finalize(ask);
    return number;
}

bool sqlite_set_error(sqlite3 *db, char fault[STORE_ERROR_SIZE])
{
    switch (sqlite3_errcode(db)) {
    case SQLITE_CANTOPEN:
        return store_set_error(fault, STORE_ERROR_CANNOT_OPEN);
    case SQLITE_NOTADB:
        return store_set_error(fault, STORE_ERROR_NOT_CAROM);
    }
    snprintf(fault, STORE_ERROR_SIZE, "%s", sqlite3_errmsg(db));
    return false;
}

bool sqlite_schema_known(sqlite3 *db, char fault[STORE_ERROR_SIZE])
{
    int64_t version = sqlite_query_int(db, "PRAGMA user_version");
    int64_t tables = sqlite_query_int(db, "SELECT count(*) FROM sqlite_schema");
    int64_t ours =
        sqlite_query_int(db, "SELECT count(*) FROM sqlite_schema WHERE name IN ('tables', 'events', 'seats')");
    if (version < 0 || tables < 0 || ours < 0)
        return sqlite_set_error(db, fault);
    if (version == 0 ? tables > 0 : ours != 3)
        return store_set_error(fault, STORE_ERROR_NOT_CAROM);
    return version <= VERSIONS || store_set_error(fault, STORE_ERROR_NEWER);
}

static bool step(sqlite3 *db, int version)
{
    char number[64];
    snprintf(number, sizeof number, "PRAGMA user_version = %d; COMMIT", version + 1);
    return run(db, "BEGIN IMMEDIATE") && run(db, steps[version]) && run(db, number);
}

/* Version 1 files keep free pages. From version 2 on they can be returned to the disk, which requires rewriting the
 * file once; if there is no space for that, the file works but never shrinks. */
static void enable_auto_vacuum(sqlite3 *db)
{
    if (run(db, "PRAGMA auto_vacuum = INCREMENTAL; VACUUM"))
        run(db, "PRAGMA wal_checkpoint(TRUNCATE)");
}

bool sqlite_schema_update(sqlite3 *db, char fault[STORE_ERROR_SIZE])
{
    int64_t version = sqlite_query_int(db, "PRAGMA user_version");
    if (version == 1)
        enable_auto_vacuum(db);
    for (int i = (int)version; i < VERSIONS; i++) {
        if (!step(db, i)) {
            sqlite_set_error(db, fault);
            run(db, "ROLLBACK");
            return false;
        }
    }
    return true;
}
