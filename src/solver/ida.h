/*
 * Iterative-deepening A* (IDA*) with a transposition table. It solves easy positions, which are most, before the
 * breadth-first search would have set up its tables.
 */
#ifndef CAROM_SOLVER_IDA_H
#define CAROM_SOLVER_IDA_H

#include "search.h"

#define TT_FIRST_BITS 9
#define TT_LAST_BITS 16
#define IDA_LIMIT_MAX 32 /* largest limit tried; bounds the depth of the recursion */

/* Transposition table of refuted states: an entry says that the target cannot be reached from a state within a cost.
 * It starts small, because clearing it would be most of the work for easy positions, and doubles as it fills. */
struct trans_table {
    unsigned bits;
    uint32_t used;
    uint64_t entry[1u << TT_LAST_BITS];
};

void carom_tt_reset(struct trans_table *table);

/* Searches for a route of cost at most `max_cost`. Returns SEARCH_LIMIT when budget->nodes reaches `give_up` or the
 * budget runs out. For one position call it with rising limits, starting from the bound of the start: the table
 * relies on that. */
enum search_status carom_ida_search(const struct problem *problem, struct bound *bound, struct trans_table *table,
                                    struct budget *budget, uint64_t give_up, unsigned max_cost, struct steps *steps);

#endif
