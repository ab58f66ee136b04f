/*
 * Events that must follow without a command: immediate consequences, then judgements of what is on the table, then
 * deadlines. decide returns these before it looks at the command.
 */
#include "game.h"
#include "race.h"

#include "../core/libc_mem.h"

static uint8_t target_of(const struct carom_table *table)
{
    return game_of(&table->rules)->target(&table->drawn);
}

static bool putback(const struct carom_table *table, struct carom_event *event, carom_ms at,
                    enum carom_putback_reason reason)
{
    referee_init_event(table, event, CAROM_EVENT_PUTBACK, at, CAROM_NO_SEAT);
    event->as.putback.target = target_of(table);
    event->as.putback.reason = reason;
    return true;
}

/* The player whose route or token it is: the demonstrator, or the only player. */
static unsigned player_of(const struct carom_table *table)
{
    return table->phase == CAROM_PHASE_SEARCHING ? referee_next_seated(table, 0) : table->turn;
}

static bool failed(const struct carom_table *table, struct carom_event *event, carom_ms at,
                   enum carom_demo_failure failure)
{
    unsigned seat = player_of(table);
    referee_init_event(table, event, CAROM_EVENT_FAILED, at, seat);
    event->as.failed = failure;
    return true;
}

/* R15, M6, L1 */
static bool make_won(const struct carom_table *table, struct carom_event *event, carom_ms at,
                     enum carom_token_side side)
{
    unsigned seat = player_of(table);
    side = table->hint_taken ? CAROM_TOKEN_FACE_DOWN : side;
    referee_init_event(table, event, CAROM_EVENT_WON, at, seat);
    event->as.won.target = target_of(table);
    event->as.won.side = side;
    event->as.won.score = (uint8_t)(table->players[seat].score + (side == CAROM_TOKEN_FACE_UP ? 1 : 0));
    return true;
}

static bool reset(const struct carom_table *table, struct carom_event *event, carom_ms at)
{
    referee_init_event(table, event, CAROM_EVENT_RESET, at, CAROM_NO_SEAT);
    event->as.reset.robots = table->markers;
    event->as.reset.face = table->drawn.target; /* M8 */
    return true;
}

void referee_draw(const struct carom_table *table, carom_ms at, struct carom_event *event)
{
    referee_init_event(table, event, CAROM_EVENT_DRAWN, at, CAROM_NO_SEAT);
    game_of(&table->rules)->draw(table, event);
}

/* R10; L3: alone the sand may run through twice; L1: stopped sand runs on. */
static bool make_hourglass(const struct carom_table *table, struct carom_event *event)
{
    bool solo = carom_rules_is_solo(&table->rules);
    referee_init_event(table, event, CAROM_EVENT_HOURGLASS, table->now,
                       solo ? referee_next_seated(table, 0) : table->hourglass_turner);
    event->until = table->now + (table->sand_left > 0 ? table->sand_left : carom_table_time_limit(table));
    return true;
}

/* R14, M5: the next player in the order who is still seated; if there is none the token goes back. */
static bool make_turn(const struct carom_table *table, struct carom_event *event)
{
    for (unsigned i = table->order_index; i < table->order_count; i++) {
        const struct carom_player *player = &table->players[table->order[i]];
        if (player->seated && player->bid > 0) {
            referee_init_event(table, event, CAROM_EVENT_TURN, table->now, table->order[i]);
            event->moves = player->bid == CAROM_BID_NO_LIMIT ? 0 : player->bid;
            event->until = carom_table_time_limit(table) > 0 ? table->now + carom_table_time_limit(table) : 0;
            return true;
        }
    }
    return putback(table, event, table->now, CAROM_PUTBACK_NOBODY);
}

/* M7: the other player with the fewest chips, among equals the nearest clockwise. */
static unsigned penalty_to(const struct carom_table *table)
{
    unsigned best = CAROM_NO_SEAT;
    for (unsigned i = 1; i < table->seats; i++) {
        unsigned seat = (table->turn + i) % table->seats;
        if (table->players[seat].seated &&
            (best == CAROM_NO_SEAT || table->players[seat].score < table->players[best].score))
            best = seat;
    }
    return best;
}

/* M7: a player without a chip gives none; either way the chip on the target goes back to the supply. */
static bool make_penalty(const struct carom_table *table, struct carom_event *event)
{
    unsigned to = table->turn < table->seats ? penalty_to(table) : CAROM_NO_SEAT;
    if (to == CAROM_NO_SEAT || table->players[table->turn].score == 0)
        return putback(table, event, table->now, CAROM_PUTBACK_NOBODY);
    referee_init_event(table, event, CAROM_EVENT_PENALTY, table->now, table->turn);
    event->as.penalty_to = (uint8_t)to;
    return true;
}

/* L2: more tokens face up than face down. R17, M10: the most; players with equal scores share, even with none. M10:
 * nobody wins alone. */
static void find_winners(const struct carom_table *table, bool best[CAROM_PLAYERS_MAX])
{
    bool something = table->rules.rules_version == CAROM_RULES_VERSION_FIRST;
    unsigned most = carom_rules_is_solo(&table->rules) ? table->face_down + 1u : something ? 1u : 0u;
    if (table->no_winner)
        return;
    for (unsigned seat = 0; seat < table->seats; seat++) {
        const struct carom_player *player = &table->players[seat];
        if (!player->seated || player->score < most)
            continue;
        if (player->score > most) {
            memset(best, 0, CAROM_PLAYERS_MAX * sizeof *best);
            most = player->score;
        }
        best[seat] = true;
    }
}

static bool make_over(const struct carom_table *table, struct carom_event *event)
{
    referee_init_event(table, event, CAROM_EVENT_OVER, table->now, CAROM_NO_SEAT);
    find_winners(table, event->as.over.winner);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->players[seat].seated) {
            event->as.over.seated[seat] = true;
            event->as.over.scores[seat] = table->players[seat].score;
        }
    }
    event->as.over.has_secret = table->rules.seed_secret && table->rules.seed_known;
    if (event->as.over.has_secret)
        memcpy(event->as.over.secret, table->rules.secret, CAROM_SECRET_SIZE);
    return true;
}

static bool immediate_followup(const struct carom_table *table, struct carom_event *event)
{
    switch (table->followup) {
    case CAROM_FOLLOWUP_NOTHING:
        return false;
    case CAROM_FOLLOWUP_DRAW:
        referee_draw(table, table->now, event);
        return true;
    case CAROM_FOLLOWUP_HOURGLASS:
        return make_hourglass(table, event);
    case CAROM_FOLLOWUP_TURN:
        return make_turn(table, event);
    case CAROM_FOLLOWUP_RESET:
        return reset(table, event, table->now);
    case CAROM_FOLLOWUP_PENALTY:
        return make_penalty(table, event);
    case CAROM_FOLLOWUP_FACE_DOWN:
        return make_won(table, event, table->now, CAROM_TOKEN_FACE_DOWN);
    case CAROM_FOLLOWUP_OVER:
        return make_over(table, event);
    case CAROM_FOLLOWUP_SHOW:
        return race_next_shown(table, event);
    case CAROM_FOLLOWUP_WON:
        return race_won(table, event);
    }
    return false;
}

static bool make_closed(const struct carom_table *table, struct carom_event *event, carom_ms at)
{
    referee_init_event(table, event, CAROM_EVENT_CLOSED, at, CAROM_NO_SEAT);
    event->as.closed.count = (uint8_t)referee_order(table, event->as.closed.order);
    return true;
}

/* Does a route win as soon as it reaches the target? R13; L1: alone a number is a limit, by all rulebooks. */
static bool wins_at_once(const struct carom_table *table)
{
    return table->rules.claim == CAROM_CLAIM_AT_MOST || table->phase == CAROM_PHASE_SEARCHING ||
           (carom_rules_is_solo(&table->rules) && table->rules.rules_version > CAROM_RULES_VERSION_SECOND);
}

/* R13, R7, M6: a demonstration is judged after each move. */
static bool judge_route(const struct carom_table *table, struct carom_event *event)
{
    enum carom_round_state state = game_of(&table->rules)->round_state(table);
    bool used_up = table->phase == CAROM_PHASE_SHOWING && table->round.cost >= table->turn_bid;
    if (table->round.moves == 0)
        return false;
    if (state == CAROM_ROUND_NO_RICOCHET)
        return failed(table, event, table->now, CAROM_DEMO_NO_RICOCHET);
    if (state == CAROM_ROUND_REACHED && (used_up || wins_at_once(table)))
        return make_won(table, event, table->now, CAROM_TOKEN_FACE_UP);
    return used_up && failed(table, event, table->now, CAROM_DEMO_NOT_REACHED);
}

/* Alone, robots that were being moved go back first. */
static bool make_skipped(const struct carom_table *table, struct carom_event *event)
{
    if (referee_skip_votes(table) < referee_skip_needed(table))
        return false;
    return table->round.moves > 0 ? reset(table, event, table->now)
                                  : putback(table, event, table->now, CAROM_PUTBACK_SKIPPED);
}

/* What the table itself shows: everybody is done or wants to skip, a route is complete, the game is decided. */
static bool table_followup(const struct carom_table *table, struct carom_event *event)
{
    switch (table->phase) {
    case CAROM_PHASE_NONE:
    case CAROM_PHASE_LOBBY:
    case CAROM_PHASE_OVER:
        return false;
    case CAROM_PHASE_BIDDING:
        if (carom_table_bid_count(table) > 0)
            return referee_all_done(table) && make_closed(table, event, table->now);
        return make_skipped(table, event);
    case CAROM_PHASE_SHOWING:
        return table->turn != CAROM_NO_SEAT && judge_route(table, event);
    case CAROM_PHASE_SEARCHING:
        return make_skipped(table, event) || judge_route(table, event);
    case CAROM_PHASE_BETWEEN_ROUNDS:
        return referee_is_over(table) && make_over(table, event);
    }
    return false;
}

/* The sand has run out, or the time for a demonstration. */
static bool timed_followup(const struct carom_table *table, struct carom_event *event)
{
    carom_ms at = table->until;
    switch (table->phase) {
    case CAROM_PHASE_NONE:
    case CAROM_PHASE_LOBBY:
    case CAROM_PHASE_BETWEEN_ROUNDS:
    case CAROM_PHASE_OVER:
        return false;
    case CAROM_PHASE_BIDDING: /* R12, R16 */
        return carom_table_bid_count(table) > 0 ? make_closed(table, event, at)
                                                : putback(table, event, at, CAROM_PUTBACK_NO_BID);
    case CAROM_PHASE_SHOWING:
        return failed(table, event, at, CAROM_DEMO_TIMEOUT);
    case CAROM_PHASE_SEARCHING: /* L1: moved robots go back first */
        return table->round.moves > 0 ? reset(table, event, at) : make_won(table, event, at, CAROM_TOKEN_FACE_DOWN);
    }
    return false;
}

bool carom_referee_deadline(const struct carom_table *table, carom_ms *at)
{
    *at = table->until;
    return table->until != 0 && !table->paused;
}

bool referee_followup(const struct carom_table *table, carom_ms now, struct carom_event *event)
{
    if (immediate_followup(table, event))
        return true;
    if (table->followup == CAROM_FOLLOWUP_NOTHING && table_followup(table, event))
        return true;
    carom_ms at;
    return carom_referee_deadline(table, &at) && at <= now && timed_followup(table, event);
}
