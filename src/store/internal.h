/*
 * Shared by the backends of the store and private to them: ordering writes by table, and error sentences.
 */
#ifndef STORE_INTERNAL_H
#define STORE_INTERNAL_H

#include "store.h"

/* Grows a block to hold `needed` units. False: out of memory, and the block is unchanged. */
bool store_reserve(void **block, size_t *room, size_t needed, size_t unit);

/* Adds a write with room for its data, to be filled in. NULL: out of memory. */
char *store_batch_add(struct store_batch *batch, struct store_write write, size_t length);

#define STORE_KEY_END "~" /* after all keys */

/* A write of a record; `expected` is empty unless it is a swap. Points into the batch. */
struct store_record_write {
    struct store_record record;
    const char *expected;
};
bool store_write_is_record(const struct store_write *write);
/* Takes a record's write apart. False: something in it is out of range. */
bool store_record_read(struct store_record_write *read, const struct store_batch *batch,
                       const struct store_write *write);

/* A write of the batch, with its table first as the sort key. */
struct store_order_item {
    int64_t table;
    size_t item;
};

/* The order in which writes are made. Owns its memory. Zero it before first use; free it with store_order_destroy. */
struct store_order {
    struct store_order_item *places;
    size_t count;
    size_t capacity;
};

/* Orders the writes by table, each table's in the order of the batch. False: out of memory. */
bool store_order_build(struct store_order *order, const struct store_batch *batch);
/* The end of the group that begins at `from`: the index of the next table's first write, or the count. */
size_t store_order_group_end(const struct store_order *order, size_t from);
void store_order_destroy(struct store_order *order);

/* The result of one write, or of one table's writes. */
enum store_write_result {
    STORE_WRITE_OK,
    STORE_WRITE_REJECTED, /* this table's writes are not possible */
    STORE_WRITE_FAILED,   /* the store failed, so nobody's are */
};

/* Is the event the direct successor of `last`, another event of the batch (or NULL)? */
static inline bool store_write_is_next(const struct store_write *write, const struct store_write *last)
{
    return last != NULL && last->game == write->game && last->seq == write->seq - 1;
}

/* Does another event of this size fit into a page that has `events` already? */
static inline bool store_page_has_room(const struct store_page *page, uint32_t events, size_t bytes, size_t length)
{
    return events == 0 ||
           ((page->events == 0 || events < page->events) && (page->bytes == 0 || bytes + length <= page->bytes));
}

/* Is the write within range: numbers from 1, texts neither empty nor too long? */
bool store_write_in_range(const struct store_batch *batch, const struct store_write *write);

enum store_error {
    STORE_ERROR_MEMORY,
    STORE_ERROR_IN_USE,
    STORE_ERROR_NOT_CAROM,
    STORE_ERROR_CANNOT_OPEN,
    STORE_ERROR_NEWER,
    STORE_ERROR_ORPHAN_ROWS,
    STORE_ERROR_EXISTS,
    STORE_ERROR_FULL,
    STORE_ERROR_DAMAGED,
    STORE_ERROR_DIFFERS,
    STORE_ERROR_READ_ONLY,
    STORE_ERROR_UNREACHABLE,
};
#define STORE_ERRORS 12
/* Writes the sentence of the error into the buffer. Always returns false. */
bool store_set_error(char fault[STORE_ERROR_SIZE], enum store_error error);

bool store_failures_add(struct store_failures *failures, int64_t table, enum store_reject_reason reason);

/* ---- iterating over all tables (cursor.c); keeps nothing open in between ---- */

#define STORE_CURSOR_PAGE 64

struct store_cursor {
    struct store *store;
    int64_t after; /* id of the last table returned; 0: start at the beginning */
    unsigned count;
    unsigned at;
    bool failed;
    struct store_table tables[STORE_CURSOR_PAGE];
};
/* NULL: no more tables, or the store failed. */
const struct store_table *store_cursor_next(struct store_cursor *cursor);

/* ---- iterating over all records (cursor.c) ---- */

/* Zero it, set `store`, and end it with store_record_cursor_end. */
struct store_record_cursor {
    struct store *store;
    unsigned kind; /* of the last record returned; 0: start at the beginning */
    char owner[STORE_KEY_SIZE];
    char after[STORE_KEY_SIZE];
    char *bytes; /* the page: keys and bodies, each with its NUL */
    size_t length;
    size_t capacity;
    size_t at;
    bool failed;
    struct store_record record;
};
/* NULL: no more records, or the store failed. Valid until the next call. */
const struct store_record *store_record_cursor_next(struct store_record_cursor *cursor);
void store_record_cursor_end(struct store_record_cursor *cursor);

#endif
