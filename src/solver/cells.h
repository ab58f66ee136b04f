/*
 * Sets of cells: 256 bits, one for each cell of the largest board, four rows to a word.
 *
 * The solver follows whole sets of alternative places of one robot at once, so the few operations here are its inner
 * loops. Sets are kept as two short vectors, which compilers turn into whatever the machine has; the result is the same
 * everywhere. Single cells are put in only where speed does not matter: a word written alone and then read as part of a
 * vector is what processors are slow at, so hot code takes one-cell sets from a table and combines whole sets.
 */
#ifndef CAROM_SOLVER_CELLS_H
#define CAROM_SOLVER_CELLS_H

#include <carom/types.h>

/* For what is only fast when its direction is a constant. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

#define CELL_WORDS 4
#define LINE 64 /* bytes of a line of the cache; what is asked for together should be on one */

typedef uint64_t cells_half __attribute__((vector_size(16), aligned(8)));

struct cells {
    cells_half half[2];
};

static inline uint64_t cells_word(const struct cells *set, unsigned i)
{
    return ((const uint64_t *)set)[i];
}
static inline bool cells_has(const struct cells *set, unsigned cell)
{
    return (cells_word(set, cell >> 6) >> (cell & 63u) & 1u) != 0;
}
static inline void cells_add(struct cells *set, unsigned cell)
{
    ((uint64_t *)set)[cell >> 6] |= UINT64_C(1) << (cell & 63u);
}
static ALWAYS_INLINE bool cells_empty(const struct cells *set)
{
    cells_half any = set->half[0] | set->half[1];
#ifdef __wasm_simd128__
    return !__builtin_wasm_any_true_v128((__attribute__((vector_size(16))) signed char)any);
#else
    return (any[0] | any[1]) == 0;
#endif
}
static ALWAYS_INLINE struct cells cells_none(void)
{
    return (struct cells){{{0, 0}, {0, 0}}};
}
static inline struct cells cells_all(void)
{
    return (struct cells){{{UINT64_MAX, UINT64_MAX}, {UINT64_MAX, UINT64_MAX}}};
}
static inline struct cells cells_one(unsigned cell)
{
    struct cells set = cells_none();
    cells_add(&set, cell);
    return set;
}
static ALWAYS_INLINE struct cells cells_and(struct cells a, struct cells b)
{
    return (struct cells){{a.half[0] & b.half[0], a.half[1] & b.half[1]}};
}
static ALWAYS_INLINE struct cells cells_or(struct cells a, struct cells b)
{
    return (struct cells){{a.half[0] | b.half[0], a.half[1] | b.half[1]}};
}
/* What is in `a` and not in `b`. */
static ALWAYS_INLINE struct cells cells_minus(struct cells a, struct cells b)
{
    return (struct cells){{a.half[0] & ~b.half[0], a.half[1] & ~b.half[1]}};
}

/* Where in a block the first line of the cache begins. The block must be that much larger. */
static inline void *at_line(void *block)
{
    return (void *)(((uintptr_t)block + LINE - 1) / LINE * LINE);
}

/* Goes over the cells of a set in rising order, which must stay as it is meanwhile:
 *     for (struct cells_walk walk = cells_walk(&set); cells_next(&walk);) ... walk.cell ... */
struct cells_walk {
    const struct cells *set;
    uint64_t left;
    unsigned word;
    unsigned cell;
};
static inline struct cells_walk cells_walk(const struct cells *set)
{
    return (struct cells_walk){.set = set, .left = cells_word(set, 0)};
}
static inline bool cells_next(struct cells_walk *walk)
{
    while (walk->left == 0) {
        if (++walk->word == CELL_WORDS)
            return false;
        walk->left = cells_word(walk->set, walk->word);
    }
    walk->cell = walk->word * 64 + (unsigned)__builtin_ctzll(walk->left);
    walk->left &= walk->left - 1;
    return true;
}

#endif
