/*
 * Bots: programs that play at tables. A bot is a player of the referee like any other; here it is decided when it says
 * what.
 *
 * Everything a bot does follows from the game's chance, its id and the round, never from the clock alone: a bot that
 * comes back with its table after a restart means to do the same as before. It has numbers of its own (secret_aside):
 * what it does tells nothing about what will be drawn, and what was drawn nothing about what it will do.
 */
#ifndef SERVER_BOTS_H
#define SERVER_BOTS_H

#include "../tables/tables.h"

#include <carom/random.h>

#define BOTS_MOST 16 /* at one table */

/* What a table asks of its bots. */
extern const struct table_players bots_at_tables;

/* ---- plan.c: how bots of each level think ---- */

#define BOT_BIDS 2

/* What a bot means to do in a round: up to two bids, the second one better and later. */
struct bot_plan {
    unsigned count;
    struct {
        carom_ms after;  /* ms after the target was drawn */
        unsigned choice; /* 0: the shortest route; n: the n-th detour */
    } bids[BOT_BIDS];
};

/* A pure function of the level, the position and the random numbers. `cost` is what the shortest route costs, `detours`
 * how many longer ones are known. */
struct bot_plan bot_plan_make(unsigned level, uint32_t cost, unsigned detours, struct carom_random *random);

#endif
