/*
 * The transparent robot's moves to ends that are wanted (T2 to T4): how many there are, and which, in the order of
 * carom_moves_visit. There can be more moves than anybody can count one by one; what is gone over here is the graph of
 * barriers, as they are met after so many others.
 *
 * Only ends at their least cost can be wanted. Then no barrier is gone through twice in the same direction, because
 * that would be dearer; bounces alone can lead round, and are followed once.
 */
#ifndef CAROM_SOLVER_CHOICES_H
#define CAROM_SOLVER_CHOICES_H

#include "search.h"
#include "transparent.h"

/* What is known of a barrier that is met after so many others. */
struct choice {
    uint64_t count; /* moves from here to ends that are wanted, each as often as it is worth ... */
    uint32_t turn;  /* ... if this is the present one ... */
    uint8_t plus;   /* ... and so many barriers were gone through before */
};

struct choices {
    const struct carom_allocator *allocator;
    struct budget *budget;
    struct choice *known; /* by signs, barrier, direction, bounced; NULL until they are needed */
    size_t room;          /* for so many */
    uint32_t turn;        /* a new one for each beginning */
    const struct problem *problem;
    struct occupancy others;
    unsigned cell, max_cost;
    struct transparent_stops ends;
    uint64_t worth[TRANSPARENT_STOPS_MAX]; /* by end; 0: it is not wanted */
    uint16_t end_at[CAROM_CELLS][CAROM_AXIS_BOTH + 1];
    enum search_status status; /* SEARCH_REFUTED; otherwise it was given up, and numbers and moves are missing */
};

void carom_choices_init(struct choices *choices, const struct carom_allocator *allocator, struct budget *budget);
void carom_choices_done(struct choices *choices);

/* Begins with the robot on a cell, `others` without it: finds the ends within `max_cost`. Then the caller sets what
 * they are worth. */
void carom_choices_begin(struct choices *choices, const struct problem *problem, const struct occupancy *others,
                         unsigned cell, unsigned max_cost);
/* How many moves lead to ends, each counted as often as its end is worth; at most CAROM_ROUTES_MAX. */
uint64_t carom_choices_count(struct choices *choices);

/* Who is shown the moves. `visit` returns false to stop. It may begin something else with the same choices: then
 * `again` is asked to begin as before. */
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
