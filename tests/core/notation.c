/*
 * The notation: round trips of everything that can be written, forgiving input, and every kind of bad input.
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

/* Reads a position and writes it again. */
static const char *canonical(const char *text)
{
    static char bytes[2048];
    struct carom_puzzle puzzle;
    struct carom_error error;
    struct carom_text words = carom_text_init(bytes, sizeof bytes);
    if (carom_puzzle_read(&puzzle, CAROM_REQUIRE_BOARD, text, strlen(text), &error))
        carom_puzzle_write(&words, &puzzle);
    else
        carom_error_format(&words, &error, carom_error_sentence(error.code));
    assert_false(words.truncated);
    return bytes;
}

static void input_is_forgiving_and_output_canonical(void **state)
{
    (void)state;
    assert_string_equal(canonical("g1-y2-r2-b2/bn12,gB3,YP1,ro3/bG"), "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
    assert_string_equal(canonical("G1-Y2-R2-B2/Ro3/v"), "G1-Y2-R2-B2/Ro3/V");
    assert_string_equal(canonical("G1-Y2-R2-B2/ro3/r@E5"), "G1-Y2-R2-B2/Ro3/R@e5");
    assert_string_equal(canonical("G1-Y2-R2-B2/Ro3/*@e5"), "G1-Y2-R2-B2/Ro3/*@e5");
    assert_string_equal(canonical("BLACK-a0-b0-d0-c0/1p>2w"), "black-A0-B0-D0-C0/1P>2W");
    assert_string_equal(canonical("0765+42+2e21bd0f+93"), "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
}

static void moves_are_read_in_all_their_forms(void **state)
{
    (void)state;
    const char *forms[] = {"RN RE BS",    "rN rE bS", "r n r e b s", "R:NE B:S", "  RN\tRE BS ",
                           "R:N R:E B:S", "R↑ R→ B↓", "R↑→ B↓",      "r ↑→ b:↓"};
    for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        struct carom_move route[8];
        size_t count = 0;
        char bytes[64];
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        assert_true(carom_route_read(route, 8, &count, forms[i], strlen(forms[i]), NULL));
        carom_route_write(&text, route, count);
        assert_string_equal(bytes, "RN RE BS");
    }
}

/* `found` is what the sentence has to quote. */
static const struct bad {
    const char *text;
    enum carom_error_code code;
} bad_positions[] = {
    {"", CAROM_ERROR_EMPTY},
    {"G1-G2-R2-B2/Ro3/Rg", CAROM_ERROR_SECTION_TWICE},
    {"G1-Y2-R2-B7/Ro3/Rg", CAROM_ERROR_FACE},
    {"G1-X2-R2-B2/Ro3/Rg", CAROM_ERROR_FACE},
    {"G1-Y2-R2-B2", CAROM_ERROR_POSITION_PARTS},
    {"G1-Y2-R2-B2/Ro3", CAROM_ERROR_POSITION_PARTS},
    {"G1-Y2-R2-B2/Ro3/Rg/Rg", CAROM_ERROR_POSITION_PARTS},
    {"G1-Y2-R2-B2/Rh8/Rg", CAROM_ERROR_ROBOT_IN_CENTRE},
    {"G1-Y2-R2-B2/Ri9/Rg", CAROM_ERROR_ROBOT_IN_CENTRE},
    {"R4-Y1-G1-B1/Re2/Rg", CAROM_ERROR_ROBOT_ON_BARRIER},
    {"G1-Y2-R2-B2/Ro3,Yo3/Rg", CAROM_ERROR_ROBOT_ON_ROBOT},
    {"G1-Y2-R2-B2/Ro3,Ra1/Rg", CAROM_ERROR_ROBOT_TWICE},
    {"G1-Y2-R2-B2/Ro17/Rg", CAROM_ERROR_ROBOT},
    {"G1-Y2-R2-B2/Rq3/Rg", CAROM_ERROR_ROBOT},
    {"G1-Y2-R2-B2/Xo3/Rg", CAROM_ERROR_ROBOT},
    {"G1-Y2-R2-B2/Ro3/Rx", CAROM_ERROR_TARGET},
    {"G1-Y2-R2-B2/Ro3/Bg", CAROM_ERROR_ACTIVE_MISSING},
    {"G1-Y2-R2-B2/Ro3/R@h8", CAROM_ERROR_TARGET_IN_CENTRE},
    {"R4-Y1-G1-B1/Ro3/R@e2", CAROM_ERROR_TARGET_ON_BARRIER},
    {"8x8/Ra1/Rg", CAROM_ERROR_TOKEN_NOT_ON_BOARD},
    {"8x8/Ra9/R@a1", CAROM_ERROR_CELL_OUTSIDE},
    {"8x8/Ra1/R@a9", CAROM_ERROR_CELL_OUTSIDE},
    {"17x8/Ra1/R@a2", CAROM_ERROR_CUSTOM_SIZE},
    {"8x0/Ra1/R@a2", CAROM_ERROR_CUSTOM_SIZE},
    {"8x8-q/Ra1/R@a2", CAROM_ERROR_CUSTOM_BOARD},
    {"8x8-tRma1.Rmb1/Ra1/R@a2", CAROM_ERROR_CUSTOM_TOKEN_TWICE},
    {"8x8-bRua1.Yda1/Rb1/R@a2", CAROM_ERROR_CUSTOM_CELL_TWICE},
    {"8x8-xa1-bRua1/Rb1/R@a2", CAROM_ERROR_CUSTOM_SOLID_ITEM},
    {"8x8-bRza1/Rb1/R@a2", CAROM_ERROR_CUSTOM_ITEM},
    {"8x8-w!/Rb1/R@a2", CAROM_ERROR_CUSTOM_WALLS},
    {"black-A0-B0-D0/1P>2W", CAROM_ERROR_MICRO_BOARD},
    {"black-A0-A1-D0-C0/1P>2W", CAROM_ERROR_MICRO_TILE_TWICE},
    {"black-A0-B0-D0-C0/1P>7W", CAROM_ERROR_MICRO_CELL},
    {"black-A0-B0-D0-C0/1P>1P", CAROM_ERROR_MICRO_SAME_CELL},
    {"black-A0-B0-D0-C0/1P", CAROM_ERROR_MICRO_POSITION},
    {"0000+41+2E21BD0F+1C", CAROM_ERROR_SECTION_TWICE},
    {"0765+41+2E21BD0F", CAROM_ERROR_DROIDS_SHAPE},
    {"0765+61+2E21BD0F1122+1C", CAROM_ERROR_DROIDS_COUNT},
    {"0765+41+2E21BD0G+1C", CAROM_ERROR_DROIDS_DIGIT},
    {"0765+42+2E21BD0F+1C", CAROM_ERROR_DROIDS_ACTIVE},
    {"0765+41+2E21BD0F+00", CAROM_ERROR_DROIDS_TARGET},
    {"0765+41+2E772E0F+1C", CAROM_ERROR_ROBOT_IN_CENTRE},
    {"0765+41+2E2EBD0F+1C", CAROM_ERROR_ROBOT_ON_ROBOT},
};

static void R1_R3_every_kind_of_bad_position_has_its_sentence(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof bad_positions / sizeof bad_positions[0]; i++) {
        enum carom_error_code code = fault_of(bad_positions[i].text);
        if (code != bad_positions[i].code) {
            print_message("# %s: %s\n", bad_positions[i].text, carom_error_sentence(code));
            fail();
        }
    }
}

static void a_reader_of_one_game_names_the_other(void **state)
{
    static const char words[] = "black-A0-B0-D0-C0/1P>2W";
    struct carom_position position;
    struct carom_error error;
    (void)state;
    assert_false(carom_position_read(&position, CAROM_REQUIRE_TARGET, words, strlen(words), &error));
    assert_int_equal(error.code, CAROM_ERROR_NOT_RICOCHET);
}

static void every_sentence_is_one_clear_sentence(void **state)
{
    (void)state;
    for (unsigned code = CAROM_ERROR_NONE; code < CAROM_ERROR_CODES; code++) {
        const char *sentence = carom_error_sentence((enum carom_error_code)code);
        assert_true(strlen(sentence) > 10);
        assert_null(strchr(sentence, '\n'));
        assert_true(sentence[strlen(sentence) - 1] != ' ');
    }
}

static void every_error_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (unsigned code = CAROM_ERROR_NONE; code < CAROM_ERROR_CODES; code++) {
        const char *name = carom_error_name((enum carom_error_code)code);
        assert_non_null(name);
        assert_true(name[0] != '\0' && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name));
        for (unsigned other = CAROM_ERROR_NONE; other < code; other++)
            assert_string_not_equal(name, carom_error_name((enum carom_error_code)other));
    }
    assert_string_equal(carom_error_name((enum carom_error_code)CAROM_ERROR_CODES), "");
}

static void cut_off_anywhere_a_position_is_refused_or_whole(void **state)
{
    (void)state;
    const char *whole[] = {"G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/B@n11", "black-A0-B0-D0-C0/1P>6R>2W", "0765+42+2E21BD0F+93",
                           "4x4-wgA-xd4-bRub2-tVc3/Ra1,Bd1/V"};
    for (unsigned i = 0; i < 4; i++) {
        for (size_t length = 0; length < strlen(whole[i]); length++) {
            struct carom_puzzle puzzle;
            struct carom_error error;
            char bytes[256];
            struct carom_text text = carom_text_init(bytes, sizeof bytes);
            /* `B@n11` cut to `B@n1` is another position; all others are none. */
            if (carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, whole[i], length, &error)) {
                carom_puzzle_write(&text, &puzzle);
                assert_int_equal(text.length, length);
            }
        }
    }
}

static void random_position(struct carom_position *position)
{
    struct model_board model;
    *position = (struct carom_position){.target = {.token = CAROM_NO_TOKEN}};
    if (chance_below(2) == 0) {
        uint8_t faces[4];
        carom_board_nth(faces, CAROM_EDITION_2013, CAROM_BARRIERS_ANY, chance_below(1536));
        carom_board_build(&position->board, faces, NULL);
        carom_board_rotate(&position->board, chance_below(4));
    } else {
        random_board(&position->board, &model, 20);
        for (unsigned i = chance_below(6); i > 0; i--) {
            carom_cell cell = (carom_cell)chance_below(CAROM_CELLS);
            unsigned token = chance_below(CAROM_TOKENS);
            if (carom_board_can_stand(&position->board, cell) &&
                carom_board_token_at(&position->board, cell) == CAROM_NO_TOKEN &&
                (position->board.tokens >> token & 1u) == 0) {
                position->board.tokens |= 1u << token;
                position->board.token_cell[token] = cell;
            }
        }
    }
    random_robots(&position->robots, &position->board, 0x3f & (unsigned)chance());
    unsigned token = chance_below(CAROM_TOKENS);
    carom_cell cell = (carom_cell)chance_below(CAROM_CELLS);
    if ((position->board.tokens >> token & 1u) != 0)
        position->target = carom_target_from_token(&position->board, token);
    else if (carom_board_can_stand(&position->board, cell))
        position->target = (struct carom_target){
            .is_set = true, .token = CAROM_NO_TOKEN, .active = (uint8_t)chance_below(CAROM_ROBOTS + 1), .cell = cell};
}

/* What the two positions write is the same, and so are boards, robots and targets. */
static void assert_same_position(const struct carom_position *a, const struct carom_position *b)
{
    assert_same_words(a, b);
    assert_memory_equal(a->board.walls, b->board.walls, sizeof a->board.walls);
    assert_memory_equal(a->board.barriers, b->board.barriers, sizeof a->board.barriers);
    assert_memory_equal(a->board.solid, b->board.solid, sizeof a->board.solid);
    assert_int_equal(a->board.tokens, b->board.tokens);
    assert_int_equal(a->robots.present, b->robots.present);
    assert_int_equal(a->target.is_set, b->target.is_set);
}

static void positions_survive_text_and_drawing(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 4000; i++) {
        struct carom_position position, again;
        struct carom_error error = {0};
        char bytes[8192];
        random_position(&position);
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_position_write(&text, &position);
        assert_false(text.truncated);
        if (!carom_position_read(&again, CAROM_REQUIRE_BOARD, bytes, text.length, &error)) {
            print_message("# %s: %s\n", bytes, carom_error_sentence(error.code));
            fail();
        }
        assert_same_position(&position, &again);
        assert_null(strpbrk(bytes, " \t%#?\\\"<>")); /* fits a URL path as it is */
        text = carom_text_init(bytes, sizeof bytes);
        carom_ascii_board_write(&text, &position);
        assert_false(text.truncated);
        assert_true(carom_ascii_board_read(&again, CAROM_REQUIRE_BOARD, bytes, text.length, &error));
        /* A drawing knows no faces: compare what stands on the board. */
        memcpy(again.board.faces, position.board.faces, 4);
        assert_same_position(&position, &again);
    }
}

static void routes_survive_text(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 2000; i++) {
        struct carom_move route[32], again[32];
        size_t count = chance_below(33), read = 0;
        char bytes[4096];
        for (size_t j = 0; j < count; j++) {
            route[j] = carom_move_make(chance_below(CAROM_ROBOTS), chance_below(4));
            if (route[j].robot == CAROM_TRANSPARENT) {
                route[j].through_wall = chance_below(2) == 1;
                route[j].pass_barriers = chance_below(3) == 0 ? chance() : chance_below(8);
            }
        }
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_route_write(&text, route, count);
        assert_false(text.truncated);
        assert_true(carom_route_read(again, 32, &read, bytes, text.length, NULL));
        assert_int_equal(read, count);
        for (size_t j = 0; j < count; j++)
            assert_true(carom_move_equal(route[j], again[j]));
    }
}

static void bad_routes_are_refused(void **state)
{
    (void)state;
    const struct bad bad[] = {
        {"RX", CAROM_ERROR_MOVE_DIRECTION}, {"R", CAROM_ERROR_MOVE_DIRECTION},  {"QN", CAROM_ERROR_MOVE},
        {"RNE", CAROM_ERROR_MOVE},          {"R:", CAROM_ERROR_MOVE_DIRECTION}, {"!", CAROM_ERROR_MOVE},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct carom_move route[4];
        size_t count;
        struct carom_error error = {0};
        assert_false(carom_route_read(route, 4, &count, bad[i].text, strlen(bad[i].text), &error));
        assert_int_equal(error.code, bad[i].code);
    }
    struct carom_move route[2];
    size_t count;
    struct carom_error error;
    assert_false(carom_route_read(route, 2, &count, "RN RE RS", 8, &error));
    assert_int_equal(error.code, CAROM_ERROR_ROUTE_LONG);
}

static void bad_drawings_name_their_line(void **state)
{
    (void)state;
    const struct {
        const char *text;
        enum carom_error_code code;
        uint32_t line;
    } bad[] = {
        {"", CAROM_ERROR_DRAWING_EMPTY, 0},
        {"# only words\n", CAROM_ERROR_DRAWING_EMPTY, 0},
        {"+---+\n| . |\n", CAROM_ERROR_DRAWING_SIZE, 2},
        {"+---+\n| . |\n+---+---+\n", CAROM_ERROR_DRAWING_SIZE, 3},
        {"+---+\n| .  \n+---+\n", CAROM_ERROR_DRAWING_SIZE, 2},
        {"+---+\n| . |\n+   +\n", CAROM_ERROR_DRAWING_RIM, 3},
        {"+---+---+\n| . x . |\n+---+---+\n", CAROM_ERROR_DRAWING_WALL, 2},
        {"+---+\n|Rz |\n+---+\n", CAROM_ERROR_DRAWING_CELL, 2},
        {"+---+---+\n|Rm  Rm |\n+---+---+\n", CAROM_ERROR_CUSTOM_TOKEN_TWICE, 2},
        {"+---+\n| . |\n+---+\nrobot Ra1\n", CAROM_ERROR_DRAWING_LINE, 4},
        {"+---+\n| . |\n+---+\nrobots Ra2\n", CAROM_ERROR_CELL_OUTSIDE, 4},
        {"+---+\n|###|\n+---+\nrobots Ra1\n", CAROM_ERROR_ROBOT_IN_CENTRE, 4},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct carom_position position;
        struct carom_error error = {0};
        assert_false(carom_ascii_board_read(&position, CAROM_REQUIRE_BOARD, bad[i].text, strlen(bad[i].text), &error));
        if (error.code != bad[i].code || error.line != bad[i].line)
            print_message("# %s: %s, line %u\n", bad[i].text, carom_error_sentence(error.code), error.line);
        assert_int_equal(error.code, bad[i].code);
        assert_int_equal(error.line, bad[i].line);
    }
}

static void found_words_are_printable_and_short(void **state)
{
    (void)state;
    char noise[4096];
    memset(noise, 0x9b, sizeof noise);
    struct carom_puzzle puzzle;
    struct carom_error error;
    assert_false(carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, noise, sizeof noise, &error));
    assert_true(strlen(error.found) < CAROM_ERROR_FOUND_SIZE);
    for (const char *c = error.found; *c != '\0'; c++)
        assert_in_range(*c, 0x20, 0x7e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input_is_forgiving_and_output_canonical),
        cmocka_unit_test(moves_are_read_in_all_their_forms),
        cmocka_unit_test(R1_R3_every_kind_of_bad_position_has_its_sentence),
        cmocka_unit_test(a_reader_of_one_game_names_the_other),
        cmocka_unit_test(every_sentence_is_one_clear_sentence),
        cmocka_unit_test(every_error_has_a_name_of_its_own),
        cmocka_unit_test(cut_off_anywhere_a_position_is_refused_or_whole),
        cmocka_unit_test(positions_survive_text_and_drawing),
        cmocka_unit_test(routes_survive_text),
        cmocka_unit_test(bad_routes_are_refused),
        cmocka_unit_test(bad_drawings_name_their_line),
        cmocka_unit_test(found_words_are_printable_and_short),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
