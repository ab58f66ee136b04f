/*
 * The SQLite store, a single file: sqlite.c opens and closes it; sqlite_write.c and sqlite_read.c write and read;
 * sqlite_checkpoint.c checkpoints the write-ahead log; sqlite_schema.c has the schema, sqlite_file.c locking and
 * permissions.
 */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include "internal.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>

#define SQLITE_BUSY_MS 10000
#define SQLITE_VERSION_OF_RECORDS 3 /* of the schema */

enum sqlite_statement {
    SQL_PUT_TABLE,
    SQL_PUT_EVENT,
    SQL_REWRITE_EVENT,
    SQL_PUT_SEAT,
    SQL_DROP_SEAT,
    SQL_DROP_SEATS,
    SQL_DROP_TABLE,
    SQL_FIND_DELETE_START,
    SQL_DELETE_EVENTS_FROM,
    SQL_DELETE_ALL_EVENTS,
    SQL_PUT_PENDING_DELETE,
    SQL_FIND_PENDING_DELETE,
    SQL_DROP_PENDING_DELETE,
    SQL_INSERT_RECORD,
    SQL_SWAP_RECORD,
    SQL_REMOVE_RECORD,
    SQL_REMOVE_OWNER,
    SQL_HAS_TABLE,
    SQL_HAS_EVENT,
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_SAVEPOINT,
    SQL_RELEASE,
    SQL_ROLLBACK_TO,
    SQL_WRITER_STATEMENTS,
    SQL_FIND_TABLE = SQL_WRITER_STATEMENTS,
    SQL_GET_EVENTS,
    SQL_GET_LAST,
    SQL_GET_SEATS,
    SQL_LIST_TABLES,
    SQL_GET_RECORDS, /* from here on NULL where a file that is only read has no records, being of an earlier version */
    SQL_NEXT_OWNER,
    SQL_COUNT_RECORDS,
    SQL_STATEMENTS,
};

struct sqlite_store {
    struct store store;
    sqlite3 *writer;
    sqlite3 *reader;
    sqlite3 *checkpointer; /* used by the checkpoint thread only */
    sqlite3_stmt *statements[SQL_STATEMENTS];
    char *path;
    int lock; /* descriptor of the lock file, or -1 */
    char error[STORE_ERROR_SIZE];
    struct store_order order; /* scratch of the writer */

    pthread_t thread;
    bool thread_runs;
    pthread_mutex_t mutex; /* guards the four members below */
    pthread_cond_t wake;
    pthread_cond_t checkpoint_done;
    bool checkpoint_wanted; /* pages should be checkpointed */
    bool stopping;
    bool writer_active;           /* the writer is inside a transaction */
    bool writer_paused;           /* the writer waits briefly while the checkpoint thread copies the last pages */
    atomic_int wal_pages;         /* length of the write-ahead log after the last commit, in pages */
    int wal_checkpointed;         /* writer thread only: length of the log when a checkpoint was last requested */
    int commits_since_checkpoint; /* writer thread only: commits since then */
};

/* ---- sqlite.c ---- */

static inline struct sqlite_store *sqlite_of(struct store *store)
{
    return (struct sqlite_store *)store;
}

static inline void sqlite_bind_text(sqlite3_stmt *statement, int at, const char *text, size_t length)
{
    sqlite3_bind_text(statement, at, text, (int)length, SQLITE_STATIC);
}

/* Opens a connection. On false `*db` may still have to be closed. */
bool sqlite_connect(const char *path, bool write, sqlite3 **db);

/* ---- sqlite_file.c ---- */

/* Creates the file if it does not exist, readable by its owner only. False: `fault` says why, as for the functions
 * below. */
bool sqlite_file_create(const char *path, char fault[STORE_ERROR_SIZE]);
/* Takes the lock and makes the file private. Call sqlite_file_unlock even after a failure. */
bool sqlite_file_lock(int *descriptor, const char *path, char fault[STORE_ERROR_SIZE]);
void sqlite_file_unlock(int descriptor);
/* Adds the sizes of the files beside it, and the free space of the disk. */
bool sqlite_file_space(const char *path, struct store_space *space);

/* ---- sqlite_schema.c ---- */

/* Says what went wrong last: our sentence for a wrong file name, otherwise SQLite's words. Always returns false. */
bool sqlite_set_error(sqlite3 *db, char fault[STORE_ERROR_SIZE]);
/* Does the file belong to carom (or is it empty), and is its schema not newer than this program? Does not change it.
 * False: `fault` says why. */
bool sqlite_schema_known(sqlite3 *db, char fault[STORE_ERROR_SIZE]);
/* Migrates the schema to the current version. */
bool sqlite_schema_update(sqlite3 *db, char fault[STORE_ERROR_SIZE]);
/* Runs a query that returns one number; -1: it failed. */
int64_t sqlite_query_int(sqlite3 *db, const char *sql);

/* ---- sqlite_write.c ---- */

bool sqlite_append(struct store *base, const struct store_batch *batch, struct store_failures *failures);
enum store_purge_result sqlite_purge(struct store *base, unsigned rows);

/* ---- sqlite_checkpoint.c ---- */

/* Initialises, starts and stops the checkpoint thread. _start returns false if no thread can be created; _stop may be
 * called without _start. */
void sqlite_checkpointer_init(struct sqlite_store *store);
bool sqlite_checkpointer_start(struct sqlite_store *store);
void sqlite_checkpointer_stop(struct sqlite_store *store);
/* Call before and after writing. May block the writer for a few milliseconds. */
void sqlite_writer_enter(struct sqlite_store *store, bool begins);
/* Call after a commit, on the writer's thread: requests a checkpoint when the write-ahead log is long enough. */
void sqlite_maybe_checkpoint(struct sqlite_store *store);

/* ---- sqlite_read.c ---- */

enum store_lookup sqlite_find(struct store *base, const char *code, struct store_table *table);
bool sqlite_list(struct store *base, int64_t after, unsigned most, store_table_visitor *visit, void *context);
bool sqlite_page(struct store *base, struct store_page *page, store_event_visitor *visit, void *context);
bool sqlite_last(struct store *base, int64_t table, store_event_visitor *visit, void *context);
bool sqlite_seats(struct store *base, int64_t table, store_seat_visitor *visit, void *context);
bool sqlite_records(struct store *base, const struct store_range *range, store_record_visitor *visit, void *context);
enum store_lookup sqlite_next_owner(struct store *base, enum store_record_kind kind, char owner[STORE_KEY_SIZE]);
int64_t sqlite_record_count(struct store *base, enum store_record_kind kind);
bool sqlite_space(struct store *base, struct store_space *space);
bool sqlite_check_integrity(struct store *base, char fault[STORE_ERROR_SIZE]);

#endif
