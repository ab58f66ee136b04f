/*
 * Expanding one placement of the breadth-first search (bfs.h, expand.h).
 *
 * Notation: g is the cost spent, h the admissible bound (bound.h), f = g + h, and slack = limit - f. The active robot's
 * cells are sets by level, where level = slack - min_slack under the limit at which the run began.
 *
 * An expansion has two parts. First the active robot moves while the blockers stand still, until nothing new is
 * reached. A cell that arrived with a blocker's straight move needs only the slides that this move can have changed:
 * the others were possible before it too, and their ends arrived along with the cell.
 *
 * Then each blocker's slide is computed once for all active cells that are not in its path. An active cell in its path
 * stops it earlier, and is treated on its own. Each successor takes over the active cells, one level lower.
 *
 * Pruning is by set operations: cells without enough slack (compute_levels), infeasible cells (stoppers.h), and
 * redundant orders of independent moves (is_redundant_order).
 *
 * Invariant: a state dropped only because of the limit sets bfs->pruned_by_limit. Without it an empty frontier would be
 * taken as proof that there is no route.
 */
#include "bfs.h"

#include "../core/libc_mem.h"
#include "finish.h"
#include "transparent.h"

static const struct blocker_move no_move;

/* Records a route through this state, reached at cost `spent`, with total cost `cost`. From now on only cheaper
 * routes matter. */
static void record_route(struct expansion *at, uint64_t key, unsigned active, unsigned spent, unsigned cost)
{
    struct bfs *bfs = at->bfs;
    bfs->best_state = (struct bfs_state){key, (uint8_t)active};
    bfs->best_state_cost = spent;
    bfs->best_cost = cost;
    if (!bfs->exhaustive)
        bfs->limit = cost - 1;
}

/* Tries the direct finish from cells at slack 0, where a route costs `cost` in total. States at slack 0 are not
 * stored. */
static void try_finish_cells(struct expansion *at, uint64_t key, struct bitboard set, unsigned cost)
{
    struct bfs *bfs = at->bfs;
    if (cost > bfs->limit)
        return;
    for (struct bb_iter iter = bb_iter(&set); bb_iter_next(&iter);) {
        struct step *steps = at->finish_attempt.step;
        if (!carom_finish(at->problem, at->bound, &at->occupancy, iter.cell, key_axes_owed(key), steps))
            continue;
        bfs->finish_steps.count = at->bound->cost[iter.cell];
        memcpy(bfs->finish_steps.step, steps, bfs->finish_steps.count * sizeof *steps);
        record_route(at, key, iter.cell, cost - bfs->finish_steps.count, cost);
        return;
    }
}

/* Are states at slack 0 left to the direct finish instead of being stored? */
static inline bool finishes_directly(const struct expansion *at)
{
    return at->bfs->min_slack > 0;
}

/* Was this cell reached in this placement at this level or above? */
static inline bool is_closed(const struct expansion *at, unsigned level, unsigned cell)
{
    struct placement_table *table = &at->bfs->table;
    struct placement *placement = &table->placement[at->placement];
    return level < placement->levels && bb_has(placement_closed(table, placement, level), cell);
}

/* Closes a newly reached active cell at its level and all levels below, and queues it for expansion along both axes. */
static void close_cell(struct expansion *at, unsigned cell, unsigned level)
{
    struct placement_table *table = &at->bfs->table;
    struct placement *placement = &table->placement[at->placement];
    const struct bitboard one = at->bfs->single[cell];
    if (is_closed(at, level, cell))
        return;
    for (unsigned i = 0; i <= level; i++) {
        struct bitboard *known = placement_closed(table, placement, i);
        *known = bb_or(*known, one);
    }
    at->at_level[level] = bb_or(at->at_level[level], one);
    at->to_expand[AXIS_ROW][level] = bb_or(at->to_expand[AXIS_ROW][level], one);
    at->to_expand[AXIS_COLUMN][level] = bb_or(at->to_expand[AXIS_COLUMN][level], one);
}

/* The active robot stops on a cell after travelling along `axes`; g is now `spent`. Prunes, finishes or stores the
 * state. */
static inline void on_active_stop(struct expansion *at, unsigned cell, unsigned axes, unsigned spent)
{
    struct bfs *bfs = at->bfs;
    unsigned owed = at->state.axes_owed & ~axes, cost = spent + at->bound->cost[cell];
    uint64_t key = (at->key & ~(UINT64_C(3) << KEY_AXES_SHIFT)) | (uint64_t)owed << KEY_AXES_SHIFT;
    if (at->bound->cost[cell] == BOUND_INFINITE || !can_stop_at(at->problem, cell, owed))
        return;
    if (cost > bfs->limit) {
        bfs->pruned_by_limit = true;
        return;
    }
    if (cell == at->problem->target) {
        bfs->finish_steps.count = 0;
        record_route(at, key, cell, spent, spent);
        if (!bfs->exhaustive)
            return;
    }
    unsigned f_level0 = bfs->start_limit - bfs->min_slack; /* f of a cell at level 0 */
    unsigned level = cost < f_level0 ? f_level0 - cost : 0;
    if (finishes_directly(at) && cost == bfs->limit) {
        bfs->pruned_by_limit = true;
        if (bb_has(&at->feasible.slack0, cell) && (key != at->key || !is_closed(at, level, cell)))
            try_finish_cells(at, key, bfs->single[cell], cost);
        return;
    }
    if (cost + 1 == bfs->limit && finishes_directly(at) && !bb_has(&at->feasible.slack1, cell)) {
        bfs->pruned_by_limit = true;
        return;
    }
    if (key == at->key)
        close_cell(at, cell, level);
    else /* R7: the blockers stay, but fewer axes are owed, which is another key */
        at->no_memory |= !carom_placement_table_insert_cell(&bfs->table, key, cell, level, bfs->table.current);
}

static void move_transparent_active(struct expansion *at, unsigned cell, unsigned spent)
{
    struct transparent_stops ends;
    carom_transparent_stops(at->problem, &at->occupancy, cell, at->bfs->limit - spent, &ends, NULL);
    at->bfs->pruned_by_limit |= ends.truncated;
    for (unsigned i = 0; i < ends.count; i++)
        on_active_stop(at, ends.stop[i].to, ends.stop[i].axes, spent + ends.stop[i].cost);
}

static inline void move_active(struct expansion *at, unsigned cell, unsigned direction, unsigned spent)
{
    int slide = problem_slide(at->problem, &at->occupancy, at->problem->class[0], cell, direction);
    if (slide != NO_SLIDE)
        on_active_stop(at, slide_cell(slide), slide_axes(slide), spent + 1);
}

/* Makes the active robot's slides from a cell along the given axes. */
static void expand_active_cell(struct expansion *at, unsigned cell, unsigned level, bool along_row, bool along_column)
{
    unsigned spent = at->bfs->start_limit - at->bfs->min_slack - level - at->bound->cost[cell];
    if (is_closed(at, level + 1, cell))
        return; /* already expanded from a higher level, that is at a lower cost */
    if (spent >= at->bfs->limit) {
        at->bfs->pruned_by_limit = true;
        return;
    }
    if (at->bound->transparent) {
        move_transparent_active(at, cell, spent);
        return;
    }
    if (along_column) {
        move_active(at, cell, CAROM_NORTH, spent);
        move_active(at, cell, CAROM_SOUTH, spent);
    }
    if (along_row) {
        move_active(at, cell, CAROM_EAST, spent);
        move_active(at, cell, CAROM_WEST, spent);
    }
}

/* Moves the active robot until it reaches nothing new. Its moves never add slack, so each level is complete before
 * the next lower one begins. */
static void expand_active(struct expansion *at)
{
    for (unsigned level = at->levels; level > 0;) {
        struct bitboard rows = at->to_expand[AXIS_ROW][level - 1], columns = at->to_expand[AXIS_COLUMN][level - 1];
        struct bitboard set = bb_or(rows, columns);
        if (bb_is_empty(&set)) {
            level--;
            continue;
        }
        at->to_expand[AXIS_ROW][level - 1] = at->to_expand[AXIS_COLUMN][level - 1] = bb_empty();
        for (struct bb_iter iter = bb_iter(&set); bb_iter_next(&iter);)
            expand_active_cell(at, iter.cell, level - 1, bb_has(&rows, iter.cell), bb_has(&columns, iter.cell));
    }
}

/* Selects the active cells by the slack they leave for a blocker's move. */
static void compute_levels(struct expansion *at)
{
    struct bfs *bfs = at->bfs;
    struct placement *placement = &bfs->table.placement[at->placement];
    at->arrivals = bb_empty();
    for (unsigned level = 0; level < at->levels; level++) {
        if (level + 1u < placement->levels)
            at->at_level[level] = bb_and_not(at->at_level[level], *placement_closed(&bfs->table, placement, level + 1));
        at->arrivals = bb_or(at->arrivals, bb_and(at->at_level[level], at->open[level]));
    }
    at->at_or_above[at->levels] = bb_empty();
    for (unsigned level = at->levels; level-- > 0;)
        at->at_or_above[level] = bb_or(at->at_or_above[level + 1], at->at_level[level]);
    /* Current slack is level + min_slack - limit_drop. A blocker's move of cost 1 must leave slack 1, or 0 for a
     * transparent active robot, which has no direct finish. */
    unsigned limit_drop = bfs->start_limit - bfs->limit;
    at->min_level = limit_drop + (at->bound->transparent ? 1 : 2) - bfs->min_slack;
    at->with_slack = at->min_level < at->levels ? at->at_or_above[at->min_level] : bb_empty();
    at->last_slack =
        at->bound->transparent || at->min_level - 1 >= at->levels ? bb_empty() : at->at_level[at->min_level - 1];
    at->movable = bb_or(at->with_slack, at->last_slack);
    struct bitboard lost = bb_and_not(at->at_or_above[0], at->with_slack);
    bfs->pruned_by_limit |= !bb_is_empty(&lost);
    at->finish_cost = bfs->limit;
    at->source = (struct source_sets){
        at->at_level, at->levels, finishes_directly(at) || at->bound->transparent ? at->min_level : at->min_level - 1};
}

/* The cells that a lone robot passes, memoized. */
static struct bitboard ray_cells(const struct expansion *at, unsigned class, unsigned cell, unsigned direction)
{
    struct bitboard *over = &at->bfs->ray[class][direction][cell];
    struct bitboard *known = &at->bfs->rays_known[class][direction];
    if (!bb_has(known, cell)) {
        struct ray ray;
        carom_problem_ray(at->problem, class, cell, direction, &ray);
        *over = bb_empty();
        for (unsigned i = 0; i < ray.count; i++)
            bb_add(over, ray.cell[i]);
        bb_add(known, cell);
    }
    return *over;
}

/* The cells of a straight slide, both ends included. */
static ALWAYS_INLINE struct bitboard straight_path(const struct bfs *bfs, unsigned from, unsigned to,
                                                   unsigned direction)
{
    unsigned low = from < to ? from : to, high = from < to ? to : from;
    if (direction_line_axis(direction) == AXIS_ROW) {
        uint64_t columns = ((2u << (high & 15u)) - (1u << (low & 15u))) * UINT64_C(0x0001000100010001);
        bb_half mask = {columns, columns};
        struct bitboard row = bfs->row[low >> 4];
        return (struct bitboard){{row.half[0] & mask, row.half[1] & mask}};
    }
    struct bitboard first = bb_and_not(bfs->first_column[(high >> 4) + 1], bfs->first_column[low >> 4]);
    return (struct bitboard){{first.half[0] << (from & 15u), first.half[1] << (from & 15u)}};
}

/* Cells from which a slide along each axis may end elsewhere after a blocker's straight move: those in line with its
 * ends, those that now stop along its path, and with barriers those whose slides pass its path. */
static void affected_cells(const struct expansion *at, struct blocker_move move, struct bitboard changed[2])
{
    const struct bfs *bfs = at->bfs;
    unsigned low = move.from < move.to ? move.from : move.to, high = move.from < move.to ? move.to : move.from;
    changed[AXIS_ROW] = bb_and_not(bfs->rows_before[(high >> 4) + 1], bfs->rows_before[low >> 4]);
    changed[AXIS_COLUMN] = bb_and_not(bfs->columns_before[(high & 15u) + 1], bfs->columns_before[low & 15u]);
    if (!at->problem->has_barriers)
        return;
    struct bitboard path = straight_path(bfs, move.from, move.to, move.direction);
    for (struct bb_iter iter = bb_iter(&path); bb_iter_next(&iter);)
        for (unsigned axis = 0; axis < 2; axis++)
            changed[axis] = bb_or(changed[axis], at->tables->may_bounce_over[axis][iter.cell]);
}

static void insert_successor(struct expansion *at, const struct successor *successor)
{
    struct placement_table *table = &at->bfs->table;
    uint32_t placement = successor->placement;
    if (placement == NO_PLACEMENT || table->placement[placement].key != successor->key)
        placement = carom_placement_table_find_or_add(table, successor->key);
    if (placement == NO_PLACEMENT) {
        at->no_memory = true;
        return;
    }
    unsigned levels = carom_placement_table_new_levels(table, placement, &at->source, successor);
    if (levels == 0)
        return;
    struct bitboard changed[2] = {bb_full(), bb_full()};
    if (successor->move.is_straight && !at->bound->transparent)
        affected_cells(at, successor->move, changed);
    at->no_memory |=
        !carom_placement_table_insert(table, placement, &at->source, successor, levels, changed, table->current ^ 1u);
}

void carom_expand_flush(struct expansion *at)
{
    for (unsigned i = 0; i < at->successor_count && !at->no_memory; i++)
        insert_successor(at, &at->successors[i]);
    at->successor_count = 0;
}

/* The key after the moving blocker stops on `to`: its cell is inserted so that the cells of its class stay in order. */
static inline uint64_t key_after(const struct expansion *at, unsigned to)
{
    const struct moving_blocker *mover = &at->mover;
    unsigned shift = mover->class_shift;
    for (unsigned i = 0; i < mover->same_class_count; i++)
        shift += mover->same_class_cell[i] < to ? 8 : 0;
    uint64_t low = mover->key_without & ((UINT64_C(1) << shift) - 1);
    return low | (uint64_t)to << shift | mover->key_without >> shift << shift << 8 |
           (uint64_t)at->state.axes_owed << KEY_AXES_SHIFT;
}

/* Tries the direct finish after a blocker's move that uses up the last slack. */
static void finish_after_blocker(struct expansion *at, unsigned to, const struct bitboard *no_slack)
{
    /* R7: an active robot that began on the target must leave it first. */
    struct bitboard set = bb_and_not(*no_slack, at->bfs->single[at->problem->target]);
    if (bb_is_empty(&set))
        return;
    occupancy_toggle(&at->occupancy, at->mover.from);
    occupancy_toggle(&at->occupancy, to);
    try_finish_cells(at, key_after(at, to), set, at->finish_cost);
    occupancy_toggle(&at->occupancy, to);
    occupancy_toggle(&at->occupancy, at->mover.from);
}

static inline void add_successor(struct expansion *at, unsigned to, const struct bitboard *active_cells,
                                 const struct bitboard *useful, unsigned cost, struct blocker_move move)
{
    if (at->successor_count == SUCCESSORS_MAX)
        carom_expand_flush(at);
    struct successor *successor = &at->successors[at->successor_count++];
    successor->key = key_after(at, to);
    successor->active_mask = *active_cells;
    successor->lowest_level_mask = *useful;
    successor->cost = cost;
    successor->move = move;
    successor->placement = NO_PLACEMENT;
    if (PREFETCH)
        carom_placement_table_prefetch_slot(&at->bfs->table, successor->key);
}

/* Restricts the direct finish to cells that the blocker's move can have helped and that are feasible at slack 0. */
static void try_finish_after_blocker(struct expansion *at, unsigned to, const struct bitboard *no_slack)
{
    const struct stoppers *stoppers = &at->tables->stoppers;
    const struct feasible *feasible = &stoppers->by_blocker_cell[to];
    struct bitboard useful = bb_or(stoppers->passes[at->mover.from], feasible->slack0_part);
    struct bitboard set = bb_and(bb_and(*no_slack, useful), feasible_slack0(&at->mover.others_feasible, feasible));
    if (!bb_is_empty(&set))
        finish_after_blocker(at, to, &set);
}

/* The moving blocker stops on `to` at this cost, given that the active robot is on one of `active_cells`. Prunes,
 * finishes and queues a successor. */
static void on_blocker_stop(struct expansion *at, unsigned to, const struct bitboard *active_cells, unsigned cost,
                            struct blocker_move move)
{
    struct bfs *bfs = at->bfs;
    unsigned lowest_level = at->min_level + cost - 1; /* lowest level that still has slack after this move */
    if (to == at->problem->forbidden)
        return;
    if (lowest_level > at->levels) {
        bfs->pruned_by_limit = true;
        return;
    }
    /* `keep` will be stored with the successor; for `finish` the move uses up the last slack. */
    struct bitboard keep = bb_and(at->with_slack, *active_cells), finish = bb_and(at->last_slack, *active_cells);
    if (cost > 1) { /* compute_levels assumed cost 1 */
        struct bitboard lost = bb_and_not(bb_and(*active_cells, at->movable), at->at_or_above[lowest_level]);
        bfs->pruned_by_limit |= !bb_is_empty(&lost);
        keep = bb_and(at->at_or_above[lowest_level], *active_cells);
        finish = at->bound->transparent ? bb_empty() : bb_and(at->at_level[lowest_level - 1], *active_cells);
    }
    struct bitboard useful = bb_full();
    if (finishes_directly(at)) {
        if (!bb_is_empty(&finish))
            try_finish_after_blocker(at, to, &finish);
        if (bb_is_empty(&keep))
            return;
        useful = feasible_slack1(&at->mover.others_feasible, &at->tables->stoppers.by_blocker_cell[to]);
        /* Cells at exactly the lowest level have slack 1 after the move, so they must be feasible with slack 1. */
        struct bitboard infeasible = bb_and_not(keep, bb_or(at->at_or_above[lowest_level + 1], useful));
        bfs->pruned_by_limit |= !bb_is_empty(&infeasible);
        keep = bb_and_not(keep, infeasible);
    } else if (!at->bound->transparent) { /* exhaustive: states at slack 0 are stored, not finished */
        useful =
            bb_or(at->tables->stoppers.passes[at->mover.from], at->tables->stoppers.by_blocker_cell[to].slack0_part);
        keep = bb_or(keep, bb_and(finish, useful));
    }
    if (!bb_is_empty(&keep))
        add_successor(at, to, active_cells, &useful, cost, move);
}

/* Is a cell on the straight line between two others, both included? */
static inline bool is_between(unsigned from, unsigned to, unsigned cell)
{
    unsigned low = from < to ? from : to, high = from < to ? to : from;
    return cell >= low && cell <= high && (from >> 4 == to >> 4 || (cell & 15u) == (from & 15u));
}

/* Pruning of transpositions. Two blockers' moves that do not affect each other lead to the same placement in either
 * order; only the order in which the first move starts from the lower cell is expanded. (Of all orders that reach a
 * state, the one whose last move starts from the highest cell is never pruned.) Two moves of one blocker along the
 * same line are redundant too, because it could have gone there at once. */
static ALWAYS_INLINE bool is_redundant_order(const struct expansion *at, struct blocker_move next)
{
    struct blocker_move last = at->last_move;
    if (!last.is_straight)
        return false;
    if (next.from == last.to)
        return direction_line_axis(last.direction) == direction_line_axis(next.direction);
    return next.from < last.from && at->beyond_last_move != next.from &&
           cell_beyond(at->problem, next.to, next.direction) != last.to && !is_between(last.from, last.to, next.to) &&
           !is_between(next.from, next.to, last.from);
}

static ALWAYS_INLINE void move_blocker(struct expansion *at, unsigned direction)
{
    unsigned from = at->mover.from;
    unsigned to = straight_stop(at->problem, &at->occupancy, from, direction);
    if (to == from)
        return;
    struct blocker_move move = {(uint8_t)from, (uint8_t)to, (uint8_t)(direction & 3u), 1};
    struct bitboard path = straight_path(at->bfs, from, to, direction);
    struct bitboard off_path = bb_and_not(at->movable, path);
    struct bitboard on_path = bb_and(at->movable, path);
    if (is_redundant_order(at, move))
        off_path = bb_and_not(off_path, at->arrivals);
    if (!bb_is_empty(&off_path))
        on_blocker_stop(at, to, &off_path, 1, move);
    if (bb_is_empty(&on_path))
        return;
    for (struct bb_iter iter = bb_iter(&on_path); bb_iter_next(&iter);) {
        unsigned before = carom_cell_neighbour((carom_cell)iter.cell, (direction + 2) % CAROM_DIRECTIONS);
        if (before != from)
            on_blocker_stop(at, before, &at->bfs->single[iter.cell], 1, no_move);
    }
}

/* On boards with barriers: computes the slide without the active robot, and again for each active cell it might run
 * into. */
static void move_bouncing_blocker(struct expansion *at, unsigned direction)
{
    unsigned from = at->mover.from;
    unsigned class = at->problem->class[at->mover.piece];
    struct occupancy others = at->occupancy;
    occupancy_toggle(&others, from);
    struct bitboard path = ray_cells(at, class, from, direction);
    struct bitboard off_path = bb_and_not(at->movable, path);
    struct bitboard on_path = bb_and(at->movable, path);
    int slide = problem_slide(at->problem, &others, class, from, direction);
    if (slide != NO_SLIDE && !bb_is_empty(&off_path))
        on_blocker_stop(at, slide_cell(slide), &off_path, 1, no_move);
    for (struct bb_iter iter = bb_iter(&on_path); bb_iter_next(&iter);) {
        occupancy_toggle(&others, iter.cell);
        slide = problem_slide(at->problem, &others, class, from, direction);
        occupancy_toggle(&others, iter.cell);
        if (slide != NO_SLIDE)
            on_blocker_stop(at, slide_cell(slide), &at->bfs->single[iter.cell], 1, no_move);
    }
}

/* Moves the transparent blocker to each of its stops, for the active cells in `set`. With `over`, collects there the
 * cells that it passes over, and leaves them out of `set`: with the active robot there, it stops elsewhere. */
static void expand_transparent_stops(struct expansion *at, const struct occupancy *others, struct bitboard set,
                                     struct bitboard *over)
{
    struct transparent_stops ends;
    carom_transparent_stops(at->problem, others, at->mover.from, at->levels - 1 + at->bfs->min_slack, &ends, over);
    at->bfs->pruned_by_limit |= ends.truncated;
    if (over != NULL)
        set = bb_and_not(set, *over);
    if (bb_is_empty(&set))
        return;
    for (unsigned i = 0; i < ends.count; i++)
        on_blocker_stop(at, ends.stop[i].to, &set, ends.stop[i].cost, no_move);
}

static void move_transparent_blocker(struct expansion *at)
{
    struct occupancy others = at->occupancy;
    struct bitboard over = bb_empty();
    occupancy_toggle(&others, at->mover.from);
    expand_transparent_stops(at, &others, at->movable, &over);
    struct bitboard on_path = bb_and(at->movable, over);
    for (struct bb_iter iter = bb_iter(&on_path); bb_iter_next(&iter);) {
        occupancy_toggle(&others, iter.cell);
        expand_transparent_stops(at, &others, at->bfs->single[iter.cell], NULL);
        occupancy_toggle(&others, iter.cell);
    }
}

/* Can a blocker's move along this axis help at all? Not if it would use up the last slack and neither its start nor
 * any cell of its line matters. */
static inline bool axis_can_help(const struct expansion *at, unsigned from, unsigned axis)
{
    struct bitboard matters =
        bb_or(at->tables->stoppers.passes[from], at->tables->line_helps[axis][line_of(from, axis)]);
    struct bitboard useful = bb_or(at->with_slack, bb_and(at->last_slack, matters));
    return !bb_is_empty(&useful);
}

static void move_plain_blocker(struct expansion *at)
{
    unsigned from = at->mover.from;
    if (!at->problem->has_barriers) {
        if (axis_can_help(at, from, AXIS_COLUMN)) {
            move_blocker(at, CAROM_NORTH);
            move_blocker(at, CAROM_SOUTH);
        }
        if (axis_can_help(at, from, AXIS_ROW)) {
            move_blocker(at, CAROM_EAST);
            move_blocker(at, CAROM_WEST);
        }
        return;
    }
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        if (bb_has(&at->tables->may_bounce[direction], from))
            move_bouncing_blocker(at, direction);
        else if (axis_can_help(at, from, direction_line_axis(direction)))
            move_blocker(at, direction);
}

/* What the blockers make feasible, leaving one of them out; `piece` 0 leaves out none. */
static ALWAYS_INLINE struct feasible feasible_without(const struct expansion *at, unsigned piece)
{
    const struct feasible *from = at->tables->stoppers.by_blocker_cell;
    unsigned first = piece == 1 ? 2 : 1;
    if (first >= at->problem->pieces)
        return at->tables->stoppers.without_blockers;
    struct feasible feasible = from[at->state.cell[first]];
    for (unsigned i = first + 1; i < at->problem->pieces; i++)
        if (i != piece)
            feasible = feasible_join(&feasible, &from[at->state.cell[i]]);
    return feasible;
}

static void select_blocker(struct expansion *at, unsigned piece)
{
    const struct problem *problem = at->problem;
    struct moving_blocker *mover = &at->mover;
    unsigned shift = 8 * (piece - 1);
    uint64_t cells = at->key & ((UINT64_C(1) << KEY_AXES_SHIFT) - 1);
    mover->piece = piece;
    mover->from = at->state.cell[piece];
    mover->key_without = (cells & ((UINT64_C(1) << shift) - 1)) | cells >> 8 >> shift << shift;
    mover->class_shift = 8 * (problem->class_first[piece] - 1u);
    mover->same_class_count = 0;
    for (unsigned i = problem->class_first[piece]; i < problem->pieces && problem->class[i] == problem->class[piece];
         i++)
        if (i != piece)
            mover->same_class_cell[mover->same_class_count++] = at->state.cell[i];
    if (finishes_directly(at))
        mover->others_feasible = feasible_without(at, piece);
}

static void move_blockers(struct expansion *at)
{
    compute_levels(at);
    if (bb_is_empty(&at->movable))
        return;
    for (unsigned piece = 1; piece < at->problem->pieces; piece++) {
        select_blocker(at, piece);
        if (at->problem->class[piece] == CLASS_TRANSPARENT)
            move_transparent_blocker(at);
        else
            move_plain_blocker(at);
    }
}

static void enter_placement(struct expansion *at, uint32_t index)
{
    struct placement *placement = &at->bfs->table.placement[index];
    at->placement = index;
    at->key = placement->key;
    at->last_move = placement->move;
    at->beyond_last_move = cell_beyond(at->problem, at->last_move.to, at->last_move.direction);
    at->state.axes_owed = (uint8_t)key_axes_owed(at->key);
    for (unsigned piece = 1; piece < at->problem->pieces; piece++) {
        at->state.cell[piece] = (uint8_t)key_cell(at->key, piece);
        occupancy_toggle(&at->occupancy, at->state.cell[piece]);
    }
    if (finishes_directly(at))
        at->feasible = feasible_without(at, 0);
}

static void leave_placement(struct expansion *at)
{
    for (unsigned piece = 1; piece < at->problem->pieces; piece++)
        occupancy_toggle(&at->occupancy, at->state.cell[piece]);
}

/* Asks for feasibility again when the limit has fallen since these cells arrived: they have less slack now. */
static void prune_after_limit_fell(struct expansion *at)
{
    struct bfs *bfs = at->bfs;
    unsigned limit_drop = bfs->start_limit - bfs->limit;
    if (limit_drop == 0 || !finishes_directly(at))
        return;
    for (unsigned level = 0; level < at->levels && level <= limit_drop; level++) { /* slack = level + 1 - limit_drop */
        struct bitboard feasible = level == limit_drop       ? at->feasible.slack1
                                   : level + 1 == limit_drop ? at->feasible.slack0
                                                             : bb_empty();
        struct bitboard infeasible = bb_and_not(at->open[level], feasible);
        bfs->pruned_by_limit |= !bb_is_empty(&infeasible);
        at->open[level] = bb_and(at->open[level], feasible);
    }
}

/* Takes the open cells of the placement off the open list. */
static void take_open(struct expansion *at)
{
    struct placement_table *table = &at->bfs->table;
    struct placement *placement = &table->placement[at->placement];
    const struct bitboard *rows = &table->queue[table->current].pool.row[placement->open_row];
    at->levels = placement->open_levels;
    for (unsigned level = 0; level < at->levels; level++)
        at->open[level] = rows[OPEN_ROW_LEVELS + level];
    prune_after_limit_fell(at);
    for (unsigned level = 0; level < at->levels; level++) {
        struct bitboard set = at->at_level[level] = at->open[level];
        at->to_expand[AXIS_ROW][level] = bb_and(set, rows[OPEN_ROW_AFFECTED + AXIS_ROW]);
        at->to_expand[AXIS_COLUMN][level] = bb_and(set, rows[OPEN_ROW_AFFECTED + AXIS_COLUMN]);
    }
    placement->open_list = 0;
}

void carom_expand_init(struct expansion *at, struct bfs *bfs, const struct problem *problem,
                       const struct board_tables *tables)
{
    at->bfs = bfs;
    at->problem = problem;
    at->tables = tables;
    at->bound = &tables->bound;
    at->occupancy = (struct occupancy){0};
    at->successor_count = 0;
    at->no_memory = false;
}

/* A pipeline of three expansions hides the latency of memory: the one at work prefetches hash slots (add_successor),
 * the one before it placements, the one before that rows, and then inserts its successors. */
static void prefetch_successors(struct expansion *previous, const struct expansion *before_previous)
{
    const struct placement_table *table = &previous->bfs->table;
    for (unsigned i = 0; PREFETCH && i < previous->successor_count; i++)
        previous->successors[i].placement =
            carom_placement_table_prefetch_placement(table, previous->successors[i].key);
    for (unsigned i = 0; PREFETCH && i < before_previous->successor_count; i++)
        carom_placement_table_prefetch_rows(table, before_previous->successors[i].placement);
}

void carom_expand(struct expansion *at, struct expansion *previous, struct expansion *before_previous,
                  uint32_t placement)
{
    enter_placement(at, placement);
    take_open(at);
    prefetch_successors(previous, before_previous);
    expand_active(at);
    carom_expand_flush(before_previous);
    move_blockers(at);
    leave_placement(at);
}

void carom_expand_alone(struct expansion *at, uint32_t placement)
{
    enter_placement(at, placement);
    take_open(at);
    expand_active(at);
    move_blockers(at);
    leave_placement(at);
}

void carom_expand_commit(struct expansion *at, struct expansion *previous, struct expansion *before_previous,
                         const struct ahead_item *item)
{
    struct placement_table *table = &at->bfs->table;
    struct placement *placement = &table->placement[item->placement];
    prefetch_successors(previous, before_previous);
    placement->open_list = 0;
    placement->closed0 = item->copy.closed0;
    for (unsigned level = 1; level < placement->levels; level++)
        *placement_closed(table, placement, level) = item->higher_closed[level - 1];
    at->levels = item->copy.open_levels;
    for (unsigned level = 0; level < at->levels; level++)
        at->at_level[level] = item->at_level[level];
    at->source = (struct source_sets){at->at_level, at->levels, item->first_level};
    at->bfs->pruned_by_limit |= item->pruned_by_limit;
    carom_expand_flush(before_previous);
    for (unsigned i = 0; i < item->successor_count; i++) {
        at->successors[i] = item->successors[i];
        if (PREFETCH)
            carom_placement_table_prefetch_slot(table, at->successors[i].key);
    }
    at->successor_count = item->successor_count;
}
