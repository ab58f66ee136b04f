/*
 * Slides of one blocker, the two others fixed, along chains, which bend at barriers (R8). Each chain is followed
 * backwards from its end. A slide from a cell solves what a slide from the next cell solves, except that with the
 * active robot on that next cell it ends here. Nothing ends on a barrier (R9): there is no set for a blocker on a
 * barrier's cell, so what is read there is empty.
 */

/* Working memory for one blocker's slides with the two others fixed. */
struct chain_work {
    /* active cells for which the slide ends here instead of going on: the next cell, or all */
    struct bitboard mask[CELLS + 1];
    struct bitboard from[SITES + 1]; /* this level, with the blocker on each site */
    struct bitboard to[SITES + 1];   /* what its slides solve */
    uint32_t word_mask[CELLS + 1];
    uint32_t word_from[SITES + 1];
    uint32_t word_to[SITES + 1];
    uint32_t index[SITES];
    struct bitboard fresh; /* cells where something changed in the last level */
};

static void chain_work_init(struct chain_work *work, const struct tablebase *tablebase)
{
    memset(work, 0, sizeof *work);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        bb_add(&work->mask[cell], cell);
        work->word_mask[cell] = tablebase->masks.line_bit[cell];
    }
    memset(&work->mask[NO_CELL], 0xff, sizeof work->mask[NO_CELL]);
    work->word_mask[NO_CELL] = UINT32_MAX;
}

static void chain_work_fix(struct chain_work *work, const struct tablebase *tablebase, unsigned cell, bool fixed)
{
    memset(&work->mask[cell], fixed ? 0xff : 0, sizeof work->mask[cell]);
    bb_add(&work->mask[cell], cell);
    work->word_mask[cell] = fixed ? UINT32_MAX : tablebase->masks.line_bit[cell];
}

INLINE void gather_one(struct chain_work *work, const struct tablebase *tablebase, unsigned spot, uint32_t place)
{
    work->index[spot] = place;
    store(&work->from[spot], load(solved_set(tablebase, 0, place)));
    work->word_from[spot] = *line_word(tablebase, 0, place);
}

/* Copies the sets of all sites of the third blocker into the working memory. */
static void gather_sets(struct chain_work *work, const struct tablebase *tablebase, const struct index_line *line)
{
    const struct sites *sites = &tablebase->index.sites;
    unsigned last = sites->site[sites->count - 1];
    unsigned spot = 0;
    for (; spot <= last && spot < line->split_site; spot++) {
        uint32_t place = line->row[spot] + line->second;
        __builtin_prefetch(solved_set(tablebase, 0, place + 1));
        gather_one(work, tablebase, spot, place);
    }
    for (; spot <= last; spot++)
        gather_one(work, tablebase, spot, line->base + spot);
    for (unsigned i = 0; i < 2; i++)
        gather_one(work, tablebase, line->fixed_sites[i], 0);
    for (unsigned i = 0; i < 4; i++) {
        uint64_t word = 0;
        for (unsigned bit = 0; bit < 64; bit++)
            word |= (uint64_t)((work->word_from[i * 64 + bit] & tablebase->masks.changed_bit) != 0) << bit;
        work->fresh.word[i] = word;
    }
    for (spot = CELLS; spot <= last; spot++)
        if ((work->word_from[spot] & tablebase->masks.changed_bit) != 0)
            bb_add(&work->fresh, sites->cell_of[spot]);
    if (tablebase->forbidden_site != NO_SITE) {
        memset(&work->from[tablebase->forbidden_site], 0, sizeof(struct bitboard));
        work->word_from[tablebase->forbidden_site] = 0;
    }
}

struct chain_lane {
    vec256 reach;
    uint32_t word;
};

INLINE void follow_link(struct chain_work *work, struct chain_lane *lane, struct chain_link link, const bool with_words)
{
    lane->reach ^= (lane->reach ^ load(&work->from[link.site])) & load(&work->mask[link.next]);
    store(&work->to[link.site], load(&work->to[link.site]) | lane->reach);
    if (with_words) {
        lane->word ^= (lane->word ^ work->word_from[link.site]) & work->word_mask[link.next];
        work->word_to[link.site] |= lane->word;
    }
}

/* Follows four chains side by side, because each link depends on the one before it. */
INLINE void follow_group(struct chain_work *work, const struct chains *chains, const struct chain_group *group,
                         const bool with_words)
{
    const vec256 none = {0};
    struct chain_lane lane[CHAIN_LANES] = {{none, 0}, {none, 0}, {none, 0}, {none, 0}};
    const struct chain_link(*link)[CHAIN_LANES] = &chains->link[group->first];
    for (unsigned i = 0; i < group->count; i++) {
        follow_link(work, &lane[0], link[i][0], with_words);
        follow_link(work, &lane[1], link[i][1], with_words);
        follow_link(work, &lane[2], link[i][2], with_words);
        follow_link(work, &lane[3], link[i][3], with_words);
    }
}

/* Adds the result to the next level. The masks of the fixed blockers' cells are full, so nothing is added there. */
static void scatter_sets(struct chain_work *work, struct tablebase *tablebase, const struct bitboard *touched,
                         const bool with_words)
{
    const struct sites *sites = &tablebase->index.sites;
    for (unsigned i = 0; i < sites->count; i++) {
        unsigned spot = sites->site[i], cell = sites->cell_of[spot];
        if (!bb_has(touched, cell))
            continue;
        uint32_t place = work->index[spot];
        vec256 before = load(solved_set(tablebase, 1, place));
        vec256 more = load(&work->to[spot]) & ~before & ~load(&work->mask[cell]);
        if (any(more))
            store(solved_set(tablebase, 1, place), before | more);
        if (with_words) {
            uint32_t more_word = work->word_to[spot] & ~tablebase->masks.changed_bit & ~work->word_mask[cell];
            if ((more_word & ~*line_word(tablebase, 1, place)) != 0)
                *line_word(tablebase, 1, place) |= more_word;
        }
    }
}

INLINE void slide_chains(struct chain_work *work, struct tablebase *tablebase, const struct chains *chains,
                         const struct index_line *line, const bool with_words)
{
    const unsigned fixed[2] = {tablebase->index.sites.cell_of[line->fixed_sites[0]],
                               tablebase->index.sites.cell_of[line->fixed_sites[1]]};
    gather_sets(work, tablebase, line);
    vec256 fresh = load(&work->fresh);
    if (!any(fresh))
        return;
    chain_work_fix(work, tablebase, fixed[0], true);
    chain_work_fix(work, tablebase, fixed[1], true);
    memset(work->to, 0, sizeof work->to);
    memset(work->word_to, 0, sizeof work->word_to);
    struct bitboard touched = {{0}};
    for (unsigned i = 0; i < chains->groups; i++)
        if (any(fresh & load(&chains->group[i].cells))) {
            follow_group(work, chains, &chains->group[i], with_words);
            store(&touched, load(&touched) | load(&chains->group[i].cells));
        }
    scatter_sets(work, tablebase, &touched, with_words);
    chain_work_fix(work, tablebase, fixed[0], false);
    chain_work_fix(work, tablebase, fixed[1], false);
}
