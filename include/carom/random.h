/*
 * The one source of chance: xoshiro256** by Blackman and Vigna, seeded with their SplitMix64. The same seed gives the
 * same numbers on every machine and in the browser; docs/notation.md says how dealing uses them.
 */
#ifndef CAROM_RANDOM_H
#define CAROM_RANDOM_H

#include <stdint.h>

struct carom_random {
    uint64_t s[4];
};

struct carom_random carom_random_seed(uint64_t seed);
uint64_t carom_random_next(struct carom_random *random);
/* 0 .. n - 1, each equally likely; n at least 1. */
uint32_t carom_random_below(struct carom_random *random, uint32_t n);
/* Fisher and Yates, from the last element down. */
void carom_random_shuffle(struct carom_random *random, uint8_t *items, uint32_t count);

#endif
