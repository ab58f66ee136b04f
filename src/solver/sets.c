/*
 * The search by sets (sets.h).
 *
 * A blocker's slide is worked out once for all cells of the active robot that are not in its way; those that are make it
 * stop earlier, and are followed one by one. What the slack allows (bound.h) is a mask here.
 */
#include "sets.h"

#include "../core/mem.h"
#include "runs.h"

/* What is being expanded: one item, and what its slack allows. */
struct expansion {
    struct sets *sets;
    const struct field *field;
    const struct bound *bound;
    struct state state; /* the blockers; cell[0] is set where a single active cell is followed */
    struct crowd crowd; /* of the blockers */
    unsigned level;
    struct cells set;
    bool no_memory;
};

void carom_sets_init(struct sets *sets, const struct carom_memory *memory)
{
    carom_places_init(&sets->places, memory);
}

void carom_sets_done(struct sets *sets)
{
    carom_places_done(&sets->places);
}

static struct cells within(const struct sets *sets, unsigned level)
{
    unsigned left = sets->limit - level;
    return sets->within[left < NEVER ? left : NEVER - 1];
}

void carom_sets_prepare(struct sets *sets, const struct field *field, struct bound *bound)
{
    memset(sets->within, 0, sizeof sets->within);
    memset(sets->helped_over, 0, sizeof sets->helped_over);
    memset(sets->helped_stop, 0, sizeof sets->helped_stop);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        if (bound->moves[cell] == NEVER)
            continue;
        cells_add(&sets->within[bound->moves[cell]], cell);
        if (bound->ghost)
            continue;
        if (!bound->known[cell])
            carom_bound_ways(bound, field, cell);
        for (struct cells left = bound->over[cell]; !cells_empty(&left);)
            cells_add(&sets->helped_over[cells_take(&left)], cell);
        for (struct cells left = bound->stop[cell]; !cells_empty(&left);)
            cells_add(&sets->helped_stop[cells_take(&left)], cell);
    }
    for (unsigned n = 1; n < NEVER; n++)
        sets->within[n] = cells_or(sets->within[n], sets->within[n - 1]);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        unsigned back = (direction + 2) % CAROM_DIRECTIONS;
        sets->winding[direction] = run_over(field->barriers, field->open[back], back);
    }
}

/* Cells of the active robot reached with a placement, at a cost from this level. */
static void arrive(struct expansion *at, const struct state *state, struct cells set, unsigned cost)
{
    struct sets *sets = at->sets;
    unsigned level = at->level + cost;
    if (level > sets->limit) {
        sets->cut = true;
        return;
    }
    set = cells_and(set, sets->within[NEVER - 1]); /* from the rest there is no way at all */
    struct cells kept = cells_and(set, within(sets, level));
    struct cells lost = cells_minus(set, kept);
    sets->cut |= !cells_empty(&lost);
    if (cells_empty(&kept))
        return;
    uint64_t key = carom_state_key(at->field, state);
    if (cost > 1) {
        at->no_memory |= !carom_places_later(&sets->places, key, &kept, level);
        return;
    }
    if (state->owed == 0 && cells_has(&kept, at->field->target)) {
        sets->goal = true;
        sets->found = level;
    }
    at->no_memory |= !carom_places_arrive(&sets->places, key, &kept);
}

/* The active robot moved, travelling along these axes. */
static void active_arrives(struct expansion *at, struct cells ends, unsigned axes, unsigned cost)
{
    struct state state = at->state;
    state.owed &= (uint8_t)~axes;
    if (state.owed != 0)
        cells_remove(&ends, at->field->target); /* R7 */
    arrive(at, &state, ends, cost);
}

/* All active cells that cannot meet a barrier, at once. */
static void move_straight(struct expansion *at, struct cells movers, unsigned direction)
{
    struct cells open = at->field->open[direction];
    for (unsigned i = 1; i < at->field->members; i++) {
        struct cells taken = cells_step(cells_one(at->state.cell[i]), (direction + 2) % CAROM_DIRECTIONS);
        open = cells_minus(open, taken);
    }
    struct cells ends = cells_minus(run_over(cells_and(movers, open), open, direction), open);
    active_arrives(at, ends, carom_direction_axis(direction), 1);
}

/* Active cells from which the slide may meet barriers: one by one. */
static void move_winding(struct expansion *at, struct cells movers, unsigned direction)
{
    struct cells ends[CAROM_AXES_BOTH + 1] = {{{0}}};
    while (!cells_empty(&movers)) {
        int slide = field_slide(at->field, &at->crowd, at->field->class[0], cells_take(&movers), direction);
        if (slide != NO_SLIDE)
            cells_add(&ends[slide_axes(slide)], slide_cell(slide));
    }
    for (unsigned axes = 1; axes <= CAROM_AXES_BOTH; axes++)
        active_arrives(at, ends[axes], axes, 1);
}

static void move_ghost_active(struct expansion *at)
{
    struct ghost_moves moves;
    for (struct cells movers = at->set; !cells_empty(&movers);) {
        unsigned cell = cells_take(&movers);
        carom_ghost_moves(at->field, &at->crowd, cell, at->sets->limit - at->level, &moves, NULL);
        at->sets->cut |= moves.more;
        for (unsigned i = 0; i < moves.count; i++)
            active_arrives(at, cells_one(moves.move[i].to), moves.move[i].axes, moves.move[i].cost);
    }
}

static void move_active(struct expansion *at)
{
    if (at->field->class[0] == CLASS_GHOST) {
        move_ghost_active(at);
        return;
    }
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct cells winding = cells_and(at->set, at->sets->winding[direction]);
        struct cells straight = cells_minus(at->set, winding);
        if (!cells_empty(&straight))
            move_straight(at, straight, direction);
        if (!cells_empty(&winding))
            move_winding(at, winding, direction);
    }
}

/* Of these active cells, those for which a blocker's move can be of use within the limit. */
static struct cells useful(struct expansion *at, struct cells set, unsigned from, unsigned to, unsigned cost)
{
    struct sets *sets = at->sets;
    unsigned level = at->level + cost;
    if (level > sets->limit)
        return cells_none();
    if (at->bound->ghost)
        return set;
    struct cells loose = level < sets->limit ? within(sets, level + 1) : cells_none();
    struct cells helped = cells_or(sets->helped_over[from], sets->helped_stop[to]);
    return cells_and(set, cells_or(loose, helped));
}

static void blocker_arrives(struct expansion *at, unsigned member, unsigned to, struct cells set, unsigned cost)
{
    if (to == at->field->forbidden)
        return;
    struct cells kept = useful(at, set, at->state.cell[member], to, cost);
    struct cells lost = cells_minus(set, kept);
    at->sets->cut |= !cells_empty(&lost);
    if (cells_empty(&kept))
        return;
    struct state state = at->state;
    state.cell[member] = (uint8_t)to;
    arrive(at, &state, kept, cost);
}

/* The cells of a straight way, the end included and the start not. */
static struct cells way_over(unsigned from, unsigned to, unsigned direction)
{
    struct cells way = cells_none();
    while (from != to) {
        from = carom_cell_next((carom_cell)from, direction);
        cells_add(&way, from);
    }
    return way;
}

static void move_blocker(struct expansion *at, unsigned member, unsigned direction)
{
    unsigned from = at->state.cell[member];
    unsigned to = stretch(at->field, &at->crowd, from, direction);
    struct cells way = way_over(from, to, direction);
    struct cells clear = cells_minus(at->set, way);
    struct cells met = cells_and(at->set, way);
    if (to != from && !cells_empty(&clear))
        blocker_arrives(at, member, to, clear, 1);
    while (!cells_empty(&met)) {
        unsigned active = cells_take(&met);
        unsigned before = carom_cell_next((carom_cell)active, (direction + 2) % CAROM_DIRECTIONS);
        if (before != from)
            blocker_arrives(at, member, before, cells_one(active), 1);
    }
}

/* With barriers: the way is found without the active robot; where that could be on it the slide is made again. */
static void move_bouncing_blocker(struct expansion *at, unsigned member, unsigned direction)
{
    unsigned from = at->state.cell[member];
    unsigned class = at->field->class[member];
    struct crowd others = at->crowd;
    crowd_flip(&others, from);
    struct ray ray;
    carom_field_ray(at->field, class, from, direction, &ray);
    struct cells way = cells_none();
    for (unsigned i = 0; i < ray.count; i++)
        cells_add(&way, ray.cell[i]);
    struct cells clear = cells_minus(at->set, way);
    struct cells met = cells_and(at->set, way);
    int slide = field_slide(at->field, &others, class, from, direction);
    if (slide != NO_SLIDE && !cells_empty(&clear))
        blocker_arrives(at, member, slide_cell(slide), clear, 1);
    while (!cells_empty(&met)) {
        unsigned active = cells_take(&met);
        crowd_flip(&others, active);
        slide = field_slide(at->field, &others, class, from, direction);
        crowd_flip(&others, active);
        if (slide != NO_SLIDE)
            blocker_arrives(at, member, slide_cell(slide), cells_one(active), 1);
    }
}

static void ghost_arrives(struct expansion *at, unsigned member, const struct crowd *others, struct cells set,
                          struct cells *over)
{
    struct ghost_moves moves;
    unsigned left = at->sets->limit - at->level;
    carom_ghost_moves(at->field, others, at->state.cell[member], left, &moves, over);
    at->sets->cut |= moves.more;
    if (over != NULL)
        set = cells_minus(set, *over);
    if (cells_empty(&set))
        return;
    for (unsigned i = 0; i < moves.count; i++)
        blocker_arrives(at, member, moves.move[i].to, set, moves.move[i].cost);
}

static void move_ghost_blocker(struct expansion *at, unsigned member)
{
    struct crowd others = at->crowd;
    struct cells over = cells_none();
    crowd_flip(&others, at->state.cell[member]);
    ghost_arrives(at, member, &others, at->set, &over);
    for (struct cells met = cells_and(at->set, over); !cells_empty(&met);) {
        unsigned active = cells_take(&met);
        crowd_flip(&others, active);
        ghost_arrives(at, member, &others, cells_one(active), NULL);
        crowd_flip(&others, active);
    }
}

static void move_blockers(struct expansion *at)
{
    const struct field *field = at->field;
    struct cells able = cells_and(at->set, within(at->sets, at->level + 1));
    struct cells lost = cells_minus(at->set, able);
    at->sets->cut |= !cells_empty(&lost);
    if (cells_empty(&able))
        return;
    struct cells all = at->set;
    at->set = able;
    for (unsigned member = 1; member < field->members; member++) {
        if (field->class[member] == CLASS_GHOST) {
            move_ghost_blocker(at, member);
            continue;
        }
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
            if (field->bounces)
                move_bouncing_blocker(at, member, direction);
            else
                move_blocker(at, member, direction);
        }
    }
    at->set = all;
}

/* Everything one move away from an item. */
static void expand(struct expansion *at, const struct item *item)
{
    const struct field *field = at->field;
    uint64_t key = at->sets->places.place[item->place].key;
    at->set = item->set;
    at->state.owed = (uint8_t)key_owed(key);
    memset(&at->crowd, 0, sizeof at->crowd);
    for (unsigned member = 1; member < field->members; member++) {
        at->state.cell[member] = (uint8_t)key_cell(key, member);
        crowd_flip(&at->crowd, at->state.cell[member]);
    }
    move_active(at);
    if (at->level + 1 <= at->sets->limit)
        move_blockers(at);
}

/* All items of the last full level. */
static enum verdict run_level(struct expansion *at, struct budget *budget, bool complete)
{
    struct places *places = &at->sets->places;
    uint32_t end = places->level_first[places->level];
    for (uint32_t i = places->level_first[places->level - 1]; i < end; i++) {
        enum verdict verdict = VERDICT_REFUTED;
        budget->nodes++;
        if (budget_spent(budget, &verdict))
            return verdict;
        struct item item = places->item[i]; /* the array may move */
        expand(at, &item);
        if (at->no_memory)
            return VERDICT_NO_MEMORY;
        if (at->sets->goal && !complete)
            return VERDICT_FOUND;
    }
    if (!carom_places_due(places))
        return VERDICT_NO_MEMORY;
    return VERDICT_REFUTED;
}

/* A dear move may have brought the active robot home; that shows only when its level comes. */
static bool goal_due(const struct sets *sets, const struct field *field)
{
    const struct places *places = &sets->places;
    for (uint32_t i = places->level_first[places->level]; i < places->items; i++)
        if (cells_has(&places->item[i].set, field->target)
            && key_owed(places->place[places->item[i].place].key) == 0)
            return true;
    return false;
}

static bool levels_left(const struct places *places)
{
    if (places->items > places->level_first[places->level])
        return true;
    for (unsigned level = places->level + 1; level <= CAROM_ROUTE_MAX; level++)
        if (places->level_later[level] != NO_INDEX)
            return true;
    return false;
}

enum verdict carom_sets_run(struct sets *sets, const struct field *field, const struct bound *bound,
                            struct budget *budget, unsigned limit, bool complete, unsigned *refuted)
{
    struct places *places = &sets->places;
    struct expansion at = {.sets = sets, .field = field, .bound = bound};
    struct state start = carom_field_start(field);
    struct cells first = cells_one(start.cell[0]);
    sets->limit = limit;
    sets->goal = sets->cut = false;
    if (!carom_places_reset(places) || !carom_places_arrive(places, carom_state_key(field, &start), &first))
        return VERDICT_NO_MEMORY;
    for (; at.level < limit && levels_left(places); at.level++) {
        carom_places_next_level(places);
        enum verdict verdict = run_level(&at, budget, complete);
        if (verdict != VERDICT_REFUTED)
            return verdict;
        sets->goal |= field->class[0] == CLASS_GHOST && goal_due(sets, field);
        if (sets->goal) {
            sets->found = places->level;
            return VERDICT_FOUND;
        }
        if (at.level + 1 > *refuted)
            *refuted = at.level + 1;
    }
    return sets->cut || levels_left(places) ? VERDICT_REFUTED : VERDICT_IMPOSSIBLE;
}
