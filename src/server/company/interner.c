/*
 * Texts that occur many times, each kept once and known by its number.
 */
#include "results.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const char *text)
{
    return (uint64_t)store_record_group(text) * 0x9e3779b97f4a7c15u;
}

static uint32_t *slot_of(const struct interner *interner, const char *text)
{
    size_t at = hash_of(text) >> 32 & (interner->slot_count - 1);
    while (interner->slots[at] > 0 && strcmp(interner_text(interner, interner->slots[at] - 1), text) != 0)
        at = (at + 1) & (interner->slot_count - 1);
    return &interner->slots[at];
}

uint32_t interner_find(const struct interner *interner, const char *text)
{
    uint32_t slot = interner->slot_count > 0 ? *slot_of(interner, text) : 0;
    return slot > 0 ? slot - 1 : INTERNER_NONE;
}

static void grow(struct interner *interner)
{
    free(interner->slots);
    interner->slot_count = interner->slot_count > 0 ? 2 * interner->slot_count : 64;
    interner->slots = xcalloc(interner->slot_count * sizeof *interner->slots);
    for (uint32_t i = 0; i < interner->count; i++)
        *slot_of(interner, interner_text(interner, i)) = i + 1;
}

uint32_t interner_add(struct interner *interner, const char *text)
{
    size_t size = strlen(text) + 1;
    if (2 * (interner->count + 1) > interner->slot_count)
        grow(interner);
    uint32_t *slot = slot_of(interner, text);
    if (*slot > 0)
        return *slot - 1;
    interner->bytes = xgrow(interner->bytes, &interner->size, interner->length + size, 1);
    memcpy(interner->bytes + interner->length, text, size);
    interner->starts = xgrow(interner->starts, &interner->capacity, interner->count + 1, sizeof *interner->starts);
    interner->starts[interner->count] = interner->length;
    interner->length += size;
    *slot = ++interner->count;
    return interner->count - 1;
}

const char *interner_text(const struct interner *interner, uint32_t number)
{
    return interner->bytes + interner->starts[number];
}

void interner_destroy(struct interner *interner)
{
    free(interner->bytes);
    free(interner->starts);
    free(interner->slots);
    *interner = (struct interner){0};
}
