/*
 * Private interfaces between the files of this layer.
 */
#ifndef SERVER_RRGP_INTERNAL_H
#define SERVER_RRGP_INTERNAL_H

#include "rrgp.h"
#include "syntax.h"

#define CALLERS_MAX 256
#define GAMES_MAX 256
#define RESERVED_SEATS_MAX 256 /* seats kept for clients that may come back */
#define PER_ADDRESS_MAX 32     /* of clients, games and reserved seats, per address */
#define INPUT_MAX 4096         /* bytes of lines that wait for the one before them */
#define ROUTE_BUFFER_MAX 256
#define FRAME_NODES 65536 /* JSON nodes of the largest message */

/* What the pending answer is about. */
enum pending_reply {
    PENDING_NONE,  /* nothing is asked */
    PENDING_HELLO, /* receiving the table's history */
    PENDING_JOIN,
    PENDING_LEAVE,
    PENDING_START,     /* the first round of a game this client created */
    PENDING_NEXT_GAME, /* another game, which must then be started */
    PENDING_SIMPLE,    /* one request, one reply */
    PENDING_MOVES,     /* sending the route, move by move */
};

/* A route that can be undone until it reaches the target; then it is sent to the referee (route_buffer.c). */
struct route_buffer {
    bool active;
    unsigned sent; /* moves already sent to the referee */
    unsigned count;
    struct carom_move route[ROUTE_BUFFER_MAX];
    struct carom_round round;
};

struct inbox_frame {
    struct inbox_frame *next;
    struct shared_buffer *frame;
};

/* A connected client. */
struct rrgp_client {
    struct rrgp *rrgp;
    struct connection *conn;
    struct rrgp_client *next;
    char name[NICKNAME_MAX + 1]; /* empty before HELO */
    unsigned won;                /* games won */
    struct bucket chat_bucket;

    char input[INPUT_MAX];
    size_t input_length;
    struct inbox_frame *inbox; /* messages received and not translated yet */
    struct inbox_frame **inbox_tail;

    enum pending_reply pending;
    const char *verb;                   /* being answered */
    char wanted_game[NICKNAME_MAX + 1]; /* the game it names */
    bool wants_seat;                    /* wants to play there, not to watch */
    bool created_game;                  /* it was just created for this client */

    char game[NICKNAME_MAX + 1]; /* where it is, by its own name; empty: nowhere */
    char code[CODE_LENGTH + 1];
    char player_id[CAROM_ID_SIZE]; /* of its seat; empty: none */
    char token[SEAT_TOKEN_LENGTH + 1];
    uint32_t game_number;             /* the game at that table */
    uint32_t history_end_seq;         /* last event of the history */
    struct carom_table table;         /* the state as told so far */
    struct carom_robots shown_robots; /* where it believes the robots to be */
    struct route_buffer route_buffer;
    carom_ms hourglass_sent_at; /* when it was last told about the hourglass */
};

/* A named game. Only these are listed; all others are known by their code. */
struct game {
    char name[NICKNAME_MAX + 1];
    char code[CODE_LENGTH + 1];
    struct address address; /* of its creator */
};

/* A seat of a client whose connection was lost: the same name from the same address gets it back. */
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
    bool has_updates;               /* messages arrived, or a client is gone */
    struct bucket broadcast_bucket; /* rate limit for lines to everybody */
    struct game games[GAMES_MAX];
    unsigned game_count;
    struct reserved_seat reserved_seats[RESERVED_SEATS_MAX];
    unsigned reserved_next;
    struct carom_json_node *nodes;
};

/* ---- send.c: lines out ---- */

/* Sends a line of words, quoted where necessary: SEND_LINE(client, "NOTICE", "BID", name, NUMBER_ARG(5)). */
#define SEND_LINE(caller, ...) rrgp_send_line(caller, (const char *const[]){__VA_ARGS__, NULL})
#define NUMBER_ARG(n) int_to_text((char[24]){0}, n)
void rrgp_send_line(struct rrgp_client *rrgp_client, const char *const *words);
/* Sends a line to every named client except `but` (NULL: to all). Rate limited; excess lines are dropped. */
#define SEND_LINE_ALL(rrgp, but, ...) rrgp_send_line_all(rrgp, but, (const char *const[]){__VA_ARGS__, NULL})
void rrgp_send_line_all(struct rrgp *rrgp, const char *but_at, const char *const *words);
/* Sends raw text. */
void rrgp_send_raw(struct rrgp_client *rrgp_client, const char *text, size_t length);
/* Sends `ERROR NAME`, preceded by a sentence for people where the name does not say it all (NULL: none). */
void rrgp_send_error(struct rrgp_client *rrgp_client, const char *name, const char *sentence);
/* Answers with the verb's own name: done. */
void rrgp_send_done(struct rrgp_client *rrgp_client);
struct rrgp_client *rrgp_client_by_name(const struct rrgp *rrgp, const char *name);
/* Does a player at its table have that name, or a confusable one? */
bool rrgp_name_is_confusable(const struct rrgp_client *rrgp_client);
/* Its seat in the state it was told, or CAROM_NO_SEAT. */
unsigned rrgp_client_seat(const struct rrgp_client *rrgp_client);

/* ---- rrgp_client.c: lines in ---- */

/* Handles received lines until one has to wait. */
void rrgp_process_input(struct rrgp_client *rrgp_client);

/* ---- verbs.c ---- */

void verb_run(struct rrgp_client *rrgp_client, struct rrgp_args *args);

/* ---- requests.c: verbs that become requests ---- */

enum entry_mode { ENTRY_NEW, ENTRY_JOIN, ENTRY_WATCH };
void rrgp_enter_game(struct rrgp_client *rrgp_client, const char *game, enum entry_mode mode);
void rrgp_leave_game(struct rrgp_client *rrgp_client);
void rrgp_start_round(struct rrgp_client *rrgp_client);
/* Send a request without members; with a number; with a string. */
void rrgp_request(struct rrgp_client *rrgp_client, enum pending_reply pending, const char *what);
void rrgp_request_bid(struct rrgp_client *rrgp_client, int64_t moves);
void rrgp_request_move(struct rrgp_client *rrgp_client, struct carom_move move);
/* A message from the server has arrived. */
void rrgp_on_message(struct rrgp_client *rrgp_client, const char *text, size_t length);

/* ---- notices.c: events as NOTICE lines ---- */

void notice_event(struct rrgp_client *rrgp_client, const struct carom_event *event);
/* Tells where robots stand now, as far as that is new. */
void notice_robots(struct rrgp_client *rrgp_client, const struct carom_robots *robots);
void notice_hourglass(struct rrgp_client *rrgp_client, carom_ms now);
const char *state_name(const struct carom_table *table);

/* ---- route_buffer.c: a route that can be taken back ---- */

void route_buffer_begin(struct rrgp_client *rrgp_client);
void route_buffer_add(struct rrgp_client *rrgp_client, struct carom_move move);
void route_buffer_undo(struct rrgp_client *rrgp_client);
void route_buffer_reset(struct rrgp_client *rrgp_client);
/* The referee has answered a move. */
void route_buffer_on_reply(struct rrgp_client *rrgp_client, bool good);

/* ---- game_names.c ---- */

const struct game *game_of_name(const struct rrgp *rrgp, const char *name);
const struct game *game_of_code(const struct rrgp *rrgp, const char *code);
/* Are there too many games, or too many of this client's address? */
bool games_full(const struct rrgp_client *rrgp_client);
/* games_full must be false. */
const struct game *game_add(const struct rrgp_client *rrgp_client, const char *name, const char *code);
void game_drop(struct rrgp *rrgp, const struct game *game);
/* Removes games without people. */
void games_remove_empty(struct rrgp *rrgp);
/* The state of a game that this client may see; NULL: none. */
const struct carom_table *game_table(const struct rrgp_client *rrgp_client, const char *name);
void seat_reserve(struct rrgp_client *rrgp_client);
void seat_unreserve(struct rrgp_client *rrgp_client);
/* The token of the seat reserved for this client, or NULL. */
const char *seat_reserved_token(const struct rrgp_client *rrgp_client, const char *code);

#endif
