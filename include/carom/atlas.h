/*
 * The atlas: how many moves every placement of the four robots needs, for one board and target, by retrograde analysis.
 *
 * carom_atlas_begin sets it up in the caller's memory. The work comes in phases of slices. The slices of a phase may
 * run in any order and in parallel; when all have run, carom_atlas_next_phase prepares the next. The result does not
 * depend on the order.
 *
 *     do
 *         for (unsigned i = 0; i < carom_atlas_slice_count(atlas); i++)
 *             carom_atlas_run_slice(atlas, i);
 *     while (carom_atlas_next_phase(atlas));
 *
 * docs/guide/atlas.md explains the method.
 */
#ifndef CAROM_ATLAS_H
#define CAROM_ATLAS_H

#include <carom/decls.h>
#include <carom/position.h>

CAROM_BEGIN_DECLS

#define CAROM_ATLAS_DEPTH_MAX 256 /* the number of moves that can be told apart */

/* The question. The robots are the four with colours. */
struct carom_atlas_task {
    struct carom_board board;
    struct carom_target target;
    bool no_ricochet; /* R7 does not hold */
    bool no_simd;     /* use neither AVX2 nor AVX-512, even if the processor has them */
    bool no_avx512;   /* do not use AVX-512 even if the processor has it */
    /* threads that will run slices at once; a single one gets larger slices, which use the cache better */
    unsigned threads;
    uint32_t hardest_max; /* capacity of the list of hardest placements */
    uint32_t reserved[4]; /* must be 0; room for later options without changing the size */
};

/* Results. Placements that differ only by swapping robots that move alike are counted once: without barriers the
 * three blockers, on the vortex all four. */
struct carom_atlas_result {
    uint64_t placements;
    uint64_t unsolvable;
    uint64_t sum;            /* of the moves of all solvable placements */
    uint32_t max_moves;      /* the most moves that any solvable placement needs */
    uint32_t histogram_size; /* max_moves + 1, or 0 if no placement is solvable */
    uint64_t histogram[CAROM_ATLAS_DEPTH_MAX];
    uint64_t hardest_total;  /* placements that need max_moves */
    uint32_t hardest_listed; /* how many of them carom_atlas_hardest returns */
};

struct carom_atlas;

/* Bytes that an atlas needs, a multiple of 64; 0 if the board has too few cells for four robots. */
size_t carom_atlas_size(const struct carom_atlas_task *task);

/* Sets up an atlas in `memory` of carom_atlas_size bytes, aligned to 64; it need not be cleared. NULL if it is not
 * aligned, is NULL, or if carom_atlas_size is 0. The memory stays the caller's, and nothing has to be freed. Copies the
 * task. */
struct carom_atlas *carom_atlas_begin(void *memory, const struct carom_atlas_task *task);

/* The number of slices of this phase; runs one of them, if there are that many. */
unsigned carom_atlas_slice_count(const struct carom_atlas *atlas);
void carom_atlas_run_slice(struct carom_atlas *atlas, unsigned slice);
/* Call when all slices of the phase have run. False: the atlas is complete. */
bool carom_atlas_next_phase(struct carom_atlas *atlas);

/* All placements that need at most this many moves are known. */
unsigned carom_atlas_depth(const struct carom_atlas *atlas);
/* Does this placement need at most carom_atlas_depth moves? False while a level is incomplete, and for
 * placements that the atlas does not have. */
bool carom_atlas_is_within_depth(const struct carom_atlas *atlas, const struct carom_robots *robots);
/* Counts, by cell of the active robot, the placements that need at most carom_atlas_depth moves. Valid only while
 * carom_atlas_level_complete is true. Returns false and counts nothing on the vortex, where any robot may be the
 * active one. */
bool carom_atlas_count_by_cell(const struct carom_atlas *atlas, uint64_t within[CAROM_CELLS]);
/* True between two levels, when every placement within carom_atlas_depth moves is known. */
bool carom_atlas_level_complete(const struct carom_atlas *atlas);
/* The number of placements in total; those solved so far. */
uint64_t carom_atlas_placements(const struct carom_atlas *atlas);
uint64_t carom_atlas_placements_known(const struct carom_atlas *atlas);

/* Fills in the results. Call when the atlas is complete. */
void carom_atlas_result(const struct carom_atlas *atlas, struct carom_atlas_result *result);
/* One of the hardest placements, in a fixed order. No robots if `index` is not below
 * `hardest_listed`. */
struct carom_robots carom_atlas_hardest(const struct carom_atlas *atlas, uint32_t index);

CAROM_END_DECLS

#endif
