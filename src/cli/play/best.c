/*
 * The best route for the target on the table. The solver is asked with a time limit, because somebody waits.
 */
#include "play.h"

#include <carom/heap.h>
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

void play_think(const struct carom_table *table, unsigned ms, struct play_best *best)
{
    static struct carom_puzzle puzzle;
    static struct carom_answer answer;
    uint64_t limit = clock_ms() + ms;
    struct carom_solve_options options = {.cancelled = out_of_time, .context = &limit};
    *best = (struct play_best){0};
    if (!carom_table_puzzle(table, &puzzle))
        return;
    struct carom_solver *solver = puzzle.game == CAROM_GAME_RICOCHET ? carom_solver_new(&carom_heap) : NULL;
    enum carom_solve_status status = carom_answer_find(solver, &puzzle, &options, &answer);
    best->known = status == CAROM_SOLVE_FOUND;
    best->impossible = status == CAROM_SOLVE_UNSOLVABLE;
    best->cost = answer.solution.at_least;
    if (best->known) {
        struct carom_text text = carom_text_in(best->route, sizeof best->route);
        carom_answer_route_write(&text, &answer);
        text = carom_text_in(best->first, sizeof best->first);
        if (answer.solution.moves > 0)
            carom_answer_move_write(&text, &answer, 0);
    }
    carom_solver_free(solver);
}
