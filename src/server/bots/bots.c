/*
 * Bots at a table: what each means to do next, and doing it when its time has come.
 */
#include "bots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_MOVE_MS 1600 /* before the first move of a demonstration, so that people look up */
#define MOVE_MS 1100       /* between moves, so that they can follow */
#define DONE_MS 1500       /* before saying that no more bids will come */

struct bot {
    char id[CAROM_ID_SIZE];
    unsigned level;
    uint32_t round; /* of the plan; 0: none */
    struct bot_plan plan;
    unsigned next_bid;
    carom_ms act_at; /* 0: nothing to do */
    uint64_t about;  /* the moment of the game that act_at is about */
};

struct bots {
    unsigned count;
    struct bot bots[BOTS_MOST];
};

/* ---- what a bot knows ---- */

static struct carom_random random_of(const struct table *table, const struct bot *bot)
{
    uint64_t seed = secret_aside(&table->state.rules, table->state.rounds);
    for (const char *c = bot->id; *c != '\0'; c++)
        seed = (seed ^ (unsigned char)*c) * 0x100000001b3u;
    return carom_random_seed(seed);
}

/* What was found about the round, if that is a route; or NULL. */
static const struct finding *solution_of(const struct table *table)
{
    const struct finding *found = round_found(table);
    return found != NULL && found->answer.solution.status == CAROM_SOLVE_FOUND ? found : NULL;
}

/* What the route of this choice costs; 0: there is none. */
static uint32_t cost_of(const struct finding *found, unsigned choice)
{
    if (choice == 0)
        return found->answer.solution.cost;
    return choice <= found->detour_count ? found->detours[choice - 1].cost : 0;
}

static uint32_t lowest_bid(const struct carom_table *state)
{
    uint32_t lowest = UINT32_MAX;
    for (unsigned i = 0; i < state->seats; i++) {
        const struct carom_player *player = &state->players[i];
        if (player->seated && player->bid > 0 && player->bid < lowest)
            lowest = player->bid;
    }
    return lowest;
}

/* ---- deciding when ---- */

static void make_plan(struct table *table, struct bot *bot, const struct finding *found)
{
    struct carom_random random = random_of(table, bot);
    bot->plan = bot_plan_make(bot->level, found->answer.solution.cost, found->detour_count, &random);
    bot->round = table->state.rounds;
    bot->next_bid = 0;
}

/* The next bid that would still be worth something; those that would not are passed over. 0: there is none. */
static uint32_t next_bid(const struct table *table, struct bot *bot)
{
    const struct finding *found = solution_of(table);
    for (; found != NULL && bot->next_bid < bot->plan.count; bot->next_bid++) {
        uint32_t cost = cost_of(found, bot->plan.bids[bot->next_bid].choice);
        if (cost > 0 && cost < lowest_bid(&table->state))
            return cost;
    }
    return 0;
}

static carom_ms not_before(carom_ms at, carom_ms now)
{
    return at > now ? at : now;
}

static void think_bidding(struct table *table, struct bot *bot, carom_ms now)
{
    const struct carom_player *player = &table->state.players[carom_table_seat(&table->state, bot->id)];
    const struct finding *found = solution_of(table);
    if (found == NULL)
        return;
    if (bot->round != table->state.rounds)
        make_plan(table, bot, found);
    if (player->done)
        return;
    if (next_bid(table, bot) > 0)
        bot->act_at = not_before(table->state.drawn_at + bot->plan.bids[bot->next_bid].after, now);
    else if (carom_table_bids(&table->state) > 0 && !carom_rules_micro(&table->state.rules))
        bot->act_at = now + DONE_MS;
}

static void think_showing(struct table *table, struct bot *bot, carom_ms now)
{
    if (table->state.turn != carom_table_seat(&table->state, bot->id))
        return;
    bot->act_at = now + (table->state.round.moves == 0 ? FIRST_MOVE_MS : MOVE_MS);
}

/* Phase, turn and move: what others say meanwhile does not change it. */
static uint64_t moment_of(const struct carom_table *state)
{
    return (uint64_t)state->rounds << 32 | (uint64_t)state->round.moves << 16 | (uint64_t)state->turn << 8 |
           (uint64_t)state->phase;
}

static void think(struct table *table, struct bot *bot, carom_ms now)
{
    carom_ms before = bot->about == moment_of(&table->state) ? bot->act_at : 0;
    bot->about = moment_of(&table->state);
    bot->act_at = 0;
    if (table->state.paused)
        bot->about = 0; /* what it meant to do is thought out anew when the game goes on */
    else if (table->state.phase == CAROM_PHASE_BIDDING)
        think_bidding(table, bot, now);
    else if (table->state.phase == CAROM_PHASE_SHOWING)
        think_showing(table, bot, now);
    if (before != 0 && bot->act_at > before)
        bot->act_at = before; /* what others do does not make it slower */
}

/* ---- acting ---- */

static void say(struct table *table, const struct bot *bot, struct carom_command *command, carom_ms now)
{
    struct refused refused;
    command->at = now;
    snprintf(command->by, sizeof command->by, "%s", bot->id);
    if (!game_run(table, command, now, &refused))
        log_line(SERVE_LOG_WARN, "bot-refused", "table=%s bot=%s why=%s", table->code, bot->id, refused_code(&refused));
}

/* The route that costs what was bid, shortest or longer. */
static const struct carom_move *route_shown(const struct finding *found, uint32_t bid, uint32_t *moves)
{
    const struct carom_solution *solution = &found->answer.solution;
    *moves = solution->moves;
    if (solution->cost == bid)
        return solution->route;
    for (unsigned i = 0; i < found->detour_count; i++) {
        *moves = found->detours[i].moves;
        if (found->detours[i].cost == bid)
            return found->detours[i].route;
    }
    return NULL;
}

/* The move to make next; false: it does not know one. */
static bool next_move(const struct table *table, struct carom_play *play)
{
    const struct finding *found = solution_of(table);
    uint32_t at = table->state.round.moves;
    uint32_t moves;
    play->micro = carom_rules_micro(&table->state.rules);
    if (found == NULL)
        return false;
    const struct carom_move *route = route_shown(found, table->state.turn_bid, &moves);
    if (route == NULL || at >= moves)
        return false;
    if (play->micro)
        play->face = found->answer.faces[at];
    else
        play->move = route[at];
    return true;
}

static void act_showing(struct table *table, const struct bot *bot, carom_ms now)
{
    struct carom_command command = {.what = CAROM_DO_MOVE};
    if (table->state.turn != carom_table_seat(&table->state, bot->id))
        return;
    if (!next_move(table, &command.play))
        command.what = CAROM_DO_PASS;
    say(table, bot, &command, now);
}

static void act_bidding(struct table *table, struct bot *bot, carom_ms now)
{
    struct carom_command command = {.what = CAROM_DO_DONE};
    uint32_t bid = next_bid(table, bot);
    if (bid > 0) {
        if (table->state.drawn_at + bot->plan.bids[bot->next_bid].after > now)
            return;
        command.what = CAROM_DO_BID;
        command.moves = bid;
        bot->next_bid++;
    } else if (carom_table_bids(&table->state) == 0) {
        return;
    }
    say(table, bot, &command, now);
}

static void act(struct table *table, struct bot *bot, carom_ms now)
{
    bot->act_at = 0;
    if (table->state.phase == CAROM_PHASE_BIDDING && bot->round == table->state.rounds)
        act_bidding(table, bot, now);
    else if (table->state.phase == CAROM_PHASE_SHOWING)
        act_showing(table, bot, now);
}

/* ---- who they are ---- */

static struct bot *bot_of(struct bots *bots, const char *id)
{
    for (unsigned i = 0; i < bots->count; i++)
        if (strcmp(bots->bots[i].id, id) == 0)
            return &bots->bots[i];
    return NULL;
}

static void add_missing(struct table *table)
{
    for (unsigned i = 0; i < table->state.seats; i++) {
        const char *id = carom_table_id(&table->state, i);
        unsigned level = table->state.players[i].seated ? bot_level_of_id(id) : 0;
        if (level == 0 || (table->bots != NULL && bot_of(table->bots, id) != NULL))
            continue;
        if (table->bots == NULL)
            table->bots = must_alloc(sizeof *table->bots);
        if (table->bots->count < BOTS_MOST) {
            struct bot *bot = &table->bots->bots[table->bots->count++];
            *bot = (struct bot){.level = level};
            snprintf(bot->id, sizeof bot->id, "%s", id);
        }
    }
}

static void drop_gone(struct table *table)
{
    for (unsigned i = 0; table->bots != NULL && i < table->bots->count;)
        if (carom_table_seat(&table->state, table->bots->bots[i].id) == CAROM_NO_SEAT)
            table->bots->bots[i] = table->bots->bots[--table->bots->count];
        else
            i++;
}

static unsigned count_of(const struct table *table)
{
    return table->bots != NULL ? table->bots->count : 0;
}

/* ---- what the table asks ---- */

static void notice(struct table *table, carom_ms now)
{
    drop_gone(table);
    add_missing(table);
    for (unsigned i = 0; i < count_of(table); i++)
        think(table, &table->bots->bots[i], now);
}

/* The first bot that is due. Acting may change the list, so it is asked for again after each. */
static struct bot *first_due(const struct table *table, carom_ms now)
{
    struct bot *first = NULL;
    for (unsigned i = 0; i < count_of(table); i++) {
        struct bot *bot = &table->bots->bots[i];
        if (bot->act_at != 0 && bot->act_at <= now && (first == NULL || bot->act_at < first->act_at))
            first = bot;
    }
    return first;
}

static void act_due(struct table *table, carom_ms now)
{
    struct bot *bot;
    for (unsigned i = 0; i < BOTS_MOST && (bot = first_due(table, now)) != NULL; i++)
        act(table, bot, now);
}

static bool due(const struct table *table, carom_ms *at)
{
    *at = CAROM_AT_MAX;
    for (unsigned i = 0; i < count_of(table); i++) {
        carom_ms act_at = table->bots->bots[i].act_at;
        if (act_at != 0 && act_at < *at)
            *at = act_at;
    }
    return *at != CAROM_AT_MAX;
}

static void forget(struct table *table)
{
    free(table->bots);
    table->bots = NULL;
}

const struct table_players bots_at_tables = {
    .notice = notice,
    .due = due,
    .act = act_due,
    .forget = forget,
};
