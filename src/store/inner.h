/*
 * What the kinds of stores share and nobody else needs: the writes of a list, table by table, and what can be wrong.
 */
#ifndef STORE_INNER_H
#define STORE_INNER_H

#include "store.h"

/* Makes a block large enough for so many units. False: no memory, and the block is as it was. */
bool store_reserve(void **block, size_t *room, size_t needed, size_t unit);

/* One of a list's writes, with its table in front to be sorted by. */
struct store_place {
    int64_t table;
    size_t item;
};

/* The order in which writes are made. Zero it before the first use; what it holds belongs to it. */
struct store_order {
    struct store_place *places;
    size_t count;
    size_t room;
};

/* One table after the other, each table's writes in the order of the list. False: no memory. */
bool store_order_make(struct store_order *order, const struct store_writes *writes);
/* The end of the group that begins at `from`: the first place of the next table, or the count. */
size_t store_order_end(const struct store_order *order, size_t from);
void store_order_done(struct store_order *order);

/* What became of a write, or of a table's. */
enum store_written {
    STORE_WRITTEN,
    STORE_REFUSED, /* this table's writes cannot be */
    STORE_BROKEN,  /* nobody's can */
};

/* Is an event the next one after `last`, another of the list (or NULL)? */
static inline bool store_write_follows(const struct store_write *write, const struct store_write *last)
{
    return last != NULL && last->game == write->game && last->seq == write->seq - 1;
}

/* Does an event still belong to the page, of which so many have been given? */
static inline bool store_page_fits(const struct store_page *page, uint32_t events, size_t bytes, size_t length)
{
    return events == 0 ||
           ((page->events == 0 || events < page->events) && (page->bytes == 0 || bytes + length <= page->bytes));
}

/* Can there be such a write? Numbers begin at 1, texts are neither empty nor too long. */
bool store_write_possible(const struct store_writes *writes, const struct store_write *write);

enum store_trouble {
    STORE_TROUBLE_MEMORY,
    STORE_TROUBLE_IN_USE,
    STORE_TROUBLE_FOREIGN,
    STORE_TROUBLE_NEWER,
    STORE_TROUBLE_STRAY,
    STORE_TROUBLE_EXISTS,
    STORE_TROUBLE_FULL,
    STORE_TROUBLE_DAMAGED,
    STORE_TROUBLE_DIFFERS,
    STORE_TROUBLE_READ_ONLY,
    STORE_TROUBLE_AWAY,
};
#define STORE_TROUBLES 11
const char *store_sentence(enum store_trouble trouble);
/* Puts the sentence into `fault`. Always false. */
bool store_refuse(char fault[STORE_FAULT_SIZE], enum store_trouble trouble);

bool store_failures_add(struct store_failures *failures, int64_t table, enum store_why why);

/* ---- all tables, one after the other (walk.c), with nothing held open in between ---- */

#define STORE_WALK 64

struct store_walk {
    struct store *store;
    int64_t after; /* 0: from the beginning */
    unsigned count;
    unsigned at;
    bool failed;
    struct store_table tables[STORE_WALK];
};
/* NULL: that was the last, or the store failed. */
const struct store_table *store_walk_next(struct store_walk *walk);

#endif
