/*
 * From stored states back to a route: the predecessors of a state, and which robot moved.
 */
#ifndef CAROM_SOLVER_RECONSTRUCT_H
#define CAROM_SOLVER_RECONSTRUCT_H

#include "bfs.h"

static inline struct bfs_state node_of(const struct problem *problem, const struct state *state)
{
    return (struct bfs_state){carom_state_key(problem, state), state->cell[0]};
}
struct state carom_node_state(const struct problem *problem, struct bfs_state state);

/* Calls `visit` for each predecessor: a stored state from which one move of cost `cost` leads to `state`, and whose
 * own cost `spent` is low enough for that. May report a predecessor twice. `visit` returns false to stop. Returns
 * false if it was stopped or the budget ran out. */
typedef bool predecessor_visitor(void *context, struct bfs_state before, unsigned spent, unsigned cost);
bool carom_predecessors(const struct bfs *bfs, const struct problem *problem, struct budget *budget,
                        struct bfs_state state, unsigned spent, predecessor_visitor *visit, void *context);

/* Reconstructs one shortest route after a run that found one. SEARCH_FOUND, or the reason it was abandoned. */
enum search_status carom_reconstruct_route(const struct bfs *bfs, const struct problem *problem, struct budget *budget,
                                           struct steps *steps);

#endif
