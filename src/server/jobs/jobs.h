/*
 * Work off the event loop: a queue, a few threads, and the solver as the work they do.
 *
 * Rounds come first (bots wait for them, and R18 asks for proof that a target can be reached); what people ask over
 * HTTP has at most one thread. Pictures have a thread of their own, so that they never wait for a search. Within a kind
 * askers take turns: whoever was served longest ago comes next, however much others ask. Every search is bounded in
 * nodes, time and memory and ends when nobody waits for it any more, and the threads are nice to the one that plays, so
 * that no amount of work is felt at the tables. Nothing here knows what a table or a request is.
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include "../base/base.h"

#include <carom/answer.h>
#include <stdatomic.h>

#define JOB_SOLVERS 2                 /* threads that search ... */
#define JOB_THREADS (JOB_SOLVERS + 1) /* ... and one that draws */

/* What a job is for, most urgent first. */
enum job_kind {
    JOB_ROUND, /* a round at a table */
    JOB_HTTP,  /* what somebody asked over HTTP */
    JOB_DRAWN, /* a picture that somebody asked for over HTTP */
};
#define JOB_KINDS 3

#define JOB_FLOWS 1024 /* whose turns are told apart */

/* ---- pool.c: any work ---- */

/* A piece of work. Whoever adds it embeds this in what it needs for it, and fills in the two functions. */
struct job {
    void (*work)(struct job *job);            /* on another thread */
    void (*done)(struct job *job, bool done); /* on the loop; false: it was never begun. Owns the job from then on */
    bool (*wanted)(struct job *job);          /* on the loop, before it is begun and now and then; NULL: always */
    uint64_t flow;                            /* who takes turns: a number for each */

    struct jobs *jobs; /* the pool's own, from here */
    struct job *next;
    uv_work_t request;
    enum job_kind kind;
    unsigned thread;     /* which one works: 0 to JOB_THREADS - 1 */
    atomic_bool dropped; /* nobody wants it any more: it should end soon */
};

struct thread_solver;
struct solve_cache;

struct jobs {
    struct base *base;
    struct job *waiting[JOB_KINDS];  /* in the order in which they came */
    struct job **tails[JOB_KINDS];   /* where the next one is hung */
    uint64_t serve_count;            /* so far */
    uint64_t last_served[JOB_FLOWS]; /* the turn in which an asker was served last */
    unsigned waiting_count[JOB_KINDS];
    unsigned running_count[JOB_KINDS];
    struct job *thread_busy[JOB_THREADS]; /* what each works on; NULL: nothing */
    atomic_bool cancelled;
    struct thread_solver *engines[JOB_SOLVERS]; /* solve_jobs.c: each thread's solver ... */
    uv_sem_t large_memory_slot;                 /* ... and the right to much memory, which one of them has */
    struct solve_cache *cache;
};

void jobs_start(struct jobs *jobs);
/* No more of it: what waits is given back, what runs ends soon. */
void jobs_cancel(struct jobs *jobs);
/* False: too many of that kind wait, or all is being cancelled; the job is still the caller's. Where there is no room,
 * the one who has most waiting gives way to somebody who has less. */
bool jobs_add(struct jobs *jobs, enum job_kind kind, struct job *job);
/* Nobody wants it any more: if it has not been begun it is given back at once, and true is returned. */
bool jobs_remove(struct job *job);
/* What runs and nobody wants any more is told to end. Several times a second. */
void jobs_sweep(struct jobs *jobs);
/* The turn in which this asker was served last; 0: never. */
uint64_t jobs_last_served(const struct jobs *jobs, uint64_t asker);
/* Jobs that wait or run. */
unsigned jobs_count(const struct jobs *jobs);

/* ---- solve_jobs.c: the solver's work ---- */

struct solve_request {
    struct carom_puzzle puzzle;
    bool no_ricochet;
    bool all;       /* how many routes are as short, and some of them; left out where that would take long */
    uint64_t nodes; /* the bound of the search ... */
    uint32_t ms;    /* ... and in time, from when it begins */
    uint64_t flow;  /* who takes turns */
};

/* What was found; several may look at it. */
struct solve_result {
    unsigned refs;
    struct carom_answer answer;
};

/* Whoever asks. */
struct solve_callback {
    /* `finding` is the receiver's (solve_result_unref); NULL: the question was never looked at. */
    void (*done)(void *context, struct solve_result *result);
    bool (*wanted)(void *context); /* asked before the search begins and while it runs; NULL: always */
    void *context;
};
struct solve_job;

/* NULL if the queue is full: the callback does not run. Otherwise it runs exactly once; until then the job can be
 * cancelled.
 */
struct solve_job *jobs_solve(struct jobs *jobs, enum job_kind kind, const struct solve_request *request,
                             struct solve_callback callback);
/* The answer is not wanted any more: `done` comes at once if the search has not begun, soon if it has. */
void solve_job_cancel(struct solve_job *job);
void solve_result_unref(struct solve_result *result);
/* An end to the threads' solvers. Only when nothing waits or runs any more. */
void jobs_stop(struct jobs *jobs);

/* ---- solve_cache.c: what was found lately ---- */

/* What was found for the same question, for the caller to free; NULL: nothing is known. */
struct solve_result *solve_cache_get(struct jobs *jobs, const struct solve_request *request);
/* Keeps it for others who ask the same. */
void solve_cache_put(struct jobs *jobs, const struct solve_request *request, struct solve_result *result);
void solve_cache_destroy(struct jobs *jobs);

#endif
