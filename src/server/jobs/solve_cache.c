/*
 * LRU cache of solver results by position, so that a position many people look at is solved once. Results do not depend
 * on who asks, so they can be shared.
 */
#include "jobs.h"

#include <stdlib.h>
#include <string.h>

#define ENTRIES TEST_LIMIT(256, 2)
#define KEY_BYTES 2048 /* for a custom board's position; longer ones are not cached */

struct entry {
    char *key;
    struct solve_result *result;
    uint64_t used; /* counter value of the last lookup */
};

struct solve_cache {
    uint64_t lookups;
    struct entry entries[ENTRIES];
};

/* Writes the request as a key. False: too long to cache. */
static bool write_key(char key[KEY_BYTES], const struct solve_request *request)
{
    struct carom_text text = carom_text_init(key, KEY_BYTES - 1);
    carom_text_uint(&text, request->nodes);
    carom_text_char(&text, ' ');
    carom_text_uint(&text, request->ms);
    carom_text_char(&text, request->all ? '*' : ' ');
    carom_text_char(&text, request->no_ricochet ? '-' : ' ');
    carom_puzzle_write(&text, &request->puzzle);
    key[text.truncated ? 0 : text.length] = '\0';
    return !text.truncated;
}

static struct entry *entry_of(struct solve_cache *cache, const char *key)
{
    for (unsigned i = 0; cache != NULL && i < ENTRIES; i++)
        if (cache->entries[i].key != NULL && strcmp(cache->entries[i].key, key) == 0)
            return &cache->entries[i];
    return NULL;
}

static struct entry *oldest(struct solve_cache *cache)
{
    struct entry *oldest = &cache->entries[0];
    for (unsigned i = 1; i < ENTRIES; i++)
        if (cache->entries[i].used < oldest->used)
            oldest = &cache->entries[i];
    return oldest;
}

static void clear(struct entry *entry)
{
    if (entry->key == NULL)
        return;
    free(entry->key);
    solve_result_unref(entry->result);
    *entry = (struct entry){0};
}

struct solve_result *solve_cache_get(struct jobs *jobs, const struct solve_request *request)
{
    char key[KEY_BYTES];
    struct entry *entry = write_key(key, request) ? entry_of(jobs->cache, key) : NULL;
    if (entry == NULL)
        return NULL;
    entry->used = ++jobs->cache->lookups;
    entry->result->refs++;
    return entry->result;
}

void solve_cache_put(struct jobs *jobs, const struct solve_request *request, struct solve_result *result)
{
    char key[KEY_BYTES];
    if (!write_key(key, request))
        return;
    if (jobs->cache == NULL)
        jobs->cache = xcalloc(sizeof *jobs->cache);
    struct solve_cache *cache = jobs->cache;
    struct entry *entry = entry_of(cache, key);
    if (entry == NULL)
        entry = oldest(cache);
    clear(entry);
    size_t length = strlen(key) + 1;
    *entry = (struct entry){.key = xcalloc(length), .result = result, .used = ++cache->lookups};
    memcpy(entry->key, key, length);
    result->refs++;
}

void solve_cache_destroy(struct jobs *jobs)
{
    for (unsigned i = 0; jobs->cache != NULL && i < ENTRIES; i++)
        clear(&jobs->cache->entries[i]);
    free(jobs->cache);
    jobs->cache = NULL;
}
