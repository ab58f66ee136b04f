/*
 * The board compiled for the active robot; chains.c does the same for blockers.
 *
 * To a robot a barrier of its own colour is open floor on which nobody can stop. Any other barrier ends the straight
 * line and continues elsewhere (R8), so the edge behind it is removed, and a ray says where the slide continues.
 */
#include "../core/libc_mem.h"
#include "internal.h"

void carom_headings_build(uint8_t turn[CELLS][CAROM_DIRECTIONS], const struct carom_board *board, unsigned robot)
{
    for (unsigned cell = 0; cell < CELLS; cell++) {
        unsigned barrier = board->barriers[cell];
        bool turns = barrier != 0 && (barrier & CAROM_BARRIER_COLOUR) != robot;
        unsigned flip = !turns ? 0 : (barrier & CAROM_BARRIER_FALLING) != 0 ? 3 : 1;
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
            turn[cell][heading] = (uint8_t)(heading ^ flip);
    }
}

bool carom_can_leave(const struct carom_board *board, unsigned cell, unsigned heading)
{
    return carom_board_contains(board, (carom_cell)cell) && !carom_board_is_solid(board, (carom_cell)cell) &&
           !carom_board_has_wall(board, (carom_cell)cell, heading);
}

static void build_edges(struct board_masks *masks, const struct carom_board *board)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++) {
            if (!carom_can_leave(board, cell, heading) || masks->heading_after[cell][heading] != heading)
                continue;
            bool up = heading == CAROM_EAST || heading == CAROM_SOUTH;
            bb_add(&masks->edge[heading], up ? cell : carom_cell_neighbour((carom_cell)cell, heading));
        }
    for (unsigned cell = 0; cell < CELLS; cell++) {
        struct bitboard *apart[2] = {&masks->clear_of[0][cell], &masks->clear_of[1][cell]};
        memset(apart[0], 0xff, sizeof(struct bitboard));
        memset(apart[1], 0xff, sizeof(struct bitboard));
        apart[0]->word[cell >> 6] ^= (uint64_t)1 << (cell & 63u);
        apart[1]->word[cell >> 6] ^= (uint64_t)1 << (cell & 63u);
        if (cell >= CAROM_BOARD_SIDE)
            apart[0]->word[(cell - CAROM_BOARD_SIDE) >> 6] ^= (uint64_t)1 << ((cell - CAROM_BOARD_SIDE) & 63u);
        if (cell % CAROM_BOARD_SIDE != 0)
            apart[1]->word[(cell - 1) >> 6] ^= (uint64_t)1 << ((cell - 1) & 63u);
    }
}

static void build_target_lines(struct board_masks *masks, unsigned target)
{
    masks->line_target = 1u << target % CAROM_BOARD_SIDE;
    masks->changed_bit = 1u << (CAROM_BOARD_SIDE + target / CAROM_BOARD_SIDE);
    memset(masks->line_clear_of, 0xff, sizeof masks->line_clear_of);
    for (unsigned bit = 0; bit < 2 * CAROM_BOARD_SIDE; bit++) {
        unsigned cell = line_cell(target, bit);
        bool row = bit < CAROM_BOARD_SIDE;
        bb_add(&masks->target_lines, cell);
        masks->line_stand |= (uint32_t)bb_has(&masks->standable, cell) << bit;
        if (cell != target || row)
            masks->line_bit[cell] = 1u << bit;
        masks->line_edges[0] |= (uint32_t)bb_has(&masks->edge[row ? CAROM_EAST : CAROM_SOUTH], cell) << bit;
        masks->line_edges[1] |= (uint32_t)bb_has(&masks->edge[row ? CAROM_WEST : CAROM_NORTH], cell) << bit;
        for (unsigned other = 0; other < CELLS; other++)
            if (!bb_has(&masks->clear_of[row ? 1 : 0][other], cell))
                masks->line_clear_of[other] &= ~(1u << bit);
    }
}

void carom_board_masks_build(struct board_masks *masks, const struct carom_board *board, unsigned robot,
                             unsigned target, bool ricochet)
{
    carom_headings_build(masks->heading_after, board, robot);
    memcpy(masks->walls, board->walls, sizeof masks->walls);
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (carom_board_can_stand(board, (carom_cell)cell))
            bb_add(&masks->standable, cell);
    build_edges(masks, board);
    if (ricochet)
        build_target_lines(masks, target);
    else
        masks->changed_bit = 1;
    for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
        for (unsigned cell = 0; cell < CELLS; cell++)
            if (masks->heading_after[cell][heading] != heading)
                masks->ray[masks->rays++] = (struct barrier_entry){(uint8_t)cell, (uint8_t)heading};
}

/* ---- sets of cells ---- */

static bool has_neighbour(unsigned cell, unsigned side)
{
    unsigned place = side % 2 != 0 ? cell % CAROM_BOARD_SIDE : cell / CAROM_BOARD_SIDE;
    return place != (side == CAROM_EAST || side == CAROM_SOUTH ? CAROM_BOARD_SIDE - 1 : 0);
}

static void build_cell_masks(struct cell_masks *cell_masks, const struct board_masks *masks, unsigned cell)
{
    bb_add(&cell_masks->single[cell], cell);
    for (unsigned behind = cell + 1; behind < CELLS; behind++) {
        bb_add(&cell_masks->after[cell], behind);
        cell_masks->line_bits_after[cell] |= masks->line_bit[behind];
    }
    for (unsigned side = 0; side < CAROM_DIRECTIONS; side++)
        if (has_neighbour(cell, side)) {
            unsigned next = carom_cell_neighbour((carom_cell)cell, side);
            bb_add(&cell_masks->neighbours[cell], next);
            bb_add(&cell_masks->neighbour_on_side[side][next % NEIGHBOUR_CLASSES], cell);
        }
    cell_masks->line_bits_keep[cell] = ~masks->line_bit[cell] & ~masks->changed_bit;
    if (masks->line_bit[cell] != 0)
        cell_masks->line_cells[cell_masks->line_cell_count++] = (uint8_t)cell;
}

static void build_segments(struct cell_masks *cell_masks, const struct board_masks *masks, unsigned axis)
{
    const struct bitboard *edge = &masks->edge[axis == 0 ? CAROM_SOUTH : CAROM_EAST];
    unsigned step = axis == 0 ? CAROM_BOARD_SIDE : 1;
    for (unsigned low = 0; low < CELLS; low++) {
        bool begins = bb_has(&masks->standable, low) && (low < step || !bb_has(edge, low - step));
        if (!begins || (axis == 0 && !bb_has(edge, low)))
            continue;
        struct segment *segment = &cell_masks->segment[axis][cell_masks->segment_count[axis]++];
        unsigned high = low;
        for (;; high += step) {
            bb_add(&segment->cells, high);
            segment->bits |= masks->line_bit[high];
            if (!bb_has(edge, high))
                break;
        }
        segment->low = (uint8_t)low;
        segment->high = (uint8_t)high;
    }
}

void carom_cell_masks_build(struct cell_masks *cell_masks, const struct board_masks *masks)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        build_cell_masks(cell_masks, masks, cell);
    while ((masks->changed_bit >> cell_masks->changed & 1u) == 0)
        cell_masks->changed++;
    for (unsigned axis = 0; axis < 2; axis++)
        build_segments(cell_masks, masks, axis);
}
