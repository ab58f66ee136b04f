/*
 * A position compiled for searching.
 *
 * Robots are renumbered as pieces: piece 0 is the active robot, which must reach the target; the others are blockers,
 * ordered by class. Blockers of one class move alike and are interchangeable (symmetry), so a placement is identified
 * by a key: the blockers' cells, in rising order within each class.
 */
#ifndef CAROM_SOLVER_PROBLEM_H
#define CAROM_SOLVER_PROBLEM_H

#include "bitboard.h"
#include "lines.h"

#include <carom/position.h>

/* How a robot moves: by the barriers of its own colour (0 to 3), plain (no barriers of its colour on the board), or
 * transparent. */
#define CLASS_PLAIN 4
#define CLASS_TRANSPARENT 5
#define CLASSES 6

#define NO_CELL 256 /* no cell */

/* With at most this many barriers a useful move meets at most CAROM_MOVE_SIGNS_MAX: each barrier at most eight
 * times, from four sides, before and after the first bounce. */
#define FEW_BARRIERS (CAROM_MOVE_SIGNS_MAX / 8)

struct problem {
    uint16_t blocked[CAROM_DIRECTIONS]
                    [CAROM_BOARD_SIDE]; /* [direction][line]: bit n: no step in that direction from index n */
    uint16_t bouncing[CLASSES][2][CAROM_BOARD_SIDE]; /* [class][axis][line]: bit n: a barrier that deflects this class
                                                        (or gives it the choice, T4) */
    struct bitboard can_step[CAROM_DIRECTIONS];      /* [direction]: cells from which a step is possible */
    struct bitboard barriers;
    uint8_t falling[CAROM_CELLS];    /* on a barrier's cell: 1: `\`, 0: `/` */
    uint8_t rank[CAROM_CELLS];       /* on a barrier's cell: its index among the barriers */
    uint8_t soft_walls[CAROM_CELLS]; /* bit d: the transparent robot may pass the wall in direction d (T3) */
    bool has_barriers;               /* barrier_count > 0 */
    unsigned barrier_count;
    uint8_t barrier_colours;      /* bit 1 << colour: there is a barrier of that colour */
    bool transparent_has_choices; /* there are walls or barriers that the transparent robot may pass */

    unsigned pieces;                   /* robots on the board */
    uint8_t robot[CAROM_ROBOTS];       /* [piece]: its robot */
    uint8_t class[CAROM_ROBOTS];       /* [piece]: its class */
    uint8_t start[CAROM_ROBOTS];       /* [piece]: its cell at the start of the round */
    uint8_t class_first[CAROM_ROBOTS]; /* [piece]: first blocker of its class */
    uint8_t target;
    unsigned forbidden; /* cell where no blocker may stop, or NO_CELL; the vortex, because that would be the blocker's
                           own route */
    /* R7: CAROM_AXIS_... that the active robot still has to travel along; 0 where R7 cannot matter */
    uint8_t axes_owed;
};

/* Where all pieces are. `axes_owed` as in struct problem: 0 once the ricochet is made or where R7 cannot matter. */
struct state {
    uint8_t cell[CAROM_ROBOTS];
    uint8_t axes_owed;
};

/* Compiles the board: walls and barriers. Leaves everything that belongs to a target or to robots empty. */
void carom_problem_set_board(struct problem *problem, const struct carom_board *board);
/* Adds the target and numbers the pieces for one active robot. `axes` has the axes it has travelled along already;
 * CAROM_AXIS_BOTH turns R7 off. */
void carom_problem_set_pieces(struct problem *problem, const struct carom_position *position, unsigned active,
                              unsigned axes);

struct state carom_problem_start(const struct problem *problem);

/* Layout of a key: 8 bits for each blocker's cell from bit 0, the owed axes from bit 40. */
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
