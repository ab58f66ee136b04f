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

struct atlas_maker {
    char *mapped; /* a large page more than is used, to begin at one */
    size_t size;
    unsigned threads; /* besides the caller's own */
    pthread_t thread[ATLAS_THREADS_MAX];
    pthread_barrier_t barrier; /* before and after each phase */
    struct carom_atlas *atlas; /* NULL: the threads are to end */
    atomic_uint next;          /* slice */
};

static void do_slices(struct atlas_maker *maker)
{
    unsigned slices = carom_atlas_slices(maker->atlas), slice;
    while ((slice = atomic_fetch_add(&maker->next, 1)) < slices)
        carom_atlas_slice(maker->atlas, slice);
}

static void *help(void *context)
{
    struct atlas_maker *maker = context;
    for (;;) {
        pthread_barrier_wait(&maker->barrier);
        if (maker->atlas == NULL)
            return NULL;
        do_slices(maker);
        pthread_barrier_wait(&maker->barrier);
    }
}

static void do_phase(struct atlas_maker *maker)
{
    atomic_store(&maker->next, 0);
    if (maker->threads > 0)
        pthread_barrier_wait(&maker->barrier);
    do_slices(maker);
    if (maker->threads > 0)
        pthread_barrier_wait(&maker->barrier);
}

struct atlas_maker *atlas_maker_new(unsigned threads)
{
    struct atlas_maker *maker = calloc(1, sizeof *maker);
    if (maker == NULL || pthread_barrier_init(&maker->barrier, NULL, threads) != 0) {
        free(maker);
        return NULL;
    }
    while (maker->threads + 1 < threads) {
        /* The barrier waits for all of them: there is no going back half-way. */
        if (pthread_create(&maker->thread[maker->threads], NULL, help, maker) != 0)
            return NULL;
        maker->threads++;
    }
    return maker;
}

void atlas_maker_free(struct atlas_maker *maker)
{
    maker->atlas = NULL;
    if (maker->threads > 0)
        pthread_barrier_wait(&maker->barrier);
    for (unsigned i = 0; i < maker->threads; i++)
        pthread_join(maker->thread[i], NULL);
    pthread_barrier_destroy(&maker->barrier);
    if (maker->mapped != NULL)
        munmap(maker->mapped, maker->size);
    free(maker);
}

/* The memory of the atlas before, if it is enough. */
static void *memory(struct atlas_maker *maker, size_t size)
{
    if (size + LARGE_PAGE > maker->size) {
        if (maker->mapped != NULL)
            munmap(maker->mapped, maker->size);
        maker->size = size + LARGE_PAGE;
        maker->mapped = mmap(NULL, maker->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (maker->mapped == MAP_FAILED) {
            maker->mapped = NULL;
            maker->size = 0;
            return NULL;
        }
    }
    char *begin = (char *)(((uintptr_t)maker->mapped + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE);
    madvise(begin, size, MADV_HUGEPAGE); /* good to have; it works without */
    return begin;
}

static uint64_t processor_ms(const struct atlas_maker *maker)
{
    struct timespec time;
    clock_gettime(maker->threads > 0 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000 + (uint64_t)time.tv_nsec / 1000000;
}

/* Sums by cell, while the levels go by. */
struct cell_sums {
    uint64_t within[CAROM_CELLS], moves[CAROM_CELLS];
};

static bool add_level(struct cell_sums *sums, const struct carom_atlas *atlas)
{
    uint64_t within[CAROM_CELLS];
    bool known = carom_atlas_cells(atlas, within);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        sums->moves[cell] += (within[cell] - sums->within[cell]) * carom_atlas_depth(atlas);
        sums->within[cell] = within[cell];
    }
    return known;
}

static void mean_by_cell(const struct cell_sums *sums, struct atlas_entry *entry)
{
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        entry->cells[cell] = sums->within[cell] == 0
                                 ? 0
                                 : (uint16_t)((sums->moves[cell] * 100 + sums->within[cell] / 2) / sums->within[cell]);
}

static bool list_hardest(const struct carom_atlas *atlas, uint32_t listed, struct atlas_entry *entry)
{
    size_t size = (size_t)listed * 20 + 1; /* Rp16,Yp16,Gp16,Bp16 and a blank */
    entry->hardest = malloc(size);
    if (entry->hardest == NULL)
        return false;
    struct carom_text text = carom_text_in(entry->hardest, size);
    for (uint32_t i = 0; i < listed; i++) {
        struct carom_robots robots = carom_atlas_hardest(atlas, i);
        carom_text_put(&text, i > 0 ? " " : "");
        carom_robots_write(&text, &robots);
    }
    return true;
}

static bool fill_in(const struct carom_atlas *atlas, const struct carom_atlas_task *task, struct atlas_entry *entry)
{
    struct carom_atlas_result result;
    carom_atlas_result(atlas, &result);
    entry->ricochet = !task->no_ricochet;
    entry->placements = result.placements;
    entry->unsolvable = result.unsolvable;
    entry->sum = result.sum;
    entry->depths = result.depths;
    for (unsigned i = 0; i < CAROM_ATLAS_DEPTH; i++)
        entry->histogram[i] = result.histogram[i];
    struct carom_text text = carom_text_in(entry->board, sizeof entry->board);
    carom_board_write(&text, &task->board);
    text = carom_text_in(entry->target, sizeof entry->target);
    carom_target_write(&text, &task->target);
    return list_hardest(atlas, result.listed, entry);
}

enum atlas_made atlas_make(struct atlas_maker *maker, struct carom_atlas_task *task, bool cells, atlas_teller *tell,
                           void *context, struct atlas_entry *entry)
{
    struct cell_sums sums = {{0}, {0}};
    *entry = (struct atlas_entry){.has_cells = cells};
    task->threads = maker->threads + 1;
    void *place = memory(maker, carom_atlas_size(task));
    if (place == NULL)
        return ATLAS_NO_MEMORY;
    uint64_t begun = processor_ms(maker);
    maker->atlas = carom_atlas_begin(place, task);
    do {
        if (!tell(context, maker->atlas, task))
            return ATLAS_STOPPED;
        if (entry->has_cells && carom_atlas_level(maker->atlas))
            entry->has_cells = add_level(&sums, maker->atlas);
        do_phase(maker);
    } while (carom_atlas_next(maker->atlas));
    if (!fill_in(maker->atlas, task, entry))
        return ATLAS_NO_MEMORY;
    mean_by_cell(&sums, entry);
    entry->ms = processor_ms(maker) - begun;
    return ATLAS_MADE;
}
