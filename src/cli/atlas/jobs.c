/*
 * Running jobs: those of one board as they come, or those of a book, by as many workers as there are threads.
 *
 * Boards without barriers take 190 MB, and one thread works on one of them best: the cache is then its own. Those with
 * barriers take gigabytes, so all threads work on the same one.
 */
#include "atlas.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WAIT_SECONDS 2 /* before asking again, while others have all that is left */
#define RENEW_SHARE 4  /* a lease is renewed after so small a part of it */

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* Ctrl-C ends the work at the next level; what is done is kept. */
static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static unsigned cores(uint64_t threads)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (threads == 0)
        threads = online > 0 ? (uint64_t)online : 1;
    return threads < ATLAS_THREADS_MAX ? (unsigned)threads : ATLAS_THREADS_MAX;
}

/* ---- a crew of workers ---- */

struct worker_pool;
struct worker {
    struct worker_pool *pool;
    unsigned number;
    pthread_t thread;
    struct atlas_job job;
    struct timespec renewed;
};

/* Where jobs come from, and where results go. */
struct worker_pool {
    struct cli *cli;
    const struct atlas_options *options;
    struct atlas_results *results; /* NULL: the jobs below */
    struct atlas_filter filter;
    struct atlas_job *job;
    struct atlas_row *row; /* and their results */
    bool *made;
    size_t jobs, next;
    unsigned workers, each; /* threads of each worker */
    struct atlas_progress *progress;
    pthread_mutex_t lock;
    int status;
};

/* Says what is wrong, once. */
static void fail(struct worker_pool *pool, const char *words)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->status == CLI_EXIT_OK)
        pool->status = cli_error_sentence(pool->cli, NULL, words);
    pthread_mutex_unlock(&pool->lock);
}

static int results_error(struct cli *cli, const struct atlas_options *options, const struct atlas_results *results)
{
    return atlas_results_error(cli, options->store, results->error);
}

static void record_results_error(struct worker_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->status == CLI_EXIT_OK)
        pool->status = results_error(pool->cli, pool->options, pool->results);
    pthread_mutex_unlock(&pool->lock);
}

static bool should_continue(struct worker_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    bool on = pool->status == CLI_EXIT_OK && !interrupted;
    pthread_mutex_unlock(&pool->lock);
    return on;
}

/* Not before part of the lease is over. */
static bool renew(struct worker *worker)
{
    struct worker_pool *pool = worker->pool;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (pool->results == NULL || (uint64_t)(now.tv_sec - worker->renewed.tv_sec) < pool->options->lease / RENEW_SHARE)
        return true;
    worker->renewed = now;
    return pool->results->ops->renew(pool->results, &worker->job, worker->number, (unsigned)pool->options->lease);
}

static bool on_progress(void *context, const struct carom_atlas *atlas, const struct carom_atlas_task *task)
{
    struct worker *worker = context;
    if (carom_atlas_level_complete(atlas))
        atlas_progress_level(worker->pool->progress, worker->number, atlas, task);
    return renew(worker) && should_continue(worker->pool);
}

static bool wait_for_others(struct worker_pool *pool)
{
    struct timespec pause = {.tv_sec = WAIT_SECONDS};
    nanosleep(&pause, NULL);
    return should_continue(pool);
}

/* The next job of the book; false if there is none. */
static bool claim(struct worker *worker)
{
    struct worker_pool *pool = worker->pool;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &worker->renewed);
        enum atlas_claim claim = pool->results->ops->claim(pool->results, &pool->filter, worker->number,
                                                           (unsigned)pool->options->lease, &worker->job);
        switch (claim) {
        case ATLAS_CLAIMED:
            return true;
        case ATLAS_NO_JOBS:
            return false;
        case ATLAS_RESULTS_ERROR:
            record_results_error(pool);
            return false;
        case ATLAS_ALL_CLAIMED:
            if (!wait_for_others(pool))
                return false;
            break;
        }
    }
}

static bool next_job(struct worker *worker, size_t *index)
{
    struct worker_pool *pool = worker->pool;
    if (pool->results != NULL)
        return claim(worker);
    pthread_mutex_lock(&pool->lock);
    bool more = pool->next < pool->jobs;
    *index = pool->next;
    if (more)
        worker->job = pool->job[pool->next++];
    pthread_mutex_unlock(&pool->lock);
    return more;
}

/* Is the mean by cell asked for? */
static bool wants_cells(const struct atlas_options *options)
{
    return options->heat != NULL || options->cells != NULL;
}

static bool read_task(const struct atlas_job *job, struct carom_atlas_task *task)
{
    struct carom_error error;
    return carom_board_read(&task->board, job->board, strlen(job->board), &error) &&
           carom_target_read(&task->target, &task->board, job->target, strlen(job->target), &error);
}

static void deliver(struct worker *worker, size_t index, struct atlas_row *row)
{
    struct worker_pool *pool = worker->pool;
    bool kept = pool->results == NULL || pool->results->ops->finish(pool->results, row);
    if (kept)
        atlas_progress_job(pool->progress, worker->number, row); /* what is said to be done survives */
    else
        record_results_error(pool);
    if (pool->results == NULL) {
        pool->row[index] = *row;
        pool->made[index] = true;
    } else {
        atlas_row_destroy(row);
    }
}

static void do_job(struct worker *worker, struct atlas_pool *pool, size_t index)
{
    struct worker_pool *worker_pool = worker->pool;
    struct carom_atlas_task task = {.no_ricochet = worker_pool->options->no_ricochet,
                                    .hardest_max = (uint32_t)worker_pool->options->limit};
    struct atlas_row row;
    if (!read_task(&worker->job, &task)) {
        fail(worker_pool, N_("the results file has a job without board or target"));
        return;
    }
    if (carom_atlas_size(&task) == 0) {
        fail(worker_pool, N_("this board is too small for four robots"));
        return;
    }
    switch (atlas_compute(pool, &task, wants_cells(worker_pool->options), on_progress, worker, &row)) {
    case ATLAS_COMPUTED:
        deliver(worker, index, &row);
        break;
    case ATLAS_NO_MEMORY:
        fail(worker_pool, N_("not enough memory for this atlas"));
        break;
    case ATLAS_STOPPED:
        break;
    }
}

static void *work(void *context)
{
    struct worker *worker = context;
    size_t index = 0;
    struct atlas_pool *pool = atlas_pool_new(worker->pool->each);
    if (pool == NULL) {
        fail(worker->pool, N_("cannot create threads"));
        return NULL;
    }
    while (should_continue(worker->pool) && next_job(worker, &index))
        do_job(worker, pool, index);
    atlas_maker_free(pool);
    return NULL;
}

/* Lets all workers work; returns the exit code. */
static int run_workers(struct worker_pool *pool, uint64_t jobs, uint64_t done)
{
    struct worker *worker = calloc(pool->workers, sizeof *worker);
    pool->progress = atlas_progress_new(jobs, done);
    if (worker == NULL || pool->progress == NULL)
        return cli_error_sentence(pool->cli, NULL, N_("not enough memory for this atlas"));
    catch_interrupts();
    pthread_mutex_init(&pool->lock, NULL);
    unsigned running = 1;
    for (unsigned i = 0; i < pool->workers; i++)
        worker[i] = (struct worker){.pool = pool, .number = i};
    while (running < pool->workers && pthread_create(&worker[running].thread, NULL, work, &worker[running]) == 0)
        running++;
    work(&worker[0]);
    while (--running > 0)
        pthread_join(worker[running].thread, NULL);
    pthread_mutex_destroy(&pool->lock);
    atlas_progress_free(pool->progress);
    free(worker);
    if (interrupted && pool->status == CLI_EXIT_OK)
        pool->status = CLI_EXIT_NO;
    return pool->status;
}

/* How the threads are divided: with barriers all of them work on one atlas. */
static void divide(struct worker_pool *pool, bool barriers, uint64_t jobs)
{
    unsigned threads = cores(pool->options->threads);
    bool together = barriers || jobs < threads;
    pool->workers = together ? 1 : threads;
    pool->each = together ? threads : 1;
}

/* ---- one board ---- */

/* The targets that are asked for: the one given, or all that the board has. */
static int read_jobs(struct cli *cli, struct worker_pool *pool, bool *barriers)
{
    bool coloured = false;
    struct carom_board board;
    struct carom_target target;
    struct carom_error error;
    if (carom_micro_matches(cli->argv[0], strlen(cli->argv[0])))
        return cli_error(cli, NULL, N_("Micro Robots has no atlas; expected a board of Ricochet Robots"));
    if (!carom_board_read(&board, cli->argv[0], strlen(cli->argv[0]), &error))
        return cli_input_error(cli, NULL, cli->argv[0], &error);
    *barriers = carom_board_has_barriers(&board);
    bool one = cli->argc > 1;
    if (one && !carom_target_read(&target, &board, cli->argv[1], strlen(cli->argv[1]), &error))
        return cli_input_error(cli, NULL, cli->argv[1], &error);
    if (one && target.active != CAROM_ANY_ROBOT && target.active >= CAROM_COLOURS)
        return cli_error(cli, NULL, N_("an atlas covers the four coloured robots; expected one of them, or *"));
    for (unsigned token = 0; token < (one ? 1 : CAROM_TOKENS); token++) {
        if (!one && (board.tokens >> token & 1u) == 0)
            continue;
        struct atlas_job *job = &pool->job[pool->jobs++];
        job->ricochet = !pool->options->no_ricochet;
        struct carom_text text = carom_text_init(job->board, sizeof job->board);
        carom_board_write(&text, &board);
        text = carom_text_init(job->target, sizeof job->target);
        struct carom_target wanted = one ? target : carom_target_from_token(&board, token);
        carom_target_write(&text, &wanted);
        coloured |= wanted.active != CAROM_ANY_ROBOT;
    }
    if (pool->jobs == 0)
        return cli_error(cli, NULL, N_("this board has no targets; expected BOARD TARGET"));
    if (!coloured && wants_cells(pool->options))
        return cli_error(
            cli, NULL,
            N_("any robot can reach the vortex, so there is no starting cell; expected the target of one colour"));
    return CLI_EXIT_OK;
}

/* Prints what there is, and draws it. */
static int print_entries(struct cli *cli, const struct atlas_options *options, const struct atlas_row *row,
                         size_t count)
{
    int status = CLI_EXIT_OK;
    for (size_t i = 0; i < count; i++)
        if (!cli->json)
            atlas_row_print(&row[i]);
        else if (!atlas_row_json(&row[i]))
            status = cli_error_sentence(cli, NULL, N_("not enough memory for this atlas"));
    if (options->plot != NULL && count > 0 && !atlas_draw_histograms(options->plot, row, count))
        status = cli_error(cli, NULL, N_("cannot write %s"), options->plot);
    if (status == CLI_EXIT_OK && options->cells != NULL)
        status = atlas_write_cells(cli, options->cells, row, count);
    if (status == CLI_EXIT_OK && options->heat != NULL)
        status = atlas_draw_heat(cli, options->heat, row, count);
    return status;
}

/* Results of the book, in the order in which targets are listed. */
struct row_list {
    const struct worker_pool *pool;
    struct atlas_row *row;
    bool *made;
};

static bool collect_row(void *context, const struct atlas_row *row)
{
    struct row_list *list = context;
    for (size_t i = 0; i < list->pool->jobs; i++)
        if (strcmp(list->pool->job[i].target, row->target) == 0 && !list->made[i]) {
            list->row[i] = *row;
            list->row[i].hardest = strdup(row->hardest);
            list->made[i] = true;
        }
    return true;
}

/* The jobs of one board through a book: what is in it already is not done again. */
static int run_stored(struct worker_pool *pool)
{
    struct cli *cli = pool->cli;
    struct atlas_results *results = pool->results;
    uint64_t jobs, done;
    bool begun = results->ops->begin(results), good = begun;
    for (size_t i = 0; good && i < pool->jobs; i++)
        good = results->ops->add(results, &pool->job[i], i);
    if (begun)
        good = results->ops->end(results, good);
    if (!good || !results->ops->count(results, &pool->filter, &jobs, &done))
        return results_error(cli, pool->options, results);
    int status = done < jobs ? run_workers(pool, jobs, done) : CLI_EXIT_OK;
    struct row_list list = {pool, pool->row, pool->made};
    if (status != CLI_EXIT_USAGE && !results->ops->each(results, &pool->filter, collect_row, &list))
        return results_error(cli, pool->options, results);
    return status;
}

int atlas_run_board(struct cli *cli, const struct atlas_options *options, struct atlas_results *results)
{
    struct atlas_job job[CAROM_TOKENS];
    bool made[CAROM_TOKENS] = {false}, barriers = false;
    struct worker_pool pool = {.cli = cli, .options = options, .results = results, .job = job, .made = made};
    int status = read_jobs(cli, &pool, &barriers);
    if (status != CLI_EXIT_OK)
        return status;
    pool.filter = (struct atlas_filter){!options->no_ricochet, job[0].board, pool.jobs == 1 ? job[0].target : NULL};
    pool.row = calloc(pool.jobs, sizeof *pool.row);
    if (pool.row == NULL)
        return cli_error_sentence(cli, NULL, N_("not enough memory for this atlas"));
    divide(&pool, barriers, pool.jobs);
    status = results != NULL ? run_stored(&pool) : run_workers(&pool, pool.jobs, 0);
    size_t count = 0;
    for (size_t i = 0; i < pool.jobs; i++)
        if (made[i])
            pool.row[count++] = pool.row[i];
    int printed = print_entries(cli, options, pool.row, count);
    for (size_t i = 0; i < count; i++)
        atlas_row_destroy(&pool.row[i]);
    free(pool.row);
    return printed > status ? printed : status;
}

/* ---- a book ---- */

/* Are there boards with barriers among those that are left? */
static bool any_barriers(const struct atlas_options *options)
{
    return options->edition_given && options->edition == CAROM_EDITION_2013 && options->barriers != CAROM_BARRIERS_NONE;
}

int atlas_run_stored(struct cli *cli, const struct atlas_options *options, struct atlas_results *results)
{
    struct worker_pool pool = {
        .cli = cli, .options = options, .results = results, .filter = {.ricochet = !options->no_ricochet}};
    uint64_t jobs, done;
    if (!results->ops->count(results, &pool.filter, &jobs, &done))
        return results_error(cli, options, results);
    divide(&pool, any_barriers(options), UINT64_MAX);
    return jobs == done ? CLI_EXIT_OK : run_workers(&pool, jobs, done);
}
