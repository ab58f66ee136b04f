/*
 * Micro Robots: shortest walks by breadth-first search, counted as they are found (M4, M12).
 *
 * With a way point a place is met twice: before the walk stopped there, and after.
 */
#include <carom/solver.h>

#define NODES (2 * CAROM_MICRO_CELLS)

struct walk {
    const struct carom_micro_board *board;
    unsigned via;
    uint8_t distance[NODES]; /* CAROM_MICRO_NONE: not reached */
    uint8_t before[NODES];
    uint64_t routes[NODES];
    uint8_t queue[NODES];
    unsigned count;
};

static void reach(struct walk *walk, unsigned node, unsigned from)
{
    if (walk->distance[node] == CAROM_MICRO_NONE) {
        walk->distance[node] = (uint8_t)(walk->distance[from] + 1);
        walk->before[node] = (uint8_t)from;
        walk->queue[walk->count++] = (uint8_t)node;
    }
    if (walk->distance[node] == walk->distance[from] + 1)
        walk->routes[node] += walk->routes[from];
}

static void step_from(struct walk *walk, unsigned node)
{
    unsigned place = node % CAROM_MICRO_CELLS, done = node / CAROM_MICRO_CELLS;
    for (unsigned to = 0; to < CAROM_MICRO_CELLS; to++)
        if (to != place && carom_micro_can_move(walk->board, place, to))
            reach(walk, to + CAROM_MICRO_CELLS * (done != 0 || to == walk->via), node);
}

bool carom_micro_solve(const struct carom_micro_position *position, struct carom_micro_solution *solution)
{
    struct walk walk = {.board = &position->board, .via = position->via};
    for (unsigned node = 0; node < NODES; node++)
        walk.distance[node] = CAROM_MICRO_NONE;
    unsigned start = position->start + CAROM_MICRO_CELLS * (position->via == CAROM_MICRO_NONE);
    unsigned goal = position->target + CAROM_MICRO_CELLS;
    walk.distance[start] = 0;
    walk.routes[start] = 1;
    walk.queue[walk.count++] = (uint8_t)start;
    for (unsigned i = 0; i < walk.count; i++)
        step_from(&walk, walk.queue[i]);
    *solution = (struct carom_micro_solution){.moves = walk.distance[goal], .routes = walk.routes[goal]};
    if (walk.distance[goal] == CAROM_MICRO_NONE)
        return false;
    for (unsigned node = goal, at = solution->moves; at > 0; node = walk.before[node])
        solution->places[--at] = (uint8_t)(node % CAROM_MICRO_CELLS);
    return true;
}
