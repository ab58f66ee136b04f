/*
 * Spreading whole sets along lines: every cell of a set goes on until something stops it, all of them at once. `open`
 * holds the cells from which there is a step in the direction. The distance doubles: 1, 2, 4, 8 steps.
 */
#ifndef CAROM_SOLVER_RUNS_H
#define CAROM_SOLVER_RUNS_H

#include "cells.h"

/* Whole words up and down. */
static ALWAYS_INLINE struct cells words_up(struct cells a)
{
    return (struct cells){{{a.half[0][1], a.half[1][0]}, {a.half[1][1], 0}}};
}
static ALWAYS_INLINE struct cells words_down(struct cells a)
{
    return (struct cells){{{0, a.half[0][0]}, {a.half[0][1], a.half[1][0]}}};
}
static ALWAYS_INLINE struct cells bits_down(struct cells a, unsigned bits)
{
    return (struct cells){{a.half[0] >> bits, a.half[1] >> bits}};
}
static ALWAYS_INLINE struct cells bits_up(struct cells a, unsigned bits)
{
    return (struct cells){{a.half[0] << bits, a.half[1] << bits}};
}

/* Every cell so many steps (1, 2, 4, 8) further. What leaves the board to the north or south is gone; along the rows
 * the masks of open cells keep rows apart. */
static ALWAYS_INLINE struct cells cells_shift(struct cells a, unsigned direction, unsigned steps)
{
    if (direction == CAROM_EAST)
        return bits_up(a, steps);
    if (direction == CAROM_WEST)
        return bits_down(a, steps);
    if (direction == CAROM_NORTH) {
        if (steps >= 4)
            return steps == 4 ? words_up(a) : words_up(words_up(a));
        return cells_or(bits_down(a, 16 * steps), bits_up(words_up(a), 64 - 16 * steps));
    }
    if (steps >= 4)
        return steps == 4 ? words_down(a) : words_down(words_down(a));
    return cells_or(bits_up(a, 16 * steps), bits_down(words_down(a), 64 - 16 * steps));
}

/* Every cell that the movers pass, their own included. */
static ALWAYS_INLINE struct cells run_over(struct cells movers, struct cells open, unsigned direction)
{
    unsigned back = (direction + 2) % CAROM_DIRECTIONS;
    for (unsigned steps = 1; steps < CAROM_SIDE; steps *= 2) {
        movers = cells_or(movers, cells_shift(cells_and(movers, open), direction, steps));
        open = cells_and(open, cells_shift(open, back, steps));
    }
    return movers;
}

#endif
