/*
 * Compiling a position for searching (problem.h).
 */
#include "problem.h"

#include "../core/libc_mem.h"

#define LOW_BITS UINT64_C(0x0101010101010101) /* the lowest bit of each byte */
#define DIAGONAL UINT64_C(0x8040201008040201) /* bit i of byte i */
#define WORD_CELLS 8                          /* cells to a word, one byte each */
#define ROW_WORDS (CAROM_BOARD_SIDE / WORD_CELLS)

/* Eight bytes, the first one lowest on every machine. */
static inline uint64_t load_word(const uint8_t bytes[WORD_CELLS])
{
    uint64_t word = 0;
    for (unsigned i = 0; i < WORD_CELLS; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

/* One bit of each byte, together in one byte. */
static inline unsigned gather_bits(uint64_t word, unsigned bit)
{
    return (unsigned)((word >> bit & LOW_BITS) * UINT64_C(0x0102040810204080) >> 56);
}

/* Each bit of a byte as a byte of its own, 0 or 255. */
static inline uint64_t spread_bits(unsigned bits)
{
    uint64_t apart = (bits & 255u) * LOW_BITS & DIAGONAL;
    return ((apart + 0x7f * LOW_BITS) >> 7 & LOW_BITS) * 255;
}

/* Cells of a row that no robot can enter: solid ones, and those outside a small board. */
static inline unsigned closed_cells(const struct carom_board *board, unsigned row)
{
    return row < board->height ? (board->solid[row] | 0xffffu << board->width) & 0xffffu : 0xffffu;
}

/* Transposes 16 rows of 16 bits, by swapping ever smaller squares. */
static void transpose_lines(uint16_t to[CAROM_BOARD_SIDE], const uint16_t from[CAROM_BOARD_SIDE])
{
    unsigned mask = 0x00ff;
    memcpy(to, from, CAROM_BOARD_SIDE * sizeof to[0]);
    for (unsigned width = CAROM_BOARD_SIDE / 2; width > 0; width /= 2, mask ^= mask << width) {
        for (unsigned i = 0; i < CAROM_BOARD_SIDE; i = (i + width + 1) & ~width) {
            unsigned change = ((unsigned)to[i] >> width ^ to[i + width]) & mask;
            to[i] ^= (uint16_t)(change << width);
            to[i + width] ^= (uint16_t)change;
        }
    }
}

static struct bitboard open_cells(const uint16_t blocked_row[CAROM_BOARD_SIDE])
{
    uint64_t word[BB_WORDS];
    for (unsigned i = 0; i < BB_WORDS; i++)
        word[i] = ~(blocked_row[4 * i] | (uint64_t)blocked_row[4 * i + 1] << 16 |
                    (uint64_t)blocked_row[4 * i + 2] << 32 | (uint64_t)blocked_row[4 * i + 3] << 48);
    return (struct bitboard){{{word[0], word[1]}, {word[2], word[3]}}};
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
    problem->barrier_colours |= (uint8_t)(1u << (barrier & CAROM_BARRIER_COLOUR));
    problem->rank[cell] = (uint8_t)problem->barrier_count++;
}

/* Compiles eight cells from `cell` on. `rows` receives the blocked directions by row. */
static void set_cells(struct problem *problem, const struct carom_board *board, unsigned cell, unsigned closed,
                      uint16_t rows[CAROM_DIRECTIONS][CAROM_BOARD_SIDE])
{
    uint64_t walls = load_word(&board->walls[cell]) | spread_bits(closed);
    uint64_t soft = walls & ~(walls >> 4) & 15 * LOW_BITS;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        rows[direction][cell >> 4] |= (uint16_t)(gather_bits(walls, direction) << (cell & 15u));
    for (unsigned i = 0; i < WORD_CELLS; i++)
        problem->soft_walls[cell + i] = (uint8_t)(soft >> (8 * i));
    problem->transparent_has_choices |= soft != 0;
    if (load_word(&board->barriers[cell]) == 0)
        return;
    for (unsigned i = cell; i < cell + WORD_CELLS; i++)
        if (board->barriers[i] != 0)
            add_barrier(problem, i, board->barriers[i]);
}

void carom_problem_set_board(struct problem *problem, const struct carom_board *board)
{
    uint16_t rows[CAROM_DIRECTIONS][CAROM_BOARD_SIDE] = {{0}};
    *problem = (struct problem){0};
    for (unsigned row = 0; row < CAROM_BOARD_SIDE; row++)
        for (unsigned word = 0; word < ROW_WORDS; word++)
            set_cells(problem, board, row << 4 | word * WORD_CELLS, closed_cells(board, row) >> word * WORD_CELLS,
                      rows);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        problem->can_step[direction] = open_cells(rows[direction]);
        if (direction_line_axis(direction) == AXIS_ROW)
            memcpy(problem->blocked[direction], rows[direction], sizeof rows[direction]);
        else
            transpose_lines(problem->blocked[direction], rows[direction]);
    }
    problem->transparent_has_choices |= problem->has_barriers;
}

/* A colour without barriers on this board moves like silver. */
static unsigned class_of(const struct problem *problem, unsigned robot)
{
    if (robot == CAROM_TRANSPARENT)
        return problem->transparent_has_choices ? CLASS_TRANSPARENT : CLASS_PLAIN;
    return robot < CAROM_COLOURS && (problem->barrier_colours >> robot & 1u) != 0 ? robot : CLASS_PLAIN;
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
    problem->target = position->target.cell;
    problem->robot[count] = (uint8_t)active;
    problem->class[count] = (uint8_t)class_of(problem, active);
    problem->start[count++] = robots->cell[active];
    for (unsigned class = 0; class < CLASSES; class ++) {
        unsigned first = count;
        for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
            if (robot == active || !carom_robots_has(robots, robot) || class_of(problem, robot) != class)
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
