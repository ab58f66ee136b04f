/*
 * The way home: what is left to do when there is no slack. Only the active robot moves, and every move must bring it
 * one nearer, so a few slides decide. Both searches end in this, and states without slack need not be remembered.
 */
#ifndef CAROM_SOLVER_FINISH_H
#define CAROM_SOLVER_FINISH_H

#include "search.h"

/* Can the active robot get from a cell to the target in exactly its bound of moves, with the blockers of `crowd` (which
 * does not hold itself)? The steps are written from `step` on. It is not transparent. */
bool carom_finish(const struct problem *problem, const struct bound *bound, const struct occupancy *occupancy,
                  unsigned cell, unsigned owed, struct step *step);

#endif
