/*
 * The pool: who works next. libuv's threads do the work; here it is decided which jobs they get.
 */
#include "jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NICENESS 10

static const struct {
    unsigned waiting; /* so many may wait; 0: any number */
    unsigned running; /* so many may run at a time */
} most[JOB_KINDS] = {
    [JOB_ROUND] = {0, JOB_THREADS},
    [JOB_ASKED] = {16, 1},
};

static void work(uv_work_t *request)
{
    struct job *job = request->data;
    /* Linux has a niceness for each thread; elsewhere this does nothing worse than to fail. */
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICENESS);
    job->work(job);
}

static struct job *take_first(struct jobs *jobs, unsigned kind)
{
    struct job *job = jobs->waiting[kind];
    jobs->waiting[kind] = job->next;
    jobs->waits[kind]--;
    return job;
}

static struct job *next_job(struct jobs *jobs)
{
    for (unsigned kind = 0; kind < JOB_KINDS; kind++)
        if (jobs->waiting[kind] != NULL && jobs->runs[kind] < most[kind].running)
            return take_first(jobs, kind);
    return NULL;
}

static void pump(struct jobs *jobs);

static void after_work(uv_work_t *request, int status)
{
    struct job *job = request->data;
    struct jobs *jobs = job->jobs;
    (void)status;
    jobs->taken[job->thread] = false;
    jobs->runs[job->kind]--;
    job->done(job, true);
    pump(jobs);
}

/* The threads that have nothing to do get something. */
static void pump(struct jobs *jobs)
{
    for (unsigned thread = 0; thread < JOB_THREADS; thread++) {
        struct job *job = jobs->taken[thread] ? NULL : next_job(jobs);
        if (job == NULL)
            continue;
        jobs->taken[thread] = true;
        jobs->runs[job->kind]++;
        job->thread = thread;
        job->request.data = job;
        uv_queue_work(&jobs->base->loop, &job->request, work, after_work);
    }
}

bool jobs_add(struct jobs *jobs, enum job_kind kind, struct job *job)
{
    if (atomic_load(&jobs->cancelled) || (most[kind].waiting > 0 && jobs->waits[kind] >= most[kind].waiting))
        return false;
    job->jobs = jobs;
    job->kind = kind;
    struct job **link = &jobs->waiting[kind];
    while (*link != NULL)
        link = &(*link)->next;
    *link = job;
    jobs->waits[kind]++;
    pump(jobs);
    return true;
}

unsigned jobs_count(const struct jobs *jobs)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < JOB_KINDS; kind++)
        count += jobs->waits[kind] + jobs->runs[kind];
    return count;
}

/* ---- beginning and end ---- */

void jobs_start(struct jobs *jobs)
{
    char threads[8];
    snprintf(threads, sizeof threads, "%d", JOB_THREADS);
    setenv("UV_THREADPOOL_SIZE", threads, 1); /* nothing else uses libuv's threads */
    atomic_init(&jobs->cancelled, false);
}

/* What runs comes back through after_work. */
void jobs_cancel(struct jobs *jobs)
{
    atomic_store(&jobs->cancelled, true);
    for (unsigned kind = 0; kind < JOB_KINDS; kind++) {
        while (jobs->waiting[kind] != NULL) {
            struct job *job = take_first(jobs, kind);
            job->done(job, false);
        }
    }
}
