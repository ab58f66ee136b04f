/*
 * A bot at a table: when it bids, when it is done, and how it shows its route. It needs only the public table and its
 * plan.
 */
#include "bot.h"

#include <carom/random.h>
#include <string.h>

#define FIRST_MOVE_MS 1600 /* before the first move of a demonstration, so that people look up */
#define MOVE_MS 1000       /* between moves, so that they can follow */
#define MOVE_MORE_MS 700   /* random extra */

static uint32_t lowest_bid(const struct carom_table *table)
{
    uint32_t lowest = UINT32_MAX;
    for (unsigned i = 0; i < table->seats; i++) {
        const struct carom_player *player = &table->players[i];
        if (player->seated && player->bid > 0 && player->bid < lowest)
            lowest = player->bid;
    }
    return lowest;
}

/* When it has found a route. Beginners get twice the time (rule `easy_start`). */
static carom_ms found_at(const struct carom_table *table, const struct bot_idea *idea)
{
    return table->drawn_at + idea->bid_after_ms * (carom_table_in_easy_start(table) ? 2 : 1);
}

/* Will it show first, whatever else it says, because nobody is left who could bid lower? */
static bool has_won_bidding(const struct carom_table *table, unsigned seat)
{
    struct carom_ranked_bid order[CAROM_PLAYERS_MAX];
    for (unsigned i = 0; i < table->seats; i++)
        if (i != seat && table->players[i].seated && !table->players[i].done)
            return false;
    return carom_table_bid_order(table, order) > 0 && order[0].seat == seat;
}

/* Is this idea worth bidding? Even a higher number than somebody else's is, if the bot has none: theirs may fail (R12).
 * But nobody waits for that: it is bid only if it is found before the bot would say that it is done. */
static bool is_worth_bidding(const struct bot_state *state, const struct carom_table *table, unsigned seat,
                             const struct bot_idea *idea)
{
    uint32_t own = table->players[seat].bid;
    if (own > 0 && idea->bid >= own)
        return false; /* R11 */
    if (carom_rules_is_race(&table->rules))
        return true; /* H5: every route gets something */
    if (idea->bid < lowest_bid(table))
        return !has_won_bidding(table, seat);
    return own == 0 && state->plan->bids_even_if_higher &&
           found_at(table, idea) <= state->lowest_since + state->plan->done_after_ms;
}

/* The next idea worth bidding; others are skipped. NULL: none. */
static const struct bot_idea *next_idea(struct bot_state *state, const struct carom_table *table, unsigned seat)
{
    for (; state->next < state->plan->count; state->next++)
        if (is_worth_bidding(state, table, seat, &state->plan->ideas[state->next]))
            return &state->plan->ideas[state->next];
    return NULL;
}

static carom_ms wait_until(carom_ms at, carom_ms now)
{
    return at > now ? at : now;
}

static carom_ms next_bid_time(struct bot_state *state, const struct carom_table *table, unsigned seat, carom_ms now)
{
    if (state->plan == NULL || state->round != table->rounds || table->players[seat].done)
        return 0;
    uint32_t lowest = lowest_bid(table);
    if (lowest != state->lowest_seen)
        state->lowest_since = now;
    state->lowest_seen = lowest;
    const struct bot_idea *idea = next_idea(state, table, seat);
    if (idea != NULL)
        return wait_until(found_at(table, idea), now);
    if (lowest != UINT32_MAX)
        return carom_rules_is_micro(&table->rules) ? 0
                                                   : wait_until(state->lowest_since + state->plan->done_after_ms, now);
    return table->players[seat].skip ? 0 : wait_until(table->drawn_at + state->plan->skip_after_ms, now);
}

static carom_ms next_move_time(const struct bot_state *state, const struct carom_table *table, unsigned seat,
                               carom_ms now)
{
    if (table->turn != seat)
        return 0;
    uint64_t seed = (state->plan != NULL ? state->plan->seed : 0) + table->round.moves;
    struct carom_random random = carom_random_seed(seed);
    return now + (table->round.moves == 0 ? FIRST_MOVE_MS : MOVE_MS) + carom_random_below(&random, MOVE_MORE_MS);
}

/* Hash of phase, turn and move: bids of others do not change it. */
static uint64_t game_state_hash(const struct carom_table *table)
{
    return (uint64_t)table->rounds << 32 | (uint64_t)table->round.moves << 16 | (uint64_t)table->turn << 8 |
           (uint64_t)table->phase;
}

void bot_update(struct bot_state *state, const struct carom_table *table, unsigned seat, carom_ms now)
{
    carom_ms before = state->state_hash == game_state_hash(table) ? state->wake_at : 0;
    state->state_hash = game_state_hash(table);
    state->wake_at = 0;
    if (table->paused) {
        state->state_hash = 0; /* it plans again when the game resumes */
        state->lowest_seen = 0;
    } else if (table->phase == CAROM_PHASE_BIDDING) {
        state->wake_at = next_bid_time(state, table, seat, now);
    } else if (table->phase == CAROM_PHASE_SHOWING) {
        state->wake_at = next_move_time(state, table, seat, now);
        if (before != 0 && state->wake_at > before)
            state->wake_at = before; /* actions of others do not delay it */
    }
}

/* The idea behind the number to be shown, and its next move; false: unknown. */
static bool next_move(const struct bot_state *state, const struct carom_table *table, struct carom_any_move *move)
{
    if (state->plan == NULL || state->round != table->rounds)
        return false;
    for (unsigned i = 0; i < state->plan->count; i++) {
        const struct bot_idea *idea = &state->plan->ideas[i];
        if (idea->bid == table->turn_bid && table->round.moves < idea->moves) {
            *move = idea->route[table->round.moves];
            return true;
        }
    }
    return false;
}

static bool accepted(const struct carom_table *table, const struct carom_command *command)
{
    struct carom_decision decision = {0};
    return carom_referee_decide(table, command, &decision) != CAROM_DECISION_REFUSED;
}

/* A move that turns out to be impossible ends the demonstration, as with people. */
static bool act_showing(const struct bot_state *state, const struct carom_table *table, struct carom_command *command)
{
    command->kind = CAROM_COMMAND_MOVE;
    if (next_move(state, table, &command->move) && accepted(table, command))
        return true;
    command->kind = CAROM_COMMAND_PASS;
    return true;
}

/* In a race the route itself is handed in (H2), unless it turns out to be wrong. */
static bool hand_in_route(const struct bot_idea *idea, const struct carom_table *table, struct carom_command *command)
{
    struct carom_move route[BOT_ROUTE_MAX];
    struct carom_text text = carom_text_init(command->route, sizeof command->route);
    for (uint32_t i = 0; i < idea->moves; i++)
        route[i] = idea->route[i].move;
    carom_route_write(&text, route, idea->moves);
    command->kind = CAROM_COMMAND_HAND;
    command->route_long = text.truncated || idea->moves > CAROM_HANDED_MOVES_MAX;
    return accepted(table, command);
}

static bool act_bidding(struct bot_state *state, const struct carom_table *table, unsigned seat,
                        struct carom_command *command)
{
    const struct bot_idea *idea = next_idea(state, table, seat);
    if (idea != NULL) {
        if (found_at(table, idea) > command->at)
            return false;
        state->next++;
        if (carom_rules_is_race(&table->rules))
            return hand_in_route(idea, table, command);
        command->kind = CAROM_COMMAND_BID;
        command->moves = idea->bid;
        return true;
    }
    command->kind = carom_table_bid_count(table) > 0 ? CAROM_COMMAND_DONE : CAROM_COMMAND_SKIP;
    return accepted(table, command);
}

bool bot_act(struct bot_state *state, const struct carom_table *table, unsigned seat, carom_ms now,
             struct carom_command *command)
{
    *command = (struct carom_command){.at = now};
    memcpy(command->by, carom_table_id(table, seat), strlen(carom_table_id(table, seat)) + 1);
    state->wake_at = 0;
    if (table->phase == CAROM_PHASE_BIDDING && state->plan != NULL && state->round == table->rounds)
        return act_bidding(state, table, seat, command);
    return table->phase == CAROM_PHASE_SHOWING && table->turn == seat && act_showing(state, table, command);
}
