/*
 * Connections: made when they are needed, and made again when they have broken.
 */
#include "postgres.h"

/* What a connection string may change comes before it, what it may not comes after it. */
static PGconn *dial(const char *name, bool write)
{
    const char *keys[] = {"connect_timeout",
                          "tcp_user_timeout",
                          "target_session_attrs",
                          "fallback_application_name",
                          "dbname",
                          "client_encoding",
                          NULL};
    const char *values[] = {"5", "5000", write ? "read-write" : "any", "carom", name, "UTF8", NULL};
    return PQconnectdbParams(keys, values, 1);
}

void postgres_hang_up(struct postgres_line *line)
{
    PQfinish(line->connection);
    line->connection = NULL;
}

static bool fail(struct postgres_line *line, char fault[STORE_FAULT_SIZE])
{
    postgres_say(line->connection, fault);
    postgres_hang_up(line);
    return false;
}

/* What the server only remarks is not for us. */
static void ignore(void *context, const char *words)
{
    (void)context;
    (void)words;
}

bool postgres_connect(struct postgres_store *store, struct postgres_line *line, char fault[STORE_FAULT_SIZE])
{
    bool write = line->first == POSTGRES_PUT_TABLE;
    if (line->connection != NULL && PQstatus(line->connection) == CONNECTION_OK)
        return true;
    if (line->moment && line->connection != NULL) {
        postgres_say(line->connection, fault); /* for good: another moment would not fit */
        return false;
    }
    postgres_hang_up(line);
    line->connection = dial(store->name, write);
    if (PQstatus(line->connection) != CONNECTION_OK)
        return fail(line, fault);
    PQsetNoticeProcessor(line->connection, ignore, NULL);
    if (line->moment && !postgres_do(line->connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        return fail(line, fault);
    bool known =
        write ? postgres_schema_update(line->connection, fault) : postgres_schema_known(line->connection, fault);
    if (!known) {
        postgres_hang_up(line);
        return false;
    }
    return postgres_prepare(line) || fail(line, fault);
}
