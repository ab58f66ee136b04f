/*
 * A position made ready for searching.
 *
 * Robots are renumbered: member 0 is the one that must reach the target (the active robot), the rest are blockers,
 * ordered by how they move. Two blockers that move alike (same class) may be exchanged without changing anything, so a
 * state is named by its key: the blockers' cells with those of equal class in rising order.
 */
#ifndef CAROM_SOLVER_PREPARED_H
#define CAROM_SOLVER_PREPARED_H

#include "cells.h"
#include "lines.h"

#include <carom/position.h>

/* How a robot moves: one of four colours with barriers of that colour on the board, plain, or transparent. */
#define CLASS_PLAIN 4
#define CLASS_TRANSPARENT 5
#define CLASSES 6

#define NO_CELL 256 /* as a cell: none */

/* With so few barriers no move that is of use meets more than CAROM_SIGNS: each is met at most eight times, from four
 * sides, before and after the first bounce. */
#define FEW_BARRIERS (CAROM_SIGNS / 8)

struct prepared {
    uint16_t closed[CAROM_DIRECTIONS][CAROM_SIDE]; /* per line: bit `along`: no step that way from here */
    uint16_t turning[CLASSES][2][CAROM_SIDE];      /* per class, axis, line: barriers that turn it (or ask it, T4) */
    struct cells open[CAROM_DIRECTIONS];           /* cells from which there is a step that way */
    struct cells barriers;
    uint8_t falling[CAROM_CELLS]; /* on a barrier cell: 1 if it is `\` */
    uint8_t rank[CAROM_CELLS];    /* on a barrier cell: how many come before it */
    uint8_t soft[CAROM_CELLS];    /* bit direction: a wall that the transparent robot may go through (T3) */
    bool bounces;                 /* there are barriers at all ... */
    unsigned barrier_count;       /* ... and so many */
    bool transparent_is_special;  /* the transparent robot has walls or barriers to make use of */

    unsigned members;                  /* robots on the board */
    uint8_t robot[CAROM_ROBOTS];       /* member -> robot; member 0 is active */
    uint8_t class[CAROM_ROBOTS];       /* of the member */
    uint8_t start[CAROM_ROBOTS];       /* cell of the member when the round begins */
    uint8_t first_alike[CAROM_ROBOTS]; /* first member of the same class among the blockers */
    uint8_t target;
    unsigned forbidden; /* cell on which no blocker may stop (vortex: it would be its own route), or NO_CELL */
    uint8_t owed;       /* R7: CAROM_AXIS_... the active robot must still travel along, as far as it matters */
};

/* Where everybody is. `owed` as in a prepared position: 0 when the ricochet is made or R7 cannot matter. */
struct state {
    uint8_t cell[CAROM_ROBOTS];
    uint8_t owed;
};

/* Reads the board; then the members for one active robot. */
void carom_prepared_board(struct prepared *prepared, const struct carom_position *position);
/* `axes`: what the active robot has travelled along already; CAROM_AXES_BOTH where R7 does not hold. */
void carom_prepared_members(struct prepared *prepared, const struct carom_position *position, unsigned active,
                            unsigned axes);

struct state carom_prepared_start(const struct prepared *prepared);

/* Keys: blockers' cells from bit 0 on, what is owed from bit 40 on. */
#define KEY_OWED 40
static inline unsigned key_cell(uint64_t key, unsigned blocker)
{
    return (unsigned)(key >> (8 * (blocker - 1))) & 255u;
}
static inline unsigned key_owed(uint64_t key)
{
    return (unsigned)(key >> KEY_OWED) & 3u;
}
uint64_t carom_state_key(const struct prepared *prepared, const struct state *state);

#endif
