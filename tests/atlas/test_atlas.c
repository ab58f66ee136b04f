/*
 * The atlas against the plain breadth-first model (tests/solver/brute_force.h) and against the solver, on home-made
 * boards of every kind and on printed ones; and all ways of doing the work (threads, instructions) against each other.
 */
#include "../solver/brute_force.h"
#include "probes.h"
#include "support.h"

#include <carom/atlas.h>
#include <carom/libc_allocator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct probes probes;

static unsigned cells_of(const struct carom_board *board)
{
    unsigned cells = 0;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        cells += carom_board_can_stand(board, (carom_cell)cell);
    return cells;
}

static void random_probes(const struct carom_board *board, unsigned count)
{
    probes.count = count;
    for (unsigned i = 0; i < count; i++)
        random_robots(&probes.robots[i], board, 15);
}

/* One of the three kernels. */
static void choose_kernel(struct carom_atlas_task *task, unsigned kernel)
{
    task->no_simd = kernel % 3 == 0;
    task->no_avx512 = kernel % 3 == 1;
}

/* A small board with some target, for one robot or for any. */
static struct carom_atlas_task random_task(struct carom_random *random, unsigned most_cells)
{
    struct carom_position position;
    unsigned cells;
    do {
        plain_position(random, PLAIN_SMALL, &position);
        cells = cells_of(&position.board);
    } while (cells < 8 || cells > most_cells);
    struct carom_atlas_task task = {.board = position.board, .target = position.target, .hardest_max = 20};
    task.target.active = (uint8_t)(chance_below(3) == 0 ? CAROM_ANY_ROBOT : chance_below(4));
    task.no_ricochet = chance_below(3) == 0;
    choose_kernel(&task, chance_below(3));
    task.threads = 1 + chance_below(2);
    return task;
}

static const char *words_of(const struct carom_atlas_task *task, const struct carom_robots *robots)
{
    static char bytes[4096];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    struct carom_position position = {task->board, *robots, task->target};
    carom_position_write(&text, &position);
    return bytes;
}

static void compare_plain(const struct carom_atlas_task *task, unsigned probe, uint32_t max_states)
{
    struct carom_position position = {task->board, probes.robots[probe], task->target};
    struct plain_answer answer = plain_solve(&position, !task->no_ricochet, max_states);
    uint32_t moves = probes.moves[probe];
    bool agree = answer.solved ? moves == answer.cost : answer.complete ? moves == NEVER : moves > answer.below;
    if (!agree)
        fail_msg("%s, ricochet %d: atlas %d, plain %d (solved %d, complete %d)", words_of(task, &probes.robots[probe]),
                 !task->no_ricochet, (int)moves, (int)answer.cost, answer.solved, answer.complete);
}

/* With the active robot on each cell: at every level all that are counted are told apart by it. */
static void cells_add_up_to_what_is_known(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(chance());
    for (unsigned round = chance_rounds(10); round > 0; round--) {
        struct carom_atlas_task task = random_task(&random, 30);
        uint64_t within[CAROM_CELLS], sum, asked[CAROM_CELLS];
        void *memory = aligned_alloc(64, carom_atlas_size(&task));
        struct carom_atlas *atlas = carom_atlas_begin(memory, &task);
        bool any = task.target.active == CAROM_ANY_ROBOT, more = true;
        while (more) {
            bool level = carom_atlas_level_complete(atlas);
            if (level)
                assert_int_equal(carom_atlas_count_by_cell(atlas, within), !any);
            for (unsigned i = 0; i < carom_atlas_slice_count(atlas); i++)
                carom_atlas_run_slice(atlas, i);
            more = carom_atlas_next_phase(atlas);
            if (!level || any)
                continue;
            sum = 0;
            for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
                sum += within[cell];
            assert_int_equal(sum, carom_atlas_placements_known(atlas));
        }
        if (!any) {
            carom_atlas_count_by_cell(atlas, asked);
            assert_memory_equal(asked, within, sizeof within);
        }
        free(memory);
    }
}

static void probe_and_compare(const struct carom_atlas_task *task)
{
    struct carom_atlas_result result;
    void *memory;
    random_probes(&task->board, 12);
    probe_atlas(task, &probes, &memory, &result);
    for (unsigned i = 0; i < probes.count; i++)
        compare_plain(task, i, 400000);
    free(memory);
}

static void small_boards_agree_with_the_plain_model(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(chance());
    for (unsigned round = chance_rounds(25); round > 0; round--) {
        struct carom_atlas_task task = random_task(&random, 20);
        probe_and_compare(&task);
    }
}

/* R7 holds for four robots there, each with ways of its own. */
static void the_vortex_with_barriers_agrees_with_the_plain_model(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(chance());
    for (unsigned round = chance_rounds(25); round > 0;) {
        struct carom_atlas_task task = random_task(&random, 24);
        task.target.active = CAROM_ANY_ROBOT;
        task.no_ricochet = round % 5 == 0;
        if (!carom_board_has_barriers(&task.board))
            continue;
        probe_and_compare(&task);
        round--;
    }
}

/* A large board of nothing but barriers, except for a few cells: several hundred rays for each robot. */
static void hundreds_of_barriers_agree_with_the_plain_model(void **state)
{
    (void)state;
    for (unsigned round = chance_rounds(12); round > 0; round--) {
        struct carom_atlas_task task = {.hardest_max = 20, .threads = 1 + round % 2};
        choose_kernel(&task, round);
        carom_board_init(&task.board, CAROM_BOARD_SIDE, CAROM_BOARD_SIDE);
        for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
            task.board.barriers[cell] = (uint8_t)(CAROM_BARRIER | chance_below(8));
        for (unsigned i = 0; i < 12; i++)
            task.board.barriers[chance_below(CAROM_CELLS)] = 0;
        for (unsigned i = 0; i < 20; i++)
            carom_board_set_wall(&task.board, (carom_cell)chance_below(CAROM_CELLS), chance_below(4), true);
        do
            task.target.cell = (carom_cell)chance_below(CAROM_CELLS);
        while (!carom_board_can_stand(&task.board, task.target.cell));
        task.target.is_set = true;
        task.target.token = CAROM_NO_TOKEN;
        task.target.active = (uint8_t)(round % 4 == 0 ? CAROM_ANY_ROBOT : chance_below(4));
        probe_and_compare(&task);
    }
}

/* ---- everything on a small board ---- */

static uint32_t solver_moves(struct carom_solver *solver, const struct carom_atlas_task *task,
                             const struct carom_robots *robots)
{
    struct carom_position position = {task->board, *robots, task->target};
    struct carom_solve_options options = {.no_ricochet = task->no_ricochet};
    struct carom_solution solution;
    enum carom_solve_status status = carom_solve(solver, &position, &options, &solution);
    assert_true(status == CAROM_SOLVE_FOUND || status == CAROM_SOLVE_UNSOLVABLE);
    return status == CAROM_SOLVE_FOUND ? solution.cost : NEVER;
}

/* Solved placements by the cell of the active robot. */
static uint64_t solved_from[CAROM_CELLS];

/* Counts all placements in which robots that are alike (a mask) stand on rising cells. */
static void count_all(const struct carom_atlas_task *task, unsigned alike, struct carom_solver *solver,
                      struct carom_robots *robots, unsigned robot, struct carom_atlas_result *result)
{
    if (robot == CAROM_COLOURS) {
        uint32_t moves = solver_moves(solver, task, robots);
        result->placements++;
        if (moves == NEVER)
            result->unsolvable++;
        else
            result->histogram[moves]++;
        if (moves != NEVER && task->target.active != CAROM_ANY_ROBOT)
            solved_from[robots->cell[task->target.active]]++;
        return;
    }
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        bool fits = carom_board_can_stand(&task->board, (carom_cell)cell) &&
                    carom_robots_at(robots, (carom_cell)cell) == CAROM_ROBOTS;
        for (unsigned other = 0; other < robot; other++)
            if ((alike >> robot & alike >> other & 1u) != 0 && robots->cell[other] > cell)
                fits = false;
        if (!fits)
            continue;
        robots->cell[robot] = (carom_cell)cell;
        robots->present |= (uint8_t)(1u << robot);
        count_all(task, alike, solver, robots, robot + 1, result);
        robots->present &= (uint8_t) ~(1u << robot);
    }
}

static unsigned alike_of(const struct carom_atlas_task *task)
{
    unsigned alike = 15;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if (task->board.barriers[cell] != 0)
            alike &= ~(1u << (task->board.barriers[cell] & CAROM_BARRIER_COLOUR));
    return task->target.active == CAROM_ANY_ROBOT ? alike : alike & ~(1u << task->target.active);
}

static void every_placement_of_a_small_board_is_counted(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(chance());
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    for (unsigned round = chance_rounds(6); round > 0; round--) {
        struct carom_atlas_task task = random_task(&random, chance_rounds(100) == 100 ? 13 : 9);
        struct carom_atlas_result result, expected = {0};
        struct carom_robots robots = {0};
        void *memory;
        uint64_t within[CAROM_CELLS];
        probes.count = 0;
        memset(solved_from, 0, sizeof solved_from);
        struct carom_atlas *atlas = probe_atlas(&task, &probes, &memory, &result);
        count_all(&task, alike_of(&task), solver, &robots, 0, &expected);
        assert_int_equal(result.placements, expected.placements);
        carom_atlas_count_by_cell(atlas, within);
        assert_memory_equal(within, solved_from, sizeof within);
        if (result.unsolvable != expected.unsolvable)
            fail_msg("%s, ricochet %d: %llu unsolvable, expected %llu", words_of(&task, &robots), !task.no_ricochet,
                     (unsigned long long)result.unsolvable, (unsigned long long)expected.unsolvable);
        for (unsigned moves = 0; moves < CAROM_ATLAS_DEPTH_MAX; moves++)
            if (result.histogram[moves] != expected.histogram[moves])
                fail_msg("%s: %u moves: %llu, expected %llu", words_of(&task, &robots), moves,
                         (unsigned long long)result.histogram[moves], (unsigned long long)expected.histogram[moves]);
        assert_true(result.hardest_listed ==
                    (result.hardest_total < task.hardest_max ? result.hardest_total : task.hardest_max));
        for (unsigned i = 0; i < result.hardest_listed; i++) {
            robots = carom_atlas_hardest(atlas, i);
            assert_int_equal(solver_moves(solver, &task, &robots), result.max_moves);
        }
        free(memory);
    }
    carom_solver_free(solver);
}

static void all_ways_of_working_agree(void **state)
{
    (void)state;
    struct carom_random random = carom_random_seed(chance());
    for (unsigned round = chance_rounds(20); round > 0; round--) {
        struct carom_atlas_task task = random_task(&random, 40);
        struct carom_atlas_result first;
        struct carom_robots hardest[20];
        for (unsigned way = 0; way < 6; way++) {
            struct carom_atlas_result result;
            void *memory;
            choose_kernel(&task, way);
            task.threads = 1 + way / 3;
            probes.count = 0;
            struct carom_atlas *atlas = probe_atlas(&task, &probes, &memory, &result);
            if (way == 0)
                first = result;
            assert_memory_equal(&first, &result, sizeof first);
            for (unsigned i = 0; i < result.hardest_listed && task.threads == 1; i++) {
                struct carom_robots robots = carom_atlas_hardest(atlas, i);
                if (way == 0)
                    hardest[i] = robots;
                assert_memory_equal(&hardest[i], &robots, sizeof robots);
            }
            free(memory);
        }
    }
}

/* ---- printed boards ---- */

static struct carom_atlas_task task_of(const char *board, const char *target)
{
    struct carom_atlas_task task = {.board = board_of(board), .hardest_max = 10};
    struct carom_error error;
    assert_true(carom_target_read(&task.target, &task.board, target, strlen(target), &error));
    return task;
}

static void known_board(void **state)
{
    (void)state;
    struct carom_atlas_task task = task_of("Y2-R2-B2-G1", "Bg");
    struct carom_atlas_result result;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    void *memory;
    random_probes(&task.board, chance_rounds(40));
    struct carom_robots record = position_of("Y2-R2-B2-G1/Rc15,Yc2,Ga4,Bl3/Bg").robots;
    probes.robots[0] = record;
    probe_atlas(&task, &probes, &memory, &result);
    assert_int_equal(result.placements, 656239500);
    assert_int_equal(result.unsolvable, 0);
    assert_int_equal(result.max_moves, 25);
    assert_int_equal(result.hardest_total, 2);
    assert_int_equal(result.histogram[24], 212);
    assert_int_equal(probes.moves[0], 25);
    for (unsigned i = 0; i < probes.count; i++)
        if (solver_moves(solver, &task, &probes.robots[i]) != probes.moves[i])
            fail_msg("%s: atlas %d", words_of(&task, &probes.robots[i]), (int)probes.moves[i]);
    free(memory);
    carom_solver_free(solver);
}

static void no_atlas_without_room_for_four_robots(void **state)
{
    (void)state;
    struct carom_atlas_task task = {.target = {.is_set = true, .active = CAROM_RED}};
    carom_board_init(&task.board, 3, 1);
    assert_int_equal(carom_atlas_size(&task), 0);
    carom_board_init(&task.board, 4, 1);
    assert_true(carom_atlas_size(&task) > 0);
}

int main(void)
{
    chance_begin("atlas");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_agree_with_the_plain_model),
        cmocka_unit_test(the_vortex_with_barriers_agrees_with_the_plain_model),
        cmocka_unit_test(hundreds_of_barriers_agree_with_the_plain_model),
        cmocka_unit_test(every_placement_of_a_small_board_is_counted),
        cmocka_unit_test(all_ways_of_working_agree),
        cmocka_unit_test(no_atlas_without_room_for_four_robots),
        cmocka_unit_test(cells_add_up_to_what_is_known),
        cmocka_unit_test(known_board),
    };
    /* The last takes minutes with sanitizers: there small boards have to do. */
    return chance_rounds(100) == 100
               ? cmocka_run_group_tests(tests, NULL, NULL)
               : _cmocka_run_group_tests("small", tests, sizeof tests / sizeof tests[0] - 1, NULL, NULL);
}
