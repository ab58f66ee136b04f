/*
 * Verbs that become requests (docs/reference/protocol.md), and what their answers mean. A client has one request at a
 * time: lines behind it wait, so replies come in the order of the lines.
 */
#include "internal.h"

#include <stdio.h>
#include <string.h>

/* ---- requests ---- */

static char bytes[1024];
static struct carom_text request;

static void begin(const char *what)
{
    request = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&request, NULL, '{');
    carom_json_put_int(&request, "id", 1);
    carom_json_put_string(&request, "do", what);
}

/* All requests are sent through here. */
static void send_request(struct rrgp_client *rrgp_client, enum pending_reply pending)
{
    struct net *net = rrgp_client->rrgp->net;
    carom_json_end(&request, '}');
    if (request.truncated) { /* no line is that long */
        rrgp_send_error(rrgp_client, "SYNTAX", NULL);
        return;
    }
    rrgp_client->pending = pending;
    net->events->message(net->context, rrgp_client->conn, request.bytes, request.length,
                         rrgp_client->conn->received_at);
}

void rrgp_request(struct rrgp_client *rrgp_client, enum pending_reply pending, const char *what)
{
    begin(what);
    send_request(rrgp_client, pending);
}

void rrgp_request_bid(struct rrgp_client *rrgp_client, int64_t moves)
{
    begin("bid");
    carom_json_put_int(&request, "moves", moves);
    send_request(rrgp_client, PENDING_SIMPLE);
}

void rrgp_request_move(struct rrgp_client *rrgp_client, struct carom_move move)
{
    begin("move");
    carom_json_open_string(&request, "move");
    carom_move_write(&request, move);
    carom_json_close_string(&request);
    send_request(rrgp_client, PENDING_MOVES);
}

static void ask_join(struct rrgp_client *rrgp_client)
{
    begin("join");
    carom_json_put_string(&request, "name", rrgp_client->name);
    send_request(rrgp_client, PENDING_JOIN);
}

static void ask_hello(struct rrgp_client *rrgp_client)
{
    const char *token = rrgp_client->wants_seat ? seat_reserved_token(rrgp_client, rrgp_client->code) : NULL;
    begin("hello");
    carom_json_put_int(&request, "version", PROTOCOL_VERSION);
    carom_json_put_string(&request, "table", rrgp_client->code);
    carom_json_put_int(&request, "since", 0);
    if (token != NULL)
        carom_json_put_string(&request, "token", token);
    snprintf(rrgp_client->token, sizeof rrgp_client->token, "%s", token != NULL ? token : "");
    send_request(rrgp_client, PENDING_HELLO);
}

/* ---- entering a game ---- */

/* Writes the rules that clients of this protocol know. */
static void write_rules(void)
{
    request = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&request, NULL, '{');
    carom_json_put_string(&request, "preset", "sfrenati");
    carom_json_put_string(&request, "claim", "at-most");
    carom_json_put_string(&request, "tie", "first");
    carom_json_put_int(&request, "goal", 0);
    carom_json_end(&request, '}');
}

/* Creates a table of the 1999 box, under the same rate limit as others. */
static const struct table *make_table(struct rrgp_client *rrgp_client, struct api_error *error)
{
    struct rrgp *rrgp = rrgp_client->rrgp;
    struct carom_json json;
    struct carom_game_config config;
    struct table_options options = TABLE_OPTIONS_DEFAULT;
    struct rate_limit rate = rate_per_hour(rrgp->net->base->options->new_tables_per_hour);
    carom_ms wait =
        client_addr_take(rrgp_client->conn->client_addr, RATE_NEW_TABLE, rrgp_client->conn->received_at, rate);
    if (wait > 0) {
        api_error_set_number(error, API_ERR_RATE_LIMIT, wait);
        return NULL;
    }
    write_rules();
    REQUIRE(carom_json_read(&json, rrgp->nodes, FRAME_NODES, request.bytes, request.length, NULL));
    REQUIRE(game_config_read_checked(&config, &json, 0, &options, error));
    return table_create(rrgp->tables, &config, &options, rrgp_client->conn->client_addr, rrgp_client->conn->received_at,
                        error);
}

static bool make_game(struct rrgp_client *rrgp_client)
{
    struct api_error error;
    struct rrgp *rrgp = rrgp_client->rrgp;
    if (games_full(rrgp_client)) {
        rrgp_send_error(rrgp_client, "NOTEMPTY", "there are too many games");
        return false;
    }
    const struct table *table = make_table(rrgp_client, &error);
    if (table == NULL) {
        rrgp_send_error(rrgp_client, "NOGAME", carom_api_error_info(error.code)->sentence);
        return false;
    }
    const struct game *game = game_add(rrgp_client, rrgp_client->wanted_game, table->code);
    snprintf(rrgp_client->wanted_game, sizeof rrgp_client->wanted_game, "%s", game->name);
    snprintf(rrgp_client->code, sizeof rrgp_client->code, "%s", game->code);
    SEND_LINE_ALL(rrgp, NULL, "NOTICE", "GAME", game->name);
    return true;
}

static bool find_game(struct rrgp_client *rrgp_client)
{
    const struct game *game = game_of_name(rrgp_client->rrgp, rrgp_client->wanted_game);
    if (game != NULL)
        snprintf(rrgp_client->code, sizeof rrgp_client->code, "%s", game->code);
    else if (!table_code_read(rrgp_client->code, rrgp_client->wanted_game, strlen(rrgp_client->wanted_game))) {
        rrgp_client->code[0] = '\0';
        rrgp_send_error(rrgp_client, "NOGAME", NULL);
        return false;
    }
    return true;
}

static void come(struct rrgp_client *rrgp_client)
{
    games_remove_empty(rrgp_client->rrgp);
    if (rrgp_client->created_game ? make_game(rrgp_client) : find_game(rrgp_client))
        ask_hello(rrgp_client);
}

/* The client has left its table. */
static void rrgp_left_table(struct rrgp_client *rrgp_client)
{
    bool listed = game_of_code(rrgp_client->rrgp, rrgp_client->code) != NULL;
    bool watched = rrgp_client->player_id[0] == '\0';
    if (rrgp_client->game[0] != '\0' && listed) /* for players leaving is an event at the table */
        SEND_LINE_ALL(rrgp_client->rrgp, watched ? NULL : rrgp_client->code, "NOTICE", "PART", rrgp_client->name,
                      rrgp_client->game);
    if (rrgp_client->conn->session != NULL)
        session_close(rrgp_client->conn->session, rrgp_client->conn->received_at);
    rrgp_client->game[0] = rrgp_client->code[0] = rrgp_client->player_id[0] = rrgp_client->token[0] = '\0';
    rrgp_client->route_buffer.active = false;
    rrgp_client->game_number = 0;
    memset(&rrgp_client->table, 0, sizeof rrgp_client->table);
}

/* A client that is elsewhere leaves first. */
void rrgp_enter_game(struct rrgp_client *rrgp_client, const char *game, enum entry_mode mode)
{
    bool here = strcmp(rrgp_client->game, game) == 0;
    snprintf(rrgp_client->wanted_game, sizeof rrgp_client->wanted_game, "%s", game);
    rrgp_client->wants_seat = mode != ENTRY_WATCH;
    rrgp_client->created_game = mode == ENTRY_NEW;
    if (here && rrgp_client->wants_seat == (rrgp_client_seat(rrgp_client) != CAROM_NO_SEAT) &&
        !rrgp_client->created_game) {
        rrgp_send_done(rrgp_client);
        return;
    }
    if (rrgp_client->player_id[0] != '\0') {
        rrgp_request(rrgp_client, PENDING_LEAVE, "leave");
        return;
    }
    rrgp_left_table(rrgp_client);
    come(rrgp_client);
}

void rrgp_leave_game(struct rrgp_client *rrgp_client)
{
    rrgp_client->wanted_game[0] = '\0';
    if (rrgp_client->player_id[0] != '\0') {
        rrgp_request(rrgp_client, PENDING_LEAVE, "leave");
        return;
    }
    rrgp_left_table(rrgp_client);
    rrgp_send_done(rrgp_client);
}

void rrgp_start_round(struct rrgp_client *rrgp_client)
{
    const struct carom_table *table = &rrgp_client->table;
    if (table->phase == CAROM_PHASE_LOBBY)
        rrgp_request(rrgp_client, PENDING_SIMPLE, "start");
    else if (table->phase == CAROM_PHASE_BETWEEN_ROUNDS)
        rrgp_request(rrgp_client, PENDING_SIMPLE, "next");
    else if (table->phase == CAROM_PHASE_OVER)
        rrgp_request(rrgp_client, PENDING_NEXT_GAME, "again");
    else
        rrgp_send_error(rrgp_client, "NOTDONE", NULL);
}

/* ---- arrival ---- */

/* Can this protocol express everything on the table? */
static bool is_supported_game(const struct carom_table *table)
{
    const struct carom_board *board = &table->board;
    return carom_rules_is_1999(&table->rules) && !carom_rules_is_micro(&table->rules) &&
           !carom_rules_is_solo(&table->rules) && table->rules.extra_robots == 0 && board->width == CAROM_BOARD_SIDE &&
           board->height == CAROM_BOARD_SIDE && !carom_board_has_barriers(board);
}

/* The client has a seat or watches: tells it so, and where others find the table. */
static void settle(struct rrgp_client *rrgp_client)
{
    char words[400];
    const struct game *game = game_of_code(rrgp_client->rrgp, rrgp_client->code);
    if (rrgp_client->player_id[0] != '\0')
        seat_reserve(rrgp_client);
    if (game != NULL && rrgp_client->player_id[0] != '\0') /* those at the table have received the event */
        SEND_LINE_ALL(rrgp_client->rrgp, rrgp_client->code, "NOTICE", "JOIN", rrgp_client->name, game->name);
    else if (game != NULL)
        SEND_LINE_ALL(rrgp_client->rrgp, NULL, "NOTICE", "WATCH", rrgp_client->name, game->name);
    if (rrgp_client->created_game) {
        snprintf(words, sizeof words, "others play along at %s/t/%s", rrgp_client->rrgp->net->base->public_url,
                 rrgp_client->code);
        SEND_LINE(rrgp_client, "NOTICE", "MESSAGE", "carom", words);
        rrgp_client->pending = PENDING_NONE;
        SEND_LINE(rrgp_client, rrgp_client->verb, rrgp_client->game);
    } else {
        rrgp_send_done(rrgp_client);
    }
}

/* The history is complete. */
static void arrive(struct rrgp_client *rrgp_client)
{
    snprintf(rrgp_client->game, sizeof rrgp_client->game, "%s", rrgp_client->wanted_game);
    rrgp_client->shown_robots = rrgp_client->table.round.robots;
    if (!is_supported_game(&rrgp_client->table)) {
        rrgp_client->game[0] = '\0';
        rrgp_left_table(rrgp_client);
        rrgp_send_error(rrgp_client, "NOGAME", "RRGP has words for tables of the 1999 set only");
    } else if (rrgp_client->wants_seat && rrgp_client->player_id[0] == '\0') {
        ask_join(rrgp_client);
    } else if (rrgp_name_is_confusable(rrgp_client)) {
        rrgp_client->game[0] = '\0';
        rrgp_left_table(rrgp_client);
        rrgp_send_error(rrgp_client, "INVALIDNAME", NULL);
    } else {
        settle(rrgp_client);
    }
}

/* ---- answers ---- */

/* RRGP's names of refusals. Those without one are sent as a sentence too. */
static const struct {
    const char *why;
    const char *error;
} errors[] = {
    {"not-lower", "NOTLOWER"},      {"bad-number", "NOTNUMBER"},   {"closed", "NOTBIDDING"},
    {"no-target", "NOTBIDDING"},    {"not-started", "NOTBIDDING"}, {"over", "NOTBIDDING"},
    {"said-done", "NOTBIDDING"},    {"bid-made", "NOTBIDDING"},    {"no-bid", "NOBID"},
    {"not-your-turn", "NOTACTIVE"}, {"blocked", "BLOCKED"},        {"not-player", "NOTPLAYING"},
    {"not-seated", "NOTPLAYING"},   {"round-on", "NOTDONE"},       {"name-taken", "INVALIDNAME"},
    {"name-words", "INVALIDNAME"},  {"no-table", "NOGAME"},
};

static void refused(struct rrgp_client *rrgp_client, const struct carom_json *json)
{
    char sentence[400];
    enum pending_reply pending = rrgp_client->pending;
    uint32_t why = carom_json_get(json, 0, "why");
    bool coming = pending == PENDING_HELLO || pending == PENDING_JOIN;
    if (pending == PENDING_SIMPLE && carom_json_string_is(json, why, "already-said")) {
        rrgp_send_done(rrgp_client);
        return;
    }
    if (coming) {
        rrgp_client->game[0] = '\0'; /* nobody was told that it came */
        rrgp_left_table(rrgp_client);
    }
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (carom_json_string_is(json, why, errors[i].why)) {
            rrgp_send_error(rrgp_client, errors[i].error, NULL);
            return;
        }
    }
    if (!carom_json_as_string(json, carom_json_get(json, 0, "sentence"), sentence, sizeof sentence, NULL))
        sentence[0] = '\0';
    rrgp_send_error(rrgp_client, coming ? "NOTPLAYING" : "COMMAND", sentence);
}

static void left(struct rrgp_client *rrgp_client)
{
    seat_unreserve(rrgp_client);
    rrgp_left_table(rrgp_client);
    if (rrgp_client->wanted_game[0] != '\0')
        come(rrgp_client);
    else
        rrgp_send_done(rrgp_client);
}

static void joined(struct rrgp_client *rrgp_client, const struct carom_json *json)
{
    if (!carom_json_as_string(json, carom_json_get(json, 0, "you"), rrgp_client->player_id,
                              sizeof rrgp_client->player_id, NULL))
        rrgp_client->player_id[0] = '\0';
    if (rrgp_client->table.phase == CAROM_PHASE_LOBBY && rrgp_client->created_game)
        rrgp_request(rrgp_client, PENDING_START, "start");
    else
        settle(rrgp_client);
}

static void answered(struct rrgp_client *rrgp_client, const struct carom_json *json)
{
    bool good = false;
    carom_json_as_bool(json, carom_json_get(json, 0, "ok"), &good);
    switch (rrgp_client->pending) {
    case PENDING_JOIN:
        if (good)
            joined(rrgp_client, json);
        break;
    case PENDING_LEAVE:
        good = true; /* it leaves whatever the reason */
        left(rrgp_client);
        break;
    case PENDING_START:
        good = true; /* or somebody else was first */
        settle(rrgp_client);
        break;
    case PENDING_NEXT_GAME:
        if (good)
            rrgp_request(rrgp_client, PENDING_SIMPLE, "start");
        break;
    case PENDING_SIMPLE:
        if (good)
            rrgp_send_done(rrgp_client);
        break;
    case PENDING_MOVES:
        route_buffer_on_reply(rrgp_client, good);
        break;
    case PENDING_HELLO:
    case PENDING_NONE:
        break;
    }
    if (!good && rrgp_client->pending != PENDING_NONE)
        refused(rrgp_client, json);
}

/* ---- messages ---- */

static void welcomed(struct rrgp_client *rrgp_client, const struct carom_json *json)
{
    int64_t seq = 0;
    char token[SEAT_TOKEN_LENGTH + 1];
    carom_json_as_int(json, carom_json_get(json, 0, "seq"), &seq);
    rrgp_client->history_end_seq = (uint32_t)seq;
    if (!carom_json_as_string(json, carom_json_get(json, 0, "you"), rrgp_client->player_id,
                              sizeof rrgp_client->player_id, NULL))
        rrgp_client->player_id[0] = '\0';
    if (carom_json_as_string(json, carom_json_get(json, 0, "token"), token, sizeof token, NULL))
        memcpy(rrgp_client->token, token, sizeof token);
}

static void happened(struct rrgp_client *rrgp_client, const struct carom_event *event)
{
    bool quiet = rrgp_client->game[0] == '\0' ||
                 rrgp_client->pending == PENDING_START; /* history, or what GAMEINFO will report */
    bool before = event->kind == CAROM_EVENT_LEFT;
    if (!quiet && before)
        notice_event(rrgp_client, event);
    carom_referee_apply(&rrgp_client->table, event);
    if (!quiet && !before)
        notice_event(rrgp_client, event);
}

/* Another game at the same table may be one that this protocol cannot express. */
static void leave_unsupported_table(struct rrgp_client *rrgp_client)
{
    if (rrgp_client->game[0] == '\0' || is_supported_game(&rrgp_client->table) || rrgp_client->pending != PENDING_NONE)
        return;
    SEND_LINE(rrgp_client, "NOTICE", "MESSAGE", "carom", "the table is not of the 1999 set any more");
    SEND_LINE(rrgp_client, "NOTICE", "PART", rrgp_client->name, rrgp_client->game);
    rrgp_left_table(rrgp_client);
}

static void read_events(struct rrgp_client *rrgp_client, const struct carom_json *json)
{
    uint32_t events = carom_json_get(json, 0, "events");
    uint32_t end = carom_json_is(json, events, CAROM_JSON_ARRAY) ? json->nodes[events].next : 0;
    int64_t number = 0;
    carom_json_as_int(json, carom_json_get(json, 0, "game"), &number);
    if (number != rrgp_client->game_number)
        memset(&rrgp_client->table, 0, sizeof rrgp_client->table);
    rrgp_client->game_number = (uint32_t)number;
    for (uint32_t node = events + 1; node < end; node = json->nodes[node].next) {
        static struct carom_event event;
        const struct carom_json_node *line = &json->nodes[node];
        int64_t seq = 0;
        carom_json_as_int(json, carom_json_get(json, node, "seq"), &seq);
        if (seq > rrgp_client->table.seq &&
            carom_event_read(&event, &rrgp_client->table, json->text + line->start, line->end - line->start, NULL))
            happened(rrgp_client, &event);
    }
    if (rrgp_client->pending == PENDING_HELLO && rrgp_client->history_end_seq > 0 &&
        rrgp_client->table.seq >= rrgp_client->history_end_seq)
        arrive(rrgp_client);
    else
        leave_unsupported_table(rrgp_client);
}

void rrgp_on_message(struct rrgp_client *rrgp_client, const char *text, size_t length)
{
    struct carom_json json;
    if (!carom_json_read(&json, rrgp_client->rrgp->nodes, FRAME_NODES, text, length, NULL))
        return;
    uint32_t type = carom_json_get(&json, 0, "type");
    if (carom_json_string_is(&json, type, "events"))
        read_events(rrgp_client, &json);
    else if (carom_json_string_is(&json, type, "welcome"))
        welcomed(rrgp_client, &json);
    else if (carom_json_string_is(&json, type, "answer") && rrgp_client->pending == PENDING_HELLO)
        refused(rrgp_client, &json);
    else if (carom_json_string_is(&json, type, "answer"))
        answered(rrgp_client, &json);
}
