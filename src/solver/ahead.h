/*
 * Several threads on one hard position: expanding placements ahead of their turn.
 *
 * The breadth-first search inserts successors one placement after another, because the order decides which states are
 * stored, and with them the route. But what an expansion finds depends only on the placement's own sets and on the
 * limit. So the open list is cut into windows: while the calling thread commits one window (stores what was found, and
 * inserts the successors, in order), all threads expand the next one, on copies of its sets. A result is thrown away,
 * and the placement expanded in its turn, if something was inserted into it meanwhile, if the limit fell, or if the
 * expansion found a route. So routes and node counts are the same as with one thread.
 *
 * The solver starts no threads: the caller brings a struct carom_team.
 */
#ifndef CAROM_SOLVER_AHEAD_H
#define CAROM_SOLVER_AHEAD_H

#include "expand.h"

struct bfs;
struct budget;

/* The browser's module has no threads, so it is built without this. */
#ifdef __wasm__
#define THREADS 0
#else
#define THREADS 1
#endif

#define AHEAD_WINDOW 128      /* placements */
#define AHEAD_LEVELS 5        /* placements with more levels wait for their turn */
#define AHEAD_SUCCESSORS 4096 /* per worker and window */

/* A placement of a window: a copy of its sets, then the result. */
struct ahead_item {
    _Alignas(CACHE_LINE) uint32_t placement;
    uint32_t successor_count;
    const struct successor *successors;
    unsigned first_level; /* of struct source_sets */
    bool usable;
    bool pruned_by_limit;
    struct placement copy; /* its sets of level 0 included */
    struct bitboard higher_closed[AHEAD_LEVELS - 1];
    struct bitboard open[OPEN_ROW_LEVELS + AHEAD_LEVELS];
    struct bitboard at_level[AHEAD_LEVELS];
};

struct ahead_window {
    uint32_t begin, count; /* the part of the open list */
    uint32_t next;         /* the next item that nobody has taken; atomic */
    unsigned limit;        /* the search's limit when the copies were made */
    uint32_t epoch;        /* of the placement table, likewise */
    struct ahead_item item[AHEAD_WINDOW];
};

struct ahead_worker;
struct ahead {
    const struct carom_team *team; /* NULL: one thread */
    const struct carom_allocator *allocator;
    void *block;
    size_t block_size;
    unsigned workers; /* how many there is memory for */
    struct ahead_worker *worker;
    struct ahead_window *window; /* two: one being committed, and the next one */
    bool running;                /* the workers are ready for this run of the search */
};

void carom_ahead_init(struct ahead *ahead, const struct carom_allocator *allocator);
void carom_ahead_destroy(struct ahead *ahead);

/* Is the team worth calling for an open list of this length? Then the workers are ready; without memory for them the
 * team is not used. */
bool carom_ahead_wanted(struct ahead *ahead, struct bfs *bfs, uint32_t placements);

/* Commits a part of the open list: [begin, end), with the items of the window for it. */
typedef enum search_status ahead_commit(struct bfs *bfs, struct budget *budget, uint32_t begin, uint32_t end,
                                        const struct ahead_window *window);

/* Expands the open list's placements from `*begin` on with the team, as long as that is worth it. */
enum search_status carom_ahead_run(struct ahead *ahead, struct bfs *bfs, struct budget *budget, ahead_commit *commit,
                                   uint32_t *begin);

/* The result for a placement, if it was expanded ahead and still holds; else NULL. `previous` has successors that are
 * not inserted yet, but would be in the middle of this placement's turn. */
const struct ahead_item *carom_ahead_result(const struct ahead_window *window, const struct bfs *bfs, uint32_t index,
                                            const struct expansion *previous);

#endif
