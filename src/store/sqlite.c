/*
 * The store in one SQLite file.
 *
 * Write-ahead log with synchronous=FULL: COMMIT returns when the log is on disk, so appended data survive a crash and a
 * power cut. A commit takes milliseconds, so the server appends everything that arrived in the meantime as one
 * transaction (group commit).
 *
 * There are three connections to the file: one writes, one reads (and sees only committed data), one checkpoints.
 */
#include "sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table's code and creation time never change, so an id with different ones belongs to another table; the rest may
 * be updated. */
#define PUT_TABLE_SQL                                                                                                  \
    "INSERT INTO tables (id, code, created, game, over, options) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"                      \
    " ON CONFLICT (id) DO UPDATE SET game = ?4, over = ?5, options = ?6 WHERE code = ?2 AND created = ?3"

#define GET_RECORDS_SQL                                                                                                \
    "SELECT key, body FROM records WHERE kind = ?1 AND owner = ?2 AND key > ?3 AND key < ?4 ORDER BY key LIMIT ?5"

static const char *const statement_sql[SQL_STATEMENTS] = {
    [SQL_PUT_TABLE] = PUT_TABLE_SQL,
    [SQL_PUT_EVENT] = "INSERT INTO events (table_id, game, seq, body) VALUES (?1, ?2, ?3, ?4)",
    [SQL_REWRITE_EVENT] = "UPDATE events SET body = ?4 WHERE table_id = ?1 AND game = ?2 AND seq = ?3",
    [SQL_PUT_SEAT] = "INSERT INTO seats (table_id, player, hash) VALUES (?1, ?2, ?3)",
    [SQL_DROP_SEAT] = "DELETE FROM seats WHERE table_id = ?1 AND player = ?2",
    [SQL_DROP_SEATS] = "DELETE FROM seats WHERE table_id = ?1",
    [SQL_DROP_TABLE] = "DELETE FROM tables WHERE id = ?1",
    [SQL_FIND_DELETE_START] =
        "SELECT game, seq FROM events WHERE table_id = ?1 ORDER BY game DESC, seq DESC LIMIT 1 OFFSET ?2",
    [SQL_DELETE_EVENTS_FROM] = "DELETE FROM events WHERE table_id = ?1 AND (game, seq) > (?2, ?3)",
    [SQL_DELETE_ALL_EVENTS] = "DELETE FROM events WHERE table_id = ?1",
    [SQL_PUT_PENDING_DELETE] = "INSERT INTO leavings (table_id) VALUES (?1)",
    [SQL_FIND_PENDING_DELETE] = "SELECT table_id FROM leavings LIMIT 1",
    [SQL_DROP_PENDING_DELETE] = "DELETE FROM leavings WHERE table_id = ?1",
    [SQL_INSERT_RECORD] = "INSERT INTO records (kind, owner, key, body) VALUES (?1, ?2, ?3, ?4)",
    [SQL_SWAP_RECORD] = "UPDATE records SET body = ?4 WHERE kind = ?1 AND owner = ?2 AND key = ?3 AND body = ?5",
    [SQL_REMOVE_RECORD] = "DELETE FROM records WHERE kind = ?1 AND owner = ?2 AND key = ?3",
    [SQL_REMOVE_OWNER] = "DELETE FROM records WHERE kind = ?1 AND owner = ?2",
    [SQL_HAS_TABLE] = "SELECT 1 FROM tables WHERE id = ?1",
    [SQL_HAS_EVENT] = "SELECT 1 FROM events WHERE table_id = ?1 AND game = ?2 AND seq = ?3",
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_SAVEPOINT] = "SAVEPOINT one_table",
    [SQL_RELEASE] = "RELEASE one_table",
    [SQL_ROLLBACK_TO] = "ROLLBACK TO one_table",
    [SQL_FIND_TABLE] = "SELECT id, code, created, game, over, options FROM tables WHERE code = ?1",
    [SQL_GET_EVENTS] =
        "SELECT seq, body FROM events WHERE table_id = ?1 AND game = ?2 AND seq BETWEEN ?3 AND ?4 ORDER BY seq",
    [SQL_GET_LAST] = "SELECT seq, body FROM events WHERE table_id = ?1 ORDER BY game DESC, seq DESC LIMIT 1",
    [SQL_GET_SEATS] = "SELECT player, hash FROM seats WHERE table_id = ?1 ORDER BY player",
    [SQL_LIST_TABLES] = "SELECT id, code, created, game, over, options FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2",
    [SQL_GET_RECORDS] = GET_RECORDS_SQL,
    [SQL_NEXT_OWNER] = "SELECT owner FROM records WHERE kind = ?1 AND owner > ?2 ORDER BY owner LIMIT 1",
    [SQL_COUNT_RECORDS] = "SELECT count(*) FROM records WHERE kind = ?1",
};

static const char *sqlite_last_error(struct store *base)
{
    return sqlite_of(base)->error;
}

static void sqlite_close(struct store *base)
{
    struct sqlite_store *store = sqlite_of(base);
    sqlite_checkpointer_stop(store);
    for (int i = 0; i < SQL_STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->checkpointer);
    sqlite3_close(store->reader);
    sqlite3_close(store->writer);
    sqlite_file_unlock(store->lock);
    store_order_destroy(&store->order);
    free(store->path);
    free(store);
}

bool sqlite_connect(const char *path, bool write, sqlite3 **db)
{
    /* Each connection is used by one thread at a time, so SQLite needs no mutexes. */
    int flags = (write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX;
    return sqlite3_open_v2(path, db, flags, NULL) == SQLITE_OK &&
           sqlite3_busy_timeout(*db, SQLITE_BUSY_MS) == SQLITE_OK;
}

static bool set_up(sqlite3 *db)
{
    return sqlite3_exec(
               db,
               "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
               "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY",
               NULL, NULL, NULL) == SQLITE_OK;
}

static bool prepare(struct sqlite_store *store)
{
    bool has_records = sqlite_query_int(store->reader, "PRAGMA user_version") >= SQLITE_VERSION_OF_RECORDS;
    int end = has_records ? SQL_STATEMENTS : SQL_GET_RECORDS;
    for (int i = store->writer != NULL ? 0 : SQL_WRITER_STATEMENTS; i < end; i++) {
        sqlite3 *db = i < SQL_WRITER_STATEMENTS ? store->writer : store->reader;
        if (sqlite3_prepare_v3(db, statement_sql[i], -1, SQLITE_PREPARE_PERSISTENT, &store->statements[i], NULL) !=
            SQLITE_OK)
            return false;
    }
    return true;
}

static const struct store_ops sqlite_ops = {
    .append = sqlite_append,
    .purge = sqlite_purge,
    .last_error = sqlite_last_error,
    .find = sqlite_find,
    .list = sqlite_list,
    .page = sqlite_page,
    .last = sqlite_last,
    .seats = sqlite_seats,
    .records = sqlite_records,
    .next_owner = sqlite_next_owner,
    .record_count = sqlite_record_count,
    .space = sqlite_space,
    .check_integrity = sqlite_check_integrity,
    .close = sqlite_close,
};

/* A file that does not belong to carom is left unchanged. */
static bool start_writer(struct sqlite_store *store, const char *path, char fault[STORE_ERROR_SIZE])
{
    if (!sqlite_file_create(path, fault))
        return false;
    if (!sqlite_connect(path, true, &store->writer))
        return sqlite_set_error(store->writer, fault);
    if (!sqlite_schema_known(store->writer, fault) || !sqlite_file_lock(&store->lock, path, fault))
        return false;
    return set_up(store->writer) ? sqlite_schema_update(store->writer, fault) : sqlite_set_error(store->writer, fault);
}

static bool start_others(struct sqlite_store *store, const char *path, char fault[STORE_ERROR_SIZE])
{
    if (!sqlite_connect(path, true, &store->reader) || !set_up(store->reader))
        return sqlite_set_error(store->reader, fault);
    if (!sqlite_connect(path, true, &store->checkpointer) || !set_up(store->checkpointer))
        return sqlite_set_error(store->checkpointer, fault);
    if (!prepare(store))
        return sqlite_set_error(sqlite3_errcode(store->writer) != SQLITE_OK ? store->writer : store->reader, fault);
    return sqlite_checkpointer_start(store) || store_set_error(fault, STORE_ERROR_MEMORY);
}

/* `snapshot` opens a read transaction, so that later commits are not seen. */
static bool start_reader(struct sqlite_store *store, const char *path, bool snapshot, char fault[STORE_ERROR_SIZE])
{
    if (!sqlite_connect(path, false, &store->reader) ||
        (snapshot && sqlite3_exec(store->reader, "BEGIN", NULL, NULL, NULL) != SQLITE_OK))
        return sqlite_set_error(store->reader, fault);
    if (!sqlite_schema_known(store->reader, fault))
        return false;
    return prepare(store) || store_set_error(fault, STORE_ERROR_NOT_CAROM); /* the file is empty */
}

static struct sqlite_store *new_store(const char *path, char fault[STORE_ERROR_SIZE])
{
    struct sqlite_store *store = calloc(1, sizeof *store);
    char *name = strdup(path);
    if (store == NULL || name == NULL) {
        free(store);
        free(name);
        store_set_error(fault, STORE_ERROR_MEMORY);
        return NULL;
    }
    store->store.ops = &sqlite_ops;
    store->path = name;
    store->lock = -1;
    sqlite_checkpointer_init(store);
    return store;
}

static struct store *started(struct sqlite_store *store, bool good)
{
    if (good)
        return &store->store;
    sqlite_close(&store->store);
    return NULL;
}

struct store *store_open_sqlite(const char *path, char fault[STORE_ERROR_SIZE])
{
    struct sqlite_store *store = new_store(path, fault);
    return store == NULL ? NULL : started(store, start_writer(store, path, fault) && start_others(store, path, fault));
}

struct store *store_open_sqlite_readonly(const char *path, char fault[STORE_ERROR_SIZE])
{
    struct sqlite_store *store = new_store(path, fault);
    return store == NULL ? NULL : started(store, start_reader(store, path, true, fault));
}

struct store *store_open_sqlite_reader(const char *path, char fault[STORE_ERROR_SIZE])
{
    struct sqlite_store *store = new_store(path, fault);
    return store == NULL ? NULL : started(store, start_reader(store, path, false, fault));
}
