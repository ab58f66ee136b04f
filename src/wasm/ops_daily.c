/*
 * The operations of the module for daily puzzles. It is separate because ten years of them are too large for the page's
 * first load.
 */
#include "ops.h"

const struct op ops[] = {
    {"daily", op_daily, false},
};
const size_t op_count = sizeof ops / sizeof ops[0];
