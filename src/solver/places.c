/*
 * The memory of the search by sets (places.h).
 *
 * Places and items are only ever appended; the hash table holds 32-bit indices, so that growing it moves little, and
 * it starts small for each position, so that easy ones stay in the cache.
 */
#include "places.h"

#include "../core/mem.h"

#define FIRST_SLOT_BITS 10

void carom_places_init(struct places *places, const struct carom_memory *memory)
{
    *places = (struct places){.memory = memory};
}

static void release(struct places *places, void *block, size_t size)
{
    if (block != NULL)
        places->memory->resize(places->memory->context, block, size, 0);
}

void carom_places_done(struct places *places)
{
    release(places, places->place, places->place_room * sizeof *places->place);
    release(places, places->item, places->item_room * sizeof *places->item);
    release(places, places->later, places->later_room * sizeof *places->later);
    release(places, places->slot, places->slot_room * sizeof *places->slot);
}

size_t carom_places_bytes(const struct places *places)
{
    return places->place_room * sizeof *places->place + places->item_room * sizeof *places->item
           + places->later_room * sizeof *places->later + places->slot_room * sizeof *places->slot;
}

/* Room for one more element: half as much again, so that the peak stays near what is used. */
static void *grow(struct places *places, void *block, size_t *room, size_t used, size_t size)
{
    if (used < *room)
        return block;
    size_t more = *room < 1024 ? 1024 : *room + *room / 2;
    void *grown = places->memory->resize(places->memory->context, block, *room * size, more * size);
    if (grown != NULL)
        *room = more;
    return grown;
}

static uint64_t hash_of(uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15);
}

static uint32_t slot_of(const struct places *places, uint64_t hash)
{
    return (uint32_t)(hash >> (64 - places->slot_bits));
}

/* What a slot holds besides the index: bits of the hash that did not go into its number. */
#define INDEX_BITS 24
#define INDEX_MASK (((uint32_t)1 << INDEX_BITS) - 1)
static uint32_t tag_of(uint64_t hash)
{
    return (uint32_t)(hash >> 24) << INDEX_BITS;
}

/* Sets the number of slots and enters all places anew. */
static bool set_slots(struct places *places, unsigned bits)
{
    size_t count = (size_t)1 << bits;
    if (count > places->slot_room) {
        uint32_t *grown = places->memory->resize(places->memory->context, places->slot,
                                                 places->slot_room * sizeof *grown, count * sizeof *grown);
        if (grown == NULL)
            return false;
        places->slot = grown;
        places->slot_room = count;
    }
    places->slot_bits = bits;
    memset(places->slot, 0, count * sizeof *places->slot);
    for (uint32_t i = 0; i < places->places; i++) {
        uint64_t hash = hash_of(places->place[i].key);
        uint32_t slot = slot_of(places, hash);
        while (places->slot[slot] != 0)
            slot = (slot + 1) & (uint32_t)(count - 1);
        places->slot[slot] = (i + 1) | tag_of(hash);
    }
    return true;
}

bool carom_places_reset(struct places *places)
{
    places->places = places->items = places->laters = places->waiting = 0;
    places->level = 0;
    places->level_first[0] = 0;
    for (unsigned i = 0; i < CAROM_ROUTE_MAX + 2; i++)
        places->level_later[i] = NO_INDEX;
    return set_slots(places, FIRST_SLOT_BITS);
}

void carom_places_next_level(struct places *places)
{
    places->level_first[++places->level] = places->items;
}

/* The slot that holds this key, or the free one where it belongs. */
static uint32_t find_slot(const struct places *places, uint64_t key)
{
    uint32_t mask = (uint32_t)(((size_t)1 << places->slot_bits) - 1);
    uint64_t hash = hash_of(key);
    uint32_t tag = tag_of(hash);
    uint32_t slot = slot_of(places, hash);
    for (;; slot = (slot + 1) & mask) {
        uint32_t held = places->slot[slot];
        if (held == 0)
            return slot;
        if ((held & ~INDEX_MASK) == tag && places->place[(held & INDEX_MASK) - 1].key == key)
            return slot;
    }
}

/* A place for this key, made if there is none; NO_INDEX: no memory. */
static uint32_t get_place(struct places *places, uint64_t key)
{
    uint32_t slot = find_slot(places, key);
    if (places->slot[slot] != 0)
        return (places->slot[slot] & INDEX_MASK) - 1;
    struct place *grown = grow(places, places->place, &places->place_room, places->places, sizeof *grown);
    if (grown == NULL || places->places >= INDEX_MASK)
        return NO_INDEX;
    places->place = grown;
    uint32_t place = places->places++;
    places->place[place] = (struct place){.key = key, .item = NO_INDEX};
    places->slot[slot] = places->places | tag_of(hash_of(key));
    if (places->places > (uint32_t)1 << (places->slot_bits - 1) && !set_slots(places, places->slot_bits + 1))
        return NO_INDEX;
    return place;
}

bool carom_places_arrive_at(struct places *places, uint32_t index, const struct cells *set, struct hop hop)
{
    struct place *place = &places->place[index];
    struct cells fresh = cells_minus(*set, place->seen);
    if (cells_empty(&fresh))
        return true;
    place->seen = cells_or(place->seen, fresh);
    if (place->item != NO_INDEX && place->item >= places->level_first[places->level]) {
        struct item *item = &places->item[place->item];
        item->set = cells_or(item->set, fresh);
        item->hop.straight = false;
        return true;
    }
    struct item *grown = grow(places, places->item, &places->item_room, places->items, sizeof *grown);
    if (grown == NULL)
        return false;
    places->item = grown;
    places->item[places->items] = (struct item){fresh, index, place->item, hop};
    place->item = places->items++;
    return true;
}

static bool arrive(struct places *places, uint64_t key, const struct cells *set, struct hop hop)
{
    uint32_t place = get_place(places, key);
    return place != NO_INDEX && carom_places_arrive_at(places, place, set, hop);
}

bool carom_places_arrive(struct places *places, uint64_t key, const struct cells *set)
{
    return arrive(places, key, set, (struct hop){0});
}

/* The arrival that came so many before the latest one. */
static struct arrival *arrival_ago(struct places *places, uint32_t ago)
{
    return &places->arrival[(places->arrivals - 1 - ago) % ARRIVALS];
}

static bool work_off(struct places *places)
{
    const struct arrival *oldest = arrival_ago(places, places->waiting - 1);
    places->waiting--;
    return arrive(places, oldest->key, &oldest->set, oldest->hop);
}

/* Half way along the slot has come, and says which place to fetch. */
static void fetch_place(const struct places *places, uint64_t key)
{
    uint32_t mask = (uint32_t)(((size_t)1 << places->slot_bits) - 1);
    uint64_t hash = hash_of(key);
    uint32_t slot = slot_of(places, hash), tag = tag_of(hash);
    while (places->slot[slot] != 0 && (places->slot[slot] & ~INDEX_MASK) != tag)
        slot = (slot + 1) & mask;
    if (places->slot[slot] == 0)
        return;
    const struct place *place = &places->place[(places->slot[slot] & INDEX_MASK) - 1];
    __builtin_prefetch(place, 1);
    __builtin_prefetch((const char *)(place + 1) - 1, 1);
}

bool carom_places_send(struct places *places, uint64_t key, const struct cells *set, struct hop hop)
{
    bool done = places->waiting < ARRIVALS || work_off(places);
    places->arrivals++;
    places->waiting++;
    *arrival_ago(places, 0) = (struct arrival){key, *set, hop};
    __builtin_prefetch(&places->slot[slot_of(places, hash_of(key))]);
    if (places->waiting > ARRIVALS / 2)
        fetch_place(places, arrival_ago(places, ARRIVALS / 2)->key);
    return done;
}

bool carom_places_settle(struct places *places)
{
    while (places->waiting > 0)
        if (!work_off(places))
            return false;
    return true;
}

bool carom_places_later(struct places *places, uint64_t key, const struct cells *set, unsigned level)
{
    struct later *grown = grow(places, places->later, &places->later_room, places->laters, sizeof *grown);
    if (grown == NULL)
        return false;
    places->later = grown;
    places->later[places->laters] = (struct later){key, *set, level, places->level_later[level]};
    places->level_later[level] = places->laters++;
    return true;
}

bool carom_places_due(struct places *places)
{
    for (uint32_t i = places->level_later[places->level]; i != NO_INDEX; i = places->later[i].next)
        if (!carom_places_arrive(places, places->later[i].key, &places->later[i].set))
            return false;
    return true;
}

bool carom_places_at(const struct places *places, uint64_t key, unsigned cell, unsigned level)
{
    uint32_t slot = find_slot(places, key);
    if (places->slot[slot] == 0)
        return false;
    uint32_t end = level < places->level ? places->level_first[level + 1] : places->items;
    uint32_t i = places->place[(places->slot[slot] & INDEX_MASK) - 1].item;
    while (i != NO_INDEX && i >= end)
        i = places->item[i].before;
    return i != NO_INDEX && i >= places->level_first[level] && cells_has(&places->item[i].set, cell);
}
