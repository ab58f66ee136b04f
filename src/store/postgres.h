/*
 * The parts of the store in PostgreSQL: postgres.c opens and closes it, postgres_write.c and postgres_read.c are its
 * two halves, postgres_connect.c has its connections, pg_conn.c their statements, postgres_schema.c knows the
 * layout, postgres_wait.c waits for answers, postgres_notify.c tells other servers and hears of them.
 *
 * Parameters and results are binary: texts need no NUL behind them, hashes no escapes, and what is read is what was
 * written.
 */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

#include "internal.h"

#include <libpq-fe.h>

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
    POSTGRES_STATEMENTS,
};

/* One connection, with its half of the statements prepared. */
struct pg_conn {
    PGconn *connection; /* NULL, or broken: made again when it is needed */
    enum postgres_statement first;
    enum postgres_statement end;
    bool snapshot;            /* shows one moment, and ends for good if the connection does */
    bool shared;              /* beside other servers */
    bool primary;             /* only a server that may be written to will do */
    unsigned timeout_ms;      /* so many milliseconds for an answer; 0: for ever */
    int64_t retry_at;         /* where the last try to connect failed: no other before then */
    unsigned failed_connects; /* one after the other */
};

struct postgres_store {
    struct store store;
    char *name; /* the connection string */
    struct pg_conn writer;
    struct pg_conn reader;
    struct pg_conn listener;
    int64_t checked;              /* when the listener was heard last */
    char node[17];                /* this server's name among the others */
    char error[STORE_ERROR_SIZE]; /* the writer's */
    struct store_order order;     /* likewise */
};

static inline struct postgres_store *postgres_of(struct store *store)
{
    return (struct postgres_store *)store;
}

/* Parameters of a statement, in order. Numbers are kept here, bytes stay where they are. */
struct postgres_values {
    int count;
    uint8_t numbers[POSTGRES_PARAMETERS][8];
    const char *values[POSTGRES_PARAMETERS];
    int lengths[POSTGRES_PARAMETERS];
};
void postgres_number(struct postgres_values *values, int64_t number);
void postgres_flag(struct postgres_values *values, bool flag);
void postgres_bytes(struct postgres_values *values, const void *bytes, size_t length);
void pg_add_text(struct postgres_values *values, const char *words);

/* ---- pg_conn.c ---- */

bool pg_prepare(struct pg_conn *conn);
/* Runs a statement and waits. Never NULL but without memory; PQclear it. */
PGresult *pg_execute(struct pg_conn *conn, enum postgres_statement which, const struct postgres_values *values);
/* The same in a pipeline: only puts it there. */
bool pg_pipeline(struct pg_conn *conn, enum postgres_statement which, const struct postgres_values *values);
/* Plain SQL, without an answer; and with one, text, to be PQcleared. */
bool pg_exec_sql(struct pg_conn *conn, const char *sql);
PGresult *pg_query_sql(struct pg_conn *conn, const char *sql);
/* What the server said, in one line. */
void pg_error_text(const PGconn *connection, char fault[STORE_ERROR_SIZE]);

/* ---- postgres_wait.c: answers, as long as there is patience ---- */

void pg_disconnect(struct pg_conn *conn);
/* Milliseconds that only rise. */
int64_t postgres_clock(void);
/* The next answer, as PQgetResult has it; also NULL if none came in time, and then the connection is hung up: check
 * `line->connection`. */
PGresult *pg_next_result(struct pg_conn *conn);
/* The last answer to what was sent outside a pipeline. */
PGresult *pg_last_result(struct pg_conn *conn, bool sent);

/* ---- postgres_notify.c: what the others say ---- */

/* Sends word of the writes, behind their commit, into the pipeline. */
bool pg_send_notifications(struct postgres_store *store, const struct store_batch *batch,
                           const struct store_failures *failures);
enum store_listen_result postgres_listen(struct store *base, unsigned ms, store_notification_visitor *visit,
                                         void *context);

/* ---- postgres_connect.c ---- */

/* A connection that works, made (again) if need be. False: `fault` has why. */
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
bool postgres_space(struct store *base, struct store_space *space);
bool postgres_check_integrity(struct store *base, char fault[STORE_ERROR_SIZE]);
bool postgres_poll_versions(struct store *base, const int64_t *ids, size_t count, store_version_visitor *visit,
                            void *context);
bool postgres_snapshot(struct store *base, bool begins);
bool postgres_time(struct store *base, carom_ms *now);

#endif
