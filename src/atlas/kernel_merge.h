/*
 * The vortex without barriers: any robot may get there. The sheet says it of one; since all are alike it says it of
 * each, and is laid over itself.
 *
 * A merged set is, for three robots, the cells from which the fourth makes a placement that some robot solves. With
 * another robot as the active one the sheet has the placement too, but with that robot as its cell in the set and the
 * fourth among the blockers. So with two robots frozen the table "third robot by active cell" is turned over, rows to
 * columns.
 */

/* Rows to columns, by swapping smaller and smaller squares. */
static void turn_over(struct set rows[CELLS])
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
        const vector mask = {lower, lower, lower, lower};
        for (unsigned i = 0; i < CELLS; i = (i + size + 1) & ~size) {
            vector high = load(&rows[i]), low = load(&rows[i + size]);
            vector swap = (high >> size ^ low) & mask;
            store(&rows[i + size], low ^ swap);
            store(&rows[i], high ^ swap << size);
        }
    }
}

/* The cells from which this placement of blockers can be solved by the sheet's robot: those in the target's row and
 * column by the word. */
INLINE vector answer(const struct sheet *sheet, uint32_t place)
{
    vector set = load(&sheet->set[0][place]);
    if (!sheet->ricochet)
        return set;
    const struct ground *ground = &sheet->ground;
    uint32_t word = sheet->word[0][place] & ~ground->changed;
    struct set lines = {{0}};
    lines.word[sheet->target / 64] = (uint64_t)(word & 0xffffu) << sheet->target / CAROM_SIDE % 4 * CAROM_SIDE;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t four = word >> (CAROM_SIDE + 4 * i) & 0xfu;
        lines.word[i] |= (four * 0x0000200040008001u & 0x0001000100010001u) << sheet->target % CAROM_SIDE;
    }
    return (set & ~load(&ground->lines)) | load(&lines);
}

/* The sets of all cells of the third blocker; false if none has changed. */
static bool collect(struct set from[CELLS], const struct sheet *sheet, const struct block *block)
{
    const unsigned last = sheet->layout.spots.spot[sheet->layout.spots.count - 1];
    uint32_t changed = 0;
    memset(from, 0, CELLS * sizeof *from);
    for (unsigned cell = 0; cell <= last; cell++) {
        uint32_t place = block_place(block, cell);
        if (cell == block->frozen[0] || cell == block->frozen[1])
            continue;
        changed |= sheet->word[0][place] & sheet->ground.changed;
        store(&from[cell], answer(sheet, place));
    }
    return changed != 0;
}

/* Adds to the merged sets, and counts each placement once: with rising cells. */
static void add_merged(struct carom_atlas *atlas, const struct sheet *sheet, unsigned slice, const struct block *block,
                       const struct set found[CELLS])
{
    const struct spots *spots = &sheet->layout.spots;
    struct tally *tally = &atlas->tally[slice];
    for (unsigned i = 0; i < spots->count; i++) {
        unsigned cell = spots->spot[i];
        if (cell == block->frozen[0] || cell == block->frozen[1])
            continue;
        struct set *merged = &atlas->merged[block_place(block, cell)];
        vector fresh = load(&found[cell]) & ~load(merged);
        if (!any(fresh))
            continue;
        store(merged, load(merged) | fresh);
        unsigned blocker[BLOCKERS];
        unsigned at = (cell > block->frozen[0]) + (cell > block->frozen[1]);
        for (unsigned j = 0, frozen = 0; j < BLOCKERS; j++)
            blocker[j] = j == at ? cell : block->frozen[frozen++];
        fresh &= load(&sheet->fixed.above[blocker[2]]);
        tally->placements += count(fresh);
        if (any(fresh) && note_wanted(atlas, tally)) {
            struct set noted;
            store(&noted, fresh);
            note(atlas, slice, &sheet->ground, blocker, &noted, 0);
        }
    }
}

static void merge_block(struct carom_atlas *atlas, struct sheet *sheet, unsigned slice, unsigned u, unsigned v)
{
    const struct layout *layout = &sheet->layout;
    struct set from[CELLS], found[CELLS];
    struct block block;
    if (!block_of(&block, layout, 0, u, v) || !collect(from, sheet, &block))
        return;
    memcpy(found, from, sizeof found);
    turn_over(found);
    for (unsigned cell = 0; cell < CELLS; cell++)
        store(&found[cell], load(&found[cell]) | load(&from[cell]));
    add_merged(atlas, sheet, slice, &block, found);
}

static void merge(struct carom_atlas *atlas, struct sheet *sheet, unsigned round, unsigned slice)
{
    const struct layout *layout = &sheet->layout;
    struct pairs pairs = pairs_of(atlas, layout, round, slice);
    for (unsigned u = pairs.first; u < pairs.first_end; u++)
        for (unsigned v = pairs.second; v < pairs.second_end; v++)
            if (pair_stands(&sheet->layout, u, v))
                merge_block(atlas, sheet, slice, u, v);
}
