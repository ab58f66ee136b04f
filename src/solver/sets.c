/*
 * The search by sets (sets.h): what is worked out beforehand, and the run over the levels.
 */
#include "sets.h"

#include "../core/mem.h"
#include "runs.h"

#define AHEAD 4 /* places that are fetched before they are visited */

void carom_sets_init(struct sets *sets, const struct carom_memory *memory)
{
    carom_places_init(&sets->places, memory);
    sets->rows_above[0] = sets->columns_before[0] = cells_none();
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        sets->one[cell] = cells_one(cell);
    for (unsigned row = 0; row < CAROM_SIDE; row++) {
        sets->rows_above[row + 1] = sets->rows_above[row];
        for (unsigned column = 0; column < CAROM_SIDE; column++)
            cells_add(&sets->rows_above[row + 1], row * CAROM_SIDE + column);
    }
    for (unsigned column = 0; column < CAROM_SIDE; column++) {
        sets->columns_before[column + 1] = sets->columns_before[column];
        for (unsigned row = 0; row < CAROM_SIDE; row++)
            cells_add(&sets->columns_before[column + 1], row * CAROM_SIDE + column);
    }
}

void carom_sets_done(struct sets *sets)
{
    carom_places_done(&sets->places);
}

void carom_sets_prepare(struct sets *sets, const struct field *field, struct bound *bound)
{
    memset(sets->helped_over, 0, sizeof sets->helped_over);
    memset(sets->helped_stop, 0, sizeof sets->helped_stop);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        if (bound->moves[cell] == NEVER || bound->ghost)
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
    memset(sets->ray_known, 0, sizeof sets->ray_known);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        unsigned back = (direction + 2) % CAROM_DIRECTIONS;
        sets->winding[direction] = cells_none();
        if (field->bounces)
            sets->winding[direction] = run_over(field->barriers, field->open[back], back);
    }
}

uint32_t carom_sets_moves(const struct sets *sets, struct node node)
{
    uint32_t level = carom_places_level(&sets->places, node.key, node.active);
    if (level == NO_LEVEL)
        return NEVER_REACHED;
    return sets->top - sets->floor - level - sets->expansion[0].bound->moves[node.active];
}

/* Visits come in the order of the queue: what they need is fetched ahead. */
static void fetch_ahead(const struct places *places, const struct queue *queue, uint32_t i)
{
    if (i + AHEAD < queue->count)
        __builtin_prefetch(&places->place[queue->visit[i + AHEAD].place], 1);
    if (i + AHEAD / 2 < queue->count)
        carom_places_fetch_rows(places, queue->visit[i + AHEAD / 2].place);
}

/* All visits of one round. */
static enum verdict run_round(struct sets *sets, struct budget *budget)
{
    struct places *places = &sets->places;
    struct queue *queue = &places->queue[places->now];
    for (uint32_t i = 0; i < queue->count; i++) {
        enum verdict verdict = VERDICT_REFUTED;
        struct expansion *at = &sets->expansion[i & 1u], *before = &sets->expansion[~i & 1u];
        budget->nodes++;
        if (budget_spent(budget, &verdict))
            return verdict;
        fetch_ahead(places, queue, i);
        carom_expand(at, before, queue->visit[i], &queue->rows.row[queue->visit[i].first]);
        if (i + 1 == queue->count)
            carom_expand_deliver(at);
        if (at->no_memory || before->no_memory)
            return VERDICT_NO_MEMORY;
        if (sets->found != 0 && sets->found == sets->least && !sets->complete)
            return VERDICT_FOUND;
    }
    carom_places_turn(places);
    return VERDICT_REFUTED;
}

static bool begin(struct sets *sets, const struct field *field, const struct bound *bound)
{
    struct state start = carom_field_start(field);
    unsigned level = sets->top - sets->floor - bound->moves[start.cell[0]];
    return carom_places_reset(&sets->places)
           && carom_places_arrive_cell(&sets->places, carom_state_key(field, &start), start.cell[0], level,
                                       sets->places.now);
}

enum verdict carom_sets_run(struct sets *sets, const struct field *field, const struct bound *bound,
                            struct budget *budget, unsigned least, unsigned limit, bool complete)
{
    struct places *places = &sets->places;
    unsigned shortest = bound->moves[field->start[0]];
    if (shortest > limit)
        return shortest == NEVER ? VERDICT_IMPOSSIBLE : VERDICT_REFUTED;
    for (unsigned i = 0; i < 2; i++)
        sets->expansion[i] = (struct expansion){.sets = sets, .field = field, .bound = bound};
    sets->least = least;
    sets->limit = sets->top = limit;
    sets->complete = complete;
    sets->floor = !complete && !bound->ghost && shortest < limit ? 1 : 0;
    sets->found = 0;
    sets->cut = false;
    if (!begin(sets, field, bound))
        return VERDICT_NO_MEMORY;
    while (places->queue[places->now].count > 0) {
        enum verdict verdict = run_round(sets, budget);
        if (verdict != VERDICT_REFUTED)
            return verdict;
    }
    if (sets->found != 0)
        return VERDICT_FOUND;
    return sets->cut ? VERDICT_REFUTED : VERDICT_IMPOSSIBLE;
}
