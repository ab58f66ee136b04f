/*
 * What a bot overlooks and what it has found: shared by the searches for both games.
 */
#ifndef BOT_INTERNAL_H
#define BOT_INTERNAL_H

#include "bot.h"

#include <carom/random.h>

/* A bot's search at a position. */
struct bot_search {
    const struct bot_skill *skill;
    const struct bot_problem *problem;
    struct carom_random random;
    uint64_t overlook_seed; /* determines which slides it overlooks */
};

/* A route it found. */
struct found_route {
    uint32_t cost; /* 0: none */
    uint32_t moves;
    uint32_t blocker_moves;    /* moves of blockers */
    uint32_t overlooked_moves; /* overlooked slides for which no detour was seen */
    struct carom_any_move route[BOT_ROUTE_MAX];
};

/* True in `percent` of all cases. */
static inline bool random_percent(struct carom_random *random, unsigned percent)
{
    return carom_random_below(random, 100) < percent;
}

/* Does it overlook this move? `what` identifies it; `ahead` is how many moves lie before it: what is far ahead is
 * overlooked more often. Deterministic for the same move and distance. */
bool bot_overlooks(const struct bot_search *search, uint32_t what, unsigned ahead);

/* ---- find_ricochet.c: Ricochet Robots ---- */

/* Finds the best route in which blockers make at most `others` moves first. */
void find_routes(const struct bot_search *search, unsigned others, struct found_route *found);
/* Does it find the solver's route, and in what form? */
bool try_optimal_route(struct bot_search *search, struct found_route *found);

/* ---- find_micro.c ---- */

void find_micro_routes(const struct bot_search *search, struct found_route *found);

#endif
