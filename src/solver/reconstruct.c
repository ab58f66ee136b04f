/*
 * From stored states back to a route (reconstruct.h).
 *
 * A candidate predecessor is any state from which the robot could have come if it could stop anywhere; it counts if it
 * was reached early enough and the slide really ends in the given state.
 */
#include "reconstruct.h"

#include "transparent.h"

#define TRANSPARENT_WORK 8 /* microseconds for all stops, roughly */

struct state carom_node_state(const struct problem *problem, struct bfs_state bfs_state)
{
    struct state state = {.axes_owed = (uint8_t)key_axes_owed(bfs_state.key)};
    state.cell[0] = bfs_state.active_cell;
    for (unsigned piece = 1; piece < problem->pieces; piece++)
        state.cell[piece] = (uint8_t)key_cell(bfs_state.key, piece);
    return state;
}

struct predecessor_search {
    const struct bfs *bfs;
    const struct problem *problem;
    struct budget *budget;
    struct state state; /* the successor */
    unsigned spent;
    unsigned piece; /* the piece that moved */
    predecessor_visitor *visit;
    void *context;
};

/* Reports a candidate if it was stored at a low enough cost, with every combination of owed axes that fits. */
static bool visit_predecessor(const struct predecessor_search *search, struct state before, unsigned axes,
                              unsigned cost)
{
    if (cost > search->spent)
        return true;
    for (unsigned owed = 0; owed <= CAROM_AXIS_BOTH; owed++) {
        bool fits = search->piece == 0 ? (owed & ~axes) == search->state.axes_owed : owed == search->state.axes_owed;
        before.axes_owed = (uint8_t)owed;
        struct bfs_state state = node_of(search->problem, &before);
        if (!fits)
            continue;
        uint32_t spent = carom_bfs_cost(search->bfs, state);
        if (spent <= search->spent - cost && !search->visit(search->context, state, spent, cost))
            return false;
    }
    return true;
}

static bool visit_transparent_predecessors(const struct predecessor_search *search, struct state before,
                                           const struct occupancy *others)
{
    struct transparent_stops ends;
    unsigned to = search->state.cell[search->piece];
    if (budget_worked(search->budget, TRANSPARENT_WORK))
        return false;
    carom_transparent_stops(search->problem, others, before.cell[search->piece], search->spent, &ends, NULL);
    for (unsigned i = 0; i < ends.count; i++)
        if (ends.stop[i].to == to && !visit_predecessor(search, before, ends.stop[i].axes, ends.stop[i].cost))
            return false;
    return true;
}

/* Tests whether the piece that moved can have come from this cell. */
static bool try_source_cell(const struct predecessor_search *search, const struct occupancy *others, unsigned cell)
{
    const struct problem *problem = search->problem;
    unsigned class = problem->class[search->piece];
    unsigned to = search->state.cell[search->piece];
    struct state before = search->state;
    if (occupancy_has(others, cell))
        return true;
    before.cell[search->piece] = (uint8_t)cell;
    if (class == CLASS_TRANSPARENT)
        return visit_transparent_predecessors(search, before, others);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        int slide = problem_slide(problem, others, class, cell, direction);
        if (slide != NO_SLIDE && slide_cell(slide) == to && !visit_predecessor(search, before, slide_axes(slide), 1))
            return false;
    }
    return true;
}

/* Where the piece may have come from: any cell on its rays, or for the transparent robot any cell. */
static struct bitboard source_cells(const struct problem *problem, unsigned class, unsigned cell)
{
    struct bitboard from = bb_empty();
    if (class == CLASS_TRANSPARENT)
        return bb_and_not(bb_full(), problem->barriers);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct ray ray;
        carom_problem_ray(problem, class, cell, direction, &ray);
        for (unsigned i = 0; i < ray.count; i++)
            bb_add(&from, ray.cell[i]);
    }
    return from;
}

bool carom_predecessors(const struct bfs *bfs, const struct problem *problem, struct budget *budget,
                        struct bfs_state state, unsigned spent, predecessor_visitor *visit, void *context)
{
    struct predecessor_search search = {
        .bfs = bfs, .problem = problem, .budget = budget, .spent = spent, .visit = visit, .context = context};
    if (budget_worked(budget, 1))
        return false;
    search.state = carom_node_state(problem, state);
    for (search.piece = 0; search.piece < problem->pieces; search.piece++) {
        struct occupancy others = carom_occupancy_of(&search.state, problem->pieces);
        unsigned cell = search.state.cell[search.piece];
        occupancy_toggle(&others, cell);
        struct bitboard from = source_cells(problem, problem->class[search.piece], cell);
        for (struct bb_iter iter = bb_iter(&from); bb_iter_next(&iter);)
            if (!try_source_cell(&search, &others, iter.cell))
                return false;
    }
    return true;
}

struct first_predecessor {
    struct bfs_state state;
    unsigned spent;
    unsigned cost;
};

static bool take_first(void *context, struct bfs_state before, unsigned spent, unsigned cost)
{
    struct first_predecessor *first = context;
    *first = (struct first_predecessor){before, spent, cost};
    return false;
}

/* If this step leads to the state `next`, makes it. */
static bool is_step(const struct problem *problem, struct state *state, struct step step, struct bfs_state next)
{
    struct state after = *state;
    after.cell[step.piece] = step.to;
    if (step.piece == 0)
        after.axes_owed &= (uint8_t)~step.axes;
    struct bfs_state bfs_state = node_of(problem, &after);
    if (bfs_state.key != next.key || bfs_state.active_cell != next.active_cell)
        return false;
    *state = after;
    return true;
}

/* Finds the step of a piece that leads to `next`, telling apart pieces of one class. */
static bool piece_step(const struct problem *problem, struct state *state, unsigned piece, struct bfs_state next,
                       unsigned cost, struct step *step)
{
    struct occupancy others = carom_occupancy_of(state, problem->pieces);
    unsigned cell = state->cell[piece];
    occupancy_toggle(&others, cell);
    if (problem->class[piece] == CLASS_TRANSPARENT) {
        struct transparent_stops ends;
        carom_transparent_stops(problem, &others, cell, cost, &ends, NULL);
        for (unsigned i = 0; i < ends.count; i++) {
            *step = (struct step){(uint8_t)piece, 0, ends.stop[i].to, ends.stop[i].axes, ends.stop[i].cost};
            if (step->cost == cost && is_step(problem, state, *step, next))
                return true;
        }
        return false;
    }
    for (unsigned direction = 0; cost == 1 && direction < CAROM_DIRECTIONS; direction++) {
        int slide = problem_slide(problem, &others, problem->class[piece], cell, direction);
        if (slide == NO_SLIDE)
            continue;
        *step = (struct step){(uint8_t)piece, (uint8_t)direction, (uint8_t)slide_cell(slide),
                              (uint8_t)slide_axes(slide), 1};
        if (is_step(problem, state, *step, next))
            return true;
    }
    return false;
}

/* States along a route, last first, and the cost of the step to each. */
struct state_chain {
    unsigned count;
    struct bfs_state state[CAROM_ROUTE_MAX + 1];
    uint8_t cost[CAROM_ROUTE_MAX + 1];
};

static void steps_from_states(const struct problem *problem, const struct state_chain *chain, struct steps *steps)
{
    struct state state = carom_problem_start(problem);
    unsigned last = 0;
    steps->count = 0;
    for (unsigned i = chain->count; i-- > 0;) {
        struct step step;
        /* Prefers the piece that moved last, for a route with few changes. */
        for (unsigned turn = 0; turn < problem->pieces; turn++) {
            unsigned piece = (last + turn) % problem->pieces;
            if (!piece_step(problem, &state, piece, chain->state[i], chain->cost[i], &step))
                continue;
            last = piece;
            steps->step[steps->count++] = step;
            break;
        }
    }
}

enum search_status carom_reconstruct_route(const struct bfs *bfs, const struct problem *problem, struct budget *budget,
                                           struct steps *steps)
{
    struct state_chain chain = {.count = 0};
    struct bfs_state state = bfs->best_state;
    for (unsigned spent = bfs->best_state_cost; spent > 0;) {
        struct first_predecessor predecessor = {.cost = 0};
        carom_predecessors(bfs, problem, budget, state, spent, take_first, &predecessor);
        if (predecessor.cost == 0) /* every stored state has a predecessor, so only the budget can end this */
            return budget->over != SEARCH_REFUTED ? budget->over : SEARCH_LIMIT;
        chain.state[chain.count] = state;
        chain.cost[chain.count++] = (uint8_t)predecessor.cost;
        state = predecessor.state;
        spent = predecessor.spent;
    }
    steps_from_states(problem, &chain, steps);
    for (unsigned i = 0; i < bfs->finish_steps.count; i++)
        steps->step[steps->count++] = bfs->finish_steps.step[i];
    return SEARCH_FOUND;
}
