/*
 * What the two searches share: the count of nodes with its limits, and the steps of a route.
 */
#ifndef CAROM_SOLVER_SEARCH_H
#define CAROM_SOLVER_SEARCH_H

#include "bound.h"
#include "slides.h"

#include <carom/solver.h>

enum verdict {
    VERDICT_FOUND,
    VERDICT_REFUTED,    /* no route within the cost given */
    VERDICT_IMPOSSIBLE, /* no route at all */
    VERDICT_LIMIT,
    VERDICT_CANCELLED,
    VERDICT_NO_MEMORY,
};

/* Counts nodes, and says when to end. Asking the caller whether to go on is a call into unknown code: seldom. */
#define CANCEL_EVERY 4096
struct budget {
    uint64_t nodes;
    uint64_t max_nodes; /* 0: none */
    uint64_t next_ask;
    bool (*cancelled)(void *context);
    void *context;
};

static inline bool budget_spent(struct budget *budget, enum verdict *verdict)
{
    if (budget->max_nodes != 0 && budget->nodes >= budget->max_nodes) {
        *verdict = VERDICT_LIMIT;
        return true;
    }
    if (budget->cancelled != NULL && budget->nodes >= budget->next_ask) {
        budget->next_ask = budget->nodes + CANCEL_EVERY;
        if (budget->cancelled(budget->context)) {
            *verdict = VERDICT_CANCELLED;
            return true;
        }
    }
    return false;
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
static inline bool may_stop(const struct prepared *prepared, unsigned cell, unsigned owed)
{
    return cell != prepared->target || owed == 0;
}

#endif
