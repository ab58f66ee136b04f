/*
 * The list of writes that becomes one transaction. One flat buffer for all texts, so that a turn of the event loop with
 * a hundred events needs no hundred allocations.
 */
#include "inner.h"

#include <stdlib.h>
#include <string.h>

#define KEEP_BYTES (256u * 1024) /* a larger buffer is given back after use */

bool store_reserve(void **block, size_t *room, size_t needed, size_t unit)
{
    if (needed <= *room)
        return true;
    size_t more = *room == 0 ? 16 : *room;
    while (more < needed)
        more *= 2;
    void *grown = realloc(*block, more * unit);
    if (grown == NULL)
        return false;
    *block = grown;
    *room = more;
    return true;
}

/* Adds an item and its bytes. */
static bool add(struct store_writes *writes, struct store_write write, const void *bytes, size_t length)
{
    void *items = writes->items;
    bool grown = store_reserve(&items, &writes->room, writes->count + 1, sizeof *writes->items);
    writes->items = items;
    void *text = writes->bytes;
    grown = grown && store_reserve(&text, &writes->size, writes->length + length, 1);
    writes->bytes = text;
    if (!grown)
        return false;
    write.text = writes->length;
    write.length = length;
    memcpy(writes->bytes + writes->length, bytes, length);
    writes->length += length;
    writes->items[writes->count++] = write;
    return true;
}

bool store_writes_table(struct store_writes *writes, const struct store_table *table)
{
    return add(writes, (struct store_write){.kind = STORE_WRITE_TABLE, .table = table->id}, table, sizeof *table);
}

bool store_writes_event(struct store_writes *writes, int64_t table, uint32_t game, uint32_t seq, const char *text,
                        size_t length)
{
    struct store_write write = {.kind = STORE_WRITE_EVENT, .table = table, .game = game, .seq = seq};
    return add(writes, write, text, length);
}

bool store_writes_decided(struct store_writes *writes, const struct store_table *facts, uint32_t seq, const char *text,
                          size_t length)
{
    struct store_write write = {
        .kind = STORE_WRITE_EVENT, .table = facts->id, .game = facts->game, .seq = seq, .edition = facts->edition};
    return add(writes, write, text, length);
}

bool store_writes_retell(struct store_writes *writes, int64_t table, uint32_t game, uint32_t seq, const char *text,
                         size_t length)
{
    struct store_write write = {.kind = STORE_WRITE_RETELL, .table = table, .game = game, .seq = seq};
    return add(writes, write, text, length);
}

bool store_writes_seat(struct store_writes *writes, int64_t table, const struct store_seat *seat)
{
    return add(writes, (struct store_write){.kind = STORE_WRITE_SEAT, .table = table}, seat, sizeof *seat);
}

bool store_writes_unseat(struct store_writes *writes, int64_t table, const char *player)
{
    return add(writes, (struct store_write){.kind = STORE_WRITE_UNSEAT, .table = table}, player, strlen(player));
}

bool store_writes_drop(struct store_writes *writes, int64_t table)
{
    return add(writes, (struct store_write){.kind = STORE_WRITE_DROP, .table = table}, "",
               1); /* its place has to be somewhere */
}

bool store_writes_note(struct store_writes *writes, int64_t table, const char *text, size_t length)
{
    return length > STORE_NOTE_MAX ||
           add(writes, (struct store_write){.kind = STORE_WRITE_NOTE, .table = table}, text, length);
}

void store_writes_clear(struct store_writes *writes)
{
    if (writes->size > KEEP_BYTES) {
        store_writes_done(writes);
        return;
    }
    writes->count = 0;
    writes->length = 0;
}

void store_writes_done(struct store_writes *writes)
{
    free(writes->items);
    free(writes->bytes);
    *writes = (struct store_writes){0};
}

/* ---- table by table ---- */

static int compare_places(const void *a, const void *b)
{
    const struct store_place *one = a, *other = b;
    if (one->table != other->table)
        return one->table < other->table ? -1 : 1;
    return one->item < other->item ? -1 : one->item > other->item;
}

bool store_order_make(struct store_order *order, const struct store_writes *writes)
{
    void *places = order->places;
    bool grown = store_reserve(&places, &order->room, writes->count, sizeof *order->places);
    order->places = places;
    if (!grown)
        return false;
    order->count = writes->count;
    for (size_t i = 0; i < writes->count; i++)
        order->places[i] = (struct store_place){.table = writes->items[i].table, .item = i};
    if (order->count > 1)
        qsort(order->places, order->count, sizeof *order->places, compare_places);
    return true;
}

size_t store_order_end(const struct store_order *order, size_t from)
{
    size_t to = from;
    while (to < order->count && order->places[to].table == order->places[from].table)
        to++;
    return to;
}

void store_order_done(struct store_order *order)
{
    free(order->places);
    *order = (struct store_order){0};
}

/* A text in a field of a struct: not empty, and with its end in it. */
static bool fits(const char *field, size_t size)
{
    return field[0] != '\0' && memchr(field, '\0', size) != NULL;
}

bool store_write_possible(const struct store_writes *writes, const struct store_write *write)
{
    const char *bytes = writes->bytes + write->text;
    struct store_table table;
    struct store_seat seat;
    if (write->table < 1)
        return false;
    switch (write->kind) {
    case STORE_WRITE_TABLE:
        memcpy(&table, bytes, sizeof table);
        return table.game >= 1 && table.created >= 0 && fits(table.code, sizeof table.code) &&
               fits(table.options, sizeof table.options);
    case STORE_WRITE_EVENT:
    case STORE_WRITE_RETELL:
        return write->game >= 1 && write->seq >= 1 && write->length >= 1 && write->length <= STORE_EVENT_MAX;
    case STORE_WRITE_SEAT:
        memcpy(&seat, bytes, sizeof seat);
        return fits(seat.player, sizeof seat.player);
    case STORE_WRITE_UNSEAT:
        return write->length >= 1 && write->length < STORE_PLAYER_SIZE;
    case STORE_WRITE_DROP:
    case STORE_WRITE_NOTE:
        return true;
    }
    return false;
}

/* ---- what failed ---- */

bool store_failures_add(struct store_failures *failures, int64_t table, enum store_why why)
{
    void *items = failures->items;
    bool grown = store_reserve(&items, &failures->room, failures->count + 1, sizeof *failures->items);
    failures->items = items;
    if (grown)
        failures->items[failures->count++] = (struct store_failure){.table = table, .why = why};
    return grown;
}

void store_failures_done(struct store_failures *failures)
{
    free(failures->items);
    *failures = (struct store_failures){0};
}

const char *store_why_name(enum store_why why)
{
    static const char *const names[STORE_WHYS] = {"conflict", "gone", "gap", "range"};
    return names[why];
}
