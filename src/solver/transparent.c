/*
 * The transparent robot's moves (transparent.h).
 *
 * Its choices form a graph of (barrier, direction of arrival, has bounced). The walk goes over it by the number of
 * barriers gone through, so each is met first at its least cost.
 */
#include "transparent.h"

#include "../core/mem.h"

struct transparent_walk {
    const struct prepared *prepared;
    const struct crowd *crowd;
    struct cells *over; /* or NULL */
    struct transparent_ends *ends;
    uint64_t met[8 * CAROM_CELLS / 64];
    uint16_t meeting[8 * CAROM_CELLS]; /* met at the present cost: cell | direction << 8 | bounced << 10 */
    uint16_t passing[8 * CAROM_CELLS]; /* those to be gone through, one dearer */
    unsigned meetings, passings;
};

static void transparent_end(struct transparent_walk *walk, unsigned to, unsigned axes, unsigned cost)
{
    struct transparent_ends *ends = walk->ends;
    for (unsigned i = 0; i < ends->count; i++) {
        if (ends->end[i].to == to && ends->end[i].axes == axes) {
            if (ends->end[i].cost > cost)
                ends->end[i].cost = (uint8_t)cost;
            return;
        }
    }
    ends->end[ends->count++] = (struct transparent_end){(uint8_t)to, (uint8_t)axes, (uint8_t)cost};
}

static void transparent_meet(struct transparent_walk *walk, unsigned cell, unsigned direction, unsigned bounced)
{
    unsigned node = cell | direction << 8 | bounced << 10;
    if ((walk->met[node >> 6] >> (node & 63u) & 1u) != 0)
        return;
    walk->met[node >> 6] |= UINT64_C(1) << (node & 63u);
    walk->meeting[walk->meetings++] = (uint16_t)node;
}

static void transparent_over(struct transparent_walk *walk, unsigned from, unsigned to, unsigned direction)
{
    if (walk->over == NULL)
        return;
    while (from != to) {
        from = carom_cell_next((carom_cell)from, direction);
        cells_add(walk->over, from);
    }
}

/* Goes straight on from a cell; `may_stay`: it has already made a step onto it, and may end there. */
static void transparent_run(struct transparent_walk *walk, unsigned cell, unsigned direction, unsigned bounced,
                            unsigned cost, bool may_stay)
{
    unsigned end = stretch(walk->prepared, walk->crowd, cell, direction);
    unsigned barrier = barrier_before(walk->prepared, CLASS_TRANSPARENT, cell, end, direction);
    if (barrier != NO_CELL) {
        transparent_over(walk, cell, barrier, direction);
        transparent_meet(walk, barrier, direction, bounced);
        return;
    }
    transparent_over(walk, cell, end, direction);
    if (end != cell || may_stay)
        transparent_end(walk, end, bounced != 0 ? CAROM_AXES_BOTH : carom_direction_axis(direction), cost);
}

/* All that can be done at one cost: bounces lead to further meetings, going through is kept for the next. */
static void transparent_settle(struct transparent_walk *walk, unsigned cost)
{
    for (unsigned i = 0; i < walk->meetings; i++) {
        unsigned cell = walk->meeting[i] & 255u;
        transparent_run(walk, cell, turned(walk->meeting[i] >> 8 & 3u, walk->prepared->falling[cell]), 1, cost, false);
        walk->passing[walk->passings++] = walk->meeting[i];
    }
    walk->meetings = 0;
}

static void transparent_pass(struct transparent_walk *walk, unsigned cost)
{
    for (unsigned i = 0; i < walk->passings; i++)
        transparent_run(walk, walk->passing[i] & 255u, walk->passing[i] >> 8 & 3u, walk->passing[i] >> 10, cost, false);
    walk->passings = 0;
}

/* The first step of a move: along an open side, or through a wall (T2, T3). */
static void transparent_begin(struct transparent_walk *walk, unsigned cell, unsigned direction, bool through)
{
    if (!through) {
        transparent_run(walk, cell, direction, 0, 1, false);
        return;
    }
    unsigned next = carom_cell_next((carom_cell)cell, direction);
    if (walk->over != NULL)
        cells_add(walk->over, next);
    if (crowd_has(walk->crowd, next))
        return;
    if (cells_has(&walk->prepared->barriers, next))
        transparent_meet(walk, next, direction, 0);
    else
        transparent_run(walk, next, direction, 0, 1, true);
}

/* One direction, with all choices at the barriers. */
static void transparent_direction(struct transparent_walk *walk, unsigned cell, unsigned direction, bool through,
                                  unsigned max_cost)
{
    if (walk->prepared->bounces)
        memset(walk->met, 0, sizeof walk->met);
    transparent_begin(walk, cell, direction, through);
    for (unsigned cost = 1; walk->meetings != 0; cost++) {
        transparent_settle(walk, cost);
        if (cost < max_cost)
            transparent_pass(walk, cost + 1);
        else
            walk->ends->more = true;
    }
    walk->passings = 0;
}

void carom_transparent_ends(const struct prepared *prepared, const struct crowd *crowd, unsigned cell,
                            unsigned max_cost, struct transparent_ends *ends, struct cells *over)
{
    struct transparent_walk walk;
    walk.prepared = prepared;
    walk.crowd = crowd;
    walk.over = over;
    walk.ends = ends;
    walk.meetings = walk.passings = 0;
    ends->count = 0;
    ends->more = false;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        transparent_direction(&walk, cell, direction, false, max_cost);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        if ((prepared->soft[cell] >> direction & 1u) != 0)
            transparent_direction(&walk, cell, direction, true, max_cost);
}
