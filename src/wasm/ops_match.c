/*
 * The operations of the module for matches over days, which a page fetches to verify a match that is over.
 */
#include "ops.h"

const struct op ops[] = {
    {"match", op_match, true},
    {"match-verify", op_match_verify, true},
};
const size_t op_count = sizeof ops / sizeof ops[0];
