/*
 * From states back to routes: which states one move before lead to a state; and which robot it was that moved.
 */
#ifndef CAROM_SOLVER_RECONSTRUCT_H
#define CAROM_SOLVER_RECONSTRUCT_H

#include "bfs.h"

static inline struct bfs_state node_of(const struct problem *problem, const struct state *state)
{
    return (struct bfs_state){carom_state_key(problem, state), state->cell[0]};
}
struct state carom_node_state(const struct problem *problem, struct bfs_state state);

/* Calls `visit` for each state from which one move of `cost` leads to this node, and that was reached for `spent`,
 * early enough for the node's own cost. May name one twice. `visit` returns false to stop; so does this, also when the
 * budget is over. */
typedef bool predecessor_visitor(void *context, struct bfs_state before, unsigned spent, unsigned cost);
bool carom_predecessors(const struct bfs *bfs, const struct problem *problem, struct budget *budget,
                        struct bfs_state state, unsigned spent, predecessor_visitor *visit, void *context);

/* One shortest route, after a run that found one. SEARCH_FOUND, or why it was given up. */
enum search_status carom_reconstruct_route(const struct bfs *bfs, const struct problem *problem, struct budget *budget,
                                           struct steps *steps);

#endif
