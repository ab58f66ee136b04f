/*
 * Games at a table: decide, append, apply; and what follows from events that is not the referee's business.
 */
#include "tables.h"

#include "../base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGE_BYTES 65536

/* A message `events` under construction. One at a time: everything here runs on the loop's thread. */
static char event_text[CAROM_EVENT_TEXT];
static char message_bytes[MESSAGE_BYTES];
static struct carom_text message;

static void message_begin(const struct live *live)
{
    message = carom_text_in(message_bytes, sizeof message_bytes);
    carom_text_put(&message, "{\"type\":\"events\",\"game\":");
    carom_text_uint(&message, live->facts.game);
    carom_text_put(&message, ",\"events\":[");
}

static bool message_empty(void)
{
    return message.bytes[message.length - 1] == '[';
}

/* Adds an event's text; false if it has no room beside the others. */
static bool message_add(const char *text, size_t length)
{
    if (message.length + length + 4 > sizeof message_bytes)
        return false;
    carom_text_put(&message, message_empty() ? "" : ",");
    carom_text_bytes(&message, text, length);
    return true;
}

static struct bytes *message_end(void)
{
    carom_text_put(&message, "]}");
    return frame_text(message.bytes, message.length);
}

/* ---- decide, append, apply
 * ----------------------------------------------------------------------------------------------- */

/* The only way a table changes. */
static void apply(struct live *live, const struct carom_event *event)
{
    carom_referee_apply(&live->table, event);
    if (event->kind == CAROM_EVENT_DRAWN) {
        live->round_robots = live->table.markers;
        live->round_target = live->table.target;
    }
    if (event->kind == CAROM_EVENT_JOINED) { /* no id is given twice */
        unsigned number = player_number_of_id(event->as.joined.id);
        live->last_player = number > live->last_player ? number : live->last_player;
    }
}

/* What a command's events were about. */
struct effects {
    unsigned events;
    bool drawn;
    bool ended; /* a round */
    bool over;
};

static void must(bool good)
{
    if (!good)
        must_alloc(SIZE_MAX);
}

static void write_facts(struct live *live)
{
    struct carom_text text = carom_text_in(live->facts.options, sizeof live->facts.options);
    table_options_write(&text, &live->options);
    must(store_writes_table(commit_writes(live->server), &live->facts));
}

/* Appends the event to the log and, as players may see it, to the message. */
static void append(struct live *live, const struct carom_event *event)
{
    struct carom_text text = carom_text_in(event_text, sizeof event_text);
    carom_event_write(&text, &live->table, event);
    must(store_writes_event(commit_writes(live->server), live->facts.id, live->facts.game, event->seq, text.bytes,
                            text.length));
    if (event->kind == CAROM_EVENT_OPENED) { /* the only one that has secrets */
        text = carom_text_in(event_text, sizeof event_text);
        carom_event_write_public(&text, &live->table, event);
    }
    if (!message_add(text.bytes, text.length)) {
        commit_to_table(live->server, live, message_end());
        message_begin(live);
        message_add(text.bytes, text.length);
    }
}

static void note(struct live *live, const struct carom_event *event, struct effects *effects)
{
    effects->events++;
    effects->drawn |= event->kind == CAROM_EVENT_DRAWN;
    effects->ended |= event->kind == CAROM_EVENT_WON || event->kind == CAROM_EVENT_PUTBACK;
    effects->over |= event->kind == CAROM_EVENT_OVER;
    if (event->kind == CAROM_EVENT_DRAWN)
        for (uint32_t i = 0; i < live->seat_count; i++)
            live->seats[i].wants_next = false;
}

static void follow(struct live *live, const struct effects *effects, carom_ms now)
{
    if (effects->over) {
        live->facts.over = true;
        write_facts(live);
        log_line(SERVE_LOG_INFO, "game-over", "table=%s game=%u events=%u", live->code, live->facts.game,
                 live->table.seq);
    }
    if (effects->ended)
        game_tell_result(live);
    if (effects->drawn)
        jobs_solve_round(live);
    if (effects->events > 0) {
        bots_notice(live, now);
        live_arm(live, now);
    }
}

/*
 * The order matters. An event is decided against the table as it is, appended to the batch that goes to the disk, and
 * only then applied; the players hear of it when the batch is committed (commit.c). If the process ends anywhere in
 * between, the log is a prefix of what was decided, and nobody has been told of anything that is not in it.
 */
bool game_run(struct live *live, struct carom_command *command, carom_ms now, struct refused *refused)
{
    struct carom_step step = {0};
    struct effects effects = {0};
    command->at = command->at > live->table.now ? command->at : live->table.now;
    message_begin(live);
    while (carom_referee_decide(&live->table, command, &step) == CAROM_STEP_EVENT) {
        append(live, &step.event);
        note(live, &step.event, &effects);
        apply(live, &step.event);
    }
    if (!message_empty())
        commit_to_table(live->server, live, message_end());
    follow(live, &effects, now);
    if (step.answer == CAROM_STEP_REFUSED) {
        refuse(refused, WHY_REFEREE);
        refused->referee = step.refusal;
        return false;
    }
    return true;
}

bool game_due(const struct live *live, carom_ms *at)
{
    if (!carom_referee_deadline(&live->table, at))
        return false;
    *at += hold_longest(live);
    return true;
}

void game_tick(struct live *live, carom_ms now)
{
    carom_ms at;
    while (game_due(live, &at) && at <= now) {
        struct refused refused;
        struct carom_command tick = {.what = CAROM_DO_TICK};
        uint32_t seq = live->table.seq;
        carom_referee_deadline(&live->table, &tick.at);
        if (!game_run(live, &tick, now, &refused) || live->table.seq == seq)
            break;
    }
}

/* ---- opening
 * ------------------------------------------------------------------------------------------------------------------ */

/* Would the referee lay this table? */
static bool can_open(const struct carom_command *open, struct refused *refused)
{
    static const struct carom_table bare;
    struct carom_step step = {0};
    if (carom_referee_decide(&bare, open, &step) == CAROM_STEP_EVENT)
        return true;
    return refuse_what(refused, WHY_BAD_RULES, carom_refusal_sentence(&step.refusal));
}

bool game_open(struct live *live, const struct carom_opening *opening, carom_ms now, struct refused *refused)
{
    struct carom_command open = {.what = CAROM_DO_OPEN, .at = now, .opening = *opening};
    if (!can_open(&open, refused))
        return false;
    live->facts.game++;
    live->facts.over = false;
    live->table = (struct carom_table){0};
    solved_clear(&live->solved);
    bots_forget(live);
    write_facts(live);
    return game_run(live, &open, now, refused);
}

static void tell_game(struct live *live)
{
    char buffer[512];
    struct carom_text text = carom_text_in(buffer, sizeof buffer);
    carom_text_put(&text, "{\"type\":\"game\",\"game\":");
    carom_text_uint(&text, live->facts.game + 1);
    carom_text_put(&text, ",\"options\":");
    table_options_write(&text, &live->options);
    carom_text_char(&text, '}');
    commit_to_table(live->server, live, frame_text(buffer, text.length));
}

/* Bots stay, and so do people who are here. */
static bool stays(const struct live *live, const char *player, carom_ms now)
{
    uint32_t seat = live_seat_of_player(live, player);
    return bot_level_of_id(player) > 0 || (seat != PEER_NO_SEAT && seat_present(&live->seats[seat], now));
}

bool game_again(struct live *live, const struct carom_opening *opening, carom_ms now, struct refused *refused)
{
    struct carom_command open = {.what = CAROM_DO_OPEN, .at = now, .opening = *opening};
    if (!can_open(&open, refused))
        return false;
    struct carom_table *before = must_alloc(sizeof *before);
    *before = live->table;
    tell_game(live);
    bool good = game_open(live, opening, now, refused);
    for (unsigned i = 0; good && i < before->seats; i++) {
        struct carom_command join = {.what = CAROM_DO_JOIN, .at = now, .handicap = before->players[i].handicap};
        struct refused ignored;
        if (before->players[i].seated && stays(live, carom_table_id(before, i), now)) {
            snprintf(join.by, sizeof join.by, "%s", carom_table_id(before, i));
            snprintf(join.name, sizeof join.name, "%s", carom_table_name(before, i));
            join.handicap = opening->rules.handicap ? join.handicap : 0;
            game_run(live, &join, now, &ignored);
        }
    }
    free(before);
    return good;
}

/* ---- reading the log
 * ------------------------------------------------------------------------------------------------------------- */

static bool replay(void *context, uint32_t seq, const char *text, size_t length)
{
    struct live *live = context;
    struct carom_event event;
    (void)seq;
    if (!carom_event_read(&event, &live->table, text, length, NULL))
        return false;
    apply(live, &event);
    return true;
}

bool game_load(struct live *live)
{
    return store_events(live->server->store, live->facts.id, live->facts.game, 1, UINT32_MAX, replay, live) &&
           live->table.phase != CAROM_PHASE_UNOPENED;
}

struct reader {
    struct live *live;
    struct peer *peer;
};

void game_write_public(struct carom_text *out, const char *text, size_t length)
{
    static const struct carom_table bare;
    struct carom_event event;
    if (carom_event_read(&event, &bare, text, length, NULL))
        carom_event_write_public(out, &bare, &event);
}

static void send_message(struct peer *peer)
{
    struct bytes *frame = message_end();
    peer_send(peer, frame);
    bytes_release(frame);
}

static bool send_event(void *context, uint32_t seq, const char *text, size_t length)
{
    struct reader *reader = context;
    if (seq == 1) {
        struct carom_text out = carom_text_in(event_text, sizeof event_text);
        game_write_public(&out, text, length);
        text = out.bytes;
        length = out.length;
    }
    if (!message_add(text, length)) {
        send_message(reader->peer);
        message_begin(reader->live);
        message_add(text, length);
    }
    return !reader->peer->closing;
}

void game_send_history(struct live *live, struct peer *peer, uint32_t from, uint32_t to)
{
    struct reader reader = {live, peer};
    message_begin(live);
    if (!store_events(live->server->store, live->facts.id, live->facts.game, from, to, send_event, &reader))
        peer_bye(peer, WHY_STORE, 1000);
    else if (!message_empty())
        send_message(peer);
}

/* ---- votes
 * -------------------------------------------------------------------------------------------------------------------------
 */

/* Is this player a person who is here? */
static bool person_here(const struct live *live, unsigned player, carom_ms now)
{
    uint32_t seat = live_seat_of_player(live, carom_table_id(&live->table, player));
    return live->table.players[player].seated && seat != PEER_NO_SEAT && seat_present(&live->seats[seat], now);
}

/* Lets everybody who has not said so and is no person here say `what`, until the round's phase changes. */
static void others_agree(struct live *live, enum carom_do what, carom_ms now)
{
    for (unsigned i = 0; i < live->table.seats && live->table.phase == CAROM_PHASE_BIDDING; i++) {
        const struct carom_player *player = &live->table.players[i];
        bool said = what == CAROM_DO_DONE ? player->done : player->skip;
        bool bot = bot_level_of_id(carom_table_id(&live->table, i)) > 0;
        if (!player->seated || said || (bot && what == CAROM_DO_DONE) || (!bot && person_here(live, i, now)))
            continue; /* bots say themselves when they are done */
        struct carom_command command = {.what = what, .at = now};
        struct refused ignored;
        snprintf(command.by, sizeof command.by, "%s", carom_table_id(&live->table, i));
        game_run(live, &command, now, &ignored);
    }
}

static void count_bidding(struct live *live, carom_ms now)
{
    unsigned here = 0, skip = 0, done = 0;
    for (unsigned i = 0; i < live->table.seats; i++) {
        const struct carom_player *player = &live->table.players[i];
        if (person_here(live, i, now)) {
            here++;
            skip += player->skip;
            done += player->done;
        }
    }
    if (here == 0)
        return;
    if (carom_table_bids(&live->table) == 0) {
        if (skip >= here / 2 + 1)
            others_agree(live, CAROM_DO_SKIP, now);
    } else if (done == here) {
        others_agree(live, CAROM_DO_DONE, now);
    }
}

static void count_next(struct live *live, carom_ms now)
{
    unsigned votes = 0;
    const char *voter = NULL;
    for (uint32_t i = 0; i < live->seat_count; i++) {
        if (live->seats[i].used && live->seats[i].wants_next && seat_present(&live->seats[i], now)) {
            votes++;
            voter = live->seats[i].player;
        }
    }
    if (voter != NULL && votes >= present_majority(live, now)) {
        struct carom_command next = {.what = CAROM_DO_NEXT, .at = now};
        struct refused ignored;
        snprintf(next.by, sizeof next.by, "%s", voter);
        game_run(live, &next, now, &ignored);
    }
}

void game_count_votes(struct live *live, carom_ms now)
{
    if (live->table.phase == CAROM_PHASE_BIDDING)
        count_bidding(live, now);
    else if (live->table.phase == CAROM_PHASE_BETWEEN)
        count_next(live, now);
}
