/*
 * Prepared statements of a connection: their SQL, parameters and error messages.
 */
#include "postgres.h"

#include <stdio.h>
#include <string.h>

#define EDITIONS " coalesce((to_jsonb(t)->>'edition')::bigint, 0), coalesce((to_jsonb(t)->>'retold')::bigint, 0)"

/* Statements that must have an effect are functions of the schema that raise an error otherwise: a pipeline
 * continues after a statement that merely did nothing, and commits. */
static const char *const statement_sql[POSTGRES_STATEMENTS] = {
    [POSTGRES_PUT_TABLE] =
        "SELECT carom.put_table($1::bigint, $2::text, $3::bigint, $4::bigint, $5::boolean, $6::text)",
    [POSTGRES_PUT_FIRST] = "SELECT carom.put_event($1::bigint, $2::bigint, $3::bigint, $4::text)",
    [POSTGRES_REWRITE_EVENT] = "SELECT carom.retell($1::bigint, $2::bigint, $3::bigint, $4::text)",
    [POSTGRES_PUT_EVENT] = "INSERT INTO carom.events (table_id, game, seq, body)"
                           " VALUES ($1::bigint, $2::bigint, $3::bigint, $4::text)",
    [POSTGRES_PUT_SEAT] = "INSERT INTO carom.seats (table_id, player, hash) VALUES ($1::bigint, $2::text, $3::bytea)",
    [POSTGRES_DROP_SEAT] = "DELETE FROM carom.seats WHERE table_id = $1::bigint AND player = $2::text",
    [POSTGRES_REQUIRE_TABLE] = "SELECT carom.need_table($1::bigint)",
    [POSTGRES_DROP_SEATS] = "DELETE FROM carom.seats WHERE table_id = $1::bigint",
    [POSTGRES_DROP_TABLE] = "DELETE FROM carom.tables WHERE id = $1::bigint",
    [POSTGRES_DROP_EVENTS] = "DELETE FROM carom.events WHERE table_id = $1::bigint AND (game, seq) IN"
                             " (SELECT game, seq FROM carom.events WHERE table_id = $1::bigint"
                             " ORDER BY game DESC, seq DESC LIMIT 500)",
    [POSTGRES_PUT_PENDING_DELETE] = "INSERT INTO carom.leavings (table_id) VALUES ($1::bigint)"
                                    " ON CONFLICT (table_id) DO UPDATE SET since = now()",
    [POSTGRES_PURGE] =
        "WITH one AS (SELECT table_id FROM carom.leavings l WHERE EXISTS"
        " (SELECT 1 FROM carom.events e WHERE e.table_id = l.table_id) LIMIT 1 FOR UPDATE SKIP LOCKED)"
        " DELETE FROM carom.events e USING (SELECT table_id, game, seq FROM carom.events"
        " WHERE table_id = (SELECT table_id FROM one) ORDER BY game DESC, seq DESC LIMIT $1::bigint) part"
        " WHERE e.table_id = part.table_id AND e.game = part.game AND e.seq = part.seq",
    /* A server that had the table in memory may have added an event while it was being deleted. */
    [POSTGRES_PURGE_END] = "DELETE FROM carom.leavings l WHERE since < now() - interval '10 minutes' AND NOT EXISTS"
                           " (SELECT 1 FROM carom.events e WHERE e.table_id = l.table_id)",
    [POSTGRES_PUT_TABLE_SHARED] =
        "SELECT carom.serve_table($1::bigint, $2::text, $3::bigint, $4::bigint, $5::boolean, $6::text, $7::bigint)",
    [POSTGRES_PUT_FIRST_SHARED] = "SELECT carom.serve_event($1::bigint, $2::bigint, $3::bigint, $4::text, $5::bigint)",
    /* Servers that write records of one owner wait for each other, in order of group, so they never deadlock. */
    [POSTGRES_LOCK_GROUP] = "SELECT pg_advisory_xact_lock($1::bigint)",
    [POSTGRES_INSERT_RECORD] = "INSERT INTO carom.records (kind, owner, key, body)"
                               " VALUES ($1::bigint, $2::text, $3::text, $4::text)",
    [POSTGRES_SWAP_RECORD] = "SELECT carom.swap_record($1::bigint, $2::text, $3::text, $4::text, $5::text)",
    [POSTGRES_REMOVE_RECORD] =
        "DELETE FROM carom.records WHERE kind = $1::bigint AND owner = $2::text AND key = $3::text",
    [POSTGRES_REMOVE_OWNER] = "DELETE FROM carom.records WHERE kind = $1::bigint AND owner = $2::text",
    [POSTGRES_NOTIFY] = "SELECT pg_notify('carom', $1::text)",
    /* A reader may meet a schema from before epochs. */
    [POSTGRES_FIND_TABLE] =
        "SELECT id, code, created, game, over, options," EDITIONS " FROM carom.tables t WHERE code = $1::text",
    [POSTGRES_LIST_TABLES] = "SELECT id, code, created, game, over, options FROM carom.tables"
                             " WHERE id > $1::bigint ORDER BY id LIMIT $2::bigint",
    [POSTGRES_GET_EVENTS] = "SELECT seq, body FROM carom.events WHERE table_id = $1::bigint AND game = $2::bigint"
                            " AND seq BETWEEN $3::bigint AND $4::bigint ORDER BY seq LIMIT $5::bigint",
    [POSTGRES_GET_LAST] = "SELECT seq, body FROM carom.events WHERE table_id = $1::bigint"
                          " ORDER BY game DESC, seq DESC LIMIT 1",
    [POSTGRES_GET_SEATS] = "SELECT player, hash FROM carom.seats WHERE table_id = $1::bigint ORDER BY player",
    [POSTGRES_GET_SIZE] = "SELECT pg_database_size(current_database())",
    [POSTGRES_FIND_ORPHANS] = "SELECT count(*) FROM (SELECT DISTINCT table_id FROM carom.events UNION"
                              " SELECT table_id FROM carom.seats) s WHERE table_id NOT IN (SELECT id FROM carom.tables)"
                              " AND table_id NOT IN (SELECT table_id FROM carom.leavings)",
    [POSTGRES_POLL_VERSIONS] =
        "SELECT id, code, created, game, over, options," EDITIONS ", coalesce((SELECT max(seq) FROM carom.events e"
        " WHERE e.table_id = t.id AND e.game = t.game), 0) FROM carom.tables t"
        " WHERE id = ANY(string_to_array($1::text, ',')::bigint[])",
    [POSTGRES_TIME] = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    [POSTGRES_GET_RECORDS] = "SELECT owner, key, body FROM carom.records WHERE kind = $1::bigint"
                             " AND owner = ANY(string_to_array($2::text, ',')) AND key > $3::text AND key < $4::text"
                             " ORDER BY owner, key LIMIT $5::bigint",
    [POSTGRES_NEXT_OWNER] =
        "SELECT owner FROM carom.records WHERE kind = $1::bigint AND owner > $2::text ORDER BY owner LIMIT 1",
    [POSTGRES_COUNT_RECORDS] = "SELECT count(*) FROM carom.records WHERE kind = $1::bigint",
};

/* ---- parameters ---- */

void postgres_add_bytes(struct postgres_values *values, const void *bytes, size_t length)
{
    values->values[values->count] = bytes;
    values->lengths[values->count] = (int)length;
    values->count++;
}

void postgres_add_number(struct postgres_values *values, int64_t number)
{
    uint8_t *bytes = values->numbers[values->count];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)number >> (56 - 8 * i));
    postgres_add_bytes(values, bytes, 8);
}

void postgres_add_flag(struct postgres_values *values, bool flag)
{
    values->numbers[values->count][0] = flag;
    postgres_add_bytes(values, values->numbers[values->count], 1);
}

void pg_add_text(struct postgres_values *values, const char *words)
{
    postgres_add_bytes(values, words, strlen(words));
}

/* ---- statements ---- */

#define STATEMENT_NAME_SIZE 24

static const int binary[POSTGRES_PARAMETERS] = {1, 1, 1, 1, 1, 1, 1};

static const char *name_of(char name[STATEMENT_NAME_SIZE], enum postgres_statement which)
{
    snprintf(name, STATEMENT_NAME_SIZE, "carom%d", (int)which);
    return name;
}

PGresult *pg_execute(struct pg_conn *conn, enum postgres_statement which, const struct postgres_values *values)
{
    return pg_last_result(conn, pg_pipeline(conn, which, values));
}

bool pg_pipeline(struct pg_conn *conn, enum postgres_statement which, const struct postgres_values *values)
{
    char name[STATEMENT_NAME_SIZE];
    return PQsendQueryPrepared(conn->connection, name_of(name, which), values->count, values->values, values->lengths,
                               binary, 1) == 1;
}

PGresult *pg_query_sql(struct pg_conn *conn, const char *sql)
{
    return pg_last_result(conn, conn->connection != NULL && PQsendQuery(conn->connection, sql) == 1);
}

bool pg_exec_sql(struct pg_conn *conn, const char *sql)
{
    PGresult *result = pg_query_sql(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

void pg_error_text(const PGconn *connection, char fault[STORE_ERROR_SIZE])
{
    const char *words = connection != NULL ? PQerrorMessage(connection) : "";
    if (*words == '\0') {
        store_set_error(fault, STORE_ERROR_UNREACHABLE);
        return;
    }
    snprintf(fault, STORE_ERROR_SIZE, "%s", words);
    size_t length = strlen(fault);
    for (size_t i = 0; i < length; i++)
        fault[i] = fault[i] == '\n' || fault[i] == '\t' ? ' ' : fault[i];
    while (length > 0 && fault[length - 1] == ' ')
        fault[--length] = '\0';
}

/* Prepares all statements in one pipeline, so that connecting takes few round trips, however far away the database
 * is. */
bool pg_prepare(struct pg_conn *conn)
{
    bool good = PQenterPipelineMode(conn->connection) == 1;
    int end = conn->has_records || conn->end != POSTGRES_STATEMENTS ? (int)conn->end : (int)POSTGRES_GET_RECORDS;
    for (int i = (int)conn->first; good && i < end; i++) {
        char name[STATEMENT_NAME_SIZE];
        good = PQsendPrepare(conn->connection, name_of(name, (enum postgres_statement)i), statement_sql[i], 0, NULL);
    }
    good = good && PQpipelineSync(conn->connection) == 1;
    for (bool ends = false; good && !ends;) {
        PGresult *result = pg_next_result(conn);
        ExecStatusType status = PQresultStatus(result);
        good = conn->connection != NULL && status != PGRES_PIPELINE_ABORTED &&
               (result == NULL || status != PGRES_FATAL_ERROR);
        ends = status == PGRES_PIPELINE_SYNC;
        PQclear(result);
    }
    return good && PQexitPipelineMode(conn->connection) == 1;
}
