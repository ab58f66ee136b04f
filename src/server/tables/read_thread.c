/*
 * Reading on another thread where it may take long.
 *
 * Tables in a file are read directly, which takes microseconds. A database takes a round trip at best and seconds when
 * it is in trouble, so a thread waits for it while everybody else plays on. Records are read by a thread of their own
 * also in a file: those of a match may be tens of thousands. Clients that ask for records take turns, so that nobody
 * waits for more than one such match of another.
 */
#include "internal.h"

#include <stdlib.h>

#define FLOWS 256 /* turns are remembered by a hash of the flow; collisions are rare */

struct read_job {
    struct read_job *next;
    uint64_t flow;
    read_thread_work *work;
    read_thread_done *done;
    void *context;
};

struct read_queue {
    struct read_job *first;
    struct read_job **end;
};

struct read_thread {
    struct store *store;
    uv_thread_t thread;
    uv_async_t async; /* a read has finished */
    uv_mutex_t mutex; /* guards the members below */
    uv_cond_t wake;
    struct read_queue waiting;
    struct read_queue read;
    uint64_t last_served[FLOWS]; /* by hash of the flow: when it had its last turn */
    uint64_t serve_count;
    bool ending;
};

static void enqueue(struct read_queue *list, struct read_job *job)
{
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

static struct read_job *dequeue(struct read_queue *list)
{
    struct read_job *job = list->first;
    if (job == NULL)
        return NULL;
    list->first = job->next;
    if (list->first == NULL)
        list->end = &list->first;
    return job;
}

static uint64_t *last_served(struct read_thread *reader, uint64_t flow)
{
    return &reader->last_served[(flow * 0x9e3779b97f4a7c15u >> 32) % FLOWS];
}

/* Takes the first job of the server itself, or else of the flow that has waited longest for a turn. */
static struct read_job *take_next(struct read_thread *reader)
{
    struct read_queue *list = &reader->waiting;
    struct read_job **best = &list->first;
    for (struct read_job **link = best; *link != NULL && (*best)->flow != 0; link = &(*link)->next)
        if ((*link)->flow == 0 || *last_served(reader, (*link)->flow) < *last_served(reader, (*best)->flow))
            best = link;
    struct read_job *job = *best;
    if (job == NULL)
        return NULL;
    *best = job->next;
    if (job->next == NULL)
        list->end = best;
    if (job->flow != 0)
        *last_served(reader, job->flow) = ++reader->serve_count;
    return job;
}

static void read_thread_main(void *context)
{
    struct read_thread *reader = context;
    struct read_job *job;
    uv_mutex_lock(&reader->mutex);
    for (;;) {
        while ((job = take_next(reader)) == NULL && !reader->ending)
            uv_cond_wait(&reader->wake, &reader->mutex);
        if (job == NULL)
            break;
        uv_mutex_unlock(&reader->mutex);
        job->work(reader->store, job->context);
        uv_mutex_lock(&reader->mutex);
        enqueue(&reader->read, job);
        uv_async_send(&reader->async);
    }
    uv_mutex_unlock(&reader->mutex);
}

static void finish_read(struct read_thread *reader)
{
    struct read_job *job;
    do {
        uv_mutex_lock(&reader->mutex);
        job = dequeue(&reader->read);
        uv_mutex_unlock(&reader->mutex);
        if (job != NULL)
            job->done(job->context);
        free(job);
    } while (job != NULL);
}

static void on_read(uv_async_t *async)
{
    finish_read(async->data);
}

void read_thread_run(struct read_thread *reader, uint64_t flow, read_thread_work *work, read_thread_done *done,
                     void *context)
{
    struct read_job *job = xcalloc(sizeof *job);
    *job = (struct read_job){.flow = flow, .work = work, .done = done, .context = context};
    uv_mutex_lock(&reader->mutex);
    enqueue(&reader->waiting, job);
    uv_cond_signal(&reader->wake);
    uv_mutex_unlock(&reader->mutex);
}

void read_async(struct tables *tables, read_thread_work *work, read_thread_done *done, void *context)
{
    if (tables->reader != NULL) {
        read_thread_run(tables->reader, 0, work, done, context);
        return;
    }
    work(tables->store, context);
    done(context);
}

void read_thread_cancel(struct read_thread *reader)
{
    struct read_job *job;
    uv_mutex_lock(&reader->mutex);
    while ((job = dequeue(&reader->waiting)) != NULL)
        enqueue(&reader->read, job);
    uv_mutex_unlock(&reader->mutex);
}

struct read_thread *read_thread_start(uv_loop_t *loop, struct store *store)
{
    struct read_thread *reader = xcalloc(sizeof *reader);
    reader->store = store;
    reader->waiting.end = &reader->waiting.first;
    reader->read.end = &reader->read.first;
    uv_mutex_init(&reader->mutex);
    uv_cond_init(&reader->wake);
    uv_async_init(loop, &reader->async, on_read);
    reader->async.data = reader;
    check_alloc(uv_thread_create(&reader->thread, read_thread_main, reader) == 0);
    return reader;
}

static void on_closed(uv_handle_t *handle)
{
    struct read_thread *reader = handle->data;
    uv_cond_destroy(&reader->wake);
    uv_mutex_destroy(&reader->mutex);
    free(reader);
}

void read_thread_stop(struct read_thread *reader)
{
    uv_mutex_lock(&reader->mutex);
    reader->ending = true;
    uv_cond_signal(&reader->wake);
    uv_mutex_unlock(&reader->mutex);
    uv_thread_join(&reader->thread);
    finish_read(reader);
    uv_close((uv_handle_t *)&reader->async, on_closed);
}
