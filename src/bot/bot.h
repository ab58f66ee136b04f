/*
 * A program that plays like a person of some practice: what it sees in a position, when it says a number, what it
 * shows.
 *
 * The same player sits at the server's tables (src/server/bots), comes to any table over the network (`carom bot`) and
 * plays in the tournament that its levels are measured by (`carom bench --bots`). It is pure: a position, a level and
 * a number of chance in, a plan for the round out; then the table and the time in, what it says out. docs/bots.md tells
 * people what each level can do.
 */
#ifndef BOT_H
#define BOT_H

#include <carom/answer.h>
#include <carom/referee.h>

#define BOT_LEVELS 10 /* from 1 */
#define BOT_IDEAS_MAX 3
#define BOT_ROUTE_MAX 32 /* of a route; the longest on printed boards has 25 */

/* ---- levels.c: what each level can do ---- */

struct bot_skill {
    uint8_t max_moves;         /* it sees routes of up to so many */
    uint8_t max_blocker_moves; /* Most blocker moves it considers before the active robot starts. */
    uint8_t max_robots;        /* so many robots move in all */
    uint8_t overlook_percent;  /* of a hundred slides, those next to the start; further on more */
    uint8_t optimal_percent;   /* of a hundred shortest routes, those it has the idea of */
    uint8_t error_percent;     /* of a hundred routes, those that are not right */
    uint16_t pace_ms;          /* ms: its unit of time */
    uint16_t max_positions;    /* looked at, at most: the bound of its work */
};
/* 1 .. BOT_LEVELS. */
struct bot_skill bot_skill(enum carom_game game, unsigned level);

/* ---- think.c: what it sees in a position ---- */

/* A route and the number it would say for it, which may be wrong. */
struct bot_idea {
    carom_ms bid_after_ms; /* ms after the target was drawn */
    uint32_t bid;
    uint32_t moves;
    struct carom_any_move route[BOT_ROUTE_MAX];
};

/* What it means to do in a round: up to three numbers, each lower and later than the one before. */
struct bot_plan {
    unsigned count;
    struct bot_idea ideas[BOT_IDEAS_MAX];
    bool bids_even_if_higher; /* says its number although somebody has a lower one: that may fail */
    carom_ms
        done_after_ms; /* looks on so long after the lowest number has changed before it says that it has no more */
    carom_ms skip_after_ms; /* wants another target so long after this one was drawn, if nobody has a number */
    uint64_t seed;          /* of the times between its moves */
};

struct bot_problem {
    const struct carom_puzzle *puzzle;
    bool no_ricochet;                  /* R7 does not hold */
    const struct carom_answer *answer; /* what the solver has found; NULL: nothing */
    bool (*over)(void *context);       /* asked every few milliseconds: true ends the search; may be NULL */
    void *context;                     /* of `over` */
};

/* The same question, level and seed give the same plan. Takes up to a few ten milliseconds on boards as they are dealt,
 * but seconds where nearly all cells are barriers: `over` bounds that, and the plan is then what was seen so far. */
void bot_think(struct bot_plan *plan, const struct bot_problem *problem, unsigned level, uint64_t seed);

/* ---- act.c: when it does what ---- */

struct bot_state {
    const struct bot_plan *plan; /* the caller's; NULL: it has none */
    uint32_t round;              /* which the plan is for */
    carom_ms wake_at;            /* when it wants to be asked; 0: not at all */
    unsigned next;               /* act.c's own from here: the next idea */
    uint32_t lowest_seen;        /* number said so far */
    carom_ms lowest_since;       /* when that was */
    uint64_t state_hash;         /* the moment of the game that wake_at is about */
};

/* Something has happened, or a plan is there: sets wake_at. */
void bot_update(struct bot_state *state, const struct carom_table *table, unsigned seat, carom_ms now);
/* The time has come: what it says, `by` and `at` included. False: nothing after all. */
bool bot_act(struct bot_state *state, const struct carom_table *table, unsigned seat, carom_ms now,
             struct carom_command *command);

#endif
