/*
 * Shared results without a table: daily puzzles, circles, and matches over days. A device is known by a random number
 * of its own, of which only the hash is stored; a member of a circle proves it with a token.
 *
 * Everything is a record of the store (store.h). A request is an operation (operations.c): it loads the records of one
 * owner, decides on the loop, and is answered when its writes are on disk. Operations that write the records of one
 * owner run one after another; writes of other servers are detected by compare-and-swap, and the operation is repeated
 * (docs/reference/protocol.md).
 */
#ifndef SERVER_COMPANY_H
#define SERVER_COMPANY_H

#include "../jobs/jobs.h"
#include "../tables/tables.h"

#include <carom/daily.h>

/* ---- operations.c ---- */

#define COMPANY_OPS_MAX TEST_LIMIT(2000u, 50u) /* most operations in progress */
#define COMPANY_TRIES 5                        /* attempts of an operation, if another server was first each time */
#define COMPANY_OWNERS 256                     /* buckets of the hash table of owners with running operations */

struct company;
struct company_op;
struct owner_queue;
struct daily_op;
struct daily_puzzle;
struct erasing_people;
struct results_load;
struct retention;

/* The records that an operation has loaded. Owns its memory. */
struct record_list {
    struct record_place {
        enum store_record_kind kind;
        size_t owner, key, body; /* offsets in `bytes` */
    } * places;
    size_t count;
    size_t capacity;
    char *bytes;
    size_t length;
    size_t size;
};

/* An operation. Embed it as the first member of your own struct; `done` frees that. */
struct company_op {
    char owner[STORE_KEY_SIZE]; /* owner of the records that it reads and writes */
    /* Loads records with company_load, on the read thread (with a file: on the loop). False: the store failed. */
    bool (*load)(struct store *store, struct company_op *op);
    /* Decides on the loop, and writes records with company_insert, company_swap and company_remove. False: refused with
     * `error`, and nothing was written. May be NULL. Called again if another server was first. */
    bool (*decide)(struct company_op *op, carom_ms now);
    /* Called on the loop when the writes are on disk, or (`refused`) with the error. */
    void (*done)(struct company_op *op);
    bool reads_only; /* does not wait for other operations of its owner */
    uint64_t flow;   /* flow id of the client for fair queueing; 0: the server itself */
    /* What `load` has written with company_write; `done` frees it, or takes it over. */
    struct company_answer {
        char *bytes;
        size_t length;
    } answer;

    struct record_list records;
    bool has_matches; /* the circle's matches are among them */
    bool refused;
    struct api_error error;

    struct company *company; /* private to operations.c from here on */
    struct owner_queue *queue;
    struct company_op *next;
    unsigned tries;
    bool load_failed;
};

struct company {
    struct base *base;
    struct tables *tables;
    struct jobs *jobs;
    struct store *store;        /* a connection of its own for the read thread; NULL: records are read as tables are */
    struct read_thread *reader; /* the read thread of `store` */
    struct owner_queue *owners[COMPANY_OWNERS];
    unsigned op_count;
    uint8_t origin_key[16];            /* key of the hashes of addresses; lost when the process ends */
    struct daily_puzzle *puzzles;      /* puzzles in memory, the most recently used first */
    struct results_load *paging;       /* loads that read their next page of results in the next iteration */
    uv_idle_t loading;                 /* runs while there are such */
    struct erasing_people *erasures;   /* erasures that search their next circles in the next iteration */
    uv_idle_t erasing;                 /* runs while there are such */
    int64_t circles;                   /* number of circles in the store when last counted; -1: unknown */
    struct retention *retention;       /* the step of retention in progress; NULL: none */
    carom_ms retention_at;             /* when the next step of retention begins */
    char circle_after[STORE_KEY_SIZE]; /* the circle that retention checked last */
};

/* Takes over `store`: another connection to the file of the tables, for a thread that reads records. NULL: they are
 * read as tables are. */
void company_start(struct company *company, struct base *base, struct tables *tables, struct jobs *jobs,
                   struct store *store);
/* Ends the read thread. Call before tables_stop, when there are no more requests. */
void company_stop_reading(struct company *company);
/* Call after tables_stop and jobs_stop. */
void company_stop(struct company *company);
/* Call every second: deletes expired records, a few at a time. */
void company_sweep(struct company *company, carom_ms now);

/* Runs an operation. `done` may be called before this returns. */
void company_run(struct company *company, struct company_op *op);
/* Runs `work` on the read thread in a turn of `flow`, then `done` on the loop. While the server stops, `work` may be
 * skipped: `done` has to check. */
void company_read_async(struct company *company, uint64_t flow, read_thread_work *work, read_thread_done *done,
                        void *context);
/* Writes the answer on the read thread, so that long answers do not delay the loop; for `load`. */
void company_write(struct company_op *op, text_writer *write, const void *context);
/* Loads the records of a range; for `load`. */
bool company_load(struct store *store, struct company_op *op, const struct store_range *range);
/* Loads the records of one owner and kind; for `load`. */
bool company_load_owner(struct store *store, struct company_op *op, enum store_record_kind kind, const char *owner);
/* The body of a loaded record, or NULL. */
const char *company_find(const struct company_op *op, enum store_record_kind kind, const char *key);
/* Iterates over the loaded records of a kind; begin with *at = 0. False: there are no more. */
bool company_next(const struct company_op *op, enum store_record_kind kind, size_t *at, struct store_record *record);
/* Write records; for `decide`. All writes of an operation are committed together, or none. */
void company_insert(struct company_op *op, const struct store_record *record);
void company_swap(struct company_op *op, const struct store_record *record, const char *expected);
void company_remove(struct company_op *op, enum store_record_kind kind, const char *owner, const char *key);
void company_remove_owner(struct company_op *op, enum store_record_kind kind, const char *owner);

/* Writes a record's body, a JSON object, by its members. Valid until the next call. */
const char *company_body(text_writer *write_members, const void *context);
/* Parses a record's body. False: it is not a JSON object. */
#define COMPANY_NODES 64
bool company_read(struct carom_json *json, struct carom_json_node nodes[COMPANY_NODES], const char *body);
/* Read a member of a parsed body; a missing text is "", a missing number 0. */
void company_read_text(const struct carom_json *json, const char *key, char *text, size_t size);
int64_t company_number(const struct carom_json *json, const char *key);

/* ---- devices.c ---- */

#define DEVICE_LENGTH 32 /* 128 bits in hexadecimal: a device's number, or its hash */

/* Hashes a device's number, for storing it. False: it is malformed. */
bool device_hash(char hash[DEVICE_LENGTH + 1], const char *text, size_t length);

/* ---- circles.c, circle_view.c ---- */

#define CIRCLE_MEMBERS_MAX TEST_LIMIT(200u, 5u)
#define CIRCLES_MAX TEST_LIMIT(100000, 20) /* most circles in the store */
#define CIRCLES_PER_HOUR 20                /* circles created per address and hour */
#define JOINS_PER_HOUR 250                 /* circles joined per address and hour */
#define MEMBER_ID_SIZE 16                  /* with a NUL */
#define TOKEN_HASH_TEXT (2 * SEAT_TOKEN_HASH_SIZE + 1)
#define DATE_SIZE 11        /* `2026-11-18` with a NUL */
#define CIRCLE_KEY "circle" /* key of a circle's own record */

struct circle {
    char name[NICKNAME_MAX + 1];
    int64_t created;
    uint32_t used; /* the last day on which a member viewed it */
    uint32_t members;
};

struct circle_member {
    char id[MEMBER_ID_SIZE]; /* derived from device and circle, so that nobody else ever has it there */
    char name[NICKNAME_MAX + 1];
    int64_t joined;
    char device[DEVICE_LENGTH + 1]; /* hashed */
    char token[TOKEN_HASH_TEXT];    /* hashed */
};

/* Reads the circle's loaded record. False: there is none. */
bool circle_read(const struct company_op *op, struct circle *circle);
bool circle_member_read(const struct store_record *record, struct circle_member *member);
/* Renames a member, in its record. */
void circle_rename(struct company_op *op, const struct store_record *record, struct circle_member *member,
                   const char *name);
/* Decrements the number of members by `left`; removes the circle with its last member. */
void circle_shrink(struct company_op *op, struct circle *circle, uint32_t left);
/* Removes a circle with all its records. Requires that its matches were loaded (matches_load): the entries of one that
 * was not would stay for ever. */
void circle_remove(struct company_op *op);
/* Finds the member with this token. False: there is none. */
bool circle_member_by_token(const struct company_op *op, const char *token, struct circle_member *member);

enum circle_action {
    CIRCLE_CREATE,
    CIRCLE_JOIN,
    CIRCLE_RENAME,
    CIRCLE_LEAVE,
    CIRCLE_VIEW,
};

/* A request about a circle, validated. Embed it as the first member of your own struct. */
struct circle_op {
    struct company_op op;
    enum circle_action action;
    char code[CIRCLE_CODE_LENGTH + 1]; /* for all actions but create */
    char name[NICKNAME_MAX + 1];       /* create: the circle's name */
    char member[NICKNAME_MAX + 1];     /* create, join, rename: the member's name */
    char device[DEVICE_LENGTH + 1];    /* create, join: hashed */
    char token[SEAT_TOKEN_LENGTH + 1]; /* token of the requesting member; empty: none. Create, join: the new token */
    uint32_t today;                    /* view: the day whose results are shown */
    carom_ms now;                      /* when it was asked */
    struct circle circle;              /* the circle after the action */
    struct circle_member me;           /* the requesting member; empty `id`: not a member */
};

/* The current week (from Monday) and month of a day, as the date prefixes of results' keys; each `_end` is the first
 * day after. */
struct circle_days {
    char today[DATE_SIZE];
    char week[DATE_SIZE], week_end[DATE_SIZE];
    char month[DATE_SIZE], month_end[DATE_SIZE];
};
struct circle_days circle_days(uint32_t today);

/* Runs a request. The caller has set `done` and all members above `now`. */
void circle_run(struct company *company, struct circle_op *op);
/* Writes the members of the JSON answer; those of a view are already in `op.answer`. */
void circle_write_answer(struct carom_text *text, const void *circle_op);
/* May another circle be created on this server? */
bool circles_have_room(const struct company *company, struct api_error *error);

/* ---- daily.c ---- */

#define RESULTS_PER_HOUR 120 /* results sent per address and hour: enough for a class of 30 with four puzzles each */

struct daily_result;
struct figures;

/* A request for a puzzle's figures, or with a result of it. Embed it as the first member of your own struct. */
struct daily_op {
    struct company_op op; /* private, but for `refused` and `error` */
    uint32_t day;
    enum carom_daily_kind kind;
    struct daily_result *result;    /* the result to store; NULL: a request for figures */
    char device[DEVICE_LENGTH + 1]; /* hashed; empty: none */
    bool first;                     /* the device had no result yet */
    void (*done)(struct daily_op *daily);

    struct daily_puzzle *puzzle; /* private from here on */
    struct daily_op *waiting;
};
void daily_run(struct company *company, struct daily_op *daily);
/* Writes the members of the answer. */
void daily_write_answer(struct carom_text *text, const void *daily_op);
/* May results of this day be sent now? For three days: from its beginning in the first time zone. */
bool daily_is_open(uint32_t day, carom_ms now);
/* Has this day begun in any time zone, and is it in the archive? */
bool daily_exists(uint32_t day, carom_ms now);
/* Idle callback: reads a page of results of each load. */
void company_read_pages(uv_idle_t *idle);
/* Marks results in memory as outdated, because some were erased from the store. */
void daily_reread(struct company *company);
void daily_stop(struct company *company);

/* ---- erase.c ---- */

/* Receives the number of erased memberships and results; -1: the store failed. */
typedef void company_erased(void *context, int64_t count);
/* Erases a name from all circles: the member is then shown by id. If `name` is a device's number, removes the device
 * from all circles and erases its results. */
void company_erase(struct company *company, const char *name, company_erased *done, void *context);
/* Idle callback: runs a part of each erasure. */
void company_erase_part(uv_idle_t *idle);
/* Call before tables_stop. Reports unfinished erasures as failed. */
void company_erase_cancel(struct company *company);

/* ---- retention.c ---- */

#define RETENTION_MS 1000         /* ms between two steps */
#define RETENTION_SHARED_MS 10000 /* ms between two steps on a shared store, where other servers do the same */

#endif
