/*
 * Depth-first search with a growing limit (IDA*), for positions that turn out to be easy: most of them.
 */
#ifndef CAROM_SOLVER_IDA_H
#define CAROM_SOLVER_IDA_H

#include "search.h"

#define TT_FIRST_BITS 9
#define TT_LAST_BITS 16
#define IDA_LIMIT_MAX 32 /* the largest limit tried here; recursion goes no deeper */

/* States from which the target is further away than a cost: key and cell, and the cost. It starts small,
 * because clearing it would be most of the work for easy positions, and doubles as it fills. */
struct trans_table {
    unsigned bits;
    uint32_t used;
    uint64_t entry[1u << TT_LAST_BITS];
};

void carom_tt_reset(struct trans_table *table);

/* Is there a route of at most `max_cost`? Gives up with SEARCH_LIMIT when budget->nodes reaches `give_up` (or a limit
 * of the budget is reached). Limits must be tried in rising order from the bound of the start. */
enum search_status carom_ida_search(const struct problem *problem, struct bound *bound, struct trans_table *table,
                                    struct budget *budget, uint64_t give_up, unsigned max_cost, struct steps *steps);

#endif
