/*
 * How a bot misses the shortest route: it begins with a move or two that are not needed, and then finds the shortest
 * way from there. That looks like what people show, and it is right.
 */
#include "jobs.h"

#include <carom/random.h>
#include <string.h>

#define TRIES 10
#define CHOICES 64
#define EXTRA_MOST 5 /* moves more than the shortest route */

struct choices {
    unsigned count;
    struct carom_move move[CHOICES];
};

static bool collect(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct choices *choices = context;
    (void)slide;
    choices->move[choices->count++] = move;
    return choices->count < CHOICES;
}

/* Does this route win: is the target reached after its last move, and not spoilt before (R7, R13)? */
static bool route_wins(const struct carom_position *position, const struct carom_move *route, uint32_t moves)
{
    struct carom_round round = carom_round_begin(&position->robots);
    enum carom_round_state state = CAROM_ROUND_ON;
    for (uint32_t i = 0; i < moves; i++) {
        struct carom_slide slide;
        if (!carom_round_move(&round, &position->board, route[i], &slide))
            return false;
        state = carom_round_state(&round, &position->target, route[i].robot, true);
        if (state == CAROM_ROUND_NO_RICOCHET || (state == CAROM_ROUND_REACHED && i + 1 < moves))
            return false;
    }
    return state == CAROM_ROUND_REACHED;
}

/* Makes a random move; false if there is none, or it would end the round. */
static bool wander(struct carom_random *random, struct carom_position *position, struct detour *detour)
{
    struct choices choices = {0};
    carom_moves_visit(&position->board, &position->robots, 0, collect, &choices);
    if (choices.count == 0)
        return false;
    struct carom_round round = carom_round_begin(&position->robots);
    struct carom_move move = choices.move[carom_random_below(random, choices.count)];
    struct carom_slide slide;
    if (!carom_round_move(&round, &position->board, move, &slide))
        return false;
    position->robots = round.robots;
    detour->route[detour->moves++] = move;
    detour->cost += slide.cost;
    return true;
}

static bool find_one(struct carom_solver *solver, const struct carom_position *position, uint32_t shortest,
                     unsigned needless, struct carom_random *random, const struct carom_solve_options *options,
                     struct detour *detour)
{
    struct carom_position later = *position;
    struct carom_solution solution;
    *detour = (struct detour){0};
    for (unsigned i = 0; i < needless; i++)
        if (!wander(random, &later, detour))
            return false;
    if (carom_solve(solver, &later, options, &solution) != CAROM_SOLVE_FOUND ||
        detour->moves + solution.moves > DETOUR_MOVES)
        return false;
    memcpy(detour->route + detour->moves, solution.route, solution.moves * sizeof *solution.route);
    detour->moves += solution.moves;
    detour->cost += solution.cost;
    return detour->cost > shortest && detour->cost <= shortest + EXTRA_MOST &&
           route_wins(position, detour->route, detour->moves);
}

/* Keeps the cheapest, each cost once. */
static unsigned keep(struct detour detours[DETOURS], unsigned count, const struct detour *found)
{
    unsigned at = 0;
    while (at < count && detours[at].cost < found->cost)
        at++;
    if (at == DETOURS || (at < count && detours[at].cost == found->cost))
        return count;
    unsigned last = count < DETOURS ? count : DETOURS - 1;
    for (unsigned i = last; i > at; i--)
        detours[i] = detours[i - 1];
    detours[at] = *found;
    return last + 1;
}

unsigned detours_find(struct carom_solver *solver, const struct carom_position *position,
                      const struct carom_solution *shortest, uint64_t seed, const struct carom_solve_options *options,
                      struct detour detours[DETOURS])
{
    struct carom_random random = carom_random_seed(seed);
    struct carom_solve_options bounded = *options;
    unsigned count = 0;
    bounded.max_cost = shortest->cost + EXTRA_MOST;
    bounded.max_nodes = 20000;
    for (unsigned i = 0; i < TRIES; i++) {
        struct detour found;
        if (find_one(solver, position, shortest->cost, 1 + i % 2, &random, &bounded, &found))
            count = keep(detours, count, &found);
    }
    return count;
}
