/*
 * Other people, where no table connects them: results of the daily puzzles, and circles. A device is known by a random
 * number of its own, of which only the hash is stored; a member of a circle proves it with a token.
 *
 * Everything is a record of the store (store.h). A request is an operation (operations.c): it reads the records of one
 * owner, decides on the loop, and is answered when what it wrote is on disk. Operations that write the records of an
 * owner run one after another; what another server has written meanwhile is read again. docs/reference/protocol.md
 */
#ifndef SERVER_COMPANY_H
#define SERVER_COMPANY_H

#include "../jobs/jobs.h"
#include "../tables/tables.h"

#include <carom/daily.h>

/* ---- operations.c ---- */

#define COMPANY_OPS_MAX TEST_LIMIT(2000u, 50u) /* requests that wait for the store at a time */
#define COMPANY_TRIES 5                        /* of a decision, if another server was first each time */
#define COMPANY_OWNERS 256                     /* buckets of the owners whose operations are running */

struct company;
struct company_op;
struct owner_queue;
struct daily_op;
struct daily_puzzle;
struct erasing_people;
struct results_load;
struct retention;

/* The records that an operation has read. Owns its memory. */
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

/* A request on its way. Embed it as the first member of your own struct; `done` frees that. */
struct company_op {
    char owner[STORE_KEY_SIZE]; /* whose records are read and written */
    /* Reads records with company_load, on the read thread (with a file: on the loop). False: the store failed. */
    bool (*load)(struct store *store, struct company_op *op);
    /* Decides, on the loop, and writes records with company_insert and its like. False: refused, with `error`; then it
     * must not have written. NULL: there is nothing to decide. Called again if another server was first. */
    bool (*decide)(struct company_op *op, carom_ms now);
    /* On the loop, when all that was decided is on disk, or (`refused`) with the error. */
    void (*done)(struct company_op *op);
    bool reads_only; /* needs not wait for its turn */
    /* What `load` has written with company_write; `done` frees it, or takes it over. */
    struct company_answer {
        char *bytes;
        size_t length;
    } answer;

    struct record_list records;
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
    struct store *store;        /* read by a thread of its own; NULL: records are read as tables are */
    struct read_thread *reader; /* that thread */
    struct owner_queue *owners[COMPANY_OWNERS];
    unsigned op_count;
    uint8_t origin_key[16];            /* of the hashes of addresses; forgotten when the process ends */
    struct daily_puzzle *puzzles;      /* in memory, the latest used first */
    struct results_load *paging;       /* those that read their next page of results in the next iteration */
    uv_idle_t loading;                 /* runs while there are such */
    struct erasing_people *erasures;   /* those that look at their next circles in the next iteration */
    uv_idle_t erasing;                 /* runs while there are such */
    int64_t circles;                   /* in the store, as counted last; -1: unknown */
    struct retention *retention;       /* a step in progress; NULL: none */
    carom_ms retention_at;             /* when the next one begins */
    char circle_after[STORE_KEY_SIZE]; /* the circle that was looked at last */
};

/* Takes over `store`: another connection to the file of the tables, for a thread that reads records. NULL: they are
 * read as tables are. */
void company_start(struct company *company, struct base *base, struct tables *tables, struct jobs *jobs,
                   struct store *store);
/* Ends the thread that reads. Call before tables_stop, when no more requests come. */
void company_stop_reading(struct company *company);
/* Call after tables_stop and jobs_stop. */
void company_stop(struct company *company);
/* Call every second: forgets what is too old, a little at a time. */
void company_sweep(struct company *company, carom_ms now);

/* Runs the operation. `done` may be called at once. */
void company_run(struct company *company, struct company_op *op);
/* Reads on the thread. If the server is stopping `work` may be left out: `done` has to notice. */
void company_read_async(struct company *company, reader_work *work, reader_done *done, void *context);
/* Writes the answer on the thread that reads; for `load`. The time that it takes is nobody's who plays. */
void company_write(struct company_op *op, text_writer *write, const void *context);
/* Adds the records of a range to the operation's; for `load`. */
bool company_load(struct store *store, struct company_op *op, const struct store_range *range);
/* The records of one owner and kind. */
bool company_load_owner(struct store *store, struct company_op *op, enum store_record_kind kind, const char *owner);
/* The body of a record that was read, or NULL. */
const char *company_find(const struct company_op *op, enum store_record_kind kind, const char *key);
/* The next record of a kind that was read: begin with *at = 0. False: no more. */
bool company_next(const struct company_op *op, enum store_record_kind kind, size_t *at, struct store_record *record);
/* Writes, for `decide`. The operation's are all made, or none. */
void company_insert(struct company_op *op, const struct store_record *record);
void company_swap(struct company_op *op, const struct store_record *record, const char *expected);
void company_remove(struct company_op *op, enum store_record_kind kind, const char *owner, const char *key);
void company_remove_owner(struct company_op *op, enum store_record_kind kind, const char *owner);

/* A body as it is written: the members of a JSON object. Valid until the next call. */
const char *company_body(text_writer *write_members, const void *context);
/* Reads a body. False: it is not an object. `nodes` has COMPANY_NODES. */
#define COMPANY_NODES 64
bool company_read(struct carom_json *json, struct carom_json_node nodes[COMPANY_NODES], const char *body);
/* Reads a member of node 0; the text is cut to "" and the number to 0 if it is not there. */
void company_text(const struct carom_json *json, const char *key, char *text, size_t size);
int64_t company_number(const struct carom_json *json, const char *key);

/* ---- devices.c ---- */

#define DEVICE_LENGTH 32 /* hexadecimal digits: 128 bits, of the number and of its hash */

/* Turns a device's number into the hash by which it is stored. False: it is not one. */
bool device_hash(char hash[DEVICE_LENGTH + 1], const char *text, size_t length);

/* ---- circles.c, circle_view.c ---- */

#define CIRCLE_MEMBERS_MAX TEST_LIMIT(200u, 5u)
#define CIRCLES_MAX TEST_LIMIT(100000, 20) /* in the store */
#define CIRCLES_PER_HOUR 20                /* made by an address */
#define JOINS_PER_HOUR 250                 /* by an address */
#define MEMBER_ID_SIZE 16                  /* with a NUL */
#define TOKEN_HASH_TEXT (2 * SEAT_TOKEN_HASH_SIZE + 1)
#define DATE_SIZE 11        /* `2026-11-18` with a NUL */
#define CIRCLE_KEY "circle" /* of a circle's own record */

struct circle {
    char name[NICKNAME_MAX + 1];
    int64_t created;
    uint32_t used; /* day on which a member last looked */
    uint32_t members;
};

struct circle_member {
    char id[MEMBER_ID_SIZE]; /* made of device and circle: nobody else ever has it there */
    char name[NICKNAME_MAX + 1];
    int64_t joined;
    char device[DEVICE_LENGTH + 1]; /* hashed */
    char token[TOKEN_HASH_TEXT];    /* hashed */
};

/* Reads the circle that was loaded. False: there is none. */
bool circle_read(const struct company_op *op, struct circle *circle);
bool circle_member_read(const struct store_record *record, struct circle_member *member);
/* Gives a member another name. */
void circle_rename(struct company_op *op, const struct store_record *record, struct circle_member *member,
                   const char *name);
/* Notes that so many members have left; with the last one the circle is removed. */
void circle_shrink(struct company_op *op, struct circle *circle, uint32_t left);
/* Removes the circle with all that belongs to it; its matches have to be loaded (matches_load). */
void circle_remove(struct company_op *op);
/* Finds the member whose token this is. False: nobody's. */
bool circle_member_by_token(const struct company_op *op, const char *token, struct circle_member *member);

enum circle_action {
    CIRCLE_CREATE,
    CIRCLE_JOIN,
    CIRCLE_RENAME,
    CIRCLE_LEAVE,
    CIRCLE_VIEW,
};

/* What is asked about a circle, validated; embed it as the first member of your own struct. */
struct circle_op {
    struct company_op op;
    enum circle_action action;
    char code[CIRCLE_CODE_LENGTH + 1]; /* all but create */
    char name[NICKNAME_MAX + 1];       /* create: of the circle */
    char member[NICKNAME_MAX + 1];     /* create, join, rename */
    char device[DEVICE_LENGTH + 1];    /* create, join: hashed */
    char token[SEAT_TOKEN_LENGTH + 1]; /* of the member who asks; empty: none. Create, join: the new one */
    uint32_t today;                    /* view: the day whose results are shown */
    carom_ms now;                      /* when it was asked */
    struct circle circle;              /* as it is afterwards */
    struct circle_member me;           /* empty `id`: not a member */
};

/* Dates, as the keys of results begin: the first day of the week (Monday) and month that hold a day, and of the next
 * ones. */
struct circle_days {
    char today[DATE_SIZE];
    char week[DATE_SIZE], week_end[DATE_SIZE];
    char month[DATE_SIZE], month_end[DATE_SIZE];
};
struct circle_days circle_days(uint32_t today);

/* Runs it. The caller has set `done` and everything above `circle`. */
void circle_run(struct company *company, struct circle_op *op);
/* Writes the members of the answer; that of a view is in `op.answer` already. */
void circle_write_answer(struct carom_text *text, const void *circle_op);
/* Is there room for another circle? */
bool circles_have_room(const struct company *company, struct api_error *error);

/* ---- daily.c ---- */

#define RESULTS_PER_HOUR 120 /* sent by an address: a class of 30, four puzzles each */

struct daily_result;
struct figures;

/* A question about a daily puzzle, or a result of it. Embed it as the first member of your own struct. */
struct daily_op {
    struct company_op op; /* private, but for `refused` and `error` */
    uint32_t day;
    enum carom_daily_kind kind;
    struct daily_result *result;    /* of a device, to be stored; NULL: only asks */
    char device[DEVICE_LENGTH + 1]; /* hashed; empty: none */
    uint64_t flow;                  /* of fair queueing */
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
/* Has this day begun anywhere, and is it in the archive? */
bool daily_exists(uint32_t day, carom_ms now);
/* Reads a page of results; runs on the loop while there are more. */
void company_read_pages(uv_idle_t *idle);
/* Results were erased from the store: those in memory are read again when somebody asks. */
void daily_reread(struct company *company);
void daily_stop(struct company *company);

/* ---- erase.c ---- */

/* Receives how many memberships and results were erased; -1: the store failed. */
typedef void company_erased(void *context, int64_t count);
/* Erases a name from all circles: the member is named by id instead. If the name is the number of a device, the device
 * leaves all circles, and its results are erased. */
void company_erase(struct company *company, const char *name, company_erased *done, void *context);
/* Erases the next part; runs on the loop while there are more. */
void company_erase_part(uv_idle_t *idle);
/* Call before tables_stop: ends what is waiting, as failed. */
void company_erase_cancel(struct company *company);

/* ---- retention.c ---- */

#define RETENTION_MS 1000         /* between two steps */
#define RETENTION_SHARED_MS 10000 /* the same, where other servers do it too */

#endif
