/*
 * Dealing: the generator against published numbers, positions that R3 and M3 allow, the same for the same seed.
 */
#include "support.h"

#include <string.h>

static void the_generator_gives_the_published_numbers(void **state)
{
    (void)state;
    /* xoshiro256** from the state 1, 2, 3, 4, as its authors' C code gives them. */
    static const uint64_t expected[] = {11520u, 0u, 1509978240u, 1215971899390074240u, 1216172134540287360u};
    struct carom_random random = {.state = {1, 2, 3, 4}};
    for (unsigned i = 0; i < 5; i++)
        assert_true(carom_random_next(&random) == expected[i]);
    /* SplitMix64 from 1234567, likewise: it fills the state. */
    static const uint64_t mixed[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                     4593380528125082431u};
    random = carom_random_seed(1234567);
    for (unsigned i = 0; i < 4; i++)
        assert_true(random.state[i] == mixed[i]);
}

static void numbers_below_n_are_even(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(7);
    unsigned seen[6] = {0};
    for (unsigned i = 0; i < 60000; i++) {
        uint32_t number = carom_random_below(&random, 6);
        assert_in_range(number, 0, 5);
        seen[number]++;
    }
    for (unsigned i = 0; i < 6; i++)
        assert_in_range(seen[i], 9600, 10400);
}

static const struct carom_deal_options kinds[] = {
    {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_ANY, .extra_robots = 0},
    {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_NONE, .extra_robots = 1u << CAROM_SILVER},
    {.edition = CAROM_EDITION_2013,
     .barriers = CAROM_BARRIERS_REQUIRED,
     .extra_robots = 1u << CAROM_SILVER | 1u << CAROM_TRANSPARENT},
    {.edition = CAROM_EDITION_1999, .barriers = CAROM_BARRIERS_ANY, .extra_robots = 1u << CAROM_TRANSPARENT},
    {.edition = CAROM_EDITION_1999, .barriers = CAROM_BARRIERS_NONE, .extra_robots = 0},
};

static void assert_dealt_well(const struct carom_position *position, const struct carom_deal_options *deal)
{
    assert_int_equal(position->robots.present, 0x0f | deal->extra_robots);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        carom_cell cell = position->robots.cell[robot];
        if (!carom_robots_has(&position->robots, robot))
            continue;
        assert_int_equal(carom_board_token_at(&position->board, cell), CAROM_NO_TOKEN);
        assert_false(carom_board_is_solid(&position->board, cell));
        assert_int_equal(position->board.barriers[cell], 0);
        assert_int_equal(carom_robots_at(&position->robots, cell), robot);
    }
    bool barriers = carom_board_has_barriers(&position->board);
    assert_true(deal->barriers != CAROM_BARRIERS_NONE || !barriers); /* R2 */
    assert_true(deal->barriers != CAROM_BARRIERS_REQUIRED || barriers);
    for (unsigned i = 0; i < 4; i++)
        assert_true(deal->edition == CAROM_EDITION_2013 || position->board.faces[i] % 4 < 2); /* S1 */
}

static void R2_R3_S1_A1_T1_dealt_positions_keep_the_rules_and_are_read_again(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 5000; i++) {
        const struct carom_deal_options *deal = &kinds[i % 5];
        struct carom_random random = carom_random_seed(chance());
        struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET}, again;
        carom_deal_position(&random, deal, &puzzle.position);
        assert_dealt_well(&puzzle.position, deal);
        char bytes[256];
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_puzzle_write(&text, &puzzle);
        assert_true(carom_puzzle_read(&again, CAROM_REQUIRE_TARGET, bytes, text.length, NULL));
        assert_same_words(&again.position, &puzzle.position);
    }
}

static void R3_every_token_and_orientation_comes_up(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(3);
    unsigned tokens = 0, corners = 0;
    for (unsigned i = 0; i < 500; i++) {
        struct carom_position position;
        carom_deal_position(&random, &kinds[0], &position);
        tokens |= 1u << position.target.token;
        for (unsigned corner = 0; corner < 4; corner++)
            corners |= position.board.faces[corner] / 4 == CAROM_RED ? 1u << corner : 0;
    }
    assert_int_equal(tokens, (1u << CAROM_TOKENS) - 1);
    assert_int_equal(corners, 15);
}

static void the_same_seed_deals_the_same(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        struct carom_random a = carom_random_seed(i), b = carom_random_seed(i);
        struct carom_position first, second;
        carom_deal_position(&a, &kinds[i], &first);
        carom_deal_position(&b, &kinds[i], &second);
        assert_same_words(&first, &second);
    }
}

static void S1_a_board_that_no_box_has_is_not_dealt(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(1), untouched = carom_random_seed(1);
    struct carom_deal_options deal = {.edition = CAROM_EDITION_1999, .barriers = CAROM_BARRIERS_REQUIRED};
    struct carom_position position;
    assert_false(carom_deal_board(&random, &deal, &position.board));
    assert_false(carom_deal_position(&random, &deal, &position));
    assert_int_equal(carom_random_next(&random), carom_random_next(&untouched));
    deal.edition = CAROM_EDITION_2013;
    assert_true(carom_deal_position(&random, &deal, &position));
}

/* Robots that differ, on cells without token or barrier; the target is one of the board's own. */
static void R3_a_position_is_dealt_on_a_given_board(void **state)
{
    (void)state;
    chance_begin(__func__);
    uint32_t tokens = 0;
    for (unsigned i = 0; i < 3000; i++) {
        struct carom_random random = carom_random_seed(chance());
        struct carom_position given, dealt;
        const struct carom_deal_options *deal = &kinds[i % 5];
        carom_deal_position(&random, deal, &given);
        assert_true(carom_deal_on_board(&random, deal, &given.board, &dealt));
        assert_memory_equal(&dealt.board, &given.board, sizeof given.board);
        assert_dealt_well(&dealt, deal);
        tokens |= 1u << dealt.target.token;
    }
    assert_int_equal(tokens, (1u << CAROM_TOKENS) - 1);
}

static void R3_a_drawn_board_needs_a_cell_for_each_robot_and_the_target(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        bool room;
    } boards[] = {{"2x2", false}, {"2x3", true}, {"3x2", true}, {"16x16", true}};
    struct carom_deal_options deal = {.edition = CAROM_EDITION_2013};
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct carom_random random = carom_random_seed(i), untouched = carom_random_seed(i);
        struct carom_position given, dealt;
        assert_true(carom_position_read(&given, CAROM_REQUIRE_BOARD, boards[i].board, strlen(boards[i].board), NULL));
        assert_int_equal(carom_deal_on_board(&random, &deal, &given.board, &dealt), boards[i].room);
        if (!boards[i].room) {
            assert_int_equal(carom_random_next(&random), carom_random_next(&untouched));
            continue;
        }
        assert_true(dealt.target.is_set);
        assert_int_equal(carom_robots_at(&dealt.robots, dealt.target.cell), CAROM_ROBOTS);
        assert_true(carom_board_can_stand(&given.board, dealt.target.cell));
    }
}

static void M3_M12_dealt_micro_positions_have_different_cells(void **state)
{
    (void)state;
    chance_begin(__func__);
    unsigned sides = 0;
    for (unsigned i = 0; i < 3000; i++) {
        struct carom_random random = carom_random_seed(chance());
        struct carom_puzzle puzzle = {.game = CAROM_GAME_MICRO}, again;
        bool expert = i % 2 == 1;
        carom_deal_micro_position(&random, expert, &puzzle.micro);
        sides |= 1u << puzzle.micro.board.side;
        assert_int_not_equal(puzzle.micro.start, puzzle.micro.target);
        assert_int_equal(puzzle.micro.via != CAROM_MICRO_NO_CELL, expert);
        assert_int_not_equal(puzzle.micro.via, puzzle.micro.start);
        assert_int_not_equal(puzzle.micro.via, puzzle.micro.target);
        char bytes[64];
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_puzzle_write(&text, &puzzle);
        assert_true(carom_puzzle_read(&again, CAROM_REQUIRE_TARGET, bytes, text.length, NULL));
        assert_memory_equal(&again.micro, &puzzle.micro, sizeof again.micro);
    }
    assert_int_equal(sides, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generator_gives_the_published_numbers),
        cmocka_unit_test(numbers_below_n_are_even),
        cmocka_unit_test(R2_R3_S1_A1_T1_dealt_positions_keep_the_rules_and_are_read_again),
        cmocka_unit_test(R3_every_token_and_orientation_comes_up),
        cmocka_unit_test(the_same_seed_deals_the_same),
        cmocka_unit_test(S1_a_board_that_no_box_has_is_not_dealt),
        cmocka_unit_test(R3_a_position_is_dealt_on_a_given_board),
        cmocka_unit_test(R3_a_drawn_board_needs_a_cell_for_each_robot_and_the_target),
        cmocka_unit_test(M3_M12_dealt_micro_positions_have_different_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
