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

struct crew;
struct worker {
    struct crew *crew;
    unsigned number;
    pthread_t thread;
    struct atlas_job job;
    struct timespec renewed;
};

/* Where jobs come from, and where results go. */
struct crew {
    struct cli *cli;
    const struct atlas_options *options;
    struct atlas_book *book; /* NULL: the jobs below */
    struct atlas_scope scope;
    struct atlas_job *job;
    struct atlas_entry *entry; /* and their results */
    bool *made;
    size_t jobs, next;
    unsigned workers, each; /* threads of each worker */
    struct atlas_progress *progress;
    pthread_mutex_t lock;
    int status;
};

/* Says what is wrong, once. */
static void fail(struct crew *crew, const char *words)
{
    pthread_mutex_lock(&crew->lock);
    if (crew->status == CLI_DONE)
        crew->status = cli_say(crew->cli, NULL, words);
    pthread_mutex_unlock(&crew->lock);
}

static int book_fault(struct cli *cli, const struct atlas_options *options, const struct atlas_book *book)
{
    return atlas_book_refuse(cli, options->store, book->fault);
}

static void fail_book(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    if (crew->status == CLI_DONE)
        crew->status = book_fault(crew->cli, crew->options, crew->book);
    pthread_mutex_unlock(&crew->lock);
}

static bool goes_on(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    bool on = crew->status == CLI_DONE && !interrupted;
    pthread_mutex_unlock(&crew->lock);
    return on;
}

/* Not before part of the lease is over. */
static bool renew(struct worker *worker)
{
    struct crew *crew = worker->crew;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (crew->book == NULL || (uint64_t)(now.tv_sec - worker->renewed.tv_sec) < crew->options->lease / RENEW_SHARE)
        return true;
    worker->renewed = now;
    return crew->book->ops->renew(crew->book, &worker->job, worker->number, (unsigned)crew->options->lease);
}

static bool tell(void *context, const struct carom_atlas *atlas, const struct carom_atlas_task *task)
{
    struct worker *worker = context;
    if (carom_atlas_level(atlas))
        atlas_progress_level(worker->crew->progress, worker->number, atlas, task);
    return renew(worker) && goes_on(worker->crew);
}

static bool wait_for_others(struct crew *crew)
{
    struct timespec pause = {.tv_sec = WAIT_SECONDS};
    nanosleep(&pause, NULL);
    return goes_on(crew);
}

/* The next job of the book; false if there is none. */
static bool claim(struct worker *worker)
{
    struct crew *crew = worker->crew;
    for (;;) {
        clock_gettime(CLOCK_MONOTONIC, &worker->renewed);
        enum atlas_claim claim = crew->book->ops->claim(crew->book, &crew->scope, worker->number,
                                                        (unsigned)crew->options->lease, &worker->job);
        switch (claim) {
        case ATLAS_CLAIMED:
            return true;
        case ATLAS_NOTHING_LEFT:
            return false;
        case ATLAS_BOOK_FAULT:
            fail_book(crew);
            return false;
        case ATLAS_OTHERS_WORK:
            if (!wait_for_others(crew))
                return false;
            break;
        }
    }
}

static bool next_job(struct worker *worker, size_t *index)
{
    struct crew *crew = worker->crew;
    if (crew->book != NULL)
        return claim(worker);
    pthread_mutex_lock(&crew->lock);
    bool more = crew->next < crew->jobs;
    *index = crew->next;
    if (more)
        worker->job = crew->job[crew->next++];
    pthread_mutex_unlock(&crew->lock);
    return more;
}

/* Is the mean by cell asked for? */
static bool wants_cells(const struct atlas_options *options)
{
    return options->heat != NULL || options->cells != NULL;
}

static bool read_task(const struct atlas_job *job, struct carom_atlas_task *task)
{
    struct carom_fault fault;
    return carom_board_read(&task->board, job->board, strlen(job->board), &fault) &&
           carom_target_read(&task->target, &task->board, job->target, strlen(job->target), &fault);
}

static void deliver(struct worker *worker, size_t index, struct atlas_entry *entry)
{
    struct crew *crew = worker->crew;
    bool kept = crew->book == NULL || crew->book->ops->finish(crew->book, entry);
    if (kept)
        atlas_progress_job(crew->progress, worker->number, entry); /* what is said to be done survives */
    else
        fail_book(crew);
    if (crew->book == NULL) {
        crew->entry[index] = *entry;
        crew->made[index] = true;
    } else {
        atlas_entry_done(entry);
    }
}

static void do_job(struct worker *worker, struct atlas_maker *maker, size_t index)
{
    struct crew *crew = worker->crew;
    struct carom_atlas_task task = {.no_ricochet = crew->options->no_ricochet,
                                    .hardest = (uint32_t)crew->options->limit};
    struct atlas_entry entry;
    if (!read_task(&worker->job, &task)) {
        fail(crew, N_("the book has a job that is no board and target"));
        return;
    }
    if (carom_atlas_size(&task) == 0) {
        fail(crew, N_("this board has no room for four robots"));
        return;
    }
    switch (atlas_make(maker, &task, wants_cells(crew->options), tell, worker, &entry)) {
    case ATLAS_MADE:
        deliver(worker, index, &entry);
        break;
    case ATLAS_NO_MEMORY:
        fail(crew, N_("there is not enough memory for this atlas"));
        break;
    case ATLAS_STOPPED:
        break;
    }
}

static void *work(void *context)
{
    struct worker *worker = context;
    size_t index = 0;
    struct atlas_maker *maker = atlas_maker_new(worker->crew->each);
    if (maker == NULL) {
        fail(worker->crew, N_("there are no threads to be had"));
        return NULL;
    }
    while (goes_on(worker->crew) && next_job(worker, &index))
        do_job(worker, maker, index);
    atlas_maker_free(maker);
    return NULL;
}

/* Lets all workers work; returns the exit code. */
static int run_crew(struct crew *crew, uint64_t jobs, uint64_t done)
{
    struct worker *worker = calloc(crew->workers, sizeof *worker);
    crew->progress = atlas_progress_new(jobs, done);
    if (worker == NULL || crew->progress == NULL)
        return cli_say(crew->cli, NULL, N_("there is not enough memory for this atlas"));
    catch_interrupts();
    pthread_mutex_init(&crew->lock, NULL);
    unsigned running = 1;
    for (unsigned i = 0; i < crew->workers; i++)
        worker[i] = (struct worker){.crew = crew, .number = i};
    while (running < crew->workers && pthread_create(&worker[running].thread, NULL, work, &worker[running]) == 0)
        running++;
    work(&worker[0]);
    while (--running > 0)
        pthread_join(worker[running].thread, NULL);
    pthread_mutex_destroy(&crew->lock);
    atlas_progress_free(crew->progress);
    free(worker);
    if (interrupted && crew->status == CLI_DONE)
        crew->status = CLI_NO;
    return crew->status;
}

/* How the threads are divided: with barriers all of them work on one atlas. */
static void divide(struct crew *crew, bool barriers, uint64_t jobs)
{
    unsigned threads = cores(crew->options->threads);
    bool together = barriers || jobs < threads;
    crew->workers = together ? 1 : threads;
    crew->each = together ? threads : 1;
}

/* ---- one board ---- */

/* The targets that are asked for: the one given, or all that the board has. */
static int jobs_of(struct cli *cli, struct crew *crew, bool *barriers)
{
    bool coloured = false;
    struct carom_board board;
    struct carom_target target;
    struct carom_fault fault;
    if (carom_micro_looks_like(cli->argv[0], strlen(cli->argv[0])))
        return cli_error(cli, NULL, N_("boards of Micro Robots have no atlas; expected a board of Ricochet Robots"));
    if (!carom_board_read(&board, cli->argv[0], strlen(cli->argv[0]), &fault))
        return cli_fault(cli, NULL, cli->argv[0], &fault);
    *barriers = carom_board_has_barriers(&board);
    bool one = cli->argc > 1;
    if (one && !carom_target_read(&target, &board, cli->argv[1], strlen(cli->argv[1]), &fault))
        return cli_fault(cli, NULL, cli->argv[1], &fault);
    if (one && target.active != CAROM_ANY_ROBOT && target.active >= CAROM_COLOURS)
        return cli_error(cli, NULL, N_("an atlas is of the four coloured robots; expected one of them, or *"));
    for (unsigned token = 0; token < (one ? 1 : CAROM_TOKENS); token++) {
        if (!one && (board.tokens >> token & 1u) == 0)
            continue;
        struct atlas_job *job = &crew->job[crew->jobs++];
        job->ricochet = !crew->options->no_ricochet;
        struct carom_text text = carom_text_in(job->board, sizeof job->board);
        carom_board_write(&text, &board);
        text = carom_text_in(job->target, sizeof job->target);
        struct carom_target wanted = one ? target : carom_target_of_token(&board, token);
        carom_target_write(&text, &wanted);
        coloured |= wanted.active != CAROM_ANY_ROBOT;
    }
    if (crew->jobs == 0)
        return cli_error(cli, NULL, N_("this board has no targets; expected BOARD TARGET"));
    if (!coloured && wants_cells(crew->options))
        return cli_error(cli, NULL,
                         N_("on the vortex any robot may be the active one, so there is no cell it starts from; "
                            "expected the target of a colour"));
    return CLI_DONE;
}

/* Prints what there is, and draws it. */
static int print_entries(struct cli *cli, const struct atlas_options *options, const struct atlas_entry *entry,
                         size_t count)
{
    int status = CLI_DONE;
    for (size_t i = 0; i < count; i++)
        if (!cli->json)
            atlas_entry_print(&entry[i]);
        else if (!atlas_entry_json(&entry[i]))
            status = cli_say(cli, NULL, N_("there is not enough memory for this atlas"));
    if (options->plot != NULL && count > 0 && !atlas_plot(options->plot, entry, count))
        status = cli_error(cli, NULL, N_("%s cannot be written"), options->plot);
    if (status == CLI_DONE && options->cells != NULL)
        status = atlas_cells(cli, options->cells, entry, count);
    if (status == CLI_DONE && options->heat != NULL)
        status = atlas_heat(cli, options->heat, entry, count);
    return status;
}

/* Results of the book, in the order in which targets are listed. */
struct shelf {
    const struct crew *crew;
    struct atlas_entry *entry;
    bool *made;
};

static bool put_on_shelf(void *context, const struct atlas_entry *entry)
{
    struct shelf *shelf = context;
    for (size_t i = 0; i < shelf->crew->jobs; i++)
        if (strcmp(shelf->crew->job[i].target, entry->target) == 0 && !shelf->made[i]) {
            shelf->entry[i] = *entry;
            shelf->entry[i].hardest = strdup(entry->hardest);
            shelf->made[i] = true;
        }
    return true;
}

/* The jobs of one board through a book: what is in it already is not done again. */
static int run_kept(struct crew *crew)
{
    struct cli *cli = crew->cli;
    struct atlas_book *book = crew->book;
    uint64_t jobs, done;
    bool begun = book->ops->begin(book), good = begun;
    for (size_t i = 0; good && i < crew->jobs; i++)
        good = book->ops->add(book, &crew->job[i], i);
    if (begun)
        good = book->ops->end(book, good);
    if (!good || !book->ops->count(book, &crew->scope, &jobs, &done))
        return book_fault(cli, crew->options, book);
    int status = done < jobs ? run_crew(crew, jobs, done) : CLI_DONE;
    struct shelf shelf = {crew, crew->entry, crew->made};
    if (status != CLI_BAD && !book->ops->each(book, &crew->scope, put_on_shelf, &shelf))
        return book_fault(cli, crew->options, book);
    return status;
}

int atlas_run_board(struct cli *cli, const struct atlas_options *options, struct atlas_book *book)
{
    struct atlas_job job[CAROM_TOKENS];
    bool made[CAROM_TOKENS] = {false}, barriers = false;
    struct crew crew = {.cli = cli, .options = options, .book = book, .job = job, .made = made};
    int status = jobs_of(cli, &crew, &barriers);
    if (status != CLI_DONE)
        return status;
    crew.scope = (struct atlas_scope){!options->no_ricochet, job[0].board, crew.jobs == 1 ? job[0].target : NULL};
    crew.entry = calloc(crew.jobs, sizeof *crew.entry);
    if (crew.entry == NULL)
        return cli_say(cli, NULL, N_("there is not enough memory for this atlas"));
    divide(&crew, barriers, crew.jobs);
    status = book != NULL ? run_kept(&crew) : run_crew(&crew, crew.jobs, 0);
    size_t count = 0;
    for (size_t i = 0; i < crew.jobs; i++)
        if (made[i])
            crew.entry[count++] = crew.entry[i];
    int printed = print_entries(cli, options, crew.entry, count);
    for (size_t i = 0; i < count; i++)
        atlas_entry_done(&crew.entry[i]);
    free(crew.entry);
    return printed > status ? printed : status;
}

/* ---- a book ---- */

/* Are there boards with barriers among those that are left? */
static bool any_barriers(const struct atlas_options *options)
{
    return options->edition_given && options->edition == CAROM_EDITION_2013 && options->barriers != CAROM_BARRIERS_NO;
}

int atlas_run_book(struct cli *cli, const struct atlas_options *options, struct atlas_book *book)
{
    struct crew crew = {.cli = cli, .options = options, .book = book, .scope = {.ricochet = !options->no_ricochet}};
    uint64_t jobs, done;
    if (!book->ops->count(book, &crew.scope, &jobs, &done))
        return book_fault(cli, options, book);
    divide(&crew, any_barriers(options), UINT64_MAX);
    return jobs == done ? CLI_DONE : run_crew(&crew, jobs, done);
}
