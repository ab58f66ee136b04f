/*
 * Micro Robots: shortest routes by breadth-first search (M4, M12).
 *
 * With a way point every cell is two nodes: before the route has stopped at the way point, and after.
 */
#include <carom/solver.h>

#define NODES (2 * CAROM_MICRO_CELLS)

struct micro_search {
    const struct carom_micro_board *board;
    unsigned via;
    unsigned end;            /* node of the target, with the way point visited */
    uint8_t distance[NODES]; /* from the start; CAROM_MICRO_NO_CELL: not reached */
    uint64_t routes[NODES];  /* number of shortest routes from here */
    uint8_t queue[NODES];
    unsigned count;
    /* While listing routes: */
    carom_micro_route_visitor *visit;
    void *context;
    uint8_t places[NODES];
};

/* The node one step on if M4 allows the step, else NODES. */
static unsigned step_to(const struct micro_search *search, unsigned node, unsigned place)
{
    unsigned here = node % CAROM_MICRO_CELLS;
    if (place == here || !carom_micro_can_move(search->board, here, place))
        return NODES;
    bool done = node >= CAROM_MICRO_CELLS || place == search->via;
    return place + (done ? CAROM_MICRO_CELLS : 0);
}

static void spread(struct micro_search *search, unsigned start)
{
    for (unsigned node = 0; node < NODES; node++)
        search->distance[node] = CAROM_MICRO_NO_CELL;
    search->distance[start] = 0;
    search->queue[search->count++] = (uint8_t)start;
    for (unsigned i = 0; i < search->count; i++) {
        unsigned node = search->queue[i];
        for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
            unsigned next = step_to(search, node, place);
            if (next == NODES || search->distance[next] != CAROM_MICRO_NO_CELL)
                continue;
            search->distance[next] = (uint8_t)(search->distance[node] + 1);
            search->queue[search->count++] = (uint8_t)next;
        }
    }
}

/* Counts the routes to the target, from the end of the queue back to the start. */
static void count_routes(struct micro_search *search)
{
    search->routes[search->end] = 1;
    for (unsigned i = search->count; i-- > 0;) {
        unsigned node = search->queue[i];
        for (unsigned place = 0; node != search->end && place < CAROM_MICRO_CELLS; place++) {
            unsigned next = step_to(search, node, place);
            if (next != NODES && search->distance[next] == search->distance[node] + 1)
                search->routes[node] += search->routes[next];
        }
    }
}

static bool list_routes(struct micro_search *search, unsigned node)
{
    unsigned steps = search->distance[node];
    if (node == search->end)
        return search->visit(search->context, search->places, steps);
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
        unsigned next = step_to(search, node, place);
        if (next == NODES || search->distance[next] != steps + 1 || search->routes[next] == 0)
            continue;
        search->places[steps] = (uint8_t)place;
        if (!list_routes(search, next))
            return false;
    }
    return true;
}

bool carom_micro_solve_all(const struct carom_micro_position *position, struct carom_micro_solution *solution,
                           carom_micro_route_visitor *visit, void *context)
{
    struct micro_search search = {.board = &position->board, .via = position->via, .visit = visit, .context = context};
    *solution = (struct carom_micro_solution){0};
    if (!carom_micro_position_is_playable(position))
        return false;
    unsigned start = position->start + (position->via == CAROM_MICRO_NO_CELL ? CAROM_MICRO_CELLS : 0);
    search.end = position->target + CAROM_MICRO_CELLS;
    spread(&search, start);
    if (search.distance[search.end] == CAROM_MICRO_NO_CELL)
        return false;
    count_routes(&search);
    solution->moves = search.distance[search.end];
    solution->routes = search.routes[start];
    list_routes(&search, start);
    return true;
}

static bool take_first(void *context, const uint8_t *places, uint32_t count)
{
    struct carom_micro_solution *solution = context;
    for (uint32_t i = 0; i < count; i++)
        solution->cells[i] = places[i];
    return false;
}

bool carom_micro_solve(const struct carom_micro_position *position, struct carom_micro_solution *solution)
{
    return carom_micro_solve_all(position, solution, take_first, solution);
}
