/*
 * The writing half of the store in a SQLite file.
 *
 * A list of writes is one transaction, because one wait for the disk is all that a hundred players can be made to pay.
 * If a table's writes cannot be (a key that exists, a table that is gone), they are left out, and everybody else's are
 * committed: the transaction is taken back and made again with a savepoint for each table. That hardly ever happens, so
 * the first try does without them. What is wrong with the whole (a full disk) ends the whole.
 */
#include "sqlite.h"

#include <stdio.h>
#include <string.h>

/* A table is dropped with so many of its last events; most have no more. */
#define DROP_ROWS 500
/* So many pages may stay free for new data, and so many are given back at a time. */
#define FREE_PAGES 1024
#define VACUUM_SQL "PRAGMA incremental_vacuum(128)"

/* ---- one write ---- */

static enum store_written run(struct sqlite_store *store, enum sql which, enum store_why *why)
{
    sqlite3_stmt *statement = store->statements[which];
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    *why = code == SQLITE_CONSTRAINT ? STORE_WHY_CONFLICT : STORE_WHY_RANGE;
    if (code == SQLITE_DONE)
        return STORE_WRITTEN;
    return code == SQLITE_CONSTRAINT || code == SQLITE_TOOBIG || code == SQLITE_MISMATCH ? STORE_REFUSED : STORE_BROKEN;
}

/* One that cannot fail but with the whole. */
static bool run_plain(struct sqlite_store *store, enum sql which)
{
    enum store_why why;
    return run(store, which, &why) == STORE_WRITTEN;
}

/* Asks whether there is a row; STORE_REFUSED: there is none. */
static enum store_written look(struct sqlite_store *store, enum sql which)
{
    sqlite3_stmt *statement = store->statements[which];
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_ROW ? STORE_WRITTEN : code == SQLITE_DONE ? STORE_REFUSED : STORE_BROKEN;
}

static enum store_written write_table(struct sqlite_store *store, const struct store_table *table, enum store_why *why)
{
    sqlite3_stmt *put = store->statements[SQL_PUT_TABLE];
    sqlite3_bind_int64(put, 1, table->id);
    sqlite_bind_text(put, 2, table->code, strlen(table->code));
    sqlite3_bind_int64(put, 3, table->created);
    sqlite3_bind_int64(put, 4, table->game);
    sqlite3_bind_int(put, 5, table->over);
    sqlite_bind_text(put, 6, table->options, strlen(table->options));
    enum store_written written = run(store, SQL_PUT_TABLE, why);
    if (written != STORE_WRITTEN || sqlite3_changes(store->writer) == 1)
        return written;
    *why = STORE_WHY_CONFLICT; /* the id is another table's */
    return STORE_REFUSED;
}

/* A new event, or (SQL_RETELL) other words for one. */
static enum store_written write_event(struct sqlite_store *store, enum sql which, const struct store_write *write,
                                      const char *text, enum store_why *why)
{
    sqlite3_stmt *put = store->statements[which];
    sqlite3_bind_int64(put, 1, write->table);
    sqlite3_bind_int64(put, 2, write->game);
    sqlite3_bind_int64(put, 3, write->seq);
    sqlite_bind_text(put, 4, text, write->length);
    return run(store, which, why);
}

static enum store_written write_seat(struct sqlite_store *store, int64_t table, const struct store_seat *seat,
                                     enum store_why *why)
{
    sqlite3_stmt *put = store->statements[SQL_PUT_SEAT];
    sqlite3_bind_int64(put, 1, table);
    sqlite_bind_text(put, 2, seat->player, strlen(seat->player));
    sqlite3_bind_blob(put, 3, seat->hash, STORE_HASH_SIZE, SQLITE_STATIC);
    return run(store, SQL_PUT_SEAT, why);
}

static enum store_written drop_seat(struct sqlite_store *store, const struct store_write *write, const char *player,
                                    enum store_why *why)
{
    sqlite3_stmt *drop = store->statements[SQL_DROP_SEAT];
    sqlite3_bind_int64(drop, 1, write->table);
    sqlite_bind_text(drop, 2, player, write->length);
    return run(store, SQL_DROP_SEAT, why);
}

/* ---- tables that go ---- */

static enum store_written run_on(struct sqlite_store *store, enum sql which, int64_t table)
{
    enum store_why why;
    sqlite3_bind_int64(store->statements[which], 1, table);
    return run(store, which, &why) == STORE_WRITTEN ? STORE_WRITTEN : STORE_BROKEN;
}

/* Removes the last events of a table, at most so many. Says whether there are `more`. */
static enum store_written cut(struct sqlite_store *store, int64_t table, unsigned rows, bool *more)
{
    sqlite3_stmt *edge = store->statements[SQL_FIND_EDGE];
    sqlite3_stmt *cut = store->statements[SQL_CUT];
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
        return STORE_BROKEN;
    return run_on(store, *more ? SQL_CUT : SQL_CUT_ALL, table);
}

/* The table is gone at once, and so is the end of its log: whoever still has it in memory finds that what they want to
 * write follows nothing. The rest of a long log is left to sqlite_tidy. */
static enum store_written drop_table(struct sqlite_store *store, int64_t table)
{
    bool more = false;
    bool good = run_on(store, SQL_DROP_SEATS, table) == STORE_WRITTEN &&
                run_on(store, SQL_DROP_TABLE, table) == STORE_WRITTEN &&
                cut(store, table, DROP_ROWS, &more) == STORE_WRITTEN &&
                (!more || run_on(store, SQL_PUT_LEAVING, table) == STORE_WRITTEN);
    return good ? STORE_WRITTEN : STORE_BROKEN;
}

/* ---- one table's writes ---- */

static enum store_written write_one(struct sqlite_store *store, const struct store_write *write, const char *bytes,
                                    enum store_why *why)
{
    struct store_table table;
    struct store_seat seat;
    switch (write->kind) {
    case STORE_WRITE_TABLE:
        memcpy(&table, bytes, sizeof table);
        return write_table(store, &table, why);
    case STORE_WRITE_EVENT:
        return write_event(store, SQL_PUT_EVENT, write, bytes, why);
    case STORE_WRITE_RETELL:
        return write_event(store, SQL_RETELL, write, bytes, why);
    case STORE_WRITE_SEAT:
        memcpy(&seat, bytes, sizeof seat);
        return write_seat(store, write->table, &seat, why);
    case STORE_WRITE_UNSEAT:
        return drop_seat(store, write, bytes, why);
    case STORE_WRITE_DROP:
        return drop_table(store, write->table);
    case STORE_WRITE_NOTE: /* there is nobody else */
        return STORE_WRITTEN;
    }
    return STORE_BROKEN;
}

static enum store_written look_for_table(struct sqlite_store *store, int64_t table, enum store_why *why)
{
    sqlite3_bind_int64(store->statements[SQL_HAS_TABLE], 1, table);
    *why = STORE_WHY_GONE;
    return look(store, SQL_HAS_TABLE);
}

/* A log has no gaps: the event before this one has to be there. If it is, so is the table. */
static enum store_written look_before(struct sqlite_store *store, const struct store_write *write, enum store_why *why)
{
    sqlite3_stmt *has = store->statements[SQL_HAS_EVENT];
    sqlite3_bind_int64(has, 1, write->table);
    sqlite3_bind_int64(has, 2, write->game);
    sqlite3_bind_int64(has, 3, (int64_t)write->seq - 1);
    enum store_written written = look(store, SQL_HAS_EVENT);
    if (written != STORE_REFUSED)
        return written;
    written = look_for_table(store, write->table, why);
    if (written != STORE_WRITTEN)
        return written;
    *why = STORE_WHY_GAP;
    return STORE_REFUSED;
}

/* What a write needs to be there already, which mostly is `last`, the event before it in the list. */
static enum store_written look_first(struct sqlite_store *store, const struct store_write *write,
                                     const struct store_write *last, bool known, enum store_why *why)
{
    if (write->kind == STORE_WRITE_EVENT && write->seq > 1)
        return store_write_follows(write, last) ? STORE_WRITTEN : look_before(store, write, why);
    return !known && write->kind != STORE_WRITE_TABLE ? look_for_table(store, write->table, why) : STORE_WRITTEN;
}

static enum store_written write_items(struct sqlite_store *store, const struct store_writes *writes, size_t from,
                                      size_t to, enum store_why *why)
{
    const struct store_write *last = NULL; /* event */
    enum store_written written = STORE_WRITTEN;
    bool known = false; /* that there is such a table */
    for (size_t i = from; written == STORE_WRITTEN && i < to; i++) {
        const struct store_write *write = &writes->items[store->order.places[i].item];
        if (!store_write_possible(writes, write)) {
            *why = STORE_WHY_RANGE;
            return STORE_REFUSED;
        }
        written = look_first(store, write, last, known, why);
        if (written == STORE_WRITTEN)
            written = write_one(store, write, writes->bytes + write->text, why);
        known = write->kind != STORE_WRITE_DROP;
        last = !known ? NULL : write->kind == STORE_WRITE_EVENT ? write : last;
    }
    return written;
}

/* All of them, or none. */
static enum store_written write_group(struct sqlite_store *store, const struct store_writes *writes, size_t from,
                                      size_t to, enum store_why *why)
{
    if (!run_plain(store, SQL_SAVE))
        return STORE_BROKEN;
    enum store_written written = write_items(store, writes, from, to, why);
    if (written == STORE_REFUSED && !run_plain(store, SQL_BACK))
        return STORE_BROKEN;
    return written == STORE_BROKEN || !run_plain(store, SQL_SAVED) ? STORE_BROKEN : written;
}

/* ---- all of them ---- */

/* Stops at the first table whose writes cannot be. */
static enum store_written write_all(struct sqlite_store *store, const struct store_writes *writes)
{
    enum store_written written = run_plain(store, SQL_BEGIN) ? STORE_WRITTEN : STORE_BROKEN;
    for (size_t from = 0, to; written == STORE_WRITTEN && from < store->order.count; from = to) {
        enum store_why why;
        to = store_order_end(&store->order, from);
        written = write_items(store, writes, from, to, &why);
        if (written == STORE_REFUSED) {
            snprintf(store->fault, sizeof store->fault, "table %lld: %s", (long long)store->order.places[from].table,
                     store_why_name(why));
        }
    }
    return written != STORE_WRITTEN || run_plain(store, SQL_COMMIT) ? written : STORE_BROKEN;
}

/* Leaves out the tables whose writes cannot be. */
static bool write_others(struct sqlite_store *store, const struct store_writes *writes, struct store_failures *failures)
{
    bool good = run_plain(store, SQL_BEGIN);
    for (size_t from = 0, to; good && from < store->order.count; from = to) {
        enum store_why why;
        to = store_order_end(&store->order, from);
        enum store_written written = write_group(store, writes, from, to, &why);
        good = written == STORE_WRITTEN ||
               (written == STORE_REFUSED && store_failures_add(failures, store->order.places[from].table, why));
    }
    return good && run_plain(store, SQL_COMMIT);
}

static void take_back(struct sqlite_store *store)
{
    sqlite3_exec(store->writer, "ROLLBACK", NULL, NULL, NULL); /* SQLite may have done so by itself */
}

static bool fail(struct sqlite_store *store, struct store_failures *failures)
{
    if (store->fault[0] == '\0')
        snprintf(store->fault, sizeof store->fault, "%s", sqlite3_errmsg(store->writer));
    take_back(store);
    if (failures != NULL)
        failures->count = 0;
    return false;
}

static bool append(struct sqlite_store *store, const struct store_writes *writes, struct store_failures *failures)
{
    store->fault[0] = '\0';
    enum store_written written = store_order_make(&store->order, writes) ? write_all(store, writes) : STORE_BROKEN;
    if (written == STORE_REFUSED && failures != NULL) {
        store->fault[0] = '\0';
        take_back(store);
        written = write_others(store, writes, failures) ? STORE_WRITTEN : STORE_BROKEN;
    }
    if (written != STORE_WRITTEN)
        return fail(store, failures);
    sqlite_mind_log(store);
    return true;
}

bool sqlite_append(struct store *base, const struct store_writes *writes, struct store_failures *failures)
{
    struct sqlite_store *store = sqlite_of(base);
    if (failures != NULL)
        failures->count = 0;
    if (store->writer == NULL)
        return store_refuse(store->fault, STORE_TROUBLE_READ_ONLY);
    sqlite_writing(store, true);
    bool good = append(store, writes, failures);
    sqlite_writing(store, false);
    return good;
}

/* ---- tidying up ---- */

static bool tidy_table(struct sqlite_store *store, int64_t table, unsigned rows)
{
    bool more;
    return run_plain(store, SQL_BEGIN) && cut(store, table, rows, &more) == STORE_WRITTEN &&
           (more || run_on(store, SQL_DROP_LEAVING, table) == STORE_WRITTEN) && run_plain(store, SQL_COMMIT);
}

enum store_tidied sqlite_tidy(struct store *base, unsigned rows)
{
    struct sqlite_store *store = sqlite_of(base);
    sqlite3_stmt *find = store->statements[SQL_FIND_LEAVING];
    if (store->writer == NULL) {
        store_refuse(store->fault, STORE_TROUBLE_READ_ONLY);
        return STORE_TIDY_FAILED;
    }
    sqlite_writing(store, true);
    int answer = sqlite3_step(find);
    int64_t table = answer == SQLITE_ROW ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_reset(find);
    bool good = answer == SQLITE_ROW || answer == SQLITE_DONE;
    bool shrink = answer == SQLITE_DONE && sqlite_ask(store->writer, "PRAGMA auto_vacuum") == 2 &&
                  sqlite_ask(store->writer, "PRAGMA freelist_count") > FREE_PAGES;
    store->fault[0] = '\0';
    if (good && table > 0)
        good = tidy_table(store, table, rows);
    else if (good && shrink)
        good = sqlite3_exec(store->writer, VACUUM_SQL, NULL, NULL, NULL) == SQLITE_OK;
    if (good)
        sqlite_mind_log(store);
    else
        fail(store, NULL);
    sqlite_writing(store, false);
    if (!good)
        return STORE_TIDY_FAILED;
    return table > 0 || shrink ? STORE_TIDY_MORE : STORE_TIDY_DONE;
}
