/*
 * Tables: the referee's game, who sits there, who watches, and the log that records it.
 *
 * A table is loaded on demand by replaying its events, and unloaded when nobody has been there for a while; everything
 * that matters is in the store. The order is always decide (game.c), append, and only when that is on disk (commit.c)
 * broadcast.
 *
 * Each table has one timer, which is set at the end of the loop iteration that touched the table (timers.c).
 */
#ifndef SERVER_TABLES_H
#define SERVER_TABLES_H

#include "../../store/store.h"
#include "../jobs/jobs.h"
#include "../net/net.h"

#define TABLE_NO_SEAT UINT32_MAX
#define TABLE_BUCKETS 8192
#define AWAY_GRACE_MS 20000 /* a player who lost the connection counts as present for this long */

#define REMOTE_PRESENCE_MS 12000 /* another server's report of a connected player is valid for this long */

struct bots;
struct committer;
struct fetch;
struct notify_listener;
struct deferred;
struct listing;
struct read_thread;
struct table;

/* Callbacks to the layer above, which runs the bots: it is told of changes and asked when it wants to act. */
struct bot_callbacks {
    void (*on_change)(struct table *table, carom_ms now); /* the table has changed */
    bool (*deadline)(const struct table *table, carom_ms *at);
    void (*act)(struct table *table, carom_ms now);
    void (*on_table_freed)(struct table *table);
};

struct tables {
    struct base *base;
    struct store *store;
    struct jobs *jobs;
    const struct bot_callbacks *bots;
    const char *banned_words; /* not allowed in names; NULL: the built-in list */
    struct committer *committer;
    struct table *buckets[TABLE_BUCKETS]; /* hash table by code */
    struct table *numbers[TABLE_BUCKETS]; /* hash table by id */
    unsigned count;
    struct table *timer_dirty;     /* list of tables whose timers must be set again */
    struct session *backlog;       /* queue of sessions that wait for the rest of a long history */
    struct session **backlog_tail; /* where the next one is linked */
    unsigned backlog_pages;        /* pages of long histories read since the queue was last served */
    struct listing *listing;       /* public tables */
    struct store_expiry expiry;
    struct store_space space;
    bool purge_pending;                 /* the store has deleted tables to purge */
    struct fetch *loads;                /* tables being loaded */
    uv_idle_t loading;                  /* runs one part of a load per iteration */
    struct erasing *erasures;           /* names being erased from logs */
    uv_idle_t erasing;                  /* runs one part of an erasure per iteration */
    enum store_lookup last_load_result; /* result of the last load that was waited for */

    /* Members for shared stores (replication.c): */
    bool shared;
    struct read_thread *reader;       /* NULL: reads block the loop, which is fine for a file */
    struct notify_listener *listener; /* receives notifications */
    uint64_t server_id;               /* this server's id among the others */
    unsigned stale_tables;            /* number of tables that are not fresh */
    carom_ms retry_at;
    carom_ms poll_at;
    carom_ms expire_at;
    bool polling;
    void (*fail)(struct table *table);
    bool poll_failed;     /* the last poll failed */
    bool notify_down;     /* the listening connection is down */
    bool store_down;      /* the last commit failed */
    bool outcome_unknown; /* set while a batch in flight is given up: it may or may not have been committed */
};

/* A seat and its owner. A slot keeps its index while it is used, so that sessions can refer to it by number. */
struct seat {
    bool in_use;
    bool voted_next;
    char player[CAROM_ID_SIZE];
    uint8_t hash[SEAT_TOKEN_HASH_SIZE];
    unsigned session_count; /* sessions of this seat */
    carom_ms away_since;    /* when the last session ended */
    struct origin origin;   /* address of the last session; zero: unknown since the table was loaded */
    struct bucket reactions;
    bool remote;            /* connected to another server */
    uint64_t remote_server; /* id of that server */
    carom_ms remote_until;  /* when its report expires */
};

/* A connection that said hello to a table, with or without a seat. */
struct session {
    struct table *table; /* NULL: the connection is closed */
    struct connection *conn;
    uint32_t seat; /* index into table->seats, or TABLE_NO_SEAT */
    uint8_t token_hash[SEAT_TOKEN_HASH_SIZE];
    bool is_display;
    bool in_audience;  /* in table->sessions; otherwise in table->arriving */
    bool welcome_sent; /* the welcome was sent */
    struct session *next;
    struct session **link;
    unsigned refs;                /* the connection, and pending work on its behalf */
    uint32_t game;                /* the game whose events it was sent */
    uint32_t backlog_seq;         /* next event to send, while the send queue is full */
    struct session *next_missing; /* next in tables->backlog */
};

/* How a table in memory relates to the log. While it is not fresh nothing is decided, and requests wait. */
enum table_freshness {
    TABLE_FRESH,      /* has all events that are known to be in the log */
    TABLE_STALE,      /* events are missing, and the last attempt to read them failed; it will be repeated */
    TABLE_REFRESHING, /* the missing events are being read */
};

struct table {
    struct tables *tables;
    struct table *next; /* next in its bucket */
    struct table *next_number;
    struct table *next_touched;
    bool touched;
    struct store_table row;
    char code[CODE_LENGTH + 1];
    struct table_options options;
    struct origin maker;              /* address that created it; zero: unknown since it was loaded */
    char host[CAROM_ID_SIZE];         /* player id; empty: nobody */
    bool locked;                      /* only players with a seat may enter */
    bool closed;                      /* locked with nobody seated: the operator has closed it */
    char replay_key[CODE_LENGTH + 1]; /* unguessable part of the URLs of its finished games */
    struct carom_table game;          /* the referee's state */
    struct carom_table *snapshot;     /* an earlier state of a long game that agrees with the log; NULL: none */
    uint32_t snapshot_game;           /* game of the snapshot */

    struct seat *seats;
    size_t seat_capacity;
    uint32_t seat_count;
    uint64_t last_player;     /* highest number used in a player id so far */
    struct session *sessions; /* sessions that have the whole history and receive broadcasts */
    struct session *arriving; /* sessions that are still receiving the history */
    unsigned session_count;   /* in `sessions` */
    unsigned watcher_count;   /* of them, without a seat */
    unsigned display_count;   /* of them, displays */
    unsigned refs;            /* sessions, outputs and jobs that refer to this table */
    carom_ms idle_since;      /* when the last session ended */

    uv_timer_t timer;
    bool timer_closing;
    bool unloaded;             /* removed from the registry; freed with the last reference */
    struct deferred *deferred; /* commands that wait for their turn, in the order in which they were made (latency.c) */
    bool presence_changed;
    carom_ms presence_sent;
    bool host_changed; /* host, lock or listing changed: the message `host` is due */
    carom_ms host_sent;
    struct bucket hosting;  /* rate limit for the host's requests */
    struct bots *bots;      /* owned by the layer above; NULL: none */
    struct log_quota quota; /* hourly allowance for log writes */
    uint64_t quota_used;    /* units used since the table was loaded */

    uint32_t published_game; /* last event that is committed and was broadcast: game and seq */
    uint32_t published_seq;
    enum table_freshness freshness;
    bool reload_all;                   /* the next refresh reads the whole log again */
    bool more_to_load;                 /* others wrote events during a refresh or a commit of ours */
    struct deferred *waiting_for_load; /* requests that wait until it is up to date */
    unsigned waiting_count;
    carom_ms yield_until; /* until then another server handles this table's deadlines first */

    uint32_t solved_round;           /* round that is or was solved; 0: none */
    bool result_sent;                /* the solver's result was broadcast */
    struct round_solve *round_solve; /* solve job in progress; NULL: none */
    uint64_t asker;                  /* flow of the last request; 0: none yet */
    struct solve_result *solve_result;
};

/* ---- registry.c: tables in memory ---- */

/* Starts the layer. The store and the jobs stay the caller's. `failed` is called when the store fails: nothing
 * uncommitted has happened, and all clients must reconnect. */
void tables_start(struct tables *tables, void (*failed)(void *context), void *context);
/* Commits what is left and stops everything. */
void tables_stop(struct tables *tables);
/* Unloads tables that nobody has used for a while; the other function unloads all, whatever they are doing. */
void tables_unload_idle(struct tables *tables, carom_ms now);
void tables_unload_all(struct tables *tables);
/* Call every second: expires old tables in the store, a few at a time, and checks the free disk space. */
void tables_expire(struct tables *tables, carom_ms now);
/* Is there enough free disk space for new things? */
bool tables_have_space(const struct tables *tables, struct api_error *error);
/* The table with this code, which must be loaded: call it only after tables_load_async returned FETCH_READY, or from
 * the `run` callback. NULL: refused. */
struct table *table_get(struct tables *tables, const char *code, struct api_error *error);
/* Creates a table on behalf of `maker`. NULL: refused; nothing happened. */
struct table *table_create(struct tables *tables, const struct carom_game_config *config,
                           const struct table_options *options, const struct client_addr *maker, carom_ms now,
                           struct api_error *error);

/* ---- fetch.c: loading tables ---- */

enum fetching {
    FETCH_READY, /* it is loaded and up to date, or cannot be loaded: table_get tells */
    FETCH_WAITS, /* the callback runs later, with the table, or with NULL if it cannot be loaded */
    FETCH_FULL,  /* too many requests wait for it; the request stays the caller's */
};
enum fetching tables_load_async(struct tables *tables, const char *code, struct deferred *deferred);

/* ---- admin_ops.c: what the operator does to a table ---- */

/* All of these raise the table's epoch, so that other servers cannot write what they decided without knowing of
 * them. */
void table_lock(struct table *table, bool locked);
/* Ends the game, removes all seats, tells everybody, and locks the table until the operator unlocks it. */
void table_close(struct table *table, carom_ms now);
/* Removes it from memory and from the store. */
void table_delete(struct table *table);
/* Erases a nickname, or one that looks like it, from a table's logs: the player is named by id instead, and the logs
 * still replay. All sessions must reconnect. `done` receives the number of players renamed; -1: the log could not be
 * read or written. */
typedef void erase_done(void *context, const struct store_table *facts, int players);
void table_erase(struct tables *tables, const struct store_table *facts, const char *name, erase_done *done,
                 void *context);
/* Call after tables_start. */
void erasures_start(struct tables *tables);
/* Call before tables_stop. Reports unfinished erasures as failed. */
void erasures_stop(struct tables *tables);
/* The loaded table with this code, or NULL. */
struct table *registry_by_code(struct tables *tables, const char *code);
/* Visits all loaded tables. */
void tables_each(struct tables *tables, void (*visit)(void *context, struct table *table), void *context);

/* ---- table.c: one table's parts ---- */

/* Charges log or broadcast units to the table and to the address that caused them. */
void table_charge(struct table *table, uint64_t units);
/* References keep a table in memory. */
void table_ref(struct table *table);
void table_unref(struct table *table);
/* Schedules the table's timer to be set again. */
void table_timer_dirty(struct table *table);
/* Minimum interval of the messages `presence` and `host`: a second at large tables. */
carom_ms presence_interval(const struct table *table);
/* Are two seats known to belong to the same address? */
bool seats_same_origin(const struct seat *a, const struct seat *b);
/* The seat of a token hash, or of a player id; TABLE_NO_SEAT if there is none. */
uint32_t seat_find_by_hash(const struct table *table, const uint8_t hash[SEAT_TOKEN_HASH_SIZE]);
uint32_t seat_find_by_player(const struct table *table, const char *player);
/* Is the seat connected, here or to another server? */
bool seat_is_connected(const struct seat *seat);
/* Is the player connected, or was until AWAY_GRACE_MS ago? */
bool seat_is_present(const struct seat *seat, carom_ms now);
/* The number of bots with a seat. */
unsigned table_bots(const struct table *table);
/* Writes the member `state` of welcome, `watch` and GET /api/tables. */
void table_state_write(struct carom_text *text, const struct table *table);

/* ---- timers.c ---- */

/* Does what is due at `now`. */
void table_run_timer(struct table *table, carom_ms now);
/* Call at the end of a loop iteration: sets the timers of all tables it touched. */
void tables_set_timers(struct tables *tables);

/* ---- commit.c: output waits for the commit ---- */

/* The batch being filled. What is added here is on disk before any output added later is delivered. */
struct store_batch *commit_batch(struct tables *tables);

/* Called when everything decided so far is on disk; or, `good` being false, when it has failed. */
typedef void commit_callback(void *context, bool good);

/* Queue output to be delivered in this order after the commit. They take over `frame`, and hold references to
 * connection and table. */
void commit_send(struct tables *tables, struct connection *conn, struct shared_buffer *frame);
void commit_broadcast(struct table *table, struct shared_buffer *frame);
void commit_then(const struct table *table, commit_callback *then, void *context);
/* As commit_then, for a table that need not be loaded, or for a group of records. */
void commit_then_for(struct tables *tables, int64_t table, commit_callback *then, void *context);
/* Sends a message to the other servers that have this table loaded, if there are any. */
void commit_notify(struct table *table, const char *words);
/* Is so much waiting for the store, or for so long, that no more requests should be accepted? */
bool commit_overloaded(const struct tables *tables);
/* Is the store so slow that new tables should be refused? */
bool commit_is_late(const struct tables *tables, carom_ms now);
/* Bytes waiting or in flight; rows waiting for the next commit. */
size_t commit_pending_bytes(const struct tables *tables);
size_t commit_pending_rows(const struct tables *tables);
/* Call at the end of a loop iteration: starts the commit of what was added. */
void commit_flush(struct tables *tables);
/* Blocks until everything decided so far is committed and delivered. */
void commit_drain(struct tables *tables);

/* ---- game.c: decide, append, apply ---- */

/* Runs a command; its events are appended and broadcast. False: refused (expired deadlines may still have produced
 * events). */
bool game_execute(struct table *table, struct carom_command *command, carom_ms now, struct api_error *error);
/* Handles deadlines up to `now`. */
void game_tick(struct table *table, carom_ms now);
/* The game's next deadline; false: it waits for people. */
bool game_deadline(const struct table *table, carom_ms *at);
/* Is the game over with none of its players at the table any more? Then the next player to join starts another. */
bool game_is_abandoned(const struct table *table);
/* Opens another game and seats the players again. */
bool game_start_next(struct table *table, const struct carom_game_config *config, carom_ms now,
                     struct api_error *error);

/* ---- event_log.c: reading the log ---- */

/* A line of a game's log as players may see it, without its hidden members (H2). `*length` is the line's, and becomes
 * that of the result, which stays until the next call; 0: the line cannot be read. */
const char *history_public(const char *line, size_t *length);

/* ---- replay_url.c: URLs of finished games ---- */

/* The URL of a finished game has the table's id, the game and an unguessable key; not the table's code, with which a
 * reader could join. */
struct replay_url {
    int64_t table;
    char key[CODE_LENGTH + 1];
    uint32_t game;
};
/* Writes the member `replay`: where this game can be seen once it is over. Nothing for tables without a key. */
void replay_url_write(struct carom_text *text, const struct table *table, uint32_t game);
/* Parses what follows `/g/`. */
bool replay_url_read(struct replay_url *url, const char *words, size_t length);
/* Is the key right, and is the game over? */
bool replay_url_matches(const struct replay_url *url, const struct store_table *facts);

/* ---- sessions.c ---- */

/* Creates the session of a connection that said hello. It does not receive broadcasts yet. */
struct session *session_new(struct table *table, struct connection *conn,
                            const uint8_t token_hash[SEAT_TOKEN_HASH_SIZE], bool display);
/* Sends the welcome when everything it mentions is committed, then the events after the last one the client has;
 * after that the session receives broadcasts. Takes over `frame`. */
void session_send_welcome(struct session *session, struct shared_buffer *frame, uint32_t have);
/* Call now and then: continues sending histories that were too long for one go. */
void sessions_send_backlog(struct tables *tables);
/* The connection is closed. */
void session_close(struct session *session, carom_ms now);
void session_ref(struct session *session);
void session_unref(struct session *session);
/* Visits every session of the table, also those still receiving the history. `visit` may end the session it is
 * given. */
typedef void session_visit(struct session *session, const void *context);
void sessions_each(const struct table *table, session_visit *visit, const void *context);
/* Take a seat for a player who joined; give it up. Both are written to the store. */
void session_take_seat(struct session *session, const char *player, carom_ms now);
void seat_release(struct table *table, const char *player);

/* ---- seats.c: limits on seats ---- */

#define SEATS_KEPT 256      /* per table: players, and people who may come back */
#define SEATS_EACH 6        /* per address, at a public table */
#define SEAT_SESSIONS_MAX 8 /* connections per seat */

/* May somebody from this address take a seat, given the seats it has already? `own` is the seat of the session, or
 * TABLE_NO_SEAT. */
bool seats_admit(const struct table *table, const struct client_addr *client_addr, uint32_t own);
/* Removes seats until at most `most` are left: of people who do not play, those away longest go first. False: there
 * are still too many, because their owners play or are connected. */
bool seats_trim(struct table *table, unsigned most);
/* Does somebody at the table have that name, or a confusable one? */
bool table_name_taken(const struct carom_table *table, const char *name);
/* The connections of a seat, including those still receiving the history. */
unsigned seat_session_count(const struct table *table, uint32_t seat);
/* ---- presence.c ---- */

/* Broadcasts the message `presence`. */
void presence_broadcast(struct table *table, carom_ms now);
/* When that message is due; false: it is not. */
bool presence_deadline(const struct table *table, carom_ms *at);
/* Writes members of an object: `"here":["p1"],"away":[],"watching":2,"displays":0`. */
void presence_write(struct carom_text *text, const struct table *table);
/* When the next disconnected player stops counting as present; false: there is none. */
bool presence_grace_deadline(const struct table *table, carom_ms now, carom_ms *at);

/* ---- host.c ---- */

/* Broadcasts the message `host`; when it is due. */
void host_send(struct table *table, carom_ms now);
bool host_due(const struct table *table, carom_ms *at);
/* Writes members of an object: `"host":"p1","locked":false`. */
void host_write(struct carom_text *text, const struct table *table);
/* Call when somebody has come or gone: chooses a host if anybody plays and there is none. */
void host_ensure(struct table *table, carom_ms now);
void host_transfer(struct table *table, const char *player);
void host_lock(struct table *table, bool locked);
/* Makes the table public, or not. */
void host_set_public(struct table *table, bool listed, carom_ms now);
/* Ends the game without a winner by unseating everybody; they keep their tokens for the next game. */
bool host_end_game(struct table *table, carom_ms now, struct api_error *error);

/* ---- listing.c: public tables ---- */

#define LISTED_MAX 500         /* on all servers together */
#define LISTED_EACH 20         /* per address, on each server */
#define JOINABLE_PLAYERS_MAX 6 /* people at a table that `play now` may lead to */

/* May this table be listed? Not if it is arranged, locked or for one player. */
bool listing_is_eligible(const struct table *table);
/* The list, at most a second old. Valid until the next iteration of the loop. */
const struct listing *listing_current(struct tables *tables, carom_ms now);
/* The next request sees what has just changed. Making the list anew costs milliseconds: charge for it. */
void listing_renew(struct tables *tables);
/* Finds the public race that begins at this time; false: nobody has asked for it yet. `*people` is how many sit there.
 */
bool listing_find_race(struct tables *tables, carom_ms starts, carom_ms now, char code[CODE_LENGTH + 1],
                       unsigned *people);
/* Writes members of an object: `"tables":[...],"total":3,"next":null`, at most `most` tables after the code `after`. */
void listing_write(const struct listing *listing, struct carom_text *text, const char *after, unsigned most);
/* Finds a table with a free seat, the most populated first; false: there is none. */
bool listing_find_joinable(struct tables *tables, carom_ms now, char code[CODE_LENGTH + 1]);
/* Announces public tables to the other servers: all of them, periodically; or one, at once. */
void listing_notify_all(struct tables *tables, carom_ms now);
void listing_notify_one(struct table *table, carom_ms now);

/* ---- reaction.c ---- */

/* Broadcasts a reaction; `others`: to other servers too. */
void reaction_broadcast(struct table *table, const char *player, unsigned reaction, bool others);

/* ---- votes.c ---- */

/* `next`, `skip`, `done`: checks whether the people present agree, or an absence has decided it. */
void votes_check(struct table *table, carom_ms now);
/* When the turn of an absent player is passed on; false: nobody absent has the turn. */
bool votes_pass_deadline(const struct table *table, carom_ms *at);
/* Is this player a person without a connection? */
bool votes_player_is_away(const struct table *table, unsigned player);
/* Records a vote that was cast at another server. */
void votes_on_remote_next(struct table *table, uint32_t seat, carom_ms now);
/* Votes for the next round: how many there are, and how many are needed. */
struct votes {
    unsigned count;
    unsigned needed;
};
/* Records a seat's vote for the next round. */
struct votes votes_for_next(struct table *table, uint32_t seat, carom_ms now);
/* The votes for the next round as a frame for a new session, to be released by the caller; NULL: there are none. */
struct shared_buffer *votes_message(const struct table *table, carom_ms now);

/* ---- latency.c ---- */

/* A command or request that runs later. The creator owns the memory; `run` or, if it never runs, `drop` returns it. */
struct deferred {
    struct deferred *next;
    carom_ms sent_at;
    carom_ms received_at;
    void (*run)(struct table *table, struct deferred *deferred);
    void (*cancel)(struct deferred *deferred);
};

/* By how much a bid of this session counts as made before it arrived; 0 where there is no credit. */
carom_ms latency_session_credit(const struct table *table, const struct session *session);
/* The largest credit among the players present. */
carom_ms latency_max_credit(const struct table *table);
/* Must a command with this credit wait, because an earlier bid may still arrive? */
bool latency_must_wait(const struct table *table, carom_ms credit);
void deferred_add_by_time(struct table *table, struct deferred *deferred, carom_ms now);
void deferred_run_due(struct table *table, carom_ms now);
bool deferred_deadline(const struct table *table, carom_ms *at);
void deferred_cancel_all(struct table *table);

/* ---- read_thread.c ---- */

/* `work` runs on the thread, `done` on the loop afterwards; with a file both run at once. */
typedef void read_thread_work(struct store *store, void *context);
typedef void read_thread_done(void *context);
void read_async(struct tables *tables, read_thread_work *work, read_thread_done *done, void *context);
/* A thread that reads from a store, which nobody else may use meanwhile. */
struct read_thread *read_thread_start(uv_loop_t *loop, struct store *store);
/* `flow`: the client that asks, flows take turns; 0: the server itself, which goes first. */
void read_thread_run(struct read_thread *reader, uint64_t flow, read_thread_work *work, read_thread_done *done,
                     void *context);
/* What waits is given back without its work: `done` has to notice that. */
void read_thread_cancel(struct read_thread *reader);
/* Finishes what was requested, then ends the thread. */
void read_thread_stop(struct read_thread *reader);

/* ---- replication.c: shared stores ---- */

/* Call several times a second with a shared store: keeps tables up to date. */
void replication_tick(struct tables *tables, carom_ms now);
/* A client has already seen this event, perhaps at another server. True if our copy is older: it is being reloaded, and
 * the request should wait. */
bool table_ensure_seq(struct tables *tables, const char *code, uint32_t game, uint32_t seq);

/* ---- deferred.c ---- */

/* Runs something when the table is up to date (`drop`: it cannot be read). False: too many requests wait already. */
bool deferred_add_until_loaded(struct table *table, struct deferred *deferred);

/* ---- round_result.c: the solver's result of a round ---- */

/* Is a round in progress, so that its result must not be sent? */
bool round_is_running(const struct table *table);
/* The solver's result for the current round, or NULL. */
const struct solve_result *round_result(const struct table *table);
/* The flow that pays for solving a round (fair queueing of jobs). */
uint64_t rounds_asker(const struct table *table);

#endif
