/*
 * Breadth-first search over the placements of the blockers, for positions that IDA* (ida.h) does not solve quickly.
 *
 * A node is a placement: one cell for each blocker. The cells on which the active robot can be in that placement are
 * bitboards, one per level of slack (placement_table.h), so one expansion covers many states at once, and a blocker's
 * slide is computed once for all of them. A layer holds the placements reached by the same number of blockers' moves;
 * the open list of a layer is the search's frontier.
 *
 * Nothing within the cost limit is ever dropped, so an empty frontier with nothing pruned by the limit proves that
 * there is no route.
 */
#ifndef CAROM_SOLVER_BFS_H
#define CAROM_SOLVER_BFS_H

#include "ahead.h"

/* A single state of the game: the key of the placement (problem.h) and the active robot's cell. Blockers of the same
 * class are interchangeable, so the key does not tell them apart. */
struct bfs_state {
    uint64_t key;
    uint8_t active_cell;
};

#define EXPANSIONS                                                                                                     \
    3 /* the expansion at work and the two before it, whose successors wait for prefetched memory (expand.h) */
struct bfs {
    struct placement_table table;
    struct ahead *ahead; /* several threads (ahead.h); NULL: one */
    /* Constant tables, the same for every position. Filled on first use. */
    bool tables_ready;                                 /* the constant tables are filled */
    struct bitboard single[CAROM_CELLS];               /* [cell]: the set of that cell alone */
    struct bitboard row[CAROM_BOARD_SIDE];             /* [row]: its cells */
    struct bitboard rows_before[CAROM_BOARD_SIDE + 1]; /* [r]: all cells in rows below r */
    struct bitboard columns_before[CAROM_BOARD_SIDE + 1];
    struct bitboard first_column[CAROM_BOARD_SIDE + 1]; /* [r]: the cells of column 0 in rows below r */
    /* Tables for one board, emptied by carom_bfs_prepare for another one: */
    struct board_key ray_board;                                  /* the board of `ray` */
    struct bitboard ray[CLASSES][CAROM_DIRECTIONS][CAROM_CELLS]; /* cells that a robot of a class passes on an otherwise
                                                                    empty board; filled lazily */
    struct bitboard rays_known[CLASSES][CAROM_DIRECTIONS]; /* [class][direction]: start cells whose `ray` is filled */
    struct stopper_scratch stopper_scratch;
    bool exhaustive;      /* store every state, also at slack 0, and search until the frontier is empty */
    unsigned lower_bound; /* proven lower bound on the cost: a route of this cost ends the search */
    unsigned start_limit; /* cost limit when the run began. A cell at level n has f = start_limit - min_slack - n. */
    unsigned min_slack;   /* smallest slack at which a state is stored: 1 where slack 0 is left to the direct finish
                             (finish.h), else 0 */
    unsigned limit;       /* current cost limit: drops below the best route's cost when one is found */
    unsigned best_cost;   /* cost of the cheapest route found so far; 0: none */
    struct bfs_state best_state; /* last stored state of that route; `finish_steps` lead on from there */
    unsigned best_state_cost;
    struct steps finish_steps;
    struct expansion expansion[EXPANSIONS]; /* used in rotation */
    bool pruned_by_limit; /* a state was dropped only because of the limit, so an empty frontier proves nothing beyond
                             it */
};

void carom_bfs_init(struct bfs *bfs, const struct carom_allocator *allocator);
void carom_bfs_destroy(struct bfs *bfs);

/* Cost at which a state was first reached, or NOT_REACHED. */
#define NOT_REACHED UINT32_MAX
uint32_t carom_bfs_cost(const struct bfs *bfs, struct bfs_state state);

/* Completes the tables for a problem, if they are not yet; call it before carom_bfs_run. If the budget runs out
 * meanwhile they stay incomplete, and carom_bfs_run must not be called. */
void carom_bfs_prepare(struct bfs *bfs, const struct problem *problem, struct board_tables *tables,
                       struct budget *budget);

/* Prepares what carom_expand_alone needs besides the tables: the cells that robots pass. */
void carom_bfs_reset_rays(struct bfs *bfs, const struct problem *problem, const struct board_tables *tables);

/* Searches for a route of cost at most `limit`, given that `lower_bound` is proven. bfs->best_cost is the optimum if
 * found. `exhaustive` stores every state so that all routes of that cost can be reconstructed. */
enum search_status carom_bfs_run(struct bfs *bfs, const struct problem *problem, const struct board_tables *tables,
                                 struct budget *budget, unsigned lower_bound, unsigned limit, bool exhaustive);

#endif
