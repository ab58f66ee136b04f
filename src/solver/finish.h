/*
 * The direct finish: at slack 0 only the active robot can move, and every move must reduce its bound by one, so a few
 * slides decide. Both searches end with it, and so neither has to store states without slack.
 */
#ifndef CAROM_SOLVER_FINISH_H
#define CAROM_SOLVER_FINISH_H

#include "search.h"

/* Can the active robot get from `cell` to the target in exactly bound->cost[cell] moves? Writes those steps from
 * `step` on; on failure their contents are undefined. `occupancy` holds the blockers only. Not for a transparent
 * active robot. */
bool carom_finish(const struct problem *problem, const struct bound *bound, const struct occupancy *occupancy,
                  unsigned cell, unsigned owed, struct step *step);

#endif
