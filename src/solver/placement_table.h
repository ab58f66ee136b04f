/*
 * Hash table of placements: for each placement of the blockers, the cells on which the active robot can be.
 *
 * Levels: a cell at level n leaves a slack of n + bfs->min_slack under the limit the run began with. A placement has
 * closed sets, one per level, and `closed(n)` holds the cells reached at level n or above, so each contains the sets
 * above it. Most placements have two or three levels; the set of level 0 is in the placement itself, which fills one
 * cache line.
 *
 * The open lists hold the frontier: placements to expand, with the new cells at exactly their level. There is one list
 * for the current layer and one for the next.
 */
#ifndef CAROM_SOLVER_PLACEMENT_TABLE_H
#define CAROM_SOLVER_PLACEMENT_TABLE_H

#include "search.h"

#define LEVELS (CAROM_ROUTE_MAX + 2)

/* The straight move of a blocker that led to a placement. `is_straight` is false if the slide bounced, or if several
 * moves led there. */
struct blocker_move {
    uint8_t from;
    uint8_t to;
    uint8_t direction : 7;
    uint8_t is_straight : 1;
};

struct placement {
    uint64_t key;
    uint32_t higher_closed; /* row of the closed set at level 1; higher levels follow */
    uint32_t open_row;      /* first row of the open sets, in the pool of its open list */
    uint16_t levels;
    uint16_t open_levels;
    uint8_t open_list;        /* index of the open list it is on, plus 1; 0: on none */
    struct blocker_move move; /* the one move that led to all open cells */
    uint32_t epoch;           /* of the table when cells last arrived here */
    uint8_t spare[4];
    struct bitboard closed0; /* closed set at level 0 */
};
_Static_assert(sizeof(struct placement) == 64, "a placement is one line of the cache");

/* Rows of the open sets of a placement: */
#define OPEN_ROW_AFFECTED                                                                                              \
    0                     /* [axis]: cells whose slides along it may end elsewhere than before the blockers' moves     \
                           */
#define OPEN_ROW_LEVELS 2 /* [level]: cells, from this row on */

/* A pool of bitboards. Sets that belong together are consecutive rows. */
struct bb_pool {
    struct bitboard *row;
    size_t capacity;
    uint32_t count;
    uint32_t free[LEVELS + OPEN_ROW_LEVELS]; /* [n]: free list of blocks of n rows: index + 1; the first word of a free
                                                block links to the next one */
};

struct open_list {
    uint32_t *placement; /* to expand, in this order */
    size_t capacity;
    uint32_t count;
    struct bb_pool pool;
};

struct placement_table {
    const struct carom_allocator *allocator;
    void *placement_block;
    struct placement *placement;              /* inside placement_block, aligned to a cache line */
    uint32_t *slot;                           /* open addressing: 8 bits of the hash, 24 bits of index + 1; 0: free */
    size_t placement_capacity, slot_capacity; /* allocated elements */
    unsigned slot_bits;                       /* log2 of the slots in use */
    uint32_t count;
    struct bb_pool pool;
    struct open_list queue[2];
    unsigned current; /* index of the current layer's list in `queue` */
    uint32_t epoch;   /* incremented by a caller that wants to know which placements change from now on */
};

void carom_placement_table_init(struct placement_table *table, const struct carom_allocator *allocator);
void carom_placement_table_destroy(struct placement_table *table);

/* Removes all placements and keeps the memory. False: out of memory. */
bool carom_placement_table_reset(struct placement_table *table);

/* Makes a copy of a placement the only one, on the current open list, though keys are not found. Expects a table that
 * was reset, or that had no other placement since. `higher_closed` and `open` are its rows. False: out of memory. */
bool carom_placement_table_set_only(struct placement_table *table, const struct placement *copy,
                                    const struct bitboard *higher_closed, const struct bitboard *open);

/* Ends a layer: the next layer's open list becomes the current one. */
void carom_placement_table_next_layer(struct placement_table *table);

/* Returns the index of the placement with this key, adding it if necessary. NO_PLACEMENT: out of memory. May move
 * all placements, so pointers to them become invalid. */
#define NO_PLACEMENT UINT32_MAX
uint32_t carom_placement_table_find_or_add(struct placement_table *table, uint64_t key);

/* The closed set of a placement at a level. The level must be below placement->levels. */
static inline struct bitboard *placement_closed(struct placement_table *table, struct placement *placement,
                                                unsigned level)
{
    return level == 0 ? &placement->closed0 : &table->pool.row[placement->higher_closed + level - 1];
}

/* The active cells of the placement being expanded, by level. */
struct source_sets {
    const struct bitboard *at_level; /* [n]: cells at exactly level n */
    unsigned levels;
    unsigned first_level; /* a successor's lowest level is this minus 1 */
};

/* A placement that a blocker's move leads to. Every active cell drops by `cost` levels. */
struct successor {
    uint64_t key;
    struct bitboard active_mask;       /* active cells for which the blocker's slide ends there */
    struct bitboard lowest_level_mask; /* of those that drop to the lowest level, keep only these */
    unsigned cost;
    struct blocker_move move;
    uint32_t placement; /* index of the key, possibly stale; NO_PLACEMENT: not looked up */
};

/* Returns how many levels the successor's cells span, or 0 if all of them are closed already. */
unsigned carom_placement_table_new_levels(struct placement_table *table, uint32_t placement,
                                          const struct source_sets *source, const struct successor *successor);

/* Closes the new cells and opens the placement in layer `queue`. `changed`: per axis the cells whose slides the
 * blocker's move can have altered; only those are expanded. False: no memory. */
bool carom_placement_table_insert(struct placement_table *table, uint32_t placement, const struct source_sets *source,
                                  const struct successor *successor, unsigned levels, const struct bitboard changed[2],
                                  unsigned queue);

/* Inserts one active cell at a level into the placement of this key, and opens it in list `queue`. False: out of
 * memory. */
bool carom_placement_table_insert_cell(struct placement_table *table, uint64_t key, unsigned cell, unsigned level,
                                       unsigned queue);

/* The highest level at which a cell is closed, or NO_LEVEL. */
#define NO_LEVEL UINT32_MAX
uint32_t carom_placement_table_level(const struct placement_table *table, uint64_t key, unsigned cell);

/* WebAssembly has no prefetch instruction, so looking ahead there would only cost time. */
#ifdef __wasm__
#define PREFETCH 0
#else
#define PREFETCH 1
#endif

/* Prefetches in three stages, each using what the one before it brought: the hash slot of a key, its placement, its
 * rows. */
void carom_placement_table_prefetch_slot(const struct placement_table *table, uint64_t key);
uint32_t carom_placement_table_prefetch_placement(const struct placement_table *table, uint64_t key);
void carom_placement_table_prefetch_rows(const struct placement_table *table, uint32_t placement);

#endif
