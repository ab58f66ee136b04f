/*
 * 256 bits at once. With AVX2 they are one register; without, compilers make two or four of them. Sums are of 64 bits
 * each, but nothing is ever carried from one row of cells into the next.
 */
#ifndef CAROM_ATLAS_VECTOR_H
#define CAROM_ATLAS_VECTOR_H

#include "sheet.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

typedef uint64_t vector __attribute__((vector_size(32), may_alias));

INLINE vector load(const struct set *set)
{
    return *(const vector *)set;
}
INLINE void store(struct set *set, vector v)
{
    *(vector *)set = v;
}

/* Eight words at once. */
typedef uint32_t words __attribute__((vector_size(32), may_alias));

#ifdef __AVX2__
/* Bit `bit` of each of the eight, first one lowest. */
INLINE uint32_t bits_of(words eight, unsigned bit)
{
    return (uint32_t)_mm256_movemask_ps((__m256)(eight << (31 - bit)));
}
INLINE bool any(vector v)
{
    return !_mm256_testz_si256((__m256i)v, (__m256i)v);
}
/* Every cell `rows` rows further north, or south; what leaves the board is gone. */
#define NORTHWARD(v, rows)                                                                                             \
    ((vector)((rows) == 8 ? _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x81)                                \
                          : _mm256_alignr_epi8(_mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x81),            \
                                               (__m256i)(v), (rows) % 8 * 2)))
#define SOUTHWARD(v, rows)                                                                                             \
    ((vector)((rows) == 8                                                                                              \
                  ? _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x08)                                        \
                  : _mm256_alignr_epi8((__m256i)(v), _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x08),      \
                                       16 - (rows) % 8 * 2)))
INLINE unsigned count_word(uint64_t word)
{
    return (unsigned)__builtin_popcountll(word);
}
#else
INLINE uint32_t bits_of(words eight, unsigned bit)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 8; i++)
        bits |= (eight[i] >> bit & 1u) << i;
    return bits;
}
INLINE bool any(vector v)
{
    return (v[0] | v[1] | v[2] | v[3]) != 0;
}
INLINE vector northward(vector v, unsigned rows)
{
    if (rows == 8)
        return (vector){v[2], v[3], 0, 0};
    if (rows == 4)
        return (vector){v[1], v[2], v[3], 0};
    unsigned bits = rows * CAROM_SIDE;
    return (vector){v[0] >> bits | v[1] << (64 - bits), v[1] >> bits | v[2] << (64 - bits),
                    v[2] >> bits | v[3] << (64 - bits), v[3] >> bits};
}
INLINE vector southward(vector v, unsigned rows)
{
    if (rows == 8)
        return (vector){0, 0, v[0], v[1]};
    if (rows == 4)
        return (vector){0, v[0], v[1], v[2]};
    unsigned bits = rows * CAROM_SIDE;
    return (vector){v[0] << bits, v[1] << bits | v[0] >> (64 - bits), v[2] << bits | v[1] >> (64 - bits),
                    v[3] << bits | v[2] >> (64 - bits)};
}
#define NORTHWARD(v, rows) northward(v, rows)
#define SOUTHWARD(v, rows) southward(v, rows)
INLINE unsigned count_word(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(word * 0x0101010101010101u >> 56);
}
#endif

INLINE unsigned count(vector v)
{
    return count_word(v[0]) + count_word(v[1]) + count_word(v[2]) + count_word(v[3]);
}

#endif
