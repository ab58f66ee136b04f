/*
 * Sets of cells: 256 bits, one for each cell of the largest board, as four words of four rows.
 *
 * The solver moves whole sets of alternative places of one robot at once, so the few operations here are its inner
 * loops. They are written as plain loops over four words, which compilers turn into vector instructions where the
 * machine has them; the result is the same everywhere.
 */
#ifndef CAROM_SOLVER_CELLS_H
#define CAROM_SOLVER_CELLS_H

#include <carom/types.h>

#define CELL_WORDS 4

struct cells {
    uint64_t word[CELL_WORDS];
};

static inline bool cells_has(const struct cells *set, unsigned cell)
{
    return (set->word[cell >> 6] >> (cell & 63u) & 1u) != 0;
}
static inline void cells_add(struct cells *set, unsigned cell)
{
    set->word[cell >> 6] |= UINT64_C(1) << (cell & 63u);
}
static inline void cells_remove(struct cells *set, unsigned cell)
{
    set->word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63u));
}
static inline bool cells_empty(const struct cells *set)
{
    return (set->word[0] | set->word[1] | set->word[2] | set->word[3]) == 0;
}
static inline struct cells cells_none(void)
{
    return (struct cells){{0, 0, 0, 0}};
}
static inline struct cells cells_one(unsigned cell)
{
    struct cells set = cells_none();
    cells_add(&set, cell);
    return set;
}
static inline struct cells cells_and(struct cells a, struct cells b)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}
static inline struct cells cells_or(struct cells a, struct cells b)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}
/* What is in `a` and not in `b`. */
static inline struct cells cells_minus(struct cells a, struct cells b)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

/* Takes some cell out of a set that is not empty: the first one, so that the order never depends on the machine. */
static inline unsigned cells_take(struct cells *set)
{
    unsigned i = 0;
    while (set->word[i] == 0)
        i++;
    unsigned bit = (unsigned)__builtin_ctzll(set->word[i]);
    set->word[i] &= set->word[i] - 1;
    return i * 64 + bit;
}

/* Every cell one step to the north, south, west, east. What leaves the board to the north or south is gone; to the
 * west and east the caller's masks of open sides keep rows apart. */
static inline struct cells cells_north(struct cells a)
{
    return (struct cells){{a.word[0] >> 16 | a.word[1] << 48, a.word[1] >> 16 | a.word[2] << 48,
                           a.word[2] >> 16 | a.word[3] << 48, a.word[3] >> 16}};
}
static inline struct cells cells_south(struct cells a)
{
    return (struct cells){{a.word[0] << 16, a.word[1] << 16 | a.word[0] >> 48, a.word[2] << 16 | a.word[1] >> 48,
                           a.word[3] << 16 | a.word[2] >> 48}};
}
static inline struct cells cells_west(struct cells a)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        a.word[i] >>= 1;
    return a;
}
static inline struct cells cells_east(struct cells a)
{
    for (unsigned i = 0; i < CELL_WORDS; i++)
        a.word[i] <<= 1;
    return a;
}

#endif
