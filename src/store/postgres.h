/*
 * The PostgreSQL store: postgres.c opens and closes it; postgres_write.c and postgres_read.c write and read;
 * postgres_connect.c manages connections, postgres_conn.c their prepared statements, postgres_wait.c time-outs,
 * postgres_schema.c the schema, postgres_notify.c LISTEN and NOTIFY.
 *
 * Parameters and results are binary, so text needs no NUL and hashes no escaping.
 */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "internal.h"

#include "libpq.h"

#define POSTGRES_PARAMETERS 7

enum postgres_statement {
    POSTGRES_PUT_TABLE,
    POSTGRES_PUT_FIRST,
    POSTGRES_PUT_EVENT,
    POSTGRES_REWRITE_EVENT,
    POSTGRES_PUT_SEAT,
    POSTGRES_DROP_SEAT,
    POSTGRES_REQUIRE_TABLE,
    POSTGRES_DROP_SEATS,
    POSTGRES_DROP_TABLE,
    POSTGRES_DROP_EVENTS,
    POSTGRES_PUT_PENDING_DELETE,
    POSTGRES_PURGE,
    POSTGRES_PURGE_END,
    POSTGRES_NOTIFY,
    POSTGRES_PUT_TABLE_SHARED,
    POSTGRES_PUT_FIRST_SHARED,
    POSTGRES_LOCK_GROUP,
    POSTGRES_INSERT_RECORD,
    POSTGRES_SWAP_RECORD,
    POSTGRES_REMOVE_RECORD,
    POSTGRES_REMOVE_OWNER,
    POSTGRES_WRITER_STATEMENTS,
    POSTGRES_FIND_TABLE = POSTGRES_WRITER_STATEMENTS,
    POSTGRES_LIST_TABLES,
    POSTGRES_GET_EVENTS,
    POSTGRES_GET_LAST,
    POSTGRES_GET_SEATS,
    POSTGRES_GET_SIZE,
    POSTGRES_FIND_ORPHANS,
    POSTGRES_POLL_VERSIONS,
    POSTGRES_TIME,
    POSTGRES_GET_RECORDS, /* from here on not prepared where the schema has no records, being of an earlier version */
    POSTGRES_NEXT_OWNER,
    POSTGRES_COUNT_RECORDS,
    POSTGRES_STATEMENTS,
};

/* A connection, with the prepared statements of its half. */
struct pg_conn {
    PGconn *connection; /* NULL or broken: reconnected on the next call */
    enum postgres_statement first;
    enum postgres_statement end;
    bool has_records;         /* of the schema: whether it has them */
    bool snapshot;            /* holds a snapshot, so it must not reconnect */
    bool shared;              /* the database is shared with other servers */
    bool primary;             /* must be connected to the primary */
    unsigned timeout_ms;      /* how long to wait for an answer; 0: no limit */
    int64_t retry_at;         /* after a failed attempt: earliest time of the next one */
    unsigned failed_connects; /* consecutive failed attempts */
};

struct postgres_store {
    struct store store;
    char *name; /* the connection string */
    struct pg_conn writer;
    struct pg_conn reader;
    struct pg_conn listener;
    int64_t checked;              /* when the listening connection last received something */
    char node[17];                /* random id of this server among the others */
    char error[STORE_ERROR_SIZE]; /* of the writer */
    struct store_order order;     /* scratch of the writer */
};

static inline struct postgres_store *postgres_of(struct store *store)
{
    return (struct postgres_store *)store;
}

/* Parameters of a statement, in order. Numbers are copied, bytes are not. */
struct postgres_values {
    int count;
    uint8_t numbers[POSTGRES_PARAMETERS][8];
    const char *values[POSTGRES_PARAMETERS];
    int lengths[POSTGRES_PARAMETERS];
};
void postgres_add_number(struct postgres_values *values, int64_t number);
void postgres_add_flag(struct postgres_values *values, bool flag);
void postgres_add_bytes(struct postgres_values *values, const void *bytes, size_t length);
void pg_add_text(struct postgres_values *values, const char *words);

/* ---- postgres_conn.c ---- */

bool pg_prepare(struct pg_conn *conn);
/* Runs a statement and waits for its result. NULL only if out of memory; PQclear it. */
PGresult *pg_execute(struct pg_conn *conn, enum postgres_statement which, const struct postgres_values *values);
/* Queues a statement in pipeline mode without waiting. */
bool pg_pipeline(struct pg_conn *conn, enum postgres_statement which, const struct postgres_values *values);
/* Runs plain SQL without a result; pg_query returns one, as text, to be PQcleared. */
bool pg_exec_sql(struct pg_conn *conn, const char *sql);
PGresult *pg_query_sql(struct pg_conn *conn, const char *sql);
/* Writes the server's error message as one line. */
void pg_error_text(const PGconn *connection, char fault[STORE_ERROR_SIZE]);

/* ---- postgres_wait.c: results with a time-out ---- */

void pg_disconnect(struct pg_conn *conn);
/* Milliseconds on the monotonic clock. */
int64_t postgres_clock(void);
/* The next result, as PQgetResult returns it. NULL also if none came in time; then the connection is closed, so
 * check conn->connection. */
PGresult *pg_next_result(struct pg_conn *conn);
/* The last result of a statement sent outside pipeline mode. */
PGresult *pg_last_result(struct pg_conn *conn, bool sent);

/* ---- postgres_notify.c ---- */

/* Queues the notifications about a batch, after its commit, in the pipeline. */
bool pg_send_notifications(struct postgres_store *store, const struct store_batch *batch,
                           const struct store_failures *failures);
enum store_listen_result postgres_listen(struct store *base, unsigned ms, store_notification_visitor *visit,
                                         void *context);

/* ---- postgres_connect.c ---- */

/* Makes sure that there is a working connection. False: `fault` says why. */
bool postgres_connect(struct postgres_store *store, struct pg_conn *conn, char fault[STORE_ERROR_SIZE]);

/* ---- postgres_schema.c ---- */

bool postgres_schema_update(struct pg_conn *conn, char fault[STORE_ERROR_SIZE]);
bool postgres_schema_known(struct pg_conn *conn, char fault[STORE_ERROR_SIZE]);

/* ---- postgres_write.c ---- */

bool postgres_append(struct store *base, const struct store_batch *batch, struct store_failures *failures);
enum store_purge_result postgres_purge(struct store *base, unsigned rows);

/* ---- postgres_read.c ---- */

enum store_lookup postgres_find(struct store *base, const char *code, struct store_table *table);
bool postgres_list(struct store *base, int64_t after, unsigned most, store_table_visitor *visit, void *context);
bool postgres_page(struct store *base, struct store_page *page, store_event_visitor *visit, void *context);
bool postgres_last(struct store *base, int64_t table, store_event_visitor *visit, void *context);
bool postgres_seats(struct store *base, int64_t table, store_seat_visitor *visit, void *context);
bool postgres_records(struct store *base, const struct store_range *range, store_record_visitor *visit, void *context);
enum store_lookup postgres_next_owner(struct store *base, enum store_record_kind kind, char owner[STORE_KEY_SIZE]);
int64_t postgres_record_count(struct store *base, enum store_record_kind kind);
bool postgres_space(struct store *base, struct store_space *space);
bool postgres_check_integrity(struct store *base, char fault[STORE_ERROR_SIZE]);
bool postgres_poll_versions(struct store *base, const int64_t *ids, size_t count, store_version_visitor *visit,
                            void *context);
bool postgres_snapshot(struct store *base, bool begins);
bool postgres_time(struct store *base, carom_ms *now);

#endif
