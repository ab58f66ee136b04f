/*
 * Iterates over all tables of a store, a page at a time, so that the caller may read and write in between.
 */
#include "internal.h"

static bool add_to_page(void *context, const struct store_table *table)
{
    struct store_cursor *cursor = context;
    cursor->tables[cursor->count++] = *table;
    return true;
}

const struct store_table *store_cursor_next(struct store_cursor *cursor)
{
    if (cursor->at == cursor->count && !cursor->failed) {
        cursor->at = cursor->count = 0;
        cursor->failed = !store_list(cursor->store, cursor->after, STORE_CURSOR_PAGE, add_to_page, cursor);
        if (cursor->count > 0)
            cursor->after = cursor->tables[cursor->count - 1].id;
    }
    return cursor->at < cursor->count && !cursor->failed ? &cursor->tables[cursor->at++] : NULL;
}
