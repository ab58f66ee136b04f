/*
 * Waiting for PostgreSQL with a time-out.
 *
 * libpq waits for ever. A database that is stopped, or that waits for a lost replica, answers nothing and keeps its
 * connection open; `statement_timeout` does not help with either. So a server gives up by its own clock and closes the
 * connection; what was in flight may or may not have happened. Repeating it is harmless (the keys reject it), and the
 * caller reads again.
 */
#include "postgres.h"

#include <poll.h>
#include <time.h>

int64_t postgres_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void pg_disconnect(struct pg_conn *conn)
{
    PQfinish(conn->connection);
    conn->connection = NULL;
}

/* Waits for the next result. False: it did not come in time, or the connection is lost. */
static bool wait_for_answer(PGconn *connection, unsigned patience)
{
    int64_t end = postgres_clock() + patience;
    for (;;) {
        int unsent = PQflush(connection);
        if (unsent < 0)
            return false;
        if (unsent == 0 && !PQisBusy(connection))
            return true;
        int64_t left = end - postgres_clock();
        struct pollfd waits = {.fd = PQsocket(connection), .events = (short)(POLLIN | (unsent > 0 ? POLLOUT : 0))};
        if (left <= 0)
            return false;
        poll(&waits, 1, (int)left);
        if ((waits.revents & ~POLLOUT) != 0 && PQconsumeInput(connection) == 0)
            return false;
    }
}

PGresult *pg_next_result(struct pg_conn *conn)
{
    if (conn->connection == NULL)
        return NULL;
    if (conn->timeout_ms > 0 && !wait_for_answer(conn->connection, conn->timeout_ms)) {
        pg_disconnect(conn);
        return NULL;
    }
    return PQgetResult(conn->connection);
}

PGresult *pg_last_result(struct pg_conn *conn, bool sent)
{
    PGresult *last = NULL, *result;
    while (sent && (result = pg_next_result(conn)) != NULL) {
        PQclear(last);
        last = result;
    }
    if (conn->connection != NULL)
        return last;
    PQclear(last); /* what would have followed is unknown */
    return NULL;
}
