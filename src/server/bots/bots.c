/*
 * Bots at a table: who they are, what they think about, and doing what they mean to when its time has come.
 */
#include "bots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bot {
    char id[CAROM_ID_SIZE];
    unsigned level;
    struct player_plan *plan; /* NULL: none yet */
    struct player player;
};

struct bots {
    unsigned count;
    struct thoughts *thinking; /* on their way; NULL: none */
    struct bot bots[BOTS_MOST];
};

/* ---- thinking, on another thread ---- */

#define THINK_MS 2000 /* for all bots of a table together */

/* The bots of a table that have no plan for the round. */
struct thoughts {
    struct job job;
    struct table *table;
    uint32_t game;
    uint32_t round;
    struct carom_puzzle puzzle;
    struct finding *found;
    uint64_t deadline; /* in the milliseconds of the machine's clock */
    unsigned count;
    struct {
        char id[CAROM_ID_SIZE];
        unsigned level;
        uint64_t seed;
        struct player_plan *plan;
    } of[BOTS_MOST];
};

static uint64_t seed_of(const struct table *table, const struct bot *bot)
{
    uint64_t seed = secret_aside(&table->state.rules, table->state.rounds);
    for (const char *c = bot->id; *c != '\0'; c++)
        seed = (seed ^ (unsigned char)*c) * 0x100000001b3u;
    return seed;
}

static bool is_thought_over(void *context)
{
    struct thoughts *thoughts = context;
    return atomic_load(&thoughts->job.dropped) || atomic_load(&thoughts->job.jobs->cancelled) ||
           uv_hrtime() / 1000000 >= thoughts->deadline;
}

static void work(struct job *job)
{
    struct thoughts *thoughts = (struct thoughts *)job;
    struct player_question question = {
        .puzzle = &thoughts->puzzle, .answer = &thoughts->found->answer, .over = is_thought_over, .context = thoughts};
    thoughts->deadline = uv_hrtime() / 1000000 + THINK_MS;
    for (unsigned i = 0; i < thoughts->count; i++)
        player_think(thoughts->of[i].plan, &question, thoughts->of[i].level, thoughts->of[i].seed);
}

static struct bot *bot_of(struct bots *bots, const char *id)
{
    for (unsigned i = 0; bots != NULL && i < bots->count; i++)
        if (strcmp(bots->bots[i].id, id) == 0)
            return &bots->bots[i];
    return NULL;
}

static void free_thoughts(struct thoughts *thoughts)
{
    for (unsigned i = 0; i < thoughts->count; i++)
        free(thoughts->of[i].plan);
    finding_free(thoughts->found);
    table_release(thoughts->table);
    free(thoughts);
}

static void thought(struct job *job, bool done)
{
    struct thoughts *thoughts = (struct thoughts *)job;
    struct table *table = thoughts->table;
    bool latest = table->bots != NULL && table->bots->thinking == thoughts;
    if (latest)
        table->bots->thinking = NULL;
    if (done && latest && !table->forgotten && table->facts.game == thoughts->game &&
        table->state.rounds == thoughts->round) {
        for (unsigned i = 0; i < thoughts->count; i++) {
            struct bot *bot = bot_of(table->bots, thoughts->of[i].id);
            if (bot == NULL)
                continue;
            free(bot->plan);
            bot->plan = thoughts->of[i].plan;
            bot->player = (struct player){.plan = bot->plan, .round = thoughts->round};
            thoughts->of[i].plan = NULL;
        }
        table->tables->players->notice(table, clock_now());
        table_touch(table);
    }
    free_thoughts(thoughts);
}

/* What was found about the round, unless there is no route at all; or NULL. */
static struct finding *found_of(struct table *table)
{
    const struct finding *found = round_found(table);
    return found != NULL && found->answer.solution.status != CAROM_SOLVE_UNSOLVABLE ? table->found : NULL;
}

static void add_thought(struct thoughts *thoughts, const struct bot *bot)
{
    unsigned at = thoughts->count++;
    snprintf(thoughts->of[at].id, sizeof thoughts->of[at].id, "%s", bot->id);
    thoughts->of[at].level = bot->level;
    thoughts->of[at].seed = seed_of(thoughts->table, bot);
    thoughts->of[at].plan = must_alloc(sizeof *thoughts->of[at].plan);
}

/* Lets those think who have not yet, once the solver is done with the round. */
static void begin_thinking(struct table *table)
{
    struct bots *bots = table->bots;
    struct finding *found = found_of(table);
    unsigned without = 0;
    for (unsigned i = 0; bots != NULL && i < bots->count; i++)
        without += bots->bots[i].player.round != table->state.rounds;
    if (without == 0 || bots->thinking != NULL || found == NULL || table->state.phase != CAROM_PHASE_BIDDING)
        return;
    struct thoughts *thoughts = must_alloc(sizeof *thoughts);
    *thoughts = (struct thoughts){.job = {.work = work, .done = thought, .asker = rounds_asker(table)},
                                  .table = table,
                                  .game = table->facts.game,
                                  .round = table->state.rounds,
                                  .found = found};
    found->users++;
    table_use(table);
    carom_table_puzzle(&table->state, &thoughts->puzzle);
    for (unsigned i = 0; i < bots->count; i++)
        if (bots->bots[i].player.round != table->state.rounds)
            add_thought(thoughts, &bots->bots[i]);
    bots->thinking = thoughts;
    if (!jobs_add(table->tables->jobs, JOB_ROUND, &thoughts->job)) {
        bots->thinking = NULL; /* too much to do: they think of nothing, until something happens */
        free_thoughts(thoughts);
    }
}

/* ---- acting ---- */

static void act(struct table *table, struct bot *bot, carom_ms now)
{
    struct carom_command command;
    struct refused refused;
    unsigned seat = carom_table_seat(&table->state, bot->id);
    bot->player.act_at = 0;
    if (seat == CAROM_NO_SEAT || !player_act(&bot->player, &table->state, seat, now, &command))
        return;
    if (!game_run(table, &command, now, &refused))
        log_line(SERVE_LOG_WARN, "bot-refused", "table=%s bot=%s why=%s", table->code, bot->id, refused_code(&refused));
}

/* ---- who they are ---- */

static void add_missing(struct table *table)
{
    for (unsigned i = 0; i < table->state.seats; i++) {
        const char *id = carom_table_id(&table->state, i);
        unsigned level = table->state.players[i].seated ? bot_level_of_id(id) : 0;
        if (level == 0 || bot_of(table->bots, id) != NULL)
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

static void drop(struct bots *bots, unsigned at)
{
    free(bots->bots[at].plan);
    bots->bots[at] = bots->bots[--bots->count];
}

static void drop_gone(struct table *table)
{
    for (unsigned i = 0; table->bots != NULL && i < table->bots->count;)
        if (carom_table_seat(&table->state, table->bots->bots[i].id) == CAROM_NO_SEAT)
            drop(table->bots, i);
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
    begin_thinking(table);
    for (unsigned i = 0; i < count_of(table); i++) {
        struct bot *bot = &table->bots->bots[i];
        player_look(&bot->player, &table->state, carom_table_seat(&table->state, bot->id), now);
    }
}

/* The first bot that is due. Acting may change the list, so it is asked for again after each. */
static struct bot *first_due(const struct table *table, carom_ms now)
{
    struct bot *first = NULL;
    for (unsigned i = 0; i < count_of(table); i++) {
        struct bot *bot = &table->bots->bots[i];
        carom_ms at = bot->player.act_at;
        if (at != 0 && at <= now && (first == NULL || at < first->player.act_at))
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
        carom_ms act_at = table->bots->bots[i].player.act_at;
        if (act_at != 0 && act_at < *at)
            *at = act_at;
    }
    return *at != CAROM_AT_MAX;
}

static void forget(struct table *table)
{
    while (count_of(table) > 0)
        drop(table->bots, table->bots->count - 1);
    free(table->bots);
    table->bots = NULL;
}

const struct table_players bots_at_tables = {
    .notice = notice,
    .due = due,
    .act = act_due,
    .forget = forget,
};
