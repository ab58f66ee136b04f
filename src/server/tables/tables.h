/*
 * Tables: the referee's game, who sits there, who looks on, and the log in which all of it is kept.
 *
 * A table comes into memory when somebody asks for it, by replaying its events, and leaves it when nobody has been
 * there for a while. Nothing that matters is only here. The order of things is decide (game.c), append, and only when
 * that is on the disk (commit.c) tell.
 *
 * A table's one timer is set at the end of the turn of the loop in which it was touched (timers.c).
 */
#ifndef SERVER_TABLES_H
#define SERVER_TABLES_H

#include "../../store/store.h"
#include "../jobs/jobs.h"
#include "../net/net.h"

#define TABLE_NO_SEAT UINT32_MAX
#define TABLE_BUCKETS 8192
#define AWAY_GRACE_MS 20000 /* so long after losing its connection a player still counts as present */

#define REMOTE_PRESENCE_MS 12000 /* so long somebody counts as connected to another server that has said so */

struct bots;
struct committer;
struct fetch;
struct notify_listener;
struct deferred;
struct listing;
struct read_thread;
struct table;

/* Programs that play, which live in a room above: they are told of changes and asked when they want to act. */
struct bot_callbacks {
    void (*on_change)(struct table *table, carom_ms now); /* something has happened */
    bool (*deadline)(const struct table *table, carom_ms *at);
    void (*act)(struct table *table, carom_ms now);
    void (*on_table_freed)(struct table *table);
};

struct tables {
    struct base *base;
    struct store *store;
    struct jobs *jobs;
    const struct bot_callbacks *bots;
    const char *banned_words; /* that no name has; NULL: our own list */
    struct committer *committer;
    struct table *buckets[TABLE_BUCKETS]; /* by code */
    struct table *numbers[TABLE_BUCKETS]; /* by id */
    unsigned count;
    struct table *timer_dirty;     /* those whose timers have to be set */
    struct session *backlog;       /* those who wait for the rest of a long history, */
    struct session **backlog_tail; /* where the next waits; NULL: nobody does */
    unsigned backlog_pages;        /* of long histories that were read since those who wait were last looked at */
    struct listing *listing;       /* tables that everybody may find */
    struct store_expiry expiry;
    struct store_space space;
    bool purge_pending;                 /* the store has tables to forget */
    struct fetch *loads;                /* tables on their way into memory */
    uv_idle_t loading;                  /* ... part by part */
    struct erasing *erasures;           /* logs out of which a name goes */
    uv_idle_t erasing;                  /* ... part by part */
    enum store_lookup last_load_result; /* what came of the one that was waited for */

    /* Where several servers share the data (replication.c). */
    bool shared;
    struct read_thread *reader;       /* NULL: who reads waits */
    struct notify_listener *listener; /* ... */
    uint64_t server_id;               /* this server among the others */
    unsigned stale_tables;            /* tables that are behind */
    carom_ms retry_at;
    carom_ms poll_at;
    carom_ms expire_at;
    bool polling;
    void (*fail)(struct table *table);
    bool poll_failed;     /* the last look at it failed */
    bool notify_down;     /* nothing is heard of the others */
    bool store_down;      /* the last commit failed */
    bool outcome_unknown; /* while what was on its way is given up: it may have happened or not */
};

/* A seat's owner. The slot keeps its place while it is used, so that guests can refer to it by number. */
struct seat {
    bool in_use;
    bool voted_next;
    char player[CAROM_ID_SIZE];
    uint8_t hash[SEAT_TOKEN_HASH_SIZE];
    unsigned session_count; /* connections */
    carom_ms away_since;    /* if there are none */
    struct origin origin;   /* of the last of them; zero: not known since the table came into memory */
    struct bucket reactions;
    bool remote;            /* connected to another server ... */
    uint64_t remote_server; /* ... this one ... */
    carom_ms remote_until;  /* ... which says so again before then */
};

/* Somebody at the table: a connection that has said hello, with a seat or without. */
struct session {
    struct table *table; /* NULL: the connection is gone */
    struct connection *conn;
    uint32_t seat; /* index into the table's seats, or TABLE_NO_SEAT */
    uint8_t token_hash[SEAT_TOKEN_HASH_SIZE];
    bool is_display;
    bool in_audience;  /* is in the table's audience; else among those who are arriving */
    bool welcome_sent; /* was told so */
    struct session *next;
    struct session **link;
    unsigned refs;                /* the connection, and what waits on its behalf */
    uint32_t game;                /* whose events it has been sent */
    uint32_t backlog_seq;         /* the next event that it has not got yet, while there is no room to send it */
    struct session *next_missing; /* ... */
};

struct table {
    struct tables *tables;
    struct table *next; /* in its bucket */
    struct table *next_number;
    struct table *next_touched;
    bool touched;
    struct store_table row;
    char code[CODE_LENGTH + 1];
    struct table_options options;
    struct origin maker;              /* who had it made; zero: not known since it came into memory */
    char host[CAROM_ID_SIZE];         /* a player's id; empty: nobody */
    bool locked;                      /* only those who have a seat are let in */
    bool closed;                      /* ... and nobody has one: whoever runs the server has closed it */
    char replay_key[CODE_LENGTH + 1]; /* what the addresses of its finished games hold, so that nobody guesses them */
    struct carom_table game;          /* the referee's */
    struct carom_table *snapshot;     /* what it was at an event of a long game that is in the log; NULL: none */
    uint32_t snapshot_game;           /* ... of this game */

    struct seat *seats;
    size_t seat_capacity;
    uint32_t seat_count;
    uint64_t last_player;     /* the highest number of a player's id so far */
    struct session *sessions; /* those who have the whole history, and are told what happens */
    struct session *arriving; /* those who have said hello and are still reading it */
    unsigned session_count;   /* in the audience */
    unsigned watcher_count;   /* of them, without a seat */
    unsigned display_count;   /* likewise, marked as a display */
    unsigned refs;            /* guests, outputs, jobs that refer to this table */
    carom_ms idle_since;      /* when the last one left */

    uv_timer_t timer;
    bool timer_closing;
    bool unloaded;             /* not in the registry any more: goes when its last user does */
    struct deferred *deferred; /* what waits its turn, in the order in which it was wished for */
    bool presence_changed;
    carom_ms presence_sent;
    bool host_changed; /* who is host, whether the table is locked or listed */
    carom_ms host_sent;
    struct bucket hosting;  /* what the host may ask for */
    struct bots *bots;      /* the room above keeps them here; NULL: none */
    struct log_quota quota; /* of what is written to its log */
    uint64_t quota_used;    /* of it so far, since the table is in memory */

    uint32_t published_game; /* Last event that is committed and was broadcast: game and seq. */
    uint32_t published_seq;
    bool stale;                        /* nothing is decided until the rest of the log is read */
    bool loading;                      /* ... which is on its way */
    bool reload_all;                   /* ... all of it */
    bool more_to_load;                 /* there is more of it */
    struct deferred *waiting_for_load; /* requests that wait for that */
    unsigned waiting_count;
    carom_ms yield_until; /* Until then another server handles this table's deadlines first. */

    uint32_t solved_round;           /* the round that is being solved or has been; 0: none */
    bool result_sent;                /* the players have got what was found */
    struct round_solve *round_solve; /* the search on its way; NULL: none */
    uint64_t asker;                  /* conn_flow of whoever asked something last; 0: nobody yet */
    struct solve_result *solve_result;
};

/* ---- registry.c: tables in memory ---- */

/* `players` is told and asked; the store and the jobs stay the caller's. `failed` is called when the store has: nothing
 * that was not committed has happened, and everybody has to come back. */
void tables_start(struct tables *tables, void (*failed)(void *context), void *context);
/* Commits what is left, and ends what runs. */
void tables_stop(struct tables *tables);
/* Forgets those that nobody has been at for a while; or all of them, whatever they were doing. */
void tables_unload_idle(struct tables *tables, carom_ms now);
void tables_unload_all(struct tables *tables);
/* Every second: looks at some of those in the store, and drops what is too old; and how much room the disk has. */
void tables_expire(struct tables *tables, carom_ms now);
/* The table with that code, in memory: for a code that tables_load_async has just said FETCH_READY to, or called `run`
 * for. NULL: refused. */
struct table *table_get(struct tables *tables, const char *code, struct api_error *error);
/* A new table, opened for whoever asked (`maker`). NULL: refused; nothing happened. */
struct table *table_create(struct tables *tables, const struct carom_game_config *config,
                           const struct table_options *options, const struct client_addr *maker, carom_ms now,
                           struct api_error *error);

/* ---- fetch.c: tables on their way into memory ---- */

enum fetching {
    FETCH_READY, /* it is in memory and up to date, or cannot be had: table_get says which */
    FETCH_WAITS, /* `held` is run later, with the table, or with NULL if it cannot be had */
    FETCH_FULL,  /* too many wait for it already; `held` is the caller's */
};
enum fetching tables_load_async(struct tables *tables, const char *code, struct deferred *deferred);

/* ---- admin_ops.c: what whoever runs the server does to a table ---- */

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
struct table *registry_by_code(struct tables *tables, const char *code);
/* Visits those in memory. */
void tables_each(struct tables *tables, void (*visit)(void *context, struct table *table), void *context);

/* ---- table.c: one table's parts ---- */

/* What is written or told at the table costs, on its account and on that of whoever asked for it. */
void table_charge(struct table *table, uint64_t units);
/* Uses keep a table in memory. */
void table_ref(struct table *table);
void table_unref(struct table *table);
/* Something has changed that may be about time. */
void table_timer_dirty(struct table *table);
/* How far apart the messages `presence` and `host` are: at large tables a second. */
carom_ms told_every(const struct table *table);
/* Do two seats belong to one address? Not if that is not known of either. */
bool seats_same_origin(const struct seat *a, const struct seat *b);
/* The seat of a token or of a player's id; TABLE_NO_SEAT if there is none. */
uint32_t seat_find_by_hash(const struct table *table, const uint8_t hash[SEAT_TOKEN_HASH_SIZE]);
uint32_t seat_find_by_player(const struct table *table, const char *player);
/* Has a connection, here or to another server? */
bool seat_is_connected(const struct seat *seat);
/* Is there, or was there a moment ago? */
bool seat_is_present(const struct seat *seat, carom_ms now);
/* How many bots have a seat. */
unsigned table_bots(const struct table *table);
/* The member `state` of welcome, `watch` and GET /api/tables. */
void table_state_write(struct carom_text *text, const struct table *table);

/* ---- timers.c: what time brings ---- */

/* Does what is due. */
void table_run_timer(struct table *table, carom_ms now);
/* The end of a turn of the loop: sets the timers of all that were touched. */
void tables_set_timers(struct tables *tables);

/* ---- commit.c: durable first, then out ---- */

/* Something to be done when everything decided so far is on the disk; or, `good` being false, will never be. */
typedef void commit_callback(void *context, bool good);

/* Outputs, delivered in this order after the commit. `frame` is taken over; peers and tables are kept alive meanwhile.
 */
void commit_send(struct tables *tables, struct connection *conn, struct shared_buffer *frame);
void commit_broadcast(struct table *table, struct shared_buffer *frame);
void commit_then(const struct table *table, commit_callback *then, void *context);
/* The same for a table that need not be in memory. */
void commit_then_for(struct tables *tables, int64_t table, commit_callback *then, void *context);
/* A note for the other servers that have this table in memory, if there are any. */
void commit_notify(struct table *table, const char *words);
/* Has so much been waiting for the store, or for so long, that nothing more should be taken on? */
bool commit_overloaded(const struct tables *tables);
/* Is the store so slow that new tables should be refused? */
bool commit_is_late(const struct tables *tables, carom_ms now);
/* What waits and what is on its way; and rows that wait for the next commit. */
size_t commit_pending_bytes(const struct tables *tables);
size_t commit_pending_rows(const struct tables *tables);
/* The end of a turn of the loop: what was added goes on its way. */
void commit_flush(struct tables *tables);
/* Waits until everything decided so far is committed and delivered. */
void commit_drain(struct tables *tables);

/* ---- game.c: decide, append, apply ---- */

/* Runs a command; its events are appended and broadcast. False: refused (deadlines may have passed all the same). */
bool game_execute(struct table *table, struct carom_command *command, carom_ms now, struct api_error *error);
/* What deadlines bring up to `now`. */
void game_tick(struct table *table, carom_ms now);
/* When the game wants that; false: it waits for people. */
bool game_deadline(const struct table *table, carom_ms *at);
/* Is the game over and none of its people at the table any more? Then whoever joins begins another. */
bool game_is_abandoned(const struct table *table);
/* Another game: lays the table and lets the players sit down again. */
bool game_start_next(struct table *table, const struct carom_game_config *config, carom_ms now,
                     struct api_error *error);

/* ---- event_log.c: the log, read again ---- */

/* A line of a game's log as players may see it, without its hidden members (H2). `*length` is the line's, and becomes
 * that of the result, which stays until the next call; 0: the line cannot be read. */
const char *history_public(const char *line, size_t *length);

/* ---- replay_url.c: finished games, for those who were not there ---- */

/* A finished game's address says which table and game, and something that cannot be guessed; not the table's code,
 * which would let its reader sit down there. */
struct replay_url {
    int64_t table;
    char key[CODE_LENGTH + 1];
    uint32_t game;
};
/* The member `replay`: where the game of this number can be seen once it is over. Nothing for tables of old. */
void replay_url_write(struct carom_text *text, const struct table *table, uint32_t game);
/* Reads what stands behind `/g/`. */
bool replay_url_read(struct replay_url *url, const char *words, size_t length);
/* Does it fit the table, and is that game over? */
bool replay_url_matches(const struct replay_url *url, const struct store_table *facts);

/* ---- sessions.c: who is here ---- */

/* Somebody has said hello: from then on the connection has a guest, who is not in the audience yet. */
struct session *session_new(struct table *table, struct connection *conn,
                            const uint8_t token_hash[SEAT_TOKEN_HASH_SIZE], bool display);
/* The welcome, when all it tells of is committed; then the guest gets the events behind the last one that it has, and
 * belongs to the audience. `frame` is taken over. */
void session_send_welcome(struct session *session, struct shared_buffer *frame, uint32_t have);
/* Now and then: goes on where a history was too long to be sent at once. */
void sessions_send_backlog(struct tables *tables);
/* The connection is gone. */
void session_close(struct session *session, carom_ms now);
void session_ref(struct session *session);
void session_unref(struct session *session);
/* Visits everybody who has said hello at the table, arriving or not. `visit` may end the guest it gets. */
typedef void guest_visit(struct session *session, const void *context);
void guests_each(const struct table *table, guest_visit *visit, const void *context);
/* Takes a seat for a player who has joined, and gives one up; both are written to the store. */
void session_take_seat(struct session *session, const char *player, carom_ms now);
void seat_release(struct table *table, const char *player);

/* ---- seats.c: how many seats there are ---- */

#define SEATS_KEPT 256 /* at a table, of those who play and those who may come back */
#define SEATS_EACH 6   /* of one address, at a table that everybody may find */
#define SEAT_GUESTS 8  /* connections of one seat */

/* May somebody from there sit down, beside those who have come from the same address? `own` is the seat that they have
 * already, or TABLE_NO_SEAT. */
bool seats_admit(const struct table *table, const struct client_addr *client_addr, uint32_t own);
/* Forgets seats until there are no more than `most`: of those who do not play, whoever has been away longest goes
 * first. False: there are still too many, because their owners play or are here. */
bool seats_trim(struct table *table, unsigned most);
/* The connections of a seat, those that are still reading the history included. */
unsigned seat_guests(const struct table *table, uint32_t seat);
/* ---- presence.c: what the others are told of it ---- */

/* Sends who is here. */
void presence_broadcast(struct table *table, carom_ms now);
/* When that is due; false: it is not. */
bool presence_deadline(const struct table *table, carom_ms *at);
/* As members of an object: `"here":["p1"],"away":[],"watching":2,"displays":0`. */
void presence_write(struct carom_text *text, const struct table *table);
/* When a player who lost the connection stops counting as present; false: nobody is about to. */
bool presence_grace_deadline(const struct table *table, carom_ms now, carom_ms *at);

/* ---- host.c: who may lock the table and ask others to leave ---- */

/* The message `host`, and when it is due. */
void host_send(struct table *table, carom_ms now);
bool host_due(const struct table *table, carom_ms *at);
/* As members of an object: `"host":"p1","locked":false`. */
void host_write(struct carom_text *text, const struct table *table);
/* Somebody has come or gone: there is a host if anybody plays. */
void host_ensure(struct table *table, carom_ms now);
void host_transfer(struct table *table, const char *player);
void host_lock(struct table *table, bool locked);
/* Lets everybody find the table, or not any more. */
void host_set_public(struct table *table, bool listed, carom_ms now);
/* Everybody gets up, so the game is over and nobody has won it; all keep what they need to sit down at the next. */
bool host_end_game(struct table *table, carom_ms now, struct api_error *error);

/* ---- listing.c: tables that everybody may find ---- */

#define LISTED_MAX 500         /* of all servers */
#define LISTED_EACH 20         /* of one address, at each server */
#define JOINABLE_PLAYERS_MAX 6 /* people at a table that others are led to */

/* May this one be listed at all? Not if it is arranged, locked or for one player. */
bool listing_is_eligible(const struct table *table);
/* The list as it is now, or was less than a second ago. Valid until the loop goes on. */
const struct listing *listing_current(struct tables *tables, carom_ms now);
/* As members of an object: `"tables":[...],"total":3,"next":null`, those behind the code `after` and no more than
 * `most`. */
void listing_write(const struct listing *listing, struct carom_text *text, const char *after, unsigned most);
/* One with room for somebody who wants to play, most people first; false: there is none. */
bool listing_find_joinable(struct tables *tables, carom_ms now, char code[CODE_LENGTH + 1]);
/* Tells the other servers, if there are any: of all of them now and then, of one at once. */
void listing_notify_all(struct tables *tables, carom_ms now);
void listing_notify_one(struct table *table, carom_ms now);

/* ---- reaction.c: words to everybody at a table ---- */

/* `others`: also those at other servers. */
void reaction_broadcast(struct table *table, const char *player, unsigned reaction, bool others);

/* ---- votes.c: what the people present decide ---- */

/* `next`, `skip`, `done`: looks whether those who are present have agreed, or somebody's absence has decided it. */
void votes_count(struct table *table, carom_ms now);
/* Is it the turn of somebody who is away, and when is it passed on? */
bool votes_pass_deadline(const struct table *table, carom_ms *at);
/* Is this player of the game a person without a connection? */
bool votes_player_is_away(const struct table *table, unsigned player);
/* A seat wishes for the next round: how many do now, and how many have to. */
struct votes {
    unsigned count;
    unsigned needed;
};
/* The same said to another server. */
void votes_on_remote_next(struct table *table, uint32_t seat, carom_ms now);
struct votes votes_for_next(struct table *table, uint32_t seat, carom_ms now);

/* ---- latency.c: bids wait for those who are slower to arrive ---- */

/* Something a player wants done. The memory belongs to whoever made it; `run` gets it back, `drop` if it never runs. */
struct deferred {
    struct deferred *next;
    carom_ms sent_at;
    carom_ms received_at;
    void (*run)(struct table *table, struct deferred *deferred);
    void (*cancel)(struct deferred *deferred);
};

/* By how much a bid of this guest counts as made before it arrives; 0 where nobody gets credit. */
carom_ms latency_session_credit(const struct table *table, const struct session *session);
/* The largest credit among the players present. */
carom_ms latency_max_credit(const struct table *table);
/* Has something with so much credit to wait, because an earlier one may still come in? */
bool latency_must_wait(const struct table *table, carom_ms credit);
void deferred_add_by_time(struct table *table, struct deferred *deferred, carom_ms now);
void deferred_run_due(struct table *table, carom_ms now);
bool deferred_deadline(const struct table *table, carom_ms *at);
void deferred_cancel_all(struct table *table);

/* ---- read_thread.c: what takes long to read ---- */

/* `work` runs where it may wait, `done` on the loop afterwards; both at once where the store is a file. */
typedef void reader_work(struct store *store, void *context);
typedef void reader_done(void *context);
void read_async(struct tables *tables, reader_work *work, reader_done *done, void *context);

/* ---- replication.c: tables that other servers write to as well ---- */

/* Every part of a second, where the data are shared: keeps up with the others. */
void replication_tick(struct tables *tables, carom_ms now);
/* A client has already seen this event, perhaps at another server. True if our copy is older: it is being reloaded, and
 * the request should wait. */
bool table_ensure_seq(struct tables *tables, const char *code, uint32_t game, uint32_t seq);

/* ---- deferred.c: what waits for a table ---- */

/* Runs something when the table is up to date (`drop`: it cannot be read). False: too much waits already. */
bool deferred_add_until_loaded(struct table *table, struct deferred *deferred);

/* ---- round_result.c: what the solver found out about a round ---- */

/* A round is on: its result is not to be told yet. */
bool round_is_running(const struct table *table);
/* What was found about the current round, or NULL. */
const struct solve_result *round_result(const struct table *table);
/* In whose turn work for a round is done, as a number of the pool's askers. */
uint64_t rounds_asker(const struct table *table);

#endif
