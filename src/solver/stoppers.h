/*
 * Which blockers the active robot's relaxed paths need, for all its cells at once.
 *
 * In the relaxed problem (bound.h) the active robot stops where it likes; on the real board it stops at a wall or at a
 * blocker on the next cell, a stopper. A stopper that is not in place costs at least one blocker's move, and no move
 * puts two in place. So a state is feasible at slack 0 only if some shortest path has all its stoppers, and at slack 1
 * only if a shortest path lacks at most one or a path one move longer lacks none.
 *
 * The feasible cells of a placement are combined from one table entry per blocker. Where a path needs several stoppers
 * the tables only say that each blocker is one of them, so an infeasible state may pass, but a feasible one is never
 * pruned.
 */
#ifndef CAROM_SOLVER_STOPPERS_H
#define CAROM_SOLVER_STOPPERS_H

#include "bound.h"

/* Active cells that are feasible, given some of the blockers; combined with feasible_join. */
struct feasible {
    struct bitboard slack0; /* feasible at slack 0 */
    /* some shortest path from here has one of these blockers as a stopper, perhaps among several */
    struct bitboard slack0_part;
    struct bitboard slack1; /* feasible at slack 1 */
    /* some path one move longer has one of these blockers as a stopper, perhaps among several */
    struct bitboard slack1_part;
};

/* A moving robot as a number: cell << 2 | direction. Following such states gives a track, which ends at a wall or is
 * a cycle. */
#define TRACK_STATES (CAROM_CELLS * CAROM_DIRECTIONS)
#define NO_TRACK_STATE 0xffff
struct track {
    uint16_t last;  /* its last state */
    uint16_t count; /* states, counted backwards from `last`; a cycle is walked twice */
    /* smallest bound among its cells; all others have at most one more, because one slide leads there */
    uint8_t min_bound;
};

/* Stoppers on the relaxed paths of one length, for every start cell. */
struct path_stoppers {
    uint8_t min_count[CAROM_CELLS];      /* fewest different stoppers on any of the paths; NO_PATH: there is none */
    struct bitboard single[CAROM_CELLS]; /* stoppers of the paths that need only one */
    struct bitboard any[CAROM_CELLS];    /* stoppers of all the paths */
};

struct stoppers {
    struct feasible without_blockers;                                  /* walls alone */
    _Alignas(CACHE_LINE) struct feasible by_blocker_cell[CAROM_CELLS]; /* walls and a blocker on that cell */
    struct bitboard passes[CAROM_CELLS]; /* [c]: active cells with a shortest path that passes c */
};

/* Scratch memory for building the tables. */
struct stopper_scratch {
    uint16_t previous_state[TRACK_STATES]; /* predecessor of each state, or NO_TRACK_STATE */
    struct track track[TRACK_STATES];
    unsigned tracks;
    struct path_stoppers ways[2]; /* shortest paths; paths one move longer */
};

struct budget;
/* Builds the tables for an active robot that is not transparent. `one` has the set of every single cell. Incomplete
 * if the budget runs out. */
void carom_stoppers_build(struct stoppers *stoppers, struct stopper_scratch *scratch, const struct problem *problem,
                          const struct bound *bound, struct budget *budget, const struct bitboard *one);

static ALWAYS_INLINE struct bitboard feasible_slack0(const struct feasible *a, const struct feasible *b)
{
    return bb_or(bb_or(a->slack0, b->slack0), bb_and(a->slack0_part, b->slack0_part));
}
static ALWAYS_INLINE struct bitboard feasible_slack1(const struct feasible *a, const struct feasible *b)
{
    return bb_or(bb_or(a->slack1, b->slack1), bb_and(a->slack1_part, b->slack1_part));
}
static ALWAYS_INLINE struct feasible feasible_join(const struct feasible *a, const struct feasible *b)
{
    return (struct feasible){feasible_slack0(a, b), bb_or(a->slack0_part, b->slack0_part), feasible_slack1(a, b),
                             bb_or(a->slack1_part, b->slack1_part)};
}

#endif
