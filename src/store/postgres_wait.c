/*
 * Waiting for PostgreSQL, as long as there is patience.
 *
 * libpq itself waits for ever. A database that was stopped, or that waits for a replica which is gone, answers nothing
 * and keeps its connection open; `statement_timeout` ends neither. So a server gives up by its own clock: the
 * connection is closed, and what was on its way may have happened or not. Writing it again does no harm (the keys
 * refuse it), and whoever is told of the failure reads again.
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

void postgres_hang_up(struct postgres_line *line)
{
    PQfinish(line->connection);
    line->connection = NULL;
}

/* Until the next answer is there. False: it did not come in time, or the connection is lost. */
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

PGresult *postgres_next(struct postgres_line *line)
{
    if (line->connection == NULL)
        return NULL;
    if (line->patience > 0 && !wait_for_answer(line->connection, line->patience)) {
        postgres_hang_up(line);
        return NULL;
    }
    return PQgetResult(line->connection);
}

PGresult *postgres_last_of(struct postgres_line *line, bool sent)
{
    PGresult *last = NULL, *result;
    while (sent && (result = postgres_next(line)) != NULL) {
        PQclear(last);
        last = result;
    }
    if (line->connection != NULL)
        return last;
    PQclear(last); /* nobody knows what would have followed */
    return NULL;
}
