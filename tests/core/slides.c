/*
 * Slides of the five robots without choices: examples that can be followed with a finger, and the model (R5, R8, R9).
 */
#include "support.h"

#include <string.h>

static int load(void **state)
{
    (void)state;
    model_load(DATA_DIRECTORY);
    return 0;
}

static const char room[] = "+---+---+---+---+\n"
                           "| .   . | .   . |\n"
                           "+   +   +   +---+\n"
                           "| .   .   .   . |\n"
                           "+   +   +   +   +\n"
                           "| .  ###  .   . |\n"
                           "+---+---+---+---+\n";

static void R5_a_robot_slides_until_something_stops_it(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(room, "Ra1,Yd2");
    assert_string_equal(stop_of(&position, "RE"), "b1"); /* a wall */
    assert_string_equal(stop_of(&position, "RS"), "a3"); /* the edge */
    assert_string_equal(stop_of(&position, "RN"), "-");
    assert_string_equal(stop_of(&position, "RW"), "-");
    assert_string_equal(stop_of(&position, "YN"), "-"); /* a wall at once */
    assert_string_equal(stop_of(&position, "YW"), "a2");
    assert_int_equal(slide_of(&position, "RN").result, CAROM_SLIDE_BLOCKED);
    assert_int_equal(slide_of(&position, "GN").result, CAROM_SLIDE_NO_ROBOT);
}

static void R5_robots_and_blocks_are_obstacles(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(room, "Ra2,Yd2,Gc2,Bb1,Sa3");
    assert_string_equal(stop_of(&position, "RE"), "b2"); /* before green */
    assert_string_equal(stop_of(&position, "YW"), "-");
    assert_string_equal(stop_of(&position, "BS"), "b2"); /* the block below */
    assert_string_equal(stop_of(&position, "SE"), "-");  /* the block beside it */
    assert_string_equal(stop_of(&position, "SN"), "-");  /* red stands there */
}

static void R8_own_barriers_are_open_and_others_turn(void **state)
{
    (void)state;
    struct carom_position position = drawing_of("+---+---+---+---+\n"
                                                "| .   .   .   . |\n"
                                                "+   +   +   +   +\n"
                                                "| .  R/   .   . |\n"
                                                "+   +   +   +   +\n"
                                                "| .   .  Y\\   . |\n"
                                                "+   +   +   +   +\n"
                                                "| .   .   .   . |\n"
                                                "+---+---+---+---+\n"
                                                "robots Ra2,Ga3,Sc1,Bb4,Yd3\n");
    assert_string_equal(stop_of(&position, "RE"), "d2"); /* its own */
    assert_string_equal(stop_of(&position, "GE"), "c4"); /* `\` turns east to south */
    assert_string_equal(stop_of(&position, "SS"), "-");  /* `\` turns south to east, where yellow stands: R9 */
    assert_string_equal(stop_of(&position, "BN"), "d2"); /* `/` turns north to east */
    assert_string_equal(stop_of(&position, "YW"), "b3"); /* its own, then before green */
    struct carom_slide slide = slide_of(&position, "GE");
    assert_int_equal(slide.cost, 1); /* still one move */
    assert_int_equal(slide.bounces, 1);
    assert_int_equal(slide.axes, CAROM_AXIS_BOTH); /* a bounce is a ricochet: R7 */
}

/* Every turn of R8's text, one by one. */
static void R8_all_eight_turns(void **state)
{
    (void)state;
    const char *turns[] = {"/EN", "/NE", "/WS", "/SW", "\\ES", "\\SE", "\\WN", "\\NW"};
    for (unsigned i = 0; i < 8; i++) {
        struct carom_board board;
        carom_board_init(&board, 5, 5);
        carom_cell middle = carom_cell_make(2, 2);
        board.barriers[middle] =
            (uint8_t)(CAROM_BARRIER | (turns[i][0] == '\\' ? CAROM_BARRIER_FALLING : 0) | CAROM_RED);
        unsigned in = carom_direction_from_letter(turns[i][1]), out = carom_direction_from_letter(turns[i][2]);
        struct carom_position position = {.board = board, .robots = {.present = 1u << CAROM_SILVER}};
        unsigned back = (in + 2) % 4;
        position.robots.cell[CAROM_SILVER] = carom_cell_neighbour(carom_cell_neighbour(middle, back), back);
        struct carom_slide slide;
        assert_true(carom_slide(&board, &position.robots, carom_move_make(CAROM_SILVER, in), &slide, NULL));
        assert_int_equal(slide.to, carom_cell_neighbour(carom_cell_neighbour(middle, out), out));
        assert_int_equal(slide.steps, 4);
    }
}

static void R9_a_slide_that_would_end_on_a_barrier_is_no_move(void **state)
{
    (void)state;
    struct carom_position position = drawing_of("+---+---+---+\n"
                                                "| .  G/   . |\n"
                                                "+   +   +   +\n"
                                                "| .   .   . |\n"
                                                "+---+---+---+\n"
                                                "robots Ra1,Gb2,Yc1\n");
    struct carom_slide slide = slide_of(&position, "RE"); /* turned north, against the edge */
    assert_int_equal(slide.result, CAROM_SLIDE_ON_BARRIER);
    assert_int_equal(slide.to, cell_of("b1"));
    assert_int_equal(slide_of(&position, "GN").result,
                     CAROM_SLIDE_ON_BARRIER); /* even one's own: the edge stops it there */
    assert_int_equal(slide_of(&position, "YW").result, CAROM_SLIDE_ON_BARRIER); /* turned south, where green stands */
}

static const char ring[] = "+---+---+---+---+---+\n"
                           "| .   .   .   .   . |\n"
                           "+   +   +   +   +   +\n"
                           "| .  R/   .  R\\   . |\n"
                           "+   +   +   +   +   +\n"
                           "| .   .   .   .   . |\n"
                           "+   +   +   +   +   +\n"
                           "| .  R\\   .  R/   . |\n"
                           "+   +   +   +   +   +\n"
                           "| .   .   .   .   . |\n"
                           "+---+---+---+---+---+\n";

static void R9_a_slide_that_never_ends_is_no_move(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(ring, "Yc2");
    assert_int_equal(slide_of(&position, "YE").result, CAROM_SLIDE_ENDLESS);
    assert_int_equal(slide_of(&position, "YW").result, CAROM_SLIDE_ENDLESS);
    position = drawing_with(ring, "Rc2");
    assert_string_equal(stop_of(&position, "RE"), "e2"); /* red's own barriers are no ring */
}

static void R9_a_robot_is_no_obstacle_to_itself(void **state)
{
    (void)state;
    struct carom_position position = drawing_with(ring, "Yc2,Bb3");
    /* East, round by south and west, then north: blue stands in the way, and yellow has passed nothing twice. */
    assert_string_equal(stop_of(&position, "YE"), "-"); /* it would have to stop on the barrier below blue */
    assert_int_equal(slide_of(&position, "YE").result, CAROM_SLIDE_ON_BARRIER);
    /* Four barriers lead back over the start, and further: for ever. */
    position = drawing_of("+---+---+---+---+\n"
                          "| .  R/   .  R\\ |\n"
                          "+   +   +   +   +\n"
                          "| .   .   .   . |\n"
                          "+   +   +   +   +\n"
                          "| .  R\\   .  R/ |\n"
                          "+   +   +   +   +\n"
                          "| .   .   .   . |\n"
                          "+---+---+---+---+\n"
                          "robots Yb2\n");
    assert_int_equal(slide_of(&position, "YN").result, CAROM_SLIDE_ENDLESS);
}

static void R9_a_wall_opens_a_ring(void **state)
{
    (void)state;
    struct carom_position position = drawing_of("+---+---+---+\n"
                                                "|R/   .  R\\ |\n"
                                                "+   +   +   +\n"
                                                "| .   .   . |\n"
                                                "+---+   +   +\n"
                                                "| .   .   . |\n"
                                                "+   +   +   +\n"
                                                "|R\\   .  R/ |\n"
                                                "+---+---+---+\n"
                                                "robots Ya2,Bb1\n");
    assert_int_equal(slide_of(&position, "YN").result, CAROM_SLIDE_ON_BARRIER); /* blue closes the way */
    position.robots.cell[CAROM_BLUE] = cell_of("b2");
    assert_string_equal(stop_of(&position, "YN"), "a3"); /* all round, to the other side of the wall */
    position.robots.cell[CAROM_YELLOW] = cell_of("a3");
    assert_string_equal(stop_of(&position, "YS"), "a2"); /* and back */
}

static void R9_a_way_may_cross_itself(void **state)
{
    (void)state;
    struct carom_position position = drawing_of("+---+---+---+---+\n"
                                                "| .  R/   .  R\\ |\n"
                                                "+   +   +   +   +\n"
                                                "| .   .   .   . |\n"
                                                "+   +   +   +   +\n"
                                                "| .   .   .  R/ |\n"
                                                "+   +   +   +   +\n"
                                                "| .   .   .   . |\n"
                                                "+---+---+---+---+\n"
                                                "robots Ya3\n");
    assert_string_equal(stop_of(&position, "YE"), "b4"); /* east, north, west, and south across b3 */
}

static void R9_a_slide_that_ends_where_it_began_is_a_move(void **state)
{
    (void)state;
    /* East from b3 to d3, north to d1, west to b1, south back to b3 and one further: a wall lies below b3. */
    struct carom_position position = drawing_of("+---+---+---+---+\n"
                                                "| .  R/   .  R\\ |\n"
                                                "+   +   +   +   +\n"
                                                "| .   .   .   . |\n"
                                                "+   +   +   +   +\n"
                                                "| .   .   .  R/ |\n"
                                                "+   +---+   +   +\n"
                                                "| .   .   .   . |\n"
                                                "+---+---+---+---+\n"
                                                "robots Yb3\n");
    struct carom_slide slide = slide_of(&position, "YE");
    assert_int_equal(slide.result, CAROM_SLIDE_OK);
    assert_int_equal(slide.to, cell_of("b3"));
    assert_int_equal(slide.steps, 8);
    assert_int_equal(slide.axes, CAROM_AXIS_BOTH);
}

static enum carom_slide_result why_of(enum model_result result)
{
    switch (result) {
    case MODEL_MOVED:
        return CAROM_SLIDE_OK;
    case MODEL_STUCK:
        return CAROM_SLIDE_BLOCKED;
    case MODEL_ON_BARRIER:
        return CAROM_SLIDE_ON_BARRIER;
    case MODEL_ENDLESS:
        return CAROM_SLIDE_ENDLESS;
    case MODEL_FORBIDDEN:
        break;
    }
    return CAROM_SLIDE_NO_WALL;
}

/* All robots in all directions, core and model side by side. */
static void compare_slides(const struct carom_board *board, const struct carom_robots *robots,
                           const struct model_board *model)
{
    struct model_robots model_robots = model_robots_of(robots);
    for (unsigned robot = 0; robot < CAROM_TRANSPARENT; robot++) {
        for (unsigned direction = 0; carom_robots_has(robots, robot) && direction < 4; direction++) {
            struct carom_slide slide;
            struct carom_path path;
            bool moved = carom_slide(board, robots, carom_move_make(robot, direction), &slide, &path);
            struct model_slide expected = model_slide(model, &model_robots, (int)robot, "NESW"[direction], false, "");
            assert_int_equal(slide.result, why_of(expected.result));
            assert_int_equal(moved, expected.result == MODEL_MOVED);
            if (expected.result == MODEL_MOVED) {
                assert_int_equal(slide.to, carom_cell_make((unsigned)expected.x, (unsigned)expected.y));
                assert_int_equal((slide.axes & CAROM_AXIS_HORIZONTAL) != 0, expected.horizontal);
                assert_int_equal((slide.axes & CAROM_AXIS_VERTICAL) != 0, expected.vertical);
                assert_int_equal(slide.cost, 1);
                assert_int_equal(path.corner[0], robots->cell[robot]);
                assert_int_equal(path.corner[path.count - 1], slide.to);
                assert_int_equal(path.count, slide.bounces + 2);
            }
        }
    }
}

static void R5_R8_R9_slides_on_printed_boards_are_the_models(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 1536; i++) {
        uint8_t faces[4];
        struct carom_board board;
        carom_board_nth(faces, CAROM_EDITION_2013, CAROM_BARRIERS_ANY, i);
        carom_board_build(&board, faces, NULL);
        carom_board_rotate(&board, chance_below(4));
        char name[32];
        struct carom_text text = carom_text_init(name, sizeof name);
        carom_board_write(&text, &board);
        struct model_board model;
        model_board_build(&model, name);
        for (unsigned j = 0; j < 8; j++) {
            struct carom_robots robots;
            random_robots(&robots, &board, 0x3f & (unsigned)chance());
            compare_slides(&board, &robots, &model);
        }
    }
}

static void R5_R8_R9_slides_on_home_made_boards_are_the_models(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 3000; i++) {
        struct carom_board board;
        struct model_board model;
        struct carom_robots robots;
        random_board(&board, &model, i % 3 == 0 ? 60 : 10);
        random_robots(&robots, &board, 0x3f & (unsigned)chance());
        compare_slides(&board, &robots, &model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(R5_a_robot_slides_until_something_stops_it),
        cmocka_unit_test(R5_robots_and_blocks_are_obstacles),
        cmocka_unit_test(R8_own_barriers_are_open_and_others_turn),
        cmocka_unit_test(R8_all_eight_turns),
        cmocka_unit_test(R9_a_slide_that_would_end_on_a_barrier_is_no_move),
        cmocka_unit_test(R9_a_slide_that_never_ends_is_no_move),
        cmocka_unit_test(R9_a_robot_is_no_obstacle_to_itself),
        cmocka_unit_test(R9_a_wall_opens_a_ring),
        cmocka_unit_test(R9_a_way_may_cross_itself),
        cmocka_unit_test(R9_a_slide_that_ends_where_it_began_is_a_move),
        cmocka_unit_test(R5_R8_R9_slides_on_printed_boards_are_the_models),
        cmocka_unit_test(R5_R8_R9_slides_on_home_made_boards_are_the_models),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
