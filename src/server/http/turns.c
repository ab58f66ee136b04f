/*
 * Turns. Requests are many in one turn of the loop when many connections have written several of them at once, and each
 * takes from microseconds to a few milliseconds; so does each page of a log that is read. What there is no time for in
 * this turn is kept, in its order, so that whoever plays waits for a few milliseconds of it and no more.
 *
 * Counted is what the loop had of a processor: on a machine that has other things to do time passes without any work.
 */
#include "room.h"

#define TURN_US SMALL(4000, 100) /* of a processor, in one turn */
#define LATE_EACH 32             /* of those that were kept are taken up in one turn */

static void keep(struct exchange *exchange)
{
    struct http *http = exchange->http;
    exchange->late = true;
    exchange->next_late = NULL;
    *(http->late != NULL ? http->late_end : &http->late) = exchange;
    http->late_end = &exchange->next_late;
    if (!exchange->routed)
        line_is(exchange->line, LINE_WORKING, clock_now()); /* it is not the one who keeps us waiting */
    exchange_suspend(exchange);
}

bool turn_has(struct exchange *exchange)
{
    struct http *http = exchange->http;
    uint64_t worked = clock_worked();
    http->turn = http->turn == 0 ? worked : http->turn;
    bool has = (http->late == NULL || exchange->late) && worked - http->turn < TURN_US;
    if (!has && !http->base->stopping) {
        keep(exchange);
        return false;
    }
    exchange->late = false;
    return true;
}

static void take_up(struct http *http, unsigned most)
{
    for (unsigned i = 0; i < most && http->late != NULL; i++) {
        struct exchange *exchange = http->late;
        http->late = exchange->next_late;
        exchange_resume(exchange);
    }
}

bool turn_ends(struct http *http)
{
    bool more = http->late != NULL;
    http->turn = 0;
    take_up(http, LATE_EACH);
    return more;
}

void turns_end(struct http *http)
{
    take_up(http, UINT32_MAX);
}
