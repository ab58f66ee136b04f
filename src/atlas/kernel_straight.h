/*
 * Slides of one blocker on a board without barriers, the two others frozen.
 *
 * With barriers every way is walked (kernel_chains.h); here ways are straight, and a stretch of a row between two stops
 * can be worked out at once. Whatever cell of the stretch [low, high] the blocker is on: if the active robot stands
 * outside the stretch, it ends on `high` or on `low`. If the active robot stands in it, west of the blocker, it ends on
 * `high` or east of the active robot; if east of it, on `low` or west of the active robot. So there are two sets, for
 * active robots west and east of the blocker, and each cell takes the part of both that it has to. Columns likewise.
 *
 * "The blocker next to the active robot" are diagonals of the table: for each of four sides the set of active cells a
 * such that a is in the set of the blocker beside it. They are found in one pass over all sets.
 */

struct straight_work {
    const struct cell_masks *masks;
    const char *from;          /* the sets of this level */
    char *to;                  /* and of the next */
    struct bitboard up[CELLS]; /* what slides along columns give */
    uint32_t word_up[CELLS];
    _Alignas(32) uint32_t word[CELLS];
    _Alignas(32) uint32_t index[CELLS];
    _Alignas(32) uint32_t source[CELLS]; /* bytes from the first set to this one; likewise: */
    _Alignas(32) uint32_t offset[CELLS];
    struct bitboard beside[CAROM_DIRECTIONS]; /* with the blocker on this side of the active robot */
    uint32_t word_beside[CAROM_DIRECTIONS];
    uint32_t rows; /* where something has changed in the last level */
    uint32_t columns;
};

INLINE vec256 source_set(const struct straight_work *work, unsigned cell)
{
    return load((const struct bitboard *)(work->from + work->source[cell]));
}

/* Where the third blocker's sets lie. */
INLINE void load_indices(struct straight_work *work, const struct tablebase *tablebase, const struct index_line *line)
{
    const uint32_t last = tablebase->index.sites.site[tablebase->index.sites.count - 1];
    const vec8x32 none = {0};
    vec8x32 cell = {0, 1, 2, 3, 4, 5, 6, 7};
    for (unsigned i = 0; i < CELLS; i += 8, cell += 8) {
        vec8x32 before = *(const vec8x32 *)&line->row[i] + line->second, behind = cell + line->base;
        vec8x32 below = (vec8x32)(cell < none + line->split_site), inside = (vec8x32)(cell <= none + last);
        vec8x32 place = ((before & below) | (behind & ~below)) & inside;
        *(vec8x32 *)&work->index[i] = place;
        *(vec8x32 *)&work->offset[i] = *(vec8x32 *)&work->source[i] = place * (uint32_t)sizeof(struct bitboard);
    }
    for (unsigned i = 0; i < 2; i++) {
        unsigned frozen = line->fixed_sites[i];
        work->index[frozen] = work->offset[frozen] = work->source[frozen] = 0;
    }
    if (tablebase->forbidden_site != NO_SITE)
        work->source[tablebase->forbidden_site] = 0;
}

/* Fetches the words, and sees what has changed. False if nothing has. */
INLINE bool load_line_bits(struct straight_work *work, const struct tablebase *tablebase)
{
    const uint32_t *word = tablebase->line_bits[0];
    for (unsigned cell = 0; cell < CELLS; cell++)
        work->word[cell] = word[work->index[cell]];
    if (tablebase->forbidden_site != NO_SITE)
        work->word[tablebase->forbidden_site] = 0;
    work->rows = work->columns = 0;
    for (unsigned row = 0; row < CAROM_BOARD_SIDE; row++) {
        const vec8x32 *eight = (const vec8x32 *)&work->word[row * CAROM_BOARD_SIDE];
        uint32_t columns = bit_of_each(eight[0], work->masks->changed) | bit_of_each(eight[1], work->masks->changed)
                                                                             << 8;
        work->columns |= columns;
        work->rows |= (uint32_t)(columns != 0) << row;
    }
    return work->rows != 0;
}

INLINE vec256 neighbour_set(const struct straight_work *work, unsigned cell)
{
    __builtin_prefetch(work->from + work->source[cell] +
                       2 * sizeof(struct bitboard)); /* for the block after the next */
    return source_set(work, cell) & load(&work->masks->neighbours[cell]);
}

INLINE void collect_beside(struct straight_work *work)
{
    vec256 near[NEIGHBOUR_CLASSES] = {{0}, {0}, {0}, {0}, {0}, {0}, {0}};
    unsigned cell = 0;
    for (; cell + NEIGHBOUR_CLASSES <= CELLS; cell += NEIGHBOUR_CLASSES) {
        near[0] |= neighbour_set(work, cell);
        near[1] |= neighbour_set(work, cell + 1);
        near[2] |= neighbour_set(work, cell + 2);
        near[3] |= neighbour_set(work, cell + 3);
        near[4] |= neighbour_set(work, cell + 4);
        near[5] |= neighbour_set(work, cell + 5);
        near[6] |= neighbour_set(work, cell + 6);
    }
    near[0] |= neighbour_set(work, cell);
    near[1] |= neighbour_set(work, cell + 1);
    near[2] |= neighbour_set(work, cell + 2);
    near[3] |= neighbour_set(work, cell + 3);
    for (unsigned side = 0; side < CAROM_DIRECTIONS; side++) {
        vec256 beside = {0};
        for (unsigned kind = 0; kind < NEIGHBOUR_CLASSES; kind++)
            beside |= near[kind] & load(&work->masks->neighbour_on_side[side][kind]);
        store(&work->beside[side], beside);
    }
}

INLINE void collect_line_bits_beside(struct straight_work *work, const struct board_masks *masks)
{
    uint32_t word[CAROM_DIRECTIONS] = {0, 0, 0, 0};
    for (unsigned i = 0; i < work->masks->line_cell_count; i++) {
        unsigned cell = work->masks->line_cells[i];
        uint32_t bit = masks->line_bit[cell];
        /* Over the rim this looks at a wrong cell; nobody asks for what is found there. */
        word[CAROM_NORTH] |= work->word[(cell - CAROM_BOARD_SIDE) % CELLS] & bit;
        word[CAROM_EAST] |= work->word[(cell + 1) % CELLS] & bit;
        word[CAROM_SOUTH] |= work->word[(cell + CAROM_BOARD_SIDE) % CELLS] & bit;
        word[CAROM_WEST] |= work->word[(cell - 1) % CELLS] & bit;
    }
    memcpy(work->word_beside, word, sizeof word);
}

/* A stretch between two stops: what a blocker in it gets to, by whether the active robot is behind it or not. */
struct segment_sets {
    vec256 before; /* active robots outside the stretch, or in it before the blocker */
    vec256 flip;   /* to be changed for those in it behind the blocker */
    uint32_t word_before;
    uint32_t word_flip;
};

INLINE struct segment_sets segment_sets_of(const struct straight_work *work, unsigned low, unsigned high, vec256 cells,
                                           uint32_t bits, const bool along_row, const bool with_words)
{
    const unsigned behind = along_row ? CAROM_WEST : CAROM_NORTH, ahead = along_row ? CAROM_EAST : CAROM_SOUTH;
    vec256 at_low = source_set(work, low), at_high = source_set(work, high);
    vec256 west = (at_high | load(&work->beside[ahead])) & cells;
    vec256 east = (at_low | load(&work->beside[behind])) & cells;
    struct segment_sets segment = {((at_low | at_high) & ~cells) | west, west ^ east, 0, 0};
    if (with_words) {
        uint32_t word_low = work->word[low], word_high = work->word[high];
        uint32_t word_west = (word_high | work->word_beside[ahead]) & bits;
        uint32_t word_east = (word_low | work->word_beside[behind]) & bits;
        segment.word_before = ((word_low | word_high) & ~bits) | word_west;
        segment.word_flip = word_west ^ word_east;
    }
    return segment;
}

INLINE void store_column_slides(struct straight_work *work, unsigned low, unsigned high,
                                const struct segment_sets *segment, const bool with_words)
{
    for (unsigned cell = low; cell <= high; cell += CAROM_BOARD_SIDE) {
        store(&work->up[cell], segment->before ^ (segment->flip & load(&work->masks->after[cell])));
        if (with_words)
            work->word_up[cell] = segment->word_before ^ (segment->word_flip & work->masks->line_bits_after[cell]);
    }
}

/* Adds what one cell's slides give to the next level. */
INLINE void add_row_slides(const struct straight_work *work, struct tablebase *tablebase, unsigned cell,
                           const struct segment_sets *segment, const bool with_words)
{
    struct bitboard *set = (struct bitboard *)(work->to + work->offset[cell]);
    __builtin_prefetch(set + 2, 1);
    vec256 before = load(set);
    vec256 found = (segment->before ^ (segment->flip & load(&work->masks->after[cell]))) | load(&work->up[cell]);
    vec256 more = found & ~load(&work->masks->single[cell]) & ~before;
    if (any(more))
        store(set, before | more);
    if (with_words) {
        uint32_t *at = &tablebase->line_bits[1][work->index[cell]], word_before = *at;
        uint32_t word = segment->word_before ^ (segment->word_flip & work->masks->line_bits_after[cell]);
        word = (word | work->word_up[cell]) & work->masks->line_bits_keep[cell] & ~word_before;
        if (word != 0)
            *at = word_before | word;
    }
}

/* One stretch of cells of a run, along a column or along a row. Columns come first; rows add what both give. */
INLINE void slide_segment(struct straight_work *work, struct tablebase *tablebase, const struct segment *segment,
                          unsigned low, unsigned high, const bool along_row, const bool with_words)
{
    const struct cell_masks *masks = work->masks;
    unsigned line = along_row ? low / CAROM_BOARD_SIDE : low % CAROM_BOARD_SIDE;
    bool fresh = ((along_row ? work->rows : work->columns) >> line & 1u) != 0;
    struct segment_sets segment_sets = {{0}, {0}, 0, 0};
    if (fresh && low != high) {
        vec256 cells = load(&segment->cells);
        uint32_t bits = segment->bits;
        if (low != segment->low || high != segment->high) {
            cells &= (load(&masks->after[low]) | load(&masks->single[low])) & ~load(&masks->after[high]);
            bits &=
                (low == segment->low ? UINT32_MAX : masks->line_bits_after[low - 1]) & ~masks->line_bits_after[high];
        }
        segment_sets = segment_sets_of(work, low, high, cells, bits, along_row, with_words);
    }
    if (!along_row) {
        store_column_slides(work, low, high, &segment_sets, with_words);
        return;
    }
    for (unsigned cell = low; cell <= high; cell++)
        if (fresh || (work->columns >> cell % CAROM_BOARD_SIDE & 1u) != 0)
            add_row_slides(work, tablebase, cell, &segment_sets, with_words);
}

/* Runs in which a frozen blocker stands fall apart. */
static void slide_split_segment(struct straight_work *work, struct tablebase *tablebase, const struct segment *segment,
                                const unsigned frozen[2], const bool along_row, const bool with_words)
{
    unsigned step = along_row ? 1 : CAROM_BOARD_SIDE, low = segment->low;
    for (unsigned cell = segment->low; cell <= segment->high; cell += step) {
        bool stop = cell == frozen[0] || cell == frozen[1];
        if (stop && low < cell)
            slide_segment(work, tablebase, segment, low, cell - step, along_row, with_words);
        if (stop)
            low = cell + step;
    }
    if (low <= segment->high)
        slide_segment(work, tablebase, segment, low, segment->high, along_row, with_words);
}

INLINE void slide_segments(struct straight_work *work, struct tablebase *tablebase, const unsigned frozen[2],
                           const bool along_row, const bool with_words)
{
    const struct cell_masks *masks = work->masks;
    for (unsigned i = 0; i < masks->segment_count[along_row]; i++) {
        const struct segment *segment = &masks->segment[along_row][i];
        if (bb_has(&segment->cells, frozen[0]) || bb_has(&segment->cells, frozen[1]))
            slide_split_segment(work, tablebase, segment, frozen, along_row, with_words);
        else
            slide_segment(work, tablebase, segment, segment->low, segment->high, along_row, with_words);
    }
}

INLINE void slide_straight(struct straight_work *work, struct tablebase *tablebase, const struct index_line *line,
                           const bool with_words)
{
    load_indices(work, tablebase, line);
    if (!load_line_bits(work, tablebase))
        return;
    work->from = (const char *)tablebase->solved[0];
    work->to = (char *)tablebase->solved[1];
    collect_beside(work);
    if (with_words)
        collect_line_bits_beside(work, &tablebase->masks);
    slide_segments(work, tablebase, line->fixed_sites, false, with_words);
    slide_segments(work, tablebase, line->fixed_sites, true, with_words);
}
