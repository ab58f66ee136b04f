/*
 * How far it is: on a terminal one line that is written over, with a bar and the time left; elsewhere a line for each
 * result, or for each level if there is only one result to come.
 */
#include "atlas.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BAR 24

struct atlas_progress {
    pthread_mutex_t lock;
    bool terminal;
    uint64_t jobs, done, before; /* before: done when it began */
    double begun;
    double share[ATLAS_THREADS_MAX]; /* of the job that a worker is at */
    unsigned depth[ATLAS_THREADS_MAX];
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct atlas_progress *atlas_progress_new(uint64_t jobs, uint64_t done)
{
    struct atlas_progress *progress = calloc(1, sizeof *progress);
    if (progress == NULL)
        return NULL;
    pthread_mutex_init(&progress->lock, NULL);
    progress->terminal = isatty(STDERR_FILENO) != 0;
    progress->jobs = jobs;
    progress->done = progress->before = done;
    progress->begun = now();
    return progress;
}

void atlas_progress_free(struct atlas_progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
    pthread_mutex_destroy(&progress->lock);
    free(progress);
}

/* The bar, with what all workers have done so far. The lock is held. */
static void draw(const struct atlas_progress *progress)
{
    double share = (double)progress->done;
    char bar[BAR + 1], left[32] = "", percent[CLI_NUMBER_SIZE];
    for (unsigned i = 0; i < ATLAS_THREADS_MAX; i++)
        share += progress->share[i];
    double fresh = share - (double)progress->before;
    if (fresh > 0) {
        unsigned seconds = (unsigned)((now() - progress->begun) / fresh * ((double)progress->jobs - share));
        snprintf(left, sizeof left, "%u:%02u:%02u", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    size_t full = (size_t)(share / (double)progress->jobs * BAR);
    memset(bar, ' ', BAR);
    memset(bar, '#', full < BAR ? full : BAR);
    bar[BAR] = '\0';
    fputc('\r', stderr);
    fprintf(stderr, _("[%s] %s %%, %llu of %llu done, time left %s"), bar,
            cli_decimal(percent, share / (double)progress->jobs * 100, 1), (unsigned long long)progress->done,
            (unsigned long long)progress->jobs, left);
    fputs("\033[K", stderr);
}

void atlas_progress_level(struct atlas_progress *progress, unsigned worker, const struct carom_atlas *atlas,
                          const struct carom_atlas_task *task)
{
    unsigned depth = carom_atlas_depth(atlas);
    pthread_mutex_lock(&progress->lock);
    uint64_t done = carom_atlas_placements_known(atlas), all = carom_atlas_placements(atlas);
    progress->share[worker] = (double)done / (double)all;
    if (progress->terminal) {
        draw(progress);
    } else if (progress->jobs == 1 && depth != progress->depth[worker]) {
        char target[ATLAS_TARGET_MAX];
        struct carom_text text = carom_text_init(target, sizeof target);
        carom_target_write(&text, &task->target);
        char percent[CLI_NUMBER_SIZE];
        fprintf(stderr,
                ngettext("%s: %u move is enough for %s %% of the placements\n",
                         "%s: %u moves are enough for %s %% of the placements\n", depth - 1),
                target, depth - 1, cli_decimal(percent, (double)done / (double)all * 100, 1));
        progress->depth[worker] = depth;
    }
    pthread_mutex_unlock(&progress->lock);
}

void atlas_progress_job(struct atlas_progress *progress, unsigned worker, const struct atlas_row *row)
{
    pthread_mutex_lock(&progress->lock);
    progress->done++;
    progress->share[worker] = 0;
    if (progress->terminal)
        draw(progress);
    else if (progress->jobs > 1)
        fprintf(stderr,
                ngettext("%s %s: at most %u move (%llu of %llu done)\n",
                         "%s %s: at most %u moves (%llu of %llu done)\n", row->depths > 0 ? row->depths - 1 : 0),
                row->board, row->target, row->depths > 0 ? row->depths - 1 : 0, (unsigned long long)progress->done,
                (unsigned long long)progress->jobs);
    pthread_mutex_unlock(&progress->lock);
}
