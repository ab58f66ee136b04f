/*
 * `hello`: a connection names its table, and perhaps the token of its seat.
 */
#include "internal.h"

#include <stdio.h>

struct welcome {
    const struct session *session;
    carom_ms now;
    const char *token; /* a new one to send; NULL: the client has one */
};

static void write_welcome(struct carom_text *text, const void *context)
{
    const struct welcome *welcome = context;
    const struct session *session = welcome->session;
    const struct table *table = session->table;
    char link[32];
    snprintf(link, sizeof link, "/t/%s", table->code);
    carom_json_put_int(text, "version", PROTOCOL_VERSION);
    carom_json_put_string(text, "table", table->code);
    carom_json_put_string(text, "link", link);
    carom_json_put_int(text, "game", table->row.game);
    carom_json_put_int(text, "seq", table->game.seq);
    carom_json_put_int(text, "now", welcome->now);
    carom_json_put_string(text, "you", session->seat != TABLE_NO_SEAT ? table->seats[session->seat].player : NULL);
    carom_json_put_string(text, "token", welcome->token);
    table_options_write(text, "options", &table->options);
    replay_url_write(text, table, table->row.game);
    host_write(text, table);
    table_state_write(text, table);
}

/* The last event that the client has. */
static uint32_t last_known(const struct request *request, const struct table *table)
{
    bool same = request->game == 0 || request->game == table->row.game;
    if (!request->has_resume_seq)
        return table->game.seq;
    return same ? request->resume_seq : 0;
}

static void welcome(struct table *table, const struct request_context *context)
{
    const struct request *request = context->request;
    char token[SEAT_TOKEN_LENGTH + 1];
    uint8_t hash[SEAT_TOKEN_HASH_SIZE];
    seat_token_random(token);
    seat_token_hash(hash, request->has_token ? request->token : token);
    uint32_t seat = seat_find_by_hash(table, hash);
    uint64_t most = seat != TABLE_NO_SEAT ? SEAT_SESSIONS_MAX : context->tables->base->options->max_watchers;
    if (seat_session_count(table, seat) >= most) {
        reply_error_code(context, seat != TABLE_NO_SEAT ? API_ERR_TOO_MANY_DEVICES : API_ERR_TOO_MANY_WATCHERS,
                         (int64_t)most);
        return;
    }
    struct session *session = session_new(table, context->conn, hash, request->display);
    game_tick(table, context->now); /* so that the state includes expired deadlines */
    const struct welcome said = {session, context->now, request->has_token ? NULL : token};
    session_send_welcome(session, reply_finish("welcome", request, write_welcome, &said), last_known(request, table));
}

static bool has_seat(const struct table *table, const struct request *request)
{
    uint8_t hash[SEAT_TOKEN_HASH_SIZE];
    if (!request->has_token)
        return false;
    seat_token_hash(hash, request->token);
    return seat_find_by_hash(table, hash) != TABLE_NO_SEAT;
}

void request_hello(const struct request_context *context)
{
    struct api_error error;
    if (context->conn->session != NULL) {
        reply_error_code(context, API_ERR_ALREADY_HELLO, 0);
        return;
    }
    struct client_addr *client_addr = context->conn->client_addr;
    struct table *table = table_get(context->tables, context->request->code, &error);
    carom_ms wait = client_addr_lookup_ban_ms(client_addr, context->now);
    if (table == NULL && error.code == API_ERR_NO_TABLE)
        client_addr_failed_lookup(client_addr, context->now, context->tables->base->options->failed_lookups_per_hour);
    bool seated = table != NULL && has_seat(table, context->request);
    if (wait > 0 && !seated) /* first, because `locked` would reveal that the table exists */
        reply_error_code(context, API_ERR_RATE_LIMIT, wait);
    else if (table != NULL && table->locked && !seated)
        reply_error_code(context, API_ERR_LOCKED, 0);
    else if (table != NULL)
        welcome(table, context);
    else
        reply_error(context, &error);
}
