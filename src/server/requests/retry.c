/*
 * Requests that have to wait or be repeated with a shared store: until their table is loaded or up to date, or because
 * another server was first and what was decided here was rejected.
 *
 * A repeated request is decided with the current time, as if it had just arrived, and answered once. If it is unknown
 * whether it was committed (the connection to the database was lost), it is not repeated: the player is told to check.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIES_MAX 8
#define RELOADS_MAX                                                                                                    \
    3 /* a read in progress may be older than what the client has; and a client that lies is not believed for ever */

struct retried_request {
    struct deferred deferred; /* first member: linked into the table's queue */
    struct tables *tables;
    struct connection *conn;
    void (*again)(struct request_context *context, bool again);
    unsigned tries;
    bool hello;
    char code[CODE_LENGTH + 1]; /* of the `hello` that it is or waits behind */
    size_t length;
    char text[];
};

static unsigned tries; /* of the request being repeated */

static void free_retry(struct retried_request *retried)
{
    if (retried->conn->hello == retried)
        retried->conn->hello = NULL;
    conn_unref(retried->conn);
    free(retried);
}

/* Answers at once, only this connection. */
static void reply_error_immediately(const struct retried_request *retried, enum api_error_code code)
{
    struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct api_error ignored;
    struct request_context context = {.tables = retried->tables, .conn = retried->conn, .request = &request};
    if (retried->conn->closing || retried->conn->closed)
        return;
    request_read(&request, &json, nodes, retried->text, retried->length, &ignored);
    reply_error_now(&context, code);
}

/* A session that was not welcomed yet repeats its `hello` from the beginning. */
static void reset_unwelcomed_hello(struct connection *conn, carom_ms now)
{
    if (conn->session != NULL && !conn->session->welcome_sent)
        session_close(conn->session, now);
}

static void run(struct table *table, struct deferred *deferred)
{
    struct retried_request *retried = (struct retried_request *)deferred;
    carom_ms now = clock_now_ms();
    (void)table;
    if (!retried->conn->closing && !retried->conn->closed) {
        tries = retried->tries;
        if (retried->conn->hello == retried)
            retried->conn->hello = NULL;
        if (retried->hello)
            reset_unwelcomed_hello(retried->conn, now);
        struct request_context context = {.tables = retried->tables,
                                          .conn = retried->conn,
                                          .now = now,
                                          .text = retried->text,
                                          .length = retried->length};
        retried->again(&context, true);
        tries = 0;
    }
    free_retry(retried);
}

static void drop(struct deferred *deferred)
{
    struct retried_request *retried = (struct retried_request *)deferred;
    reply_error_immediately(retried, API_ERR_STORE);
    free_retry(retried);
}

static struct retried_request *new_retry(const struct request_context *context)
{
    struct retried_request *retried = xcalloc(sizeof *retried + context->length);
    retried->deferred = (struct deferred){.run = run, .cancel = drop};
    retried->tables = context->tables;
    retried->conn = context->conn;
    retried->again = context->retry;
    retried->hello = context->request->kind == REQUEST_HELLO;
    retried->tries = tries;
    retried->length = context->length;
    memcpy(retried->text, context->text, context->length);
    conn_ref(context->conn);
    return retried;
}

/* The client may have seen newer events than this server, at another one. */
static bool client_knows_newer(const struct request_context *context)
{
    const struct request *request = context->request;
    return context->conn->session == NULL && request->has_resume_seq && tries < RELOADS_MAX &&
           table_ensure_seq(context->tables, request->code, request->game, request->resume_seq);
}

/* Requests that follow a waiting `hello` wait behind it, for the same table. */
static bool fetches(const struct request_context *context, struct retried_request *retried)
{
    struct connection *conn = context->conn;
    snprintf(retried->code, sizeof retried->code, "%s",
             conn->hello != NULL ? conn->hello->code : context->request->code);
    enum fetching fetching = tables_load_async(context->tables, retried->code, &retried->deferred);
    if (fetching == FETCH_WAITS) {
        if (conn->hello == NULL)
            conn->hello = retried;
        return true;
    }
    if (fetching == FETCH_FULL)
        reply_error_immediately(retried, API_ERR_BUSY);
    free_retry(retried);
    return fetching == FETCH_FULL;
}

bool retry_until_loaded(const struct request_context *context, bool again)
{
    const struct session *session = context->conn->session;
    bool hello = context->request->kind == REQUEST_HELLO || context->conn->hello != NULL;
    if (session == NULL ? !hello : !context->tables->shared)
        return false;
    bool news = client_knows_newer(context);
    struct retried_request *retried = new_retry(context);
    retried->tries += news;
    if (session != NULL && session->table->freshness != TABLE_FRESH) {
        if (!deferred_add_until_loaded(session->table, &retried->deferred)) {
            reply_error_immediately(retried, API_ERR_BUSY);
            free_retry(retried);
        }
        return true;
    }
    if (session == NULL && (!again || news))
        return fetches(context, retried);
    free_retry(retried);
    return false;
}

static void on_committed(void *context, bool good)
{
    struct retried_request *retried = context;
    const struct session *session = retried->conn->session;
    if (!good && retried->tables->outcome_unknown)
        reply_error_immediately(retried, API_ERR_OUTCOME_UNKNOWN);
    else if (!good && ++retried->tries > TRIES_MAX)
        reply_error_immediately(retried, API_ERR_BUSY);
    else if (!good && session != NULL && session->table != NULL && !session->table->unloaded &&
             deferred_add_until_loaded(session->table, &retried->deferred))
        return;
    free_retry(retried);
}

void retry_on_conflict(const struct request_context *context)
{
    const struct session *session = context->conn->session;
    if (context->tables->shared && session != NULL && session->table != NULL)
        commit_then(session->table, on_committed, new_retry(context));
}
