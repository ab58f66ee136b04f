/*
 * What the books say of the box and of laying it out, held to the words of docs/internals/statements.txt: pieces,
 * markers, the hourglass, and the plainest sentences about moves. Numbers are the books', not the program's.
 */
#include "support.h"

#include <string.h>

/* Boards of an edition, all of them. */
#define EACH_BOARD(board, edition, barriers) for (unsigned nth = 0; next_board(&(board), edition, barriers, nth); nth++)

static bool next_board(struct carom_board *board, enum carom_edition edition, enum carom_barrier_choice barriers,
                       unsigned nth)
{
    uint8_t faces[4];
    if (!carom_board_nth(faces, edition, barriers, nth))
        return false;
    assert_true(carom_board_build(board, faces, NULL));
    return true;
}

static void R1_R4_sixteen_tokens_of_four_symbols_in_four_colours_and_one_vortex(void **state)
{
    (void)state;
    const char *names = "Rm Rg Rp Rs Ym Yg Yp Ys Gm Gg Gp Gs Bm Bg Bp Bs V";
    char bytes[128];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    struct carom_board board;
    for (unsigned token = 0; token < 17; token++) {
        carom_text_put(&text, token > 0 ? " " : "");
        carom_token_write(&text, token);
    }
    assert_string_equal(bytes, names);
    assert_true(next_board(&board, CAROM_EDITION_2013, CAROM_BARRIERS_ANY, 0));
    for (unsigned token = 0; token < 16; token++)
        assert_int_equal(carom_target_from_token(&board, token).active, token / 4);
    assert_int_equal(carom_target_from_token(&board, 16).active, CAROM_ANY_ROBOT);
}

static void S1_each_of_the_96_boards_has_17_tokens_and_no_barrier(void **state)
{
    (void)state;
    unsigned boards = 0;
    struct carom_board board;
    EACH_BOARD(board, CAROM_EDITION_1999, CAROM_BARRIERS_ANY)
    {
        assert_int_equal(board.tokens, 0x1ffff);
        assert_false(carom_board_has_barriers(&board));
        boards++;
    }
    assert_int_equal(boards, 96);
}

static void R8_each_mark_has_one_face_with_barriers(void **state)
{
    (void)state;
    for (unsigned mark = 0; mark < 4; mark++) {
        unsigned with = 0;
        for (unsigned face = 0; face < 4; face++)
            with += carom_face_has_barriers(mark * 4 + face);
        assert_int_equal(with, 1);
    }
}

/* A game of two that has begun; the table as it lies then. */
static const struct carom_table *begun(const char *rules)
{
    static struct carom_json_game json_game;
    static char bytes[1 << 16];
    const char *commands[] = {"{\"at\":2,\"by\":\"ana\",\"do\":\"join\"}", "{\"at\":3,\"by\":\"ben\",\"do\":\"join\"}",
                              "{\"at\":4,\"by\":\"ana\",\"do\":\"start\"}"};
    char open[256];
    struct carom_text out = carom_text_init(bytes, sizeof bytes);
    struct carom_text line = carom_text_init(open, sizeof open);
    json_game = (struct carom_json_game){0};
    carom_text_put(&line, "{\"at\":1,\"do\":\"open\",\"rules\":");
    carom_text_put(&line, rules);
    carom_text_put(&line, "}");
    assert_true(carom_json_game_command(&json_game, open, line.length, &out));
    for (unsigned i = 0; i < 3; i++)
        assert_true(carom_json_game_command(&json_game, commands[i], strlen(commands[i]), &out));
    assert_int_equal(json_game.table.phase, CAROM_PHASE_BIDDING);
    return &json_game.table;
}

static unsigned extra_of(const char *rules)
{
    const struct carom_table *table = begun(rules);
    struct carom_robots robots = table->round_start;
    assert_int_equal(table->markers.present, robots.present);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(&robots, robot)) {
            assert_int_equal(table->markers.cell[robot], robots.cell[robot]);
            for (unsigned token = 0; token < 17; token++)
                assert_int_not_equal(table->board.token_cell[token], robots.cell[robot]);
        }
    assert_int_equal(robots.present & 0xfu, 0xf); /* red, yellow, green, blue */
    return robots.present >> 4;
}

static void R3_S1_A1_T1_every_robot_begins_on_its_marker_and_on_no_target(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 20; seed++) {
        char rules[128];
        struct carom_text text = carom_text_init(rules, sizeof rules);
        carom_text_put(&text, "{\"silver\":true,\"transparent\":true,\"seed\":");
        carom_text_uint(&text, seed);
        carom_text_put(&text, "}");
        assert_int_equal(extra_of(rules), 3);
    }
    assert_int_equal(extra_of("{\"seed\":7}"), 0);
    assert_int_equal(extra_of("{\"seed\":7,\"silver\":true}"), 1);
    assert_int_equal(extra_of("{\"seed\":7,\"preset\":\"sfrenati\"}"), 0); /* S1: four robots */
}

static void R10_S2_the_hourglass_of_every_book_runs_for_a_minute(void **state)
{
    (void)state;
    const enum carom_preset books[] = {CAROM_PRESET_RICOCHET, CAROM_PRESET_RICOCHET_IT, CAROM_PRESET_SFRENATI,
                                       CAROM_PRESET_SFRENATI_COMPETITION, CAROM_PRESET_SOLO};
    for (unsigned i = 0; i < sizeof books / sizeof books[0]; i++)
        assert_int_equal(carom_rules_from_preset(books[i]).hourglass, 60 * 1000);
}

static void R4_a_token_is_turned_up_and_its_cell_is_the_target(void **state)
{
    (void)state;
    const struct carom_table *table = begun("{\"seed\":7}");
    const struct carom_target *target = &table->target;
    assert_int_equal(table->pile_count, 16);
    assert_in_range(target->token, 0, 16);
    assert_int_equal(target->cell, carom_target_from_token(&table->board, target->token).cell);
}

/* Without barriers a slide keeps its row or its column, is one move, and the next one begins where it has ended. */
static void R5_one_slide_is_one_move_along_a_row_or_a_column_and_at_an_obstacle_another_may_begin(void **state)
{
    (void)state;
    struct carom_position position = position_of("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
    const char *words[] = {"RN", "RE", "RS", "RW", "YN", "YE", "YS", "YW",
                           "GN", "GE", "GS", "GW", "BN", "BE", "BS", "BW"};
    unsigned moved = 0;
    for (unsigned i = 0; i < 64; i++) {
        struct carom_move move = move_of(words[i * 7 % 16]);
        struct carom_slide slide = slide_of(&position, words[i * 7 % 16]);
        carom_cell from = position.robots.cell[move.robot];
        if (slide.result != CAROM_SLIDE_OK)
            continue;
        bool row = carom_cell_row(from) == carom_cell_row(slide.to);
        assert_true(row != (carom_cell_column(from) == carom_cell_column(slide.to)));
        assert_int_equal(slide.cost, 1);
        position.robots.cell[move.robot] = slide.to;
        moved++;
    }
    assert_true(moved > 30);
}

static void R6_others_are_moved_to_be_in_the_way_or_out_of_it(void **state)
{
    (void)state;
    struct carom_position position = position_of("8x8/Ra1,Yd1,Gh8/R@h1");
    assert_string_equal(stop_of(&position, "RE"), "c1"); /* yellow is in the way */
    position.robots.cell[CAROM_YELLOW] = cell_of("d8");
    assert_string_equal(stop_of(&position, "RE"), "h1"); /* and now out of it */
    position.robots.cell[CAROM_GREEN] = cell_of("h1");
    assert_string_equal(stop_of(&position, "RE"), "g1"); /* green makes a stop */
}

/* The box of each language: in Italian the number bid or fewer, in the others exactly that number. */
static void R13_each_language_has_the_game_of_its_book(void **state)
{
    (void)state;
    static const struct {
        const char *language;
        enum carom_claim claim;
    } books[] = {
        {"en", CAROM_CLAIM_EXACT}, {"es", CAROM_CLAIM_EXACT},    {"ca", CAROM_CLAIM_EXACT},
        {"pt", CAROM_CLAIM_EXACT}, {"pt_BR", CAROM_CLAIM_EXACT}, {"de", CAROM_CLAIM_EXACT},
        {"fr", CAROM_CLAIM_EXACT}, {"it", CAROM_CLAIM_AT_MOST},  {"it_IT.UTF-8", CAROM_CLAIM_AT_MOST},
    };
    for (size_t i = 0; i < sizeof books / sizeof books[0]; i++) {
        struct carom_rules rules = carom_rules_from_preset(carom_preset_for_language(books[i].language));
        assert_int_equal(rules.claim, books[i].claim);
        assert_int_equal(rules.tie, CAROM_TIE_FIRST);
        assert_int_equal(rules.hourglass, 60000);
        assert_int_equal(rules.demonstration, 0); /* no book has a clock for showing */
        assert_int_equal(rules.goal, CAROM_GOAL_BY_PLAYERS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(R1_R4_sixteen_tokens_of_four_symbols_in_four_colours_and_one_vortex),
        cmocka_unit_test(S1_each_of_the_96_boards_has_17_tokens_and_no_barrier),
        cmocka_unit_test(R8_each_mark_has_one_face_with_barriers),
        cmocka_unit_test(R3_S1_A1_T1_every_robot_begins_on_its_marker_and_on_no_target),
        cmocka_unit_test(R10_S2_the_hourglass_of_every_book_runs_for_a_minute),
        cmocka_unit_test(R4_a_token_is_turned_up_and_its_cell_is_the_target),
        cmocka_unit_test(R5_one_slide_is_one_move_along_a_row_or_a_column_and_at_an_obstacle_another_may_begin),
        cmocka_unit_test(R6_others_are_moved_to_be_in_the_way_or_out_of_it),
        cmocka_unit_test(R13_each_language_has_the_game_of_its_book),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
