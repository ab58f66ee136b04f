/*
 * Vectors of 256 bits. With AVX2 they are one register; otherwise compilers split them. Additions work on 64-bit lanes,
 * but no carry ever crosses from one row of cells into the next.
 */
#ifndef CAROM_ATLAS_VECTOR_H
#define CAROM_ATLAS_VECTOR_H

#include "internal.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

typedef uint64_t vec256 __attribute__((vector_size(32), may_alias));

INLINE vec256 load(const struct bitboard *set)
{
    return *(const vec256 *)set;
}
INLINE void store(struct bitboard *set, vec256 v)
{
    *(vec256 *)set = v;
}

/* Eight 32-bit words. */
typedef uint32_t vec8x32 __attribute__((vector_size(32), may_alias));

/* 32 bytes. */
typedef uint8_t vec32x8 __attribute__((vector_size(32), may_alias));

INLINE vec32x8 load_bytes(const uint8_t *aligned)
{
    return *(const vec32x8 *)aligned;
}

#ifdef __AVX2__
/* Bit `bit` of each of the eight words, the first word lowest. */
INLINE uint32_t bit_of_each(vec8x32 eight, unsigned bit)
{
    return (uint32_t)_mm256_movemask_ps((__m256)(eight << (31 - bit)));
}
/* Which of 32 cells are in the set: bit i for cell[i]. */
INLINE uint32_t has_each(const struct bitboard *set, vec32x8 cell)
{
    const vec32x8 bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128,
                          1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    __m256i all = (__m256i)load(set), byte = (__m256i)(cell >> 3);
    __m256i low = _mm256_shuffle_epi8(_mm256_permute2x128_si256(all, all, 0x00), byte);
    __m256i high = _mm256_shuffle_epi8(_mm256_permute2x128_si256(all, all, 0x11), byte);
    vec32x8 found = (vec32x8)_mm256_blendv_epi8(low, high, _mm256_slli_epi16(byte, 3)); /* byte 16 and up */
    vec32x8 bit = (vec32x8)_mm256_shuffle_epi8((__m256i)bits, (__m256i)(cell & 7));
    return (uint32_t)_mm256_movemask_epi8((__m256i)((found & bit) == bit));
}
INLINE bool any(vec256 v)
{
    return !_mm256_testz_si256((__m256i)v, (__m256i)v);
}
/* Shifts all cells by `rows` rows; cells shifted off the board are dropped. */
#define SHIFT_NORTH(v, rows)                                                                                           \
    ((vec256)((rows) == 8 ? _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x81)                                \
                          : _mm256_alignr_epi8(_mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x81),            \
                                               (__m256i)(v), (rows) % 8 * 2)))
#define SHIFT_SOUTH(v, rows)                                                                                           \
    ((vec256)((rows) == 8                                                                                              \
                  ? _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x08)                                        \
                  : _mm256_alignr_epi8((__m256i)(v), _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x08),      \
                                       16 - (rows) % 8 * 2)))
INLINE unsigned popcount64(uint64_t word)
{
    return (unsigned)__builtin_popcountll(word);
}
#else
INLINE uint32_t bit_of_each(vec8x32 eight, unsigned bit)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < 8; i++)
        bits |= (eight[i] >> bit & 1u) << i;
    return bits;
}
INLINE uint32_t has_each(const struct bitboard *set, vec32x8 cell)
{
    uint32_t bits = 0;
    for (unsigned i = 0; i < sizeof cell; i++)
        bits |= (uint32_t)bb_has(set, cell[i]) << i;
    return bits;
}
INLINE bool any(vec256 v)
{
    return (v[0] | v[1] | v[2] | v[3]) != 0;
}
INLINE vec256 northward(vec256 v, unsigned rows)
{
    if (rows == 8)
        return (vec256){v[2], v[3], 0, 0};
    if (rows == 4)
        return (vec256){v[1], v[2], v[3], 0};
    unsigned bits = rows * CAROM_BOARD_SIDE;
    return (vec256){v[0] >> bits | v[1] << (64 - bits), v[1] >> bits | v[2] << (64 - bits),
                    v[2] >> bits | v[3] << (64 - bits), v[3] >> bits};
}
INLINE vec256 southward(vec256 v, unsigned rows)
{
    if (rows == 8)
        return (vec256){0, 0, v[0], v[1]};
    if (rows == 4)
        return (vec256){0, v[0], v[1], v[2]};
    unsigned bits = rows * CAROM_BOARD_SIDE;
    return (vec256){v[0] << bits, v[1] << bits | v[0] >> (64 - bits), v[2] << bits | v[1] >> (64 - bits),
                    v[3] << bits | v[2] >> (64 - bits)};
}
#define SHIFT_NORTH(v, rows) northward(v, rows)
#define SHIFT_SOUTH(v, rows) southward(v, rows)
INLINE unsigned popcount64(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(word * 0x0101010101010101u >> 56);
}
#endif

INLINE unsigned popcount256(vec256 v)
{
    return popcount64(v[0]) + popcount64(v[1]) + popcount64(v[2]) + popcount64(v[3]);
}

#endif
