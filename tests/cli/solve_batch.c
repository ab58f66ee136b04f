/*
 * A batch keeps what belongs to its boards: counted, not timed. The batch of src/cli, with a solve_answer of our own
 * that looks at its solver.
 */
#include "../../src/cli/solve.h"

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 4

static uint64_t built;
static unsigned asked;

int solve_answer(struct carom_solver *solver, const struct solve_options *options, const struct carom_puzzle *puzzle,
                 struct carom_text *text)
{
    static struct carom_solution solution;
    carom_solve(solver, &puzzle->position, &options->solver, &solution);
    built = carom_solver_tables_built(solver);
    asked++;
    static const char words[] = "# answered\n";
    *text = (struct carom_text){.bytes = malloc(sizeof words), .length = sizeof words - 1};
    assert_non_null(text->bytes);
    memcpy(text->bytes, words, sizeof words);
    return 0;
}

/* All 17 targets of a board, again and again with other robots. */
static void tables_of_a_board_are_built_once(void **state)
{
    (void)state;
    static const char *const robots[ROUNDS] = {"Ra1,Yb2,Gc3,Bd4", "Ra2,Yp9,Gi1,Bk16", "Rp1,Ya16,Gp16,Ba9",
                                               "Rb7,Yc8,Gd9,Be10"};
    const struct solve_options options = {0};
    struct solve_batch *batch = solve_batch_new(&options, 1);
    assert_non_null(batch);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned token = 0; token < CAROM_TOKENS; token++) {
            char words[64];
            struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET};
            snprintf(words, sizeof words, "Y2-R2-B2-G1/%s/V", robots[round]);
            puzzle.position = position_of(words);
            puzzle.position.target = carom_target_from_token(&puzzle.position.board, token);
            solve_batch_add(batch, &puzzle);
        }
        solve_batch_drain(batch);
        assert_int_equal(asked, (round + 1) * CAROM_TOKENS);
        assert_int_equal(built, CAROM_TOKENS); /* robots are alike without barriers, so the vortex needs one */
    }
    assert_int_equal(solve_batch_free(batch), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_a_board_are_built_once),
    };
    return cmocka_run_group_tests_name("solve batch", tests, NULL, NULL);
}
