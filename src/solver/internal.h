/*
 * The solver's private state: one position being solved. A candidate is a robot that may be the active one; only the
 * vortex has several.
 */
#ifndef CAROM_SOLVER_INTERNAL_H
#define CAROM_SOLVER_INTERNAL_H

#include "bfs.h"
#include "choices.h"
#include "ida.h"

struct candidate {
    struct problem problem;
    unsigned initial_bound; /* bound of the start cell */
    bool unsolvable;        /* proven: this robot cannot reach the target */
};

struct carom_solver {
    void *block; /* the allocation that holds this struct, as the allocator returned it */
    struct carom_allocator allocator;
    struct candidate candidate[CAROM_ROBOTS];
    unsigned candidates;
    struct board_cache boards;
    struct board_tables *tables[CLASSES]; /* of this position, by class of the active robot; NULL: not needed so far */
    struct trans_table table;
    struct bfs bfs;
    struct ahead ahead;
    struct steps steps;
    struct budget budget;
    struct choices choices;
};

static inline struct board_tables *solver_tables(struct carom_solver *solver, const struct problem *problem)
{
    return solver->tables[problem->class[0]];
}

#endif
