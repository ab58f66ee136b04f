/*
 * Iterates over all tables, or all records, of a store: a page at a time, so that the caller may read and write in
 * between.
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- records ---- */

#define PAGE 64

static bool keep_record(void *context, const struct store_record *record)
{
    struct store_record_cursor *cursor = context;
    size_t key = strlen(record->key) + 1, body = strlen(record->body) + 1;
    void *bytes = cursor->bytes;
    bool grown = store_reserve(&bytes, &cursor->capacity, cursor->length + key + body, 1);
    cursor->bytes = bytes;
    cursor->failed |= !grown;
    if (!grown)
        return false;
    memcpy(cursor->bytes + cursor->length, record->key, key);
    memcpy(cursor->bytes + cursor->length + key, record->body, body);
    cursor->length += key + body;
    memcpy(cursor->after, record->key, key); /* a key fits: backends check that */
    return true;
}

static void next_owner(struct store_record_cursor *cursor)
{
    enum store_lookup found = STORE_NOT_FOUND;
    cursor->after[0] = '\0';
    if (cursor->kind > 0)
        found = store_next_owner(cursor->store, cursor->kind, cursor->owner);
    cursor->failed = found == STORE_FAILED;
    if (found == STORE_NOT_FOUND) {
        cursor->owner[0] = '\0';
        cursor->kind++;
    }
}

/* Reads the next page of the owner; at its end goes on to the next owner, and to the next kind. False: no more. */
static bool read_page(struct store_record_cursor *cursor)
{
    cursor->at = cursor->length = 0;
    while (cursor->length == 0 && !cursor->failed && cursor->kind < STORE_RECORD_KINDS) {
        const char *owner = cursor->owner;
        struct store_range range = {
            .kind = cursor->kind, .owners = &owner, .owner_count = 1, .after = cursor->after, .limit = PAGE};
        if (owner[0] != '\0' && !store_records(cursor->store, &range, keep_record, cursor))
            cursor->failed = true;
        if (cursor->length == 0 && !cursor->failed)
            next_owner(cursor);
    }
    return cursor->length > 0 && !cursor->failed;
}

const struct store_record *store_record_cursor_next(struct store_record_cursor *cursor)
{
    if (cursor->at == cursor->length && (cursor->failed || !read_page(cursor)))
        return NULL;
    cursor->record = (struct store_record){.kind = cursor->kind, .owner = cursor->owner};
    cursor->record.key = cursor->bytes + cursor->at;
    cursor->record.body = cursor->record.key + strlen(cursor->record.key) + 1;
    cursor->at = (size_t)(cursor->record.body - cursor->bytes) + strlen(cursor->record.body) + 1;
    return &cursor->record;
}

void store_record_cursor_end(struct store_record_cursor *cursor)
{
    free(cursor->bytes);
    cursor->bytes = NULL;
}
