/*
 * The list of writes that becomes one transaction. One flat buffer for all texts, so that a turn of the event loop with
 * a hundred events needs no hundred allocations.
 */
#include "store.h"

#include <stdlib.h>
#include <string.h>

#define KEEP_BYTES (256u * 1024) /* a larger buffer is given back after use */

static bool reserve(void **block, size_t *room, size_t needed, size_t unit)
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
    bool grown = reserve(&items, &writes->room, writes->count + 1, sizeof *writes->items);
    writes->items = items;
    void *text = writes->bytes;
    grown = grown && reserve(&text, &writes->size, writes->length + length, 1);
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

bool store_writes_seat(struct store_writes *writes, int64_t table, const struct store_seat *seat)
{
    return add(writes, (struct store_write){.kind = STORE_WRITE_SEAT, .table = table}, seat, sizeof *seat);
}

bool store_writes_unseat(struct store_writes *writes, int64_t table, const char *player)
{
    return add(writes, (struct store_write){.kind = STORE_WRITE_UNSEAT, .table = table}, player, strlen(player));
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
