/*
 * The memory of the search by sets (placements.h).
 *
 * Placements are only ever appended; the hash table holds 32-bit indices, so that growing it moves little, and it
 * starts small for each position, so that easy ones stay in the cache. Sets of higher levels are rows: neighbours in
 * one array, given back when a placement needs more of them.
 */
#include "placements.h"

#include "../core/mem.h"

#define FIRST_SLOT_BITS 10

void carom_placements_init(struct placements *placements, const struct carom_memory *memory)
{
    *placements = (struct placements){.memory = memory};
}

static void *resize(struct placements *placements, void *block, size_t old_size, size_t new_size)
{
    return placements->memory->resize(placements->memory->context, block, old_size, new_size);
}

static void release(struct placements *placements, void *block, size_t size)
{
    if (block != NULL)
        resize(placements, block, size, 0);
}

static size_t placements_bytes(size_t room)
{
    return room == 0 ? 0 : room * sizeof(struct placement) + LINE;
}

void carom_placements_done(struct placements *placements)
{
    release(placements, placements->placement_block, placements_bytes(placements->placement_room));
    release(placements, placements->slot, placements->slot_room * sizeof *placements->slot);
    release(placements, placements->rows.row, placements->rows.room * sizeof *placements->rows.row);
    for (unsigned i = 0; i < 2; i++) {
        struct queue *queue = &placements->queue[i];
        release(placements, queue->placement, queue->room * sizeof *queue->placement);
        release(placements, queue->rows.row, queue->rows.room * sizeof *queue->rows.row);
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
static uint32_t rows_take(struct placements *placements, struct rows *rows, unsigned count)
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
        struct cells *grown = resize(placements, rows->row, rows->room * sizeof *grown, room * sizeof *grown);
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

static inline uint32_t slot_of(const struct placements *placements, uint64_t hash)
{
    return (uint32_t)(hash >> (64 - placements->slot_bits));
}

/* What a slot holds besides the index: bits of the hash that did not go into its number. */
#define INDEX_BITS 24
#define INDEX_MASK (((uint32_t)1 << INDEX_BITS) - 1)
static inline uint32_t tag_of(uint64_t hash)
{
    return (uint32_t)(hash >> 24) << INDEX_BITS;
}

/* Sets the number of slots and enters all placements anew. */
static bool set_slots(struct placements *placements, unsigned bits)
{
    size_t count = (size_t)1 << bits;
    if (count > placements->slot_room) {
        uint32_t *grown =
            resize(placements, placements->slot, placements->slot_room * sizeof *grown, count * sizeof *grown);
        if (grown == NULL)
            return false;
        placements->slot = grown;
        placements->slot_room = count;
    }
    placements->slot_bits = bits;
    memset(placements->slot, 0, count * sizeof *placements->slot);
    for (uint32_t i = 0; i < placements->count; i++) {
        uint64_t hash = hash_of(placements->placement[i].key);
        uint32_t slot = slot_of(placements, hash);
        while (placements->slot[slot] != 0)
            slot = (slot + 1) & (uint32_t)(count - 1);
        placements->slot[slot] = (i + 1) | tag_of(hash);
    }
    return true;
}

bool carom_placements_reset(struct placements *placements)
{
    placements->count = 0;
    placements->now = 0;
    rows_reset(&placements->rows);
    for (unsigned i = 0; i < 2; i++) {
        placements->queue[i].count = 0;
        rows_reset(&placements->queue[i].rows);
    }
    return set_slots(placements, FIRST_SLOT_BITS);
}

void carom_placements_turn(struct placements *placements)
{
    placements->queue[placements->now].count = 0;
    rows_reset(&placements->queue[placements->now].rows);
    placements->now ^= 1u;
}

/* The slot that holds this key, or the free one where it belongs. */
static inline uint32_t find_slot(const struct placements *placements, uint64_t key)
{
    uint32_t mask = (uint32_t)(((size_t)1 << placements->slot_bits) - 1);
    uint64_t hash = hash_of(key);
    uint32_t tag = tag_of(hash);
    uint32_t slot = slot_of(placements, hash);
    for (;; slot = (slot + 1) & mask) {
        uint32_t held = placements->slot[slot];
        if (held == 0)
            return slot;
        if ((held & ~INDEX_MASK) == tag && placements->placement[(held & INDEX_MASK) - 1].key == key)
            return slot;
    }
}

static bool grow_placements(struct placements *placements)
{
    size_t room = more_room(placements->placement_room, 0);
    size_t skip = placements->placement_block == NULL
                      ? 0
                      : (size_t)((char *)placements->placement - (char *)placements->placement_block);
    char *grown = resize(placements, placements->placement_block, placements_bytes(placements->placement_room),
                         placements_bytes(room));
    if (grown == NULL)
        return false;
    if (skip != (size_t)((char *)at_line(grown) - grown))
        memmove(at_line(grown), grown + skip, placements->count * sizeof *placements->placement);
    placements->placement_block = grown;
    placements->placement = at_line(grown);
    placements->placement_room = room;
    return true;
}

static uint32_t new_placement(struct placements *placements, uint64_t key)
{
    if (placements->count >= INDEX_MASK ||
        (placements->count == placements->placement_room && !grow_placements(placements)))
        return NO_PLACEMENT;
    struct placement *placement = &placements->placement[placements->count];
    placement->key = key;
    placement->higher = placement->waiting = 0;
    placement->levels = 0;
    placement->queued = 0;
    placement->lowest = cells_none();
    return placements->count++;
}

uint32_t carom_placements_get(struct placements *placements, uint64_t key)
{
    uint32_t slot = find_slot(placements, key);
    if (placements->slot[slot] != 0)
        return (placements->slot[slot] & INDEX_MASK) - 1;
    uint32_t placement = new_placement(placements, key);
    if (placement == NO_PLACEMENT)
        return NO_PLACEMENT;
    placements->slot[slot] = placements->count | tag_of(hash_of(key));
    if (placements->count > (uint32_t)1 << (placements->slot_bits - 1) &&
        !set_slots(placements, placements->slot_bits + 1))
        return NO_PLACEMENT;
    return placement;
}

/* More levels for a placement, nothing known there. */
static bool raise_placement(struct placements *placements, struct placement *placement, unsigned levels)
{
    if (levels > 1) {
        unsigned had = placement->levels > 1 ? placement->levels - 1u : 0;
        uint32_t first = rows_take(placements, &placements->rows, levels - 1);
        if (first == NO_ROW)
            return false;
        for (unsigned i = 0; i < levels - 1; i++)
            placements->rows.row[first + i] = i < had ? placements->rows.row[placement->higher + i] : cells_none();
        rows_give(&placements->rows, placement->higher, had);
        placement->higher = first;
    }
    placement->levels = (uint16_t)levels;
    return true;
}

/* The queue in which a placement waits. */
static struct queue *queue_of(struct placements *placements, const struct placement *placement)
{
    return &placements->queue[placement->queued - 1];
}

/* More levels for what is to be followed at a placement. */
static bool raise_waiting(struct placements *placements, struct placement *placement, unsigned levels)
{
    struct rows *rows = &queue_of(placements, placement)->rows;
    unsigned count = ROW_LEVELS + levels,
             had = placement->waiting_levels == 0 ? 0 : ROW_LEVELS + placement->waiting_levels;
    uint32_t first = rows_take(placements, rows, count);
    if (first == NO_ROW)
        return false;
    for (unsigned i = 0; i < count; i++)
        rows->row[first + i] = i < had ? rows->row[placement->waiting + i] : cells_none();
    rows_give(rows, placement->waiting, had);
    placement->waiting = first;
    placement->waiting_levels = (uint16_t)levels;
    return true;
}

static bool same_hop(struct hop a, struct hop b)
{
    return a.straight && b.straight && a.from == b.from && a.to == b.to;
}

static bool add_visit(struct placements *placements, uint32_t index, unsigned number)
{
    struct queue *queue = &placements->queue[number];
    struct placement *placement = &placements->placement[index];
    if (queue->count == queue->room) {
        size_t room = more_room(queue->room, 0);
        uint32_t *grown = resize(placements, queue->placement, queue->room * sizeof *grown, room * sizeof *grown);
        if (grown == NULL)
            return false;
        queue->placement = grown;
        queue->room = room;
    }
    queue->placement[queue->count++] = index;
    placement->queued = (uint8_t)(number + 1);
    placement->waiting_levels = 0;
    return true;
}

/* Sees to it that a placement waits, with so many levels at least: in this queue, or where it waits already. */
static bool wait_at(struct placements *placements, uint32_t index, unsigned levels, struct hop hop, unsigned number)
{
    struct placement *placement = &placements->placement[index];
    if (placement->queued != 0)
        placement->hop.straight = same_hop(placement->hop, hop);
    else if (add_visit(placements, index, number))
        placement->hop = hop;
    else
        return false;
    return placement->waiting_levels >= levels || raise_waiting(placements, placement, levels);
}

/* What comes to a level. */
static inline struct cells comes(const struct load *load, const struct send *send, unsigned level)
{
    struct cells set = cells_and(load->exact[level + send->cost], send->with);
    return level + 1 == load->first ? cells_and(set, send->helped) : set;
}

unsigned carom_placements_news(struct placements *placements, uint32_t index, const struct load *load,
                               const struct send *send)
{
    struct placement *placement = &placements->placement[index];
    unsigned level = load->levels - send->cost;
    struct cells set = cells_none();
    while (cells_empty(&set)) {
        if (level < load->first)
            return 0;
        set = comes(load, send, --level);
    }
    unsigned levels = level + 1;
    if (levels > placement->levels)
        return levels;
    struct cells fresh = cells_minus(set, *placement_known(placements, placement, level));
    while (level >= load->first) {
        level--;
        fresh = cells_or(fresh, cells_minus(comes(load, send, level), *placement_known(placements, placement, level)));
    }
    return cells_empty(&fresh) ? 0 : levels;
}

bool carom_placements_arrive(struct placements *placements, uint32_t index, const struct load *load,
                             const struct send *send, unsigned levels, const struct cells changed[2], unsigned queue)
{
    struct placement *placement = &placements->placement[index];
    if (levels > placement->levels && !raise_placement(placements, placement, levels))
        return false;
    if (!wait_at(placements, index, levels, send->hop, queue))
        return false;
    struct cells *row = &queue_of(placements, placement)->rows.row[placement->waiting];
    struct cells above = cells_none(), all = cells_none();
    unsigned level = levels;
    while (level >= load->first) {
        struct cells set = comes(load, send, --level);
        struct cells *known = placement_known(placements, placement, level);
        struct cells fresh = cells_minus(set, *known);
        row[ROW_LEVELS + level] = cells_or(row[ROW_LEVELS + level], fresh);
        above = cells_or(above, set);
        *known = cells_or(*known, above);
        all = cells_or(all, fresh);
    }
    while (level-- > 0) {
        struct cells *known = placement_known(placements, placement, level);
        *known = cells_or(*known, above);
    }
    for (unsigned axis = 0; axis < 2; axis++)
        row[ROW_CHANGED + axis] = cells_or(row[ROW_CHANGED + axis], cells_and(all, changed[axis]));
    return true;
}

bool carom_placements_arrive_cell(struct placements *placements, uint64_t key, unsigned cell, unsigned level,
                                  unsigned queue)
{
    struct cells exact[LEVELS];
    struct cells one = cells_one(cell);
    struct cells changed[2] = {one, one};
    struct load load = {.exact = exact, .first = level + 1, .levels = level + 1};
    struct send send = {.key = key, .with = one, .helped = one, .cost = 0};
    exact[level] = one;
    uint32_t placement = carom_placements_get(placements, key);
    if (placement == NO_PLACEMENT)
        return false;
    unsigned levels = carom_placements_news(placements, placement, &load, &send);
    return levels == 0 || carom_placements_arrive(placements, placement, &load, &send, levels, changed, queue);
}

uint32_t carom_placements_level(const struct placements *placements, uint64_t key, unsigned cell)
{
    uint32_t index = (placements->slot[find_slot(placements, key)] & INDEX_MASK) - 1; /* 0 - 1 is NO_PLACEMENT */
    if (index == NO_PLACEMENT)
        return NO_LEVEL;
    const struct placement *placement = &placements->placement[index];
    for (unsigned level = placement->levels; level-- > 0;) {
        const struct cells *known =
            level == 0 ? &placement->lowest : &placements->rows.row[placement->higher + level - 1];
        if (cells_has(known, cell))
            return level;
    }
    return NO_LEVEL;
}

void carom_placements_fetch_slot(const struct placements *placements, uint64_t key)
{
    __builtin_prefetch(&placements->slot[slot_of(placements, hash_of(key))]);
}

/* It goes by the bits in the slot alone, so it may be another placement, or NO_PLACEMENT. */
uint32_t carom_placements_fetch_placement(const struct placements *placements, uint64_t key)
{
    uint32_t mask = (uint32_t)(((size_t)1 << placements->slot_bits) - 1);
    uint64_t hash = hash_of(key);
    uint32_t slot = slot_of(placements, hash), tag = tag_of(hash);
    while (placements->slot[slot] != 0 && (placements->slot[slot] & ~INDEX_MASK) != tag)
        slot = (slot + 1) & mask;
    uint32_t placement = (placements->slot[slot] & INDEX_MASK) - 1;
    if (placement != NO_PLACEMENT)
        __builtin_prefetch(&placements->placement[placement], 1);
    return placement;
}

/* The first rows; the others mostly follow by themselves. */
static inline void fetch(const struct cells *row)
{
    __builtin_prefetch(row, 1);
    __builtin_prefetch(row + 2, 1);
}

/* Whether there are any is not asked: that costs more than fetching something else. */
void carom_placements_fetch_rows(const struct placements *placements, uint32_t index)
{
    if (index == NO_PLACEMENT)
        return;
    const struct placement *placement = &placements->placement[index];
    const struct rows *known = &placements->rows, *waiting = &placements->queue[(placement->queued - 1u) & 1u].rows;
    if (known->room != 0)
        fetch(&known->row[placement->higher]);
    if (waiting->room != 0)
        fetch(&waiting->row[placement->waiting]);
}
