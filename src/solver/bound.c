/*
 * The lower bound and the cells that matter on shortest ways (bound.h).
 *
 * Without barriers whole sets of cells are spread along lines at once. With barriers every way is followed cell by cell
 * from the target backwards, which is the same as forwards because slides can be turned round.
 */
#include "bound.h"

#include "../core/mem.h"
#include "runs.h"

static void spread_lines(struct bound *bound, const struct field *field)
{
    struct cells reached = cells_one(field->target);
    struct cells front = reached;
    for (unsigned moves = 1; !cells_empty(&front); moves++) {
        struct cells next = cells_none();
        next = cells_or(next, run_over(front, field->open[CAROM_NORTH], CAROM_NORTH));
        next = cells_or(next, run_over(front, field->open[CAROM_EAST], CAROM_EAST));
        next = cells_or(next, run_over(front, field->open[CAROM_SOUTH], CAROM_SOUTH));
        next = cells_or(next, run_over(front, field->open[CAROM_WEST], CAROM_WEST));
        front = next = cells_minus(next, reached);
        reached = cells_or(reached, next);
        for (struct cells_walk walk = cells_walk(&front); cells_next(&walk);)
            bound->moves[walk.cell] = (uint8_t)moves;
    }
}

/* Cells in the order of their bound, and which way they have been gone over already: by somebody as near or nearer, who
 * went on along the same line. */
struct ray_queue {
    uint8_t cell[CAROM_CELLS];
    unsigned count;
    uint8_t over[CAROM_CELLS];
};

static void spread_ray(struct bound *bound, const struct field *field, struct ray_queue *queue, unsigned cell,
                       unsigned direction)
{
    unsigned moves = bound->moves[cell] + 1u;
    unsigned class = field->class[0];
    while (cells_has(&field->open[direction], cell) && (queue->over[cell] >> direction & 1u) == 0) {
        queue->over[cell] |= (uint8_t)(1u << direction);
        cell = carom_cell_next((carom_cell)cell, direction);
        if (cells_has(&field->barriers, cell)) {
            if (turns(field, class, cell))
                direction = turned(direction, field->falling[cell]);
        } else if (bound->moves[cell] == NEVER) {
            bound->moves[cell] = (uint8_t)moves;
            queue->cell[queue->count++] = (uint8_t)cell;
        }
    }
}

static void spread_rays(struct bound *bound, const struct field *field)
{
    struct ray_queue queue = {.count = 1, .cell = {field->target}};
    for (unsigned i = 0; i < queue.count; i++)
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            spread_ray(bound, field, &queue, queue.cell[i], direction);
}

/* The transparent robot: `moving` is what is left to pay when it comes over a cell in a direction. */
struct ghost_bound {
    uint8_t moving[CAROM_CELLS][CAROM_DIRECTIONS];
    bool changed;
};

static unsigned ghost_next(const struct ghost_bound *ghost, const struct field *field, unsigned cell,
                           unsigned direction)
{
    if (!cells_has(&field->open[direction], cell))
        return NEVER;
    return ghost->moving[carom_cell_next((carom_cell)cell, direction)][direction];
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static void ghost_lower(struct ghost_bound *ghost, uint8_t *at, unsigned value)
{
    if (value < *at) {
        *at = (uint8_t)value;
        ghost->changed = true;
    }
}

static void ghost_relax(struct ghost_bound *ghost, struct bound *bound, const struct field *field, unsigned cell)
{
    bool barrier = cells_has(&field->barriers, cell);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        unsigned on = ghost_next(ghost, field, cell, direction);
        if (barrier) {
            unsigned bounce = ghost_next(ghost, field, cell, turned(direction, field->falling[cell]));
            ghost_lower(ghost, &ghost->moving[cell][direction], least(bounce, on + 1));
            continue;
        }
        ghost_lower(ghost, &ghost->moving[cell][direction], least(bound->moves[cell], on));
        if ((field->soft[cell] >> direction & 1u) != 0)
            on = ghost->moving[carom_cell_next((carom_cell)cell, direction)][direction];
        ghost_lower(ghost, &bound->moves[cell], on + 1);
    }
}

/* The costs are few and the ways long: going over the board back and forth until nothing changes is simplest. */
static void spread_ghost(struct bound *bound, const struct field *field)
{
    struct ghost_bound ghost;
    memset(ghost.moving, NEVER, sizeof ghost.moving);
    do {
        ghost.changed = false;
        for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
            ghost_relax(&ghost, bound, field, cell);
        for (unsigned cell = CAROM_CELLS; cell-- > 0;)
            ghost_relax(&ghost, bound, field, cell);
    } while (ghost.changed);
}

void carom_bound_build(struct bound *bound, const struct field *field)
{
    memset(bound->moves, NEVER, sizeof bound->moves);
    memset(bound->known, 0, sizeof bound->known);
    bound->moves[field->target] = 0;
    bound->ghost = field->class[0] == CLASS_GHOST;
    if (bound->ghost)
        spread_ghost(bound, field);
    else if (field->bounces)
        spread_rays(bound, field);
    else
        spread_lines(bound, field);
}

/* The ways along one ray: whatever lies up to a stop that is one move nearer, and all the ways from there. */
static void add_ways(struct bound *bound, const struct field *field, unsigned cell, const struct ray *ray)
{
    struct cells trail = cells_none();
    for (unsigned at = 0; at < ray->count; at++) {
        unsigned to = ray->cell[at];
        cells_add(&trail, to);
        if (bound->moves[to] + 1 != bound->moves[cell])
            continue;
        if (!bound->known[to])
            carom_bound_ways(bound, field, to);
        bound->over[cell] = cells_or(bound->over[cell], cells_or(trail, bound->over[to]));
        bound->stop[cell] = cells_or(bound->stop[cell], bound->stop[to]);
        if (ray->after[at] != NO_CELL)
            cells_add(&bound->stop[cell], ray->after[at]);
    }
}

void carom_bound_ways(struct bound *bound, const struct field *field, unsigned cell)
{
    bound->over[cell] = bound->stop[cell] = cells_none();
    bound->known[cell] = true;
    if (bound->moves[cell] == NEVER)
        return;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct ray ray;
        carom_field_ray(field, field->class[0], cell, direction, &ray);
        add_ways(bound, field, cell, &ray);
    }
    bound->stop_lines[cell][AXIS_COLUMN] = bound->stop_lines[cell][AXIS_ROW] = 0;
    for (struct cells_walk walk = cells_walk(&bound->stop[cell]); cells_next(&walk);) {
        bound->stop_lines[cell][AXIS_COLUMN] |= (uint16_t)(1u << (walk.cell & 15u));
        bound->stop_lines[cell][AXIS_ROW] |= (uint16_t)(1u << (walk.cell >> 4));
    }
}
