/*
 * Slides of one blocker on a board without barriers, the two others fixed.
 *
 * With barriers every chain is followed link by link (kernel_chains.h). Here slides are straight, and a whole segment
 * of a row between two stops is computed at once. Say the blocker is anywhere in the segment [low, high]. If the active
 * robot is outside the segment, the blocker ends on `high` or on `low`. If the active robot is in it, west of the
 * blocker, the blocker ends on `high` or just east of the active robot; if east of it, on `low` or just west of the
 * active robot. So there are two sets, for active robots west and east of the blocker, and each cell of the segment
 * takes its part of both. Columns work the same way.
 *
 * A set that did not change in the last level has passed on its cells already. So only segments with a changed set are
 * computed, and unchanged sets may be read as empty.
 *
 * "The blocker next to the active robot" is a diagonal of the table: for each of four sides, the active cells a that
 * are in the set of the blocker beside a. All four are found in one pass over the sets.
 */

struct straight_work {
    const struct cell_masks *masks;
    const char *from;          /* sets of this level */
    char *to;                  /* sets of the next level */
    struct bitboard up[CELLS]; /* result of slides along columns */
    uint32_t word_up[CELLS];
    _Alignas(32) uint32_t word[CELLS];
    _Alignas(32) uint32_t index[CELLS];
    _Alignas(32) uint32_t source[CELLS]; /* [cell]: offset in bytes of its set */
    _Alignas(32) uint32_t offset[CELLS];
    struct bitboard beside[CAROM_DIRECTIONS]; /* [side]: active cells in the set of a blocker on that side of them */
    uint32_t word_beside[CAROM_DIRECTIONS];
    struct bitboard changed; /* cells of the blocker whose sets changed in the last level */
    struct bitboard slid;    /* cells for which `up` holds a result */
};

INLINE vec256 source_set(const struct straight_work *work, unsigned cell)
{
    return load((const struct bitboard *)(work->from + work->source[cell]));
}

/* Computes where the sets of the third blocker are. */
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
        *(vec8x32 *)&work->offset[i] = *(vec8x32 *)&work->source[i] = place * (uint32_t)(2 * sizeof(struct bitboard));
    }
    for (unsigned i = 0; i < 2; i++) {
        unsigned fixed = line->fixed_sites[i];
        work->index[fixed] = work->offset[fixed] = work->source[fixed] = 0;
    }
    if (tablebase->forbidden_site != NO_SITE)
        work->source[tablebase->forbidden_site] = 0;
}

/* Loads line_bits and finds what changed. False if nothing did. */
INLINE bool load_line_bits(struct straight_work *work, const struct tablebase *tablebase)
{
    for (unsigned cell = 0; cell < CELLS; cell++)
        work->word[cell] = *line_word(tablebase, 0, work->index[cell]);
    if (tablebase->forbidden_site != NO_SITE)
        work->word[tablebase->forbidden_site] = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t changed = 0;
        for (unsigned j = 0; j < 64; j += 8)
            changed |= (uint64_t)bit_of_each(*(const vec8x32 *)&work->word[i * 64 + j], work->masks->changed) << j;
        work->changed.word[i] = changed;
    }
    return any(load(&work->changed));
}

INLINE vec256 neighbour_set(const struct straight_work *work, unsigned cell)
{
    __builtin_prefetch(work->from + work->source[cell] + 2 * sizeof(struct bitboard)); /* of the next pair */
    return source_set(work, cell) & load(&work->masks->neighbours[cell]);
}

INLINE void collect_all_beside(const struct straight_work *work, struct bitboard beside[NEIGHBOUR_CLASSES])
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
    for (unsigned i = 0; i < NEIGHBOUR_CLASSES; i++)
        store(&beside[i], near[i]);
}

INLINE void collect_changed_beside(const struct straight_work *work, struct bitboard beside[NEIGHBOUR_CLASSES])
{
    for (unsigned i = 0; i < 4; i++)
        for (uint64_t bits = work->changed.word[i]; bits != 0; bits &= bits - 1) {
            unsigned cell = i * 64 + (unsigned)__builtin_ctzll(bits);
            struct bitboard *near = &beside[cell % NEIGHBOUR_CLASSES];
            store(near, load(near) | (source_set(work, cell) & load(&work->masks->neighbours[cell])));
        }
}

/* When more sets than this changed, reading all in a row is faster. */
#define FEW_CHANGED 100

INLINE void collect_beside(struct straight_work *work)
{
    struct bitboard near[NEIGHBOUR_CLASSES] = {{{0}}};
    if (popcount256(load(&work->changed)) > FEW_CHANGED)
        collect_all_beside(work, near);
    else
        collect_changed_beside(work, near);
    for (unsigned side = 0; side < CAROM_DIRECTIONS; side++) {
        vec256 beside = {0};
        for (unsigned kind = 0; kind < NEIGHBOUR_CLASSES; kind++)
            beside |= load(&near[kind]) & load(&work->masks->neighbour_on_side[side][kind]);
        store(&work->beside[side], beside);
    }
}

INLINE void collect_line_bits_beside(struct straight_work *work, const struct board_masks *masks)
{
    uint32_t word[CAROM_DIRECTIONS] = {0, 0, 0, 0};
    for (unsigned i = 0; i < work->masks->line_cell_count; i++) {
        unsigned cell = work->masks->line_cells[i];
        uint32_t bit = masks->line_bit[cell];
        /* Beyond the edge this reads a wrong cell, but that result is never used. */
        word[CAROM_NORTH] |= work->word[(cell - CAROM_BOARD_SIDE) % CELLS] & bit;
        word[CAROM_EAST] |= work->word[(cell + 1) % CELLS] & bit;
        word[CAROM_SOUTH] |= work->word[(cell + CAROM_BOARD_SIDE) % CELLS] & bit;
        word[CAROM_WEST] |= work->word[(cell - 1) % CELLS] & bit;
    }
    memcpy(work->word_beside, word, sizeof word);
}

/* A segment: what a blocker in it solves, by the side on which the active robot is. */
struct segment_sets {
    vec256 before; /* active robot outside the segment, or in it before the blocker */
    vec256 flip;   /* XOR for active robots in it behind the blocker */
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

/* Adds the result of one cell's slides to the next level; of those along its column if there is one. */
INLINE void add_slides(const struct straight_work *work, struct tablebase *tablebase, unsigned cell,
                       const struct segment_sets *segment, const bool with_words)
{
    const bool slid = bb_has(&work->slid, cell);
    struct bitboard *set = (struct bitboard *)(work->to + work->offset[cell]);
    __builtin_prefetch(set + 2, 1);
    vec256 before = load(set);
    vec256 found = segment->before ^ (segment->flip & load(&work->masks->after[cell]));
    if (slid)
        found |= load(&work->up[cell]);
    vec256 more = found & ~load(&work->masks->single[cell]) & ~before;
    if (any(more))
        store(set, before | more);
    if (with_words) {
        uint32_t *at = line_word(tablebase, 1, work->index[cell]), word_before = *at;
        uint32_t word = segment->word_before ^ (segment->word_flip & work->masks->line_bits_after[cell]);
        word = (word | (slid ? work->word_up[cell] : 0)) & work->masks->line_bits_keep[cell] & ~word_before;
        if (word != 0)
            *at = word_before | word;
    }
}

/* Handles a segment of a column or row, or the part of it between fixed blockers, in which a set has changed. Columns
 * come first; rows then add both results. */
INLINE void slide_segment(struct straight_work *work, struct tablebase *tablebase, const struct segment *segment,
                          unsigned low, unsigned high, const bool along_row, const bool with_words)
{
    const struct cell_masks *masks = work->masks;
    struct segment_sets segment_sets = {{0}, {0}, 0, 0};
    if (low != high) {
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
        add_slides(work, tablebase, cell, &segment_sets, with_words);
}

/* Splits segments in which a fixed blocker stands. */
static void slide_split_segment(struct straight_work *work, struct tablebase *tablebase, const struct segment *segment,
                                const unsigned fixed[2], const bool along_row, const bool with_words)
{
    unsigned step = along_row ? 1 : CAROM_BOARD_SIDE, low = segment->low;
    for (unsigned cell = segment->low; cell <= segment->high; cell += step) {
        bool stop = cell == fixed[0] || cell == fixed[1];
        if (stop && low < cell)
            slide_segment(work, tablebase, segment, low, cell - step, along_row, with_words);
        if (stop)
            low = cell + step;
    }
    if (low <= segment->high)
        slide_segment(work, tablebase, segment, low, segment->high, along_row, with_words);
}

/* Nothing changed in this segment of a row: adds what was found along columns. */
INLINE void add_column_slides(const struct straight_work *work, struct tablebase *tablebase,
                              const struct segment *segment, const unsigned fixed[2], const bool with_words)
{
    const struct segment_sets none = {{0}, {0}, 0, 0};
    unsigned first = segment->low / 64 * 64;
    uint64_t bits = work->slid.word[first / 64] & segment->cells.word[first / 64];
    for (; bits != 0; bits &= bits - 1) {
        unsigned cell = first + (unsigned)__builtin_ctzll(bits);
        if (cell != fixed[0] && cell != fixed[1])
            add_slides(work, tablebase, cell, &none, with_words);
    }
}

INLINE void slide_segments(struct straight_work *work, struct tablebase *tablebase, const unsigned fixed[2],
                           const bool along_row, const bool with_words)
{
    const struct cell_masks *masks = work->masks;
    const vec256 changed = load(&work->changed);
    vec256 slid = {0};
    for (unsigned i = 0; i < masks->segment_count[along_row]; i++) {
        const struct segment *segment = &masks->segment[along_row][i];
        vec256 cells = load(&segment->cells);
        if (!any(changed & cells)) {
            if (along_row)
                add_column_slides(work, tablebase, segment, fixed, with_words);
            continue;
        }
        slid |= cells;
        if (bb_has(&segment->cells, fixed[0]) || bb_has(&segment->cells, fixed[1]))
            slide_split_segment(work, tablebase, segment, fixed, along_row, with_words);
        else
            slide_segment(work, tablebase, segment, segment->low, segment->high, along_row, with_words);
    }
    if (!along_row)
        store(&work->slid, slid);
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
