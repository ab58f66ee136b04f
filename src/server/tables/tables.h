/*
 * Tables: the referee's game, who sits there, who looks on, and the log in which all of it is kept.
 *
 * A table comes into memory when somebody asks for it, by replaying its events, and leaves it when nobody has been
 * there for a while. Nothing that matters is only here. The order of things is decide (game.c), append, and only when
 * that is on the disk (commit.c) tell.
 *
 * A table's one timer is set at the end of the turn of the loop in which it was touched (wake.c).
 */
#ifndef SERVER_TABLES_H
#define SERVER_TABLES_H

#include "../../store/store.h"
#include "../jobs/jobs.h"
#include "../net/net.h"

#define TABLE_NO_SEAT UINT32_MAX
#define TABLE_BUCKETS 8192
#define AWAY_GRACE_MS 20000 /* so long after losing its connection a player still counts as present */

#define ELSEWHERE_MS 12000 /* so long somebody counts as connected to another server that has said so */

struct bots;
struct committer;
struct fetch;
struct hearing;
struct held;
struct listing;
struct reader;
struct table;

/* Programs that play, which live in a room above: they are told of changes and asked when they want to act. */
struct table_players {
    void (*notice)(struct table *table, carom_ms now); /* something has happened */
    bool (*due)(const struct table *table, carom_ms *at);
    void (*act)(struct table *table, carom_ms now);
    void (*forget)(struct table *table);
};

struct tables {
    struct base *base;
    struct store *store;
    struct jobs *jobs;
    const struct table_players *players;
    const char *words; /* that no name has; NULL: our own list */
    struct committer *committer;
    struct table *buckets[TABLE_BUCKETS]; /* by code */
    struct table *numbers[TABLE_BUCKETS]; /* by id */
    unsigned count;
    struct table *touched;      /* those whose timers have to be set */
    struct guest *missing;      /* those who wait for the rest of a long history, */
    struct guest **missing_end; /* where the next waits; NULL: nobody does */
    unsigned pages;             /* of long histories that were read since those who wait were last looked at */
    struct listing *listing;    /* tables that everybody may find */
    struct store_sweep stale;
    struct store_space space;
    bool untidy;              /* the store has tables to forget */
    struct fetch *fetches;    /* tables on their way into memory */
    uv_idle_t loading;        /* ... part by part */
    struct erasing *erasures; /* logs out of which a name goes */
    uv_idle_t erasing;        /* ... part by part */
    enum store_found fetched; /* what came of the one that was waited for */

    /* Where several servers share the data (refresh.c). */
    bool shared;
    struct reader *reader;   /* NULL: who reads waits */
    struct hearing *hearing; /* ... */
    uint64_t node;           /* this server among the others */
    unsigned refreshing;     /* tables that are behind */
    carom_ms retry_at;
    carom_ms look_at;
    carom_ms stale_at;
    bool looking;
    void (*fail)(struct table *table);
    bool unread; /* the last look at it failed */
    bool deaf;   /* nothing is heard of the others */
    bool down;   /* the last commit failed */
    bool unsure; /* while what was on its way is given up: it may have happened or not */
};

/* A seat's owner. The slot keeps its place while it is used, so that guests can refer to it by number. */
struct seat {
    bool used;
    bool wants_next;
    char player[CAROM_ID_SIZE];
    uint8_t hash[TOKEN_HASH];
    unsigned guests;      /* connections */
    carom_ms away_since;  /* if there are none */
    struct origin origin; /* of the last of them; zero: not known since the table came into memory */
    struct bucket reactions;
    bool elsewhere; /* connected to another server ... */
    uint64_t node;  /* ... this one ... */
    carom_ms until; /* ... which says so again before then */
};

/* Somebody at the table: a connection that has said hello, with a seat or without. */
struct guest {
    struct table *table; /* NULL: the connection is gone */
    struct peer *peer;
    uint32_t seat; /* index into the table's seats, or TABLE_NO_SEAT */
    uint8_t token_hash[TOKEN_HASH];
    bool display;
    bool attached; /* is in the table's audience; else among those who are arriving */
    bool welcomed; /* was told so */
    struct guest *next;
    struct guest **link;
    unsigned users;             /* the connection, and what waits on its behalf */
    uint32_t game;              /* whose events it has been sent */
    uint32_t missing;           /* the next event that it has not got yet, while there is no room to send it */
    struct guest *next_missing; /* ... */
};

struct table {
    struct tables *tables;
    struct table *next; /* in its bucket */
    struct table *next_number;
    struct table *next_touched;
    bool touched;
    struct store_table facts;
    char code[CODE_LENGTH + 1];
    struct table_options options;
    struct origin maker;           /* who had it made; zero: not known since it came into memory */
    char host[CAROM_ID_SIZE];      /* a player's id; empty: nobody */
    bool locked;                   /* only those who have a seat are let in */
    bool closed;                   /* ... and nobody has one: whoever runs the server has closed it */
    char replays[CODE_LENGTH + 1]; /* what the addresses of its finished games hold, so that nobody guesses them */
    struct carom_table state;      /* the referee's */
    struct carom_table *snapshot;  /* what it was at an event of a long game that is in the log; NULL: none */
    uint32_t snapshot_game;        /* ... of this game */

    struct seat *seats;
    size_t seat_room;
    uint32_t seat_count;
    uint64_t last_player;   /* the highest number of a player's id so far */
    struct guest *audience; /* those who have the whole history, and are told what happens */
    struct guest *arriving; /* those who have said hello and are still reading it */
    unsigned guest_count;   /* in the audience */
    unsigned watching;      /* of them, without a seat */
    unsigned displays;      /* likewise, marked as a display */
    unsigned users;         /* guests, outputs, jobs that refer to this table */
    carom_ms idle_since;    /* when the last one left */

    uv_timer_t timer;
    bool timer_closing;
    bool forgotten;    /* not in the registry any more: goes when its last user does */
    struct held *held; /* what waits its turn, in the order in which it was wished for */
    bool presence_changed;
    carom_ms presence_sent;
    bool host_changed; /* who is host, whether the table is locked or listed */
    carom_ms host_sent;
    struct bucket hosting; /* what the host may ask for */
    struct bots *bots;     /* the room above keeps them here; NULL: none */
    struct budget budget;  /* of what is written to its log */
    uint64_t spent;        /* of it so far, since the table is in memory */

    uint32_t sent_game; /* what the log is known to have, and the audience was told: up to this event of this game */
    uint32_t sent_seq;
    bool refreshing;    /* nothing is decided until the rest of the log is read */
    bool reading;       /* ... which is on its way */
    bool whole;         /* ... all of it */
    bool behind;        /* there is more of it */
    struct held *later; /* requests that wait for that */
    unsigned later_count;
    carom_ms yields_until; /* another server is at this table, and has the first go at what time brings */

    uint32_t solving;    /* the round that is being solved or has been; 0: none */
    bool told;           /* the players have got what was found */
    struct asked *asked; /* the search on its way; NULL: none */
    uint64_t asker;      /* peer_asker of whoever asked something last; 0: nobody yet */
    struct finding *found;
};

/* ---- registry.c: tables in memory ---- */

/* `players` is told and asked; the store and the jobs stay the caller's. `failed` is called when the store has: nothing
 * that was not committed has happened, and everybody has to come back. */
void tables_start(struct tables *tables, void (*failed)(void *context), void *context);
/* Commits what is left, and ends what runs. */
void tables_stop(struct tables *tables);
/* Forgets those that nobody has been at for a while; or all of them, whatever they were doing. */
void tables_sweep(struct tables *tables, carom_ms now);
void tables_forget(struct tables *tables);
/* Every second: looks at some of those in the store, and drops what is too old; and how much room the disk has. */
void tables_forget_stale(struct tables *tables, carom_ms now);
/* The table with that code, in memory: for a code that tables_fetch has just said FETCH_READY to, or called `run` for.
 * NULL: refused. */
struct table *table_find(struct tables *tables, const char *code, struct refused *refused);
/* A new table, opened for whoever asked (`maker`). NULL: refused; nothing happened. */
struct table *table_create(struct tables *tables, const struct carom_opening *opening,
                           const struct table_options *options, const struct visitor *maker, carom_ms now,
                           struct refused *refused);

/* ---- fetch.c: tables on their way into memory ---- */

enum fetching {
    FETCH_READY, /* it is in memory and up to date, or cannot be had: table_find says which */
    FETCH_WAITS, /* `held` is run later, with the table, or with NULL if it cannot be had */
    FETCH_FULL,  /* too many wait for it already; `held` is the caller's */
};
enum fetching tables_fetch(struct tables *tables, const char *code, struct held *held);

/* ---- admin.c: what whoever runs the server does to a table ---- */

/* All of these hold against what other servers decide at the same time without knowing of them. */
void table_lock(struct table *table, bool locked);
/* Everybody gets up, nobody has a seat any more, all are told, and it is locked: nobody comes in until it is unlocked.
 */
void table_close(struct table *table, carom_ms now);
/* It leaves memory and the store. */
void table_delete(struct table *table);
/* Takes a nickname out of a table's logs: whoever had it, or one that people would take for it, is called by the id of
 * the player instead, and the logs still replay. Those at the table have to come back. `done` gets how many players
 * that were; -1: the log cannot be read or written. */
typedef void erase_done(void *context, const struct store_table *facts, int players);
void table_erase(struct tables *tables, const struct store_table *facts, const char *name, erase_done *done,
                 void *context);
/* Behind tables_start. */
void erasures_start(struct tables *tables);
/* Before tables_stop. Says of what is not done yet that it could not be read. */
void erasures_stop(struct tables *tables);
/* The one with that code, if it is in memory; NULL: it is not. */
struct table *index_code(struct tables *tables, const char *code);
/* Visits those in memory. */
void tables_each(struct tables *tables, void (*visit)(void *context, struct table *table), void *context);

/* ---- table.c: one table's parts ---- */

/* What is written or told at the table costs, on its account and on that of whoever asked for it. */
void table_charge(struct table *table, uint64_t units);
/* Uses keep a table in memory. */
void table_use(struct table *table);
void table_release(struct table *table);
/* Something has changed that may be about time. */
void table_touch(struct table *table);
/* How far apart the messages `presence` and `host` are: at large tables a second. */
carom_ms told_every(const struct table *table);
/* Do two seats belong to one address? Not if that is not known of either. */
bool seats_same_origin(const struct seat *a, const struct seat *b);
/* The seat of a token or of a player's id; TABLE_NO_SEAT if there is none. */
uint32_t seat_of_hash(const struct table *table, const uint8_t hash[TOKEN_HASH]);
uint32_t seat_of_player(const struct table *table, const char *player);
/* Has a connection, here or to another server? */
bool seat_here(const struct seat *seat);
/* Is there, or was there a moment ago? */
bool seat_present(const struct seat *seat, carom_ms now);
/* How many bots have a seat. */
unsigned table_bots(const struct table *table);
/* The member `state` of welcome, `watch` and GET /api/tables. */
void table_state_write(struct carom_text *text, const struct table *table);

/* ---- wake.c: what time brings ---- */

/* Does what is due. */
void table_wake(struct table *table, carom_ms now);
/* The end of a turn of the loop: sets the timers of all that were touched. */
void tables_arm(struct tables *tables);

/* ---- commit.c: durable first, then out ---- */

/* Something to be done when everything decided so far is on the disk; or, `good` being false, will never be. */
typedef void commit_then(void *context, bool good);

/* Outputs, delivered in this order after the commit. `frame` is taken over; peers and tables are kept alive meanwhile.
 */
void commit_to_peer(struct tables *tables, struct peer *peer, struct bytes *frame);
void commit_to_table(struct table *table, struct bytes *frame);
void commit_call(const struct table *table, commit_then *then, void *context);
/* The same for a table that need not be in memory. */
void commit_call_of(struct tables *tables, int64_t table, commit_then *then, void *context);
/* A note for the other servers that have this table in memory, if there are any. */
void commit_note(struct table *table, const char *words);
/* Has so much been waiting for the store, or for so long, that nothing more should be taken on? */
bool commit_overloaded(const struct tables *tables);
/* Is the store so slow that new tables should be refused? */
bool commit_late(const struct tables *tables, carom_ms now);
/* What waits and what is on its way; and rows that wait for the next commit. */
size_t commit_waiting_bytes(const struct tables *tables);
size_t commit_waiting(const struct tables *tables);
/* The end of a turn of the loop: what was added goes on its way. */
void commit_turn(struct tables *tables);
/* Waits until everything decided so far is committed and delivered. */
void commit_drain(struct tables *tables);

/* ---- game.c: decide, append, apply ---- */

/* Runs a command; its events are appended and broadcast. False: refused (deadlines may have passed all the same). */
bool game_run(struct table *table, struct carom_command *command, carom_ms now, struct refused *refused);
/* What deadlines bring up to `now`. */
void game_tick(struct table *table, carom_ms now);
/* When the game wants that; false: it waits for people. */
bool game_due(const struct table *table, carom_ms *at);
/* Is the game over and none of its people at the table any more? Then whoever joins begins another. */
bool game_free(const struct table *table);
/* Another game: lays the table and lets the players sit down again. */
bool game_again(struct table *table, const struct carom_opening *opening, carom_ms now, struct refused *refused);

/* ---- history.c: the log, read again ---- */

/* A line of a game's log as players may see it: without what is secret in `opened`, the first one, and without the
 * route of `handed` (H2). `*length` is the line's, and becomes that of the result, which stays until the next call; 0:
 * the line cannot be read. */
const char *history_public(uint32_t seq, const char *line, size_t *length);

/* ---- replay.c: finished games, for those who were not there ---- */

/* A finished game's address says which table and game, and something that cannot be guessed; not the table's code,
 * which would let its reader sit down there. */
struct replay {
    int64_t table;
    char key[CODE_LENGTH + 1];
    uint32_t game;
};
/* The member `replay`: where the game of this number can be seen once it is over. Nothing for tables of old. */
void replay_write(struct carom_text *text, const struct table *table, uint32_t game);
/* Reads what stands behind `/g/`. */
bool replay_read(struct replay *replay, const char *words, size_t length);
/* Does it fit the table, and is that game over? */
bool replay_fits(const struct replay *replay, const struct store_table *facts);

/* ---- guests.c: who is here ---- */

/* Somebody has said hello: from then on the connection has a guest, who is not in the audience yet. */
struct guest *guest_new(struct table *table, struct peer *peer, const uint8_t token_hash[TOKEN_HASH], bool display);
/* The welcome, when all it tells of is committed; then the guest gets the events behind the last one that it has, and
 * belongs to the audience. `frame` is taken over. */
void guest_welcome(struct guest *guest, struct bytes *frame, uint32_t have);
/* Now and then: goes on where a history was too long to be sent at once. */
void guests_send_missing(struct tables *tables);
/* The connection is gone. */
void guest_leave(struct guest *guest, carom_ms now);
void guest_use(struct guest *guest);
void guest_release(struct guest *guest);
/* Visits everybody who has said hello at the table, arriving or not. `visit` may end the guest it gets. */
typedef void guest_visit(struct guest *guest, const void *context);
void guests_each(const struct table *table, guest_visit *visit, const void *context);
/* Takes a seat for a player who has joined, and gives one up; both are written to the store. */
void guest_sit(struct guest *guest, const char *player, carom_ms now);
void seat_give_up(struct table *table, const char *player);

/* ---- seats.c: how many seats there are ---- */

#define SEATS_KEPT 256 /* at a table, of those who play and those who may come back */
#define SEATS_EACH 6   /* of one address, at a table that everybody may find */
#define SEAT_GUESTS 8  /* connections of one seat */

/* May somebody from there sit down, beside those who have come from the same address? `own` is the seat that they have
 * already, or TABLE_NO_SEAT. */
bool seats_admit(const struct table *table, const struct visitor *visitor, uint32_t own);
/* Forgets seats until there are no more than `most`: of those who do not play, whoever has been away longest goes
 * first. False: there are still too many, because their owners play or are here. */
bool seats_trim(struct table *table, unsigned most);
/* The connections of a seat, those that are still reading the history included. */
unsigned seat_guests(const struct table *table, uint32_t seat);
/* ---- presence.c: what the others are told of it ---- */

/* Sends who is here. */
void presence_send(struct table *table, carom_ms now);
/* When that is due; false: it is not. */
bool presence_due(const struct table *table, carom_ms *at);
/* As members of an object: `"here":["p1"],"away":[],"watching":2,"displays":0`. */
void presence_write(struct carom_text *text, const struct table *table);
/* When a player who lost the connection stops counting as present; false: nobody is about to. */
bool presence_expires(const struct table *table, carom_ms now, carom_ms *at);

/* ---- host.c: who may lock the table and ask others to leave ---- */

/* The message `host`, and when it is due. */
void host_send(struct table *table, carom_ms now);
bool host_due(const struct table *table, carom_ms *at);
/* As members of an object: `"host":"p1","locked":false`. */
void host_write(struct carom_text *text, const struct table *table);
/* Somebody has come or gone: there is a host if anybody plays. */
void host_settle(struct table *table, carom_ms now);
void host_pass(struct table *table, const char *player);
void host_lock(struct table *table, bool locked);
/* Lets everybody find the table, or not any more. */
void host_list(struct table *table, bool listed, carom_ms now);
/* Everybody gets up, so the game is over and nobody has won it; all keep what they need to sit down at the next. */
bool host_end(struct table *table, carom_ms now, struct refused *refused);

/* ---- listing.c: tables that everybody may find ---- */

#define LISTED_MOST 500 /* of all servers */
#define LISTED_EACH 20  /* of one address, at each server */
#define TOGETHER_MOST 6 /* people at a table that others are led to */

/* May this one be listed at all? Not if it is arranged, locked or for one player. */
bool listing_may(const struct table *table);
/* As members of an object: `"tables":[...],"total":3,"next":null`, those behind the code `after` and no more than
 * `most`. Looked at anew at most once a second. */
void listing_write(struct tables *tables, struct carom_text *text, const char *after, unsigned most, carom_ms now);
/* One with room for somebody who wants to play, most people first; false: there is none. */
bool listing_with_room(struct tables *tables, carom_ms now, char code[CODE_LENGTH + 1]);
/* Tells the other servers, if there are any: of all of them now and then, of one at once. */
void listing_say(struct tables *tables, carom_ms now);
void listing_say_one(struct table *table, carom_ms now);

/* ---- reaction.c: words to everybody at a table ---- */

/* `others`: also those at other servers. */
void reaction_tell(struct table *table, const char *player, unsigned reaction, bool others);

/* ---- votes.c: what the people present decide ---- */

/* `next`, `skip`, `done`: looks whether those who are present have agreed, or somebody's absence has decided it. */
void votes_count(struct table *table, carom_ms now);
/* Is it the turn of somebody who is away, and when is it passed on? */
bool votes_passes(const struct table *table, carom_ms *at);
/* Is this player of the game a person without a connection? */
bool votes_away(const struct table *table, unsigned player);
/* A seat wishes for the next round: how many do now, and how many have to. */
struct votes {
    unsigned wishes;
    unsigned needed;
};
/* The same said to another server. */
void votes_hear_next(struct table *table, uint32_t seat, carom_ms now);
struct votes votes_for_next(struct table *table, uint32_t seat, carom_ms now);

/* ---- fairness.c: bids wait for those who are slower to arrive ---- */

/* Something a player wants done. The memory belongs to whoever made it; `run` gets it back, `drop` if it never runs. */
struct held {
    struct held *next;
    carom_ms made;
    carom_ms arrived;
    void (*run)(struct table *table, struct held *held);
    void (*drop)(struct held *held);
};

/* By how much a bid of this guest counts as made before it arrives; 0 where nobody gets credit. */
carom_ms fairness_credit(const struct table *table, const struct guest *guest);
/* The largest credit among the players present. */
carom_ms fairness_longest(const struct table *table);
/* Has something with so much credit to wait, because an earlier one may still come in? */
bool fairness_waits(const struct table *table, carom_ms credit);
void fairness_hold(struct table *table, struct held *held, carom_ms now);
void fairness_run_due(struct table *table, carom_ms now);
bool fairness_due(const struct table *table, carom_ms *at);
void fairness_forget(struct table *table);

/* ---- reader.c: what takes long to read ---- */

/* `work` runs where it may wait, `done` on the loop afterwards; both at once where the store is a file. */
typedef void reader_work(struct store *store, void *context);
typedef void reader_done(void *context);
void reader_do(struct tables *tables, reader_work *work, reader_done *done, void *context);

/* ---- refresh.c: tables that other servers write to as well ---- */

/* Every part of a second, where the data are shared: keeps up with the others. */
void tables_keep_up(struct tables *tables, carom_ms now);
/* Somebody has seen this event, at another server perhaps (game 0: of the game that is on). True: it is news, and the
 * table is read on. Whoever is served before that is told a second time what they know. */
bool table_hear_of(struct tables *tables, const char *code, uint32_t game, uint32_t seq);

/* ---- waiting.c: what waits for a table ---- */

/* Runs something when the table is up to date (`drop`: it cannot be read). False: too much waits already. */
bool later_add(struct table *table, struct held *held);

/* ---- rounds.c: what the solver found out about a round ---- */

/* A round is on: its result is not to be told yet. */
bool round_on(const struct table *table);
/* What was found about the current round, or NULL. */
const struct finding *round_found(const struct table *table);
/* In whose turn work for a round is done, as a number of the pool's askers. */
uint64_t rounds_asker(const struct table *table);

#endif
