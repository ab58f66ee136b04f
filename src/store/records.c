/*
 * Writes of records, in the batch. Their texts stand one after another in its buffer: owner, key, what is expected
 * (only of a swap), and body, each with its NUL.
 */
#include "internal.h"

#include <string.h>

int64_t store_record_group(const char *owner)
{
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (; *owner != '\0'; owner++)
        hash = (hash ^ (unsigned char)*owner) * 0x100000001b3;
    return -(int64_t)(hash >> 1) - 1;
}

bool store_write_is_record(const struct store_write *write)
{
    return write->kind >= STORE_WRITE_INSERT_RECORD;
}

static bool key_valid(const char *key)
{
    size_t length = strlen(key);
    for (size_t i = 0; i < length; i++)
        if (key[i] <= ' ' || key[i] >= '~' || key[i] == ',')
            return false;
    return length >= 1 && length < STORE_KEY_SIZE;
}

bool store_record_read(struct store_record_write *read, const struct store_batch *batch,
                       const struct store_write *write)
{
    const char *at = batch->bytes + write->text;
    read->record.kind = (enum store_record_kind)write->game;
    read->record.owner = at;
    read->record.key = at += strlen(at) + 1;
    read->expected = at += strlen(at) + 1;
    read->record.body = at + strlen(at) + 1;
    bool one = write->kind != STORE_WRITE_REMOVE_OWNER;
    bool bodied = write->kind == STORE_WRITE_INSERT_RECORD || write->kind == STORE_WRITE_SWAP_RECORD;
    size_t length = strlen(read->record.body);
    return write->table < 0 && write->game >= 1 && write->game < STORE_RECORD_KINDS && key_valid(read->record.owner) &&
           (!one || key_valid(read->record.key)) && (!bodied || (length >= 1 && length <= STORE_RECORD_MAX));
}

static bool add(struct store_batch *batch, enum store_write_kind kind, int64_t group,
                const struct store_record_write *made)
{
    const char *parts[] = {made->record.owner, made->record.key, made->expected, made->record.body};
    size_t length = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        length += strlen(parts[i]) + 1;
    struct store_write write = {.kind = kind, .table = group, .game = made->record.kind};
    char *at = store_batch_add(batch, write, length);
    for (size_t i = 0; at != NULL && i < sizeof parts / sizeof parts[0]; i++) {
        size_t size = strlen(parts[i]) + 1;
        memcpy(at, parts[i], size);
        at += size;
    }
    return at != NULL;
}

bool store_batch_insert_record(struct store_batch *batch, int64_t group, const struct store_record *record)
{
    return add(batch, STORE_WRITE_INSERT_RECORD, group, &(struct store_record_write){*record, ""});
}

bool store_batch_swap_record(struct store_batch *batch, int64_t group, const struct store_record *record,
                             const char *expected)
{
    return add(batch, STORE_WRITE_SWAP_RECORD, group, &(struct store_record_write){*record, expected});
}

bool store_batch_remove_record(struct store_batch *batch, int64_t group, enum store_record_kind kind, const char *owner,
                               const char *key)
{
    return add(batch, STORE_WRITE_REMOVE_RECORD, group, &(struct store_record_write){{kind, owner, key, ""}, ""});
}

bool store_batch_remove_owner(struct store_batch *batch, int64_t group, enum store_record_kind kind, const char *owner)
{
    return add(batch, STORE_WRITE_REMOVE_OWNER, group, &(struct store_record_write){{kind, owner, "", ""}, ""});
}
