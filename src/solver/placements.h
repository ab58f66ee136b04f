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
#ifndef CAROM_SOLVER_PLACEMENTS_H
#define CAROM_SOLVER_PLACEMENTS_H

#include "search.h"

#define LEVELS (CAROM_ROUTE_MAX + 2)

/* The blocker's straight move that led somewhere; `straight` is false if it was none, or more than one did. */
struct hop {
    uint8_t from;
    uint8_t to;
    uint8_t direction : 7;
    uint8_t straight : 1;
};

struct placement {
    uint64_t key;
    uint32_t higher;  /* row of the set at level 1; the others follow */
    uint32_t waiting; /* first row of what is to be followed here, in its queue */
    uint16_t levels;
    uint16_t waiting_levels;
    uint8_t queued; /* number of the queue + 1, or 0 */
    struct hop hop; /* that led to all that is to be followed */
    uint8_t spare[8];
    struct cells lowest; /* level 0 */
};
_Static_assert(sizeof(struct placement) == 64, "a placement is one line of the cache");

/* The rows of what is to be followed at a placement: */
#define ROW_CHANGED                                                                                                    \
    0                /* by axis: cells from which slides along it may end elsewhere than before the blockers' moves    \
                      */
#define ROW_LEVELS 2 /* from here on, cells by level */

/* Sets that belong together are neighbours in an array of rows. */
struct rows {
    struct cells *row;
    size_t room;
    uint32_t count;
    uint32_t free[LEVELS +
                  ROW_LEVELS]; /* [n]: n rows that are not used any more: index + 1, which begin with the next such */
};

struct queue {
    uint32_t *placement; /* to be visited */
    size_t room;
    uint32_t count;
    struct rows rows;
};

struct placements {
    const struct carom_memory *memory;
    void *placement_block;
    struct placement *placement;      /* in the block, from where a line of the cache begins */
    uint32_t *slot;                   /* open addressing: 8 bits of the hash, 24 of index + 1; 0 is free */
    size_t placement_room, slot_room; /* allocated, in elements */
    unsigned slot_bits;               /* of slots in use */
    uint32_t count;
    struct rows rows;
    struct queue queue[2];
    unsigned now; /* the queue of this round */
};

void carom_placements_init(struct placements *placements, const struct carom_memory *memory);
void carom_placements_done(struct placements *placements);

/* Forgets everything. False: no memory. */
bool carom_placements_reset(struct placements *placements);

/* Ends a round: the next one's queue is now the present one's. */
void carom_placements_turn(struct placements *placements);

/* The placement with this key, which is made if there is none. NO_PLACEMENT: no memory. Placements may move. */
#define NO_PLACEMENT UINT32_MAX
uint32_t carom_placements_get(struct placements *placements, uint64_t key);

/* What is known of a placement at a level, which must be one of its own. */
static inline struct cells *placement_known(struct placements *placements, struct placement *placement, unsigned level)
{
    return level == 0 ? &placement->lowest : &placements->rows.row[placement->higher + level - 1];
}

/* What is sent from a placement: cells by level. */
struct load {
    const struct cells *exact; /* [n]: those at exactly level n */
    unsigned levels;
    unsigned first; /* they come to level first - 1 at least */
};

/* Where they go, each `cost` levels below where it was. */
struct send {
    uint64_t key;
    struct cells with;   /* only these */
    struct cells helped; /* and of those that come to the lowest level, only these */
    unsigned cost;
    struct hop hop;
    uint32_t placement; /* of the key, as far as that is known */
};

/* To how many levels does it come? 0 if nothing of it is new. */
unsigned carom_placements_news(struct placements *placements, uint32_t placement, const struct load *load,
                               const struct send *send);

/* Adds what is new, to be followed in the round of a queue. `levels` is what carom_placements_news says. Along each
 * axis only slides from the cells in `changed` can lead to something that does not come along. False: no memory. */
bool carom_placements_arrive(struct placements *placements, uint32_t placement, const struct load *load,
                             const struct send *send, unsigned levels, const struct cells changed[2], unsigned queue);

/* The same for one cell, at its level, in the placement of this key. */
bool carom_placements_arrive_cell(struct placements *placements, uint64_t key, unsigned cell, unsigned level,
                                  unsigned queue);

/* The highest level at which a cell is known, or NO_LEVEL. */
#define NO_LEVEL UINT32_MAX
uint32_t carom_placements_level(const struct placements *placements, uint64_t key, unsigned cell);

/* WebAssembly cannot fetch ahead: there it would only be work for nothing. */
#ifdef __wasm__
#define FETCHES 0
#else
#define FETCHES 1
#endif

/* Fetches what will be asked for soon: first the slot of a key; when that has come, its placement; then its rows. */
void carom_placements_fetch_slot(const struct placements *placements, uint64_t key);
uint32_t carom_placements_fetch_placement(const struct placements *placements, uint64_t key);
void carom_placements_fetch_rows(const struct placements *placements, uint32_t placement);

#endif
