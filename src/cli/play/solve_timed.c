/*
 * The best route for the target on the table. The solver is asked with a time limit, because somebody waits.
 */
#include "play.h"

#include <carom/libc_allocator.h>
#include <time.h>

static uint64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static bool out_of_time(void *context)
{
    return clock_ms() >= *(const uint64_t *)context;
}

void play_solve(const struct carom_table *table, unsigned ms, struct play_solution *solution)
{
    static struct carom_puzzle puzzle;
    static struct carom_answer answer;
    uint64_t limit = clock_ms() + ms;
    struct carom_solve_options options = {.cancelled = out_of_time, .context = &limit};
    *solution = (struct play_solution){0};
    if (!carom_table_round_puzzle(table, &puzzle))
        return;
    struct carom_solver *solver = puzzle.game == CAROM_GAME_RICOCHET ? carom_solver_new(&carom_libc_allocator) : NULL;
    enum carom_solve_status status = carom_answer_solve(solver, &puzzle, &options, &answer);
    solution->known = status == CAROM_SOLVE_FOUND;
    solution->unsolvable = status == CAROM_SOLVE_UNSOLVABLE;
    solution->cost = answer.solution.lower_bound;
    if (solution->known) {
        struct carom_text text = carom_text_init(solution->route, sizeof solution->route);
        carom_answer_write_route_text(&text, &answer);
        text = carom_text_init(solution->first_move, sizeof solution->first_move);
        if (answer.solution.moves > 0)
            carom_answer_write_move_text(&text, &answer, 0);
    }
    carom_solver_free(solver);
}
