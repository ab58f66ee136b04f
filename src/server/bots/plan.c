/*
 * The character of a bot: how long it thinks, and what it finds.
 *
 * People need longer for longer routes, and more so the less practice they have; beginners miss the shortest route most
 * of the time and now and then find nothing at all. Level 10 always finds the shortest route and takes about a second a
 * move for it. Players with some practice often bid a longer route first and improve on it.
 */
#include "bots.h"

/* True in `percent` of all cases. */
static bool chance(struct carom_random *random, int percent)
{
    return (int)carom_random_below(random, 100) < percent;
}

static int between(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

/* (2 s + 0.8 s a move), up to five times as long for beginners, give or take a third. */
static carom_ms thinking(unsigned level, uint32_t cost, struct carom_random *random)
{
    carom_ms time = 2000 + 800 * (carom_ms)cost;
    time = time * (100 + 45 * (10 - (int)level)) / 100;
    return time * (70 + (int)carom_random_below(random, 61)) / 100;
}

struct bot_plan bot_plan_make(unsigned level, uint32_t cost, unsigned detours, struct carom_random *random)
{
    struct bot_plan plan = {0};
    int hard = (int)cost - 5;
    bool optimum = level == 10 || chance(random, between(12 * (int)level - 6 * hard, 5, 98));
    bool nothing = level < 10 && chance(random, between(8 * ((int)cost - 4 - (int)level), 0, 80));
    carom_ms time = thinking(level, cost, random);
    bool improves = level >= 5 && level < 10 && detours > 0 && chance(random, 40);
    unsigned miss = detours > 0 ? 1 + carom_random_below(random, detours) : 0;
    if (nothing || (!optimum && detours == 0))
        return plan;
    if (!optimum || improves) {
        plan.bids[plan.count].after = time;
        plan.bids[plan.count++].choice = miss;
        time += time * (40 + (int)carom_random_below(random, 60)) / 100;
    }
    if (optimum) {
        plan.bids[plan.count].after = time;
        plan.bids[plan.count++].choice = 0;
    }
    return plan;
}
