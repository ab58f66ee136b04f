/*
 * Where a placement of the three blockers lies in the tables.
 *
 * Placements that differ only in which of two like robots stands where are one. The first two cells choose a row, the
 * third the place in it. Rows and what begins with the same cell have an odd number of cache lines where they would
 * otherwise lie powers of two apart and push each other out of the cache.
 */
#include "sheet.h"

static uint32_t odd_lines(uint32_t places)
{
    const uint32_t in_line = LINE / sizeof(struct set);
    uint32_t lines = (places + in_line - 1) / in_line;
    return (lines | 1u) * in_line;
}

/* How many places a row takes whose second cell is q. */
static uint32_t row_places(enum alike alike, unsigned q, unsigned last)
{
    return alike != ALIKE_NONE ? last - q : odd_lines(last + 1);
}

/* Goes over all rows; with a layout it is filled in. */
static uint32_t lay(struct layout *layout, enum alike alike, const uint8_t *cell, unsigned cells)
{
    uint32_t at = NOTHING;
    for (unsigned i = 0; i < cells; i++) {
        uint32_t begin = at;
        for (unsigned j = alike == ALIKE_ALL ? i + 1 : 0; j < cells; j++) {
            if (i == j)
                continue;
            unsigned p = cell[i], q = cell[j];
            if (layout != NULL) {
                uint32_t row = alike != ALIKE_NONE ? at - (q + 1) : at;
                layout->row[p][q] = layout->column[q][p] = row;
                if (alike == ALIKE_ALL)
                    layout->row[q][p] = row;
            }
            at += row_places(alike, q, cell[cells - 1]);
        }
        if (alike != ALIKE_ALL)
            at = begin + odd_lines(at - begin);
    }
    return odd_lines(at);
}

static unsigned cells_of(uint8_t cell[CELLS], const struct carom_board *board)
{
    unsigned cells = 0;
    for (unsigned i = 0; i < CELLS; i++)
        if (carom_board_can_stand(board, (carom_cell)i))
            cell[cells++] = (uint8_t)i;
    return cells;
}

uint32_t carom_layout_places(enum alike alike, const struct carom_board *board)
{
    uint8_t cell[CELLS];
    unsigned cells = cells_of(cell, board);
    return cells > BLOCKERS ? lay(NULL, alike, cell, cells) : 0;
}

void carom_layout_build(struct layout *layout, enum alike alike, const struct carom_board *board)
{
    layout->alike = alike;
    layout->cells = cells_of(layout->cell, board);
    layout->places = lay(layout, alike, layout->cell, layout->cells);
}
