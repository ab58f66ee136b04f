/*
 * One item of the search by sets, and everything that is one move away from it.
 */
#ifndef CAROM_SOLVER_EXPAND_H
#define CAROM_SOLVER_EXPAND_H

#include "sets.h"

struct expansion {
    struct sets *sets;
    const struct field *field;
    const struct bound *bound;
    unsigned level;
    /* The item: */
    uint64_t key;
    uint32_t place;
    struct cells set;   /* of the active robot */
    struct state state; /* the blockers; cell[0] means nothing */
    struct crowd crowd; /* of the blockers */
    /* What its slack allows: */
    struct cells able;  /* of `set`, those that leave a move for a blocker */
    struct cells loose; /* cells that leave more than one */
    /* The only move that led to the item, if it is known, and the cells it went over: */
    struct hop hop;
    struct cells hop_way;
    struct steps attempt; /* at a way home; kept only if it gets there */
    bool no_memory;
};

void carom_expand(struct expansion *at, const struct item *item);

#endif
