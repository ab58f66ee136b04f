/*
 * The admissible bound and the relaxed paths (bound.h).
 *
 * Both are found backwards from the target, which is valid because slides are reversible. Without barriers whole sets
 * are filled along lines at once; with barriers each ray is followed cell by cell.
 */
#include "bound.h"

#include "../core/libc_mem.h"
#include "runs.h"
#include "search.h"

#define PASS_WORK 4 /* microseconds of one pass over the board, forth and back */

static void fill_lines(struct bound *bound, const struct problem *problem)
{
    struct bitboard reached = bb_single(problem->target);
    struct bitboard front = reached;
    for (unsigned cost = 1; !bb_is_empty(&front); cost++) {
        struct bitboard next = bb_empty();
        next = bb_or(next, bb_fill(front, problem->can_step[CAROM_NORTH], CAROM_NORTH));
        next = bb_or(next, bb_fill(front, problem->can_step[CAROM_EAST], CAROM_EAST));
        next = bb_or(next, bb_fill(front, problem->can_step[CAROM_SOUTH], CAROM_SOUTH));
        next = bb_or(next, bb_fill(front, problem->can_step[CAROM_WEST], CAROM_WEST));
        front = next = bb_and_not(next, reached);
        reached = bb_or(reached, next);
        for (struct bb_iter iter = bb_iter(&front); bb_iter_next(&iter);)
            bound->cost[iter.cell] = (uint8_t)cost;
    }
}

/* Queue of a breadth-first search over cells. `over` has the directions in which a cell was passed already, at no
 * greater cost, so that a ray along the same line can end there. */
struct ray_queue {
    uint8_t cell[CAROM_CELLS];
    unsigned count;
    uint8_t over[CAROM_CELLS];
};

static void fill_ray(struct bound *bound, const struct problem *problem, struct ray_queue *queue, unsigned cell,
                     unsigned direction)
{
    unsigned cost = bound->cost[cell] + 1u;
    unsigned class = problem->class[0];
    while (bb_has(&problem->can_step[direction], cell) && (queue->over[cell] >> direction & 1u) == 0) {
        queue->over[cell] |= (uint8_t)(1u << direction);
        cell = carom_cell_neighbour((carom_cell)cell, direction);
        if (bb_has(&problem->barriers, cell)) {
            if (bounces_class(problem, class, cell))
                direction = bounced_direction(direction, problem->falling[cell]);
        } else if (bound->cost[cell] == BOUND_INFINITE) {
            bound->cost[cell] = (uint8_t)cost;
            queue->cell[queue->count++] = (uint8_t)cell;
        }
    }
}

static void fill_rays(struct bound *bound, const struct problem *problem)
{
    struct ray_queue queue = {.count = 1, .cell = {problem->target}};
    for (unsigned i = 0; i < queue.count; i++)
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            fill_ray(bound, problem, &queue, queue.cell[i], direction);
}

/* For the transparent robot, `moving` is the cost still to pay when it passes a cell in a direction. */
struct transparent_bound {
    uint8_t moving[CAROM_CELLS][CAROM_DIRECTIONS];
    bool changed;
};

static unsigned transparent_next(const struct transparent_bound *transparent, const struct problem *problem,
                                 unsigned cell, unsigned direction)
{
    if (!bb_has(&problem->can_step[direction], cell))
        return BOUND_INFINITE;
    return transparent->moving[carom_cell_neighbour((carom_cell)cell, direction)][direction];
}

static unsigned min_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void transparent_lower(struct transparent_bound *transparent, uint8_t *at, unsigned value)
{
    if (value < *at) {
        *at = (uint8_t)value;
        transparent->changed = true;
    }
}

static void transparent_relax(struct transparent_bound *transparent, struct bound *bound, const struct problem *problem,
                              unsigned cell)
{
    bool barrier = bb_has(&problem->barriers, cell);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        unsigned on = transparent_next(transparent, problem, cell, direction);
        if (barrier) {
            unsigned bounce =
                transparent_next(transparent, problem, cell, bounced_direction(direction, problem->falling[cell]));
            transparent_lower(transparent, &transparent->moving[cell][direction], min_of(bounce, on + 1));
            continue;
        }
        transparent_lower(transparent, &transparent->moving[cell][direction], min_of(bound->cost[cell], on));
        if ((problem->soft_walls[cell] >> direction & 1u) != 0)
            on = transparent->moving[carom_cell_neighbour((carom_cell)cell, direction)][direction];
        transparent_lower(transparent, &bound->cost[cell], on + 1);
    }
}

/* Costs are small and paths long, so simple passes over the board until nothing changes are enough. */
static void fill_transparent(struct bound *bound, const struct problem *problem, struct budget *budget)
{
    struct transparent_bound transparent;
    memset(transparent.moving, BOUND_INFINITE, sizeof transparent.moving);
    do {
        transparent.changed = false;
        for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
            transparent_relax(&transparent, bound, problem, cell);
        for (unsigned cell = CAROM_CELLS; cell-- > 0;)
            transparent_relax(&transparent, bound, problem, cell);
    } while (transparent.changed && !budget_worked(budget, PASS_WORK));
}

void carom_bound_build(struct bound *bound, const struct problem *problem, struct budget *budget)
{
    memset(bound->cost, BOUND_INFINITE, sizeof bound->cost);
    memset(bound->paths_known, 0, sizeof bound->paths_known);
    bound->cost[problem->target] = 0;
    bound->transparent = problem->class[0] == CLASS_TRANSPARENT;
    if (bound->transparent)
        fill_transparent(bound, problem, budget);
    else if (problem->has_barriers)
        fill_rays(bound, problem);
    else
        fill_lines(bound, problem);
}

/* Adds the paths along one ray: the cells up to each stop that is one move nearer, and all paths from there. */
static void add_paths(struct bound *bound, const struct problem *problem, unsigned cell, const struct ray *ray)
{
    struct bitboard trail = bb_empty();
    for (unsigned at = 0; at < ray->count; at++) {
        unsigned to = ray->cell[at];
        bb_add(&trail, to);
        if (bound->cost[to] + 1 != bound->cost[cell])
            continue;
        if (!bound->paths_known[to])
            carom_bound_paths(bound, problem, to);
        bound->passes[cell] = bb_or(bound->passes[cell], bb_or(trail, bound->passes[to]));
        bound->stoppers[cell] = bb_or(bound->stoppers[cell], bound->stoppers[to]);
        if (ray->beyond[at] != NO_CELL)
            bb_add(&bound->stoppers[cell], ray->beyond[at]);
    }
}

void carom_bound_paths(struct bound *bound, const struct problem *problem, unsigned cell)
{
    bound->passes[cell] = bound->stoppers[cell] = bb_empty();
    bound->paths_known[cell] = true;
    if (bound->cost[cell] == BOUND_INFINITE)
        return;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct ray ray;
        carom_problem_ray(problem, problem->class[0], cell, direction, &ray);
        add_paths(bound, problem, cell, &ray);
    }
    bound->stopper_lines[cell][AXIS_COLUMN] = bound->stopper_lines[cell][AXIS_ROW] = 0;
    for (struct bb_iter iter = bb_iter(&bound->stoppers[cell]); bb_iter_next(&iter);) {
        bound->stopper_lines[cell][AXIS_COLUMN] |= (uint16_t)(1u << (iter.cell & 15u));
        bound->stopper_lines[cell][AXIS_ROW] |= (uint16_t)(1u << (iter.cell >> 4));
    }
}
