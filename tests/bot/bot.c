/*
 * The player's mind: its levels fit what is said of them, what it shows it has bid, and the same chance brings the
 * same.
 */
#include "support.h"

#include "../../dev/tournament.h"

#include <carom/deal.h>
#include <carom/libc_allocator.h>
#include <string.h>

#define ROUNDS 400
#define SEED 1

/* The answer about a dealt position; false: it takes too long. */
static bool deal(struct carom_solver *solver, uint64_t seed, uint8_t extra, struct carom_puzzle *puzzle,
                 struct carom_answer *answer)
{
    struct carom_random random = carom_random_seed(seed);
    struct carom_deal_options deal_options = {.edition = CAROM_EDITION_2013, .extra_robots = extra};
    struct carom_solve_options options = {.max_nodes = 20000};
    *puzzle = (struct carom_puzzle){.game = CAROM_GAME_RICOCHET};
    carom_deal_position(&random, &deal_options, &puzzle->position);
    return carom_answer_solve(solver, puzzle, &options, answer) == CAROM_SOLVE_FOUND;
}

/* What `carom check` says of an idea; it does not know how ideas come about. */
static enum carom_check_result judge(const struct carom_puzzle *puzzle, const struct bot_idea *idea)
{
    static struct carom_check check;
    char route[1024];
    struct carom_text text = carom_text_init(route, sizeof route);
    struct carom_check_rules rules = {.has_bid = true, .bid = idea->bid};
    for (unsigned i = 0; i < idea->moves; i++) {
        if (i > 0)
            carom_text_char(&text, ' ');
        carom_move_write(&text, idea->route[i].move);
    }
    assert_true(carom_check_route(&check, puzzle, route, text.length, &rules, NULL));
    return check.result;
}

static void assert_same(const struct bot_plan *a, const struct bot_plan *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->done_after_ms, b->done_after_ms);
    for (unsigned i = 0; i < a->count; i++) {
        assert_int_equal(a->ideas[i].bid_after_ms, b->ideas[i].bid_after_ms);
        assert_int_equal(a->ideas[i].bid, b->ideas[i].bid);
        assert_int_equal(a->ideas[i].moves, b->ideas[i].moves);
        for (unsigned k = 0; k < a->ideas[i].moves; k++)
            assert_true(carom_move_equal(a->ideas[i].route[k].move, b->ideas[i].route[k].move));
    }
}

static bool at_once(void *context)
{
    ++*(unsigned *)context;
    return true;
}

static void A2_thinking_ends_when_it_is_told_to(void **state)
{
    (void)state;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    static struct carom_answer answer;
    static struct bot_plan plan, free_plan;
    struct carom_puzzle puzzle;
    unsigned asked = 0;
    assert_true(deal(solver, 3, 0, &puzzle, &answer));
    answer.solution.status = CAROM_SOLVE_LIMIT; /* it has to look for itself */
    struct bot_problem problem = {.puzzle = &puzzle, .answer = &answer};
    bot_think(&free_plan, &problem, BOT_LEVELS, 3);
    assert_true(free_plan.count > 0);
    problem.over = at_once;
    problem.context = &asked;
    bot_think(&plan, &problem, BOT_LEVELS, 3);
    assert_int_equal(plan.count, 0);
    assert_in_range(asked, 1, 8); /* once for each robot and number of moves before */
    assert_int_equal(plan.skip_after_ms, free_plan.skip_after_ms);
    carom_solver_free(solver);
}

static void R7_R13_ideas_are_routes_but_for_those_that_err(void **state)
{
    (void)state;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    unsigned right = 0, wrong = 0;
    for (unsigned i = 0; i < 240; i++) {
        static struct carom_answer answer;
        static struct bot_plan plan, again;
        struct carom_puzzle puzzle;
        uint8_t extra = (uint8_t)((i % 3 == 0) << CAROM_SILVER | (i % 4 == 0) << CAROM_TRANSPARENT);
        if (!deal(solver, i, extra, &puzzle, &answer))
            continue;
        struct bot_problem problem = {.puzzle = &puzzle, .answer = &answer};
        unsigned level = 1 + i % BOT_LEVELS;
        bot_think(&plan, &problem, level, i);
        bot_think(&again, &problem, level, i);
        assert_same(&plan, &again);
        for (unsigned k = 0; k < plan.count; k++) {
            assert_true(plan.ideas[k].bid_after_ms > 1000);
            assert_true(k == 0 || plan.ideas[k].bid_after_ms >= plan.ideas[k - 1].bid_after_ms);
            assert_true(k == 0 || plan.ideas[k].bid < plan.ideas[k - 1].bid);
            bool good = judge(&puzzle, &plan.ideas[k]) == CAROM_CHECK_OK;
            right += good;
            wrong += !good;
        }
    }
    assert_true(right > 100);
    assert_true(wrong > 0 && wrong < right / 3);
    carom_solver_free(solver);
}

static void level_1_sees_four_moves_of_one_robot(void **state)
{
    (void)state;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    unsigned found = 0;
    for (unsigned i = 0; i < 200; i++) {
        static struct carom_answer answer;
        static struct bot_plan plan;
        struct carom_puzzle puzzle;
        if (!deal(solver, i, 0, &puzzle, &answer))
            continue;
        bot_think(&plan, &(struct bot_problem){.puzzle = &puzzle, .answer = &answer}, 1, i);
        found += plan.count > 0;
        for (unsigned k = 0; k < plan.count; k++) {
            assert_true(plan.ideas[k].moves <= 4);
            for (unsigned m = 1; m < plan.ideas[k].moves; m++)
                assert_int_equal(plan.ideas[k].route[m].move.robot, plan.ideas[k].route[0].move.robot);
        }
    }
    assert_true(found > 20);
    carom_solver_free(solver);
}

static void longer_routes_take_longer(void **state)
{
    (void)state;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    uint64_t sum[2] = {0}, count[2] = {0};
    for (unsigned i = 0; i < 200; i++) {
        static struct carom_answer answer;
        static struct bot_plan plan;
        struct carom_puzzle puzzle;
        if (!deal(solver, i, 0, &puzzle, &answer))
            continue;
        bot_think(&plan, &(struct bot_problem){.puzzle = &puzzle, .answer = &answer}, 8, i);
        unsigned longer = answer.solution.cost >= 7;
        sum[longer] += plan.count > 0 ? (uint64_t)plan.ideas[plan.count - 1].bid_after_ms : 0;
        count[longer] += plan.count > 0;
    }
    assert_true(count[0] > 20 && count[1] > 20);
    assert_true(sum[1] / count[1] > sum[0] / count[0] * 3 / 2);
    carom_solver_free(solver);
}

/* The short form of `carom-dev tournament`. */
static void each_level_beats_the_one_below(void **state)
{
    (void)state;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    for (unsigned level = 2; level <= BOT_LEVELS; level++) {
        struct tournament tournament;
        tournament_play(&tournament, solver, CAROM_PRESET_RICOCHET, (unsigned[]){level - 1, level}, ROUNDS, SEED);
        unsigned decided = tournament.side[0].won + tournament.side[1].won;
        unsigned percent = 100 * tournament.side[1].won / decided;
        if (percent < 55 || percent > 70)
            print_message("# level %u: %u of %u\n", level, tournament.side[1].won, decided);
        assert_in_range(percent, 55, 70);
        if (level == 3) {
            print_message("# level 3 above the shortest in %u of %u\n", tournament.side[1].above_optimum,
                          tournament.longer);
            assert_true(2 * tournament.side[1].above_optimum >= tournament.longer);
        }
        if (level == BOT_LEVELS)
            assert_true(tournament.side[1].shortest * 100 >= tournament.rounds * 95);
    }
    carom_solver_free(solver);
}

static void M5_higher_levels_win_in_micro_robots_too(void **state)
{
    (void)state;
    for (unsigned level = 4; level <= BOT_LEVELS; level += 3) {
        struct tournament tournament;
        tournament_play(&tournament, NULL, CAROM_PRESET_MICRO, (unsigned[]){level - 3, level}, 200, SEED);
        assert_true(tournament.side[1].won > tournament.side[0].won * 11 / 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(A2_thinking_ends_when_it_is_told_to),
        cmocka_unit_test(R7_R13_ideas_are_routes_but_for_those_that_err),
        cmocka_unit_test(level_1_sees_four_moves_of_one_robot),
        cmocka_unit_test(longer_routes_take_longer),
        cmocka_unit_test(each_level_beats_the_one_below),
        cmocka_unit_test(M5_higher_levels_win_in_micro_robots_too),
    };
    /* The tournaments are the same computation over and over: minutes with sanitizers, which have seen it by then. */
    return chance_rounds(100) == 100 ? cmocka_run_group_tests(tests, NULL, NULL)
                                     : _cmocka_run_group_tests("one by one", tests, 3, NULL, NULL);
}
