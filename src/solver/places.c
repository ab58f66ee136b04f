/*
 * The memory of the search by sets (places.h).
 *
 * Places are only ever appended; the hash table holds 32-bit indices, so that growing it moves little, and it starts
 * small for each position, so that easy ones stay in the cache. Sets of higher levels are rows: neighbours in one
 * array, given back when a place needs more of them.
 */
#include "places.h"

#include "../core/mem.h"

#define FIRST_SLOT_BITS 10

void carom_places_init(struct places *places, const struct carom_memory *memory)
{
    *places = (struct places){.memory = memory};
}

static void *resize(struct places *places, void *block, size_t old_size, size_t new_size)
{
    return places->memory->resize(places->memory->context, block, old_size, new_size);
}

static void release(struct places *places, void *block, size_t size)
{
    if (block != NULL)
        resize(places, block, size, 0);
}

static size_t places_bytes(size_t room)
{
    return room == 0 ? 0 : room * sizeof(struct place) + LINE;
}

void carom_places_done(struct places *places)
{
    release(places, places->place_block, places_bytes(places->place_room));
    release(places, places->slot, places->slot_room * sizeof *places->slot);
    release(places, places->rows.row, places->rows.room * sizeof *places->rows.row);
    for (unsigned i = 0; i < 2; i++) {
        struct queue *queue = &places->queue[i];
        release(places, queue->place, queue->room * sizeof *queue->place);
        release(places, queue->rows.row, queue->rows.room * sizeof *queue->rows.row);
    }
}

/* Half as much again, so that the peak stays near what is used. */
static size_t more_room(size_t room, size_t needed)
{
    size_t more = room < 1024 ? 1024 : room + room / 2;
    return more < needed ? needed : more;
}

/* So many rows that are neighbours, with anything in them. NO_ROW: no memory. */
#define NO_ROW UINT32_MAX
static uint32_t rows_take(struct places *places, struct rows *rows, unsigned count)
{
    if (rows->free[count] != 0) {
        uint32_t first = rows->free[count] - 1;
        rows->free[count] = (uint32_t)cells_word(&rows->row[first], 0);
        return first;
    }
    if (rows->count + (size_t)count > rows->room) {
        size_t room = more_room(rows->room, rows->count + (size_t)count);
        if (room >= NO_ROW)
            return NO_ROW;
        struct cells *grown = resize(places, rows->row, rows->room * sizeof *grown, room * sizeof *grown);
        if (grown == NULL)
            return NO_ROW;
        rows->row = grown;
        rows->room = room;
    }
    uint32_t first = rows->count;
    rows->count += count;
    return first;
}

static void rows_give(struct rows *rows, uint32_t first, unsigned count)
{
    if (count == 0)
        return;
    rows->row[first] = cells_none();
    rows->row[first].half[0][0] = rows->free[count];
    rows->free[count] = first + 1;
}

static void rows_reset(struct rows *rows)
{
    rows->count = 0;
    memset(rows->free, 0, sizeof rows->free);
}

static inline uint64_t hash_of(uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15);
}

static inline uint32_t slot_of(const struct places *places, uint64_t hash)
{
    return (uint32_t)(hash >> (64 - places->slot_bits));
}

/* What a slot holds besides the index: bits of the hash that did not go into its number. */
#define INDEX_BITS 24
#define INDEX_MASK (((uint32_t)1 << INDEX_BITS) - 1)
static inline uint32_t tag_of(uint64_t hash)
{
    return (uint32_t)(hash >> 24) << INDEX_BITS;
}

/* Sets the number of slots and enters all places anew. */
static bool set_slots(struct places *places, unsigned bits)
{
    size_t count = (size_t)1 << bits;
    if (count > places->slot_room) {
        uint32_t *grown = resize(places, places->slot, places->slot_room * sizeof *grown, count * sizeof *grown);
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
    places->places = 0;
    places->now = 0;
    rows_reset(&places->rows);
    for (unsigned i = 0; i < 2; i++) {
        places->queue[i].count = 0;
        rows_reset(&places->queue[i].rows);
    }
    return set_slots(places, FIRST_SLOT_BITS);
}

void carom_places_turn(struct places *places)
{
    places->queue[places->now].count = 0;
    rows_reset(&places->queue[places->now].rows);
    places->now ^= 1u;
}

/* The slot that holds this key, or the free one where it belongs. */
static inline uint32_t find_slot(const struct places *places, uint64_t key)
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

static bool grow_places(struct places *places)
{
    size_t room = more_room(places->place_room, 0);
    size_t skip = places->place_block == NULL ? 0 : (size_t)((char *)places->place - (char *)places->place_block);
    char *grown = resize(places, places->place_block, places_bytes(places->place_room), places_bytes(room));
    if (grown == NULL)
        return false;
    if (skip != (size_t)((char *)at_line(grown) - grown))
        memmove(at_line(grown), grown + skip, places->places * sizeof *places->place);
    places->place_block = grown;
    places->place = at_line(grown);
    places->place_room = room;
    return true;
}

static uint32_t new_place(struct places *places, uint64_t key)
{
    if (places->places >= INDEX_MASK || (places->places == places->place_room && !grow_places(places)))
        return NO_PLACE;
    struct place *place = &places->place[places->places];
    place->key = key;
    place->higher = place->waiting = 0;
    place->levels = 0;
    place->queued = 0;
    place->lowest = cells_none();
    return places->places++;
}

uint32_t carom_places_get(struct places *places, uint64_t key)
{
    uint32_t slot = find_slot(places, key);
    if (places->slot[slot] != 0)
        return (places->slot[slot] & INDEX_MASK) - 1;
    uint32_t place = new_place(places, key);
    if (place == NO_PLACE)
        return NO_PLACE;
    places->slot[slot] = places->places | tag_of(hash_of(key));
    if (places->places > (uint32_t)1 << (places->slot_bits - 1) && !set_slots(places, places->slot_bits + 1))
        return NO_PLACE;
    return place;
}

/* More levels for a place, nothing known there. */
static bool raise_place(struct places *places, struct place *place, unsigned levels)
{
    if (levels > 1) {
        unsigned had = place->levels > 1 ? place->levels - 1u : 0;
        uint32_t first = rows_take(places, &places->rows, levels - 1);
        if (first == NO_ROW)
            return false;
        for (unsigned i = 0; i < levels - 1; i++)
            places->rows.row[first + i] = i < had ? places->rows.row[place->higher + i] : cells_none();
        rows_give(&places->rows, place->higher, had);
        place->higher = first;
    }
    place->levels = (uint16_t)levels;
    return true;
}

/* The queue in which a place waits. */
static struct queue *queue_of(struct places *places, const struct place *place)
{
    return &places->queue[place->queued - 1];
}

/* More levels for what is to be followed at a place. */
static bool raise_waiting(struct places *places, struct place *place, unsigned levels)
{
    struct rows *rows = &queue_of(places, place)->rows;
    unsigned count = ROW_LEVELS + levels, had = place->waiting_levels == 0 ? 0 : ROW_LEVELS + place->waiting_levels;
    uint32_t first = rows_take(places, rows, count);
    if (first == NO_ROW)
        return false;
    for (unsigned i = 0; i < count; i++)
        rows->row[first + i] = i < had ? rows->row[place->waiting + i] : cells_none();
    rows_give(rows, place->waiting, had);
    place->waiting = first;
    place->waiting_levels = (uint16_t)levels;
    return true;
}

static bool same_hop(struct hop a, struct hop b)
{
    return a.straight && b.straight && a.from == b.from && a.to == b.to;
}

static bool add_visit(struct places *places, uint32_t index, unsigned number)
{
    struct queue *queue = &places->queue[number];
    struct place *place = &places->place[index];
    if (queue->count == queue->room) {
        size_t room = more_room(queue->room, 0);
        uint32_t *grown = resize(places, queue->place, queue->room * sizeof *grown, room * sizeof *grown);
        if (grown == NULL)
            return false;
        queue->place = grown;
        queue->room = room;
    }
    queue->place[queue->count++] = index;
    place->queued = (uint8_t)(number + 1);
    place->waiting_levels = 0;
    return true;
}

/* Sees to it that a place waits, with so many levels at least: in this queue, or where it waits already. */
static bool wait_at(struct places *places, uint32_t index, unsigned levels, struct hop hop, unsigned number)
{
    struct place *place = &places->place[index];
    if (place->queued != 0)
        place->hop.straight = same_hop(place->hop, hop);
    else if (add_visit(places, index, number))
        place->hop = hop;
    else
        return false;
    return place->waiting_levels >= levels || raise_waiting(places, place, levels);
}

/* What comes to a level. */
static inline struct cells comes(const struct load *load, const struct send *send, unsigned level)
{
    struct cells set = cells_and(load->exact[level + send->cost], send->with);
    return level + 1 == load->first ? cells_and(set, send->helped) : set;
}

unsigned carom_places_news(struct places *places, uint32_t index, const struct load *load, const struct send *send)
{
    struct place *place = &places->place[index];
    unsigned level = load->levels - send->cost;
    struct cells set = cells_none();
    while (cells_empty(&set)) {
        if (level < load->first)
            return 0;
        set = comes(load, send, --level);
    }
    unsigned levels = level + 1;
    if (levels > place->levels)
        return levels;
    struct cells fresh = cells_minus(set, *place_known(places, place, level));
    while (level >= load->first) {
        level--;
        fresh = cells_or(fresh, cells_minus(comes(load, send, level), *place_known(places, place, level)));
    }
    return cells_empty(&fresh) ? 0 : levels;
}

bool carom_places_arrive(struct places *places, uint32_t index, const struct load *load, const struct send *send,
                         unsigned levels, const struct cells changed[2], unsigned queue)
{
    struct place *place = &places->place[index];
    if (levels > place->levels && !raise_place(places, place, levels))
        return false;
    if (!wait_at(places, index, levels, send->hop, queue))
        return false;
    struct cells *row = &queue_of(places, place)->rows.row[place->waiting];
    struct cells above = cells_none(), all = cells_none();
    unsigned level = levels;
    while (level >= load->first) {
        struct cells set = comes(load, send, --level);
        struct cells *known = place_known(places, place, level);
        struct cells fresh = cells_minus(set, *known);
        row[ROW_LEVELS + level] = cells_or(row[ROW_LEVELS + level], fresh);
        above = cells_or(above, set);
        *known = cells_or(*known, above);
        all = cells_or(all, fresh);
    }
    while (level-- > 0) {
        struct cells *known = place_known(places, place, level);
        *known = cells_or(*known, above);
    }
    for (unsigned axis = 0; axis < 2; axis++)
        row[ROW_CHANGED + axis] = cells_or(row[ROW_CHANGED + axis], cells_and(all, changed[axis]));
    return true;
}

bool carom_places_arrive_cell(struct places *places, uint64_t key, unsigned cell, unsigned level, unsigned queue)
{
    struct cells exact[LEVELS];
    struct cells one = cells_one(cell);
    struct cells changed[2] = {one, one};
    struct load load = {.exact = exact, .first = level + 1, .levels = level + 1};
    struct send send = {.key = key, .with = one, .helped = one, .cost = 0};
    exact[level] = one;
    uint32_t place = carom_places_get(places, key);
    if (place == NO_PLACE)
        return false;
    unsigned levels = carom_places_news(places, place, &load, &send);
    return levels == 0 || carom_places_arrive(places, place, &load, &send, levels, changed, queue);
}

uint32_t carom_places_level(const struct places *places, uint64_t key, unsigned cell)
{
    uint32_t index = (places->slot[find_slot(places, key)] & INDEX_MASK) - 1; /* 0 - 1 is NO_PLACE */
    if (index == NO_PLACE)
        return NO_LEVEL;
    const struct place *place = &places->place[index];
    for (unsigned level = place->levels; level-- > 0;) {
        const struct cells *known = level == 0 ? &place->lowest : &places->rows.row[place->higher + level - 1];
        if (cells_has(known, cell))
            return level;
    }
    return NO_LEVEL;
}

void carom_places_fetch_slot(const struct places *places, uint64_t key)
{
    __builtin_prefetch(&places->slot[slot_of(places, hash_of(key))]);
}

/* It goes by the bits in the slot alone, so it may be another place, or NO_PLACE. */
uint32_t carom_places_fetch_place(const struct places *places, uint64_t key)
{
    uint32_t mask = (uint32_t)(((size_t)1 << places->slot_bits) - 1);
    uint64_t hash = hash_of(key);
    uint32_t slot = slot_of(places, hash), tag = tag_of(hash);
    while (places->slot[slot] != 0 && (places->slot[slot] & ~INDEX_MASK) != tag)
        slot = (slot + 1) & mask;
    uint32_t place = (places->slot[slot] & INDEX_MASK) - 1;
    if (place != NO_PLACE)
        __builtin_prefetch(&places->place[place], 1);
    return place;
}

/* The first rows; the others mostly follow by themselves. */
static inline void fetch(const struct cells *row)
{
    __builtin_prefetch(row, 1);
    __builtin_prefetch(row + 2, 1);
}

/* Whether there are any is not asked: that costs more than fetching something else. */
void carom_places_fetch_rows(const struct places *places, uint32_t index)
{
    if (index == NO_PLACE)
        return;
    const struct place *place = &places->place[index];
    const struct rows *known = &places->rows, *waiting = &places->queue[(place->queued - 1u) & 1u].rows;
    if (known->room != 0)
        fetch(&known->row[place->higher]);
    if (waiting->room != 0)
        fetch(&waiting->row[place->waiting]);
}
