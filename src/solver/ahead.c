/*
 * Expanding placements ahead of their turn (ahead.h).
 *
 * A worker is a search of its own with a placement table of one placement, the copy, in memory that was set aside; so
 * it runs the same code as the search and touches nothing that others use.
 */
#include "ahead.h"

#include "../core/libc_mem.h"
#include "bfs.h"

#define AHEAD_PLACEMENTS (4 * AHEAD_WINDOW) /* shorter open lists are not worth it */
#define WORKER_BYTES ((size_t)1 << 18)      /* for the table of a worker; what needs more waits for its turn */
#define CLAIM 4                             /* items that a worker takes at once */

/* Memory of a worker's table. What is outgrown stays unused. */
struct worker_memory {
    char *bytes;
    size_t used;
};

struct ahead_worker {
    struct bfs bfs;
    struct carom_allocator allocator;
    struct worker_memory memory;
    struct successor *successors[2]; /* [window]: AHEAD_SUCCESSORS of them */
    uint32_t successor_count;        /* of the window being expanded */
};

static void *worker_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    struct worker_memory *memory = context;
    size_t used = memory->used + (new_size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    if (new_size == 0 || used > WORKER_BYTES)
        return NULL;
    void *resized = memory->bytes + memory->used;
    if (old_size > 0)
        memcpy(resized, block, old_size);
    memory->used = used;
    return resized;
}

void carom_ahead_init(struct ahead *ahead, const struct carom_allocator *allocator)
{
    *ahead = (struct ahead){.allocator = allocator};
}

void carom_ahead_destroy(struct ahead *ahead)
{
    if (ahead->block != NULL)
        ahead->allocator->resize(ahead->allocator->context, ahead->block, ahead->block_size, 0);
    ahead->block = NULL;
    ahead->workers = 0;
}

/* ---- memory ---- */

static size_t worker_size(void)
{
    return (sizeof(struct ahead_worker) + 2 * AHEAD_SUCCESSORS * sizeof(struct successor) + WORKER_BYTES + CACHE_LINE -
            1) /
           CACHE_LINE * CACHE_LINE;
}

static void divide_block(struct ahead *ahead, unsigned workers)
{
    char *at = cache_align(ahead->block);
    ahead->window = (struct ahead_window *)at;
    at += 2 * sizeof(struct ahead_window);
    ahead->worker = (struct ahead_worker *)at;
    at += workers * sizeof(struct ahead_worker);
    for (unsigned i = 0; i < workers; i++) {
        struct ahead_worker *worker = &ahead->worker[i];
        for (unsigned window = 0; window < 2; window++, at += AHEAD_SUCCESSORS * sizeof(struct successor))
            worker->successors[window] = (struct successor *)at;
    }
    at = cache_align(at);
    for (unsigned i = 0; i < workers; i++, at += WORKER_BYTES) {
        struct ahead_worker *worker = &ahead->worker[i];
        worker->memory = (struct worker_memory){.bytes = at};
        worker->allocator = (struct carom_allocator){worker_resize, &worker->memory};
        carom_bfs_init(&worker->bfs, &worker->allocator);
    }
    ahead->workers = workers;
}

static bool make_workers(struct ahead *ahead, unsigned workers)
{
    if (ahead->workers >= workers)
        return true;
    carom_ahead_destroy(ahead);
    size_t size = 2 * sizeof(struct ahead_window) + workers * worker_size() + 2 * CACHE_LINE;
    ahead->block = ahead->allocator->resize(ahead->allocator->context, NULL, 0, size);
    if (ahead->block == NULL)
        return false;
    ahead->block_size = size;
    divide_block(ahead, workers);
    return true;
}

static unsigned team_workers(const struct carom_team *team)
{
    unsigned threads = team == NULL || team->run == NULL ? 1 : team->threads;
    return threads < CAROM_TEAM_MAX ? threads : CAROM_TEAM_MAX;
}

static bool begin_run(struct ahead *ahead, struct bfs *bfs)
{
    unsigned workers = team_workers(ahead->team);
    if (workers < 2 || !make_workers(ahead, workers))
        return false;
    for (unsigned i = 0; i < workers; i++) {
        struct bfs *own = &ahead->worker[i].bfs;
        carom_bfs_reset_rays(own, bfs->expansion[0].problem, bfs->expansion[0].tables);
        carom_expand_init(&own->expansion[0], own, bfs->expansion[0].problem, bfs->expansion[0].tables);
        own->exhaustive = bfs->exhaustive;
        own->start_limit = bfs->start_limit;
        own->min_slack = bfs->min_slack;
    }
    return ahead->running = true;
}

bool carom_ahead_wanted(struct ahead *ahead, struct bfs *bfs, uint32_t placements)
{
    if (ahead->team == NULL || placements < AHEAD_PLACEMENTS)
        return false;
    if (!ahead->running && !begin_run(ahead, bfs))
        ahead->team = NULL;
    return ahead->team != NULL;
}

/* ---- the next window ---- */

static void copy_placement(const struct placement_table *table, uint32_t index, struct ahead_item *item)
{
    const struct placement *placement = &table->placement[index];
    item->placement = index;
    item->usable = placement->levels <= AHEAD_LEVELS && placement->open_levels <= AHEAD_LEVELS;
    if (!item->usable)
        return;
    item->copy = *placement;
    for (unsigned level = 1; level < placement->levels; level++)
        item->higher_closed[level - 1] = table->pool.row[placement->higher_closed + level - 1];
    const struct bitboard *rows = &table->queue[table->current].pool.row[placement->open_row];
    for (unsigned i = 0; i < OPEN_ROW_LEVELS + (unsigned)placement->open_levels; i++)
        item->open[i] = rows[i];
}

static void begin_window(struct ahead_window *window, struct bfs *bfs, uint32_t begin)
{
    struct placement_table *table = &bfs->table;
    const struct open_list *queue = &table->queue[table->current];
    uint32_t left = queue->count - begin;
    window->begin = begin;
    window->count = left < AHEAD_WINDOW ? left : AHEAD_WINDOW;
    window->next = 0;
    window->limit = bfs->limit;
    window->epoch = ++table->epoch;
    for (uint32_t i = 0; i < window->count; i++) {
        if (PREFETCH && i + 4 < window->count)
            __builtin_prefetch(&table->placement[queue->placement[begin + i + 4]]);
        copy_placement(table, queue->placement[begin + i], &window->item[i]);
    }
}

/* Makes the copy the only placement of the worker's table. False: there is no memory for it. */
static bool enter_copy(struct bfs *own, const struct ahead_item *item)
{
    struct placement_table *table = &own->table;
    if ((table->count != 1 || table->placement_capacity == 0) && !carom_placement_table_reset(table))
        return false;
    return carom_placement_table_set_only(table, &item->copy, item->higher_closed, item->open);
}

static void expand_item(struct ahead_worker *worker, const struct ahead_window *window, unsigned parity,
                        struct ahead_item *item)
{
    struct bfs *own = &worker->bfs;
    struct expansion *at = &own->expansion[0];
    item->usable = item->usable && enter_copy(own, item);
    if (!item->usable)
        return;
    own->limit = window->limit;
    own->best_cost = 0;
    own->pruned_by_limit = false;
    carom_expand_alone(at, 0);
    /* More than one placement: successors overflowed, or R7 led to another key. */
    item->usable = own->best_cost == 0 && own->table.count == 1 && !at->no_memory &&
                   worker->successor_count + at->successor_count <= AHEAD_SUCCESSORS;
    if (item->usable) {
        struct successor *successors = &worker->successors[parity][worker->successor_count];
        memcpy(successors, at->successors, at->successor_count * sizeof *successors);
        worker->successor_count += at->successor_count;
        item->successors = successors;
        item->successor_count = at->successor_count;
        item->first_level = at->source.first_level;
        item->pruned_by_limit = own->pruned_by_limit;
        item->copy.closed0 = own->table.placement[0].closed0;
        for (unsigned level = 1; level < item->copy.levels; level++)
            item->higher_closed[level - 1] = own->table.pool.row[level - 1];
        for (unsigned level = 0; level < item->copy.open_levels; level++)
            item->at_level[level] = at->at_level[level];
    }
    at->successor_count = 0;
    at->no_memory = false;
}

static void expand_window(struct ahead *ahead, struct ahead_window *window, unsigned part)
{
    for (;;) {
        uint32_t first = __atomic_fetch_add(&window->next, CLAIM, __ATOMIC_RELAXED);
        for (uint32_t i = first; i < first + CLAIM && i < window->count; i++)
            expand_item(&ahead->worker[part], window, (unsigned)(window - ahead->window), &window->item[i]);
        if (first + CLAIM >= window->count)
            return;
    }
}

/* ---- running ---- */

struct ahead_round {
    struct ahead *ahead;
    struct bfs *bfs;
    struct budget *budget;
    ahead_commit *commit;
    struct ahead_window *current, *next;
    enum search_status status;
};

static void work(void *state, unsigned part)
{
    struct ahead_round *round = state;
    const struct ahead_window *current = round->current;
    if (part >= round->ahead->workers)
        return;
    if (part == 0 && current->count > 0)
        round->status =
            round->commit(round->bfs, round->budget, current->begin, current->begin + current->count, current);
    if (part != 0 || round->status == SEARCH_REFUTED)
        expand_window(round->ahead, round->next, part);
}

enum search_status carom_ahead_run(struct ahead *ahead, struct bfs *bfs, struct budget *budget, ahead_commit *commit,
                                   uint32_t *begin)
{
    struct ahead_round round = {ahead, bfs, budget, commit, &ahead->window[0], &ahead->window[1], SEARCH_REFUTED};
    round.current->count = 0;
    for (;;) {
        uint32_t next = *begin + round.current->count;
        begin_window(round.next, bfs, next);
        for (unsigned i = 0; i < ahead->workers; i++)
            ahead->worker[i].successor_count = 0;
        ahead->team->run(ahead->team->context, work, &round);
        *begin = next;
        if (round.status != SEARCH_REFUTED || round.next->count == 0)
            return round.status;
        struct ahead_window *done = round.current;
        round.current = round.next;
        round.next = done;
    }
}

const struct ahead_item *carom_ahead_result(const struct ahead_window *window, const struct bfs *bfs, uint32_t index,
                                            const struct expansion *previous)
{
    const struct ahead_item *item = &window->item[index - window->begin];
    const struct placement *placement = &bfs->table.placement[item->placement];
    if (!item->usable || bfs->limit != window->limit || placement->epoch >= window->epoch)
        return NULL;
    for (unsigned i = 0; i < previous->successor_count; i++)
        if (previous->successors[i].key == placement->key)
            return NULL;
    return item;
}
