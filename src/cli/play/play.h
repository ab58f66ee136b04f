/*
 * `carom play`: a game at one keyboard, on the screen or in plain lines.
 *
 *     game.c      the game: a table of the referee, a clock, the story, the best route; knows no screen
 *     best.c      the solver, asked with a time limit
 *     lines.c     plain lines, for scripts and screen readers
 *     terminal.c  ncurses from its beginning to its end, whatever that is
 *     screen.c    what is on the screen
 *     keys.c      what keys do
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

struct play {
    struct play_setup setup;
    struct carom_table table;
    carom_ms skipped; /* time that was jumped over (line mode) */
    struct play_best best;
    unsigned hints;   /* told in this round */
    bool hint_warned; /* ... and what one costs was said (L1) */
    unsigned tried;   /* alone: moves of this attempt, and behind them those taken back */
    unsigned undone;
    struct carom_play attempt[PLAY_MOVES];
    char story[PLAY_STORY][STORY_MAX];
    unsigned told;                      /* sentences so far; the last ones are in `story` */
    char answer[STORY_MAX];             /* why the last command was refused, or "" */
    struct carom_refusal refused;       /* the same as a value */
    bool json;                          /* events instead of sentences */
    void (*tell)(const char *sentence); /* called for each sentence; may be NULL */
};

/* Lays the table, seats the players and starts. False if that cannot be done; play->refused says why. */
bool play_begin(struct play *play, const struct play_setup *setup);
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
/* Alone: takes a move back, makes it again. */
bool play_undo(struct play *play);
bool play_redo(struct play *play);
/* Alone: a hint, more of it each time. Where it costs the token that is said first, and the hint told when asked again.
 */
void play_hint(struct play *play);
/* Does the referee accept this from anybody at the keyboard now? */
bool play_may(const struct play *play, enum carom_do what);
bool play_alone(const struct play *play); /* solo and practice */
/* Alone and searching, with robots that may be moved: moves can be taken back and tried again. */
bool play_trying(const struct play *play);
/* Seconds of sand left, -1 if none runs. */
int play_seconds(const struct play *play);
/* "Ana bids 5": a line about the phase, for people. */
void play_status(const struct play *play, char words[STORY_MAX]);
/* Adds a sentence to the story. */
void play_say(struct play *play, const char *sentence);

/* best.c */
void play_think(const struct carom_table *table, unsigned ms, struct play_best *best);

/* The two ways to play. Both return the exit code. */
int play_lines(struct play *play, bool ascii);
int play_screen(struct play *play, bool ascii);

#endif
