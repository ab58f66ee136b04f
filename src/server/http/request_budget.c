/*
 * The CPU time that requests may take per loop iteration. One iteration may bring many requests (pipelining), each of
 * microseconds to a few milliseconds, and so does each page of a log. What exceeds the budget is postponed in order, so
 * that players never wait more than a few milliseconds for it.
 *
 * CPU time is counted rather than wall-clock time, which passes without work on a busy machine.
 */
#include "internal.h"

#define LOOP_BUDGET_US TEST_LIMIT(4000, 100) /* CPU time per iteration */
#define POSTPONED_PER_ITERATION 32           /* postponed requests resumed per iteration */

static void postpone(struct http_request *request)
{
    struct http *http = request->http;
    request->was_postponed = true;
    request->next_postponed = NULL;
    *(http->postponed != NULL ? http->postponed_end : &http->postponed) = request;
    http->postponed_end = &request->next_postponed;
    if (!request->dispatched)
        http_conn_set_state(request->conn, CONN_HANDLING,
                            clock_now_ms()); /* no deadline runs: the client is not to blame */
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
