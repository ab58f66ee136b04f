/*
 * Checkpoints: copying pages from the write-ahead log into the file.
 *
 * A thread of its own does it, because a checkpoint takes longer than a commit and would delay whoever bids at that
 * moment. SQLite can restart the log when all of it has been copied and nothing is being written. That is worth having:
 * a restarted log reuses its disk blocks, while a growing log needs new ones, and each commit waits for the file system
 * to record them. Under constant writes that moment would never come, so the writer pauses for the last few pages, for
 * a few milliseconds; if it takes longer the writer goes on, and a later checkpoint tries again.
 */
#include "sqlite.h"

#include <time.h>

/* A checkpoint starts after this many new pages. Pages of busy tables occur many times in the log and are copied
 * once, so waiting pays under load. With less load a small log is enough, after this many commits. */
#define CHECKPOINT_PAGES 12000
#define CHECKPOINT_PAGES_MIN 1000
#define CHECKPOINT_COMMITS 200
/* Passes over the log at most; the number of pages left at which the writer pauses; and for how long. */
#define CHECKPOINT_PASSES_MAX 6
#define PAUSE_WRITER_PAGES 300
#define PAUSE_WRITER_MS 10
/* From this length of the log on the writer pauses longer, but not much: a backup may be running, and the log can
 * wait better than the players. */
#define FORCE_CHECKPOINT_PAGES 65536
#define FORCE_CHECKPOINT_MS 100

/* ---- the writer's side ---- */

static void wait_for_checkpoint(struct sqlite_store *store)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += PAUSE_WRITER_MS * 1000000L;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    while (store->writer_paused && pthread_cond_timedwait(&store->checkpoint_done, &store->mutex, &end) == 0) {
    }
    store->writer_paused = false;
}

void sqlite_writer_enter(struct sqlite_store *store, bool begins)
{
    pthread_mutex_lock(&store->mutex);
    if (begins && store->writer_paused)
        wait_for_checkpoint(store);
    store->writer_active = begins;
    if (!begins && store->writer_paused)
        pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
}

static void request_checkpoint(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->checkpoint_wanted = true;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
}

void sqlite_maybe_checkpoint(struct sqlite_store *store)
{
    int length = atomic_load(&store->wal_pages);
    if (length < store->wal_checkpointed)
        store->wal_checkpointed = 0; /* the log was restarted */
    int pages = length - store->wal_checkpointed;
    store->commits_since_checkpoint++;
    if (pages < CHECKPOINT_PAGES &&
        (pages < CHECKPOINT_PAGES_MIN || store->commits_since_checkpoint < CHECKPOINT_COMMITS))
        return;
    store->wal_checkpointed = length;
    store->commits_since_checkpoint = 0;
    if (length < FORCE_CHECKPOINT_PAGES) {
        request_checkpoint(store);
        return;
    }
    sqlite3_busy_timeout(store->writer, FORCE_CHECKPOINT_MS);
    sqlite3_wal_checkpoint_v2(store->writer, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    sqlite3_busy_timeout(store->writer, SQLITE_BUSY_MS);
}

/* ---- the checkpoint thread ---- */

static int on_wal_commit(void *context, sqlite3 *db, const char *name, int pages)
{
    (void)db;
    (void)name;
    atomic_store(&((struct sqlite_store *)context)->wal_pages, pages);
    return SQLITE_OK;
}

/* A passive checkpoint never blocks the writer. Returns how many pages were added meanwhile. */
static int checkpoint_passive(struct sqlite_store *store)
{
    int carried = 0;
    sqlite3_wal_checkpoint_v2(store->checkpointer, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, &carried);
    return atomic_load(&store->wal_pages) - carried;
}

/* Copies the rest while nothing is written. */
static int checkpoint_with_writer_paused(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->writer_paused = true;
    while (store->writer_active && store->writer_paused)
        pthread_cond_wait(&store->wake, &store->mutex);
    pthread_mutex_unlock(&store->mutex);
    int left = checkpoint_passive(store);
    pthread_mutex_lock(&store->mutex);
    store->writer_paused = false;
    pthread_cond_signal(&store->checkpoint_done);
    pthread_mutex_unlock(&store->mutex);
    return left;
}

static void checkpoint_passes(struct sqlite_store *store)
{
    int left = checkpoint_passive(store);
    for (int pass = 1; pass < CHECKPOINT_PASSES_MAX && left > 0; pass++)
        left = left > PAUSE_WRITER_PAGES ? checkpoint_passive(store) : checkpoint_with_writer_paused(store);
}

static void *checkpoint_thread(void *context)
{
    struct sqlite_store *store = context;
    pthread_mutex_lock(&store->mutex);
    while (!store->stopping) {
        if (!store->checkpoint_wanted) {
            pthread_cond_wait(&store->wake, &store->mutex);
            continue;
        }
        store->checkpoint_wanted = false;
        pthread_mutex_unlock(&store->mutex);
        checkpoint_passes(store);
        pthread_mutex_lock(&store->mutex);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

void sqlite_checkpointer_init(struct sqlite_store *store)
{
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->wake, NULL);
    pthread_cond_init(&store->checkpoint_done, &steady);
    pthread_condattr_destroy(&steady);
}

bool sqlite_checkpointer_start(struct sqlite_store *store)
{
    sqlite3_wal_hook(store->writer, on_wal_commit, store);
    store->thread_runs = pthread_create(&store->thread, NULL, checkpoint_thread, store) == 0;
    return store->thread_runs;
}

void sqlite_checkpointer_stop(struct sqlite_store *store)
{
    if (store->thread_runs) {
        pthread_mutex_lock(&store->mutex);
        store->stopping = true;
        pthread_cond_signal(&store->wake);
        pthread_mutex_unlock(&store->mutex);
        pthread_join(store->thread, NULL);
    }
    pthread_cond_destroy(&store->checkpoint_done);
    pthread_cond_destroy(&store->wake);
    pthread_mutex_destroy(&store->mutex);
}
