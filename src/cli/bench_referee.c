/*
 * The referee's part of `carom bench`: games by chance through decide and apply, without JSON.
 */
#include "bench.h"

#include <carom/random.h>
#include <carom/referee.h>
#include <string.h>

#define PLAYERS 4
#define COMMANDS_A_GAME 400

struct bench_game {
    struct carom_random random;
    struct carom_table table;
    uint64_t commands;
    uint64_t events;
};

static unsigned below(struct bench_game *game, unsigned n)
{
    return carom_random_below(&game->random, n);
}

static void send(struct bench_game *game, struct carom_command *command)
{
    struct carom_decision decision = {0};
    command->at = game->table.now + 20;
    while (carom_referee_decide(&game->table, command, &decision) == CAROM_DECISION_EVENT) {
        carom_referee_apply(&game->table, &decision.event);
        game->events++;
    }
    game->commands++;
}

static void submit(struct bench_game *game, enum carom_command_kind kind, unsigned seat)
{
    struct carom_command command = {.kind = kind, .by = {(char)('a' + seat)}};
    /* One number at a time: compilers evaluate arguments in orders of their own, and the signature is for all of them.
     */
    command.moves = 2 + below(game, 6);
    command.move.micro = carom_rules_is_micro(&game->table.rules);
    command.move.micro_face = (uint8_t)below(game, CAROM_MICRO_CELLS);
    unsigned direction = below(game, CAROM_DIRECTIONS);
    command.move.move = carom_move_make(below(game, CAROM_COLOURS), direction);
    send(game, &command);
}

static void bid_or_be_done(struct bench_game *game)
{
    unsigned seat = below(game, PLAYERS);
    submit(game, below(game, 3) == 0 ? CAROM_COMMAND_DONE : CAROM_COMMAND_BID, seat);
}

static void play_one(struct bench_game *game)
{
    switch (game->table.phase) {
    case CAROM_PHASE_NONE:
    case CAROM_PHASE_LOBBY:
    case CAROM_PHASE_OVER:
        break;
    case CAROM_PHASE_BIDDING:
        bid_or_be_done(game);
        break;
    case CAROM_PHASE_SHOWING:
        submit(game, CAROM_COMMAND_MOVE, game->table.turn);
        break;
    case CAROM_PHASE_SEARCHING:
        submit(game, CAROM_COMMAND_MOVE, 0);
        break;
    case CAROM_PHASE_BETWEEN_ROUNDS:
        submit(game, CAROM_COMMAND_NEXT, 0);
        break;
    }
}

static void play_game(struct bench_game *game, unsigned number)
{
    struct carom_command open = {.kind = CAROM_COMMAND_OPEN};
    memset(&game->table, 0, sizeof game->table);
    open.config.rules =
        carom_rules_from_preset((enum carom_preset)(number % CAROM_PRESET_RACE)); /* those of the boxes */
    open.config.rules.seed = number;
    open.config.rules.hourglass = 500;
    send(game, &open);
    for (unsigned seat = 0; seat < PLAYERS; seat++)
        submit(game, CAROM_COMMAND_JOIN, seat);
    submit(game, CAROM_COMMAND_START, 0);
    for (unsigned i = 0; i < COMMANDS_A_GAME && game->table.phase != CAROM_PHASE_OVER; i++)
        play_one(game);
}

uint64_t bench_referee_games(uint64_t enough, uint64_t *commands)
{
    static struct bench_game game;
    memset(&game, 0, sizeof game);
    game.random = carom_random_seed(1);
    for (unsigned number = 0; game.commands < enough; number++)
        play_game(&game, number);
    *commands = game.commands;
    return game.events;
}
