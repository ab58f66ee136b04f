/*
 * A bot that plays like a person of some practice: what it sees in a position, when it bids, what it shows.
 *
 * The same code plays at the server's tables (src/server/bots), at any table over the network (`carom bot`), and in the
 * tournament that measures its levels (`carom-dev`). It is pure: a position, a level and a seed in, a plan for the
 * round out; then the table and the time in, commands out. docs/reference/bots.md describes the levels for people.
 */
#ifndef BOT_H
#define BOT_H

#include <carom/answer.h>
#include <carom/referee.h>

#define BOT_LEVELS 10 /* from 1 */
#define BOT_IDEAS_MAX 3
#define BOT_ROUTE_MAX 32 /* longest route; on printed boards 25 moves are enough */

/* ---- levels.c: what each level can do ---- */

struct bot_skill {
    uint8_t max_moves;         /* longest route it sees */
    uint8_t max_blocker_moves; /* most blocker moves it considers before the active robot starts */
    uint8_t max_robots;        /* most robots that move */
    uint8_t overlook_percent;  /* percentage of slides overlooked near the start; more further on */
    uint8_t optimal_percent;   /* percentage of shortest routes it finds as a whole */
    uint8_t error_percent;     /* percentage of routes that are wrong */
    uint16_t pace_ms;          /* its unit of time */
    uint16_t max_positions;    /* limit of positions examined */
};
/* 1 .. BOT_LEVELS. */
struct bot_skill bot_skill(enum carom_game game, unsigned level);

/* ---- think.c ---- */

/* A route and the number it would bid for it, which may be wrong. */
struct bot_idea {
    carom_ms bid_after_ms; /* after the target was drawn */
    uint32_t bid;
    uint32_t moves;
    struct carom_any_move route[BOT_ROUTE_MAX];
};

/* A plan for a round: up to three bids, each lower and later than the one before. */
struct bot_plan {
    unsigned count;
    struct bot_idea ideas[BOT_IDEAS_MAX];
    bool bids_even_if_higher; /* bids even if somebody has a lower bid, which may fail */
    /* how long after a bid that it cannot beat it says that it is done: below 5 s, so that nobody waits for nothing */
    carom_ms done_after_ms;
    carom_ms skip_after_ms; /* how long after the draw it wants another target, if nobody has bid */
    uint64_t seed;          /* for the times between its moves */
};

struct bot_problem {
    const struct carom_puzzle *puzzle;
    bool no_ricochet;                  /* R7 does not hold */
    const struct carom_answer *answer; /* the solver's result; NULL: none */
    bool (*over)(void *context);       /* called every few milliseconds; true ends the search; may be NULL */
    void *context;                     /* passed to `over` */
};

/* Makes a plan. The same problem, level and seed give the same plan. Takes up to a few tens of milliseconds on dealt
 * boards, but seconds where nearly all cells are barriers: `over` limits that, and the plan then has what was seen
 * so far. */
void bot_think(struct bot_plan *plan, const struct bot_problem *problem, unsigned level, uint64_t seed);

/* ---- act.c ---- */

struct bot_state {
    const struct bot_plan *plan; /* owned by the caller; NULL: none */
    uint32_t round;              /* of the plan */
    carom_ms wake_at;            /* when to call bot_act; 0: never */
    unsigned next;               /* private to act.c from here on: the next idea */
    uint32_t lowest_seen;        /* lowest bid so far */
    carom_ms lowest_since;       /* since when */
    uint64_t state_hash;         /* the state of the game that wake_at refers to */
};

/* Call when something happened or a plan is ready: sets wake_at. */
void bot_update(struct bot_state *state, const struct carom_table *table, unsigned seat, carom_ms now);
/* Call at wake_at: fills in a command, including `by` and `at`. False: none after all. */
bool bot_act(struct bot_state *state, const struct carom_table *table, unsigned seat, carom_ms now,
             struct carom_command *command);

#endif
