/*
 * The transparent robot's moves (T2 to T4): through a wall at the start, and at each barrier through it or deflected.
 */
#ifndef CAROM_SOLVER_TRANSPARENT_H
#define CAROM_SOLVER_TRANSPARENT_H

#include "slides.h"

/* A stop of one of the transparent robot's slides, at the least cost for this cell and these axes. */
struct transparent_stop {
    uint8_t to;
    uint8_t axes;
    uint8_t cost;
};
#define TRANSPARENT_STOPS_MAX (3 * CAROM_CELLS)
struct transparent_stops {
    unsigned count;
    bool truncated; /* some choices exceeded max_cost and are missing */
    struct transparent_stop stop[TRANSPARENT_STOPS_MAX];
};
/* A barrier as met: its cell, the direction of travel, and whether an earlier barrier has deflected the robot. */
#define MEETINGS (8 * CAROM_CELLS)
static inline unsigned meeting_of(unsigned cell, unsigned direction, unsigned bounced)
{
    return cell | direction << 8 | bounced << 10;
}

/* Slides straight on from a cell. `may_stay`: the robot has already stepped onto the cell and may end there. True:
 * `*to` is the barrier it meets. False: `*to` is where the move ends, or NO_CELL. */
static inline bool meets_barrier(const struct problem *problem, const struct occupancy *occupancy, unsigned cell,
                                 unsigned direction, bool may_stay, unsigned *to)
{
    unsigned end = straight_stop(problem, occupancy, cell, direction);
    *to = first_barrier(problem, CLASS_TRANSPARENT, cell, end, direction);
    if (*to != NO_CELL)
        return true;
    if (end != cell || may_stay)
        *to = end;
    return false;
}

/* T2 to T4: all stops of moves that cost at most `max_cost`. `occupancy` must not contain the robot itself. At most
 * CAROM_MOVE_SIGNS_MAX barriers of a move can be passed through, because the notation has no more signs. Adds every
 * cell passed to `*over` unless it is NULL. */
void carom_transparent_stops(const struct problem *problem, const struct occupancy *occupancy, unsigned cell,
                             unsigned max_cost, struct transparent_stops *ends, struct bitboard *over);

#endif
