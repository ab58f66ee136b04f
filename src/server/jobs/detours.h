/*
 * Longer ways: routes that are right but not the shortest, as people find them.
 */
#ifndef SERVER_DETOUR_H
#define SERVER_DETOUR_H

#include <carom/solver.h>

#define DETOURS 3
#define DETOUR_MOVES 40

struct detour {
    uint32_t cost;
    uint32_t moves;
    struct carom_move route[DETOUR_MOVES];
};

/* Finds up to DETOURS routes that cost more than `shortest`, cheapest first, and returns how many. They follow from the
 * seed: the same position and seed give the same detours. Each is checked move by move: it ends on the target with its
 * ricochet made, and never stopped there without (R7). */
unsigned detours_find(struct carom_solver *solver, const struct carom_position *position,
                      const struct carom_solution *shortest, uint64_t seed, const struct carom_solve_options *options,
                      struct detour detours[DETOURS]);

/* Does this route win: is the target reached after its last move, and not spoilt before (R7, R13)? */
bool route_wins(const struct carom_position *position, const struct carom_move *route, uint32_t moves);

#endif
