/*
 * Compiling a position for searching (problem.h).
 */
#include "problem.h"

#include "../core/libc_mem.h"

static void add_blocked(struct problem *problem, unsigned cell, unsigned direction)
{
    unsigned axis = direction_line_axis(direction);
    problem->blocked[direction][line_of(cell, axis)] |= (uint16_t)(1u << line_index(cell, axis));
}

static void add_barrier(struct problem *problem, unsigned cell, unsigned barrier)
{
    bb_add(&problem->barriers, cell);
    problem->falling[cell] = (barrier & CAROM_BARRIER_FALLING) != 0;
    for (unsigned class = 0; class < CLASSES; class ++) {
        if (class == (barrier & CAROM_BARRIER_COLOUR))
            continue;
        problem->bouncing[class][AXIS_ROW][cell >> 4] |= (uint16_t)(1u << (cell & 15u));
        problem->bouncing[class][AXIS_COLUMN][cell & 15u] |= (uint16_t)(1u << (cell >> 4));
    }
    problem->has_barriers = true;
    problem->rank[cell] = (uint8_t)problem->barrier_count++;
}

void carom_problem_set_board(struct problem *problem, const struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    *problem = (struct problem){.target = position->target.cell};
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        unsigned walls = board->walls[cell];
        if (!carom_board_contains(board, (carom_cell)cell) || carom_board_is_solid(board, (carom_cell)cell))
            walls = 0xffu;
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            if ((walls >> direction & 1u) != 0)
                add_blocked(problem, cell, direction);
            else
                bb_add(&problem->can_step[direction], cell);
        problem->soft_walls[cell] = (uint8_t)(walls & ~(walls >> 4) & 15u);
        problem->transparent_has_choices |= problem->soft_walls[cell] != 0;
        if (board->barriers[cell] != 0)
            add_barrier(problem, cell, board->barriers[cell]);
    }
    problem->transparent_has_choices |= problem->has_barriers;
}

/* A colour without barriers on this board moves like silver. */
static unsigned class_of(const struct problem *problem, const struct carom_board *board, unsigned robot)
{
    if (robot == CAROM_TRANSPARENT)
        return problem->transparent_has_choices ? CLASS_TRANSPARENT : CLASS_PLAIN;
    if (!problem->has_barriers || robot >= CAROM_COLOURS)
        return CLASS_PLAIN;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (board->barriers[cell] != 0 && (board->barriers[cell] & CAROM_BARRIER_COLOUR) == robot)
            return robot;
    return CLASS_PLAIN;
}

/* R7 can only fail a robot that never left its first row or column, so only the axes along which it could reach the
 * target directly are owed. */
static unsigned axes_owed_at_start(unsigned cell, unsigned target)
{
    unsigned owed = 0;
    if (cell >> 4 == target >> 4)
        owed |= CAROM_AXIS_VERTICAL;
    if ((cell & 15u) == (target & 15u))
        owed |= CAROM_AXIS_HORIZONTAL;
    return owed;
}

void carom_problem_set_pieces(struct problem *problem, const struct carom_position *position, unsigned active,
                              unsigned axes)
{
    const struct carom_robots *robots = &position->robots;
    unsigned count = 0;
    problem->robot[count] = (uint8_t)active;
    problem->class[count] = (uint8_t)class_of(problem, &position->board, active);
    problem->start[count++] = robots->cell[active];
    for (unsigned class = 0; class < CLASSES; class ++) {
        unsigned first = count;
        for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
            if (robot == active || !carom_robots_has(robots, robot) ||
                class_of(problem, &position->board, robot) != class)
                continue;
            problem->robot[count] = (uint8_t)robot;
            problem->class[count] = (uint8_t) class;
            problem->class_first[count] = (uint8_t)first;
            problem->start[count++] = robots->cell[robot];
        }
    }
    problem->pieces = count;
    problem->forbidden = position->target.active == CAROM_ANY_ROBOT ? problem->target : NO_CELL;
    problem->axes_owed = (uint8_t)(axes_owed_at_start(robots->cell[active], problem->target) & ~axes);
}

struct state carom_problem_start(const struct problem *problem)
{
    struct state state = {.axes_owed = problem->axes_owed};
    for (unsigned piece = 0; piece < problem->pieces; piece++)
        state.cell[piece] = problem->start[piece];
    return state;
}

uint64_t carom_state_key(const struct problem *problem, const struct state *state)
{
    uint8_t cell[CAROM_ROBOTS];
    for (unsigned i = 1; i < problem->pieces; i++) {
        unsigned at = i;
        for (; at > problem->class_first[i] && cell[at - 1] > state->cell[i]; at--)
            cell[at] = cell[at - 1];
        cell[at] = state->cell[i];
    }
    uint64_t key = (uint64_t)state->axes_owed << KEY_AXES_SHIFT;
    for (unsigned i = 1; i < problem->pieces; i++)
        key |= (uint64_t)cell[i] << (8 * (i - 1));
    return key;
}
