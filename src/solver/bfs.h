/*
 * The search by sets, for positions that turn out to be hard.
 *
 * It goes over the placements of the blockers alone; the cells that the active robot can have reached with a placement
 * are sets, one for each level of slack (placement_table.h). Rounds go by the number of blockers' moves: a placement is
 * visited with all the sets that came to it, so that a blocker's slide is worked out once for all of them. It forgets
 * nothing within a limit, so it is also what proves that there is no route at all.
 */
#ifndef CAROM_SOLVER_BFS_H
#define CAROM_SOLVER_BFS_H

#include "expand.h"

/* A state by its key and the active robot's cell; blockers of equal class are not told apart. */
struct bfs_state {
    uint64_t key;
    uint8_t active_cell;
};

#define EXPANSIONS 3 /* a visit and the two before it (expand.h) */
struct bfs {
    struct placement_table table;
    /* The same for all positions: */
    bool tables_ready;                                 /* is it there? */
    struct bitboard single[CAROM_CELLS];               /* every cell alone */
    struct bitboard row[CAROM_BOARD_SIDE];             /* its cells */
    struct bitboard rows_before[CAROM_BOARD_SIDE + 1]; /* [r]: all cells of rows before r */
    struct bitboard columns_before[CAROM_BOARD_SIDE + 1];
    struct bitboard first_column[CAROM_BOARD_SIDE + 1]; /* [r]: its cells in rows before r */
    /* Worked out for the position: */
    struct bitboard line_helps[2][CAROM_BOARD_SIDE]; /* active cells for which coming to some cell of a line can help */
    struct bitboard may_bounce[CAROM_DIRECTIONS];    /* cells from which a slide may meet a barrier */
    struct bitboard
        may_bounce_over[2][CAROM_CELLS]; /* by axis: those of them from which the active robot comes over a cell */
    struct bitboard ray[CLASSES][CAROM_DIRECTIONS][CAROM_CELLS]; /* what a lone robot goes over, */
    struct bitboard rays_known[CLASSES][CAROM_DIRECTIONS];       /* from cells where that has been worked out */
    struct stoppers stoppers;
    bool exhaustive;      /* every state is to be kept, also those without slack, and the search goes on to the end */
    unsigned lower_bound; /* cost that a route needs, as far as is known: the search for shorter ones ends there */
    unsigned start_limit; /* cost allowed at first; levels (placement_table.h) are what it leaves less the bound and
                             `floor` */
    unsigned min_slack;   /* the least slack with which a state is kept */
    unsigned limit;       /* cost allowed in this run; falls when a route is found that may not be the shortest */
    unsigned best_cost;   /* cost of the shortest route found so far, 0 if there is none */
    struct bfs_state best_state; /* the last state of that route before it goes home, reached for so much */
    unsigned best_state_cost;
    struct steps finish_steps;
    struct expansion expansion[EXPANSIONS]; /* by turns */
    bool pruned_by_limit;                   /* something was left out because of the limit */
};

void carom_bfs_init(struct bfs *bfs, const struct carom_allocator *allocator);
void carom_bfs_destroy(struct bfs *bfs);

/* The least cost for which this state was reached, or NOT_REACHED. */
#define NOT_REACHED UINT32_MAX
uint32_t carom_bfs_cost(const struct bfs *bfs, struct bfs_state state);

/* Must come before the runs for a prepared. Not complete if the budget is over then: no run may follow. */
void carom_bfs_prepare(struct bfs *bfs, const struct problem *problem, const struct bound *bound,
                       struct budget *budget);

/* Searches for a route of cost at most `limit`, given that `lower_bound` is proven. bfs->best_cost is the optimum if
 * found. `exhaustive` stores every state so that all routes of that cost can be reconstructed. */
enum search_status carom_bfs_run(struct bfs *bfs, const struct problem *problem, const struct bound *bound,
                                 struct budget *budget, unsigned lower_bound, unsigned limit, bool exhaustive);

#endif
