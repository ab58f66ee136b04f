/*
 * What the two searches share: the count of nodes with its limits, and the steps of a route.
 */
#ifndef CAROM_SOLVER_SEARCH_H
#define CAROM_SOLVER_SEARCH_H

#include "bound.h"
#include "slides.h"

#include <carom/solver.h>

enum search_status {
    SEARCH_FOUND,
    SEARCH_REFUTED,    /* no route within the cost given */
    SEARCH_UNSOLVABLE, /* no route at all */
    SEARCH_LIMIT,
    SEARCH_CANCELLED,
    SEARCH_NO_MEMORY,
};

/* Counts nodes, and says when to end. Asking the caller whether to go on, and what time it is, are calls into unknown
 * code: seldom. With barriers a node can take a thousand times as long as without. */
#define ASK_EVERY 1024
#define ASK_EVERY_BOUNCING 8
#define ASK_WORK 64
struct budget {
    uint64_t nodes;
    uint64_t max_nodes; /* 0: none */
    uint64_t next_poll; /* in nodes */
    unsigned ask_every;
    unsigned work; /* done since it was asked, where no nodes are counted */
    bool (*cancelled)(void *context);
    uint64_t (*now)(void *context); /* NULL: there is no deadline */
    uint64_t deadline;              /* in the milliseconds of `now` */
    void *context;
    enum search_status over; /* SEARCH_REFUTED: not yet; once over it stays so */
};

/* Asks whether it is over. */
static inline bool budget_over(struct budget *budget)
{
    if (budget->over == SEARCH_REFUTED && budget->cancelled != NULL && budget->cancelled(budget->context))
        budget->over = SEARCH_CANCELLED;
    if (budget->over == SEARCH_REFUTED && budget->now != NULL && budget->now(budget->context) >= budget->deadline)
        budget->over = SEARCH_LIMIT;
    return budget->over != SEARCH_REFUTED;
}

/* After each node. */
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

/* In loops that count no nodes, with roughly how many microseconds a round takes. */
static inline bool budget_worked(struct budget *budget, unsigned amount)
{
    budget->work += amount;
    if (budget->work < ASK_WORK)
        return budget->over != SEARCH_REFUTED;
    budget->work = 0;
    return budget_over(budget);
}

/* One move of a route, by member. The direction of the transparent robot's moves is found again at the end. */
struct step {
    uint8_t member;
    uint8_t direction;
    uint8_t to;
    uint8_t axes;
    uint8_t cost;
};

struct steps {
    uint32_t count;
    struct step step[CAROM_ROUTE_MAX];
};

/* May the active robot end a move on this cell? R7: not on the target before its ricochet. */
static inline bool can_stop_at(const struct problem *problem, unsigned cell, unsigned owed)
{
    return cell != problem->target || owed == 0;
}

#endif
