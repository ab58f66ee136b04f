/*
 * What the solver's structs promise, for its assertions (core/sound.h).
 */
#ifndef CAROM_SOLVER_INVARIANTS_H
#define CAROM_SOLVER_INVARIANTS_H

#include "../core/invariants.h"
#include "placement_table.h"

/* The active robot first, then blockers by class; all on the board and apart. */
bool carom_problem_valid(const struct problem *problem);
/* Each placement is found by its key, and each of its levels holds those above it. */
bool carom_placement_table_valid(const struct placement_table *table);
/* A route that was found leads to the target, move by move, for what it says. */
bool carom_solution_valid(const struct carom_solution *solution, const struct carom_position *position,
                          const struct carom_solve_options *options);

#endif
