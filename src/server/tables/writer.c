/*
 * Appending, off the loop: a commit takes milliseconds of waiting for the disk, so a thread of its own waits.
 */
#include "room.h"

#include <stdlib.h>

struct writer {
    struct store *store;
    writer_done *done;
    void *context;
    const struct store_writes *writes; /* on their way; NULL: none */
    struct store_failures failures;    /* of them; the thread's while it works */

    uv_thread_t thread;
    uv_async_t async; /* the thread has committed, or failed to */
    uv_mutex_t mutex; /* guards what follows */
    uv_cond_t wake;
    uv_cond_t rest;
    bool work;
    bool ending;
    bool good;
    bool untidy; /* there is more of it */
};

/* Given instead of writes: what is left of forgotten tables goes, a few at a time. */
static const struct store_writes nothing;
#define TIDY_ROWS SMALL(500, 2)

static bool tidy(struct writer *writer)
{
    writer->failures.count = 0;
    writer->untidy = store_tidy(writer->store, TIDY_ROWS) == STORE_TIDY_MORE;
    return true;
}

static void write_forever(void *context)
{
    struct writer *writer = context;
    uv_mutex_lock(&writer->mutex);
    for (;;) {
        while (!writer->work && !writer->ending)
            uv_cond_wait(&writer->wake, &writer->mutex);
        if (!writer->work)
            break;
        uv_mutex_unlock(&writer->mutex);
        bool good = writer->writes != &nothing ? store_append_each(writer->store, writer->writes, &writer->failures)
                                               : tidy(writer);
        uv_mutex_lock(&writer->mutex);
        writer->good = good;
        writer->work = false;
        uv_cond_signal(&writer->rest);
        uv_async_send(&writer->async);
    }
    uv_mutex_unlock(&writer->mutex);
}

static void finish(struct writer *writer, bool good)
{
    writer->writes = NULL;
    writer->done(writer->context, good, &writer->failures);
}

static void on_done(uv_async_t *async)
{
    struct writer *writer = async->data;
    uv_mutex_lock(&writer->mutex);
    bool finished = writer->writes != NULL && !writer->work;
    bool good = writer->good;
    uv_mutex_unlock(&writer->mutex);
    if (finished)
        finish(writer, good);
}

struct writer *writer_start(uv_loop_t *loop, struct store *store, writer_done *done, void *context)
{
    struct writer *writer = must_alloc(sizeof *writer);
    writer->store = store;
    writer->done = done;
    writer->context = context;
    uv_mutex_init(&writer->mutex);
    uv_cond_init(&writer->wake);
    uv_cond_init(&writer->rest);
    uv_async_init(loop, &writer->async, on_done);
    writer->async.data = writer;
    must(uv_thread_create(&writer->thread, write_forever, writer) == 0);
    return writer;
}

void writer_append(struct writer *writer, const struct store_writes *writes)
{
    must(writer->writes == NULL); /* one list at a time */
    writer->writes = writes;
    uv_mutex_lock(&writer->mutex);
    writer->work = true;
    uv_cond_signal(&writer->wake);
    uv_mutex_unlock(&writer->mutex);
}

void writer_tidy(struct writer *writer)
{
    writer_append(writer, &nothing);
}

bool writer_untidy(const struct writer *writer)
{
    return writer->untidy;
}

bool writer_busy(const struct writer *writer)
{
    return writer->writes != NULL;
}

void writer_wait(struct writer *writer)
{
    if (writer->writes == NULL)
        return;
    uv_mutex_lock(&writer->mutex);
    while (writer->work)
        uv_cond_wait(&writer->rest, &writer->mutex);
    bool good = writer->good;
    uv_mutex_unlock(&writer->mutex);
    finish(writer, good);
}

static void on_closed(uv_handle_t *handle)
{
    struct writer *writer = handle->data;
    store_failures_done(&writer->failures);
    uv_cond_destroy(&writer->rest);
    uv_cond_destroy(&writer->wake);
    uv_mutex_destroy(&writer->mutex);
    free(writer);
}

void writer_stop(struct writer *writer)
{
    uv_mutex_lock(&writer->mutex);
    writer->ending = true;
    uv_cond_signal(&writer->wake);
    uv_mutex_unlock(&writer->mutex);
    uv_thread_join(&writer->thread);
    uv_close((uv_handle_t *)&writer->async, on_closed);
}
