/*
 * What the module of the puzzles of the day answers. It is one of its own, because ten years of them are too much for
 * the page's first load.
 */
#include "ops.h"

const struct op ops[] = {
    {"daily", op_daily, false},
};
const size_t op_count = sizeof ops / sizeof ops[0];
