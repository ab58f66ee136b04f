/*
 * The basic types of the game: cells, robots, directions, axes.
 *
 * Everything in carom that refers to a cell or a robot uses these, so values pass from the notation through the referee
 * to the picture without conversion.
 */
#ifndef CAROM_TYPES_H
#define CAROM_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <carom/decls.h>

CAROM_BEGIN_DECLS

#define CAROM_BOARD_SIDE 16 /* the largest board is 16x16; smaller ones keep the stride */
#define CAROM_CELLS 256     /* CAROM_BOARD_SIDE squared */

/* A cell: row * 16 + column, both from 0 at the north-west. `a1` is 0, `p16` is 255. */
typedef uint8_t carom_cell;

static inline carom_cell carom_cell_make(unsigned column, unsigned row)
{
    return (carom_cell)(row * CAROM_BOARD_SIDE + column);
}
static inline unsigned carom_cell_column(carom_cell cell)
{
    return cell % CAROM_BOARD_SIDE;
}
static inline unsigned carom_cell_row(carom_cell cell)
{
    return cell / CAROM_BOARD_SIDE;
}

/* Robots in the order in which they are always written. The first four have colours of their own (tokens, barriers). */
enum carom_robot {
    CAROM_RED,
    CAROM_YELLOW,
    CAROM_GREEN,
    CAROM_BLUE,
    CAROM_SILVER,
    CAROM_TRANSPARENT,
};
#define CAROM_COLOURS 4
#define CAROM_ROBOTS 6
#define CAROM_ANY_ROBOT CAROM_ROBOTS /* the active robot of the vortex and of `*@e5` */

/* Directions clockwise: adding 1 is a quarter turn to the right, adding 2 turns around. */
enum carom_direction {
    CAROM_NORTH,
    CAROM_EAST,
    CAROM_SOUTH,
    CAROM_WEST,
};
#define CAROM_DIRECTIONS 4

/* Axes a robot has travelled along; both together are a ricochet (R7). */
#define CAROM_AXIS_VERTICAL 1u
#define CAROM_AXIS_HORIZONTAL 2u
#define CAROM_AXIS_BOTH 3u

static inline unsigned carom_direction_axis(unsigned direction)
{
    return (direction & 1u) != 0 ? CAROM_AXIS_HORIZONTAL : CAROM_AXIS_VERTICAL;
}

/* Where the robots are. A robot not on the board has no bit in `present`, and its cell is undefined. */
struct carom_robots {
    uint8_t present; /* bit 1 << robot */
    carom_cell cell[CAROM_ROBOTS];
};

static inline bool carom_robots_has(const struct carom_robots *robots, unsigned robot)
{
    return (robots->present >> robot & 1u) != 0;
}

/* The robot on a cell, or CAROM_ROBOTS if there is none. */
unsigned carom_robots_at(const struct carom_robots *robots, carom_cell cell);

/* Milliseconds on the caller's clock. Nothing in core, solver or referee reads a clock. */
typedef int64_t carom_ms;

CAROM_END_DECLS

#endif
