/*
 * Bots at a table: which there are, their plans, and acting on a plan when it is due.
 */
#include "bots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bot {
    char id[CAROM_ID_SIZE];
    unsigned level;
    struct bot_plan *plan; /* NULL: none yet */
    struct bot_state state;
};

struct bots {
    unsigned count;
    struct think_job *thinking; /* job in progress; NULL: none */
    struct bot bots[BOTS_MAX];
};

/* ---- thinking, on another thread ---- */

#define THINK_MS 2000 /* for all bots of a table together */

/* The bots of a table that have no plan for the round yet. */
struct think_job {
    struct job job;
    struct table *table;
    uint32_t game;
    uint32_t round;
    struct carom_puzzle puzzle;
    struct solve_result *found;
    uint64_t deadline; /* on the monotonic clock, in ms */
    unsigned count;
    struct {
        char id[CAROM_ID_SIZE];
        unsigned level;
        uint64_t seed;
        struct bot_plan *plan;
    } of[BOTS_MAX];
};

static uint64_t bot_seed(const struct table *table, const struct bot *bot)
{
    uint64_t seed = derive_bot_seed(&table->game.rules, table->game.rounds);
    for (const char *c = bot->id; *c != '\0'; c++)
        seed = (seed ^ (unsigned char)*c) * 0x100000001b3u;
    return seed;
}

static bool is_thought_over(void *context)
{
    struct think_job *job = context;
    return atomic_load(&job->job.dropped) || atomic_load(&job->job.jobs->cancelled) ||
           uv_hrtime() / 1000000 >= job->deadline;
}

static void work(struct job *job)
{
    struct think_job *think_job = (struct think_job *)job;
    struct bot_problem problem = {.puzzle = &think_job->puzzle,
                                  .answer = &think_job->found->answer,
                                  .over = is_thought_over,
                                  .context = think_job};
    think_job->deadline = uv_hrtime() / 1000000 + THINK_MS;
    for (unsigned i = 0; i < think_job->count; i++)
        bot_think(think_job->of[i].plan, &problem, think_job->of[i].level, think_job->of[i].seed);
}

static struct bot *bot_of(struct bots *bots, const char *id)
{
    for (unsigned i = 0; bots != NULL && i < bots->count; i++)
        if (strcmp(bots->bots[i].id, id) == 0)
            return &bots->bots[i];
    return NULL;
}

static void free_plans(struct think_job *job)
{
    for (unsigned i = 0; i < job->count; i++)
        free(job->of[i].plan);
    solve_result_unref(job->found);
    table_unref(job->table);
    free(job);
}

static void on_plan_ready(struct job *job, bool done)
{
    struct think_job *think_job = (struct think_job *)job;
    struct table *table = think_job->table;
    bool latest = table->bots != NULL && table->bots->thinking == think_job;
    if (latest)
        table->bots->thinking = NULL;
    if (done && latest && !table->unloaded && table->row.game == think_job->game &&
        table->game.rounds == think_job->round) {
        for (unsigned i = 0; i < think_job->count; i++) {
            struct bot *bot = bot_of(table->bots, think_job->of[i].id);
            if (bot == NULL)
                continue;
            free(bot->plan);
            bot->plan = think_job->of[i].plan;
            bot->state = (struct bot_state){.plan = bot->plan, .round = think_job->round};
            think_job->of[i].plan = NULL;
        }
        table->tables->bots->on_change(table, clock_now_ms());
        table_timer_dirty(table);
    }
    free_plans(think_job);
}

/* The solver's result for the round, unless there is no route; or NULL. */
static struct solve_result *solve_result_for(struct table *table)
{
    const struct solve_result *found = round_result(table);
    return found != NULL && found->answer.solution.status != CAROM_SOLVE_UNSOLVABLE ? table->solve_result : NULL;
}

static void add_plan(struct think_job *job, const struct bot *bot)
{
    unsigned at = job->count++;
    snprintf(job->of[at].id, sizeof job->of[at].id, "%s", bot->id);
    job->of[at].level = bot->level;
    job->of[at].seed = bot_seed(job->table, bot);
    job->of[at].plan = xcalloc(sizeof *job->of[at].plan);
}

/* Starts thinking for bots without a plan, once the solver is done with the round. */
static void start_thinking(struct table *table)
{
    struct bots *bots = table->bots;
    struct solve_result *found = solve_result_for(table);
    unsigned without = 0;
    for (unsigned i = 0; bots != NULL && i < bots->count; i++)
        without += bots->bots[i].state.round != table->game.rounds;
    if (without == 0 || bots->thinking != NULL || found == NULL || table->game.phase != CAROM_PHASE_BIDDING)
        return;
    struct think_job *job = xcalloc(sizeof *job);
    *job = (struct think_job){.job = {.work = work, .done = on_plan_ready, .flow = rounds_asker(table)},
                              .table = table,
                              .game = table->row.game,
                              .round = table->game.rounds,
                              .found = found};
    found->refs++;
    table_ref(table);
    carom_table_round_puzzle(&table->game, &job->puzzle);
    for (unsigned i = 0; i < bots->count; i++)
        if (bots->bots[i].state.round != table->game.rounds)
            add_plan(job, &bots->bots[i]);
    bots->thinking = job;
    if (!jobs_add(table->tables->jobs, JOB_ROUND, &job->job)) {
        bots->thinking = NULL; /* the queue is full: they have no plan until the next event */
        free_plans(job);
    }
}

/* ---- acting ---- */

static void act(struct table *table, struct bot *bot, carom_ms now)
{
    struct carom_command command;
    struct api_error error;
    unsigned seat = carom_table_find_seat(&table->game, bot->id);
    bot->state.wake_at = 0;
    if (seat == CAROM_NO_SEAT || !bot_act(&bot->state, &table->game, seat, now, &command))
        return;
    if (!game_execute(table, &command, now, &error))
        log_event(SERVE_LOG_WARN, "bot-refused", "table=%s bot=%s reason=%s", table->code, bot->id,
                  api_error_name(&error));
}

/* ---- adding and removing ---- */

static void add_missing(struct table *table)
{
    for (unsigned i = 0; i < table->game.seats; i++) {
        const char *id = carom_table_id(&table->game, i);
        unsigned level = table->game.players[i].seated ? bot_level_from_id(id) : 0;
        if (level == 0 || bot_of(table->bots, id) != NULL)
            continue;
        if (table->bots == NULL)
            table->bots = xcalloc(sizeof *table->bots);
        if (table->bots->count < BOTS_MAX) {
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

static void remove_left_bots(struct table *table)
{
    for (unsigned i = 0; table->bots != NULL && i < table->bots->count;)
        if (carom_table_find_seat(&table->game, table->bots->bots[i].id) == CAROM_NO_SEAT)
            drop(table->bots, i);
        else
            i++;
}

static unsigned count_bots(const struct table *table)
{
    return table->bots != NULL ? table->bots->count : 0;
}

/* ---- callbacks of the table ---- */

static void notice(struct table *table, carom_ms now)
{
    remove_left_bots(table);
    add_missing(table);
    start_thinking(table);
    for (unsigned i = 0; i < count_bots(table); i++) {
        struct bot *bot = &table->bots->bots[i];
        bot_update(&bot->state, &table->game, carom_table_find_seat(&table->game, bot->id), now);
    }
}

/* The first bot that is due. Acting may change the list, so call it again after each. */
static struct bot *first_due(const struct table *table, carom_ms now)
{
    struct bot *first = NULL;
    for (unsigned i = 0; i < count_bots(table); i++) {
        struct bot *bot = &table->bots->bots[i];
        carom_ms at = bot->state.wake_at;
        if (at != 0 && at <= now && (first == NULL || at < first->state.wake_at))
            first = bot;
    }
    return first;
}

static void act_when_due(struct table *table, carom_ms now)
{
    struct bot *bot;
    for (unsigned i = 0; i < BOTS_MAX && (bot = first_due(table, now)) != NULL; i++)
        act(table, bot, now);
    races_act(table, now);
}

static bool bots_deadline(const struct table *table, carom_ms *at)
{
    if (!races_deadline(table, at))
        *at = CAROM_TIME_MAX;
    for (unsigned i = 0; i < count_bots(table); i++) {
        carom_ms act_at = table->bots->bots[i].state.wake_at;
        if (act_at != 0 && act_at < *at)
            *at = act_at;
    }
    return *at != CAROM_TIME_MAX;
}

static void free_bots(struct table *table)
{
    while (count_bots(table) > 0)
        drop(table->bots, table->bots->count - 1);
    free(table->bots);
    table->bots = NULL;
}

const struct bot_callbacks bot_callbacks = {
    .on_change = notice,
    .deadline = bots_deadline,
    .act = act_when_due,
    .on_table_freed = free_bots,
};
