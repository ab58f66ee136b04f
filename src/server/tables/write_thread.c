/*
 * Appending on another thread: a commit waits milliseconds for the disk.
 */
#include "internal.h"

#include <stdlib.h>

struct write_thread {
    struct store *store;
    write_thread_done *done;
    void *context;
    const struct store_batch *batch; /* in flight; NULL: none */
    struct store_failures failures;  /* of the batch; owned by the thread while it works */

    uv_thread_t thread;
    uv_async_t async; /* the thread has finished a commit */
    uv_mutex_t mutex; /* guards the members below */
    uv_cond_t wake;
    uv_cond_t rest;
    bool work;
    bool ending;
    bool good;
    bool untidy; /* there is more to purge */
};

/* Passed instead of a batch: purge deleted tables, a few events at a time. */
static const struct store_batch nothing;
#define PURGE_ROWS TEST_LIMIT(500, 2)

static bool tidy(struct write_thread *write_thread)
{
    write_thread->failures.count = 0;
    write_thread->untidy = store_purge(write_thread->store, PURGE_ROWS) == STORE_PURGE_MORE;
    return true;
}

static void write_thread_main(void *context)
{
    struct write_thread *write_thread = context;
    uv_mutex_lock(&write_thread->mutex);
    for (;;) {
        while (!write_thread->work && !write_thread->ending)
            uv_cond_wait(&write_thread->wake, &write_thread->mutex);
        if (!write_thread->work)
            break;
        uv_mutex_unlock(&write_thread->mutex);
        bool good = write_thread->batch != &nothing
                        ? store_append_partial(write_thread->store, write_thread->batch, &write_thread->failures)
                        : tidy(write_thread);
        uv_mutex_lock(&write_thread->mutex);
        write_thread->good = good;
        write_thread->work = false;
        uv_cond_signal(&write_thread->rest);
        uv_async_send(&write_thread->async);
    }
    uv_mutex_unlock(&write_thread->mutex);
}

static void finish(struct write_thread *write_thread, bool good)
{
    write_thread->batch = NULL;
    write_thread->done(write_thread->context, good, &write_thread->failures);
}

static void on_done(uv_async_t *async)
{
    struct write_thread *write_thread = async->data;
    uv_mutex_lock(&write_thread->mutex);
    bool finished = write_thread->batch != NULL && !write_thread->work;
    bool good = write_thread->good;
    uv_mutex_unlock(&write_thread->mutex);
    if (finished)
        finish(write_thread, good);
}

struct write_thread *write_thread_start(uv_loop_t *loop, struct store *store, write_thread_done *done, void *context)
{
    struct write_thread *write_thread = xcalloc(sizeof *write_thread);
    write_thread->store = store;
    write_thread->done = done;
    write_thread->context = context;
    uv_mutex_init(&write_thread->mutex);
    uv_cond_init(&write_thread->wake);
    uv_cond_init(&write_thread->rest);
    uv_async_init(loop, &write_thread->async, on_done);
    write_thread->async.data = write_thread;
    check_alloc(uv_thread_create(&write_thread->thread, write_thread_main, write_thread) == 0);
    return write_thread;
}

void write_thread_append(struct write_thread *write_thread, const struct store_batch *batch)
{
    REQUIRE(write_thread->batch == NULL); /* one batch at a time */
    write_thread->batch = batch;
    uv_mutex_lock(&write_thread->mutex);
    write_thread->work = true;
    uv_cond_signal(&write_thread->wake);
    uv_mutex_unlock(&write_thread->mutex);
}

void write_thread_purge(struct write_thread *write_thread)
{
    write_thread_append(write_thread, &nothing);
}

bool write_thread_purge_pending(const struct write_thread *write_thread)
{
    return write_thread->untidy;
}

bool write_thread_busy(const struct write_thread *write_thread)
{
    return write_thread->batch != NULL;
}

void write_thread_wait(struct write_thread *write_thread)
{
    if (write_thread->batch == NULL)
        return;
    uv_mutex_lock(&write_thread->mutex);
    while (write_thread->work)
        uv_cond_wait(&write_thread->rest, &write_thread->mutex);
    bool good = write_thread->good;
    uv_mutex_unlock(&write_thread->mutex);
    finish(write_thread, good);
}

static void on_closed(uv_handle_t *handle)
{
    struct write_thread *write_thread = handle->data;
    store_failures_destroy(&write_thread->failures);
    uv_cond_destroy(&write_thread->rest);
    uv_cond_destroy(&write_thread->wake);
    uv_mutex_destroy(&write_thread->mutex);
    free(write_thread);
}

void write_thread_stop(struct write_thread *write_thread)
{
    uv_mutex_lock(&write_thread->mutex);
    write_thread->ending = true;
    uv_cond_signal(&write_thread->wake);
    uv_mutex_unlock(&write_thread->mutex);
    uv_thread_join(&write_thread->thread);
    uv_close((uv_handle_t *)&write_thread->async, on_closed);
}
