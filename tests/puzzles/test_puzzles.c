/*
 * Puzzles: what they are at heart, which are too near, dates, and the puzzles of the days.
 */
#include "solver_fixture.h"
#include "support.h"

#include <carom/daily.h>
#include <carom/libc_allocator.h>
#include <string.h>

static void heart_of(const char *words, char bytes[256])
{
    struct carom_puzzle puzzle = puzzle_of(words), heart;
    struct carom_puzzle_analysis analysis;
    assert_true(carom_puzzle_analyse(solver, &puzzle, 0, &analysis));
    carom_puzzle_canonical(solver, &puzzle, &analysis, &heart);
    struct carom_text text = carom_text_init(bytes, 256);
    carom_puzzle_write(&text, &heart);
}

static bool same(const char *a, const char *b)
{
    char one[256], other[256];
    heart_of(a, one);
    heart_of(b, other);
    return strcmp(one, other) == 0;
}

static void hearts_know_turns_swaps_and_useless_robots(void **state)
{
    (void)state;
    const char *const puzzle = "R1-Y1-G1-B1/Ra4,Yc9,Gp2,Bm12/Rm";
    struct carom_puzzle turned = puzzle_of(puzzle);
    char words[256], heart[256];
    for (unsigned quarters = 1; quarters < 4; quarters++) {
        carom_position_rotate(&turned.position, 1);
        struct carom_text text = carom_text_init(words, sizeof words);
        carom_puzzle_write(&text, &turned);
        assert_true(same(puzzle, words));
    }
    assert_true(same(puzzle, "R1-Y1-G1-B1/Ra4,Yp2,Gc9,Bm12/Rm"));
    assert_false(same(puzzle, "R1-Y1-G1-B1/Rb4,Yc9,Gp2,Bm12/Rm"));
    /* Whoever is not in the heart may stand elsewhere, as long as he is in nobody's way there. */
    heart_of(puzzle, heart);
    struct carom_puzzle core = puzzle_of(heart);
    assert_true(carom_robots_has(&core.position.robots, CAROM_RED));
    struct carom_puzzle_analysis whole, less;
    struct carom_puzzle all = puzzle_of(puzzle);
    assert_true(carom_puzzle_analyse(solver, &all, 0, &whole) && carom_puzzle_analyse(solver, &core, 0, &less));
    assert_int_equal(whole.moves, less.moves);
    assert_int_equal(whole.routes, less.routes);
}

/* R8: with barriers of his colour a robot is like no other. */
static void R8_hearts_keep_colours_where_barriers_have_them(void **state)
{
    (void)state;
    const char *const board = "8x8-wQAC-bYuc3/Ra8,Ya1,Gh1/R@d4";
    struct carom_puzzle puzzle = puzzle_of(board), heart;
    struct carom_puzzle_analysis analysis = {.moves = 1, .routes = 0}; /* nobody is useless: no answer fits */
    carom_puzzle_canonical(solver, &puzzle, &analysis, &heart);
    assert_int_equal(heart.position.robots.cell[CAROM_YELLOW], cell_of("a1"));
    assert_int_equal(heart.position.robots.cell[CAROM_GREEN], cell_of("h1"));
}

static void M4_walks_are_the_same_backwards_and_turned(void **state)
{
    (void)state;
    assert_true(same("black-A0-B0-D0-C0/1P>2W", "black-A0-B0-D0-C0/2W>1P"));
    assert_true(same("black-A0-B0-D0-C0/1P>2W", "black-C1-A1-B1-D1/1P>2W"));
    assert_true(same("black-A0-B0-D0-C0/1P>6R>2W", "black-D2-C2-A2-B2/2W>6R>1P"));
    assert_false(same("black-A0-B0-D0-C0/1P>2W", "black-A0-B0-D0-C0/1P>3W"));
    assert_false(same("black-A0-B0-D0-C0/1P>2W", "copper-A0-B0-D0-C0/1P>2W"));
}

static void near_is_on_beside_or_one_slide_away(void **state)
{
    (void)state;
    const char *const near[] = {"8x8/Rd4/R@d4", "8x8/Rd5/R@d4", "8x8/Ra5/R@a1", "8x8/Ra5,Bd3/*@d4",
                                "black-A0-B0-D0-C0/1P>6P"};
    const char *const far[] = {"8x8/Ra5/R@d4", "8x8/Rb5,Ba5/R@a1", "8x8/Rc5/R@d4", "black-A0-B0-D0-C0/1P>2W"};
    for (unsigned i = 0; i < sizeof near / sizeof near[0]; i++) {
        struct carom_puzzle puzzle = puzzle_of(near[i]);
        assert_true(carom_puzzle_is_one_move_away(&puzzle));
    }
    for (unsigned i = 0; i < sizeof far / sizeof far[0]; i++) {
        struct carom_puzzle puzzle = puzzle_of(far[i]);
        assert_false(carom_puzzle_is_one_move_away(&puzzle));
    }
}

static void dates_are_days(void **state)
{
    (void)state;
    static const struct {
        const char *date;
        uint32_t day;
    } good[] = {{"1970-01-01", 0}, {"1972-03-01", 790}, {"2000-02-29", 11016}, {"2026-11-16", 20773}};
    const char *const bad[] = {"",           "2026-11-1",  "2026-13-01",  "2026-00-10", "2026-02-29", "1900-02-29",
                               "1969-12-31", "2026/11/16", "2026-11-16 ", "x026-11-16", "2100-02-29"};
    uint32_t day;
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
        char bytes[16];
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        assert_true(carom_date_read(&day, good[i].date, 10));
        assert_int_equal(day, good[i].day);
        carom_date_write(&text, day);
        assert_string_equal(bytes, good[i].date);
    }
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(carom_date_read(&day, bad[i], strlen(bad[i])));
}

/* Could they be the same at heart? Then the active robot is on the same cell, and so is another one that matters. */
static bool could_be_same(const struct carom_position *a, const struct carom_position *b)
{
    unsigned active = a->target.active;
    if (a->robots.cell[active] != b->robots.cell[active])
        return false;
    for (unsigned robot = 0; robot < CAROM_COLOURS; robot++)
        for (unsigned other = 0; other < CAROM_COLOURS; other++)
            if (robot != active && other != active && a->robots.cell[robot] == b->robots.cell[other])
                return true;
    return false;
}

static void no_fiendish_puzzle_comes_twice_in_ten_years(void **state)
{
    (void)state;
    static struct carom_position all[CAROM_DAILY_CYCLE_DAYS];
    static uint32_t moves[CAROM_DAILY_CYCLE_DAYS];
    for (uint32_t day = 0; day < CAROM_DAILY_CYCLE_DAYS; day++) {
        struct carom_puzzle puzzle;
        assert_true(carom_daily_find(NULL, day, CAROM_DAILY_FIENDISH, &puzzle, &moves[day]));
        assert_in_range(moves[day], CAROM_DAILY_FIENDISH_MIN, 25);
        assert_false(carom_puzzle_is_one_move_away(&puzzle));
        all[day] = puzzle.position;
        while (all[day].board.faces[0] / 4 != CAROM_RED)
            carom_position_rotate(&all[day], 1);
        for (uint32_t before = day % CAROM_DAILY_BOARD_CYCLE; before < day; before += CAROM_DAILY_BOARD_CYCLE)
            assert_false(moves[before] == moves[day] && could_be_same(&all[before], &all[day]));
    }
    assert_true(CAROM_DAILY_CYCLE_DAYS >= 10 * 366);
}

/* The numbers of the table are those of the solver. */
static void fiendish_puzzles_need_what_the_table_says(void **state)
{
    (void)state;
    for (uint32_t day = 20773; day < 20774; day++) {
        struct carom_puzzle puzzle;
        struct carom_puzzle_analysis analysis;
        uint32_t moves;
        assert_true(carom_daily_find(solver, day, CAROM_DAILY_FIENDISH, &puzzle, &moves));
        assert_true(carom_puzzle_analyse(solver, &puzzle, 0, &analysis));
        assert_int_equal(analysis.moves, moves);
    }
}

static void days_are_what_their_names_say(void **state)
{
    (void)state;
    static const unsigned words[] = {CAROM_DIFFICULTY_EASY, CAROM_DIFFICULTY_MEDIUM};
    for (uint32_t day = 20773; day < 20773 + chance_rounds(30); day++) {
        struct carom_puzzle puzzle;
        struct carom_puzzle_analysis analysis;
        uint32_t moves;
        for (unsigned kind = CAROM_DAILY_EASY; kind <= CAROM_DAILY_MEDIUM; kind++) {
            assert_true(carom_daily_find(solver, day, kind, &puzzle, &moves));
            assert_false(carom_puzzle_is_one_move_away(&puzzle));
            assert_true(carom_puzzle_analyse(solver, &puzzle, 0, &analysis));
            assert_int_equal(analysis.moves, moves);
            assert_int_equal(analysis.difficulty.level, words[kind]);
        }
        assert_true(carom_daily_find(NULL, day, CAROM_DAILY_MICRO, &puzzle, &moves));
        assert_true(carom_puzzle_analyse(NULL, &puzzle, 0, &analysis) && analysis.moves == moves && moves >= 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hearts_know_turns_swaps_and_useless_robots),
        cmocka_unit_test(R8_hearts_keep_colours_where_barriers_have_them),
        cmocka_unit_test(M4_walks_are_the_same_backwards_and_turned),
        cmocka_unit_test(near_is_on_beside_or_one_slide_away),
        cmocka_unit_test(dates_are_days),
        cmocka_unit_test(no_fiendish_puzzle_comes_twice_in_ten_years),
        cmocka_unit_test(fiendish_puzzles_need_what_the_table_says),
        cmocka_unit_test(days_are_what_their_names_say),
    };
    return cmocka_run_group_tests_name("puzzles", tests, make_solver, free_solver);
}
