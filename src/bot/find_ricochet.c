/*
 * How people look for a route: first with the active robot alone; then with a blocker moved first, then with two such
 * moves. What they overlook is left out of the search, so the result is the shortest of what was seen.
 *
 * Routes in which robots alternate are only found as the solver's route, with the probability of the level; if a slide
 * of it is overlooked, the robot takes a longer path to the same cell, or some robot makes an unnecessary move.
 */
#include "internal.h"

#include <string.h>

#define STATES (CAROM_CELLS * 4) /* cell and axes travelled (R7) of a robot */
#define ENTRIES 4096
#define PASSES_MAX 1 /* barriers that the transparent robot is seen to pass in one move */
#define NOWHERE UINT16_MAX
#define DETOUR_MOVES_MAX 6    /* moves of a detour that replaces one slide */
#define USELESS_MOVE_TRIES 48 /* moves tried to find an unnecessary one */
#define OVERLOOKED_MAX 3
#define ASK_EVERY 16        /* states between two calls of `over` */
#define OPTIMAL_DISTANCE 12 /* how far ahead the slides of the solver's route count as being */

/* Search over one robot's moves while all others stand still, by cost. */
struct active_search {
    const struct bot_search *search;
    struct carom_robots robots;
    unsigned robot;
    unsigned goal; /* a cell */
    bool last;     /* it is the target, so R7 applies */
    unsigned at;   /* the current state */
    unsigned cost; /* its cost */
    uint8_t costs[STATES];
    uint16_t from[STATES];
    struct carom_move by[STATES];
    unsigned max;                      /* limit */
    uint16_t first[BOT_ROUTE_MAX + 1]; /* [cost]: list of states */
    unsigned entries;
    struct {
        uint16_t state;
        uint16_t next;
    } entry[ENTRIES];
};

/* A search with moves of blockers first. */
struct search {
    const struct bot_search *search;
    unsigned positions; /* still allowed */
    struct carom_round round;
    struct carom_move before[BOT_ROUTE_MAX];
    unsigned before_count;
    unsigned runner;
    struct active_search active;
    struct found_route *found;
};

static uint32_t name_of(unsigned robot, unsigned from, struct carom_move move)
{
    return (uint32_t)(robot << 12 | from << 4 | (unsigned)move.through_wall << 2 | move.direction);
}

static void put(struct active_search *active_search, unsigned state, unsigned cost, struct carom_move by)
{
    if (cost >= active_search->costs[state] || cost > active_search->max || active_search->entries == ENTRIES)
        return;
    active_search->costs[state] = (uint8_t)cost;
    active_search->from[state] = (uint16_t)active_search->at;
    active_search->by[state] = by;
    active_search->entry[active_search->entries].state = (uint16_t)state;
    active_search->entry[active_search->entries].next = active_search->first[cost];
    active_search->first[cost] = (uint16_t)active_search->entries++;
}

static bool step(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct active_search *active_search = context;
    unsigned axes = (active_search->at & 3u) | slide->axes;
    if (bot_overlooks(active_search->search, name_of(active_search->robot, active_search->at >> 2, move),
                      active_search->cost))
        return true;
    if (active_search->last && slide->to == active_search->goal && axes != CAROM_AXIS_BOTH &&
        !active_search->search->problem->no_ricochet)
        return true; /* R7: it must not stop there yet */
    put(active_search, (unsigned)slide->to << 2 | axes, active_search->cost + slide->cost, move);
    return true;
}

/* Has the robot arrived in this state? */
static bool arrived(const struct active_search *active_search, unsigned state)
{
    return state >> 2 == active_search->goal && active_search->cost > 0 &&
           (!active_search->last || (state & 3u) == CAROM_AXIS_BOTH || active_search->search->problem->no_ricochet);
}

static bool is_over(const struct bot_search *search)
{
    const struct bot_problem *problem = search->problem;
    return problem->over != NULL && problem->over(problem->context);
}

/* Returns the state in which the robot arrives; NOWHERE: it does not within the limits. */
static unsigned search_active_only(struct active_search *active_search, unsigned axes)
{
    const struct carom_board *board = &active_search->search->problem->puzzle->position.board;
    unsigned states = 0;
    active_search->entries = 0;
    memset(active_search->costs, 255, sizeof active_search->costs);
    memset(active_search->first, 255, sizeof active_search->first);
    active_search->at = NOWHERE;
    put(active_search, (unsigned)active_search->robots.cell[active_search->robot] << 2 | axes, 0,
        (struct carom_move){0});
    for (active_search->cost = 0; active_search->cost <= active_search->max; active_search->cost++) {
        for (unsigned i = active_search->first[active_search->cost]; i != NOWHERE; i = active_search->entry[i].next) {
            unsigned state = active_search->entry[i].state;
            if (active_search->costs[state] != active_search->cost)
                continue;
            if (arrived(active_search, state))
                return state;
            if (++states % ASK_EVERY == 0 && is_over(active_search->search))
                return NOWHERE;
            active_search->at = state;
            active_search->robots.cell[active_search->robot] = (carom_cell)(state >> 2);
            carom_moves_visit_robot(board, &active_search->robots, active_search->robot, PASSES_MAX, step,
                                    active_search);
        }
    }
    return NOWHERE;
}

/* ---- with blockers ---- */

static struct carom_any_move any_move_from(struct carom_move move)
{
    return (struct carom_any_move){.move = move};
}

/* The cost of a route if it is valid to its last move (R7, R13), else 0. */
static uint32_t cost_of(const struct bot_problem *problem, const struct found_route *route)
{
    const struct carom_position *position = &problem->puzzle->position;
    struct carom_round round = carom_round_begin(&position->robots);
    enum carom_round_state state = CAROM_ROUND_RUNNING;
    for (uint32_t i = 0; i < route->moves; i++) {
        struct carom_slide slide;
        if (state != CAROM_ROUND_RUNNING || !carom_round_move(&round, &position->board, route->route[i].move, &slide))
            return 0;
        state = carom_round_state(&round, &position->target, route->route[i].move.robot, !problem->no_ricochet);
    }
    return state == CAROM_ROUND_REACHED ? round.cost : 0;
}

/* Adds the moves that led to this state. False: too many. */
static bool append_path(struct found_route *found, const struct active_search *active_search, unsigned end)
{
    unsigned count = 0;
    for (unsigned state = end; active_search->from[state] != NOWHERE; state = active_search->from[state])
        count++;
    if (found->moves + count > BOT_ROUTE_MAX)
        return false;
    found->moves += count;
    unsigned at = found->moves;
    for (unsigned state = end; active_search->from[state] != NOWHERE; state = active_search->from[state])
        found->route[--at] = any_move_from(active_search->by[state]);
    return true;
}

static void keep(struct search *search, unsigned end)
{
    struct found_route found = {.moves = search->before_count, .blocker_moves = search->before_count};
    for (unsigned i = 0; i < search->before_count; i++)
        found.route[i] = any_move_from(search->before[i]);
    if (!append_path(&found, &search->active, end))
        return;
    found.cost = cost_of(search->search->problem, &found);
    if (found.cost > 0 && (search->found->cost == 0 || found.cost < search->found->cost))
        *search->found = found;
}

static void try_active_route(struct search *search)
{
    struct active_search *active_search = &search->active;
    unsigned most = search->search->skill->max_moves;
    if (search->found->cost > 0 && search->found->cost - 1 < most)
        most = search->found->cost - 1;
    if (search->positions == 0 || most <= search->round.cost)
        return;
    if (is_over(search->search)) {
        search->positions = 0;
        return;
    }
    search->positions--;
    active_search->max = most - search->round.cost;
    active_search->robots = search->round.robots;
    active_search->robot = search->runner;
    active_search->goal = search->search->problem->puzzle->position.target.cell;
    active_search->last = true;
    unsigned end = search_active_only(active_search, search->round.axes[search->runner]);
    if (end != NOWHERE)
        keep(search, end);
}

/* The number of robots that move, including `robot`. */
static unsigned moved_robot_count(const struct search *search, unsigned robot)
{
    unsigned bits = 1u << robot | 1u << search->runner;
    for (unsigned i = 0; i < search->before_count; i++)
        bits |= 1u << search->before[i].robot;
    return (unsigned)__builtin_popcount(bits);
}

static void try_blocker_moves(struct search *search, unsigned left);

static void try_blocker_move(struct search *search, struct carom_move move, unsigned left)
{
    const struct carom_position *position = &search->search->problem->puzzle->position;
    struct carom_round before = search->round;
    struct carom_slide slide;
    if (bot_overlooks(search->search, name_of(move.robot, before.robots.cell[move.robot], move), 1 + before.moves) ||
        !carom_round_move(&search->round, &position->board, move, &slide))
        return;
    if (carom_round_state(&search->round, &position->target, move.robot, !search->search->problem->no_ricochet) ==
        CAROM_ROUND_RUNNING) {
        search->before[search->before_count++] = move;
        try_blocker_moves(search, left - 1);
        search->before_count--;
    }
    search->round = before;
}

/* Tries exactly `left` moves of blockers, then the active robot alone. */
static void try_blocker_moves(struct search *search, unsigned left)
{
    if (left == 0) {
        try_active_route(search);
        return;
    }
    for (unsigned robot = 0; robot < CAROM_ROBOTS && search->positions > 0; robot++) {
        if (robot == search->runner || !carom_robots_has(&search->round.robots, robot) ||
            moved_robot_count(search, robot) > search->search->skill->max_robots)
            continue;
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            try_blocker_move(search, carom_move_make(robot, direction), left);
    }
}

void find_routes(const struct bot_search *bot_search, unsigned others, struct found_route *found)
{
    const struct carom_position *position = &bot_search->problem->puzzle->position;
    static _Thread_local struct search search;
    search = (struct search){.search = bot_search, .positions = bot_search->skill->max_positions, .found = found};
    search.active.search = bot_search;
    for (unsigned before = 0; before <= others; before++) {
        for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
            if (!carom_robots_has(&position->robots, robot) ||
                (position->target.active != CAROM_ANY_ROBOT && position->target.active != robot))
                continue;
            search.runner = robot;
            search.round = carom_round_begin(&position->robots);
            search.before_count = 0;
            try_blocker_moves(&search, before);
        }
    }
}

/* ---- the solver's route ---- */

/* Finds another path to where this slide ends; false: none is seen. */
static bool find_detour(const struct bot_search *search, struct active_search *active_search,
                        const struct carom_round *round, struct carom_move move, carom_cell to,
                        struct found_route *found)
{
    active_search->search = search;
    active_search->robots = round->robots;
    active_search->robot = move.robot;
    active_search->goal = to;
    active_search->last = false;
    active_search->max = DETOUR_MOVES_MAX;
    unsigned end = search_active_only(active_search, round->axes[move.robot]);
    return end != NOWHERE && append_path(found, active_search, end);
}

/* Makes one move of the route; or, if it is overlooked, takes a detour to the same cell. */
static bool follow_optimal_move(const struct bot_search *search, struct active_search *active_search,
                                struct carom_round *round, struct carom_move move, struct found_route *found)
{
    const struct carom_board *board = &search->problem->puzzle->position.board;
    uint32_t name = name_of(move.robot, round->robots.cell[move.robot], move);
    struct carom_slide slide;
    unsigned first = found->moves;
    if (!carom_slide(board, &round->robots, move, &slide, NULL))
        return false;
    bool overlooked = bot_overlooks(search, name, found->moves + OPTIMAL_DISTANCE);
    if (!overlooked || !find_detour(search, active_search, round, move, slide.to, found)) {
        if (found->moves == BOT_ROUTE_MAX)
            return false;
        found->overlooked_moves += overlooked;
        found->route[found->moves++] = any_move_from(move);
    }
    for (unsigned i = first; i < found->moves; i++)
        if (!carom_round_move(round, board, found->route[i].move, &slide))
            return false;
    return true;
}

/* Inserts an unnecessary move, preferably of a robot that moves anyway. False: none was found. */
static bool insert_useless_move(struct bot_search *search, struct found_route *found)
{
    for (unsigned i = 0; i < USELESS_MOVE_TRIES && found->moves < BOT_ROUTE_MAX; i++) {
        struct found_route longer = *found;
        unsigned at = carom_random_below(&search->random, found->moves);
        unsigned robot = i < USELESS_MOVE_TRIES / 2
                             ? found->route[carom_random_below(&search->random, found->moves)].move.robot
                             : carom_random_below(&search->random, CAROM_ROBOTS);
        unsigned direction = carom_random_below(&search->random, CAROM_DIRECTIONS);
        memmove(&longer.route[at + 1], &longer.route[at], (found->moves - at) * sizeof longer.route[0]);
        longer.route[at] = any_move_from(carom_move_make(robot, direction));
        longer.moves++;
        longer.cost = cost_of(search->problem, &longer);
        if (longer.cost > 0) {
            *found = longer;
            return true;
        }
    }
    return false;
}

bool try_optimal_route(struct bot_search *search, struct found_route *found)
{
    const struct carom_solution *solution = &search->problem->answer->solution;
    struct carom_round round = carom_round_begin(&search->problem->puzzle->position.robots);
    unsigned robots = 0;
    static _Thread_local struct active_search active_search;
    bool whole = random_percent(&search->random, search->skill->optimal_percent);
    *found = (struct found_route){0};
    if (!whole || solution->moves == 0)
        return false;
    unsigned runner = solution->route[solution->moves - 1].robot;
    for (uint32_t i = 0; i < solution->moves; i++) {
        if (!follow_optimal_move(search, &active_search, &round, solution->route[i], found))
            return false;
        robots |= 1u << solution->route[i].robot;
        found->blocker_moves += solution->route[i].robot != runner;
    }
    found->cost = cost_of(search->problem, found);
    for (unsigned i = 0;
         found->cost > 0 && i < found->overlooked_moves && i < OVERLOOKED_MAX && insert_useless_move(search, found);
         i++)
        ;
    return found->cost > 0 && found->cost <= search->skill->max_moves &&
           (unsigned)__builtin_popcount(robots) <= search->skill->max_robots;
}
