/*
 * Inside the solver: one position being solved. Everybody who may be the active robot is a candidate; only the vortex
 * has more than one.
 */
#ifndef CAROM_SOLVER_SOLVER_H
#define CAROM_SOLVER_SOLVER_H

#include "choices.h"
#include "deepen.h"
#include "sets.h"

struct candidate {
    struct prepared prepared;
    unsigned shortest; /* bound at the start */
    bool out;          /* proven: it has no way at all */
};

struct carom_solver {
    void *block; /* of memory in which it lies */
    struct carom_memory memory;
    struct candidate candidate[CAROM_ROBOTS];
    unsigned candidates;
    struct bound bound[CLASSES]; /* per class of the active robot */
    bool bound_built[CLASSES];
    struct deepen_table table;
    struct sets sets;
    bool sets_ready; /* prepared for the only candidate */
    struct steps steps;
    struct budget budget;
    struct choices choices;
};

static inline struct bound *solver_bound(struct carom_solver *solver, const struct prepared *prepared)
{
    return &solver->bound[prepared->class[0]];
}

/* Turns the solver's steps into moves of the solution's route. Only VERDICT_FOUND, or why it was given up. */
enum verdict carom_steps_moves(struct carom_solver *solver, const struct prepared *prepared,
                               struct carom_solution *solution);

#endif
