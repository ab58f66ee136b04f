/*
 * Warm boards (board_cache.h).
 *
 * A few dozen entries are usual, so a lookup reads all hashes in a row; the keys of equal hashes are compared in full.
 */
#include "board_cache.h"

#include "../core/libc_mem.h"
#include "search.h"

bool carom_board_cache_init(struct board_cache *cache, const struct carom_allocator *allocator, size_t bytes)
{
    const size_t each = sizeof(struct board_tables) + sizeof(uint64_t);
    size_t capacity = bytes > CACHE_LINE ? (bytes - CACHE_LINE) / each : 0;
    capacity = capacity < CLASSES ? CLASSES : capacity;
    size_t size = capacity * each + CACHE_LINE;
    void *block = allocator->resize(allocator->context, NULL, 0, size);
    if (block == NULL)
        return false;
    *cache = (struct board_cache){.allocator = allocator, .block = block, .block_size = size, .capacity = capacity};
    cache->entry = cache_align(block);
    cache->hash = (uint64_t *)&cache->entry[capacity];
    carom_board_cache_clear(cache);
    return true;
}

void carom_board_cache_destroy(struct board_cache *cache)
{
    if (cache->block != NULL)
        cache->allocator->resize(cache->allocator->context, cache->block, cache->block_size, 0);
    cache->block = NULL;
}

void carom_board_cache_clear(struct board_cache *cache)
{
    cache->clock = 0;
    for (size_t i = 0; i < cache->capacity; i++) {
        cache->entry[i].last_used = 0;
        cache->hash[i] = 0;
    }
}

struct board_key carom_board_key(const struct carom_board *board)
{
    struct board_key key = {.width = board->width, .height = board->height};
    memcpy(key.walls, board->walls, sizeof key.walls);
    memcpy(key.barriers, board->barriers, sizeof key.barriers);
    memcpy(key.solid, board->solid, sizeof key.solid);
    return key;
}

/* Two chains, because each step has to wait for a multiplication. */
uint64_t carom_board_hash(const struct board_key *key)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t a = key->width, b = key->height, word[2];
    for (unsigned i = 0; i < CAROM_CELLS; i += 8) {
        memcpy(&word[0], &key->walls[i], sizeof word[0]);
        memcpy(&word[1], &key->barriers[i], sizeof word[1]);
        a = (a ^ word[0]) * odd;
        b = (b ^ word[1]) * odd;
        a ^= a >> 32;
        b ^= b >> 32;
    }
    for (unsigned i = 0; i < CAROM_BOARD_SIDE; i++)
        a = (a ^ key->solid[i]) * odd;
    return a ^ b >> 1;
}

static bool is_board(const struct board_cache *cache, size_t i, const struct board_key *key, uint64_t hash)
{
    return cache->hash[i] == hash && cache->entry[i].last_used != 0 &&
           memcmp(&cache->entry[i].board, key, sizeof *key) == 0;
}

const struct problem *carom_board_cache_problem(const struct board_cache *cache, const struct board_key *key,
                                                uint64_t hash)
{
    for (size_t i = 0; i < cache->capacity; i++)
        if (is_board(cache, i, key, hash))
            return &cache->entry[i].problem;
    return NULL;
}

static size_t least_recently_used(const struct board_cache *cache)
{
    size_t oldest = 0;
    for (size_t i = 1; i < cache->capacity && cache->entry[oldest].last_used != 0; i++)
        if (cache->entry[i].last_used < cache->entry[oldest].last_used)
            oldest = i;
    return oldest;
}

struct board_tables *carom_board_cache_get(struct board_cache *cache, const struct board_key *key, uint64_t hash,
                                           const struct problem *problem, struct budget *budget)
{
    struct board_tables *tables;
    unsigned class = problem->class[0];
    cache->clock++;
    for (size_t i = 0; i < cache->capacity; i++) {
        tables = &cache->entry[i];
        if (!is_board(cache, i, key, hash) || tables->target != problem->target || tables->class != class)
            continue;
        tables->last_used = cache->clock;
        return tables;
    }
    size_t place = least_recently_used(cache);
    tables = &cache->entry[place];
    tables->last_used = 0; /* until it is complete */
    tables->bfs_ready = false;
    carom_bound_build(&tables->bound, problem, budget);
    if (budget->over != SEARCH_REFUTED)
        return NULL;
    tables->board = *key;
    tables->target = problem->target;
    tables->class = (uint8_t) class;
    tables->problem = *problem;
    tables->last_used = cache->clock;
    cache->hash[place] = hash;
    cache->built++;
    return tables;
}
