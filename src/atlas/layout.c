/*
 * Where a placement of the three blockers lies in the tables.
 *
 * Placements that differ only in which of two like robots stands where are one. The first two spots choose a row, the
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

/* How many places a row takes whose second spot is q. */
static uint32_t row_places(enum alike alike, unsigned q, unsigned last)
{
    return alike != ALIKE_NONE ? last - q : odd_lines(last + 1);
}

/* Goes over all rows; with a layout it is filled in. */
static uint32_t lay(struct layout *layout, enum alike alike, const struct spots *spots)
{
    uint32_t at = NOTHING;
    for (unsigned i = 0; i < spots->count; i++) {
        uint32_t begin = at;
        for (unsigned j = alike == ALIKE_ALL ? i + 1 : 0; j < spots->count; j++) {
            unsigned p = spots->spot[i], q = spots->spot[j];
            if (spots->at[p] == spots->at[q])
                continue;
            if (layout != NULL) {
                uint32_t row = alike != ALIKE_NONE ? at - (q + 1) : at;
                layout->row[p][q] = layout->column[q][p] = row;
                if (alike == ALIKE_ALL)
                    layout->row[q][p] = row;
            }
            at += row_places(alike, q, spots->spot[spots->count - 1]);
        }
        if (alike != ALIKE_ALL)
            at = begin + odd_lines(at - begin);
    }
    return odd_lines(at);
}

static void add_spot(struct spots *spots, unsigned spot, unsigned cell)
{
    spots->spot[spots->count++] = (uint16_t)spot;
    spots->at[spot] = (uint8_t)cell;
    spots->stands[spot] = true;
    spots->begin[cell] = (uint16_t)spot;
}

static struct spots spots_of(const struct carom_board *board, unsigned target)
{
    struct spots spots = {0};
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (carom_board_can_stand(board, (carom_cell)cell))
            add_spot(&spots, cell, cell);
    spots.cells = spots.count;
    for (unsigned bit = 0; target != NOWHERE && bit < 2 * CAROM_SIDE; bit++) {
        unsigned cell = line_cell(target, bit);
        if (carom_board_can_stand(board, (carom_cell)cell) && (cell != target || bit < CAROM_SIDE))
            add_spot(&spots, CELLS + bit, cell);
    }
    for (unsigned i = 0; i < spots.count; i++)
        spots.begins[spots.spot[i]] = spots.begin[spots.at[spots.spot[i]]] == spots.spot[i];
    return spots;
}

uint32_t carom_layout_places(enum alike alike, const struct carom_board *board, unsigned target)
{
    struct spots spots = spots_of(board, target);
    return spots.cells > BLOCKERS ? lay(NULL, alike, &spots) : 0;
}

void carom_layout_build(struct layout *layout, enum alike alike, const struct carom_board *board, unsigned target)
{
    layout->alike = alike;
    layout->spots = spots_of(board, target);
    layout->places = lay(layout, alike, &layout->spots);
}
