/*
 * Plays rounds between two bots with the real referee, in simulated time: each bid is made when its time has come.
 */
#include "tournament.h"

#include <carom/random.h>
#include <string.h>

#define SOLVE_NODES_MAX 200000 /* node limit of solving a round's target; harder ones are put back */
#define ROUNDS_A_GAME 8        /* then a new board: a target that nobody finds would be drawn again for ever */
#define COMMANDS_MAX 1000      /* limit per round, in case nobody ever bids */

struct tournament_run {
    struct tournament *tournament;
    struct carom_solver *solver;
    const unsigned *levels;
    struct carom_random random;
    struct carom_table table;
    carom_ms now;
    struct carom_answer answer;
    struct bot_plan plans[2];
    struct bot_state players[2];
};

static void note(struct tournament_run *run, const struct carom_event *event)
{
    struct contest_side *side = event->seat < 2 ? &run->tournament->side[event->seat] : NULL;
    if (side == NULL)
        return;
    side->won += event->kind == CAROM_EVENT_WON;
    side->demonstrations += event->kind == CAROM_EVENT_TURN;
    side->failed += event->kind == CAROM_EVENT_FAILED;
}

static void submit(struct tournament_run *run, const struct carom_command *command)
{
    struct carom_decision decision = {0};
    while (carom_referee_decide(&run->table, command, &decision) == CAROM_DECISION_EVENT) {
        note(run, &decision.event);
        carom_referee_apply(&run->table, &decision.event);
    }
}

static void submit_simple(struct tournament_run *run, enum carom_command_kind kind, unsigned seat)
{
    struct carom_command command = {.kind = kind, .at = run->now, .by = {(char)('a' + seat)}};
    submit(run, &command);
}

static void open_table(struct tournament_run *run, enum carom_preset preset)
{
    struct carom_command open = {.kind = CAROM_COMMAND_OPEN, .at = run->now};
    memset(&run->table, 0, sizeof run->table);
    memset(run->players, 0, sizeof run->players);
    open.config.rules = carom_rules_from_preset(preset);
    open.config.rules.goal = 0; /* play until the last token */
    open.config.rules.seed = carom_random_next(&run->random) % CAROM_TIME_MAX;
    submit(run, &open);
    for (unsigned seat = 0; seat < 2; seat++)
        submit_simple(run, CAROM_COMMAND_JOIN, seat);
    submit_simple(run, CAROM_COMMAND_START, 0);
}

/* Finds what a bot would have bid alone, and counts it. */
static void study(struct contest_side *side, const struct bot_plan *plan, uint32_t shortest)
{
    uint32_t last = plan->count > 0 ? plan->ideas[plan->count - 1].bid : 0;
    side->no_bid += plan->count == 0;
    side->first_ms += plan->count > 0 ? (uint64_t)plan->ideas[0].bid_after_ms : 0;
    side->shortest += last > 0 && last == shortest;
    side->above_optimum += last > shortest && shortest >= CONTEST_LONG;
}

static void think(struct tournament_run *run)
{
    struct carom_puzzle puzzle;
    struct carom_solve_options options = {.max_nodes = SOLVE_NODES_MAX};
    carom_table_round_puzzle(&run->table, &puzzle);
    carom_answer_solve(run->solver, &puzzle, &options, &run->answer);
    struct bot_problem problem = {.puzzle = &puzzle, .answer = &run->answer};
    uint32_t shortest = run->answer.solution.status == CAROM_SOLVE_FOUND ? run->answer.solution.cost : 0;
    run->tournament->rounds++;
    run->tournament->longer += shortest >= CONTEST_LONG;
    for (unsigned i = 0; i < 2; i++) {
        bot_think(&run->plans[i], &problem, run->levels[i], carom_random_next(&run->random));
        run->players[i] = (struct bot_state){.plan = &run->plans[i], .round = run->table.rounds};
        study(&run->tournament->side[i], &run->plans[i], shortest);
    }
}

/* Writes when the next thing happens, and who acts: a seat, or 2 for the referee. False: nothing is due. */
static bool next_time(struct tournament_run *run, unsigned *who, carom_ms *at)
{
    *who = 2;
    bool some = carom_referee_deadline(&run->table, at);
    for (unsigned i = 0; i < 2; i++) {
        bot_update(&run->players[i], &run->table, i, run->now);
        if (run->players[i].wake_at != 0 && (!some || run->players[i].wake_at < *at)) {
            *who = i;
            *at = run->players[i].wake_at;
            some = true;
        }
    }
    return some;
}

static void play_round(struct tournament_run *run)
{
    think(run);
    for (unsigned turn = 0; turn < COMMANDS_MAX && carom_table_in_round(&run->table); turn++) {
        struct carom_command command = {.kind = CAROM_COMMAND_TICK};
        unsigned who;
        carom_ms at;
        if (!next_time(run, &who, &at))
            break;
        run->now = at > run->now ? at : run->now;
        command.at = run->now;
        if (who == 2 || bot_act(&run->players[who], &run->table, who, run->now, &command))
            submit(run, &command);
    }
}

void tournament_play(struct tournament *tournament, struct carom_solver *solver, enum carom_preset preset,
                     const unsigned levels[2], uint32_t rounds, uint64_t seed)
{
    static _Thread_local struct tournament_run run;
    memset(&run, 0, sizeof run);
    *tournament = (struct tournament){0};
    run.tournament = tournament;
    run.solver = solver;
    run.levels = levels;
    run.random = carom_random_seed(seed);
    run.now = 1;
    while (tournament->rounds < rounds) {
        uint32_t played = run.table.rounds; /* a round that never ended is not counted */
        if (run.table.phase == CAROM_PHASE_BETWEEN_ROUNDS && run.table.rounds < ROUNDS_A_GAME)
            submit_simple(&run, CAROM_COMMAND_NEXT, 0);
        if (run.table.rounds == played || !carom_table_in_round(&run.table))
            open_table(&run, preset);
        play_round(&run);
    }
}
