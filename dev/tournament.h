/*
 * Two bots against each other, round after round, in simulated time: measures their levels.
 */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include "../src/bot/bot.h"
#include "../src/cli/cli.h"

struct contest_side {
    uint32_t won;            /* rounds won */
    uint32_t demonstrations; /* demonstrations begun */
    uint32_t failed;         /* demonstrations that failed */
    uint32_t no_bid;         /* rounds in which it would have found no route alone */
    uint32_t shortest;       /* rounds in which its last bid alone would have been optimal */
    uint32_t
        above_optimum; /* rounds in which its last bid was not optimal, with an optimum of CONTEST_LONG moves or more */
    uint64_t first_ms; /* sum of the times of its first bid, in ms */
};
struct tournament {
    uint32_t rounds;
    uint32_t longer; /* rounds with an optimum of CONTEST_LONG moves or more */
    struct contest_side side[2];
};
#define CONTEST_LONG 7

/* Plays `rounds` rounds of a preset between two levels. Deterministic for a seed. */
void tournament_play(struct tournament *tournament, struct carom_solver *solver, enum carom_preset preset,
                     const unsigned levels[2], uint32_t rounds, uint64_t seed);

/* alone.c: reads positions from standard input, a line each, and prints the routes of each level. Returns the exit
 * code. */
int tournament_alone(struct cli *cli, uint64_t seed);

#endif
