/*
 * All tables of a store, a few at a time: what looks at each of them may read further, and write.
 */
#include "inner.h"

static bool take(void *context, const struct store_table *table)
{
    struct store_walk *walk = context;
    walk->tables[walk->count++] = *table;
    return true;
}

const struct store_table *store_walk_next(struct store_walk *walk)
{
    if (walk->at == walk->count && !walk->failed) {
        walk->at = walk->count = 0;
        walk->failed = !store_list(walk->store, walk->after, STORE_WALK, take, walk);
        if (walk->count > 0)
            walk->after = walk->tables[walk->count - 1].id;
    }
    return walk->at < walk->count && !walk->failed ? &walk->tables[walk->at++] : NULL;
}
