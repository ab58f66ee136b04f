/*
 * Reading, off the loop where it may take long.
 *
 * A file is read where it is needed: it answers in microseconds. A database on the network takes a round trip at best,
 * and seconds when it is ill, so a thread of its own waits for it, and everybody else goes on playing.
 */
#include "room.h"

#include <stdlib.h>

struct wish {
    struct wish *next;
    reader_work *work;
    reader_done *done;
    void *context;
};

struct wishes {
    struct wish *first;
    struct wish **end;
};

struct reader {
    struct store *store;
    uv_thread_t thread;
    uv_async_t async; /* something has been read */
    uv_mutex_t mutex; /* guards what follows */
    uv_cond_t wake;
    struct wishes waiting;
    struct wishes read;
    bool ending;
};

static void add(struct wishes *list, struct wish *wish)
{
    wish->next = NULL;
    *list->end = wish;
    list->end = &wish->next;
}

static struct wish *take(struct wishes *list)
{
    struct wish *wish = list->first;
    if (wish == NULL)
        return NULL;
    list->first = wish->next;
    if (list->first == NULL)
        list->end = &list->first;
    return wish;
}

static void read_forever(void *context)
{
    struct reader *reader = context;
    struct wish *wish;
    uv_mutex_lock(&reader->mutex);
    for (;;) {
        while ((wish = take(&reader->waiting)) == NULL && !reader->ending)
            uv_cond_wait(&reader->wake, &reader->mutex);
        if (wish == NULL)
            break;
        uv_mutex_unlock(&reader->mutex);
        wish->work(reader->store, wish->context);
        uv_mutex_lock(&reader->mutex);
        add(&reader->read, wish);
        uv_async_send(&reader->async);
    }
    uv_mutex_unlock(&reader->mutex);
}

static void finish_read(struct reader *reader)
{
    struct wish *wish;
    do {
        uv_mutex_lock(&reader->mutex);
        wish = take(&reader->read);
        uv_mutex_unlock(&reader->mutex);
        if (wish != NULL)
            wish->done(wish->context);
        free(wish);
    } while (wish != NULL);
}

static void on_read(uv_async_t *async)
{
    finish_read(async->data);
}

void reader_do(struct tables *tables, reader_work *work, reader_done *done, void *context)
{
    struct reader *reader = tables->reader;
    if (reader == NULL) {
        work(tables->store, context);
        done(context);
        return;
    }
    struct wish *wish = must_alloc(sizeof *wish);
    *wish = (struct wish){.work = work, .done = done, .context = context};
    uv_mutex_lock(&reader->mutex);
    add(&reader->waiting, wish);
    uv_cond_signal(&reader->wake);
    uv_mutex_unlock(&reader->mutex);
}

struct reader *reader_start(uv_loop_t *loop, struct store *store)
{
    struct reader *reader = must_alloc(sizeof *reader);
    reader->store = store;
    reader->waiting.end = &reader->waiting.first;
    reader->read.end = &reader->read.first;
    uv_mutex_init(&reader->mutex);
    uv_cond_init(&reader->wake);
    uv_async_init(loop, &reader->async, on_read);
    reader->async.data = reader;
    must(uv_thread_create(&reader->thread, read_forever, reader) == 0);
    return reader;
}

static void on_closed(uv_handle_t *handle)
{
    struct reader *reader = handle->data;
    uv_cond_destroy(&reader->wake);
    uv_mutex_destroy(&reader->mutex);
    free(reader);
}

void reader_stop(struct reader *reader)
{
    uv_mutex_lock(&reader->mutex);
    reader->ending = true;
    uv_cond_signal(&reader->wake);
    uv_mutex_unlock(&reader->mutex);
    uv_thread_join(&reader->thread);
    finish_read(reader);
    uv_close((uv_handle_t *)&reader->async, on_closed);
}
