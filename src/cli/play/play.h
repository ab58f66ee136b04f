/*
 * `carom play`: a game at one keyboard, on the screen or in plain lines; and `carom join` on the same screen.
 *
 *     game.c      the game: a table of the referee, a clock, the story, the best route; knows no screen
 *     solve_timed.c      the solver, asked with a time limit
 *     scratch_route.c      moves that are tried before a route is handed in or bid, where that is allowed
 *     remote_table.c       a table on a server in place of the one here
 *     line_mode.c     plain lines, for scripts and screen readers
 *     terminal.c  ncurses from its beginning to its end, whatever that is
 *     screen.c    what is on the screen
 *     animate.c    robots that are seen to slide
 *     keys.c      what keys do
 *     game_loop.c     a game on the screen: all of these together
 */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "../event_text.h"

#define PLAY_PLAYERS CAROM_PLAYERS_MAX /* any number: as many as a table seats */
#define PLAY_MOVES 256                 /* moves of one attempt that can be taken back */
#define STORY_LINES_MAX 64             /* sentences kept */

/* What the user asked for. */
struct play_setup {
    struct carom_game_config config;
    unsigned players;
    char names[PLAY_PLAYERS][CAROM_NAME_SIZE];
};

/* What the solver says about the target on the table. */
struct play_solution {
    bool known;      /* `cost` is the least, `route` a route that costs it */
    bool unsolvable; /* R18 */
    unsigned cost;   /* not known: at least so much */
    char route[1024];
    char first_move[CAROM_MOVE_SIGNS_MAX + 8]; /* the first move alone, for a hint */
};

/* Who is told what happens, besides the screen that is drawn anew. */
struct play_observer {
    bool json;                                 /* events instead of sentences */
    void (*on_sentence)(const char *sentence); /* called for each sentence; may be NULL */
    /* Called before a move is made on the table; may be NULL. */
    void (*on_move)(void *context, const struct carom_robots *robots, const struct carom_any_move *move);
    void *context;
};

/* A table elsewhere: commands go there, and events come from it (play_apply_event). */
struct play_remote {
    void *context;
    bool (*send_command)(void *context, const struct carom_command *command); /* false: it cannot be said now */
    void (*request_next_game)(void *context);                                 /* asks for another game */
    carom_ms (*now)(void *context);
    bool (*receive)(void *context); /* lets everything in that has come; false: it is over for good */
    int (*fd)(void *context);       /* to be polled, or -1 */
};

/* Moves that only this player sees, before a route is handed in (H2) or bid. */
struct scratch_route {
    bool allowed; /* the table lets players try moves before they bid */
    struct carom_robots robots;
    unsigned moves;
    struct carom_move route[CAROM_HANDED_MOVES_MAX];
};

struct play {
    struct play_setup setup;
    const struct play_remote *remote;      /* NULL: the table is here */
    unsigned seat;                         /* at a table elsewhere: one's own, or CAROM_NO_SEAT */
    char connection_error[EVENT_TEXT_MAX]; /* ... what is wrong with the line, or "" */
    struct scratch_route scratch;
    struct carom_table table;
    carom_ms skipped_time; /* time that was jumped over (line mode) */
    struct play_solution solution;
    unsigned hints;         /* told in this round */
    bool hint_warned;       /* ... and what one costs was said (L1) */
    unsigned attempt_count; /* alone: moves of this attempt, and behind them those taken back */
    unsigned redo_count;
    bool undo_in_progress; /* until the markers are reached again ... */
    unsigned replay_count; /* ... and then so many moves are made again, of which nothing is said */
    bool redoing;
    struct carom_any_move attempt[PLAY_MOVES];
    char story[STORY_LINES_MAX][EVENT_TEXT_MAX];
    unsigned story_count;              /* sentences so far; the last ones are in `story` */
    char refusal_text[EVENT_TEXT_MAX]; /* why the last command was refused, or "" */
    struct carom_refusal refused;      /* the same as a value */
    struct play_observer observer;
};

/* Lays the table, seats the players and starts. False if that cannot be done; play->refused says why. */
bool play_start(struct play *play, const struct play_setup *setup);
/* Applies an event of the remote table. `old`: it happened before this client joined, so it is not announced. */
void play_apply_event(struct play *play, const struct carom_event *event, bool old);
/* A table elsewhere has refused what was asked, for this reason. */
void play_show_refusal(struct play *play, const char *sentence);
carom_ms play_now(const struct play *play);
/* Lets time pass: deadlines. */
void play_tick(struct play *play);
/* A command of the player at this seat; false if refused (play->answer says why). */
bool play_command(struct play *play, enum carom_command_kind kind, unsigned seat);
bool play_bid(struct play *play, unsigned seat, unsigned moves);
bool play_announce(struct play *play, unsigned seat); /* alone: "I have it", without a number (L1) */
/* A race: hands in a route (H2). */
bool play_hand_route(struct play *play, unsigned seat, const struct carom_move *route, size_t moves);
bool play_move(struct play *play, struct carom_any_move move);
/* For everybody at the keyboard: no more bids; another target. */
void play_command_all(struct play *play, enum carom_command_kind kind);
/* Draws the next target. */
bool play_next(struct play *play);
/* After the end: another game. */
void play_next_game(struct play *play);
/* Alone: takes a move back, makes it again. */
bool play_undo(struct play *play);
bool play_redo(struct play *play);
/* Alone: a hint, more of it each time. Where it costs the token that is said first, and the hint told when asked again.
 */
void play_hint(struct play *play);
/* Does the referee accept this from anybody at the keyboard now? */
bool play_is_allowed(const struct play *play, enum carom_command_kind kind);
bool play_is_solo(const struct play *play); /* solo and practice */
/* Is somebody at this keyboard at this seat? And how many are there? */
bool play_is_local_seat(const struct play *play, unsigned seat);
unsigned play_local_count(const struct play *play);
/* The seat that is meant where only one can be. */
unsigned play_only_seat(const struct play *play);
/* Alone and searching, with robots that may be moved: moves can be taken back and tried again. */
bool play_can_undo(const struct play *play);
/* Seconds of sand left, -1 if none runs. */
int play_hourglass_seconds(const struct play *play);
/* "Ana bids 5": a line about the phase, for people. */
void play_status(const struct play *play, char words[EVENT_TEXT_MAX]);
/* Adds a sentence to the story. */
void play_add_sentence(struct play *play, const char *sentence);

/* Tells what play->best knows about the shortest route. */
void play_show_solution(struct play *play);

/* scratch_route.c: may moves be tried now? Then they can be made, taken back, forgotten, and in a race handed in. */
bool scratch_allowed(const struct play *play);
bool scratch_move(struct play *play, struct carom_move move);
void scratch_undo(struct play *play);
void scratch_reset(struct play *play);
void scratch_hand_in(struct play *play);

/* solve_timed.c */
void play_solve(const struct carom_table *table, unsigned ms, struct play_solution *solution);

/* The two ways to play. Both return the exit code. */
int play_line_mode(struct play *play, bool ascii);
struct play_display {
    bool ascii;
    bool no_animation; /* robots are where they are, and are not seen sliding there */
};
int play_screen(struct play *play, const struct play_display *display);
/* Is there a terminal that a screen can be drawn on? Does it have more than plain characters? */
bool play_has_screen(void);
bool terminal_has_unicode(void);

/* remote_table.c: sits down at the table of a client and plays there on the screen. Returns the exit code. */
struct client;
int play_remote_table(struct cli *cli, struct client *client, const char *name, const struct play_display *display);

#endif
