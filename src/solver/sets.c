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
    sets->drawn = false;
}

/* What is the same for all positions, drawn when it is first needed. */
static void draw(struct sets *sets)
{
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        sets->one[cell] = cells_one(cell);
    sets->rows_above[0] = sets->columns_before[0] = sets->first_column[0] = cells_none();
    for (unsigned line = 0; line < CAROM_SIDE; line++) {
        struct cells row = cells_none(), column = cells_none();
        for (unsigned place = 0; place < CAROM_SIDE; place++) {
            cells_add(&row, cell_in(AXIS_ROW, line, place));
            cells_add(&column, cell_in(AXIS_COLUMN, line, place));
        }
        sets->row[line] = row;
        sets->rows_above[line + 1] = cells_or(sets->rows_above[line], row);
        sets->columns_before[line + 1] = cells_or(sets->columns_before[line], column);
        sets->first_column[line + 1] = cells_or(sets->first_column[line], sets->one[cell_in(AXIS_ROW, line, 0)]);
    }
    memset(&sets->aids, 0, sizeof sets->aids); /* read, though not used, for a transparent robot */
    memset(sets->helped_line, 0, sizeof sets->helped_line);
    sets->drawn = true;
}

void carom_sets_done(struct sets *sets)
{
    carom_places_done(&sets->places);
}

/* Cells from which a slide in a direction may meet a barrier, and what they go over. */
static void find_winding(struct sets *sets, const struct field *field, unsigned direction)
{
    unsigned back = (direction + 2) % CAROM_DIRECTIONS;
    sets->winding[direction] = run_over(field->barriers, field->open[back], back);
    for (struct cells_walk walk = cells_walk(&sets->winding[direction]); cells_next(&walk);) {
        struct ray ray;
        carom_field_ray(field, field->class[0], walk.cell, direction, &ray);
        for (unsigned i = 0; i < ray.count; i++)
            cells_add(&sets->winding_over[line_axis(direction)][ray.cell[i]], walk.cell);
    }
}

/* What blockers on each line may help, whichever cell of it they come to. */
static void find_lines(struct sets *sets)
{
    memset(sets->helped_line, 0, sizeof sets->helped_line);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        struct cells *row = &sets->helped_line[AXIS_ROW][cell >> 4];
        struct cells *column = &sets->helped_line[AXIS_COLUMN][cell & 15u];
        *row = cells_or(*row, sets->aids.from[cell].shortest);
        *column = cells_or(*column, sets->aids.from[cell].shortest);
    }
}

void carom_sets_prepare(struct sets *sets, const struct field *field, const struct bound *bound)
{
    if (!sets->drawn)
        draw(sets);
    if (!bound->ghost) {
        carom_aids_build(&sets->aids, field, bound, sets->one);
        find_lines(sets);
    }
    memset(sets->ray_known, 0, sizeof sets->ray_known);
    memset(sets->winding, 0, sizeof sets->winding);
    memset(sets->winding_over, 0, sizeof sets->winding_over);
    for (unsigned direction = 0; field->bounces && direction < CAROM_DIRECTIONS; direction++)
        find_winding(sets, field, direction);
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
        __builtin_prefetch(&places->place[queue->place[i + AHEAD]], 1);
    if (i + AHEAD / 2 < queue->count)
        carom_places_fetch_rows(places, queue->place[i + AHEAD / 2]);
}

/* All visits of one round. */
static enum verdict run_round(struct sets *sets, struct budget *budget)
{
    struct places *places = &sets->places;
    struct queue *queue = &places->queue[places->now];
    for (uint32_t i = 0; i < queue->count; i++) {
        enum verdict verdict = VERDICT_REFUTED;
        struct expansion *at = &sets->expansion[i % EXPANSIONS];
        struct expansion *before = &sets->expansion[(i + 2) % EXPANSIONS];
        struct expansion *earlier = &sets->expansion[(i + 1) % EXPANSIONS];
        budget->nodes++;
        if (budget_spent(budget, &verdict))
            return verdict;
        fetch_ahead(places, queue, i);
        carom_expand(at, before, earlier, queue->place[i]);
        if (i + 1 == queue->count) {
            carom_expand_deliver(before);
            carom_expand_deliver(at);
        }
        if (at->no_memory || before->no_memory || earlier->no_memory)
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
    return carom_places_reset(&sets->places) && carom_places_arrive_cell(&sets->places, carom_state_key(field, &start),
                                                                         start.cell[0], level, sets->places.now);
}

enum verdict carom_sets_run(struct sets *sets, const struct field *field, const struct bound *bound,
                            struct budget *budget, unsigned least, unsigned limit, bool complete)
{
    struct places *places = &sets->places;
    unsigned shortest = bound->moves[field->start[0]];
    if (shortest > limit)
        return shortest == NEVER ? VERDICT_IMPOSSIBLE : VERDICT_REFUTED;
    for (unsigned i = 0; i < EXPANSIONS; i++)
        carom_expand_begin(&sets->expansion[i], sets, field, bound);
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
