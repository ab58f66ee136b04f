/*
 * The search by sets, for positions that turn out to be hard.
 *
 * It goes over the placements of the blockers alone; the cells that the active robot can have reached with a placement
 * are sets, one for each level of slack (placements.h). Rounds go by the number of blockers' moves: a placement is
 * visited with all the sets that came to it, so that a blocker's slide is worked out once for all of them. It forgets
 * nothing within a limit, so it is also what proves that there is no route at all.
 */
#ifndef CAROM_SOLVER_SETS_H
#define CAROM_SOLVER_SETS_H

#include "expand.h"

/* A state by its key and the active robot's cell; blockers of equal class are not told apart. */
struct node {
    uint64_t key;
    uint8_t active;
};

#define EXPANSIONS 3 /* a visit and the two before it (expand.h) */
struct sets {
    struct placements placements;
    /* The same for all positions: */
    bool drawn;                              /* is it there? */
    struct cells one[CAROM_CELLS];           /* every cell alone */
    struct cells row[CAROM_SIDE];            /* its cells */
    struct cells rows_above[CAROM_SIDE + 1]; /* [r]: all cells of rows before r */
    struct cells columns_before[CAROM_SIDE + 1];
    struct cells first_column[CAROM_SIDE + 1]; /* [r]: its cells in rows before r */
    /* Worked out for the position: */
    struct cells helped_line[2][CAROM_SIDE]; /* active cells for which coming to some cell of a line can help */
    struct cells winding[CAROM_DIRECTIONS];  /* cells from which a slide may meet a barrier */
    struct cells winding_over[2]
                             [CAROM_CELLS]; /* by axis: those of them from which the active robot comes over a cell */
    struct cells ray[CLASSES][CAROM_DIRECTIONS][CAROM_CELLS]; /* what a lone robot goes over, */
    struct cells ray_known[CLASSES][CAROM_DIRECTIONS];        /* from cells where that has been worked out */
    struct stoppers stoppers;
    bool complete;    /* every state is to be kept, also those without slack, and the search goes on to the end */
    unsigned least;   /* cost that a route needs, as far as is known: the search for shorter ones ends there */
    unsigned top;     /* cost allowed at first; levels (placements.h) are what it leaves less the bound and `floor` */
    unsigned floor;   /* the least slack with which a state is kept */
    unsigned limit;   /* cost allowed in this run; falls when a route is found that may not be the shortest */
    unsigned found;   /* cost of the shortest route found so far, 0 if there is none */
    struct node last; /* the last state of that route before it goes home, reached for so much */
    unsigned last_cost;
    struct steps home;
    struct expansion expansion[EXPANSIONS]; /* by turns */
    bool cut;                               /* something was left out because of the limit */
};

void carom_sets_init(struct sets *sets, const struct carom_memory *memory);
void carom_sets_done(struct sets *sets);

/* The least cost for which this state was reached, or NEVER_REACHED. */
#define NEVER_REACHED UINT32_MAX
uint32_t carom_sets_cost(const struct sets *sets, struct node node);

/* Must come before the runs for a prepared. Not complete if the budget is over then: no run may follow. */
void carom_sets_prepare(struct sets *sets, const struct prepared *prepared, const struct bound *bound,
                        struct budget *budget);

/* Is there a route that costs at most `limit`, when it is known that less than `least` does not suffice? If found,
 * sets->found is the least cost. `complete` keeps all states and goes on to the end, so that every route
 * that costs `limit` can be traced, if that is the least. */
enum verdict carom_sets_run(struct sets *sets, const struct prepared *prepared, const struct bound *bound,
                            struct budget *budget, unsigned least, unsigned limit, bool complete);

#endif
