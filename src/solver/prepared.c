/*
 * Making a position ready for searching (prepared.h).
 */
#include "prepared.h"

#include "../core/mem.h"

static void add_closed(struct prepared *prepared, unsigned cell, unsigned direction)
{
    unsigned axis = line_axis(direction);
    prepared->closed[direction][line_of(cell, axis)] |= (uint16_t)(1u << along(cell, axis));
}

static void add_barrier(struct prepared *prepared, unsigned cell, unsigned barrier)
{
    cells_add(&prepared->barriers, cell);
    prepared->falling[cell] = (barrier & CAROM_BARRIER_FALLING) != 0;
    for (unsigned class = 0; class < CLASSES; class ++) {
        if (class == (barrier & CAROM_BARRIER_COLOUR))
            continue;
        prepared->turning[class][AXIS_ROW][cell >> 4] |= (uint16_t)(1u << (cell & 15u));
        prepared->turning[class][AXIS_COLUMN][cell & 15u] |= (uint16_t)(1u << (cell >> 4));
    }
    prepared->bounces = true;
    prepared->rank[cell] = (uint8_t)prepared->barrier_count++;
}

void carom_prepared_board(struct prepared *prepared, const struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    *prepared = (struct prepared){.target = position->target.cell};
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        unsigned walls = board->walls[cell];
        if (!carom_board_inside(board, (carom_cell)cell) || carom_board_solid(board, (carom_cell)cell))
            walls = 0xffu;
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            if ((walls >> direction & 1u) != 0)
                add_closed(prepared, cell, direction);
            else
                cells_add(&prepared->open[direction], cell);
        prepared->soft[cell] = (uint8_t)(walls & ~(walls >> 4) & 15u);
        prepared->transparent_is_special |= prepared->soft[cell] != 0;
        if (board->barriers[cell] != 0)
            add_barrier(prepared, cell, board->barriers[cell]);
    }
    prepared->transparent_is_special |= prepared->bounces;
}

/* A colour without barriers of its own on this board moves like silver. */
static unsigned class_of(const struct prepared *prepared, const struct carom_board *board, unsigned robot)
{
    if (robot == CAROM_TRANSPARENT)
        return prepared->transparent_is_special ? CLASS_TRANSPARENT : CLASS_PLAIN;
    if (!prepared->bounces || robot >= CAROM_COLOURS)
        return CLASS_PLAIN;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (board->barriers[cell] != 0 && (board->barriers[cell] & CAROM_BARRIER_COLOUR) == robot)
            return robot;
    return CLASS_PLAIN;
}

/* R7 can only fail a robot that has kept to its first row or column, so only axes along which it could come straight
 * to the target are owed. */
static unsigned owed_at_start(unsigned cell, unsigned target)
{
    unsigned owed = 0;
    if (cell >> 4 == target >> 4)
        owed |= CAROM_AXIS_VERTICAL;
    if ((cell & 15u) == (target & 15u))
        owed |= CAROM_AXIS_HORIZONTAL;
    return owed;
}

void carom_prepared_members(struct prepared *prepared, const struct carom_position *position, unsigned active,
                            unsigned axes)
{
    const struct carom_robots *robots = &position->robots;
    unsigned count = 0;
    prepared->robot[count] = (uint8_t)active;
    prepared->class[count] = (uint8_t)class_of(prepared, &position->board, active);
    prepared->start[count++] = robots->cell[active];
    for (unsigned class = 0; class < CLASSES; class ++) {
        unsigned first = count;
        for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
            if (robot == active || !carom_robots_has(robots, robot) ||
                class_of(prepared, &position->board, robot) != class)
                continue;
            prepared->robot[count] = (uint8_t)robot;
            prepared->class[count] = (uint8_t) class;
            prepared->first_alike[count] = (uint8_t)first;
            prepared->start[count++] = robots->cell[robot];
        }
    }
    prepared->members = count;
    prepared->forbidden = position->target.active == CAROM_ANY_ROBOT ? prepared->target : NO_CELL;
    prepared->owed = (uint8_t)(owed_at_start(robots->cell[active], prepared->target) & ~axes);
}

struct state carom_prepared_start(const struct prepared *prepared)
{
    struct state state = {.owed = prepared->owed};
    for (unsigned member = 0; member < prepared->members; member++)
        state.cell[member] = prepared->start[member];
    return state;
}

uint64_t carom_state_key(const struct prepared *prepared, const struct state *state)
{
    uint8_t cell[CAROM_ROBOTS];
    for (unsigned i = 1; i < prepared->members; i++) {
        unsigned at = i;
        for (; at > prepared->first_alike[i] && cell[at - 1] > state->cell[i]; at--)
            cell[at] = cell[at - 1];
        cell[at] = state->cell[i];
    }
    uint64_t key = (uint64_t)state->owed << KEY_OWED;
    for (unsigned i = 1; i < prepared->members; i++)
        key |= (uint64_t)cell[i] << (8 * (i - 1));
    return key;
}
