/*
 * Work off the event loop: a queue, a few threads, and the solver.
 *
 * Rounds come first (bots wait for them, and R18 needs proof that a target can be reached); HTTP requests have at most
 * one thread. Pictures have a thread of their own, so that they never wait for a search. Within a kind, flows are
 * served fairly: the one served longest ago comes next, however much others ask. Every search is bounded in nodes, time
 * and memory, and is cancelled when nobody waits for it. The threads have a low priority, so that no amount of work is
 * felt at the tables. Nothing here knows about tables or requests.
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include "../base/base.h"

#include <carom/answer.h>
#include <stdatomic.h>

#define JOB_SOLVERS 2                 /* threads that solve */
#define JOB_THREADS (JOB_SOLVERS + 1) /* and one that renders pictures */

/* What a job is for, most urgent first. */
enum job_kind {
    JOB_ROUND, /* a round at a table */
    JOB_HTTP,  /* a search requested over HTTP */
    JOB_DRAWN, /* a picture requested over HTTP */
};
#define JOB_KINDS 3

#define JOB_FLOWS 1024 /* flows that are told apart */

/* ---- pool.c ---- */

/* A job. Embed it in your own struct and fill in the callbacks. */
struct job {
    void (*work)(struct job *job); /* runs on another thread */
    void (*done)(struct job *job,
                 bool done);         /* runs on the loop; false: it was never started. Receives ownership of the job */
    bool (*wanted)(struct job *job); /* called on the loop before it starts and periodically; NULL: always wanted */
    uint64_t flow;                   /* key of fair queueing */

    struct jobs *jobs; /* private to the pool from here on */
    struct job *next;
    uv_work_t request;
    enum job_kind kind;
    unsigned thread;     /* the thread that runs it: 0 to JOB_THREADS - 1 */
    atomic_bool dropped; /* cancelled: it should end soon */
};

struct thread_solver;
struct solve_cache;

struct jobs {
    struct base *base;
    struct job *waiting[JOB_KINDS];  /* in order of arrival */
    struct job **tails[JOB_KINDS];   /* where the next one is linked */
    uint64_t serve_count;            /* jobs served so far */
    uint64_t last_served[JOB_FLOWS]; /* [flow]: serve_count when it was last served */
    unsigned waiting_count[JOB_KINDS];
    unsigned running_count[JOB_KINDS];
    struct job *thread_busy[JOB_THREADS]; /* [thread]: its job; NULL: idle */
    atomic_bool cancelled;
    struct thread_solver *engines[JOB_SOLVERS]; /* [thread]: its solver (solve_jobs.c) */
    uv_sem_t large_memory_slot;                 /* held by the one solver that may use much memory */
    atomic_uint demand;                         /* jobs waiting or running, for the other threads */
    struct carom_team *team;                    /* helps a search that is alone; NULL: not started, or one core */
    atomic_bool team_busy;
    struct solve_cache *cache;
};

void jobs_start(struct jobs *jobs);
/* Cancels everything: waiting jobs are given back, running ones end soon. */
void jobs_cancel(struct jobs *jobs);
/* False: the queue of that kind is full, or everything is being cancelled; the job stays the caller's. If the queue
 * is full, the flow with the most waiting jobs loses one to a flow that has fewer. */
bool jobs_add(struct jobs *jobs, enum job_kind kind, struct job *job);
/* The job is no longer wanted. If it has not started it is given back at once, and true is returned. */
bool jobs_remove(struct job *job);
/* Call several times a second: cancels running jobs that nobody wants any more. */
void jobs_sweep(struct jobs *jobs);
/* The serve_count at which this flow was last served; 0: never. */
uint64_t jobs_last_served(const struct jobs *jobs, uint64_t asker);
/* Jobs waiting or running. */
unsigned jobs_count(const struct jobs *jobs);

/* ---- solve_jobs.c: the solver's work ---- */

struct solve_request {
    struct carom_puzzle puzzle;
    bool no_ricochet;
    bool all;       /* also counts the shortest routes and lists some; skipped if it would take long */
    uint64_t nodes; /* node limit */
    uint32_t ms;    /* time limit, from when the search starts */
    uint64_t flow;  /* key of fair queueing */
};

/* A reference-counted result, shared by all who asked. */
struct solve_result {
    unsigned refs;
    struct carom_answer answer;
};

/* Who receives the result. */
struct solve_callback {
    /* `result` belongs to the callee (solve_result_unref); NULL: the search was never started. */
    void (*done)(void *context, struct solve_result *result);
    bool (*wanted)(void *context); /* called before the search starts and while it runs; NULL: always wanted */
    void *context;
};
struct solve_job;

/* NULL if the queue is full: the callback does not run. Otherwise it runs exactly once; until then the job can be
 * cancelled.
 */
struct solve_job *jobs_solve(struct jobs *jobs, enum job_kind kind, const struct solve_request *request,
                             struct solve_callback callback);
/* Cancels the job: `done` is called at once if the search has not started, soon if it has. */
void solve_job_cancel(struct solve_job *job);
void solve_result_unref(struct solve_result *result);
/* Frees the threads' solvers. Nothing may be waiting or running. */
void jobs_stop(struct jobs *jobs);

/* ---- solve_cache.c ---- */

/* The cached result of the same request, with a reference for the caller; NULL: none. */
struct solve_result *solve_cache_get(struct jobs *jobs, const struct solve_request *request);
/* Caches a result. */
void solve_cache_put(struct jobs *jobs, const struct solve_request *request, struct solve_result *result);
void solve_cache_destroy(struct jobs *jobs);

#endif
