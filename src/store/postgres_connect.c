/*
 * Connects on demand, and reconnects after failures.
 */
#include "postgres.h"

#define FIRST_PAUSE_MS 100 /* after the first failed attempt; doubles each time */
#define LAST_PAUSE_MS 2000

/* Settings that the connection string may override come before it, those it may not come after it. */
static PGconn *connect_once(const char *name, const struct pg_conn *conn)
{
    const char *keys[] = {"connect_timeout",
                          "tcp_user_timeout",
                          "target_session_attrs",
                          "fallback_application_name",
                          "dbname",
                          "client_encoding",
                          NULL};
    const char *values[] = {
        conn->timeout_ms > 0 ? "2" : "5", "5000", conn->primary ? "read-write" : "any", "carom", name, "UTF8", NULL};
    return PQconnectdbParams(keys, values, 1);
}

/* The caller is blocking somebody, so the next attempt is delayed instead of made at once. */
static bool connect_failed(struct pg_conn *conn, char fault[STORE_ERROR_SIZE])
{
    int64_t pause = (int64_t)FIRST_PAUSE_MS << (conn->failed_connects < 5 ? conn->failed_connects : 5);
    conn->failed_connects++;
    conn->retry_at = conn->timeout_ms > 0 ? postgres_clock() + (pause < LAST_PAUSE_MS ? pause : LAST_PAUSE_MS) : 0;
    if (fault[0] == '\0')
        pg_error_text(conn->connection, fault);
    pg_disconnect(conn);
    return false;
}

/* Notices from the server are ignored. */
static void ignore(void *context, const char *words)
{
    (void)context;
    (void)words;
}

/* Checks the schema and prepares the statements. */
static bool setup_connection(struct pg_conn *conn, char fault[STORE_ERROR_SIZE])
{
    bool write = conn->first == POSTGRES_PUT_TABLE && conn->end > conn->first;
    PQsetNoticeProcessor(conn->connection, ignore, NULL);
    PQsetnonblocking(conn->connection, conn->timeout_ms > 0);
    if (conn->snapshot && !pg_exec_sql(conn, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        return false;
    return (write ? postgres_schema_update(conn, fault) : postgres_schema_known(conn, fault)) && pg_prepare(conn);
}

bool postgres_connect(struct postgres_store *store, struct pg_conn *conn, char fault[STORE_ERROR_SIZE])
{
    if (conn->connection != NULL && PQstatus(conn->connection) == CONNECTION_OK)
        return true;
    if (conn->snapshot && conn->connection != NULL) {
        pg_error_text(conn->connection, fault); /* final: a new connection would see another snapshot */
        return false;
    }
    pg_disconnect(conn);
    if (postgres_clock() < conn->retry_at)
        return store_set_error(fault, STORE_ERROR_UNREACHABLE);
    fault[0] = '\0';
    conn->connection = connect_once(store->name, conn);
    if (PQstatus(conn->connection) != CONNECTION_OK || !setup_connection(conn, fault))
        return connect_failed(conn, fault);
    conn->failed_connects = 0;
    return true;
}

bool store_postgres_away(const char *name)
{
    static const char *const keys[] = {"dbname", "connect_timeout", NULL};
    if (load_libpq() != NULL)
        return false;
    PGPing found = PQpingParams(keys, (const char *const[]){name, "2", NULL}, 1);
    return found == PQPING_REJECT || found == PQPING_NO_RESPONSE;
}
