/*
 * DriftingDroids: its game IDs both ways, and ten of its own solutions replayed.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct example {
    char id[32];
    unsigned moves;
    char route[256];
};

static struct example examples[10];

static int load(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DATA_DIRECTORY "/driftingdroids.txt", "r");
    if (file == NULL)
        return -1;
    char line[512];
    unsigned count = 0;
    while (fgets(line, sizeof line, file) != NULL && count < 10) {
        struct example *example = &examples[count];
        if (line[0] != '#' && sscanf(line, "%31s %u %255[^\n]", example->id, &example->moves, example->route) == 3)
            count++;
    }
    fclose(file);
    return count == 10 ? 0 : -1;
}

static void ids_survive_conversion_both_ways(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 10; i++) {
        struct carom_puzzle puzzle = puzzle_of(examples[i].id);
        char ours[128], theirs[64];
        struct carom_text text = carom_text_init(ours, sizeof ours);
        carom_puzzle_write(&text, &puzzle);
        struct carom_puzzle again = puzzle_of(ours);
        text = carom_text_init(theirs, sizeof theirs);
        assert_true(carom_droids_write(&text, &again.position, NULL));
        assert_string_equal(theirs, examples[i].id);
    }
}

static struct carom_check replay(const struct example *example, bool barriers)
{
    struct carom_puzzle puzzle = puzzle_of(example->id);
    struct carom_check_rules rules = {.has_bid = true, .bid = example->moves};
    struct carom_check check;
    if (!barriers)
        carom_board_remove_barriers(&puzzle.position.board);
    assert_true(carom_check_route(&check, &puzzle, example->route, strlen(example->route), &rules, NULL));
    return check;
}

static void R7_ten_routes_reach_their_targets(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 10; i++) {
        struct carom_check check = replay(&examples[i], i < 8);
        assert_int_equal(check.result, CAROM_CHECK_OK);
        assert_int_equal(check.cost, examples[i].moves);
    }
}

static void R8_with_its_barriers_the_last_board_is_another_one(void **state)
{
    (void)state;
    struct carom_puzzle puzzle = puzzle_of(examples[9].id);
    assert_true(carom_board_has_barriers(&puzzle.position.board));
    assert_int_not_equal(replay(&examples[9], true).result, CAROM_CHECK_OK);
}

static void every_printed_position_with_a_token_has_an_id(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 2000; i++) {
        struct carom_deal_options deal = {.edition = CAROM_EDITION_2013,
                                          .extra_robots = (uint8_t)((i % 2 == 1) << CAROM_SILVER)};
        struct carom_random random = carom_random_seed(chance());
        struct carom_position position, again;
        carom_deal_position(&random, &deal, &position);
        char id[64];
        struct carom_text text = carom_text_init(id, sizeof id);
        assert_true(carom_droids_write(&text, &position, NULL));
        assert_true(carom_droids_read(&again, id, text.length, NULL));
        assert_same_words(&again, &position);
    }
}

static void what_the_format_cannot_say_is_refused(void **state)
{
    (void)state;
    const struct {
        const char *text;
        enum carom_error_code code;
    } bad[] = {{"8x8-tRma1/Rb2/Rm", CAROM_ERROR_DROIDS_CUSTOM_BOARD},
               {"G1-Y2-R2-B2/Ro3/R@e5", CAROM_ERROR_DROIDS_NO_TOKEN},
               {"G1-Y2-R2-B2/Ro3,Ta1/Rg", CAROM_ERROR_DROIDS_TRANSPARENT},
               {"G1-Y2-R2-B2/Ro3,Ba1/Bg", CAROM_ERROR_DROIDS_ROBOT_MISSING}};
    for (unsigned i = 0; i < 4; i++) {
        struct carom_position position = position_of(bad[i].text);
        char id[64];
        struct carom_text text = carom_text_init(id, sizeof id);
        struct carom_error error;
        assert_false(carom_droids_write(&text, &position, &error));
        assert_int_equal(error.code, bad[i].code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_survive_conversion_both_ways),
        cmocka_unit_test(R7_ten_routes_reach_their_targets),
        cmocka_unit_test(R8_with_its_barriers_the_last_board_is_another_one),
        cmocka_unit_test(every_printed_position_with_a_token_has_an_id),
        cmocka_unit_test(what_the_format_cannot_say_is_refused),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
