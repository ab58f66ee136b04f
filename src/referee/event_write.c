/*
 * Events as JSON, in the order of fields that docs/referee.md has. Seats become ids: the table is the one before.
 */
#include "json_fields.h"

static void put_seat(struct carom_text *text, const char *key, const struct carom_table *table, unsigned seat)
{
    if (seat < CAROM_PLAYERS_MAX)
        carom_json_put_string(text, key, carom_table_id(table, seat));
}

/* A token, or a face of Micro Robots. */
static void put_target(struct carom_text *text, const struct carom_table *table, unsigned target)
{
    if (carom_rules_is_micro(&table->rules))
        codec_put_face(text, "target", target);
    else
        codec_put_token(text, "target", target);
}

/* What everybody is told of a secret before it is told itself: its hash, and what does not come from it. */
static void put_promise(struct carom_text *text, const struct carom_rules *rules)
{
    codec_put_secret(text, "seed_hash", rules->secret_hash);
    carom_json_begin(text, "by_hand", '[');
    for (unsigned i = 0; i < CAROM_BY_HAND_PARTS; i++)
        if ((rules->by_hand >> i & 1u) != 0)
            carom_json_put_string(text, NULL, json_by_hand_names[i]);
    carom_json_end(text, ']');
}

static void put_opened(struct carom_text *text, const struct carom_game_config *config, bool secrets)
{
    carom_json_begin(text, "rules", '{');
    codec_put_rules(text, config, secrets);
    carom_json_end(text, '}');
    codec_put_board(text, "board", &config->rules, &config->setup.board, &config->setup.tiles);
    if (!carom_rules_is_micro(&config->rules))
        codec_put_robots(text, "robots", &config->setup.robots);
    if (secrets && config->rules.seed_known)
        codec_put_seed(text, &config->rules);
    if (config->rules.seed_secret)
        put_promise(text, &config->rules);
}

static void put_joined(struct carom_text *text, const struct carom_event *event)
{
    carom_json_put_string(text, "by", event->as.joined.id);
    carom_json_put_string(text, "name", event->as.joined.name);
    if (event->as.joined.handicap > 0)
        carom_json_put_int(text, "handicap", event->as.joined.handicap);
    codec_put_nonce(text, &event->as.joined.nonce);
}

static void put_drawn(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    const struct carom_drawn_target *drawn = &event->as.drawn;
    if (!carom_rules_is_micro(&table->rules)) {
        codec_put_token(text, "target", drawn->token);
        codec_put_cell(text, "cell", referee_target_cell(table, drawn));
        carom_json_put_int(text, "left", drawn->remaining);
        return;
    }
    put_seat(text, "by", table, event->seat);
    codec_put_face(text, "target", drawn->target);
    codec_put_cell(text, "cell", referee_target_cell(table, drawn));
    carom_json_put_int(text, "left", drawn->remaining);
    codec_put_face(text, "start", drawn->start);
    if (drawn->via != CAROM_MICRO_NO_CELL)
        codec_put_face(text, "via", drawn->via);
}

static void put_closed(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    carom_json_begin(text, "order", '[');
    for (unsigned i = 0; i < event->as.closed.count; i++) {
        const struct carom_bidder *bidder = &event->as.closed.order[i];
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "by", carom_table_id(table, bidder->seat));
        carom_json_put_int(text, "moves", bidder->moves);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

static void put_moved(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_seat(text, "by", table, event->seat);
    codec_put_play(text, "move", &event->as.moved.move);
    if (carom_rules_is_micro(&table->rules))
        codec_put_face(text, "to", event->as.moved.to);
    else
        codec_put_cell(text, "to", event->as.moved.to);
    carom_json_put_int(text, "count", event->as.moved.cost);
}

static void put_reset(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    if (carom_rules_is_micro(&table->rules))
        codec_put_face(text, "robots", event->as.reset.face);
    else
        codec_put_robots(text, "robots", &event->as.reset.robots);
}

static void put_won(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_seat(text, "by", table, event->seat);
    put_target(text, table, event->as.won.target);
    carom_json_put_int(text, "score", event->as.won.score);
    if (carom_rules_is_solo(&table->rules))
        carom_json_put_string(text, "face", event->as.won.side == CAROM_TOKEN_FACE_UP ? "up" : "down");
}

static void put_left(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_seat(text, "by", table, event->seat);
    carom_json_put_string(text, "name", carom_table_name(table, event->seat));
}

/* The sand is turned, or all clocks stop, or go on. */
static void put_clock(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    bool turned = event->kind == CAROM_EVENT_HOURGLASS;
    if (turned || event->until != 0)
        carom_json_put_int(text, "until", event->until);
    if (turned)
        put_seat(text, "by", table, event->seat);
}

static void put_over(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    carom_json_begin(text, "winners", '[');
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++)
        if (event->as.over.winner[seat])
            carom_json_put_string(text, NULL, carom_table_id(table, seat));
    carom_json_end(text, ']');
    carom_json_begin(text, "scores", '{');
    for (unsigned seat = 0; seat < CAROM_PLAYERS_MAX; seat++)
        if (event->as.over.seated[seat])
            carom_json_put_int(text, carom_table_id(table, seat), event->as.over.scores[seat]);
    carom_json_end(text, '}');
    if (event->as.over.has_secret)
        codec_put_secret(text, "seed", event->as.over.secret);
}

static void put_bid(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_seat(text, "by", table, event->seat);
    if (event->moves > 0)
        carom_json_put_int(text, "moves", event->moves);
    if (event->credit > 0)
        carom_json_put_int(text, "credit", event->credit);
}

/* H2: which route it is nobody knows before it is shown. */
static void put_handed(struct carom_text *text, const struct carom_table *table, const struct carom_event *event,
                       bool secrets)
{
    put_bid(text, table, event);
    if (secrets && event->as.route.route[0] != '\0')
        carom_json_put_string(text, "route", event->as.route.route);
}

static void put_shown(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_bid(text, table, event);
    carom_json_put_string(text, "route", event->as.route.route);
    carom_json_put_int(text, "points", event->as.route.points);
    carom_json_put_int(text, "score", event->as.route.score);
}

static void put_started(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_seat(text, "by", table, event->seat);
    carom_json_put_int(text, "players", event->as.started.players);
    carom_json_put_int(text, "goal", event->as.started.goal);
    codec_put_nonce(text, &event->as.started.nonce);
}

static void put_skip(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_seat(text, "by", table, event->seat);
    carom_json_put_int(text, "votes", event->as.skip.votes);
    carom_json_put_int(text, "needed", event->as.skip.needed);
}

static void put_turn(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_bid(text, table, event);
    if (event->until > 0)
        carom_json_put_int(text, "until", event->until);
}

/* Somebody says or does something; the rest is only where it belongs. */
static void put_said(struct carom_text *text, const struct carom_table *table, const struct carom_event *event,
                     bool secrets)
{
    if (event->kind == CAROM_EVENT_SKIP)
        put_skip(text, table, event);
    else if (event->kind == CAROM_EVENT_HANDED)
        put_handed(text, table, event, secrets);
    else if (event->kind == CAROM_EVENT_SHOWN)
        put_shown(text, table, event);
    else
        put_turn(text, table, event); /* only a turn has an end */
}

static void put_penalty(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_seat(text, "from", table, event->seat);
    put_seat(text, "to", table, event->as.penalty_to);
}

static void put_putback(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_target(text, table, event->as.putback.target);
    carom_json_put_string(text, "why", carom_putback_reason_name(event->as.putback.reason));
}

static void put_failed(struct carom_text *text, const struct carom_table *table, const struct carom_event *event)
{
    put_seat(text, "by", table, event->seat);
    carom_json_put_string(text, "why", carom_failure_name(event->as.failed));
}

static void put_fields(struct carom_text *text, const struct carom_table *table, const struct carom_event *event,
                       bool secrets)
{
    switch (event->kind) {
    case CAROM_EVENT_OPENED:
        put_opened(text, &event->as.opened, secrets);
        break;
    case CAROM_EVENT_JOINED:
        put_joined(text, event);
        break;
    case CAROM_EVENT_LEFT:
        put_left(text, table, event);
        break;
    case CAROM_EVENT_STARTED:
        put_started(text, table, event);
        break;
    case CAROM_EVENT_DRAWN:
        put_drawn(text, table, event);
        break;
    case CAROM_EVENT_BID:
    case CAROM_EVENT_DONE:
    case CAROM_EVENT_HINT:
    case CAROM_EVENT_TURN:
    case CAROM_EVENT_HANDED:
    case CAROM_EVENT_SHOWN:
    case CAROM_EVENT_SKIP:
        put_said(text, table, event, secrets);
        break;
    case CAROM_EVENT_HOURGLASS:
    case CAROM_EVENT_PAUSED:
    case CAROM_EVENT_RESUMED:
        put_clock(text, table, event);
        break;
    case CAROM_EVENT_CLOSED:
        put_closed(text, table, event);
        break;
    case CAROM_EVENT_MOVED:
        put_moved(text, table, event);
        break;
    case CAROM_EVENT_FAILED:
        put_failed(text, table, event);
        break;
    case CAROM_EVENT_RESET:
        put_reset(text, table, event);
        break;
    case CAROM_EVENT_WON:
        put_won(text, table, event);
        break;
    case CAROM_EVENT_PENALTY:
        put_penalty(text, table, event);
        break;
    case CAROM_EVENT_PUTBACK:
        put_putback(text, table, event);
        break;
    case CAROM_EVENT_OVER:
        put_over(text, table, event);
        break;
    }
}

static void put_event(struct carom_text *text, const struct carom_table *table, const struct carom_event *event,
                      bool secrets)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_int(text, "seq", event->seq);
    carom_json_put_int(text, "at", event->at);
    carom_json_put_string(text, "ev", carom_event_name(event->kind));
    put_fields(text, table, event, secrets);
    carom_json_end(text, '}');
}

void carom_event_write(struct carom_text *text, const struct carom_table *before, const struct carom_event *event)
{
    put_event(text, before, event, true);
}

void carom_event_write_public(struct carom_text *text, const struct carom_table *before,
                              const struct carom_event *event)
{
    put_event(text, before, event, false);
}
