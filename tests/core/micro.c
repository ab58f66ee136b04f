/*
 * Micro Robots: boards (M1), moves (M4), way points (M12) and the book's example (M13).
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

static int load(void **state)
{
    (void)state;
    model_load(DATA_DIRECTORY);
    return 0;
}

static void face_words(unsigned face, char words[4])
{
    struct carom_text text = carom_text_init(words, 4);
    carom_micro_face_write(&text, face);
}

/* The n-th of the 2 x 24 x 256 boards. */
static void nth_board(struct carom_micro_board *board, unsigned n)
{
    uint8_t tiles[4] = {0, 1, 2, 3}, turns[4];
    for (unsigned i = 0; i < 4; i++, n /= 4)
        turns[i] = (uint8_t)(n % 4);
    for (unsigned i = 4; i > 1; n /= i, i--) {
        unsigned j = n % i;
        uint8_t tile = tiles[i - 1];
        tiles[i - 1] = tiles[j];
        tiles[j] = tile;
    }
    carom_micro_board_build(board, n % 2, tiles, turns);
}

static void M1_every_board_is_the_models_and_shows_each_cell_once(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 2 * 24 * 256; n++) {
        struct carom_micro_board board;
        struct model_micro model;
        char name[32], words[4];
        nth_board(&board, n);
        struct carom_text text = carom_text_init(name, sizeof name);
        carom_micro_board_write(&text, &board);
        model_micro_build(&model, name);
        bool seen[CAROM_MICRO_CELLS] = {false};
        for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
            face_words(board.face_at[place], words);
            assert_string_equal(words, model.cell[place / 6][place % 6]);
            assert_false(seen[board.face_at[place]]);
            seen[board.face_at[place]] = true;
            assert_int_equal(board.cell_of[board.face_at[place]], place);
        }
    }
}

static void M4_moves_are_the_models(void **state)
{
    (void)state;
    for (unsigned n = 0; n < 2 * 24 * 256; n += 97) {
        struct carom_micro_board board;
        struct model_micro model;
        char name[32];
        nth_board(&board, n);
        struct carom_text text = carom_text_init(name, sizeof name);
        carom_micro_board_write(&text, &board);
        model_micro_build(&model, name);
        for (unsigned i = 0; i < 36 * 36; i++) {
            const char *from = model.cell[i / 36 / 6][i / 36 % 6], *to = model.cell[i % 36 / 6][i % 36 % 6];
            assert_int_equal(carom_micro_can_move(&board, i / 36, i % 36), model_micro_can_move(&model, from, to));
        }
    }
}

#define BOOK "black-A0-B0-D0-C0"

/* All cells that can be reached from one in one move, in the order of the board. */
static void assert_moves(const char *from, const char *expected)
{
    char position[64], words[4], all[128] = "";
    snprintf(position, sizeof position, BOOK "/%s>5P", from);
    struct carom_puzzle puzzle = puzzle_of(position);
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
        if (carom_micro_can_move(&puzzle.micro.board, puzzle.micro.start, place)) {
            face_words(puzzle.micro.board.face_at[place], words);
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s ", words);
        }
    }
    assert_string_equal(all, expected);
}

static void M13_the_books_example(void **state)
{
    (void)state;
    assert_moves("1P", "1B 6P 1Y ");    /* vertically 1 blue and 1 yellow, horizontally 6 pink */
    assert_moves("6P", "4P 6W 6B 1P "); /* 4 pink vertically, 6 white, 6 blue and 1 pink in its row */
    struct carom_puzzle puzzle = puzzle_of(BOOK "/1P>2W");
    struct carom_check check;
    struct carom_check_rules rules = {.has_bid = true, .bid = 5};
    const char *route = "6P 6W 6R 2R 2W";
    assert_true(carom_check_route(&check, &puzzle, route, strlen(route), &rules, NULL));
    assert_int_equal(check.result, CAROM_CHECK_OK);
    assert_int_equal(check.cost, 5);
}

static enum carom_check_result why_of(const char *position, const char *route)
{
    struct carom_puzzle puzzle = puzzle_of(position);
    struct carom_check check;
    struct carom_check_rules rules = {0};
    assert_true(carom_check_route(&check, &puzzle, route, strlen(route), &rules, NULL));
    return check.result;
}

static void M4_a_step_that_shares_nothing_is_named(void **state)
{
    (void)state;
    assert_int_equal(why_of(BOOK "/1P>2W", "6P 6W 6R 2W"), CAROM_CHECK_ILLEGAL_MOVE);
    assert_int_equal(why_of(BOOK "/1P>2W", "6P 6W"), CAROM_CHECK_NOT_REACHED);
    assert_int_equal(why_of(BOOK "/1P>2W", "1P"), CAROM_CHECK_ILLEGAL_MOVE); /* staying is no step */
}

static void M12_the_way_point_comes_first(void **state)
{
    (void)state;
    assert_int_equal(why_of(BOOK "/1P>6R>2W", "6P 6W 6R 2R 2W"), CAROM_CHECK_OK);
    assert_int_equal(why_of(BOOK "/1P>6B>2W", "6P 6W 6R 2R 2W"), CAROM_CHECK_MISSED_WAYPOINT);
    assert_int_equal(why_of(BOOK "/1P>6B>2W", "6P 6B 6W 6R 2R 2W"), CAROM_CHECK_OK);
}

static void M6_exactly_the_number_called(void **state)
{
    (void)state;
    struct carom_puzzle puzzle = puzzle_of(BOOK "/1P>2W");
    struct carom_check check;
    struct carom_check_rules rules = {.has_bid = true, .bid = 6};
    const char *route = "6P 6W 6R 2R 2W";
    assert_true(carom_check_route(&check, &puzzle, route, strlen(route), &rules, NULL));
    assert_int_equal(check.result, CAROM_CHECK_TOO_FEW);
    rules.bid = 4;
    assert_true(carom_check_route(&check, &puzzle, route, strlen(route), &rules, NULL));
    assert_int_equal(check.result, CAROM_CHECK_TOO_MANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(M1_every_board_is_the_models_and_shows_each_cell_once),
        cmocka_unit_test(M4_moves_are_the_models),
        cmocka_unit_test(M13_the_books_example),
        cmocka_unit_test(M4_a_step_that_shares_nothing_is_named),
        cmocka_unit_test(M12_the_way_point_comes_first),
        cmocka_unit_test(M6_exactly_the_number_called),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
