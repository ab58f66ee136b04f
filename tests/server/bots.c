/*
 * Bots: their longer routes are right, and their character fits their level.
 */
#include "support.h"

#include "../../src/server/bots/bots.h"

#include <carom/heap.h>
#include <stdlib.h>
#include <string.h>

/* `carom check` is the judge: it does not know how detours are made. */
static void assert_right(const struct carom_position *position, const struct detour *detour)
{
    static struct carom_check check;
    char route[1024];
    struct carom_text text = carom_text_in(route, sizeof route);
    struct carom_puzzle puzzle = {.game = CAROM_GAME_RICOCHET, .position = *position};
    struct carom_check_rules rules = {.has_bid = true, .bid = detour->cost};
    carom_route_write(&text, detour->route, detour->moves);
    assert_true(carom_check_route(&check, &puzzle, route, text.length, &rules, NULL));
    if (check.why != CAROM_CHECK_OK) {
        print_message("# %s: %s\n", route, carom_check_name(&check));
        fail();
    }
}

static void R7_R13_detours_are_right_longer_and_the_same_for_the_same_seed(void **state)
{
    (void)state;
    struct carom_solver *solver = carom_solver_new(&carom_heap);
    struct carom_solve_options options = {.max_nodes = 20000};
    struct carom_random random = carom_random_seed(77);
    unsigned found = 0;
    for (unsigned i = 0; i < 40; i++) {
        struct carom_deal deal = {.edition = CAROM_EDITION_2013, .extra = (uint8_t)((i % 3 == 0) << CAROM_SILVER)};
        struct carom_position position;
        static struct carom_solution solution;
        struct detour detours[DETOURS], again[DETOURS];
        carom_deal_position(&random, &deal, &position);
        if (carom_solve(solver, &position, &options, &solution) != CAROM_SOLVE_FOUND)
            continue;
        unsigned count = detours_find(solver, &position, &solution, i, &options, detours);
        assert_int_equal(detours_find(solver, &position, &solution, i, &options, again), count);
        for (unsigned k = 0; k < count; k++) {
            assert_true(detours[k].cost > (k == 0 ? solution.cost : detours[k - 1].cost));
            assert_int_equal(detours[k].moves, again[k].moves);
            assert_right(&position, &detours[k]);
        }
        found += count;
    }
    assert_true(found > 40); /* most positions have some */
    carom_solver_free(solver);
}

/* What a thousand rounds of a level look like. */
struct character {
    unsigned nothing;
    unsigned optimum; /* in the end */
    unsigned improved;
    carom_ms time; /* of the first bid, summed up */
};

static struct character character_of(unsigned level, uint32_t cost)
{
    struct character character = {0};
    for (unsigned i = 0; i < 1000; i++) {
        struct carom_random random = carom_random_seed(i);
        struct bot_plan plan = bot_plan_make(level, cost, 2, &random);
        character.nothing += plan.count == 0;
        character.improved += plan.count == 2;
        character.optimum += plan.count > 0 && plan.bids[plan.count - 1].choice == 0;
        character.time += plan.count > 0 ? plan.bids[0].after : 0;
        for (unsigned k = 0; k < plan.count; k++) {
            assert_true(plan.bids[k].choice <= 2);
            assert_true(plan.bids[k].after >= 1000 && plan.bids[k].after < 600000);
            assert_true(k == 0 || plan.bids[k].after > plan.bids[k - 1].after);
        }
    }
    return character;
}

static void level_10_always_finds_the_shortest_route(void **state)
{
    (void)state;
    for (uint32_t cost = 1; cost < 30; cost++) {
        struct character character = character_of(10, cost);
        assert_int_equal(character.optimum, 1000);
        assert_int_equal(character.nothing, 0);
    }
}

static void higher_levels_find_more_and_sooner(void **state)
{
    (void)state;
    struct character before = character_of(1, 7);
    assert_true(before.optimum < 300); /* beginners miss it */
    for (unsigned level = 2; level <= 10; level++) {
        struct character character = character_of(level, 7);
        unsigned bids = 1000 - character.nothing;
        assert_true(character.optimum >= before.optimum);
        assert_true(character.nothing <= before.nothing);
        assert_true(character.time / bids < before.time / (1000 - before.nothing));
        before = character;
    }
    assert_true(character_of(6, 7).improved > 100); /* practised players bid first and improve then */
    assert_true(character_of(3, 14).nothing > character_of(3, 6).nothing);
}

static void without_detours_only_the_shortest_route_can_be_bid(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        struct carom_random random = carom_random_seed(i);
        struct bot_plan plan = bot_plan_make(1 + i % 10, 6, 0, &random);
        assert_true(plan.count <= 1);
        assert_true(plan.count == 0 || plan.bids[0].choice == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(R7_R13_detours_are_right_longer_and_the_same_for_the_same_seed),
        cmocka_unit_test(level_10_always_finds_the_shortest_route),
        cmocka_unit_test(higher_levels_find_more_and_sooner),
        cmocka_unit_test(without_detours_only_the_shortest_route_can_be_bid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
