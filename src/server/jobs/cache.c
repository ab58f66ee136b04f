/*
 * What was found lately, by position: a position that many look at is solved once. The least recently asked for goes
 * first. What a search finds does not depend on who asks, so it may be shared.
 */
#include "jobs.h"

#include <stdlib.h>
#include <string.h>

#define ENTRIES SMALL(256, 2)
#define KEY_BYTES 2048 /* of a home-made board's position; longer ones are not kept */

struct entry {
    char *key;
    struct finding *finding;
    uint64_t used; /* when, in looks */
};

struct cache {
    uint64_t looks;
    struct entry entries[ENTRIES];
};

/* The question as a text. False: too long to be kept. */
static bool write_key(char key[KEY_BYTES], const struct question *question)
{
    struct carom_text text = carom_text_in(key, KEY_BYTES - 1);
    carom_text_uint(&text, question->nodes);
    carom_text_char(&text, ' ');
    carom_text_uint(&text, question->ms);
    carom_text_char(&text, question->all ? '*' : ' ');
    carom_text_char(&text, question->no_ricochet ? '-' : ' ');
    carom_puzzle_write(&text, &question->puzzle);
    key[text.cut ? 0 : text.length] = '\0';
    return !text.cut;
}

static struct entry *entry_of(struct cache *cache, const char *key)
{
    for (unsigned i = 0; cache != NULL && i < ENTRIES; i++)
        if (cache->entries[i].key != NULL && strcmp(cache->entries[i].key, key) == 0)
            return &cache->entries[i];
    return NULL;
}

static struct entry *oldest(struct cache *cache)
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
    finding_free(entry->finding);
    *entry = (struct entry){0};
}

struct finding *cache_find(struct jobs *jobs, const struct question *question)
{
    char key[KEY_BYTES];
    struct entry *entry = write_key(key, question) ? entry_of(jobs->cache, key) : NULL;
    if (entry == NULL)
        return NULL;
    entry->used = ++jobs->cache->looks;
    entry->finding->users++;
    return entry->finding;
}

void cache_keep(struct jobs *jobs, const struct question *question, struct finding *finding)
{
    char key[KEY_BYTES];
    if (!write_key(key, question))
        return;
    if (jobs->cache == NULL)
        jobs->cache = must_alloc(sizeof *jobs->cache);
    struct cache *cache = jobs->cache;
    struct entry *entry = entry_of(cache, key);
    if (entry == NULL)
        entry = oldest(cache);
    clear(entry);
    size_t length = strlen(key) + 1;
    *entry = (struct entry){.key = must_alloc(length), .finding = finding, .used = ++cache->looks};
    memcpy(entry->key, key, length);
    finding->users++;
}

void cache_done(struct jobs *jobs)
{
    for (unsigned i = 0; jobs->cache != NULL && i < ENTRIES; i++)
        clear(&jobs->cache->entries[i]);
    free(jobs->cache);
    jobs->cache = NULL;
}
