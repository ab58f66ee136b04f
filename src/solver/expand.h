/*
 * A visit to one placement in the search by sets, and everything that is one move away from it.
 */
#ifndef CAROM_SOLVER_EXPAND_H
#define CAROM_SOLVER_EXPAND_H

#include "placement_table.h"
#include "stoppers.h"

struct bfs;

/* The blocker that moves. */
struct moving_blocker {
    unsigned member;
    uint8_t from;
    uint8_t same_class_count;              /* others that move alike, */
    uint8_t same_class_cell[CAROM_ROBOTS]; /* and where they are */
    unsigned class_shift;                  /* of the first of them in the key */
    uint64_t key_without;                  /* the key without it */
    struct feasible others_feasible;       /* what the other blockers give hope for (stoppers.h) */
};

#define SUCCESSORS_MAX 64 /* that wait to be delivered */

struct expansion {
    struct bfs *bfs;
    const struct problem *problem;
    const struct bound *bound;
    /* The placement: */
    uint32_t placement;
    uint64_t key;
    struct state state;         /* the blockers; cell[0] means nothing */
    struct occupancy occupancy; /* of the blockers */
    /* The only move of a blocker that led here, if it is known, who may have stopped it, and the active robot's cells
     * then: */
    struct blocker_move last_move;
    unsigned beyond_last_move;
    struct bitboard arrivals;
    /* What is followed, by level (placement_table.h): */
    unsigned levels;
    struct bitboard open[LEVELS];            /* brought here by blockers */
    struct bitboard at_level[LEVELS];        /* likewise, and what the active robot comes to from there */
    struct bitboard to_expand[2][LEVELS];    /* of those, by axis, from where the active robot is still to go on */
    struct bitboard at_or_above[LEVELS + 1]; /* the same at a level or higher */
    /* What slack there is for a blocker's move: */
    unsigned min_level;                              /* the lowest level that leaves some after it */
    struct bitboard with_slack, last_slack, movable; /* cells that leave some, none; either */
    unsigned finish_cost;                            /* of the routes home of those that leave none */
    struct feasible feasible;                        /* what the blockers give hope for (stoppers.h) */
    struct moving_blocker mover;
    struct source_sets source; /* what is sent on */
    struct successor successors[SUCCESSORS_MAX];
    unsigned successor_count;
    struct steps finish_attempt; /* at a way home; kept only if it gets there */
    bool no_memory;
};

/* Before the first visit of a run. */
void carom_expand_init(struct expansion *at, struct bfs *bfs, const struct problem *problem, const struct bound *bound);

/* Expands one placement. Its successors are inserted two expansions later, or by carom_expand_flush, so that hash slot
 * and rows can be prefetched first. `previous` and `before_previous` are the expansions before this one. */
void carom_expand(struct expansion *at, struct expansion *previous, struct expansion *before_previous,
                  uint32_t placement);
void carom_expand_flush(struct expansion *at);

#endif
