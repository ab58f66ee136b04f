/*
 * A visit to one placement in the search by sets, and everything that is one move away from it.
 */
#ifndef CAROM_SOLVER_EXPAND_H
#define CAROM_SOLVER_EXPAND_H

#include "placements.h"
#include "stoppers.h"

struct sets;

/* The blocker that moves. */
struct mover {
    unsigned member;
    uint8_t from;
    uint8_t mates;              /* others that move alike, */
    uint8_t mate[CAROM_ROBOTS]; /* and where they are */
    unsigned first_bit;         /* of the first of them in the key */
    uint64_t rest;              /* the key without it */
    struct hope others;         /* what the other blockers give hope for (stoppers.h) */
};

#define SENDS 64 /* that wait to be delivered */

struct expansion {
    struct sets *sets;
    const struct prepared *prepared;
    const struct bound *bound;
    /* The placement: */
    uint32_t placement;
    uint64_t key;
    struct state state; /* the blockers; cell[0] means nothing */
    struct crowd crowd; /* of the blockers */
    /* The only move of a blocker that led here, if it is known, who may have stopped it, and the active robot's cells
     * then: */
    struct hop hop;
    unsigned hop_after;
    struct cells came;
    /* What is followed, by level (placements.h): */
    unsigned levels;
    struct cells waited[LEVELS];    /* brought here by blockers */
    struct cells exact[LEVELS];     /* likewise, and what the active robot comes to from there */
    struct cells todo[2][LEVELS];   /* of those, by axis, from where the active robot is still to go on */
    struct cells total[LEVELS + 1]; /* the same at a level or higher */
    /* What slack there is for a blocker's move: */
    unsigned lead;                   /* the lowest level that leaves some after it */
    struct cells loose, tight, able; /* cells that leave some, none; either */
    unsigned cost;                   /* of the routes home of those that leave none */
    struct hope hope;                /* what the blockers give hope for (stoppers.h) */
    struct mover mover;
    struct load load; /* what is sent on */
    struct send send[SENDS];
    unsigned sends;
    struct steps attempt; /* at a way home; kept only if it gets there */
    bool no_memory;
};

/* Before the first visit of a run. */
void carom_expand_begin(struct expansion *at, struct sets *sets, const struct prepared *prepared,
                        const struct bound *bound);

/* Visits a placement. What blockers' moves lead to is delivered two visits later, or when it is asked for: meanwhile
 * the memory for it is fetched, in two steps. `before` and `earlier` are the visit before and the one before that. */
void carom_expand(struct expansion *at, struct expansion *before, struct expansion *earlier, uint32_t placement);
void carom_expand_deliver(struct expansion *at);

#endif
