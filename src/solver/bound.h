/*
 * The lower bound: what it would cost the active robot to get home if it could stop wherever it liked; and which cells
 * matter on such shortest ways.
 *
 * Slack is the cost left minus this bound. At slack 0 only the active robot can move. At slack 1 one blocker's move is
 * left, and it only helps if it clears a cell that the active robot then goes over, or comes to stand where it stops
 * the active robot: otherwise the same route without it would be shorter, and a search that goes by length has been
 * there.
 */
#ifndef CAROM_SOLVER_BOUND_H
#define CAROM_SOLVER_BOUND_H

#include "slides.h"

#define NEVER 255 /* no way at all, not even so */

struct bound {
    uint8_t cost[CAROM_CELLS];
    bool transparent;               /* the active robot is transparent: every blocker's move is taken for helpful */
    bool known[CAROM_CELLS];        /* `over` and `stop` are worked out when first asked for */
    struct cells over[CAROM_CELLS]; /* what it may go over on a shortest way from here */
    struct cells stop[CAROM_CELLS]; /* where somebody may stop it on such a way */
    uint16_t stop_lines[CAROM_CELLS][2]; /* columns and rows that hold a cell of `stop` */
};

struct budget;
/* Not complete if the budget is over then. */
void carom_bound_build(struct bound *bound, const struct prepared *prepared, struct budget *budget);

/* Works out bound->over and bound->stop for a cell. */
void carom_bound_ways(struct bound *bound, const struct prepared *prepared, unsigned cell);

/* Could a blocker's move, the last one before the active robot goes home from `cell`, be of use? */
static inline bool bound_helps(struct bound *bound, const struct prepared *prepared, unsigned cell, unsigned from,
                               unsigned to)
{
    if (bound->transparent)
        return true;
    if (!bound->known[cell])
        carom_bound_ways(bound, prepared, cell);
    return cells_has(&bound->over[cell], from) || cells_has(&bound->stop[cell], to);
}

/* The same before the slide is known, on boards without barriers: can the blocker get to a line that matters? */
static inline bool bound_may_help(const struct bound *bound, unsigned cell, unsigned from)
{
    const uint16_t *lines = bound->stop_lines[cell];
    return ((lines[AXIS_COLUMN] >> (from & 15u) | lines[AXIS_ROW] >> (from >> 4)) & 1u) != 0 ||
           cells_has(&bound->over[cell], from);
}

#endif
