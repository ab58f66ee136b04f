/*
 * The only source of randomness, in two kinds. The same seed gives the same numbers on every machine and in the
 * browser; docs/reference/notation.md says how dealing uses them.
 *
 * A public seed: xoshiro256** by Blackman and Vigna, seeded with their SplitMix64. For puzzles and tests; its output
 * can be predicted.
 *
 * A secret of 256 bits: BLAKE2b keyed with it, of the numbers of stream and block. Past output does not predict the
 * next, and with the secret everybody can verify it afterwards.
 */
#ifndef CAROM_RANDOM_H
#define CAROM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include <carom/decls.h>

CAROM_BEGIN_DECLS

#define CAROM_SECRET_SIZE 32 /* bytes */

struct carom_random {
    uint64_t state[4]; /* public seed: the generator's state; secret: the secret itself */
    bool secret;
    uint64_t stream;
    uint64_t block;          /* number of the next block */
    uint64_t block_words[8]; /* the current block */
    unsigned words_left;     /* words of it not used yet */
};

struct carom_random carom_random_seed(uint64_t seed);
/* Opens one stream of a secret. Each event that needs randomness has a stream of its own. */
struct carom_random carom_random_secret(const uint8_t secret[CAROM_SECRET_SIZE], uint64_t stream);
uint64_t carom_random_next(struct carom_random *random);
/* A number from 0 to n - 1, uniformly distributed; 0 if `n` is 0. */
uint32_t carom_random_below(struct carom_random *random, uint32_t n);
/* Fisher-Yates shuffle, from the last element down. */
void carom_random_shuffle(struct carom_random *random, uint8_t *items, uint32_t count);

CAROM_END_DECLS

#endif
