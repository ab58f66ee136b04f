/*
 * The vortex without barriers, where any robot may reach the target. All robots are alike, so the tablebase of one
 * holds for each.
 *
 * A merged set has, for three robots, the cells of the fourth for which some robot solves the placement. If another
 * robot is the active one, the tablebase has the same placement with that robot as the bit of a set and the fourth
 * among the blockers. So with two robots fixed, the matrix "third robot x active cell" is transposed and combined with
 * itself.
 */

/* Transposes 256 x 256 bits by swapping ever smaller squares. */
static void bb_transpose(struct bitboard rows[CELLS])
{
    for (unsigned i = 0; i < 128; i++)
        for (unsigned half = 0; half < 2; half++) {
            uint64_t word = rows[i].word[2 + half];
            rows[i].word[2 + half] = rows[i + 128].word[half];
            rows[i + 128].word[half] = word;
        }
    for (unsigned i = 0; i < CELLS; i = (i + 65) & ~64u)
        for (unsigned half = 0; half < 4; half += 2) {
            uint64_t word = rows[i].word[1 + half];
            rows[i].word[1 + half] = rows[i + 64].word[half];
            rows[i + 64].word[half] = word;
        }
    uint64_t lower = UINT32_MAX;
    for (unsigned size = 32; size > 0; size /= 2, lower ^= lower << size) {
        const unsigned together = size < PLACES ? 1 : PLACES;
        const places none = {0}, mask = none + lower;
        for (unsigned i = 0; i < CELLS; i = (i + size + together) & ~size) {
            places high = load_places(&rows[i], 1, together), low = load_places(&rows[i + size], 1, together);
            places swap = (high >> size ^ low) & mask;
            store_places(&rows[i + size], 1, low ^ swap, together);
            store_places(&rows[i], 1, high ^ swap << size, together);
        }
    }
}

/* The cells from which the active robot solves this placement, with line_bits in place of the set on the target's
 * row and column. */
INLINE vec256 solved_cells(const struct tablebase *tablebase, uint32_t place)
{
    vec256 set = load(solved_set(tablebase, 0, place));
    if (!tablebase->ricochet)
        return set;
    const struct board_masks *masks = &tablebase->masks;
    uint32_t word = *line_word(tablebase, 0, place) & ~masks->changed_bit;
    struct bitboard lines = {{0}};
    lines.word[tablebase->target / 64] = (uint64_t)(word & 0xffffu)
                                         << tablebase->target / CAROM_BOARD_SIDE % 4 * CAROM_BOARD_SIDE;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t four = word >> (CAROM_BOARD_SIDE + 4 * i) & 0xfu;
        lines.word[i] |= (four * 0x0000200040008001u & 0x0001000100010001u) << tablebase->target % CAROM_BOARD_SIDE;
    }
    return (set & ~load(&masks->target_lines)) | load(&lines);
}

/* Collects the sets for all cells of the third blocker; false if none changed. */
static bool collect_sets(struct bitboard from[CELLS], const struct tablebase *tablebase, const struct index_line *line)
{
    const unsigned last = tablebase->index.sites.site[tablebase->index.sites.count - 1];
    uint32_t changed = 0;
    memset(from, 0, CELLS * sizeof *from);
    for (unsigned cell = 0; cell <= last; cell++) {
        uint32_t place = index_line_at(line, cell);
        if (cell == line->fixed_sites[0] || cell == line->fixed_sites[1])
            continue;
        changed |= *line_word(tablebase, 0, place) & tablebase->masks.changed_bit;
        store(&from[cell], solved_cells(tablebase, place));
    }
    return changed != 0;
}

/* Adds to the merged sets. Counts each placement once: with rising cells. */
static void add_any_robot(struct carom_atlas *atlas, const struct tablebase *tablebase, unsigned slice,
                          const struct index_line *line, const struct bitboard found[CELLS])
{
    const struct sites *sites = &tablebase->index.sites;
    struct slice_stats *stats = &atlas->stats[slice];
    for (unsigned i = 0; i < sites->count; i++) {
        unsigned cell = sites->site[i];
        if (cell == line->fixed_sites[0] || cell == line->fixed_sites[1])
            continue;
        struct bitboard *merged = &atlas->any_robot[index_line_at(line, cell)];
        vec256 fresh = load(&found[cell]) & ~load(merged);
        if (!any(fresh))
            continue;
        store(merged, load(merged) | fresh);
        unsigned blocker[BLOCKERS];
        unsigned at = (cell > line->fixed_sites[0]) + (cell > line->fixed_sites[1]);
        for (unsigned j = 0, fixed = 0; j < BLOCKERS; j++)
            blocker[j] = j == at ? cell : line->fixed_sites[fixed++];
        fresh &= load(&tablebase->cell_masks.after[blocker[2]]);
        stats->placements += popcount256(fresh);
        if (any(fresh) && hardest_wanted(atlas, stats)) {
            struct bitboard noted;
            store(&noted, fresh);
            list_hardest(atlas, slice, &tablebase->masks, blocker, &noted, 0);
        }
    }
}

static void merge_index_line(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned slice, unsigned u,
                             unsigned v)
{
    const struct placement_index *index = &tablebase->index;
    struct bitboard from[CELLS], found[CELLS];
    struct index_line line;
    if (!index_line_for(&line, index, 0, u, v) || !collect_sets(from, tablebase, &line))
        return;
    memcpy(found, from, sizeof found);
    bb_transpose(found);
    for (unsigned cell = 0; cell < CELLS; cell++)
        store(&found[cell], load(&found[cell]) | load(&from[cell]));
    add_any_robot(atlas, tablebase, slice, &line, found);
}

static void merge_any_robot(struct carom_atlas *atlas, struct tablebase *tablebase, unsigned round, unsigned slice)
{
    const struct placement_index *index = &tablebase->index;
    struct site_pairs pairs = slice_pairs(atlas, index, round, slice);
    for (unsigned u = pairs.first; u < pairs.first_end; u++)
        for (unsigned v = pairs.second; v < pairs.second_end; v++)
            if (pair_usable(&tablebase->index, u, v))
                merge_index_line(atlas, tablebase, slice, u, v);
}
