/*
 * Solving: each thread has a solver of its own, which keeps its memory from one question to the next unless it has
 * grown large. One may be large at a time: another that needs as much waits for it.
 */
#include "jobs.h"

#include <carom/heap.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_MOST ((size_t)64 << 20) /* of one solver: twice what is needed for what is dealt */
#define MEMORY_KEEP ((size_t)16 << 20) /* a solver that has grown beyond this is large, and not kept */
#define LISTED_MOST 8                  /* routes */
#define LISTED_NODES 50000

/* A solver and how much memory it holds. */
struct solving;

struct engine {
    struct carom_solver *solver;
    size_t used;
    bool large;
    uv_sem_t *may_be_large;
    struct solving *solving; /* what it works on */
    uint64_t deadline;       /* of that, in ms */
};

struct solving {
    struct job job;
    struct question question;
    struct asker asker;
    struct finding *finding;
};

/* ---- on the other threads ---- */

#define LARGE_MS 5 /* so often it is tried to become large */

static bool cancelled(void *context)
{
    struct solving *solving = context;
    return atomic_load(&solving->job.dropped) || atomic_load(&solving->job.jobs->cancelled);
}

static uint64_t now_ms(void *context)
{
    (void)context;
    return uv_hrtime() / 1000000;
}

/* Waits for the right to much memory, but not longer than for anything else. */
static bool become_large(struct engine *engine)
{
    while (!engine->large) {
        if (engine->solving == NULL || cancelled(engine->solving) || now_ms(NULL) >= engine->deadline)
            return false;
        engine->large = uv_sem_trywait(engine->may_be_large) == 0;
        if (!engine->large)
            uv_sleep(LARGE_MS);
    }
    return true;
}

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    struct engine *engine = context;
    size_t before = block != NULL ? old_size : 0;
    if (new_size == 0) {
        free(block);
        engine->used -= before;
        return NULL;
    }
    if (engine->used - before + new_size > MEMORY_MOST)
        return NULL;
    if (engine->used - before + new_size > MEMORY_KEEP && !become_large(engine))
        return NULL;
    void *resized = realloc(block, new_size);
    if (resized != NULL)
        engine->used = engine->used - before + new_size;
    return resized;
}

static struct carom_solver *solver_of(struct job *job)
{
    struct engine **engine = &job->jobs->engines[job->thread];
    if (*engine == NULL) {
        *engine = must_alloc(sizeof **engine);
        (*engine)->may_be_large = &job->jobs->may_be_large;
    }
    struct carom_memory memory = {resize, *engine};
    (*engine)->solving = (struct solving *)job;
    (*engine)->deadline = now_ms(NULL) + (*engine)->solving->question.ms;
    if ((*engine)->solver == NULL)
        (*engine)->solver = carom_solver_new(&memory);
    return (*engine)->solver;
}

/* Gives back what a large search has taken. */
static void shrink(struct engine *engine)
{
    if (!engine->large)
        return;
    carom_solver_free(engine->solver);
    engine->solver = NULL;
    engine->large = false;
    uv_sem_post(engine->may_be_large);
}

/* Routes that are as short; left out where finding them would take long. */
static void list_routes(struct solving *solving, struct carom_solver *solver, const struct carom_solve_options *options)
{
    struct carom_answer *answer = &solving->finding->answer;
    static _Thread_local struct carom_answer all;
    if (answer->solution.nodes > LISTED_NODES)
        return;
    if (carom_answer_find_all(solver, &solving->question.puzzle, options, LISTED_MOST, &carom_heap, &all) ==
        CAROM_SOLVE_FOUND) {
        answer->counted = all.counted;
        answer->routes = all.routes;
        answer->list = all.list;
    } else {
        carom_answer_done(&all);
    }
}

static void solve(struct job *job)
{
    struct solving *solving = (struct solving *)job;
    const struct question *question = &solving->question;
    struct carom_solve_options options = {
        .no_ricochet = question->no_ricochet,
        .max_nodes = question->nodes,
        .cancelled = cancelled,
        .context = solving,
        .max_ms = question->ms,
        .now = now_ms,
    };
    bool slides = question->puzzle.game == CAROM_GAME_RICOCHET;
    struct carom_solver *solver = slides ? solver_of(job) : NULL;
    solving->finding = must_alloc(sizeof *solving->finding);
    solving->finding->users = 1;
    bool found = carom_answer_find(solver, &question->puzzle, &options, &solving->finding->answer) == CAROM_SOLVE_FOUND;
    if (found && slides && question->all)
        list_routes(solving, solver, &options);
    if (slides)
        shrink(job->jobs->engines[job->thread]);
}

/* ---- back on the loop ---- */

static void free_engine(struct engine **engine)
{
    if (*engine != NULL && (*engine)->solver != NULL)
        carom_solver_free((*engine)->solver);
    free(*engine);
    *engine = NULL;
}

void jobs_stop(struct jobs *jobs)
{
    for (unsigned i = 0; i < JOB_SOLVERS; i++)
        free_engine(&jobs->engines[i]);
    uv_sem_destroy(&jobs->may_be_large);
    cache_done(jobs);
}

static void finish(struct job *job, bool done)
{
    struct solving *solving = (struct solving *)job;
    struct jobs *jobs = job->jobs;
    struct finding *finding = done ? solving->finding : NULL;
    if (done) {
        jobs->base->metrics.solved_total++;
        if (finding->answer.solution.status != CAROM_SOLVE_CANCELLED)
            cache_keep(jobs, &solving->question, finding);
    }
    solving->asker.done(solving->asker.context, finding);
    free(solving);
}

void finding_free(struct finding *finding)
{
    if (--finding->users > 0)
        return;
    carom_answer_done(&finding->answer);
    free(finding);
}

static bool wanted(struct job *job)
{
    const struct asker *asker = &((struct solving *)job)->asker;
    return asker->wanted == NULL || asker->wanted(asker->context);
}

void solve_drop(struct solving *solving)
{
    atomic_store(&solving->job.dropped, true);
    jobs_remove(&solving->job);
}

struct solving *jobs_solve(struct jobs *jobs, enum job_kind kind, const struct question *question, struct asker asker)
{
    struct solving *solving = must_alloc(sizeof *solving);
    solving->job = (struct job){.work = solve, .done = finish, .wanted = wanted, .asker = question->asker};
    solving->question = *question;
    solving->asker = asker;
    if (jobs_add(jobs, kind, &solving->job))
        return solving;
    free(solving);
    return NULL;
}
