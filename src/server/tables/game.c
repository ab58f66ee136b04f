/*
 * Games at a table: decide, append, apply; and consequences of events that are not the referee's business.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

/* What the events of a command were about. */
struct effects {
    unsigned events;
    bool drawn;
    bool ended; /* a round ended */
    bool over;
};

/* ---- decide, append, apply ---- */

/* The only way a table changes. */
static void apply(struct table *table, const struct carom_event *event)
{
    carom_referee_apply(&table->game, event);
    if (event->kind == CAROM_EVENT_JOINED) { /* ids are never reused */
        uint64_t number = player_number_from_id(event->as.joined.id);
        table->last_player = number > table->last_player ? number : table->last_player;
    }
}

static void record_effects(struct table *table, const struct carom_event *event, struct effects *effects)
{
    effects->events++;
    effects->drawn |= event->kind == CAROM_EVENT_DRAWN;
    effects->ended |= event->kind == CAROM_EVENT_WON || event->kind == CAROM_EVENT_PUTBACK;
    effects->over |= event->kind == CAROM_EVENT_OVER;
    table->presence_changed |= event->kind == CAROM_EVENT_TURN && votes_player_is_away(table, event->seat);
    table->presence_changed |= event->kind == CAROM_EVENT_PAUSED || event->kind == CAROM_EVENT_RESUMED;
    if (event->kind == CAROM_EVENT_DRAWN)
        for (uint32_t i = 0; i < table->seat_count; i++)
            table->seats[i].voted_next = false;
}

/* A player who left after the end is still in the game's state, because the log is closed by then. So the seat must
 * exist too. */
bool game_is_abandoned(const struct table *table)
{
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->in_use && !id_is_bot(seat->player) &&
            carom_table_find_seat(&table->game, seat->player) != CAROM_NO_SEAT)
            return false;
    }
    return table->game.phase == CAROM_PHASE_OVER;
}

static void run_effects(struct table *table, const struct effects *effects, carom_ms now)
{
    if (effects->over) {
        table->row.over = true;
        table->presence_changed |= game_is_abandoned(table);
        table_save_row(table);
        log_event(SERVE_LOG_INFO, "game-over", "id=%lld table=%s game=%u events=%u", (long long)table->row.id,
                  table->code, table->row.game, table->game.seq);
    }
    if (effects->ended)
        round_result_broadcast(table);
    if (effects->drawn)
        game_solve(table);
    if (effects->events > 0) {
        table->tables->bots->on_change(table, now);
        table_timer_dirty(table);
    }
}

/*
 * The order matters. An event is decided on the current state, appended to the batch that goes to disk, and only then
 * applied; players learn of it when the batch is committed (commit.c). If the process ends anywhere in between, the log
 * is a prefix of what was decided, and nobody has been told of anything that is not in it.
 */
bool game_execute(struct table *table, struct carom_command *command, carom_ms now, struct api_error *error)
{
    struct carom_decision decision = {0};
    struct effects effects = {0};
    command->at = command->at > table->game.now ? command->at : table->game.now;
    event_log_begin(table);
    while (carom_referee_decide(&table->game, command, &decision) == CAROM_DECISION_EVENT) {
        event_log_append(table, &decision.event);
        record_effects(table, &decision.event, &effects);
        apply(table, &decision.event);
    }
    event_log_publish(table);
    run_effects(table, &effects, now);
    return decision.kind != CAROM_DECISION_REFUSED || api_error_from_referee(error, decision.refusal);
}

bool game_deadline(const struct table *table, carom_ms *at)
{
    if (!carom_referee_deadline(&table->game, at))
        return false;
    *at += latency_max_credit(table);
    return true;
}

void game_tick(struct table *table, carom_ms now)
{
    carom_ms at;
    while (game_deadline(table, &at) && at <= now) {
        struct api_error error;
        struct carom_command tick = {.kind = CAROM_COMMAND_TICK};
        uint32_t seq = table->game.seq;
        carom_referee_deadline(&table->game, &tick.at);
        if (!game_execute(table, &tick, now, &error) || table->game.seq == seq)
            break;
    }
}

/* R18: puts back a target that is proven to be unreachable. */
static void put_back_unreachable(struct table *table, carom_ms now)
{
    struct carom_command command = {.kind = CAROM_COMMAND_VOID, .at = now};
    struct api_error error;
    if (round_is_running(table)) {
        log_event(SERVE_LOG_INFO, "target-unreachable", "id=%lld table=%s game=%u round=%u", (long long)table->row.id,
                  table->code, table->row.game, table->game.rounds);
        game_execute(table, &command, now, &error);
    }
}

void game_solve(struct table *table)
{
    round_solve_start(table, put_back_unreachable);
}

/* ---- opening ---- */

/* Would the referee accept this setup? */
static bool can_open(const struct carom_command *open, struct api_error *error)
{
    static const struct carom_table bare;
    struct carom_decision decision = {0};
    if (carom_referee_decide(&bare, open, &decision) == CAROM_DECISION_EVENT)
        return true;
    return api_error_set_detail(error, API_ERR_BAD_RULES, carom_refusal_sentence(&decision.refusal));
}

/* The state before a game's first event. */
static void reset_table(struct table *table)
{
    table->row.game++;
    table->row.over = false;
    if (table->replay_key[0] == '\0')
        table_code_random(table->replay_key);
    table->game = (struct carom_table){0};
    table_clear_solve_result(table);
    table->tables->bots->on_table_freed(table);
    table_save_row(table);
}

bool game_open(struct table *table, const struct carom_game_config *config, carom_ms now, struct api_error *error)
{
    struct carom_command open = {.kind = CAROM_COMMAND_OPEN, .at = now, .config = *config};
    if (!can_open(&open, error))
        return false;
    reset_table(table);
    return game_execute(table, &open, now, error);
}

struct laying {
    const struct table *table;
    uint32_t game;
};

static void write_game(struct carom_text *text, const void *context)
{
    const struct laying *laying = context;
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "type", "game");
    carom_json_put_int(text, "game", laying->game);
    table_options_write(text, "options", &laying->table->options);
    replay_url_write(text, laying->table, laying->game);
    carom_json_end(text, '}');
}

struct shared_buffer *game_message(const struct table *table, uint32_t game)
{
    return frame_write(write_game, &(struct laying){table, game});
}

/* Bots stay, and so do people who are present. */
static bool keeps_seat(const struct table *table, const char *player, carom_ms now)
{
    uint32_t seat = seat_find_by_player(table, player);
    return bot_level_from_id(player) > 0 || (seat != TABLE_NO_SEAT && seat_is_present(&table->seats[seat], now));
}

static void rejoin_players(struct table *table, const struct carom_table *before, unsigned player, carom_ms now)
{
    struct carom_command join = {.kind = CAROM_COMMAND_JOIN, .at = now, .handicap = before->players[player].handicap};
    struct api_error ignored;
    if (!before->players[player].seated || !keeps_seat(table, carom_table_id(before, player), now))
        return;
    snprintf(join.by, sizeof join.by, "%s", carom_table_id(before, player));
    snprintf(join.name, sizeof join.name, "%s", carom_table_name(before, player));
    join.handicap = table->game.rules.handicap ? join.handicap : 0;
    game_execute(table, &join, now, &ignored);
}

/* Opening and seating everybody go into one message. */
bool game_start_next(struct table *table, const struct carom_game_config *config, carom_ms now, struct api_error *error)
{
    struct carom_command open = {.kind = CAROM_COMMAND_OPEN, .at = now, .config = *config};
    if (!can_open(&open, error))
        return false;
    struct carom_table *before = xcalloc(sizeof *before);
    *before = table->game;
    table->options.starts = 0; /* only the first game of a public race begins by itself */
    table->presence_changed |= game_is_abandoned(table);
    commit_broadcast(table, game_message(table, table->row.game + 1));
    reset_table(table);
    table_charge(table, NEXT_GAME_COST);
    event_log_begin(table);
    bool good = game_execute(table, &open, now, error);
    for (unsigned i = 0; good && i < before->seats; i++)
        rejoin_players(table, before, i, now);
    event_log_publish(table);
    free(before);
    return good;
}

/* ---- events from the store ---- */

static bool take_event(struct table *table, const struct store_table_data *data, uint32_t seq,
                       struct carom_event *event)
{
    size_t length;
    const char *text = store_table_data_event(data, seq, &length);
    return carom_event_read(event, &table->game, text, length, NULL);
}

bool game_load(struct table *table, const struct store_table_data *data, uint32_t from, uint32_t next)
{
    struct carom_event event;
    for (uint32_t seq = from; seq < next; seq++) {
        if (!take_event(table, data, seq, &event))
            return false;
        apply(table, &event);
        if (table->game.seq != seq)
            return false;
    }
    return true;
}

bool game_loaded(struct table *table)
{
    table->published_game = table->row.game;
    table->published_seq = table->game.seq;
    table_keep_snapshot(table);
    return table->game.phase != CAROM_PHASE_NONE;
}

/* Events that the sessions have not seen count as happening now. */
static bool take_events(struct table *table, const struct store_table_data *data, uint32_t heard,
                        struct effects *effects)
{
    struct carom_event event;
    for (uint32_t seq = data->from; seq < data->next; seq++) {
        if (!take_event(table, data, seq, &event))
            return false;
        if (seq > heard)
            record_effects(table, &event, effects);
        apply(table, &event);
    }
    return table->game.phase != CAROM_PHASE_NONE;
}

bool game_replace_from_log(struct table *table, const struct store_table_data *data, bool other)
{
    struct effects effects = {0};
    uint32_t heard = table->published_game == data->row.game ? table->published_seq
                     : table->published_game > 0             ? 0
                                                             : UINT32_MAX;
    uint32_t rounds = table->game.rounds;
    carom_ms drawn_at = table->game.drawn_at;
    bool was_free = game_is_abandoned(table);
    bool anew = data->from == 1 || data->from != table->game.seq + 1;
    if (data->from == 1)
        table->game = (struct carom_table){0};
    else if (anew && data->from == table_snapshot_next(table)) /* what was decided since was rejected */
        table->game = *table->snapshot;
    if (table->game.seq + 1 != data->from)
        return false;
    if (!take_events(table, data, heard, &effects))
        return false;
    table->presence_changed |= game_is_abandoned(table) != was_free;
    if (other || table->game.rounds != rounds || table->game.drawn_at != drawn_at)
        table_clear_solve_result(table);
    if (anew)
        table->tables->bots->on_table_freed(table);
    if (table->published_game != 0 && table->published_game != data->row.game)
        commit_broadcast_committed(table, game_message(table, data->row.game));
    if (table->sessions != NULL && heard < UINT32_MAX)
        event_log_send(table, NULL, data, heard + 1);
    table->published_game = table->row.game;
    table->published_seq = table->game.seq;
    table->result_sent &= !anew; /* it may not have been sent */
    if (effects.ended || anew)
        round_result_broadcast(table);
    return true;
}
