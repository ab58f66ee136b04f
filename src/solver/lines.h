/*
 * Rows and columns as lines: a cell is given by its axis, the number of its line, and its index along the line.
 */
#ifndef CAROM_SOLVER_LINES_H
#define CAROM_SOLVER_LINES_H

#include <carom/types.h>

#define AXIS_COLUMN 0 /* lines are columns; slides go north and south */
#define AXIS_ROW 1

static inline unsigned direction_line_axis(unsigned direction)
{
    return direction & 1u;
}
static inline unsigned line_of(unsigned cell, unsigned axis)
{
    return axis == AXIS_ROW ? cell >> 4 : cell & 15u;
}
static inline unsigned line_index(unsigned cell, unsigned axis)
{
    return axis == AXIS_ROW ? cell & 15u : cell >> 4;
}
static inline unsigned line_cell(unsigned axis, unsigned line, unsigned at)
{
    return axis == AXIS_ROW ? line << 4 | at : at << 4 | line;
}
/* East and south increase the index along a line. */
static inline bool is_positive(unsigned direction)
{
    return direction == CAROM_EAST || direction == CAROM_SOUTH;
}
static inline unsigned lowest_bit(unsigned bits)
{
    return (unsigned)__builtin_ctz(bits);
}
static inline unsigned highest_bit(unsigned bits)
{
    return 31u - (unsigned)__builtin_clz(bits);
}

#endif
