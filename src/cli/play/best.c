/*
 * The best route for the target on the table. The solver is asked with a time limit, because somebody waits.
 */
#include "play.h"

#include <carom/heap.h>
#include <stdlib.h>
#include <string.h>
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

static void think_ricochet(const struct carom_table *table, unsigned ms, struct play_best *best)
{
    static struct carom_solution solution;
    struct carom_solver *solver = carom_solver_new(&carom_heap);
    uint64_t limit = clock_ms() + ms;
    struct carom_position position = {.board = table->board, .robots = table->markers, .target = table->target};
    struct carom_solve_options options = {.cancelled = out_of_time, .context = &limit};
    if (solver == NULL)
        return;
    enum carom_solve_status status = carom_solve(solver, &position, &options, &solution);
    best->known = status == CAROM_SOLVE_FOUND;
    best->impossible = status == CAROM_SOLVE_UNSOLVABLE;
    best->cost = best->known ? solution.cost : solution.at_least;
    if (best->known) {
        struct carom_text text = carom_text_in(best->route, sizeof best->route);
        carom_route_write(&text, solution.route, solution.moves);
        text = carom_text_in(best->first, sizeof best->first);
        carom_move_write(&text, solution.route[0]);
    }
    carom_solver_free(solver);
}

static void think_micro(const struct carom_table *table, struct play_best *best)
{
    struct carom_micro_solution solution;
    struct carom_micro_position position = {.board = table->tiles,
                                            .start = table->tiles.place[table->drawn.start],
                                            .via = CAROM_MICRO_NONE,
                                            .target = table->tiles.place[table->drawn.target]};
    if (table->drawn.via != CAROM_MICRO_NONE)
        position.via = table->tiles.place[table->drawn.via];
    best->known = carom_micro_solve(&position, &solution);
    best->impossible = !best->known;
    best->cost = best->known ? solution.moves : 0;
    struct carom_text text = carom_text_in(best->route, sizeof best->route);
    for (unsigned i = 0; best->known && i < solution.moves; i++) {
        carom_text_put(&text, i > 0 ? " " : "");
        carom_micro_face_write(&text, table->tiles.shows[solution.places[i]]);
    }
    if (best->known) {
        text = carom_text_in(best->first, sizeof best->first);
        carom_micro_face_write(&text, table->tiles.shows[solution.places[0]]);
    }
}

void play_think(const struct carom_table *table, unsigned ms, struct play_best *best)
{
    memset(best, 0, sizeof *best);
    if (carom_rules_micro(&table->rules))
        think_micro(table, best);
    else
        think_ricochet(table, ms, best);
}
