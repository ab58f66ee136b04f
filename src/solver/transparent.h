/*
 * The transparent robot's moves (T2 to T4): through walls at the start, and through or off barriers as it likes.
 */
#ifndef CAROM_SOLVER_TRANSPARENT_H
#define CAROM_SOLVER_TRANSPARENT_H

#include "slides.h"

/* One end of the transparent robot's possible slides: the least cost for each cell and kind of travel. */
struct transparent_end {
    uint8_t to;
    uint8_t axes;
    uint8_t cost;
};
#define TRANSPARENT_ENDS (3 * CAROM_CELLS)
struct transparent_ends {
    unsigned count;
    bool more; /* there were choices that cost more than was asked for */
    struct transparent_end end[TRANSPARENT_ENDS];
};
/* A barrier as it is met: its cell, the direction of travel, and whether another has turned the robot before. */
#define MEETINGS (8 * CAROM_CELLS)
static inline unsigned meeting_of(unsigned cell, unsigned direction, unsigned bounced)
{
    return cell | direction << 8 | bounced << 10;
}

/* Goes straight on from a cell; `may_stay`: it has already made a step onto it, and may end there. True: `*to` is the
 * barrier that is met. False: `*to` is where the move ends, or NO_CELL. */
static inline bool meets_barrier(const struct prepared *prepared, const struct crowd *crowd, unsigned cell,
                                 unsigned direction, bool may_stay, unsigned *to)
{
    unsigned end = stretch(prepared, crowd, cell, direction);
    *to = barrier_before(prepared, CLASS_TRANSPARENT, cell, end, direction);
    if (*to != NO_CELL)
        return true;
    if (end != cell || may_stay)
        *to = end;
    return false;
}

/* T2 to T4: all ends of moves with at most `max_cost`, `crowd` without the robot itself. Of the barriers met in a move
 * the first CAROM_SIGNS can be gone through: so many signs can be written. Adds every cell it went over to `*over`
 * unless that is NULL. */
void carom_transparent_ends(const struct prepared *prepared, const struct crowd *crowd, unsigned cell,
                            unsigned max_cost, struct transparent_ends *ends, struct cells *over);

#endif
