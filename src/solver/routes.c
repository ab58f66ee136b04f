/*
 * All shortest routes: how many there are, and the best to tell first.
 *
 * A complete search by sets knows of every state what it costs to get there. Going back from the target gives the few
 * states that lie on shortest routes; on these the routes are counted, and told in order: fewest robots first, then
 * fewest changes from one robot to another, then the order of notation. To tell them in order without listing them all,
 * each pair of numbers is asked for in turn, and dead ends are remembered.
 */
#include "../core/mem.h"
#include "solver.h"
#include "trace.h"

/* A state on a shortest route. Its name holds the active robot too, so that all candidates share one table. */
struct stop {
    uint64_t name;
    uint64_t ways; /* routes from here */
    uint32_t level;
    uint32_t candidate;
};
#define NAME_ROBOT 50
#define NO_STOP UINT32_MAX

/* Names already met, by open addressing: used for stops and for dead ends. Holds index + 1. */
struct names {
    uint64_t *name;
    size_t room;
    uint32_t count;
    uint32_t *slot;
    unsigned bits;
};

struct routes {
    struct carom_solver *solver;
    const struct carom_position *position;
    struct stop *stop;
    size_t stop_room;
    struct names stops;
    struct names dead;
    const struct prepared *prepared; /* of the candidate at work */
    unsigned cost;
    enum verdict verdict; /* VERDICT_REFUTED; otherwise it was given up */
    /* What is being told: */
    unsigned robots, runs; /* exactly so many */
    uint64_t left;
    bool enough;
    carom_route_visitor *visit;
    void *context;
    struct carom_solution *solution;
    uint64_t told;
    uint32_t count;
    struct carom_move route[CAROM_ROUTE_MAX];
};

static void *resize(struct routes *routes, void *block, size_t old_size, size_t new_size)
{
    const struct carom_memory *memory = &routes->solver->memory;
    void *resized = memory->resize(memory->context, block, old_size, new_size);
    if (resized == NULL && new_size != 0)
        routes->verdict = VERDICT_NO_MEMORY;
    return resized;
}

/* Is it given up? Asked in every loop. */
static bool over(struct routes *routes)
{
    if (routes->verdict == VERDICT_REFUTED && budget_worked(&routes->solver->budget, 1))
        routes->verdict = routes->solver->budget.over;
    return routes->verdict != VERDICT_REFUTED;
}

static uint32_t names_slot(const struct names *names, uint64_t name)
{
    uint32_t mask = ((uint32_t)1 << names->bits) - 1;
    uint32_t slot = (uint32_t)(name * UINT64_C(0x9e3779b97f4a7c15) >> (64 - names->bits));
    while (names->slot[slot] != 0 && names->name[names->slot[slot] - 1] != name)
        slot = (slot + 1) & mask;
    return slot;
}

static uint32_t names_find(const struct names *names, uint64_t name)
{
    return names->bits == 0 ? NO_STOP : names->slot[names_slot(names, name)] - 1;
}

static bool names_grow(struct routes *routes, struct names *names)
{
    unsigned bits = names->bits == 0 ? 8 : names->bits + 1;
    size_t old = names->bits == 0 ? 0 : (size_t)1 << names->bits;
    uint32_t *slot = resize(routes, names->slot, old * sizeof *slot, sizeof *slot << bits);
    if (slot == NULL)
        return false;
    names->slot = slot;
    names->bits = bits;
    uint64_t *name = resize(routes, names->name, names->room * sizeof *name, sizeof *name << (bits - 1));
    if (name == NULL)
        return false;
    names->name = name;
    names->room = (size_t)1 << (bits - 1);
    memset(slot, 0, sizeof *slot << bits);
    for (uint32_t i = 0; i < names->count; i++)
        names->slot[names_slot(names, names->name[i])] = i + 1;
    return true;
}

/* Adds a name that is not there yet; its index is the old count. */
static bool names_add(struct routes *routes, struct names *names, uint64_t name)
{
    if (names->count == names->room && !names_grow(routes, names))
        return false;
    names->name[names->count] = name;
    names->slot[names_slot(names, name)] = ++names->count;
    return true;
}

static void names_forget(struct names *names)
{
    names->count = 0;
    if (names->bits != 0)
        memset(names->slot, 0, sizeof *names->slot << names->bits);
}

static void names_free(struct routes *routes, struct names *names)
{
    if (names->bits == 0)
        return;
    resize(routes, names->slot, sizeof *names->slot << names->bits, 0);
    resize(routes, names->name, names->room * sizeof *names->name, 0);
}

static uint64_t name_of(const struct prepared *prepared, struct node node)
{
    return node.key << 8 | node.active | (uint64_t)prepared->robot[0] << NAME_ROBOT;
}

static struct node node_named(uint64_t name)
{
    return (struct node){name >> 8 & ((UINT64_C(1) << (KEY_OWED + 2)) - 1), (uint8_t)name};
}

static bool add_stop(struct routes *routes, struct node node, unsigned level, unsigned candidate)
{
    uint64_t name = name_of(routes->prepared, node);
    if (names_find(&routes->stops, name) != NO_STOP)
        return true;
    if (routes->stops.count == routes->stop_room) {
        size_t room = routes->stop_room == 0 ? 128 : 2 * routes->stop_room;
        struct stop *stop = resize(routes, routes->stop, routes->stop_room * sizeof *stop, room * sizeof *stop);
        if (stop == NULL)
            return false;
        routes->stop = stop;
        routes->stop_room = room;
    }
    routes->stop[routes->stops.count] = (struct stop){name, 0, level, candidate};
    return names_add(routes, &routes->stops, name);
}

struct going_back {
    struct routes *routes;
    unsigned candidate;
};

static bool add_before(void *context, struct node before, unsigned spent, unsigned cost)
{
    (void)cost;
    const struct going_back *back = context;
    return add_stop(back->routes, before, spent, back->candidate);
}

/* All stops of one candidate, from a complete search: first those at the target, then what leads there. */
static void find_stops(struct routes *routes, unsigned candidate)
{
    const struct sets *sets = &routes->solver->sets;
    const struct placements *placements = &sets->placements;
    uint32_t first = routes->stops.count;
    for (uint32_t i = 0; i < placements->count && ((i & 255u) != 0 || !over(routes)); i++) {
        uint64_t key = placements->placement[i].key;
        if (key_owed(key) == 0 && carom_sets_cost(sets, (struct node){key, routes->prepared->target}) == routes->cost)
            add_stop(routes, (struct node){key, routes->prepared->target}, routes->cost, candidate);
    }
    for (uint32_t i = first; i < routes->stops.count && !over(routes); i++) {
        struct stop stop = routes->stop[i];
        struct going_back back = {routes, candidate};
        if (stop.level > 0)
            carom_trace_before(sets, routes->prepared, &routes->solver->budget, node_named(stop.name), stop.level,
                               add_before, &back);
    }
}

static struct carom_robots robots_of(const struct routes *routes, const struct state *state)
{
    struct carom_robots robots = routes->position->robots;
    for (unsigned member = 0; member < routes->prepared->members; member++)
        robots.cell[routes->prepared->robot[member]] = state->cell[member];
    return robots;
}

static unsigned member_of(const struct prepared *prepared, unsigned robot)
{
    unsigned member = 0;
    while (prepared->robot[member] != robot)
        member++;
    return member;
}

/* The stop that a move leads to, or NO_STOP if it leaves the shortest routes. */
static uint32_t stop_after(const struct routes *routes, const struct stop *from, struct state *state,
                           struct carom_move move, const struct carom_slide *slide)
{
    unsigned member = member_of(routes->prepared, move.robot);
    state->cell[member] = slide->to;
    if (member == 0)
        state->owed &= (uint8_t)~slide->axes;
    uint32_t stop = names_find(&routes->stops, name_of(routes->prepared, node_of(routes->prepared, state)));
    if (stop == NO_STOP || routes->stop[stop].level != from->level + slide->cost)
        return NO_STOP;
    return stop;
}

/* The transparent robot among barriers: begins with its choices at a state. Ends on shortest routes are worth as many
 * routes as lead on from them, or 1 each. */
static void begin_choices(struct routes *routes, uint32_t from, const struct state *state, unsigned member,
                          bool counted)
{
    struct choices *choices = &routes->solver->choices;
    const struct stop *stop = &routes->stop[from];
    struct crowd others = carom_crowd_of(state, routes->prepared->members);
    crowd_flip(&others, state->cell[member]);
    carom_choices_begin(choices, routes->prepared, &others, state->cell[member], routes->cost - stop->level);
    for (unsigned i = 0; i < choices->ends.count; i++) {
        struct transparent_end end = choices->ends.end[i];
        struct carom_slide slide = {.to = end.to, .axes = end.axes, .cost = end.cost};
        struct state after = *state;
        uint32_t to = stop_after(routes, stop, &after, carom_move_of(CAROM_TRANSPARENT, 0), &slide);
        choices->worth[i] = to == NO_STOP ? 0 : counted ? routes->stop[to].ways : 1;
    }
}

/* Are there too many choices to try them all? */
static bool has_choices(const struct routes *routes, unsigned member)
{
    return routes->prepared->class[member] == CLASS_TRANSPARENT && routes->prepared->bounces;
}

struct counting {
    struct routes *routes;
    uint32_t from;
    struct state state;
    uint64_t ways;
};

static bool count_move(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct counting *counting = context;
    struct state state = counting->state;
    uint32_t stop = stop_after(counting->routes, &counting->routes->stop[counting->from], &state, move, slide);
    if (stop != NO_STOP)
        counting->ways = routes_add(counting->ways, counting->routes->stop[stop].ways);
    return true;
}

/* How many routes lead on from a stop, when that is known of all later ones? Blockers of one class are named anyhow:
 * that does not change the number. */
static void count_from(struct routes *routes, uint32_t index)
{
    struct stop *stop = &routes->stop[index];
    struct counting counting = {routes, index, carom_node_state(routes->prepared, node_named(stop->name)), 0};
    struct carom_robots robots = robots_of(routes, &counting.state);
    for (unsigned member = 0; member < routes->prepared->members; member++) {
        if (!has_choices(routes, member)) {
            carom_moves_visit_robot(&routes->position->board, &robots, routes->prepared->robot[member], 0, count_move,
                                    &counting);
            continue;
        }
        struct choices *choices = &routes->solver->choices;
        begin_choices(routes, index, &counting.state, member, true);
        counting.ways = routes_add(counting.ways, carom_choices_count(choices));
        if (choices->verdict != VERDICT_REFUTED)
            routes->verdict = choices->verdict;
    }
    stop->ways = counting.ways;
}

/* The stops of one candidate from `first` on, the last of each route before those that lead to it. */
static void count_ways(struct routes *routes, uint32_t first)
{
    for (unsigned level = routes->cost + 1; level-- > 0;) {
        for (uint32_t i = first; i < routes->stops.count; i++) {
            if (routes->stop[i].level != level)
                continue;
            if (over(routes))
                return;
            if (level == routes->cost)
                routes->stop[i].ways = 1;
            else
                count_from(routes, i);
        }
    }
}

/* Telling: one state after the other, with the robots' own names. */
struct telling {
    struct routes *routes;
    uint32_t from;
    struct state state;
    unsigned used, last, runs; /* robots moved so far, the last one, how often it changed */
    bool some;                 /* a route was told */
};

static unsigned bits_in(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static bool tell_from(struct routes *routes, uint32_t index, struct state state, unsigned used, unsigned last,
                      unsigned runs);

static bool tell_move(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct telling *telling = context;
    struct routes *routes = telling->routes;
    struct state state = telling->state;
    unsigned used = telling->used | 1u << move.robot;
    unsigned runs = telling->runs + (move.robot != telling->last);
    if (bits_in(used) > routes->robots || runs > routes->runs)
        return true;
    uint32_t stop = stop_after(routes, &routes->stop[telling->from], &state, move, slide);
    if (stop == NO_STOP)
        return true;
    routes->route[routes->count++] = move;
    telling->some |= tell_from(routes, stop, state, used, move.robot, runs);
    routes->count--;
    return !routes->enough && !over(routes);
}

static void tell_route(struct routes *routes)
{
    struct carom_solution *solution = routes->solution;
    if (routes->told++ == 0) {
        solution->moves = routes->count;
        memcpy(solution->route, routes->route, routes->count * sizeof *routes->route);
    }
    if (routes->left == 0 || !routes->visit(routes->context, routes->route, routes->count) || --routes->left == 0)
        routes->enough = true;
}

/* A state with robots by name, who moved, and how often that changed: from here nothing was found. All of it fits into
 * 64 bits as long as there are few changes; beyond that nothing is remembered. */
#define DEAD_RUNS 32
static uint64_t dead_name(const struct state *state, unsigned members, unsigned used, unsigned last, unsigned runs)
{
    uint64_t name = state->owed;
    for (unsigned member = 0; member < members; member++)
        name = name << 8 | state->cell[member];
    return ((name << CAROM_ROBOTS | used) << 3 | last) * DEAD_RUNS + runs;
}

static void begin_telling(void *context)
{
    const struct telling *telling = context;
    struct routes *routes = telling->routes;
    begin_choices(routes, telling->from, &telling->state, member_of(routes->prepared, CAROM_TRANSPARENT), false);
}

static void tell_robot(struct telling *telling, const struct carom_robots *robots, unsigned robot)
{
    struct routes *routes = telling->routes;
    struct choices *choices = &routes->solver->choices;
    struct choices_visitor visitor = {tell_move, begin_telling, telling};
    if (!carom_robots_has(robots, robot))
        return;
    if (!has_choices(routes, member_of(routes->prepared, robot))) {
        carom_moves_visit_robot(&routes->position->board, robots, robot, 0, tell_move, telling);
        return;
    }
    begin_telling(telling);
    carom_choices_visit(choices, &visitor);
    if (choices->verdict != VERDICT_REFUTED)
        routes->verdict = choices->verdict;
}

static bool tell_from(struct routes *routes, uint32_t index, struct state state, unsigned used, unsigned last,
                      unsigned runs)
{
    const struct stop *stop = &routes->stop[index];
    if (stop->level == routes->cost) {
        if (bits_in(used) != routes->robots || runs != routes->runs)
            return false;
        tell_route(routes);
        return true;
    }
    uint64_t dead = dead_name(&state, routes->prepared->members, used, last, runs);
    if (runs < DEAD_RUNS && names_find(&routes->dead, dead) != NO_STOP)
        return false;
    struct telling telling = {routes, index, state, used, last, runs, false};
    struct carom_robots robots = robots_of(routes, &state);
    for (unsigned robot = 0; robot < CAROM_ROBOTS && !routes->enough && !over(routes); robot++)
        tell_robot(&telling, &robots, robot);
    if (!telling.some && runs < DEAD_RUNS && !over(routes))
        names_add(routes, &routes->dead, dead);
    return telling.some;
}

/* The stop at which a candidate begins, or NO_STOP if no shortest route is its. */
static uint32_t first_stop(const struct routes *routes)
{
    struct state start = carom_prepared_start(routes->prepared);
    return names_find(&routes->stops, name_of(routes->prepared, node_of(routes->prepared, &start)));
}

static void tell_all(struct routes *routes, uint64_t count)
{
    for (routes->robots = 1; routes->robots <= CAROM_ROBOTS; routes->robots++) {
        for (routes->runs = routes->robots; routes->runs <= routes->cost; routes->runs++) {
            for (unsigned i = 0; i < routes->solver->candidates; i++) {
                if (routes->enough || over(routes) || routes->told == count)
                    return;
                routes->prepared = &routes->solver->candidate[i].prepared;
                uint32_t first = first_stop(routes);
                names_forget(&routes->dead);
                if (first != NO_STOP)
                    tell_from(routes, first, carom_prepared_start(routes->prepared), 0, CAROM_ROBOTS, 0);
            }
        }
    }
}

/* A complete search for one candidate, and its stops. Returns how many routes it has. */
static uint64_t count_candidate(struct routes *routes, unsigned i)
{
    struct carom_solver *solver = routes->solver;
    routes->prepared = &solver->candidate[i].prepared;
    struct bound *bound = solver_bound(solver, routes->prepared);
    if (solver->candidate[i].shortest > routes->cost)
        return 0;
    carom_sets_prepare(&solver->sets, routes->prepared, bound, &solver->budget);
    enum verdict verdict = solver->budget.over;
    if (verdict == VERDICT_REFUTED)
        verdict =
            carom_sets_run(&solver->sets, routes->prepared, bound, &solver->budget, routes->cost, routes->cost, true);
    if (verdict == VERDICT_LIMIT || verdict == VERDICT_CANCELLED || verdict == VERDICT_NO_MEMORY)
        routes->verdict = verdict;
    if (verdict != VERDICT_FOUND)
        return 0;
    uint32_t first = routes->stops.count;
    find_stops(routes, i);
    count_ways(routes, first);
    uint32_t start = first_stop(routes);
    return routes->verdict != VERDICT_REFUTED || start == NO_STOP ? 0 : routes->stop[start].ways;
}

static enum carom_solve_status status_of(const struct routes *routes)
{
    return routes->verdict == VERDICT_NO_MEMORY   ? CAROM_SOLVE_NO_MEMORY
           : routes->verdict == VERDICT_CANCELLED ? CAROM_SOLVE_CANCELLED
           : routes->verdict == VERDICT_LIMIT     ? CAROM_SOLVE_LIMIT
                                                  : CAROM_SOLVE_FOUND;
}

static enum carom_solve_status count_and_tell(struct routes *routes, uint64_t *count)
{
    *count = 0;
    for (unsigned i = 0; i < routes->solver->candidates && routes->verdict == VERDICT_REFUTED; i++)
        *count = routes_add(*count, count_candidate(routes, i));
    if (routes->verdict == VERDICT_REFUTED)
        tell_all(routes, *count);
    return status_of(routes);
}

enum carom_solve_status carom_solve_all(struct carom_solver *solver, const struct carom_position *position,
                                        const struct carom_solve_options *options, uint64_t limit,
                                        carom_route_visitor *visit, void *context, uint64_t *count,
                                        struct carom_solution *solution)
{
    *count = 0;
    if (carom_solve(solver, position, options, solution) != CAROM_SOLVE_FOUND)
        return solution->status;
    if (solution->cost == 0) {
        *count = 1;
        if (limit > 0)
            visit(context, solution->route, 0);
        return solution->status;
    }
    struct routes routes = {.solver = solver,
                            .position = position,
                            .cost = solution->cost,
                            .verdict = VERDICT_REFUTED,
                            .left = limit,
                            .visit = visit,
                            .context = context,
                            .solution = solution};
    solver->sets_ready = false;
    solution->status = count_and_tell(&routes, count);
    solution->nodes = solver->budget.nodes;
    names_free(&routes, &routes.stops);
    names_free(&routes, &routes.dead);
    if (routes.stop != NULL)
        resize(&routes, routes.stop, routes.stop_room * sizeof *routes.stop, 0);
    return solution->status;
}
