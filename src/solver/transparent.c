/*
 * The transparent robot's moves (transparent.h).
 *
 * Its choices form a graph of (barrier, direction of arrival, has bounced). The walk goes over it by the number of
 * barriers gone through, so each is met first at its least cost. Where there are so many barriers that signs can run
 * out, one that is met again after fewer others is gone on from once more.
 */
#include "transparent.h"

#include "../core/mem.h"

struct transparent_walk {
    const struct prepared *prepared;
    const struct crowd *crowd;
    struct cells *over; /* or NULL */
    struct transparent_ends *ends;
    unsigned sign; /* 1: signs can run out; 0: they are not counted */
    uint64_t met[MEETINGS / 64];
    uint8_t signs[MEETINGS];        /* of one that was met: how many others were met before, at least */
    uint64_t queued[MEETINGS / 64]; /* only where signs can run out: among the meetings ... */
    uint64_t kept[MEETINGS / 64];   /* ... and among those to be gone through */
    uint16_t meeting[MEETINGS];     /* met at the present cost; a ring */
    uint16_t passing[MEETINGS];     /* those to be gone through, one dearer */
    unsigned first, meetings, passings;
};

static bool take_bit(uint64_t *bits, unsigned bit)
{
    bool had = (bits[bit >> 6] >> (bit & 63u) & 1u) != 0;
    bits[bit >> 6] |= UINT64_C(1) << (bit & 63u);
    return !had;
}

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

/* `signs`: how many barriers were met before this one. */
static void transparent_meet(struct transparent_walk *walk, unsigned cell, unsigned direction, unsigned bounced,
                             unsigned signs)
{
    unsigned node = meeting_of(cell, direction, bounced);
    if (!take_bit(walk->met, node) && signs >= walk->signs[node])
        return;
    walk->signs[node] = (uint8_t)signs;
    if (walk->sign == 0 || take_bit(walk->queued, node))
        walk->meeting[(walk->first + walk->meetings++) % MEETINGS] = (uint16_t)node;
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

static void transparent_run(struct transparent_walk *walk, unsigned cell, unsigned direction, unsigned bounced,
                            unsigned signs, unsigned cost, bool may_stay)
{
    unsigned to;
    bool meets = meets_barrier(walk->prepared, walk->crowd, cell, direction, may_stay, &to);
    if (to == NO_CELL)
        return;
    transparent_over(walk, cell, to, direction);
    if (meets)
        transparent_meet(walk, to, direction, bounced, signs);
    else
        transparent_end(walk, to, bounced != 0 ? CAROM_AXES_BOTH : carom_direction_axis(direction), cost);
}

/* How many barriers were met when the next one is; beyond the last sign that does not matter. */
static unsigned signs_after(const struct transparent_walk *walk, unsigned node)
{
    unsigned signs = walk->signs[node];
    return signs < CAROM_SIGNS ? signs + walk->sign : CAROM_SIGNS;
}

/* All that can be done at one cost: bounces lead to further meetings, going through is kept for the next. */
static void transparent_settle(struct transparent_walk *walk, unsigned cost)
{
    for (; walk->meetings > 0; walk->first = (walk->first + 1) % MEETINGS, walk->meetings--) {
        unsigned node = walk->meeting[walk->first], cell = node & 255u;
        if (walk->sign != 0)
            walk->queued[node >> 6] &= ~(UINT64_C(1) << (node & 63u));
        transparent_run(walk, cell, turned(node >> 8 & 3u, walk->prepared->falling[cell]), 1, signs_after(walk, node),
                        cost, false);
        if (walk->signs[node] < CAROM_SIGNS && (walk->sign == 0 || take_bit(walk->kept, node)))
            walk->passing[walk->passings++] = (uint16_t)node;
    }
}

static void transparent_pass(struct transparent_walk *walk, unsigned cost)
{
    if (walk->sign != 0)
        memset(walk->kept, 0, sizeof walk->kept);
    for (unsigned i = 0; i < walk->passings; i++) {
        unsigned node = walk->passing[i];
        transparent_run(walk, node & 255u, node >> 8 & 3u, node >> 10, signs_after(walk, node), cost, false);
    }
    walk->passings = 0;
}

/* The first step of a move: along an open side, or through a wall (T2, T3). */
static void transparent_begin(struct transparent_walk *walk, unsigned cell, unsigned direction, bool through)
{
    if (!through) {
        transparent_run(walk, cell, direction, 0, 0, 1, false);
        return;
    }
    unsigned next = carom_cell_next((carom_cell)cell, direction);
    if (walk->over != NULL)
        cells_add(walk->over, next);
    if (crowd_has(walk->crowd, next))
        return;
    if (cells_has(&walk->prepared->barriers, next))
        transparent_meet(walk, next, direction, 0, 0);
    else
        transparent_run(walk, next, direction, 0, 0, 1, true);
}

/* One direction, with all choices at the barriers. */
static void transparent_direction(struct transparent_walk *walk, unsigned cell, unsigned direction, bool through,
                                  unsigned max_cost)
{
    if (walk->prepared->bounces)
        memset(walk->met, 0, sizeof walk->met);
    if (walk->sign != 0) {
        memset(walk->queued, 0, sizeof walk->queued);
        memset(walk->kept, 0, sizeof walk->kept);
    }
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
    walk.sign = prepared->barrier_count > FEW_BARRIERS;
    walk.first = walk.meetings = walk.passings = 0;
    ends->count = 0;
    ends->more = false;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        transparent_direction(&walk, cell, direction, false, max_cost);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        if ((prepared->soft[cell] >> direction & 1u) != 0)
            transparent_direction(&walk, cell, direction, true, max_cost);
}
