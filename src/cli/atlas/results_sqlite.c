/*
 * A book in one SQLite file. Several processes of one machine may work on it: who takes a job writes its name and a
 * time limit into it, in a transaction of its own; a result is another. A job whose worker is gone is taken by the
 * next: at once if that worker was a process of this machine that is there no more, else when its time is up.
 */
#include "atlas.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUSY_MS 60000
#define WORKER_MAX 160
#define NOW "CAST(strftime('%s', 'now') AS INTEGER)"
#define SCOPE "ricochet = ?1 AND (?2 IS NULL OR board = ?2) AND (?3 IS NULL OR target = ?3)"

static const char schema[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
    "CREATE TABLE IF NOT EXISTS job ("
    " board TEXT NOT NULL, target TEXT NOT NULL, ricochet INTEGER NOT NULL,"
    " rank INTEGER NOT NULL,"      /* lower ones first */
    " worker TEXT, lease INTEGER," /* who is at it, and until when */
    " placements INTEGER, unsolvable INTEGER, sum INTEGER, histogram TEXT, hardest TEXT, ms INTEGER,"
    " finished TEXT,"
    " PRIMARY KEY (board, target, ricochet));"
    "CREATE INDEX IF NOT EXISTS job_rank ON job (rank)";

enum statement {
    ADD,
    BEGIN,
    COMMIT,
    ROLLBACK,
    FIND,
    TAKE,
    RENEW,
    FINISH,
    EACH,
    COUNT,
    WORKERS,
    RELEASE,
    STATEMENTS,
};

static const char *const sql[STATEMENTS] = {
    [ADD] = "INSERT OR IGNORE INTO job (board, target, ricochet, rank) VALUES (?1, ?2, ?3, ?4)",
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [FIND] = "SELECT board, target FROM job WHERE " SCOPE " AND placements IS NULL AND (lease IS NULL OR lease < " NOW
             ") ORDER BY rank, board, target LIMIT 1",
    [TAKE] = "UPDATE job SET worker = ?4, lease = " NOW " + ?5 WHERE board = ?1 AND target = ?2 AND ricochet = ?3",
    [RENEW] = "UPDATE job SET lease = " NOW " + ?5 WHERE board = ?1 AND target = ?2 AND ricochet = ?3 AND worker = ?4",
    [FINISH] = "UPDATE job SET placements = ?4, unsolvable = ?5, sum = ?6, histogram = ?7, hardest = ?8, ms = ?9,"
               " finished = datetime('now'), lease = NULL"
               " WHERE board = ?1 AND target = ?2 AND ricochet = ?3 AND placements IS NULL",
    [EACH] = ("SELECT board, target, placements, unsolvable, sum, histogram, hardest, ms FROM job"
              " WHERE " SCOPE " AND placements IS NOT NULL ORDER BY board, target"),
    [COUNT] = "SELECT count(*), count(placements) FROM job WHERE " SCOPE,
    [WORKERS] = "SELECT DISTINCT worker FROM job WHERE placements IS NULL AND lease IS NOT NULL",
    [RELEASE] = "UPDATE job SET lease = NULL WHERE worker = ?1 AND placements IS NULL",
};

struct sqlite_results {
    struct atlas_results results;
    pthread_mutex_t lock; /* one connection for all threads of this process */
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    char machine[64];
};

static struct sqlite_results *of(struct atlas_results *results)
{
    return (struct sqlite_results *)results;
}

static bool set_results_error(struct sqlite_results *book)
{
    snprintf(book->results.error, sizeof book->results.error, "%s", sqlite3_errmsg(book->db));
    return false;
}

/* Runs a statement that gives no rows. */
static bool run(struct sqlite_results *book, enum statement number)
{
    int code = sqlite3_step(book->statement[number]);
    bool good = code == SQLITE_DONE || set_results_error(book);
    sqlite3_reset(book->statement[number]);
    return good;
}

static void bind_job(sqlite3_stmt *statement, const char *board, const char *target, bool ricochet)
{
    sqlite3_bind_text(statement, 1, board, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(statement, 2, target, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(statement, 3, ricochet);
}

static void bind_scope(sqlite3_stmt *statement, const struct atlas_filter *filter)
{
    sqlite3_bind_int(statement, 1, filter->ricochet);
    sqlite3_bind_text(statement, 2, filter->board, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(statement, 3, filter->target, -1, SQLITE_TRANSIENT);
}

static void worker_name(const struct sqlite_results *book, unsigned worker, char name[WORKER_MAX])
{
    snprintf(name, WORKER_MAX, "%s/%ld/%u", book->machine, (long)getpid(), worker);
}

static bool sqlite_begin(struct atlas_results *base)
{
    pthread_mutex_lock(&of(base)->lock);
    if (run(of(base), BEGIN))
        return true;
    pthread_mutex_unlock(&of(base)->lock);
    return false;
}

static bool sqlite_end(struct atlas_results *base, bool good)
{
    struct sqlite_results *book = of(base);
    good = good && run(book, COMMIT);
    if (!good)
        sqlite3_exec(book->db, sql[ROLLBACK], NULL, NULL, NULL);
    pthread_mutex_unlock(&book->lock);
    return good;
}

static bool sqlite_add(struct atlas_results *base, const struct atlas_job *job, uint64_t rank)
{
    struct sqlite_results *book = of(base);
    bind_job(book->statement[ADD], job->board, job->target, job->ricochet);
    sqlite3_bind_int64(book->statement[ADD], 4, (sqlite3_int64)rank);
    return run(book, ADD);
}

/* ---- workers that are gone ---- */

/* Was this a process of this machine, and is it no more? */
static bool is_gone(const struct sqlite_results *book, const char *worker)
{
    size_t length = strlen(book->machine);
    if (strncmp(worker, book->machine, length) != 0 || worker[length] != '/')
        return false;
    long process = strtol(worker + length + 1, NULL, 10);
    return process > 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

/* Gives their jobs back. In a transaction. */
static bool release_gone(struct sqlite_results *book)
{
    sqlite3_stmt *workers = book->statement[WORKERS];
    bool good = true;
    int code;
    while (good && (code = sqlite3_step(workers)) == SQLITE_ROW) {
        const char *worker = (const char *)sqlite3_column_text(workers, 0);
        if (worker == NULL || !is_gone(book, worker))
            continue;
        sqlite3_bind_text(book->statement[RELEASE], 1, worker, -1, SQLITE_TRANSIENT);
        good = run(book, RELEASE);
    }
    sqlite3_reset(workers);
    return good;
}

/* ---- claims ---- */

static bool copy(char *to, size_t size, const unsigned char *words)
{
    return words != NULL && snprintf(to, size, "%s", (const char *)words) < (int)size;
}

static enum atlas_claim find(struct sqlite_results *book, const struct atlas_filter *filter, struct atlas_job *job)
{
    sqlite3_stmt *statement = book->statement[FIND];
    enum atlas_claim claim = ATLAS_NO_JOBS;
    bind_scope(statement, filter);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        bool good = copy(job->board, sizeof job->board, sqlite3_column_text(statement, 0)) &&
                    copy(job->target, sizeof job->target, sqlite3_column_text(statement, 1));
        job->ricochet = filter->ricochet;
        claim = good ? ATLAS_CLAIMED : ATLAS_RESULTS_ERROR;
    } else if (code != SQLITE_DONE) {
        set_results_error(book);
        claim = ATLAS_RESULTS_ERROR;
    }
    sqlite3_reset(statement);
    return claim;
}

static bool count_jobs(struct sqlite_results *book, const struct atlas_filter *filter, uint64_t *jobs, uint64_t *done)
{
    sqlite3_stmt *statement = book->statement[COUNT];
    bind_scope(statement, filter);
    bool good = sqlite3_step(statement) == SQLITE_ROW || set_results_error(book);
    if (good) {
        *jobs = (uint64_t)sqlite3_column_int64(statement, 0);
        *done = (uint64_t)sqlite3_column_int64(statement, 1);
    }
    sqlite3_reset(statement);
    return good;
}

static enum atlas_claim claim_job(struct sqlite_results *book, const struct atlas_filter *filter, unsigned worker,
                                  unsigned lease, struct atlas_job *job)
{
    char name[WORKER_MAX];
    uint64_t jobs, done;
    enum atlas_claim claim = find(book, filter, job);
    if (claim == ATLAS_NO_JOBS && release_gone(book))
        claim = find(book, filter, job);
    if (claim == ATLAS_NO_JOBS) {
        if (!count_jobs(book, filter, &jobs, &done))
            return ATLAS_RESULTS_ERROR;
        return done < jobs ? ATLAS_ALL_CLAIMED : ATLAS_NO_JOBS;
    }
    if (claim != ATLAS_CLAIMED)
        return claim;
    worker_name(book, worker, name);
    bind_job(book->statement[TAKE], job->board, job->target, job->ricochet);
    sqlite3_bind_text(book->statement[TAKE], 4, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(book->statement[TAKE], 5, (int)lease);
    return run(book, TAKE) ? ATLAS_CLAIMED : ATLAS_RESULTS_ERROR;
}

static enum atlas_claim sqlite_claim(struct atlas_results *base, const struct atlas_filter *filter, unsigned worker,
                                     unsigned lease, struct atlas_job *job)
{
    if (!sqlite_begin(base))
        return ATLAS_RESULTS_ERROR;
    enum atlas_claim claim = claim_job(of(base), filter, worker, lease, job);
    return sqlite_end(base, true) ? claim : ATLAS_RESULTS_ERROR;
}

static bool sqlite_renew(struct atlas_results *base, const struct atlas_job *job, unsigned worker, unsigned lease)
{
    struct sqlite_results *book = of(base);
    sqlite3_stmt *statement = book->statement[RENEW];
    char name[WORKER_MAX];
    pthread_mutex_lock(&book->lock);
    worker_name(book, worker, name);
    bind_job(statement, job->board, job->target, job->ricochet);
    sqlite3_bind_text(statement, 4, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int(statement, 5, (int)lease);
    bool good = run(book, RENEW) && sqlite3_changes(book->db) == 1;
    pthread_mutex_unlock(&book->lock);
    return good;
}

/* ---- results ---- */

static bool sqlite_finish(struct atlas_results *base, const struct atlas_row *row)
{
    struct sqlite_results *book = of(base);
    sqlite3_stmt *statement = book->statement[FINISH];
    char histogram[ATLAS_HISTOGRAM_MAX] = "";
    atlas_histogram_write(histogram, row);
    pthread_mutex_lock(&book->lock);
    bind_job(statement, row->board, row->target, row->ricochet);
    sqlite3_bind_int64(statement, 4, (sqlite3_int64)row->placements);
    sqlite3_bind_int64(statement, 5, (sqlite3_int64)row->unsolvable);
    sqlite3_bind_int64(statement, 6, (sqlite3_int64)row->sum);
    sqlite3_bind_text(statement, 7, histogram, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(statement, 8, row->hardest, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 9, (sqlite3_int64)row->cpu_ms);
    bool good = run(book, FINISH);
    pthread_mutex_unlock(&book->lock);
    return good;
}

static bool read_entry(sqlite3_stmt *row, bool ricochet, struct atlas_row *atlas_row)
{
    const char *histogram = (const char *)sqlite3_column_text(row, 5);
    const char *hardest = (const char *)sqlite3_column_text(row, 6);
    *atlas_row = (struct atlas_row){.ricochet = ricochet,
                                    .placements = (uint64_t)sqlite3_column_int64(row, 2),
                                    .unsolvable = (uint64_t)sqlite3_column_int64(row, 3),
                                    .sum = (uint64_t)sqlite3_column_int64(row, 4),
                                    .cpu_ms = (uint64_t)sqlite3_column_int64(row, 7)};
    atlas_row->hardest = strdup(hardest != NULL ? hardest : "");
    return copy(atlas_row->board, sizeof atlas_row->board, sqlite3_column_text(row, 0)) &&
           copy(atlas_row->target, sizeof atlas_row->target, sqlite3_column_text(row, 1)) &&
           atlas_row->hardest != NULL && atlas_histogram_read(atlas_row, histogram != NULL ? histogram : "");
}

static bool sqlite_each(struct atlas_results *base, const struct atlas_filter *filter, atlas_row_visitor *visit,
                        void *context)
{
    struct sqlite_results *book = of(base);
    sqlite3_stmt *statement = book->statement[EACH];
    bool good = true, more = true;
    int code = SQLITE_ROW;
    pthread_mutex_lock(&book->lock);
    bind_scope(statement, filter);
    while (good && more && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct atlas_row row;
        good = read_entry(statement, filter->ricochet, &row);
        more = good && visit(context, &row);
        atlas_row_destroy(&row);
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        good = set_results_error(book);
    sqlite3_reset(statement);
    pthread_mutex_unlock(&book->lock);
    return good;
}

static bool sqlite_count(struct atlas_results *base, const struct atlas_filter *filter, uint64_t *jobs, uint64_t *done)
{
    pthread_mutex_lock(&of(base)->lock);
    bool good = count_jobs(of(base), filter, jobs, done);
    pthread_mutex_unlock(&of(base)->lock);
    return good;
}

/* ---- open and close ---- */

static void sqlite_close(struct atlas_results *base)
{
    struct sqlite_results *book = of(base);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(book->statement[i]);
    sqlite3_close(book->db);
    pthread_mutex_destroy(&book->lock);
    free(book);
}

static const struct atlas_results_ops sqlite_ops = {
    .close = sqlite_close,
    .add = sqlite_add,
    .begin = sqlite_begin,
    .end = sqlite_end,
    .claim = sqlite_claim,
    .renew = sqlite_renew,
    .finish = sqlite_finish,
    .each = sqlite_each,
    .count = sqlite_count,
};

static bool prepare(struct sqlite_results *book)
{
    if (sqlite3_exec(book->db, schema, NULL, NULL, NULL) != SQLITE_OK)
        return set_results_error(book);
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v2(book->db, sql[i], -1, &book->statement[i], NULL) != SQLITE_OK)
            return set_results_error(book);
    return true;
}

struct atlas_results *atlas_results_sqlite(const char *path, char fault_words[256])
{
    struct sqlite_results *book = calloc(1, sizeof *book);
    if (book == NULL)
        return NULL;
    book->results.ops = &sqlite_ops;
    pthread_mutex_init(&book->lock, NULL);
    gethostname(book->machine, sizeof book->machine - 1);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    bool good = sqlite3_open_v2(path, &book->db, flags, NULL) == SQLITE_OK || set_results_error(book);
    if (good && sqlite3_busy_timeout(book->db, BUSY_MS) == SQLITE_OK && prepare(book))
        return &book->results;
    snprintf(fault_words, 256, "%s", book->results.error);
    sqlite_close(&book->results);
    return NULL;
}
