/*
 * Fills a store with finished games. One game is really played (two players; the solver finds the routes), and its log
 * is written again and again under other codes.
 */
#include "load.h"

#include "../src/store/store.h"

#include <carom/libc_allocator.h>
#include <carom/referee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODE_LENGTH 6
#define GAME_LINES_MAX 4096
#define PER_TRANSACTION 500

struct game {
    struct carom_table table;
    unsigned count;
    char *lines[GAME_LINES_MAX];
};

static bool submit(struct game *game, struct carom_command *command)
{
    static char bytes[CAROM_JSON_EVENT_MAX];
    struct carom_decision decision = {0};
    command->at = game->table.now + 1000;
    while (carom_referee_decide(&game->table, command, &decision) == CAROM_DECISION_EVENT &&
           game->count < GAME_LINES_MAX) {
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_event_write(&text, &game->table, &decision.event);
        game->lines[game->count++] = strdup(bytes);
        carom_referee_apply(&game->table, &decision.event);
    }
    return decision.kind == CAROM_DECISION_DONE;
}

static bool submit_as(struct game *game, enum carom_command_kind kind, const char *by, int64_t moves)
{
    struct carom_command command = {.kind = kind, .moves = moves};
    snprintf(command.by, sizeof command.by, "%s", by);
    snprintf(command.name, sizeof command.name, "%s", by);
    return submit(game, &command);
}

static void play_round(struct game *game, struct carom_solver *solver, const char *winner, const char *loser)
{
    static struct carom_solution solution;
    struct carom_puzzle puzzle;
    struct carom_solve_options options = {0};
    if (!carom_table_round_puzzle(&game->table, &puzzle) ||
        carom_solve(solver, &puzzle.position, &options, &solution) != CAROM_SOLVE_FOUND) {
        submit_as(game, CAROM_COMMAND_VOID, "", 0);
        return;
    }
    submit_as(game, CAROM_COMMAND_BID, loser, solution.cost + 2);
    submit_as(game, CAROM_COMMAND_BID, winner, solution.cost);
    submit_as(game, CAROM_COMMAND_DONE, winner, 0);
    submit_as(game, CAROM_COMMAND_DONE, loser, 0);
    for (uint32_t i = 0; i < solution.moves; i++) {
        struct carom_command move = {.kind = CAROM_COMMAND_MOVE, .move = {.move = solution.route[i]}};
        snprintf(move.by, sizeof move.by, "%s", winner);
        submit(game, &move);
    }
}

static void play(struct game *game)
{
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    struct carom_command open = {.kind = CAROM_COMMAND_OPEN};
    open.config.rules = carom_rules_from_preset(CAROM_PRESET_RICOCHET);
    open.config.rules.goal = 3;
    open.config.rules.seed = 1;
    open.config.rules.seed_known = true;
    submit(game, &open);
    submit_as(game, CAROM_COMMAND_JOIN, "p1", 0);
    submit_as(game, CAROM_COMMAND_JOIN, "p2", 0);
    submit_as(game, CAROM_COMMAND_START, "p1", 0);
    for (unsigned round = 0; round < 30 && game->table.phase != CAROM_PHASE_OVER; round++) {
        play_round(game, solver, round % 2 == 0 ? "p1" : "p2", round % 2 == 0 ? "p2" : "p1");
        submit_as(game, CAROM_COMMAND_NEXT, "p1", 0);
    }
    carom_solver_free(solver);
}

static bool add_table(struct store_batch *batch, const struct game *game, uint64_t number)
{
    struct store_table table = {.id = (int64_t)number + 1, .created = 1, .game = 1, .over = true, .options = "{}"};
    static const char letters[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    for (int i = 0; i < CODE_LENGTH; i++)
        table.code[i] = letters[number >> 5 * (CODE_LENGTH - 1 - i) & 31];
    bool good = store_batch_table(batch, &table);
    for (unsigned i = 0; good && i < game->count; i++)
        good = store_batch_event(batch, table.id, 1, i + 1, game->lines[i], strlen(game->lines[i]));
    return good;
}

unsigned fill_store(const char *path, uint64_t games, char some_code[LOAD_CODE])
{
    static struct game game;
    char fault[STORE_ERROR_SIZE];
    struct store_batch batch = {0};
    struct store *store = store_open_sqlite(path, fault);
    if (store == NULL)
        return 0;
    play(&game);
    bool good = game.table.phase == CAROM_PHASE_OVER;
    for (uint64_t i = 0; good && i < games; i++) {
        good = add_table(&batch, &game, i);
        if (good && ((i + 1) % PER_TRANSACTION == 0 || i + 1 == games)) {
            good = store_append(store, &batch);
            store_batch_clear(&batch);
        }
    }
    store_batch_destroy(&batch);
    store_close(store);
    snprintf(some_code, LOAD_CODE, "AAAAAA");
    return good ? game.count : 0;
}
