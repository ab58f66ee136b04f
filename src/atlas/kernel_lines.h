/*
 * Slides of one blocker on a board without barriers, the two others frozen.
 *
 * With barriers every way is walked (kernel_ways.h); here ways are straight, and a stretch of a row between two stops
 * can be worked out at once. Whatever cell of the stretch [low, high] the blocker is on: if the active robot stands
 * outside the stretch, it ends on `high` or on `low`. If the active robot stands in it, west of the blocker, it ends on
 * `high` or east of the active robot; if east of it, on `low` or west of the active robot. So there are two sets, for
 * active robots west and east of the blocker, and each cell takes the part of both that it has to. Columns likewise.
 *
 * "The blocker next to the active robot" are the diagonals of the table: for each of four sides the set of active
 * cells a such that a is in the set of the blocker beside it. They are found in one pass: the four neighbours of a cell
 * are told apart by (column + 2 row) mod 5.
 */

struct slate {
    const struct fixed *fixed;
    struct set to[CELLS]; /* what slides along columns give */
    uint32_t word_to[CELLS];
    uint32_t word[CELLS];
    uint32_t place[CELLS];
    uint32_t source[CELLS];
    struct set beside[CAROM_DIRECTIONS]; /* with the blocker on this side of the active robot */
    uint32_t word_beside[CAROM_DIRECTIONS];
    struct set edge[2]; /* of columns, of rows, with the frozen blockers */
    uint32_t rows;      /* where something has changed in the last level */
    uint32_t columns;
};

/* Where the third blocker's sets lie, and what has changed there. False if nothing has. */
INLINE bool slate_lay_out(struct slate *slate, const struct sheet *sheet, const struct block *block)
{
    const unsigned last = sheet->layout.cell[sheet->layout.cells - 1];
    uint32_t *place = slate->place;
    for (unsigned cell = 0; cell < block->split; cell++)
        place[cell] = block->row[cell] + block->second;
    for (unsigned cell = block->split; cell <= last; cell++)
        place[cell] = block->base + cell;
    place[block->frozen[0]] = place[block->frozen[1]] = 0;
    memcpy(slate->source, place, sizeof slate->source);
    if (sheet->forbidden != NOWHERE)
        slate->source[sheet->forbidden] = 0;
    const uint32_t *word = sheet->word[0];
    slate->rows = slate->columns = 0;
    for (unsigned row = 0; row <= last / CAROM_SIDE; row++) {
        uint32_t columns = 0;
        for (unsigned column = 0; column < CAROM_SIDE; column++) {
            unsigned cell = row * CAROM_SIDE + column;
            uint32_t w = word[slate->source[cell]];
            slate->word[cell] = w;
            columns |= (uint32_t)((w & sheet->ground.changed) != 0) << column;
        }
        slate->columns |= columns;
        slate->rows |= (uint32_t)(columns != 0) << row;
    }
    return slate->rows != 0;
}

INLINE void slate_beside(struct slate *slate, const struct sheet *sheet, const bool words)
{
    vector beside[CAROM_DIRECTIONS] = {{0}, {0}, {0}, {0}};
    for (unsigned kind = 0; kind < KINDS; kind++) {
        vector near = {0};
        for (unsigned i = 0; i < slate->fixed->kinds[kind]; i++) {
            unsigned cell = slate->fixed->kind[kind][i];
            __builtin_prefetch(&sheet->set[0][slate->source[cell] + 2]);
            near |= load(&sheet->set[0][slate->source[cell]]) & load(&slate->fixed->near[cell]);
        }
        for (unsigned side = 0; side < CAROM_DIRECTIONS; side++)
            beside[side] |= near & load(&slate->fixed->side[side][kind]);
    }
    for (unsigned side = 0; side < CAROM_DIRECTIONS; side++)
        store(&slate->beside[side], beside[side]);
    if (!words)
        return;
    uint32_t word[CAROM_DIRECTIONS] = {0, 0, 0, 0};
    for (unsigned i = 0; i < slate->fixed->lines; i++) {
        unsigned cell = slate->fixed->line[i];
        uint32_t bit = sheet->ground.line_bit[cell];
        /* Over the rim this looks at a wrong cell; nobody asks for what is found there. */
        for (unsigned side = 0; side < CAROM_DIRECTIONS; side++)
            word[side] |= slate->word[carom_cell_next((carom_cell)cell, side)] & bit;
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

INLINE struct stretch stretch_of(const struct slate *slate, const struct sheet *sheet, unsigned low, unsigned high,
                                 vector column, uint32_t word_column, const bool along_row, const bool words)
{
    const unsigned behind = along_row ? CAROM_WEST : CAROM_NORTH, ahead = along_row ? CAROM_EAST : CAROM_SOUTH;
    vector at_low = load(&sheet->set[0][slate->source[low]]), at_high = load(&sheet->set[0][slate->source[high]]);
    vector cells =
        (load(&slate->fixed->above[low]) | load(&slate->fixed->bit[low])) & ~load(&slate->fixed->above[high]) & column;
    vector west = (at_high | load(&slate->beside[ahead])) & cells;
    vector east = (at_low | load(&slate->beside[behind])) & cells;
    struct stretch stretch = {((at_low | at_high) & ~cells) | west, west ^ east, 0, 0};
    if (words) {
        uint32_t word_low = slate->word[low], word_high = slate->word[high];
        uint32_t bits = (slate->fixed->word_above[low] | sheet->ground.line_bit[low]) &
                        ~slate->fixed->word_above[high] & word_column;
        uint32_t word_west = (word_high | slate->word_beside[ahead]) & bits;
        uint32_t word_east = (word_low | slate->word_beside[behind]) & bits;
        stretch.word_before = ((word_low | word_high) & ~bits) | word_west;
        stretch.word_flip = word_west ^ word_east;
    }
    return stretch;
}

INLINE void slide_columns(struct slate *slate, const struct sheet *sheet, const bool words)
{
    const unsigned last = sheet->layout.cell[sheet->layout.cells - 1];
    for (unsigned column = 0; column < CAROM_SIDE; column++) {
        vector cells = load(&slate->fixed->column[column]);
        unsigned low = column;
        while (low <= last) {
            unsigned high = low;
            while (set_has(&slate->edge[0], high))
                high += CAROM_SIDE;
            struct stretch stretch = {{0}, {0}, 0, 0};
            if (low != high && (slate->columns >> column & 1u) != 0)
                stretch = stretch_of(slate, sheet, low, high, cells, slate->fixed->word_column[column], false, words);
            for (; low <= high; low += CAROM_SIDE) {
                store(&slate->to[low], stretch.before ^ (stretch.flip & load(&slate->fixed->above[low])));
                if (words)
                    slate->word_to[low] = stretch.word_before ^ (stretch.word_flip & slate->fixed->word_above[low]);
            }
        }
    }
}

/* Adds what one cell's slides give to the next level. */
INLINE void add_slides(const struct slate *slate, struct sheet *sheet, unsigned cell, const struct stretch *stretch,
                       const bool words)
{
    uint32_t place = slate->place[cell];
    struct set *set = &sheet->set[1][place];
    __builtin_prefetch(set + 2, 1);
    vector before = load(set);
    vector found = stretch->before ^ (stretch->flip & load(&slate->fixed->above[cell]));
    vector more = (found | load(&slate->to[cell])) & ~load(&slate->fixed->bit[cell]) & ~before;
    if (any(more))
        store(set, before | more);
    if (words) {
        uint32_t word_before = sheet->word[1][place];
        uint32_t word = stretch->word_before ^ (stretch->word_flip & slate->fixed->word_above[cell]);
        word = (word | slate->word_to[cell]) & ~sheet->ground.line_bit[cell] & ~sheet->ground.changed & ~word_before;
        if (word != 0)
            sheet->word[1][place] = word_before | word;
    }
}

INLINE void slide_rows(const struct slate *slate, struct sheet *sheet, const struct block *block, const bool words)
{
    const unsigned last = sheet->layout.cell[sheet->layout.cells - 1];
    const vector all = ~(vector){0};
    for (unsigned low = 0; low <= last;) {
        unsigned high = low;
        while (set_has(&slate->edge[1], high))
            high++;
        struct stretch stretch = {{0}, {0}, 0, 0};
        bool here = (slate->rows >> low / CAROM_SIDE & 1u) != 0;
        if (low != high && here)
            stretch = stretch_of(slate, sheet, low, high, all, UINT32_MAX, true, words);
        bool frozen =
            low == high && (low == block->frozen[0] || low == block->frozen[1] || !set_has(&sheet->ground.stand, low));
        for (; low <= high; low++)
            if (!frozen && (here || (slate->columns >> low % CAROM_SIDE & 1u) != 0))
                add_slides(slate, sheet, low, &stretch, words);
    }
}

INLINE void slide_straight(struct slate *slate, struct sheet *sheet, const struct block *block, const bool words)
{
    const struct ground *ground = &sheet->ground;
    if (!slate_lay_out(slate, sheet, block))
        return;
    slate_beside(slate, sheet, words);
    for (unsigned axis = 0; axis < 2; axis++)
        store(&slate->edge[axis], load(&ground->edge[axis == 0 ? CAROM_SOUTH : CAROM_EAST]) &
                                      load(&ground->apart[axis][block->frozen[0]]) &
                                      load(&ground->apart[axis][block->frozen[1]]));
    slide_columns(slate, sheet, words);
    slide_rows(slate, sheet, block, words);
}
