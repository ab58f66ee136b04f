/*
 * The memory of the search by sets (places.h).
 *
 * Places are only ever appended; the hash table holds 32-bit indices, so that growing it moves little, and it starts
 * small for each position, so that easy ones stay in the cache. Sets of higher levels are rows: neighbours in one array,
 * given back when a place needs more of them.
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

#define LINE 64 /* bytes of a line of the cache */
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
        release(places, queue->visit, queue->room * sizeof *queue->visit);
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
        uint32_t *grown =
            resize(places, places->slot, places->slot_room * sizeof *grown, count * sizeof *grown);
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

uint32_t carom_places_find(const struct places *places, uint64_t key)
{
    return (places->slot[find_slot(places, key)] & INDEX_MASK) - 1; /* 0 - 1 is NO_PLACE */
}

static struct place *at_line(void *block)
{
    return (struct place *)(((uintptr_t)block + LINE - 1) / LINE * LINE);
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
    place->visit = place->levels = 0;
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

/* More levels for what is to be followed at a place. */
static bool raise_visit(struct places *places, struct queue *queue, struct visit *visit, unsigned levels)
{
    uint32_t first = rows_take(places, &queue->rows, levels);
    if (first == NO_ROW)
        return false;
    for (unsigned i = 0; i < levels; i++)
        queue->rows.row[first + i] = i < visit->levels ? queue->rows.row[visit->first + i] : cells_none();
    rows_give(&queue->rows, visit->first, visit->levels);
    visit->first = first;
    visit->levels = levels;
    return true;
}

static bool same_hop(struct hop a, struct hop b)
{
    return a.straight && b.straight && a.from == b.from && a.to == b.to;
}

static bool add_visit(struct places *places, uint32_t index, unsigned number)
{
    struct queue *queue = &places->queue[number];
    if (queue->count == queue->room) {
        size_t room = more_room(queue->room, 0);
        struct visit *grown = resize(places, queue->visit, queue->room * sizeof *grown, room * sizeof *grown);
        if (grown == NULL)
            return false;
        queue->visit = grown;
        queue->room = room;
    }
    queue->visit[queue->count] = (struct visit){index, 0, 0};
    places->place[index].visit = 2 * queue->count++ + number + 1;
    return true;
}

static struct queue *queue_of(struct places *places, const struct place *place)
{
    return &places->queue[(place->visit - 1) & 1u];
}

/* The visit that is to be made to a place, with so many levels at least: in this queue, or where one waits already. NULL:
 * no memory. */
static struct visit *get_visit(struct places *places, uint32_t index, unsigned levels, struct hop hop, unsigned number)
{
    struct place *place = &places->place[index];
    if (place->visit != 0)
        place->hop.straight = same_hop(place->hop, hop);
    else if (add_visit(places, index, number))
        place->hop = hop;
    else
        return NULL;
    struct visit *visit = &queue_of(places, place)->visit[(place->visit - 1) / 2];
    return visit->levels < levels && !raise_visit(places, queue_of(places, place), visit, levels) ? NULL : visit;
}

/* What comes to a level, and what to this or a higher one. */
static inline struct cells comes(const struct arrival *arrival, unsigned level)
{
    unsigned from = level + arrival->cost;
    if (from < arrival->first)
        return cells_none();
    struct cells set = cells_and(arrival->exact[from], arrival->with);
    return level == 0 ? cells_and(set, arrival->helped) : set;
}

static inline struct cells comes_above(const struct arrival *arrival, unsigned level)
{
    unsigned from = level + 1 + arrival->cost;
    if (from < arrival->first)
        from = arrival->first;
    return from < arrival->levels ? cells_and(arrival->total[from], arrival->with) : cells_none();
}

static bool is_new(struct places *places, struct place *place, const struct arrival *arrival, unsigned levels)
{
    struct cells fresh = cells_none();
    if (levels > place->levels)
        return true;
    for (unsigned level = 0; level < levels; level++)
        fresh = cells_or(fresh, cells_minus(comes(arrival, level), *place_known(places, place, level)));
    return !cells_empty(&fresh);
}

bool carom_places_arrive(struct places *places, uint32_t index, const struct arrival *arrival, unsigned queue)
{
    struct place *place = &places->place[index];
    unsigned levels = arrival->levels - arrival->cost;
    for (; levels > 1; levels--) {
        struct cells top = comes(arrival, levels - 1);
        if (!cells_empty(&top))
            break;
    }
    if (!is_new(places, place, arrival, levels))
        return true;
    if (levels > place->levels && !raise_place(places, place, levels))
        return false;
    struct visit *visit = get_visit(places, index, levels, arrival->hop, queue);
    if (visit == NULL)
        return false;
    struct cells *row = &queue_of(places, place)->rows.row[visit->first];
    for (unsigned level = 0; level < levels; level++) {
        struct cells set = comes(arrival, level);
        struct cells *known = place_known(places, place, level);
        row[level] = cells_or(row[level], cells_minus(set, *known));
        *known = cells_or(*known, cells_or(set, comes_above(arrival, level)));
    }
    return true;
}

bool carom_places_arrive_cell(struct places *places, uint64_t key, unsigned cell, unsigned level, unsigned queue)
{
    struct cells exact[LEVELS], total[LEVELS];
    struct cells one = cells_one(cell);
    struct arrival arrival = {.exact = exact, .total = total, .levels = level + 1, .with = one, .helped = one};
    for (unsigned i = 0; i <= level; i++) {
        exact[i] = cells_none();
        total[i] = one;
    }
    exact[level] = one;
    uint32_t place = carom_places_get(places, key);
    return place != NO_PLACE && carom_places_arrive(places, place, &arrival, queue);
}

uint32_t carom_places_level(const struct places *places, uint64_t key, unsigned cell)
{
    uint32_t index = carom_places_find(places, key);
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

void carom_places_fetch_rows(const struct places *places, uint32_t place)
{
    if (place == NO_PLACE || places->place[place].levels < 2)
        return;
    const struct cells *row = &places->rows.row[places->place[place].higher];
    for (unsigned i = 0; i < places->place[place].levels; i += 2)
        __builtin_prefetch(row + i, 1);
}
