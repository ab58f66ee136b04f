/*
 * Solving, for the subcommands that do: its options as a table, and a batch on several threads.
 */
#ifndef CLI_SOLVE_H
#define CLI_SOLVE_H

#include "cli.h"

#include <carom/libc_allocator.h>

/* Processor time of this thread, so that other work does not blur it. */
uint64_t solve_clock_ns(void);

struct solve_options {
    struct carom_solve_options solver;
    bool json;
    bool all;
    bool difficulty;
    bool no_barriers;
    uint64_t limit; /* routes listed */
};

/* Answers one puzzle and returns its exit code. The text's bytes are the caller's to free; NULL if there is no memory
 * for them. */
int solve_answer(struct carom_solver *solver, const struct solve_options *options, const struct carom_puzzle *puzzle,
                 struct carom_text *text);

/* A batch: puzzles go in one after the other, answers come out in the same order as soon as they are there. */
struct solve_batch;
struct solve_batch *solve_batch_new(const struct solve_options *options, unsigned threads);
/* Takes a puzzle; waits while too many are under way. */
void solve_batch_add(struct solve_batch *batch, const struct carom_puzzle *puzzle);
/* Waits until everything that was taken is answered. */
void solve_batch_drain(struct solve_batch *batch);
/* Drains, ends the threads, and returns the largest exit code. */
int solve_batch_free(struct solve_batch *batch);

#endif
