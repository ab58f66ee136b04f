/*
 * The scheduler: libuv's threads do the work, and this decides which jobs they get.
 */
#include "jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NICENESS 10

static const struct {
    unsigned waiting; /* limit for waiting jobs; 0: none */
    unsigned each;    /* limit for waiting jobs per flow; 0: none */
    unsigned running; /* limit for running jobs */
} limits[JOB_KINDS] = {
    [JOB_ROUND] = {0, 0, JOB_SOLVERS},
    [JOB_HTTP] = {TEST_LIMIT(64, 3), TEST_LIMIT(8, 2), 1},
    [JOB_DRAWN] = {TEST_LIMIT(64, 3), TEST_LIMIT(8, 2), 1},
};

static void work(uv_work_t *request)
{
    struct job *job = request->data;
    /* Linux has a nice value per thread; elsewhere this fails harmlessly. */
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICENESS);
    job->work(job);
}

/* ---- fair queueing ---- */

/* Flows that hash to the same slot share their turns; collisions are rare. */
static unsigned flow_slot(uint64_t asker)
{
    return (unsigned)(asker * 0x9e3779b97f4a7c15u >> 32) % JOB_FLOWS;
}

uint64_t jobs_last_served(const struct jobs *jobs, uint64_t asker)
{
    return jobs->last_served[flow_slot(asker)];
}

static struct job *unlink_job(struct jobs *jobs, struct job **link)
{
    struct job *job = *link;
    *link = job->next;
    if (job->next == NULL)
        jobs->tails[job->kind] = link;
    job->next = NULL;
    jobs->waiting_count[job->kind]--;
    return job;
}

/* A flow never occupies all solver threads, or the others would wait for the longest of its searches. */
static bool flow_is_running(const struct jobs *jobs, unsigned kind, uint64_t asker)
{
    for (unsigned thread = 0; kind != JOB_DRAWN && thread < JOB_SOLVERS; thread++)
        if (jobs->thread_busy[thread] != NULL && jobs->thread_busy[thread]->flow == asker)
            return true;
    return false;
}

/* The first job of the flow served longest ago; NULL: none may start. */
static struct job *take_next(struct jobs *jobs, unsigned kind)
{
    struct job **first = NULL;
    for (struct job **link = &jobs->waiting[kind]; *link != NULL; link = &(*link)->next) {
        uint64_t asker = (*link)->flow;
        if (!flow_is_running(jobs, kind, asker) &&
            (first == NULL || jobs_last_served(jobs, asker) < jobs_last_served(jobs, (*first)->flow)))
            first = link;
        if (first == link && jobs_last_served(jobs, asker) == 0)
            break; /* never served, so nobody has waited longer */
    }
    if (first == NULL)
        return NULL;
    struct job *job = unlink_job(jobs, first);
    jobs->last_served[flow_slot(job->flow)] = ++jobs->serve_count;
    return job;
}

/* What a thread does next. Returns jobs that are no longer wanted to their owners on the way. */
static struct job *next_job(struct jobs *jobs, unsigned thread)
{
    unsigned first = thread < JOB_SOLVERS ? 0 : JOB_DRAWN, last = thread < JOB_SOLVERS ? JOB_HTTP : JOB_DRAWN;
    for (unsigned kind = first; kind <= last; kind++) {
        struct job *job;
        while (jobs->running_count[kind] < limits[kind].running && (job = take_next(jobs, kind)) != NULL) {
            if (job->wanted == NULL || job->wanted(job))
                return job;
            job->done(job, false);
        }
    }
    return NULL;
}

static unsigned count_waiting(const struct jobs *jobs, unsigned kind, uint64_t asker)
{
    unsigned count = 0;
    for (const struct job *job = jobs->waiting[kind]; job != NULL; job = job->next)
        count += job->flow == asker;
    return count;
}

/* Evicts the last job of the flow with the most waiting jobs, if those are more than the new flow has. */
static bool evict_from_largest_flow(struct jobs *jobs, unsigned kind, uint64_t asker)
{
    struct job **last = NULL;
    unsigned largest = count_waiting(jobs, kind, asker) + 1;
    for (struct job **link = &jobs->waiting[kind]; *link != NULL; link = &(*link)->next) {
        unsigned count = count_waiting(jobs, kind, (*link)->flow);
        if (count > largest || (last != NULL && count == largest)) {
            largest = count;
            last = link;
        }
    }
    if (last == NULL)
        return false;
    struct job *job = unlink_job(jobs, last);
    job->done(job, false);
    return true;
}

static bool queue_has_capacity(struct jobs *jobs, unsigned kind, uint64_t asker)
{
    if (limits[kind].each > 0 && count_waiting(jobs, kind, asker) >= limits[kind].each)
        return false;
    return limits[kind].waiting == 0 || jobs->waiting_count[kind] < limits[kind].waiting ||
           evict_from_largest_flow(jobs, kind, asker);
}

static void start_jobs(struct jobs *jobs);

static void after_work(uv_work_t *request, int status)
{
    struct job *job = request->data;
    struct jobs *jobs = job->jobs;
    (void)status;
    jobs->thread_busy[job->thread] = NULL;
    jobs->running_count[job->kind]--;
    job->done(job, true);
    start_jobs(jobs);
    atomic_store(&jobs->demand, jobs_count(jobs));
}

/* Gives work to idle threads. */
static void start_jobs(struct jobs *jobs)
{
    for (unsigned thread = 0; thread < JOB_THREADS; thread++) {
        struct job *job = jobs->thread_busy[thread] != NULL ? NULL : next_job(jobs, thread);
        if (job == NULL)
            continue;
        jobs->thread_busy[thread] = job;
        jobs->running_count[job->kind]++;
        job->thread = thread;
        job->request.data = job;
        uv_queue_work(&jobs->base->loop, &job->request, work, after_work);
    }
}

bool jobs_add(struct jobs *jobs, enum job_kind kind, struct job *job)
{
    if (atomic_load(&jobs->cancelled) || !queue_has_capacity(jobs, kind, job->flow))
        return false;
    job->jobs = jobs;
    job->kind = kind;
    job->next = NULL;
    atomic_init(&job->dropped, false);
    *jobs->tails[kind] = job;
    jobs->tails[kind] = &job->next;
    jobs->waiting_count[kind]++;
    start_jobs(jobs);
    atomic_store(&jobs->demand, jobs_count(jobs));
    return true;
}

bool jobs_remove(struct job *job)
{
    for (struct job **link = &job->jobs->waiting[job->kind]; *link != NULL; link = &(*link)->next) {
        if (*link == job) {
            unlink_job(job->jobs, link);
            job->done(job, false);
            return true;
        }
    }
    return false;
}

void jobs_sweep(struct jobs *jobs)
{
    for (unsigned thread = 0; thread < JOB_THREADS; thread++) {
        struct job *job = jobs->thread_busy[thread];
        if (job != NULL && job->wanted != NULL && !job->wanted(job))
            atomic_store(&job->dropped, true);
    }
}

unsigned jobs_count(const struct jobs *jobs)
{
    unsigned count = 0;
    for (unsigned kind = 0; kind < JOB_KINDS; kind++)
        count += jobs->waiting_count[kind] + jobs->running_count[kind];
    return count;
}

/* ---- starting and stopping ---- */

void jobs_start(struct jobs *jobs)
{
    char threads[8];
    snprintf(threads, sizeof threads, "%d", JOB_THREADS);
    setenv("UV_THREADPOOL_SIZE", threads, 1); /* nothing else uses libuv's threads */
    atomic_init(&jobs->cancelled, false);
    atomic_init(&jobs->demand, 0);
    atomic_init(&jobs->team_busy, false);
    check_alloc(uv_sem_init(&jobs->large_memory_slot, 1) == 0);
    for (unsigned kind = 0; kind < JOB_KINDS; kind++)
        jobs->tails[kind] = &jobs->waiting[kind];
}

/* Running jobs return through after_work. */
void jobs_cancel(struct jobs *jobs)
{
    atomic_store(&jobs->cancelled, true);
    for (unsigned kind = 0; kind < JOB_KINDS; kind++) {
        while (jobs->waiting[kind] != NULL) {
            struct job *job = unlink_job(jobs, &jobs->waiting[kind]);
            job->done(job, false);
        }
    }
}
