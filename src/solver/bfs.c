/*
 * The breadth-first search (bfs.h): tables for a position, and the loop over layers.
 */
#include "bfs.h"

#include "../core/libc_mem.h"
#include "invariants.h"
#include "runs.h"

#define PREFETCH_DISTANCE 4 /* placements to prefetch ahead of the one being expanded */

void carom_bfs_init(struct bfs *bfs, const struct carom_allocator *allocator)
{
    carom_placement_table_init(&bfs->table, allocator);
    bfs->ahead = NULL;
    bfs->tables_ready = false;
}

/* Fills the tables that are the same for all positions. */
static void init_tables(struct bfs *bfs)
{
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        bfs->single[cell] = bb_single(cell);
    bfs->rows_before[0] = bfs->columns_before[0] = bfs->first_column[0] = bb_empty();
    for (unsigned line = 0; line < CAROM_BOARD_SIDE; line++) {
        struct bitboard row = bb_empty(), column = bb_empty();
        for (unsigned at = 0; at < CAROM_BOARD_SIDE; at++) {
            bb_add(&row, line_cell(AXIS_ROW, line, at));
            bb_add(&column, line_cell(AXIS_COLUMN, line, at));
        }
        bfs->row[line] = row;
        bfs->rows_before[line + 1] = bb_or(bfs->rows_before[line], row);
        bfs->columns_before[line + 1] = bb_or(bfs->columns_before[line], column);
        bfs->first_column[line + 1] = bb_or(bfs->first_column[line], bfs->single[line_cell(AXIS_ROW, line, 0)]);
    }
    memset(&bfs->ray_board, 0, sizeof bfs->ray_board); /* no board: its width is 0 */
    bfs->tables_ready = true;
}

void carom_bfs_destroy(struct bfs *bfs)
{
    carom_placement_table_destroy(&bfs->table);
}

/* Finds the cells from which a slide in a direction may meet a barrier, and the cells the active robot then passes. */
static void find_may_bounce(struct board_tables *tables, const struct problem *problem, struct budget *budget,
                            unsigned direction)
{
    unsigned back = (direction + 2) % CAROM_DIRECTIONS;
    tables->may_bounce[direction] = bb_fill(problem->barriers, problem->can_step[back], back);
    for (struct bb_iter iter = bb_iter(&tables->may_bounce[direction]);
         bb_iter_next(&iter) && !budget_worked(budget, 1);) {
        struct ray ray;
        carom_problem_ray(problem, problem->class[0], iter.cell, direction, &ray);
        for (unsigned i = 0; i < ray.count; i++)
            bb_add(&tables->may_bounce_over[direction_line_axis(direction)][ray.cell[i]], iter.cell);
    }
}

/* Computes, for each line, which active cells a blocker stopping anywhere on it may help. */
static void find_line_helps(struct board_tables *tables)
{
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        struct bitboard *row = &tables->line_helps[AXIS_ROW][cell >> 4];
        struct bitboard *column = &tables->line_helps[AXIS_COLUMN][cell & 15u];
        *row = bb_or(*row, tables->stoppers.by_blocker_cell[cell].slack0_part);
        *column = bb_or(*column, tables->stoppers.by_blocker_cell[cell].slack0_part);
    }
}

static void build_tables(struct bfs *bfs, const struct problem *problem, struct board_tables *tables,
                         struct budget *budget)
{
    memset(tables->line_helps, 0, sizeof tables->line_helps);
    if (tables->bound.transparent) { /* reads them without using the result */
        memset(&tables->stoppers, 0, sizeof tables->stoppers);
    } else {
        carom_stoppers_build(&tables->stoppers, &bfs->stopper_scratch, problem, &tables->bound, budget, bfs->single);
        find_line_helps(tables);
    }
    memset(tables->may_bounce, 0, sizeof tables->may_bounce);
    if (problem->has_barriers)
        memset(tables->may_bounce_over, 0, sizeof tables->may_bounce_over);
    for (unsigned direction = 0; problem->has_barriers && direction < CAROM_DIRECTIONS; direction++)
        find_may_bounce(tables, problem, budget, direction);
    tables->bfs_ready = budget->over == SEARCH_REFUTED;
}

void carom_bfs_prepare(struct bfs *bfs, const struct problem *problem, struct board_tables *tables,
                       struct budget *budget)
{
    carom_bfs_reset_rays(bfs, problem, tables);
    if (!tables->bfs_ready)
        build_tables(bfs, problem, tables, budget);
}

void carom_bfs_reset_rays(struct bfs *bfs, const struct problem *problem, const struct board_tables *tables)
{
    if (!bfs->tables_ready)
        init_tables(bfs);
    if (problem->has_barriers && memcmp(&bfs->ray_board, &tables->board, sizeof bfs->ray_board) != 0) {
        bfs->ray_board = tables->board;
        memset(bfs->rays_known, 0, sizeof bfs->rays_known);
    }
}

uint32_t carom_bfs_cost(const struct bfs *bfs, struct bfs_state state)
{
    uint32_t level = carom_placement_table_level(&bfs->table, state.key, state.active_cell);
    if (level == NO_LEVEL)
        return NOT_REACHED;
    return bfs->start_limit - bfs->min_slack - level - bfs->expansion[0].bound->cost[state.active_cell];
}

/* Placements are expanded in the order of the open list, so their memory can be prefetched. */
static void prefetch_open(const struct placement_table *table, const struct open_list *queue, uint32_t i)
{
    if (i + PREFETCH_DISTANCE < queue->count)
        __builtin_prefetch(&table->placement[queue->placement[i + PREFETCH_DISTANCE]], 1);
    if (i + PREFETCH_DISTANCE / 2 < queue->count)
        carom_placement_table_prefetch_rows(table, queue->placement[i + PREFETCH_DISTANCE / 2]);
}

/* Expands the placements [begin, end) of the open list. `window`: those that were expanded ahead, or NULL. */
static enum search_status expand_range(struct bfs *bfs, struct budget *budget, uint32_t begin, uint32_t end,
                                       const struct ahead_window *window)
{
    struct placement_table *table = &bfs->table;
    struct open_list *queue = &table->queue[table->current];
    for (uint32_t i = begin; i < end && i < queue->count; i++) {
        enum search_status status = SEARCH_REFUTED;
        struct expansion *at = &bfs->expansion[i % EXPANSIONS];
        struct expansion *before = &bfs->expansion[(i + 2) % EXPANSIONS];
        struct expansion *earlier = &bfs->expansion[(i + 1) % EXPANSIONS];
        budget->nodes++;
        if (budget_exhausted(budget, &status))
            return status;
        if (PREFETCH)
            prefetch_open(table, queue, i);
        const struct ahead_item *ahead = window != NULL ? carom_ahead_result(window, bfs, i, earlier) : NULL;
        if (ahead != NULL)
            carom_expand_commit(at, before, earlier, ahead);
        else
            carom_expand(at, before, earlier, queue->placement[i]);
        if (i + 1 == queue->count) {
            carom_expand_flush(before);
            carom_expand_flush(at);
        }
        if (at->no_memory || before->no_memory || earlier->no_memory)
            return SEARCH_NO_MEMORY;
        if (bfs->best_cost != 0 && bfs->best_cost == bfs->lower_bound && !bfs->exhaustive)
            return SEARCH_FOUND;
    }
    return SEARCH_REFUTED;
}

/* Expands all placements of the current layer. */
static enum search_status run_layer(struct bfs *bfs, struct budget *budget)
{
    struct placement_table *table = &bfs->table;
    enum search_status status = SEARCH_REFUTED;
    uint32_t begin = 0;
    if (THREADS && bfs->ahead != NULL && carom_ahead_wanted(bfs->ahead, bfs, table->queue[table->current].count))
        status = carom_ahead_run(bfs->ahead, bfs, budget, expand_range, &begin);
    if (status == SEARCH_REFUTED)
        status = expand_range(bfs, budget, begin, UINT32_MAX, NULL);
    if (status == SEARCH_REFUTED)
        carom_placement_table_next_layer(table);
    return status;
}

static bool insert_start(struct bfs *bfs, const struct problem *problem, const struct bound *bound)
{
    struct state start = carom_problem_start(problem);
    unsigned level = bfs->start_limit - bfs->min_slack - bound->cost[start.cell[0]];
    return carom_placement_table_reset(&bfs->table) &&
           carom_placement_table_insert_cell(&bfs->table, carom_state_key(problem, &start), start.cell[0], level,
                                             bfs->table.current);
}

enum search_status carom_bfs_run(struct bfs *bfs, const struct problem *problem, const struct board_tables *tables,
                                 struct budget *budget, unsigned lower_bound, unsigned limit, bool exhaustive)
{
    struct placement_table *table = &bfs->table;
    const struct bound *bound = &tables->bound;
    unsigned shortest = bound->cost[problem->start[0]];
    if (shortest > limit)
        return shortest == BOUND_INFINITE ? SEARCH_UNSOLVABLE : SEARCH_REFUTED;
    for (unsigned i = 0; i < EXPANSIONS; i++)
        carom_expand_init(&bfs->expansion[i], bfs, problem, tables);
    bfs->lower_bound = lower_bound;
    bfs->limit = bfs->start_limit = limit;
    bfs->exhaustive = exhaustive;
    bfs->min_slack = !exhaustive && !bound->transparent && shortest < limit ? 1 : 0;
    bfs->best_cost = 0;
    bfs->pruned_by_limit = false;
    if (bfs->ahead != NULL)
        bfs->ahead->running = false;
    CAROM_ASSERT(carom_problem_valid(problem) && bound->cost[problem->target] == 0);
    if (!insert_start(bfs, problem, bound))
        return SEARCH_NO_MEMORY;
    while (table->queue[table->current].count > 0) {
        enum search_status status = run_layer(bfs, budget);
        if (status != SEARCH_REFUTED)
            return status;
    }
    CAROM_ASSERT(carom_placement_table_valid(table));
    if (bfs->best_cost != 0)
        return SEARCH_FOUND;
    return bfs->pruned_by_limit ? SEARCH_REFUTED : SEARCH_UNSOLVABLE;
}
