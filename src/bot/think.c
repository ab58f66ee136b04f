/*
 * Thinking about a round: what a bot finds and how long that takes.
 *
 * People need longer for longer routes and for each blocker to be placed; two of the same practice need very different
 * times for the same position. Sometimes they miscount, or are sure of a move that does something else: then their bid
 * is too low, and what they show fails.
 */
#include "internal.h"

/* The quantiles of a log-normal distribution around 100, in steps of a sixteenth. */
static const uint16_t spread[17] = {33, 49, 59, 66, 73, 80, 87, 93, 100, 107, 115, 125, 136, 150, 169, 205, 300};

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

bool bot_overlooks(const struct bot_search *search, uint32_t what, unsigned ahead)
{
    unsigned percent = search->skill->overlook_percent * (6 + ahead) / 6;
    uint64_t number = mix(search->overlook_seed ^ mix((uint64_t)what + 1));
    return number % 100 < (percent < 75 ? percent : 75);
}

/* `ms` with a random factor, as people differ. */
static carom_ms random_around(struct carom_random *random, carom_ms ms)
{
    unsigned at = carom_random_below(random, 16);
    unsigned part = carom_random_below(random, 100);
    unsigned percent = (spread[at] * (100 - part) + spread[at + 1] * part) / 100;
    return ms * (carom_ms)percent / 100;
}

/* How long it takes to find a route of this many moves. */
static carom_ms thinking_time(struct bot_search *search, const struct found_route *found)
{
    carom_ms moves = found->moves;
    carom_ms units = 16 + 8 * moves + moves * moves + 12 * (carom_ms)found->blocker_moves;
    return 1000 + random_around(&search->random, units * search->skill->pace_ms / 8);
}

/* Makes an idea wrong: leaves out a necessary move, or counts one too few. */
static void make_mistake(struct bot_search *search, struct bot_idea *idea)
{
    if (idea->bid < 3 || !random_percent(&search->random, search->skill->error_percent))
        return;
    idea->bid--;
    if (!random_percent(&search->random, 50))
        return;
    unsigned at = carom_random_below(&search->random, idea->moves);
    idea->moves--;
    for (unsigned i = at; i < idea->moves; i++)
        idea->route[i] = idea->route[i + 1];
}

/* Inserts an idea by time; drops it if it is no better than an earlier one. */
static void add_idea(struct bot_plan *plan, struct bot_search *search, const struct found_route *found)
{
    struct bot_idea idea = {.bid_after_ms = thinking_time(search, found), .bid = found->cost, .moves = found->moves};
    for (unsigned i = 0; i < found->moves; i++)
        idea.route[i] = found->route[i];
    make_mistake(search, &idea);
    unsigned at = 0;
    while (at < plan->count && plan->ideas[at].bid_after_ms <= idea.bid_after_ms)
        at++;
    if (at > 0 && plan->ideas[at - 1].bid <= idea.bid)
        return;
    while (at < plan->count && plan->ideas[at].bid >= idea.bid) { /* later ones that are no better are dropped */
        plan->count--;
        for (unsigned i = at; i < plan->count; i++)
            plan->ideas[i] = plan->ideas[i + 1];
    }
    for (unsigned i = plan->count++; i > at; i--)
        plan->ideas[i] = plan->ideas[i - 1];
    plan->ideas[at] = idea;
}

static bool has_solution(const struct bot_problem *problem)
{
    return problem->answer != NULL && problem->answer->solution.status == CAROM_SOLVE_FOUND;
}

static void find_ricochet_ideas(struct bot_plan *plan, struct bot_search *search)
{
    struct found_route found = {0};
    find_routes(search, 0, &found);
    uint32_t alone = found.cost;
    if (alone > 0)
        add_idea(plan, search, &found);
    if (search->skill->max_blocker_moves > 0) {
        find_routes(search, search->skill->max_blocker_moves, &found);
        if (found.cost > 0 && found.cost != alone)
            add_idea(plan, search, &found);
    }
    uint32_t best = found.cost;
    struct found_route shortest;
    if (has_solution(search->problem) && try_optimal_route(search, &shortest) && (best == 0 || shortest.cost < best))
        add_idea(plan, search, &shortest);
}

static void find_micro_ideas(struct bot_plan *plan, struct bot_search *search)
{
    struct found_route found = {0};
    find_micro_routes(search, &found);
    if (found.cost > 0)
        add_idea(plan, search, &found);
}

void bot_think(struct bot_plan *plan, const struct bot_problem *problem, unsigned level, uint64_t seed)
{
    struct bot_skill skill = bot_skill(problem->puzzle->game, level);
    struct bot_search search = {.skill = &skill, .problem = problem, .random = carom_random_seed(seed)};
    *plan = (struct bot_plan){0};
    search.overlook_seed = carom_random_next(&search.random);
    plan->seed = carom_random_next(&search.random);
    plan->bids_even_if_higher = random_percent(&search.random, 50);
    plan->done_after_ms = 1500 + random_around(&search.random, 1000); /* at most 4.5 s */
    plan->skip_after_ms = random_around(&search.random, 150000);
    if (problem->puzzle->game == CAROM_GAME_MICRO)
        find_micro_ideas(plan, &search);
    else
        find_ricochet_ideas(plan, &search);
}
