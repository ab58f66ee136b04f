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
/* T2 to T4: all ends of moves with at most `max_cost`, `crowd` without the robot itself. Adds every cell it went over
 * to
 * `*over` unless that is NULL. */
void carom_transparent_ends(const struct prepared *prepared, const struct crowd *crowd, unsigned cell,
                            unsigned max_cost, struct transparent_ends *ends, struct cells *over);

#endif
