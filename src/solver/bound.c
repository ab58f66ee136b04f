/*
 * The lower bound and the cells that matter on shortest ways (bound.h).
 *
 * Without barriers whole sets of cells are spread along lines at once. With barriers every way is followed cell by cell
 * from the target backwards, which is the same as forwards because slides can be turned round.
 */
#include "bound.h"

#include "../core/mem.h"
#include "runs.h"
#include "search.h"

#define PASS_WORK 4 /* of the budget: once over the board, back and forth */

static void spread_lines(struct bound *bound, const struct prepared *prepared)
{
    struct cells reached = cells_one(prepared->target);
    struct cells front = reached;
    for (unsigned cost = 1; !cells_empty(&front); cost++) {
        struct cells next = cells_none();
        next = cells_or(next, run_over(front, prepared->open[CAROM_NORTH], CAROM_NORTH));
        next = cells_or(next, run_over(front, prepared->open[CAROM_EAST], CAROM_EAST));
        next = cells_or(next, run_over(front, prepared->open[CAROM_SOUTH], CAROM_SOUTH));
        next = cells_or(next, run_over(front, prepared->open[CAROM_WEST], CAROM_WEST));
        front = next = cells_minus(next, reached);
        reached = cells_or(reached, next);
        for (struct cells_walk walk = cells_walk(&front); cells_next(&walk);)
            bound->cost[walk.cell] = (uint8_t)cost;
    }
}

/* Cells in the order of their bound, and which way they have been gone over already: by somebody as near or nearer, who
 * went on along the same line. */
struct ray_queue {
    uint8_t cell[CAROM_CELLS];
    unsigned count;
    uint8_t over[CAROM_CELLS];
};

static void spread_ray(struct bound *bound, const struct prepared *prepared, struct ray_queue *queue, unsigned cell,
                       unsigned direction)
{
    unsigned cost = bound->cost[cell] + 1u;
    unsigned class = prepared->class[0];
    while (cells_has(&prepared->open[direction], cell) && (queue->over[cell] >> direction & 1u) == 0) {
        queue->over[cell] |= (uint8_t)(1u << direction);
        cell = carom_cell_next((carom_cell)cell, direction);
        if (cells_has(&prepared->barriers, cell)) {
            if (turns(prepared, class, cell))
                direction = turned(direction, prepared->falling[cell]);
        } else if (bound->cost[cell] == NEVER) {
            bound->cost[cell] = (uint8_t)cost;
            queue->cell[queue->count++] = (uint8_t)cell;
        }
    }
}

static void spread_rays(struct bound *bound, const struct prepared *prepared)
{
    struct ray_queue queue = {.count = 1, .cell = {prepared->target}};
    for (unsigned i = 0; i < queue.count; i++)
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            spread_ray(bound, prepared, &queue, queue.cell[i], direction);
}

/* The transparent robot: `moving` is what is left to pay when it comes over a cell in a direction. */
struct transparent_bound {
    uint8_t moving[CAROM_CELLS][CAROM_DIRECTIONS];
    bool changed;
};

static unsigned transparent_next(const struct transparent_bound *transparent, const struct prepared *prepared,
                                 unsigned cell, unsigned direction)
{
    if (!cells_has(&prepared->open[direction], cell))
        return NEVER;
    return transparent->moving[carom_cell_next((carom_cell)cell, direction)][direction];
}

static unsigned least(unsigned a, unsigned b)
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

static void transparent_relax(struct transparent_bound *transparent, struct bound *bound,
                              const struct prepared *prepared, unsigned cell)
{
    bool barrier = cells_has(&prepared->barriers, cell);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        unsigned on = transparent_next(transparent, prepared, cell, direction);
        if (barrier) {
            unsigned bounce = transparent_next(transparent, prepared, cell, turned(direction, prepared->falling[cell]));
            transparent_lower(transparent, &transparent->moving[cell][direction], least(bounce, on + 1));
            continue;
        }
        transparent_lower(transparent, &transparent->moving[cell][direction], least(bound->cost[cell], on));
        if ((prepared->soft[cell] >> direction & 1u) != 0)
            on = transparent->moving[carom_cell_next((carom_cell)cell, direction)][direction];
        transparent_lower(transparent, &bound->cost[cell], on + 1);
    }
}

/* The costs are few and the ways long: going over the board back and forth until nothing changes is simplest. */
static void spread_transparent(struct bound *bound, const struct prepared *prepared, struct budget *budget)
{
    struct transparent_bound transparent;
    memset(transparent.moving, NEVER, sizeof transparent.moving);
    do {
        transparent.changed = false;
        for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
            transparent_relax(&transparent, bound, prepared, cell);
        for (unsigned cell = CAROM_CELLS; cell-- > 0;)
            transparent_relax(&transparent, bound, prepared, cell);
    } while (transparent.changed && !budget_worked(budget, PASS_WORK));
}

void carom_bound_build(struct bound *bound, const struct prepared *prepared, struct budget *budget)
{
    memset(bound->cost, NEVER, sizeof bound->cost);
    memset(bound->known, 0, sizeof bound->known);
    bound->cost[prepared->target] = 0;
    bound->transparent = prepared->class[0] == CLASS_TRANSPARENT;
    if (bound->transparent)
        spread_transparent(bound, prepared, budget);
    else if (prepared->bounces)
        spread_rays(bound, prepared);
    else
        spread_lines(bound, prepared);
}

/* The ways along one ray: whatever lies up to a stop that is one move nearer, and all the ways from there. */
static void add_ways(struct bound *bound, const struct prepared *prepared, unsigned cell, const struct ray *ray)
{
    struct cells trail = cells_none();
    for (unsigned at = 0; at < ray->count; at++) {
        unsigned to = ray->cell[at];
        cells_add(&trail, to);
        if (bound->cost[to] + 1 != bound->cost[cell])
            continue;
        if (!bound->known[to])
            carom_bound_ways(bound, prepared, to);
        bound->over[cell] = cells_or(bound->over[cell], cells_or(trail, bound->over[to]));
        bound->stop[cell] = cells_or(bound->stop[cell], bound->stop[to]);
        if (ray->after[at] != NO_CELL)
            cells_add(&bound->stop[cell], ray->after[at]);
    }
}

void carom_bound_ways(struct bound *bound, const struct prepared *prepared, unsigned cell)
{
    bound->over[cell] = bound->stop[cell] = cells_none();
    bound->known[cell] = true;
    if (bound->cost[cell] == NEVER)
        return;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct ray ray;
        carom_prepared_ray(prepared, prepared->class[0], cell, direction, &ray);
        add_ways(bound, prepared, cell, &ray);
    }
    bound->stop_lines[cell][AXIS_COLUMN] = bound->stop_lines[cell][AXIS_ROW] = 0;
    for (struct cells_walk walk = cells_walk(&bound->stop[cell]); cells_next(&walk);) {
        bound->stop_lines[cell][AXIS_COLUMN] |= (uint16_t)(1u << (walk.cell & 15u));
        bound->stop_lines[cell][AXIS_ROW] |= (uint16_t)(1u << (walk.cell >> 4));
    }
}
