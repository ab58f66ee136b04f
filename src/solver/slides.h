/*
 * Slides on a prepared position, worked out a line at a time: 16 bits tell where in a row or column a robot must stop,
 * and one count-zeros instruction finds the stop. Barriers cut lines into stretches.
 */
#ifndef CAROM_SOLVER_SLIDES_H
#define CAROM_SOLVER_SLIDES_H

#include "prepared.h"

#define NO_SLIDE (-1)

/* Which cells are taken, by row and by column. */
struct crowd {
    uint16_t line[2][CAROM_SIDE];
};

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
static ALWAYS_INLINE unsigned stretch(const struct prepared *prepared, const struct crowd *crowd, unsigned cell,
                                      unsigned direction)
{
    unsigned axis = line_axis(direction);
    unsigned line = line_of(cell, axis);
    unsigned at = along(cell, axis);
    unsigned taken = crowd->line[axis][line];
    unsigned stops = prepared->closed[direction][line];
    if (goes_up(direction))
        return cell_in(axis, line, lowest((stops | taken >> 1) & (0xffffu << at)));
    return cell_in(axis, line, highest((stops | taken << 1) & ((2u << at) - 1u)));
}

/* `/` turns north and east into each other, `\` north and west (R8). */
static inline unsigned turned(unsigned direction, unsigned falling)
{
    return falling != 0 ? 3u - direction : direction ^ 1u;
}

/* Is there a barrier on a cell that turns this class? */
static inline bool turns(const struct prepared *prepared, unsigned class, unsigned cell)
{
    return (prepared->turning[class][AXIS_ROW][cell >> 4] >> (cell & 15u) & 1u) != 0;
}

/* The cell behind, where somebody may stop what moves that way, or NO_CELL. */
static inline unsigned cell_after(const struct prepared *prepared, unsigned cell, unsigned direction)
{
    unsigned next = carom_cell_next((carom_cell)cell, direction);
    return cells_has(&prepared->open[direction], cell) ? next : NO_CELL;
}

/* The first barrier on the stretch from `cell` (not counting it) to `end` that turns this class, or NO_CELL. */
static inline unsigned barrier_before(const struct prepared *prepared, unsigned class, unsigned cell, unsigned end,
                                      unsigned direction)
{
    unsigned axis = line_axis(direction);
    unsigned line = line_of(cell, axis);
    unsigned at = along(cell, axis);
    unsigned to = along(end, axis);
    unsigned bars = prepared->turning[class][axis][line];
    if (goes_up(direction)) {
        bars &= (0xfffeu << at) & ((2u << to) - 1u);
        return bars == 0 ? NO_CELL : cell_in(axis, line, lowest(bars));
    }
    bars &= ((1u << at) - 1u) & (0xffffu << to);
    return bars == 0 ? NO_CELL : cell_in(axis, line, highest(bars));
}

/* A slide with barriers. `crowd` without the robot itself. */
int carom_slide_bouncing(const struct prepared *prepared, const struct crowd *crowd, unsigned class, unsigned cell,
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
static ALWAYS_INLINE int prepared_slide(const struct prepared *prepared, const struct crowd *crowd, unsigned class,
                                        unsigned cell, unsigned direction)
{
    unsigned to = stretch(prepared, crowd, cell, direction);
    if (prepared->bounces &&
        (cells_has(&prepared->barriers, to) || barrier_before(prepared, class, cell, to, direction) != NO_CELL))
        return carom_slide_bouncing(prepared, crowd, class, cell, direction);
    return to == cell ? NO_SLIDE : slide_result(to, carom_direction_axis(direction));
}

/* The cells on the way of a lone robot of this class from `cell`, in the direction, in order: what it goes over before
 * walls stop it. Barriers are followed, and not counted as cells. Returns how many (each at most once a direction). */
#define RAY_MAX (2 * CAROM_CELLS)
struct ray {
    unsigned count;
    uint8_t cell[RAY_MAX];
    uint16_t after[RAY_MAX]; /* the next cell in the direction of travel, where a blocker would stop it, or NO_CELL */
};
void carom_prepared_ray(const struct prepared *prepared, unsigned class, unsigned cell, unsigned direction,
                        struct ray *ray);

#endif
