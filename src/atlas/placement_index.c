/*
 * The perfect index of the placements of three blockers.
 *
 * Placements that differ only by swapping interchangeable robots are one. The first two sites select a row, the third
 * the offset in it. Rows that would be a power of two apart are padded to an odd number of cache lines, so that they do
 * not evict each other.
 */
#include "internal.h"

static uint32_t pad_to_odd_lines(uint32_t places)
{
    const uint32_t in_line = CACHE_LINE / sizeof(struct bitboard);
    uint32_t lines = (places + in_line - 1) / in_line;
    return (lines | 1u) * in_line;
}

/* The number of indices in a row whose second site is q. */
static uint32_t row_size(enum symmetry symmetry, unsigned q, unsigned last)
{
    return symmetry != SYMMETRY_NONE ? last - q : pad_to_odd_lines(last + 1);
}

/* Enumerates all rows, and fills in the index unless it is NULL. */
static uint32_t index_rows(struct placement_index *index, enum symmetry symmetry, const struct sites *sites)
{
    uint32_t at = INDEX_PADDING;
    for (unsigned i = 0; i < sites->count; i++) {
        uint32_t begin = at;
        for (unsigned j = symmetry == SYMMETRY_ALL ? i + 1 : 0; j < sites->count; j++) {
            unsigned p = sites->site[i], q = sites->site[j];
            if (sites->cell_of[p] == sites->cell_of[q])
                continue;
            if (index != NULL) {
                uint32_t row = symmetry != SYMMETRY_NONE ? at - (q + 1) : at;
                index->row[p][q] = index->column[q][p] = row;
                if (symmetry == SYMMETRY_ALL)
                    index->row[q][p] = row;
            }
            at += row_size(symmetry, q, sites->site[sites->count - 1]);
        }
        if (symmetry != SYMMETRY_ALL)
            at = begin + pad_to_odd_lines(at - begin);
    }
    return pad_to_odd_lines(at);
}

static void add_site(struct sites *sites, unsigned spot, unsigned cell)
{
    sites->site[sites->count++] = (uint16_t)spot;
    sites->cell_of[spot] = (uint8_t)cell;
    sites->usable[spot] = true;
    sites->start_site[cell] = (uint16_t)spot;
}

static struct sites sites_of(const struct carom_board *board, unsigned target)
{
    struct sites sites = {0};
    for (unsigned cell = 0; cell < CELLS; cell++)
        if (carom_board_can_stand(board, (carom_cell)cell))
            add_site(&sites, cell, cell);
    sites.cells = sites.count;
    for (unsigned bit = 0; target != NO_CELL && bit < 2 * CAROM_BOARD_SIDE; bit++) {
        unsigned cell = line_cell(target, bit);
        if (carom_board_can_stand(board, (carom_cell)cell) && (cell != target || bit < CAROM_BOARD_SIDE))
            add_site(&sites, CELLS + bit, cell);
    }
    for (unsigned i = 0; i < sites.count; i++)
        sites.is_start[sites.site[i]] = sites.start_site[sites.cell_of[sites.site[i]]] == sites.site[i];
    return sites;
}

uint32_t carom_index_size(enum symmetry symmetry, const struct carom_board *board, unsigned target)
{
    struct sites sites = sites_of(board, target);
    return sites.cells > BLOCKERS ? index_rows(NULL, symmetry, &sites) : 0;
}

void carom_index_build(struct placement_index *index, enum symmetry symmetry, const struct carom_board *board,
                       unsigned target)
{
    index->symmetry = symmetry;
    index->sites = sites_of(board, target);
    index->size = index_rows(index, symmetry, &index->sites);
}
