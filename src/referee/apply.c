/*
 * apply: the only function that changes a table.
 *
 * Events are decided facts; nothing is judged here, and nothing is random. An event that does not fit the phase changes
 * only the number of the last event, so that any event may meet any table (logs are untrusted input).
 */
#include "game.h"
#include "race.h"

#include "../core/libc_mem.h"
#include "invariants.h"

static void apply_opened(struct carom_table *table, const struct carom_game_config *config)
{
    const struct carom_setup *setup = &config->setup;
    table->phase = CAROM_PHASE_LOBBY;
    table->rules = config->rules;
    table->board = setup->board;
    table->micro_board = setup->tiles;
    table->markers = setup->robots;
    table->round = carom_round_begin(&table->markers);
    table->last_moved_robot = CAROM_ROBOTS;
    table->micro_robot_face = CAROM_MICRO_NO_CELL;
    table->turn = table->hourglass_turner = table->dice_seat = CAROM_NO_SEAT;
    table->drawn.token = CAROM_NO_TOKEN;
    memset(table->owner, CAROM_NO_SEAT, sizeof table->owner);
    table->strings_used = 1; /* offset 0 means none */
    if (setup->dice_count > 0)
        memcpy(table->dice, setup->dice, sizeof table->dice);
    table->dice_count = setup->dice_count;
    game_of(&config->rules)->apply_opened(table, setup);
}

static void apply_joined(struct carom_table *table, const struct carom_event *event)
{
    struct carom_player *player = &table->players[event->seat];
    memset(player, 0, sizeof *player);
    referee_strings_add(table, event->seat, event->as.joined.id, event->as.joined.name);
    player->handicap = event->as.joined.handicap & 127u;
    player->seated = true;
    referee_mix(table, &event->as.joined.nonce);
    table->no_winner = false;
    if (event->seat >= table->seats)
        table->seats = (uint8_t)(event->seat + 1);
}

/* R16: the only bidder has left. Nobody is done any more, the sand stops, and the search goes on. Earlier versions of
 * the rules let the sand run out. */
static void stop_bidding(struct carom_table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        table->players[seat].done = false;
    if (table->phase == CAROM_PHASE_BIDDING && table->rules.rules_version > CAROM_RULES_VERSION_THIRD_SOLO) {
        table->until = 0;
        table->hourglass_turner = CAROM_NO_SEAT;
    }
}

/* The bid of a player who leaves is void, and so are votes that came after the last bid; tokens they won are gone
 * with them. */
static void apply_left(struct carom_table *table, unsigned seat)
{
    bool had_bid = table->players[seat].bid > 0;
    referee_strings_remove(table, seat);
    memset(&table->players[seat], 0, sizeof table->players[seat]);
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        table->owner[token] = table->owner[token] == seat ? CAROM_NO_SEAT : table->owner[token];
    if (had_bid && carom_table_bid_count(table) == 0)
        stop_bidding(table);
    if (table->turn == seat) { /* decide makes a demonstrator fail first; a foreign log may not */
        table->turn = CAROM_NO_SEAT;
        table->until = 0;
        table->followup = CAROM_FOLLOWUP_TURN;
    }
    if (carom_table_seated_count(table) == 0)
        table->followup = CAROM_FOLLOWUP_OVER;
}

static void begin_round(struct carom_table *table, const struct carom_event *event)
{
    for (unsigned seat = 0; seat < table->seats; seat++) {
        struct carom_player *player = &table->players[seat];
        player->done = player->skip = false;
        player->bid = 0;
        player->bid_seq = 0;
    }
    table->rounds++;
    table->avoid_last_target = false;
    table->drawn = event->as.drawn;
    table->round_start = table->markers;
    table->drawn_at = event->at;
    table->until = table->sand_left = 0;
    table->hourglass_turner = table->turn = CAROM_NO_SEAT;
    table->turn_bid = 0;
    table->order_count = table->order_index = 0;
    table->round = carom_round_begin(&table->markers);
    table->last_moved_robot = CAROM_ROBOTS;
    table->waypoint_reached = table->hint_taken = false;
    race_clear_routes(table);
}

static void apply_started(struct carom_table *table, const struct carom_event *event)
{
    const struct game *game = game_of(&table->rules);
    table->goal = event->as.started.goal;
    table->dice_seat =
        game->dice && event->as.started.first < table->seats ? event->as.started.first : CAROM_NO_SEAT; /* M3 */
    table->no_winner = game->needs_two && table->rules.rules_version != CAROM_RULES_VERSION_FIRST &&
                       event->as.started.players == 1; /* M10 */
    table->followup = CAROM_FOLLOWUP_DRAW;
    referee_mix(table, &event->as.started.nonce);
    if (referee_mixed(table) && (table->rules.by_hand & CAROM_BY_HAND_TOKENS) == 0)
        table->draw_at_random = true; /* the secret alone laid the pile, so players' nonces must affect the draws */
}

static void apply_drawn(struct carom_table *table, const struct carom_event *event)
{
    bool solo = carom_rules_is_solo(&table->rules);
    if ((table->phase == CAROM_PHASE_LOBBY && table->followup != CAROM_FOLLOWUP_DRAW) ||
        !game_of(&table->rules)->apply_drawn(table, event))
        return;
    begin_round(table, event);
    table->phase = solo ? CAROM_PHASE_SEARCHING : CAROM_PHASE_BIDDING;
    table->followup = solo && table->rules.hourglass > 0 ? CAROM_FOLLOWUP_HOURGLASS : CAROM_FOLLOWUP_NOTHING;
}

/* R10, H4: the first standing bid turns the hourglass. M5: a call is shown at once. L1: alone too, and the sand
 * stops. */
static void apply_bid(struct carom_table *table, const struct carom_event *event)
{
    bool first = carom_table_bid_count(table) == 0;
    bool alone = table->phase == CAROM_PHASE_SEARCHING;
    table->players[event->seat].bid = alone && event->moves == 0 ? CAROM_BID_NO_LIMIT : event->moves & 0xfffffu;
    table->players[event->seat].bid_seq = event->seq;
    if (event->kind == CAROM_EVENT_HANDED)
        race_apply_handed(table, event);
    if (game_of(&table->rules)->calls || alone) {
        table->sand_left = alone && table->until > event->at ? table->until - event->at : 0;
        table->until = 0;
        table->hourglass_turner = CAROM_NO_SEAT;
        table->order[0] = event->seat;
        table->order_count = 1;
        table->order_index = 0;
        table->phase = CAROM_PHASE_SHOWING;
        table->followup = CAROM_FOLLOWUP_TURN;
    } else if (first && table->rules.hourglass > 0) {
        table->hourglass_turner = event->seat;
        table->followup = CAROM_FOLLOWUP_HOURGLASS;
    }
}

static void apply_statement(struct carom_table *table, const struct carom_event *event)
{
    struct carom_player *player = &table->players[event->seat];
    player->done |= event->kind == CAROM_EVENT_DONE;
    player->skip |= event->kind == CAROM_EVENT_SKIP;
    table->hint_taken |= event->kind == CAROM_EVENT_HINT && carom_rules_is_solo(&table->rules);
    if (event->kind == CAROM_EVENT_CHIP)
        table->rules.hide_chip = !event->as.chip;
}

static void apply_closed(struct carom_table *table, const struct carom_event *event)
{
    table->order_count = 0;
    for (unsigned i = 0; i < event->as.closed.count && i < CAROM_PLAYERS_MAX; i++)
        if (event->as.closed.order[i].seat < table->seats)
            table->order[table->order_count++] = event->as.closed.order[i].seat;
    table->order_index = 0;
    table->phase = CAROM_PHASE_SHOWING;
    table->until = 0;
    table->hourglass_turner = CAROM_NO_SEAT;
    table->followup = carom_rules_is_race(&table->rules) ? CAROM_FOLLOWUP_SHOW : CAROM_FOLLOWUP_TURN; /* H5, R12 */
}

static void begin_route(struct carom_table *table)
{
    table->round = carom_round_begin(&table->markers);
    table->last_moved_robot = CAROM_ROBOTS;
    table->waypoint_reached = false;
}

/* Time during a pause does not count as waiting (R16). */
static void stop_clocks(struct carom_table *table, carom_ms at)
{
    carom_ms drawn_at = table->drawn_at + at - table->paused_at;
    if (table->paused && at > table->paused_at)
        table->drawn_at = drawn_at < at ? drawn_at : at;
    table->paused = true;
    table->paused_at = at;
}

static void apply_turn(struct carom_table *table, const struct carom_event *event)
{
    while (table->order_index < table->order_count && table->order[table->order_index++] != event->seat) {
    }
    table->turn = event->seat;
    table->turn_bid = event->moves == 0 ? CAROM_BID_NO_LIMIT : event->moves;
    table->until = event->until;
    if (table->paused) /* somebody left during a pause: the next player's time starts when the game resumes */
        stop_clocks(table, event->at);
    table->followup = CAROM_FOLLOWUP_NOTHING;
    begin_route(table);
}

/* In a solo game the sand runs on; otherwise the demonstration is over. */
static void apply_failed(struct carom_table *table)
{
    if (table->phase == CAROM_PHASE_SHOWING)
        table->until = 0;
    table->followup = CAROM_FOLLOWUP_RESET;
}

/* L1: an attempt has failed, and the sand runs on with the time that was left. */
static void search_on(struct carom_table *table)
{
    for (unsigned seat = 0; seat < table->seats; seat++)
        table->players[seat].bid = 0;
    table->phase = CAROM_PHASE_SEARCHING;
    table->turn = CAROM_NO_SEAT;
    table->turn_bid = 0;
    table->order_count = table->order_index = 0;
    table->followup = CAROM_FOLLOWUP_HOURGLASS;
}

/* After a failed demonstration: the next one (R14), M7, or alone the sand, which earlier versions of the rules did
 * not start again. */
static void after_failure(struct carom_table *table)
{
    if (game_of(&table->rules)->calls)
        table->followup = CAROM_FOLLOWUP_PENALTY;
    else if (!carom_rules_is_solo(&table->rules))
        table->followup = CAROM_FOLLOWUP_TURN;
    else if (table->rules.rules_version > CAROM_RULES_VERSION_SECOND && table->sand_left > 0)
        search_on(table);
    else
        table->followup = CAROM_FOLLOWUP_FACE_DOWN;
}

/* In a solo game a token is lost when the sand runs out. */
static void apply_reset(struct carom_table *table, const struct carom_event *event)
{
    bool failed = table->followup == CAROM_FOLLOWUP_RESET;
    bool sand_out = table->phase == CAROM_PHASE_SEARCHING && table->until != 0 && event->at >= table->until;
    begin_route(table);
    table->followup = CAROM_FOLLOWUP_NOTHING;
    game_of(&table->rules)->apply_reset(table, event);
    if (sand_out)
        table->followup = CAROM_FOLLOWUP_FACE_DOWN;
    else if (failed && table->phase == CAROM_PHASE_SHOWING)
        after_failure(table);
}

static void end_round(struct carom_table *table)
{
    table->phase = CAROM_PHASE_BETWEEN_ROUNDS;
    table->followup = CAROM_FOLLOWUP_NOTHING;
    table->until = 0;
    table->hourglass_turner = table->turn = CAROM_NO_SEAT;
}

static void apply_won(struct carom_table *table, const struct carom_event *event)
{
    table->players[event->seat].score = event->as.won.score;
    game_of(&table->rules)->apply_won(table, event);
    end_round(table);
}

static void apply_penalty(struct carom_table *table, const struct carom_event *event)
{
    if (event->as.penalty_to < table->seats && table->players[event->as.penalty_to].seated &&
        table->players[event->seat].score > 0) {
        table->players[event->seat].score--;
        table->players[event->as.penalty_to].score++;
    }
    table->turn = CAROM_NO_SEAT; /* paid; the chip on the target goes back next */
    table->followup = CAROM_FOLLOWUP_PENALTY;
}

/* R14, M7, M9: the target goes back. */
static void apply_putback(struct carom_table *table, const struct carom_event *event)
{
    table->avoid_last_target = event->as.putback.reason != CAROM_PUTBACK_NOBODY;
    game_of(&table->rules)->apply_putback(table, event);
    end_round(table);
}

static void apply_clock(struct carom_table *table, const struct carom_event *event)
{
    if (event->kind == CAROM_EVENT_HOURGLASS) {
        table->until = event->until;
        table->hourglass_turner = event->seat;
        table->followup = CAROM_FOLLOWUP_NOTHING;
        return;
    }
    stop_clocks(table, event->at);
    table->paused = event->kind == CAROM_EVENT_PAUSED;
    if (!table->paused && table->until != 0 && event->until != 0)
        table->until = event->until;
}

static void apply_over(struct carom_table *table, const struct carom_event *event)
{
    end_round(table);
    table->paused = false;
    if (event->as.over.has_secret && referee_secret_matches(&table->rules, event->as.over.secret)) {
        memcpy(table->rules.secret, event->as.over.secret, CAROM_SECRET_SIZE);
        table->rules.seed_known = true;
    }
    table->phase = CAROM_PHASE_OVER;
}

#define IN(phase) (1u << CAROM_PHASE_##phase)
#define ROUND (IN(BIDDING) | IN(SHOWING) | IN(SEARCHING))
#define ROUTE (IN(SHOWING) | IN(SEARCHING))
#define OPEN (IN(LOBBY) | ROUND | IN(BETWEEN_ROUNDS))

/* The phases in which an event can occur, and whether it concerns a seat. */
static const struct {
    unsigned phases;
    bool seat;
} fits_in[CAROM_EVENT_KINDS] = {
    [CAROM_EVENT_OPENED] = {IN(NONE), false},
    [CAROM_EVENT_JOINED] = {OPEN, false},
    [CAROM_EVENT_LEFT] = {OPEN, true},
    [CAROM_EVENT_STARTED] = {IN(LOBBY), false},
    [CAROM_EVENT_DRAWN] = {IN(LOBBY) | IN(BETWEEN_ROUNDS), false},
    [CAROM_EVENT_BID] = {IN(BIDDING) | IN(SEARCHING), true},
    [CAROM_EVENT_HINT] = {ROUTE, true},
    [CAROM_EVENT_HANDED] = {IN(BIDDING), true},
    [CAROM_EVENT_SHOWN] = {IN(SHOWING), true},
    [CAROM_EVENT_CHIP] = {IN(BETWEEN_ROUNDS), true},
    [CAROM_EVENT_DONE] = {IN(BIDDING), true},
    [CAROM_EVENT_SKIP] = {IN(BIDDING) | IN(SEARCHING), true},
    [CAROM_EVENT_HOURGLASS] = {IN(BIDDING) | IN(SEARCHING), false},
    [CAROM_EVENT_CLOSED] = {IN(BIDDING), false},
    [CAROM_EVENT_TURN] = {IN(SHOWING), true},
    [CAROM_EVENT_MOVED] = {ROUTE, true},
    [CAROM_EVENT_FAILED] = {ROUTE, true},
    [CAROM_EVENT_RESET] = {ROUTE, false},
    [CAROM_EVENT_WON] = {ROUTE, true},
    [CAROM_EVENT_PENALTY] = {IN(SHOWING), true},
    [CAROM_EVENT_PUTBACK] = {ROUND, false},
    [CAROM_EVENT_OVER] = {OPEN, false},
    [CAROM_EVENT_PAUSED] = {ROUND | IN(BETWEEN_ROUNDS), false},
    [CAROM_EVENT_RESUMED] = {ROUND | IN(BETWEEN_ROUNDS), false},
};

static bool fits(const struct carom_table *table, const struct carom_event *event)
{
    if ((fits_in[event->kind].phases >> table->phase & 1u) == 0 ||
        (table->followup == CAROM_FOLLOWUP_OVER && event->kind != CAROM_EVENT_OVER))
        return false;
    if ((event->kind == CAROM_EVENT_HANDED || event->kind == CAROM_EVENT_SHOWN) && !carom_rules_is_race(&table->rules))
        return false;
    if (event->kind == CAROM_EVENT_RESUMED)
        return table->paused;
    if (event->kind == CAROM_EVENT_STARTED)
        return carom_table_seated_count(table) > 0;
    if (event->kind == CAROM_EVENT_JOINED) {
        return event->seat < CAROM_PLAYERS_MAX && !table->players[event->seat].seated &&
               referee_strings_fit(table, event->as.joined.id, event->as.joined.name);
    }
    return !fits_in[event->kind].seat || (event->seat < table->seats && table->players[event->seat].seated);
}

/* A route is being shown. */
static void apply_showing(struct carom_table *table, const struct carom_event *event)
{
    if (event->kind == CAROM_EVENT_TURN)
        apply_turn(table, event);
    else if (event->kind == CAROM_EVENT_MOVED)
        game_of(&table->rules)->apply_moved(table, event);
    else if (event->kind == CAROM_EVENT_FAILED)
        apply_failed(table);
    else if (event->kind == CAROM_EVENT_RESET)
        apply_reset(table, event);
    else
        race_apply_shown(table, event);
}

static void apply_fact(struct carom_table *table, const struct carom_event *event)
{
    switch (event->kind) {
    case CAROM_EVENT_OPENED:
        apply_opened(table, &event->as.opened);
        break;
    case CAROM_EVENT_JOINED:
        apply_joined(table, event);
        break;
    case CAROM_EVENT_LEFT:
        apply_left(table, event->seat);
        break;
    case CAROM_EVENT_STARTED:
        apply_started(table, event);
        break;
    case CAROM_EVENT_DRAWN:
        apply_drawn(table, event);
        break;
    case CAROM_EVENT_BID:
    case CAROM_EVENT_HANDED:
        apply_bid(table, event);
        break;
    case CAROM_EVENT_DONE:
    case CAROM_EVENT_SKIP:
    case CAROM_EVENT_HINT:
    case CAROM_EVENT_CHIP:
        apply_statement(table, event);
        break;
    case CAROM_EVENT_HOURGLASS:
    case CAROM_EVENT_PAUSED:
    case CAROM_EVENT_RESUMED:
        apply_clock(table, event);
        break;
    case CAROM_EVENT_CLOSED:
        apply_closed(table, event);
        break;
    case CAROM_EVENT_TURN:
    case CAROM_EVENT_MOVED:
    case CAROM_EVENT_FAILED:
    case CAROM_EVENT_RESET:
    case CAROM_EVENT_SHOWN:
        apply_showing(table, event);
        break;
    case CAROM_EVENT_WON:
        apply_won(table, event);
        break;
    case CAROM_EVENT_PENALTY:
        apply_penalty(table, event);
        break;
    case CAROM_EVENT_PUTBACK:
        apply_putback(table, event);
        break;
    case CAROM_EVENT_OVER:
        apply_over(table, event);
        break;
    }
}

void carom_referee_apply(struct carom_table *table, const struct carom_event *event)
{
    if (fits(table, event))
        apply_fact(table, event);
    table->seq = event->seq;
    table->now = event->at;
    CAROM_ASSERT(carom_table_valid(table));
}
