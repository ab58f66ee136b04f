/*
 * The memory of the search by sets: placements of the blockers, and for each the cells where the active robot may be.
 *
 * A placement has a key. What is known of it are sets of the active robot's cells, one for each level:
 * at level n are the cells that leave a slack of at least n (plus a constant), so each holds those above it. Most
 * placements have few levels, and the lowest set is in the placement itself, which is one line of the cache.
 *
 * What is still to be followed waits in a queue, cells under exactly their own level: one queue for the present round,
 * one for the next.
 */
#ifndef CAROM_SOLVER_PLACEMENT_TABLE_H
#define CAROM_SOLVER_PLACEMENT_TABLE_H

#include "search.h"

#define LEVELS (CAROM_ROUTE_MAX + 2)

/* The blocker's straight move that led somewhere; `straight` is false if it was none, or more than one did. */
struct blocker_move {
    uint8_t from;
    uint8_t to;
    uint8_t direction : 7;
    uint8_t is_straight : 1;
};

struct placement {
    uint64_t key;
    uint32_t higher_closed; /* row of the set at level 1; the others follow */
    uint32_t open_row;      /* first row of what is to be followed here, in its queue */
    uint16_t levels;
    uint16_t open_levels;
    uint8_t open_list;        /* number of the queue + 1, or 0 */
    struct blocker_move move; /* that led to all that is to be followed */
    uint8_t spare[8];
    struct bitboard closed0; /* level 0 */
};
_Static_assert(sizeof(struct placement) == 64, "a placement is one line of the cache");

/* The rows of what is to be followed at a placement: */
#define OPEN_ROW_AFFECTED                                                                                              \
    0 /* by axis: cells from which slides along it may end elsewhere than before the blockers' moves                   \
       */
#define OPEN_ROW_LEVELS 2 /* from here on, cells by level */

/* Sets that belong together are neighbours in an array of rows. */
struct bb_pool {
    struct bitboard *row;
    size_t capacity;
    uint32_t count;
    uint32_t free[LEVELS + OPEN_ROW_LEVELS]; /* [n]: n rows that are not used any more: index + 1, which begin with the
                                                next such */
};

struct open_list {
    uint32_t *placement; /* to be visited */
    size_t capacity;
    uint32_t count;
    struct bb_pool pool;
};

struct placement_table {
    const struct carom_allocator *allocator;
    void *placement_block;
    struct placement *placement;              /* in the block, from where a line of the cache begins */
    uint32_t *slot;                           /* open addressing: 8 bits of the hash, 24 of index + 1; 0 is free */
    size_t placement_capacity, slot_capacity; /* allocated, in elements */
    unsigned slot_bits;                       /* of slots in use */
    uint32_t count;
    struct bb_pool pool;
    struct open_list queue[2];
    unsigned current; /* the queue of this round */
};

void carom_placement_table_init(struct placement_table *table, const struct carom_allocator *allocator);
void carom_placement_table_destroy(struct placement_table *table);

/* Forgets everything. False: no memory. */
bool carom_placement_table_reset(struct placement_table *table);

/* Ends a round: the next one's queue is now the present one's. */
void carom_placement_table_next_layer(struct placement_table *table);

/* The placement with this key, which is made if there is none. NO_PLACEMENT: no memory. Placements may move. */
#define NO_PLACEMENT UINT32_MAX
uint32_t carom_placement_table_find_or_add(struct placement_table *table, uint64_t key);

/* What is known of a placement at a level, which must be one of its own. */
static inline struct bitboard *placement_closed(struct placement_table *table, struct placement *placement,
                                                unsigned level)
{
    return level == 0 ? &placement->closed0 : &table->pool.row[placement->higher_closed + level - 1];
}

/* What is sent from a placement: cells by level. */
struct source_sets {
    const struct bitboard *at_level; /* [n]: those at exactly level n */
    unsigned levels;
    unsigned first_level; /* they come to level first - 1 at least */
};

/* Where they go, each `cost` levels below where it was. */
struct successor {
    uint64_t key;
    struct bitboard active_mask;       /* only these */
    struct bitboard lowest_level_mask; /* and of those that come to the lowest level, only these */
    unsigned cost;
    struct blocker_move move;
    uint32_t placement; /* of the key, as far as that is known */
};

/* To how many levels does it come? 0 if nothing of it is new. */
unsigned carom_placement_table_new_levels(struct placement_table *table, uint32_t placement,
                                          const struct source_sets *source, const struct successor *successor);

/* Closes the new cells and opens the placement in layer `queue`. `changed`: per axis the cells whose slides the
 * blocker's move can have altered; only those are expanded. False: no memory. */
bool carom_placement_table_insert(struct placement_table *table, uint32_t placement, const struct source_sets *source,
                                  const struct successor *successor, unsigned levels, const struct bitboard changed[2],
                                  unsigned queue);

/* The same for one cell, at its level, in the placement of this key. */
bool carom_placement_table_insert_cell(struct placement_table *table, uint64_t key, unsigned cell, unsigned level,
                                       unsigned queue);

/* The highest level at which a cell is known, or NO_LEVEL. */
#define NO_LEVEL UINT32_MAX
uint32_t carom_placement_table_level(const struct placement_table *table, uint64_t key, unsigned cell);

/* WebAssembly cannot fetch ahead: there it would only be work for nothing. */
#ifdef __wasm__
#define PREFETCH 0
#else
#define PREFETCH 1
#endif

/* Fetches what will be asked for soon: first the slot of a key; when that has come, its placement; then its rows. */
void carom_placement_table_prefetch_slot(const struct placement_table *table, uint64_t key);
uint32_t carom_placement_table_prefetch_placement(const struct placement_table *table, uint64_t key);
void carom_placement_table_prefetch_rows(const struct placement_table *table, uint32_t placement);

#endif
