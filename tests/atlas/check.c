/*
 * The long comparison: an atlas of a printed board against the plain model and against the solver on random placements.
 * It takes minutes, so it is a benchmark and no test: `meson test -C build --benchmark --suite atlas`.
 *
 * check BOARD TARGET PLAIN SOLVER: the numbers of placements for each.
 */
#include "../solver/brute_force.h"
#include "probes.h"

#include <carom/libc_allocator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PLAIN_STATES 6000000 /* the plain model gives up beyond; its lower bound is compared then */

static struct probes probes;

static void random_probes(const struct carom_board *board, unsigned count)
{
    struct carom_random random = carom_random_seed(15);
    probes.count = count;
    for (unsigned i = 0; i < count; i++) {
        struct carom_robots *robots = &probes.robots[i];
        robots->present = 0;
        for (unsigned robot = 0; robot < CAROM_COLOURS;) {
            carom_cell cell = (carom_cell)carom_random_below(&random, CAROM_CELLS);
            if (!carom_board_can_stand(board, cell) || carom_robots_at(robots, cell) != CAROM_ROBOTS)
                continue;
            robots->cell[robot] = cell;
            robots->present |= (uint8_t)(1u << robot++);
        }
    }
}

static int complain(const struct carom_position *position, uint32_t atlas, const char *who, int other)
{
    char bytes[256];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_position_write(&text, position);
    printf("%s: atlas %d, %s %d\n", bytes, (int)atlas, who, other);
    return 1;
}

static int against_plain(const struct carom_atlas_task *task, unsigned count)
{
    unsigned exact = 0;
    int wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        struct carom_position position = {task->board, probes.robots[i], task->target};
        struct plain_answer answer = plain_solve(&position, true, PLAIN_STATES);
        uint32_t moves = probes.moves[i];
        bool agree = answer.solved ? moves == answer.cost : answer.complete ? moves == NEVER : moves > answer.below;
        exact += answer.solved || answer.complete;
        if (!agree)
            wrong += complain(&position, moves, "plain", (int)answer.cost);
    }
    printf("plain model: %u placements, %u answered, for the others a lower bound; %d wrong\n", count, exact, wrong);
    return wrong;
}

static int against_solver(const struct carom_atlas_task *task, unsigned count)
{
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    struct carom_solve_options options = {0};
    int wrong = 0;
    for (unsigned i = 0; i < count; i++) {
        struct carom_position position = {task->board, probes.robots[i], task->target};
        struct carom_solution solution;
        uint32_t moves =
            carom_solve(solver, &position, &options, &solution) == CAROM_SOLVE_FOUND ? solution.cost : NEVER;
        if (moves != probes.moves[i])
            wrong += complain(&position, probes.moves[i], "solver", (int)moves);
    }
    carom_solver_free(solver);
    printf("solver: %u placements, %d wrong\n", count, wrong);
    return wrong;
}

int main(int argc, char **argv)
{
    static struct carom_atlas_task task = {.threads = 1, .hardest_max = 1};
    static struct carom_atlas_result result;
    struct carom_error error;
    void *memory;
    if (argc != 5 || !carom_board_read(&task.board, argv[1], strlen(argv[1]), &error) ||
        !carom_target_read(&task.target, &task.board, argv[2], strlen(argv[2]), &error)) {
        fputs("expected BOARD TARGET PLAIN SOLVER\n", stderr);
        return 2;
    }
    unsigned plain = (unsigned)atoi(argv[3]), solver = (unsigned)atoi(argv[4]);
    random_probes(&task.board, plain > solver ? plain : solver);
    probe_atlas(&task, &probes, &memory, &result);
    printf("%s %s: at most %u moves, made in %.1f s of processor time\n", argv[1], argv[2], result.max_moves,
           (double)clock() / CLOCKS_PER_SEC);
    free(memory);
    return against_plain(&task, plain) + against_solver(&task, solver) > 0;
}
