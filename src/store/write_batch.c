/*
 * The batch of writes that becomes one transaction. All texts share one flat buffer, so that an iteration of the event
 * loop with a hundred events does not need a hundred allocations.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define KEEP_CAPACITY (256u * 1024) /* a larger buffer is freed after use */

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

char *store_batch_add(struct store_batch *batch, struct store_write write, size_t length)
{
    void *items = batch->items;
    bool grown = store_reserve(&items, &batch->capacity, batch->count + 1, sizeof *batch->items);
    batch->items = items;
    void *text = batch->bytes;
    grown = grown && store_reserve(&text, &batch->size, batch->length + length, 1);
    batch->bytes = text;
    if (!grown)
        return NULL;
    write.text = batch->length;
    write.length = length;
    batch->length += length;
    batch->items[batch->count++] = write;
    return batch->bytes + write.text;
}

/* Adds a write and its data. */
static bool add_write(struct store_batch *batch, struct store_write write, const void *bytes, size_t length)
{
    char *place = store_batch_add(batch, write, length);
    if (place != NULL)
        memcpy(place, bytes, length);
    return place != NULL;
}

bool store_batch_table(struct store_batch *batch, const struct store_table *table)
{
    return add_write(batch, (struct store_write){.kind = STORE_WRITE_TABLE, .table = table->id}, table, sizeof *table);
}

bool store_batch_event(struct store_batch *batch, int64_t table, uint32_t game, uint32_t seq, const char *text,
                       size_t length)
{
    struct store_write write = {.kind = STORE_WRITE_EVENT, .table = table, .game = game, .seq = seq};
    return add_write(batch, write, text, length);
}

bool store_batch_event_at_epoch(struct store_batch *batch, const struct store_table *facts, uint32_t seq,
                                const char *text, size_t length)
{
    struct store_write write = {
        .kind = STORE_WRITE_EVENT, .table = facts->id, .game = facts->game, .seq = seq, .epoch = facts->epoch};
    return add_write(batch, write, text, length);
}

bool store_batch_rewrite_event(struct store_batch *batch, int64_t table, uint32_t game, uint32_t seq, const char *text,
                               size_t length)
{
    struct store_write write = {.kind = STORE_WRITE_REWRITE_EVENT, .table = table, .game = game, .seq = seq};
    return add_write(batch, write, text, length);
}

bool store_batch_seat(struct store_batch *batch, int64_t table, const struct store_seat *seat)
{
    return add_write(batch, (struct store_write){.kind = STORE_WRITE_SEAT, .table = table}, seat, sizeof *seat);
}

bool store_batch_delete_seat(struct store_batch *batch, int64_t table, const char *player)
{
    return add_write(batch, (struct store_write){.kind = STORE_WRITE_DELETE_SEAT, .table = table}, player,
                     strlen(player));
}

bool store_batch_delete_table(struct store_batch *batch, int64_t table)
{
    return add_write(batch, (struct store_write){.kind = STORE_WRITE_DELETE_TABLE, .table = table}, "",
                     1); /* an empty text needs an offset too */
}

bool store_batch_notify(struct store_batch *batch, int64_t table, const char *text, size_t length)
{
    return length > STORE_NOTIFY_MAX ||
           add_write(batch, (struct store_write){.kind = STORE_WRITE_NOTIFY, .table = table}, text, length);
}

void store_batch_clear(struct store_batch *batch)
{
    if (batch->size > KEEP_CAPACITY) {
        store_batch_destroy(batch);
        return;
    }
    batch->count = 0;
    batch->length = 0;
}

void store_batch_destroy(struct store_batch *batch)
{
    free(batch->items);
    free(batch->bytes);
    *batch = (struct store_batch){0};
}

/* ---- table by table ---- */

static int compare_places(const void *a, const void *b)
{
    const struct store_order_item *one = a, *other = b;
    if (one->table != other->table)
        return one->table < other->table ? -1 : 1;
    return one->item < other->item ? -1 : one->item > other->item;
}

bool store_order_build(struct store_order *order, const struct store_batch *batch)
{
    void *places = order->places;
    bool grown = store_reserve(&places, &order->capacity, batch->count, sizeof *order->places);
    order->places = places;
    if (!grown)
        return false;
    order->count = batch->count;
    for (size_t i = 0; i < batch->count; i++)
        order->places[i] = (struct store_order_item){.table = batch->items[i].table, .item = i};
    if (order->count > 1)
        qsort(order->places, order->count, sizeof *order->places, compare_places);
    return true;
}

size_t store_order_group_end(const struct store_order *order, size_t from)
{
    size_t to = from;
    while (to < order->count && order->places[to].table == order->places[from].table)
        to++;
    return to;
}

void store_order_destroy(struct store_order *order)
{
    free(order->places);
    *order = (struct store_order){0};
}

/* Is a text member of a struct non-empty and NUL-terminated? */
static bool string_fits(const char *field, size_t size)
{
    return field[0] != '\0' && memchr(field, '\0', size) != NULL;
}

bool store_write_in_range(const struct store_batch *batch, const struct store_write *write)
{
    const char *bytes = batch->bytes + write->text;
    struct store_table table;
    struct store_seat seat;
    struct store_record_write read;
    if (store_write_is_record(write))
        return store_record_read(&read, batch, write);
    if (write->table < 1)
        return false;
    switch (write->kind) {
    case STORE_WRITE_TABLE:
        memcpy(&table, bytes, sizeof table);
        return table.game >= 1 && table.created >= 0 && string_fits(table.code, sizeof table.code) &&
               string_fits(table.options, sizeof table.options);
    case STORE_WRITE_EVENT:
    case STORE_WRITE_REWRITE_EVENT:
        return write->game >= 1 && write->seq >= 1 && write->length >= 1 && write->length <= STORE_EVENT_MAX;
    case STORE_WRITE_SEAT:
        memcpy(&seat, bytes, sizeof seat);
        return string_fits(seat.player, sizeof seat.player);
    case STORE_WRITE_DELETE_SEAT:
        return write->length >= 1 && write->length < STORE_PLAYER_SIZE;
    case STORE_WRITE_DELETE_TABLE:
    case STORE_WRITE_NOTIFY:
        return true;
    case STORE_WRITE_INSERT_RECORD:
    case STORE_WRITE_SWAP_RECORD:
    case STORE_WRITE_REMOVE_RECORD:
    case STORE_WRITE_REMOVE_OWNER:
        break;
    }
    return false;
}

/* ---- failures ---- */

bool store_failures_add(struct store_failures *failures, int64_t table, enum store_reject_reason reason)
{
    void *items = failures->items;
    bool grown = store_reserve(&items, &failures->capacity, failures->count + 1, sizeof *failures->items);
    failures->items = items;
    if (grown)
        failures->items[failures->count++] = (struct store_failure){.table = table, .reason = reason};
    return grown;
}

void store_failures_destroy(struct store_failures *failures)
{
    free(failures->items);
    *failures = (struct store_failures){0};
}

const char *store_reject_name(enum store_reject_reason reason)
{
    static const char *const names[STORE_REJECT_REASONS] = {"conflict", "gone", "gap", "range"};
    return names[reason];
}
