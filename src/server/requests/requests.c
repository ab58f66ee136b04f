/*
 * Dispatches requests: checks rate limits, seats and quotas, then calls the handler.
 */
#include "internal.h"

static void answer_time(const struct request_context *context)
{
    const struct member members[] = {{.key = "now", .number = context->now}, {0}};
    reply_ok(context, context->conn->session->table, members);
}

static void answer_state(const struct request_context *context)
{
    struct table *table = context->conn->session->table;
    game_tick(table, context->now);
    reply_ok(context, table, (const struct member[]){{.key = "state", .write = table_state_write}, {0}});
}

#define GAME_EVENTS 200000 /* per game */

static bool is_command(const struct request_context *context, enum carom_command_kind kind)
{
    return context->request->kind == REQUEST_COMMAND && context->request->command.kind == kind;
}

/* Is there log quota for the request? Leaving is always allowed, and so are the host's requests, which are charged
 * all the same (host_requests.c). Newcomers must leave half of it to the players, or strangers who come and go could
 * end a game. */
static bool can_write(const struct request_context *context, struct api_error *error)
{
    struct table *table = context->conn->session->table;
    const struct serve_options *options = context->tables->base->options;
    uint64_t kept = is_command(context, CAROM_COMMAND_JOIN) ? options->table_events / 2 : 0;
    carom_ms wait = log_quota_wait(&table->quota, context->now, options->table_events, kept);
    carom_ms other = log_quota_wait(&context->conn->client_addr->events, context->now, options->address_events, 0);
    bool leaves = is_command(context, CAROM_COMMAND_LEAVE);
    bool again = context->request->kind == REQUEST_NEXT_GAME;
    if (leaves || (context->request->kind >= REQUEST_LOCK && context->request->kind != REQUEST_PAUSE))
        return true;
    if (wait > 0 || other > 0)
        return api_error_set_number(error, API_ERR_RATE_LIMIT, wait > other ? wait : other);
    return again || game_is_abandoned(table) || table->game.seq < GAME_EVENTS ||
           api_error_set_number(error, API_ERR_GAME_TOO_LONG, GAME_EVENTS);
}

/* Requests that only players may make. */
static void dispatch_players(const struct request_context *context)
{
    const struct session *session = context->conn->session;
    if (session->seat == TABLE_NO_SEAT || !session->table->seats[session->seat].in_use)
        reply_error_code(context, API_ERR_NOT_PLAYER, 0);
    else if (context->request->kind == REQUEST_COMMAND)
        request_command(context);
    else if (context->request->kind == REQUEST_NEXT_GAME)
        request_next_game(context);
    else if (context->request->kind >= REQUEST_LOCK)
        request_from_host(context);
    else
        request_bot(context);
}

/* Requests that write to the log are charged to the table and to the address. */
static void dispatch_logged(const struct request_context *context)
{
    struct table *table = context->conn->session->table;
    struct client_addr *client_addr = context->conn->client_addr;
    struct api_error error;
    uint64_t before = table->quota_used;
    if (!can_write(context, &error))
        reply_error(context, &error);
    else if (is_command(context, CAROM_COMMAND_JOIN))
        request_join(context);
    else
        dispatch_players(context);
    log_quota_charge(&client_addr->events, table->quota_used - before);
}

static void dispatch(const struct request_context *context)
{
    const struct request *request = context->request;
    if (request->kind == REQUEST_HELLO)
        request_hello(context);
    else if (context->conn->session == NULL)
        reply_error_code(context, API_ERR_HELLO_FIRST, 0);
    else if (request->kind == REQUEST_TIME)
        answer_time(context);
    else if (request->kind == REQUEST_WATCH)
        answer_state(context);
    else if (request->kind == REQUEST_REACTION)
        request_reaction(context);
    else
        dispatch_logged(context);
}

/* Refuses everything while the store is too slow. */
static bool over_quota(const struct request_context *context)
{
    return context->request->kind != REQUEST_TIME && commit_overloaded(context->tables);
}

static void serve(struct request_context *context, bool again)
{
    struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct api_error error;
    bool held = false;
    context->was_deferred = &held;
    context->retry = serve;
    context->json = &json;
    context->request = &request;
    bool good = request_read(&request, &json, nodes, context->text, context->length, &error);
    carom_ms wait = again ? 0 : conn_take_message_quota(context->conn, context->now);
    if (wait > 0)
        reply_error_code(context, API_ERR_RATE_LIMIT, wait);
    else if (!good)
        reply_error(context, &error);
    else if (over_quota(context))
        reply_error_now(context, API_ERR_BUSY);
    else if (!retry_until_loaded(context, again)) {
        dispatch(context);
        if (!held)
            retry_on_conflict(context);
    }
}

static void on_message(void *context, struct connection *conn, const char *text, size_t length, carom_ms now)
{
    struct tables *tables = context;
    struct request_context request_context = {
        .tables = tables, .conn = conn, .now = now, .text = text, .length = length};
    tables->base->metrics.requests_total++;
    serve(&request_context, false);
}

static void on_closed(struct connection *conn, carom_ms now)
{
    if (conn->session != NULL)
        session_close(conn->session, now);
}

const struct net_events requests_net_events = {.message = on_message, .closed = on_closed};
