/*
 * Turns. Requests are many in one turn of the loop when many connections have written several of them at once, and each
 * takes from microseconds to a few milliseconds; so does each page of a log that is read. What there is no time for in
 * this turn is kept, in its order, so that whoever plays waits for a few milliseconds of it and no more.
 *
 * Counted is what the loop had of a processor: on a machine that has other things to do time passes without any work.
 */
#include "internal.h"

#define LOOP_BUDGET_US TEST_LIMIT(4000, 100) /* of a processor, in one turn */
#define POSTPONED_PER_ITERATION 32           /* of those that were kept are taken up in one turn */

static void postpone(struct http_request *request)
{
    struct http *http = request->http;
    request->was_postponed = true;
    request->next_postponed = NULL;
    *(http->postponed != NULL ? http->late_end : &http->postponed) = request;
    http->late_end = &request->next_postponed;
    if (!request->dispatched)
        http_conn_set_state(request->conn, CONN_HANDLING, clock_now_ms()); /* it is not the one who keeps us waiting */
    http_suspend(request);
}

bool loop_budget_left(struct http_request *request)
{
    struct http *http = request->http;
    uint64_t worked = clock_thread_cpu_us();
    http->iteration_cpu_start = http->iteration_cpu_start == 0 ? worked : http->iteration_cpu_start;
    bool has =
        (http->postponed == NULL || request->was_postponed) && worked - http->iteration_cpu_start < LOOP_BUDGET_US;
    if (!has && !http->base->stopping) {
        postpone(request);
        return false;
    }
    request->was_postponed = false;
    return true;
}

static void resume_postponed(struct http *http, unsigned most)
{
    for (unsigned i = 0; i < most && http->postponed != NULL; i++) {
        struct http_request *request = http->postponed;
        http->postponed = request->next_postponed;
        http_resume(request);
    }
}

bool loop_budget_next_iteration(struct http *http)
{
    bool more = http->postponed != NULL;
    http->iteration_cpu_start = 0;
    resume_postponed(http, POSTPONED_PER_ITERATION);
    return more;
}

void postponed_drop_all(struct http *http)
{
    resume_postponed(http, UINT32_MAX);
}
