/*
 * Backward moves of the active robot: for each placement of the blockers, finds the cells from which one slide ends in
 * the solved set, by filling backwards along rows and columns. Only cells that are new since the last level are filled
 * from.
 *
 * Placements that differ in the third blocker only lie one behind the other. Their sets are filled PLACES at a time,
 * and their line_bits, which are 32 bits each, CHUNK at a time.
 */

#define CHUNK 8

/* The edges that are open in a placement, by heading. */
struct edge_masks {
    places east, west, south, north;
};

INLINE places fill_from_east(places ends, places edge)
{
    ends |= ends >> 1 & edge;
    edge &= edge >> 1;
    ends |= ends >> 2 & edge;
    edge &= edge >> 2;
    ends |= ends >> 4 & edge;
    edge &= edge >> 4;
    return ends | (ends >> 8 & edge);
}
/* A run of edges ends at a cell without one. Adding a bit at its beginning carries to that cell, and XOR gives the
 * bits that changed: the run. */
INLINE places spread_from_west(places ends, places edge)
{
    return (edge + ends) ^ edge;
}
INLINE places spread_from_south(places ends, places edge)
{
    ends |= SHIFT_NORTH(ends, 1) & edge;
    edge &= SHIFT_NORTH(edge, 1);
    ends |= SHIFT_NORTH(ends, 2) & edge;
    edge &= SHIFT_NORTH(edge, 2);
    ends |= SHIFT_NORTH(ends, 4) & edge;
    edge &= SHIFT_NORTH(edge, 4);
    return ends | (SHIFT_NORTH(ends, 8) & edge);
}
INLINE places spread_from_north(places ends, places edge)
{
    ends |= SHIFT_SOUTH(ends & edge, 1);
    edge &= SHIFT_NORTH(edge, 1);
    ends |= SHIFT_SOUTH(ends & edge, 2);
    edge &= SHIFT_NORTH(edge, 2);
    ends |= SHIFT_SOUTH(ends & edge, 4);
    edge &= SHIFT_NORTH(edge, 4);
    return ends | SHIFT_SOUTH(ends & edge, 8);
}

/* Fills both lines through the target at once, for robots that have not made their ricochet. */
INLINE vec8x32 retro_slide_lines(vec8x32 word, vec8x32 down, vec8x32 up, const vec8x32 bounced[2])
{
    vec8x32 high = (word & ~down) | bounced[0];
    high |= high >> 1 & down;
    down &= down >> 1;
    high |= high >> 2 & down;
    down &= down >> 2;
    high |= high >> 4 & down;
    down &= down >> 4;
    high |= high >> 8 & down;
    vec8x32 low = (word & ~(up << 1)) | bounced[1];
    return high | ((up + low) ^ up);
}

/* [heading][placement]: barriers such that a robot entering them with that heading ends in the solved set. */
struct bounce_ends {
    struct bitboard ends[CAROM_DIRECTIONS][PLACES];
};

/* Where each ray of the active robot behind a barrier ends. The barrier's own cell means nowhere, because no robot can
 * stand there.
 *
 * The rays are traced once for each cell of the first blocker. That says where a ray ends with one more blocker on any
 * cell, and when it gets there. Of two more blockers a ray meets one first, and the other does not matter; so for a
 * whole placement the rows of the two are merged, RAY_LANES rays side by side. */
#define NOT_PASSED UINT8_MAX
struct ray_ends {
    uint8_t *end;   /* [blocker][ray]: the cell where the ray ends */
    uint8_t *order; /* [blocker][ray]: how many other cells the ray passes before; NOT_PASSED: it never gets there */
    size_t stride;
};

/* Traces one ray with the first blocker fixed. */
static void trace_ray(const struct board_masks *masks, unsigned first, unsigned ray, const struct ray_ends *to)
{
    unsigned cell = masks->ray[ray].barrier;
    unsigned nowhere = cell, heading = masks->heading_after[cell][masks->ray[ray].heading];
    unsigned count = 0, end = nowhere;
    uint8_t passed[CELLS], before[CELLS]; /* in order, and the cell where a blocker there stops the robot */
    struct bitboard seen = {{0}};
    for (unsigned steps = 0; steps < 4 * CELLS; steps++) {
        unsigned stop = bb_has(&masks->standable, cell) ? cell : nowhere;
        unsigned next = carom_cell_neighbour((carom_cell)cell, heading);
        if ((masks->walls[cell] >> heading & 1u) != 0 || next == first) {
            end = stop;
            break;
        }
        if (!bb_has(&seen, next)) {
            passed[count] = (uint8_t)next;
            before[count++] = (uint8_t)stop;
        }
        bb_add(&seen, next);
        cell = next;
        heading = masks->heading_after[cell][heading];
    }
    for (unsigned blocker = 0; blocker < CELLS; blocker++)
        to->end[blocker * to->stride + ray] = (uint8_t)end;
    for (unsigned i = 0; i < count; i++) {
        to->end[passed[i] * to->stride + ray] = before[i];
        to->order[passed[i] * to->stride + ray] = (uint8_t)i;
    }
}

static void trace_rays(const struct board_masks *masks, unsigned first, const struct ray_ends *to)
{
    memset(to->order, NOT_PASSED, CELLS * to->stride);
    for (unsigned i = 0; i < masks->rays; i++)
        trace_ray(masks, first, i, to);
}

/* With two more blockers a ray ends at the one that it gets to first. Collects the rays that end in the set of
 * placement `place`. */
INLINE void collect_bounces(struct bounce_ends *bounces, unsigned place, const struct board_masks *masks,
                            const struct ray_ends *ends, unsigned second, unsigned third, const struct bitboard *set)
{
    const size_t row[2] = {second * ends->stride, third * ends->stride};
    for (unsigned first = 0; first < masks->rays; first += RAY_LANES) {
        const uint8_t *end = ends->end + first, *order = ends->order + first;
        vec32x8 sooner = (vec32x8)(load_bytes(order + row[1]) < load_bytes(order + row[0]));
        vec32x8 at = (load_bytes(end + row[1]) & sooner) | (load_bytes(end + row[0]) & ~sooner);
        uint32_t hits = has_each(set, at);
        if (masks->rays - first < RAY_LANES)
            hits &= ((uint32_t)1 << (masks->rays - first)) - 1;
        for (; hits != 0; hits &= hits - 1) {
            const struct barrier_entry *ray = &masks->ray[first + (unsigned)__builtin_ctz(hits)];
            bb_add(&bounces->ends[ray->heading][place], ray->barrier);
        }
    }
}

/* The bits of the target's row in one set and of its column in another, of each placement, as in line_bits. */
INLINE void line_bits_of(const struct tablebase *tablebase, places row_set, places column_set, uint32_t bits[PLACES])
{
    struct bitboard set[PLACES];
    columns_of(column_set, tablebase->target % CAROM_BOARD_SIDE, bits);
    store_places(set, 1, row_set, PLACES);
    unsigned row = tablebase->target / CAROM_BOARD_SIDE;
    for (unsigned i = 0; i < PLACES; i++)
        bits[i] =
            bits[i] << CAROM_BOARD_SIDE | (uint32_t)(set[i].word[row / 4] >> row % 4 * CAROM_BOARD_SIDE & 0xffffu);
}

/* For robots on the target's lines (R7), per placement of a chunk. */
struct line_slides {
    _Alignas(32) uint32_t turned[CHUNK];     /* where a slide across the line makes the ricochet */
    _Alignas(32) uint32_t bounced[2][CHUNK]; /* where one along the line ends behind a barrier: east and south, west and
                                                north */
    _Alignas(32) uint32_t changed[CHUNK];    /* all bits: something changed in the last level */
};

/* The cells from which one slide ends in `fresh`. */
INLINE places retro_slide(const struct tablebase *tablebase, places fresh, const struct edge_masks *edges,
                          const struct bounce_ends *bounces, struct line_slides *lines, unsigned at)
{
    places to_east = fresh & ~edges->east, to_west = fresh & ~(edges->west << 1);
    places to_south = fresh & ~edges->south, to_north = fresh & ~SHIFT_SOUTH(edges->north, 1);
    if (bounces != NULL) {
        places east = load_places(bounces->ends[CAROM_EAST], 1, PLACES);
        places south = load_places(bounces->ends[CAROM_SOUTH], 1, PLACES);
        places west = load_places(bounces->ends[CAROM_WEST], 1, PLACES);
        places north = load_places(bounces->ends[CAROM_NORTH], 1, PLACES);
        to_east |= east;
        to_west |= west;
        to_south |= south;
        to_north |= north;
        if (tablebase->ricochet) {
            line_bits_of(tablebase, east, south, &lines->bounced[0][at]);
            line_bits_of(tablebase, west, north, &lines->bounced[1][at]);
        }
    }
    places from_east = fill_from_east(to_east, edges->east), from_west = spread_from_west(to_west, edges->west);
    places from_south = spread_from_south(to_south, edges->south);
    places from_north = spread_from_north(to_north, edges->north);
    if (tablebase->ricochet) {
        /* A robot already there has not moved, so it has yet to make its ricochet. */
        places rows = (from_east & ~to_east) | (from_west & ~to_west);
        places columns = (from_south & ~to_south) | (from_north & ~to_north);
        line_bits_of(tablebase, columns, rows, &lines->turned[at]);
    }
    return from_east | from_west | from_south | from_north;
}

/* On the vortex with barriers all robots count as different; of those that move alike only rising cells are listed. */
static bool is_canonical(const struct carom_atlas *atlas, const uint8_t cell[CAROM_COLOURS])
{
    for (unsigned i = 1; i < CAROM_COLOURS; i++)
        for (unsigned j = 0; j < i; j++)
            if ((atlas->alike_robots >> i & atlas->alike_robots >> j & 1u) != 0 && cell[j] > cell[i])
                return false;
    return true;
}

/* Keeps the newest placements, in case they turn out to be the hardest. */
static void list_hardest(struct carom_atlas *atlas, unsigned slice, const struct board_masks *masks,
                         const unsigned blocker[3], const struct bitboard *fresh, uint32_t fresh_word)
{
    struct slice_stats *stats = &atlas->stats[slice];
    if (stats->depth != atlas->depth)
        stats->listed = 0;
    stats->depth = atlas->depth;
    for (unsigned cell = 0; cell < CELLS && stats->listed < atlas->task.hardest_max; cell++)
        if (bb_has(fresh, cell) || (masks->line_bit[cell] & fresh_word) != 0) {
            struct hard_placement hard_placement = {
                {(uint8_t)blocker[0], (uint8_t)blocker[1], (uint8_t)blocker[2], (uint8_t)cell}};
            stats->list[stats->listed] = hard_placement;
            stats->listed += is_canonical(atlas, hard_placement.cell);
        }
}

INLINE bool hardest_wanted(const struct carom_atlas *atlas, const struct slice_stats *stats)
{
    return stats->depth != atlas->depth || stats->listed < atlas->task.hardest_max;
}

/* The placements of a chunk: the first two blockers are fixed. */
struct chunk {
    unsigned p, q;
    unsigned third; /* site of the first one's third blocker */
    unsigned count;
    uint32_t at; /* index of the first */
    bool begins; /* placements are counted, unless the third blocker says otherwise */
};

/* Lists a placement if it may be the hardest: `fresh` are the active robot's cells, `fresh_word` its cells on the
 * target's lines (R7). */
static void list_places(struct carom_atlas *atlas, unsigned slice, const struct tablebase *tablebase,
                        const struct chunk *chunk, unsigned i, const struct bitboard *fresh, uint32_t fresh_word)
{
    const uint8_t *cell_of = tablebase->index.sites.cell_of;
    const unsigned blockers[BLOCKERS] = {cell_of[chunk->p], cell_of[chunk->q], cell_of[chunk->third + i]};
    if (hardest_wanted(atlas, &atlas->stats[slice]) && (fresh_word != 0 || any(load(fresh))))
        list_hardest(atlas, slice, &tablebase->masks, blockers, fresh, fresh_word);
}

INLINE vec8x32 load_words(const uint32_t *word, unsigned count)
{
    _Alignas(32) uint32_t part[CHUNK] = {0};
    if (count == CHUNK)
        return *(const vec8x32_unaligned *)word;
    for (unsigned i = 0; i < count; i++)
        part[i] = word[i];
    return *(const vec8x32 *)part;
}

/* Loads line_bits of a chunk in both levels, which alternate in memory. */
INLINE void load_line_words(const struct tablebase *tablebase, const struct chunk *chunk, vec8x32 level[2])
{
    const bool first = tablebase->line_bits[0] < tablebase->line_bits[1];
    const uint32_t *word = line_word(tablebase, first ? 0 : 1, chunk->at);
    unsigned half = chunk->count < CHUNK / 2 ? chunk->count : CHUNK / 2;
    vec8x32 low = load_words(word, 2 * half), high = load_words(word + CHUNK, 2 * (chunk->count - half));
    level[first ? 0 : 1] = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
    level[first ? 1 : 0] = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
}
INLINE void store_line_words(const struct tablebase *tablebase, const struct chunk *chunk, const vec8x32 level[2])
{
    const bool first = tablebase->line_bits[0] < tablebase->line_bits[1];
    uint32_t *word = line_word(tablebase, first ? 0 : 1, chunk->at);
    vec8x32 even = level[first ? 0 : 1], odd = level[first ? 1 : 0];
    _Alignas(32) uint32_t part[2 * CHUNK];
    vec8x32 low = __builtin_shufflevector(even, odd, 0, 8, 1, 9, 2, 10, 3, 11);
    vec8x32 high = __builtin_shufflevector(even, odd, 4, 12, 5, 13, 6, 14, 7, 15);
    if (chunk->count == CHUNK) {
        *(vec8x32_unaligned *)word = low;
        *(vec8x32_unaligned *)(word + CHUNK) = high;
        return;
    }
    *(vec8x32 *)part = low;
    *(vec8x32 *)(part + CHUNK) = high;
    for (unsigned i = 0; i < 2 * chunk->count; i++)
        word[i] = part[i];
}

/* Of each third blocker of the chunk: the edges of the target's lines that do not touch it. */
INLINE vec8x32 lines_clear_of(const struct tablebase *tablebase, const struct chunk *chunk, const bool barriers)
{
    if (!barriers) /* sites are cells */
        return load_words(&tablebase->masks.line_clear_of[chunk->third], chunk->count);
    _Alignas(32) uint32_t clear_of[CHUNK] = {0};
    for (unsigned i = 0; i < chunk->count; i++)
        clear_of[i] = tablebase->masks.line_clear_of[tablebase->index.sites.cell_of[chunk->third + i]];
    return *(const vec8x32 *)clear_of;
}

/* The next level of line_bits. */
INLINE vec8x32 next_line_bits(const struct tablebase *tablebase, const struct chunk *chunk, vec8x32 word,
                              const struct line_slides *lines, const bool barriers)
{
    const struct board_masks *masks = &tablebase->masks;
    const vec8x32 none = {0};
    const uint32_t both = masks->line_target | masks->changed_bit;
    vec8x32 kept = lines_clear_of(tablebase, chunk, barriers) &
                   masks->line_clear_of[tablebase->index.sites.cell_of[chunk->p]] &
                   masks->line_clear_of[tablebase->index.sites.cell_of[chunk->q]];
    const vec8x32 bounced[2] = {barriers ? *(const vec8x32 *)lines->bounced[0] : none,
                                barriers ? *(const vec8x32 *)lines->bounced[1] : none};
    vec8x32 slid = retro_slide_lines(word & ~both, masks->line_edges[0] & kept, masks->line_edges[1] & kept, bounced);
    vec8x32 target = (vec8x32)((slid & masks->changed_bit) != 0) & masks->line_target;
    vec8x32 turned = *(const vec8x32 *)lines->turned;
    vec8x32 more = (((turned & ~both) | (slid & ~masks->changed_bit)) & masks->line_stand) | target;
    return word | (more & *(const vec8x32 *)lines->changed);
}

/* The edges that stay open with the first two blockers. */
INLINE struct edge_masks open_edges(const struct board_masks *masks, unsigned p, unsigned q, const bool barriers)
{
    vec256 rows = load(&masks->clear_of[1][p]) & load(&masks->clear_of[1][q]);
    vec256 columns = load(&masks->clear_of[0][p]) & load(&masks->clear_of[0][q]);
    places east = repeat_places(load(&masks->edge[CAROM_EAST]) & rows);
    places south = repeat_places(load(&masks->edge[CAROM_SOUTH]) & columns);
    return (struct edge_masks){
        east,
        barriers ? repeat_places(load(&masks->edge[CAROM_WEST]) & rows) : east,
        south,
        barriers ? repeat_places(load(&masks->edge[CAROM_NORTH]) & columns) : south,
    };
}

/* Those of them that stay open with the third blocker of each placement, too. */
INLINE struct edge_masks edges_clear_of(const struct edge_masks *open, const struct board_masks *masks,
                                        const unsigned third[PLACES])
{
    const struct bitboard *row_clear[PLACES], *column_clear[PLACES];
    for (unsigned i = 0; i < PLACES; i++) {
        row_clear[i] = &masks->clear_of[1][third[i]];
        column_clear[i] = &masks->clear_of[0][third[i]];
    }
    places rows = combine_places(row_clear), columns = combine_places(column_clear);
    return (struct edge_masks){open->east & rows, open->west & rows, open->south & columns, open->north & columns};
}

/* Of the placements [i, i + count) of a chunk, those that are counted: bit j for placement i + j. */
INLINE unsigned counted_places(const struct sites *sites, const struct chunk *chunk, unsigned i, unsigned count,
                               const bool barriers)
{
    unsigned which = 0;
    for (unsigned j = 0; j < count; j++)
        which |= (unsigned)(!barriers || sites->is_start[chunk->third + i + j]) << j;
    return chunk->begins ? which : 0;
}

/* Processes placements [i, i + count) of a chunk, at most PLACES, whose sets have `fresh` cells. */
INLINE void active_places(struct tablebase *tablebase, const struct chunk *chunk, unsigned i, unsigned count,
                          places now, places fresh, const struct edge_masks *open, const struct ray_ends *ends,
                          struct line_slides *lines, const bool barriers)
{
    const uint8_t *cell_of = tablebase->index.sites.cell_of;
    unsigned third[PLACES];
    for (unsigned j = 0; j < PLACES; j++)
        third[j] = cell_of[chunk->third + i + (j < count ? j : 0)];
    struct edge_masks edges = edges_clear_of(open, &tablebase->masks, third);
    struct bounce_ends bounces;
    if (barriers) {
        struct bitboard set[PLACES];
        store_places(set, 1, fresh, PLACES);
        memset(&bounces, 0, sizeof bounces);
        for (unsigned j = 0; j < count; j++)
            if (any(load(&set[j])))
                collect_bounces(&bounces, j, &tablebase->masks, ends, cell_of[chunk->q], third[j], &set[j]);
    }
    places from = retro_slide(tablebase, fresh, &edges, barriers ? &bounces : NULL, lines, i);
    if (barriers)
        from &= repeat_places(load(&tablebase->masks.standable));
    store_places(solved_set(tablebase, 1, chunk->at + i), 2, now | from, count);
}

INLINE void list_fresh(struct carom_atlas *atlas, unsigned slice, const struct tablebase *tablebase,
                       const struct chunk *chunk, unsigned i, unsigned count, places fresh, const uint32_t *fresh_word)
{
    struct bitboard set[PLACES];
    store_places(set, 1, fresh, PLACES);
    for (unsigned j = 0; j < count; j++)
        list_places(atlas, slice, tablebase, chunk, i + j, &set[j], fresh_word[i + j]);
}

/* Processes the placements of a chunk. Counts the cells in their sets that are new into `counts`. */
INLINE void active_chunk(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned slice,
                         const struct chunk *chunk, const struct edge_masks *open, const struct ray_ends *ends,
                         places *counts, const bool barriers)
{
    const struct board_masks *masks = &tablebase->masks;
    struct slice_stats *stats = &atlas->stats[slice];
    vec8x32 level[2];
    load_line_words(tablebase, chunk, level);
    const vec8x32 word = level[0], fresh_word = (level[0] ^ level[1]) & ~masks->changed_bit;
    const unsigned fresh_words = bit_of_each((vec8x32)(fresh_word != 0), 31);
    struct line_slides lines = {{0}, {{0}, {0}}, {0}};
    _Alignas(32) uint32_t counted_word[CHUNK];
    *(vec8x32 *)counted_word = fresh_word;
    unsigned changed = 0;
    for (unsigned i = 0; i < chunk->count; i += PLACES) {
        unsigned count = chunk->count - i < PLACES ? chunk->count - i : PLACES;
        places now = load_places(solved_set(tablebase, 0, chunk->at + i), 2, count);
        places fresh = now ^ load_places(solved_set(tablebase, 1, chunk->at + i), 2, count);
        unsigned which = any_of_places(fresh) | (fresh_words >> i & ((1u << PLACES) - 1));
        unsigned counted = counted_places(&tablebase->index.sites, chunk, i, count, barriers);
        for (unsigned j = 0; j < PLACES; j++) {
            lines.changed[i + j] = (which >> j & 1u) != 0 ? UINT32_MAX : 0;
            if ((counted >> j & 1u) == 0)
                counted_word[i + j] = 0;
        }
        if (which == 0)
            continue;
        changed += popcount64(which);
        places new_cells = select_places(fresh & ~repeat_places(load(&masks->target_lines)), counted);
        *counts += popcount_places(new_cells);
        if (chunk->begins && hardest_wanted(atlas, stats))
            list_fresh(atlas, slice, tablebase, chunk, i, count, new_cells, counted_word);
        active_places(tablebase, chunk, i, count, now, fresh, open, ends, &lines, barriers);
    }
    level[0] = word | (*(const vec8x32 *)lines.changed & masks->changed_bit);
    level[1] = tablebase->ricochet ? next_line_bits(tablebase, chunk, word, &lines, barriers) : word;
    store_line_words(tablebase, chunk, level);
    stats->sets += changed;
    stats->placements += popcount256(*(const vec256 *)counted_word);
}

/* Processes all placements with the first two blockers fixed. */
INLINE void active_row(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned slice, unsigned p, unsigned q,
                       const struct ray_ends *ends, const bool barriers)
{
    const struct placement_index *index = &tablebase->index;
    const struct sites *sites = &index->sites;
    const unsigned end = sites->site[sites->count - 1] + 1u;
    const struct edge_masks open = open_edges(&tablebase->masks, sites->cell_of[p], sites->cell_of[q], barriers);
    places counts = {0};
    struct chunk chunk = {.p = p, .q = q, .third = index->symmetry != SYMMETRY_NONE ? q + 1 : 0};
    chunk.begins = sites->is_start[p] && sites->is_start[q] && atlas->any_robot == NULL;
    for (; chunk.third < end; chunk.third += CHUNK) {
        chunk.count = end - chunk.third < CHUNK ? end - chunk.third : CHUNK;
        chunk.at = index->row[p][q] + chunk.third;
        active_chunk(atlas, tablebase, slice, &chunk, &open, ends, &counts, barriers);
    }
    atlas->stats[slice].placements += sum_of_counts(counts);
}

static void active(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned slice)
{
    const struct placement_index *index = &tablebase->index;
    struct ray_ends ends = {.stride = RAY_STRIDE(tablebase->masks.rays)};
    ends.end = tablebase->ray_ends + slice * RAY_ENDS_SIZE(tablebase->masks.rays);
    ends.order = ends.end + CELLS * ends.stride;
    const struct sites *sites = &index->sites;
    for (unsigned i = 0; i < sites->count; i++) {
        unsigned p = sites->site[i];
        if (p * SLICES / SITES != slice)
            continue;
        trace_rays(&tablebase->masks, sites->cell_of[p], &ends);
        for (unsigned j = 0; j < sites->count; j++) {
            unsigned q = sites->site[j];
            if (sites->cell_of[q] == sites->cell_of[p] || (index->symmetry == SYMMETRY_ALL && q < p))
                continue;
            if (tablebase->no_barriers)
                active_row(atlas, tablebase, slice, p, q, &ends, false);
            else
                active_row(atlas, tablebase, slice, p, q, &ends, true);
        }
    }
}
