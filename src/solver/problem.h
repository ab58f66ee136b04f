/*
 * A position made ready for searching.
 *
 * Robots are renumbered: member 0 is the one that must reach the target (the active robot), the rest are blockers,
 * ordered by how they move. Two blockers that move alike (same class) may be exchanged without changing anything, so a
 * state is named by its key: the blockers' cells with those of equal class in rising order.
 */
#ifndef CAROM_SOLVER_PROBLEM_H
#define CAROM_SOLVER_PROBLEM_H

#include "bitboard.h"
#include "lines.h"

#include <carom/position.h>

/* How a robot moves: one of four colours with barriers of that colour on the board, plain, or transparent. */
#define CLASS_PLAIN 4
#define CLASS_TRANSPARENT 5
#define CLASSES 6

#define NO_CELL 256 /* as a cell: none */

/* With so few barriers no move that is of use meets more than CAROM_MOVE_SIGNS_MAX: each is met at most eight times,
 * from four sides, before and after the first bounce. */
#define FEW_BARRIERS (CAROM_MOVE_SIGNS_MAX / 8)

struct problem {
    uint16_t blocked[CAROM_DIRECTIONS][CAROM_BOARD_SIDE]; /* per line: bit `along`: no step that way from here */
    uint16_t bouncing[CLASSES][2][CAROM_BOARD_SIDE]; /* per class, axis, line: barriers that turn it (or ask it, T4) */
    struct bitboard can_step[CAROM_DIRECTIONS];      /* cells from which there is a step that way */
    struct bitboard barriers;
    uint8_t falling[CAROM_CELLS];    /* on a barrier cell: 1 if it is `\` */
    uint8_t rank[CAROM_CELLS];       /* on a barrier cell: how many come before it */
    uint8_t soft_walls[CAROM_CELLS]; /* bit direction: a wall that the transparent robot may go through (T3) */
    bool has_barriers;               /* there are barriers at all ... */
    unsigned barrier_count;          /* ... and so many */
    bool transparent_has_choices;    /* the transparent robot has walls or barriers to make use of */

    unsigned pieces;                   /* robots on the board */
    uint8_t robot[CAROM_ROBOTS];       /* member -> robot; member 0 is active */
    uint8_t class[CAROM_ROBOTS];       /* of the member */
    uint8_t start[CAROM_ROBOTS];       /* cell of the member when the round begins */
    uint8_t class_first[CAROM_ROBOTS]; /* first member of the same class among the blockers */
    uint8_t target;
    unsigned forbidden; /* cell on which no blocker may stop (vortex: it would be its own route), or NO_CELL */
    uint8_t axes_owed;  /* R7: CAROM_AXIS_... the active robot must still travel along, as far as it matters */
};

/* Where everybody is. `owed` as in a prepared position: 0 when the ricochet is made or R7 cannot matter. */
struct state {
    uint8_t cell[CAROM_ROBOTS];
    uint8_t axes_owed;
};

/* Reads the board; then the members for one active robot. */
void carom_problem_set_board(struct problem *problem, const struct carom_position *position);
/* `axes`: what the active robot has travelled along already; CAROM_AXIS_BOTH where R7 does not hold. */
void carom_problem_set_pieces(struct problem *problem, const struct carom_position *position, unsigned active,
                              unsigned axes);

struct state carom_problem_start(const struct problem *problem);

/* Keys: blockers' cells from bit 0 on, what is owed from bit 40 on. */
#define KEY_AXES_SHIFT 40
static inline unsigned key_cell(uint64_t key, unsigned blocker)
{
    return (unsigned)(key >> (8 * (blocker - 1))) & 255u;
}
static inline unsigned key_axes_owed(uint64_t key)
{
    return (unsigned)(key >> KEY_AXES_SHIFT) & 3u;
}
uint64_t carom_state_key(const struct problem *problem, const struct state *state);

#endif
