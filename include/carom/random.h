/*
 * The one source of chance, in two kinds. The same seed gives the same numbers on every machine and in the browser;
 * docs/notation.md says how dealing uses them.
 *
 * A small seed, which anybody may choose: xoshiro256** by Blackman and Vigna, seeded with their SplitMix64. Good for
 * puzzles and tests; what it has dealt gives it away.
 *
 * A secret of 256 bits: keyed BLAKE2b of the number of the stream and of the block. What was dealt tells nothing about
 * what will be, and with the secret everybody can check it afterwards.
 */
#ifndef CAROM_RANDOM_H
#define CAROM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include <carom/decls.h>

CAROM_BEGIN_DECLS

#define CAROM_SECRET_SIZE 32 /* bytes */

struct carom_random {
    uint64_t state[4]; /* of a small seed: the generator's state; of a secret: the secret itself */
    bool secret;
    uint64_t stream;
    uint64_t block;          /* the next one */
    uint64_t block_words[8]; /* of the block before */
    unsigned words_left;     /* words not yet given out */
};

struct carom_random carom_random_seed(uint64_t seed);
/* The numbers of one stream of a secret: each event that needs chance has its own. */
struct carom_random carom_random_secret(const uint8_t secret[CAROM_SECRET_SIZE], uint64_t stream);
uint64_t carom_random_next(struct carom_random *random);
/* 0 .. n - 1, each equally likely; n at least 1. */
uint32_t carom_random_below(struct carom_random *random, uint32_t n);
/* Fisher and Yates, from the last element down. */
void carom_random_shuffle(struct carom_random *random, uint8_t *items, uint32_t count);

CAROM_END_DECLS

#endif
