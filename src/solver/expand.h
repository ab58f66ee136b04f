/*
 * Expanding one placement of the breadth-first search (bfs.h): generates every placement that is one blocker's move
 * away.
 */
#ifndef CAROM_SOLVER_EXPAND_H
#define CAROM_SOLVER_EXPAND_H

#include "board_cache.h"
#include "placement_table.h"

struct bfs;

/* The blocker being moved, and what is needed to build the key of the successor quickly. */
struct moving_blocker {
    unsigned piece;
    uint8_t from;
    uint8_t same_class_count;              /* number of other blockers of its class */
    uint8_t same_class_cell[CAROM_ROBOTS]; /* their cells */
    unsigned class_shift;                  /* bit position in the key at which the cells of this class begin */
    uint64_t key_without;                  /* the key with this blocker's cell removed */
    struct feasible others_feasible;       /* what the other blockers make feasible (stoppers.h) */
};

#define SUCCESSORS_MAX 64 /* successors that may wait for their memory to be prefetched */

struct expansion {
    struct bfs *bfs;
    const struct problem *problem;
    const struct board_tables *tables;
    const struct bound *bound; /* of `tables` */
    /* The placement being expanded: */
    uint32_t placement;
    uint64_t key;
    struct state state;         /* cells of the blockers; cell[0] is not used */
    struct occupancy occupancy; /* the blockers only */
    /* If a single known straight move of a blocker led here: that move, the cell just beyond its end (where whatever
     * stopped it may stand), and the active cells that came with it. Used to skip redundant move orders. */
    struct blocker_move last_move;
    unsigned beyond_last_move;
    struct bitboard arrivals;
    /* The active robot's cells by level (placement_table.h); each set holds cells at exactly its level: */
    unsigned levels;
    struct bitboard open[LEVELS];     /* arrived with a blocker's move */
    struct bitboard at_level[LEVELS]; /* `open`, and cells the active robot reaches from there by its own moves */
    struct bitboard to_expand[2]
                             [LEVELS]; /* [axis][level]: cells from which slides along that axis are still to be made */
    struct bitboard at_or_above[LEVELS + 1]; /* [level]: union of `at_level` from that level up */
    /* Which active cells leave enough slack for a blocker's move of cost 1: */
    unsigned min_level; /* lowest level that still has slack after it */
    struct bitboard with_slack, last_slack,
        movable;              /* cells with slack left after the move; cells whose slack it uses up; both */
    unsigned finish_cost;     /* total cost of a route that continues with a direct finish */
    struct feasible feasible; /* what all blockers together make feasible (stoppers.h) */
    struct moving_blocker mover;
    struct source_sets source; /* the active cells that successors take over */
    struct successor successors[SUCCESSORS_MAX];
    unsigned successor_count;
    struct steps finish_attempt; /* scratch for try_finish_cells; copied to bfs->finish_steps on success */
    bool no_memory;
};

/* Prepares an expansion for a new run. */
void carom_expand_init(struct expansion *at, struct bfs *bfs, const struct problem *problem,
                       const struct board_tables *tables);

/* Expands one placement. Its successors are inserted two expansions later, or by carom_expand_flush, so that hash
 * slot and rows can be prefetched first. `previous` and `before_previous` are the expansions before this one. */
void carom_expand(struct expansion *at, struct expansion *previous, struct expansion *before_previous,
                  uint32_t placement);
void carom_expand_flush(struct expansion *at);

/* Expands a placement without inserting its successors, which stay in `at` if there are at most SUCCESSORS_MAX. */
void carom_expand_alone(struct expansion *at, uint32_t placement);

/* Takes over what carom_expand_alone found about a copy of the placement; else like carom_expand. */
struct ahead_item;
void carom_expand_commit(struct expansion *at, struct expansion *previous, struct expansion *before_previous,
                         const struct ahead_item *item);

#endif
