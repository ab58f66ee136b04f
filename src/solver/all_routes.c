/*
 * All shortest routes: how many there are, and the simplest ones first.
 *
 * An exhaustive breadth-first search knows the cost of every state. Going backwards from the target gives the few
 * states on shortest routes; the routes are counted on that graph, and listed in order: fewest robots, then fewest
 * changes from one robot to another, then the order of the notation. To list them in order without storing them all,
 * each pair (robots, changes) is searched in turn, remembering dead ends.
 */
#include "../core/libc_mem.h"
#include "internal.h"
#include "reconstruct.h"

/* A state on a shortest route. Its key includes the active robot, so that all candidates share one table. */
struct route_node {
    uint64_t name;
    uint64_t route_count; /* shortest routes from here to the target */
    uint32_t level;
    uint32_t candidate;
};
#define STATE_KEY_ROBOT_SHIFT 50
#define NO_NODE UINT32_MAX

/* A set of keys with open addressing, which holds index + 1; used for nodes and for dead ends. */
struct key_set {
    uint64_t *name;
    size_t capacity;
    uint32_t count;
    uint32_t *slot;
    unsigned bits;
};

struct route_search {
    struct carom_solver *solver;
    const struct carom_position *position;
    struct route_node *node;
    size_t stop_capacity;
    struct key_set stops;
    struct key_set dead_ends;
    const struct problem *problem; /* of the current candidate */
    unsigned cost;
    enum search_status status; /* SEARCH_REFUTED while running; otherwise the search was abandoned */
    /* The class of routes being listed: */
    unsigned robots, robot_changes; /* exactly this many */
    uint64_t left;
    bool limit_reached;
    carom_route_visitor *visit;
    void *context;
    struct carom_solution *solution;
    uint64_t listed;
    uint32_t count;
    struct carom_move route[CAROM_ROUTE_MAX];
};

static void *resize(struct route_search *search, void *block, size_t old_size, size_t new_size)
{
    const struct carom_allocator *allocator = &search->solver->allocator;
    void *resized = allocator->resize(allocator->context, block, old_size, new_size);
    if (resized == NULL && new_size != 0)
        search->status = SEARCH_NO_MEMORY;
    return resized;
}

/* True once the search is abandoned. Checked in every loop. */
static bool is_abandoned(struct route_search *search)
{
    if (search->status == SEARCH_REFUTED && budget_worked(&search->solver->budget, 1))
        search->status = search->solver->budget.over;
    return search->status != SEARCH_REFUTED;
}

static uint32_t key_set_slot(const struct key_set *names, uint64_t name)
{
    uint32_t mask = ((uint32_t)1 << names->bits) - 1;
    uint32_t slot = (uint32_t)(name * UINT64_C(0x9e3779b97f4a7c15) >> (64 - names->bits));
    while (names->slot[slot] != 0 && names->name[names->slot[slot] - 1] != name)
        slot = (slot + 1) & mask;
    return slot;
}

static uint32_t key_set_find(const struct key_set *names, uint64_t name)
{
    return names->bits == 0 ? NO_NODE : names->slot[key_set_slot(names, name)] - 1;
}

static bool key_set_grow(struct route_search *search, struct key_set *names)
{
    unsigned bits = names->bits == 0 ? 8 : names->bits + 1;
    size_t old = names->bits == 0 ? 0 : (size_t)1 << names->bits;
    uint32_t *slot = resize(search, names->slot, old * sizeof *slot, sizeof *slot << bits);
    if (slot == NULL)
        return false;
    memset(slot, 0, sizeof *slot << bits);
    names->slot = slot;
    names->bits = bits;
    for (uint32_t i = 0; i < names->count; i++)
        names->slot[key_set_slot(names, names->name[i])] = i + 1;
    uint64_t *name = resize(search, names->name, names->capacity * sizeof *name, sizeof *name << (bits - 1));
    if (name == NULL) /* the set still holds what it held */
        return false;
    names->name = name;
    names->capacity = (size_t)1 << (bits - 1);
    return true;
}

/* Adds a key that is not in the set yet. Its index is the count before. */
static bool key_set_add(struct route_search *search, struct key_set *names, uint64_t name)
{
    if (names->count == names->capacity && !key_set_grow(search, names))
        return false;
    names->name[names->count] = name;
    names->slot[key_set_slot(names, name)] = ++names->count;
    return true;
}

static void key_set_clear(struct key_set *names)
{
    names->count = 0;
    if (names->bits != 0)
        memset(names->slot, 0, sizeof *names->slot << names->bits);
}

static void key_set_destroy(struct route_search *search, struct key_set *names)
{
    if (names->bits == 0)
        return;
    resize(search, names->slot, sizeof *names->slot << names->bits, 0);
    resize(search, names->name, names->capacity * sizeof *names->name, 0);
}

static uint64_t state_key(const struct problem *problem, struct bfs_state state)
{
    return state.key << 8 | state.active_cell | (uint64_t)problem->robot[0] << STATE_KEY_ROBOT_SHIFT;
}

static struct bfs_state state_from_key(uint64_t name)
{
    return (struct bfs_state){name >> 8 & ((UINT64_C(1) << (KEY_AXES_SHIFT + 2)) - 1), (uint8_t)name};
}

static bool add_node(struct route_search *search, struct bfs_state state, unsigned level, unsigned candidate)
{
    uint64_t name = state_key(search->problem, state);
    if (key_set_find(&search->stops, name) != NO_NODE)
        return true;
    if (search->stops.count == search->stop_capacity) {
        size_t room = search->stop_capacity == 0 ? 128 : 2 * search->stop_capacity;
        struct route_node *node =
            resize(search, search->node, search->stop_capacity * sizeof *node, room * sizeof *node);
        if (node == NULL)
            return false;
        search->node = node;
        search->stop_capacity = room;
    }
    search->node[search->stops.count] = (struct route_node){name, 0, level, candidate};
    return key_set_add(search, &search->stops, name);
}

struct predecessor_context {
    struct route_search *search;
    unsigned candidate;
};

static bool add_before(void *context, struct bfs_state before, unsigned spent, unsigned cost)
{
    (void)cost;
    const struct predecessor_context *back = context;
    return add_node(back->search, before, spent, back->candidate);
}

/* Collects all nodes of one candidate after an exhaustive search: those at the target first, then their
 * predecessors. */
static void find_nodes(struct route_search *search, unsigned candidate)
{
    const struct bfs *bfs = &search->solver->bfs;
    const struct placement_table *table = &bfs->table;
    uint32_t first = search->stops.count;
    for (uint32_t i = 0; i < table->count && ((i & 255u) != 0 || !is_abandoned(search)); i++) {
        uint64_t key = table->placement[i].key;
        if (key_axes_owed(key) == 0 &&
            carom_bfs_cost(bfs, (struct bfs_state){key, search->problem->target}) == search->cost &&
            !add_node(search, (struct bfs_state){key, search->problem->target}, search->cost, candidate))
            return;
    }
    for (uint32_t i = first; i < search->stops.count && !is_abandoned(search); i++) {
        struct route_node node = search->node[i];
        struct predecessor_context back = {search, candidate};
        if (node.level > 0)
            carom_predecessors(bfs, search->problem, &search->solver->budget, state_from_key(node.name), node.level,
                               add_before, &back);
    }
}

static struct carom_robots robots_of(const struct route_search *search, const struct state *state)
{
    struct carom_robots robots = search->position->robots;
    for (unsigned piece = 0; piece < search->problem->pieces; piece++)
        robots.cell[search->problem->robot[piece]] = state->cell[piece];
    return robots;
}

static unsigned piece_of_robot(const struct problem *problem, unsigned robot)
{
    unsigned piece = 0;
    while (problem->robot[piece] != robot)
        piece++;
    return piece;
}

/* The node that a move leads to, or NO_NODE if it leaves the shortest routes. */
static uint32_t next_node(const struct route_search *search, const struct route_node *from, struct state *state,
                          struct carom_move move, const struct carom_slide *slide)
{
    unsigned piece = piece_of_robot(search->problem, move.robot);
    state->cell[piece] = slide->to;
    if (piece == 0)
        state->axes_owed &= (uint8_t)~slide->axes;
    uint32_t stop = key_set_find(&search->stops, state_key(search->problem, node_of(search->problem, state)));
    if (stop == NO_NODE || search->node[stop].level != from->level + slide->cost)
        return NO_NODE;
    return stop;
}

/* Sets up the choices of the transparent robot among barriers at a state. `worth` of a stop on a shortest route
 * becomes the number of routes from there, or 1. */
static void begin_choices(struct route_search *search, uint32_t from, const struct state *state, unsigned piece,
                          bool counted)
{
    struct choices *choices = &search->solver->choices;
    const struct route_node *node = &search->node[from];
    struct occupancy others = carom_occupancy_of(state, search->problem->pieces);
    occupancy_toggle(&others, state->cell[piece]);
    carom_choices_begin(choices, search->problem, &others, state->cell[piece], search->cost - node->level);
    for (unsigned i = 0; i < choices->ends.count; i++) {
        struct transparent_stop stop = choices->ends.stop[i];
        struct carom_slide slide = {.to = stop.to, .axes = stop.axes, .cost = stop.cost};
        struct state after = *state;
        uint32_t to = next_node(search, node, &after, carom_move_make(CAROM_TRANSPARENT, 0), &slide);
        choices->worth[i] = to == NO_NODE ? 0 : counted ? search->node[to].route_count : 1;
    }
}

/* Does this piece have too many choices to try them all? */
static bool has_choices(const struct route_search *search, unsigned piece)
{
    return search->problem->class[piece] == CLASS_TRANSPARENT && search->problem->has_barriers;
}

struct counting {
    struct route_search *search;
    uint32_t from;
    struct state state;
    uint64_t ways;
};

static bool count_move(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct counting *counting = context;
    struct state state = counting->state;
    uint32_t stop = next_node(counting->search, &counting->search->node[counting->from], &state, move, slide);
    if (stop != NO_NODE)
        counting->ways = routes_add(counting->ways, counting->search->node[stop].route_count);
    return true;
}

/* Counts the routes from a node; all nodes after it must be counted already. Interchangeable blockers may be
 * numbered either way, which does not change the count. */
static void count_from(struct route_search *search, uint32_t index)
{
    struct route_node *node = &search->node[index];
    struct counting counting = {search, index, carom_node_state(search->problem, state_from_key(node->name)), 0};
    struct carom_robots robots = robots_of(search, &counting.state);
    for (unsigned piece = 0; piece < search->problem->pieces; piece++) {
        if (!has_choices(search, piece)) {
            carom_moves_visit_robot(&search->position->board, &robots, search->problem->robot[piece], 0, count_move,
                                    &counting);
            continue;
        }
        struct choices *choices = &search->solver->choices;
        begin_choices(search, index, &counting.state, piece, true);
        counting.ways = routes_add(counting.ways, carom_choices_count(choices));
        if (choices->status != SEARCH_REFUTED)
            search->status = choices->status;
    }
    node->route_count = counting.ways;
}

/* Counts the routes of one candidate's nodes from `first` on, those nearest to the target first. */
static void count_ways(struct route_search *search, uint32_t first)
{
    for (unsigned level = search->cost + 1; level-- > 0;) {
        for (uint32_t i = first; i < search->stops.count; i++) {
            if (search->node[i].level != level)
                continue;
            if (is_abandoned(search))
                return;
            if (level == search->cost)
                search->node[i].route_count = 1;
            else
                count_from(search, i);
        }
    }
}

/* Listing routes: one state after the other, with the robots told apart. */
struct route_listing {
    struct route_search *search;
    uint32_t from;
    struct state state;
    unsigned used, last, runs; /* robots moved so far (bits), the last one to move, and how often that changed */
    bool some;                 /* a route of this class was found */
};

static unsigned popcount(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static bool list_from(struct route_search *search, uint32_t index, struct state state, unsigned used, unsigned last,
                      unsigned runs);

static bool list_move(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct route_listing *listing = context;
    struct route_search *search = listing->search;
    struct state state = listing->state;
    unsigned used = listing->used | 1u << move.robot;
    unsigned runs = listing->runs + (move.robot != listing->last);
    if (popcount(used) > search->robots || runs > search->robot_changes)
        return true;
    uint32_t stop = next_node(search, &search->node[listing->from], &state, move, slide);
    if (stop == NO_NODE)
        return true;
    search->route[search->count++] = move;
    listing->some |= list_from(search, stop, state, used, move.robot, runs);
    search->count--;
    return !search->limit_reached && !is_abandoned(search);
}

static void emit_route(struct route_search *search)
{
    struct carom_solution *solution = search->solution;
    if (search->listed++ == 0) {
        solution->moves = search->count;
        memcpy(solution->route, search->route, search->count * sizeof *search->route);
    }
    if (search->left == 0 || !search->visit(search->context, search->route, search->count) || --search->left == 0)
        search->limit_reached = true;
}

/* A dead end: a state with the robots told apart, which of them moved, and how often that changed. It fits into 64
 * bits up to this many changes; beyond that nothing is remembered. */
#define DEAD_END_CHANGES_MAX 32
static uint64_t dead_end_key(const struct state *state, unsigned pieces, unsigned used, unsigned last, unsigned runs)
{
    uint64_t name = state->axes_owed;
    for (unsigned piece = 0; piece < pieces; piece++)
        name = name << 8 | state->cell[piece];
    return ((name << CAROM_ROBOTS | used) << 3 | last) * DEAD_END_CHANGES_MAX + runs;
}

static void begin_telling(void *context)
{
    const struct route_listing *listing = context;
    struct route_search *search = listing->search;
    begin_choices(search, listing->from, &listing->state, piece_of_robot(search->problem, CAROM_TRANSPARENT), false);
}

static void tell_robot(struct route_listing *listing, const struct carom_robots *robots, unsigned robot)
{
    struct route_search *search = listing->search;
    struct choices *choices = &search->solver->choices;
    struct choices_visitor visitor = {list_move, begin_telling, listing};
    if (!carom_robots_has(robots, robot))
        return;
    if (!has_choices(search, piece_of_robot(search->problem, robot))) {
        carom_moves_visit_robot(&search->position->board, robots, robot, 0, list_move, listing);
        return;
    }
    begin_telling(listing);
    carom_choices_visit(choices, &visitor);
    if (choices->status != SEARCH_REFUTED)
        search->status = choices->status;
}

static bool list_from(struct route_search *search, uint32_t index, struct state state, unsigned used, unsigned last,
                      unsigned runs)
{
    const struct route_node *node = &search->node[index];
    if (node->level == search->cost) {
        if (popcount(used) != search->robots || runs != search->robot_changes)
            return false;
        emit_route(search);
        return true;
    }
    uint64_t dead = dead_end_key(&state, search->problem->pieces, used, last, runs);
    if (runs < DEAD_END_CHANGES_MAX && key_set_find(&search->dead_ends, dead) != NO_NODE)
        return false;
    struct route_listing listing = {search, index, state, used, last, runs, false};
    struct carom_robots robots = robots_of(search, &state);
    for (unsigned robot = 0; robot < CAROM_ROBOTS && !search->limit_reached && !is_abandoned(search); robot++)
        tell_robot(&listing, &robots, robot);
    if (!listing.some && runs < DEAD_END_CHANGES_MAX && !is_abandoned(search))
        key_set_add(search, &search->dead_ends, dead);
    return listing.some;
}

/* The node at which a candidate starts, or NO_NODE if it has no shortest route. */
static uint32_t start_node(const struct route_search *search)
{
    struct state start = carom_problem_start(search->problem);
    return key_set_find(&search->stops, state_key(search->problem, node_of(search->problem, &start)));
}

static void list_all(struct route_search *search, uint64_t count)
{
    for (search->robots = 1; search->robots <= CAROM_ROBOTS; search->robots++) {
        for (search->robot_changes = search->robots; search->robot_changes <= search->cost; search->robot_changes++) {
            for (unsigned i = 0; i < search->solver->candidates; i++) {
                if (search->limit_reached || is_abandoned(search) || search->listed == count)
                    return;
                search->problem = &search->solver->candidate[i].problem;
                uint32_t first = start_node(search);
                key_set_clear(&search->dead_ends);
                if (first != NO_NODE)
                    list_from(search, first, carom_problem_start(search->problem), 0, CAROM_ROBOTS, 0);
            }
        }
    }
}

/* Runs an exhaustive search for one candidate and collects its nodes. Returns its number of routes. */
static uint64_t count_candidate(struct route_search *search, unsigned i)
{
    struct carom_solver *solver = search->solver;
    search->problem = &solver->candidate[i].problem;
    struct board_tables *tables = solver_tables(solver, search->problem);
    if (solver->candidate[i].initial_bound > search->cost)
        return 0;
    carom_bfs_prepare(&solver->bfs, search->problem, tables, &solver->budget);
    enum search_status status = solver->budget.over;
    if (status == SEARCH_REFUTED)
        status =
            carom_bfs_run(&solver->bfs, search->problem, tables, &solver->budget, search->cost, search->cost, true);
    if (status == SEARCH_LIMIT || status == SEARCH_CANCELLED || status == SEARCH_NO_MEMORY)
        search->status = status;
    if (status != SEARCH_FOUND)
        return 0;
    uint32_t first = search->stops.count;
    find_nodes(search, i);
    count_ways(search, first);
    uint32_t start = start_node(search);
    return search->status != SEARCH_REFUTED || start == NO_NODE ? 0 : search->node[start].route_count;
}

static enum carom_solve_status status_of(const struct route_search *search)
{
    return search->status == SEARCH_NO_MEMORY   ? CAROM_SOLVE_NO_MEMORY
           : search->status == SEARCH_CANCELLED ? CAROM_SOLVE_CANCELLED
           : search->status == SEARCH_LIMIT     ? CAROM_SOLVE_LIMIT
                                                : CAROM_SOLVE_FOUND;
}

static enum carom_solve_status count_and_list(struct route_search *search, uint64_t *count)
{
    *count = 0;
    for (unsigned i = 0; i < search->solver->candidates && search->status == SEARCH_REFUTED; i++)
        *count = routes_add(*count, count_candidate(search, i));
    if (search->status == SEARCH_REFUTED)
        list_all(search, *count);
    return status_of(search);
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
    struct route_search search = {.solver = solver,
                                  .position = position,
                                  .cost = solution->cost,
                                  .status = SEARCH_REFUTED,
                                  .left = limit,
                                  .visit = visit,
                                  .context = context,
                                  .solution = solution};
    solution->status = count_and_list(&search, count);
    solution->nodes = solver->budget.nodes;
    key_set_destroy(&search, &search.stops);
    key_set_destroy(&search, &search.dead_ends);
    if (search.node != NULL)
        resize(&search, search.node, search.stop_capacity * sizeof *search.node, 0);
    return solution->status;
}
