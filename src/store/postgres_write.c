/*
 * The writing half of the store in PostgreSQL.
 *
 * A list of writes goes out as one pipeline, from BEGIN to COMMIT, without waiting in between: the whole costs one
 * round trip and one commit. If a table's writes cannot be, its statement is an error, and the transaction is undone;
 * then it is made again with a savepoint and a round trip for each table, which leaves out those that fail. That
 * happens when two servers have decided something about one table at the same moment: the key of the events lets one of
 * them win.
 *
 * Tables are written in the order of their ids, by every server: so they wait for each other, but never in a circle.
 */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct outcome {
    enum store_written written;
    enum store_why why;
};

static const struct outcome well = {.written = STORE_WRITTEN};
static const struct outcome broken = {.written = STORE_BROKEN};

/* ---- sending ---- */

static bool send_plain(struct postgres_line *line, const char *sql)
{
    return PQsendQueryParams(line->connection, sql, 0, NULL, NULL, NULL, NULL, 1) == 1;
}

static bool send_table(struct postgres_line *line, const struct store_table *table)
{
    struct postgres_values values = {0};
    postgres_number(&values, table->id);
    postgres_words(&values, table->code);
    postgres_number(&values, table->created);
    postgres_number(&values, table->game);
    postgres_flag(&values, table->over);
    postgres_words(&values, table->options);
    if (line->serves)
        postgres_number(&values, table->edition);
    return postgres_send(line, line->serves ? POSTGRES_SERVE_TABLE : POSTGRES_PUT_TABLE, &values);
}

static bool send_event(struct postgres_line *line, enum postgres_statement which, const struct store_write *write,
                       const char *text)
{
    struct postgres_values values = {0};
    postgres_number(&values, write->table);
    postgres_number(&values, write->game);
    postgres_number(&values, write->seq);
    postgres_bytes(&values, text, write->length);
    if (which == POSTGRES_SERVE_FIRST)
        postgres_number(&values, write->edition);
    return postgres_send(line, which, &values);
}

static bool send_seat(struct postgres_line *line, int64_t table, const struct store_seat *seat)
{
    struct postgres_values values = {0};
    postgres_number(&values, table);
    postgres_words(&values, seat->player);
    postgres_bytes(&values, seat->hash, STORE_HASH_SIZE);
    return postgres_send(line, POSTGRES_PUT_SEAT, &values);
}

static bool send_unseat(struct postgres_line *line, const struct store_write *write, const char *player)
{
    struct postgres_values values = {0};
    postgres_number(&values, write->table);
    postgres_bytes(&values, player, write->length);
    return postgres_send(line, POSTGRES_DROP_SEAT, &values);
}

static bool send_about(struct postgres_line *line, enum postgres_statement which, int64_t table)
{
    struct postgres_values values = {0};
    postgres_number(&values, table);
    return postgres_send(line, which, &values);
}

static bool send_drop(struct postgres_line *line, int64_t table)
{
    return send_about(line, POSTGRES_DROP_SEATS, table) && send_about(line, POSTGRES_DROP_TABLE, table) &&
           send_about(line, POSTGRES_DROP_EVENTS, table) && send_about(line, POSTGRES_PUT_LEAVING, table);
}

/* `follows`: what the write needs is certain to be there. */
static bool send_one(struct postgres_line *line, const struct store_write *write, const char *bytes, bool follows)
{
    struct store_table table;
    struct store_seat seat;
    switch (write->kind) {
    case STORE_WRITE_TABLE:
        memcpy(&table, bytes, sizeof table);
        return send_table(line, &table);
    case STORE_WRITE_EVENT:
        return send_event(line,
                          follows        ? POSTGRES_PUT_EVENT
                          : line->serves ? POSTGRES_SERVE_FIRST
                                         : POSTGRES_PUT_FIRST,
                          write, bytes);
    case STORE_WRITE_RETELL:
        return send_event(line, POSTGRES_RETELL, write, bytes);
    case STORE_WRITE_SEAT:
        memcpy(&seat, bytes, sizeof seat);
        return send_seat(line, write->table, &seat);
    case STORE_WRITE_UNSEAT:
        return send_unseat(line, write, bytes);
    case STORE_WRITE_DROP:
        return send_drop(line, write->table);
    case STORE_WRITE_NOTE: /* goes out behind the commit */
        return true;
    }
    return false;
}

/* One table's writes. False: the connection is lost. */
static bool send_group(struct postgres_store *store, const struct store_writes *writes, size_t from, size_t to)
{
    const struct store_write *last = NULL; /* event */
    bool known = false;                    /* that there is such a table */
    bool good = true;
    for (size_t i = from; good && i < to; i++) {
        const struct store_write *write = &writes->items[store->order.places[i].item];
        bool event = write->kind == STORE_WRITE_EVENT;
        if (write->kind == STORE_WRITE_NOTE)
            continue;
        bool follows = event && (write->seq == 1 ? known : store_write_follows(write, last));
        if (!known && !event && write->kind != STORE_WRITE_TABLE)
            good = send_about(&store->writer, POSTGRES_NEED_TABLE, write->table);
        good = good && send_one(&store->writer, write, writes->bytes + write->text, follows);
        known = write->kind != STORE_WRITE_DROP;
        last = !known ? NULL : event ? write : last;
    }
    return good;
}

/* ---- answers ---- */

/* What an error is about: this table, or everything. */
static struct outcome judge(struct postgres_store *store, const PGresult *result)
{
    static const struct {
        const char *state; /* or the beginning of it */
        enum store_why why;
    } known[] = {
        {"23505", STORE_WHY_CONFLICT}, {"CA001", STORE_WHY_CONFLICT}, {"CA002", STORE_WHY_GONE},
        {"CA003", STORE_WHY_GAP},      {"22", STORE_WHY_RANGE},
    };
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    for (size_t i = 0; state != NULL && i < sizeof known / sizeof known[0]; i++)
        if (strncmp(state, known[i].state, strlen(known[i].state)) == 0)
            return (struct outcome){.written = STORE_REFUSED, .why = known[i].why};
    postgres_say(store->writer.connection, store->fault);
    return broken;
}

/* Reads what comes back up to the end of the pipeline; the first error counts, unless it is behind a commit. */
static struct outcome receive(struct postgres_store *store)
{
    struct outcome outcome = well;
    bool committed = false;
    unsigned nothing = 0; /* a NULL stands behind every answer, two mean that nothing comes any more */
    while (nothing < 2 && store->writer.connection != NULL) {
        PGresult *result = postgres_next(&store->writer);
        ExecStatusType status = PQresultStatus(result);
        nothing = result == NULL ? nothing + 1 : 0;
        committed |= status == PGRES_COMMAND_OK && strcmp(PQcmdStatus(result), "COMMIT") == 0;
        if (result != NULL && status == PGRES_FATAL_ERROR && outcome.written == STORE_WRITTEN && !committed)
            outcome = judge(store, result);
        PQclear(result);
        if (result != NULL && status == PGRES_PIPELINE_SYNC)
            return PQexitPipelineMode(store->writer.connection) == 1 ? outcome : broken;
    }
    return committed ? well : broken;
}

static struct outcome finish(struct postgres_store *store, bool sent)
{
    if (sent && PQpipelineSync(store->writer.connection) == 1)
        return receive(store);
    return broken;
}

/* ---- all of them ---- */

/* Is every write of the group one that can be? */
static bool possible(const struct postgres_store *store, const struct store_writes *writes, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!store_write_possible(writes, &writes->items[store->order.places[i].item]))
            return false;
    return true;
}

/* One pipeline; REFUSED: some table's writes cannot be, and nothing has happened. */
static struct outcome write_all(struct postgres_store *store, const struct store_writes *writes)
{
    if (!possible(store, writes, 0, store->order.count))
        return (struct outcome){.written = STORE_REFUSED, .why = STORE_WHY_RANGE};
    bool sent = PQenterPipelineMode(store->writer.connection) == 1 && send_plain(&store->writer, "BEGIN");
    for (size_t from = 0, to; sent && from < store->order.count; from = to) {
        to = store_order_end(&store->order, from);
        sent = send_group(store, writes, from, to);
    }
    return finish(store, sent && send_plain(&store->writer, "COMMIT") && postgres_send_news(store, writes, NULL));
}

static struct outcome write_group(struct postgres_store *store, const struct store_writes *writes, size_t from,
                                  size_t to)
{
    struct postgres_line *line = &store->writer;
    if (!possible(store, writes, from, to))
        return (struct outcome){.written = STORE_REFUSED, .why = STORE_WHY_RANGE};
    if (!postgres_do(line, "SAVEPOINT one_table") || PQenterPipelineMode(line->connection) != 1)
        return broken;
    struct outcome outcome = finish(store, send_group(store, writes, from, to));
    if (outcome.written == STORE_REFUSED && !postgres_do(line, "ROLLBACK TO one_table"))
        return broken;
    return outcome.written == STORE_BROKEN || !postgres_do(line, "RELEASE one_table") ? broken : outcome;
}

/* Leaves out the tables whose writes cannot be. */
static bool write_others(struct postgres_store *store, const struct store_writes *writes,
                         struct store_failures *failures)
{
    bool good = postgres_do(&store->writer, "BEGIN");
    for (size_t from = 0, to; good && from < store->order.count; from = to) {
        to = store_order_end(&store->order, from);
        struct outcome outcome = write_group(store, writes, from, to);
        good = outcome.written == STORE_WRITTEN ||
               (outcome.written == STORE_REFUSED &&
                store_failures_add(failures, store->order.places[from].table, outcome.why));
    }
    good = good && postgres_do(&store->writer, "COMMIT");
    /* Whether the others are told is not this commit's fault: a connection that breaks now is found broken later. */
    if (good && (PQenterPipelineMode(store->writer.connection) != 1 ||
                 finish(store, postgres_send_news(store, writes, failures)).written == STORE_BROKEN))
        postgres_hang_up(&store->writer);
    return good;
}

/* After a failure nobody knows what the connection is in the middle of. */
static bool give_up(struct postgres_store *store, struct store_failures *failures)
{
    if (store->fault[0] == '\0')
        postgres_say(store->writer.connection, store->fault);
    postgres_hang_up(&store->writer);
    if (failures != NULL)
        failures->count = 0;
    return false;
}

static bool connected(struct postgres_store *store)
{
    if (store->reader.moment)
        return store_refuse(store->fault, STORE_TROUBLE_READ_ONLY);
    return postgres_connect(store, &store->writer, store->fault);
}

bool postgres_append(struct store *base, const struct store_writes *writes, struct store_failures *failures)
{
    struct postgres_store *store = postgres_of(base);
    store->fault[0] = '\0';
    if (failures != NULL)
        failures->count = 0;
    if (!connected(store))
        return false;
    if (!store_order_make(&store->order, writes))
        return store_refuse(store->fault, STORE_TROUBLE_MEMORY);
    struct outcome outcome = write_all(store, writes);
    if (outcome.written == STORE_WRITTEN)
        return true;
    if (outcome.written == STORE_BROKEN)
        return give_up(store, failures);
    if (PQtransactionStatus(store->writer.connection) != PQTRANS_IDLE && !postgres_do(&store->writer, "ROLLBACK"))
        return give_up(store, failures);
    if (failures != NULL)
        return write_others(store, writes, failures) || give_up(store, failures);
    snprintf(store->fault, sizeof store->fault, "%s", store_why_name(outcome.why));
    return false;
}

enum store_tidied postgres_tidy(struct store *base, unsigned rows)
{
    struct postgres_store *store = postgres_of(base);
    struct postgres_values values = {0};
    postgres_number(&values, rows);
    store->fault[0] = '\0';
    if (!connected(store))
        return STORE_TIDY_FAILED;
    PGresult *result = postgres_run(&store->writer, POSTGRES_TIDY, &values);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    bool more = good && atol(PQcmdTuples(result)) > 0;
    PQclear(result);
    if (good && !more) {
        result = postgres_run(&store->writer, POSTGRES_TIDY_END, &(struct postgres_values){0});
        good = PQresultStatus(result) == PGRES_COMMAND_OK;
        PQclear(result);
    }
    if (!good)
        give_up(store, NULL);
    return !good ? STORE_TIDY_FAILED : more ? STORE_TIDY_MORE : STORE_TIDY_DONE;
}
