/*
 * A file with many finished games. One game is really played (two players, the solver showing the way), and its log is
 * written again and again under other codes.
 */
#include "load.h"

#include "../store/store.h"

#include <carom/heap.h>
#include <carom/referee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODE_LENGTH 6
#define LINES_MOST 4096
#define PER_TRANSACTION 500

struct game {
    struct carom_table table;
    unsigned count;
    char *lines[LINES_MOST];
};

static bool say(struct game *game, struct carom_command *command)
{
    static char bytes[CAROM_EVENT_TEXT];
    struct carom_step step = {0};
    command->at = game->table.now + 1000;
    while (carom_referee_decide(&game->table, command, &step) == CAROM_STEP_EVENT && game->count < LINES_MOST) {
        struct carom_text text = carom_text_in(bytes, sizeof bytes);
        carom_event_write(&text, &game->table, &step.event);
        game->lines[game->count++] = strdup(bytes);
        carom_referee_apply(&game->table, &step.event);
    }
    return step.answer == CAROM_STEP_DONE;
}

static bool say_by(struct game *game, enum carom_do what, const char *by, int64_t moves)
{
    struct carom_command command = {.what = what, .moves = moves};
    snprintf(command.by, sizeof command.by, "%s", by);
    snprintf(command.name, sizeof command.name, "%s", by);
    return say(game, &command);
}

static void play_round(struct game *game, struct carom_solver *solver, const char *winner, const char *loser)
{
    static struct carom_solution solution;
    struct carom_puzzle puzzle;
    struct carom_solve_options options = {0};
    if (!carom_table_puzzle(&game->table, &puzzle) ||
        carom_solve(solver, &puzzle.position, &options, &solution) != CAROM_SOLVE_FOUND) {
        say_by(game, CAROM_DO_VOID, "", 0);
        return;
    }
    say_by(game, CAROM_DO_BID, loser, solution.cost + 2);
    say_by(game, CAROM_DO_BID, winner, solution.cost);
    say_by(game, CAROM_DO_DONE, winner, 0);
    say_by(game, CAROM_DO_DONE, loser, 0);
    for (uint32_t i = 0; i < solution.moves; i++) {
        struct carom_command move = {.what = CAROM_DO_MOVE, .play = {.move = solution.route[i]}};
        snprintf(move.by, sizeof move.by, "%s", winner);
        say(game, &move);
    }
}

static void play(struct game *game)
{
    struct carom_solver *solver = carom_solver_new(&carom_heap);
    struct carom_command open = {.what = CAROM_DO_OPEN};
    open.opening.rules = carom_rules_preset(CAROM_PRESET_RICOCHET);
    open.opening.rules.goal = 3;
    open.opening.rules.seed = 1;
    open.opening.rules.seed_known = true;
    say(game, &open);
    say_by(game, CAROM_DO_JOIN, "p1", 0);
    say_by(game, CAROM_DO_JOIN, "p2", 0);
    say_by(game, CAROM_DO_START, "p1", 0);
    for (unsigned round = 0; round < 30 && game->table.phase != CAROM_PHASE_OVER; round++) {
        play_round(game, solver, round % 2 == 0 ? "p1" : "p2", round % 2 == 0 ? "p2" : "p1");
        say_by(game, CAROM_DO_NEXT, "p1", 0);
    }
    carom_solver_free(solver);
}

static bool add_table(struct store_writes *writes, const struct game *game, uint64_t number)
{
    struct store_table table = {.id = (int64_t)number + 1, .created = 1, .game = 1, .over = true, .options = "{}"};
    static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    for (int i = 0; i < CODE_LENGTH; i++)
        table.code[i] = letters[number >> 5 * (CODE_LENGTH - 1 - i) & 31];
    bool good = store_writes_table(writes, &table);
    for (unsigned i = 0; good && i < game->count; i++)
        good = store_writes_event(writes, table.id, 1, i + 1, game->lines[i], strlen(game->lines[i]));
    return good;
}

unsigned fill_games(const char *path, uint64_t games, char some_code[LOAD_CODE])
{
    static struct game game;
    char fault[STORE_FAULT_SIZE];
    struct store_writes writes = {0};
    struct store *store = store_sqlite_open(path, fault);
    if (store == NULL)
        return 0;
    play(&game);
    bool good = game.table.phase == CAROM_PHASE_OVER;
    for (uint64_t i = 0; good && i < games; i++) {
        good = add_table(&writes, &game, i);
        if (good && ((i + 1) % PER_TRANSACTION == 0 || i + 1 == games)) {
            good = store_append(store, &writes);
            store_writes_clear(&writes);
        }
    }
    store_writes_done(&writes);
    store_close(store);
    snprintf(some_code, LOAD_CODE, "AAAAAA");
    return good ? game.count : 0;
}
