/*
 * The contest: the referee's own game with two players who say what they have found when its time has come.
 */
#include "contest.h"

#include <carom/random.h>
#include <string.h>

#define NODES_MOST 200000 /* of a round's search; what needs more is put back */
#define ROUNDS_A_GAME 8   /* then another board; what nobody finds would be drawn for ever */
#define TURNS_MOST 1000   /* of a round, in case nobody ever says anything */

struct ring {
    struct contest *contest;
    struct carom_solver *solver;
    const unsigned *levels;
    struct carom_random random;
    struct carom_table table;
    carom_ms now;
    struct carom_answer answer;
    struct player_plan plans[2];
    struct player players[2];
};

static void note(struct ring *ring, const struct carom_event *event)
{
    struct contest_side *side = event->seat < 2 ? &ring->contest->side[event->seat] : NULL;
    if (side == NULL)
        return;
    side->won += event->kind == CAROM_EVENT_WON;
    side->shown += event->kind == CAROM_EVENT_TURN;
    side->failed += event->kind == CAROM_EVENT_FAILED;
}

static void say(struct ring *ring, const struct carom_command *command)
{
    struct carom_step step = {0};
    while (carom_referee_decide(&ring->table, command, &step) == CAROM_STEP_EVENT) {
        note(ring, &step.event);
        carom_referee_apply(&ring->table, &step.event);
    }
}

static void say_plainly(struct ring *ring, enum carom_do what, unsigned seat)
{
    struct carom_command command = {.what = what, .at = ring->now, .by = {(char)('a' + seat)}};
    say(ring, &command);
}

static void open_table(struct ring *ring, enum carom_preset preset)
{
    struct carom_command open = {.what = CAROM_DO_OPEN, .at = ring->now};
    memset(&ring->table, 0, sizeof ring->table);
    memset(ring->players, 0, sizeof ring->players);
    open.opening.rules = carom_rules_preset(preset);
    open.opening.rules.goal = 0; /* to the last token */
    open.opening.rules.seed = carom_random_next(&ring->random) % CAROM_AT_MAX;
    say(ring, &open);
    for (unsigned seat = 0; seat < 2; seat++)
        say_plainly(ring, CAROM_DO_JOIN, seat);
    say_plainly(ring, CAROM_DO_START, 0);
}

/* What a player would have said alone. */
static void study(struct contest *contest, struct contest_side *side, const struct player_plan *plan, uint32_t shortest)
{
    uint32_t last = plan->count > 0 ? plan->ideas[plan->count - 1].bid : 0;
    side->silent += plan->count == 0;
    side->first_ms += plan->count > 0 ? (uint64_t)plan->ideas[0].after : 0;
    side->shortest += last > 0 && last == shortest;
    side->above += last > shortest && shortest >= CONTEST_LONG;
    (void)contest;
}

static void think(struct ring *ring)
{
    struct carom_puzzle puzzle;
    struct carom_solve_options options = {.max_nodes = NODES_MOST};
    carom_table_puzzle(&ring->table, &puzzle);
    carom_answer_find(ring->solver, &puzzle, &options, &ring->answer);
    struct player_question question = {.puzzle = &puzzle, .answer = &ring->answer};
    uint32_t shortest = ring->answer.solution.status == CAROM_SOLVE_FOUND ? ring->answer.solution.cost : 0;
    ring->contest->rounds++;
    ring->contest->longer += shortest >= CONTEST_LONG;
    for (unsigned i = 0; i < 2; i++) {
        player_think(&ring->plans[i], &question, ring->levels[i], carom_random_next(&ring->random));
        ring->players[i] = (struct player){.plan = &ring->plans[i], .round = ring->table.rounds};
        study(ring->contest, &ring->contest->side[i], &ring->plans[i], shortest);
    }
}

/* The earliest that something wants to happen; what that is in *who: a seat, or 2 for the referee. */
static bool next_time(struct ring *ring, unsigned *who, carom_ms *at)
{
    *who = 2;
    bool some = carom_referee_deadline(&ring->table, at);
    for (unsigned i = 0; i < 2; i++) {
        player_look(&ring->players[i], &ring->table, i, ring->now);
        if (ring->players[i].act_at != 0 && (!some || ring->players[i].act_at < *at)) {
            *who = i;
            *at = ring->players[i].act_at;
            some = true;
        }
    }
    return some;
}

static void play_round(struct ring *ring)
{
    think(ring);
    for (unsigned turn = 0; turn < TURNS_MOST && carom_table_in_round(&ring->table); turn++) {
        struct carom_command command = {.what = CAROM_DO_TICK};
        unsigned who;
        carom_ms at;
        if (!next_time(ring, &who, &at))
            break;
        ring->now = at > ring->now ? at : ring->now;
        command.at = ring->now;
        if (who == 2 || player_act(&ring->players[who], &ring->table, who, ring->now, &command))
            say(ring, &command);
    }
}

void contest_play(struct contest *contest, struct carom_solver *solver, enum carom_preset preset,
                  const unsigned levels[2], uint32_t rounds, uint64_t seed)
{
    static _Thread_local struct ring ring;
    memset(&ring, 0, sizeof ring);
    *contest = (struct contest){0};
    ring.contest = contest;
    ring.solver = solver;
    ring.levels = levels;
    ring.random = carom_random_seed(seed);
    ring.now = 1;
    while (contest->rounds < rounds) {
        uint32_t played = ring.table.rounds; /* a round that never ended is left */
        if (ring.table.phase == CAROM_PHASE_BETWEEN && ring.table.rounds < ROUNDS_A_GAME)
            say_plainly(&ring, CAROM_DO_NEXT, 0);
        if (ring.table.rounds == played || !carom_table_in_round(&ring.table))
            open_table(&ring, preset);
        play_round(&ring);
    }
}
