/*
 * The writing half of the PostgreSQL store.
 *
 * A batch is sent as one pipeline from BEGIN to COMMIT, so it takes one round trip and one commit. If a table's writes
 * are rejected, its statement fails and the transaction rolls back; then the batch is repeated with a savepoint and a
 * round trip per table, leaving out those that fail. This happens when two servers decide about one table at the same
 * time; the primary key of events lets one of them win.
 *
 * Every server writes tables in order of id, so they may wait for each other but never deadlock.
 */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pipeline_result {
    enum store_write_result written;
    enum store_reject_reason reason;
};

static const struct pipeline_result well = {.written = STORE_WRITE_OK};
static const struct pipeline_result broken = {.written = STORE_WRITE_FAILED};

/* ---- sending ---- */

static bool send_plain(struct pg_conn *conn, const char *sql)
{
    return PQsendQueryParams(conn->connection, sql, 0, NULL, NULL, NULL, NULL, 1) == 1;
}

static bool send_table(struct pg_conn *conn, const struct store_table *table)
{
    struct postgres_values values = {0};
    postgres_add_number(&values, table->id);
    pg_add_text(&values, table->code);
    postgres_add_number(&values, table->created);
    postgres_add_number(&values, table->game);
    postgres_add_flag(&values, table->over);
    pg_add_text(&values, table->options);
    if (conn->shared)
        postgres_add_number(&values, table->epoch);
    return pg_pipeline(conn, conn->shared ? POSTGRES_PUT_TABLE_SHARED : POSTGRES_PUT_TABLE, &values);
}

static bool send_event(struct pg_conn *conn, enum postgres_statement which, const struct store_write *write,
                       const char *text)
{
    struct postgres_values values = {0};
    postgres_add_number(&values, write->table);
    postgres_add_number(&values, write->game);
    postgres_add_number(&values, write->seq);
    postgres_add_bytes(&values, text, write->length);
    if (which == POSTGRES_PUT_FIRST_SHARED)
        postgres_add_number(&values, write->epoch);
    return pg_pipeline(conn, which, &values);
}

static bool send_seat(struct pg_conn *conn, int64_t table, const struct store_seat *seat)
{
    struct postgres_values values = {0};
    postgres_add_number(&values, table);
    pg_add_text(&values, seat->player);
    postgres_add_bytes(&values, seat->hash, STORE_HASH_SIZE);
    return pg_pipeline(conn, POSTGRES_PUT_SEAT, &values);
}

static bool send_unseat(struct pg_conn *conn, const struct store_write *write, const char *player)
{
    struct postgres_values values = {0};
    postgres_add_number(&values, write->table);
    postgres_add_bytes(&values, player, write->length);
    return pg_pipeline(conn, POSTGRES_DROP_SEAT, &values);
}

static bool send_about(struct pg_conn *conn, enum postgres_statement which, int64_t table)
{
    struct postgres_values values = {0};
    postgres_add_number(&values, table);
    return pg_pipeline(conn, which, &values);
}

static bool send_drop(struct pg_conn *conn, int64_t table)
{
    return send_about(conn, POSTGRES_DROP_SEATS, table) && send_about(conn, POSTGRES_DROP_TABLE, table) &&
           send_about(conn, POSTGRES_DROP_EVENTS, table) && send_about(conn, POSTGRES_PUT_PENDING_DELETE, table);
}

static bool send_record(struct pg_conn *conn, const struct store_batch *batch, const struct store_write *write)
{
    static const struct {
        enum postgres_statement statement;
        unsigned texts;
    } kinds[] = {
        [STORE_WRITE_INSERT_RECORD] = {POSTGRES_INSERT_RECORD, 3},
        [STORE_WRITE_SWAP_RECORD] = {POSTGRES_SWAP_RECORD, 4},
        [STORE_WRITE_REMOVE_RECORD] = {POSTGRES_REMOVE_RECORD, 2},
        [STORE_WRITE_REMOVE_OWNER] = {POSTGRES_REMOVE_OWNER, 1},
    };
    struct store_record_write read;
    struct postgres_values values = {0};
    if (!store_record_read(&read, batch, write))
        return false;
    const char *texts[] = {read.record.owner, read.record.key, read.record.body, read.expected};
    postgres_add_number(&values, (int64_t)read.record.kind);
    for (unsigned i = 0; i < kinds[write->kind].texts; i++)
        pg_add_text(&values, texts[i]);
    return pg_pipeline(conn, kinds[write->kind].statement, &values);
}

/* Queues one write. `follows`: what the write requires is known to exist. */
static bool send_one(struct pg_conn *conn, const struct store_write *write, const char *bytes, bool follows)
{
    struct store_table table;
    struct store_seat seat;
    switch (write->kind) {
    case STORE_WRITE_TABLE:
        memcpy(&table, bytes, sizeof table);
        return send_table(conn, &table);
    case STORE_WRITE_EVENT:
        return send_event(conn,
                          follows        ? POSTGRES_PUT_EVENT
                          : conn->shared ? POSTGRES_PUT_FIRST_SHARED
                                         : POSTGRES_PUT_FIRST,
                          write, bytes);
    case STORE_WRITE_REWRITE_EVENT:
        return send_event(conn, POSTGRES_REWRITE_EVENT, write, bytes);
    case STORE_WRITE_SEAT:
        memcpy(&seat, bytes, sizeof seat);
        return send_seat(conn, write->table, &seat);
    case STORE_WRITE_DELETE_SEAT:
        return send_unseat(conn, write, bytes);
    case STORE_WRITE_DELETE_TABLE:
        return send_drop(conn, write->table);
    case STORE_WRITE_NOTIFY: /* sent after the commit */
        return true;
    case STORE_WRITE_INSERT_RECORD:
    case STORE_WRITE_SWAP_RECORD:
    case STORE_WRITE_REMOVE_RECORD:
    case STORE_WRITE_REMOVE_OWNER:
        break; /* send_record does these */
    }
    return false;
}

/* Queues one table's writes. False: the connection is lost. */
static bool send_group(struct postgres_store *store, const struct store_batch *batch, size_t from, size_t to)
{
    const struct store_write *last = NULL; /* the last event queued */
    bool known = false;                    /* the table is known to exist */
    bool records = store->order.places[from].table < 0;
    bool good = !records || send_about(&store->writer, POSTGRES_LOCK_GROUP, store->order.places[from].table);
    for (size_t i = from; good && i < to; i++) {
        const struct store_write *write = &batch->items[store->order.places[i].item];
        if (records) {
            good = send_record(&store->writer, batch, write);
            continue;
        }
        bool event = write->kind == STORE_WRITE_EVENT;
        if (write->kind == STORE_WRITE_NOTIFY)
            continue;
        bool follows = event && (write->seq == 1 ? known : store_write_is_next(write, last));
        if (!known && !event && write->kind != STORE_WRITE_TABLE)
            good = send_about(&store->writer, POSTGRES_REQUIRE_TABLE, write->table);
        good = good && send_one(&store->writer, write, batch->bytes + write->text, follows);
        known = write->kind != STORE_WRITE_DELETE_TABLE;
        last = !known ? NULL : event ? write : last;
    }
    return good;
}

/* ---- results ---- */

/* Decides whether an error concerns this table or the whole store. */
static struct pipeline_result classify_error(struct postgres_store *store, const PGresult *result)
{
    static const struct {
        const char *state; /* SQLSTATE, or its first characters */
        enum store_reject_reason reason;
    } known[] = {
        {"23505", STORE_REJECT_CONFLICT}, {"CA001", STORE_REJECT_CONFLICT}, {"CA002", STORE_REJECT_NO_TABLE},
        {"CA003", STORE_REJECT_GAP},      {"22", STORE_REJECT_RANGE},
    };
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    for (size_t i = 0; state != NULL && i < sizeof known / sizeof known[0]; i++)
        if (strncmp(state, known[i].state, strlen(known[i].state)) == 0)
            return (struct pipeline_result){.written = STORE_WRITE_REJECTED, .reason = known[i].reason};
    pg_error_text(store->writer.connection, store->error);
    return broken;
}

/* Reads the results up to the end of the pipeline. The first error counts, unless it comes after the commit. */
static struct pipeline_result read_results(struct postgres_store *store)
{
    struct pipeline_result pipeline_result = well;
    bool committed = false;
    unsigned nothing = 0; /* a NULL follows every result; two in a row mean the end */
    while (nothing < 2 && store->writer.connection != NULL) {
        PGresult *result = pg_next_result(&store->writer);
        ExecStatusType status = PQresultStatus(result);
        nothing = result == NULL ? nothing + 1 : 0;
        committed |= status == PGRES_COMMAND_OK && strcmp(PQcmdStatus(result), "COMMIT") == 0;
        if (result != NULL && status == PGRES_FATAL_ERROR && pipeline_result.written == STORE_WRITE_OK && !committed)
            pipeline_result = classify_error(store, result);
        PQclear(result);
        if (result != NULL && status == PGRES_PIPELINE_SYNC)
            return PQexitPipelineMode(store->writer.connection) == 1 ? pipeline_result : broken;
    }
    return committed ? well : broken;
}

static struct pipeline_result finish(struct postgres_store *store, bool sent)
{
    if (sent && PQpipelineSync(store->writer.connection) == 1)
        return read_results(store);
    return broken;
}

/* ---- batches ---- */

/* Are all writes of the group within range? */
static bool group_in_range(const struct postgres_store *store, const struct store_batch *batch, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!store_write_in_range(batch, &batch->items[store->order.places[i].item]))
            return false;
    return true;
}

/* Sends one pipeline. STORE_WRITE_REJECTED: some table's writes were rejected, and nothing was committed. */
static struct pipeline_result write_all(struct postgres_store *store, const struct store_batch *batch)
{
    if (!group_in_range(store, batch, 0, store->order.count))
        return (struct pipeline_result){.written = STORE_WRITE_REJECTED, .reason = STORE_REJECT_RANGE};
    bool sent = PQenterPipelineMode(store->writer.connection) == 1 && send_plain(&store->writer, "BEGIN");
    for (size_t from = 0, to; sent && from < store->order.count; from = to) {
        to = store_order_group_end(&store->order, from);
        sent = send_group(store, batch, from, to);
    }
    return finish(store, sent && send_plain(&store->writer, "COMMIT") && pg_send_notifications(store, batch, NULL));
}

static struct pipeline_result write_group(struct postgres_store *store, const struct store_batch *batch, size_t from,
                                          size_t to)
{
    struct pg_conn *conn = &store->writer;
    if (!group_in_range(store, batch, from, to))
        return (struct pipeline_result){.written = STORE_WRITE_REJECTED, .reason = STORE_REJECT_RANGE};
    if (!pg_exec_sql(conn, "SAVEPOINT one_table") || PQenterPipelineMode(conn->connection) != 1)
        return broken;
    struct pipeline_result result = finish(store, send_group(store, batch, from, to));
    if (result.written == STORE_WRITE_REJECTED && !pg_exec_sql(conn, "ROLLBACK TO one_table"))
        return broken;
    return result.written == STORE_WRITE_FAILED || !pg_exec_sql(conn, "RELEASE one_table") ? broken : result;
}

/* Repeats the batch, leaving out tables whose writes are rejected. */
static bool write_with_savepoints(struct postgres_store *store, const struct store_batch *batch,
                                  struct store_failures *failures)
{
    bool good = pg_exec_sql(&store->writer, "BEGIN");
    for (size_t from = 0, to; good && from < store->order.count; from = to) {
        to = store_order_group_end(&store->order, from);
        struct pipeline_result result = write_group(store, batch, from, to);
        good = result.written == STORE_WRITE_OK ||
               (result.written == STORE_WRITE_REJECTED &&
                store_failures_add(failures, store->order.places[from].table, result.reason));
    }
    good = good && pg_exec_sql(&store->writer, "COMMIT");
    /* Failing to notify others does not undo the commit; a connection that breaks here is found broken later. */
    if (good && (PQenterPipelineMode(store->writer.connection) != 1 ||
                 finish(store, pg_send_notifications(store, batch, failures)).written == STORE_WRITE_FAILED))
        pg_disconnect(&store->writer);
    return good;
}

/* After a failure the state of the connection is unknown, so it is closed. */
static bool abandon_connection(struct postgres_store *store, struct store_failures *failures)
{
    if (store->error[0] == '\0')
        pg_error_text(store->writer.connection, store->error);
    pg_disconnect(&store->writer);
    if (failures != NULL)
        failures->count = 0;
    return false;
}

static bool connected(struct postgres_store *store)
{
    if (store->reader.snapshot)
        return store_set_error(store->error, STORE_ERROR_READ_ONLY);
    return postgres_connect(store, &store->writer, store->error);
}

bool postgres_append(struct store *base, const struct store_batch *batch, struct store_failures *failures)
{
    struct postgres_store *store = postgres_of(base);
    store->error[0] = '\0';
    if (failures != NULL)
        failures->count = 0;
    if (!connected(store))
        return false;
    if (!store_order_build(&store->order, batch))
        return store_set_error(store->error, STORE_ERROR_MEMORY);
    struct pipeline_result result = write_all(store, batch);
    if (result.written == STORE_WRITE_OK)
        return true;
    if (result.written == STORE_WRITE_FAILED)
        return abandon_connection(store, failures);
    if (PQtransactionStatus(store->writer.connection) != PQTRANS_IDLE && !pg_exec_sql(&store->writer, "ROLLBACK"))
        return abandon_connection(store, failures);
    if (failures != NULL)
        return write_with_savepoints(store, batch, failures) || abandon_connection(store, failures);
    snprintf(store->error, sizeof store->error, "%s", store_reject_name(result.reason));
    return false;
}

enum store_purge_result postgres_purge(struct store *base, unsigned rows)
{
    struct postgres_store *store = postgres_of(base);
    struct postgres_values values = {0};
    postgres_add_number(&values, rows);
    store->error[0] = '\0';
    if (!connected(store))
        return STORE_PURGE_FAILED;
    PGresult *result = pg_execute(&store->writer, POSTGRES_PURGE, &values);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    bool more = good && atol(PQcmdTuples(result)) > 0;
    PQclear(result);
    if (good && !more) {
        result = pg_execute(&store->writer, POSTGRES_PURGE_END, &(struct postgres_values){0});
        good = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
    }
    if (!good)
        abandon_connection(store, NULL);
    return !good ? STORE_PURGE_FAILED : more ? STORE_PURGE_MORE : STORE_PURGE_DONE;
}
