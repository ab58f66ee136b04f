/*
 * The search by sets (sets.h): what is worked out beforehand, and the run over the levels.
 */
#include "sets.h"

#include "../core/mem.h"
#include "expand.h"
#include "runs.h"

#define AHEAD 4 /* items whose places are fetched before they are worked on */

void carom_sets_init(struct sets *sets, const struct carom_memory *memory)
{
    carom_places_init(&sets->places, memory);
    sets->rows_above[0] = cells_none();
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        sets->one[cell] = cells_one(cell);
    for (unsigned row = 0; row < CAROM_SIDE; row++) {
        sets->rows_above[row + 1] = sets->rows_above[row];
        for (unsigned column = 0; column < CAROM_SIDE; column++)
            cells_add(&sets->rows_above[row + 1], row * CAROM_SIDE + column);
    }
}

void carom_sets_done(struct sets *sets)
{
    carom_places_done(&sets->places);
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
        for (struct cells_walk walk = cells_walk(&bound->over[cell]); cells_next(&walk);)
            cells_add(&sets->helped_over[walk.cell], cell);
        for (struct cells_walk walk = cells_walk(&bound->stop[cell]); cells_next(&walk);)
            cells_add(&sets->helped_stop[walk.cell], cell);
    }
    memset(sets->helped_line, 0, sizeof sets->helped_line);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        struct cells *row = &sets->helped_line[AXIS_ROW][cell >> 4];
        struct cells *column = &sets->helped_line[AXIS_COLUMN][cell & 15u];
        *row = cells_or(*row, sets->helped_stop[cell]);
        *column = cells_or(*column, sets->helped_stop[cell]);
    }
    for (unsigned n = 1; n < NEVER; n++)
        sets->within[n] = cells_or(sets->within[n], sets->within[n - 1]);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        unsigned back = (direction + 2) % CAROM_DIRECTIONS;
        sets->winding[direction] = cells_none();
        if (field->bounces)
            sets->winding[direction] = run_over(field->barriers, field->open[back], back);
    }
}

/* All items of the last full level, while the limit, which may fall, lets them lead to a route. */
static enum verdict run_level(struct expansion *at, struct budget *budget)
{
    struct places *places = &at->sets->places;
    uint32_t end = places->level_first[places->level];
    for (uint32_t i = places->level_first[places->level - 1]; i < end && at->level < at->sets->limit; i++) {
        enum verdict verdict = VERDICT_REFUTED;
        budget->nodes++;
        if (budget_spent(budget, &verdict))
            return verdict;
        if (i + AHEAD < end)
            __builtin_prefetch(&places->place[places->item[i + AHEAD].place]);
        struct item item = places->item[i]; /* the array may move */
        carom_expand(at, &item);
        if (at->no_memory)
            return VERDICT_NO_MEMORY;
    }
    return carom_places_settle(places) && carom_places_due(places) ? VERDICT_REFUTED : VERDICT_NO_MEMORY;
}

/* A dear move may have brought the active robot home; that shows only when its level comes. */
static void find_due(struct sets *sets, const struct field *field)
{
    const struct places *places = &sets->places;
    for (uint32_t i = places->level_first[places->level]; i < places->items; i++) {
        uint64_t key = places->place[places->item[i].place].key;
        if (!cells_has(&places->item[i].set, field->target) || key_owed(key) != 0)
            continue;
        sets->last = (struct node){key, field->target};
        sets->found = sets->last_level = places->level;
        sets->home.count = 0;
        return;
    }
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
    sets->complete = complete;
    sets->found = 0;
    sets->cut = false;
    if (!carom_places_reset(places) || !carom_places_arrive(places, carom_state_key(field, &start), &first))
        return VERDICT_NO_MEMORY;
    for (; at.level < sets->limit && levels_left(places); at.level++) {
        carom_places_next_level(places);
        enum verdict verdict = run_level(&at, budget);
        if (verdict != VERDICT_REFUTED)
            return verdict;
        if (bound->ghost && sets->found == 0)
            find_due(sets, field);
        if (sets->found == places->level)
            return VERDICT_FOUND;
        if (at.level + 1 > *refuted)
            *refuted = at.level + 1;
    }
    if (sets->found != 0)
        return VERDICT_FOUND;
    return sets->cut || levels_left(places) ? VERDICT_REFUTED : VERDICT_IMPOSSIBLE;
}
