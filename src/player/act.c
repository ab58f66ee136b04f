/*
 * A player at a table: when it says what it has found, that it has no more, and how it shows its route. Everything it
 * needs is the table as everybody sees it, and its plan.
 */
#include "player.h"

#include <carom/random.h>
#include <string.h>

#define FIRST_MOVE_MS 1600 /* before the first move of a demonstration, so that people look up */
#define MOVE_MS 1000       /* between moves, so that they can follow */
#define MOVE_MORE_MS 700   /* ... and up to so much more */

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

/* Is this number worth saying? A higher one than somebody has is, as long as one has none: theirs may fail (R12). */
static bool worth(const struct player *player, const struct carom_table *table, unsigned seat, uint32_t bid)
{
    uint32_t own = table->players[seat].bid;
    if (own > 0 && bid >= own)
        return false; /* R11 */
    if (carom_rules_race(&table->rules))
        return true; /* H5: every route gets something */
    return bid < lowest_bid(table) || (own == 0 && player->plan->insists);
}

/* The next idea that is worth something; those that are not are passed over. NULL: there is none. */
static const struct player_idea *next_idea(struct player *player, const struct carom_table *table, unsigned seat)
{
    for (; player->next < player->plan->count; player->next++)
        if (worth(player, table, seat, player->plan->ideas[player->next].bid))
            return &player->plan->ideas[player->next];
    return NULL;
}

static carom_ms not_before(carom_ms at, carom_ms now)
{
    return at > now ? at : now;
}

static carom_ms when_bidding(struct player *player, const struct carom_table *table, unsigned seat, carom_ms now)
{
    if (player->plan == NULL || player->round != table->rounds || table->players[seat].done)
        return 0;
    uint32_t lowest = lowest_bid(table);
    if (lowest != player->lowest)
        player->since = now;
    player->lowest = lowest;
    const struct player_idea *idea = next_idea(player, table, seat);
    if (idea != NULL)
        return not_before(table->drawn_at + idea->after, now);
    if (lowest != UINT32_MAX)
        return carom_rules_micro(&table->rules) ? 0 : not_before(player->since + player->plan->rests, now);
    return table->players[seat].skip ? 0 : not_before(table->drawn_at + player->plan->gives_up, now);
}

static carom_ms when_showing(const struct player *player, const struct carom_table *table, unsigned seat, carom_ms now)
{
    if (table->turn != seat)
        return 0;
    uint64_t seed = (player->plan != NULL ? player->plan->chance : 0) + table->round.moves;
    struct carom_random random = carom_random_seed(seed);
    return now + (table->round.moves == 0 ? FIRST_MOVE_MS : MOVE_MS) + carom_random_below(&random, MOVE_MORE_MS);
}

/* Phase, turn and move: what others say meanwhile does not change it. */
static uint64_t moment_of(const struct carom_table *table)
{
    return (uint64_t)table->rounds << 32 | (uint64_t)table->round.moves << 16 | (uint64_t)table->turn << 8 |
           (uint64_t)table->phase;
}

void player_look(struct player *player, const struct carom_table *table, unsigned seat, carom_ms now)
{
    carom_ms before = player->about == moment_of(table) ? player->act_at : 0;
    player->about = moment_of(table);
    player->act_at = 0;
    if (table->paused) {
        player->about = 0; /* what it meant to do is thought out anew when the game goes on */
        player->lowest = 0;
    } else if (table->phase == CAROM_PHASE_BIDDING) {
        player->act_at = when_bidding(player, table, seat, now);
    } else if (table->phase == CAROM_PHASE_SHOWING) {
        player->act_at = when_showing(player, table, seat, now);
        if (before != 0 && player->act_at > before)
            player->act_at = before; /* what others do does not make it slower */
    }
}

/* The idea that the number to be shown came from, and its next move; false: it does not know one. */
static bool next_move(const struct player *player, const struct carom_table *table, struct carom_play *play)
{
    if (player->plan == NULL || player->round != table->rounds)
        return false;
    for (unsigned i = 0; i < player->plan->count; i++) {
        const struct player_idea *idea = &player->plan->ideas[i];
        if (idea->bid == table->turn_bid && table->round.moves < idea->moves) {
            *play = idea->route[table->round.moves];
            return true;
        }
    }
    return false;
}

static bool accepted(const struct carom_table *table, const struct carom_command *command)
{
    struct carom_step step = {0};
    return carom_referee_decide(table, command, &step) != CAROM_STEP_REFUSED;
}

/* A move that turns out to be none ends the demonstration, as it would with people. */
static bool act_showing(const struct player *player, const struct carom_table *table, struct carom_command *command)
{
    command->what = CAROM_DO_MOVE;
    if (next_move(player, table, &command->play) && accepted(table, command))
        return true;
    command->what = CAROM_DO_PASS;
    return true;
}

/* In a race the route itself is handed in (H2); one that turns out to be wrong is not. */
static bool hand_in(const struct player_idea *idea, const struct carom_table *table, struct carom_command *command)
{
    struct carom_move route[PLAYER_MOVES];
    struct carom_text text = carom_text_in(command->route, sizeof command->route);
    for (uint32_t i = 0; i < idea->moves; i++)
        route[i] = idea->route[i].move;
    carom_route_write(&text, route, idea->moves);
    command->what = CAROM_DO_HAND;
    command->route_long = text.cut || idea->moves > CAROM_HANDED_MOVES;
    return accepted(table, command);
}

static bool act_bidding(struct player *player, const struct carom_table *table, unsigned seat,
                        struct carom_command *command)
{
    const struct player_idea *idea = next_idea(player, table, seat);
    if (idea != NULL) {
        if (table->drawn_at + idea->after > command->at)
            return false;
        player->next++;
        if (carom_rules_race(&table->rules))
            return hand_in(idea, table, command);
        command->what = CAROM_DO_BID;
        command->moves = idea->bid;
        return true;
    }
    command->what = carom_table_bids(table) > 0 ? CAROM_DO_DONE : CAROM_DO_SKIP;
    return accepted(table, command);
}

bool player_act(struct player *player, const struct carom_table *table, unsigned seat, carom_ms now,
                struct carom_command *command)
{
    *command = (struct carom_command){.at = now};
    memcpy(command->by, carom_table_id(table, seat), strlen(carom_table_id(table, seat)) + 1);
    player->act_at = 0;
    if (table->phase == CAROM_PHASE_BIDDING && player->plan != NULL && player->round == table->rounds)
        return act_bidding(player, table, seat, command);
    return table->phase == CAROM_PHASE_SHOWING && table->turn == seat && act_showing(player, table, command);
}
