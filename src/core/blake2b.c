/*
 * BLAKE2b as in RFC 7693, in a single call: inputs here are short and complete.
 */
#include "libc_mem.h"

#include <carom/blake2b.h>

#define BLOCK 128

static const uint64_t start[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

struct state {
    uint64_t h[8];
    uint64_t hashed; /* bytes so far */
};

static uint64_t rotate_right(uint64_t x, unsigned k)
{
    return x >> k | x << (64 - k);
}

static void mix(uint64_t v[16], unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = rotate_right(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = rotate_right(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = rotate_right(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = rotate_right(v[b] ^ v[c], 63);
}

static uint64_t load_le64(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (unsigned i = 8; i > 0; i--)
        word = word << 8 | bytes[i - 1];
    return word;
}

/* Compresses one block, of which `length` bytes count. */
static void compress(struct state *state, const uint8_t block[BLOCK], size_t length, bool last)
{
    uint64_t v[16], m[16];
    state->hashed += length;
    memcpy(v, state->h, sizeof state->h);
    memcpy(v + 8, start, sizeof start);
    v[12] ^= state->hashed;
    v[14] = last ? ~v[14] : v[14];
    for (unsigned i = 0; i < 16; i++)
        m[i] = load_le64(block + 8 * i);
    for (unsigned round = 0; round < 12; round++) {
        const uint8_t *s = order[round % 10];
        for (unsigned i = 0; i < 4; i++)
            mix(v, i, 4 + i, 8 + i, 12 + i, m[s[2 * i]], m[s[2 * i + 1]]);
        for (unsigned i = 0; i < 4; i++)
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
    for (unsigned i = 0; i < 8; i++)
        state->h[i] ^= v[i] ^ v[i + 8];
}

bool carom_blake2b(uint8_t *hash, size_t size, const uint8_t *key, size_t key_size, const uint8_t *bytes, size_t length)
{
    if (size == 0 || size > CAROM_BLAKE2B_MAX || key_size > CAROM_BLAKE2B_MAX)
        return false;
    struct state state = {.hashed = 0};
    uint8_t block[BLOCK] = {0};
    memcpy(state.h, start, sizeof start);
    state.h[0] ^= UINT64_C(0x01010000) ^ (uint64_t)key_size << 8 ^ (uint64_t)size;
    if (key_size > 0) {
        memcpy(block, key, key_size);
        compress(&state, block, BLOCK, length == 0);
    }
    for (size_t at = 0; at < length || (length == 0 && key_size == 0 && at == 0); at += BLOCK) {
        size_t part = length - at < BLOCK ? length - at : BLOCK;
        memset(block, 0, BLOCK);
        if (part > 0)
            memcpy(block, bytes + at, part);
        compress(&state, block, part, length - at <= BLOCK);
    }
    for (size_t i = 0; i < size; i++)
        hash[i] = (uint8_t)(state.h[i / 8] >> 8 * (i % 8));
    return true;
}
