/*
 * Moves of the active robot: for each placement of the blockers, the cells from which one slide ends in the set are
 * found by spreading backwards along rows and columns. Only what is new since the level before has to be spread.
 */

/* Edges for a placement: all that is needed to spread backwards. */
struct edges {
    vector east, west, south, north;
};

INLINE vector spread_from_east(vector ends, vector edge)
{
    ends |= ends >> 1 & edge;
    edge &= edge >> 1;
    ends |= ends >> 2 & edge;
    edge &= edge >> 2;
    ends |= ends >> 4 & edge;
    edge &= edge >> 4;
    return ends | (ends >> 8 & edge);
}
/* A run of edges ends in a cell without one: adding at its beginning carries there, and what has changed is the run. */
INLINE vector spread_from_west(vector ends, vector edge)
{
    return (edge + ends) ^ edge;
}
INLINE vector spread_from_south(vector ends, vector edge)
{
    ends |= NORTHWARD(ends, 1) & edge;
    edge &= NORTHWARD(edge, 1);
    ends |= NORTHWARD(ends, 2) & edge;
    edge &= NORTHWARD(edge, 2);
    ends |= NORTHWARD(ends, 4) & edge;
    edge &= NORTHWARD(edge, 4);
    return ends | (NORTHWARD(ends, 8) & edge);
}
INLINE vector spread_from_north(vector ends, vector edge)
{
    ends |= SOUTHWARD(ends & edge, 1);
    edge &= NORTHWARD(edge, 1);
    ends |= SOUTHWARD(ends & edge, 2);
    edge &= NORTHWARD(edge, 2);
    ends |= SOUTHWARD(ends & edge, 4);
    edge &= NORTHWARD(edge, 4);
    return ends | SOUTHWARD(ends & edge, 8);
}

/* The bits of a column as a number, north first. */
INLINE uint32_t column_of(vector v, unsigned column)
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
INLINE uint32_t row_of(vector v, unsigned row)
{
    struct set set;
    store(&set, v);
    return (uint32_t)(set.word[row / 4] >> row % 4 * CAROM_SIDE & 0xffffu);
}

/* Both lines through the target at once: robots that may not stop on it yet. */
INLINE uint32_t spread_lines(uint32_t word, uint32_t down, uint32_t up, const uint32_t bounced[2])
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

/* What barriers lead to: per heading, the barriers at which a robot that enters them ends in the set. */
struct bounces {
    struct set ends[CAROM_DIRECTIONS];
};

/* Where each ray ends if the third blocker stands on a cell. A barrier's own cell stands for "nowhere": no robot is
 * ever there. */
struct outcome {
    uint8_t *end; /* [third blocker][ray] */
    unsigned rays;
};

static void follow_ray(const struct ground *ground, const unsigned frozen[2], unsigned ray, const struct outcome *to)
{
    unsigned cell = ground->ray[ray].barrier;
    unsigned nowhere = cell, heading = ground->turn[cell][ground->ray[ray].heading];
    struct set seen = {{0}};
    unsigned end = nowhere;
    for (unsigned steps = 0; steps < 4 * CELLS; steps++) {
        bool stands = set_has(&ground->stand, cell);
        unsigned next = carom_cell_next((carom_cell)cell, heading);
        if ((ground->walls[cell] >> heading & 1u) != 0 || next == frozen[0] || next == frozen[1]) {
            end = stands ? cell : nowhere;
            break;
        }
        if (!set_has(&seen, next))
            to->end[next * to->rays + ray] = (uint8_t)(stands ? cell : nowhere);
        set_add(&seen, next);
        cell = next;
        heading = ground->turn[cell][heading];
    }
    for (unsigned third = 0; third < CELLS; third++)
        if (!set_has(&seen, third))
            to->end[third * to->rays + ray] = (uint8_t)end;
}

INLINE void bounce(struct bounces *bounces, const struct ground *ground, const uint8_t *end, const struct set *set)
{
    memset(bounces, 0, sizeof *bounces);
    for (unsigned i = 0; i < ground->rays; i++) {
        unsigned barrier = ground->ray[i].barrier;
        uint64_t bit = set_has(set, end[i]);
        bounces->ends[ground->ray[i].heading].word[barrier >> 6] |= bit << (barrier & 63u);
    }
}

/* What a placement's sets were and become. */
struct change {
    vector fresh; /* in this level's set but not in the one before */
    uint32_t word;
};

INLINE void spread(const struct sheet *sheet, const struct edges *edges, uint32_t down, uint32_t up,
                   const struct bounces *bounces, struct change *change)
{
    const struct ground *ground = &sheet->ground;
    vector set = change->fresh;
    vector to_east = set & ~edges->east, to_west = set & ~(edges->west << 1);
    vector to_south = set & ~edges->south, to_north = set & ~SOUTHWARD(edges->north, 1);
    uint32_t bounced[2] = {0, 0};
    if (bounces != NULL) {
        vector east = load(&bounces->ends[CAROM_EAST]), south = load(&bounces->ends[CAROM_SOUTH]);
        vector west = load(&bounces->ends[CAROM_WEST]), north = load(&bounces->ends[CAROM_NORTH]);
        to_east |= east;
        to_west |= west;
        to_south |= south;
        to_north |= north;
        if (sheet->ricochet) {
            unsigned row = sheet->target / CAROM_SIDE, column = sheet->target % CAROM_SIDE;
            bounced[0] = row_of(east, row) | column_of(south, column) << CAROM_SIDE;
            bounced[1] = row_of(west, row) | column_of(north, column) << CAROM_SIDE;
        }
    }
    vector from_east = spread_from_east(to_east, edges->east), from_west = spread_from_west(to_west, edges->west);
    vector from_south = spread_from_south(to_south, edges->south);
    vector from_north = spread_from_north(to_north, edges->north);
    vector all = from_east | from_west | from_south | from_north;
    if (bounces != NULL)
        all &= load(&ground->stand);
    change->fresh = all;
    if (sheet->ricochet) {
        /* A robot that is there already has not moved: it still has to turn. */
        vector rows = (from_east & ~to_east) | (from_west & ~to_west);
        vector columns = (from_south & ~to_south) | (from_north & ~to_north);
        uint32_t both = ground->line_target | ground->changed;
        uint32_t turned = row_of(columns, sheet->target / CAROM_SIDE) | column_of(rows, sheet->target % CAROM_SIDE)
                                                                            << CAROM_SIDE;
        uint32_t word = change->word;
        uint32_t slid = spread_lines(word & ~both, down, up, bounced);
        word |= ((turned & ~both) | (slid & ~ground->changed)) & ground->line_stand;
        if ((slid & ground->changed) != 0)
            word |= ground->line_target;
        change->word = word;
    }
}

/* On the vortex with barriers all robots are taken as different. Those that are alike are listed with rising cells
 * only. */
static bool is_listed(const struct carom_atlas *atlas, const uint8_t cell[CAROM_COLOURS])
{
    for (unsigned i = 1; i < CAROM_COLOURS; i++)
        for (unsigned j = 0; j < i; j++)
            if ((atlas->like >> i & atlas->like >> j & 1u) != 0 && cell[j] > cell[i])
                return false;
    return true;
}

/* Keeps the newest placements, in case they are the hardest ones. */
static void note(struct carom_atlas *atlas, unsigned slice, const struct ground *ground, const unsigned blocker[3],
                 const struct set *fresh, uint32_t fresh_word)
{
    struct tally *tally = &atlas->tally[slice];
    if (tally->depth != atlas->depth)
        tally->listed = 0;
    tally->depth = atlas->depth;
    for (unsigned cell = 0; cell < CELLS && tally->listed < atlas->task.hardest; cell++)
        if (set_has(fresh, cell) || (ground->line_bit[cell] & fresh_word) != 0) {
            struct found found = {{(uint8_t)blocker[0], (uint8_t)blocker[1], (uint8_t)blocker[2], (uint8_t)cell}};
            tally->list[tally->listed] = found;
            tally->listed += is_listed(atlas, found.cell);
        }
}

INLINE bool note_wanted(const struct carom_atlas *atlas, const struct tally *tally)
{
    return tally->depth != atlas->depth || tally->listed < atlas->task.hardest;
}

/* All placements with the first two blockers where they are. */
INLINE void active_row(struct carom_atlas *atlas, struct sheet *sheet, unsigned slice, unsigned p, unsigned q,
                       uint8_t *ends, const bool barriers)
{
    const struct ground *ground = &sheet->ground;
    const struct layout *layout = &sheet->layout;
    const struct spots *spots = &layout->spots;
    struct tally *tally = &atlas->tally[slice];
    const unsigned cell[2] = {spots->at[p], spots->at[q]};
    const bool begins = spots->begins[p] && spots->begins[q] && atlas->merged == NULL;
    vector keep_rows = load(&ground->apart[1][cell[0]]) & load(&ground->apart[1][cell[1]]);
    vector keep_columns = load(&ground->apart[0][cell[0]]) & load(&ground->apart[0][cell[1]]);
    vector lines = load(&ground->lines);
    uint32_t keep_lines = ground->line_apart[cell[0]] & ground->line_apart[cell[1]];
    struct outcome outcome = {ends, ground->rays};
    for (unsigned i = 0; barriers && i < ground->rays; i++)
        follow_ray(ground, cell, i, &outcome);
    for (unsigned i = 0; i < spots->count; i++) {
        unsigned third = spots->spot[i], r = spots->at[third];
        if (r == cell[0] || r == cell[1] || (layout->alike != ALIKE_NONE && third < q))
            continue;
        uint32_t at = layout->row[p][q] + third;
        vector now = load(&sheet->set[0][at]);
        vector fresh = now ^ load(&sheet->set[1][at]);
        uint32_t word = sheet->word[0][at];
        uint32_t fresh_word = (word ^ sheet->word[1][at]) & ~ground->changed;
        sheet->word[1][at] = word;
        if (!any(fresh) && fresh_word == 0)
            continue;
        vector counted = fresh & ~lines;
        tally->sets++;
        if (begins && spots->begins[third]) {
            tally->placements += count(counted) + count_word(fresh_word);
            if (note_wanted(atlas, tally) && (fresh_word != 0 || any(counted))) {
                struct set noted;
                store(&noted, counted);
                note(atlas, slice, ground, (const unsigned[3]){cell[0], cell[1], r}, &noted, fresh_word);
            }
        }
        vector rows = keep_rows & load(&ground->apart[1][r]), columns = keep_columns & load(&ground->apart[0][r]);
        struct edges edges = {
            load(&ground->edge[CAROM_EAST]) & rows,
            barriers ? load(&ground->edge[CAROM_WEST]) & rows : load(&ground->edge[CAROM_EAST]) & rows,
            load(&ground->edge[CAROM_SOUTH]) & columns,
            barriers ? load(&ground->edge[CAROM_NORTH]) & columns : load(&ground->edge[CAROM_SOUTH]) & columns,
        };
        uint32_t kept = keep_lines & ground->line_apart[r];
        struct change change = {fresh, word};
        struct bounces bounces;
        if (barriers) {
            struct set set;
            store(&set, fresh);
            bounce(&bounces, ground, ends + r * ground->rays, &set);
        }
        spread(sheet, &edges, ground->line_edge[0] & kept, ground->line_edge[1] & kept, barriers ? &bounces : NULL,
               &change);
        store(&sheet->set[1][at], now | change.fresh);
        sheet->word[1][at] = change.word;
        sheet->word[0][at] = word | ground->changed;
    }
}

static void active(struct carom_atlas *atlas, struct sheet *sheet, unsigned slice)
{
    const struct layout *layout = &sheet->layout;
    uint8_t *ends = sheet->ends + (size_t)slice * CELLS * sheet->ground.rays;
    const struct spots *spots = &layout->spots;
    for (unsigned i = 0; i < spots->count; i++) {
        unsigned p = spots->spot[i];
        if (p * SLICES / SPOTS != slice)
            continue;
        for (unsigned j = 0; j < spots->count; j++) {
            unsigned q = spots->spot[j];
            if (spots->at[q] == spots->at[p] || (layout->alike == ALIKE_ALL && q < p))
                continue;
            if (sheet->straight)
                active_row(atlas, sheet, slice, p, q, ends, false);
            else
                active_row(atlas, sheet, slice, p, q, ends, true);
        }
    }
}
