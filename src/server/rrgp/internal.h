/*
 * What the files of this layer tell each other, and nobody else.
 */
#ifndef SERVER_RRGP_INTERNAL_H
#define SERVER_RRGP_INTERNAL_H

#include "rrgp.h"
#include "syntax.h"

#define CALLERS_MAX 256
#define GAMES_MAX 256
#define RESERVED_SEATS_MAX 256 /* seats whose callers may come back */
#define PER_ADDRESS_MAX 32     /* of all three, of one address: nobody has them for themselves */
#define INPUT_MAX 4096         /* bytes of lines that wait for the one before them */
#define ROUTE_BUFFER_MAX 256
#define FRAME_NODES 65536 /* JSON nodes of the largest message */

/* What the answer on its way is about. */
enum pending_reply {
    PENDING_NONE,  /* nothing is asked */
    PENDING_HELLO, /* the table's history, until it is whole */
    PENDING_JOIN,
    PENDING_LEAVE,
    PENDING_START,     /* the first round of a game that a caller has made */
    PENDING_NEXT_GAME, /* another game, which then has to be started */
    PENDING_SIMPLE,    /* one request, one reply */
    PENDING_MOVES,     /* the route, move by move */
};

/* A route on its way to the referee: it can be taken back until it reaches the target (route_buffer.c). */
struct route_buffer {
    bool active;
    unsigned sent; /* of the moves, those that the referee has */
    unsigned count;
    struct carom_move route[ROUTE_BUFFER_MAX];
    struct carom_round round;
};

struct inbox_frame {
    struct inbox_frame *next;
    struct shared_buffer *frame;
};

/* Who has called. */
struct rrgp_client {
    struct rrgp *rrgp;
    struct connection *conn;
    struct rrgp_client *next;
    char name[NICKNAME_MAX + 1]; /* empty before HELO */
    unsigned won;                /* games */
    struct bucket chat_bucket;

    char input[INPUT_MAX];
    size_t input_length;
    struct inbox_frame *inbox; /* what it was told and has not seen yet */
    struct inbox_frame **inbox_tail;

    enum pending_reply pending;
    const char *verb;                   /* that is being answered */
    char wanted_game[NICKNAME_MAX + 1]; /* the game that it names */
    bool wants_seat;                    /* it wants a seat there, and not to watch */
    bool created_game;                  /* it has just been made for this caller */

    char game[NICKNAME_MAX + 1]; /* where it is, as it calls it; empty: nowhere */
    char code[CODE_LENGTH + 1];
    char player_id[CAROM_ID_SIZE]; /* its seat; empty: none */
    char token[SEAT_TOKEN_LENGTH + 1];
    uint32_t game_number;             /* the game at that table */
    uint32_t history_end_seq;         /* the event up to which history goes */
    struct carom_table table;         /* as it was told */
    struct carom_robots shown_robots; /* where it believes the robots to be */
    struct route_buffer route_buffer;
    carom_ms hourglass_sent_at; /* when it was told of the sand */
};

/* A game that has a name here: those are listed, all others are known by their code to whoever has got it. */
struct game {
    char name[NICKNAME_MAX + 1];
    char code[CODE_LENGTH + 1];
    struct address address; /* of who made it */
};

/* A seat whose caller was lost: the same name from the same address gets it back. */
struct reserved_seat {
    char name[NICKNAME_MAX + 1];
    char code[CODE_LENGTH + 1];
    char token[SEAT_TOKEN_LENGTH + 1];
    struct address address;
};

struct rrgp {
    struct net *net;
    struct tables *tables;
    struct listeners listeners;
    struct rrgp_client *clients;
    unsigned count;
    bool has_updates;               /* somebody was told something, or is gone */
    struct bucket broadcast_bucket; /* what everybody is told */
    struct game games[GAMES_MAX];
    unsigned game_count;
    struct reserved_seat reserved_seats[RESERVED_SEATS_MAX];
    unsigned reserved_next;
    struct carom_json_node *nodes;
};

/* ---- send.c: lines out ---- */

/* A line of words, each quoted if it has to be: SAY(caller, "NOTICE", "BID", name, NUMBER_ARG(5)). */
#define SEND_LINE(caller, ...) rrgp_send_line(caller, (const char *const[]){__VA_ARGS__, NULL})
#define NUMBER_ARG(n) int_to_text((char[24]){0}, n)
void rrgp_send_line(struct rrgp_client *rrgp_client, const char *const *words);
/* The same to everybody who has a name; at most so much a second, more is dropped. NULL: nobody is left out. */
#define SEND_LINE_ALL(rrgp, but, ...) rrgp_send_line_all(rrgp, but, (const char *const[]){__VA_ARGS__, NULL})
void rrgp_send_line_all(struct rrgp *rrgp, const char *but_at, const char *const *words);
/* Text as it is. */
void rrgp_send_raw(struct rrgp_client *rrgp_client, const char *text, size_t length);
/* `ERROR NAME`, and before it a sentence for people where the name does not say it all. NULL: no sentence. */
void rrgp_send_error(struct rrgp_client *rrgp_client, const char *name, const char *sentence);
/* The verb's own name: it has been done. */
void rrgp_send_done(struct rrgp_client *rrgp_client);
struct rrgp_client *rrgp_client_by_name(const struct rrgp *rrgp, const char *name);
/* Does somebody who plays at its table have that name, or one that people would take for it? */
bool rrgp_name_is_confusable(const struct rrgp_client *rrgp_client);
/* Its seat as it was told, or CAROM_NO_SEAT. */
unsigned rrgp_client_seat(const struct rrgp_client *rrgp_client);

/* ---- rrgp_client.c: lines in ---- */

/* Takes them from what has arrived, until one has to wait. */
void rrgp_process_input(struct rrgp_client *rrgp_client);

/* ---- verbs.c ---- */

void verb_run(struct rrgp_client *rrgp_client, struct rrgp_args *args);

/* ---- requests.c: verbs that become requests ---- */

enum entry_mode { ENTRY_NEW, ENTRY_JOIN, ENTRY_WATCH };
void rrgp_enter_game(struct rrgp_client *rrgp_client, const char *game, enum entry_mode mode);
void rrgp_leave_game(struct rrgp_client *rrgp_client);
void rrgp_start_round(struct rrgp_client *rrgp_client);
/* A request without members; with a number; with words. */
void rrgp_request(struct rrgp_client *rrgp_client, enum pending_reply pending, const char *what);
void rrgp_request_bid(struct rrgp_client *rrgp_client, int64_t moves);
void rrgp_request_move(struct rrgp_client *rrgp_client, struct carom_move move);
/* A message of the server has arrived. */
void rrgp_on_message(struct rrgp_client *rrgp_client, const char *text, size_t length);
/* It is at no table any more. */
void rrgp_left_table(struct rrgp_client *rrgp_client);

/* ---- notices.c: events as NOTICE lines ---- */

void notice_event(struct rrgp_client *rrgp_client, const struct carom_event *event);
/* Where robots stand now, as far as that is news. */
void notice_robots(struct rrgp_client *rrgp_client, const struct carom_robots *robots);
void notice_hourglass(struct rrgp_client *rrgp_client, carom_ms now);
const char *state_name(const struct carom_table *table);

/* ---- route_buffer.c: a route that can be taken back ---- */

void route_buffer_begin(struct rrgp_client *rrgp_client);
void route_buffer_add(struct rrgp_client *rrgp_client, struct carom_move move);
void route_buffer_undo(struct rrgp_client *rrgp_client);
void route_buffer_reset(struct rrgp_client *rrgp_client);
/* The referee has answered to a move. */
void route_buffer_on_reply(struct rrgp_client *rrgp_client, bool good);

/* ---- game_names.c: names of games, and seats that are kept ---- */

const struct game *game_of_name(const struct rrgp *rrgp, const char *name);
const struct game *game_of_code(const struct rrgp *rrgp, const char *code);
/* Are there too many, or too many of this caller's address? */
bool games_full(const struct rrgp_client *rrgp_client);
/* Not if they are. */
const struct game *game_add(const struct rrgp_client *rrgp_client, const char *name, const char *code);
void game_drop(struct rrgp *rrgp, const struct game *game);
/* Drops those that nobody is at. */
void games_remove_empty(struct rrgp *rrgp);
/* The table of a game that this caller may see; NULL: none. */
const struct carom_table *game_table(const struct rrgp_client *rrgp_client, const char *name);
void seat_reserve(struct rrgp_client *rrgp_client);
void seat_unreserve(struct rrgp_client *rrgp_client);
/* The token of the seat that is kept for this caller, or NULL. */
const char *seat_reserved_token(const struct rrgp_client *rrgp_client, const char *code);

#endif
