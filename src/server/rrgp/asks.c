/*
 * Verbs that become requests (docs/protocol.md), and what their answers mean here. A caller asks one thing at a time:
 * lines behind it wait, so replies come in the order of the lines.
 */
#include "room.h"

#include <stdio.h>
#include <string.h>

/* ---- asking ---- */

static char bytes[1024];
static struct carom_text request;

static void begin(const char *what)
{
    request = carom_text_in(bytes, sizeof bytes);
    carom_json_begin(&request, NULL, '{');
    carom_json_number(&request, "id", 1);
    carom_json_words(&request, "do", what);
}

/* The way of every message from here on. */
static void send_request(struct caller *caller, enum step step)
{
    struct net *net = caller->rrgp->net;
    carom_json_end(&request, '}');
    if (request.cut) { /* no line is so long */
        caller_error(caller, "SYNTAX", NULL);
        return;
    }
    caller->step = step;
    net->events->message(net->context, caller->peer, request.bytes, request.length, caller->peer->now);
}

void ask_plain(struct caller *caller, enum step step, const char *what)
{
    begin(what);
    send_request(caller, step);
}

void ask_bid(struct caller *caller, int64_t moves)
{
    begin("bid");
    carom_json_number(&request, "moves", moves);
    send_request(caller, STEP_PLAIN);
}

void ask_move(struct caller *caller, struct carom_move move)
{
    begin("move");
    carom_json_open(&request, "move");
    carom_move_write(&request, move);
    carom_json_close(&request);
    send_request(caller, STEP_MOVES);
}

static void ask_join(struct caller *caller)
{
    begin("join");
    carom_json_words(&request, "name", caller->name);
    send_request(caller, STEP_JOIN);
}

static void ask_hello(struct caller *caller)
{
    const char *token = caller->plays ? seat_kept(caller, caller->code) : NULL;
    begin("hello");
    carom_json_number(&request, "version", PROTOCOL_VERSION);
    carom_json_words(&request, "table", caller->code);
    carom_json_number(&request, "since", 0);
    if (token != NULL)
        carom_json_words(&request, "token", token);
    snprintf(caller->token, sizeof caller->token, "%s", token != NULL ? token : "");
    send_request(caller, STEP_HELLO);
}

/* ---- coming ---- */

/* Those that clients of this protocol know. */
static void write_rules(void)
{
    request = carom_text_in(bytes, sizeof bytes);
    carom_json_begin(&request, NULL, '{');
    carom_json_words(&request, "preset", "sfrenati");
    carom_json_words(&request, "claim", "at-most");
    carom_json_words(&request, "tie", "first");
    carom_json_number(&request, "goal", 0);
    carom_json_end(&request, '}');
}

/* A new table of the box of 1999, by the same rate as others make them. */
static const struct table *make_table(struct caller *caller, struct refused *refused)
{
    struct rrgp *rrgp = caller->rrgp;
    struct carom_json json;
    struct carom_opening opening;
    struct table_options options = TABLE_OPTIONS_DEFAULT;
    struct rate rate = rate_hourly(rrgp->net->base->options->new_tables);
    carom_ms wait = visitor_take(caller->peer->visitor, ALLOW_TABLE, caller->peer->now, rate);
    if (wait > 0) {
        refuse_number(refused, WHY_RATE, wait);
        return NULL;
    }
    write_rules();
    must(carom_json_read(&json, rrgp->nodes, FRAME_NODES, request.bytes, request.length, NULL));
    must(opening_read(&opening, &json, 0, false, refused));
    return table_create(rrgp->tables, &opening, &options, caller->peer->visitor, caller->peer->now, refused);
}

static bool make_game(struct caller *caller)
{
    struct refused refused;
    struct rrgp *rrgp = caller->rrgp;
    if (games_full(caller)) {
        caller_error(caller, "NOTEMPTY", "there are too many games");
        return false;
    }
    const struct table *table = make_table(caller, &refused);
    if (table == NULL) {
        caller_error(caller, "NOGAME", carom_why(refused.why)->sentence);
        return false;
    }
    const struct game *game = game_add(caller, caller->wanted, table->code);
    snprintf(caller->wanted, sizeof caller->wanted, "%s", game->name);
    snprintf(caller->code, sizeof caller->code, "%s", game->code);
    SAY_ALL(rrgp, NULL, "NOTICE", "GAME", game->name);
    return true;
}

static bool find_game(struct caller *caller)
{
    const struct game *game = game_of_name(caller->rrgp, caller->wanted);
    if (game != NULL)
        snprintf(caller->code, sizeof caller->code, "%s", game->code);
    else if (!code_read(caller->code, caller->wanted, strlen(caller->wanted))) {
        caller->code[0] = '\0';
        caller_error(caller, "NOGAME", NULL);
        return false;
    }
    return true;
}

static void come(struct caller *caller)
{
    games_tidy(caller->rrgp);
    if (caller->made ? make_game(caller) : find_game(caller))
        ask_hello(caller);
}

void ask_gone(struct caller *caller)
{
    bool listed = game_of_code(caller->rrgp, caller->code) != NULL;
    bool watched = caller->you[0] == '\0';
    if (caller->game[0] != '\0' && listed) /* players' going is an event at the table */
        SAY_ALL(caller->rrgp, watched ? NULL : caller->code, "NOTICE", "PART", caller->name, caller->game);
    if (caller->peer->guest != NULL)
        guest_leave(caller->peer->guest, caller->peer->now);
    caller->game[0] = caller->code[0] = caller->you[0] = caller->token[0] = '\0';
    caller->plan.on = false;
    caller->number = 0;
    memset(&caller->table, 0, sizeof caller->table);
}

/* Whoever is somewhere else leaves it first. */
void ask_come(struct caller *caller, const char *game, enum coming coming)
{
    bool here = strcmp(caller->game, game) == 0;
    snprintf(caller->wanted, sizeof caller->wanted, "%s", game);
    caller->plays = coming != COMING_WATCH;
    caller->made = coming == COMING_NEW;
    if (here && caller->plays == (caller_seat(caller) != CAROM_NO_SEAT) && !caller->made) {
        caller_done(caller);
        return;
    }
    if (caller->you[0] != '\0') {
        ask_plain(caller, STEP_LEAVE, "leave");
        return;
    }
    ask_gone(caller);
    come(caller);
}

void ask_part(struct caller *caller)
{
    caller->wanted[0] = '\0';
    if (caller->you[0] != '\0') {
        ask_plain(caller, STEP_LEAVE, "leave");
        return;
    }
    ask_gone(caller);
    caller_done(caller);
}

void ask_turn(struct caller *caller)
{
    const struct carom_table *table = &caller->table;
    if (table->phase == CAROM_PHASE_LOBBY)
        ask_plain(caller, STEP_PLAIN, "start");
    else if (table->phase == CAROM_PHASE_BETWEEN)
        ask_plain(caller, STEP_PLAIN, "next");
    else if (table->phase == CAROM_PHASE_OVER)
        ask_plain(caller, STEP_AGAIN, "again");
    else
        caller_error(caller, "NOTDONE", NULL);
}

/* ---- arrived ---- */

/* Can this protocol say everything that lies on the table? */
static bool sayable(const struct carom_table *table)
{
    const struct carom_board *board = &table->board;
    return carom_rules_1999(&table->rules) && !carom_rules_micro(&table->rules) && !carom_rules_solo(&table->rules) &&
           table->rules.extra == 0 && board->width == CAROM_SIDE && board->height == CAROM_SIDE &&
           !carom_board_has_barriers(board);
}

/* It has a seat there, or watches: that is told, and where others find the table. */
static void settle(struct caller *caller)
{
    char words[400];
    const struct game *game = game_of_code(caller->rrgp, caller->code);
    if (caller->you[0] != '\0')
        seat_keep(caller);
    if (game != NULL && caller->you[0] != '\0') /* those at the table have got the event */
        SAY_ALL(caller->rrgp, caller->code, "NOTICE", "JOIN", caller->name, game->name);
    else if (game != NULL)
        SAY_ALL(caller->rrgp, NULL, "NOTICE", "WATCH", caller->name, game->name);
    if (caller->made) {
        snprintf(words, sizeof words, "others play along at %s/t/%s", caller->rrgp->net->base->link, caller->code);
        SAY(caller, "NOTICE", "MESSAGE", "carom", words);
        caller->step = STEP_FREE;
        SAY(caller, caller->verb, caller->game);
    } else {
        caller_done(caller);
    }
}

/* The history is whole. */
static void arrive(struct caller *caller)
{
    snprintf(caller->game, sizeof caller->game, "%s", caller->wanted);
    caller->seen = caller->table.round.robots;
    if (!sayable(&caller->table)) {
        caller->game[0] = '\0';
        ask_gone(caller);
        caller_error(caller, "NOGAME", "RRGP has words for tables of the 1999 set only");
    } else if (caller->plays && caller->you[0] == '\0') {
        ask_join(caller);
    } else if (caller_poses(caller)) {
        caller->game[0] = '\0';
        ask_gone(caller);
        caller_error(caller, "INVALIDNAME", NULL);
    } else {
        settle(caller);
    }
}

/* ---- answers ---- */

/* The names that refusals have there. Those without one are told in a sentence as well. */
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

static void refused(struct caller *caller, const struct carom_json *json)
{
    char sentence[400];
    enum step step = caller->step;
    uint32_t why = carom_json_get(json, 0, "why");
    bool coming = step == STEP_HELLO || step == STEP_JOIN;
    if (step == STEP_PLAIN && carom_json_equals(json, why, "already-said")) {
        caller_done(caller);
        return;
    }
    if (coming) {
        caller->game[0] = '\0'; /* nobody has heard that it came */
        ask_gone(caller);
    }
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (carom_json_equals(json, why, errors[i].why)) {
            caller_error(caller, errors[i].error, NULL);
            return;
        }
    }
    if (!carom_json_string(json, carom_json_get(json, 0, "sentence"), sentence, sizeof sentence, NULL))
        sentence[0] = '\0';
    caller_error(caller, coming ? "NOTPLAYING" : "COMMAND", sentence);
}

static void left(struct caller *caller)
{
    seat_drop(caller);
    ask_gone(caller);
    if (caller->wanted[0] != '\0')
        come(caller);
    else
        caller_done(caller);
}

static void joined(struct caller *caller, const struct carom_json *json)
{
    if (!carom_json_string(json, carom_json_get(json, 0, "you"), caller->you, sizeof caller->you, NULL))
        caller->you[0] = '\0';
    if (caller->table.phase == CAROM_PHASE_LOBBY && caller->made)
        ask_plain(caller, STEP_START, "start");
    else
        settle(caller);
}

static void answered(struct caller *caller, const struct carom_json *json)
{
    bool good = false;
    carom_json_bool(json, carom_json_get(json, 0, "ok"), &good);
    switch (caller->step) {
    case STEP_JOIN:
        if (good)
            joined(caller, json);
        break;
    case STEP_LEAVE:
        good = true; /* whatever was in the way: it goes */
        left(caller);
        break;
    case STEP_START:
        good = true; /* or somebody else was first */
        settle(caller);
        break;
    case STEP_AGAIN:
        if (good)
            ask_plain(caller, STEP_PLAIN, "start");
        break;
    case STEP_PLAIN:
        if (good)
            caller_done(caller);
        break;
    case STEP_MOVES:
        plan_answered(caller, good);
        break;
    case STEP_HELLO:
    case STEP_FREE:
        break;
    }
    if (!good && caller->step != STEP_FREE)
        refused(caller, json);
}

/* ---- what was told ---- */

static void welcomed(struct caller *caller, const struct carom_json *json)
{
    int64_t seq = 0;
    char token[TOKEN_LENGTH + 1];
    carom_json_int(json, carom_json_get(json, 0, "seq"), &seq);
    caller->whole = (uint32_t)seq;
    if (!carom_json_string(json, carom_json_get(json, 0, "you"), caller->you, sizeof caller->you, NULL))
        caller->you[0] = '\0';
    if (carom_json_string(json, carom_json_get(json, 0, "token"), token, sizeof token, NULL))
        memcpy(caller->token, token, sizeof token);
}

static void happened(struct caller *caller, const struct carom_event *event)
{
    bool quiet = caller->game[0] == '\0' || caller->step == STEP_START; /* history, or what GAMEINFO will tell */
    bool before = event->kind == CAROM_EVENT_LEFT;
    if (!quiet && before)
        notice_event(caller, event);
    carom_referee_apply(&caller->table, event);
    if (!quiet && !before)
        notice_event(caller, event);
}

/* Another game at the same table may be one that cannot be said here. */
static void look(struct caller *caller)
{
    if (caller->game[0] == '\0' || sayable(&caller->table) || caller->step != STEP_FREE)
        return;
    SAY(caller, "NOTICE", "MESSAGE", "carom", "the table is not of the 1999 set any more");
    SAY(caller, "NOTICE", "PART", caller->name, caller->game);
    ask_gone(caller);
}

static void read_events(struct caller *caller, const struct carom_json *json)
{
    uint32_t events = carom_json_get(json, 0, "events");
    uint32_t end = carom_json_is(json, events, CAROM_JSON_ARRAY) ? json->nodes[events].skip : 0;
    int64_t number = 0;
    carom_json_int(json, carom_json_get(json, 0, "game"), &number);
    if (number != caller->number)
        memset(&caller->table, 0, sizeof caller->table);
    caller->number = (uint32_t)number;
    for (uint32_t node = events + 1; node < end; node = json->nodes[node].skip) {
        static struct carom_event event;
        const struct carom_json_node *line = &json->nodes[node];
        int64_t seq = 0;
        carom_json_int(json, carom_json_get(json, node, "seq"), &seq);
        if (seq > caller->table.seq &&
            carom_event_read(&event, &caller->table, json->text + line->start, line->end - line->start, NULL))
            happened(caller, &event);
    }
    if (caller->step == STEP_HELLO && caller->whole > 0 && caller->table.seq >= caller->whole)
        arrive(caller);
    else
        look(caller);
}

void ask_told(struct caller *caller, const char *text, size_t length)
{
    struct carom_json json;
    if (!carom_json_read(&json, caller->rrgp->nodes, FRAME_NODES, text, length, NULL))
        return;
    uint32_t type = carom_json_get(&json, 0, "type");
    if (carom_json_equals(&json, type, "events"))
        read_events(caller, &json);
    else if (carom_json_equals(&json, type, "welcome"))
        welcomed(caller, &json);
    else if (carom_json_equals(&json, type, "answer") && caller->step == STEP_HELLO)
        refused(caller, &json);
    else if (carom_json_equals(&json, type, "answer"))
        answered(caller, &json);
}
