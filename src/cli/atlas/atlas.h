/*
 * `carom atlas`: what its files share.
 *
 * The library makes one atlas; here it gets memory and threads, and its answer becomes an entry: words and numbers that
 * are printed, kept in a book (a database of results), exported and reported.
 */
#ifndef CLI_ATLAS_H
#define CLI_ATLAS_H

#include "../cli.h"

#define ATLAS_BOARD_MAX 4096 /* bytes of a board's name */
#define ATLAS_TARGET_MAX 16
#define ATLAS_LIMIT 10         /* hardest positions that are listed unless more are asked for */
#define ATLAS_LIMIT_MAX 100000 /* and at most */
#define ATLAS_THREADS_MAX 256

/* ---- entries ---- */

/* The answer for one board and target. */
struct atlas_row {
    char board[ATLAS_BOARD_MAX];
    char target[ATLAS_TARGET_MAX];
    bool ricochet;
    uint64_t placements;
    uint64_t unsolvable;
    uint64_t sum;
    uint32_t depths; /* max + 1, or 0 if nothing can be solved */
    uint64_t histogram[CAROM_ATLAS_DEPTH_MAX];
    bool has_cell_means; /* the next is known */
    uint16_t
        cell_means[CAROM_CELLS]; /* the mean with the active robot on this cell, in hundredths; 0: it cannot be there */
    char *hardest;               /* the robots of hardest placements, with blanks between; to be freed, or NULL */
    uint64_t cpu_ms;             /* of processor time */
};

void atlas_row_destroy(struct atlas_row *row);
/* The mean number of moves, in millionths. */
uint64_t atlas_row_mean(const struct atlas_row *row);
/* The histogram as numbers with blanks between, into room for ATLAS_HISTOGRAM_MAX bytes, and back. */
#define ATLAS_HISTOGRAM_MAX (CAROM_ATLAS_DEPTH_MAX * 21)
void atlas_histogram_write(char *words, const struct atlas_row *row);
bool atlas_histogram_read(struct atlas_row *row, const char *words);
/* The next word of `hardest`; `*words` moves behind it. False at the end. */
bool atlas_next_field(const char **words, const char **word, size_t *length);

/* As one JSON object, or for people, on standard output. False: there is no memory. */
bool atlas_row_json(const struct atlas_row *row);
void atlas_row_print(const struct atlas_row *row);

/* As a line of CSV, and back; the first line names the columns. */
#define ATLAS_CSV_HEADER "board,target,ricochet,placements,unsolvable,max,mean,sum,histogram,hardest,seconds"
void atlas_row_csv(FILE *file, const struct atlas_row *row);
bool atlas_row_read_csv(struct atlas_row *row, char *line);

/* ---- making ---- */

/* Memory and threads for one atlas at a time. */
struct atlas_pool;
/* NULL if no thread can be created. */
struct atlas_pool *atlas_pool_new(unsigned threads);
void atlas_maker_free(struct atlas_pool *pool);

/* Told now and then how far it is; false stops it. */
typedef bool atlas_progress_fn(void *context, const struct carom_atlas *atlas, const struct carom_atlas_task *task);
enum atlas_status {
    ATLAS_COMPUTED,
    ATLAS_STOPPED,
    ATLAS_NO_MEMORY,
};
/* The task's `threads` is set by the maker; with `cells` the means by cell are found too. On ATLAS_COMPUTED the entry
 * is to be ended with atlas_row_destroy. */
enum atlas_status atlas_compute(struct atlas_pool *pool, struct carom_atlas_task *task, bool cells,
                                atlas_progress_fn *tell, void *context, struct atlas_row *row);

/* ---- progress ---- */

/* On a terminal a bar with the time left, else a line for each thing done. Several threads may tell. */
struct atlas_progress;
struct atlas_progress *atlas_progress_new(uint64_t jobs, uint64_t done);
void atlas_progress_free(struct atlas_progress *progress);
/* One of the jobs under way, which has come to this share of its placements. */
void atlas_progress_level(struct atlas_progress *progress, unsigned worker, const struct carom_atlas *atlas,
                          const struct carom_atlas_task *task);
void atlas_progress_job(struct atlas_progress *progress, unsigned worker, const struct atlas_row *row);

/* ---- books ---- */

/* Which jobs of a book: with R7 or without, of this board and target (NULL: of any). */
struct atlas_filter {
    bool ricochet;
    const char *board;
    const char *target;
};

/* A job of a book: one board and target that somebody has to do. */
struct atlas_job {
    char board[ATLAS_BOARD_MAX];
    char target[ATLAS_TARGET_MAX];
    bool ricochet;
};
enum atlas_claim {
    ATLAS_CLAIMED,
    ATLAS_NO_JOBS,
    ATLAS_ALL_CLAIMED, /* all that is left is being done by others */
    ATLAS_RESULTS_ERROR,
};

/* A database with jobs and results. All functions but new and free may be called by several threads. */
struct atlas_results;
typedef bool atlas_row_visitor(void *context, const struct atlas_row *row);
struct atlas_results_ops {
    void (*close)(struct atlas_results *results);
    /* Adds a job unless it is there; to be called between begin and end. Lower ranks are done first. */
    bool (*add)(struct atlas_results *results, const struct atlas_job *job, uint64_t rank);
    /* Keeps other threads out. True: `end` has to follow, whatever happens in between. */
    bool (*begin)(struct atlas_results *results);
    /* Commits what was added if it is `good`, or forgets it, and lets other threads in. */
    bool (*end)(struct atlas_results *results, bool good);
    /* Takes a job for `lease` seconds. */
    enum atlas_claim (*claim)(struct atlas_results *results, const struct atlas_filter *filter, unsigned worker,
                              unsigned lease, struct atlas_job *job);
    /* The job is still being done. False also if somebody else has it by now. */
    bool (*renew)(struct atlas_results *results, const struct atlas_job *job, unsigned worker, unsigned lease);
    /* Puts the result in, in one transaction; a result that is there stays. */
    bool (*finish)(struct atlas_results *results, const struct atlas_row *row);
    /* All results, by board and target. */
    bool (*each)(struct atlas_results *results, const struct atlas_filter *filter, atlas_row_visitor *visit,
                 void *context);
    bool (*count)(struct atlas_results *results, const struct atlas_filter *filter, uint64_t *jobs, uint64_t *done);
};
struct atlas_results {
    const struct atlas_results_ops *ops;
    char error[256];
};

/* Opens a book, a file or `postgresql://...`; with `make` a file that is not there is made. Says what is wrong and
 * returns NULL. */
struct atlas_results *atlas_results_open(struct cli *cli, const char *name, bool make);
/* Says why a book cannot be used; returns CLI_EXIT_USAGE. */
int atlas_results_error(struct cli *cli, const char *name, const char *fault);
struct atlas_results *atlas_results_sqlite(const char *path, char fault[256]);
struct atlas_results *atlas_results_postgres(const char *link, char fault[256]);

/* ---- what the command does ---- */

struct atlas_options {
    const char *store;
    const char *plot;
    const char *heat;
    const char *cells;
    const char *import;
    const char *export;
    const char *output;
    bool edition_given;
    unsigned edition;
    unsigned barriers;
    bool no_ricochet;
    bool report;
    uint64_t limit;
    uint64_t threads;
    uint64_t lease;
};

/* The board and target of the operands: with a book the results are kept in it, and what is there is not done again. */
int atlas_run_board(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
/* Does what is left in the book. */
int atlas_run_stored(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
int atlas_add_edition_jobs(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
int atlas_import(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
int atlas_report(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
int atlas_export(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);

/* A picture of histograms; false if the file cannot be written. */
bool atlas_draw_histograms(const char *path, const struct atlas_row *rows, size_t count);
#define ATLAS_CELLS_CSV_HEADER "board,target,ricochet,cells"
/* A picture of how hard each cell is as a start, of one target or of all of them together, and the numbers as CSV. */
int atlas_draw_heat(struct cli *cli, const char *path, const struct atlas_row *rows, size_t count);
int atlas_write_cells(struct cli *cli, const char *path, const struct atlas_row *rows, size_t count);

#endif
