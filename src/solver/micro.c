/*
 * Micro Robots: shortest walks by breadth-first search (M4, M12).
 *
 * With a way point a place is met twice: before the walk stopped there, and after.
 */
#include <carom/solver.h>

#define NODES (2 * CAROM_MICRO_CELLS)

struct walk {
    const struct carom_micro_board *board;
    unsigned via;
    unsigned end;            /* the node of the target, the way point behind it */
    uint8_t distance[NODES]; /* from the start; CAROM_MICRO_NONE: not reached */
    uint64_t routes[NODES];  /* shortest routes from here */
    uint8_t queue[NODES];
    unsigned count;
    /* What is being told: */
    carom_walk_visitor *visit;
    void *context;
    uint8_t places[NODES];
};

/* The node one step on, if M4 allows the step; else NODES. */
static unsigned step_to(const struct walk *walk, unsigned node, unsigned place)
{
    unsigned here = node % CAROM_MICRO_CELLS;
    if (place == here || !carom_micro_can_move(walk->board, here, place))
        return NODES;
    bool done = node >= CAROM_MICRO_CELLS || place == walk->via;
    return place + (done ? CAROM_MICRO_CELLS : 0);
}

static void spread(struct walk *walk, unsigned start)
{
    for (unsigned node = 0; node < NODES; node++)
        walk->distance[node] = CAROM_MICRO_NONE;
    walk->distance[start] = 0;
    walk->queue[walk->count++] = (uint8_t)start;
    for (unsigned i = 0; i < walk->count; i++) {
        unsigned node = walk->queue[i];
        for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
            unsigned next = step_to(walk, node, place);
            if (next == NODES || walk->distance[next] != CAROM_MICRO_NONE)
                continue;
            walk->distance[next] = (uint8_t)(walk->distance[node] + 1);
            walk->queue[walk->count++] = (uint8_t)next;
        }
    }
}

/* Routes to the target, from the far end of the queue back to the start. */
static void count_routes(struct walk *walk)
{
    walk->routes[walk->end] = 1;
    for (unsigned i = walk->count; i-- > 0;) {
        unsigned node = walk->queue[i];
        for (unsigned place = 0; node != walk->end && place < CAROM_MICRO_CELLS; place++) {
            unsigned next = step_to(walk, node, place);
            if (next != NODES && walk->distance[next] == walk->distance[node] + 1)
                walk->routes[node] += walk->routes[next];
        }
    }
}

static bool tell(struct walk *walk, unsigned node)
{
    unsigned steps = walk->distance[node];
    if (node == walk->end)
        return walk->visit(walk->context, walk->places, steps);
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
        unsigned next = step_to(walk, node, place);
        if (next == NODES || walk->distance[next] != steps + 1 || walk->routes[next] == 0)
            continue;
        walk->places[steps] = (uint8_t)place;
        if (!tell(walk, next))
            return false;
    }
    return true;
}

bool carom_micro_solve_all(const struct carom_micro_position *position, struct carom_micro_solution *solution,
                           carom_walk_visitor *visit, void *context)
{
    struct walk walk = {.board = &position->board, .via = position->via, .visit = visit, .context = context};
    unsigned start = position->start + (position->via == CAROM_MICRO_NONE ? CAROM_MICRO_CELLS : 0);
    walk.end = position->target + CAROM_MICRO_CELLS;
    spread(&walk, start);
    *solution = (struct carom_micro_solution){0};
    if (walk.distance[walk.end] == CAROM_MICRO_NONE)
        return false;
    count_routes(&walk);
    solution->moves = walk.distance[walk.end];
    solution->routes = walk.routes[start];
    tell(&walk, start);
    return true;
}

static bool take_first(void *context, const uint8_t *places, uint32_t count)
{
    struct carom_micro_solution *solution = context;
    for (uint32_t i = 0; i < count; i++)
        solution->places[i] = places[i];
    return false;
}

bool carom_micro_solve(const struct carom_micro_position *position, struct carom_micro_solution *solution)
{
    return carom_micro_solve_all(position, solution, take_first, solution);
}
