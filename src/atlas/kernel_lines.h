/*
 * Slides of one blocker on a board without barriers, the two others frozen.
 *
 * With barriers every way is walked (kernel_ways.h); here ways are straight, and a stretch of a row between two stops
 * can be worked out at once. Whatever cell of the stretch [low, high] the blocker is on: if the active robot stands
 * outside the stretch, it ends on `high` or on `low`. If the active robot stands in it, west of the blocker, it ends on
 * `high` or east of the active robot; if east of it, on `low` or west of the active robot. So there are two sets, for
 * active robots west and east of the blocker, and each cell takes the part of both that it has to. Columns likewise.
 *
 * "The blocker next to the active robot" are diagonals of the table: for each of four sides the set of active cells a
 * such that a is in the set of the blocker beside it. They are found in one pass over all sets.
 */

struct slate {
    const struct fixed *fixed;
    const char *from;     /* the sets of this level */
    char *to;             /* and of the next */
    struct set up[CELLS]; /* what slides along columns give */
    uint32_t word_up[CELLS];
    _Alignas(32) uint32_t word[CELLS];
    _Alignas(32) uint32_t place[CELLS];
    _Alignas(32) uint32_t source[CELLS]; /* bytes from the first set to this one; likewise: */
    _Alignas(32) uint32_t offset[CELLS];
    struct set beside[CAROM_DIRECTIONS]; /* with the blocker on this side of the active robot */
    uint32_t word_beside[CAROM_DIRECTIONS];
    uint32_t rows; /* where something has changed in the last level */
    uint32_t columns;
};

INLINE vector source_of(const struct slate *slate, unsigned cell)
{
    return load((const struct set *)(slate->from + slate->source[cell]));
}

/* Where the third blocker's sets lie. */
INLINE void slate_places(struct slate *slate, const struct sheet *sheet, const struct block *block)
{
    const uint32_t last = sheet->layout.spots.spot[sheet->layout.spots.count - 1];
    const words none = {0};
    words cell = {0, 1, 2, 3, 4, 5, 6, 7};
    for (unsigned i = 0; i < CELLS; i += 8, cell += 8) {
        words before = *(const words *)&block->row[i] + block->second, behind = cell + block->base;
        words below = (words)(cell < none + block->split), inside = (words)(cell <= none + last);
        words place = ((before & below) | (behind & ~below)) & inside;
        *(words *)&slate->place[i] = place;
        *(words *)&slate->offset[i] = *(words *)&slate->source[i] = place * (uint32_t)sizeof(struct set);
    }
    for (unsigned i = 0; i < 2; i++) {
        unsigned frozen = block->frozen[i];
        slate->place[frozen] = slate->offset[frozen] = slate->source[frozen] = 0;
    }
    if (sheet->forbidden != NO_SPOT)
        slate->source[sheet->forbidden] = 0;
}

/* Fetches the words, and sees what has changed. False if nothing has. */
INLINE bool slate_words(struct slate *slate, const struct sheet *sheet)
{
    const uint32_t *word = sheet->word[0];
    for (unsigned cell = 0; cell < CELLS; cell++)
        slate->word[cell] = word[slate->place[cell]];
    if (sheet->forbidden != NO_SPOT)
        slate->word[sheet->forbidden] = 0;
    slate->rows = slate->columns = 0;
    for (unsigned row = 0; row < CAROM_SIDE; row++) {
        const words *eight = (const words *)&slate->word[row * CAROM_SIDE];
        uint32_t columns = bits_of(eight[0], slate->fixed->changed) | bits_of(eight[1], slate->fixed->changed) << 8;
        slate->columns |= columns;
        slate->rows |= (uint32_t)(columns != 0) << row;
    }
    return slate->rows != 0;
}

INLINE vector near_of(const struct slate *slate, unsigned cell)
{
    __builtin_prefetch(slate->from + slate->source[cell] + 2 * sizeof(struct set)); /* for the block after the next */
    return source_of(slate, cell) & load(&slate->fixed->near[cell]);
}

INLINE void slate_beside(struct slate *slate)
{
    vector near[KINDS] = {{0}, {0}, {0}, {0}, {0}, {0}, {0}};
    unsigned cell = 0;
    for (; cell + KINDS <= CELLS; cell += KINDS) {
        near[0] |= near_of(slate, cell);
        near[1] |= near_of(slate, cell + 1);
        near[2] |= near_of(slate, cell + 2);
        near[3] |= near_of(slate, cell + 3);
        near[4] |= near_of(slate, cell + 4);
        near[5] |= near_of(slate, cell + 5);
        near[6] |= near_of(slate, cell + 6);
    }
    near[0] |= near_of(slate, cell);
    near[1] |= near_of(slate, cell + 1);
    near[2] |= near_of(slate, cell + 2);
    near[3] |= near_of(slate, cell + 3);
    for (unsigned side = 0; side < CAROM_DIRECTIONS; side++) {
        vector beside = {0};
        for (unsigned kind = 0; kind < KINDS; kind++)
            beside |= near[kind] & load(&slate->fixed->side[side][kind]);
        store(&slate->beside[side], beside);
    }
}

INLINE void slate_word_beside(struct slate *slate, const struct ground *ground)
{
    uint32_t word[CAROM_DIRECTIONS] = {0, 0, 0, 0};
    for (unsigned i = 0; i < slate->fixed->lines; i++) {
        unsigned cell = slate->fixed->line[i];
        uint32_t bit = ground->line_bit[cell];
        /* Over the rim this looks at a wrong cell; nobody asks for what is found there. */
        word[CAROM_NORTH] |= slate->word[(cell - CAROM_SIDE) % CELLS] & bit;
        word[CAROM_EAST] |= slate->word[(cell + 1) % CELLS] & bit;
        word[CAROM_SOUTH] |= slate->word[(cell + CAROM_SIDE) % CELLS] & bit;
        word[CAROM_WEST] |= slate->word[(cell - 1) % CELLS] & bit;
    }
    memcpy(slate->word_beside, word, sizeof word);
}

/* A stretch between two stops: what a blocker in it gets to, by whether the active robot is behind it or not. */
struct stretch {
    vector before; /* active robots outside the stretch, or in it before the blocker */
    vector flip;   /* to be changed for those in it behind the blocker */
    uint32_t word_before;
    uint32_t word_flip;
};

INLINE struct stretch stretch_of(const struct slate *slate, unsigned low, unsigned high, vector cells, uint32_t bits,
                                 const bool along_row, const bool with_words)
{
    const unsigned behind = along_row ? CAROM_WEST : CAROM_NORTH, ahead = along_row ? CAROM_EAST : CAROM_SOUTH;
    vector at_low = source_of(slate, low), at_high = source_of(slate, high);
    vector west = (at_high | load(&slate->beside[ahead])) & cells;
    vector east = (at_low | load(&slate->beside[behind])) & cells;
    struct stretch stretch = {((at_low | at_high) & ~cells) | west, west ^ east, 0, 0};
    if (with_words) {
        uint32_t word_low = slate->word[low], word_high = slate->word[high];
        uint32_t word_west = (word_high | slate->word_beside[ahead]) & bits;
        uint32_t word_east = (word_low | slate->word_beside[behind]) & bits;
        stretch.word_before = ((word_low | word_high) & ~bits) | word_west;
        stretch.word_flip = word_west ^ word_east;
    }
    return stretch;
}

INLINE void slide_up(struct slate *slate, unsigned low, unsigned high, const struct stretch *stretch,
                     const bool with_words)
{
    for (unsigned cell = low; cell <= high; cell += CAROM_SIDE) {
        store(&slate->up[cell], stretch->before ^ (stretch->flip & load(&slate->fixed->above[cell])));
        if (with_words)
            slate->word_up[cell] = stretch->word_before ^ (stretch->word_flip & slate->fixed->word_above[cell]);
    }
}

/* Adds what one cell's slides give to the next level. */
INLINE void add_slides(const struct slate *slate, struct sheet *sheet, unsigned cell, const struct stretch *stretch,
                       const bool with_words)
{
    struct set *set = (struct set *)(slate->to + slate->offset[cell]);
    __builtin_prefetch(set + 2, 1);
    vector before = load(set);
    vector found = (stretch->before ^ (stretch->flip & load(&slate->fixed->above[cell]))) | load(&slate->up[cell]);
    vector more = found & ~load(&slate->fixed->bit[cell]) & ~before;
    if (any(more))
        store(set, before | more);
    if (with_words) {
        uint32_t *at = &sheet->word[1][slate->place[cell]], word_before = *at;
        uint32_t word = stretch->word_before ^ (stretch->word_flip & slate->fixed->word_above[cell]);
        word = (word | slate->word_up[cell]) & slate->fixed->word_keep[cell] & ~word_before;
        if (word != 0)
            *at = word_before | word;
    }
}

/* One stretch of cells of a run, along a column or along a row. Columns come first; rows add what both give. */
INLINE void slide_stretch(struct slate *slate, struct sheet *sheet, const struct run *run, unsigned low, unsigned high,
                          const bool along_row, const bool with_words)
{
    const struct fixed *fixed = slate->fixed;
    unsigned line = along_row ? low / CAROM_SIDE : low % CAROM_SIDE;
    bool fresh = ((along_row ? slate->rows : slate->columns) >> line & 1u) != 0;
    struct stretch stretch = {{0}, {0}, 0, 0};
    if (fresh && low != high) {
        vector cells = load(&run->cells);
        uint32_t bits = run->bits;
        if (low != run->low || high != run->high) {
            cells &= (load(&fixed->above[low]) | load(&fixed->bit[low])) & ~load(&fixed->above[high]);
            bits &= (low == run->low ? UINT32_MAX : fixed->word_above[low - 1]) & ~fixed->word_above[high];
        }
        stretch = stretch_of(slate, low, high, cells, bits, along_row, with_words);
    }
    if (!along_row) {
        slide_up(slate, low, high, &stretch, with_words);
        return;
    }
    for (unsigned cell = low; cell <= high; cell++)
        if (fresh || (slate->columns >> cell % CAROM_SIDE & 1u) != 0)
            add_slides(slate, sheet, cell, &stretch, with_words);
}

/* Runs in which a frozen blocker stands fall apart. */
static void slide_parts(struct slate *slate, struct sheet *sheet, const struct run *run, const unsigned frozen[2],
                        const bool along_row, const bool with_words)
{
    unsigned step = along_row ? 1 : CAROM_SIDE, low = run->low;
    for (unsigned cell = run->low; cell <= run->high; cell += step) {
        bool stop = cell == frozen[0] || cell == frozen[1];
        if (stop && low < cell)
            slide_stretch(slate, sheet, run, low, cell - step, along_row, with_words);
        if (stop)
            low = cell + step;
    }
    if (low <= run->high)
        slide_stretch(slate, sheet, run, low, run->high, along_row, with_words);
}

INLINE void slide_runs(struct slate *slate, struct sheet *sheet, const unsigned frozen[2], const bool along_row,
                       const bool with_words)
{
    const struct fixed *fixed = slate->fixed;
    for (unsigned i = 0; i < fixed->runs[along_row]; i++) {
        const struct run *run = &fixed->run[along_row][i];
        if (set_has(&run->cells, frozen[0]) || set_has(&run->cells, frozen[1]))
            slide_parts(slate, sheet, run, frozen, along_row, with_words);
        else
            slide_stretch(slate, sheet, run, run->low, run->high, along_row, with_words);
    }
}

INLINE void slide_straight(struct slate *slate, struct sheet *sheet, const struct block *block, const bool with_words)
{
    slate_places(slate, sheet, block);
    if (!slate_words(slate, sheet))
        return;
    slate->from = (const char *)sheet->set[0];
    slate->to = (char *)sheet->set[1];
    slate_beside(slate);
    if (with_words)
        slate_word_beside(slate, &sheet->ground);
    slide_runs(slate, sheet, block->frozen, false, with_words);
    slide_runs(slate, sheet, block->frozen, true, with_words);
}
