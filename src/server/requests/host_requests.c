/*
 * The host's requests: `lock`, `unlock`, `list`, `unlist`, `remove`, `end`, `host`, `pause`, `resume`.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

#define HOST_RATE 2    /* per second, for requests that write a row and tell everybody */
#define HOST_SECONDS 5 /* burst, in seconds */

static bool leave(struct table *table, const char *player, carom_ms now, struct api_error *error)
{
    struct carom_command command = {.kind = CAROM_COMMAND_LEAVE, .at = now};
    snprintf(command.by, sizeof command.by, "%s", player);
    return game_execute(table, &command, now, error);
}

static void disconnect_player(struct session *session, const void *context)
{
    if (session->seat == *(const uint32_t *)context)
        conn_send_bye(session->conn, API_ERR_REMOVED, 0);
}

static bool remove_player(struct table *table, const char *player, carom_ms now, struct api_error *error)
{
    uint32_t seat = seat_find_by_player(table, player);
    bool plays = carom_table_find_seat(&table->game, player) != CAROM_NO_SEAT;
    if (seat == TABLE_NO_SEAT && !plays)
        return api_error_set(error, API_ERR_NO_PLAYER);
    if (plays && table->game.phase != CAROM_PHASE_OVER && !leave(table, player, now, error))
        return false;
    if (seat != TABLE_NO_SEAT) {
        sessions_each(table, disconnect_player, &seat);
        seat_release(table, player);
    }
    host_ensure(table, now);
    votes_check(table, now);
    return true;
}

/* The referee stops the clocks and logs it; votes cast meanwhile are counted when the game resumes. */
static bool pause_game(struct table *table, bool pause, carom_ms now, struct api_error *error)
{
    struct carom_command command = {.kind = pause ? CAROM_COMMAND_PAUSE : CAROM_COMMAND_RESUME, .at = now};
    if (!game_execute(table, &command, now, error))
        return false;
    votes_check(table, now);
    return true;
}

/* Requests that write a row and tell everybody have their own rate limit, so that the host can lock a table whatever
 * others have used up there. */
static bool may_change(struct table *table, const struct request_context *context, struct api_error *error)
{
    const struct serve_options *options = table->tables->base->options;
    carom_ms wait = log_quota_wait(&context->conn->client_addr->events, context->now, options->address_events, 0);
    if (wait == 0)
        wait = bucket_take(&table->hosting, context->now, rate_per_second(HOST_RATE, HOST_SECONDS));
    return wait == 0 || api_error_set_number(error, API_ERR_RATE_LIMIT, wait);
}

static bool pass_host_to(struct table *table, const struct request_context *context, struct api_error *error)
{
    const char *player = context->request->player;
    if (seat_find_by_player(table, player) == TABLE_NO_SEAT)
        return api_error_set(error, API_ERR_NO_PLAYER);
    if (strcmp(table->host, player) == 0)
        return true;
    if (!may_change(table, context, error))
        return false;
    host_transfer(table, player);
    return true;
}

static bool list(struct table *table, const struct request_context *context, struct api_error *error)
{
    bool listed = context->request->kind == REQUEST_LIST;
    if (listed && !listing_is_eligible(table))
        return api_error_set(error, API_ERR_NOT_OPEN);
    if (table->options.public == listed)
        return true;
    if (!may_change(table, context, error))
        return false;
    host_set_public(table, listed, context->now);
    return true;
}

static bool lock(struct table *table, const struct request_context *context, struct api_error *error)
{
    bool locked = context->request->kind == REQUEST_LOCK;
    if (table->locked == locked)
        return true;
    if (!may_change(table, context, error))
        return false;
    host_lock(table, locked);
    return true;
}

static bool serve_host(struct table *table, const struct request_context *context, struct api_error *error)
{
    const struct request *request = context->request;
    carom_ms now = context->now;
    if (request->kind == REQUEST_REMOVE)
        return remove_player(table, request->player, now, error);
    if (request->kind == REQUEST_END)
        return host_end_game(table, now, error);
    if (request->kind == REQUEST_PAUSE || request->kind == REQUEST_RESUME)
        return pause_game(table, request->kind == REQUEST_PAUSE, now, error);
    if (request->kind == REQUEST_HOST)
        return pass_host_to(table, context, error);
    if (request->kind == REQUEST_LIST || request->kind == REQUEST_MAKE_PRIVATE)
        return list(table, context, error);
    return lock(table, context, error);
}

/* Other players may resume if the host does not come back. */
static bool may_resume_for_host(const struct table *table, const struct request *request, carom_ms now)
{
    uint32_t seat = seat_find_by_player(table, table->host);
    return request->kind == REQUEST_RESUME && seat != TABLE_NO_SEAT && !seat_is_present(&table->seats[seat], now);
}

void request_from_host(const struct request_context *context)
{
    const struct session *session = context->conn->session;
    struct table *table = session->table;
    struct api_error error;
    host_ensure(table, context->now);
    bool host = strcmp(table->seats[session->seat].player, table->host) == 0 ||
                may_resume_for_host(table, context->request, context->now);
    if ((!host && !api_error_set(&error, API_ERR_NOT_HOST)) || !serve_host(table, context, &error)) {
        reply_error(context, &error);
        return;
    }
    reply_ok(context, table, NULL);
    table_timer_dirty(table);
}
