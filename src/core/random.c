/*
 * xoshiro256** 1.0 and SplitMix64 (Blackman and Vigna, public domain): small, fast, well studied, and only 64-bit
 * integer operations, so that every machine agrees. And keyed BLAKE2b in counter mode, for randomness that nobody can
 * predict.
 */
#include "libc_mem.h"

#include <carom/blake2b.h>
#include <carom/random.h>

static uint64_t rotate_left(uint64_t x, unsigned k)
{
    return x << k | x >> (64 - k);
}

struct carom_random carom_random_seed(uint64_t seed)
{
    struct carom_random random = {.secret = false};
    for (unsigned i = 0; i < 4; i++) {
        seed += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = seed;
        z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
        random.state[i] = z ^ z >> 31;
    }
    return random;
}

struct carom_random carom_random_secret(const uint8_t secret[CAROM_SECRET_SIZE], uint64_t stream)
{
    struct carom_random random = {.secret = true, .stream = stream};
    memcpy(random.state, secret, CAROM_SECRET_SIZE);
    return random;
}

static void store_le64(uint8_t bytes[8], uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

/* Block n of a stream is the hash of stream and block number, eight bytes each, little endian; its eight words are
 * little endian too. */
static uint64_t next_of_secret(struct carom_random *random)
{
    if (random->words_left == 0) {
        uint8_t key[CAROM_SECRET_SIZE], numbers[16], hash[CAROM_BLAKE2B_MAX];
        memcpy(key, random->state, sizeof key);
        store_le64(numbers, random->stream);
        store_le64(numbers + 8, random->block++);
        carom_blake2b(hash, sizeof hash, key, sizeof key, numbers, sizeof numbers);
        random->words_left = 8;
        for (unsigned i = 0; i < 64; i++)
            random->block_words[i / 8] = (i % 8 == 0 ? 0 : random->block_words[i / 8]) | (uint64_t)hash[i]
                                                                                             << 8 * (i % 8);
    }
    return random->block_words[8 - random->words_left--];
}

uint64_t carom_random_next(struct carom_random *random)
{
    if (random->secret)
        return next_of_secret(random);
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Lemire's method: the upper half of a 32x32-bit product, rejecting the few draws that would introduce bias. */
uint32_t carom_random_below(struct carom_random *random, uint32_t n)
{
    if (n == 0)
        return 0;
    uint32_t threshold = (0u - n) % n;
    for (;;) {
        uint64_t product = (carom_random_next(random) >> 32) * n;
        if ((uint32_t)product >= threshold)
            return (uint32_t)(product >> 32);
    }
}

void carom_random_shuffle(struct carom_random *random, uint8_t *items, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = carom_random_below(random, i);
        uint8_t item = items[i - 1];
        items[i - 1] = items[j];
        items[j] = item;
    }
}
