/*
 * The solver against a plain breadth-first model, and known positions.
 */
#include "brute_force.h"
#include "solver_fixture.h"
#include "support.h"

#include <carom/libc_allocator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct carom_position read_position(const char *text)
{
    struct carom_position position;
    struct carom_error error;
    if (!carom_position_read(&position, CAROM_REQUIRE_TARGET, text, strlen(text), &error))
        fail_msg("%s: %s", text, carom_error_sentence(error.code));
    return position;
}

/* What went wrong where, so that it can be tried again by hand. */
static void complain(const struct carom_position *position, uint64_t seed, bool ricochet, const char *what,
                     const struct carom_solution *solution, const struct plain_answer *model)
{
    char bytes[4096], route[4096];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_position_write(&text, position);
    struct carom_text moves = carom_text_init(route, sizeof route);
    carom_route_write(&moves, solution->route, solution->moves);
    fail_msg(
        "seed %llu, ricochet %d, %s: %s\n solver: status %d, %u moves, at least %u, %s\n model: solved %d, %u moves,"
        " complete %d, not in %u",
        (unsigned long long)seed, ricochet, bytes, what, solution->status, solution->cost, solution->lower_bound, route,
        model->solved, model->cost, model->complete, model->below);
}

/* Returns what the model says. */
static struct plain_answer compare(const struct carom_position *position, uint64_t seed, bool ricochet,
                                   uint32_t max_states)
{
    struct carom_solution solution;
    struct carom_solve_options options = {.no_ricochet = !ricochet};
    struct plain_answer model = plain_solve(position, ricochet, max_states);
    carom_solve(solver, position, &options, &solution);
    if (solution.status != CAROM_SOLVE_FOUND && solution.status != CAROM_SOLVE_UNSOLVABLE)
        complain(position, seed, ricochet, "neither found nor unsolvable", &solution, &model);
    bool found = solution.status == CAROM_SOLVE_FOUND;
    if (found && solution.cost > 0 && plain_replay(position, ricochet, solution.route, solution.moves) != solution.cost)
        complain(position, seed, ricochet, "the route does not work", &solution, &model);
    if (model.solved && (!found || solution.cost != model.cost))
        complain(position, seed, ricochet, "not the shortest", &solution, &model);
    if (!model.solved && model.complete && found)
        complain(position, seed, ricochet, "found what cannot be", &solution, &model);
    if (!model.solved && !model.complete && found && solution.cost <= model.below)
        complain(position, seed, ricochet, "too short", &solution, &model);
    return model;
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

/* What carom_solve_all told. */
struct told {
    const struct carom_position *position;
    bool ricochet;
    uint32_t moves;
    uint64_t count;
    unsigned robots, runs; /* of the route before */
    char before[8192];     /* all routes so far as words, to find repeated ones */
    size_t length;
    const char *wrong;
};

static void look(const struct carom_move *route, uint32_t count, unsigned *robots, unsigned *runs)
{
    unsigned used = 0;
    *runs = 0;
    for (uint32_t i = 0; i < count; i++) {
        *runs += i == 0 || route[i].robot != route[i - 1].robot;
        used |= 1u << route[i].robot;
    }
    *robots = (unsigned)__builtin_popcount(used);
}

static bool hear(void *context, const struct carom_move *route, uint32_t count)
{
    struct told *told = context;
    unsigned robots, runs;
    look(route, count, &robots, &runs);
    if (told->moves > 0 && plain_replay(told->position, told->ricochet, route, count) != told->moves)
        told->wrong = "a route that does not work";
    if (told->count > 0 && (robots < told->robots || (robots == told->robots && runs < told->runs)))
        told->wrong = "routes out of order";
    char words[1024];
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_text_char(&text, '|');
    carom_route_write(&text, route, count);
    carom_text_char(&text, '|');
    if (strstr(told->before, words) != NULL)
        told->wrong = "a route told twice";
    if (told->length + text.length < sizeof told->before) {
        memcpy(told->before + told->length, words, text.length + 1);
        told->length += text.length;
    }
    told->robots = robots;
    told->runs = runs;
    told->count++;
    return true;
}

static void compare_routes(const struct carom_position *position, uint64_t seed, bool ricochet, uint32_t max_states)
{
    struct plain_answer model = plain_solve(position, ricochet, max_states);
    if (!model.solved || model.routes == 0)
        return;
    struct carom_solution solution;
    struct carom_solve_options options = {.no_ricochet = !ricochet};
    struct told told = {.position = position, .ricochet = ricochet, .moves = model.cost};
    uint64_t count;
    carom_solve_all(solver, position, &options, 200, hear, &told, &count, &solution);
    if (solution.status != CAROM_SOLVE_FOUND || solution.cost != model.cost)
        complain(position, seed, ricochet, "all: not the shortest", &solution, &model);
    if (told.wrong != NULL)
        complain(position, seed, ricochet, told.wrong, &solution, &model);
    if (count != model.routes || told.count != (count < 200 ? count : 200)) {
        print_message("counted %llu, told %llu, model %llu\n", (unsigned long long)count,
                      (unsigned long long)told.count, (unsigned long long)model.routes);
        complain(position, seed, ricochet, "not the right number of routes", &solution, &model);
    }
}

static void compare_all_routes(enum plain_kind kind, unsigned count, uint32_t max_states)
{
    for (uint64_t seed = first_seed() + 50000; count-- > 0; seed++) {
        struct carom_random random = carom_random_seed(seed);
        struct carom_position position;
        plain_position(&random, kind, &position);
        compare_routes(&position, seed, seed % 3 != 0, max_states);
    }
}

static void all_routes_are_counted_on_small_boards(void **state)
{
    (void)state;
    compare_all_routes(PLAIN_SMALL, 1500, 40000);
}

static void all_routes_are_counted_on_printed_boards(void **state)
{
    (void)state;
    compare_all_routes(PLAIN_PRINTED, 150, 100000);
}

static void expect(const char *text, unsigned moves)
{
    struct carom_position position = read_position(text);
    struct carom_solution solution;
    carom_solve(solver, &position, NULL, &solution);
    if (solution.status != CAROM_SOLVE_FOUND || solution.cost != moves)
        fail_msg("%s: expected %u moves, got status %d, %u", text, moves, solution.status, solution.cost);
    assert_int_equal(plain_replay(&position, true, solution.route, solution.moves), moves);
}

/* R7: S, E, W back, N: the move that makes the ricochet may go back along an axis just used. */
static void going_back_can_be_the_ricochet_R7(void **state)
{
    (void)state;
    expect("Y1-R1-B1-G1/Ro3,Yb10,Gb3,Bn12/Yg", 4);
}

/* R7, T4: straight through the barrier is no ricochet; round the ring first and then through it is, for the same cost.
 */
static void a_way_round_a_ring_can_be_the_ricochet_R7_T4(void **state)
{
    (void)state;
    expect("5x5-bBua1.Bdc1.Bda3.Buc3/Tb3/T@e3", 2);
}

static void R18_most_positions_need_fewer_than_ten_moves(void **state)
{
    (void)state;
    const struct carom_deal_options deal = {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_ANY};
    struct carom_random random = carom_random_seed(18);
    unsigned few = 0;
    for (unsigned i = 0; i < 100; i++) {
        struct carom_position position;
        struct carom_solution solution;
        carom_deal_position(&random, &deal, &position);
        assert_int_equal(carom_solve(solver, &position, &(struct carom_solve_options){0}, &solution),
                         CAROM_SOLVE_FOUND);
        few += solution.cost < 10;
    }
    assert_true(few > 50);
}

static void R18_the_famous_positions_need_more_than_twenty(void **state)
{
    (void)state;
    expect("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg", 24);
    expect("Y2-R2-B2-G1/Rc15,Yc2,Ga4,Bl3/Bg", 25);
}

/* The active robot can hardly move, so that blockers must come to help from far away: nothing is near, and yet there is
 * a way. Leaving that out for want of moves is no proof that there is none. */
static void help_from_far_away(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool ricochet;
        unsigned moves;
    } far[] = {
        {"9x5-wKUqoXOUQEQCY/Rb1,Yi1,Ga4/Y@c4", true, 24},
        {"9x7-woAEH1DhFGDRxZ4AwwQQ/Ra5,Yd1,Gb5/Y@e5", true, 18},
        {"5x6-wAAQAgdI-xd4.e5-bRdc2.Bue2.Bua5/Rd3,Ya2,Ga1,Sc3/Y@e1", false, 26},
    };
    for (unsigned i = 0; i < 3; i++) {
        struct carom_position position = read_position(far[i].text);
        struct plain_answer model = compare(&position, i, far[i].ricochet, 3000000);
        assert_true(model.solved);
        assert_int_equal(model.cost, far[i].moves);
    }
}

/* A lower bound is honest, and grows with what is allowed. */
static void limits_give_lower_bounds(void **state)
{
    (void)state;
    struct carom_position position = read_position("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
    struct carom_solution solution;
    uint32_t before = 1;
    for (uint64_t nodes = 1; nodes < 200000; nodes *= 7) {
        struct carom_solve_options options = {.max_nodes = nodes};
        assert_int_equal(carom_solve(solver, &position, &options, &solution), CAROM_SOLVE_LIMIT);
        assert_true(solution.lower_bound >= before && solution.lower_bound <= 24);
        assert_true(solution.nodes <= nodes);
        before = solution.lower_bound;
    }
    assert_true(before >= 14);
    for (uint32_t moves = 1; moves < 14; moves++) {
        struct carom_solve_options options = {.max_cost = moves};
        assert_int_equal(carom_solve(solver, &position, &options, &solution), CAROM_SOLVE_LIMIT);
        assert_true(solution.lower_bound > moves && solution.lower_bound <= 24);
    }
}

static bool at_once(void *context)
{
    return ++*(unsigned *)context > 3;
}

static void it_can_be_cancelled(void **state)
{
    (void)state;
    struct carom_position position = read_position("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
    struct carom_solution solution;
    unsigned asked = 0;
    struct carom_solve_options options = {.cancelled = at_once, .context = &asked};
    assert_int_equal(carom_solve(solver, &position, &options, &solution), CAROM_SOLVE_CANCELLED);
    assert_true(solution.lower_bound > 1 && solution.lower_bound <= 24);
    assert_int_equal(asked, 4);
}

static void A2_it_can_be_cancelled_before_the_first_node(void **state)
{
    (void)state;
    const char *const positions[] = {"G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg", "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12,Ta1/V"};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        struct carom_position position = read_position(positions[i]);
        struct carom_solution solution;
        unsigned asked = 3;
        struct carom_solve_options options = {.cancelled = at_once, .context = &asked};
        assert_int_equal(carom_solve(solver, &position, &options, &solution), CAROM_SOLVE_CANCELLED);
        assert_int_equal(solution.nodes, 0);
        assert_int_equal(solution.lower_bound, 1);
        assert_int_equal(asked, 4);
    }
}

/* Memory that ends after so many wishes. */
static unsigned wishes;

static void *stingy(void *context, void *block, size_t old_size, size_t new_size)
{
    if (new_size != 0 && wishes-- == 0) {
        wishes = 0;
        return NULL;
    }
    return carom_libc_allocator.resize(context, block, old_size, new_size);
}

static bool pass(void *context, const struct carom_move *route, uint32_t count)
{
    (void)context, (void)route, (void)count;
    return true;
}

static void memory_may_end_at_any_time(void **state)
{
    (void)state;
    struct carom_position position = read_position("Y2-G2-R1-B1/Rk5,Yj13,Gh13,Bk8/Rs");
    const struct carom_allocator allocator = {.resize = stingy};
    struct carom_solution solution;
    uint64_t count;
    unsigned allowed = 0;
    for (bool found = false; !found; allowed++) {
        wishes = allowed;
        struct carom_solver *poor = carom_solver_new(&allocator);
        if (poor == NULL)
            continue;
        carom_solve_all(poor, &position, NULL, 5, pass, NULL, &count, &solution);
        found = solution.status == CAROM_SOLVE_FOUND;
        assert_true(found || solution.status == CAROM_SOLVE_NO_MEMORY);
        carom_solver_free(poor);
    }
    assert_true(allowed > 10);
    assert_int_equal(solution.cost, 12);
}

/* R7: what was travelled before counts. */
static void travelled_axes_count_R7(void **state)
{
    (void)state;
    struct carom_position position = read_position("8x8/Ra1/R@h1");
    struct carom_solve_options options = {0};
    struct carom_solution solution;
    carom_solve(solver, &position, &options, &solution);
    assert_int_equal(solution.cost, 3); /* south, east, north */
    options.axes_travelled[CAROM_RED] = CAROM_AXIS_VERTICAL;
    carom_solve(solver, &position, &options, &solution);
    assert_int_equal(solution.cost, 1);
    options.axes_travelled[CAROM_RED] = CAROM_AXIS_HORIZONTAL;
    carom_solve(solver, &position, &options, &solution);
    assert_int_equal(solution.cost, 3);
}

static void M12_micro_robots_agree_with_trying_everything(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(first_seed());
    for (unsigned i = 0, count = chance_rounds(100); i < count; i++) {
        struct carom_micro_position position;
        struct carom_micro_solution solution;
        carom_deal_micro_position(&random, i % 2 == 1, &position);
        assert_true(carom_micro_solve(&position, &solution));
        unsigned moves = 1;
        while (moves < 7 && plain_walks(&position, moves) == 0)
            moves++;
        if (moves == 7)
            continue; /* long ones take too long this way */
        assert_int_equal(solution.moves, moves);
        assert_int_equal(solution.routes, plain_walks(&position, moves));
    }
}

static void difficulty_grows_with_what_is_hard(void **state)
{
    (void)state;
    struct carom_position position = read_position("G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg");
    struct carom_solution solution = {.cost = 2, .moves = 2};
    solution.route[0] = carom_move_make(CAROM_BLUE, CAROM_NORTH);
    solution.route[1] = carom_move_make(CAROM_BLUE, CAROM_EAST);
    unsigned easy = carom_difficulty_estimate(&position, &solution, 1).value;
    assert_true(carom_difficulty_estimate(&position, &solution, 8).value <= easy);
    solution.route[0] = carom_move_make(CAROM_RED, CAROM_NORTH);
    assert_true(carom_difficulty_estimate(&position, &solution, 1).value > easy);
    carom_solve(solver, &position, NULL, &solution);
    struct carom_difficulty hardest = carom_difficulty_estimate(&position, &solution, 1);
    assert_int_equal(hardest.level, CAROM_DIFFICULTY_FIENDISH);
    assert_int_equal(hardest.value, 100);
}

/* A chain of questions about few boards, so that tables are found, dropped and built again: other robots, other targets
 * on the same board, R7 on and off. */
#define BOARDS_AT_ONCE 3
static void place_robots_again(struct carom_random *random, struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        carom_cell cell;
        if (!carom_robots_has(&position->robots, robot))
            continue;
        do
            cell = (carom_cell)carom_random_below(random, CAROM_CELLS);
        while (!carom_board_contains(board, cell) || !carom_board_can_stand(board, cell) ||
               carom_robots_at(&position->robots, cell) != CAROM_ROBOTS);
        position->robots.cell[robot] = cell;
    }
    if (carom_random_below(random, 2) == 0)
        return;
    position->target.token = CAROM_NO_TOKEN;
    do
        position->target.cell = (carom_cell)carom_random_below(random, CAROM_CELLS);
    while (!carom_board_contains(board, position->target.cell) || !carom_board_can_stand(board, position->target.cell));
}

static void assert_same_solution(const struct carom_position *position, const struct carom_solution *warm,
                                 const struct carom_solution *cold)
{
    char bytes[4096];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_position_write(&text, position);
    bool same = warm->status == cold->status && warm->cost == cold->cost && warm->lower_bound == cold->lower_bound &&
                warm->nodes == cold->nodes && warm->moves == cold->moves;
    for (uint32_t i = 0; same && i < warm->moves; i++)
        same = memcmp(&warm->route[i], &cold->route[i], sizeof warm->route[i]) == 0;
    if (!same)
        fail_msg("%s: status %d, %u moves, %llu nodes on a known board; %d, %u, %llu on a new one", bytes, warm->status,
                 warm->moves, (unsigned long long)warm->nodes, cold->status, cold->moves,
                 (unsigned long long)cold->nodes);
}

static void ask_known_boards(enum plain_kind kind, unsigned count, size_t bytes)
{
    struct carom_solver *warm = carom_solver_new(&carom_libc_allocator);
    static struct carom_solution known, new;
    assert_true(carom_solver_keep_boards(warm, bytes) >= 6);
    count = chance_rounds(count);
    for (uint64_t seed = first_seed(); count-- > 0; seed++) {
        struct carom_random random = carom_random_seed(seed);
        struct carom_position position[BOARDS_AT_ONCE];
        for (unsigned i = 0; i < BOARDS_AT_ONCE; i++)
            plain_position(&random, kind, &position[i]);
        for (unsigned i = 0; i < 4 * BOARDS_AT_ONCE; i++) {
            struct carom_position *asked = &position[carom_random_below(&random, BOARDS_AT_ONCE)];
            struct carom_solve_options options = {.no_ricochet = carom_random_below(&random, 2) == 0,
                                                  .max_nodes = 20000};
            carom_solve(warm, asked, &options, &known);
            carom_solver_forget_boards(solver);
            carom_solve(solver, asked, &options, &new);
            assert_same_solution(asked, &known, &new);
            place_robots_again(&random, asked);
        }
    }
    carom_solver_free(warm);
}

static void known_boards_give_the_same_answers(void **state)
{
    (void)state;
    ask_known_boards(PLAIN_SMALL, 200, 0);
    ask_known_boards(PLAIN_SMALL, 100, CAROM_KEEP_ONE_BOARD);
    ask_known_boards(PLAIN_PRINTED, 60, 0);
    ask_known_boards(PLAIN_PRINTED, 60, CAROM_KEEP_ONE_BOARD);
}

static bool cancel_at_count(void *context)
{
    unsigned *left = context;
    return *left == 0 || --*left == 0;
}

/* A search that is cancelled while tables are built must not leave half of them behind. */
static void a_cancelled_search_leaves_no_half_tables(void **state)
{
    (void)state;
    static struct carom_solution cut, whole;
    struct carom_solver *fresh = carom_solver_new(&carom_libc_allocator);
    for (uint64_t seed = first_seed(), end = seed + chance_rounds(40); seed < end; seed++) {
        struct carom_random random = carom_random_seed(seed);
        struct carom_position position;
        plain_position(&random, seed % 2 == 0 ? PLAIN_SMALL : PLAIN_PRINTED, &position);
        for (unsigned calls = 1; calls < 12; calls++) {
            unsigned left = calls;
            struct carom_solve_options options = {.cancelled = cancel_at_count, .context = &left, .max_nodes = 3000};
            carom_solve(solver, &position, &options, &cut);
            options.cancelled = NULL;
            carom_solver_forget_boards(fresh);
            carom_solve(fresh, &position, &options, &whole);
            carom_solve(solver, &position, &options, &cut);
            assert_same_solution(&position, &cut, &whole);
            carom_solver_forget_boards(solver);
        }
    }
    carom_solver_free(fresh);
}

/* Counted, not timed: six tables without being asked for more, then as many as fit. */
static void tables_are_built_once_while_they_fit(void **state)
{
    (void)state;
    static struct carom_solution solution;
    struct carom_solver *warm = carom_solver_new(&carom_libc_allocator);
    struct carom_position position = read_position("Y2-R2-B2-G1/Rc15,Yc2,Ga4,Bl3/Bg");
    for (unsigned targets = 6, expected = 0; targets <= CAROM_TOKENS; targets += CAROM_TOKENS - 6) {
        if (targets == CAROM_TOKENS)
            assert_true(carom_solver_keep_boards(warm, CAROM_KEEP_ONE_BOARD) >= CAROM_TOKENS);
        expected += targets;
        for (unsigned asked = 0; asked < 3 * targets; asked++) {
            position.target = carom_target_from_token(&position.board, asked % targets);
            carom_solve(warm, &position, NULL, &solution);
            if (asked + 1 >= targets)
                assert_int_equal(carom_solver_tables_built(warm), expected);
        }
    }
    position.target = carom_target_from_token(&position.board, 0);
    carom_solver_forget_boards(warm);
    carom_solve(warm, &position, NULL, &solution);
    assert_int_equal(carom_solver_tables_built(warm), 6 + CAROM_TOKENS + 1);
    carom_solver_free(warm);
}

static void keeping_boards_takes_the_bytes_it_is_given(void **state)
{
    (void)state;
    struct carom_solver *warm = carom_solver_new(&carom_libc_allocator);
    assert_int_equal(carom_solver_keep_boards(warm, 0), 6);
    assert_true(carom_solver_keep_boards(warm, CAROM_KEEP_ONE_BOARD) >= 17);
    assert_true(carom_solver_keep_boards(warm, 8 * CAROM_KEEP_ONE_BOARD) >= 8 * 17);
    carom_solver_free(warm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_agree_with_the_model),
        cmocka_unit_test(printed_boards_agree_with_the_model),
        cmocka_unit_test(all_routes_are_counted_on_small_boards),
        cmocka_unit_test(all_routes_are_counted_on_printed_boards),
        cmocka_unit_test(going_back_can_be_the_ricochet_R7),
        cmocka_unit_test(a_way_round_a_ring_can_be_the_ricochet_R7_T4),
        cmocka_unit_test(R18_most_positions_need_fewer_than_ten_moves),
        cmocka_unit_test(R18_the_famous_positions_need_more_than_twenty),
        cmocka_unit_test(help_from_far_away),
        cmocka_unit_test(limits_give_lower_bounds),
        cmocka_unit_test(it_can_be_cancelled),
        cmocka_unit_test(A2_it_can_be_cancelled_before_the_first_node),
        cmocka_unit_test(memory_may_end_at_any_time),
        cmocka_unit_test(travelled_axes_count_R7),
        cmocka_unit_test(M12_micro_robots_agree_with_trying_everything),
        cmocka_unit_test(difficulty_grows_with_what_is_hard),
        cmocka_unit_test(known_boards_give_the_same_answers),
        cmocka_unit_test(a_cancelled_search_leaves_no_half_tables),
        cmocka_unit_test(tables_are_built_once_while_they_fit),
        cmocka_unit_test(keeping_boards_takes_the_bytes_it_is_given),
    };
    return cmocka_run_group_tests_name("solver", tests, make_solver, free_solver);
}
