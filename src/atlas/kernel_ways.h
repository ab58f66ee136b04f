/*
 * Slides of one blocker, the two others frozen, along ways of any kind: with barriers a way may turn (R8). Each way is
 * followed backwards from its end. What a slide over a cell comes to is what it comes to from the next cell, save that
 * with the active robot on that next cell it ends here; on a barrier nothing ends (R9), and since there is no set for a
 * blocker on a barrier's cell, what is taken from there is empty.
 */

/* One blocker's slides with the two others where they are. */
struct desk {
    struct set mask[CELLS + 1]; /* what to take from the spot instead of from further on: its next cell, or all */
    struct set from[SPOTS + 1]; /* this level, with the blocker on each spot */
    struct set to[SPOTS + 1];   /* what its slides give */
    uint32_t word_mask[CELLS + 1];
    uint32_t word_from[SPOTS + 1];
    uint32_t word_to[SPOTS + 1];
    uint32_t place[SPOTS];
    struct set fresh; /* cells where something has changed in the last level */
};

static void desk_prepare(struct desk *desk, const struct sheet *sheet)
{
    memset(desk, 0, sizeof *desk);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        set_add(&desk->mask[cell], cell);
        desk->word_mask[cell] = sheet->ground.line_bit[cell];
    }
    memset(&desk->mask[NOWHERE], 0xff, sizeof desk->mask[NOWHERE]);
    desk->word_mask[NOWHERE] = UINT32_MAX;
}

static void desk_freeze(struct desk *desk, const struct sheet *sheet, unsigned cell, bool frozen)
{
    memset(&desk->mask[cell], frozen ? 0xff : 0, sizeof desk->mask[cell]);
    set_add(&desk->mask[cell], cell);
    desk->word_mask[cell] = frozen ? UINT32_MAX : sheet->ground.line_bit[cell];
}

INLINE void take(struct desk *desk, const struct sheet *sheet, unsigned spot, uint32_t place)
{
    desk->place[spot] = place;
    store(&desk->from[spot], load(&sheet->set[0][place]));
    desk->word_from[spot] = sheet->word[0][place];
}

/* Lays the sets of all places of the third blocker on the desk. */
static void lay_out(struct desk *desk, const struct sheet *sheet, const struct block *block)
{
    const struct spots *spots = &sheet->layout.spots;
    unsigned last = spots->spot[spots->count - 1];
    unsigned spot = 0;
    for (; spot <= last && spot < block->split; spot++) {
        uint32_t place = block->row[spot] + block->second;
        __builtin_prefetch(&sheet->set[0][place + 2]);
        __builtin_prefetch(&sheet->set[1][place + 2]);
        take(desk, sheet, spot, place);
    }
    for (; spot <= last; spot++)
        take(desk, sheet, spot, block->base + spot);
    for (unsigned i = 0; i < 2; i++)
        take(desk, sheet, block->frozen[i], 0);
    for (unsigned i = 0; i < 4; i++) {
        uint64_t word = 0;
        for (unsigned bit = 0; bit < 64; bit++)
            word |= (uint64_t)((desk->word_from[i * 64 + bit] & sheet->ground.changed) != 0) << bit;
        desk->fresh.word[i] = word;
    }
    for (spot = CELLS; spot <= last; spot++)
        if ((desk->word_from[spot] & sheet->ground.changed) != 0)
            set_add(&desk->fresh, spots->at[spot]);
    if (sheet->forbidden != NO_SPOT) {
        memset(&desk->from[sheet->forbidden], 0, sizeof(struct set));
        desk->word_from[sheet->forbidden] = 0;
    }
}

struct lane {
    vector reach;
    uint32_t word;
};

INLINE void walk_step(struct desk *desk, struct lane *lane, struct step step, const bool with_words)
{
    lane->reach ^= (lane->reach ^ load(&desk->from[step.spot])) & load(&desk->mask[step.next]);
    store(&desk->to[step.spot], load(&desk->to[step.spot]) | lane->reach);
    if (with_words) {
        lane->word ^= (lane->word ^ desk->word_from[step.spot]) & desk->word_mask[step.next];
        desk->word_to[step.spot] |= lane->word;
    }
}

/* Walks four chains, side by side: each has to wait for itself. */
INLINE void walk(struct desk *desk, const struct ways *ways, const struct bundle *bundle, const bool with_words)
{
    const vector none = {0};
    struct lane lane[BUNDLE] = {{none, 0}, {none, 0}, {none, 0}, {none, 0}};
    const struct step(*step)[BUNDLE] = &ways->step[bundle->first];
    for (unsigned i = 0; i < bundle->count; i++) {
        walk_step(desk, &lane[0], step[i][0], with_words);
        walk_step(desk, &lane[1], step[i][1], with_words);
        walk_step(desk, &lane[2], step[i][2], with_words);
        walk_step(desk, &lane[3], step[i][3], with_words);
    }
}

/* Adds what was found to the next level. The masks of the frozen cells hold everything, so nothing is added there. */
static void put_back(struct desk *desk, struct sheet *sheet, const struct set *touched, const bool with_words)
{
    const struct spots *spots = &sheet->layout.spots;
    for (unsigned i = 0; i < spots->count; i++) {
        unsigned spot = spots->spot[i], cell = spots->at[spot];
        if (!set_has(touched, cell))
            continue;
        uint32_t place = desk->place[spot];
        vector before = load(&sheet->set[1][place]);
        vector more = load(&desk->to[spot]) & ~before & ~load(&desk->mask[cell]);
        if (any(more))
            store(&sheet->set[1][place], before | more);
        if (with_words) {
            uint32_t more_word = desk->word_to[spot] & ~sheet->ground.changed & ~desk->word_mask[cell];
            if ((more_word & ~sheet->word[1][place]) != 0)
                sheet->word[1][place] |= more_word;
        }
    }
}

INLINE void slide_block(struct desk *desk, struct sheet *sheet, const struct ways *ways, const struct block *block,
                        const bool with_words)
{
    const unsigned frozen[2] = {sheet->layout.spots.at[block->frozen[0]], sheet->layout.spots.at[block->frozen[1]]};
    lay_out(desk, sheet, block);
    vector fresh = load(&desk->fresh);
    if (!any(fresh))
        return;
    desk_freeze(desk, sheet, frozen[0], true);
    desk_freeze(desk, sheet, frozen[1], true);
    memset(desk->to, 0, sizeof desk->to);
    memset(desk->word_to, 0, sizeof desk->word_to);
    struct set touched = {{0}};
    for (unsigned i = 0; i < ways->bundles; i++)
        if (any(fresh & load(&ways->bundle[i].cells))) {
            walk(desk, ways, &ways->bundle[i], with_words);
            store(&touched, load(&touched) | load(&ways->bundle[i].cells));
        }
    put_back(desk, sheet, &touched, with_words);
    desk_freeze(desk, sheet, frozen[0], false);
    desk_freeze(desk, sheet, frozen[1], false);
}
