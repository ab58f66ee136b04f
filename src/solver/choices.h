/*
 * Counting and listing the transparent robot's moves to a set of wanted stops (T2 to T4), in the order of
 * carom_moves_visit. The moves can be too many to enumerate, so counts are memoized on the graph of barriers: a node is
 * a barrier together with how it is met and after how many others.
 *
 * Only stops at their least cost can be wanted. On such a move no barrier is passed through twice in the same
 * direction, because the second pass would cost more; only bounces can form a cycle, and a cycle is followed once.
 */
#ifndef CAROM_SOLVER_CHOICES_H
#define CAROM_SOLVER_CHOICES_H

#include "search.h"
#include "transparent.h"

/* Memoized count for a barrier met after a given number of others. */
struct choice {
    uint64_t count; /* moves from here to wanted stops, each weighted with `worth` of its stop */
    uint32_t turn;  /* the count is valid if this equals choices->turn ... */
    uint8_t plus;   /* ... and if this many barriers were passed through before */
};

struct choices {
    const struct carom_allocator *allocator;
    struct budget *budget;
    struct choice *known; /* memo by signs, barrier, direction, bounced; NULL until first needed */
    size_t room;          /* allocated elements of `known` */
    uint32_t turn;        /* generation of the memo: incremented for each start cell, instead of clearing it */
    const struct problem *problem;
    struct occupancy others;
    unsigned cell, max_cost;
    struct transparent_stops ends;
    uint64_t worth[TRANSPARENT_STOPS_MAX]; /* weight of each stop; 0: not wanted */
    uint16_t end_at[CAROM_CELLS][CAROM_AXIS_BOTH + 1];
    enum search_status status; /* SEARCH_REFUTED while running; otherwise the search was abandoned, and counts and moves
                                  are incomplete */
};

void carom_choices_init(struct choices *choices, const struct carom_allocator *allocator, struct budget *budget);
void carom_choices_done(struct choices *choices);

/* Starts with the robot on a cell and finds its stops within `max_cost`. `others` must not contain the robot itself.
 * The caller then sets `worth`. */
void carom_choices_begin(struct choices *choices, const struct problem *problem, const struct occupancy *others,
                         unsigned cell, unsigned max_cost);
/* The number of moves to wanted stops, each weighted with the worth of its stop; saturates at CAROM_ROUTES_MAX. */
uint64_t carom_choices_count(struct choices *choices);

/* Receives the moves. `visit` returns false to stop. It may start another search with the same choices; then `again`
 * is called to restore this one. */
struct choices_visitor {
    bool (*visit)(void *context, struct carom_move move, const struct carom_slide *slide);
    void (*again)(void *context);
    void *context;
};
bool carom_choices_visit(struct choices *choices, const struct choices_visitor *visitor);

static inline uint64_t routes_add(uint64_t a, uint64_t b)
{
    return a > CAROM_ROUTES_MAX - b ? CAROM_ROUTES_MAX : a + b;
}

#endif
