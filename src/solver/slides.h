/*
 * Slides on a prepared position, worked out a line at a time: 16 bits tell where in a row or column a robot must stop,
 * and one count-zeros instruction finds the stop. Barriers cut lines into stretches.
 */
#ifndef CAROM_SOLVER_SLIDES_H
#define CAROM_SOLVER_SLIDES_H

#include "problem.h"

#define NO_SLIDE (-1)

/* Which cells are taken, by row and by column. */
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
struct occupancy carom_occupancy_of(const struct state *state, unsigned members);

/* The last cell of a straight stretch from `cell`, which may be `cell` itself; barriers are not looked at. */
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

/* `/` turns north and east into each other, `\` north and west (R8). */
static inline unsigned bounced_direction(unsigned direction, unsigned falling)
{
    return falling != 0 ? 3u - direction : direction ^ 1u;
}

/* Is there a barrier on a cell that turns this class? */
static inline bool bounces_class(const struct problem *problem, unsigned class, unsigned cell)
{
    return (problem->bouncing[class][AXIS_ROW][cell >> 4] >> (cell & 15u) & 1u) != 0;
}

/* The cell behind, where somebody may stop what moves that way, or NO_CELL. */
static inline unsigned cell_beyond(const struct problem *problem, unsigned cell, unsigned direction)
{
    unsigned next = carom_cell_neighbour((carom_cell)cell, direction);
    return bb_has(&problem->can_step[direction], cell) ? next : NO_CELL;
}

/* The first barrier on the stretch from `cell` (not counting it) to `end` that turns this class, or NO_CELL. */
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

/* A slide with barriers. `crowd` without the robot itself. */
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

/* R5, R8, R9: where a robot (not a transparent one making use of it) gets to: slide_cell and slide_axes of the result,
 * or NO_SLIDE. On boards with barriers `crowd` must not hold the robot itself; elsewhere it may. */
static ALWAYS_INLINE int problem_slide(const struct problem *problem, const struct occupancy *occupancy, unsigned class,
                                       unsigned cell, unsigned direction)
{
    unsigned to = straight_stop(problem, occupancy, cell, direction);
    if (problem->has_barriers &&
        (bb_has(&problem->barriers, to) || first_barrier(problem, class, cell, to, direction) != NO_CELL))
        return carom_slide_with_barriers(problem, occupancy, class, cell, direction);
    return to == cell ? NO_SLIDE : slide_pack(to, carom_direction_axis(direction));
}

/* The cells on the way of a lone robot of this class from `cell`, in the direction, in order: what it goes over before
 * walls stop it. Barriers are followed, and not counted as cells. Returns how many (each at most once a direction). */
#define RAY_MAX (2 * CAROM_CELLS)
struct ray {
    unsigned count;
    uint8_t cell[RAY_MAX];
    uint16_t beyond[RAY_MAX]; /* the next cell in the direction of travel, where a blocker would stop it, or NO_CELL */
};
void carom_problem_ray(const struct problem *problem, unsigned class, unsigned cell, unsigned direction,
                       struct ray *ray);

#endif
