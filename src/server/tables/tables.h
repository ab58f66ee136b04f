/*
 * A table in memory: the referee's table, who sits there, who looks on.
 *
 * Tables come into memory when somebody asks for them, by replaying their events, and leave it when nobody has been
 * there for a while. Nothing that matters is only here.
 */
#ifndef SERVER_LIVE_H
#define SERVER_LIVE_H

#include "../jobs/detours.h"
#include "../net/peer.h"

#include <carom/puzzle.h>
#include <carom/solver.h>

struct held;
struct bots;

/* A seat's owner. The slot keeps its place while the table is in memory, so that peers can refer to it by number. */
struct seat {
    bool used;
    bool wants_next;
    char player[CAROM_ID_SIZE];
    uint8_t hash[TOKEN_HASH];
    unsigned peers;      /* connections */
    carom_ms away_since; /* if there are none */
};

/* What the solver found out about the current round. */
struct solved {
    uint32_t round; /* 0: nothing yet */
    bool running;
    bool told; /* the players have got it */
    enum carom_solve_status status;
    uint32_t cost;
    uint32_t at_least;
    uint32_t moves;           /* in the route */
    struct carom_move *route; /* Ricochet Robots */
    uint8_t *places;          /* Micro Robots */
    uint64_t routes;          /* how many shortest ones there are */
    char *listed;             /* some of them as a JSON array; may be NULL */
    struct detour *detours;   /* longer ones, for bots */
    unsigned detour_count;
};

struct live {
    struct server *server;
    struct live *next; /* in its bucket */
    struct store_table facts;
    char code[CODE_LENGTH + 1];
    struct table_options options;
    struct carom_table table;
    struct carom_robots round_robots; /* where the round began; kept after it, for its result */
    struct carom_target round_target;

    struct seat *seats;
    uint32_t seat_count;
    unsigned last_player; /* the highest number of a player's id so far */
    struct peer *audience;
    unsigned peer_count; /* in the audience */
    unsigned watching;   /* of them, without a seat */
    unsigned displays;   /* likewise, marked as a display */
    unsigned users;      /* peers, outputs, jobs that refer to this table */
    carom_ms idle_since; /* when the last one left */

    uv_timer_t timer;
    bool timer_closing;
    bool forgotten;    /* not in the registry any more: goes when its last user does */
    struct held *held; /* requests that wait, in the order in which they were made */
    bool presence_changed;
    carom_ms presence_sent;
    struct solved solved;
    struct bots *bots; /* NULL: none */
};

enum live_found {
    LIVE_FOUND,
    LIVE_NONE,
    LIVE_STORE, /* the store failed */
    LIVE_FULL,  /* no room in memory */
};

/* The table with that code, loaded if need be. */
enum live_found live_find(struct server *server, const char *code, carom_ms now, struct live **live);
/* A new table, opened. False: refused; nothing happened. */
bool live_create(struct server *server, const struct carom_opening *opening, const struct table_options *options,
                 carom_ms now, struct live **live, struct refused *refused);
/* Uses keep a table in memory. */
void live_use(struct live *live);
void live_release(struct live *live);
void lives_sweep(struct server *server, carom_ms now);
/* Forgets every table, whatever it was doing. */
void lives_forget(struct server *server);

/* The seat of a token or of a player's id; PEER_NO_SEAT if there is none. */
uint32_t live_seat_of_hash(const struct live *live, const uint8_t hash[TOKEN_HASH]);
uint32_t live_seat_of_player(const struct live *live, const char *player);
uint32_t live_seat_add(struct live *live, const char *player, const uint8_t hash[TOKEN_HASH], carom_ms now);
/* Forgets a seat; its peers watch from now on. */
void live_seat_drop(struct live *live, uint32_t seat);
/* Is there, or was there a moment ago? */
bool seat_present(const struct seat *seat, carom_ms now);
/* Sets the table's timer to the next thing that has to be done. */
void live_arm(struct live *live, carom_ms now);
/* Does what is due. */
void live_wake(struct live *live, carom_ms now);

/* ---- presence.c: the audience
 * ------------------------------------------------------------------------------------------ */

void live_attach(struct live *live, struct peer *peer, carom_ms now);
void live_detach(struct live *live, struct peer *peer, carom_ms now);
/* Sends who is here, now or (at most once a second) a little later. */
void presence_send(struct live *live, carom_ms now);
/* When that is due; false: it is not. */
bool presence_due(const struct live *live, carom_ms *at);
/* `"here":["p1"],"away":[],"watching":2,"displays":0`. */
void presence_write(struct carom_text *text, const struct live *live);
/* Players present and how many of them are needed for a majority; bots and the absent go along. */
unsigned present_count(const struct live *live, carom_ms now);
unsigned present_majority(const struct live *live, carom_ms now);
/* When a player who lost the connection stops counting as present; false: nobody is about to. */
bool presence_expires(const struct live *live, carom_ms now, carom_ms *at);

/* ---- game.c: decide, append, apply
 * -------------------------------------------------------------------------------------- */

/* Runs a command; its events are appended and broadcast. False: refused (deadlines may have passed all the same). */
bool game_run(struct live *live, struct carom_command *command, carom_ms now, struct refused *refused);
/* What deadlines bring up to `now`. */
void game_tick(struct live *live, carom_ms now);
/* When the game wants that; false: it waits for people. */
bool game_due(const struct live *live, carom_ms *at);
/* The first game of a new table, or another one: lays the table and lets the players sit down again. */
bool game_open(struct live *live, const struct carom_opening *opening, carom_ms now, struct refused *refused);
bool game_again(struct live *live, const struct carom_opening *opening, carom_ms now, struct refused *refused);
/* Rebuilds the table from the store. */
bool game_load(struct live *live);
/* Sends the events with from <= seq <= to to one peer. */
void game_send_history(struct live *live, struct peer *peer, uint32_t from, uint32_t to);
/* A log's first event (`opened`) without what players may not know yet. */
void game_write_public(struct carom_text *out, const char *text, size_t length);
/* Votes (`next`, `skip`, `done`) count those who are present: looks whether somebody's absence has decided one. */
void game_count_votes(struct live *live, carom_ms now);

/* ---- result.c: what the solver found
 * ------------------------------------------------------------------------------------- */

/* Sends the solver's result of the round that has ended, if both are there. */
void game_tell_result(struct live *live);
/* The same as a frame for a newcomer; NULL: there is none to be told. */
struct bytes *game_result_frame(const struct live *live);
/* The position in which the current or last round began; false: there was none, or it is a game of the other kind. */
bool game_position(const struct live *live, struct carom_position *position);
bool game_micro_position(const struct live *live, struct carom_micro_position *position);
/* A round is on: its result is not to be told yet. */
bool game_in_round(const struct live *live);

/* ---- hold.c: bids wait for those who are slower to arrive
 * ---------------------------------------------------------------- */

/* The largest credit among the players present; 0 if the table has none. */
carom_ms hold_longest(const struct live *live);
/* A referee's command by a player: runs now or when its time has come, and answers. */
void hold_or_run(struct live *live, struct peer *peer, const struct request *request, carom_ms now);
void hold_run_due(struct live *live, carom_ms now);
bool hold_due(const struct live *live, carom_ms *at);
void hold_forget(struct live *live);
/* request.c: runs such a command. `at` is when it was made, `now` when it arrived. */
void request_run(struct live *live, struct peer *peer, const char *player, const struct request *request, carom_ms at,
                 carom_ms now);

/* ---- jobs.c: solving on other threads
 * --------------------------------------------------------------------------------------- */

void jobs_start(struct server *server);
/* No more searching: what waits is answered, what runs ends soon. */
void jobs_cancel(struct server *server);
/* Only when nothing is waiting any more. */
void jobs_stop(struct server *server);
/* Solves the round that is on, unless that has been done. */
void jobs_solve_round(struct live *live);
/* Solves for an HTTP exchange, which is answered when it is done. False: too much to do. */
bool jobs_solve_exchange(struct exchange *exchange, const struct carom_puzzle *puzzle, bool all, bool no_ricochet);
unsigned jobs_waiting(const struct server *server);
void solved_clear(struct solved *solved);

/* ---- bots.c
 * -------------------------------------------------------------------------------------------------------------------
 */

/* Something happened: let the bots think about it. */
void bots_notice(struct live *live, carom_ms now);
void bots_act(struct live *live, carom_ms now);
bool bots_due(const struct live *live, carom_ms *at);
void bots_forget(struct live *live);
unsigned bots_count(const struct live *live);

#endif
