/*
 * The atlas: how many moves every placement of the four robots needs, for one board and target, all at once.
 *
 * carom_atlas_begin sets it up in memory that is handed in. Work comes in phases of slices. The slices of a phase may
 * run in any order and in parallel; when all have run, carom_atlas_next_phase prepares the next.
 *
 *     do
 *         for (unsigned i = 0; i < carom_atlas_slice_count(atlas); i++)
 *             carom_atlas_run_slice(atlas, i);
 *     while (carom_atlas_next_phase(atlas));
 *
 * The answer is the same whatever the order. docs/atlas.md says how it is found.
 */
#ifndef CAROM_ATLAS_H
#define CAROM_ATLAS_H

#include <carom/decls.h>
#include <carom/position.h>

CAROM_BEGIN_DECLS

#define CAROM_ATLAS_DEPTH_MAX 256 /* the longest distances that are told apart */

/* What is asked. The robots are the four with colours. */
struct carom_atlas_task {
    struct carom_board board;
    struct carom_target target;
    bool no_ricochet;     /* true: R7 does not hold */
    bool no_simd;         /* true: do without the wide instructions the processor may have */
    unsigned threads;     /* that may do slices at once; one alone is given work that makes better use of the cache */
    uint32_t hardest_max; /* room for so many of the hardest placements */
};

/* Placements are counted once where robots that behave alike change places: without barriers the three that are not
 * active, on the vortex all four. */
struct carom_atlas_result {
    uint64_t placements;
    uint64_t unsolvable;
    uint64_t sum;            /* of the moves of all that can be solved */
    uint32_t max_moves;      /* the most moves that any of those needs */
    uint32_t histogram_size; /* max + 1, or 0 if none can be solved */
    uint64_t histogram[CAROM_ATLAS_DEPTH_MAX];
    uint64_t hardest_total;  /* how many need max moves: histogram[max] */
    uint32_t hardest_listed; /* how many of them carom_atlas_hardest knows */
};

struct carom_atlas;

/* The bytes an atlas needs, a multiple of 64; 0 if there are not even cells for four robots. */
size_t carom_atlas_size(const struct carom_atlas_task *task);

/* Sets an atlas up in `memory`: as many bytes as carom_atlas_size says, at an address that is a multiple of 64,
 * whatever is in them. They stay the caller's; there is nothing to end. The task is copied. */
struct carom_atlas *carom_atlas_begin(void *memory, const struct carom_atlas_task *task);

/* How many slices may be done now, and doing one of them. */
unsigned carom_atlas_slice_count(const struct carom_atlas *atlas);
void carom_atlas_run_slice(struct carom_atlas *atlas, unsigned slice);
/* To be called when all of them are done. False: the atlas is complete. */
bool carom_atlas_next_phase(struct carom_atlas *atlas);

/* All placements that need at most so many moves are known by now. */
unsigned carom_atlas_depth(const struct carom_atlas *atlas);
/* Does this placement need at most carom_atlas_depth moves? Only where carom_atlas_level_complete is true. */
bool carom_atlas_is_within_depth(const struct carom_atlas *atlas, const struct carom_robots *robots);
/* How many placements with the active robot on each cell need at most carom_atlas_depth moves. Only where
 * carom_atlas_level_complete is true. False, and nothing is counted, on the vortex, where any robot may be the active
 * one. */
bool carom_atlas_count_by_cell(const struct carom_atlas *atlas, uint64_t within[CAROM_CELLS]);
/* True between two levels: every placement within carom_atlas_depth moves is known. */
bool carom_atlas_level_complete(const struct carom_atlas *atlas);
/* How many placements there are in all, and how many of them are known so far. */
uint64_t carom_atlas_placements(const struct carom_atlas *atlas);
uint64_t carom_atlas_placements_known(const struct carom_atlas *atlas);

/* After the end. */
void carom_atlas_result(const struct carom_atlas *atlas, struct carom_atlas_result *result);
/* One of the hardest placements, `index` below `listed`, in a fixed order. */
struct carom_robots carom_atlas_hardest(const struct carom_atlas *atlas, uint32_t index);

CAROM_END_DECLS

#endif
