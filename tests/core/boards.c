/*
 * Boards: the printed data against a second transcription, all boards of the boxes, turning (R1, R2, S1).
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

/* A face alone, in the north-west of an otherwise empty 16x16 model board. */
static void put_list_line(struct model_board *board, const char *line)
{
    int x, y;
    char a[16], b[16];
    if (sscanf(line, "wall %d %d %15s", &x, &y, a) == 3) {
        for (const char *side = a; *side != '\0'; side++)
            model_board_wall(board, x, y, *side);
    } else if (sscanf(line, "target %d %d %15s %15s", &x, &y, a, b) == 4) {
        const char *colour = strcmp(a, "any") == 0 ? "V" : "";
        snprintf(board->target[y][x], 3, "%c%c", *colour != '\0' ? 'V' : a[0] - 'a' + 'A', *colour != '\0' ? 0 : b[0]);
    } else if (sscanf(line, "diag %d %d %15s %15s", &x, &y, a, b) == 4) {
        board->barrier[y][x] = b[0];
        board->barrier_colour[y][x] = (char)(a[0] - 'a' + 'A');
    }
}

static void start_face(struct model_board *board)
{
    model_board_empty(board, 16, 16);
    model_board_block(board, 7, 7);
}

/* The quarter of a built board against the list; the seams are compared by the face that has the wall. */
static void compare_quarter(const struct model_board *list, const char *face)
{
    static const char *const others[4] = {"R", "Y", "G", "B"};
    char name[16];
    snprintf(name, sizeof name, "%s", face);
    for (unsigned i = 0; i < 4; i++)
        if (others[i][0] != face[0])
            snprintf(name + strlen(name), sizeof name - strlen(name), "-%s1", others[i]);
    struct carom_board board = board_of(name);
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 8; x++) {
            carom_cell cell = carom_cell_make((unsigned)x, (unsigned)y);
            bool notch = x == 7 && y == 7;
            for (unsigned d = 0; d < 4; d++) {
                bool seam = (x == 7 && d == CAROM_EAST) || (y == 7 && d == CAROM_SOUTH);
                bool listed = model_board_has_wall(list, x, y, "NESW"[d]);
                if (!notch && (!seam || listed))
                    assert_int_equal(carom_board_has_wall(&board, cell, d), listed);
            }
            uint8_t barrier = board.barriers[cell];
            assert_int_equal(barrier != 0 ? (barrier & CAROM_BARRIER_FALLING ? '\\' : '/') : 0, list->barrier[y][x]);
            assert_int_equal(barrier != 0 ? "RYGB"[barrier & CAROM_BARRIER_COLOUR] : 0, list->barrier_colour[y][x]);
            char token[4] = "";
            struct carom_text text = carom_text_init(token, sizeof token);
            if (carom_board_token_at(&board, cell) != CAROM_NO_TOKEN)
                carom_token_write(&text, carom_board_token_at(&board, cell));
            assert_string_equal(token, list->target[y][x]);
        }
    }
}

static void R1_faces_are_those_of_the_second_transcription(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_DATA_DIRECTORY "/faces-list.txt", "r");
    assert_non_null(file);
    struct model_board list;
    char face[3] = "";
    char line[128];
    int faces = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "face ", 5) == 0) {
            if (faces++ > 0)
                compare_quarter(&list, face);
            memcpy(face, line + 5, 2);
            start_face(&list);
        } else if (faces > 0) {
            put_list_line(&list, line);
        }
    }
    compare_quarter(&list, face);
    fclose(file);
    assert_int_equal(faces, CAROM_FACES);
}

/* Does every one of the 17 targets stand on the board, and each once? */
static void assert_all_targets_once(const struct model_board *model)
{
    static const char *const tokens[CAROM_TOKENS] = {"Rm", "Rg", "Rp", "Rs", "Ym", "Yg", "Yp", "Ys", "Gm",
                                                     "Gg", "Gp", "Gs", "Bm", "Bg", "Bp", "Bs", "V"};
    int all = 0;
    int seen[CAROM_TOKENS] = {0};
    for (int cell = 0; cell < 256; cell++) {
        const char *target = model->target[cell / 16][cell % 16];
        for (int i = 0; i < CAROM_TOKENS; i++)
            seen[i] += strcmp(target, tokens[i]) == 0;
        all += *target != '\0';
    }
    assert_int_equal(all, CAROM_TOKENS);
    for (int i = 0; i < CAROM_TOKENS; i++)
        assert_int_equal(seen[i], 1);
}

static void R1_all_6144_oriented_boards_have_17_targets_and_252_cells(void **state)
{
    (void)state;
    unsigned count = 0;
    uint8_t faces[4];
    for (unsigned index = 0; carom_board_nth(faces, CAROM_EDITION_2013, CAROM_BARRIERS_ANY, index); index++) {
        struct carom_board board;
        assert_true(carom_board_build(&board, faces, NULL));
        for (unsigned turn = 0; turn < 4; turn++, count++) {
            char name[32];
            struct carom_text text = carom_text_init(name, sizeof name);
            carom_board_write(&text, &board);
            struct model_board model;
            model_board_build(&model, name);
            assert_same_board(&board, &model);
            assert_int_equal(board.tokens, (1u << CAROM_TOKENS) - 1);
            assert_all_targets_once(&model);
            assert_int_equal(model_cells_connected(&model), 252);
            carom_board_rotate(&board, 1);
        }
    }
    assert_int_equal(count, 6144);
}

static void R1_R2_S1_as_many_boards_as_the_boxes_allow(void **state)
{
    (void)state;
    assert_int_equal(carom_board_count(CAROM_EDITION_2013, CAROM_BARRIERS_ANY), 4 * 4 * 4 * 4 * 6);
    assert_int_equal(carom_board_count(CAROM_EDITION_1999, CAROM_BARRIERS_ANY), 2 * 2 * 2 * 2 * 6);
    /* R2: three of the four faces of each colour have no barriers. */
    assert_int_equal(carom_board_count(CAROM_EDITION_2013, CAROM_BARRIERS_NONE), 3 * 3 * 3 * 3 * 6);
    assert_int_equal(carom_board_count(CAROM_EDITION_2013, CAROM_BARRIERS_REQUIRED), 1536 - 486);
    assert_int_equal(carom_board_count(CAROM_EDITION_1999, CAROM_BARRIERS_NONE), 96);
    assert_int_equal(carom_board_count(CAROM_EDITION_1999, CAROM_BARRIERS_REQUIRED), 0);
}

/* A board as a number, for finding doubles. */
static unsigned key_of(const uint8_t faces[4])
{
    return faces[0] << 12 | faces[1] << 8 | faces[2] << 4 | faces[3];
}

static void R1_R2_S1_lists_are_of_different_boards_that_fit_the_question(void **state)
{
    (void)state;
    for (unsigned edition = 0; edition < 2; edition++) {
        for (unsigned barriers = 0; barriers < 3; barriers++) {
            static bool seen[65536];
            memset(seen, 0, sizeof seen);
            uint8_t faces[4];
            unsigned index = 0;
            for (; carom_board_nth(faces, edition, barriers, index); index++) {
                struct carom_board board;
                bool any = false;
                assert_int_equal(faces[0] / 4, CAROM_RED); /* red lies in the north-west */
                assert_true(carom_board_build(&board, faces, NULL));
                for (unsigned i = 0; i < 4; i++) {
                    any = any || carom_face_has_barriers(faces[i]);
                    assert_true(edition == CAROM_EDITION_2013 || faces[i] % 4 < 2); /* S1 */
                    assert_true(carom_face_in_edition(faces[i], edition));
                }
                assert_int_equal(any, carom_board_has_barriers(&board));
                assert_true(barriers != CAROM_BARRIERS_NONE || !any);
                assert_true(barriers != CAROM_BARRIERS_REQUIRED || any);
                assert_false(seen[key_of(faces)]);
                seen[key_of(faces)] = true;
            }
            assert_int_equal(index, carom_board_count(edition, barriers));
        }
    }
}

static void R1_two_equal_marks_are_no_board(void **state)
{
    (void)state;
    struct carom_board board;
    struct carom_error error;
    const char *bad[] = {"R1-R2-G1-B1", "R1-Y1-G1-G1", "B4-Y1-R3-B1"};
    for (unsigned i = 0; i < 3; i++) {
        assert_false(carom_board_read(&board, bad[i], strlen(bad[i]), &error));
        assert_int_equal(error.code, CAROM_ERROR_SECTION_TWICE);
    }
}

static void R1_a_face_that_comes_changes_places_with_its_mark(void **state)
{
    (void)state;
    uint8_t faces[4] = {8, 5, 1, 13}; /* G1-Y2-R2-B2 */
    unsigned compared = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        for (unsigned face = 0; face < CAROM_FACES; face++, compared++) {
            struct carom_board board;
            carom_faces_replace(faces, corner, face);
            assert_int_equal(faces[corner], face);
            assert_true(carom_board_build(&board, faces, NULL));
        }
    }
    assert_int_equal(compared, 64);
}

static void R1_four_quarter_turns_give_the_board_again(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 300; i++) {
        struct carom_board board;
        struct model_board model;
        if (i % 2 == 0) {
            uint8_t faces[4];
            carom_board_nth(faces, CAROM_EDITION_2013, CAROM_BARRIERS_ANY, chance_below(1536));
            carom_board_build(&board, faces, NULL);
        } else {
            do {
                random_board(&board, &model, 8);
            } while (board.width != board.height);
        }
        struct carom_board turned = board;
        for (unsigned turn = 0; turn < 4; turn++)
            carom_board_rotate(&turned, 1);
        assert_memory_equal(&turned, &board, sizeof board);
        struct carom_board half = board;
        carom_board_rotate(&half, 2);
        carom_board_rotate(&turned, 1);
        carom_board_rotate(&turned, 1);
        assert_memory_equal(&half, &turned, sizeof half);
        carom_cell cell = carom_cell_make(chance_below(board.width), chance_below(board.height));
        carom_cell round = cell;
        for (unsigned turn = 0; turn < 4; turn++)
            round = carom_cell_rotate(round, board.width, 1);
        assert_int_equal(round, cell);
    }
}

static void boards_drawn_by_hand_are_as_in_the_model(void **state)
{
    (void)state;
    chance_begin(__func__);
    for (unsigned i = 0; i < 2000; i++) {
        struct carom_board board;
        struct model_board model;
        random_board(&board, &model, 12);
        assert_same_board(&board, &model);
        if (board.width == board.height) {
            carom_board_rotate(&board, 1);
            model_board_turn(&model);
            assert_same_board(&board, &model);
        }
    }
}

static void taking_barriers_off_leaves_everything_else(void **state)
{
    (void)state;
    struct carom_board board = board_of("R4-Y4-G4-B4");
    struct carom_board stripped = board;
    carom_board_remove_barriers(&stripped);
    assert_true(carom_board_has_barriers(&board));
    assert_false(carom_board_has_barriers(&stripped));
    assert_false(carom_board_is_printed(&stripped));
    assert_memory_equal(board.walls, stripped.walls, sizeof board.walls);
    assert_memory_equal(board.token_cell, stripped.token_cell, sizeof board.token_cell);
    struct carom_board plain = board_of("R1-Y2-G3-B1");
    carom_board_remove_barriers(&plain);
    assert_true(carom_board_is_printed(&plain));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(R1_faces_are_those_of_the_second_transcription),
        cmocka_unit_test(R1_all_6144_oriented_boards_have_17_targets_and_252_cells),
        cmocka_unit_test(R1_R2_S1_as_many_boards_as_the_boxes_allow),
        cmocka_unit_test(R1_R2_S1_lists_are_of_different_boards_that_fit_the_question),
        cmocka_unit_test(R1_two_equal_marks_are_no_board),
        cmocka_unit_test(R1_a_face_that_comes_changes_places_with_its_mark),
        cmocka_unit_test(R1_four_quarter_turns_give_the_board_again),
        cmocka_unit_test(boards_drawn_by_hand_are_as_in_the_model),
        cmocka_unit_test(taking_barriers_off_leaves_everything_else),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
