/*
 * Sets of cells: 256 bits, one for each cell of the largest board, four rows to a 64-bit word.
 *
 * The solver moves whole sets of alternative cells of a robot at once, so these operations are its inner loops. A set
 * is two short vectors, which the compiler maps to whatever the machine has; the results are the same everywhere.
 * bb_add is for cold code: writing one word and then reading the vector defeats store forwarding. Hot code takes
 * one-cell sets from a table (bfs->single) and combines whole sets.
 */
#ifndef CAROM_SOLVER_BITBOARD_H
#define CAROM_SOLVER_BITBOARD_H

#include <carom/types.h>

/* For functions that are only fast when the direction is a compile-time constant. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

#define BB_WORDS 4
#define CACHE_LINE 64 /* bytes; data used together should share a line */

typedef uint64_t bb_half __attribute__((vector_size(16), aligned(8)));

struct bitboard {
    bb_half half[2];
};

static inline uint64_t bb_word(const struct bitboard *set, unsigned i)
{
    return ((const uint64_t *)set)[i];
}
static inline bool bb_has(const struct bitboard *set, unsigned cell)
{
    return (bb_word(set, cell >> 6) >> (cell & 63u) & 1u) != 0;
}
static inline void bb_add(struct bitboard *set, unsigned cell)
{
    ((uint64_t *)set)[cell >> 6] |= UINT64_C(1) << (cell & 63u);
}
static ALWAYS_INLINE bool bb_is_empty(const struct bitboard *set)
{
    bb_half any = set->half[0] | set->half[1];
#ifdef __wasm_simd128__
    return !__builtin_wasm_any_true_v128((__attribute__((vector_size(16))) signed char)any);
#else
    return (any[0] | any[1]) == 0;
#endif
}
static ALWAYS_INLINE struct bitboard bb_empty(void)
{
    return (struct bitboard){{{0, 0}, {0, 0}}};
}
static inline struct bitboard bb_full(void)
{
    return (struct bitboard){{{UINT64_MAX, UINT64_MAX}, {UINT64_MAX, UINT64_MAX}}};
}
static inline struct bitboard bb_single(unsigned cell)
{
    struct bitboard set = bb_empty();
    bb_add(&set, cell);
    return set;
}
static ALWAYS_INLINE struct bitboard bb_and(struct bitboard a, struct bitboard b)
{
    return (struct bitboard){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}
static ALWAYS_INLINE struct bitboard bb_or(struct bitboard a, struct bitboard b)
{
    return (struct bitboard){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}
/* The cells of `a` that are not in `b`. */
static ALWAYS_INLINE struct bitboard bb_and_not(struct bitboard a, struct bitboard b)
{
    return (struct bitboard){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

/* The first cache-line boundary in a block. Allocate CACHE_LINE bytes more than needed. */
static inline void *cache_align(void *block)
{
    return (void *)(((uintptr_t)block + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

/* Iterates over the cells of a set in rising order. The set must not change meanwhile.
 *     for (struct bb_iter iter = bb_iter(&set); bb_iter_next(&iter);) ... iter.cell ... */
struct bb_iter {
    const struct bitboard *set;
    uint64_t left;
    unsigned word;
    unsigned cell;
};
static inline struct bb_iter bb_iter(const struct bitboard *set)
{
    return (struct bb_iter){.set = set, .left = bb_word(set, 0)};
}
static inline bool bb_iter_next(struct bb_iter *iter)
{
    while (iter->left == 0) {
        if (++iter->word == BB_WORDS)
            return false;
        iter->left = bb_word(iter->set, iter->word);
    }
    iter->cell = iter->word * 64 + (unsigned)__builtin_ctzll(iter->left);
    iter->left &= iter->left - 1;
    return true;
}

#endif
