/*
 * The store in one SQLite file.
 *
 * Write-ahead log with synchronous=FULL: COMMIT returns when the log is on the disk, so what was appended survives the
 * end of the process and a power cut. One such commit takes milliseconds, which is why the server appends everything
 * that arrived in the meantime as one transaction (group commit).
 *
 * Three connections to the file: one writes, one reads (and so sees only what has been committed), and one carries
 * pages from the write-ahead log into the file, on a thread of its own, because that takes longer than a commit and
 * would otherwise be felt by whoever bids at that moment.
 */
#include "store.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEMA_VERSION 1
/* Pages of the write-ahead log: from so many on, since the last time, they are carried over in the background ... */
#define CHECKPOINT_PAGES 4000
/* ... and from so many on altogether the writer waits until the log can begin anew. */
#define CHECKPOINT_FORCE 65536
#define BUSY_MS 10000

static const char schema[] =
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, created INTEGER NOT NULL,"
    " game INTEGER NOT NULL, over INTEGER NOT NULL, options TEXT NOT NULL);"
    "CREATE TABLE events (table_id INTEGER NOT NULL, game INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (table_id, game, seq)) WITHOUT ROWID;"
    "CREATE TABLE seats (table_id INTEGER NOT NULL, player TEXT NOT NULL, hash BLOB NOT NULL,"
    " PRIMARY KEY (table_id, player)) WITHOUT ROWID;"
    "PRAGMA user_version = 1;";

enum statement {
    PUT_TABLE,
    PUT_EVENT,
    PUT_SEAT,
    DROP_SEAT,
    BEGIN,
    COMMIT,
    WRITER_STATEMENTS,
    FIND_TABLE = WRITER_STATEMENTS,
    GET_EVENTS,
    GET_SEATS,
    LIST_TABLES,
    STATEMENTS,
};

/* A table's code and creation never change; the rest may. */
#define PUT_TABLE_SQL                                                                                                  \
    "INSERT INTO tables (id, code, created, game, over, options) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"                      \
    " ON CONFLICT (id) DO UPDATE SET game = ?4, over = ?5, options = ?6"

static const char *const statement_sql[STATEMENTS] = {
    [PUT_TABLE] = PUT_TABLE_SQL,
    [PUT_EVENT] = "INSERT INTO events (table_id, game, seq, body) VALUES (?1, ?2, ?3, ?4)",
    [PUT_SEAT] = "INSERT INTO seats (table_id, player, hash) VALUES (?1, ?2, ?3)",
    [DROP_SEAT] = "DELETE FROM seats WHERE table_id = ?1 AND player = ?2",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [FIND_TABLE] = "SELECT id, code, created, game, over, options FROM tables WHERE code = ?1",
    [GET_EVENTS] =
        "SELECT seq, body FROM events WHERE table_id = ?1 AND game = ?2 AND seq BETWEEN ?3 AND ?4 ORDER BY seq",
    [GET_SEATS] = "SELECT player, hash FROM seats WHERE table_id = ?1 ORDER BY player",
    [LIST_TABLES] = "SELECT id, code, created, game, over, options FROM tables WHERE id > ?1 ORDER BY id",
};

struct sqlite_store {
    struct store store;
    sqlite3 *writer;
    sqlite3 *reader;
    sqlite3 *carrier; /* used by the checkpoint thread only */
    sqlite3_stmt *statements[STATEMENTS];
    char fault[STORE_FAULT_SIZE];

    pthread_t thread;
    bool thread_runs;
    pthread_mutex_t mutex; /* guards the two below */
    pthread_cond_t wake;
    bool wanted;
    bool ending;
    int wal_pages;   /* writer thread only: pages in the write-ahead log after the last commit */
    int wal_carried; /* ... and when they were last asked to be carried over */
};

static struct sqlite_store *of(struct store *store)
{
    return (struct sqlite_store *)store;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

static bool run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text, size_t length)
{
    sqlite3_bind_text(statement, at, text, (int)length, SQLITE_STATIC);
}

static bool write_table(struct sqlite_store *store, const struct store_table *table)
{
    sqlite3_stmt *put = store->statements[PUT_TABLE];
    sqlite3_bind_int64(put, 1, table->id);
    bind_text(put, 2, table->code, strlen(table->code));
    sqlite3_bind_int64(put, 3, table->created);
    sqlite3_bind_int64(put, 4, table->game);
    sqlite3_bind_int(put, 5, table->over);
    bind_text(put, 6, table->options, strlen(table->options));
    return run(put);
}

static bool write_event(struct sqlite_store *store, const struct store_write *write, const char *text)
{
    sqlite3_stmt *put = store->statements[PUT_EVENT];
    sqlite3_bind_int64(put, 1, write->table);
    sqlite3_bind_int64(put, 2, write->game);
    sqlite3_bind_int64(put, 3, write->seq);
    bind_text(put, 4, text, write->length);
    return run(put);
}

static bool write_seat(struct sqlite_store *store, int64_t table, const struct store_seat *seat)
{
    sqlite3_stmt *put = store->statements[PUT_SEAT];
    sqlite3_bind_int64(put, 1, table);
    bind_text(put, 2, seat->player, strlen(seat->player));
    sqlite3_bind_blob(put, 3, seat->hash, STORE_HASH_SIZE, SQLITE_STATIC);
    return run(put);
}

static bool drop_seat(struct sqlite_store *store, const struct store_write *write, const char *player)
{
    sqlite3_stmt *drop = store->statements[DROP_SEAT];
    sqlite3_bind_int64(drop, 1, write->table);
    bind_text(drop, 2, player, write->length);
    return run(drop);
}

static bool write_one(struct sqlite_store *store, const struct store_write *write, const char *bytes)
{
    struct store_table table;
    struct store_seat seat;
    switch (write->kind) {
    case STORE_WRITE_TABLE:
        memcpy(&table, bytes, sizeof table);
        return write_table(store, &table);
    case STORE_WRITE_EVENT:
        return write_event(store, write, bytes);
    case STORE_WRITE_SEAT:
        memcpy(&seat, bytes, sizeof seat);
        return write_seat(store, write->table, &seat);
    case STORE_WRITE_UNSEAT:
        return drop_seat(store, write, bytes);
    }
    return false;
}

static void ask_for_checkpoint(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->wanted = true;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
}

static int after_commit(void *context, sqlite3 *db, const char *name, int pages)
{
    (void)db;
    (void)name;
    ((struct sqlite_store *)context)->wal_pages = pages;
    return SQLITE_OK;
}

/* Every so many pages the carrier gets to work; the log begins anew when it has caught up at a quiet moment, or here.
 */
static void mind_log(struct sqlite_store *store)
{
    if (store->wal_pages < store->wal_carried)
        store->wal_carried = 0; /* it has begun anew */
    if (store->wal_pages >= CHECKPOINT_FORCE) {
        sqlite3_wal_checkpoint_v2(store->writer, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    } else if (store->wal_pages - store->wal_carried >= CHECKPOINT_PAGES) {
        store->wal_carried = store->wal_pages;
        ask_for_checkpoint(store);
    }
}

static bool sqlite_append(struct store *base, const struct store_writes *writes)
{
    struct sqlite_store *store = of(base);
    bool good = run(store->statements[BEGIN]);
    for (size_t i = 0; good && i < writes->count; i++)
        good = write_one(store, &writes->items[i], writes->bytes + writes->items[i].text);
    good = good && run(store->statements[COMMIT]);
    if (!good) {
        snprintf(store->fault, sizeof store->fault, "%s", sqlite3_errmsg(store->writer));
        sqlite3_exec(store->writer, "ROLLBACK", NULL, NULL, NULL);
        return false;
    }
    mind_log(store);
    return true;
}

/* A passive checkpoint never makes the writer wait. */
static void *carry_pages(void *context)
{
    struct sqlite_store *store = context;
    pthread_mutex_lock(&store->mutex);
    while (!store->ending) {
        if (!store->wanted) {
            pthread_cond_wait(&store->wake, &store->mutex);
            continue;
        }
        store->wanted = false;
        pthread_mutex_unlock(&store->mutex);
        sqlite3_wal_checkpoint_v2(store->carrier, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&store->mutex);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

static void copy_text(char *to, size_t size, sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    snprintf(to, size, "%s", text != NULL ? (const char *)text : "");
}

static void read_table(struct store_table *table, sqlite3_stmt *row)
{
    *table = (struct store_table){
        .id = sqlite3_column_int64(row, 0),
        .created = sqlite3_column_int64(row, 2),
        .game = (uint32_t)sqlite3_column_int64(row, 3),
        .over = sqlite3_column_int(row, 4) != 0,
    };
    copy_text(table->code, sizeof table->code, row, 1);
    copy_text(table->options, sizeof table->options, row, 5);
}

static enum store_found sqlite_find(struct store *base, const char *code, struct store_table *table)
{
    sqlite3_stmt *find = of(base)->statements[FIND_TABLE];
    bind_text(find, 1, code, strlen(code));
    int answer = sqlite3_step(find);
    if (answer == SQLITE_ROW)
        read_table(table, find);
    sqlite3_reset(find);
    return answer == SQLITE_ROW ? STORE_FOUND : answer == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

static bool sqlite_events(struct store *base, int64_t table, uint32_t game, uint32_t from, uint32_t to,
                          store_event_visitor *visit, void *context)
{
    sqlite3_stmt *get = of(base)->statements[GET_EVENTS];
    sqlite3_bind_int64(get, 1, table);
    sqlite3_bind_int64(get, 2, game);
    sqlite3_bind_int64(get, 3, from);
    sqlite3_bind_int64(get, 4, to);
    uint32_t expected = from;
    int answer;
    bool wanted = true;
    while (wanted && (answer = sqlite3_step(get)) == SQLITE_ROW) {
        uint32_t seq = (uint32_t)sqlite3_column_int64(get, 0);
        if (seq != expected++)
            break;
        const char *text = (const char *)sqlite3_column_text(get, 1);
        wanted = text != NULL && visit(context, seq, text, (size_t)sqlite3_column_bytes(get, 1));
    }
    sqlite3_reset(get);
    return !wanted || answer == SQLITE_DONE;
}

static bool sqlite_seats(struct store *base, int64_t table, store_seat_visitor *visit, void *context)
{
    sqlite3_stmt *get = of(base)->statements[GET_SEATS];
    sqlite3_bind_int64(get, 1, table);
    int answer;
    while ((answer = sqlite3_step(get)) == SQLITE_ROW) {
        struct store_seat seat = {0};
        copy_text(seat.player, sizeof seat.player, get, 0);
        if (sqlite3_column_bytes(get, 1) == STORE_HASH_SIZE) {
            memcpy(seat.hash, sqlite3_column_blob(get, 1), STORE_HASH_SIZE);
            visit(context, &seat);
        }
    }
    sqlite3_reset(get);
    return answer == SQLITE_DONE;
}

static bool sqlite_list(struct store *base, int64_t after, store_table_visitor *visit, void *context)
{
    sqlite3_stmt *list = of(base)->statements[LIST_TABLES];
    sqlite3_bind_int64(list, 1, after);
    int answer;
    bool wanted = true;
    while (wanted && (answer = sqlite3_step(list)) == SQLITE_ROW) {
        struct store_table table;
        read_table(&table, list);
        wanted = visit(context, &table);
    }
    sqlite3_reset(list);
    return !wanted || answer == SQLITE_DONE;
}

static const char *sqlite_fault(struct store *base)
{
    return of(base)->fault;
}

/* ---- opening and closing --------------------------------------------------------------------------------------- */

static void sqlite_close(struct store *base)
{
    struct sqlite_store *store = of(base);
    if (store->thread_runs) {
        pthread_mutex_lock(&store->mutex);
        store->ending = true;
        pthread_cond_signal(&store->wake);
        pthread_mutex_unlock(&store->mutex);
        pthread_join(store->thread, NULL);
    }
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statements[i]);
    sqlite3_close(store->carrier);
    sqlite3_close(store->reader);
    sqlite3_close(store->writer);
    pthread_cond_destroy(&store->wake);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

static bool connect(const char *path, sqlite3 **db)
{
    /* Each connection has one thread, or one at a time: no locks needed inside SQLite. */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    return sqlite3_open_v2(path, db, flags, NULL) == SQLITE_OK && sqlite3_busy_timeout(*db, BUSY_MS) == SQLITE_OK &&
           sqlite3_exec(*db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0",
                        NULL, NULL, NULL) == SQLITE_OK;
}

static int schema_version(sqlite3 *db)
{
    sqlite3_stmt *ask = NULL;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &ask, NULL) == SQLITE_OK && sqlite3_step(ask) == SQLITE_ROW)
        version = sqlite3_column_int(ask, 0);
    sqlite3_finalize(ask);
    return version;
}

static bool lay_out(sqlite3 *db)
{
    int version = schema_version(db);
    if (version == 0) {
        return sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
               sqlite3_exec(db, schema, NULL, NULL, NULL) == SQLITE_OK &&
               sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    }
    return version == SCHEMA_VERSION;
}

static bool prepare(struct sqlite_store *store)
{
    for (int i = 0; i < STATEMENTS; i++) {
        sqlite3 *db = i < WRITER_STATEMENTS ? store->writer : store->reader;
        if (sqlite3_prepare_v3(db, statement_sql[i], -1, SQLITE_PREPARE_PERSISTENT, &store->statements[i], NULL) !=
            SQLITE_OK)
            return false;
    }
    return true;
}

static const struct store_ops sqlite_ops = {
    .append = sqlite_append,
    .find = sqlite_find,
    .events = sqlite_events,
    .seats = sqlite_seats,
    .list = sqlite_list,
    .close = sqlite_close,
    .fault = sqlite_fault,
};

struct store *store_sqlite_open(const char *path, char fault[STORE_FAULT_SIZE])
{
    struct sqlite_store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        snprintf(fault, STORE_FAULT_SIZE, "no memory");
        return NULL;
    }
    store->store.ops = &sqlite_ops;
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->wake, NULL);
    bool good = connect(path, &store->writer) && lay_out(store->writer) && connect(path, &store->reader) &&
                connect(path, &store->carrier) && prepare(store);
    if (good) {
        sqlite3_wal_hook(store->writer, after_commit, store);
        store->thread_runs = pthread_create(&store->thread, NULL, carry_pages, store) == 0;
        good = store->thread_runs;
    }
    if (!good) {
        const char *why = store->writer != NULL ? sqlite3_errmsg(store->writer) : "no memory";
        snprintf(fault, STORE_FAULT_SIZE, "%s",
                 store->writer != NULL && sqlite3_errcode(store->writer) == SQLITE_OK
                     ? "not a data file of this version"
                     : why);
        sqlite_close(&store->store);
        return NULL;
    }
    return &store->store;
}
