/*
 * Assertions: what core/invariants.h calls valid is, what is broken in one place is not, and a broken promise ends the
 * program. Only in builds with assertions.
 */
#include "../../src/core/invariants.h"
#include "support.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define BOARD "8x8-xd4-bRub2-tVc3"

static void a_board_with_anything_wrong_is_not_valid(void **state)
{
    (void)state;
    struct carom_board board = board_of("G1-Y2-R2-B2");
    assert_true(carom_board_valid(&board));
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            struct carom_board wrong = board; /* a wall seen from one side only, a soft rim, a hard wall inside */
            wrong.walls[cell] ^= (uint8_t)(1u << bit);
            assert_false(carom_board_valid(&wrong));
        }
        struct carom_board wrong = board;
        wrong.barriers[cell] = 1; /* a colour without a barrier */
        assert_false(carom_board_valid(&wrong));
    }
    struct carom_board wrong = board;
    wrong.width = 17;
    assert_false(carom_board_valid(&wrong));
    wrong = board;
    wrong.token_cell[0] = wrong.token_cell[1];
    assert_false(carom_board_valid(&wrong));
    wrong = board;
    wrong.faces[2] = CAROM_NO_FACE;
    assert_false(carom_board_valid(&wrong));
}

static void R3_R9_robots_in_each_others_place_are_not_valid(void **state)
{
    (void)state;
    struct carom_position position = position_of(BOARD "/Ra1,Bh8/V");
    assert_true(carom_position_valid(&position));
    struct carom_position wrong = position;
    wrong.robots.cell[CAROM_BLUE] = wrong.robots.cell[CAROM_RED];
    assert_false(carom_position_valid(&wrong));
    wrong = position;
    wrong.robots.cell[CAROM_RED] = cell_of("b2"); /* a barrier */
    assert_false(carom_position_valid(&wrong));
    wrong.robots.cell[CAROM_RED] = cell_of("d4"); /* solid */
    assert_false(carom_position_valid(&wrong));
    wrong.robots.cell[CAROM_RED] = cell_of("p16"); /* outside */
    assert_false(carom_position_valid(&wrong));
    wrong = position;
    wrong.robots.present |= 1u << CAROM_ROBOTS;
    assert_false(carom_position_valid(&wrong));
    wrong = position;
    wrong.target.cell = cell_of("a1"); /* not where the vortex is */
    assert_false(carom_position_valid(&wrong));
}

static void a_round_that_costs_less_than_its_moves_is_not_valid(void **state)
{
    (void)state;
    struct carom_position position = position_of(BOARD "/Ra1,Bh8/V");
    struct carom_round round = carom_round_begin(&position.robots);
    assert_true(carom_round_valid(&round, &position.board));
    round.moves = 1;
    assert_false(carom_round_valid(&round, &position.board));
    round = carom_round_begin(&position.robots);
    round.axes[CAROM_RED] = CAROM_AXIS_VERTICAL; /* without a move */
    assert_false(carom_round_valid(&round, &position.board));
}

static void M1_a_face_that_stands_twice_is_not_valid(void **state)
{
    (void)state;
    struct carom_puzzle puzzle = puzzle_of("black-A0-B0-D0-C0/1P>2W");
    assert_true(carom_micro_position_valid(&puzzle.micro));
    struct carom_micro_position wrong = puzzle.micro;
    wrong.board.face_at[0] = wrong.board.face_at[1];
    assert_false(carom_micro_position_valid(&wrong));
    wrong = puzzle.micro;
    wrong.start = CAROM_MICRO_CELLS;
    assert_false(carom_micro_position_valid(&wrong));
}

static void a_broken_promise_ends_the_program(void **state)
{
    (void)state;
    struct carom_position position = position_of(BOARD "/Ra1,Bh8/V");
    position.robots.cell[CAROM_RED] = cell_of("b2");
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct carom_slide slide;
        signal(SIGILL, SIG_DFL);
        carom_assert_handler = NULL;
        carom_slide(&position.board, &position.robots, carom_move_make(CAROM_RED, CAROM_EAST), &slide, NULL);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_with_anything_wrong_is_not_valid),
        cmocka_unit_test(R3_R9_robots_in_each_others_place_are_not_valid),
        cmocka_unit_test(a_round_that_costs_less_than_its_moves_is_not_valid),
        cmocka_unit_test(M1_a_face_that_stands_twice_is_not_valid),
        cmocka_unit_test(a_broken_promise_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
