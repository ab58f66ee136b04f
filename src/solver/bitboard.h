/*
 * Sets of cells: 256 bits, one for each cell of the largest board, four rows to a word.
 *
 * The solver follows whole sets of alternative places of one robot at once, so the few operations here are its inner
 * loops. Sets are kept as two short vectors, which compilers turn into whatever the machine has; the result is the same
 * everywhere. Single cells are put in only where speed does not matter: a word written alone and then read as part of a
 * vector is what processors are slow at, so hot code takes one-cell sets from a table and combines whole sets.
 */
#ifndef CAROM_SOLVER_BITBOARD_H
#define CAROM_SOLVER_BITBOARD_H

#include <carom/types.h>

/* For what is only fast when its direction is a constant. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

#define BB_WORDS 4
#define CACHE_LINE 64 /* bytes of a line of the cache; what is asked for together should be on one */

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
/* What is in `a` and not in `b`. */
static ALWAYS_INLINE struct bitboard bb_and_not(struct bitboard a, struct bitboard b)
{
    return (struct bitboard){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

/* Where in a block the first line of the cache begins. The block must be that much larger. */
static inline void *cache_align(void *block)
{
    return (void *)(((uintptr_t)block + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

/* Goes over the cells of a set in rising order, which must stay as it is meanwhile:
 *     for (struct bb_iter walk = bb_iter(&set); bb_iter_next(&walk);) ... walk.cell ... */
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
