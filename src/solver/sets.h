/*
 * The search by sets, for positions that turn out to be hard.
 *
 * It goes level by level over the placements of the blockers alone; all cells that the active robot can have reached
 * with a placement are one set, and move at once. It forgets nothing within a limit, so it is also what proves that
 * there is no route at all.
 */
#ifndef CAROM_SOLVER_SETS_H
#define CAROM_SOLVER_SETS_H

#include "places.h"

/* A state by its key and the active robot's cell; blockers of equal class are not told apart. */
struct node {
    uint64_t key;
    uint8_t active;
};

struct sets {
    struct places places;
    struct cells one[CAROM_CELLS];           /* every cell alone */
    struct cells rows_above[CAROM_SIDE + 1]; /* [r]: all cells of rows before r */
    /* Worked out for the position: */
    struct cells within[NEVER];             /* [n]: cells with a bound of at most n */
    struct cells helped_over[CAROM_CELLS];  /* [c]: active cells for which clearing c can help */
    struct cells helped_stop[CAROM_CELLS];  /* [c]: active cells for which coming to c can help */
    struct cells helped_line[2][CAROM_SIDE]; /* active cells for which coming to some cell of a line can help */
    struct cells winding[CAROM_DIRECTIONS]; /* cells from which a slide may meet a barrier */
    bool complete;  /* every state is to be kept, also those without slack */
    unsigned limit; /* moves allowed in this run; falls when a route is found that may not be the shortest */
    unsigned found; /* length of the shortest route found so far, 0 if there is none */
    struct node last;  /* the last state of that route that was kept, at this level; from there on: */
    unsigned last_level;
    struct steps home;
    bool cut; /* something was left out because of the limit */
};

void carom_sets_init(struct sets *sets, const struct carom_memory *memory);
void carom_sets_done(struct sets *sets);

/* Must come before the runs for a field. */
void carom_sets_prepare(struct sets *sets, const struct field *field, struct bound *bound);

/* Is there a route of at most `limit` moves? If found, sets->found is the length of the shortest. `complete` keeps all
 * states and goes on to the end of the last level, so that every shortest route can be traced. When a budget ends it,
 * `*refuted` is the number of moves that are known not to suffice. */
enum verdict carom_sets_run(struct sets *sets, const struct field *field, const struct bound *bound,
                            struct budget *budget, unsigned limit, bool complete, unsigned *refuted);

#endif
