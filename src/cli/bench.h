/*
 * Measuring, for the sets of `carom bench` that have a file of their own.
 */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include <stdint.h>

/* Plays fixed games by chance, all presets in turn, until about so many commands have gone through decide and apply.
 * Returns the number of events they brought; the exact number of commands in *commands. */
uint64_t bench_referee_games(uint64_t enough, uint64_t *commands);

#endif
