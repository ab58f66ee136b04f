/*
 * A program that plays like a person of some practice: what it sees in a position, when it says a number, what it
 * shows.
 *
 * The same player sits at the server's tables (src/server/bots), comes to any table over the network (`carom bot`) and
 * plays in the tournament that its levels are measured by (`carom bench --bots`). It is pure: a position, a level and
 * a number of chance in, a plan for the round out; then the table and the time in, what it says out. docs/bots.md tells
 * people what each level can do.
 */
#ifndef PLAYER_H
#define PLAYER_H

#include <carom/answer.h>
#include <carom/referee.h>

#define PLAYER_LEVELS 10 /* from 1 */
#define PLAYER_IDEAS 3
#define PLAYER_MOVES 32 /* of a route; the longest on printed boards has 25 */

/* ---- levels.c: what each level can do ---- */

struct player_sight {
    uint8_t moves;      /* it sees routes of up to so many */
    uint8_t others;     /* in which the robots in its way make so many before the one that has to get there sets off */
    uint8_t robots;     /* so many robots move in all */
    uint8_t overlooks;  /* of a hundred slides, those next to the start; further on more */
    uint8_t whole;      /* of a hundred shortest routes, those it has the idea of */
    uint8_t errs;       /* of a hundred routes, those that are not right */
    uint16_t pace;      /* ms: its unit of time */
    uint16_t positions; /* looked at, at most: the bound of its work */
};
/* 1 .. PLAYER_LEVELS. */
struct player_sight player_sight(enum carom_game game, unsigned level);

/* ---- think.c: what it sees in a position ---- */

/* A route and the number it would say for it, which may be wrong. */
struct player_idea {
    carom_ms after; /* ms after the target was drawn */
    uint32_t bid;
    uint32_t moves;
    struct carom_play route[PLAYER_MOVES];
};

/* What it means to do in a round: up to three numbers, each lower and later than the one before. */
struct player_plan {
    unsigned count;
    struct player_idea ideas[PLAYER_IDEAS];
    bool insists;      /* says its number although somebody has a lower one: that may fail */
    carom_ms rests;    /* looks on so long after the lowest number has changed before it says that it has no more */
    carom_ms gives_up; /* wants another target so long after this one was drawn, if nobody has a number */
    uint64_t chance;   /* of the times between its moves */
};

struct player_question {
    const struct carom_puzzle *puzzle;
    bool no_ricochet;                  /* R7 does not hold */
    const struct carom_answer *answer; /* what the solver has found; NULL: nothing */
    bool (*over)(void *context);       /* asked every few milliseconds: true ends the search; may be NULL */
    void *context;                     /* of `over` */
};

/* The same question, level and seed give the same plan. Takes up to a few ten milliseconds on boards as they are dealt,
 * but seconds where nearly all cells are barriers: `over` bounds that, and the plan is then what was seen so far. */
void player_think(struct player_plan *plan, const struct player_question *question, unsigned level, uint64_t seed);

/* ---- act.c: when it does what ---- */

struct player {
    const struct player_plan *plan; /* the caller's; NULL: it has none */
    uint32_t round;                 /* which the plan is for */
    carom_ms act_at;                /* when it wants to be asked; 0: not at all */
    unsigned next;                  /* act.c's own from here: the next idea */
    uint32_t lowest;                /* number said so far */
    carom_ms since;                 /* when that was */
    uint64_t about;                 /* the moment of the game that act_at is about */
};

/* Something has happened, or a plan is there: sets act_at. */
void player_look(struct player *player, const struct carom_table *table, unsigned seat, carom_ms now);
/* The time has come: what it says, `by` and `at` included. False: nothing after all. */
bool player_act(struct player *player, const struct carom_table *table, unsigned seat, carom_ms now,
                struct carom_command *command);

#endif
