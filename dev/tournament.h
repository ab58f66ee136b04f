/*
 * Two players against each other, round after round, by the referee and without waiting: how their levels are measured.
 */
#ifndef TOURNAMENT_H
#define TOURNAMENT_H

#include "../src/bot/bot.h"
#include "../src/cli/cli.h"

struct contest_side {
    uint32_t won;            /* rounds */
    uint32_t demonstrations; /* demonstrations begun ... */
    uint32_t failed;         /* ... and failed */
    uint32_t no_bid;         /* rounds in which it would not have found anything, had it been alone */
    uint32_t shortest;       /* ... in which its last number would have been the shortest route's */
    uint32_t above_optimum;  /* ... above that, where the shortest has CONTEST_LONG moves or more */
    uint64_t first_ms;       /* ... sum of the times of its first number */
};
struct tournament {
    uint32_t rounds;
    uint32_t longer; /* of them, those whose shortest route has CONTEST_LONG moves or more */
    struct contest_side side[2];
};
#define CONTEST_LONG 7

/* `rounds` rounds of the preset between these two levels; the same seed brings the same. */
void tournament_play(struct tournament *tournament, struct carom_solver *solver, enum carom_preset preset,
                     const unsigned levels[2], uint32_t rounds, uint64_t seed);

/* alone.c: reads positions, a line each, and prints what each level shows; returns an exit code. */
int tournament_alone(struct cli *cli, uint64_t seed);

#endif
