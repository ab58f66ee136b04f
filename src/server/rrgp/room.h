/*
 * What the files of this room tell each other, and nobody else.
 */
#ifndef SERVER_RRGP_ROOM_H
#define SERVER_RRGP_ROOM_H

#include "lines.h"
#include "rrgp.h"

#define CALLERS_MOST 256
#define GAMES_MOST 256
#define KEPT_MOST 256   /* seats whose callers may come back */
#define EACH_MOST 32    /* of all three, of one address: nobody has them for themselves */
#define INPUT_MOST 4096 /* bytes of lines that wait for the one before them */
#define PLAN_MOST 256
#define FRAME_NODES 65536 /* JSON nodes of the largest message */

/* What the answer on its way is about. */
enum step {
    STEP_FREE,  /* nothing is asked */
    STEP_HELLO, /* the table's history, until it is whole */
    STEP_JOIN,
    STEP_LEAVE,
    STEP_START, /* the first round of a game that a caller has made */
    STEP_AGAIN, /* another game, which then has to be started */
    STEP_PLAIN, /* one request, one reply */
    STEP_MOVES, /* the route, move by move */
};

/* A route on its way to the referee: it can be taken back until it reaches the target (plan.c). */
struct plan {
    bool on;
    unsigned sent; /* of the moves, those that the referee has */
    unsigned count;
    struct carom_move route[PLAN_MOST];
    struct carom_round round;
};

struct unread {
    struct unread *next;
    struct bytes *frame;
};

/* Who has called. */
struct caller {
    struct rrgp *rrgp;
    struct peer *peer;
    struct caller *next;
    char name[NAME_MOST + 1]; /* empty before HELO */
    unsigned won;             /* games */
    struct bucket talk;

    char input[INPUT_MOST];
    size_t input_length;
    struct unread *unread; /* what it was told and has not seen yet */
    struct unread **unread_end;

    enum step step;
    const char *verb;           /* that is being answered */
    char wanted[NAME_MOST + 1]; /* the game that it names */
    bool plays;                 /* it wants a seat there, and not to watch */
    bool made;                  /* it has just been made for this caller */

    char game[NAME_MOST + 1]; /* where it is, as it calls it; empty: nowhere */
    char code[CODE_LENGTH + 1];
    char you[CAROM_ID_SIZE]; /* its seat; empty: none */
    char token[TOKEN_LENGTH + 1];
    uint32_t number;          /* the game at that table */
    uint32_t whole;           /* the event up to which history goes */
    struct carom_table table; /* as it was told */
    struct carom_robots seen; /* where it believes the robots to be */
    struct plan plan;
    carom_ms timed; /* when it was told of the sand */
};

/* A game that has a name here: those are listed, all others are known by their code to whoever has got it. */
struct game {
    char name[NAME_MOST + 1];
    char code[CODE_LENGTH + 1];
    struct address address; /* of who made it */
};

/* A seat whose caller was lost: the same name from the same address gets it back. */
struct kept {
    char name[NAME_MOST + 1];
    char code[CODE_LENGTH + 1];
    char token[TOKEN_LENGTH + 1];
    struct address address;
};

struct rrgp {
    struct net *net;
    struct tables *tables;
    struct listeners listeners;
    struct caller *callers;
    unsigned count;
    bool news;          /* somebody was told something, or is gone */
    struct bucket loud; /* what everybody is told */
    struct game games[GAMES_MOST];
    unsigned game_count;
    struct kept kept[KEPT_MOST];
    unsigned kept_next;
    struct carom_json_node *nodes;
};

/* ---- say.c: lines out ---- */

/* A line of words, each quoted if it has to be: SAY(caller, "NOTICE", "BID", name, NUMBER(5)). */
#define SAY(caller, ...) caller_say(caller, (const char *const[]){__VA_ARGS__, NULL})
#define NUMBER(n) number_text((char[24]){0}, n)
void caller_say(struct caller *caller, const char *const *words);
/* The same to everybody who has a name; at most so much a second, more is dropped. NULL: nobody is left out. */
#define SAY_ALL(rrgp, but, ...) callers_say(rrgp, but, (const char *const[]){__VA_ARGS__, NULL})
void callers_say(struct rrgp *rrgp, const char *but_at, const char *const *words);
/* Text as it is. */
void caller_write(struct caller *caller, const char *text, size_t length);
/* `ERROR NAME`, and before it a sentence for people where the name does not say it all. NULL: no sentence. */
void caller_error(struct caller *caller, const char *name, const char *sentence);
/* The verb's own name: it has been done. */
void caller_done(struct caller *caller);
struct caller *caller_of_name(const struct rrgp *rrgp, const char *name);
/* Does somebody who plays at its table have that name, or one that people would take for it? */
bool caller_poses(const struct caller *caller);
/* Its seat as it was told, or CAROM_NO_SEAT. */
unsigned caller_seat(const struct caller *caller);

/* ---- caller.c: lines in ---- */

/* Takes them from what has arrived, until one has to wait. */
void caller_go_on(struct caller *caller);

/* ---- verbs.c ---- */

void verb_run(struct caller *caller, struct words *words);

/* ---- asks.c: verbs that become requests ---- */

enum coming { COMING_NEW, COMING_JOIN, COMING_WATCH };
void ask_come(struct caller *caller, const char *game, enum coming coming);
void ask_part(struct caller *caller);
void ask_turn(struct caller *caller);
/* A request without members; with a number; with words. */
void ask_plain(struct caller *caller, enum step step, const char *what);
void ask_bid(struct caller *caller, int64_t moves);
void ask_move(struct caller *caller, struct carom_move move);
/* A message of the server has arrived. */
void ask_told(struct caller *caller, const char *text, size_t length);
/* It is at no table any more. */
void ask_gone(struct caller *caller);

/* ---- notices.c: events as NOTICE lines ---- */

void notice_event(struct caller *caller, const struct carom_event *event);
/* Where robots stand now, as far as that is news. */
void notice_robots(struct caller *caller, const struct carom_robots *robots);
void notice_sand(struct caller *caller, carom_ms now);
const char *state_name(const struct carom_table *table);

/* ---- plan.c: a route that can be taken back ---- */

void plan_begin(struct caller *caller);
void plan_move(struct caller *caller, struct carom_move move);
void plan_undo(struct caller *caller);
void plan_reset(struct caller *caller);
/* The referee has answered to a move. */
void plan_answered(struct caller *caller, bool good);

/* ---- games.c: names of games, and seats that are kept ---- */

const struct game *game_of_name(const struct rrgp *rrgp, const char *name);
const struct game *game_of_code(const struct rrgp *rrgp, const char *code);
/* Are there too many, or too many of this caller's address? */
bool games_full(const struct caller *caller);
/* Not if they are. */
const struct game *game_add(const struct caller *caller, const char *name, const char *code);
void game_drop(struct rrgp *rrgp, const struct game *game);
/* Drops those that nobody is at. */
void games_tidy(struct rrgp *rrgp);
/* The table of a game that this caller may see; NULL: none. */
const struct carom_table *game_table(const struct caller *caller, const char *name);
void seat_keep(struct caller *caller);
void seat_drop(struct caller *caller);
/* The token of the seat that is kept for this caller, or NULL. */
const char *seat_kept(const struct caller *caller, const char *code);

#endif
