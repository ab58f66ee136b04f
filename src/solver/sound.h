/*
 * What the solver's structs promise, for its assertions (core/sound.h).
 */
#ifndef CAROM_SOLVER_SOUND_H
#define CAROM_SOLVER_SOUND_H

#include "../core/sound.h"
#include "placements.h"

/* The active robot first, then blockers by class; all on the board and apart. */
bool carom_prepared_sound(const struct prepared *prepared);
/* Each placement is found by its key, and each of its levels holds those above it. */
bool carom_placements_sound(const struct placements *placements);
/* A route that was found leads to the target, move by move, for what it says. */
bool carom_solution_sound(const struct carom_solution *solution, const struct carom_position *position,
                          const struct carom_solve_options *options);

#endif
