#include "support.h"
#include "solver_fixture.h"

#include "../../src/core/invariants.h"

#include <carom/libc_allocator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef CAROM_ASSERTIONS
static void on_assert_failed(const char *promise, const char *file, int line)
{
    fprintf(stderr, "# %s:%d: this does not hold: %s\n", file, line, promise);
}

__attribute__((constructor)) static void tell_broken_promises(void)
{
    carom_assert_handler = on_assert_failed;
}
#endif

static void explain(const char *text, const struct carom_error *error)
{
    char bytes[512];
    struct carom_text words = carom_text_init(bytes, sizeof bytes);
    carom_error_format(&words, error, carom_error_sentence(error->code));
    print_message("# %s: %s\n", text, bytes);
}

struct carom_position position_of(const char *text)
{
    struct carom_position position;
    struct carom_error error;
    if (!carom_position_read(&position, CAROM_REQUIRE_BOARD, text, strlen(text), &error)) {
        explain(text, &error);
        fail();
    }
    return position;
}

struct carom_position drawing_of(const char *text)
{
    struct carom_position position;
    struct carom_error error;
    if (!carom_ascii_board_read(&position, CAROM_REQUIRE_BOARD, text, strlen(text), &error)) {
        explain(text, &error);
        fail();
    }
    return position;
}

struct carom_position drawing_with(const char *drawing, const char *robots)
{
    char text[2048];
    struct carom_text words = carom_text_init(text, sizeof text);
    carom_text_put(&words, drawing);
    carom_text_put(&words, "robots ");
    carom_text_put(&words, robots);
    return drawing_of(text);
}

struct carom_board board_of(const char *text)
{
    return position_of(text).board;
}

struct carom_puzzle puzzle_of(const char *text)
{
    struct carom_puzzle puzzle;
    struct carom_error error;
    if (!carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, text, strlen(text), &error)) {
        explain(text, &error);
        fail();
    }
    return puzzle;
}

carom_cell cell_of(const char *text)
{
    carom_cell cell = 0;
    assert_true(carom_cell_read(&cell, text, strlen(text)));
    return cell;
}

struct carom_move move_of(const char *text)
{
    struct carom_move move = {0};
    size_t count = 0;
    assert_true(carom_route_read(&move, 1, &count, text, strlen(text), NULL));
    assert_int_equal(count, 1);
    return move;
}

void assert_same_words(const struct carom_position *a, const struct carom_position *b)
{
    char words_a[2048], words_b[2048];
    struct carom_text text_a = carom_text_init(words_a, sizeof words_a),
                      text_b = carom_text_init(words_b, sizeof words_b);
    carom_position_write(&text_a, a);
    carom_position_write(&text_b, b);
    assert_string_equal(words_a, words_b);
}

enum carom_error_code fault_of(const char *text)
{
    struct carom_puzzle puzzle;
    struct carom_error error = {0};
    if (carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, text, strlen(text), &error))
        return CAROM_ERROR_NONE;
    assert_int_not_equal(error.code, CAROM_ERROR_NONE);
    return error.code;
}

struct carom_slide slide_of(const struct carom_position *position, const char *move)
{
    struct carom_slide slide;
    carom_slide(&position->board, &position->robots, move_of(move), &slide, NULL);
    return slide;
}

const char *stop_of(const struct carom_position *position, const char *move)
{
    static char bytes[8];
    struct carom_slide slide = slide_of(position, move);
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    if (slide.result == CAROM_SLIDE_OK)
        carom_cell_write(&text, slide.to);
    else
        carom_text_char(&text, '-');
    return bytes;
}

/* SplitMix64's step, written again: a test must not draw from what it tests. */
static uint64_t chance_state;

void chance_begin(const char *test)
{
    const char *given = getenv("CAROM_TEST_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : 20131999;
    chance_state = seed;
    print_message("# %s: CAROM_TEST_SEED=%llu\n", test, (unsigned long long)seed);
}

unsigned chance_rounds(unsigned all)
{
    const char *share = getenv("CAROM_TEST_SHARE");
    unsigned rounds = share != NULL ? (unsigned)((uint64_t)all * strtoull(share, NULL, 10) / 100) : all;
    return rounds > 0 ? rounds : 1;
}

uint64_t chance(void)
{
    chance_state += 0x9e3779b97f4a7c15u;
    uint64_t z = chance_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

unsigned chance_below(unsigned n)
{
    return (unsigned)(chance() % n);
}

struct model_robots model_robots_of(const struct carom_robots *robots)
{
    struct model_robots model;
    for (unsigned i = 0; i < CAROM_ROBOTS; i++) {
        bool here = carom_robots_has(robots, i);
        model.x[i] = here ? (int)carom_cell_column(robots->cell[i]) : -1;
        model.y[i] = here ? (int)carom_cell_row(robots->cell[i]) : -1;
    }
    return model;
}

static void assert_same_cell(const struct carom_board *board, const struct model_board *model, int x, int y)
{
    carom_cell cell = carom_cell_make((unsigned)x, (unsigned)y);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        assert_int_equal(carom_board_has_wall(board, cell, direction),
                         model_board_has_wall(model, x, y, "NESW"[direction]));
    assert_int_equal(carom_board_is_solid(board, cell), model->block[y][x]);
    char barrier = model->barrier[y][x];
    assert_int_equal(board->barriers[cell] != 0, barrier != 0);
    if (barrier != 0) {
        assert_int_equal((board->barriers[cell] & CAROM_BARRIER_FALLING) != 0, barrier == '\\');
        assert_int_equal("RYGB"[board->barriers[cell] & CAROM_BARRIER_COLOUR], model -> barrier_colour[y][x]);
    }
    char bytes[4] = "";
    unsigned token = carom_board_token_at(board, cell);
    if (token != CAROM_NO_TOKEN) {
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_token_write(&text, token);
    }
    assert_string_equal(bytes, model->target[y][x]);
}

void assert_same_board(const struct carom_board *board, const struct model_board *model)
{
    assert_int_equal(board->width, model->width);
    assert_int_equal(board->height, model->height);
    for (int y = 0; y < model->height; y++)
        for (int x = 0; x < model->width; x++)
            assert_same_cell(board, model, x, y);
}

void random_board(struct carom_board *board, struct model_board *model, unsigned barriers)
{
    unsigned width = 1 + chance_below(16), height = 1 + chance_below(16);
    carom_board_init(board, width, height);
    model_board_empty(model, (int)width, (int)height);
    for (unsigned i = chance_below(1 + width * height / 3); i > 0; i--) {
        unsigned x = chance_below(width), y = chance_below(height), direction = chance_below(4);
        carom_board_set_wall(board, carom_cell_make(x, y), direction, true);
        model_board_wall(model, (int)x, (int)y, "NESW"[direction]);
    }
    for (unsigned i = chance_below(3); i > 0; i--) {
        unsigned x = chance_below(width), y = chance_below(height);
        carom_board_set_solid(board, carom_cell_make(x, y));
        model_board_block(model, (int)x, (int)y);
    }
    for (unsigned i = barriers > 0 ? chance_below(barriers + 1) : 0; i > 0; i--) {
        unsigned x = chance_below(width), y = chance_below(height), colour = chance_below(4);
        bool falling = chance_below(2) == 1;
        if (model->block[y][x])
            continue;
        board->barriers[carom_cell_make(x, y)] =
            (uint8_t)(CAROM_BARRIER | (falling ? CAROM_BARRIER_FALLING : 0) | colour);
        model->barrier[y][x] = falling ? '\\' : '/';
        model->barrier_colour[y][x] = "RYGB"[colour];
    }
}

void random_robots(struct carom_robots *robots, const struct carom_board *board, unsigned present)
{
    *robots = (struct carom_robots){0};
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        for (unsigned tries = 0; tries < 200 && (present >> robot & 1u) != 0; tries++) {
            carom_cell cell = (carom_cell)chance_below(CAROM_CELLS);
            if (carom_board_contains(board, cell) && !carom_board_is_solid(board, cell) && board->barriers[cell] == 0 &&
                carom_robots_at(robots, cell) == CAROM_ROBOTS) {
                robots->cell[robot] = cell;
                robots->present |= (uint8_t)(1u << robot);
                break;
            }
        }
    }
}

struct carom_solver *solver;

int make_solver(void **state)
{
    (void)state;
    solver = carom_solver_new(&carom_libc_allocator);
    return solver == NULL;
}

int free_solver(void **state)
{
    (void)state;
    carom_solver_free(solver);
    return 0;
}
