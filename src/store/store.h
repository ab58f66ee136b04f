/*
 * The store: what outlives the process. Tables, their games as logs of events, and the hashes of the seats' tokens.
 *
 * The interface is narrow on purpose, so that an embedded file and a database on the network can stand behind it: one
 * way to write (a list of writes as one transaction, durable when it returns), and a few ways to read what has been
 * committed.
 *
 * Threads. A store has two users at a time: one thread that writes, one that reads; each calls only its own half. No
 * call of either half leaves anything locked or open when it returns.
 */
#ifndef STORE_H
#define STORE_H

#include <carom/types.h>

#define STORE_CODE_SIZE 16     /* a table's code and a NUL */
#define STORE_PLAYER_SIZE 33   /* a player's id and a NUL */
#define STORE_HASH_SIZE 32     /* of a seat's token */
#define STORE_OPTIONS_SIZE 256 /* a table's options as JSON text, and a NUL */
#define STORE_EVENT_MAX 65536  /* bytes of an event's text */
#define STORE_FAULT_SIZE 256

/* What is known of a table without its events. */
struct store_table {
    int64_t id; /* chosen by the caller, from 1, never used again; rising ids keep a table's events together on disk */
    char code[STORE_CODE_SIZE];
    carom_ms created;
    uint32_t game; /* the current one, from 1 */
    bool over;     /* ... has ended */
    char options[STORE_OPTIONS_SIZE];
};

struct store_seat {
    char player[STORE_PLAYER_SIZE];
    uint8_t hash[STORE_HASH_SIZE];
};

/* ---- a list of writes ---- */

enum store_write_kind {
    STORE_WRITE_TABLE,  /* a new table, or new facts about one: game, over, options; code and created never change */
    STORE_WRITE_EVENT,  /* one event at the end of a game's log */
    STORE_WRITE_SEAT,   /* a player's token hash */
    STORE_WRITE_UNSEAT, /* forgets it */
};

struct store_write {
    enum store_write_kind kind;
    int64_t table;
    uint32_t game; /* event: from 1 */
    uint32_t seq;  /* event: from 1 */
    size_t text;   /* where its bytes begin in the list's `bytes`: event text, struct store_table, struct store_seat */
    size_t length;
};

/* A list of writes, in order. Zero it before the first use; what it holds belongs to it. */
struct store_writes {
    struct store_write *items;
    size_t count;
    size_t room;
    char *bytes;
    size_t length;
    size_t size;
};

/* Each false only if there is no memory; the list is then unchanged. */
bool store_writes_table(struct store_writes *writes, const struct store_table *table);
bool store_writes_event(struct store_writes *writes, int64_t table, uint32_t game, uint32_t seq, const char *text,
                        size_t length);
bool store_writes_seat(struct store_writes *writes, int64_t table, const struct store_seat *seat);
bool store_writes_unseat(struct store_writes *writes, int64_t table, const char *player);
/* Empties the list and keeps its memory for the next one (up to a bound); _done gives it back. */
void store_writes_clear(struct store_writes *writes);
void store_writes_done(struct store_writes *writes);

/* ---- tables whose writes failed ---- */

enum store_why {
    STORE_WHY_CONFLICT, /* what it adds is there already: somebody else was first, or has this code */
    STORE_WHY_GONE,     /* there is no such table, or not any more */
    STORE_WHY_GAP,      /* the event before its first one is not there */
    STORE_WHY_RANGE,    /* a number or a text that no table can have: a mistake of the caller's */
};
#define STORE_WHYS 4

struct store_failure {
    int64_t table;
    enum store_why why;
};

/* Zero it before the first use; what it holds belongs to it. */
struct store_failures {
    struct store_failure *items; /* in order of their tables */
    size_t count;
    size_t room;
};

void store_failures_done(struct store_failures *failures);
/* A word for logs: conflict, gone, gap, range. */
const char *store_why_name(enum store_why why);

/* ---- the store ---- */

enum store_found {
    STORE_FOUND,
    STORE_NONE,
    STORE_FAILED, /* the store did not answer */
};

/* Each returns false to stop; that is no failure. */
typedef bool store_event_visitor(void *context, uint32_t seq, const char *text, size_t length);
typedef void store_seat_visitor(void *context, const struct store_seat *seat);
typedef bool store_table_visitor(void *context, const struct store_table *table);

struct store;
struct store_ops {
    bool (*append)(struct store *store, const struct store_writes *writes, struct store_failures *failures);
    enum store_found (*find)(struct store *store, const char *code, struct store_table *table);
    bool (*events)(struct store *store, int64_t table, uint32_t game, uint32_t from, uint32_t to,
                   store_event_visitor *visit, void *context);
    bool (*seats)(struct store *store, int64_t table, store_seat_visitor *visit, void *context);
    bool (*list)(struct store *store, int64_t after, store_table_visitor *visit, void *context);
    void (*close)(struct store *store);
    const char *(*fault)(struct store *store);
};
struct store {
    const struct store_ops *ops; /* the first member of every kind of store */
};

/* Opens or creates the file (SQLite). NULL: it cannot be used, and `fault` has a sentence why. */
struct store *store_sqlite_open(const char *path, char fault[STORE_FAULT_SIZE]);

/* The writing half.
 *
 * All writes as one transaction, on the disk when it returns true. False: none of them happened. */
static inline bool store_append(struct store *store, const struct store_writes *writes)
{
    return store->ops->append(store, writes, NULL);
}
/* The same, but a table whose writes cannot be does not take the others with it: none of *its* writes happened, and it
 * is in `failures` (emptied first). What the caller has decided about such a table since it was read is void: it has to
 * be forgotten and read again. False: the store failed, and nothing happened. */
static inline bool store_append_each(struct store *store, const struct store_writes *writes,
                                     struct store_failures *failures)
{
    return store->ops->append(store, writes, failures);
}
/* Words about the last failure of these. */
static inline const char *store_fault(struct store *store)
{
    return store->ops->fault(store);
}

/* The reading half. */
static inline enum store_found store_find(struct store *store, const char *code, struct store_table *table)
{
    return store->ops->find(store, code, table);
}
/* The events of a game with from <= seq <= to, in order. False: the store failed, or there was a gap. */
static inline bool store_events(struct store *store, int64_t table, uint32_t game, uint32_t from, uint32_t to,
                                store_event_visitor *visit, void *context)
{
    return store->ops->events(store, table, game, from, to, visit, context);
}
static inline bool store_seats(struct store *store, int64_t table, store_seat_visitor *visit, void *context)
{
    return store->ops->seats(store, table, visit, context);
}
/* Tables in order of their ids, those after `after`. */
static inline bool store_list(struct store *store, int64_t after, store_table_visitor *visit, void *context)
{
    return store->ops->list(store, after, visit, context);
}

static inline void store_close(struct store *store)
{
    store->ops->close(store);
}

#endif
