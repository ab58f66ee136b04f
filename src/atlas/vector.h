/*
 * Vectors of 256 bits, one set of cells each. With AVX2 they are one register; otherwise compilers split them.
 * Additions work on 64-bit lanes, but no carry ever crosses from one row of cells into the next.
 *
 * `places` are the sets of PLACES placements that lie one behind the other: two in one register with AVX-512, else one.
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
typedef uint32_t vec8x32_unaligned __attribute__((vector_size(32), aligned(4), may_alias));

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
INLINE unsigned popcount64(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(word * 0x0101010101010101u >> 56);
}
#endif

/* ---- several placements ---- */

#ifdef __AVX512BW__

#define PLACES 2
typedef uint64_t places __attribute__((vector_size(64), aligned(32), may_alias));

/* Loads and stores `count` sets, at most PLACES, that are `step` sets apart. */
INLINE places load_places(const struct bitboard *set, unsigned step, unsigned count)
{
    if (step == 1 && count == PLACES)
        return *(const places *)set;
    __m512i first = _mm512_zextsi256_si512((__m256i)load(set));
    return (places)(count == PLACES ? _mm512_inserti64x4(first, (__m256i)load(set + step), 1) : first);
}
INLINE void store_places(struct bitboard *set, unsigned step, places v, unsigned count)
{
    if (step == 1 && count == PLACES) {
        *(places *)set = v;
        return;
    }
    store(set, (vec256)_mm512_castsi512_si256((__m512i)v));
    if (count == PLACES)
        store(set + step, (vec256)_mm512_extracti64x4_epi64((__m512i)v, 1));
}
/* One set for each placement. */
INLINE places combine_places(const struct bitboard *const set[PLACES])
{
    __m512i first = _mm512_castsi256_si512((__m256i)load(set[0]));
    return (places)_mm512_inserti64x4(first, (__m256i)load(set[1]), 1);
}
INLINE places repeat_places(vec256 v)
{
    return (places)_mm512_broadcast_i64x4((__m256i)v);
}
/* Keeps the sets of these placements: bit i for placement i. */
INLINE places select_places(places v, unsigned which)
{
    return (places)_mm512_maskz_mov_epi64((__mmask8)((which & 1u) * 0x0fu | (which >> 1 & 1u) * 0xf0u), (__m512i)v);
}
/* Which placements have a cell in their set: bit i for placement i. */
INLINE unsigned any_of_places(places v)
{
    unsigned words = _mm512_test_epi64_mask((__m512i)v, (__m512i)v);
    return ((words & 0x0fu) != 0 ? 1u : 0) | ((words & 0xf0u) != 0 ? 2u : 0);
}
/* Numbers of cells; their sum is sum_of_counts. */
INLINE places popcount_places(places v)
{
    return (places)_mm512_popcnt_epi64((__m512i)v);
}
INLINE uint64_t sum_of_counts(places counts)
{
    return (uint64_t)_mm512_reduce_add_epi64((__m512i)counts);
}
/* Rotates each set by rows. */
INLINE places rotate_rows(places v, unsigned rows)
{
    typedef uint16_t vec32x16 __attribute__((vector_size(64)));
    const vec32x16 row = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                          0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const vec32x16 place = {0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,  0,
                            16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16};
    return (places)_mm512_permutexvar_epi16((__m512i)(((row + (uint16_t)rows) & 15) | place), (__m512i)v);
}
#define SHIFT_NORTH(v, rows) rotate_rows(v, rows)
#define SHIFT_SOUTH(v, rows) rotate_rows(v, 16 - (rows))
/* The bits of a column of each placement as a number, north lowest. */
INLINE void columns_of(places v, unsigned column, uint32_t bits[PLACES])
{
    uint32_t both = _mm512_movepi16_mask(_mm512_sll_epi16((__m512i)v, _mm_cvtsi32_si128((int)(15 - column))));
    bits[0] = both & 0xffffu;
    bits[1] = both >> 16;
}

#else

#define PLACES 1
typedef vec256 places;

INLINE places load_places(const struct bitboard *set, unsigned step, unsigned count)
{
    (void)step, (void)count;
    return load(set);
}
INLINE void store_places(struct bitboard *set, unsigned step, places v, unsigned count)
{
    (void)step, (void)count;
    store(set, v);
}
INLINE places combine_places(const struct bitboard *const set[PLACES])
{
    return load(set[0]);
}
INLINE places repeat_places(vec256 v)
{
    return v;
}
INLINE places select_places(places v, unsigned which)
{
    const places none = {0};
    return (which & 1u) != 0 ? v : none;
}
INLINE unsigned any_of_places(places v)
{
    return any(v);
}

#ifdef __AVX2__
#define SHIFT_NORTH(v, rows)                                                                                           \
    ((vec256)((rows) == 8 ? _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x81)                                \
                          : _mm256_alignr_epi8(_mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x81),            \
                                               (__m256i)(v), (rows) % 8 * 2)))
#define SHIFT_SOUTH(v, rows)                                                                                           \
    ((vec256)((rows) == 8                                                                                              \
                  ? _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x08)                                        \
                  : _mm256_alignr_epi8((__m256i)(v), _mm256_permute2x128_si256((__m256i)(v), (__m256i)(v), 0x08),      \
                                       16 - (rows) % 8 * 2)))
INLINE void columns_of(places v, unsigned column, uint32_t bits[PLACES])
{
    __m256i top = _mm256_sll_epi16((__m256i)v, _mm_cvtsi32_si128((int)(15 - column)));
    uint32_t rows = (uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16(top, top));
    bits[0] = (rows & 0xffu) | (rows >> 8 & 0xff00u);
}
#else
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
INLINE void columns_of(places v, unsigned column, uint32_t bits[PLACES])
{
    const uint64_t every = 0x0001000100010001u,
                   gather = (uint64_t)1 << 60 | (uint64_t)1 << 45 | (uint64_t)1 << 30 | 1u << 15;
    bits[0] = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t word = v[i] >> column & every;
        bits[0] |= (uint32_t)(word * gather >> 60) << 4 * i;
    }
}
#endif

#endif

/* SHIFT_NORTH and SHIFT_SOUTH move all cells by `rows` rows. Cells that leave the board are lost or come in on the
 * other side; callers mask them out. */

INLINE unsigned popcount256(vec256 v)
{
    return popcount64(v[0]) + popcount64(v[1]) + popcount64(v[2]) + popcount64(v[3]);
}

#if PLACES == 1
INLINE places popcount_places(places v)
{
    return (places){popcount256(v)};
}
INLINE uint64_t sum_of_counts(places counts)
{
    return counts[0];
}
#endif

#endif
