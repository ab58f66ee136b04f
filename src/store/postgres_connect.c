/*
 * Connections: made when they are needed, and made again when they have broken.
 */
#include "postgres.h"

#define FIRST_PAUSE_MS 100 /* after a try that failed; then twice as long each time ... */
#define LAST_PAUSE_MS 2000

/* What a connection string may change comes before it, what it may not comes after it. */
static PGconn *dial(const char *name, const struct postgres_line *line)
{
    const char *keys[] = {"connect_timeout",
                          "tcp_user_timeout",
                          "target_session_attrs",
                          "fallback_application_name",
                          "dbname",
                          "client_encoding",
                          NULL};
    const char *values[] = {
        line->patience > 0 ? "2" : "5", "5000", line->primary ? "read-write" : "any", "carom", name, "UTF8", NULL};
    return PQconnectdbParams(keys, values, 1);
}

/* Whoever is served by this line waits, so another try that would fail is put off. */
static bool fail(struct postgres_line *line, char fault[STORE_FAULT_SIZE])
{
    int64_t pause = (int64_t)FIRST_PAUSE_MS << (line->failed_tries < 5 ? line->failed_tries : 5);
    line->failed_tries++;
    line->down_until = line->patience > 0 ? postgres_clock() + (pause < LAST_PAUSE_MS ? pause : LAST_PAUSE_MS) : 0;
    if (fault[0] == '\0')
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

/* Layout and statements. */
static bool furnish(struct postgres_line *line, char fault[STORE_FAULT_SIZE])
{
    bool write = line->first == POSTGRES_PUT_TABLE && line->end > line->first;
    PQsetNoticeProcessor(line->connection, ignore, NULL);
    PQsetnonblocking(line->connection, line->patience > 0);
    if (line->moment && !postgres_do(line, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        return false;
    return (write ? postgres_schema_update(line, fault) : postgres_schema_known(line, fault)) && postgres_prepare(line);
}

bool postgres_connect(struct postgres_store *store, struct postgres_line *line, char fault[STORE_FAULT_SIZE])
{
    if (line->connection != NULL && PQstatus(line->connection) == CONNECTION_OK)
        return true;
    if (line->moment && line->connection != NULL) {
        postgres_say(line->connection, fault); /* for good: another moment would not fit */
        return false;
    }
    postgres_hang_up(line);
    if (postgres_clock() < line->down_until)
        return store_refuse(fault, STORE_TROUBLE_AWAY);
    fault[0] = '\0';
    line->connection = dial(store->name, line);
    if (PQstatus(line->connection) != CONNECTION_OK || !furnish(line, fault))
        return fail(line, fault);
    line->failed_tries = 0;
    return true;
}

bool store_postgres_away(const char *name)
{
    static const char *const keys[] = {"dbname", "connect_timeout", NULL};
    PGPing found = PQpingParams(keys, (const char *const[]){name, "2", NULL}, 1);
    return found == PQPING_REJECT || found == PQPING_NO_RESPONSE;
}
