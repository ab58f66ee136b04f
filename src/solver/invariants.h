/*
 * Invariants of the solver's structs, for CAROM_ASSERT (core/invariants.h).
 */
#ifndef CAROM_SOLVER_INVARIANTS_H
#define CAROM_SOLVER_INVARIANTS_H

#include "../core/invariants.h"
#include "placement_table.h"

/* The active robot is piece 0, blockers follow by class, and all stand on different cells of the board. */
bool carom_problem_valid(const struct problem *problem);
/* Each placement is found by its key, and the set of each level contains the sets of the levels above it. */
bool carom_placement_table_valid(const struct placement_table *table);
/* A route that was found leads to the target, move by move, at the cost it states. */
bool carom_solution_valid(const struct carom_solution *solution, const struct carom_position *position,
                          const struct carom_solve_options *options);

#endif
