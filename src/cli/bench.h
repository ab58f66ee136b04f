/*
 * Measurements of `carom bench` that have a file of their own.
 */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include <stdbool.h>
#include <stdint.h>

/* Plays fixed random games, all presets in turn, until about `enough` commands have gone through decide and apply.
 * Returns the number of events; *commands receives the exact number of commands. */
uint64_t bench_referee_games(uint64_t enough, uint64_t *commands);

struct cli;
/* Prints the last line of a run: a number that a change without effect on behaviour keeps. */
void bench_print_signature(const struct cli *cli, uint64_t signature);
/* The sets of `carom bench --set`, in the order of bench_solver_set's numbers. */
#define BENCH_SETS "typical|barriers|silver|transparent|both|hard|famous"
/* Solves one set and prints its times and, last, the sum of nodes. With more than one thread they work on each position
 * together, and times are those of a clock instead of processor times. Returns the exit code. */
int bench_solver_set(const struct cli *cli, unsigned which, unsigned threads);
/* The sum of nodes of the first positions of the dealt sets. */
uint64_t bench_solver_nodes(void);

#endif
