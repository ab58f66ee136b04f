/*
 * What the kinds of stores share and nobody else needs: the writes of a list, table by table, and what can be wrong.
 */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "store.h"

/* Makes a block large enough for so many units. False: no memory, and the block is as it was. */
bool store_reserve(void **block, size_t *room, size_t needed, size_t unit);

/* One of a list's writes, with its table in front to be sorted by. */
struct store_order_item {
    int64_t table;
    size_t item;
};

/* The order in which writes are made. Zero it before the first use; what it holds belongs to it. */
struct store_order {
    struct store_order_item *places;
    size_t count;
    size_t capacity;
};

/* One table after the other, each table's writes in the order of the list. False: no memory. */
bool store_order_build(struct store_order *order, const struct store_batch *batch);
/* The end of the group that begins at `from`: the first place of the next table, or the count. */
size_t store_order_group_end(const struct store_order *order, size_t from);
void store_order_destroy(struct store_order *order);

/* What became of a write, or of a table's. */
enum store_write_result {
    STORE_WRITE_OK,
    STORE_WRITE_REJECTED, /* this table's writes cannot be */
    STORE_WRITE_FAILED,   /* nobody's can */
};

/* Is an event the next one after `last`, another of the list (or NULL)? */
static inline bool store_write_is_next(const struct store_write *write, const struct store_write *last)
{
    return last != NULL && last->game == write->game && last->seq == write->seq - 1;
}

/* Does an event still belong to the page, of which so many have been given? */
static inline bool store_page_has_room(const struct store_page *page, uint32_t events, size_t bytes, size_t length)
{
    return events == 0 ||
           ((page->events == 0 || events < page->events) && (page->bytes == 0 || bytes + length <= page->bytes));
}

/* Can there be such a write? Numbers begin at 1, texts are neither empty nor too long. */
bool store_write_in_range(const struct store_batch *batch, const struct store_write *write);

enum store_error {
    STORE_ERROR_MEMORY,
    STORE_ERROR_IN_USE,
    STORE_ERROR_NOT_CAROM,
    STORE_ERROR_NEWER,
    STORE_ERROR_ORPHAN_ROWS,
    STORE_ERROR_EXISTS,
    STORE_ERROR_FULL,
    STORE_ERROR_DAMAGED,
    STORE_ERROR_DIFFERS,
    STORE_ERROR_READ_ONLY,
    STORE_ERROR_UNREACHABLE,
};
#define STORE_ERRORS 11
const char *store_error_sentence(enum store_error error);
/* Puts the sentence into `fault`. Always false. */
bool store_set_error(char fault[STORE_ERROR_SIZE], enum store_error error);

bool store_failures_add(struct store_failures *failures, int64_t table, enum store_reject_reason reason);

/* ---- all tables, one after the other (cursor.c), with nothing held open in between ---- */

#define STORE_CURSOR_PAGE 64

struct store_cursor {
    struct store *store;
    int64_t after; /* 0: from the beginning */
    unsigned count;
    unsigned at;
    bool failed;
    struct store_table tables[STORE_CURSOR_PAGE];
};
/* NULL: that was the last, or the store failed. */
const struct store_table *store_cursor_next(struct store_cursor *cursor);

#endif
