/*
 * What callers of the library may get wrong: numbers outside a type's range, structs that no reader has filled. Every
 * function has to answer with a value that says so and may not touch memory that it does not own, in builds without
 * assertions too; the sanitizer build shows that it does not.
 */
#include "support.h"

#include <carom/answer.h>
#include <carom/atlas.h>
#include <carom/blake2b.h>
#include <carom/deal.h>
#include <carom/environment.h>
#include <carom/libc_allocator.h>
#include <carom/micro.h>
#include <carom/route_check.h>
#include <carom/solver.h>

#include <stdlib.h>
#include <string.h>

static const unsigned beyond[] = {16, 17, 36, 255, 256, 1000000, 0xffffffffu};
#define BEYOND (sizeof beyond / sizeof beyond[0])

static void numbers_beyond_their_range_have_a_name(void **state)
{
    (void)state;
    char room[16];
    for (unsigned i = 0; i < BEYOND; i++) {
        assert_int_equal(carom_robot_letter(beyond[i]), '*');
        assert_string_equal(carom_robot_name(beyond[i]), carom_robot_name(CAROM_ANY_ROBOT));
        assert_string_equal(carom_robot_help(beyond[i]), "");
        assert_int_equal(carom_direction_letter(beyond[i]), '?');
        struct carom_text text = carom_text_init(room, sizeof room);
        carom_face_write(&text, beyond[i]);
        assert_int_equal(room[0], '?');
        if (beyond[i] != CAROM_VORTEX) {
            text = carom_text_init(room, sizeof room);
            carom_token_write(&text, beyond[i]);
            assert_int_equal(room[0], '?');
        }
        if (beyond[i] >= CAROM_MICRO_CELLS) {
            text = carom_text_init(room, sizeof room);
            carom_micro_face_write(&text, beyond[i]);
            assert_int_equal(room[1], '?');
        }
    }
}

static void R1_boards_need_faces_that_exist(void **state)
{
    (void)state;
    struct carom_board board;
    uint8_t faces[4] = {0, 4, 8, 12};
    for (unsigned i = 0; i < BEYOND; i++) {
        assert_false(carom_face_has_barriers(beyond[i]));
        assert_false(carom_face_in_edition(beyond[i], CAROM_EDITION_2013));
        carom_faces_replace(faces, beyond[i], 1);
        carom_faces_replace(faces, 1, beyond[i]);
    }
    assert_memory_equal(faces, ((uint8_t[]){0, 4, 8, 12}), 4);
    for (unsigned corner = 0; corner < 4; corner++) {
        struct carom_error error;
        uint8_t bad[4] = {0, 4, 8, 12};
        bad[corner] = CAROM_NO_FACE;
        assert_false(carom_board_build(&board, bad, &error));
        assert_int_equal(error.code, CAROM_ERROR_FACE);
    }
}

static void boards_have_1_to_16_cells_a_side(void **state)
{
    (void)state;
    struct carom_board board, before;
    for (unsigned i = 0; i < BEYOND; i++) {
        carom_board_init(&board, beyond[i], 0);
        assert_int_equal(board.width, 16);
        assert_int_equal(board.height, 1);
        before = board;
        carom_board_set_wall(&board, 0, 4 + beyond[i], true);
        carom_board_rotate(&board, 1);
        assert_memory_equal(&board, &before, sizeof board);
        if (beyond[i] >= CAROM_TOKENS)
            assert_false(carom_target_from_token(&board, beyond[i]).is_set);
    }
}

static void M1_tiles_are_taken_modulo_four(void **state)
{
    (void)state;
    struct carom_micro_board board, expected;
    const uint8_t tiles[4] = {4, 5, 254, 255}, turns[4] = {255, 4, 5, 6};
    carom_micro_board_build(&expected, 1, (const uint8_t[]){0, 1, 2, 3}, (const uint8_t[]){3, 0, 1, 2});
    carom_micro_board_build(&board, 3, tiles, turns);
    assert_memory_equal(&board, &expected, sizeof board);
    for (unsigned i = 0; i < BEYOND; i++)
        if (beyond[i] >= CAROM_MICRO_CELLS) {
            assert_false(carom_micro_can_move(&board, beyond[i], 0));
            assert_false(carom_micro_can_move(&board, 0, beyond[i]));
        }
}

static void a_number_below_nothing_is_nothing(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(1);
    assert_int_equal(carom_random_below(&random, 0), 0);
}

static struct carom_position a_position(void)
{
    const char *text = "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg";
    struct carom_position position;
    assert_true(carom_position_read(&position, CAROM_REQUIRE_TARGET, text, strlen(text), NULL));
    return position;
}

static void the_solver_refuses_what_is_not_a_position(void **state)
{
    (void)state;
    struct carom_position bad[8];
    for (unsigned i = 0; i < 8; i++)
        bad[i] = a_position();
    bad[0].target.is_set = false;
    bad[1].target.active = CAROM_ANY_ROBOT + 1;
    bad[2].target.active = 255;
    bad[3].target.cell = carom_cell_make(7, 7); /* the centre is solid */
    bad[4].robots.cell[0] = bad[4].robots.cell[1];
    bad[5].robots.cell[2] = carom_cell_make(8, 8);
    bad[6].robots.present = 0;
    bad[7].robots.present = 0xff;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    assert_non_null(solver);
    struct carom_solution solution;
    for (unsigned i = 0; i < 8; i++) {
        memset(&solution, 0xa5, sizeof solution);
        assert_int_equal(carom_solve(solver, &bad[i], NULL, &solution), CAROM_SOLVE_INVALID);
        assert_int_equal(solution.moves, 0);
        uint64_t count = 1;
        assert_int_equal(carom_solve_all(solver, &bad[i], NULL, 0, NULL, NULL, &count, &solution), CAROM_SOLVE_INVALID);
    }
    assert_string_equal(carom_solve_status_name(CAROM_SOLVE_INVALID), "invalid");
    struct carom_position good = a_position();
    struct carom_solve_options options = {.axes_travelled = {0, 0, 0, CAROM_AXIS_BOTH + 1}};
    assert_int_equal(carom_solve(solver, &good, &options, &solution), CAROM_SOLVE_INVALID);
    assert_int_equal(carom_solve(solver, &good, NULL, &solution), CAROM_SOLVE_FOUND);
    carom_solver_free(solver);
}

static void M4_only_a_position_with_its_cells_is_solved(void **state)
{
    (void)state;
    const char *board = "black-A0-B0-D0-C0";
    struct carom_puzzle bare = {.game = CAROM_GAME_MICRO};
    struct carom_micro_solution found;
    struct carom_answer answer;
    assert_true(carom_puzzle_read(&bare, CAROM_REQUIRE_BOARD, board, strlen(board), NULL));
    for (unsigned i = 0; i < BEYOND; i++) {
        struct carom_puzzle bad[4] = {bare, bare, bare, bare};
        if (beyond[i] < CAROM_MICRO_CELLS)
            continue;
        for (unsigned k = 1; k < 4; k++)
            bad[k].micro.start = 0, bad[k].micro.target = 35;
        bad[1].micro.start = (uint8_t)(beyond[i] % 256 | 0x80);
        bad[2].micro.target = (uint8_t)(beyond[i] % 256 | 0x80);
        bad[3].micro.via = (uint8_t)(beyond[i] % 127 | 0x40);
        for (unsigned k = 0; k < 4; k++) {
            assert_false(carom_micro_solve(&bad[k].micro, &found));
            assert_int_equal(found.moves + found.routes, 0);
            assert_int_equal(carom_answer_solve(NULL, &bad[k], NULL, &answer), CAROM_SOLVE_INVALID);
        }
    }
}

static void a_route_without_a_target_is_not_judged(void **state)
{
    (void)state;
    static const char *const boards[] = {"G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12", "black-A0-B0-D0-C0"};
    struct carom_check check;
    struct carom_error error;
    for (unsigned i = 0; i < 2; i++) {
        struct carom_puzzle puzzle;
        assert_true(carom_puzzle_read(&puzzle, CAROM_REQUIRE_BOARD, boards[i], strlen(boards[i]), NULL));
        assert_false(carom_check_route(&check, &puzzle, "", 0, &(struct carom_check_rules){0}, &error));
        assert_int_equal(error.code, CAROM_ERROR_NO_TARGET);
    }
}

static void the_atlas_answers_only_what_it_has(void **state)
{
    (void)state;
    struct carom_atlas_task task = {.threads = 1, .hardest_max = 4};
    carom_board_init(&task.board, 4, 4);
    task.target = (struct carom_target){.is_set = true, .token = CAROM_NO_TOKEN, .active = 0, .cell = 0};
    size_t size = carom_atlas_size(&task);
    assert_true(size > 0);
    struct carom_atlas *atlas = carom_atlas_begin(aligned_alloc(64, size), &task);
    do
        for (unsigned i = 0; i < carom_atlas_slice_count(atlas); i++)
            carom_atlas_run_slice(atlas, i);
    while (carom_atlas_next_phase(atlas));
    for (unsigned i = 0; i < BEYOND; i++)
        assert_int_equal(carom_atlas_hardest(atlas, 100 + beyond[i]).present, 0);
    struct carom_robots robots = {.present = 15, .cell = {1, 1, 2, 3}};
    assert_false(carom_atlas_is_within_depth(atlas, &robots));
    robots = (struct carom_robots){.present = 15, .cell = {255, 1, 2, 3}};
    assert_false(carom_atlas_is_within_depth(atlas, &robots));
    free(atlas);
}

static void the_atlas_needs_memory_that_is_aligned(void **state)
{
    (void)state;
    struct carom_atlas_task task = {.threads = 1};
    carom_board_init(&task.board, 4, 4);
    task.target = (struct carom_target){.is_set = true, .token = CAROM_NO_TOKEN, .active = 0, .cell = 0};
    size_t size = carom_atlas_size(&task);
    char *memory = aligned_alloc(64, size);
    assert_null(carom_atlas_begin(NULL, &task));
    assert_null(carom_atlas_begin(memory + 8, &task));
    carom_board_init(&task.board, 1, 2);
    assert_null(carom_atlas_begin(memory, &task));
    free(memory);
}

static void hashes_and_keys_have_at_most_64_bytes(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 65, 128, 129, 1000, SIZE_MAX};
    uint8_t hash[64] = {7}, key[1000] = {0};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_false(carom_blake2b(hash, sizes[i], NULL, 0, key, 3));
        assert_int_equal(carom_blake2b(hash, 64, key, sizes[i], key, 3), i == 0);
        assert_int_equal(hash[0] == 7, i > 0);
        hash[0] = 7;
    }
}

static struct carom_environment_results results_in(uint8_t *planes)
{
    static float reward[2];
    static uint8_t flags[4][2];
    return (struct carom_environment_results){.reward = reward,
                                              .terminated = flags[0],
                                              .truncated = flags[1],
                                              .reached = flags[2],
                                              .why = flags[3],
                                              .planes = planes};
}

static void environments_play_only_positions(void **state)
{
    (void)state;
    static uint8_t planes[2 * CAROM_PLANES_BYTES];
    static struct carom_environment environments[2];
    struct carom_position bad[4] = {a_position(), a_position(), a_position(), a_position()};
    bad[0].target.is_set = false;
    bad[1].target.active = 200;
    bad[2].robots.cell[0] = bad[2].robots.cell[1];
    bad[3].robots.present = 0xff;
    carom_environments_seed(environments, 2, 1);
    for (unsigned i = 0; i < 4; i++) {
        struct carom_environment_options options = {.positions = &bad[i], .position_count = 1};
        assert_false(carom_environments_reset(environments, 2, &options, planes));
        assert_false(carom_environment_begin(environments, &bad[i], planes));
    }
    struct carom_environment_options options = {.width = 4, .height = 4, .robots = 2, .max_steps = 1};
    assert_true(carom_environments_reset(environments, 2, &options, planes));
    struct carom_environment_results results = results_in(planes);
    const int32_t actions[2] = {INT32_MAX, INT32_MIN};
    options.deal_again = true;
    options.robots = 200; /* not those of the reset: nothing can be dealt */
    carom_environments_step(environments, 2, &options, actions, &results);
    assert_true(results.truncated[0] && results.truncated[1]);
    assert_int_equal(environments[0].round.robots.present, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_beyond_their_range_have_a_name),
        cmocka_unit_test(R1_boards_need_faces_that_exist),
        cmocka_unit_test(boards_have_1_to_16_cells_a_side),
        cmocka_unit_test(M1_tiles_are_taken_modulo_four),
        cmocka_unit_test(a_number_below_nothing_is_nothing),
        cmocka_unit_test(the_solver_refuses_what_is_not_a_position),
        cmocka_unit_test(M4_only_a_position_with_its_cells_is_solved),
        cmocka_unit_test(a_route_without_a_target_is_not_judged),
        cmocka_unit_test(the_atlas_answers_only_what_it_has),
        cmocka_unit_test(the_atlas_needs_memory_that_is_aligned),
        cmocka_unit_test(hashes_and_keys_have_at_most_64_bytes),
        cmocka_unit_test(environments_play_only_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
