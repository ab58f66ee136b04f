/*
 * `carom-dev tournament --alone`: what routes each bot level finds on positions of Ricochet Robots, without opponents.
 * A baseline for learning programs (examples/baselines.py).
 */
#include "tournament.h"

#include <carom/libc_allocator.h>
#include <carom/random.h>
#include <carom/route_check.h>
#include <string.h>

#define NODES_MAX 1000000

/* The number of moves of the plan's last route if it reaches the target, otherwise 0. */
static uint32_t moves_of(const struct carom_puzzle *puzzle, const struct bot_plan *plan)
{
    static const struct carom_check_rules rules = {0};
    struct carom_move moves[BOT_ROUTE_MAX];
    struct carom_check check;
    if (plan->count == 0)
        return 0;
    const struct bot_idea *idea = &plan->ideas[plan->count - 1];
    for (uint32_t i = 0; i < idea->moves; i++)
        moves[i] = idea->route[i].move;
    bool judged = carom_check_moves(&check, &puzzle->position, moves, idea->moves, &rules);
    return judged && check.result == CAROM_CHECK_OK ? check.cost : 0;
}

/* Prints {"optimum":5,"moves":[0,9,...]}: the number of moves of each level's route; 0 if it does not reach the target.
 */
static void answer(struct carom_solver *solver, struct carom_random *random, const struct carom_puzzle *puzzle)
{
    char bytes[512];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    struct carom_solve_options options = {.max_nodes = NODES_MAX};
    struct carom_answer solved;
    struct bot_plan plan;
    bool found = carom_answer_solve(solver, puzzle, &options, &solved) == CAROM_SOLVE_FOUND;
    struct bot_problem problem = {.puzzle = puzzle, .answer = &solved};
    carom_json_begin(&text, NULL, '{');
    if (found)
        carom_json_put_uint(&text, "optimum", solved.solution.cost);
    carom_json_begin(&text, "moves", '[');
    for (unsigned level = 1; level <= BOT_LEVELS; level++) {
        bot_think(&plan, &problem, level, carom_random_next(random));
        carom_json_put_uint(&text, NULL, moves_of(puzzle, &plan));
    }
    carom_json_end(&text, ']');
    carom_json_end(&text, '}');
    cli_print(&text);
    carom_answer_destroy(&solved);
}

int tournament_alone(struct cli *cli, uint64_t seed)
{
    static char line[CLI_LINE_MAX];
    struct carom_random random = carom_random_seed(seed);
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    int worst = solver == NULL ? CLI_EXIT_USAGE : CLI_EXIT_OK;
    while (solver != NULL && fgets(line, sizeof line, stdin) != NULL) {
        struct carom_puzzle puzzle;
        struct carom_error error;
        size_t length = strcspn(line, "\r\n");
        if (!carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, line, length, &error))
            worst = cli_input_error(cli, NULL, NULL, &error);
        else if (puzzle.game != CAROM_GAME_RICOCHET)
            worst = cli_input_error(cli, NULL, NULL, &(struct carom_error){.code = CAROM_ERROR_NOT_RICOCHET});
        else
            answer(solver, &random, &puzzle);
    }
    carom_solver_free(solver);
    return worst;
}
