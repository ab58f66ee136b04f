/*
 * A visit to one place in the search by sets, and everything that is one move away from it.
 */
#ifndef CAROM_SOLVER_EXPAND_H
#define CAROM_SOLVER_EXPAND_H

#include "places.h"

struct sets;

/* Something that a blocker's move leads to: with which of the active robot's cells, and at what cost. */
struct send {
    uint64_t key;
    struct cells with;
    struct cells helped; /* of those without slack after the move, the ones that count */
    unsigned cost;
    uint32_t place; /* where it is going, as far as that is known */
    struct hop hop;
};
#define SENDS 64

struct expansion {
    struct sets *sets;
    const struct field *field;
    const struct bound *bound;
    /* The place: */
    uint32_t place;
    uint64_t key;
    struct state state; /* the blockers; cell[0] means nothing */
    struct crowd crowd; /* of the blockers */
    /* The only move of a blocker that led here, if it is known, the cells it went over, and the active robot's cells then: */
    struct hop hop;
    struct cells hop_way;
    struct cells came;
    struct cells changed_rows, changed_columns; /* where it can have changed slides along rows, along columns */
    /* Cells from which the active robot is to go on, by the number of moves; and in which directions. All empty between
     * visits: */
    unsigned first, last;
    struct cells stage[LEVELS];
    uint8_t directions[CAROM_CELLS];
    /* What is followed, by level (places.h): */
    unsigned levels;
    struct cells waited[LEVELS];    /* brought here by blockers */
    struct cells exact[LEVELS];     /* likewise, and what the active robot comes to from there */
    struct cells total[LEVELS + 1]; /* the same at a level or higher */
    /* What slack there is for a blocker's move: */
    unsigned lead;                   /* the lowest level that leaves some after it */
    struct cells loose, tight, able; /* cells that leave some, none; either */
    unsigned length;                 /* of the routes home of those that leave none */
    struct send send[SENDS];
    unsigned sends;
    struct steps attempt; /* at a way home; kept only if it gets there */
    bool no_memory;
};

/* Visits a place. What blockers' moves lead to is not delivered before the next visit is under way, or it is asked for:
 * meanwhile the memory for it is fetched. `before` is the visit before. */
void carom_expand(struct expansion *at, struct expansion *before, struct visit visit, const struct cells *rows);
void carom_expand_deliver(struct expansion *at);

#endif
