/*
 * Carrying pages from the write-ahead log into the file.
 *
 * A thread of its own does it, because it takes longer than a commit and would otherwise be felt by whoever bids at
 * that moment. SQLite lets the log begin anew when all of it has been carried and nothing is being written. That is
 * worth having: the place that the log has on the disk is then used again, while a log that grows needs new places, and
 * each commit waits until the file system has noted them, behind whatever other programs write. Where there is always
 * something being written that moment would never come, so the writer keeps still for the last few pages, for a few
 * milliseconds; if it takes longer, it goes on, and another time will do.
 */
#include "sqlite.h"

#include <time.h>

/* Pages of the log: from so many on, since the last time, they are carried. The last pages of thousands of tables come
 * again and again in them, and are carried once: it is worth waiting for that where there is much to do. Where there is
 * less, a small log will do, after so many commits. */
#define CARRY_PAGES 12000
#define CARRY_LEAST 1000
#define CARRY_COMMITS 200
/* The log is gone through so often at most; with so many pages left the writer keeps still, so long. */
#define CARRY_PASSES 6
#define CARRY_REST 300
#define STILL_MS 10
/* From so many pages on altogether the writer waits longer, but not much: somebody may be making a backup, and the log
 * can wait better than the players. */
#define FORCE_PAGES 65536
#define FORCE_MS 100

/* ---- the writer's side ---- */

static void wait_until_carried(struct sqlite_store *store)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += STILL_MS * 1000000L;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    while (store->still && pthread_cond_timedwait(&store->carried, &store->mutex, &end) == 0) {
    }
    store->still = false;
}

void sqlite_writing(struct sqlite_store *store, bool begins)
{
    pthread_mutex_lock(&store->mutex);
    if (begins && store->still)
        wait_until_carried(store);
    store->writing = begins;
    if (!begins && store->still)
        pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
}

static void ask_to_carry(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->wanted = true;
    pthread_cond_signal(&store->wake);
    pthread_mutex_unlock(&store->mutex);
}

void sqlite_mind_log(struct sqlite_store *store)
{
    int length = atomic_load(&store->wal_length);
    if (length < store->wal_carried)
        store->wal_carried = 0; /* it has begun anew */
    int pages = length - store->wal_carried;
    store->commits++;
    if (pages < CARRY_PAGES && (pages < CARRY_LEAST || store->commits < CARRY_COMMITS))
        return;
    store->wal_carried = length;
    store->commits = 0;
    if (length < FORCE_PAGES) {
        ask_to_carry(store);
        return;
    }
    sqlite3_busy_timeout(store->writer, FORCE_MS);
    sqlite3_wal_checkpoint_v2(store->writer, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    sqlite3_busy_timeout(store->writer, SQLITE_BUSY_MS);
}

/* ---- the carrier ---- */

static int after_commit(void *context, sqlite3 *db, const char *name, int pages)
{
    (void)db;
    (void)name;
    atomic_store(&((struct sqlite_store *)context)->wal_length, pages);
    return SQLITE_OK;
}

/* A passive checkpoint never makes the writer wait. Returns how many pages have been added meanwhile. */
static int carry(struct sqlite_store *store)
{
    int carried = 0;
    sqlite3_wal_checkpoint_v2(store->carrier, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, &carried);
    return atomic_load(&store->wal_length) - carried;
}

/* The rest, while nothing is written. */
static int carry_rest(struct sqlite_store *store)
{
    pthread_mutex_lock(&store->mutex);
    store->still = true;
    while (store->writing && store->still)
        pthread_cond_wait(&store->wake, &store->mutex);
    pthread_mutex_unlock(&store->mutex);
    int left = carry(store);
    pthread_mutex_lock(&store->mutex);
    store->still = false;
    pthread_cond_signal(&store->carried);
    pthread_mutex_unlock(&store->mutex);
    return left;
}

static void carry_all(struct sqlite_store *store)
{
    int left = carry(store);
    for (int pass = 1; pass < CARRY_PASSES && left > 0; pass++)
        left = left > CARRY_REST ? carry(store) : carry_rest(store);
}

static void *carry_forever(void *context)
{
    struct sqlite_store *store = context;
    pthread_mutex_lock(&store->mutex);
    while (!store->ending) {
        if (!store->wanted) {
            pthread_cond_wait(&store->wake, &store->mutex);
            continue;
        }
        store->wanted = false;
        pthread_mutex_unlock(&store->mutex);
        carry_all(store);
        pthread_mutex_lock(&store->mutex);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

void sqlite_carrier_init(struct sqlite_store *store)
{
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&store->mutex, NULL);
    pthread_cond_init(&store->wake, NULL);
    pthread_cond_init(&store->carried, &steady);
    pthread_condattr_destroy(&steady);
}

bool sqlite_carrier_start(struct sqlite_store *store)
{
    sqlite3_wal_hook(store->writer, after_commit, store);
    store->thread_runs = pthread_create(&store->thread, NULL, carry_forever, store) == 0;
    return store->thread_runs;
}

void sqlite_carrier_stop(struct sqlite_store *store)
{
    if (store->thread_runs) {
        pthread_mutex_lock(&store->mutex);
        store->ending = true;
        pthread_cond_signal(&store->wake);
        pthread_mutex_unlock(&store->mutex);
        pthread_join(store->thread, NULL);
    }
    pthread_cond_destroy(&store->carried);
    pthread_cond_destroy(&store->wake);
    pthread_mutex_destroy(&store->mutex);
}
