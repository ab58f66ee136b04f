/*
 * The search by sets (sets.h): what is worked out beforehand, and the run over the levels.
 */
#include "sets.h"

#include "../core/mem.h"
#include "runs.h"
#include "sound.h"

#define AHEAD 4 /* placements that are fetched before they are visited */

void carom_sets_init(struct sets *sets, const struct carom_memory *memory)
{
    carom_placements_init(&sets->placements, memory);
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
        for (unsigned at = 0; at < CAROM_SIDE; at++) {
            cells_add(&row, cell_in(AXIS_ROW, line, at));
            cells_add(&column, cell_in(AXIS_COLUMN, line, at));
        }
        sets->row[line] = row;
        sets->rows_above[line + 1] = cells_or(sets->rows_above[line], row);
        sets->columns_before[line + 1] = cells_or(sets->columns_before[line], column);
        sets->first_column[line + 1] = cells_or(sets->first_column[line], sets->one[cell_in(AXIS_ROW, line, 0)]);
    }
    memset(&sets->stoppers, 0, sizeof sets->stoppers); /* read, though not used, for a transparent robot */
    memset(sets->helped_line, 0, sizeof sets->helped_line);
    sets->drawn = true;
}

void carom_sets_done(struct sets *sets)
{
    carom_placements_done(&sets->placements);
}

/* Cells from which a slide in a direction may meet a barrier, and what they go over. */
static void find_winding(struct sets *sets, const struct prepared *prepared, struct budget *budget, unsigned direction)
{
    unsigned back = (direction + 2) % CAROM_DIRECTIONS;
    sets->winding[direction] = run_over(prepared->barriers, prepared->open[back], back);
    for (struct cells_walk walk = cells_walk(&sets->winding[direction]);
         cells_next(&walk) && !budget_worked(budget, 1);) {
        struct ray ray;
        carom_prepared_ray(prepared, prepared->class[0], walk.cell, direction, &ray);
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
        *row = cells_or(*row, sets->stoppers.from[cell].shortest);
        *column = cells_or(*column, sets->stoppers.from[cell].shortest);
    }
}

void carom_sets_prepare(struct sets *sets, const struct prepared *prepared, const struct bound *bound,
                        struct budget *budget)
{
    if (!sets->drawn)
        draw(sets);
    if (!bound->transparent) {
        carom_stoppers_build(&sets->stoppers, prepared, bound, budget, sets->one);
        find_lines(sets);
    }
    memset(sets->ray_known, 0, sizeof sets->ray_known);
    memset(sets->winding, 0, sizeof sets->winding);
    memset(sets->winding_over, 0, sizeof sets->winding_over);
    for (unsigned direction = 0; prepared->bounces && direction < CAROM_DIRECTIONS; direction++)
        find_winding(sets, prepared, budget, direction);
}

uint32_t carom_sets_cost(const struct sets *sets, struct node node)
{
    uint32_t level = carom_placements_level(&sets->placements, node.key, node.active);
    if (level == NO_LEVEL)
        return NEVER_REACHED;
    return sets->top - sets->floor - level - sets->expansion[0].bound->cost[node.active];
}

/* Visits come in the order of the queue: what they need is fetched ahead. */
static void fetch_ahead(const struct placements *placements, const struct queue *queue, uint32_t i)
{
    if (i + AHEAD < queue->count)
        __builtin_prefetch(&placements->placement[queue->placement[i + AHEAD]], 1);
    if (i + AHEAD / 2 < queue->count)
        carom_placements_fetch_rows(placements, queue->placement[i + AHEAD / 2]);
}

/* All visits of one round. */
static enum verdict run_round(struct sets *sets, struct budget *budget)
{
    struct placements *placements = &sets->placements;
    struct queue *queue = &placements->queue[placements->now];
    for (uint32_t i = 0; i < queue->count; i++) {
        enum verdict verdict = VERDICT_REFUTED;
        struct expansion *at = &sets->expansion[i % EXPANSIONS];
        struct expansion *before = &sets->expansion[(i + 2) % EXPANSIONS];
        struct expansion *earlier = &sets->expansion[(i + 1) % EXPANSIONS];
        budget->nodes++;
        if (budget_spent(budget, &verdict))
            return verdict;
        if (FETCHES)
            fetch_ahead(placements, queue, i);
        carom_expand(at, before, earlier, queue->placement[i]);
        if (i + 1 == queue->count) {
            carom_expand_deliver(before);
            carom_expand_deliver(at);
        }
        if (at->no_memory || before->no_memory || earlier->no_memory)
            return VERDICT_NO_MEMORY;
        if (sets->found != 0 && sets->found == sets->least && !sets->complete)
            return VERDICT_FOUND;
    }
    carom_placements_turn(placements);
    return VERDICT_REFUTED;
}

static bool begin(struct sets *sets, const struct prepared *prepared, const struct bound *bound)
{
    struct state start = carom_prepared_start(prepared);
    unsigned level = sets->top - sets->floor - bound->cost[start.cell[0]];
    return carom_placements_reset(&sets->placements) &&
           carom_placements_arrive_cell(&sets->placements, carom_state_key(prepared, &start), start.cell[0], level,
                                        sets->placements.now);
}

enum verdict carom_sets_run(struct sets *sets, const struct prepared *prepared, const struct bound *bound,
                            struct budget *budget, unsigned least, unsigned limit, bool complete)
{
    struct placements *placements = &sets->placements;
    unsigned shortest = bound->cost[prepared->start[0]];
    if (shortest > limit)
        return shortest == NEVER ? VERDICT_IMPOSSIBLE : VERDICT_REFUTED;
    for (unsigned i = 0; i < EXPANSIONS; i++)
        carom_expand_begin(&sets->expansion[i], sets, prepared, bound);
    sets->least = least;
    sets->limit = sets->top = limit;
    sets->complete = complete;
    sets->floor = !complete && !bound->transparent && shortest < limit ? 1 : 0;
    sets->found = 0;
    sets->cut = false;
    CAROM_ASSERT(carom_prepared_sound(prepared) && bound->cost[prepared->target] == 0);
    if (!begin(sets, prepared, bound))
        return VERDICT_NO_MEMORY;
    while (placements->queue[placements->now].count > 0) {
        enum verdict verdict = run_round(sets, budget);
        if (verdict != VERDICT_REFUTED)
            return verdict;
    }
    CAROM_ASSERT(carom_placements_sound(placements));
    if (sets->found != 0)
        return VERDICT_FOUND;
    return sets->cut ? VERDICT_REFUTED : VERDICT_IMPOSSIBLE;
}
