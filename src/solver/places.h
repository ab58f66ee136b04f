/*
 * The memory of the search by sets: placements of the blockers, and for each the cells where the active robot may be.
 *
 * A place is one placement (by its key) with all cells of the active robot reached so far. An item is what was new
 * about a place at one level: level n holds what can be reached with exactly n moves and no fewer. Items of a place are
 * chained, later levels first, so that a route can be traced back.
 */
#ifndef CAROM_SOLVER_PLACES_H
#define CAROM_SOLVER_PLACES_H

#include "search.h"

#define NO_INDEX UINT32_MAX

/* The blocker's move that led somewhere, if it was a straight one; else `straight` is false. */
struct hop {
    uint8_t from;
    uint8_t to;
    uint8_t direction;
    bool straight;
};

struct place {
    uint64_t key;
    struct cells seen;
    uint32_t item; /* its latest, or NO_INDEX */
    uint32_t spare;
};

struct item {
    struct cells set;
    uint32_t place;
    uint32_t before; /* the same place's item of an earlier level, or NO_INDEX */
    struct hop hop;  /* the only move that led here, if there is only one */
};

/* An arrival on its way into memory: its slot and its place are fetched while others are being worked on. */
#define ARRIVALS 16 /* a power of two */
struct arrival {
    uint64_t key;
    struct cells set;
    struct hop hop;
};

/* Cells reached by a move that costs more than one, kept until their level comes. */
struct later {
    uint64_t key;
    struct cells set;
    uint32_t level;
    uint32_t next; /* of the same level, or NO_INDEX */
};

struct places {
    const struct carom_memory *memory;
    struct place *place;
    struct item *item;
    struct later *later;
    uint32_t *slot; /* open addressing: 8 bits of the hash, 24 of index + 1; 0 is free */
    uint32_t places, items, laters;
    size_t place_room, item_room, later_room, slot_room; /* allocated, in elements */
    unsigned slot_bits;                                  /* of slots in use */
    uint32_t level_first[CAROM_ROUTE_MAX + 2];           /* index of the first item of each level */
    uint32_t level_later[CAROM_ROUTE_MAX + 2];           /* head of its list */
    unsigned level;                                      /* the level that is being filled */
    struct arrival arrival[ARRIVALS];                    /* a ring; the last `waiting` are still to be worked off */
    uint32_t arrivals, waiting;
};

void carom_places_init(struct places *places, const struct carom_memory *memory);
void carom_places_done(struct places *places);

/* Forgets everything and begins to fill level 0. False: no memory. */
bool carom_places_reset(struct places *places);
/* Begins to fill the next level. */
void carom_places_next_level(struct places *places);

/* Adds what is new of `set` to the level that is being filled, at once. False: no memory. */
bool carom_places_arrive(struct places *places, uint64_t key, const struct cells *set);
/* The same for a place that is there already. */
bool carom_places_arrive_at(struct places *places, uint32_t place, const struct cells *set, struct hop hop);
/* The same, a little later; until then it is only on its way. */
bool carom_places_send(struct places *places, uint64_t key, const struct cells *set, struct hop hop);
/* Works off all that is on its way. Must come before the level ends. */
bool carom_places_settle(struct places *places);
/* The same for a later level, which must be at most CAROM_ROUTE_MAX. */
bool carom_places_later(struct places *places, uint64_t key, const struct cells *set, unsigned level);
/* Brings in what was kept for the level that is being filled. */
bool carom_places_due(struct places *places);

/* Was this state reached at exactly this level? */
bool carom_places_at(const struct places *places, uint64_t key, unsigned cell, unsigned level);

size_t carom_places_bytes(const struct places *places);

#endif
