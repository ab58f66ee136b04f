/*
 * The store: what outlives the process. Tables, their games as logs of events, and the hashes of the seats' tokens.
 *
 * The interface is narrow on purpose, so that an embedded file and a database on the network can stand behind it: one
 * way to write (a list of writes as one transaction, durable when it returns), and a few ways to read what has been
 * committed. docs/store.md has the tables, what is promised, and how to run it.
 *
 * Threads. A store has two users at a time: one thread that writes, one that reads; each calls only its own half. Data
 * that several servers share have a third one, who listens. No call of either half leaves anything locked or open when
 * it returns, so a reader who goes on in a later turn of its loop keeps nobody waiting.
 */
#ifndef STORE_H
#define STORE_H

#include <carom/error.h>
#include <carom/types.h>

#define STORE_CODE_SIZE 16     /* a table's code and a NUL */
#define STORE_PLAYER_SIZE 33   /* a player's id and a NUL */
#define STORE_HASH_SIZE 32     /* of a seat's token */
#define STORE_OPTIONS_SIZE 256 /* a table's options as JSON text, and a NUL */
#define STORE_EVENT_MAX 65536  /* bytes of an event's text */
#define STORE_ERROR_SIZE 256

/* What is known of a table without its events. */
struct store_table {
    int64_t id; /* chosen by the caller, from 1, never used again; rising ids keep a table's events together on disk */
    char code[STORE_CODE_SIZE];
    carom_ms created;
    uint32_t game; /* the current one, from 1 */
    bool over;     /* ... has ended */
    char options[STORE_OPTIONS_SIZE];
    /* Fencing epoch, shared stores only: a write that carries an older epoch is rejected. Raised by admin actions and
     * by rewriting events, which `rewrites` counts. */
    uint32_t epoch;
    uint32_t rewrites;
};

struct store_seat {
    char player[STORE_PLAYER_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
};

/* ---- a list of writes ---- */

enum store_write_kind {
    STORE_WRITE_TABLE, /* a new table, or new facts about one: game, over, options; code and created never change */
    STORE_WRITE_EVENT, /* one event at the end of a game's log */
    STORE_WRITE_REWRITE_EVENT, /* other words for an event that is there; one that is not stays away */
    STORE_WRITE_SEAT,          /* a player's token hash */
    STORE_WRITE_DELETE_SEAT,   /* forgets it */
    STORE_WRITE_DELETE_TABLE,  /* forgets the table, its seats and its games */
    STORE_WRITE_NOTIFY,        /* kept nowhere: words for the other servers that have the table in memory */
};

struct store_write {
    enum store_write_kind kind;
    int64_t table;
    uint32_t game;  /* event: from 1 */
    uint32_t seq;   /* event: from 1 */
    uint32_t epoch; /* event: of the table that it was decided about */
    size_t text;    /* where its bytes begin in the list's `bytes`: event text, struct store_table, struct store_seat */
    size_t length;
};

/* A list of writes, in order. Zero it before the first use; what it holds belongs to it. */
struct store_batch {
    struct store_write *items;
    size_t count;
    size_t capacity;
    char *bytes;
    size_t length;
    size_t size;
};

/* Each false only if there is no memory; the list is then unchanged. */
bool store_batch_table(struct store_batch *batch, const struct store_table *table);
bool store_batch_event(struct store_batch *batch, int64_t table, uint32_t game, uint32_t seq, const char *text,
                       size_t length);
/* An event of the table's current game that was decided by who knew these facts. */
bool store_batch_event_at_epoch(struct store_batch *batch, const struct store_table *facts, uint32_t seq,
                                const char *text, size_t length);
bool store_batch_rewrite_event(struct store_batch *batch, int64_t table, uint32_t game, uint32_t seq, const char *text,
                               size_t length);
bool store_batch_seat(struct store_batch *batch, int64_t table, const struct store_seat *seat);
bool store_batch_delete_seat(struct store_batch *batch, int64_t table, const char *player);
bool store_batch_delete_table(struct store_batch *batch, int64_t table);
/* At most STORE_NOTIFY_MAX bytes; what is longer is left out. */
#define STORE_NOTIFY_MAX 2000
bool store_batch_notify(struct store_batch *batch, int64_t table, const char *text, size_t length);
/* Empties the list and keeps its memory for the next one (up to a bound); _done gives it back. */
void store_batch_clear(struct store_batch *batch);
void store_batch_destroy(struct store_batch *batch);

/* ---- tables whose writes failed ---- */

enum store_reject_reason {
    STORE_REJECT_CONFLICT, /* what it adds is there already: somebody else was first, or has this code */
    STORE_REJECT_NO_TABLE, /* there is no such table, or not any more */
    STORE_REJECT_GAP,      /* the event before its first one is not there */
    STORE_REJECT_RANGE,    /* a number or a text that no table can have: a mistake of the caller's */
};
#define STORE_REJECT_REASONS 4

struct store_failure {
    int64_t table;
    enum store_reject_reason reason;
};

/* Zero it before the first use; what it holds belongs to it. */
struct store_failures {
    struct store_failure *items; /* in order of their tables */
    size_t count;
    size_t capacity;
};

void store_failures_destroy(struct store_failures *failures);
/* A word for logs: conflict, gone, gap, range. */
const char *store_reject_name(enum store_reject_reason reason);

/* ---- the store ---- */

enum store_lookup {
    STORE_FOUND,
    STORE_NOT_FOUND,
    STORE_FAILED, /* the store did not answer */
};

/* A part of a game's log. Bounds of 0 are none; one event is always given, however long it is. */
struct store_page {
    int64_t table;
    uint32_t game;
    uint32_t from; /* the first seq that is wanted ... */
    uint32_t to;   /* ... and the last; UINT32_MAX: up to the end */
    uint32_t events;
    size_t bytes;  /* of their texts */
    uint32_t next; /* set: the seq to go on from; 0: there are no more */
};

/* What is kept, and how much room there is. -1: that is not known. */
struct store_space {
    int64_t data;   /* bytes that the data take, all files together */
    int64_t unused; /* ... of them, free for new data */
    int64_t free;   /* bytes that may still be written to the disk */
};

enum store_purge_result {
    STORE_PURGE_DONE, /* there was nothing (left) to do */
    STORE_PURGE_MORE, /* call it again, when it suits */
    STORE_PURGE_FAILED,
};

/* What another server has written: events up to `seq`, or (0) something else about the table; or words for us. */
struct store_notification {
    uint64_t node; /* which server; rising numbers mean nothing */
    int64_t table;
    uint32_t game;
    uint32_t seq;
    const char *payload; /* NULL: none */
    size_t length;
};
typedef void store_notification_visitor(void *context, const struct store_notification *notification);

enum store_listen_result {
    STORE_LISTEN_OK,           /* what there was, perhaps nothing */
    STORE_LISTEN_DISCONNECTED, /* there is no connection; the next call tries again */
    STORE_LISTEN_RECONNECTED,  /* Reconnected: notifications sent meanwhile are lost, so poll. */
};

/* A table as the store has it, and how long its log is. */
typedef void store_version_visitor(void *context, const struct store_table *table, uint32_t seq);

/* Each returns false to stop; that is no failure. */
typedef bool store_event_visitor(void *context, uint32_t seq, const char *text, size_t length);
typedef void store_seat_visitor(void *context, const struct store_seat *seat);
typedef bool store_table_visitor(void *context, const struct store_table *table);

struct store;
struct store_ops {
    bool (*append)(struct store *store, const struct store_batch *batch, struct store_failures *failures);
    enum store_purge_result (*purge)(struct store *store, unsigned rows);
    const char *(*last_error)(struct store *store);

    enum store_lookup (*find)(struct store *store, const char *code, struct store_table *table);
    bool (*list)(struct store *store, int64_t after, unsigned most, store_table_visitor *visit, void *context);
    bool (*page)(struct store *store, struct store_page *page, store_event_visitor *visit, void *context);
    bool (*last)(struct store *store, int64_t table, store_event_visitor *visit, void *context);
    bool (*seats)(struct store *store, int64_t table, store_seat_visitor *visit, void *context);
    bool (*space)(struct store *store, struct store_space *space);
    bool (*check_integrity)(struct store *store, char fault[STORE_ERROR_SIZE]);

    /* Only where several servers share the data; NULL elsewhere. */
    enum store_listen_result (*listen)(struct store *store, unsigned ms, store_notification_visitor *visit,
                                       void *context);
    bool (*poll_versions)(struct store *store, const int64_t *ids, size_t count, store_version_visitor *visit,
                          void *context);
    bool (*snapshot)(struct store *store, bool begins);
    bool (*time)(struct store *store, carom_ms *now);
    uint64_t (*server_id)(struct store *store);

    void (*close)(struct store *store);
};
struct store {
    const struct store_ops *ops; /* the first member of every kind of store */
    bool shared;                 /* other servers may write to it at the same time: the last five of `ops` are there */
};

/* Opens the data of that name: a file (SQLite), which is made if there is none and belongs to this process alone, or a
 * database `postgresql://...`, which others may use at the same time. Older layouts are brought up to date. NULL: it
 * cannot be used, and `fault` has a sentence why, English and mostly one of those in errors.c. */
struct store *store_open(const char *name, char fault[STORE_ERROR_SIZE]);
/* Opens it for reading, as it is at this moment, whoever is writing to it, and without changing anything. Such a store
 * has no writing half. */
struct store *store_open_readonly(const char *name, char fault[STORE_ERROR_SIZE]);
bool store_is_postgres(const char *name);
/* The same for one kind. */
struct store *store_open_sqlite(const char *path, char fault[STORE_ERROR_SIZE]);
struct store *store_open_sqlite_readonly(const char *path, char fault[STORE_ERROR_SIZE]);
struct store *store_open_postgres(const char *name, char fault[STORE_ERROR_SIZE]);
struct store *store_open_postgres_readonly(const char *name, char fault[STORE_ERROR_SIZE]);
/* For one of several servers: no call waits for longer than STORE_TIMEOUT_MS for an answer (a list of writes that was
 * given up may have happened or not), reads see whatever was written last, and there is a listening half. */
#define STORE_TIMEOUT_MS 3000
struct store *store_open_postgres_shared(const char *name, char fault[STORE_ERROR_SIZE]);
/* Is the database not there yet: starting, or not reachable within 2 s? Anything else will not get better by waiting.
 */
bool store_postgres_away(const char *name);
/* Makes a copy of a file as it is at this moment, whoever is writing to it. There must be no file of that name; there
 * is one afterwards only if all went well. */
bool store_sqlite_backup(const char *path, const char *copy, char fault[STORE_ERROR_SIZE]);
/* Puts a backup in the place of the data, which no process may have open; complete or not at all. It belongs to whoever
 * owned the data, or else owns their folder, so root can do it for a server. What was there (`*replaced`) is kept as
 * PATH-replaced, in the place of what that had. */
#define STORE_REPLACED "-replaced"
bool store_sqlite_restore(const char *copy, const char *path, bool *replaced, char fault[STORE_ERROR_SIZE]);

static inline void store_close(struct store *store)
{
    store->ops->close(store);
}

/* ---- the writing half ---- */

/* All writes as one transaction, on the disk when it returns true. False: none of them happened. */
static inline bool store_append(struct store *store, const struct store_batch *batch)
{
    return store->ops->append(store, batch, NULL);
}
/* The same, but a table whose writes cannot be does not take the others with it: none of *its* writes happened, and it
 * is in `failures` (emptied first). What the caller has decided about such a table since it was read is void: it has to
 * be forgotten and read again. False: the store failed, and nothing happened. */
static inline bool store_append_partial(struct store *store, const struct store_batch *batch,
                                        struct store_failures *failures)
{
    return store->ops->append(store, batch, failures);
}
/* Removes what is left of dropped tables, at most so many events at a time, and then gives room back to the disk bit by
 * bit. 500 events take a few milliseconds and one wait for the disk. */
static inline enum store_purge_result store_purge(struct store *store, unsigned rows)
{
    return store->ops->purge(store, rows);
}
/* Words about the last failure of these. */
static inline const char *store_last_error(struct store *store)
{
    return store->ops->last_error(store);
}

/* ---- the reading half ---- */

static inline enum store_lookup store_find(struct store *store, const char *code, struct store_table *table)
{
    return store->ops->find(store, code, table);
}
/* Tables in order of their ids, at most so many of those after `after` (0: from the beginning). One whose row cannot be
 * has the game 0. */
static inline bool store_list(struct store *store, int64_t after, unsigned most, store_table_visitor *visit,
                              void *context)
{
    return store->ops->list(store, after, most, visit, context);
}
/* The events of a page, in order. False: the store failed, or there was a gap. For long logs and slow readers:
 *
 *     struct store_page page = {.table = id, .game = 2, .from = 1, .to = UINT32_MAX, .bytes = 65536};
 *     do                                         // each time in a turn of its own, when there is room for more
 *         good = store_page_read(store, &page, send, peer);
 *     while (good && (page.from = page.next) > 0);
 */
static inline bool store_page_read(struct store *store, struct store_page *page, store_event_visitor *visit,
                                   void *context)
{
    return store->ops->page(store, page, visit, context);
}
/* All of them at once: the events of a game with from <= seq <= to. */
static inline bool store_events(struct store *store, int64_t table, uint32_t game, uint32_t from, uint32_t to,
                                store_event_visitor *visit, void *context)
{
    struct store_page page = {.table = table, .game = game, .from = from, .to = to};
    return store->ops->page(store, &page, visit, context);
}
/* The last event of the last game, if there is any. */
static inline bool store_last(struct store *store, int64_t table, store_event_visitor *visit, void *context)
{
    return store->ops->last(store, table, visit, context);
}
static inline bool store_seats(struct store *store, int64_t table, store_seat_visitor *visit, void *context)
{
    return store->ops->seats(store, table, visit, context);
}
/* Some microseconds: for metrics, and for a mark below which no new tables are wanted. */
static inline bool store_space(struct store *store, struct store_space *space)
{
    return store->ops->space(store, space);
}

/* ---- data that several servers share ---- */

static inline bool store_is_shared(const struct store *store)
{
    return store->shared;
}
/* The listening half, for a thread of its own: waits for so long for what the others say. */
static inline enum store_listen_result store_listen(struct store *store, unsigned ms, store_notification_visitor *visit,
                                                    void *context)
{
    return store->ops->listen(store, ms, visit, context);
}
/* Those of the tables that are there; reading half. */
static inline bool store_poll_versions(struct store *store, const int64_t *ids, size_t count,
                                       store_version_visitor *visit, void *context)
{
    return store->ops->poll_versions(store, ids, count, visit, context);
}
/* The clock that all of them share; reading half. */
static inline bool store_time(struct store *store, carom_ms *now)
{
    return store->ops->time(store, now);
}

/* This server's own number among them: that of its news. */
static inline uint64_t store_server_id(struct store *store)
{
    return store->ops->server_id(store);
}

/* A table with its seats and the events of its game, all of one moment (load_table.c). */
struct store_table_data {
    struct store_table row;
    struct store_seat *seats;
    size_t seat_count;
    size_t seat_capacity;
    uint32_t from;      /* the first event that was read */
    uint32_t next;      /* the one behind the last */
    size_t *event_ends; /* of the events' texts */
    size_t end_capacity;
    char *bytes;
    size_t length;
    size_t capacity;
};
/* Events from `from` on if the table is still at that game, else all of the game it is at; reading half. */
enum store_lookup store_load_table(struct store *store, const char *code, uint32_t game, uint32_t from,
                                   struct store_table_data *data);
/* Only a page of events, with `page->next` set; reading half. */
bool store_load_events(struct store *store, struct store_page *page, struct store_table_data *data);
/* The text of an event in it: from <= seq < next. */
const char *store_table_data_event(const struct store_table_data *data, uint32_t seq, size_t *length);
void store_table_data_destroy(struct store_table_data *data);

/* ---- forgetting old tables (expire.c) ----
 *
 * Tables are forgotten in three steps, none of which keeps anybody waiting:
 *
 *   1. store_find_expired (reading half, from a timer) looks at a few tables each time and names those that are too
 * old;
 *   2. the caller leaves out those that it has in memory, and adds store_batch_delete_table for the others to its next
 * list: with that commit the table is gone (store_find, store_list), and a write that is still on its way to it fails
 *      alone, with STORE_REJECT_NO_TABLE;
 *   3. store_purge (writing half, whenever there is nothing to append) removes the rest and lets the file shrink.
 *
 *     static struct store_expiry sweep;           // every second or so; a round through all tables, then another
 *     sweep.idle_before = now - 90 * DAY;
 *     sweep.unplayed_before = now - DAY;
 *     sweep.most = 50;
 *     if (!store_find_expired(store, &sweep, drop_unless_in_memory, tables))
 *         ...                                    // the store failed; the next call goes on from there
 */
struct store_expiry {
    carom_ms idle_before;     /* tables are wanted whose last event is from before this, */
    carom_ms unplayed_before; /* ... or, if no game has ever begun there, before this */
    unsigned batch;           /* so many tables are looked at in one call */
    int64_t after;            /* where it goes on; 0: from the beginning, again */
};
bool store_find_expired(struct store *store, struct store_expiry *expiry, store_table_visitor *visit, void *context);

/* ---- whole stores (verify.c, copy.c): reading half; for `carom store` ---- */

enum store_defect_kind {
    STORE_DEFECT_FACTS, /* the table's row, its options or its seats cannot be */
    STORE_DEFECT_EMPTY, /* a game without events */
    STORE_DEFECT_GAP,   /* an event is missing or cannot be read */
    STORE_DEFECT_EVENT, /* an event does not follow from those before; `fault` says why */
    STORE_DEFECT_OVER,  /* the row says that the game is over and the log does not, or the other way round */
    STORE_DEFECT_EXTRA, /* events of a game after the current one */
};
#define STORE_DEFECTS 6

/* What is wrong with a table: the first thing found. */
struct store_defect {
    enum store_defect_kind kind;
    struct store_table table;
    uint32_t game;
    uint32_t seq; /* the event; 0: none in particular */
    struct carom_error error;
};
typedef void store_defect_visitor(void *context, const struct store_defect *defect);

struct store_totals {
    uint64_t tables;
    uint64_t games;
    uint64_t events;
    uint64_t seats;
    uint64_t defective; /* tables */
};

/* A sentence for people. */
const char *store_defect_sentence(enum store_defect_kind kind);
/* Replays every game of every table, each event decided again by the referee. False: the store failed. */
bool store_verify(struct store *store, struct store_totals *totals, store_defect_visitor *visit, void *context);
/* Is the database itself in order, and nothing in it without a table? False: `fault` says what is wrong. */
static inline bool store_check_integrity(struct store *store, char fault[STORE_ERROR_SIZE])
{
    return store->ops->check_integrity(store, fault);
}
/* Copies everything into an empty store, and compares both byte for byte. False: `fault` has a sentence; what has been
 * copied until then stays. */
bool store_copy(struct store *from, struct store *to, struct store_totals *totals, char fault[STORE_ERROR_SIZE]);

#endif
