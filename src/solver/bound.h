/*
 * Admissible lower bound h: the active robot's cost in the relaxed problem where it may stop on any cell it passes. And
 * the cells that its shortest relaxed paths pass or need a stopper at.
 *
 * Slack is the cost left minus this bound. At slack 0 only the active robot can move. At slack 1 one blocker's move is
 * left, and it only helps if it clears a cell that the active robot then goes over, or comes to stand where it stops
 * the active robot: otherwise the same route without it would be shorter, and a search that goes by length has been
 * there.
 */
#ifndef CAROM_SOLVER_BOUND_H
#define CAROM_SOLVER_BOUND_H

#include "slides.h"

#define BOUND_INFINITE 255 /* no way at all, not even so */

struct bound {
    uint8_t cost[CAROM_CELLS];
    bool transparent;              /* the active robot is transparent: every blocker's move is taken for helpful */
    bool paths_known[CAROM_CELLS]; /* `over` and `stop` are worked out when first asked for */
    struct bitboard passes[CAROM_CELLS];    /* what it may go over on a shortest way from here */
    struct bitboard stoppers[CAROM_CELLS];  /* where somebody may stop it on such a way */
    uint16_t stopper_lines[CAROM_CELLS][2]; /* columns and rows that hold a cell of `stop` */
};

struct budget;
/* Not complete if the budget is over then. */
void carom_bound_build(struct bound *bound, const struct problem *problem, struct budget *budget);

/* Works out bound->over and bound->stop for a cell. */
void carom_bound_paths(struct bound *bound, const struct problem *problem, unsigned cell);

/* Could a blocker's move, the last one before the active robot goes home from `cell`, be of use? */
static inline bool bound_move_helps(struct bound *bound, const struct problem *problem, unsigned cell, unsigned from,
                                    unsigned to)
{
    if (bound->transparent)
        return true;
    if (!bound->paths_known[cell])
        carom_bound_paths(bound, problem, cell);
    return bb_has(&bound->passes[cell], from) || bb_has(&bound->stoppers[cell], to);
}

/* The same before the slide is known, on boards without barriers: can the blocker get to a line that matters? */
static inline bool bound_move_may_help(const struct bound *bound, unsigned cell, unsigned from)
{
    const uint16_t *lines = bound->stopper_lines[cell];
    return ((lines[AXIS_COLUMN] >> (from & 15u) | lines[AXIS_ROW] >> (from >> 4)) & 1u) != 0 ||
           bb_has(&bound->passes[cell], from);
}

#endif
