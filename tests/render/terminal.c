/*
 * Boards drawn as text, read back by a reader of the tests' own and compared with the model; and the promises about
 * size and colour.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES 40
#define COLUMNS 100

/* A drawing as lines of code points. */
struct page {
    int lines;
    int width[LINES];
    unsigned sign[LINES][COLUMNS];
};

static unsigned decode(const unsigned char **at)
{
    unsigned c = *(*at)++;
    int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    unsigned value = more == 0 ? c : c & (0x3Fu >> more);
    for (; more > 0; more--)
        value = value << 6 | (*(*at)++ & 0x3Fu);
    return value;
}

static struct page page_of(const char *text)
{
    struct page page = {0};
    const unsigned char *at = (const unsigned char *)text;
    while (*at != '\0') {
        unsigned c = decode(&at);
        if (c == '\n') {
            page.lines++;
            assert_true(page.lines < LINES);
            continue;
        }
        assert_true(page.width[page.lines] < COLUMNS);
        page.sign[page.lines][page.width[page.lines]++] = c;
    }
    return page;
}

static unsigned sign_at(const struct page *page, int line, int column)
{
    assert_true(line >= 0 && line < page->lines);
    return column < page->width[line] ? page->sign[line][column] : ' ';
}

static bool upright(unsigned c)
{
    return c == '|' || c == 0x2503;
}
static bool level(unsigned c)
{
    return c == '-' || c == '_' || c == 0x2501 || c == 0x2581;
}

static char bytes[CAROM_GRID_BYTES];

static const char *draw(const struct carom_position *position, struct carom_grid_style style, bool colour)
{
    static struct carom_grid grid;
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_grid_position(&grid, position, style);
    carom_grid_write(&text, &grid, colour);
    assert_false(text.truncated);
    return bytes;
}

/* ---- reading a drawing back ---- */

static bool model_block(const struct model_board *model, int x, int y)
{
    return x >= 0 && y >= 0 && x < model->width && y < model->height && model->block[y][x];
}

/* Walls between two solid cells are not drawn: nobody gets there. */
static bool visible_wall(const struct model_board *model, int x, int y, char direction)
{
    int dx = direction == 'E' ? 1 : direction == 'W' ? -1 : 0, dy = direction == 'S' ? 1 : direction == 'N' ? -1 : 0;
    return model_board_has_wall(model, x, y, direction) &&
           !(model_block(model, x, y) && model_block(model, x + dx, y + dy));
}

static void check_walls(const struct page *page, const struct model_board *model, struct carom_grid_style style)
{
    int left = style.no_coordinates ? 0 : 3, top = style.no_coordinates ? 0 : 1;
    for (int y = 0; y < model->height; y++) {
        for (int x = 0; x < model->width; x++) {
            int line = top + 1 + (style.compact ? y : 2 * y), column = left + 4 * x;
            int above = style.compact ? line - 1 : line - 1, below = style.compact ? line : line + 1;
            assert_int_equal(upright(sign_at(page, line, column)), visible_wall(model, x, y, 'W'));
            assert_int_equal(upright(sign_at(page, line, column + 4)), visible_wall(model, x, y, 'E'));
            if (!style.compact || !model_block(model, x, y - 1))
                assert_int_equal(level(sign_at(page, above, column + 1)), visible_wall(model, x, y, 'N'));
            if (!style.compact || !model_block(model, x, y))
                assert_int_equal(level(sign_at(page, below, column + 1)), visible_wall(model, x, y, 'S'));
        }
    }
}

static unsigned sign_letter(unsigned c)
{
    switch (c) {
    case 0x263E:
        return 'm';
    case 0x2699:
        return 'g';
    case 0x2644:
        return 'p';
    case 0x2605:
        return 's';
    default:
        return c;
    }
}

static void check_cell(const struct page *page, const struct model_board *model, const struct carom_position *position,
                       int x, int y, struct carom_grid_style style)
{
    struct carom_grid_pos at = carom_grid_cell_pos(carom_cell_make((unsigned)x, (unsigned)y), style);
    unsigned first = sign_at(page, at.row, at.column), second = sign_at(page, at.row, at.column + 1);
    unsigned robot = carom_robots_at(&position->robots, carom_cell_make((unsigned)x, (unsigned)y));
    if (robot < CAROM_ROBOTS) {
        assert_int_equal(second, "RYGBST"[robot]);
    } else if (model->barrier[y][x] != 0) {
        assert_int_equal(first, model->barrier_colour[y][x]);
        assert_int_equal(second, model->barrier[y][x]);
    } else if (model->target[y][x][0] == 'V') {
        assert_int_equal(first, 'V');
    } else if (model->target[y][x][0] != '\0') {
        assert_int_equal(first, model->target[y][x][0]);
        assert_int_equal(sign_letter(second), model->target[y][x][1]);
    } else if (!model->block[y][x]) {
        assert_true(first == '.' || first == 0xB7 || level(first));
    }
}

static void check_drawing(const struct carom_position *position, const struct model_board *model)
{
    for (unsigned form = 0; form < 8; form++) {
        struct carom_grid_style style = {
            .compact = (form & 1) != 0, .ascii = (form & 2) != 0, .no_coordinates = (form & 4) != 0};
        struct page page = page_of(draw(position, style, false));
        int rows = style.compact ? model->height + 1 : 2 * model->height + 1;
        assert_int_equal(page.lines, rows + (style.no_coordinates ? 0 : 1));
        for (int line = 0; line < page.lines; line++)
            assert_true(page.width[line] <= 80);
        check_walls(&page, model, style);
        for (int y = 0; y < model->height; y++)
            for (int x = 0; x < model->width; x++)
                check_cell(&page, model, position, x, y, style);
    }
}

static void R1_printed_boards_are_read_back_from_their_drawings(void **state)
{
    (void)state;
    chance_begin("printed drawings");
    for (unsigned i = 0; i < carom_board_count(CAROM_EDITION_2013, CAROM_BARRIERS_ANY); i += 1 + chance_below(13)) {
        struct carom_position position = {0};
        struct model_board model;
        uint8_t faces[4];
        char name[32];
        assert_true(carom_board_nth(faces, CAROM_EDITION_2013, CAROM_BARRIERS_ANY, i));
        assert_true(carom_board_build(&position.board, faces, NULL));
        struct carom_text text = carom_text_init(name, sizeof name);
        carom_board_write(&text, &position.board);
        model_board_build(&model, name);
        random_robots(&position.robots, &position.board, chance_below(64));
        check_drawing(&position, &model);
    }
}

static void home_made_boards_are_read_back_from_their_drawings(void **state)
{
    (void)state;
    chance_begin("home-made drawings");
    for (unsigned i = 0; i < 400; i++) {
        struct carom_position position = {0};
        struct model_board model;
        random_board(&position.board, &model, 8);
        random_robots(&position.robots, &position.board, chance_below(64));
        check_drawing(&position, &model);
    }
}

/* ---- the target, colours, Micro Robots ---- */

static void the_target_is_pointed_at_and_in_the_middle(void **state)
{
    (void)state;
    struct carom_position position = position_of("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
    struct page page = page_of(draw(&position, (struct carom_grid_style){.ascii = true}, false));
    /* d10 is the fourth cell of the tenth row; the block lies between rows 8 and 9. */
    assert_int_equal(sign_at(&page, 20, 3 + 4 * 3 + 1), '>');
    assert_int_equal(sign_at(&page, 17, 3 + 4 * 7 + 3), 'B');
    assert_int_equal(sign_at(&page, 17, 3 + 4 * 7 + 4), 'g');
}

static void strip_escapes(char *text)
{
    char *to = text;
    while (*text != '\0')
        if (*text == '\033')
            text += strcspn(text, "m") + 1;
        else
            *to++ = *text++;
    *to = '\0';
}

static void colours_add_only_escape_sequences(void **state)
{
    (void)state;
    static char without[CAROM_GRID_BYTES];
    struct carom_position position = position_of("R4-Y4-G4-B4/Ro4,Yp1,Gb3,Bn12,Sc7,Tk6/V");
    for (unsigned form = 0; form < 8; form++) {
        struct carom_grid_style style = {
            .compact = (form & 1) != 0, .ascii = (form & 2) != 0, .no_coordinates = (form & 4) != 0};
        strcpy(without, draw(&position, style, false));
        assert_null(strchr(without, '\033'));
        draw(&position, style, true);
        assert_non_null(strchr(bytes, '\033'));
        strip_escapes(bytes);
        assert_string_equal(bytes, without);
    }
}

static void M1_micro_boards_are_read_back_from_their_drawings(void **state)
{
    (void)state;
    static struct carom_grid grid;
    struct carom_puzzle puzzle = puzzle_of("copper-C1-A3-D2-B0/1P>6R>2W");
    struct model_micro model;
    model_micro_build(&model, "copper-C1-A3-D2-B0");
    for (unsigned form = 0; form < 4; form++) {
        struct carom_grid_style style = {.ascii = (form & 1) != 0, .no_coordinates = (form & 2) != 0};
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_grid_micro(&grid, &puzzle.micro, style);
        carom_grid_write(&text, &grid, false);
        struct page page = page_of(bytes);
        assert_true(page.lines <= 22);
        for (unsigned place = 0; place < 36; place++) {
            struct carom_grid_pos at = carom_grid_micro_cell_pos(place, style);
            const char *cell = model.cell[place / 6][place % 6];
            assert_int_equal(sign_at(&page, at.row, at.column), cell[0]);
            assert_int_equal(sign_at(&page, at.row, at.column + 1), cell[1]);
            unsigned mark = strcmp(cell, "1P") == 0   ? '('
                            : strcmp(cell, "6R") == 0 ? '<'
                            : strcmp(cell, "2W") == 0 ? '['
                                                      : ' ';
            assert_int_equal(sign_at(&page, at.row, at.column - 1), mark);
        }
    }
}

/* ---- drawings people can look at ---- */

static void golden(const char *name, const char *position_text, struct carom_grid_style style)
{
    static char expected[CAROM_GRID_BYTES];
    char file_name[512];
    struct carom_position position = position_of(position_text);
    snprintf(file_name, sizeof file_name, "%s/drawings/%s", TEST_DATA_DIRECTORY, name);
    FILE *file = fopen(file_name, "rb");
    assert_non_null(file);
    expected[fread(expected, 1, sizeof expected - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(draw(&position, style, false), expected);
}

static void drawings_look_as_in_their_files(void **state)
{
    (void)state;
    golden("tall.txt", "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg", (struct carom_grid_style){0});
    golden("compact.txt", "R4-Y4-G4-B4/Ro4,Yp1,Gb3,Bn12,Sc7,Tk6/Bg", (struct carom_grid_style){.compact = true});
    golden("ascii.txt", "R4-Y4-G4-B4/Ro4,Yp1,Gb3,Bn12,Sc7,Tk6/V", (struct carom_grid_style){.ascii = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(R1_printed_boards_are_read_back_from_their_drawings),
        cmocka_unit_test(home_made_boards_are_read_back_from_their_drawings),
        cmocka_unit_test(the_target_is_pointed_at_and_in_the_middle),
        cmocka_unit_test(colours_add_only_escape_sequences),
        cmocka_unit_test(M1_micro_boards_are_read_back_from_their_drawings),
        cmocka_unit_test(drawings_look_as_in_their_files),
    };
    model_load(DATA_DIRECTORY);
    return cmocka_run_group_tests_name("terminal", tests, NULL, NULL);
}
