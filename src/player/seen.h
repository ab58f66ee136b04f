/*
 * What a player overlooks and what it has found: shared by the files that look at either game.
 */
#ifndef PLAYER_SEEN_H
#define PLAYER_SEEN_H

#include "player.h"

#include <carom/random.h>

/* A player at a position. */
struct looking {
    const struct player_sight *sight;
    const struct player_question *question;
    struct carom_random random;
    uint64_t blind; /* which slides it overlooks follows from this */
};

/* A route that it has found. */
struct seen {
    uint32_t cost; /* 0: none */
    uint32_t moves;
    uint32_t others; /* moves of robots that do not have to get there */
    uint32_t strays; /* slides overlooked at first, for which no other way was seen */
    struct carom_play route[PLAYER_MOVES];
};

/* True in `percent` of all cases. */
static inline bool chance(struct carom_random *random, unsigned percent)
{
    return carom_random_below(random, 100) < percent;
}

/* Does it overlook this way on? `what` names it; `ahead` is how many moves lie before it: what is far ahead is seen
 * less. The same way at the same distance is always overlooked or never. */
bool overlooks(const struct looking *looking, uint32_t what, unsigned ahead);

/* ---- routes.c: Ricochet Robots ---- */

/* The best it sees where robots in the way make at most `others` moves first. */
void see_routes(const struct looking *looking, unsigned others, struct seen *seen);
/* Does it have the idea of the solver's route, and how does it go about that? */
bool see_shortest(struct looking *looking, struct seen *seen);

/* ---- walks.c: Micro Robots ---- */

void see_walks(const struct looking *looking, struct seen *seen);

#endif
