/*
 * Inside the solver: one position being solved. Everybody who may be the active robot is a candidate; only the vortex
 * has more than one.
 */
#ifndef CAROM_SOLVER_INTERNAL_H
#define CAROM_SOLVER_INTERNAL_H

#include "bfs.h"
#include "choices.h"
#include "ida.h"

struct candidate {
    struct problem problem;
    unsigned initial_bound; /* bound at the start */
    bool unsolvable;        /* proven: it has no way at all */
};

struct carom_solver {
    void *block; /* of memory in which it lies */
    struct carom_allocator allocator;
    struct candidate candidate[CAROM_ROBOTS];
    unsigned candidates;
    struct bound bound[CLASSES]; /* per class of the active robot */
    bool bound_built[CLASSES];
    struct trans_table table;
    struct bfs bfs;
    bool bfs_ready; /* prepared for the only candidate */
    struct steps steps;
    struct budget budget;
    struct choices choices;
};

static inline struct bound *solver_bound(struct carom_solver *solver, const struct problem *problem)
{
    return &solver->bound[problem->class[0]];
}

/* Turns the solver's steps into moves of the solution's route. Only SEARCH_FOUND, or why it was given up. */
enum search_status carom_steps_to_moves(struct carom_solver *solver, const struct problem *problem,
                                        struct carom_solution *solution);

#endif
