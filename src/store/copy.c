/*
 * Copies one store into another, of any kind, and then compares both byte for byte, because an unverified copy is worth
 * little.
 *
 * Events are copied in batches of bounded size, so a log of any length needs little memory. A failure leaves an
 * incomplete copy; that is why the target must be empty, so that nobody mistakes it for data.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_BYTES (1u << 20)
#define LIST_WRITES 4096u
#define PAGE_EVENTS 512u

/* ---- copying ---- */

struct copier {
    struct store *from;
    struct store *to;
    struct store_totals *totals;
    struct store_batch batch;
    int64_t table;
    uint32_t game;
    bool good;
    char *error;
};

static bool set_copy_error(struct copier *copier, enum store_error error)
{
    if (copier->good)
        store_set_error(copier->error, error);
    copier->good = false;
    return false;
}

static bool flush(struct copier *copier)
{
    if (copier->batch.count > 0 && !store_append(copier->to, &copier->batch)) {
        snprintf(copier->error, STORE_ERROR_SIZE, "%s", store_last_error(copier->to));
        copier->good = false;
    }
    store_batch_clear(&copier->batch);
    return copier->good;
}

static bool flush_if_large(struct copier *copier)
{
    return (copier->batch.length < LIST_BYTES && copier->batch.count < LIST_WRITES) || flush(copier);
}

static bool copy_event(void *context, uint32_t seq, const char *text, size_t length)
{
    struct copier *copier = context;
    copier->totals->events++;
    return store_batch_event(&copier->batch, copier->table, copier->game, seq, text, length) ||
           set_copy_error(copier, STORE_ERROR_MEMORY);
}

static bool copy_game(struct copier *copier, uint32_t game)
{
    struct store_page page = {.table = copier->table, .game = game, .from = 1, .to = UINT32_MAX, .events = PAGE_EVENTS};
    uint64_t before = copier->totals->events;
    copier->game = game;
    copier->totals->games++;
    do {
        if (!store_page_read(copier->from, &page, copy_event, copier))
            return set_copy_error(copier, STORE_ERROR_DAMAGED);
        if (!flush_if_large(copier))
            return false;
        page.from = page.next;
    } while (copier->good && page.from > 0);
    return copier->good && (copier->totals->events > before || set_copy_error(copier, STORE_ERROR_DAMAGED));
}

static void copy_seat(void *context, const struct store_seat *seat)
{
    struct copier *copier = context;
    copier->totals->seats++;
    if (!store_batch_seat(&copier->batch, copier->table, seat))
        set_copy_error(copier, STORE_ERROR_MEMORY);
}

static bool copy_table(struct copier *copier, const struct store_table *table)
{
    copier->table = table->id;
    copier->totals->tables++;
    if (table->game == 0)
        return set_copy_error(copier, STORE_ERROR_DAMAGED);
    if (!store_batch_table(&copier->batch, table))
        return set_copy_error(copier, STORE_ERROR_MEMORY);
    if (!store_seats(copier->from, table->id, copy_seat, copier))
        return set_copy_error(copier, STORE_ERROR_DAMAGED);
    for (uint32_t game = 1; copier->good && game <= table->game && game != 0; game++)
        copy_game(copier, game);
    return copier->good;
}

static void copy_records(struct copier *copier)
{
    struct store_record_cursor cursor = {.store = copier->from};
    const struct store_record *record;
    while (copier->good && (record = store_record_cursor_next(&cursor)) != NULL) {
        copier->totals->records++;
        if (!store_batch_insert_record(&copier->batch, store_record_group(record->owner), record))
            set_copy_error(copier, STORE_ERROR_MEMORY);
        flush_if_large(copier);
    }
    if (cursor.failed)
        set_copy_error(copier, STORE_ERROR_DAMAGED);
    store_record_cursor_end(&cursor);
}

static bool is_empty(struct store *store)
{
    struct store_cursor tables = {.store = store};
    struct store_record_cursor records = {.store = store};
    bool empty = store_cursor_next(&tables) == NULL && store_record_cursor_next(&records) == NULL;
    store_record_cursor_end(&records);
    return empty;
}

static bool copy_all(struct copier *copier)
{
    struct store_cursor cursor = {.store = copier->from};
    const struct store_table *table;
    if (!is_empty(copier->to))
        return set_copy_error(copier, STORE_ERROR_FULL);
    while (copier->good && (table = store_cursor_next(&cursor)) != NULL)
        copy_table(copier, table);
    if (cursor.failed)
        set_copy_error(copier, STORE_ERROR_DAMAGED);
    copy_records(copier);
    return copier->good && flush(copier);
}

/* ---- comparing ---- */

/* The contents of one side. */
struct compare_side {
    struct store *store;
    char *bytes;
    size_t length;
    size_t size;
    bool good;
};

static void append_bytes(struct compare_side *side, const void *bytes, size_t length)
{
    if (side->size - side->length < length) {
        size_t size = 2 * (side->size + length);
        char *grown = realloc(side->bytes, size);
        side->good = side->good && grown != NULL;
        if (grown == NULL)
            return;
        side->bytes = grown;
        side->size = size;
    }
    memcpy(side->bytes + side->length, bytes, length);
    side->length += length;
}

static bool add_event(void *context, uint32_t seq, const char *text, size_t length)
{
    append_bytes(context, &seq, sizeof seq);
    append_bytes(context, &length, sizeof length);
    append_bytes(context, text, length);
    return true;
}

static void add_seat(void *context, const struct store_seat *seat)
{
    append_bytes(context, seat->player, strlen(seat->player) + 1);
    append_bytes(context, seat->hash, STORE_HASH_SIZE);
}

static bool same_bytes(struct compare_side *a, struct compare_side *b)
{
    bool same = a->good && b->good && a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
    a->length = b->length = 0;
    return same;
}

static bool same_game(struct compare_side *a, struct compare_side *b, int64_t table, uint32_t game)
{
    struct store_page one = {.table = table, .game = game, .from = 1, .to = UINT32_MAX, .events = PAGE_EVENTS};
    struct store_page other = one;
    bool same;
    do {
        same = store_page_read(a->store, &one, add_event, a) && store_page_read(b->store, &other, add_event, b) &&
               one.next == other.next && same_bytes(a, b);
        one.from = one.next;
        other.from = other.next;
    } while (same && one.from > 0);
    return same;
}

static bool compare_tables(struct compare_side *a, struct compare_side *b, const struct store_table *one,
                           const struct store_table *other)
{
    bool same = one->id == other->id && one->created == other->created && one->game == other->game &&
                one->over == other->over && strcmp(one->code, other->code) == 0 &&
                strcmp(one->options, other->options) == 0 && store_seats(a->store, one->id, add_seat, a) &&
                store_seats(b->store, one->id, add_seat, b) && same_bytes(a, b);
    for (uint32_t game = 1; same && game <= one->game && game != 0; game++)
        same = same_game(a, b, one->id, game);
    return same;
}

static bool same_record(const struct store_record *one, const struct store_record *other)
{
    return one->kind == other->kind && strcmp(one->owner, other->owner) == 0 && strcmp(one->key, other->key) == 0 &&
           strcmp(one->body, other->body) == 0;
}

static bool compare_records(struct store *a, struct store *b)
{
    struct store_record_cursor cursor = {.store = a}, second = {.store = b};
    const struct store_record *record, *twin;
    bool same = true;
    do {
        record = store_record_cursor_next(&cursor);
        twin = store_record_cursor_next(&second);
        same = (record == NULL) == (twin == NULL) && (record == NULL || same_record(record, twin));
    } while (same && record != NULL);
    store_record_cursor_end(&cursor);
    store_record_cursor_end(&second);
    return same && !cursor.failed && !second.failed;
}

static bool compare_stores(struct store *a, struct store *b)
{
    struct compare_side one = {.store = a, .good = true}, other = {.store = b, .good = true};
    struct store_cursor cursor = {.store = a}, second = {.store = b};
    const struct store_table *table, *twin;
    bool same = true;
    append_bytes(&one, "", 1); /* so that both sides have at least one byte */
    append_bytes(&other, "", 1);
    do {
        table = store_cursor_next(&cursor);
        twin = store_cursor_next(&second);
        same = (table == NULL) == (twin == NULL);
    } while (same && table != NULL && (same = compare_tables(&one, &other, table, twin)));
    free(one.bytes);
    free(other.bytes);
    return same && !cursor.failed && !second.failed && compare_records(a, b);
}

bool store_copy(struct store *from, struct store *to, struct store_totals *totals, char fault[STORE_ERROR_SIZE])
{
    struct copier copier = {.from = from, .to = to, .totals = totals, .good = true, .error = fault};
    *totals = (struct store_totals){0};
    bool good = copy_all(&copier);
    store_batch_destroy(&copier.batch);
    return good && (compare_stores(from, to) || store_set_error(fault, STORE_ERROR_DIFFERS));
}
