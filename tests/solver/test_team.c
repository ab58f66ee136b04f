/*
 * Several threads on one position: the same status, length, route and node count as with one, whatever the team does.
 */
#include "brute_force.h"
#include "support.h"

#include <carom/libc_allocator.h>
#include <carom/team.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 60000 /* searches end here */

static struct carom_solver *alone, *together;

/* Teams without threads, which call the parts in orders that real ones may take. */
static void only_the_caller(void *context, void (*work)(void *state, unsigned part), void *state)
{
    ++*(unsigned *)context;
    work(state, 0);
}

static void helpers_first(void *context, void (*work)(void *state, unsigned part), void *state)
{
    ++*(unsigned *)context;
    work(state, 2);
    work(state, 1);
    work(state, 0);
}

static void caller_first(void *context, void (*work)(void *state, unsigned part), void *state)
{
    ++*(unsigned *)context;
    work(state, 0);
    work(state, 1);
}

static void assert_same(const struct carom_position *position, const struct carom_solution *a,
                        const struct carom_solution *b)
{
    char bytes[4096];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_position_write(&text, position);
    bool same = a->status == b->status && a->cost == b->cost && a->lower_bound == b->lower_bound &&
                a->nodes == b->nodes && a->moves == b->moves;
    for (uint32_t i = 0; same && i < a->moves; i++)
        same = memcmp(&a->route[i], &b->route[i], sizeof a->route[i]) == 0;
    if (!same)
        fail_msg("%s: status %d, %u moves, %llu nodes alone; %d, %u, %llu with a team", bytes, a->status, a->moves,
                 (unsigned long long)a->nodes, b->status, b->moves, (unsigned long long)b->nodes);
}

static void compare(const struct carom_position *position, const struct carom_team *team, bool ricochet)
{
    static struct carom_solution one, many;
    struct carom_solve_options options = {.no_ricochet = !ricochet, .max_nodes = NODES};
    carom_solve(alone, position, &options, &one);
    options.team = team;
    carom_solve(together, position, &options, &many);
    assert_same(position, &one, &many);
}

/* Positions of every kind, hard ones among them. */
static void compare_many(const struct carom_team *team, unsigned count)
{
    static const uint8_t extra[] = {0, 1u << CAROM_SILVER, 1u << CAROM_TRANSPARENT,
                                    1u << CAROM_SILVER | 1u << CAROM_TRANSPARENT};
    count = chance_rounds(count);
    for (unsigned i = 0; i < count; i++) {
        struct carom_random random = carom_random_seed(chance());
        const struct carom_deal_options deal = {.edition = CAROM_EDITION_2013, .extra_robots = extra[i % 4]};
        struct carom_position position;
        if (i % 5 == 4)
            plain_position(&random, PLAIN_PRINTED, &position);
        else
            carom_deal_position(&random, &deal, &position);
        compare(&position, team, i % 3 != 0);
    }
}

static void compare_hard(const struct carom_team *team, unsigned count)
{
    char line[256];
    FILE *file = fopen(DATA_DIRECTORY "/hard.txt", "r");
    assert_non_null(file);
    count = chance_rounds(count);
    while (count > 0 && fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        struct carom_position position;
        assert_true(carom_position_read(&position, CAROM_REQUIRE_TARGET, line, strcspn(line, " "), NULL));
        compare(&position, team, true);
        count--;
    }
    fclose(file);
}

static void any_order_of_parts_gives_the_same_answers(void **state)
{
    (void)state;
    unsigned calls = 0;
    const struct carom_team teams[] = {
        {only_the_caller, &calls, 2}, {helpers_first, &calls, 3}, {caller_first, &calls, 2}};
    for (unsigned i = 0; i < sizeof teams / sizeof teams[0]; i++) {
        calls = 0;
        compare_hard(&teams[i], 12);
        compare_many(&teams[i], 150);
        assert_true(calls > 0);
    }
}

static void threads_give_the_same_answers(void **state)
{
    (void)state;
    for (unsigned threads = 2; threads <= 3; threads++) {
        struct carom_team *team = carom_team_new(threads);
        assert_non_null(team);
        assert_int_equal(team->threads, threads);
        compare_hard(team, 25);
        compare_many(team, 150);
        carom_team_free(team);
    }
}

static bool count_routes(void *context, const struct carom_move *route, uint32_t count)
{
    uint64_t *sum = context;
    for (uint32_t i = 0; i < count; i++)
        *sum = (*sum * 31 + route[i].robot) * 31 + route[i].direction;
    return true;
}

static void all_routes_are_the_same(void **state)
{
    (void)state;
    struct carom_team *team = carom_team_new(2);
    static const char *const positions[] = {"Y2-R2-B2-G1/Ra4,Yd6,Gp7,Bi2/Bg", "R4-Y3-G1-B4/Rd1,Ya14,Gp10,Bp1/Yg"};
    for (unsigned i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct carom_position position = position_of(positions[i]);
        struct carom_solution one, many;
        uint64_t routes[2] = {0, 0}, sums[2] = {0, 0};
        struct carom_solve_options options = {.no_ricochet = false};
        carom_solve_all(alone, &position, &options, 100, count_routes, &sums[0], &routes[0], &one);
        options.team = team;
        carom_solve_all(together, &position, &options, 100, count_routes, &sums[1], &routes[1], &many);
        assert_same(&position, &one, &many);
        assert_true(routes[0] > 0 && routes[0] == routes[1] && sums[0] == sums[1]);
    }
    carom_team_free(team);
}

/* Refuses the n-th request for memory. */
struct miser {
    unsigned left;
};

static void *stingy(void *context, void *block, size_t old_size, size_t new_size)
{
    struct miser *miser = context;
    if (new_size > old_size && miser->left == 0)
        return NULL;
    miser->left -= new_size > old_size;
    return carom_libc_allocator.resize(NULL, block, old_size, new_size);
}

/* Without memory for the helpers the search goes on alone; without memory for itself it says so. */
static void memory_may_end(void **state)
{
    (void)state;
    struct carom_position position = position_of("Y2-R2-B2-G1/Ra4,Yd6,Gp7,Bi2/Bg");
    static struct carom_solution one, many;
    struct carom_team *team = carom_team_new(2);
    const struct carom_solve_options options = {.team = team};
    carom_solve(alone, &position, NULL, &one);
    for (unsigned left = 2;; left++) {
        struct miser miser = {left};
        struct carom_allocator allocator = {stingy, &miser};
        struct carom_solver *solver = carom_solver_new(&allocator);
        if (solver == NULL)
            continue;
        enum carom_solve_status status = carom_solve(solver, &position, &options, &many);
        assert_true(status == CAROM_SOLVE_NO_MEMORY || status == CAROM_SOLVE_FOUND);
        if (status == CAROM_SOLVE_FOUND)
            assert_same(&position, &one, &many);
        bool enough = miser.left > 0;
        carom_solver_free(solver);
        if (enough)
            break;
    }
    carom_team_free(team);
}

static void one_thread_is_no_team(void **state)
{
    (void)state;
    assert_null(carom_team_new(0));
    assert_null(carom_team_new(1));
    carom_team_free(NULL);
    struct carom_team *team = carom_team_new(1000);
    assert_int_equal(team->threads, CAROM_TEAM_MAX);
    carom_team_free(team);
}

static int make_solvers(void **state)
{
    (void)state;
    chance_begin("team");
    alone = carom_solver_new(&carom_libc_allocator);
    together = carom_solver_new(&carom_libc_allocator);
    return alone == NULL || together == NULL;
}

static int free_solvers(void **state)
{
    (void)state;
    carom_solver_free(alone);
    carom_solver_free(together);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_of_parts_gives_the_same_answers),
        cmocka_unit_test(threads_give_the_same_answers),
        cmocka_unit_test(all_routes_are_the_same),
        cmocka_unit_test(memory_may_end),
        cmocka_unit_test(one_thread_is_no_team),
    };
    return cmocka_run_group_tests_name("team", tests, make_solvers, free_solvers);
}
