/*
 * The transparent robot's moves (transparent.h).
 *
 * Its choices form a graph of (barrier, direction of arrival, has bounced). The search goes by the number of barriers
 * passed through, so each node is first met at its least cost. Where there are enough barriers that signs can run out,
 * a node met again with fewer signs used is expanded again.
 */
#include "transparent.h"

#include "../core/libc_mem.h"

struct transparent_search {
    const struct problem *problem;
    const struct occupancy *occupancy;
    struct bitboard *over; /* NULL: not wanted */
    struct transparent_stops *ends;
    unsigned sign; /* 1: signs can run out; 0: they are not counted */
    uint64_t met[MEETINGS / 64];
    uint8_t signs[MEETINGS];        /* fewest barriers met before this node */
    uint64_t queued[MEETINGS / 64]; /* used only where signs can run out: nodes in `meeting` ... */
    uint64_t kept[MEETINGS / 64];   /* ... and nodes in `passing` */
    uint16_t meeting[MEETINGS];     /* ring buffer of nodes met at the current cost */
    uint16_t passing[MEETINGS];     /* nodes to pass through, at one more */
    unsigned first, meetings, passings;
};

static bool take_bit(uint64_t *bits, unsigned bit)
{
    bool had = (bits[bit >> 6] >> (bit & 63u) & 1u) != 0;
    bits[bit >> 6] |= UINT64_C(1) << (bit & 63u);
    return !had;
}

static void transparent_stop(struct transparent_search *search, unsigned to, unsigned axes, unsigned cost)
{
    struct transparent_stops *ends = search->ends;
    for (unsigned i = 0; i < ends->count; i++) {
        if (ends->stop[i].to == to && ends->stop[i].axes == axes) {
            if (ends->stop[i].cost > cost)
                ends->stop[i].cost = (uint8_t)cost;
            return;
        }
    }
    ends->stop[ends->count++] = (struct transparent_stop){(uint8_t)to, (uint8_t)axes, (uint8_t)cost};
}

/* Queues a barrier; `signs` is the number of barriers met before it. */
static void transparent_meet(struct transparent_search *search, unsigned cell, unsigned direction, unsigned bounced,
                             unsigned signs)
{
    unsigned node = meeting_of(cell, direction, bounced);
    if (!take_bit(search->met, node) && signs >= search->signs[node])
        return;
    search->signs[node] = (uint8_t)signs;
    if (search->sign == 0 || take_bit(search->queued, node))
        search->meeting[(search->first + search->meetings++) % MEETINGS] = (uint16_t)node;
}

static void transparent_over(struct transparent_search *search, unsigned from, unsigned to, unsigned direction)
{
    if (search->over == NULL)
        return;
    while (from != to) {
        from = carom_cell_neighbour((carom_cell)from, direction);
        bb_add(search->over, from);
    }
}

static void transparent_run(struct transparent_search *search, unsigned cell, unsigned direction, unsigned bounced,
                            unsigned signs, unsigned cost, bool may_stay)
{
    unsigned to;
    bool meets = meets_barrier(search->problem, search->occupancy, cell, direction, may_stay, &to);
    if (to == NO_CELL)
        return;
    transparent_over(search, cell, to, direction);
    if (meets)
        transparent_meet(search, to, direction, bounced, signs);
    else
        transparent_stop(search, to, bounced != 0 ? CAROM_AXIS_BOTH : carom_direction_axis(direction), cost);
}

/* Signs used when the next barrier is met; saturates after the last sign. */
static unsigned signs_after(const struct transparent_search *search, unsigned node)
{
    unsigned signs = search->signs[node];
    return signs < CAROM_MOVE_SIGNS_MAX ? signs + search->sign : CAROM_MOVE_SIGNS_MAX;
}

/* Handles everything at one cost: bounces lead to further nodes, passing through is queued for the next cost. */
static void transparent_settle(struct transparent_search *search, unsigned cost)
{
    for (; search->meetings > 0; search->first = (search->first + 1) % MEETINGS, search->meetings--) {
        unsigned node = search->meeting[search->first], cell = node & 255u;
        if (search->sign != 0)
            search->queued[node >> 6] &= ~(UINT64_C(1) << (node & 63u));
        transparent_run(search, cell, bounced_direction(node >> 8 & 3u, search->problem->falling[cell]), 1,
                        signs_after(search, node), cost, false);
        if (search->signs[node] < CAROM_MOVE_SIGNS_MAX && (search->sign == 0 || take_bit(search->kept, node)))
            search->passing[search->passings++] = (uint16_t)node;
    }
}

static void transparent_pass(struct transparent_search *search, unsigned cost)
{
    if (search->sign != 0)
        memset(search->kept, 0, sizeof search->kept);
    for (unsigned i = 0; i < search->passings; i++) {
        unsigned node = search->passing[i];
        transparent_run(search, node & 255u, node >> 8 & 3u, node >> 10, signs_after(search, node), cost, false);
    }
    search->passings = 0;
}

/* The first step of a move: freely, or through a wall (T2, T3). */
static void transparent_begin(struct transparent_search *search, unsigned cell, unsigned direction, bool through)
{
    if (!through) {
        transparent_run(search, cell, direction, 0, 0, 1, false);
        return;
    }
    unsigned next = carom_cell_neighbour((carom_cell)cell, direction);
    if (search->over != NULL)
        bb_add(search->over, next);
    if (occupancy_has(search->occupancy, next))
        return;
    if (bb_has(&search->problem->barriers, next))
        transparent_meet(search, next, direction, 0, 0);
    else
        transparent_run(search, next, direction, 0, 0, 1, true);
}

/* Explores one direction with all choices at barriers. */
static void transparent_direction(struct transparent_search *search, unsigned cell, unsigned direction, bool through,
                                  unsigned max_cost)
{
    if (search->problem->has_barriers)
        memset(search->met, 0, sizeof search->met);
    if (search->sign != 0) {
        memset(search->queued, 0, sizeof search->queued);
        memset(search->kept, 0, sizeof search->kept);
    }
    transparent_begin(search, cell, direction, through);
    for (unsigned cost = 1; search->meetings != 0; cost++) {
        transparent_settle(search, cost);
        if (cost < max_cost)
            transparent_pass(search, cost + 1);
        else
            search->ends->truncated = true;
    }
    search->passings = 0;
}

void carom_transparent_stops(const struct problem *problem, const struct occupancy *occupancy, unsigned cell,
                             unsigned max_cost, struct transparent_stops *ends, struct bitboard *over)
{
    struct transparent_search search;
    search.problem = problem;
    search.occupancy = occupancy;
    search.over = over;
    search.ends = ends;
    search.sign = problem->barrier_count > FEW_BARRIERS;
    search.first = search.meetings = search.passings = 0;
    ends->count = 0;
    ends->truncated = false;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        transparent_direction(&search, cell, direction, false, max_cost);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        if ((problem->soft_walls[cell] >> direction & 1u) != 0)
            transparent_direction(&search, cell, direction, true, max_cost);
}
