/*
 * Blockers that the active robot's ways need to stop at, worked out for all its cells at once.
 *
 * On its way it stops at walls, or where a blocker stands behind the cell: a stopper. A stopper that is not in place
 * yet costs a blocker's move, and no move brings two. So without slack (bound.h) there is only hope if a shortest way
 * lacks no stopper; with slack 1, if a shortest way lacks at most one, or a way one move longer lacks none. For each
 * placement of the blockers the cells with hope are put together from tables by where a single blocker stands; those
 * for which two or more blockers must each be a stopper are taken where all of them could, so that hope may be vain,
 * but never missed.
 */
#ifndef CAROM_SOLVER_STOPPERS_H
#define CAROM_SOLVER_STOPPERS_H

#include "bound.h"

/* Cells with hope by where one blocker stands, or some: joined one by one. */
struct feasible {
    struct bitboard slack0;      /* without slack */
    struct bitboard slack0_part; /* their stoppers may be some of several on a shortest way */
    struct bitboard slack1;      /* with slack 1 */
    struct bitboard slack1_part; /* their stoppers may be some of several on a way one move longer */
};

/* A robot at a cell, going in a direction: cell << 2 | direction. Where it goes from there is a track, which ends at a
 * wall or comes round to where it began. */
#define TRACK_STATES (CAROM_CELLS * CAROM_DIRECTIONS)
#define NO_TRACK_STATE 0xffff
struct track {
    uint16_t last;     /* state */
    uint16_t count;    /* Number of states, counted backwards from `last`; a cycle is walked twice. */
    uint8_t min_bound; /* the least bound of its cells; others have one more, because one slide leads there */
};

/* The ways of one length from every cell. */
struct path_stoppers {
    uint8_t min_count[CAROM_CELLS];      /* different stoppers on one of them */
    struct bitboard single[CAROM_CELLS]; /* stoppers of ways with only one */
    struct bitboard any[CAROM_CELLS];    /* stoppers of all */
};

struct stoppers {
    struct feasible without_blockers;                                  /* without blockers */
    _Alignas(CACHE_LINE) struct feasible by_blocker_cell[CAROM_CELLS]; /* by where a blocker stands */
    struct bitboard passes[CAROM_CELLS]; /* [c]: cells from which a shortest way may go over c */
    /* For working it out: */
    uint16_t previous_state[TRACK_STATES]; /* the state before, or NO_TRACK_STATE */
    struct track track[TRACK_STATES];
    unsigned tracks;
    struct path_stoppers ways[2]; /* shortest; one move longer */
};

struct budget;
/* For a robot that is not transparent. `one` is every cell alone. Not complete if the budget is over then. */
void carom_stoppers_build(struct stoppers *stoppers, const struct problem *problem, const struct bound *bound,
                          struct budget *budget, const struct bitboard *one);

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
