/*
 * The solver against a plain breadth-first model, and known positions.
 */
#include "plain.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct carom_solver *solver;

static int make_solver(void **state)
{
    (void)state;
    solver = carom_solver_new(&plain_memory);
    return solver == NULL;
}

static int free_solver(void **state)
{
    (void)state;
    carom_solver_free(solver);
    return 0;
}

static struct carom_position read_position(const char *text)
{
    struct carom_position position;
    struct carom_fault fault;
    if (!carom_position_read(&position, CAROM_NEED_TARGET, text, strlen(text), &fault))
        fail_msg("%s: %s", text, carom_fault_sentence(fault.code));
    return position;
}

/* What went wrong where, so that it can be tried again by hand. */
static void complain(const struct carom_position *position, uint64_t seed, bool ricochet, const char *what,
                     const struct carom_solution *solution, const struct plain_answer *model)
{
    char bytes[4096], route[4096];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    carom_position_write(&text, position);
    struct carom_text moves = carom_text_in(route, sizeof route);
    carom_route_write(&moves, solution->route, solution->count);
    fail_msg("seed %llu, ricochet %d, %s: %s\n solver: status %d, %u moves, at least %u, %s\n model: solved %d, %u moves,"
             " complete %d, not in %u",
             (unsigned long long)seed, ricochet, bytes, what, solution->status, solution->moves, solution->at_least, route,
             model->solved, model->moves, model->complete, model->below);
}

static void compare(const struct carom_position *position, uint64_t seed, bool ricochet, uint32_t max_states)
{
    struct carom_solution solution;
    struct carom_solve_options options = {.no_ricochet = !ricochet};
    struct plain_answer model = plain_solve(position, ricochet, max_states);
    carom_solve(solver, position, &options, &solution);
    if (solution.status != CAROM_SOLVE_FOUND && solution.status != CAROM_SOLVE_UNSOLVABLE)
        complain(position, seed, ricochet, "neither found nor unsolvable", &solution, &model);
    bool found = solution.status == CAROM_SOLVE_FOUND;
    if (found && solution.moves > 0
        && plain_replay(position, ricochet, solution.route, solution.count) != solution.moves)
        complain(position, seed, ricochet, "the route does not work", &solution, &model);
    if (model.solved && (!found || solution.moves != model.moves))
        complain(position, seed, ricochet, "not the shortest", &solution, &model);
    if (!model.solved && model.complete && found)
        complain(position, seed, ricochet, "found what cannot be", &solution, &model);
    if (!model.solved && !model.complete && found && solution.moves <= model.below)
        complain(position, seed, ricochet, "too short", &solution, &model);
}

static uint64_t first_seed(void)
{
    const char *given = getenv("CAROM_TEST_SEED");
    return given != NULL ? strtoull(given, NULL, 10) : 1;
}

static void compare_many(enum plain_kind kind, unsigned count, uint32_t max_states)
{
    count = chance_rounds(count);
    for (uint64_t seed = first_seed(); count-- > 0; seed++) {
        struct carom_random random = carom_random_seed(seed);
        struct carom_position position;
        plain_position(&random, kind, &position);
        compare(&position, seed, true, max_states);
        compare(&position, seed, false, max_states);
    }
}

static void small_boards_agree_with_the_model(void **state)
{
    (void)state;
    compare_many(PLAIN_SMALL, 3000, 60000);
}

static void printed_boards_agree_with_the_model(void **state)
{
    (void)state;
    compare_many(PLAIN_PRINTED, 60, 60000);
}

static void expect(const char *text, unsigned moves)
{
    struct carom_position position = read_position(text);
    struct carom_solution solution;
    carom_solve(solver, &position, NULL, &solution);
    if (solution.status != CAROM_SOLVE_FOUND || solution.moves != moves)
        fail_msg("%s: expected %u moves, got status %d, %u", text, moves, solution.status, solution.moves);
    assert_int_equal(plain_replay(&position, true, solution.route, solution.count), moves);
}

/* R7: S, E, W back, N: the move that makes the ricochet may go back along an axis just used. */
static void going_back_can_be_the_ricochet_R7(void **state)
{
    (void)state;
    expect("Y1-R1-B1-G1/Ro3,Yb10,Gb3,Bn12/Yg", 4);
}

static void the_famous_positions(void **state)
{
    (void)state;
    expect("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg", 24);
    expect("Y2-R2-B2-G1/Rc15,Yc2,Ga4,Bl3/Bg", 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_agree_with_the_model),
        cmocka_unit_test(printed_boards_agree_with_the_model),
        cmocka_unit_test(going_back_can_be_the_ricochet_R7),
        cmocka_unit_test(the_famous_positions),
    };
    return cmocka_run_group_tests_name("solver", tests, make_solver, free_solver);
}
