/*
 * The transparent robot's moves (T2 to T4): through walls at the start, and through or off barriers as it likes.
 */
#ifndef CAROM_SOLVER_TRANSPARENT_H
#define CAROM_SOLVER_TRANSPARENT_H

#include "slides.h"

/* One end of the transparent robot's possible slides: the least cost for each cell and kind of travel. */
struct transparent_stop {
    uint8_t to;
    uint8_t axes;
    uint8_t cost;
};
#define TRANSPARENT_STOPS_MAX (3 * CAROM_CELLS)
struct transparent_stops {
    unsigned count;
    bool truncated; /* there were choices that cost more than was asked for */
    struct transparent_stop stop[TRANSPARENT_STOPS_MAX];
};
/* A barrier as it is met: its cell, the direction of travel, and whether another has turned the robot before. */
#define MEETINGS (8 * CAROM_CELLS)
static inline unsigned meeting_of(unsigned cell, unsigned direction, unsigned bounced)
{
    return cell | direction << 8 | bounced << 10;
}

/* Goes straight on from a cell; `may_stay`: it has already made a step onto it, and may end there. True: `*to` is the
 * barrier that is met. False: `*to` is where the move ends, or NO_CELL. */
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

/* T2 to T4: all ends of moves with at most `max_cost`, `crowd` without the robot itself. Of the barriers met in a move
 * the first CAROM_MOVE_SIGNS_MAX can be gone through: so many signs can be written. Adds every cell it went over to
 * `*over` unless that is NULL. */
void carom_transparent_stops(const struct problem *problem, const struct occupancy *occupancy, unsigned cell,
                             unsigned max_cost, struct transparent_stops *ends, struct bitboard *over);

#endif
