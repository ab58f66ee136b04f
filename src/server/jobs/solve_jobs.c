/*
 * Solving on threads: each has a solver that keeps its memory between requests unless it has grown large. Only one may
 * be large at a time; another that needs as much waits for it.
 */
#include "jobs.h"

#include <carom/libc_allocator.h>
#include <carom/team.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_MAX ((size_t)64 << 20)        /* per solver: twice what dealt positions need */
#define MEMORY_KEEP_BYTES ((size_t)16 << 20) /* a solver above this is large, and its memory is freed afterwards */
#define WARM_BYTES ((size_t)4 << 20)         /* per solver: tables of known boards, three boards with all targets */
#define LISTED_ROUTES_MAX 8                  /* routes */
#define LISTED_NODES 50000
#define TEAM_THREADS 2 /* on one search */

/* A solver and how much memory it holds. */
struct solve_job;

struct thread_solver {
    struct carom_solver *solver;
    size_t used;
    bool large;
    uv_sem_t *may_be_large;
    struct solve_job *job; /* its current job */
    uint64_t deadline;     /* of that job, in ms */
};

struct solve_job {
    struct job job;
    struct solve_request request;
    struct solve_callback callback;
    struct solve_result *result;
    uint64_t tables_built;
};

/* ---- on the other threads ---- */

#define LARGE_MS 5 /* interval of trying to get the slot */

static bool cancelled(void *context)
{
    struct solve_job *job = context;
    return atomic_load(&job->job.dropped) || atomic_load(&job->job.jobs->cancelled);
}

static uint64_t now_ms(void *context)
{
    (void)context;
    return uv_hrtime() / 1000000;
}

/* Waits for the large-memory slot, at most until the job's deadline. */
static bool become_large(struct thread_solver *thread_solver)
{
    while (!thread_solver->large) {
        if (thread_solver->job == NULL || cancelled(thread_solver->job) || now_ms(NULL) >= thread_solver->deadline)
            return false;
        thread_solver->large = uv_sem_trywait(thread_solver->may_be_large) == 0;
        if (!thread_solver->large)
            uv_sleep(LARGE_MS);
    }
    return true;
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    struct thread_solver *thread_solver = context;
    size_t before = block != NULL ? old_size : 0;
    if (new_size == 0) {
        free(block);
        thread_solver->used -= before;
        return NULL;
    }
    if (thread_solver->used - before + new_size > MEMORY_MAX)
        return NULL;
    if (thread_solver->used - before + new_size > MEMORY_KEEP_BYTES && !become_large(thread_solver))
        return NULL;
    void *resized = realloc(block, new_size);
    if (resized != NULL)
        thread_solver->used = thread_solver->used - before + new_size;
    return resized;
}

static struct carom_solver *solver_of(struct job *job)
{
    struct thread_solver **thread_solver = &job->jobs->engines[job->thread];
    if (*thread_solver == NULL) {
        *thread_solver = xcalloc(sizeof **thread_solver);
        (*thread_solver)->may_be_large = &job->jobs->large_memory_slot;
    }
    struct carom_allocator allocator = {resize, *thread_solver};
    (*thread_solver)->job = (struct solve_job *)job;
    (*thread_solver)->deadline = now_ms(NULL) + (*thread_solver)->job->request.ms;
    if ((*thread_solver)->solver == NULL) {
        (*thread_solver)->solver = carom_solver_new(&allocator);
        if ((*thread_solver)->solver != NULL)
            carom_solver_keep_boards((*thread_solver)->solver, WARM_BYTES); /* without memory: fewer */
    }
    return (*thread_solver)->solver;
}

/* Frees the memory of a large search. */
static void shrink(struct thread_solver *thread_solver)
{
    if (!thread_solver->large)
        return;
    carom_solver_free(thread_solver->solver);
    thread_solver->solver = NULL;
    thread_solver->large = false;
    uv_sem_post(thread_solver->may_be_large);
}

/* A search gets a second core while there is no other job. */
static void run_with_team(void *context, void (*work)(void *state, unsigned part), void *state)
{
    struct jobs *jobs = context;
    if (atomic_load(&jobs->demand) > 1 || atomic_exchange(&jobs->team_busy, true)) {
        work(state, 0);
        return;
    }
    if (jobs->team == NULL && uv_available_parallelism() > 1)
        jobs->team = carom_team_new(TEAM_THREADS); /* here, so that its thread has this one's low priority */
    if (jobs->team != NULL)
        jobs->team->run(jobs->team->context, work, state);
    else
        work(state, 0);
    atomic_store(&jobs->team_busy, false);
}

/* Lists more shortest routes; skipped if that would take long. */
static void list_routes(struct solve_job *job, struct carom_solver *solver, const struct carom_solve_options *options)
{
    struct carom_answer *answer = &job->result->answer;
    static _Thread_local struct carom_answer all;
    if (answer->solution.nodes > LISTED_NODES)
        return;
    if (carom_answer_solve_all(solver, &job->request.puzzle, options, LISTED_ROUTES_MAX, &carom_libc_allocator, &all) ==
        CAROM_SOLVE_FOUND) {
        answer->counted = all.counted;
        answer->routes = all.routes;
        answer->list = all.list;
    } else {
        carom_answer_destroy(&all);
    }
}

static void solve(struct job *job)
{
    struct solve_job *solve_job = (struct solve_job *)job;
    const struct solve_request *request = &solve_job->request;
    struct carom_solve_options options = {
        .no_ricochet = request->no_ricochet,
        .max_nodes = request->nodes,
        .cancelled = cancelled,
        .context = solve_job,
        .max_ms = request->ms,
        .now = now_ms,
    };
    const struct carom_team team = {.run = run_with_team, .context = job->jobs, .threads = TEAM_THREADS};
    options.team = &team;
    bool slides = request->puzzle.game == CAROM_GAME_RICOCHET;
    struct carom_solver *solver = slides ? solver_of(job) : NULL;
    uint64_t built = solver != NULL ? carom_solver_tables_built(solver) : 0;
    solve_job->result = xcalloc(sizeof *solve_job->result);
    solve_job->result->refs = 1;
    bool found =
        carom_answer_solve(solver, &request->puzzle, &options, &solve_job->result->answer) == CAROM_SOLVE_FOUND;
    if (found && slides && request->all)
        list_routes(solve_job, solver, &options);
    if (solver != NULL)
        solve_job->tables_built = carom_solver_tables_built(solver) - built;
    if (slides)
        shrink(job->jobs->engines[job->thread]);
}

/* ---- back on the loop ---- */

static void free_engine(struct thread_solver **thread_solver)
{
    if (*thread_solver != NULL && (*thread_solver)->solver != NULL)
        carom_solver_free((*thread_solver)->solver);
    free(*thread_solver);
    *thread_solver = NULL;
}

void jobs_stop(struct jobs *jobs)
{
    for (unsigned i = 0; i < JOB_SOLVERS; i++)
        free_engine(&jobs->engines[i]);
    carom_team_free(jobs->team);
    jobs->team = NULL;
    uv_sem_destroy(&jobs->large_memory_slot);
    solve_cache_destroy(jobs);
}

static void finish(struct job *job, bool done)
{
    struct solve_job *solve_job = (struct solve_job *)job;
    struct jobs *jobs = job->jobs;
    struct solve_result *result = done ? solve_job->result : NULL;
    if (done) {
        jobs->base->metrics.solves_total++;
        jobs->base->metrics.tables_built_total += solve_job->tables_built;
        if (result->answer.solution.status != CAROM_SOLVE_CANCELLED)
            solve_cache_put(jobs, &solve_job->request, result);
    }
    solve_job->callback.done(solve_job->callback.context, result);
    free(solve_job);
}

void solve_result_unref(struct solve_result *result)
{
    if (--result->refs > 0)
        return;
    carom_answer_destroy(&result->answer);
    free(result);
}

static bool wanted(struct job *job)
{
    const struct solve_callback *callback = &((struct solve_job *)job)->callback;
    return callback->wanted == NULL || callback->wanted(callback->context);
}

void solve_job_cancel(struct solve_job *job)
{
    atomic_store(&job->job.dropped, true);
    jobs_remove(&job->job);
}

struct solve_job *jobs_solve(struct jobs *jobs, enum job_kind kind, const struct solve_request *request,
                             struct solve_callback callback)
{
    struct solve_job *job = xcalloc(sizeof *job);
    job->job = (struct job){.work = solve, .done = finish, .wanted = wanted, .flow = request->flow};
    job->request = *request;
    job->callback = callback;
    if (jobs_add(jobs, kind, &job->job))
        return job;
    free(job);
    return NULL;
}
