/*
 * Events from JSON: a log is read line by line, each against the table that the lines before have made. Whatever passes
 * here can be applied and written; whether it follows from the rules is verify.c's question.
 */
#include "json_fields.h"

#include "../core/libc_mem.h"

struct event_reader {
    const struct carom_json *json;
    const struct carom_table *table;
    struct carom_event *event;
    struct carom_error *error;
};

static uint32_t get(const struct event_reader *reader, const char *key)
{
    return carom_json_get(reader->json, 0, key);
}

static bool event_error(const struct event_reader *reader, const char *key)
{
    return json_error(reader->error, CAROM_ERROR_EVENT_FIELD, key);
}

static bool read_number(const struct event_reader *reader, const char *key, int64_t most, int64_t *number)
{
    return codec_int(reader->json, get(reader, key), 0, most, number) || event_error(reader, key);
}

static bool read_small(const struct event_reader *reader, const char *key, uint8_t *number)
{
    int64_t value;
    if (!read_number(reader, key, UINT8_MAX, &value))
        return false;
    *number = (uint8_t)value;
    return true;
}

static bool seat_of(const struct event_reader *reader, uint32_t node, uint8_t *seat)
{
    char id[CAROM_ID_SIZE];
    if (!codec_id(reader->json, node, id))
        return json_error_at(reader->error, CAROM_ERROR_BY, reader->json, node);
    *seat = (uint8_t)carom_table_find_seat(reader->table, id);
    return *seat != CAROM_NO_SEAT || json_error(reader->error, CAROM_ERROR_EVENT_SEAT, id);
}

static bool read_by(const struct event_reader *reader)
{
    return seat_of(reader, get(reader, "by"), &reader->event->seat);
}

/* `moves`: 0 if it may be left out and is. */
static bool read_moves(const struct event_reader *reader, bool optional)
{
    int64_t moves = 0;
    if (!(optional && get(reader, "moves") == CAROM_JSON_NONE) && !read_number(reader, "moves", UINT32_MAX, &moves))
        return false;
    reader->event->moves = (uint32_t)moves;
    return true;
}

static bool read_until(const struct event_reader *reader, bool optional)
{
    return (optional && get(reader, "until") == CAROM_JSON_NONE) ||
           read_number(reader, "until", CAROM_DEADLINE_MAX, &reader->event->until);
}

static bool read_target(const struct event_reader *reader, uint8_t *target)
{
    uint32_t node = get(reader, "target");
    bool good = carom_rules_is_micro(&reader->table->rules)
                    ? codec_face(reader->json, node, target)
                    : codec_token(reader->json, node, target) && (reader->table->board.tokens >> *target & 1u) != 0;
    return good || event_error(reader, "target");
}

/* The hash of a secret, and what does not come from it. */
static bool read_promise(const struct event_reader *reader, struct carom_rules *rules)
{
    uint32_t list = get(reader, "by_hand");
    if (!codec_secret(reader->json, get(reader, "seed_hash"), rules->secret_hash))
        return event_error(reader, "seed_hash");
    if (!carom_json_is(reader->json, list, CAROM_JSON_ARRAY))
        return event_error(reader, "by_hand");
    for (uint32_t i = 0; i < reader->json->nodes[list].count; i++) {
        unsigned part = json_read_name(reader->json, carom_json_item(reader->json, list, i), json_by_hand_names,
                                       CAROM_BY_HAND_PARTS);
        if (part == CAROM_BY_HAND_PARTS)
            return event_error(reader, "by_hand");
        rules->by_hand |= (uint8_t)(1u << part);
    }
    return true;
}

static bool read_seed(const struct event_reader *reader, struct carom_rules *rules)
{
    uint32_t node = get(reader, "seed");
    int64_t seed = 0;
    rules->seed_known = node != CAROM_JSON_NONE;
    rules->seed_secret = get(reader, "seed_hash") != CAROM_JSON_NONE;
    if (rules->seed_secret)
        return read_promise(reader, rules) &&
               (!rules->seed_known || codec_secret(reader->json, node, rules->secret) || event_error(reader, "seed"));
    if (rules->seed_known && !read_number(reader, "seed", INT64_MAX, &seed))
        return false;
    rules->seed = (uint64_t)seed;
    return true;
}

static bool read_opened(const struct event_reader *reader)
{
    struct carom_game_config *config = &reader->event->as.opened;
    struct carom_setup *setup = &config->setup;
    if (!json_read_game_config(config, reader->json, get(reader, "rules"), true, reader->error) ||
        !codec_board(reader->json, get(reader, "board"), config, reader->error))
        return false;
    if (!carom_rules_is_micro(&config->rules)) {
        uint8_t tokens[CAROM_TOKENS];
        setup->robots_given = true;
        if (!codec_robots(reader->json, get(reader, "robots"), &setup->board, &setup->robots, reader->error))
            return false;
        if (referee_tokens(&setup->board, &setup->robots, tokens) == 0)
            return event_error(reader, "board");
        for (unsigned i = 0; i < setup->token_count; i++)
            if ((setup->board.tokens >> setup->tokens[i] & 1u) == 0)
                return event_error(reader, "tokens");
    }
    return read_seed(reader, &config->rules);
}

static bool read_joined(const struct event_reader *reader)
{
    struct carom_event *event = reader->event;
    uint32_t handicap = get(reader, "handicap");
    if (!codec_id(reader->json, get(reader, "by"), event->as.joined.id))
        return json_error_at(reader->error, CAROM_ERROR_BY, reader->json, get(reader, "by"));
    if (!codec_name(reader->json, get(reader, "name"), event->as.joined.name))
        return json_error_at(reader->error, CAROM_ERROR_NAME, reader->json, get(reader, "name"));
    event->seat = (uint8_t)referee_free_seat(reader->table);
    return (handicap == CAROM_JSON_NONE || read_small(reader, "handicap", &event->as.joined.handicap)) &&
           (codec_nonce(reader->json, 0, &event->as.joined.nonce) || event_error(reader, "nonce"));
}

static bool read_started(const struct event_reader *reader)
{
    struct carom_event *event = reader->event;
    return read_by(reader) && read_small(reader, "players", &event->as.started.players) &&
           read_small(reader, "goal", &event->as.started.goal) &&
           (codec_nonce(reader->json, 0, &event->as.started.nonce) || event_error(reader, "nonce"));
}

static bool read_cell(const struct event_reader *reader, const char *key, uint8_t *cell)
{
    char bytes[8];
    size_t length;
    return (carom_json_as_string(reader->json, get(reader, key), bytes, sizeof bytes, &length) &&
            carom_cell_read(cell, bytes, length)) ||
           event_error(reader, key);
}

/* The target's cell follows from the board, but a log that says another one is wrong. */
static bool read_target_cell(const struct event_reader *reader)
{
    uint8_t said;
    return read_cell(reader, "cell", &said) &&
           (said == referee_target_cell(reader->table, &reader->event->as.drawn) || event_error(reader, "cell"));
}

static bool read_left(const struct event_reader *reader)
{
    return read_by(reader) && (carom_json_string_is(reader->json, get(reader, "name"),
                                                    carom_table_name(reader->table, reader->event->seat)) ||
                               event_error(reader, "name"));
}

static bool read_drawn(const struct event_reader *reader)
{
    struct carom_drawn_target *drawn = &reader->event->as.drawn;
    drawn->token = CAROM_NO_TOKEN;
    drawn->target = drawn->start = drawn->via = CAROM_MICRO_NO_CELL;
    if (!read_small(reader, "left", &drawn->remaining))
        return false;
    if (!carom_rules_is_micro(&reader->table->rules))
        return read_target(reader, &drawn->token) && read_target_cell(reader);
    uint32_t via = get(reader, "via");
    if (!read_target(reader, &drawn->target) || !read_target_cell(reader) || !read_by(reader))
        return false;
    if (!codec_face(reader->json, get(reader, "start"), &drawn->start))
        return event_error(reader, "start");
    return via == CAROM_JSON_NONE || codec_face(reader->json, via, &drawn->via) || event_error(reader, "via");
}

static bool read_closed(const struct event_reader *reader)
{
    struct carom_event *event = reader->event;
    uint32_t list = get(reader, "order");
    if (!carom_json_is(reader->json, list, CAROM_JSON_ARRAY) || reader->json->nodes[list].count > CAROM_PLAYERS_MAX)
        return event_error(reader, "order");
    event->as.closed.count = (uint8_t)reader->json->nodes[list].count;
    for (unsigned i = 0; i < event->as.closed.count; i++) {
        uint32_t item = carom_json_item(reader->json, list, i);
        int64_t moves;
        if (!seat_of(reader, carom_json_get(reader->json, item, "by"), &event->as.closed.order[i].seat))
            return false;
        if (!codec_int(reader->json, carom_json_get(reader->json, item, "moves"), 1, CAROM_BID_MAX, &moves))
            return event_error(reader, "order");
        event->as.closed.order[i].moves = (uint32_t)moves;
    }
    return true;
}

static bool read_moved(const struct event_reader *reader)
{
    struct carom_event *event = reader->event;
    int64_t cost;
    if (!read_by(reader) || !json_read_move(reader->json, get(reader, "move"), &event->as.moved.move, reader->error) ||
        !read_number(reader, "count", UINT32_MAX, &cost))
        return false;
    event->as.moved.cost = (uint32_t)cost;
    if (event->as.moved.move.micro != carom_rules_is_micro(&reader->table->rules))
        return event_error(reader, "move");
    return event->as.moved.move.micro
               ? codec_face(reader->json, get(reader, "to"), &event->as.moved.to) || event_error(reader, "to")
               : read_cell(reader, "to", &event->as.moved.to);
}

static bool read_failed(const struct event_reader *reader)
{
    unsigned why = 0;
    while (why < CAROM_DEMO_FAILURES &&
           !carom_json_string_is(reader->json, get(reader, "why"), carom_failure_name((enum carom_demo_failure)why)))
        why++;
    reader->event->as.failed = (enum carom_demo_failure)why;
    return why < CAROM_DEMO_FAILURES ? read_by(reader) : event_error(reader, "why");
}

static bool read_reset(const struct event_reader *reader)
{
    uint32_t robots = get(reader, "robots");
    if (carom_rules_is_micro(&reader->table->rules))
        return codec_face(reader->json, robots, &reader->event->as.reset.face) || event_error(reader, "robots");
    return codec_robots(reader->json, robots, &reader->table->board, &reader->event->as.reset.robots, reader->error);
}

static bool read_won(const struct event_reader *reader)
{
    static const char *const faces[] = {"up", "down"};
    struct carom_event *event = reader->event;
    if (carom_rules_is_solo(&reader->table->rules)) {
        unsigned face = json_read_name(reader->json, get(reader, "face"), faces, 2);
        if (face == 2)
            return event_error(reader, "face");
        event->as.won.side = (enum carom_token_side)face;
    }
    return read_by(reader) && read_target(reader, &event->as.won.target) &&
           read_small(reader, "score", &event->as.won.score);
}

static bool read_putback(const struct event_reader *reader)
{
    unsigned why = 0;
    while (why < CAROM_PUTBACK_REASONS &&
           !carom_json_string_is(reader->json, get(reader, "why"),
                                 carom_putback_reason_name((enum carom_putback_reason)why)))
        why++;
    reader->event->as.putback.reason = (enum carom_putback_reason)why;
    return why < CAROM_PUTBACK_REASONS ? read_target(reader, &reader->event->as.putback.target)
                                       : event_error(reader, "why");
}

/* What a player's side is told of a route that was handed in has none. */
static bool read_route(const struct event_reader *reader, bool optional)
{
    uint32_t node = get(reader, "route");
    bool too_long = false;
    if (optional && node == CAROM_JSON_NONE)
        return true;
    return (codec_route(reader->json, node, reader->event->as.route.route, &too_long, reader->error) && !too_long) ||
           event_error(reader, "route");
}

static bool read_winners(const struct event_reader *reader)
{
    uint32_t list = get(reader, "winners");
    if (!carom_json_is(reader->json, list, CAROM_JSON_ARRAY))
        return event_error(reader, "winners");
    for (uint32_t i = 0; i < reader->json->nodes[list].count; i++) {
        uint8_t seat = CAROM_NO_SEAT;
        if (!seat_of(reader, carom_json_item(reader->json, list, i), &seat))
            return false;
        reader->event->as.over.winner[seat] = true;
    }
    return true;
}

static bool read_over(const struct event_reader *reader)
{
    struct carom_event *event = reader->event;
    uint32_t object = get(reader, "scores");
    if (!carom_json_is(reader->json, object, CAROM_JSON_OBJECT))
        return event_error(reader, "scores");
    uint32_t key = object + 1;
    for (uint32_t i = 0; i < reader->json->nodes[object].count; i++) {
        uint8_t seat = CAROM_NO_SEAT;
        int64_t score;
        if (!seat_of(reader, key, &seat))
            return false;
        if (!codec_int(reader->json, key + 1, 0, UINT8_MAX, &score))
            return event_error(reader, "scores");
        event->as.over.seated[seat] = true;
        event->as.over.scores[seat] = (uint8_t)score;
        key = reader->json->nodes[key + 1].next;
    }
    uint32_t seed = get(reader, "seed");
    event->as.over.has_secret = seed != CAROM_JSON_NONE;
    if (event->as.over.has_secret && !codec_secret(reader->json, seed, event->as.over.secret))
        return event_error(reader, "seed");
    return read_winners(reader);
}

static bool read_fields(const struct event_reader *reader)
{
    struct carom_event *event = reader->event;
    switch (event->kind) {
    case CAROM_EVENT_OPENED:
        return read_opened(reader);
    case CAROM_EVENT_JOINED:
        return read_joined(reader);
    case CAROM_EVENT_LEFT:
        return read_left(reader);
    case CAROM_EVENT_STARTED:
        return read_started(reader);
    case CAROM_EVENT_DRAWN:
        return read_drawn(reader);
    case CAROM_EVENT_BID:
        return read_by(reader) && read_moves(reader, false) &&
               codec_credit(reader->json, &event->credit, reader->error);
    case CAROM_EVENT_DONE:
        return read_by(reader) && read_moves(reader, true);
    case CAROM_EVENT_HINT:
        return read_by(reader);
    case CAROM_EVENT_HANDED:
        return read_by(reader) && read_moves(reader, false) &&
               codec_credit(reader->json, &event->credit, reader->error) && read_route(reader, true);
    case CAROM_EVENT_SHOWN:
        return read_by(reader) && read_moves(reader, false) && read_route(reader, false) &&
               read_small(reader, "points", &event->as.route.points) &&
               read_small(reader, "score", &event->as.route.score);
    case CAROM_EVENT_SKIP:
        return read_by(reader) && read_small(reader, "votes", &event->as.skip.votes) &&
               read_small(reader, "needed", &event->as.skip.needed);
    case CAROM_EVENT_HOURGLASS:
        return read_by(reader) && read_until(reader, false);
    case CAROM_EVENT_CLOSED:
        return read_closed(reader);
    case CAROM_EVENT_TURN:
        return read_by(reader) && read_moves(reader, false) && read_until(reader, true);
    case CAROM_EVENT_MOVED:
        return read_moved(reader);
    case CAROM_EVENT_FAILED:
        return read_failed(reader);
    case CAROM_EVENT_RESET:
        return read_reset(reader);
    case CAROM_EVENT_WON:
        return read_won(reader);
    case CAROM_EVENT_PENALTY:
        return seat_of(reader, get(reader, "from"), &event->seat) &&
               seat_of(reader, get(reader, "to"), &event->as.penalty_to);
    case CAROM_EVENT_PUTBACK:
        return read_putback(reader);
    case CAROM_EVENT_OVER:
        return read_over(reader);
    case CAROM_EVENT_PAUSED:
        return true;
    case CAROM_EVENT_RESUMED:
        return read_until(reader, true);
    }
    return false;
}

static unsigned kind_of(const struct carom_json *json, uint32_t node)
{
    unsigned kind = 0;
    while (kind < CAROM_EVENT_KINDS && !carom_json_string_is(json, node, carom_event_name((enum carom_event_kind)kind)))
        kind++;
    return kind;
}

bool carom_event_read(struct carom_event *event, const struct carom_table *before, const char *text, size_t length,
                      struct carom_error *error)
{
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    memset(event, 0, sizeof *event);
    event->seat = CAROM_NO_SEAT;
    if (!carom_json_read(&json, nodes, CAROM_JSON_NODES_MAX, text, length, error))
        return false;
    if (!carom_json_is(&json, 0, CAROM_JSON_OBJECT))
        return json_error_at(error, CAROM_ERROR_NO_OBJECT, &json, 0);
    uint32_t node = carom_json_get(&json, 0, "ev");
    unsigned kind = kind_of(&json, node);
    int64_t seq;
    if (kind == CAROM_EVENT_KINDS)
        return json_error_at(error, CAROM_ERROR_EVENT_KIND, &json, node);
    event->kind = (enum carom_event_kind)kind;
    node = carom_json_get(&json, 0, "seq");
    if (!codec_int(&json, node, 1, UINT32_MAX, &seq))
        return json_error_at(error, CAROM_ERROR_EVENT_SEQ, &json, node);
    event->seq = (uint32_t)seq;
    node = carom_json_get(&json, 0, "at");
    if (!codec_int(&json, node, 0, CAROM_DEADLINE_MAX, &event->at))
        return json_error_at(error, CAROM_ERROR_AT, &json, node);
    struct event_reader reader = {.json = &json, .table = before, .event = event, .error = error};
    return read_fields(&reader);
}
