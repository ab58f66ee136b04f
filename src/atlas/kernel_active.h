/*
 * Backward moves of the active robot: for each placement of the blockers, finds the cells from which one slide ends in
 * the solved set, by filling backwards along rows and columns. Only cells that are new since the last level are filled
 * from.
 */

/* The edges that are open in a placement, by heading. */
struct edge_masks {
    vec256 east, west, south, north;
};

INLINE vec256 fill_from_east(vec256 ends, vec256 edge)
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
INLINE vec256 spread_from_west(vec256 ends, vec256 edge)
{
    return (edge + ends) ^ edge;
}
INLINE vec256 spread_from_south(vec256 ends, vec256 edge)
{
    ends |= SHIFT_NORTH(ends, 1) & edge;
    edge &= SHIFT_NORTH(edge, 1);
    ends |= SHIFT_NORTH(ends, 2) & edge;
    edge &= SHIFT_NORTH(edge, 2);
    ends |= SHIFT_NORTH(ends, 4) & edge;
    edge &= SHIFT_NORTH(edge, 4);
    return ends | (SHIFT_NORTH(ends, 8) & edge);
}
INLINE vec256 spread_from_north(vec256 ends, vec256 edge)
{
    ends |= SHIFT_SOUTH(ends & edge, 1);
    edge &= SHIFT_NORTH(edge, 1);
    ends |= SHIFT_SOUTH(ends & edge, 2);
    edge &= SHIFT_NORTH(edge, 2);
    ends |= SHIFT_SOUTH(ends & edge, 4);
    edge &= SHIFT_NORTH(edge, 4);
    return ends | SHIFT_SOUTH(ends & edge, 8);
}

/* The bits of a column as a number, north lowest. */
INLINE uint32_t column_of(vec256 v, unsigned column)
{
    const uint64_t every = 0x0001000100010001u,
                   gather = (uint64_t)1 << 60 | (uint64_t)1 << 45 | (uint64_t)1 << 30 | 1u << 15;
    uint32_t bits = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t word = v[i] >> column & every;
        bits |= (uint32_t)(word * gather >> 60) << 4 * i;
    }
    return bits;
}
INLINE uint32_t row_of(vec256 v, unsigned row)
{
    struct bitboard set;
    store(&set, v);
    return (uint32_t)(set.word[row / 4] >> row % 4 * CAROM_BOARD_SIDE & 0xffffu);
}

/* Fills both lines through the target at once, for robots that have not made their ricochet. */
INLINE uint32_t retro_slide_lines(uint32_t word, uint32_t down, uint32_t up, const uint32_t bounced[2])
{
    uint32_t high = (word & ~down) | bounced[0];
    high |= high >> 1 & down;
    down &= down >> 1;
    high |= high >> 2 & down;
    down &= down >> 2;
    high |= high >> 4 & down;
    down &= down >> 4;
    high |= high >> 8 & down;
    uint32_t low = (word & ~(up << 1)) | bounced[1];
    return high | ((up + low) ^ up);
}

/* [heading]: barriers such that a robot entering them with that heading ends in the solved set. */
struct bounce_ends {
    struct bitboard ends[CAROM_DIRECTIONS];
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

/* With two more blockers a ray ends at the one that it gets to first. Collects the rays that end in the set. */
INLINE void collect_bounces(struct bounce_ends *bounces, const struct board_masks *masks, const struct ray_ends *ends,
                            unsigned second, unsigned third, const struct bitboard *set)
{
    const size_t row[2] = {second * ends->stride, third * ends->stride};
    const vec256 none = {0};
    for (unsigned heading = 0; heading < CAROM_DIRECTIONS; heading++)
        store(&bounces->ends[heading], none);
    for (unsigned first = 0; first < masks->rays; first += RAY_LANES) {
        const uint8_t *end = ends->end + first, *order = ends->order + first;
        vec32x8 sooner = (vec32x8)(load_bytes(order + row[1]) < load_bytes(order + row[0]));
        vec32x8 at = (load_bytes(end + row[1]) & sooner) | (load_bytes(end + row[0]) & ~sooner);
        uint32_t hits = has_each(set, at);
        if (masks->rays - first < RAY_LANES)
            hits &= ((uint32_t)1 << (masks->rays - first)) - 1;
        for (; hits != 0; hits &= hits - 1) {
            const struct barrier_entry *ray = &masks->ray[first + (unsigned)__builtin_ctz(hits)];
            bb_add(&bounces->ends[ray->heading], ray->barrier);
        }
    }
}

/* The sets of a placement before and after the level. */
struct frontier {
    vec256 fresh; /* new in this level's set */
    uint32_t word;
};

INLINE void retro_slide(const struct tablebase *tablebase, const struct edge_masks *edges, uint32_t down, uint32_t up,
                        const struct bounce_ends *bounces, struct frontier *frontier)
{
    const struct board_masks *masks = &tablebase->masks;
    vec256 set = frontier->fresh;
    vec256 to_east = set & ~edges->east, to_west = set & ~(edges->west << 1);
    vec256 to_south = set & ~edges->south, to_north = set & ~SHIFT_SOUTH(edges->north, 1);
    uint32_t bounced[2] = {0, 0};
    if (bounces != NULL) {
        vec256 east = load(&bounces->ends[CAROM_EAST]), south = load(&bounces->ends[CAROM_SOUTH]);
        vec256 west = load(&bounces->ends[CAROM_WEST]), north = load(&bounces->ends[CAROM_NORTH]);
        to_east |= east;
        to_west |= west;
        to_south |= south;
        to_north |= north;
        if (tablebase->ricochet) {
            unsigned row = tablebase->target / CAROM_BOARD_SIDE, column = tablebase->target % CAROM_BOARD_SIDE;
            bounced[0] = row_of(east, row) | column_of(south, column) << CAROM_BOARD_SIDE;
            bounced[1] = row_of(west, row) | column_of(north, column) << CAROM_BOARD_SIDE;
        }
    }
    vec256 from_east = fill_from_east(to_east, edges->east), from_west = spread_from_west(to_west, edges->west);
    vec256 from_south = spread_from_south(to_south, edges->south);
    vec256 from_north = spread_from_north(to_north, edges->north);
    vec256 all = from_east | from_west | from_south | from_north;
    if (bounces != NULL)
        all &= load(&masks->standable);
    frontier->fresh = all;
    if (tablebase->ricochet) {
        /* A robot already there has not moved, so it has yet to make its ricochet. */
        vec256 rows = (from_east & ~to_east) | (from_west & ~to_west);
        vec256 columns = (from_south & ~to_south) | (from_north & ~to_north);
        uint32_t both = masks->line_target | masks->changed_bit;
        uint32_t turned = row_of(columns, tablebase->target / CAROM_BOARD_SIDE) |
                          column_of(rows, tablebase->target % CAROM_BOARD_SIDE) << CAROM_BOARD_SIDE;
        uint32_t word = frontier->word;
        uint32_t slid = retro_slide_lines(word & ~both, down, up, bounced);
        word |= ((turned & ~both) | (slid & ~masks->changed_bit)) & masks->line_stand;
        if ((slid & masks->changed_bit) != 0)
            word |= masks->line_target;
        frontier->word = word;
    }
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

/* Counts the placements that were solved at this depth with the three blockers on these cells: `fresh` are the active
 * robot's cells, `fresh_word` its cells on the target's lines (R7). Lists them if they may be the hardest. */
INLINE void count_placements(struct carom_atlas *atlas, unsigned slice, const struct board_masks *masks,
                             const unsigned blockers[3], vec256 fresh, uint32_t fresh_word)
{
    struct slice_stats *stats = &atlas->stats[slice];
    vec256 counted = fresh & ~load(&masks->target_lines);
    stats->placements += popcount256(counted) + popcount64(fresh_word);
    if (hardest_wanted(atlas, stats) && (fresh_word != 0 || any(counted))) {
        struct bitboard noted;
        store(&noted, counted);
        list_hardest(atlas, slice, masks, blockers, &noted, fresh_word);
    }
}

/* Processes all placements with the first two blockers fixed. */
INLINE void active_row(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned slice, unsigned p, unsigned q,
                       const struct ray_ends *ends, const bool barriers)
{
    const struct board_masks *masks = &tablebase->masks;
    const struct placement_index *index = &tablebase->index;
    const struct sites *sites = &index->sites;
    struct slice_stats *stats = &atlas->stats[slice];
    const unsigned cell[2] = {sites->cell_of[p], sites->cell_of[q]};
    const bool begins = sites->is_start[p] && sites->is_start[q] && atlas->any_robot == NULL;
    vec256 keep_rows = load(&masks->clear_of[1][cell[0]]) & load(&masks->clear_of[1][cell[1]]);
    vec256 keep_columns = load(&masks->clear_of[0][cell[0]]) & load(&masks->clear_of[0][cell[1]]);
    uint32_t keep_lines = masks->line_clear_of[cell[0]] & masks->line_clear_of[cell[1]];
    for (unsigned i = 0; i < sites->count; i++) {
        unsigned third = sites->site[i], r = sites->cell_of[third];
        if (r == cell[0] || r == cell[1] || (index->symmetry != SYMMETRY_NONE && third < q))
            continue;
        uint32_t at = index->row[p][q] + third;
        vec256 now = load(&tablebase->solved[0][at]);
        vec256 fresh = now ^ load(&tablebase->solved[1][at]);
        uint32_t word = tablebase->line_bits[0][at];
        uint32_t fresh_word = (word ^ tablebase->line_bits[1][at]) & ~masks->changed_bit;
        tablebase->line_bits[1][at] = word;
        if (!any(fresh) && fresh_word == 0)
            continue;
        stats->sets++;
        if (begins && sites->is_start[third])
            count_placements(atlas, slice, masks, (const unsigned[3]){cell[0], cell[1], r}, fresh, fresh_word);
        vec256 rows = keep_rows & load(&masks->clear_of[1][r]), columns = keep_columns & load(&masks->clear_of[0][r]);
        struct edge_masks edges = {
            load(&masks->edge[CAROM_EAST]) & rows,
            barriers ? load(&masks->edge[CAROM_WEST]) & rows : load(&masks->edge[CAROM_EAST]) & rows,
            load(&masks->edge[CAROM_SOUTH]) & columns,
            barriers ? load(&masks->edge[CAROM_NORTH]) & columns : load(&masks->edge[CAROM_SOUTH]) & columns,
        };
        uint32_t kept = keep_lines & masks->line_clear_of[r];
        struct frontier frontier = {fresh, word};
        struct bounce_ends bounces;
        if (barriers) {
            struct bitboard set;
            store(&set, fresh);
            collect_bounces(&bounces, masks, ends, cell[1], r, &set);
        }
        retro_slide(tablebase, &edges, masks->line_edges[0] & kept, masks->line_edges[1] & kept,
                    barriers ? &bounces : NULL, &frontier);
        store(&tablebase->solved[1][at], now | frontier.fresh);
        tablebase->line_bits[1][at] = frontier.word;
        tablebase->line_bits[0][at] = word | masks->changed_bit;
    }
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
