/*
 * Games at a table: decide, append, apply; and what follows from events that is not the referee's business.
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>

/* What a command's events were about. */
struct effects {
    unsigned events;
    bool drawn;
    bool ended; /* a round */
    bool over;
};

/* ---- decide, append, apply ---- */

/* The only way a table changes. */
static void apply(struct table *table, const struct carom_event *event)
{
    carom_referee_apply(&table->state, event);
    if (event->kind == CAROM_EVENT_JOINED) { /* no id is given twice */
        uint64_t number = player_number_of_id(event->as.joined.id);
        table->last_player = number > table->last_player ? number : table->last_player;
    }
}

static void note(struct table *table, const struct carom_event *event, struct effects *effects)
{
    effects->events++;
    effects->drawn |= event->kind == CAROM_EVENT_DRAWN;
    effects->ended |= event->kind == CAROM_EVENT_WON || event->kind == CAROM_EVENT_PUTBACK;
    effects->over |= event->kind == CAROM_EVENT_OVER;
    table->presence_changed |= event->kind == CAROM_EVENT_TURN && votes_away(table, event->seat);
    table->presence_changed |= event->kind == CAROM_EVENT_PAUSED || event->kind == CAROM_EVENT_RESUMED;
    if (event->kind == CAROM_EVENT_DRAWN)
        for (uint32_t i = 0; i < table->seat_count; i++)
            table->seats[i].wants_next = false;
}

/* Who got up after the end is still in the state: the log is closed by then. So the seat has to be there, too. */
bool game_free(const struct table *table)
{
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->used && !id_of_program(seat->player) &&
            carom_table_seat(&table->state, seat->player) != CAROM_NO_SEAT)
            return false;
    }
    return table->state.phase == CAROM_PHASE_OVER;
}

static void follow(struct table *table, const struct effects *effects, carom_ms now)
{
    if (effects->over) {
        table->facts.over = true;
        table->presence_changed |= game_free(table);
        table_write_facts(table);
        log_line(SERVE_LOG_INFO, "game-over", "id=%lld table=%s game=%u events=%u", (long long)table->facts.id,
                 table->code, table->facts.game, table->state.seq);
    }
    if (effects->ended)
        rounds_tell(table);
    if (effects->drawn)
        game_solve(table);
    if (effects->events > 0) {
        table->tables->players->notice(table, now);
        table_touch(table);
    }
}

/*
 * The order matters. An event is decided against the table as it is, appended to the batch that goes to the disk, and
 * only then applied; the players hear of it when the batch is committed (commit.c). If the process ends anywhere in
 * between, the log is a prefix of what was decided, and nobody has been told of anything that is not in it.
 */
bool game_run(struct table *table, struct carom_command *command, carom_ms now, struct refused *refused)
{
    struct carom_step step = {0};
    struct effects effects = {0};
    command->at = command->at > table->state.now ? command->at : table->state.now;
    history_begin(table);
    while (carom_referee_decide(&table->state, command, &step) == CAROM_STEP_EVENT) {
        history_append(table, &step.event);
        note(table, &step.event, &effects);
        apply(table, &step.event);
    }
    history_end(table);
    follow(table, &effects, now);
    return step.answer != CAROM_STEP_REFUSED || refuse_as(refused, step.refusal);
}

bool game_due(const struct table *table, carom_ms *at)
{
    if (!carom_referee_deadline(&table->state, at))
        return false;
    *at += fairness_longest(table);
    return true;
}

void game_tick(struct table *table, carom_ms now)
{
    carom_ms at;
    while (game_due(table, &at) && at <= now) {
        struct refused refused;
        struct carom_command tick = {.what = CAROM_DO_TICK};
        uint32_t seq = table->state.seq;
        carom_referee_deadline(&table->state, &tick.at);
        if (!game_run(table, &tick, now, &refused) || table->state.seq == seq)
            break;
    }
}

/* R18: a target that is proven to be out of reach is put back. */
static void put_back(struct table *table, carom_ms now)
{
    struct carom_command command = {.what = CAROM_DO_VOID, .at = now};
    struct refused refused;
    if (round_on(table)) {
        log_line(SERVE_LOG_INFO, "unreachable", "id=%lld table=%s game=%u round=%u", (long long)table->facts.id,
                 table->code, table->facts.game, table->state.rounds);
        game_run(table, &command, now, &refused);
    }
}

void game_solve(struct table *table)
{
    rounds_solve(table, put_back);
}

/* ---- opening ---- */

/* Would the referee lay this table? */
static bool can_open(const struct carom_command *open, struct refused *refused)
{
    static const struct carom_table bare;
    struct carom_step step = {0};
    if (carom_referee_decide(&bare, open, &step) == CAROM_STEP_EVENT)
        return true;
    return refuse_what(refused, WHY_BAD_RULES, carom_refusal_sentence(&step.refusal));
}

/* The table as it is before a game's first event. */
static void clear_table(struct table *table)
{
    table->facts.game++;
    table->facts.over = false;
    if (table->replays[0] == '\0')
        code_random(table->replays);
    table->state = (struct carom_table){0};
    table_clear_found(table);
    table->tables->players->forget(table);
    table_write_facts(table);
}

bool game_open(struct table *table, const struct carom_opening *opening, carom_ms now, struct refused *refused)
{
    struct carom_command open = {.what = CAROM_DO_OPEN, .at = now, .opening = *opening};
    if (!can_open(&open, refused))
        return false;
    clear_table(table);
    return game_run(table, &open, now, refused);
}

struct laying {
    const struct table *table;
    uint32_t game;
};

static void write_game(struct carom_text *text, const void *context)
{
    const struct laying *laying = context;
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "type", "game");
    carom_json_number(text, "game", laying->game);
    table_options_write(text, "options", &laying->table->options);
    replay_write(text, laying->table, laying->game);
    carom_json_end(text, '}');
}

struct bytes *game_frame(const struct table *table, uint32_t game)
{
    return frame_write(write_game, &(struct laying){table, game});
}

/* Bots stay, and so do people who are here. */
static bool stays(const struct table *table, const char *player, carom_ms now)
{
    uint32_t seat = seat_of_player(table, player);
    return bot_level_of_id(player) > 0 || (seat != TABLE_NO_SEAT && seat_present(&table->seats[seat], now));
}

static void join_again(struct table *table, const struct carom_table *before, unsigned player, carom_ms now)
{
    struct carom_command join = {.what = CAROM_DO_JOIN, .at = now, .handicap = before->players[player].handicap};
    struct refused ignored;
    if (!before->players[player].seated || !stays(table, carom_table_id(before, player), now))
        return;
    snprintf(join.by, sizeof join.by, "%s", carom_table_id(before, player));
    snprintf(join.name, sizeof join.name, "%s", carom_table_name(before, player));
    join.handicap = table->state.rules.handicap ? join.handicap : 0;
    game_run(table, &join, now, &ignored);
}

/* All of it is one message: the opening, and everybody sitting down. */
bool game_again(struct table *table, const struct carom_opening *opening, carom_ms now, struct refused *refused)
{
    struct carom_command open = {.what = CAROM_DO_OPEN, .at = now, .opening = *opening};
    if (!can_open(&open, refused))
        return false;
    struct carom_table *before = must_alloc(sizeof *before);
    *before = table->state;
    table->presence_changed |= game_free(table);
    commit_to_table(table, game_frame(table, table->facts.game + 1));
    clear_table(table);
    table_charge(table, AGAIN_COST);
    history_begin(table);
    bool good = game_run(table, &open, now, refused);
    for (unsigned i = 0; good && i < before->seats; i++)
        join_again(table, before, i, now);
    history_end(table);
    free(before);
    return good;
}

/* ---- what the store has ---- */

static bool take_event(struct table *table, const struct store_loaded *loaded, uint32_t seq, struct carom_event *event)
{
    size_t length;
    const char *text = store_loaded_event(loaded, seq, &length);
    return carom_event_read(event, &table->state, text, length, NULL);
}

bool game_load(struct table *table, const struct store_loaded *loaded, uint32_t from, uint32_t next)
{
    struct carom_event event;
    for (uint32_t seq = from; seq < next; seq++) {
        if (!take_event(table, loaded, seq, &event))
            return false;
        apply(table, &event);
        if (table->state.seq != seq)
            return false;
    }
    return true;
}

bool game_loaded(struct table *table)
{
    table->sent_game = table->facts.game;
    table->sent_seq = table->state.seq;
    table_keep_snapshot(table);
    return table->state.phase != CAROM_PHASE_UNOPENED;
}

/* Those that the audience has not heard of count as happening now. */
static bool take_events(struct table *table, const struct store_loaded *loaded, uint32_t heard, struct effects *effects)
{
    struct carom_event event;
    for (uint32_t seq = loaded->from; seq < loaded->next; seq++) {
        if (!take_event(table, loaded, seq, &event))
            return false;
        if (seq > heard)
            note(table, &event, effects);
        apply(table, &event);
    }
    return table->state.phase != CAROM_PHASE_UNOPENED;
}

bool game_take(struct table *table, const struct store_loaded *loaded, bool other)
{
    struct effects effects = {0};
    uint32_t heard = table->sent_game == loaded->facts.game ? table->sent_seq : table->sent_game > 0 ? 0 : UINT32_MAX;
    uint32_t rounds = table->state.rounds;
    carom_ms drawn_at = table->state.drawn_at;
    bool was_free = game_free(table);
    bool anew = loaded->from == 1 || loaded->from != table->state.seq + 1;
    if (loaded->from == 1)
        table->state = (struct carom_table){0};
    else if (anew && loaded->from == table_snapshot_next(table)) /* what was decided since has not happened */
        table->state = *table->snapshot;
    if (table->state.seq + 1 != loaded->from)
        return false;
    if (!take_events(table, loaded, heard, &effects))
        return false;
    table->presence_changed |= game_free(table) != was_free;
    if (other || table->state.rounds != rounds || table->state.drawn_at != drawn_at)
        table_clear_found(table);
    if (anew)
        table->tables->players->forget(table);
    if (table->sent_game != 0 && table->sent_game != loaded->facts.game)
        commit_tell(table, game_frame(table, loaded->facts.game));
    if (table->audience != NULL && heard < UINT32_MAX)
        history_send(table, NULL, loaded, heard + 1);
    table->sent_game = table->facts.game;
    table->sent_seq = table->state.seq;
    table->told &= !anew; /* it may not have gone out */
    if (effects.ended || anew)
        rounds_tell(table);
    return true;
}
