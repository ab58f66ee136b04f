/*
 * `carom play`: a game at one keyboard, on the screen or in plain lines; and `carom join` on the same screen.
 *
 *     game.c      the game: a table of the referee, a clock, the story, the best route; knows no screen
 *     best.c      the solver, asked with a time limit
 *     plan.c      moves that are tried before a route is handed in or bid, where that is allowed
 *     far.c       a table on a server in place of the one here
 *     lines.c     plain lines, for scripts and screen readers
 *     terminal.c  ncurses from its beginning to its end, whatever that is
 *     screen.c    what is on the screen
 *     slides.c    robots that are seen to slide
 *     keys.c      what keys do
 *     turns.c     a game on the screen: all of these together
 */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "../story.h"

#define PLAY_PLAYERS CAROM_PLAYERS /* any number: as many as a table seats */
#define PLAY_MOVES 256             /* moves of one attempt that can be taken back */
#define PLAY_STORY 64              /* sentences kept */

/* What the user asked for. */
struct play_setup {
    struct carom_opening opening;
    unsigned players;
    char names[PLAY_PLAYERS][CAROM_NAME_SIZE];
};

/* What the solver says about the target on the table. */
struct play_best {
    bool known;      /* `cost` is the least, `route` a route that costs it */
    bool impossible; /* R18 */
    unsigned cost;   /* not known: at least so much */
    char route[1024];
    char first[CAROM_SIGNS + 8]; /* the first move alone, for a hint */
};

/* Who is told what happens, besides the screen that is drawn anew. */
struct play_ears {
    bool json;                          /* events instead of sentences */
    void (*tell)(const char *sentence); /* called for each sentence; may be NULL */
    /* Called before a move is made on the table; may be NULL. */
    void (*slide)(void *context, const struct carom_robots *robots, const struct carom_play *move);
    void *context;
};

/* A table elsewhere: commands go there, and events come from it (play_heard). */
struct play_far {
    void *context;
    bool (*say)(void *context, const struct carom_command *command); /* false: it cannot be said now */
    void (*again)(void *context);                                    /* asks for another game */
    carom_ms (*now)(void *context);
    bool (*listen)(void *context); /* lets everything in that has come; false: it is over for good */
    int (*fd)(void *context);      /* to be polled, or -1 */
};

/* Moves that only this player sees, before a route is handed in (H2) or bid. */
struct play_plan {
    bool allowed; /* the table lets players try moves before they bid */
    struct carom_robots robots;
    unsigned moves;
    struct carom_move route[CAROM_HANDED_MOVES];
};

struct play {
    struct play_setup setup;
    const struct play_far *far; /* NULL: the table is here */
    unsigned seat;              /* at a table elsewhere: one's own, or CAROM_NO_SEAT */
    char trouble[STORY_MAX];    /* ... what is wrong with the line, or "" */
    struct play_plan plan;
    struct carom_table table;
    carom_ms skipped; /* time that was jumped over (line mode) */
    struct play_best best;
    unsigned hints;   /* told in this round */
    bool hint_warned; /* ... and what one costs was said (L1) */
    unsigned tried;   /* alone: moves of this attempt, and behind them those taken back */
    unsigned undone;
    bool undoing;      /* until the markers are reached again ... */
    unsigned remaking; /* ... and then so many moves are made again, of which nothing is said */
    bool redoing;
    struct carom_play attempt[PLAY_MOVES];
    char story[PLAY_STORY][STORY_MAX];
    unsigned told;                /* sentences so far; the last ones are in `story` */
    char answer[STORY_MAX];       /* why the last command was refused, or "" */
    struct carom_refusal refused; /* the same as a value */
    struct play_ears ears;
};

/* Lays the table, seats the players and starts. False if that cannot be done; play->refused says why. */
bool play_begin(struct play *play, const struct play_setup *setup);
/* What has happened at the table, applied to it. `old`: before one came there. */
void play_heard(struct play *play, const struct carom_event *event, bool old);
/* A table elsewhere has refused what was asked, for this reason. */
void play_refused(struct play *play, const char *sentence);
carom_ms play_now(const struct play *play);
/* Lets time pass: deadlines. */
void play_tick(struct play *play);
/* A command of the player at this seat; false if refused (play->answer says why). */
bool play_do(struct play *play, enum carom_do what, unsigned seat);
bool play_bid(struct play *play, unsigned seat, unsigned moves);
/* A race: hands in a route (H2). */
bool play_hand(struct play *play, unsigned seat, const struct carom_move *route, size_t moves);
bool play_move(struct play *play, struct carom_play move);
/* For everybody at the keyboard: no more bids; another target. */
void play_all(struct play *play, enum carom_do what);
/* Draws the next target. */
bool play_next(struct play *play);
/* After the end: another game. */
void play_again(struct play *play);
/* Alone: takes a move back, makes it again. */
bool play_undo(struct play *play);
bool play_redo(struct play *play);
/* Alone: a hint, more of it each time. Where it costs the token that is said first, and the hint told when asked again.
 */
void play_hint(struct play *play);
/* Does the referee accept this from anybody at the keyboard now? */
bool play_may(const struct play *play, enum carom_do what);
bool play_alone(const struct play *play); /* solo and practice */
/* Is somebody at this keyboard at this seat? And how many are there? */
bool play_ours(const struct play *play, unsigned seat);
unsigned play_people(const struct play *play);
/* The seat that is meant where only one can be. */
unsigned play_first(const struct play *play);
/* Alone and searching, with robots that may be moved: moves can be taken back and tried again. */
bool play_trying(const struct play *play);
/* Seconds of sand left, -1 if none runs. */
int play_seconds(const struct play *play);
/* "Ana bids 5": a line about the phase, for people. */
void play_status(const struct play *play, char words[STORY_MAX]);
/* Adds a sentence to the story. */
void play_say(struct play *play, const char *sentence);

/* Tells what play->best knows about the shortest route. */
void play_say_best(struct play *play);

/* plan.c: may moves be tried now? Then they can be made, taken back, forgotten, and in a race handed in. */
bool play_planning(const struct play *play);
bool play_plan_move(struct play *play, struct carom_move move);
void play_plan_undo(struct play *play);
void play_plan_reset(struct play *play);
void play_plan_hand(struct play *play);

/* best.c */
void play_think(const struct carom_table *table, unsigned ms, struct play_best *best);

/* The two ways to play. Both return the exit code. */
int play_lines(struct play *play, bool ascii);
struct play_look {
    bool ascii;
    bool still; /* robots are where they are, and are not seen sliding there */
};
int play_screen(struct play *play, const struct play_look *look);
/* Is there a terminal that a screen can be drawn on? Does it have more than plain characters? */
bool play_has_screen(void);
bool play_has_signs(void);

/* far.c: sits down at the table of a client and plays there on the screen. Returns the exit code. */
struct client;
int play_join(struct cli *cli, struct client *client, const char *name, const struct play_look *look);

#endif
