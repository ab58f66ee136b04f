/*
 * Work off the event loop: a queue, a few threads, and the solver as the work they do.
 *
 * Rounds come first (bots wait for them, and R18 asks for proof that a target can be reached); what people ask over
 * HTTP has at most one thread. Every search is bounded in nodes and memory, and the threads are nice to the one that
 * plays, so that no amount of work is felt at the tables. Nothing here knows what a table or a request is.
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include "../base/base.h"

#include <carom/answer.h>
#include <stdatomic.h>

#define JOB_THREADS 2

/* What a job is for, most urgent first. */
enum job_kind {
    JOB_ROUND, /* a round at a table */
    JOB_ASKED, /* what somebody asked over HTTP */
};
#define JOB_KINDS 2

/* ---- pool.c: any work ---- */

/* A piece of work. Whoever adds it embeds this in what it needs for it, and fills in the two functions. */
struct job {
    void (*work)(struct job *job);            /* on another thread */
    void (*done)(struct job *job, bool done); /* on the loop; false: it was never begun. Owns the job from then on */

    struct jobs *jobs; /* the pool's own, from here */
    struct job *next;
    uv_work_t request;
    enum job_kind kind;
    unsigned thread; /* which one works: 0 to JOB_THREADS - 1 */
};

struct engine;

struct jobs {
    struct base *base;
    struct job *waiting[JOB_KINDS]; /* first come, first served */
    unsigned waits[JOB_KINDS];
    unsigned runs[JOB_KINDS];
    bool taken[JOB_THREADS];
    atomic_bool cancelled;
    struct engine *engines[JOB_THREADS]; /* solve.c: each thread's solver */
};

void jobs_start(struct jobs *jobs);
/* No more of it: what waits is given back, what runs ends soon. */
void jobs_cancel(struct jobs *jobs);
/* False: too many of that kind wait, or all is being cancelled; the job is still the caller's. */
bool jobs_add(struct jobs *jobs, enum job_kind kind, struct job *job);
/* Jobs that wait or run. */
unsigned jobs_count(const struct jobs *jobs);

/* ---- solve.c: the solver's work ---- */

struct question {
    struct carom_puzzle puzzle;
    bool no_ricochet;
    bool all;      /* how many routes are as short, and some of them; left out where that would take long */
    bool detours;  /* longer routes too, which follow from `seed` */
    uint64_t seed; /* ... */
};

struct finding {
    struct detour *detours; /* cheapest first */
    unsigned detour_count;
    struct carom_answer answer; /* last: a finding ends behind the last move of the route */
};

/* `finding` is the receiver's (finding_free); NULL: the question was never looked at. */
typedef void solve_done(void *context, struct finding *finding);
/* False: too much to do; `done` is not called. */
bool jobs_solve(struct jobs *jobs, enum job_kind kind, const struct question *question, solve_done *done,
                void *context);
void finding_free(struct finding *finding);
/* An end to the threads' solvers. Only when nothing waits or runs any more. */
void jobs_stop(struct jobs *jobs);

/* ---- detours.c: routes that are right but not the shortest, as people find them ---- */

#define DETOURS 3
#define DETOUR_MOVES 40

struct detour {
    uint32_t cost;
    uint32_t moves;
    struct carom_move route[DETOUR_MOVES];
};

/* Finds up to DETOURS routes that cost more than `shortest`, cheapest first, and returns how many. They follow from the
 * seed: the same position and seed give the same detours. Each is checked move by move: it ends on the target with its
 * ricochet made, and never stopped there without (R7). */
unsigned detours_find(struct carom_solver *solver, const struct carom_position *position,
                      const struct carom_solution *shortest, uint64_t seed, const struct carom_solve_options *options,
                      struct detour detours[DETOURS]);

#endif
