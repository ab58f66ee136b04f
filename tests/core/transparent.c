/*
 * The transparent robot: through walls (T2, T3), through barriers (T4), and what stays forbidden (T6).
 */
#include "support.h"

#include <string.h>

static const char drawing[] = "+---+---+---+---+---+---+\n"
                              "| .   . | .   . | .   . |\n"
                              "+   +   +   +   +   +   +\n"
                              "| .   .   .   .   .   . |\n"
                              "+   +   +---+   +   +   +\n"
                              "| .   . |###| .   .   . |\n"
                              "+   +   +---+   +   +   +\n"
                              "| .   .  R/   .  Y\\   . |\n"
                              "+   +   +   +   +   +   +\n"
                              "| .   .   .   .   .   . |\n"
                              "+---+---+---+---+---+---+\n";

static void T2_going_through_a_wall_is_a_move_of_its_own(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(drawing, "Ta1");
    assert_string_equal(stop_of(&position, "TE"), "b1");
    assert_int_equal(slide_of(&position, "TE!").result, CAROM_SLIDE_NO_WALL); /* it does not stand at the wall yet */
    position = drawing_with(drawing, "Tb1");
    assert_string_equal(stop_of(&position, "TE"), "-");
    assert_string_equal(stop_of(&position, "TE!"), "d1"); /* over one wall, to the next */
    assert_int_equal(slide_of(&position, "TE!").cost, 1);
    position = drawing_with(drawing, "Td1");
    assert_string_equal(stop_of(&position, "TE!"), "f1");
    assert_string_equal(stop_of(&position, "TW"), "c1");
}

static void T2_to_the_wall_and_through_costs_two(void **state)
{
    (void)state;
    struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET, .position = drawing_with(drawing, "Ta1")};
    const char *route = "TE TE! TS";
    struct carom_check_rules rules = {0};
    struct carom_check check;
    puzzle.position.target = (struct carom_target){
        .is_set = true, .token = CAROM_NO_TOKEN, .active = CAROM_TRANSPARENT, .cell = cell_of("d5")};
    assert_true(carom_check_route(&check, &puzzle, route, strlen(route), &rules, NULL));
    assert_int_equal(check.result, CAROM_CHECK_OK);
    assert_int_equal(check.cost, 3);
}

static void T3_never_through_rim_block_or_robots(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(drawing, "Ta1,Rc1");
    assert_int_equal(slide_of(&position, "TN!").result, CAROM_SLIDE_HARD_WALL);
    assert_int_equal(slide_of(&position, "TW!").result, CAROM_SLIDE_HARD_WALL);
    position = drawing_with(drawing, "Tb3");
    assert_int_equal(slide_of(&position, "TE!").result, CAROM_SLIDE_HARD_WALL); /* the block */
    position = drawing_with(drawing, "Tb1,Rc1");
    assert_int_equal(slide_of(&position, "TE!").result, CAROM_SLIDE_ROBOT_BEHIND);
    position = drawing_with(drawing, "Tb1,Rd1");
    assert_string_equal(stop_of(&position, "TE!"), "c1"); /* red stops it behind the wall */
}

static void T3_the_centre_of_a_printed_board_is_closed(void **state)
{
    (void)state;
    struct carom_position position = position_of("G1-Y2-R2-B2/Tg8");
    assert_int_equal(slide_of(&position, "TE!").result, CAROM_SLIDE_HARD_WALL);
}

static void T4_at_a_barrier_it_chooses(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(drawing, "Ta4,Ra1");
    assert_int_equal(slide_of(&position, "TE").result, CAROM_SLIDE_ON_BARRIER); /* R9: turned north, below the block */
    assert_int_equal(slide_of(&position, "TE-").result, CAROM_SLIDE_ON_BARRIER);
    assert_string_equal(stop_of(&position, "TE+"), "e5"); /* straight on, then `\` turns it south */
    assert_int_equal(slide_of(&position, "TE+").cost, 2);
    assert_string_equal(stop_of(&position, "TE+-"), "e5");
    assert_string_equal(stop_of(&position, "TE++"), "f4");
    assert_int_equal(slide_of(&position, "TE++").cost, 3);
    assert_int_equal(slide_of(&position, "TE+++").result, CAROM_SLIDE_EXTRA_SIGNS);
}

static void T2_T4_signs_are_the_transparent_robots_alone(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(drawing, "Rb1,Ga4");
    assert_int_equal(slide_of(&position, "RE!").result, CAROM_SLIDE_NOT_TRANSPARENT);
    assert_int_equal(slide_of(&position, "GE+").result, CAROM_SLIDE_NOT_TRANSPARENT);
}

static void T6_through_a_wall_is_no_ricochet(void **state)
{
    (void)state;
    struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET, .position = drawing_with(drawing, "Ta1")};
    puzzle.position.target = (struct carom_target){
        .is_set = true, .token = CAROM_NO_TOKEN, .active = CAROM_TRANSPARENT, .cell = cell_of("d1")};
    struct carom_check_rules rules = {0};
    struct carom_check check;
    assert_true(carom_check_route(&check, &puzzle, "TE TE!", 6, &rules, NULL));
    assert_int_equal(check.result, CAROM_CHECK_NO_RICOCHET);
    assert_int_equal(check.failed_move_number, 2);
}

static void T6_R9_holds_behind_walls_and_barriers(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(drawing, "Ta4,Rd4");
    assert_int_equal(slide_of(&position, "TE+").result, CAROM_SLIDE_ON_BARRIER); /* red stops it on the barrier */
}

/* Core against model: every move with every short choice of signs. */
static void compare(const struct carom_board *board, const struct model_board *model, const struct carom_robots *robots)
{
    static const char *const signs[] = {"", "+", "++", "-+", "+-+", "--+", "+++", "-++", "-+-+"};
    struct model_robots model_robots = model_robots_of(robots);
    for (unsigned i = 0; i < sizeof signs / sizeof signs[0] * 8; i++) {
        const char *sign = signs[i / 8];
        struct carom_move move = carom_move_make(CAROM_TRANSPARENT, i % 4);
        move.through_wall = i / 4 % 2 == 1;
        unsigned last = 0;
        for (unsigned bit = 0; sign[bit] != '\0'; bit++) {
            move.pass_barriers |= (uint64_t)(sign[bit] == '+') << bit;
            last = sign[bit] == '+' ? bit + 1 : last;
        }
        struct carom_slide slide;
        bool moved = carom_slide(board, robots, move, &slide, NULL);
        struct model_slide expected =
            model_slide(model, &model_robots, CAROM_TRANSPARENT, "NESW"[i % 4], move.through_wall, sign);
        bool too_many = (unsigned)expected.barriers < last;
        assert_int_equal(moved, expected.result == MODEL_MOVED && !too_many);
        if (moved) {
            assert_int_equal(slide.to, carom_cell_make((unsigned)expected.x, (unsigned)expected.y));
            assert_int_equal(slide.cost, 1 + expected.straight);
        } else if (expected.result == MODEL_ENDLESS) {
            assert_int_equal(slide.result, CAROM_SLIDE_ENDLESS);
        }
    }
}

static void T2_T3_T4_T6_moves_are_the_models(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 3000; i++) {
        struct carom_board board;
        struct model_board model;
        struct carom_robots robots;
        random_board(&board, &model, i % 2 == 0 ? 10 : 50);
        random_robots(&robots, &board, 0x20 | (unsigned)chance() % 32);
        if (carom_robots_has(&robots, CAROM_TRANSPARENT))
            compare(&board, &model, &robots);
    }
}

/* What carom_moves_visit lists for the transparent robot can be made as listed, and is listed once. */
struct listed {
    const struct carom_position *position;
    struct carom_move move[512];
    unsigned count;
};

static bool note_move(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct listed *listed = context;
    struct carom_slide again;
    assert_true(carom_slide(&listed->position->board, &listed->position->robots, move, &again, NULL));
    assert_int_equal(again.to, slide->to);
    assert_int_equal(again.cost, slide->cost);
    for (unsigned i = 0; i < listed->count; i++)
        assert_false(carom_move_equal(listed->move[i], move));
    assert_true(listed->count < 512);
    listed->move[listed->count++] = move;
    return true;
}

static void T2_T4_listed_moves_can_be_made(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 500; i++) {
        struct carom_position position = {0};
        struct model_board model;
        random_board(&position.board, &model, 6);
        random_robots(&position.robots, &position.board, 0x3f);
        struct listed listed = {.position = &position};
        carom_moves_visit(&position.board, &position.robots, CAROM_MOVE_SIGNS_MAX, note_move, &listed);
        unsigned plain = 0;
        for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
            for (unsigned direction = 0; direction < 4; direction++) {
                struct carom_slide slide;
                plain +=
                    carom_slide(&position.board, &position.robots, carom_move_make(robot, direction), &slide, NULL);
            }
        }
        assert_true(listed.count >= plain); /* none of the plain moves is forgotten */
    }
}

static unsigned most_on(const char *text)
{
    struct carom_position position;
    assert_true(carom_position_read(&position, CAROM_REQUIRE_BOARD, text, strlen(text), NULL));
    return carom_transparent_max_cost(&position.board, &position.robots);
}

static void T4_the_most_a_move_can_cost(void **state)
{
    (void)state;
    assert_int_equal(most_on("6x1/Ra1"), 0);
    assert_int_equal(most_on("6x1/Ta1"), 1);
    assert_int_equal(most_on("3x1/Rb1,Ta1"), 0);
    assert_int_equal(most_on("6x1-bRub1.Yuc1.Bud1/Ta1"), 4);      /* nowhere to bounce to: TE+++ */
    assert_int_equal(most_on("6x1-bRub1.Yuc1.Buf1/Ta1"), 0);      /* R9 */
    assert_int_equal(most_on("5x5-bBua1.Bdc1.Bda3.Buc3/Tb3"), 2); /* from each corner of a ring one way out */
}

/* Where nearly every cell has a barrier there are more moves than can ever be listed. */
static void T4_the_most_is_found_among_very_many_moves(void **state)
{
    (void)state;
    char bytes[4096];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_text_put(&text, "16x16-b");
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        if (cell == carom_cell_make(7, 7) || cell == carom_cell_make(15, 15))
            continue;
        carom_text_put(&text, cell == 0 ? "" : ".");
        carom_text_put(&text, cell % 3 == 0 ? "Ru" : "Rd");
        carom_cell_write(&text, (carom_cell)cell);
    }
    carom_text_put(&text, "/Th8");
    assert_in_range(most_on(bytes), 8, CAROM_MOVE_SIGNS_MAX + 1);
}

static void T4_no_move_costs_more_than_the_most(void **state)
{
    (void)state;
    chance_begin(__func__);
    unsigned reached = 0;
    for (unsigned i = 0; i < 500; i++) {
        struct carom_board board;
        struct carom_robots robots;
        struct model_board model;
        random_board(&board, &model, 6);
        random_robots(&robots, &board, 0x3f);
        unsigned most = carom_transparent_max_cost(&board, &robots), dearest = 0;
        for (unsigned choice = 0; choice < 8u << 8; choice++) { /* every sign of the first eight barriers */
            struct carom_slide slide;
            struct carom_move move = carom_move_make(CAROM_TRANSPARENT, choice % 4);
            move.through_wall = (choice & 4) != 0;
            move.pass_barriers = choice >> 3;
            if (carom_slide(&board, &robots, move, &slide, NULL) && slide.cost > dearest)
                dearest = slide.cost;
        }
        assert_true(dearest <= most);
        reached += dearest == most;
    }
    assert_true(reached > 450); /* more than eight barriers are seldom met */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(T2_going_through_a_wall_is_a_move_of_its_own),
        cmocka_unit_test(T2_to_the_wall_and_through_costs_two),
        cmocka_unit_test(T3_never_through_rim_block_or_robots),
        cmocka_unit_test(T3_the_centre_of_a_printed_board_is_closed),
        cmocka_unit_test(T4_at_a_barrier_it_chooses),
        cmocka_unit_test(T2_T4_signs_are_the_transparent_robots_alone),
        cmocka_unit_test(T6_through_a_wall_is_no_ricochet),
        cmocka_unit_test(T6_R9_holds_behind_walls_and_barriers),
        cmocka_unit_test(T2_T3_T4_T6_moves_are_the_models),
        cmocka_unit_test(T2_T4_listed_moves_can_be_made),
        cmocka_unit_test(T4_the_most_a_move_can_cost),
        cmocka_unit_test(T4_the_most_is_found_among_very_many_moves),
        cmocka_unit_test(T4_no_move_costs_more_than_the_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
