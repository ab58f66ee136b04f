/*
 * Making one atlas: memory, and threads that do its slices side by side.
 *
 * The tables are looked at all over, so large pages are asked for: with small ones the processor would spend its time
 * looking up addresses.
 */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "atlas.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define LARGE_PAGE ((size_t)2 << 20)

struct atlas_pool {
    char *mapped; /* a large page more than is used, to begin at one */
    size_t size;
    unsigned threads; /* besides the caller's own */
    pthread_t thread[ATLAS_THREADS_MAX];
    pthread_barrier_t barrier; /* before and after each phase */
    struct carom_atlas *atlas; /* NULL: the threads are to end */
    atomic_uint next;          /* slice */
};

static void do_slices(struct atlas_pool *pool)
{
    unsigned slices = carom_atlas_slice_count(pool->atlas), slice;
    while ((slice = atomic_fetch_add(&pool->next, 1)) < slices)
        carom_atlas_run_slice(pool->atlas, slice);
}

static void *worker_thread(void *context)
{
    struct atlas_pool *pool = context;
    for (;;) {
        pthread_barrier_wait(&pool->barrier);
        if (pool->atlas == NULL)
            return NULL;
        do_slices(pool);
        pthread_barrier_wait(&pool->barrier);
    }
}

static void do_phase(struct atlas_pool *pool)
{
    atomic_store(&pool->next, 0);
    if (pool->threads > 0)
        pthread_barrier_wait(&pool->barrier);
    do_slices(pool);
    if (pool->threads > 0)
        pthread_barrier_wait(&pool->barrier);
}

struct atlas_pool *atlas_pool_new(unsigned threads)
{
    struct atlas_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL || pthread_barrier_init(&pool->barrier, NULL, threads) != 0) {
        free(pool);
        return NULL;
    }
    while (pool->threads + 1 < threads) {
        /* The barrier waits for all of them: there is no going back half-way. */
        if (pthread_create(&pool->thread[pool->threads], NULL, worker_thread, pool) != 0)
            return NULL;
        pool->threads++;
    }
    return pool;
}

void atlas_maker_free(struct atlas_pool *pool)
{
    pool->atlas = NULL;
    if (pool->threads > 0)
        pthread_barrier_wait(&pool->barrier);
    for (unsigned i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pthread_barrier_destroy(&pool->barrier);
    if (pool->mapped != NULL)
        munmap(pool->mapped, pool->size);
    free(pool);
}

/* The memory of the atlas before, if it is enough. */
static void *memory(struct atlas_pool *pool, size_t size)
{
    if (size + LARGE_PAGE > pool->size) {
        if (pool->mapped != NULL)
            munmap(pool->mapped, pool->size);
        pool->size = size + LARGE_PAGE;
        pool->mapped = mmap(NULL, pool->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pool->mapped == MAP_FAILED) {
            pool->mapped = NULL;
            pool->size = 0;
            return NULL;
        }
    }
    char *begin = (char *)(((uintptr_t)pool->mapped + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE);
    madvise(begin, size, MADV_HUGEPAGE); /* good to have; it works without */
    return begin;
}

static uint64_t processor_ms(const struct atlas_pool *pool)
{
    struct timespec time;
    clock_gettime(pool->threads > 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Sums by cell, while the levels go by. */
struct cell_sums {
    uint64_t within[CAROM_CELLS], moves[CAROM_CELLS];
};

static bool add_level(struct cell_sums *sums, const struct carom_atlas *atlas)
{
    uint64_t within[CAROM_CELLS];
    bool known = carom_atlas_count_by_cell(atlas, within);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        sums->moves[cell] += (within[cell] - sums->within[cell]) * carom_atlas_depth(atlas);
        sums->within[cell] = within[cell];
    }
    return known;
}

static void mean_by_cell(const struct cell_sums *sums, struct atlas_row *row)
{
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        row->cell_means[cell] =
            sums->within[cell] == 0
                ? 0
                : (uint16_t)((sums->moves[cell] * 100 + sums->within[cell] / 2) / sums->within[cell]);
}

static bool list_hardest(const struct carom_atlas *atlas, uint32_t listed, struct atlas_row *row)
{
    size_t size = (size_t)listed * 20 + 1; /* Rp16,Yp16,Gp16,Bp16 and a blank */
    row->hardest = malloc(size);
    if (row->hardest == NULL)
        return false;
    struct carom_text text = carom_text_init(row->hardest, size);
    for (uint32_t i = 0; i < listed; i++) {
        struct carom_robots robots = carom_atlas_hardest(atlas, i);
        carom_text_put(&text, i > 0 ? " " : "");
        carom_robots_write(&text, &robots);
    }
    return true;
}

static bool fill_in(const struct carom_atlas *atlas, const struct carom_atlas_task *task, struct atlas_row *row)
{
    struct carom_atlas_result result;
    carom_atlas_result(atlas, &result);
    row->ricochet = !task->no_ricochet;
    row->placements = result.placements;
    row->unsolvable = result.unsolvable;
    row->sum = result.sum;
    row->depths = result.histogram_size;
    for (unsigned i = 0; i < CAROM_ATLAS_DEPTH_MAX; i++)
        row->histogram[i] = result.histogram[i];
    struct carom_text text = carom_text_init(row->board, sizeof row->board);
    carom_board_write(&text, &task->board);
    text = carom_text_init(row->target, sizeof row->target);
    carom_target_write(&text, &task->target);
    return list_hardest(atlas, result.hardest_listed, row);
}

enum atlas_status atlas_compute(struct atlas_pool *pool, struct carom_atlas_task *task, bool cells,
                                atlas_progress_fn *tell, void *context, struct atlas_row *row)
{
    struct cell_sums sums = {{0}, {0}};
    *row = (struct atlas_row){.has_cell_means = cells};
    task->threads = pool->threads + 1;
    void *place = memory(pool, carom_atlas_size(task));
    if (place == NULL)
        return ATLAS_NO_MEMORY;
    uint64_t begun = processor_ms(pool);
    pool->atlas = carom_atlas_begin(place, task);
    do {
        if (!tell(context, pool->atlas, task))
            return ATLAS_STOPPED;
        if (row->has_cell_means && carom_atlas_level_complete(pool->atlas))
            row->has_cell_means = add_level(&sums, pool->atlas);
        do_phase(pool);
    } while (carom_atlas_next_phase(pool->atlas));
    if (!fill_in(pool->atlas, task, row))
        return ATLAS_NO_MEMORY;
    mean_by_cell(&sums, row);
    row->cpu_ms = processor_ms(pool) - begun;
    return ATLAS_COMPUTED;
}
