/*
 * The store: what outlives the process. It has tables, their games as event logs, the hashes of seat tokens, and
 * records: small JSON texts for everything that is not a game at a table, such as results of daily puzzles and circles.
 *
 * The interface is narrow, so that an embedded file and a networked database can implement it: one way to write (a
 * batch as one transaction, durable when the call returns), and a few ways to read committed data.
 * docs/reference/store.md has the schema, the guarantees, and operation.
 *
 * Threads: one thread writes and one reads, each calling only its own half. In a shared store a third one listens. No
 * call leaves a lock or transaction behind, so a reader that continues in a later loop iteration blocks nobody.
 */
#ifndef STORE_H
#define STORE_H

#include <carom/error.h>
#include <carom/types.h>

#define STORE_CODE_SIZE 16     /* with a NUL */
#define STORE_PLAYER_SIZE 33   /* with a NUL */
#define STORE_HASH_SIZE 32     /* hash of a seat token */
#define STORE_OPTIONS_SIZE 256 /* JSON text, with a NUL */
#define STORE_EVENT_MAX 65536  /* bytes of an event's text */
#define STORE_ERROR_SIZE 256

/* A table without its events. */
struct store_table {
    int64_t id; /* chosen by the caller, from 1, never reused; rising ids keep a table's events together on disk */
    char code[STORE_CODE_SIZE];
    carom_ms created;
    uint32_t game; /* number of the current game, from 1 */
    bool over;     /* the current game has ended */
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

/* ---- records (records.c) ---- */

#define STORE_KEY_SIZE 65      /* of an owner or a key, with a NUL: printable ASCII without `,` and `~`, not empty */
#define STORE_RECORD_MAX 16384 /* bytes of a record's body */

/* What a record is about. The owner is the partition that is read together, the key the place in it. */
enum store_record_kind {
    STORE_CIRCLES = 1,        /* owner: a circle's code; key "circle" */
    STORE_MEMBERS = 2,        /* owner: a circle's code; key: the member's id */
    STORE_RESULTS = 3,        /* owner: a daily puzzle, `2026-11-18/easy`; key: a device */
    STORE_DEVICE_RESULTS = 4, /* owner: a device; key: a daily puzzle */
    STORE_MATCHES = 5,        /* owner: a circle's code; key: the match's number */
    STORE_MATCH_RESULTS = 6,  /* owner: a match, `CODE-1`; key: an entry, `member/0001` */
};
#define STORE_RECORD_KINDS 7 /* the largest, plus 1 */

struct store_record {
    enum store_record_kind kind;
    const char *owner;
    const char *key;
    const char *body; /* JSON text, NUL-terminated */
};

/* Which records to read: those of the owners with after < key < before, of each owner in order of key. */
struct store_range {
    enum store_record_kind kind;
    const char *const *owners;
    size_t owner_count;
    const char *after;  /* NULL: from the first */
    const char *before; /* NULL: to the last */
    unsigned limit;     /* of all records together; 0: none */
};

/* Return false to stop, which is not a failure. */
typedef bool store_record_visitor(void *context, const struct store_record *record);

/* The group of an owner: in a batch, its writes succeed or fail together, as those of a table do. Negative, so that it
 * is no table's id. */
int64_t store_record_group(const char *owner);

/* ---- batches of writes ---- */

enum store_write_kind {
    STORE_WRITE_TABLE,         /* inserts a table, or updates game, over and options; code and created never change */
    STORE_WRITE_EVENT,         /* appends an event to a game's log */
    STORE_WRITE_REWRITE_EVENT, /* replaces the text of an existing event; does nothing if it does not exist */
    STORE_WRITE_SEAT,          /* inserts a seat with its token hash */
    STORE_WRITE_DELETE_SEAT,   /* deletes a seat */
    STORE_WRITE_DELETE_TABLE,  /* deletes a table with its seats and games */
    STORE_WRITE_NOTIFY,        /* stores nothing: a message to the other servers that have the table in memory */
    STORE_WRITE_INSERT_RECORD, /* rejected if it exists */
    STORE_WRITE_SWAP_RECORD,   /* replaces the body of a record; rejected if it is not what is expected */
    STORE_WRITE_REMOVE_RECORD,
    STORE_WRITE_REMOVE_OWNER, /* removes all records of an owner, of one kind */
};

struct store_write {
    enum store_write_kind kind;
    int64_t table;  /* or, of a record, its group */
    uint32_t game;  /* event: from 1 */
    uint32_t seq;   /* event: from 1 */
    uint32_t epoch; /* event: epoch of the table on which it was decided */
    size_t text;    /* offset of its data in `bytes`: event text, struct store_table or struct store_seat */
    size_t length;
};

/* A list of writes, in order. Owns its memory. Zero it before first use; free it with store_batch_destroy. */
struct store_batch {
    struct store_write *items;
    size_t count;
    size_t capacity;
    char *bytes;
    size_t length;
    size_t size;
};

/* Append a write. False only if out of memory; the batch is then unchanged. */
bool store_batch_table(struct store_batch *batch, const struct store_table *table);
bool store_batch_event(struct store_batch *batch, int64_t table, uint32_t game, uint32_t seq, const char *text,
                       size_t length);
/* Appends an event of the table's current game, decided on this state of the table. */
bool store_batch_event_at_epoch(struct store_batch *batch, const struct store_table *facts, uint32_t seq,
                                const char *text, size_t length);
bool store_batch_rewrite_event(struct store_batch *batch, int64_t table, uint32_t game, uint32_t seq, const char *text,
                               size_t length);
bool store_batch_seat(struct store_batch *batch, int64_t table, const struct store_seat *seat);
bool store_batch_delete_seat(struct store_batch *batch, int64_t table, const char *player);
bool store_batch_delete_table(struct store_batch *batch, int64_t table);
/* Longer messages are dropped. */
#define STORE_NOTIFY_MAX 2000
bool store_batch_notify(struct store_batch *batch, int64_t table, const char *text, size_t length);
/* Writes of records. `group` is that of the owner on whose records the decision was made; one request may write
 * records of several owners in one group. */
bool store_batch_insert_record(struct store_batch *batch, int64_t group, const struct store_record *record);
/* `expected`: the body on which the new one was decided. */
bool store_batch_swap_record(struct store_batch *batch, int64_t group, const struct store_record *record,
                             const char *expected);
bool store_batch_remove_record(struct store_batch *batch, int64_t group, enum store_record_kind kind, const char *owner,
                               const char *key);
bool store_batch_remove_owner(struct store_batch *batch, int64_t group, enum store_record_kind kind, const char *owner);
/* Empties the batch and keeps its memory, up to a limit; _destroy frees it. */
void store_batch_clear(struct store_batch *batch);
void store_batch_destroy(struct store_batch *batch);

/* ---- rejected writes ---- */

enum store_reject_reason {
    STORE_REJECT_CONFLICT, /* it exists already: another server was first, or the code is taken */
    STORE_REJECT_NO_TABLE, /* the table does not exist (any more) */
    STORE_REJECT_GAP,      /* the event before the first one is missing */
    STORE_REJECT_RANGE,    /* a number or text out of range: a bug of the caller */
};
#define STORE_REJECT_REASONS 4

struct store_failure {
    int64_t table;
    enum store_reject_reason reason;
};

/* Tables and groups whose writes were rejected. Owns its memory. Zero it before first use. */
struct store_failures {
    struct store_failure *items; /* sorted by table */
    size_t count;
    size_t capacity;
};

void store_failures_destroy(struct store_failures *failures);
/* Name for logs: conflict, gone, gap, range. */
const char *store_reject_name(enum store_reject_reason reason);

/* ---- the store ---- */

enum store_lookup {
    STORE_FOUND,
    STORE_NOT_FOUND,
    STORE_FAILED, /* the store did not answer */
};

/* A range of a game's log. A limit of 0 means none; at least one event is returned, however long it is. */
struct store_page {
    int64_t table;
    uint32_t game;
    uint32_t from; /* first seq wanted */
    uint32_t to;   /* last seq wanted; UINT32_MAX: up to the end */
    uint32_t events;
    size_t bytes;  /* limit for the total size of the texts */
    uint32_t next; /* result: the seq to continue from; 0: no more */
};

/* Space used and available. -1: unknown. */
struct store_space {
    int64_t data;   /* bytes of all data files */
    int64_t unused; /* bytes of them that are free for new data */
    int64_t free;   /* bytes free on the disk */
};

enum store_purge_result {
    STORE_PURGE_DONE, /* nothing left to do */
    STORE_PURGE_MORE, /* call again when convenient */
    STORE_PURGE_FAILED,
};

/* A change made by another server: events up to `seq`, or (seq 0) another change of the table, or a message. */
struct store_notification {
    uint64_t node; /* id of the server; its order means nothing */
    int64_t table;
    uint32_t game;
    uint32_t seq;
    const char *payload; /* NULL: none */
    size_t length;
};
typedef void store_notification_visitor(void *context, const struct store_notification *notification);

enum store_listen_result {
    STORE_LISTEN_OK,           /* delivered all notifications, possibly none */
    STORE_LISTEN_DISCONNECTED, /* not connected; the next call tries again */
    STORE_LISTEN_RECONNECTED,  /* reconnected: notifications sent meanwhile are lost, so poll */
};

/* Receives a table as stored, and the length of its log. */
typedef void store_version_visitor(void *context, const struct store_table *table, uint32_t seq);

/* Return false to stop, which is not a failure. */
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
    bool (*records)(struct store *store, const struct store_range *range, store_record_visitor *visit, void *context);
    enum store_lookup (*next_owner)(struct store *store, enum store_record_kind kind, char owner[STORE_KEY_SIZE]);
    int64_t (*record_count)(struct store *store, enum store_record_kind kind);
    bool (*space)(struct store *store, struct store_space *space);
    bool (*check_integrity)(struct store *store, char fault[STORE_ERROR_SIZE]);

    /* Only in shared stores; NULL elsewhere. */
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
    const struct store_ops *ops; /* first member of every backend's struct */
    bool shared;                 /* other servers may write at the same time: the last five of `ops` are set */
};

/* Opens a store by name: a file (SQLite), created if necessary and locked to this process, or a database
 * `postgresql://...`, which other servers may share. Migrates older schemas. NULL: not usable, and `fault` has a
 * sentence, English and mostly from errors.c. Close it with store_close. */
struct store *store_open(const char *name, char fault[STORE_ERROR_SIZE]);
/* Opens a read-only snapshot, even while others write, and changes nothing. It has no writing half. */
struct store *store_open_readonly(const char *name, char fault[STORE_ERROR_SIZE]);
bool store_is_postgres(const char *name);
/* Open one kind of store. */
struct store *store_open_sqlite(const char *path, char fault[STORE_ERROR_SIZE]);
struct store *store_open_sqlite_readonly(const char *path, char fault[STORE_ERROR_SIZE]);
/* Opens a file that this process has open already, for another thread that reads: it sees each commit at once. */
struct store *store_open_sqlite_reader(const char *path, char fault[STORE_ERROR_SIZE]);
struct store *store_open_postgres(const char *name, char fault[STORE_ERROR_SIZE]);
struct store *store_open_postgres_readonly(const char *name, char fault[STORE_ERROR_SIZE]);
/* Opens a database for one of several servers: no call waits longer than STORE_TIMEOUT_MS for an answer (a batch
 * that timed out may or may not have been committed), reads see the latest data, and there is a listening half. */
#define STORE_TIMEOUT_MS 3000
struct store *store_open_postgres_shared(const char *name, char fault[STORE_ERROR_SIZE]);
/* Is the database not up yet: starting, or not reachable within 2 s? False: waiting will not help. */
bool store_postgres_away(const char *name);
/* Copies a file as a snapshot, even while others write. `copy` must not exist; it does afterwards only if all
 * went well. */
bool store_sqlite_backup(const char *path, const char *copy, char fault[STORE_ERROR_SIZE]);
/* Replaces the data with a backup, atomically; no process may have the data open. The file gets the owner of the old
 * data, or else of the folder, so that root can restore for a server. The old data (`*replaced`) are kept as
 * PATH-replaced, replacing an older one. */
#define STORE_REPLACED "-replaced"
bool store_sqlite_restore(const char *copy, const char *path, bool *replaced, char fault[STORE_ERROR_SIZE]);

static inline void store_close(struct store *store)
{
    store->ops->close(store);
}

/* ---- the writing half ---- */

/* Writes the batch as one transaction, on disk when it returns true. False: nothing was written. */
static inline bool store_append(struct store *store, const struct store_batch *batch)
{
    return store->ops->append(store, batch, NULL);
}
/* Writes the batch as one transaction, but leaves out tables whose writes are rejected: nothing of such a table is
 * written, and it is listed in `failures` (cleared first). The caller must discard its copy of the table and read it
 * again. False: the store failed, and nothing was written. */
static inline bool store_append_partial(struct store *store, const struct store_batch *batch,
                                        struct store_failures *failures)
{
    return store->ops->append(store, batch, failures);
}
/* Deletes the remains of deleted tables, at most `rows` events per call, and then returns free space to the disk in
 * steps. 500 events take a few milliseconds and one sync. */
static inline enum store_purge_result store_purge(struct store *store, unsigned rows)
{
    return store->ops->purge(store, rows);
}
/* A sentence about the last failure of the writing half. */
static inline const char *store_last_error(struct store *store)
{
    return store->ops->last_error(store);
}

/* ---- the reading half ---- */

static inline enum store_lookup store_find(struct store *store, const char *code, struct store_table *table)
{
    return store->ops->find(store, code, table);
}
/* Lists tables in order of id, at most `most` of those after `after` (0: from the beginning). A damaged row has game
 * 0. */
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
/* Reads all events of a game with from <= seq <= to. */
static inline bool store_events(struct store *store, int64_t table, uint32_t game, uint32_t from, uint32_t to,
                                store_event_visitor *visit, void *context)
{
    struct store_page page = {.table = table, .game = game, .from = from, .to = to};
    return store->ops->page(store, &page, visit, context);
}
/* Reads the last event of the last game, if there is one. */
static inline bool store_last(struct store *store, int64_t table, store_event_visitor *visit, void *context)
{
    return store->ops->last(store, table, visit, context);
}
static inline bool store_seats(struct store *store, int64_t table, store_seat_visitor *visit, void *context)
{
    return store->ops->seats(store, table, visit, context);
}
/* Reads records. False: the store failed. */
static inline bool store_records(struct store *store, const struct store_range *range, store_record_visitor *visit,
                                 void *context)
{
    return store->ops->records(store, range, visit, context);
}
/* Finds the next owner of records of a kind, in order of bytes; begin with "". */
static inline enum store_lookup store_next_owner(struct store *store, enum store_record_kind kind,
                                                 char owner[STORE_KEY_SIZE])
{
    return store->ops->next_owner(store, kind, owner);
}
/* Counts the records of a kind, which takes time in proportion; -1: the store failed. */
static inline int64_t store_record_count(struct store *store, enum store_record_kind kind)
{
    return store->ops->record_count(store, kind);
}
/* Takes microseconds. For metrics, and for the limit below which no new tables are accepted. */
static inline bool store_space(struct store *store, struct store_space *space)
{
    return store->ops->space(store, space);
}

/* ---- shared stores ---- */

static inline bool store_is_shared(const struct store *store)
{
    return store->shared;
}
/* Listening half, for a thread of its own: waits up to `ms` milliseconds for notifications from other servers. */
static inline enum store_listen_result store_listen(struct store *store, unsigned ms, store_notification_visitor *visit,
                                                    void *context)
{
    return store->ops->listen(store, ms, visit, context);
}
/* Reading half: reports those of the tables that exist. */
static inline bool store_poll_versions(struct store *store, const int64_t *ids, size_t count,
                                       store_version_visitor *visit, void *context)
{
    return store->ops->poll_versions(store, ids, count, visit, context);
}
/* Reading half: the database's clock, which all servers share. */
static inline bool store_time(struct store *store, carom_ms *now)
{
    return store->ops->time(store, now);
}

/* The id this server sends with its own notifications, so that it can skip them. */
static inline uint64_t store_server_id(struct store *store)
{
    return store->ops->server_id(store);
}

/* A table with its seats and the events of its game, read in one snapshot (load_table.c). Owns its memory. */
struct store_table_data {
    struct store_table row;
    struct store_seat *seats;
    size_t seat_count;
    size_t seat_capacity;
    uint32_t from;      /* first event read */
    uint32_t next;      /* seq after the last event read */
    size_t *event_ends; /* [i]: end offset of event from + i */
    size_t end_capacity;
    char *bytes;
    size_t length;
    size_t capacity;
};
/* Reading half: loads a table. Events start at `from` if the table is still at that game, otherwise all events of
 * its current game are loaded. */
enum store_lookup store_load_table(struct store *store, const char *code, uint32_t game, uint32_t from,
                                   struct store_table_data *data);
/* Reading half: loads only a page of events and sets page->next. */
bool store_load_events(struct store *store, struct store_page *page, struct store_table_data *data);
/* The text of an event: from <= seq < next. */
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
    carom_ms idle_before;     /* expired if the last event is older than this ... */
    carom_ms unplayed_before; /* ... or older than this, if no game was ever started */
    unsigned batch;           /* tables to examine per call */
    int64_t after;            /* id to continue after; 0: start again from the beginning */
};
bool store_find_expired(struct store *store, struct store_expiry *expiry, store_table_visitor *visit, void *context);

/* ---- whole stores (verify.c, copy.c): reading half; for `carom store` ---- */

enum store_defect_kind {
    STORE_DEFECT_FACTS,  /* invalid table row, options or seats */
    STORE_DEFECT_EMPTY,  /* a game without events */
    STORE_DEFECT_GAP,    /* an event is missing or unreadable */
    STORE_DEFECT_EVENT,  /* an event does not follow from those before; `fault` says why */
    STORE_DEFECT_OVER,   /* the row and the log disagree on whether the game is over */
    STORE_DEFECT_EXTRA,  /* events of a game after the current one */
    STORE_DEFECT_RECORD, /* a record that is not a JSON object: `table.code` begins its owner, `game` is its kind */
};
#define STORE_DEFECTS 7

/* The first defect found in a table. */
struct store_defect {
    enum store_defect_kind kind;
    struct store_table table;
    uint32_t game;
    uint32_t seq; /* its event; 0: none in particular */
    struct carom_error error;
};
typedef void store_defect_visitor(void *context, const struct store_defect *defect);

struct store_totals {
    uint64_t tables;
    uint64_t games;
    uint64_t events;
    uint64_t seats;
    uint64_t records;
    uint64_t defective; /* number of defective tables and records */
};

/* A sentence for people. */
const char *store_defect_sentence(enum store_defect_kind kind);
/* Replays every game of every table, with the referee deciding each event again. False: the store failed. */
bool store_verify(struct store *store, struct store_totals *totals, store_defect_visitor *visit, void *context);
/* Is the database intact, without rows that belong to no table? False: `fault` says what is wrong. */
static inline bool store_check_integrity(struct store *store, char fault[STORE_ERROR_SIZE])
{
    return store->ops->check_integrity(store, fault);
}
/* Copies everything into an empty store and compares both byte for byte. False: `fault` has a sentence; what was
 * copied so far stays. */
bool store_copy(struct store *from, struct store *to, struct store_totals *totals, char fault[STORE_ERROR_SIZE]);

#endif
