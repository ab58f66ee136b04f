/*
 * The admissible bound h: the active robot's cost to the target in the relaxed problem where it may stop on any cell it
 * passes.
 *
 * With g the cost spent and f = g + h, slack = limit - f. Slack never grows along a route: an active move keeps it or
 * reduces it, a blocker's move always reduces it by its cost. At slack 0 only the active robot can move, and only one
 * step nearer each time (finish.h). At slack 1 there is one blocker's move left; it can only help if it clears a cell
 * that a shortest relaxed path then passes, or stops where it acts as a stopper on one. Any other such move could be
 * left out, giving a cheaper route, and cheaper routes were refuted before.
 */
#ifndef CAROM_SOLVER_BOUND_H
#define CAROM_SOLVER_BOUND_H

#include "slides.h"

#define BOUND_INFINITE 255 /* the target cannot be reached even in the relaxed problem */

struct bound {
    uint8_t cost[CAROM_CELLS];
    bool transparent; /* the active robot is transparent: no pruning by `passes` and `stoppers`, every blocker's move
                         may help */
    bool paths_known[CAROM_CELLS]; /* `passes` and `stoppers` of the cell are filled (lazily, by carom_bound_paths) */
    struct bitboard passes[CAROM_CELLS];    /* cells that some shortest relaxed path from here passes */
    struct bitboard stoppers[CAROM_CELLS];  /* cells where a blocker would stop the active robot on such a path */
    uint16_t stopper_lines[CAROM_CELLS][2]; /* [cell][axis]: bit n: line n holds a cell of `stoppers` */
};

struct budget;
/* Computes `cost` for all cells, by breadth-first search backwards from the target. Incomplete if the budget runs
 * out. */
void carom_bound_build(struct bound *bound, const struct problem *problem, struct budget *budget);

/* Fills `passes`, `stoppers` and `stopper_lines` of a cell. */
void carom_bound_paths(struct bound *bound, const struct problem *problem, unsigned cell);

/* Pruning at slack 1: can the blocker's move `from` - `to` help the active robot on `cell` to reach the target
 * directly? */
static inline bool bound_move_helps(struct bound *bound, const struct problem *problem, unsigned cell, unsigned from,
                                    unsigned to)
{
    if (bound->transparent)
        return true;
    if (!bound->paths_known[cell])
        carom_bound_paths(bound, problem, cell);
    return bb_has(&bound->passes[cell], from) || bb_has(&bound->stoppers[cell], to);
}

/* Pruning at slack 1 before the slide is computed, for boards without barriers: does the blocker leave a cell that
 * matters, or can it reach a line that holds a stopper? The paths of `cell` must be known. */
static inline bool bound_move_may_help(const struct bound *bound, unsigned cell, unsigned from)
{
    const uint16_t *lines = bound->stopper_lines[cell];
    return ((lines[AXIS_COLUMN] >> (from & 15u) | lines[AXIS_ROW] >> (from >> 4)) & 1u) != 0 ||
           bb_has(&bound->passes[cell], from);
}

#endif
