/*
 * Solving a position: IDA* while it looks easy, then breadth-first search over placements.
 *
 * Both refute one limit after another, so the first route found is a shortest one. For the vortex every robot is tried
 * as the active one at each limit.
 */
#include "internal.h"

#include "../core/libc_mem.h"
#include "invariants.h"
#include "reconstruct.h"

#define IDA_NODES 120 /* per candidate: nodes after which IDA* gives up */
#define FIRST_LIMIT_STEP 3

struct carom_solver *carom_solver_new(const struct carom_allocator *allocator)
{
    struct carom_solver *solver;
    void *block = allocator->resize(allocator->context, NULL, 0, sizeof *solver + CACHE_LINE);
    if (block == NULL)
        return NULL;
    solver = cache_align(block);
    solver->block = block;
    solver->allocator = *allocator;
    if (!carom_board_cache_init(&solver->boards, &solver->allocator, 0)) {
        allocator->resize(allocator->context, block, sizeof *solver + CACHE_LINE, 0);
        return NULL;
    }
    carom_bfs_init(&solver->bfs, &solver->allocator);
    carom_ahead_init(&solver->ahead, &solver->allocator);
    solver->bfs.ahead = &solver->ahead;
    carom_choices_init(&solver->choices, &solver->allocator, &solver->budget);
    return solver;
}

void carom_solver_free(struct carom_solver *solver)
{
    if (solver == NULL)
        return;
    struct carom_allocator allocator = solver->allocator;
    carom_bfs_destroy(&solver->bfs);
    carom_ahead_destroy(&solver->ahead);
    carom_choices_done(&solver->choices);
    carom_board_cache_destroy(&solver->boards);
    allocator.resize(allocator.context, solver->block, sizeof *solver + CACHE_LINE, 0);
}

size_t carom_solver_keep_boards(struct carom_solver *solver, size_t bytes)
{
    struct board_cache boards;
    if (!carom_board_cache_init(&boards, &solver->allocator, bytes))
        return 0;
    boards.built = solver->boards.built;
    carom_board_cache_destroy(&solver->boards);
    solver->boards = boards;
    return boards.capacity;
}

void carom_solver_forget_boards(struct carom_solver *solver)
{
    carom_board_cache_clear(&solver->boards);
}

uint64_t carom_solver_tables_built(const struct carom_solver *solver)
{
    return solver->boards.built;
}

/* Finds the transparent robot's move that makes a step: the first one that does. */
struct naming {
    bool named;
    struct carom_move move;
};

static bool take_move(void *context, struct carom_move move, const struct carom_slide *slide)
{
    (void)slide;
    *(struct naming *)context = (struct naming){true, move};
    return false;
}

static enum search_status name_transparent(struct carom_solver *solver, const struct problem *problem,
                                           const struct state *state, struct step step, struct carom_move *move)
{
    struct choices *choices = &solver->choices;
    struct naming naming = {.named = false};
    struct choices_visitor visitor = {.visit = take_move, .context = &naming};
    struct occupancy others = carom_occupancy_of(state, problem->pieces);
    occupancy_toggle(&others, state->cell[step.piece]);
    carom_choices_begin(choices, problem, &others, state->cell[step.piece], step.cost);
    unsigned end = choices->end_at[step.to][step.axes];
    if (end < choices->ends.count)
        choices->worth[end] = 1;
    carom_choices_visit(choices, &visitor);
    *move = naming.move;
    if (naming.named)
        return SEARCH_FOUND;
    return choices->status != SEARCH_REFUTED ? choices->status : SEARCH_LIMIT;
}

/* Converts solver->steps to moves of the solution's route. SEARCH_FOUND, or the reason it was abandoned. */
static enum search_status carom_steps_to_moves(struct carom_solver *solver, const struct problem *problem,
                                               struct carom_solution *solution)
{
    const struct steps *steps = &solver->steps;
    struct state state = carom_problem_start(problem);
    enum search_status status = SEARCH_FOUND;
    for (uint32_t i = 0; i < steps->count && status == SEARCH_FOUND; i++) {
        struct step step = steps->step[i];
        solution->route[i] = carom_move_make(problem->robot[step.piece], step.direction);
        if (problem->class[step.piece] == CLASS_TRANSPARENT)
            status = name_transparent(solver, problem, &state, step, &solution->route[i]);
        state.cell[step.piece] = step.to;
    }
    solution->moves = status == SEARCH_FOUND ? steps->count : 0;
    return status;
}

/* The board being asked about. */
struct asked_board {
    struct board_key key;
    uint64_t hash;
};

static void set_board(struct carom_solver *solver, const struct carom_position *position,
                      const struct asked_board *asked, struct problem *problem)
{
    const struct problem *known = solver->candidates > 0
                                      ? &solver->candidate[0].problem
                                      : carom_board_cache_problem(&solver->boards, &asked->key, asked->hash);
    if (known != NULL)
        *problem = *known;
    else
        carom_problem_set_board(problem, &position->board);
}

static void add_candidate(struct carom_solver *solver, const struct carom_position *position,
                          const struct asked_board *asked, unsigned robot, const struct carom_solve_options *options)
{
    struct candidate *candidate = &solver->candidate[solver->candidates];
    set_board(solver, position, asked, &candidate->problem);
    unsigned axes = options->no_ricochet ? CAROM_AXIS_BOTH : options->axes_travelled[robot];
    carom_problem_set_pieces(&candidate->problem, position, robot, axes);
    struct board_tables **tables = &solver->tables[candidate->problem.class[0]];
    if (*tables == NULL)
        *tables =
            carom_board_cache_get(&solver->boards, &asked->key, asked->hash, &candidate->problem, &solver->budget);
    if (*tables == NULL)
        return; /* the budget ran out */
    candidate->initial_bound = (*tables)->bound.cost[candidate->problem.start[0]];
    candidate->unsolvable = candidate->initial_bound == BOUND_INFINITE;
    solver->candidates++;
}

static void begin(struct carom_solver *solver, const struct carom_position *position,
                  const struct carom_solve_options *options)
{
    solver->candidates = 0;
    memset(solver->tables, 0, sizeof solver->tables);
    carom_tt_reset(&solver->table);
    solver->ahead.team = options->team;
    solver->budget = (struct budget){.max_nodes = options->max_nodes,
                                     .ask_every = ASK_EVERY,
                                     .cancelled = options->cancelled,
                                     .context = options->context,
                                     .over = SEARCH_REFUTED};
    if (options->max_ms > 0 && options->now != NULL) {
        solver->budget.now = options->now;
        solver->budget.deadline = options->now(options->context) + options->max_ms;
    }
    struct asked_board asked = {.key = carom_board_key(&position->board)};
    asked.hash = carom_board_hash(&asked.key);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        bool may = position->target.active == CAROM_ANY_ROBOT || position->target.active == robot;
        if (may && carom_robots_has(&position->robots, robot) && !budget_over(&solver->budget))
            add_candidate(solver, position, &asked, robot, options);
    }
    if (solver->candidates > 0 && solver->candidate[0].problem.has_barriers)
        solver->budget.ask_every = ASK_EVERY_BOUNCING;
}

/* Without R7, or with the ricochet already made, a robot on the target needs no move. */
static bool is_solved_at_start(const struct carom_position *position, const struct carom_solve_options *options)
{
    unsigned robot = carom_robots_at(&position->robots, position->target.cell);
    return robot != CAROM_ROBOTS && (options->no_ricochet || options->axes_travelled[robot] == CAROM_AXIS_BOTH) &&
           (position->target.active == CAROM_ANY_ROBOT || position->target.active == robot);
}

/* The smallest cost not refuted by the bounds; 0 if no candidate can reach the target. */
static unsigned first_limit(const struct carom_solver *solver)
{
    unsigned first = BOUND_INFINITE;
    for (unsigned i = 0; i < solver->candidates; i++)
        if (solver->candidate[i].initial_bound < first)
            first = solver->candidate[i].initial_bound;
    if (first == BOUND_INFINITE)
        return 0;
    return first > 0 ? first : 1; /* R7: a robot on the target must leave it first */
}

/* A search in progress and what it has proven so far. */
struct solve_run {
    struct carom_solution *solution;
    unsigned lower_bound;
    unsigned limit_max;
};

/* Stores the route in the solution. SEARCH_FOUND, or the reason it was abandoned. */
static enum search_status store_route(struct carom_solver *solver, const struct solve_run *run, unsigned candidate,
                                      unsigned cost)
{
    run->solution->cost = cost;
    return carom_steps_to_moves(solver, &solver->candidate[candidate].problem, run->solution);
}

/* Runs IDA* with rising limits until it has used its nodes. */
static enum search_status solve_ida(struct carom_solver *solver, struct solve_run *run)
{
    uint64_t give_up = (uint64_t)IDA_NODES * solver->candidates;
    for (; run->lower_bound <= run->limit_max && run->lower_bound <= IDA_LIMIT_MAX; run->lower_bound++) {
        for (unsigned i = 0; i < solver->candidates; i++) {
            const struct problem *problem = &solver->candidate[i].problem;
            enum search_status status =
                carom_ida_search(problem, &solver_tables(solver, problem)->bound, &solver->table, &solver->budget,
                                 give_up, run->lower_bound, &solver->steps);
            if (status == SEARCH_FOUND)
                status = store_route(solver, run, i, run->lower_bound);
            if (status != SEARCH_REFUTED)
                return status;
        }
    }
    return SEARCH_LIMIT;
}

/* Breadth-first search for one candidate; only a route cheaper than `*best` matters. */
static enum search_status run_bfs_candidate(struct carom_solver *solver, struct solve_run *run, unsigned i,
                                            unsigned limit, unsigned *best)
{
    struct candidate *candidate = &solver->candidate[i];
    struct bfs *bfs = &solver->bfs;
    if (*best <= limit)
        limit = *best - 1;
    struct board_tables *tables = solver_tables(solver, &candidate->problem);
    carom_bfs_prepare(bfs, &candidate->problem, tables, &solver->budget);
    if (solver->budget.over != SEARCH_REFUTED)
        return solver->budget.over;
    enum search_status status =
        carom_bfs_run(bfs, &candidate->problem, tables, &solver->budget, run->lower_bound, limit, false);
    if (status == SEARCH_FOUND) {
        *best = bfs->best_cost;
        status = carom_reconstruct_route(bfs, &candidate->problem, &solver->budget, &solver->steps);
        if (status == SEARCH_FOUND)
            status = store_route(solver, run, i, bfs->best_cost);
    }
    candidate->unsolvable |= status == SEARCH_UNSOLVABLE;
    return status;
}

/* Breadth-first search for all candidates within one limit. `*placements` receives the number of placements visited. */
static enum search_status run_bfs_limit(struct carom_solver *solver, struct solve_run *run, unsigned limit,
                                        uint64_t *placements)
{
    unsigned best = UINT32_MAX;
    bool hope = false;
    *placements = 0;
    for (unsigned i = 0; i < solver->candidates; i++) {
        if (solver->candidate[i].unsolvable)
            continue;
        enum search_status status = run_bfs_candidate(solver, run, i, limit, &best);
        if (status != SEARCH_FOUND && status != SEARCH_REFUTED && status != SEARCH_UNSOLVABLE)
            return status;
        hope |= status != SEARCH_UNSOLVABLE;
        *placements += solver->bfs.table.count;
    }
    if (best != UINT32_MAX)
        return SEARCH_FOUND;
    run->lower_bound = limit + 1;
    return hope ? SEARCH_REFUTED : SEARCH_UNSOLVABLE;
}

/* How far to raise the limit. The breadth-first search finds the shortest route even if the limit is too high, only
 * with more placements. Where their number hardly grows from limit to limit, a second run costs more than the extra
 * placements; where it grows fast, the extra placements cost more, in time and memory. */
static unsigned next_limit_step(unsigned stride, uint64_t before, uint64_t placements)
{
    if (before == 0)
        return stride;
    if (placements > 60 * before && stride > 1)
        return stride - 1;
    return placements > 6 * before ? stride : stride + 1;
}

static enum search_status solve_bfs(struct carom_solver *solver, struct solve_run *run)
{
    uint64_t before = 0, placements = 0;
    unsigned stride = FIRST_LIMIT_STEP;
    while (run->lower_bound <= run->limit_max) {
        stride = next_limit_step(stride, before, placements);
        unsigned limit = run->lower_bound + stride - 1;
        if (limit > run->limit_max)
            limit = run->limit_max;
        before = placements;
        enum search_status status = run_bfs_limit(solver, run, limit, &placements);
        if (status != SEARCH_REFUTED)
            return status;
    }
    return SEARCH_LIMIT;
}

static enum search_status solve(struct carom_solver *solver, struct solve_run *run)
{
    if (solver->budget.over != SEARCH_REFUTED) { /* the budget ran out before all bounds were built */
        run->lower_bound = 1;
        return solver->budget.over;
    }
    if (run->lower_bound == 0)
        return SEARCH_UNSOLVABLE;
    enum search_status status = solve_ida(solver, run);
    if (status == SEARCH_LIMIT && solver->budget.over == SEARCH_REFUTED)
        status = solve_bfs(solver, run);
    return status;
}

static enum carom_solve_status status_of(enum search_status status)
{
    switch (status) {
    case SEARCH_FOUND:
        return CAROM_SOLVE_FOUND;
    case SEARCH_UNSOLVABLE:
        return CAROM_SOLVE_UNSOLVABLE;
    case SEARCH_CANCELLED:
        return CAROM_SOLVE_CANCELLED;
    case SEARCH_NO_MEMORY:
        return CAROM_SOLVE_NO_MEMORY;
    case SEARCH_REFUTED:
    case SEARCH_LIMIT:
        return CAROM_SOLVE_LIMIT;
    }
    return CAROM_SOLVE_LIMIT;
}

static bool axes_are_valid(const struct carom_solve_options *options)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (options->axes_travelled[robot] > CAROM_AXIS_BOTH)
            return false;
    return true;
}

enum carom_solve_status carom_solve(struct carom_solver *solver, const struct carom_position *position,
                                    const struct carom_solve_options *options, struct carom_solution *solution)
{
    static const struct carom_solve_options plain;
    if (options == NULL)
        options = &plain;
    solution->cost = solution->moves = solution->lower_bound = 0;
    solution->nodes = 0;
    if (!carom_position_is_playable(position) || !axes_are_valid(options))
        return solution->status = CAROM_SOLVE_INVALID;
    CAROM_ASSERT(carom_position_valid(position));
    begin(solver, position, options);
    struct solve_run run = {.solution = solution, .lower_bound = first_limit(solver)};
    run.limit_max = options->max_cost == 0 || options->max_cost > CAROM_ROUTE_MAX ? CAROM_ROUTE_MAX : options->max_cost;
    if (is_solved_at_start(position, options)) {
        solution->nodes = 0;
        return solution->status = CAROM_SOLVE_FOUND;
    }
    enum search_status status = solve(solver, &run);
    solution->nodes = solver->budget.nodes;
    solution->lower_bound = status == SEARCH_FOUND ? solution->cost : run.lower_bound;
    solution->status = status_of(status);
    CAROM_ASSERT(carom_solution_valid(solution, position, options));
    return solution->status;
}
