/*
 * Moving whole sets: each cell of a set is another place where one and the same robot may be, and all of them slide at
 * once. `open` holds the cells from which there is a step in the direction: no wall, and nobody on the next cell.
 */
#ifndef CAROM_SOLVER_RUNS_H
#define CAROM_SOLVER_RUNS_H

#include "cells.h"

static inline struct cells cells_step(struct cells set, unsigned direction)
{
    switch ((enum carom_direction)direction) {
    case CAROM_NORTH:
        return cells_north(set);
    case CAROM_EAST:
        return cells_east(set);
    case CAROM_SOUTH:
        return cells_south(set);
    case CAROM_WEST:
        return cells_west(set);
    }
    return set;
}

/* Every cell that the movers pass, their own included: distances double (1, 2, 4, 8 steps). */
static inline struct cells run_over(struct cells movers, struct cells open, unsigned direction)
{
    struct cells reached = movers;
    for (unsigned doubling = 0, steps = 1; doubling < 4; doubling++, steps *= 2) {
        struct cells next = cells_and(reached, open), further = open;
        for (unsigned i = 0; i < steps; i++)
            next = cells_step(next, direction);
        reached = cells_or(reached, next);
        for (unsigned i = 0; i < steps; i++)
            further = cells_step(further, (direction + 2) % CAROM_DIRECTIONS);
        open = cells_and(open, further);
    }
    return reached;
}

#endif
