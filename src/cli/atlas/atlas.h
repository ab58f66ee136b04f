/*
 * `carom atlas`: shared by its files.
 *
 * The library computes one atlas; this adds memory, threads, and rows of results that are printed, stored in a
 * database, exported and reported.
 */
#ifndef CLI_ATLAS_H
#define CLI_ATLAS_H

#include "../cli.h"

#define ATLAS_BOARD_MAX 4096 /* bytes of a board's name */
#define ATLAS_TARGET_MAX 16
#define ATLAS_LIMIT 10         /* hardest positions listed by default */
#define ATLAS_LIMIT_MAX 100000 /* largest --limit */
#define ATLAS_THREADS_MAX 256

/* ---- rows ---- */

/* The result for one board and target. */
struct atlas_row {
    char board[ATLAS_BOARD_MAX];
    char target[ATLAS_TARGET_MAX];
    bool ricochet;
    uint64_t placements;
    uint64_t unsolvable;
    uint64_t sum;
    uint32_t depths; /* max + 1, or 0 if nothing is solvable */
    uint64_t histogram[CAROM_ATLAS_DEPTH_MAX];
    bool has_cell_means; /* cell_means is valid */
    /* mean by cell of the active robot, in hundredths; 0: it cannot be there */
    uint16_t cell_means[CAROM_CELLS];
    char *hardest;   /* robots of the hardest placements, separated by blanks; owned, or NULL */
    uint64_t cpu_ms; /* of processor time */
};

void atlas_row_destroy(struct atlas_row *row);
/* The mean number of moves, in millionths. */
uint64_t atlas_row_mean(const struct atlas_row *row);
/* Writes the histogram as numbers separated by blanks, into ATLAS_HISTOGRAM_MAX bytes; reads it back. */
#define ATLAS_HISTOGRAM_MAX (CAROM_ATLAS_DEPTH_MAX * 21)
void atlas_histogram_write(char *words, const struct atlas_row *row);
bool atlas_histogram_read(struct atlas_row *row, const char *words);
/* The next word of `hardest`; advances `*words`. False at the end. */
bool atlas_next_field(const char **words, const char **word, size_t *length);

/* Prints one JSON object, or text. False: out of memory. */
bool atlas_row_json(const struct atlas_row *row);
void atlas_row_print(const struct atlas_row *row);

/* Writes a line of CSV; reads it back. The first line names the columns. */
#define ATLAS_CSV_HEADER "board,target,ricochet,placements,unsolvable,max,mean,sum,histogram,hardest,seconds"
void atlas_row_csv(FILE *file, const struct atlas_row *row);
bool atlas_row_read_csv(struct atlas_row *row, char *line);

/* ---- computing ---- */

/* Memory and threads for one atlas at a time. */
struct atlas_pool;
/* NULL if no thread can be created. */
struct atlas_pool *atlas_pool_new(unsigned threads);
void atlas_maker_free(struct atlas_pool *pool);

/* Called now and then with the progress; false stops the computation. */
typedef bool atlas_progress_fn(void *context, const struct carom_atlas *atlas, const struct carom_atlas_task *task);
enum atlas_status {
    ATLAS_COMPUTED,
    ATLAS_STOPPED,
    ATLAS_NO_MEMORY,
};
/* Sets the task's `threads`; with `cells` it also computes the means by cell. On ATLAS_COMPUTED free the row with
 * atlas_row_destroy. */
enum atlas_status atlas_compute(struct atlas_pool *pool, struct carom_atlas_task *task, bool cells,
                                atlas_progress_fn *tell, void *context, struct atlas_row *row);

/* ---- progress ---- */

/* On a terminal a bar with the time left, else a line for each result. Thread-safe. */
struct atlas_progress;
struct atlas_progress *atlas_progress_new(uint64_t jobs, uint64_t done);
void atlas_progress_free(struct atlas_progress *progress);
/* Reports the progress of one of the jobs. */
void atlas_progress_level(struct atlas_progress *progress, unsigned worker, const struct carom_atlas *atlas,
                          const struct carom_atlas_task *task);
void atlas_progress_job(struct atlas_progress *progress, unsigned worker, const struct atlas_row *row);

/* ---- the results store ---- */

/* Selects jobs: with R7 or without, of this board and target (NULL: any). */
struct atlas_filter {
    bool ricochet;
    const char *board;
    const char *target;
};

/* A job: one board and target. */
struct atlas_job {
    char board[ATLAS_BOARD_MAX];
    char target[ATLAS_TARGET_MAX];
    bool ricochet;
};
enum atlas_claim {
    ATLAS_CLAIMED,
    ATLAS_NO_JOBS,
    ATLAS_ALL_CLAIMED, /* all remaining jobs are leased by others */
    ATLAS_RESULTS_ERROR,
};

/* A database with jobs and results. All functions except open and free are thread-safe. */
struct atlas_results;
typedef bool atlas_row_visitor(void *context, const struct atlas_row *row);
struct atlas_results_ops {
    void (*close)(struct atlas_results *results);
    /* Adds a job unless it exists; call it between begin and end. Lower ranks come first. */
    bool (*add)(struct atlas_results *results, const struct atlas_job *job, uint64_t rank);
    /* Begins a transaction and locks out other threads. True: `end` must follow, whatever happens in between. */
    bool (*begin)(struct atlas_results *results);
    /* Commits if `good`, otherwise rolls back, and lets other threads in. */
    bool (*end)(struct atlas_results *results, bool good);
    /* Leases a job for `lease` seconds. */
    enum atlas_claim (*claim)(struct atlas_results *results, const struct atlas_filter *filter, unsigned worker,
                              unsigned lease, struct atlas_job *job);
    /* Renews the lease. False also if another worker has taken the job over. */
    bool (*renew)(struct atlas_results *results, const struct atlas_job *job, unsigned worker, unsigned lease);
    /* Stores the result, in one transaction; an existing result stays. */
    bool (*finish)(struct atlas_results *results, const struct atlas_row *row);
    /* Visits all results, by board and target. */
    bool (*each)(struct atlas_results *results, const struct atlas_filter *filter, atlas_row_visitor *visit,
                 void *context);
    bool (*count)(struct atlas_results *results, const struct atlas_filter *filter, uint64_t *jobs, uint64_t *done);
};
struct atlas_results {
    const struct atlas_results_ops *ops;
    char error[256];
};

/* Opens a store, a file or `postgresql://...`; with `make` a missing file is created. NULL: the message is printed. */
struct atlas_results *atlas_results_open(struct cli *cli, const char *name, bool make);
/* Prints why a store cannot be used; returns CLI_EXIT_USAGE. */
int atlas_results_error(struct cli *cli, const char *name, const char *fault);
struct atlas_results *atlas_results_sqlite(const char *path, char fault[256]);
struct atlas_results *atlas_results_postgres(const char *link, char fault[256]);

/* ---- subcommand ---- */

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

/* Runs the board and target of the operands; with a store, results are kept and existing ones skipped. */
int atlas_run_board(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
/* Runs the remaining jobs of the store. */
int atlas_run_stored(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
int atlas_add_edition_jobs(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
int atlas_import(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
int atlas_report(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);
int atlas_export(struct cli *cli, const struct atlas_options *options, struct atlas_results *results);

/* Draws histograms; false if the file cannot be written. */
bool atlas_draw_histograms(const char *path, const struct atlas_row *rows, size_t count);
#define ATLAS_CELLS_CSV_HEADER "board,target,ricochet,cells"
/* Draws the heat of each start cell, of one target or the mean of all; writes the numbers as CSV. */
int atlas_draw_heat(struct cli *cli, const char *path, const struct atlas_row *rows, size_t count);
int atlas_write_cells(struct cli *cli, const char *path, const struct atlas_row *rows, size_t count);

#endif
