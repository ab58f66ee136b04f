/*
 * Rounds: whose turn it is to reach what, and the ricochet (R3 to R7), checked through routes as players write them.
 */
#include "support.h"

#include <string.h>

static struct carom_check check_with(const char *position, const char *route, struct carom_check_rules rules)
{
    struct carom_puzzle puzzle = puzzle_of(position);
    struct carom_check check;
    assert_true(carom_check_route(&check, &puzzle, route, strlen(route), &rules, NULL));
    return check;
}

static struct carom_check check_route(const char *position, const char *route)
{
    return check_with(position, route, (struct carom_check_rules){0});
}

/* An empty 8x8 board: everything slides to the edge. */
#define EMPTY "8x8/"

static void R4_the_active_robot_must_reach_the_target(void **state)
{
    (void)state;
    assert_int_equal(check_route(EMPTY "Ra1,Yb2/R@h8", "RE RS").result, CAROM_CHECK_OK);
    struct carom_check other = check_route(EMPTY "Ra1,Yb2/R@h8", "YE YS");
    assert_int_equal(other.result, CAROM_CHECK_NOT_REACHED);
    assert_false(other.reached);
}

static void R4_A2_T5_on_the_vortex_any_robot_may_be_active(void **state)
{
    (void)state;
    const char *position = "8x8-tVh8/Ra1,Yb2,Sa3,Tc5/V";
    assert_int_equal(check_route(position, "RE RS").result, CAROM_CHECK_OK);
    assert_int_equal(check_route(position, "YE YS").result, CAROM_CHECK_OK);
    assert_int_equal(check_route(position, "SE SS").result, CAROM_CHECK_OK); /* A2 */
    assert_int_equal(check_route(position, "TE TS").result, CAROM_CHECK_OK); /* T5 */
    assert_int_equal(check_route(EMPTY "Ra1,Yb2/*@h8", "YS YE").result, CAROM_CHECK_OK);
}

static void R5_passing_over_the_target_is_nothing(void **state)
{
    (void)state;
    assert_int_equal(check_route(EMPTY "Ra1/R@e8", "RS RE").result, CAROM_CHECK_NOT_REACHED);
}

static void R6_any_robots_move_in_any_order_and_every_slide_counts(void **state)
{
    (void)state;
    /* Yellow makes a stop for red: b8 is reached only because yellow stands on a8. */
    struct carom_check check = check_route(EMPTY "Rh1,Ya1/R@b8", "YS RS RW");
    assert_int_equal(check.result, CAROM_CHECK_OK);
    assert_int_equal(check.cost, 3);
    assert_int_equal(check.moves, 3);
    assert_int_equal(check.stops[0], cell_of("a8"));
    assert_int_equal(check.stops[1], cell_of("h8"));
    assert_int_equal(check.stops[2], cell_of("b8"));
    assert_int_equal(check_route(EMPTY "Rh1,Ya1/R@b8", "RS YS RW").result, CAROM_CHECK_OK);
}

static void R7_straight_onto_the_target_is_no_route(void **state)
{
    (void)state;
    struct carom_check check = check_route(EMPTY "Ra1/R@h1", "RE");
    assert_int_equal(check.result, CAROM_CHECK_NO_RICOCHET);
    assert_int_equal(check.failed_move_number, 1);
    assert_true(check.reached);
    assert_false(check.ricochet);
    assert_int_equal(check_with(EMPTY "Ra1/R@h1", "RE", (struct carom_check_rules){.no_ricochet = true}).result,
                     CAROM_CHECK_OK);
}

static void R7_forth_and_back_is_no_ricochet(void **state)
{
    (void)state;
    assert_int_equal(check_route(EMPTY "Rc1/R@a1", "RE RW").result, CAROM_CHECK_NO_RICOCHET);
    /* East, wait, east: yellow stops red half way and goes. */
    assert_int_equal(check_route(EMPTY "Ra1,Ye1/R@h1", "RE YS RE").result, CAROM_CHECK_NO_RICOCHET);
}

static void R7_straight_on_off_and_on_again_fails_at_the_first_stop(void **state)
{
    (void)state;
    struct carom_check check = check_route(EMPTY "Ra1/R@h1", "RE RS RN");
    assert_int_equal(check.result, CAROM_CHECK_NO_RICOCHET);
    assert_int_equal(check.failed_move_number, 1);
}

static void R7_a_turn_before_or_long_before_is_enough(void **state)
{
    (void)state;
    assert_int_equal(check_route(EMPTY "Ra1/R@h8", "RS RE").result, CAROM_CHECK_OK);
    /* South, north back and east: both directions are in its travel. */
    assert_int_equal(check_route(EMPTY "Ra1/R@h1", "RS RN RE").result, CAROM_CHECK_OK);
}

static void R7_a_bounce_is_a_ricochet(void **state)
{
    (void)state;
    struct carom_check check = check_route("8x8-bYdh1/Ra1/R@h8", "RE"); /* `\` at h1 turns red to the south */
    assert_int_equal(check.result, CAROM_CHECK_OK);
    assert_int_equal(check.cost, 1);
}

static void R7_a_robot_on_the_target_must_leave_and_come_back(void **state)
{
    (void)state;
    assert_int_equal(check_route(EMPTY "Ra1,Yc3/R@a1", "YE").result, CAROM_CHECK_NO_RICOCHET);
    assert_int_equal(check_route(EMPTY "Ra1/R@a1", "RE RW").result, CAROM_CHECK_NO_RICOCHET);
    assert_int_equal(check_route(EMPTY "Ra1/R@a1", "RE RS RW RN").result, CAROM_CHECK_OK);
    assert_int_equal(check_route(EMPTY "Ra1/R@a1", "").result, CAROM_CHECK_NO_RICOCHET);
}

static void R7_on_the_vortex_each_robot_needs_its_own_ricochet(void **state)
{
    (void)state;
    /* Yellow has turned, red has not: red's stop fails the route. */
    struct carom_check check = check_route(EMPTY "Ra1,Yc3/*@h1", "YE YS RE");
    assert_int_equal(check.result, CAROM_CHECK_NO_RICOCHET);
    assert_int_equal(check.failed_move_number, 3);
}

static void R7_the_shortest_way_may_go_straight_back(void **state)
{
    (void)state;
    assert_int_equal(check_route("Y1-R1-B1-G1/Ro3,Yb10,Gb3,Bn12/Yg", "YS YE YW YN").result, CAROM_CHECK_OK);
}

static void R13_exact_and_at_most(void **state)
{
    (void)state;
    struct carom_check_rules exact = {.has_bid = true, .bid = 2};
    struct carom_check_rules most = {.has_bid = true, .bid = 3, .at_most = true};
    const char *position = EMPTY "Ra1/R@h8";
    assert_int_equal(check_with(position, "RE RS", exact).result, CAROM_CHECK_OK);
    exact.bid = 3;
    assert_int_equal(check_with(position, "RE RS", exact).result, CAROM_CHECK_TOO_FEW);
    exact.bid = 1;
    assert_int_equal(check_with(position, "RE RS", exact).result, CAROM_CHECK_TOO_MANY);
    exact.bid = 4; /* leaving the target and coming back makes the number right */
    assert_int_equal(check_with(position, "RE RS RN RS", exact).result, CAROM_CHECK_OK);
    assert_int_equal(check_with(position, "RE RS", most).result, CAROM_CHECK_OK);
    struct carom_check early = check_with(position, "RE RS RW", most); /* won at the second move */
    assert_int_equal(early.result, CAROM_CHECK_OK);
    assert_int_equal(early.cost, 2);
    most.bid = 1;
    assert_int_equal(check_with(position, "RE RS", most).result, CAROM_CHECK_TOO_MANY);
}

static void A1_T1_silver_and_transparent_move_and_are_obstacles(void **state)
{
    (void)state;
    struct carom_position position = position_of("8x8/Ra1,Sd1,Ta4");
    assert_string_equal(stop_of(&position, "RE"), "c1");
    assert_string_equal(stop_of(&position, "RS"), "a3");
    assert_string_equal(stop_of(&position, "SS"), "d8");
    assert_string_equal(stop_of(&position, "TE"), "h4");
    assert_string_equal(stop_of(&position, "TN"), "a2");
}

static void an_impossible_move_is_named(void **state)
{
    (void)state;
    struct carom_check check = check_route(EMPTY "Ra1/R@h8", "RE RN RS");
    assert_int_equal(check.result, CAROM_CHECK_IMPOSSIBLE);
    assert_int_equal(check.failed_move_number, 2);
    assert_int_equal(check.moves, 1);
    assert_string_equal(carom_check_name(&check), "blocked");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(R4_the_active_robot_must_reach_the_target),
        cmocka_unit_test(R4_A2_T5_on_the_vortex_any_robot_may_be_active),
        cmocka_unit_test(R5_passing_over_the_target_is_nothing),
        cmocka_unit_test(R6_any_robots_move_in_any_order_and_every_slide_counts),
        cmocka_unit_test(R7_straight_onto_the_target_is_no_route),
        cmocka_unit_test(R7_forth_and_back_is_no_ricochet),
        cmocka_unit_test(R7_straight_on_off_and_on_again_fails_at_the_first_stop),
        cmocka_unit_test(R7_a_turn_before_or_long_before_is_enough),
        cmocka_unit_test(R7_a_bounce_is_a_ricochet),
        cmocka_unit_test(R7_a_robot_on_the_target_must_leave_and_come_back),
        cmocka_unit_test(R7_on_the_vortex_each_robot_needs_its_own_ricochet),
        cmocka_unit_test(R7_the_shortest_way_may_go_straight_back),
        cmocka_unit_test(R13_exact_and_at_most),
        cmocka_unit_test(A1_T1_silver_and_transparent_move_and_are_obstacles),
        cmocka_unit_test(an_impossible_move_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
