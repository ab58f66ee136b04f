/*
 * How people look for a route: first the robot alone that has to get there; then with another one moved into its way
 * before, then with two such moves. What they overlook is left out of the search, so what is found is the shortest of
 * what was seen.
 *
 * Routes in which robots take turns are seen only where somebody has the idea of the shortest one; and where a slide of
 * that is overlooked, the robot goes a longer way to the same cell, or some robot makes a move that was not needed.
 */
#include "seen.h"

#include <string.h>

#define STATES (CAROM_CELLS * 4) /* of a robot: its cell, and the axes it has travelled along (R7) */
#define ENTRIES 4096
#define PLUS_MOST 1 /* barriers that the transparent robot is seen to pass in one move */
#define NOWHERE UINT16_MAX
#define ROUND_MOST 6 /* moves to where one slide would have done */
#define STRAYS 48    /* moves tried, to find one that is not needed */
#define STRAYS_MOST 3
#define ASK_EVERY 16 /* states between two questions whether to go on */
#define FAR 12       /* as far ahead seem the slides of an idea that is not one's own search */

/* One robot's ways while all others stand still, by what they cost. */
struct ways {
    const struct looking *looking;
    struct carom_robots robots;
    unsigned robot;
    unsigned goal; /* a cell */
    bool last;     /* it is the target, so R7 holds there */
    unsigned at;   /* the state that is looked at */
    unsigned cost; /* what it takes to be there */
    uint8_t costs[STATES];
    uint16_t from[STATES];
    struct carom_move by[STATES];
    unsigned most;                    /* moves */
    uint16_t first[PLAYER_MOVES + 1]; /* states by cost: lists of entries */
    unsigned entries;
    struct {
        uint16_t state;
        uint16_t next;
    } entry[ENTRIES];
};

/* A search with some moves of others before. */
struct search {
    const struct looking *looking;
    unsigned positions; /* still to be looked at */
    struct carom_round round;
    struct carom_move before[PLAYER_MOVES];
    unsigned before_count;
    unsigned runner;
    struct ways ways;
    struct seen *seen;
};

static uint32_t name_of(unsigned robot, unsigned from, struct carom_move move)
{
    return (uint32_t)(robot << 12 | from << 4 | (unsigned)move.through << 2 | move.direction);
}

static void put(struct ways *ways, unsigned state, unsigned cost, struct carom_move by)
{
    if (cost >= ways->costs[state] || cost > ways->most || ways->entries == ENTRIES)
        return;
    ways->costs[state] = (uint8_t)cost;
    ways->from[state] = (uint16_t)ways->at;
    ways->by[state] = by;
    ways->entry[ways->entries].state = (uint16_t)state;
    ways->entry[ways->entries].next = ways->first[cost];
    ways->first[cost] = (uint16_t)ways->entries++;
}

static bool step(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct ways *ways = context;
    unsigned axes = (ways->at & 3u) | slide->axes;
    if (overlooks(ways->looking, name_of(ways->robot, ways->at >> 2, move), ways->cost))
        return true;
    if (ways->last && slide->to == ways->goal && axes != CAROM_AXES_BOTH && !ways->looking->question->no_ricochet)
        return true; /* R7: there it must not stop yet */
    put(ways, (unsigned)slide->to << 2 | axes, ways->cost + slide->cost, move);
    return true;
}

/* Has the robot got there in this state? */
static bool arrived(const struct ways *ways, unsigned state)
{
    return state >> 2 == ways->goal && ways->cost > 0 &&
           (!ways->last || (state & 3u) == CAROM_AXES_BOTH || ways->looking->question->no_ricochet);
}

static bool is_over(const struct looking *looking)
{
    const struct player_question *question = looking->question;
    return question->over != NULL && question->over(question->context);
}

/* The state in which the robot has got there; NOWHERE: it does not, within `most` or before the search is over. */
static unsigned run_alone(struct ways *ways, unsigned axes)
{
    const struct carom_board *board = &ways->looking->question->puzzle->position.board;
    unsigned states = 0;
    ways->entries = 0;
    memset(ways->costs, 255, sizeof ways->costs);
    memset(ways->first, 255, sizeof ways->first);
    ways->at = NOWHERE;
    put(ways, (unsigned)ways->robots.cell[ways->robot] << 2 | axes, 0, (struct carom_move){0});
    for (ways->cost = 0; ways->cost <= ways->most; ways->cost++) {
        for (unsigned i = ways->first[ways->cost]; i != NOWHERE; i = ways->entry[i].next) {
            unsigned state = ways->entry[i].state;
            if (ways->costs[state] != ways->cost)
                continue;
            if (arrived(ways, state))
                return state;
            if (++states % ASK_EVERY == 0 && is_over(ways->looking))
                return NOWHERE;
            ways->at = state;
            ways->robots.cell[ways->robot] = (carom_cell)(state >> 2);
            carom_moves_visit_robot(board, &ways->robots, ways->robot, PLUS_MOST, step, ways);
        }
    }
    return NOWHERE;
}

/* ---- with others before ---- */

static struct carom_play play_of(struct carom_move move)
{
    return (struct carom_play){.move = move};
}

/* Is this a route, to its last move (R7, R13)? Then what it costs. */
static uint32_t cost_of(const struct player_question *question, const struct seen *route)
{
    const struct carom_position *position = &question->puzzle->position;
    struct carom_round round = carom_round_begin(&position->robots);
    enum carom_round_state state = CAROM_ROUND_ON;
    for (uint32_t i = 0; i < route->moves; i++) {
        struct carom_slide slide;
        if (state != CAROM_ROUND_ON || !carom_round_move(&round, &position->board, route->route[i].move, &slide))
            return 0;
        state = carom_round_state(&round, &position->target, route->route[i].move.robot, !question->no_ricochet);
    }
    return state == CAROM_ROUND_REACHED ? round.cost : 0;
}

/* Adds the moves that led to this state. False: there are too many. */
static bool add_way(struct seen *found, const struct ways *ways, unsigned end)
{
    unsigned count = 0;
    for (unsigned state = end; ways->from[state] != NOWHERE; state = ways->from[state])
        count++;
    if (found->moves + count > PLAYER_MOVES)
        return false;
    found->moves += count;
    unsigned at = found->moves;
    for (unsigned state = end; ways->from[state] != NOWHERE; state = ways->from[state])
        found->route[--at] = play_of(ways->by[state]);
    return true;
}

static void keep(struct search *search, unsigned end)
{
    struct seen found = {.moves = search->before_count, .others = search->before_count};
    for (unsigned i = 0; i < search->before_count; i++)
        found.route[i] = play_of(search->before[i]);
    if (!add_way(&found, &search->ways, end))
        return;
    found.cost = cost_of(search->looking->question, &found);
    if (found.cost > 0 && (search->seen->cost == 0 || found.cost < search->seen->cost))
        *search->seen = found;
}

static void try_alone(struct search *search)
{
    struct ways *ways = &search->ways;
    unsigned most = search->looking->sight->moves;
    if (search->seen->cost > 0 && search->seen->cost - 1 < most)
        most = search->seen->cost - 1;
    if (search->positions == 0 || most <= search->round.cost)
        return;
    if (is_over(search->looking)) {
        search->positions = 0;
        return;
    }
    search->positions--;
    ways->most = most - search->round.cost;
    ways->robots = search->round.robots;
    ways->robot = search->runner;
    ways->goal = search->looking->question->puzzle->position.target.cell;
    ways->last = true;
    unsigned end = run_alone(ways, search->round.axes[search->runner]);
    if (end != NOWHERE)
        keep(search, end);
}

/* Robots that have moved, `robot` among them. */
static unsigned movers(const struct search *search, unsigned robot)
{
    unsigned bits = 1u << robot | 1u << search->runner;
    for (unsigned i = 0; i < search->before_count; i++)
        bits |= 1u << search->before[i].robot;
    return (unsigned)__builtin_popcount(bits);
}

static void try_before(struct search *search, unsigned left);

static void try_one(struct search *search, struct carom_move move, unsigned left)
{
    const struct carom_position *position = &search->looking->question->puzzle->position;
    struct carom_round before = search->round;
    struct carom_slide slide;
    if (overlooks(search->looking, name_of(move.robot, before.robots.cell[move.robot], move), 1 + before.moves) ||
        !carom_round_move(&search->round, &position->board, move, &slide))
        return;
    if (carom_round_state(&search->round, &position->target, move.robot, !search->looking->question->no_ricochet) ==
        CAROM_ROUND_ON) {
        search->before[search->before_count++] = move;
        try_before(search, left - 1);
        search->before_count--;
    }
    search->round = before;
}

/* Exactly `left` moves of others, then the robot alone. */
static void try_before(struct search *search, unsigned left)
{
    if (left == 0) {
        try_alone(search);
        return;
    }
    for (unsigned robot = 0; robot < CAROM_ROBOTS && search->positions > 0; robot++) {
        if (robot == search->runner || !carom_robots_has(&search->round.robots, robot) ||
            movers(search, robot) > search->looking->sight->robots)
            continue;
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            try_one(search, carom_move_of(robot, direction), left);
    }
}

void see_routes(const struct looking *looking, unsigned others, struct seen *seen)
{
    const struct carom_position *position = &looking->question->puzzle->position;
    static _Thread_local struct search search;
    search = (struct search){.looking = looking, .positions = looking->sight->positions, .seen = seen};
    search.ways.looking = looking;
    for (unsigned before = 0; before <= others; before++) {
        for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
            if (!carom_robots_has(&position->robots, robot) ||
                (position->target.active != CAROM_ANY_ROBOT && position->target.active != robot))
                continue;
            search.runner = robot;
            search.round = carom_round_begin(&position->robots);
            search.before_count = 0;
            try_before(&search, before);
        }
    }
}

/* ---- the idea of the shortest route ---- */

/* Another way to where this slide ends; false: none is seen. */
static bool go_round(const struct looking *looking, struct ways *ways, const struct carom_round *round,
                     struct carom_move move, carom_cell to, struct seen *seen)
{
    ways->looking = looking;
    ways->robots = round->robots;
    ways->robot = move.robot;
    ways->goal = to;
    ways->last = false;
    ways->most = ROUND_MOST;
    unsigned end = run_alone(ways, round->axes[move.robot]);
    return end != NOWHERE && add_way(seen, ways, end);
}

/* One move of it, made; or another way to the same cell, if it is overlooked at first and that is not. */
static bool follow(const struct looking *looking, struct ways *ways, struct carom_round *round, struct carom_move move,
                   struct seen *seen)
{
    const struct carom_board *board = &looking->question->puzzle->position.board;
    uint32_t name = name_of(move.robot, round->robots.cell[move.robot], move);
    struct carom_slide slide;
    unsigned first = seen->moves;
    if (!carom_slide(board, &round->robots, move, &slide, NULL))
        return false;
    bool overlooked = overlooks(looking, name, seen->moves + FAR);
    if (!overlooked || !go_round(looking, ways, round, move, slide.to, seen)) {
        if (seen->moves == PLAYER_MOVES)
            return false;
        seen->strays += overlooked;
        seen->route[seen->moves++] = play_of(move);
    }
    for (unsigned i = first; i < seen->moves; i++)
        if (!carom_round_move(round, board, seen->route[i].move, &slide))
            return false;
    return true;
}

/* Puts a move into the route that is not needed; of a robot that moves anyway, if there is such a one. False: none was
 * found. */
static bool stray(struct looking *looking, struct seen *seen)
{
    for (unsigned i = 0; i < STRAYS && seen->moves < PLAYER_MOVES; i++) {
        struct seen longer = *seen;
        unsigned at = carom_random_below(&looking->random, seen->moves);
        unsigned robot = i < STRAYS / 2 ? seen->route[carom_random_below(&looking->random, seen->moves)].move.robot
                                        : carom_random_below(&looking->random, CAROM_ROBOTS);
        unsigned direction = carom_random_below(&looking->random, CAROM_DIRECTIONS);
        memmove(&longer.route[at + 1], &longer.route[at], (seen->moves - at) * sizeof longer.route[0]);
        longer.route[at] = play_of(carom_move_of(robot, direction));
        longer.moves++;
        longer.cost = cost_of(looking->question, &longer);
        if (longer.cost > 0) {
            *seen = longer;
            return true;
        }
    }
    return false;
}

bool see_shortest(struct looking *looking, struct seen *seen)
{
    const struct carom_solution *solution = &looking->question->answer->solution;
    struct carom_round round = carom_round_begin(&looking->question->puzzle->position.robots);
    unsigned robots = 0;
    static _Thread_local struct ways ways;
    bool whole = chance(&looking->random, looking->sight->whole);
    *seen = (struct seen){0};
    if (!whole || solution->moves == 0)
        return false;
    unsigned runner = solution->route[solution->moves - 1].robot;
    for (uint32_t i = 0; i < solution->moves; i++) {
        if (!follow(looking, &ways, &round, solution->route[i], seen))
            return false;
        robots |= 1u << solution->route[i].robot;
        seen->others += solution->route[i].robot != runner;
    }
    seen->cost = cost_of(looking->question, seen);
    for (unsigned i = 0; seen->cost > 0 && i < seen->strays && i < STRAYS_MOST && stray(looking, seen); i++)
        ;
    return seen->cost > 0 && seen->cost <= looking->sight->moves &&
           (unsigned)__builtin_popcount(robots) <= looking->sight->robots;
}
