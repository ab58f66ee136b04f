/*
 * Warm boards: the tables that depend only on the board, the target's cell and the active robot's class, kept for the
 * next position that asks about them.
 *
 * A search only reads them (`bound.passes` and `bound.stoppers` are filled lazily, but a cell's values do not depend on
 * who asks), so answers, routes and node counts are the same with tables from the cache or built anew.
 *
 * The cache is one block with a fixed number of entries; the entry used least recently gives way. One position uses at
 * most one entry per class, so with CLASSES entries or more none of its own gives way while it is being solved.
 */
#ifndef CAROM_SOLVER_BOARD_CACHE_H
#define CAROM_SOLVER_BOARD_CACHE_H

#include "stoppers.h"

#include <carom/solver.h>

/* Everything about a board that matters to slides. Compared as bytes, so it has no padding. */
struct board_key {
    uint8_t walls[CAROM_CELLS];
    uint8_t barriers[CAROM_CELLS];
    uint16_t solid[CAROM_BOARD_SIDE];
    uint8_t width, height;
};
_Static_assert(sizeof(struct board_key) == 2 * CAROM_CELLS + 2 * CAROM_BOARD_SIDE + 2, "no padding");

/* Tables for one board, target cell and class of the active robot. */
struct board_tables {
    struct board_key board;
    uint8_t target;
    uint8_t class;
    uint64_t last_used;     /* on the cache's clock; 0: the entry is empty */
    struct problem problem; /* the compiled board; target and pieces are those of some earlier position */
    struct bound bound;
    /* For the breadth-first search, filled by carom_bfs_prepare: */
    bool bfs_ready;
    struct stoppers stoppers;
    struct bitboard line_helps[2][CAROM_BOARD_SIDE]; /* [axis][line]: active cells that a blocker stopping anywhere on
                                                        that line may help */
    struct bitboard may_bounce[CAROM_DIRECTIONS];    /* [direction]: cells from which a slide may meet a barrier */
    struct bitboard may_bounce_over[2][CAROM_CELLS]; /* [axis][cell]: cells from which the active robot, sliding along
                                                        the axis and bouncing, may pass `cell` */
};

struct board_cache {
    const struct carom_allocator *allocator;
    void *block;
    size_t block_size;
    struct board_tables *entry; /* inside `block`, aligned to a cache line */
    uint64_t *hash;             /* [entry]: of its board; behind the entries */
    size_t capacity;
    uint64_t clock; /* lookups so far */
    uint64_t built; /* tables built so far */
};

/* Makes an empty cache of at most `bytes`, but of CLASSES entries at least. False if out of memory. */
bool carom_board_cache_init(struct board_cache *cache, const struct carom_allocator *allocator, size_t bytes);
void carom_board_cache_destroy(struct board_cache *cache);
/* Empties all entries and keeps the memory. */
void carom_board_cache_clear(struct board_cache *cache);

struct board_key carom_board_key(const struct carom_board *board);
uint64_t carom_board_hash(const struct board_key *key);

/* The compiled board, if any entry has it; else NULL. */
const struct problem *carom_board_cache_problem(const struct board_cache *cache, const struct board_key *key,
                                                uint64_t hash);

/* The entry for the problem's target and the class of its active robot, with its bound built. NULL if the budget runs
 * out first. It stays valid until CLASSES other entries have been asked for. */
struct board_tables *carom_board_cache_get(struct board_cache *cache, const struct board_key *key, uint64_t hash,
                                           const struct problem *problem, struct budget *budget);

#endif
