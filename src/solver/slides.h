/*
 * Slides on a compiled position, one line at a time: 16 bits mark where in a row or column a robot must stop, and one
 * count-zeros instruction finds the first. Barriers cut a slide into straight segments.
 */
#ifndef CAROM_SOLVER_SLIDES_H
#define CAROM_SOLVER_SLIDES_H

#include "problem.h"

#define NO_SLIDE (-1)

/* The occupied cells, by row and by column. */
struct occupancy {
    uint16_t line[2][CAROM_BOARD_SIDE];
};

static inline void occupancy_toggle(struct occupancy *occupancy, unsigned cell)
{
    occupancy->line[AXIS_ROW][cell >> 4] ^= (uint16_t)(1u << (cell & 15u));
    occupancy->line[AXIS_COLUMN][cell & 15u] ^= (uint16_t)(1u << (cell >> 4));
}
static inline bool occupancy_has(const struct occupancy *occupancy, unsigned cell)
{
    return (occupancy->line[AXIS_ROW][cell >> 4] >> (cell & 15u) & 1u) != 0;
}
struct occupancy carom_occupancy_of(const struct state *state, unsigned pieces);

/* The last cell of a straight slide from `cell`, possibly `cell` itself. Ignores barriers. */
static ALWAYS_INLINE unsigned straight_stop(const struct problem *problem, const struct occupancy *occupancy,
                                            unsigned cell, unsigned direction)
{
    unsigned axis = direction_line_axis(direction);
    unsigned line = line_of(cell, axis);
    unsigned at = line_index(cell, axis);
    unsigned taken = occupancy->line[axis][line];
    unsigned stops = problem->blocked[direction][line];
    if (is_positive(direction))
        return line_cell(axis, line, lowest_bit((stops | taken >> 1) & (0xffffu << at)));
    return line_cell(axis, line, highest_bit((stops | taken << 1) & ((2u << at) - 1u)));
}

/* R8: `/` swaps north with east and south with west, `\` swaps north with west and south with east. */
static inline unsigned bounced_direction(unsigned direction, unsigned falling)
{
    return falling != 0 ? 3u - direction : direction ^ 1u;
}

/* Is there a barrier on the cell that deflects this class? */
static inline bool bounces_class(const struct problem *problem, unsigned class, unsigned cell)
{
    return (problem->bouncing[class][AXIS_ROW][cell >> 4] >> (cell & 15u) & 1u) != 0;
}

/* The next cell in the direction, where a blocker would act as a stopper, or NO_CELL behind a wall. */
static inline unsigned cell_beyond(const struct problem *problem, unsigned cell, unsigned direction)
{
    unsigned next = carom_cell_neighbour((carom_cell)cell, direction);
    return bb_has(&problem->can_step[direction], cell) ? next : NO_CELL;
}

/* The first barrier that deflects this class between `cell` (exclusive) and `end` (inclusive), or NO_CELL. */
static inline unsigned first_barrier(const struct problem *problem, unsigned class, unsigned cell, unsigned end,
                                     unsigned direction)
{
    unsigned axis = direction_line_axis(direction);
    unsigned line = line_of(cell, axis);
    unsigned at = line_index(cell, axis);
    unsigned to = line_index(end, axis);
    unsigned bars = problem->bouncing[class][axis][line];
    if (is_positive(direction)) {
        bars &= (0xfffeu << at) & ((2u << to) - 1u);
        return bars == 0 ? NO_CELL : line_cell(axis, line, lowest_bit(bars));
    }
    bars &= ((1u << at) - 1u) & (0xffffu << to);
    return bars == 0 ? NO_CELL : line_cell(axis, line, highest_bit(bars));
}

/* A slide on a board with barriers. `occupancy` must not contain the robot itself. */
int carom_slide_with_barriers(const struct problem *problem, const struct occupancy *occupancy, unsigned class,
                              unsigned cell, unsigned direction);

static inline int slide_pack(unsigned cell, unsigned axes)
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

/* R5, R8, R9: slides a robot; slide_cell() and slide_axes() of the result, or NO_SLIDE. Not for a transparent robot
 * with choices. On boards with barriers `occupancy` must not contain the robot itself, which could run into its own
 * start cell; elsewhere it may. */
static ALWAYS_INLINE int problem_slide(const struct problem *problem, const struct occupancy *occupancy, unsigned class,
                                       unsigned cell, unsigned direction)
{
    unsigned to = straight_stop(problem, occupancy, cell, direction);
    if (problem->has_barriers &&
        (bb_has(&problem->barriers, to) || first_barrier(problem, class, cell, to, direction) != NO_CELL))
        return carom_slide_with_barriers(problem, occupancy, class, cell, direction);
    return to == cell ? NO_SLIDE : slide_pack(to, carom_direction_axis(direction));
}

/* The cells that a lone robot of this class passes from `cell`, in order, until a wall stops it. Barriers deflect it
 * but are not listed. A cell occurs at most once per direction of travel. */
#define RAY_MAX (2 * CAROM_CELLS)
struct ray {
    unsigned count;
    uint8_t cell[RAY_MAX];
    /* next cell in the direction of travel, where a blocker would stop the robot, or NO_CELL */
    uint16_t beyond[RAY_MAX];
};
void carom_problem_ray(const struct problem *problem, unsigned class, unsigned cell, unsigned direction,
                       struct ray *ray);

#endif
