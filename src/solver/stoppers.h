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
struct hope {
    struct cells home;     /* without slack */
    struct cells shortest; /* their stoppers may be some of several on a shortest way */
    struct cells near;     /* with slack 1 */
    struct cells longer;   /* their stoppers may be some of several on a way one move longer */
};

/* A robot at a cell, going in a direction: cell << 2 | direction. Where it goes from there is a track, which ends at a
 * wall or comes round to where it began. */
#define TRACK_STATES (CAROM_CELLS * CAROM_DIRECTIONS)
#define NO_STATE 0xffff
struct track {
    uint16_t last;  /* state */
    uint16_t count; /* of states, counted back from there; twice round if it has no end */
    uint8_t near;   /* the least bound of its cells; others have one more, because one slide leads there */
};

/* The ways of one length from every cell. */
struct ways {
    uint8_t least[CAROM_CELLS];    /* different stoppers on one of them */
    struct cells one[CAROM_CELLS]; /* stoppers of ways with only one */
    struct cells all[CAROM_CELLS]; /* stoppers of all */
};

struct stoppers {
    struct hope none;                             /* without blockers */
    _Alignas(LINE) struct hope from[CAROM_CELLS]; /* by where a blocker stands */
    struct cells over[CAROM_CELLS];               /* [c]: cells from which a shortest way may go over c */
    /* For working it out: */
    uint16_t before[TRACK_STATES]; /* the state before, or NO_STATE */
    struct track track[TRACK_STATES];
    unsigned tracks;
    struct ways ways[2]; /* shortest; one move longer */
};

struct budget;
/* For a robot that is not transparent. `one` is every cell alone. Not complete if the budget is over then. */
void carom_stoppers_build(struct stoppers *stoppers, const struct prepared *prepared, const struct bound *bound,
                          struct budget *budget, const struct cells *one);

static ALWAYS_INLINE struct cells hope_home(const struct hope *a, const struct hope *b)
{
    return cells_or(cells_or(a->home, b->home), cells_and(a->shortest, b->shortest));
}
static ALWAYS_INLINE struct cells hope_near(const struct hope *a, const struct hope *b)
{
    return cells_or(cells_or(a->near, b->near), cells_and(a->longer, b->longer));
}
static ALWAYS_INLINE struct hope hope_join(const struct hope *a, const struct hope *b)
{
    return (struct hope){hope_home(a, b), cells_or(a->shortest, b->shortest), hope_near(a, b),
                         cells_or(a->longer, b->longer)};
}

#endif
