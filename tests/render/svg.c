/*
 * The SVG writer on many random pictures: always well-formed as far as brackets and groups go, never more than it was
 * given room for, and every layer can be left out.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

static char bytes[4 * CAROM_PICTURE_SVG_MAX];

static unsigned occurrences(const char *text, const char *words)
{
    unsigned count = 0;
    for (const char *at = strstr(text, words); at != NULL; at = strstr(at + 1, words))
        count++;
    return count;
}

/* Draws, checks the form of the text, and returns its length. */
static size_t draw(const struct carom_picture *picture)
{
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_picture_svg(&text, picture);
    assert_false(text.truncated);
    assert_int_equal(strlen(bytes), text.length);
    assert_true(strncmp(bytes, "<svg ", 5) == 0);
    assert_string_equal(bytes + text.length - 7, "</svg>\n");
    assert_int_equal(occurrences(bytes, "<g"), occurrences(bytes, "</g>"));
    assert_int_equal(occurrences(bytes, "<path d=\"M"), occurrences(bytes, "<path"));
    assert_int_equal(occurrences(bytes, "<"), occurrences(bytes, ">"));
    assert_int_equal(occurrences(bytes, "\"") % 2, 0);
    return text.length;
}

/* A random route of moves that can be made. */
static size_t random_route(struct carom_position *position, struct carom_move *route, size_t size)
{
    struct carom_round round = carom_round_begin(&position->robots);
    size_t count = 0;
    for (unsigned tries = 0; tries < 400 && count < size; tries++) {
        struct carom_slide slide;
        struct carom_move move = carom_move_make(chance_below(CAROM_ROBOTS), chance_below(4));
        move.through_wall = move.robot == CAROM_TRANSPARENT && chance_below(3) == 0;
        move.pass_barriers = move.robot == CAROM_TRANSPARENT ? chance_below(4) : 0;
        if (carom_round_move(&round, &position->board, move, &slide))
            route[count++] = move;
    }
    return count;
}

static void random_target(struct carom_position *position)
{
    struct carom_target target = {.is_set = true, .token = CAROM_NO_TOKEN, .active = (uint8_t)chance_below(7)};
    for (unsigned tries = 0; tries < 50; tries++) {
        target.cell = (carom_cell)chance_below(CAROM_CELLS);
        if (carom_board_contains(&position->board, target.cell) &&
            carom_board_can_stand(&position->board, target.cell)) {
            position->target = target;
            return;
        }
    }
}

static void random_boards_and_routes_are_well_formed(void **state)
{
    (void)state;
    chance_begin("pictures");
    for (unsigned i = 0; i < 250; i++) {
        struct carom_position position = {0};
        struct model_board model;
        struct carom_move route[CAROM_PICTURE_MOVES_MAX + 20];
        struct carom_picture picture = {
            .position = &position, .route = route, .theme = (enum carom_theme)chance_below(3)};
        random_board(&position.board, &model, chance_below(2) * 8);
        random_robots(&position.robots, &position.board, chance_below(64));
        random_target(&position);
        picture.route_count = random_route(&position, route, chance_below(CAROM_PICTURE_MOVES_MAX + 20));
        picture.markers = chance_below(2) == 0 ? &position.robots : NULL;
        picture.has_selected = chance_below(2) == 0;
        picture.selected = (uint8_t)chance_below(CAROM_ROBOTS);
        picture.layers_off = chance_below(2) == 0 ? chance_below(CAROM_LAYERS_ALL) : 0;
        draw(&picture);
        unsigned numbers =
            picture.route_count < CAROM_PICTURE_MOVES_MAX ? (unsigned)picture.route_count : CAROM_PICTURE_MOVES_MAX;
        bool stops = (picture.layers_off & CAROM_LAYER_STOPS) == 0;
        assert_int_equal(occurrences(bytes, "class=\"number\""), stops ? numbers : 0);
    }
}

static void pictures_without_a_route_fit_in_the_room_promised(void **state)
{
    (void)state;
    size_t most = 0;
    for (unsigned i = 0; i < carom_board_count(CAROM_EDITION_2013, CAROM_BARRIERS_ANY); i += 7) {
        struct carom_position position = position_of("R1-Y1-G1-B1/Ra1,Yb2,Gc16,Bd1,Se1,Tf1/V");
        uint8_t faces[4];
        struct carom_picture picture = {.position = &position,
                                        .markers = &position.robots,
                                        .has_selected = true,
                                        .selected = CAROM_TRANSPARENT,
                                        .prefix = "some-long-prefix-"};
        assert_true(carom_board_nth(faces, CAROM_EDITION_2013, CAROM_BARRIERS_ANY, i));
        assert_true(carom_board_build(&position.board, faces, NULL));
        size_t length = draw(&picture);
        most = length > most ? length : most;
    }
    printf("# the longest has %zu bytes\n", most);
    assert_true(most < CAROM_PICTURE_SVG_MAX);
}

/* The worst that fits on a board: every cell a target, a barrier or a wall. */
static void a_board_full_of_barriers_fits_in_the_room_promised(void **state)
{
    (void)state;
    static struct carom_position position;
    carom_board_init(&position.board, 16, 16);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        position.board.barriers[cell] = (uint8_t)(CAROM_BARRIER | (cell % 8));
        carom_board_set_wall(&position.board, (carom_cell)cell, cell % 4, true);
        carom_board_set_wall(&position.board, (carom_cell)cell, (cell + 1) % 4, true);
    }
    struct carom_picture picture = {.position = &position};
    size_t length = draw(&picture);
    printf("# it has %zu bytes\n", length);
    assert_true(length < CAROM_PICTURE_SVG_MAX);
}

static void a_small_buffer_is_filled_and_not_overrun(void **state)
{
    (void)state;
    struct carom_position position = position_of("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
    struct carom_picture picture = {.position = &position};
    static char small[3000];
    for (size_t size = 1; size < 2000; size += 37) {
        memset(small, '#', sizeof small);
        struct carom_text text = carom_text_init(small, size);
        carom_picture_svg(&text, &picture);
        assert_true(text.truncated);
        assert_int_equal(strlen(small), text.length);
        assert_true(text.length < size && small[size] == '#');
    }
}

static void every_layer_can_be_left_out(void **state)
{
    (void)state;
    static const char *const names[] = {"ground", "goal",   "targets", "barriers", "markers", "route",       "reach",
                                        "walls",  "centre", "robots",  "badges",   "stops",   "coordinates", "heat"};
    static uint16_t heat[CAROM_CELLS] = {[17] = 3, [18] = 9};
    struct carom_position position = position_of("R4-Y4-G4-B4/Ro4,Yp1,Gb3,Bn12/Bg");
    struct carom_move move = move_of("BN");
    for (unsigned layer = 0; layer < sizeof names / sizeof names[0]; layer++) {
        struct carom_picture picture = {.position = &position,
                                        .markers = &position.robots,
                                        .route = &move,
                                        .route_count = 1,
                                        .has_selected = true,
                                        .selected = CAROM_RED,
                                        .heat = heat};
        char word[40];
        snprintf(word, sizeof word, "class=\"%s\"", names[layer]);
        draw(&picture);
        assert_int_equal(occurrences(bytes, word), 1);
        picture.layers_off = 1u << layer;
        draw(&picture);
        assert_int_equal(occurrences(bytes, word), 0);
    }
}

/* One path for each shade that there is; cells without a number, and those outside the board, are left as they are. */
static void heat_is_a_shade_for_each_cell(void **state)
{
    (void)state;
    static uint16_t heat[CAROM_CELLS];
    struct carom_position position = position_of("R1-Y1-G1-B1/Ra1,Yb2,Gc16,Bd1/Rm");
    struct carom_picture picture = {
        .position = &position, .heat = heat, .layers_off = CAROM_LAYERS_ALL & ~(unsigned)CAROM_LAYER_HEAT};
    draw(&picture);
    assert_int_equal(occurrences(bytes, "<path"), 0);
    heat[0] = 200;
    heat[1] = heat[17] = 500;
    heat[255] = 900;
    draw(&picture);
    assert_int_equal(occurrences(bytes, "<path"), 3);
    assert_int_equal(occurrences(bytes, "Z"), 4);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        heat[cell] = (uint16_t)(100 + cell);
    draw(&picture);
    assert_int_equal(occurrences(bytes, "<path"), CAROM_HEAT_SHADES);
    assert_int_equal(occurrences(bytes, "Z"), CAROM_CELLS);
    carom_board_init(&position.board, 3, 3);
    draw(&picture);
    assert_int_equal(occurrences(bytes, "Z"), 9);
    assert_int_equal(carom_heat_shade(7, 7, 7), 0);
    assert_int_equal(carom_heat_shade(1, 5, 9), 0);
    assert_int_equal(carom_heat_shade(9, 5, 9), CAROM_HEAT_SHADES - 1 - CAROM_HEAT_SHADES / 5);
    assert_int_equal(carom_heat_shade(900, 5, 900), CAROM_HEAT_SHADES - 1);
}

static void a_chart_has_a_bar_for_each_count_that_is_not_none(void **state)
{
    (void)state;
    uint64_t counts[CAROM_CHART_BARS_MAX + 9] = {0, 0, 3, UINT64_MAX, 1};
    struct carom_picture chart = {
        .kind = CAROM_PICTURE_KIND_CHART, .chart_values = counts, .chart_count = 5, .icon = CAROM_BLUE};
    draw(&chart);
    const char *axis = strstr(bytes, "class=\"axis\"");
    assert_non_null(axis);
    assert_int_equal(occurrences(bytes, "<path") - occurrences(axis, "<path"), 3);
    chart.chart_count = 0;
    draw(&chart);
    chart.chart_count = CAROM_CHART_BARS_MAX + 9;
    for (unsigned i = 0; i < CAROM_CHART_BARS_MAX + 9; i++)
        counts[i] = i + 1;
    draw(&chart);
    axis = strstr(bytes, "class=\"axis\"");
    assert_int_equal(occurrences(bytes, "<path") - occurrences(axis, "<path"), CAROM_CHART_BARS_MAX);
    chart = (struct carom_picture){.kind = CAROM_PICTURE_KIND_SHADE};
    for (chart.icon = 0; chart.icon < CAROM_HEAT_SHADES + 2; chart.icon++)
        assert_true(draw(&chart) < 8192);
}

static void icons_faces_and_parts_are_pictures(void **state)
{
    (void)state;
    struct carom_picture picture = {.kind = CAROM_PICTURE_KIND_TOKEN};
    for (picture.icon = 0; picture.icon < CAROM_TOKENS; picture.icon++)
        assert_true(draw(&picture) < 8192);
    picture.kind = CAROM_PICTURE_KIND_ROBOT;
    for (picture.icon = 0; picture.icon < CAROM_ROBOTS; picture.icon++)
        assert_true(draw(&picture) < 8192);
    picture.kind = CAROM_PICTURE_KIND_MICRO_FACE;
    for (picture.icon = 0; picture.icon < CAROM_MICRO_CELLS; picture.icon++)
        assert_true(draw(&picture) < 8192);
    static const unsigned targets[4] = {4, 5, 4, 4}; /* yellow sections carry the vortex besides their four */
    for (unsigned face = 0; face < CAROM_FACES; face++) {
        struct carom_position position;
        carom_picture_section_face(&position, face);
        struct carom_picture part = {.position = &position, .width = 8, .height = 8};
        draw(&part);
        assert_int_equal(occurrences(bytes, "class=\"target\""), targets[face / 4]);
        assert_int_equal(occurrences(bytes, "class=\"barrier\""), face % 4 == 3 ? 2 : 0);
        struct carom_picture_size size = carom_picture_size(&part);
        assert_int_equal(size.width, size.height);
    }
}

static void the_selected_robot_shows_each_of_its_moves(void **state)
{
    (void)state;
    struct carom_position position = position_of("R4-Y4-G4-B4/Ro4,Yp1,Gb3,Bn12/Bg");
    struct carom_picture picture = {
        .position = &position, .has_selected = true, .selected = CAROM_YELLOW, .prefix = "x-"};
    draw(&picture);
    /* p1 is a corner: only south and west. */
    assert_int_equal(occurrences(bytes, "class=\"stop\""), 2);
    assert_int_equal(occurrences(bytes, "id=\"x-stop-YS\""), 1);
    assert_int_equal(occurrences(bytes, "id=\"x-stop-YW\""), 1);
    assert_int_equal(occurrences(bytes, "id=\""), occurrences(bytes, "id=\"x-"));
}

static void the_title_is_escaped(void **state)
{
    (void)state;
    struct carom_picture picture = {.kind = CAROM_PICTURE_KIND_ROBOT, .title = "a<b>&c"};
    draw(&picture);
    assert_non_null(strstr(bytes, "<title>a&lt;b&gt;&amp;c</title>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_boards_and_routes_are_well_formed),
        cmocka_unit_test(pictures_without_a_route_fit_in_the_room_promised),
        cmocka_unit_test(a_board_full_of_barriers_fits_in_the_room_promised),
        cmocka_unit_test(a_small_buffer_is_filled_and_not_overrun),
        cmocka_unit_test(every_layer_can_be_left_out),
        cmocka_unit_test(heat_is_a_shade_for_each_cell),
        cmocka_unit_test(a_chart_has_a_bar_for_each_count_that_is_not_none),
        cmocka_unit_test(icons_faces_and_parts_are_pictures),
        cmocka_unit_test(the_selected_robot_shows_each_of_its_moves),
        cmocka_unit_test(the_title_is_escaped),
    };
    return cmocka_run_group_tests_name("svg", tests, NULL, NULL);
}
