/*
 * Solving a position: depth-first for as long as it looks easy, by sets when it does not.
 *
 * Both searches refute one length after the other, so the first route found is a shortest one. For the vortex every
 * robot is tried as the active one at each length.
 */
#include "solver.h"

#include "../core/mem.h"
#include "sound.h"
#include "trace.h"

#define EASY_NODES 120 /* per candidate: nodes after which a position is not easy */
#define FIRST_STRIDE 3

struct carom_solver *carom_solver_new(const struct carom_memory *memory)
{
    struct carom_solver *solver;
    void *block = memory->resize(memory->context, NULL, 0, sizeof *solver + LINE);
    if (block == NULL)
        return NULL;
    solver = at_line(block);
    solver->block = block;
    solver->memory = *memory;
    carom_sets_init(&solver->sets, &solver->memory);
    carom_choices_init(&solver->choices, &solver->memory, &solver->budget);
    return solver;
}

void carom_solver_free(struct carom_solver *solver)
{
    if (solver == NULL)
        return;
    struct carom_memory memory = solver->memory;
    carom_sets_done(&solver->sets);
    carom_choices_done(&solver->choices);
    memory.resize(memory.context, solver->block, sizeof *solver + LINE, 0);
}

/* What the transparent robot has to choose to make a step: the first move that does it. */
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

static enum verdict name_transparent(struct carom_solver *solver, const struct prepared *prepared,
                                     const struct state *state, struct step step, struct carom_move *move)
{
    struct choices *choices = &solver->choices;
    struct naming naming = {.named = false};
    struct choices_visitor visitor = {.visit = take_move, .context = &naming};
    struct crowd others = carom_crowd_of(state, prepared->members);
    crowd_flip(&others, state->cell[step.member]);
    carom_choices_begin(choices, prepared, &others, state->cell[step.member], step.cost);
    unsigned end = choices->end_at[step.to][step.axes];
    if (end < choices->ends.count)
        choices->worth[end] = 1;
    carom_choices_visit(choices, &visitor);
    *move = naming.move;
    if (naming.named)
        return VERDICT_FOUND;
    return choices->verdict != VERDICT_REFUTED ? choices->verdict : VERDICT_LIMIT;
}

enum verdict carom_steps_moves(struct carom_solver *solver, const struct prepared *prepared,
                               struct carom_solution *solution)
{
    const struct steps *steps = &solver->steps;
    struct state state = carom_prepared_start(prepared);
    enum verdict verdict = VERDICT_FOUND;
    for (uint32_t i = 0; i < steps->count && verdict == VERDICT_FOUND; i++) {
        struct step step = steps->step[i];
        solution->route[i] = carom_move_of(prepared->robot[step.member], step.direction);
        if (prepared->class[step.member] == CLASS_TRANSPARENT)
            verdict = name_transparent(solver, prepared, &state, step, &solution->route[i]);
        state.cell[step.member] = step.to;
    }
    solution->moves = verdict == VERDICT_FOUND ? steps->count : 0;
    return verdict;
}

static void add_candidate(struct carom_solver *solver, const struct carom_position *position, unsigned robot,
                          const struct carom_solve_options *options)
{
    struct candidate *candidate = &solver->candidate[solver->candidates];
    if (solver->candidates > 0)
        candidate->prepared = solver->candidate[0].prepared;
    else
        carom_prepared_board(&candidate->prepared, position);
    unsigned axes = options->no_ricochet ? CAROM_AXES_BOTH : options->axes[robot];
    carom_prepared_members(&candidate->prepared, position, robot, axes);
    unsigned class = candidate->prepared.class[0];
    if (!solver->bound_built[class])
        carom_bound_build(&solver->bound[class], &candidate->prepared, &solver->budget);
    solver->bound_built[class] = true;
    candidate->shortest = solver->bound[class].cost[candidate->prepared.start[0]];
    candidate->out = candidate->shortest == NEVER;
    solver->candidates++;
}

static void begin(struct carom_solver *solver, const struct carom_position *position,
                  const struct carom_solve_options *options)
{
    solver->candidates = 0;
    solver->sets_ready = false;
    memset(solver->bound_built, 0, sizeof solver->bound_built);
    carom_deepen_reset(&solver->table);
    solver->budget = (struct budget){.max_nodes = options->max_nodes,
                                     .ask_every = ASK_EVERY,
                                     .cancelled = options->cancelled,
                                     .context = options->context,
                                     .over = VERDICT_REFUTED};
    if (options->max_ms > 0 && options->now != NULL) {
        solver->budget.now = options->now;
        solver->budget.deadline = options->now(options->context) + options->max_ms;
    }
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        bool may = position->target.active == CAROM_ANY_ROBOT || position->target.active == robot;
        if (may && carom_robots_has(&position->robots, robot) && !budget_over(&solver->budget))
            add_candidate(solver, position, robot, options);
    }
    if (solver->candidates > 0 && solver->candidate[0].prepared.bounces)
        solver->budget.ask_every = ASK_EVERY_BOUNCING;
}

/* Without R7, or with its ricochet made, a robot that stands on the target has nothing to do. */
static bool solved_already(const struct carom_position *position, const struct carom_solve_options *options)
{
    unsigned robot = carom_robots_on(&position->robots, position->target.cell);
    return robot != CAROM_ROBOTS && (options->no_ricochet || options->axes[robot] == CAROM_AXES_BOTH) &&
           (position->target.active == CAROM_ANY_ROBOT || position->target.active == robot);
}

/* The fewest moves that are not refuted yet at the beginning; 0 if nobody has a way. */
static unsigned first_limit(const struct carom_solver *solver)
{
    unsigned first = NEVER;
    for (unsigned i = 0; i < solver->candidates; i++)
        if (solver->candidate[i].shortest < first)
            first = solver->candidate[i].shortest;
    if (first == NEVER)
        return 0;
    return first > 0 ? first : 1; /* R7: it must leave the target first */
}

/* What is being looked for, and what is known so far. */
struct quest {
    struct carom_solution *solution;
    unsigned at_least;
    unsigned most;
};

/* VERDICT_FOUND, or why the route could not be told. */
static enum verdict found(struct carom_solver *solver, const struct quest *quest, unsigned candidate, unsigned cost)
{
    quest->solution->cost = cost;
    return carom_steps_moves(solver, &solver->candidate[candidate].prepared, quest->solution);
}

/* Depth-first, one limit after the other, as long as it looks easy. */
static enum verdict solve_easy(struct carom_solver *solver, struct quest *quest)
{
    uint64_t give_up = (uint64_t)EASY_NODES * solver->candidates;
    for (; quest->at_least <= quest->most && quest->at_least <= DEEPEN_MAX; quest->at_least++) {
        for (unsigned i = 0; i < solver->candidates; i++) {
            const struct prepared *prepared = &solver->candidate[i].prepared;
            enum verdict verdict = carom_deepen(prepared, solver_bound(solver, prepared), &solver->table,
                                                &solver->budget, give_up, quest->at_least, &solver->steps);
            if (verdict == VERDICT_FOUND)
                verdict = found(solver, quest, i, quest->at_least);
            if (verdict != VERDICT_REFUTED)
                return verdict;
        }
    }
    return VERDICT_LIMIT;
}

/* One candidate by sets; a route is only of interest if it is shorter than `best`. */
static enum verdict try_sets(struct carom_solver *solver, struct quest *quest, unsigned i, unsigned limit,
                             unsigned *best)
{
    struct candidate *candidate = &solver->candidate[i];
    struct sets *sets = &solver->sets;
    if (*best <= limit)
        limit = *best - 1;
    if (!solver->sets_ready)
        carom_sets_prepare(sets, &candidate->prepared, solver_bound(solver, &candidate->prepared), &solver->budget);
    if (solver->budget.over != VERDICT_REFUTED)
        return solver->budget.over;
    solver->sets_ready = solver->candidates == 1;
    enum verdict verdict = carom_sets_run(sets, &candidate->prepared, solver_bound(solver, &candidate->prepared),
                                          &solver->budget, quest->at_least, limit, false);
    if (verdict == VERDICT_FOUND) {
        *best = sets->found;
        verdict = carom_trace_route(sets, &candidate->prepared, &solver->budget, &solver->steps);
        if (verdict == VERDICT_FOUND)
            verdict = found(solver, quest, i, sets->found);
    }
    candidate->out |= verdict == VERDICT_IMPOSSIBLE;
    return verdict;
}

/* All candidates within one limit. `*placements` is how many placements that took. */
static enum verdict sets_round(struct carom_solver *solver, struct quest *quest, unsigned limit, uint64_t *placements)
{
    unsigned best = UINT32_MAX;
    bool hope = false;
    *placements = 0;
    for (unsigned i = 0; i < solver->candidates; i++) {
        if (solver->candidate[i].out)
            continue;
        enum verdict verdict = try_sets(solver, quest, i, limit, &best);
        if (verdict != VERDICT_FOUND && verdict != VERDICT_REFUTED && verdict != VERDICT_IMPOSSIBLE)
            return verdict;
        hope |= verdict != VERDICT_IMPOSSIBLE;
        *placements += solver->sets.placements.count;
    }
    if (best != UINT32_MAX)
        return VERDICT_FOUND;
    quest->at_least = limit + 1;
    return hope ? VERDICT_REFUTED : VERDICT_IMPOSSIBLE;
}

/* How far the next limit may be: the search by sets finds the shortest route also when its limit is too large, only
 * with more placements. Where these hardly grow from one limit to the next, searching again costs more than they do;
 * where they grow fast, they cost more, time and memory. */
static unsigned next_stride(unsigned stride, uint64_t before, uint64_t placements)
{
    if (before == 0)
        return stride;
    if (placements > 60 * before && stride > 1)
        return stride - 1;
    return placements > 6 * before ? stride : stride + 1;
}

static enum verdict solve_by_sets(struct carom_solver *solver, struct quest *quest)
{
    uint64_t before = 0, placements = 0;
    unsigned stride = FIRST_STRIDE;
    while (quest->at_least <= quest->most) {
        stride = next_stride(stride, before, placements);
        unsigned limit = quest->at_least + stride - 1;
        if (limit > quest->most)
            limit = quest->most;
        before = placements;
        enum verdict verdict = sets_round(solver, quest, limit, &placements);
        if (verdict != VERDICT_REFUTED)
            return verdict;
    }
    return VERDICT_LIMIT;
}

static enum verdict solve(struct carom_solver *solver, struct quest *quest)
{
    if (solver->budget.over != VERDICT_REFUTED) { /* not all bounds could be built */
        quest->at_least = 1;
        return solver->budget.over;
    }
    if (quest->at_least == 0)
        return VERDICT_IMPOSSIBLE;
    enum verdict verdict = solve_easy(solver, quest);
    if (verdict == VERDICT_LIMIT && solver->budget.over == VERDICT_REFUTED)
        verdict = solve_by_sets(solver, quest);
    return verdict;
}

static enum carom_solve_status status_of(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_FOUND:
        return CAROM_SOLVE_FOUND;
    case VERDICT_IMPOSSIBLE:
        return CAROM_SOLVE_UNSOLVABLE;
    case VERDICT_CANCELLED:
        return CAROM_SOLVE_CANCELLED;
    case VERDICT_NO_MEMORY:
        return CAROM_SOLVE_NO_MEMORY;
    case VERDICT_REFUTED:
    case VERDICT_LIMIT:
        return CAROM_SOLVE_LIMIT;
    }
    return CAROM_SOLVE_LIMIT;
}

enum carom_solve_status carom_solve(struct carom_solver *solver, const struct carom_position *position,
                                    const struct carom_solve_options *options, struct carom_solution *solution)
{
    static const struct carom_solve_options plain;
    if (options == NULL)
        options = &plain;
    CAROM_ASSERT(carom_position_sound(position) && position->target.given);
    begin(solver, position, options);
    solution->cost = solution->moves = solution->at_least = 0;
    struct quest quest = {.solution = solution, .at_least = first_limit(solver)};
    quest.most = options->max_cost == 0 || options->max_cost > CAROM_ROUTE_MAX ? CAROM_ROUTE_MAX : options->max_cost;
    if (solved_already(position, options)) {
        solution->nodes = 0;
        return solution->status = CAROM_SOLVE_FOUND;
    }
    enum verdict verdict = solve(solver, &quest);
    solution->nodes = solver->budget.nodes;
    solution->at_least = verdict == VERDICT_FOUND ? solution->cost : quest.at_least;
    solution->status = status_of(verdict);
    CAROM_ASSERT(carom_solution_sound(solution, position, options));
    return solution->status;
}
