/*
 * How bots of each level think: pure functions of the position and a seed, so that a game can be told again.
 */
#ifndef SERVER_BOTS_H
#define SERVER_BOTS_H

#include <carom/random.h>
#include <carom/types.h>

#define BOTS_MOST 16 /* at one table */
#define BOT_BIDS 2

/* What a bot means to do in a round: up to two bids, the second one better and later. */
struct bot_plan {
    unsigned count;
    struct {
        carom_ms after;  /* ms after the target was drawn */
        unsigned choice; /* 0: the shortest route; n: the n-th detour */
    } bids[BOT_BIDS];
};

/* `cost` is what the shortest route costs, `detours` how many longer ones are known. */
struct bot_plan bot_plan_make(unsigned level, uint32_t cost, unsigned detours, struct carom_random *random);

#endif
