/*
 * The field: a position made ready for searching.
 *
 * Robots are renumbered: member 0 is the one that must reach the target (the active robot), the rest are blockers,
 * ordered by how they move. Two blockers that move alike (same class) may swap places without changing anything, so a
 * state is named by its key: the blockers' cells with those of equal class in rising order.
 *
 * Slides are worked out a line at a time: 16 bits tell where in a row or column a robot must stop, and one
 * count-zeros instruction finds the stop. Barriers cut lines into stretches.
 */
#ifndef CAROM_SOLVER_FIELD_H
#define CAROM_SOLVER_FIELD_H

#include "cells.h"

#include <carom/position.h>

/* How a robot moves: one of four colours with barriers of that colour on the board, plain, or transparent. */
#define CLASS_PLAIN 4
#define CLASS_GHOST 5
#define CLASSES 6

#define AXIS_COLUMN 0 /* lines are columns, places in them rows: north and south */
#define AXIS_ROW 1

#define NO_CELL 256 /* as a cell: none */
#define NO_SLIDE (-1)

/* Which cells are taken, by row and by column. */
struct crowd {
    uint16_t line[2][CAROM_SIDE];
};

struct field {
    uint16_t closed[CAROM_DIRECTIONS][CAROM_SIDE]; /* per line: bit place: no step that way from here */
    uint16_t turning[CLASSES][2][CAROM_SIDE];      /* per class, axis, line: barriers that turn it (or ask it, T4) */
    struct cells open[CAROM_DIRECTIONS];           /* cells from which there is a step that way */
    struct cells barriers;
    uint8_t falling[CAROM_CELLS]; /* on a barrier cell: 1 if it is `\` */
    uint8_t soft[CAROM_CELLS];    /* bit direction: a wall that the transparent robot may go through (T3) */
    bool bounces;                 /* there are barriers at all */
    bool ghost_is_special;        /* the transparent robot has walls or barriers to make use of */

    unsigned members;                  /* robots on the board */
    uint8_t robot[CAROM_ROBOTS];       /* member -> robot; member 0 is active */
    uint8_t class[CAROM_ROBOTS];       /* of the member */
    uint8_t start[CAROM_ROBOTS];       /* cell of the member when the round begins */
    uint8_t first_alike[CAROM_ROBOTS]; /* first member of the same class among the blockers */
    uint8_t target;
    unsigned forbidden; /* cell on which no blocker may stop (vortex: it would be its own route), or NO_CELL */
    uint8_t owed;       /* R7: CAROM_AXIS_... the active robot must still travel along, as far as it matters */
};

/* Where everybody is. `owed` as in the field: 0 when the ricochet is made or R7 cannot matter. */
struct state {
    uint8_t cell[CAROM_ROBOTS];
    uint8_t owed;
};

/* Reads the board; then the members for one active robot. */
void carom_field_board(struct field *field, const struct carom_position *position);
/* `axes`: what the active robot has travelled along already; CAROM_AXES_BOTH where R7 does not hold. */
void carom_field_members(struct field *field, const struct carom_position *position, unsigned active, unsigned axes);

struct state carom_field_start(const struct field *field);

static inline unsigned line_axis(unsigned direction)
{
    return direction & 1u;
}
static inline unsigned line_of(unsigned cell, unsigned axis)
{
    return axis == AXIS_ROW ? cell >> 4 : cell & 15u;
}
static inline unsigned place_of(unsigned cell, unsigned axis)
{
    return axis == AXIS_ROW ? cell & 15u : cell >> 4;
}
static inline unsigned cell_in(unsigned axis, unsigned line, unsigned place)
{
    return axis == AXIS_ROW ? line << 4 | place : place << 4 | line;
}
/* East and south count upwards. */
static inline bool goes_up(unsigned direction)
{
    return direction == CAROM_EAST || direction == CAROM_SOUTH;
}
static inline unsigned lowest(unsigned bits)
{
    return (unsigned)__builtin_ctz(bits);
}
static inline unsigned highest(unsigned bits)
{
    return 31u - (unsigned)__builtin_clz(bits);
}

static inline void crowd_flip(struct crowd *crowd, unsigned cell)
{
    crowd->line[AXIS_ROW][cell >> 4] ^= (uint16_t)(1u << (cell & 15u));
    crowd->line[AXIS_COLUMN][cell & 15u] ^= (uint16_t)(1u << (cell >> 4));
}
static inline bool crowd_has(const struct crowd *crowd, unsigned cell)
{
    return (crowd->line[AXIS_ROW][cell >> 4] >> (cell & 15u) & 1u) != 0;
}
struct crowd carom_crowd_of(const struct state *state, unsigned members);

/* The last cell of a straight stretch from `cell`, which may be `cell` itself; barriers are not looked at. */
static ALWAYS_INLINE unsigned stretch(const struct field *field, const struct crowd *crowd, unsigned cell,
                                      unsigned direction)
{
    unsigned axis = line_axis(direction);
    unsigned line = line_of(cell, axis);
    unsigned place = place_of(cell, axis);
    unsigned taken = crowd->line[axis][line];
    unsigned stops = field->closed[direction][line];
    if (goes_up(direction))
        return cell_in(axis, line, lowest((stops | taken >> 1) & (0xffffu << place)));
    return cell_in(axis, line, highest((stops | taken << 1) & ((2u << place) - 1u)));
}

/* `/` turns north and east into each other, `\` north and west (R8). */
static inline unsigned turned(unsigned direction, unsigned falling)
{
    return falling != 0 ? 3u - direction : direction ^ 1u;
}

/* Is there a barrier on a cell that turns this class? */
static inline bool turns(const struct field *field, unsigned class, unsigned cell)
{
    return (field->turning[class][AXIS_ROW][cell >> 4] >> (cell & 15u) & 1u) != 0;
}

/* The cell behind, where somebody may stop what moves that way, or NO_CELL. */
static inline unsigned cell_after(const struct field *field, unsigned cell, unsigned direction)
{
    unsigned next = carom_cell_next((carom_cell)cell, direction);
    return cells_has(&field->open[direction], cell) ? next : NO_CELL;
}

/* The first barrier on the stretch from `cell` (not counting it) to `end` that turns this class, or NO_CELL. */
static inline unsigned barrier_before(const struct field *field, unsigned class, unsigned cell, unsigned end,
                                      unsigned direction)
{
    unsigned axis = line_axis(direction);
    unsigned line = line_of(cell, axis);
    unsigned place = place_of(cell, axis);
    unsigned to = place_of(end, axis);
    unsigned bars = field->turning[class][axis][line];
    if (goes_up(direction)) {
        bars &= (0xfffeu << place) & ((2u << to) - 1u);
        return bars == 0 ? NO_CELL : cell_in(axis, line, lowest(bars));
    }
    bars &= ((1u << place) - 1u) & (0xffffu << to);
    return bars == 0 ? NO_CELL : cell_in(axis, line, highest(bars));
}

/* A slide with barriers. `crowd` without the robot itself. */
int carom_slide_bouncing(const struct field *field, const struct crowd *crowd, unsigned class, unsigned cell,
                         unsigned direction);

static inline int slide_result(unsigned cell, unsigned axes)
{
    return (int)(cell | axes << 8);
}
static inline unsigned slide_cell(int slide)
{
    return (unsigned)slide & 255u;
}
static inline unsigned slide_axes(int slide)
{
    return (unsigned)slide >> 8;
}

/* R5, R8, R9: where a robot (not a transparent one making use of it) gets to: slide_cell and slide_axes of the result,
 * or NO_SLIDE. On boards with barriers `crowd` must not hold the robot itself; elsewhere it may. */
static ALWAYS_INLINE int field_slide(const struct field *field, const struct crowd *crowd, unsigned class,
                                     unsigned cell, unsigned direction)
{
    unsigned to = stretch(field, crowd, cell, direction);
    if (field->bounces &&
        (cells_has(&field->barriers, to) || barrier_before(field, class, cell, to, direction) != NO_CELL))
        return carom_slide_bouncing(field, crowd, class, cell, direction);
    return to == cell ? NO_SLIDE : slide_result(to, carom_direction_axis(direction));
}

/* One end of the transparent robot's possible slides: the least cost for each cell and kind of travel. */
struct ghost_move {
    uint8_t to;
    uint8_t axes;
    uint8_t cost;
};
#define GHOST_MOVES (3 * CAROM_CELLS)
struct ghost_moves {
    unsigned count;
    bool more; /* there were choices that cost more than was asked for */
    struct ghost_move move[GHOST_MOVES];
};
/* T2 to T4: all ends of moves with at most `max_cost`, `crowd` without the robot itself. Adds every cell it went over
 * to
 * `*over` unless that is NULL. */
void carom_ghost_moves(const struct field *field, const struct crowd *crowd, unsigned cell, unsigned max_cost,
                       struct ghost_moves *moves, struct cells *over);

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
uint64_t carom_state_key(const struct field *field, const struct state *state);

/* The cells on the way of a lone robot of this class from `cell`, in the direction, in order: what it goes over before
 * walls stop it. Barriers are followed, and not counted as cells. Returns how many (each at most once a direction). */
#define RAY_MAX (2 * CAROM_CELLS)
struct ray {
    unsigned count;
    uint8_t cell[RAY_MAX];
    uint16_t after[RAY_MAX]; /* the next cell in the direction of travel, where a blocker would stop it, or NO_CELL */
};
void carom_field_ray(const struct field *field, unsigned class, unsigned cell, unsigned direction, struct ray *ray);

#endif
