/*
 * What a player overlooks and what it has found: shared by the files that look at either game.
 */
#ifndef BOT_INTERNAL_H
#define BOT_INTERNAL_H

#include "bot.h"

#include <carom/random.h>

/* A player at a position. */
struct bot_search {
    const struct bot_skill *skill;
    const struct bot_problem *problem;
    struct carom_random random;
    uint64_t overlook_seed; /* which slides it overlooks follows from this */
};

/* A route that it has found. */
struct found_route {
    uint32_t cost; /* 0: none */
    uint32_t moves;
    uint32_t blocker_moves;    /* moves of robots that do not have to get there */
    uint32_t overlooked_moves; /* slides overlooked at first, for which no other way was seen */
    struct carom_any_move route[BOT_ROUTE_MAX];
};

/* True in `percent` of all cases. */
static inline bool random_percent(struct carom_random *random, unsigned percent)
{
    return carom_random_below(random, 100) < percent;
}

/* Does it overlook this way on? `what` names it; `ahead` is how many moves lie before it: what is far ahead is seen
 * less. The same way at the same distance is always overlooked or never. */
bool bot_overlooks(const struct bot_search *search, uint32_t what, unsigned ahead);

/* ---- find_ricochet.c: Ricochet Robots ---- */

/* The best it sees where robots in the way make at most `others` moves first. */
void find_routes(const struct bot_search *search, unsigned others, struct found_route *found);
/* Does it have the idea of the solver's route, and how does it go about that? */
bool try_optimal_route(struct bot_search *search, struct found_route *found);

/* ---- find_micro.c: Micro Robots ---- */

void find_micro_routes(const struct bot_search *search, struct found_route *found);

#endif
