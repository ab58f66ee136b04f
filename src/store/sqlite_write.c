/*
 * The writing half of the SQLite store.
 *
 * A batch is one transaction, so that a hundred players share one sync. If a table's writes are rejected (the key
 * exists, the table is gone) they are left out, and the others are committed: the transaction is rolled back and
 * repeated with a savepoint per table. That is rare, so the first attempt does without savepoints. A failure of the
 * whole store (a full disk) fails the batch.
 */
#include "sqlite.h"

#include <stdio.h>
#include <string.h>

/* Events deleted together with a table; most tables have no more. */
#define DROP_ROWS 500
/* Free pages to keep for new data, and pages to return to the disk at a time. */
#define FREE_PAGES 1024
#define VACUUM_SQL "PRAGMA incremental_vacuum(128)"

/* ---- one write ---- */

static enum store_write_result run(struct sqlite_store *store, enum sqlite_statement which,
                                   enum store_reject_reason *reason)
{
    sqlite3_stmt *statement = store->statements[which];
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    *reason = code == SQLITE_CONSTRAINT ? STORE_REJECT_CONFLICT : STORE_REJECT_RANGE;
    if (code == SQLITE_DONE)
        return STORE_WRITE_OK;
    return code == SQLITE_CONSTRAINT || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH ? STORE_WRITE_REJECTED
                                                                                         : STORE_WRITE_FAILED;
}

/* Runs a statement that can only fail if the store fails. */
static bool run_statement(struct sqlite_store *store, enum sqlite_statement which)
{
    enum store_reject_reason reason;
    return run(store, which, &reason) == STORE_WRITE_OK;
}

/* Does a row exist? STORE_WRITE_REJECTED: no. */
static enum store_write_result row_exists(struct sqlite_store *store, enum sqlite_statement which)
{
    sqlite3_stmt *statement = store->statements[which];
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_ROW ? STORE_WRITE_OK : code == SQLITE_DONE ? STORE_WRITE_REJECTED : STORE_WRITE_FAILED;
}

static enum store_write_result write_table(struct sqlite_store *store, const struct store_table *table,
                                           enum store_reject_reason *reason)
{
    sqlite3_stmt *put = store->statements[SQL_PUT_TABLE];
    sqlite3_bind_int64(put, 1, table->id);
    sqlite_bind_text(put, 2, table->code, strlen(table->code));
    sqlite3_bind_int64(put, 3, table->created);
    sqlite3_bind_int64(put, 4, table->game);
    sqlite3_bind_int(put, 5, table->over);
    sqlite_bind_text(put, 6, table->options, strlen(table->options));
    enum store_write_result written = run(store, SQL_PUT_TABLE, reason);
    if (written != STORE_WRITE_OK || sqlite3_changes(store->writer) == 1)
        return written;
    *reason = STORE_REJECT_CONFLICT; /* the id belongs to another table */
    return STORE_WRITE_REJECTED;
}

/* Inserts an event, or replaces its text (SQL_REWRITE_EVENT). */
static enum store_write_result write_event(struct sqlite_store *store, enum sqlite_statement which,
                                           const struct store_write *write, const char *text,
                                           enum store_reject_reason *reason)
{
    sqlite3_stmt *put = store->statements[which];
    sqlite3_bind_int64(put, 1, write->table);
    sqlite3_bind_int64(put, 2, write->game);
    sqlite3_bind_int64(put, 3, write->seq);
    sqlite_bind_text(put, 4, text, write->length);
    return run(store, which, reason);
}

static enum store_write_result write_seat(struct sqlite_store *store, int64_t table, const struct store_seat *seat,
                                          enum store_reject_reason *reason)
{
    sqlite3_stmt *put = store->statements[SQL_PUT_SEAT];
    sqlite3_bind_int64(put, 1, table);
    sqlite_bind_text(put, 2, seat->player, strlen(seat->player));
    sqlite3_bind_blob(put, 3, seat->hash, STORE_HASH_SIZE, SQLITE_STATIC);
    return run(store, SQL_PUT_SEAT, reason);
}

static enum store_write_result drop_seat(struct sqlite_store *store, const struct store_write *write,
                                         const char *player, enum store_reject_reason *reason)
{
    sqlite3_stmt *drop = store->statements[SQL_DROP_SEAT];
    sqlite3_bind_int64(drop, 1, write->table);
    sqlite_bind_text(drop, 2, player, write->length);
    return run(store, SQL_DROP_SEAT, reason);
}

/* ---- records ---- */

static enum store_write_result write_record(struct sqlite_store *store, const struct store_batch *batch,
                                            const struct store_write *write, enum store_reject_reason *reason)
{
    static const enum sqlite_statement statements[] = {
        [STORE_WRITE_INSERT_RECORD] = SQL_INSERT_RECORD,
        [STORE_WRITE_SWAP_RECORD] = SQL_SWAP_RECORD,
        [STORE_WRITE_REMOVE_RECORD] = SQL_REMOVE_RECORD,
        [STORE_WRITE_REMOVE_OWNER] = SQL_REMOVE_OWNER,
    };
    struct store_record_write read;
    *reason = STORE_REJECT_RANGE;
    if (!store_record_read(&read, batch, write))
        return STORE_WRITE_REJECTED;
    const char *texts[] = {read.record.owner, read.record.key, read.record.body, read.expected};
    sqlite3_stmt *put = store->statements[statements[write->kind]];
    sqlite3_bind_int(put, 1, (int)read.record.kind);
    for (int i = 0; i < sqlite3_bind_parameter_count(put) - 1; i++)
        sqlite_bind_text(put, 2 + i, texts[i], strlen(texts[i]));
    enum store_write_result written = run(store, statements[write->kind], reason);
    if (written != STORE_WRITE_OK || write->kind != STORE_WRITE_SWAP_RECORD || sqlite3_changes(store->writer) == 1)
        return written;
    *reason = STORE_REJECT_CONFLICT; /* it is not what it was */
    return STORE_WRITE_REJECTED;
}

/* ---- deleting tables ---- */

static enum store_write_result run_for_table(struct sqlite_store *store, enum sqlite_statement which, int64_t table)
{
    enum store_reject_reason reason;
    sqlite3_bind_int64(store->statements[which], 1, table);
    return run(store, which, &reason) == STORE_WRITE_OK ? STORE_WRITE_OK : STORE_WRITE_FAILED;
}

/* Deletes the last events of a table, at most `rows`. `*more` tells whether there are others. */
static enum store_write_result delete_last_events(struct sqlite_store *store, int64_t table, unsigned rows, bool *more)
{
    sqlite3_stmt *edge = store->statements[SQL_FIND_DELETE_START];
    sqlite3_stmt *cut = store->statements[SQL_DELETE_EVENTS_FROM];
    sqlite3_bind_int64(edge, 1, table);
    sqlite3_bind_int64(edge, 2, rows);
    int answer = sqlite3_step(edge);
    *more = answer == SQLITE_ROW;
    if (*more) {
        sqlite3_bind_int64(cut, 2, sqlite3_column_int64(edge, 0));
        sqlite3_bind_int64(cut, 3, sqlite3_column_int64(edge, 1));
    }
    sqlite3_reset(edge);
    if (answer != SQLITE_ROW && answer != SQLITE_DONE)
        return STORE_WRITE_FAILED;
    return run_for_table(store, *more ? SQL_DELETE_EVENTS_FROM : SQL_DELETE_ALL_EVENTS, table);
}

/* Deletes the table at once, with the end of its log, so that a server that still has it in memory finds that its
 * next event follows nothing. The rest of a long log is left to sqlite_purge. */
static enum store_write_result drop_table(struct sqlite_store *store, int64_t table)
{
    bool more = false;
    bool good = run_for_table(store, SQL_DROP_SEATS, table) == STORE_WRITE_OK &&
                run_for_table(store, SQL_DROP_TABLE, table) == STORE_WRITE_OK &&
                delete_last_events(store, table, DROP_ROWS, &more) == STORE_WRITE_OK &&
                (!more || run_for_table(store, SQL_PUT_PENDING_DELETE, table) == STORE_WRITE_OK);
    return good ? STORE_WRITE_OK : STORE_WRITE_FAILED;
}

/* ---- one table's writes ---- */

static enum store_write_result write_item(struct sqlite_store *store, const struct store_write *write,
                                          const char *bytes, enum store_reject_reason *reason)
{
    struct store_table table;
    struct store_seat seat;
    switch (write->kind) {
    case STORE_WRITE_TABLE:
        memcpy(&table, bytes, sizeof table);
        return write_table(store, &table, reason);
    case STORE_WRITE_EVENT:
        return write_event(store, SQL_PUT_EVENT, write, bytes, reason);
    case STORE_WRITE_REWRITE_EVENT:
        return write_event(store, SQL_REWRITE_EVENT, write, bytes, reason);
    case STORE_WRITE_SEAT:
        memcpy(&seat, bytes, sizeof seat);
        return write_seat(store, write->table, &seat, reason);
    case STORE_WRITE_DELETE_SEAT:
        return drop_seat(store, write, bytes, reason);
    case STORE_WRITE_DELETE_TABLE:
        return drop_table(store, write->table);
    case STORE_WRITE_NOTIFY: /* there are no other servers */
        return STORE_WRITE_OK;
    case STORE_WRITE_INSERT_RECORD:
    case STORE_WRITE_SWAP_RECORD:
    case STORE_WRITE_REMOVE_RECORD:
    case STORE_WRITE_REMOVE_OWNER:
        break; /* write_record does these */
    }
    return STORE_WRITE_FAILED;
}

static enum store_write_result check_table_exists(struct sqlite_store *store, int64_t table,
                                                  enum store_reject_reason *reason)
{
    sqlite3_bind_int64(store->statements[SQL_HAS_TABLE], 1, table);
    *reason = STORE_REJECT_NO_TABLE;
    return row_exists(store, SQL_HAS_TABLE);
}

/* A log has no gaps: the event before this one must exist. If it does, the table does too. */
static enum store_write_result check_previous_event(struct sqlite_store *store, const struct store_write *write,
                                                    enum store_reject_reason *reason)
{
    sqlite3_stmt *has = store->statements[SQL_HAS_EVENT];
    sqlite3_bind_int64(has, 1, write->table);
    sqlite3_bind_int64(has, 2, write->game);
    sqlite3_bind_int64(has, 3, (int64_t)write->seq - 1);
    enum store_write_result written = row_exists(store, SQL_HAS_EVENT);
    if (written != STORE_WRITE_REJECTED)
        return written;
    written = check_table_exists(store, write->table, reason);
    if (written != STORE_WRITE_OK)
        return written;
    *reason = STORE_REJECT_GAP;
    return STORE_WRITE_REJECTED;
}

/* Checks what a write requires, which usually is `last`, the event before it in the batch. */
static enum store_write_result check_prerequisite(struct sqlite_store *store, const struct store_write *write,
                                                  const struct store_write *last, bool known,
                                                  enum store_reject_reason *reason)
{
    if (write->kind == STORE_WRITE_EVENT && write->seq > 1)
        return store_write_is_next(write, last) ? STORE_WRITE_OK : check_previous_event(store, write, reason);
    return !known && write->kind != STORE_WRITE_TABLE ? check_table_exists(store, write->table, reason)
                                                      : STORE_WRITE_OK;
}

static enum store_write_result write_items(struct sqlite_store *store, const struct store_batch *batch, size_t from,
                                           size_t to, enum store_reject_reason *reason)
{
    const struct store_write *last = NULL; /* the last event written */
    enum store_write_result written = STORE_WRITE_OK;
    bool known = false; /* the table is known to exist */
    for (size_t i = from; written == STORE_WRITE_OK && i < to; i++) {
        const struct store_write *write = &batch->items[store->order.places[i].item];
        if (store_write_is_record(write)) {
            written = write_record(store, batch, write, reason);
            continue;
        }
        if (!store_write_in_range(batch, write)) {
            *reason = STORE_REJECT_RANGE;
            return STORE_WRITE_REJECTED;
        }
        written = check_prerequisite(store, write, last, known, reason);
        if (written == STORE_WRITE_OK)
            written = write_item(store, write, batch->bytes + write->text, reason);
        known = write->kind != STORE_WRITE_DELETE_TABLE;
        last = !known ? NULL : write->kind == STORE_WRITE_EVENT ? write : last;
    }
    return written;
}

/* Writes a table's group, all or nothing. */
static enum store_write_result write_group(struct sqlite_store *store, const struct store_batch *batch, size_t from,
                                           size_t to, enum store_reject_reason *reason)
{
    if (!run_statement(store, SQL_SAVEPOINT))
        return STORE_WRITE_FAILED;
    enum store_write_result written = write_items(store, batch, from, to, reason);
    if (written == STORE_WRITE_REJECTED && !run_statement(store, SQL_ROLLBACK_TO))
        return STORE_WRITE_FAILED;
    return written == STORE_WRITE_FAILED || !run_statement(store, SQL_RELEASE) ? STORE_WRITE_FAILED : written;
}

/* ---- batches ---- */

/* Stops at the first table whose writes are rejected. */
static enum store_write_result write_all(struct sqlite_store *store, const struct store_batch *batch)
{
    enum store_write_result written = run_statement(store, SQL_BEGIN) ? STORE_WRITE_OK : STORE_WRITE_FAILED;
    for (size_t from = 0, to; written == STORE_WRITE_OK && from < store->order.count; from = to) {
        enum store_reject_reason reason;
        to = store_order_group_end(&store->order, from);
        written = write_items(store, batch, from, to, &reason);
        if (written == STORE_WRITE_REJECTED) {
            snprintf(store->error, sizeof store->error, "table %lld: %s", (long long)store->order.places[from].table,
                     store_reject_name(reason));
        }
    }
    return written != STORE_WRITE_OK || run_statement(store, SQL_COMMIT) ? written : STORE_WRITE_FAILED;
}

/* Repeats the batch, leaving out tables whose writes are rejected. */
static bool write_with_savepoints(struct sqlite_store *store, const struct store_batch *batch,
                                  struct store_failures *failures)
{
    bool good = run_statement(store, SQL_BEGIN);
    for (size_t from = 0, to; good && from < store->order.count; from = to) {
        enum store_reject_reason reason;
        to = store_order_group_end(&store->order, from);
        enum store_write_result written = write_group(store, batch, from, to, &reason);
        good = written == STORE_WRITE_OK || (written == STORE_WRITE_REJECTED &&
                                             store_failures_add(failures, store->order.places[from].table, reason));
    }
    return good && run_statement(store, SQL_COMMIT);
}

static void rollback(struct sqlite_store *store)
{
    sqlite3_exec(store->writer, "ROLLBACK", NULL, NULL, NULL); /* SQLite may have rolled back already */
}

static bool fail_batch(struct sqlite_store *store, struct store_failures *failures)
{
    if (store->error[0] == '\0')
        snprintf(store->error, sizeof store->error, "%s", sqlite3_errmsg(store->writer));
    rollback(store);
    if (failures != NULL)
        failures->count = 0;
    return false;
}

static bool append(struct sqlite_store *store, const struct store_batch *batch, struct store_failures *failures)
{
    store->error[0] = '\0';
    enum store_write_result written =
        store_order_build(&store->order, batch) ? write_all(store, batch) : STORE_WRITE_FAILED;
    if (written == STORE_WRITE_REJECTED && failures != NULL) {
        store->error[0] = '\0';
        rollback(store);
        written = write_with_savepoints(store, batch, failures) ? STORE_WRITE_OK : STORE_WRITE_FAILED;
    }
    if (written != STORE_WRITE_OK)
        return fail_batch(store, failures);
    sqlite_maybe_checkpoint(store);
    return true;
}

bool sqlite_append(struct store *base, const struct store_batch *batch, struct store_failures *failures)
{
    struct sqlite_store *store = sqlite_of(base);
    if (failures != NULL)
        failures->count = 0;
    if (store->writer == NULL)
        return store_set_error(store->error, STORE_ERROR_READ_ONLY);
    sqlite_writer_enter(store, true);
    bool good = append(store, batch, failures);
    sqlite_writer_enter(store, false);
    return good;
}

/* ---- purging ---- */

static bool purge_table(struct sqlite_store *store, int64_t table, unsigned rows)
{
    bool more;
    return run_statement(store, SQL_BEGIN) && delete_last_events(store, table, rows, &more) == STORE_WRITE_OK &&
           (more || run_for_table(store, SQL_DROP_PENDING_DELETE, table) == STORE_WRITE_OK) &&
           run_statement(store, SQL_COMMIT);
}

enum store_purge_result sqlite_purge(struct store *base, unsigned rows)
{
    struct sqlite_store *store = sqlite_of(base);
    sqlite3_stmt *find = store->statements[SQL_FIND_PENDING_DELETE];
    if (store->writer == NULL) {
        store_set_error(store->error, STORE_ERROR_READ_ONLY);
        return STORE_PURGE_FAILED;
    }
    sqlite_writer_enter(store, true);
    int answer = sqlite3_step(find);
    int64_t table = answer == SQLITE_ROW ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_reset(find);
    bool good = answer == SQLITE_ROW || answer == SQLITE_DONE;
    bool shrink = answer == SQLITE_DONE && sqlite_query_int(store->writer, "PRAGMA auto_vacuum") == 2 &&
                  sqlite_query_int(store->writer, "PRAGMA freelist_count") > FREE_PAGES;
    store->error[0] = '\0';
    if (good && table > 0)
        good = purge_table(store, table, rows);
    else if (good && shrink)
        good = sqlite3_exec(store->writer, VACUUM_SQL, NULL, NULL, NULL) == SQLITE_OK;
    if (good)
        sqlite_maybe_checkpoint(store);
    else
        fail_batch(store, NULL);
    sqlite_writer_enter(store, false);
    if (!good)
        return STORE_PURGE_FAILED;
    return table > 0 || shrink ? STORE_PURGE_MORE : STORE_PURGE_DONE;
}
