/*
 * A board made ready for the active robot; ways.c does the same for those that are not.
 *
 * A barrier of its own colour is open floor to a robot that nobody can stop on. Any other one ends the straight line
 * and goes on somewhere else (R8), so for the active robot the edge behind it is cut and a ray remembers where to look.
 */
#include "../core/mem.h"
#include "sheet.h"

void carom_turns_build(uint8_t turn[CELLS][CAROM_DIRECTIONS], const struct carom_board *board, unsigned robot)
{
    for (unsigned cell = 0; cell < CELLS; cell++) {
        unsigned barrier = board->barriers[cell];
        bool turns = barrier != 0 && (barrier & CAROM_BARRIER_COLOUR) != robot;
        unsigned flip = !turns ? 0 : (barrier & CAROM_BARRIER_FALLING) != 0 ? 3 : 1;
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
            turn[cell][heading] = (uint8_t)(heading ^ flip);
    }
}

bool carom_open_side(const struct carom_board *board, unsigned cell, unsigned heading)
{
    return carom_board_inside(board, (carom_cell)cell) && !carom_board_solid(board, (carom_cell)cell) &&
           !carom_board_wall(board, (carom_cell)cell, heading);
}

static void edges_build(struct ground *ground, const struct carom_board *board)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++) {
            if (!carom_open_side(board, cell, heading) || ground->turn[cell][heading] != heading)
                continue;
            bool up = heading == CAROM_EAST || heading == CAROM_SOUTH;
            set_add(&ground->edge[heading], up ? cell : carom_cell_next((carom_cell)cell, heading));
        }
    for (unsigned cell = 0; cell < CELLS; cell++) {
        struct set *apart[2] = {&ground->apart[0][cell], &ground->apart[1][cell]};
        memset(apart[0], 0xff, sizeof(struct set));
        memset(apart[1], 0xff, sizeof(struct set));
        apart[0]->word[cell >> 6] ^= (uint64_t)1 << (cell & 63u);
        apart[1]->word[cell >> 6] ^= (uint64_t)1 << (cell & 63u);
        if (cell >= CAROM_SIDE)
            apart[0]->word[(cell - CAROM_SIDE) >> 6] ^= (uint64_t)1 << ((cell - CAROM_SIDE) & 63u);
        if (cell % CAROM_SIDE != 0)
            apart[1]->word[(cell - 1) >> 6] ^= (uint64_t)1 << ((cell - 1) & 63u);
    }
}

static void lines_build(struct ground *ground, unsigned target)
{
    ground->line_target = 1u << target % CAROM_SIDE;
    ground->changed = 1u << (CAROM_SIDE + target / CAROM_SIDE);
    memset(ground->line_apart, 0xff, sizeof ground->line_apart);
    for (unsigned bit = 0; bit < 2 * CAROM_SIDE; bit++) {
        unsigned cell = line_cell(target, bit);
        bool row = bit < CAROM_SIDE;
        set_add(&ground->lines, cell);
        ground->line_stand |= (uint32_t)set_has(&ground->stand, cell) << bit;
        if (cell != target || row)
            ground->line_bit[cell] = 1u << bit;
        ground->line_edge[0] |= (uint32_t)set_has(&ground->edge[row ? CAROM_EAST : CAROM_SOUTH], cell) << bit;
        ground->line_edge[1] |= (uint32_t)set_has(&ground->edge[row ? CAROM_WEST : CAROM_NORTH], cell) << bit;
        for (unsigned other = 0; other < CELLS; other++)
            if (!set_has(&ground->apart[row ? 1 : 0][other], cell))
                ground->line_apart[other] &= ~(1u << bit);
    }
}

void carom_ground_build(struct ground *ground, const struct carom_board *board, unsigned robot, unsigned target,
                        bool ricochet)
{
    carom_turns_build(ground->turn, board, robot);
    memcpy(ground->walls, board->walls, sizeof ground->walls);
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (carom_board_can_stand(board, (carom_cell)cell))
            set_add(&ground->stand, cell);
    edges_build(ground, board);
    if (ricochet)
        lines_build(ground, target);
    else
        ground->changed = 1;
    for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
        for (unsigned cell = 0; cell < CELLS; cell++)
            if (ground->turn[cell][heading] != heading)
                ground->ray[ground->rays++] = (struct ray){(uint8_t)cell, (uint8_t)heading};
}

/* ---- sets of cells ---- */

static bool has_neighbour(unsigned cell, unsigned side)
{
    unsigned place = side % 2 != 0 ? cell % CAROM_SIDE : cell / CAROM_SIDE;
    return place != (side == CAROM_EAST || side == CAROM_SOUTH ? CAROM_SIDE - 1 : 0);
}

static void fixed_cell(struct fixed *fixed, const struct ground *ground, unsigned cell)
{
    set_add(&fixed->bit[cell], cell);
    for (unsigned behind = cell + 1; behind < CELLS; behind++) {
        set_add(&fixed->above[cell], behind);
        fixed->word_above[cell] |= ground->line_bit[behind];
    }
    for (unsigned side = 0; side < CAROM_DIRECTIONS; side++)
        if (has_neighbour(cell, side)) {
            unsigned next = carom_cell_next((carom_cell)cell, side);
            set_add(&fixed->near[cell], next);
            set_add(&fixed->side[side][next % KINDS], cell);
        }
    fixed->word_keep[cell] = ~ground->line_bit[cell] & ~ground->changed;
    if (ground->line_bit[cell] != 0)
        fixed->line[fixed->lines++] = (uint8_t)cell;
}

static void fixed_runs(struct fixed *fixed, const struct ground *ground, unsigned axis)
{
    const struct set *edge = &ground->edge[axis == 0 ? CAROM_SOUTH : CAROM_EAST];
    unsigned step = axis == 0 ? CAROM_SIDE : 1;
    for (unsigned low = 0; low < CELLS; low++) {
        bool begins = set_has(&ground->stand, low) && (low < step || !set_has(edge, low - step));
        if (!begins || (axis == 0 && !set_has(edge, low)))
            continue;
        struct run *run = &fixed->run[axis][fixed->runs[axis]++];
        unsigned high = low;
        for (;; high += step) {
            set_add(&run->cells, high);
            run->bits |= ground->line_bit[high];
            if (!set_has(edge, high))
                break;
        }
        run->low = (uint8_t)low;
        run->high = (uint8_t)high;
    }
}

void carom_fixed_build(struct fixed *fixed, const struct ground *ground)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        fixed_cell(fixed, ground, cell);
    while ((ground->changed >> fixed->changed & 1u) == 0)
        fixed->changed++;
    for (unsigned axis = 0; axis < 2; axis++)
        fixed_runs(fixed, ground, axis);
}
