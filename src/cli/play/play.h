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
#define PLAY_MOVES 256                 /* moves of one attempt that can be undone */
#define STORY_LINES_MAX 64             /* sentences kept */

/* What the user asked for. */
struct play_setup {
    struct carom_game_config config;
    unsigned players;
    unsigned first; /* Micro Robots: the seat that begins (M3), or CAROM_NO_SEAT */
    char names[PLAY_PLAYERS][CAROM_NAME_SIZE];
};

/* What the solver says about the current target. */
struct play_solution {
    bool known;      /* `cost` is optimal, and `route` has that cost */
    bool unsolvable; /* R18 */
    unsigned cost;   /* if not known: a lower bound */
    char route[1024];
    char first_move[CAROM_MOVE_SIGNS_MAX + 8]; /* the first move alone, for a hint */
};

/* Receives what happens, besides the screen, which is redrawn. */
struct play_observer {
    bool json;                                 /* print events instead of sentences */
    void (*on_sentence)(const char *sentence); /* called for each sentence; may be NULL */
    /* Called before a move is made on the table; may be NULL. */
    void (*on_move)(void *context, const struct carom_robots *robots, const struct carom_any_move *move);
    void *context;
};

/* A remote table: commands go there, and events come from it (play_apply_event). */
struct play_remote {
    void *context;
    bool (*send_command)(void *context, const struct carom_command *command); /* false: it cannot be sent now */
    void (*request_next_game)(void *context);                                 /* asks for another game */
    carom_ms (*now)(void *context);
    bool (*receive)(void *context); /* handles everything that has arrived; false: closed for good */
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
    const struct play_remote *remote;      /* NULL: the table is local */
    unsigned seat;                         /* at a remote table: the player's own, or CAROM_NO_SEAT */
    char connection_error[EVENT_TEXT_MAX]; /* at a remote table: what is wrong with the connection, or "" */
    struct scratch_route scratch;
    struct carom_table table;
    carom_ms skipped_time; /* time skipped in line mode */
    struct play_solution solution;
    unsigned hints;         /* given in this round */
    bool hint_warned;       /* ... and what one costs was said (L1) */
    unsigned attempt_count; /* alone: moves of this attempt; undone ones follow */
    unsigned redo_count;
    bool undo_in_progress; /* until the markers are reached again */
    unsigned replay_count; /* then this many moves are repeated silently */
    bool redoing;
    struct carom_any_move attempt[PLAY_MOVES];
    char story[STORY_LINES_MAX][EVENT_TEXT_MAX];
    unsigned story_count;              /* sentences so far; the last ones are in `story` */
    char refusal_text[EVENT_TEXT_MAX]; /* why the last command was refused, or "" */
    struct carom_refusal refused;      /* the refusal as a value */
    struct play_observer observer;
};

/* Sets up the table, seats the players and starts. False: refused; play->refused says why. */
bool play_start(struct play *play, const struct play_setup *setup);
/* Applies an event of the remote table. `old`: it happened before this client joined, so it is not announced. */
void play_apply_event(struct play *play, const struct carom_event *event, bool old);
/* Shows why a remote table refused a request. */
void play_show_refusal(struct play *play, const char *sentence);
/* Handles deadlines. */
void play_tick(struct play *play);
/* Runs a command of the player at this seat; false if refused (play->refused says why). */
bool play_command(struct play *play, enum carom_command_kind kind, unsigned seat);
bool play_bid(struct play *play, unsigned seat, unsigned moves);
bool play_announce(struct play *play, unsigned seat); /* alone: "I have it", without a number (L1) */
/* In a race: hands in a route (H2). */
bool play_hand_route(struct play *play, unsigned seat, const struct carom_move *route, size_t moves);
bool play_move(struct play *play, struct carom_any_move move);
/* For everybody at the keyboard: no more bids; another target. */
void play_command_all(struct play *play, enum carom_command_kind kind);
/* Micro Robots, between rounds: a chip marks the target from now on, or none does (M11). */
void play_chip(struct play *play);
/* Draws the next target. */
bool play_next(struct play *play);
/* After the end: starts another game. */
void play_next_game(struct play *play);
/* Alone: undoes a move; repeats it. */
bool play_undo(struct play *play);
bool play_redo(struct play *play);
/* Alone: gives a hint, more each time. If it costs the token, it first warns, and gives the hint when asked again. */
void play_hint(struct play *play);
/* Would the referee accept this from anybody at the keyboard now? */
bool play_is_allowed(const struct play *play, enum carom_command_kind kind);
bool play_is_solo(const struct play *play); /* solo and practice */
/* Is the player of this seat at this keyboard? How many are? */
bool play_is_local_seat(const struct play *play, unsigned seat);
unsigned play_local_count(const struct play *play);
/* The seat that is meant if only one is possible. */
unsigned play_only_seat(const struct play *play);
/* Can moves be undone and repeated: alone, searching, with robots that may be moved? */
bool play_can_undo(const struct play *play);
/* Seconds of sand left, -1 if none runs. */
int play_hourglass_seconds(const struct play *play);
/* Writes a line about the phase: "Ana bids 5". */
void play_status(const struct play *play, char words[EVENT_TEXT_MAX]);
/* Adds a sentence to the story. */
void play_add_sentence(struct play *play, const char *sentence);

/* Shows what is known about the shortest route. */
void play_show_solution(struct play *play);

/* scratch_route.c: may moves be tried now? Then they can be made, undone, discarded, and in a race handed in. */
bool scratch_allowed(const struct play *play);
bool scratch_move(struct play *play, struct carom_move move);
void scratch_undo(struct play *play);
void scratch_reset(struct play *play);
void scratch_hand_in(struct play *play);

/* solve_timed.c */
void play_solve(const struct carom_table *table, unsigned ms, struct play_solution *solution);

/* The two modes of play. Both return the exit code. */
int play_line_mode(struct play *play, bool ascii);
struct play_display {
    bool ascii;
    bool no_animation; /* robots jump instead of sliding */
};
int play_screen(struct play *play, const struct play_display *display);
/* Is there a terminal for a screen? Can it show more than ASCII? */
bool play_has_screen(void);
bool terminal_has_unicode(void);

/* remote_table.c: joins a client's table and plays on the screen. Returns the exit code. */
struct client;
int play_remote_table(struct cli *cli, struct client *client, const char *name, const struct play_display *display);

#endif
