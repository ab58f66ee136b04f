/*
 * From states back to routes: which states one move before lead to a state; and which robot it was that moved.
 */
#ifndef CAROM_SOLVER_TRACE_H
#define CAROM_SOLVER_TRACE_H

#include "sets.h"

static inline struct node node_of(const struct prepared *prepared, const struct state *state)
{
    return (struct node){carom_state_key(prepared, state), state->cell[0]};
}
struct state carom_node_state(const struct prepared *prepared, struct node node);

/* Calls `visit` for each state from which one move of `cost` leads to this node, and that was reached for `spent`,
 * early enough for the node's own cost. May name one twice. `visit` returns false to stop; so does this, also when the
 * budget is over. */
typedef bool before_visitor(void *context, struct node before, unsigned spent, unsigned cost);
bool carom_trace_before(const struct sets *sets, const struct prepared *prepared, struct budget *budget,
                        struct node node, unsigned spent, before_visitor *visit, void *context);

/* One shortest route, after a run that found one. VERDICT_FOUND, or why it was given up. */
enum verdict carom_trace_route(const struct sets *sets, const struct prepared *prepared, struct budget *budget,
                               struct steps *steps);

#endif
