/*
 * Solving, for several subcommands: options, and a batch on several threads.
 */
#ifndef CLI_SOLVE_H
#define CLI_SOLVE_H

#include "cli.h"

#include <carom/libc_allocator.h>

/* Processor time of this thread, which other load does not distort. */
uint64_t solve_clock_ns(void);

struct solve_options {
    struct carom_solve_options solver;
    bool json;
    bool all;
    bool difficulty;
    bool no_barriers;
    uint64_t limit; /* routes listed */
};

/* Solves one puzzle and returns its exit code. The caller frees the text's bytes, which are NULL if out of memory. */
int solve_answer(struct carom_solver *solver, const struct solve_options *options, const struct carom_puzzle *puzzle,
                 struct carom_text *text);

/* A batch: puzzles go in, answers come out in the same order as soon as they are ready. */
struct solve_batch;
struct solve_batch *solve_batch_new(const struct solve_options *options, unsigned threads);
/* Adds a puzzle; blocks while too many are in progress. */
void solve_batch_add(struct solve_batch *batch, const struct carom_puzzle *puzzle);
/* Blocks until everything added is answered. */
void solve_batch_drain(struct solve_batch *batch);
/* Drains, ends the threads, and returns the largest exit code. */
int solve_batch_free(struct solve_batch *batch);

#endif
