/*
 * Bots at a table. A bot is a player of the referee like any other; here it is decided when it says what.
 *
 * Everything a bot does follows from the game's seed, its id and the round (bot_plan.c, detour.c), never from the clock
 * alone: a bot that comes back with its table after a restart means to do the same as before.
 */
#include "bots.h"

#include "../tables/tables.h"

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

/* ---- what a bot knows
 * ------------------------------------------------------------------------------------------------------- */

static struct carom_random random_of(const struct live *live, const struct bot *bot)
{
    uint64_t seed = live->table.rules.seed + 0x9e3779b97f4a7c15u * live->table.rounds;
    for (const char *c = bot->id; *c != '\0'; c++)
        seed = (seed ^ (unsigned char)*c) * 0x100000001b3u;
    return carom_random_seed(seed);
}

static bool solution_known(const struct live *live)
{
    const struct solved *solved = &live->solved;
    return solved->round == live->table.rounds && !solved->running && solved->status == CAROM_SOLVE_FOUND;
}

/* What the route of this choice costs; 0: there is none. */
static uint32_t cost_of(const struct live *live, unsigned choice)
{
    const struct solved *solved = &live->solved;
    if (choice == 0)
        return solved->cost;
    return choice <= solved->detour_count ? solved->detours[choice - 1].cost : 0;
}

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

/* ---- deciding when
 * ------------------------------------------------------------------------------------------------------------ */

static void make_plan(struct live *live, struct bot *bot)
{
    struct carom_random random = random_of(live, bot);
    bot->plan = bot_plan_make(bot->level, live->solved.cost, live->solved.detour_count, &random);
    bot->round = live->table.rounds;
    bot->next_bid = 0;
}

/* The next bid that would still be worth something; those that would not are passed over. */
static bool next_bid(const struct live *live, struct bot *bot, uint32_t *moves)
{
    while (bot->next_bid < bot->plan.count) {
        *moves = cost_of(live, bot->plan.bids[bot->next_bid].choice);
        if (*moves > 0 && *moves < lowest_bid(&live->table))
            return true;
        bot->next_bid++;
    }
    return false;
}

static carom_ms not_before(carom_ms at, carom_ms now)
{
    return at > now ? at : now;
}

static void think_bidding(struct live *live, struct bot *bot, carom_ms now)
{
    const struct carom_player *player = &live->table.players[carom_table_seat(&live->table, bot->id)];
    uint32_t moves;
    if (!solution_known(live))
        return;
    if (bot->round != live->table.rounds)
        make_plan(live, bot);
    if (player->done)
        return;
    if (next_bid(live, bot, &moves))
        bot->act_at = not_before(live->table.drawn_at + bot->plan.bids[bot->next_bid].after, now);
    else if (carom_table_bids(&live->table) > 0 && !carom_rules_micro(&live->table.rules))
        bot->act_at = now + DONE_MS;
}

static void think_showing(struct live *live, struct bot *bot, carom_ms now)
{
    if (live->table.turn != carom_table_seat(&live->table, bot->id))
        return;
    bot->act_at = now + (live->table.round.moves == 0 ? FIRST_MOVE_MS : MOVE_MS);
}

/* Phase, turn and move: what others say meanwhile does not change it. */
static uint64_t moment_of(const struct carom_table *table)
{
    return (uint64_t)table->rounds << 32 | (uint64_t)table->round.moves << 16 | (uint64_t)table->turn << 8 |
           (uint64_t)table->phase;
}

static void think(struct live *live, struct bot *bot, carom_ms now)
{
    carom_ms before = bot->about == moment_of(&live->table) ? bot->act_at : 0;
    bot->about = moment_of(&live->table);
    bot->act_at = 0;
    if (live->table.phase == CAROM_PHASE_BIDDING)
        think_bidding(live, bot, now);
    else if (live->table.phase == CAROM_PHASE_SHOWING)
        think_showing(live, bot, now);
    if (before != 0 && bot->act_at > before)
        bot->act_at = before; /* what others do does not make it slower */
}

/* ---- acting
 * -----------------------------------------------------------------------------------------------------------------------
 */

static void say(struct live *live, const struct bot *bot, struct carom_command *command, carom_ms now)
{
    struct refused refused;
    command->at = now;
    snprintf(command->by, sizeof command->by, "%s", bot->id);
    if (!game_run(live, command, now, &refused))
        log_line(SERVE_LOG_WARN, "bot-refused", "table=%s bot=%s why=%s", live->code, bot->id, refused_code(&refused));
}

/* The move to make next of a route that costs what was bid; false: it does not know one. */
static bool next_move(const struct live *live, struct carom_play *play)
{
    const struct solved *solved = &live->solved;
    uint32_t at = live->table.round.moves;
    play->micro = carom_rules_micro(&live->table.rules);
    if (!solution_known(live))
        return false;
    if (play->micro) {
        if (solved->cost != live->table.turn_bid || at >= solved->moves)
            return false;
        play->face = live->table.tiles.shows[solved->places[at]];
        return true;
    }
    const struct carom_move *route = solved->cost == live->table.turn_bid ? solved->route : NULL;
    uint32_t moves = solved->moves;
    for (unsigned i = 0; route == NULL && i < solved->detour_count; i++) {
        if (solved->detours[i].cost == live->table.turn_bid) {
            route = solved->detours[i].route;
            moves = solved->detours[i].moves;
        }
    }
    if (route == NULL || at >= moves)
        return false;
    play->move = route[at];
    return true;
}

static void act_showing(struct live *live, const struct bot *bot, carom_ms now)
{
    struct carom_command command = {.what = CAROM_DO_MOVE};
    if (live->table.turn != carom_table_seat(&live->table, bot->id))
        return;
    if (!next_move(live, &command.play))
        command.what = CAROM_DO_PASS;
    say(live, bot, &command, now);
}

static void act_bidding(struct live *live, struct bot *bot, carom_ms now)
{
    struct carom_command command = {.what = CAROM_DO_DONE};
    uint32_t moves;
    if (next_bid(live, bot, &moves)) {
        if (live->table.drawn_at + bot->plan.bids[bot->next_bid].after > now)
            return;
        command.what = CAROM_DO_BID;
        command.moves = moves;
        bot->next_bid++;
    } else if (carom_table_bids(&live->table) == 0) {
        return;
    }
    say(live, bot, &command, now);
}

static void act(struct live *live, struct bot *bot, carom_ms now)
{
    bot->act_at = 0;
    if (live->table.phase == CAROM_PHASE_BIDDING && bot->round == live->table.rounds)
        act_bidding(live, bot, now);
    else if (live->table.phase == CAROM_PHASE_SHOWING)
        act_showing(live, bot, now);
}

/* ---- the list
 * ------------------------------------------------------------------------------------------------------------------------
 */

static struct bot *bot_of(struct bots *bots, const char *id)
{
    for (unsigned i = 0; i < bots->count; i++)
        if (strcmp(bots->bots[i].id, id) == 0)
            return &bots->bots[i];
    return NULL;
}

static void add_missing(struct live *live)
{
    for (unsigned i = 0; i < live->table.seats; i++) {
        const char *id = carom_table_id(&live->table, i);
        unsigned level = live->table.players[i].seated ? bot_level_of_id(id) : 0;
        if (level == 0 || (live->bots != NULL && bot_of(live->bots, id) != NULL))
            continue;
        if (live->bots == NULL)
            live->bots = must_alloc(sizeof *live->bots);
        if (live->bots->count < BOTS_MOST) {
            struct bot *bot = &live->bots->bots[live->bots->count++];
            *bot = (struct bot){.level = level};
            snprintf(bot->id, sizeof bot->id, "%s", id);
        }
    }
}

static void drop_gone(struct live *live)
{
    for (unsigned i = 0; live->bots != NULL && i < live->bots->count;)
        if (carom_table_seat(&live->table, live->bots->bots[i].id) == CAROM_NO_SEAT)
            live->bots->bots[i] = live->bots->bots[--live->bots->count];
        else
            i++;
}

unsigned bots_count(const struct live *live)
{
    return live->bots != NULL ? live->bots->count : 0;
}

void bots_notice(struct live *live, carom_ms now)
{
    drop_gone(live);
    add_missing(live);
    for (unsigned i = 0; i < bots_count(live); i++)
        think(live, &live->bots->bots[i], now);
}

/* The first bot that is due. Acting may change the list, so it is asked for again after each. */
static struct bot *first_due(const struct live *live, carom_ms now)
{
    struct bot *first = NULL;
    for (unsigned i = 0; i < bots_count(live); i++) {
        struct bot *bot = &live->bots->bots[i];
        if (bot->act_at != 0 && bot->act_at <= now && (first == NULL || bot->act_at < first->act_at))
            first = bot;
    }
    return first;
}

void bots_act(struct live *live, carom_ms now)
{
    struct bot *bot;
    for (unsigned i = 0; i < BOTS_MOST && (bot = first_due(live, now)) != NULL; i++)
        act(live, bot, now);
}

bool bots_due(const struct live *live, carom_ms *at)
{
    *at = CAROM_AT_MAX;
    for (unsigned i = 0; i < bots_count(live); i++) {
        carom_ms due = live->bots->bots[i].act_at;
        if (due != 0 && due < *at)
            *at = due;
    }
    return *at != CAROM_AT_MAX;
}

void bots_forget(struct live *live)
{
    free(live->bots);
    live->bots = NULL;
}
