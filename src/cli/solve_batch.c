/*
 * A batch on several threads, answered in order.
 *
 * A position that is alone gets all threads (carom/team.h).
 *
 * Jobs wait in a ring. Whoever finishes the oldest one prints it and all finished ones behind it, so an answer never
 * waits for the next question, and a program at the other end of a pipe can talk with carom.
 */
#include "solve.h"

#include <carom/team.h>

#include <pthread.h>
#include <stdlib.h>

#define RING 64                      /* jobs under way at most */
#define WARM_BYTES ((size_t)8 << 20) /* per thread, for tables of boards that repeat */

enum job_state {
    JOB_FREE,
    JOB_WAITING,
    JOB_TAKEN,
    JOB_DONE,
};

struct job {
    enum job_state state;
    struct carom_puzzle puzzle;
    struct carom_text answer;
    int status;
};

struct solve_batch {
    const struct solve_options *options;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct job job[RING];
    uint64_t added, taken, printed; /* numbers of jobs so far */
    bool ending;
    int status;
    struct carom_team *team; /* NULL: one thread, or none to be had */
    bool team_busy;
    unsigned threads;
    pthread_t thread[];
};

/* Prints the oldest jobs that are done. The lock is held. */
static void print_done(struct solve_batch *batch)
{
    while (batch->printed < batch->taken && batch->job[batch->printed % RING].state == JOB_DONE) {
        struct job *job = &batch->job[batch->printed++ % RING];
        fwrite(job->answer.bytes, 1, job->answer.length, stdout);
        free(job->answer.bytes);
        job->state = JOB_FREE;
        if (job->status > batch->status)
            batch->status = job->status;
    }
    fflush(stdout);
}

static void work(struct solve_batch *batch, struct carom_solver *solver, struct job *job, bool with_team)
{
    struct solve_options options = *batch->options;
    options.solver.team = with_team ? batch->team : NULL;
    job->answer = (struct carom_text){0};
    if (solver != NULL)
        job->status = solve_answer(solver, &options, &job->puzzle, &job->answer);
    if (job->answer.bytes == NULL) {
        fputs(_("carom: out of memory for solving\n"), stderr);
        exit(CLI_EXIT_USAGE);
    }
}

static void *run_thread(void *context)
{
    struct solve_batch *batch = context;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    if (solver != NULL)
        carom_solver_keep_boards(solver, WARM_BYTES); /* without memory: fewer */
    pthread_mutex_lock(&batch->lock);
    for (;;) {
        while (batch->taken == batch->added && !batch->ending)
            pthread_cond_wait(&batch->changed, &batch->lock);
        if (batch->taken == batch->added)
            break;
        struct job *job = &batch->job[batch->taken++ % RING];
        job->state = JOB_TAKEN;
        bool with_team = batch->team != NULL && !batch->team_busy && batch->added - batch->printed == 1;
        batch->team_busy |= with_team;
        pthread_mutex_unlock(&batch->lock);
        work(batch, solver, job, with_team);
        pthread_mutex_lock(&batch->lock);
        if (with_team)
            batch->team_busy = false;
        job->state = JOB_DONE;
        print_done(batch);
        pthread_cond_broadcast(&batch->changed);
    }
    pthread_mutex_unlock(&batch->lock);
    carom_solver_free(solver);
    return NULL;
}

struct solve_batch *solve_batch_new(const struct solve_options *options, unsigned threads)
{
    struct solve_batch *batch = calloc(1, sizeof *batch + threads * sizeof batch->thread[0]);
    if (batch == NULL)
        return NULL;
    batch->options = options;
    batch->team = carom_team_new(threads);
    pthread_mutex_init(&batch->lock, NULL);
    pthread_cond_init(&batch->changed, NULL);
    while (batch->threads < threads && pthread_create(&batch->thread[batch->threads], NULL, run_thread, batch) == 0)
        batch->threads++;
    if (batch->threads > 0)
        return batch;
    carom_team_free(batch->team);
    free(batch);
    return NULL;
}

void solve_batch_add(struct solve_batch *batch, const struct carom_puzzle *puzzle)
{
    pthread_mutex_lock(&batch->lock);
    while (batch->added - batch->printed == RING)
        pthread_cond_wait(&batch->changed, &batch->lock);
    struct job *job = &batch->job[batch->added % RING];
    job->puzzle = *puzzle;
    job->state = JOB_WAITING;
    batch->added++;
    pthread_cond_broadcast(&batch->changed);
    pthread_mutex_unlock(&batch->lock);
}

void solve_batch_drain(struct solve_batch *batch)
{
    pthread_mutex_lock(&batch->lock);
    while (batch->printed < batch->added)
        pthread_cond_wait(&batch->changed, &batch->lock);
    pthread_mutex_unlock(&batch->lock);
}

int solve_batch_free(struct solve_batch *batch)
{
    solve_batch_drain(batch);
    pthread_mutex_lock(&batch->lock);
    batch->ending = true;
    pthread_cond_broadcast(&batch->changed);
    pthread_mutex_unlock(&batch->lock);
    for (unsigned i = 0; i < batch->threads; i++)
        pthread_join(batch->thread[i], NULL);
    int status = batch->status;
    carom_team_free(batch->team);
    free(batch);
    return status;
}
