/*
 * The placement table (placement_table.h).
 *
 * Placements are only appended. The hash table holds 32-bit indices, so growing it moves little, and starts small for
 * each position, so that easy ones stay in the cache. Closed sets above level 0 are consecutive rows of a pool; the
 * block is freed when a placement needs a longer one.
 */
#include "placement_table.h"

#include "../core/libc_mem.h"

#define FIRST_SLOT_BITS 10

void carom_placement_table_init(struct placement_table *table, const struct carom_allocator *allocator)
{
    *table = (struct placement_table){.allocator = allocator};
}

static void *resize(struct placement_table *table, void *block, size_t old_size, size_t new_size)
{
    return table->allocator->resize(table->allocator->context, block, old_size, new_size);
}

static void release(struct placement_table *table, void *block, size_t size)
{
    if (block != NULL)
        resize(table, block, size, 0);
}

static size_t placements_bytes(size_t capacity)
{
    return capacity == 0 ? 0 : capacity * sizeof(struct placement) + CACHE_LINE;
}

void carom_placement_table_destroy(struct placement_table *table)
{
    release(table, table->placement_block, placements_bytes(table->placement_capacity));
    release(table, table->slot, table->slot_capacity * sizeof *table->slot);
    release(table, table->pool.row, table->pool.capacity * sizeof *table->pool.row);
    for (unsigned i = 0; i < 2; i++) {
        struct open_list *queue = &table->queue[i];
        release(table, queue->placement, queue->capacity * sizeof *queue->placement);
        release(table, queue->pool.row, queue->pool.capacity * sizeof *queue->pool.row);
    }
}

/* Grows by half, so that peak memory stays near what is used. */
static size_t grow_capacity(size_t capacity, size_t needed)
{
    size_t more = capacity < 1024 ? 1024 : capacity + capacity / 2;
    return more < needed ? needed : more;
}

/* Allocates consecutive rows with undefined contents. NO_ROW: out of memory. */
#define NO_ROW UINT32_MAX
static uint32_t pool_alloc(struct placement_table *table, struct bb_pool *pool, unsigned count)
{
    if (pool->free[count] != 0) {
        uint32_t first = pool->free[count] - 1;
        pool->free[count] = (uint32_t)bb_word(&pool->row[first], 0);
        return first;
    }
    if (pool->count + (size_t)count > pool->capacity) {
        size_t capacity = grow_capacity(pool->capacity, pool->count + (size_t)count);
        if (capacity >= NO_ROW)
            return NO_ROW;
        struct bitboard *grown = resize(table, pool->row, pool->capacity * sizeof *grown, capacity * sizeof *grown);
        if (grown == NULL)
            return NO_ROW;
        pool->row = grown;
        pool->capacity = capacity;
    }
    uint32_t first = pool->count;
    pool->count += count;
    return first;
}

static void pool_free(struct bb_pool *pool, uint32_t first, unsigned count)
{
    if (count == 0)
        return;
    pool->row[first] = bb_empty();
    pool->row[first].half[0][0] = pool->free[count];
    pool->free[count] = first + 1;
}

static void pool_reset(struct bb_pool *pool)
{
    pool->count = 0;
    memset(pool->free, 0, sizeof pool->free);
}

/* Fibonacci hashing: the highest bits are the best mixed. */
static inline uint64_t hash_of(uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15);
}

static inline uint32_t slot_of(const struct placement_table *table, uint64_t hash)
{
    return (uint32_t)(hash >> (64 - table->slot_bits));
}

/* A slot holds an index and 8 tag bits of the hash that are not part of the slot's number; they save most
 * comparisons of keys. */
#define INDEX_BITS 24
#define INDEX_MASK (((uint32_t)1 << INDEX_BITS) - 1)
static inline uint32_t tag_of(uint64_t hash)
{
    return (uint32_t)(hash >> 24) << INDEX_BITS;
}

/* Sets the number of slots and reinserts all placements. */
static bool rehash(struct placement_table *table, unsigned bits)
{
    size_t count = (size_t)1 << bits;
    if (count > table->slot_capacity) {
        uint32_t *grown = resize(table, table->slot, table->slot_capacity * sizeof *grown, count * sizeof *grown);
        if (grown == NULL)
            return false;
        table->slot = grown;
        table->slot_capacity = count;
    }
    table->slot_bits = bits;
    memset(table->slot, 0, count * sizeof *table->slot);
    for (uint32_t i = 0; i < table->count; i++) {
        uint64_t hash = hash_of(table->placement[i].key);
        uint32_t slot = slot_of(table, hash);
        while (table->slot[slot] != 0)
            slot = (slot + 1) & (uint32_t)(count - 1);
        table->slot[slot] = (i + 1) | tag_of(hash);
    }
    return true;
}

bool carom_placement_table_reset(struct placement_table *table)
{
    table->count = 0;
    table->current = 0;
    pool_reset(&table->pool);
    for (unsigned i = 0; i < 2; i++) {
        table->queue[i].count = 0;
        pool_reset(&table->queue[i].pool);
    }
    return rehash(table, FIRST_SLOT_BITS);
}

void carom_placement_table_next_layer(struct placement_table *table)
{
    table->queue[table->current].count = 0;
    pool_reset(&table->queue[table->current].pool);
    table->current ^= 1u;
}

/* The slot that holds this key, or the free slot where it belongs. */
static inline uint32_t find_slot(const struct placement_table *table, uint64_t key)
{
    uint32_t mask = (uint32_t)(((size_t)1 << table->slot_bits) - 1);
    uint64_t hash = hash_of(key);
    uint32_t tag = tag_of(hash);
    uint32_t slot = slot_of(table, hash);
    for (;; slot = (slot + 1) & mask) {
        uint32_t held = table->slot[slot];
        if (held == 0)
            return slot;
        if ((held & ~INDEX_MASK) == tag && table->placement[(held & INDEX_MASK) - 1].key == key)
            return slot;
    }
}

static bool grow_placements(struct placement_table *table)
{
    size_t capacity = grow_capacity(table->placement_capacity, 0);
    size_t skip =
        table->placement_block == NULL ? 0 : (size_t)((char *)table->placement - (char *)table->placement_block);
    char *grown =
        resize(table, table->placement_block, placements_bytes(table->placement_capacity), placements_bytes(capacity));
    if (grown == NULL)
        return false;
    if (skip != (size_t)((char *)cache_align(grown) - grown))
        memmove(cache_align(grown), grown + skip, table->count * sizeof *table->placement);
    table->placement_block = grown;
    table->placement = cache_align(grown);
    table->placement_capacity = capacity;
    return true;
}

static uint32_t new_placement(struct placement_table *table, uint64_t key)
{
    if (table->count >= INDEX_MASK || (table->count == table->placement_capacity && !grow_placements(table)))
        return NO_PLACEMENT;
    struct placement *placement = &table->placement[table->count];
    placement->key = key;
    placement->higher_closed = placement->open_row = 0;
    placement->levels = 0;
    placement->open_list = 0;
    placement->epoch = table->epoch;
    placement->closed0 = bb_empty();
    return table->count++;
}

bool carom_placement_table_set_only(struct placement_table *table, const struct placement *copy,
                                    const struct bitboard *higher_closed, const struct bitboard *open)
{
    struct bb_pool *closed_pool = &table->pool, *open_pool = &table->queue[table->current].pool;
    unsigned higher = copy->levels > 1 ? copy->levels - 1u : 0, rows = OPEN_ROW_LEVELS + copy->open_levels;
    table->count = closed_pool->count = open_pool->count = 0;
    uint32_t index = new_placement(table, copy->key);
    uint32_t closed_row = higher > 0 ? pool_alloc(table, closed_pool, higher) : 0;
    uint32_t open_row = pool_alloc(table, open_pool, rows);
    if (index == NO_PLACEMENT || closed_row == NO_ROW || open_row == NO_ROW)
        return false;
    struct placement *placement = &table->placement[index];
    *placement = *copy;
    placement->higher_closed = closed_row;
    placement->open_row = open_row;
    placement->open_list = (uint8_t)(table->current + 1);
    if (higher > 0)
        memcpy(&closed_pool->row[closed_row], higher_closed, higher * sizeof *higher_closed);
    memcpy(&open_pool->row[open_row], open, rows * sizeof *open);
    return true;
}

uint32_t carom_placement_table_find_or_add(struct placement_table *table, uint64_t key)
{
    uint32_t slot = find_slot(table, key);
    if (table->slot[slot] != 0)
        return (table->slot[slot] & INDEX_MASK) - 1;
    uint32_t placement = new_placement(table, key);
    if (placement == NO_PLACEMENT)
        return NO_PLACEMENT;
    table->slot[slot] = table->count | tag_of(hash_of(key));
    if (table->count > (uint32_t)1 << (table->slot_bits - 1) && !rehash(table, table->slot_bits + 1))
        return NO_PLACEMENT;
    return placement;
}

/* Adds levels to a placement, with empty closed sets. */
static bool grow_closed(struct placement_table *table, struct placement *placement, unsigned levels)
{
    if (levels > 1) {
        unsigned had = placement->levels > 1 ? placement->levels - 1u : 0;
        uint32_t first = pool_alloc(table, &table->pool, levels - 1);
        if (first == NO_ROW)
            return false;
        for (unsigned i = 0; i < levels - 1; i++)
            table->pool.row[first + i] = i < had ? table->pool.row[placement->higher_closed + i] : bb_empty();
        pool_free(&table->pool, placement->higher_closed, had);
        placement->higher_closed = first;
    }
    placement->levels = (uint16_t)levels;
    return true;
}

/* The open list that a placement is on. */
static struct open_list *queue_of(struct placement_table *table, const struct placement *placement)
{
    return &table->queue[placement->open_list - 1];
}

/* Adds levels to the open sets of a placement. */
static bool grow_open(struct placement_table *table, struct placement *placement, unsigned levels)
{
    struct bb_pool *pool = &queue_of(table, placement)->pool;
    unsigned count = OPEN_ROW_LEVELS + levels,
             had = placement->open_levels == 0 ? 0 : OPEN_ROW_LEVELS + placement->open_levels;
    uint32_t first = pool_alloc(table, pool, count);
    if (first == NO_ROW)
        return false;
    for (unsigned i = 0; i < count; i++)
        pool->row[first + i] = i < had ? pool->row[placement->open_row + i] : bb_empty();
    pool_free(pool, placement->open_row, had);
    placement->open_row = first;
    placement->open_levels = (uint16_t)levels;
    return true;
}

static bool same_move(struct blocker_move a, struct blocker_move b)
{
    return a.is_straight && b.is_straight && a.from == b.from && a.to == b.to;
}

static bool push_open(struct placement_table *table, uint32_t index, unsigned number)
{
    struct open_list *queue = &table->queue[number];
    struct placement *placement = &table->placement[index];
    if (queue->count == queue->capacity) {
        size_t capacity = grow_capacity(queue->capacity, 0);
        uint32_t *grown = resize(table, queue->placement, queue->capacity * sizeof *grown, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        queue->placement = grown;
        queue->capacity = capacity;
    }
    queue->placement[queue->count++] = index;
    placement->open_list = (uint8_t)(number + 1);
    placement->open_levels = 0;
    return true;
}

/* Puts a placement on an open list, unless it is on one already, with at least this many levels. */
static bool open_placement(struct placement_table *table, uint32_t index, unsigned levels, struct blocker_move move,
                           unsigned number)
{
    struct placement *placement = &table->placement[index];
    if (placement->open_list != 0)
        placement->move.is_straight = same_move(placement->move, move);
    else if (push_open(table, index, number))
        placement->move = move;
    else
        return false;
    return placement->open_levels >= levels || grow_open(table, placement, levels);
}

/* The active cells that the successor takes over at a level. */
static inline struct bitboard successor_at_level(const struct source_sets *source, const struct successor *successor,
                                                 unsigned level)
{
    struct bitboard set = bb_and(source->at_level[level + successor->cost], successor->active_mask);
    return level + 1 == source->first_level ? bb_and(set, successor->lowest_level_mask) : set;
}

unsigned carom_placement_table_new_levels(struct placement_table *table, uint32_t index,
                                          const struct source_sets *source, const struct successor *successor)
{
    struct placement *placement = &table->placement[index];
    unsigned level = source->levels - successor->cost;
    struct bitboard set = bb_empty();
    while (bb_is_empty(&set)) {
        if (level < source->first_level)
            return 0;
        set = successor_at_level(source, successor, --level);
    }
    unsigned levels = level + 1;
    if (levels > placement->levels)
        return levels;
    struct bitboard fresh = bb_and_not(set, *placement_closed(table, placement, level));
    while (level >= source->first_level) {
        level--;
        fresh = bb_or(fresh, bb_and_not(successor_at_level(source, successor, level),
                                        *placement_closed(table, placement, level)));
    }
    return bb_is_empty(&fresh) ? 0 : levels;
}

bool carom_placement_table_insert(struct placement_table *table, uint32_t index, const struct source_sets *source,
                                  const struct successor *successor, unsigned levels, const struct bitboard changed[2],
                                  unsigned queue)
{
    struct placement *placement = &table->placement[index];
    placement->epoch = table->epoch;
    if (levels > placement->levels && !grow_closed(table, placement, levels))
        return false;
    if (!open_placement(table, index, levels, successor->move, queue))
        return false;
    struct bitboard *row = &queue_of(table, placement)->pool.row[placement->open_row];
    struct bitboard above = bb_empty(), all = bb_empty();
    unsigned level = levels;
    while (level >= source->first_level) {
        struct bitboard set = successor_at_level(source, successor, --level);
        struct bitboard *known = placement_closed(table, placement, level);
        struct bitboard fresh = bb_and_not(set, *known);
        row[OPEN_ROW_LEVELS + level] = bb_or(row[OPEN_ROW_LEVELS + level], fresh);
        above = bb_or(above, set);
        *known = bb_or(*known, above);
        all = bb_or(all, fresh);
    }
    while (level-- > 0) {
        struct bitboard *known = placement_closed(table, placement, level);
        *known = bb_or(*known, above);
    }
    for (unsigned axis = 0; axis < 2; axis++)
        row[OPEN_ROW_AFFECTED + axis] = bb_or(row[OPEN_ROW_AFFECTED + axis], bb_and(all, changed[axis]));
    return true;
}

bool carom_placement_table_insert_cell(struct placement_table *table, uint64_t key, unsigned cell, unsigned level,
                                       unsigned queue)
{
    struct bitboard exact[LEVELS];
    struct bitboard one = bb_single(cell);
    struct bitboard changed[2] = {one, one};
    struct source_sets source = {.at_level = exact, .first_level = level + 1, .levels = level + 1};
    struct successor successor = {.key = key, .active_mask = one, .lowest_level_mask = one, .cost = 0};
    exact[level] = one;
    uint32_t placement = carom_placement_table_find_or_add(table, key);
    if (placement == NO_PLACEMENT)
        return false;
    unsigned levels = carom_placement_table_new_levels(table, placement, &source, &successor);
    return levels == 0 || carom_placement_table_insert(table, placement, &source, &successor, levels, changed, queue);
}

uint32_t carom_placement_table_level(const struct placement_table *table, uint64_t key, unsigned cell)
{
    uint32_t index =
        (table->slot[find_slot(table, key)] & INDEX_MASK) - 1; /* an empty slot gives 0 - 1, which is NO_PLACEMENT */
    if (index == NO_PLACEMENT)
        return NO_LEVEL;
    const struct placement *placement = &table->placement[index];
    for (unsigned level = placement->levels; level-- > 0;) {
        const struct bitboard *known =
            level == 0 ? &placement->closed0 : &table->pool.row[placement->higher_closed + level - 1];
        if (bb_has(known, cell))
            return level;
    }
    return NO_LEVEL;
}

void carom_placement_table_prefetch_slot(const struct placement_table *table, uint64_t key)
{
    __builtin_prefetch(&table->slot[slot_of(table, hash_of(key))]);
}

/* Compares only the tag bits, so it may return another placement, or NO_PLACEMENT. */
uint32_t carom_placement_table_prefetch_placement(const struct placement_table *table, uint64_t key)
{
    uint32_t mask = (uint32_t)(((size_t)1 << table->slot_bits) - 1);
    uint64_t hash = hash_of(key);
    uint32_t slot = slot_of(table, hash), tag = tag_of(hash);
    while (table->slot[slot] != 0 && (table->slot[slot] & ~INDEX_MASK) != tag)
        slot = (slot + 1) & mask;
    uint32_t placement = (table->slot[slot] & INDEX_MASK) - 1;
    if (placement != NO_PLACEMENT)
        __builtin_prefetch(&table->placement[placement], 1);
    return placement;
}

/* Only the first rows; the hardware prefetcher mostly brings the others. */
static inline void fetch(const struct bitboard *row)
{
    __builtin_prefetch(row, 1);
    __builtin_prefetch(row + 2, 1);
}

/* Does not check whether the placement has rows: an unnecessary prefetch is cheaper than the branch. */
void carom_placement_table_prefetch_rows(const struct placement_table *table, uint32_t index)
{
    if (index == NO_PLACEMENT)
        return;
    const struct placement *placement = &table->placement[index];
    const struct bb_pool *known = &table->pool, *waiting = &table->queue[(placement->open_list - 1u) & 1u].pool;
    if (known->capacity != 0)
        fetch(&known->row[placement->higher_closed]);
    if (waiting->capacity != 0)
        fetch(&waiting->row[placement->open_row]);
}
