/*
 * A book in PostgreSQL, for workers on any number of machines. A worker takes the first free job that no other is
 * just taking (FOR UPDATE SKIP LOCKED), for a time by the database's own clock; a job whose worker is not heard of any
 * more is free again when that time is up.
 *
 * A connection that is lost is made again: every statement may be run twice without harm.
 */
#include "atlas.h"
#include "store/libpq.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PARAMETERS 9
#define NUMBER_MAX 24
#define WORKER_MAX 160
#define TRIES 5 /* at a connection */
#define SCOPE "ricochet = $1::int AND ($2::text IS NULL OR board = $2) AND ($3::text IS NULL OR target = $3)"
#define THIS_JOB "board = $1 AND target = $2 AND ricochet = $3::int"

/* Workers may start at the same time: one makes the table. */
static const char schema[] =
    "BEGIN; SELECT pg_advisory_xact_lock(7227420001);"
    "CREATE TABLE IF NOT EXISTS carom_atlas ("
    " board text COLLATE \"C\" NOT NULL, target text COLLATE \"C\" NOT NULL, ricochet int NOT NULL,"
    " rank bigint NOT NULL, worker text, lease timestamptz,"
    " placements bigint, unsolvable bigint, sum bigint, histogram text, hardest text, ms bigint, finished timestamptz,"
    " PRIMARY KEY (board, target, ricochet));"
    "CREATE INDEX IF NOT EXISTS carom_atlas_rank ON carom_atlas (rank) WHERE placements IS NULL; COMMIT";

static const char claim_sql[] =
    "UPDATE carom_atlas SET worker = $4, lease = clock_timestamp() + $5::int * interval '1 second'"
    " WHERE (board, target, ricochet) = (SELECT board, target, ricochet FROM carom_atlas WHERE " SCOPE
    " AND placements IS NULL AND (lease IS NULL OR lease < clock_timestamp())"
    " ORDER BY rank, board, target LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING board, target";
static const char add_sql[] = "INSERT INTO carom_atlas (board, target, ricochet, rank) VALUES ($1, $2, $3::int, "
                              "$4::bigint) ON CONFLICT DO NOTHING";
static const char renew_sql[] = "UPDATE carom_atlas SET lease = clock_timestamp() + $5::int * interval '1 second'"
                                " WHERE " THIS_JOB " AND worker = $4 AND placements IS NULL RETURNING 1";
static const char finish_sql[] =
    "UPDATE carom_atlas SET placements = $4::bigint, unsolvable = $5::bigint, sum = $6::bigint, histogram = $7,"
    " hardest = $8, ms = $9::bigint, finished = clock_timestamp(), lease = NULL"
    " WHERE " THIS_JOB " AND placements IS NULL";
static const char each_sql[] =
    "SELECT board, target, placements, unsolvable, sum, histogram, hardest, ms FROM carom_atlas"
    " WHERE " SCOPE " AND placements IS NOT NULL ORDER BY board, target";
static const char count_sql[] = "SELECT count(*), count(placements) FROM carom_atlas WHERE " SCOPE;

struct postgres_results {
    struct atlas_results results;
    pthread_mutex_t lock; /* one connection for all threads of this process */
    PGconn *connection;
    bool inside; /* a transaction of several statements: a lost connection loses it */
    char machine[64];
};

/* The parameters of a statement; numbers are kept here as words. */
struct parameters {
    int count;
    const char *value[PARAMETERS];
    char number[PARAMETERS][NUMBER_MAX];
};

static struct postgres_results *of(struct atlas_results *results)
{
    return (struct postgres_results *)results;
}

static void put_text(struct parameters *parameters, const char *words)
{
    parameters->value[parameters->count++] = words;
}

static void put_number(struct parameters *parameters, uint64_t number)
{
    char *words = parameters->number[parameters->count];
    snprintf(words, NUMBER_MAX, "%llu", (unsigned long long)number);
    put_text(parameters, words);
}

static void put_scope(struct parameters *parameters, const struct atlas_filter *filter)
{
    put_number(parameters, filter->ricochet);
    put_text(parameters, filter->board);
    put_text(parameters, filter->target);
}

static void put_job(struct parameters *parameters, const char *board, const char *target, bool ricochet)
{
    put_text(parameters, board);
    put_text(parameters, target);
    put_number(parameters, ricochet);
}

static void put_worker(struct parameters *parameters, const struct postgres_results *book, unsigned worker,
                       char name[WORKER_MAX])
{
    snprintf(name, WORKER_MAX, "%s/%ld/%u", book->machine, (long)getpid(), worker);
    put_text(parameters, name);
}

/* Keeps the first line of what PostgreSQL says. */
static void set_results_error(struct postgres_results *book)
{
    const char *words = PQerrorMessage(book->connection);
    snprintf(book->results.error, sizeof book->results.error, "%.*s", (int)strcspn(words, "\n"), words);
}

static bool good(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static bool reconnect(struct postgres_results *book)
{
    for (unsigned i = 0; i < TRIES; i++) {
        struct timespec pause = {.tv_sec = 1 << i};
        PQreset(book->connection);
        if (PQstatus(book->connection) == CONNECTION_OK)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

/* The result, to be cleared; NULL if there is none. The lock is held. */
static PGresult *execute(struct postgres_results *book, const char *sql, const struct parameters *parameters)
{
    for (bool again = !book->inside;; again = false) {
        PGresult *result =
            PQexecParams(book->connection, sql, parameters->count, NULL, parameters->value, NULL, NULL, 0);
        if (good(result))
            return result;
        set_results_error(book);
        PQclear(result);
        if (!again || PQstatus(book->connection) == CONNECTION_OK || !reconnect(book))
            return NULL;
    }
}

/* The number of rows of an answer that nobody looks at; -1 if there was a fault. */
static int run(struct postgres_results *book, const char *sql, const struct parameters *parameters)
{
    PGresult *result = execute(book, sql, parameters);
    int rows = result != NULL ? PQntuples(result) : -1;
    PQclear(result);
    return rows;
}

static bool postgres_begin(struct atlas_results *base)
{
    struct postgres_results *book = of(base);
    const struct parameters none = {.count = 0};
    pthread_mutex_lock(&book->lock);
    book->inside = run(book, "BEGIN", &none) >= 0;
    if (!book->inside)
        pthread_mutex_unlock(&book->lock);
    return book->inside;
}

static bool postgres_end(struct atlas_results *base, bool good)
{
    struct postgres_results *book = of(base);
    const struct parameters none = {.count = 0};
    if (good)
        good = run(book, "COMMIT", &none) >= 0;
    else
        PQclear(PQexec(book->connection, "ROLLBACK")); /* the fault that is told is the one before */
    book->inside = false;
    pthread_mutex_unlock(&book->lock);
    return good;
}

static bool postgres_add(struct atlas_results *base, const struct atlas_job *job, uint64_t rank)
{
    struct parameters parameters = {.count = 0};
    put_job(&parameters, job->board, job->target, job->ricochet);
    put_number(&parameters, rank);
    return run(of(base), add_sql, &parameters) >= 0;
}

/* ---- claims ---- */

static bool count_jobs(struct postgres_results *book, const struct atlas_filter *filter, uint64_t *jobs, uint64_t *done)
{
    struct parameters parameters = {.count = 0};
    put_scope(&parameters, filter);
    PGresult *result = execute(book, count_sql, &parameters);
    if (result == NULL)
        return false;
    *jobs = strtoull(PQgetvalue(result, 0, 0), NULL, 10);
    *done = strtoull(PQgetvalue(result, 0, 1), NULL, 10);
    PQclear(result);
    return true;
}

static bool copy(char *to, size_t size, const char *words)
{
    return snprintf(to, size, "%s", words) < (int)size;
}

static enum atlas_claim claim_job(struct postgres_results *book, const struct atlas_filter *filter, unsigned worker,
                                  unsigned lease, struct atlas_job *job)
{
    struct parameters parameters = {.count = 0};
    char name[WORKER_MAX];
    uint64_t jobs, done;
    put_scope(&parameters, filter);
    put_worker(&parameters, book, worker, name);
    put_number(&parameters, lease);
    PGresult *result = execute(book, claim_sql, &parameters);
    if (result == NULL)
        return ATLAS_RESULTS_ERROR;
    enum atlas_claim claim = ATLAS_NO_JOBS;
    if (PQntuples(result) > 0) {
        bool fits = copy(job->board, sizeof job->board, PQgetvalue(result, 0, 0)) &&
                    copy(job->target, sizeof job->target, PQgetvalue(result, 0, 1));
        job->ricochet = filter->ricochet;
        claim = fits ? ATLAS_CLAIMED : ATLAS_RESULTS_ERROR;
    } else if (!count_jobs(book, filter, &jobs, &done)) {
        claim = ATLAS_RESULTS_ERROR;
    } else if (done < jobs) {
        claim = ATLAS_ALL_CLAIMED;
    }
    PQclear(result);
    return claim;
}

static enum atlas_claim postgres_claim(struct atlas_results *base, const struct atlas_filter *filter, unsigned worker,
                                       unsigned lease, struct atlas_job *job)
{
    pthread_mutex_lock(&of(base)->lock);
    enum atlas_claim claim = claim_job(of(base), filter, worker, lease, job);
    pthread_mutex_unlock(&of(base)->lock);
    return claim;
}

static bool postgres_renew(struct atlas_results *base, const struct atlas_job *job, unsigned worker, unsigned lease)
{
    struct postgres_results *book = of(base);
    struct parameters parameters = {.count = 0};
    char name[WORKER_MAX];
    pthread_mutex_lock(&book->lock);
    put_job(&parameters, job->board, job->target, job->ricochet);
    put_worker(&parameters, book, worker, name);
    put_number(&parameters, lease);
    int rows = run(book, renew_sql, &parameters);
    pthread_mutex_unlock(&book->lock);
    return rows == 1;
}

/* ---- results ---- */

static bool postgres_finish(struct atlas_results *base, const struct atlas_row *row)
{
    struct postgres_results *book = of(base);
    struct parameters parameters = {.count = 0};
    char histogram[ATLAS_HISTOGRAM_MAX] = "";
    atlas_histogram_write(histogram, row);
    put_job(&parameters, row->board, row->target, row->ricochet);
    put_number(&parameters, row->placements);
    put_number(&parameters, row->unsolvable);
    put_number(&parameters, row->sum);
    put_text(&parameters, histogram);
    put_text(&parameters, row->hardest);
    put_number(&parameters, row->cpu_ms);
    pthread_mutex_lock(&book->lock);
    bool done = run(book, finish_sql, &parameters) >= 0;
    pthread_mutex_unlock(&book->lock);
    return done;
}

static bool read_entry(const PGresult *result, int row, bool ricochet, struct atlas_row *atlas_row)
{
    *atlas_row = (struct atlas_row){.ricochet = ricochet,
                                    .placements = strtoull(PQgetvalue(result, row, 2), NULL, 10),
                                    .unsolvable = strtoull(PQgetvalue(result, row, 3), NULL, 10),
                                    .sum = strtoull(PQgetvalue(result, row, 4), NULL, 10),
                                    .cpu_ms = strtoull(PQgetvalue(result, row, 7), NULL, 10)};
    atlas_row->hardest = strdup(PQgetvalue(result, row, 6));
    return atlas_row->hardest != NULL && copy(atlas_row->board, sizeof atlas_row->board, PQgetvalue(result, row, 0)) &&
           copy(atlas_row->target, sizeof atlas_row->target, PQgetvalue(result, row, 1)) &&
           atlas_histogram_read(atlas_row, PQgetvalue(result, row, 5));
}

static bool postgres_each(struct atlas_results *base, const struct atlas_filter *filter, atlas_row_visitor *visit,
                          void *context)
{
    struct postgres_results *book = of(base);
    struct parameters parameters = {.count = 0};
    put_scope(&parameters, filter);
    pthread_mutex_lock(&book->lock);
    PGresult *result = execute(book, each_sql, &parameters);
    pthread_mutex_unlock(&book->lock);
    bool readable = result != NULL, more = true;
    for (int row = 0; readable && more && row < PQntuples(result); row++) {
        struct atlas_row atlas_row;
        readable = read_entry(result, row, filter->ricochet, &atlas_row);
        more = readable && visit(context, &atlas_row);
        atlas_row_destroy(&atlas_row);
    }
    PQclear(result);
    return readable;
}

static bool postgres_count(struct atlas_results *base, const struct atlas_filter *filter, uint64_t *jobs,
                           uint64_t *done)
{
    pthread_mutex_lock(&of(base)->lock);
    bool counted = count_jobs(of(base), filter, jobs, done);
    pthread_mutex_unlock(&of(base)->lock);
    return counted;
}

/* ---- open and close ---- */

static void postgres_close(struct atlas_results *base)
{
    PQfinish(of(base)->connection);
    pthread_mutex_destroy(&of(base)->lock);
    free(base);
}

static const struct atlas_results_ops postgres_ops = {
    .close = postgres_close,
    .add = postgres_add,
    .begin = postgres_begin,
    .end = postgres_end,
    .claim = postgres_claim,
    .renew = postgres_renew,
    .finish = postgres_finish,
    .each = postgres_each,
    .count = postgres_count,
};

/* "The relation exists already, skipping" is nothing to say. */
static void be_quiet(void *context, const char *message)
{
    (void)context;
    (void)message;
}

struct atlas_results *atlas_results_postgres(const char *link, char fault_words[256])
{
    const char *missing = load_libpq();
    struct postgres_results *book = missing == NULL ? calloc(1, sizeof *book) : NULL;
    if (missing != NULL)
        snprintf(fault_words, 256, "%s", missing);
    if (book == NULL)
        return NULL;
    book->results.ops = &postgres_ops;
    pthread_mutex_init(&book->lock, NULL);
    gethostname(book->machine, sizeof book->machine - 1);
    book->connection = PQconnectdb(link);
    PQsetNoticeProcessor(book->connection, be_quiet, NULL);
    PGresult *result = PQstatus(book->connection) == CONNECTION_OK ? PQexec(book->connection, schema) : NULL;
    bool made = result != NULL && good(result);
    PQclear(result);
    if (made)
        return &book->results;
    set_results_error(book);
    snprintf(fault_words, 256, "%s", book->results.error);
    postgres_close(&book->results);
    return NULL;
}
