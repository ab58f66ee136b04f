/*
 * Shared by both searches: the budget of nodes and time, and the steps of a route.
 */
#ifndef CAROM_SOLVER_SEARCH_H
#define CAROM_SOLVER_SEARCH_H

#include "bound.h"
#include "slides.h"

#include <carom/solver.h>

enum search_status {
    SEARCH_FOUND,
    SEARCH_REFUTED,    /* no route within the limit */
    SEARCH_UNSOLVABLE, /* no route at all */
    SEARCH_LIMIT,
    SEARCH_CANCELLED,
    SEARCH_NO_MEMORY,
};

/* Counts nodes and decides when to stop. The callbacks for cancelling and time are calls into unknown code, so they
 * are made only every ASK_EVERY nodes; with barriers every ASK_EVERY_BOUNCING, because there a node can take a
 * thousand times as long. */
#define ASK_EVERY 1024
#define ASK_EVERY_BOUNCING 8
#define ASK_WORK 64
struct budget {
    uint64_t nodes;
    uint64_t max_nodes; /* 0: no limit */
    uint64_t next_poll; /* node count at which to call the callbacks next */
    unsigned ask_every;
    unsigned work; /* microseconds, roughly, spent since the last callback in loops that count no nodes */
    bool (*cancelled)(void *context);
    uint64_t (*now)(void *context); /* milliseconds; NULL: no deadline */
    uint64_t deadline;              /* on the clock of `now` */
    void *context;
    enum search_status over; /* SEARCH_REFUTED: keep going. Any other value is final. */
};

/* Calls the callbacks. True: stop. */
static inline bool budget_over(struct budget *budget)
{
    if (budget->over == SEARCH_REFUTED && budget->cancelled != NULL && budget->cancelled(budget->context))
        budget->over = SEARCH_CANCELLED;
    if (budget->over == SEARCH_REFUTED && budget->now != NULL && budget->now(budget->context) >= budget->deadline)
        budget->over = SEARCH_LIMIT;
    return budget->over != SEARCH_REFUTED;
}

/* Call after each node. True: stop, with the reason in `*status`. */
static inline bool budget_exhausted(struct budget *budget, enum search_status *status)
{
    if (budget->max_nodes != 0 && budget->nodes >= budget->max_nodes)
        budget->over = SEARCH_LIMIT;
    if (budget->nodes >= budget->next_poll) {
        budget->next_poll = budget->nodes + budget->ask_every;
        budget_over(budget);
    }
    if (budget->over != SEARCH_REFUTED)
        *status = budget->over;
    return budget->over != SEARCH_REFUTED;
}

/* Call in loops that count no nodes, with the microseconds an iteration takes, roughly. True: stop. */
static inline bool budget_worked(struct budget *budget, unsigned amount)
{
    budget->work += amount;
    if (budget->work < ASK_WORK)
        return budget->over != SEARCH_REFUTED;
    budget->work = 0;
    return budget_over(budget);
}

/* One move of a route. The direction and signs of a transparent robot's move are found when the route is converted
 * to moves. */
struct step {
    uint8_t piece;
    uint8_t direction;
    uint8_t to;
    uint8_t axes;
    uint8_t cost;
};

struct steps {
    uint32_t count;
    struct step step[CAROM_ROUTE_MAX];
};

/* R7: the active robot may not end a move on the target before its ricochet. */
static inline bool can_stop_at(const struct problem *problem, unsigned cell, unsigned owed)
{
    return cell != problem->target || owed == 0;
}

#endif
