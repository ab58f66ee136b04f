/*
 * The solver: proven shortest routes for every position carom can write.
 *
 * Simple use: carom_solver_new, carom_solve, carom_solver_free. A solver keeps its memory between positions, so use one
 * for many. It is deterministic: the same position and options give the same route and node count, everywhere.
 */
#ifndef CAROM_SOLVER_H
#define CAROM_SOLVER_H

#include <carom/decls.h>
#include <carom/micro.h>
#include <carom/position.h>

CAROM_BEGIN_DECLS

#define CAROM_ROUTE_MAX                                                                                                \
    256 /* Longest route searched for. Positions that need more end with CAROM_SOLVE_LIMIT.                            \
         */

/* Where the solver's memory comes from. `resize` works like realloc (block NULL: new; size 0: free it, returns NULL)
 * and may return NULL to refuse: the solver then ends with CAROM_SOLVE_NO_MEMORY and keeps what it had. */
struct carom_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
};

struct carom_solve_options {
    bool no_ricochet;                     /* true: R7 does not hold */
    uint8_t axes_travelled[CAROM_ROBOTS]; /* R7: CAROM_AXIS_... that robots have travelled along since the round began;
                                   all 0 where the position is the round's first */
    uint32_t max_cost;                    /* give up beyond this; 0: CAROM_ROUTE_MAX */
    uint64_t max_nodes;                   /* give up after so many nodes; 0: none */
    bool (*cancelled)(void *context);     /* asked every few milliseconds; may be NULL */
    void *context;                        /* of `cancelled` and `now` */
    uint32_t max_ms;                      /* give up after so long by the clock `now`; 0: never */
    uint64_t (*now)(void *context); /* a clock that only goes forward, in milliseconds: carom_clock, or one's own; NULL:
                                       there is none, and `max_ms` means nothing */
    uint64_t reserved[4];           /* 0: for options that may come, so that the struct keeps its size */
};

enum carom_solve_status {
    CAROM_SOLVE_FOUND,      /* route is shortest, proven */
    CAROM_SOLVE_UNSOLVABLE, /* proven: there is no route at all */
    CAROM_SOLVE_LIMIT,      /* a limit came first; lower_bound is a proven lower bound */
    CAROM_SOLVE_CANCELLED,  /* likewise */
    CAROM_SOLVE_NO_MEMORY,  /* likewise */
};

/* The stable name: "found", "unsolvable", "limit", "cancelled", "no-memory". */
const char *carom_solve_status_name(enum carom_solve_status status);

struct carom_solution {
    enum carom_solve_status status;
    uint32_t cost;        /* of the route (for the transparent robot more than its length, T4) */
    uint32_t lower_bound; /* proven lower bound; equals cost when found */
    uint64_t nodes;       /* what the search counted */
    uint32_t moves;       /* in `route` */
    struct carom_move route[CAROM_ROUTE_MAX];
};

struct carom_solver;

/* NULL if the memory says no. */
struct carom_solver *carom_solver_new(const struct carom_allocator *allocator);
void carom_solver_free(struct carom_solver *solver);

/* `position` must be one that carom_position_read accepts with CAROM_REQUIRE_TARGET. Returns solution->status. */
enum carom_solve_status carom_solve(struct carom_solver *solver, const struct carom_position *position,
                                    const struct carom_solve_options *options, struct carom_solution *solution);

/* Every shortest route, best to tell first (fewest robots, then longest runs of one robot): `visit` gets each of the
 * first `limit`, returning false to stop listing. The exact number is in *count (which goes on counting after `limit`;
 * CAROM_ROUTES_MAX if there are more than that).
 * The routes come from one search; the result is as for carom_solve. */
#define CAROM_ROUTES_MAX (UINT64_MAX - 1)
typedef bool carom_route_visitor(void *context, const struct carom_move *route, uint32_t count);
enum carom_solve_status carom_solve_all(struct carom_solver *solver, const struct carom_position *position,
                                        const struct carom_solve_options *options, uint64_t limit,
                                        carom_route_visitor *visit, void *context, uint64_t *count,
                                        struct carom_solution *solution);

/* How hard people find a position: docs/difficulty.md. `solution` and `routes` (the number of shortest routes) are what
 * carom_solve_all gives. */
enum carom_difficulty_level {
    CAROM_DIFFICULTY_TRIVIAL,
    CAROM_DIFFICULTY_EASY,
    CAROM_DIFFICULTY_MEDIUM,
    CAROM_DIFFICULTY_HARD,
    CAROM_DIFFICULTY_FIENDISH,
};
struct carom_difficulty {
    uint32_t value; /* 0 .. 100 */
    enum carom_difficulty_level level;
};
struct carom_difficulty carom_difficulty_estimate(const struct carom_position *position,
                                                  const struct carom_solution *solution, uint64_t routes);
#define CAROM_DIFFICULTY_LEVELS (CAROM_DIFFICULTY_FIENDISH + 1)
const char *carom_difficulty_name(enum carom_difficulty_level level);
/* The numbers of a word. */
uint32_t carom_difficulty_min(enum carom_difficulty_level level);
uint32_t carom_difficulty_max(enum carom_difficulty_level level);

/* Micro Robots: a shortest walk as places; false only where no walk exists. `routes` counts all the shortest ones. With
 * carom_micro_solve_all `visit` gets each of them, returning false to stop. */
struct carom_micro_solution {
    uint32_t moves;
    uint8_t cells[2 * CAROM_MICRO_CELLS];
    uint64_t routes;
};
bool carom_micro_solve(const struct carom_micro_position *position, struct carom_micro_solution *solution);
typedef bool carom_micro_route_visitor(void *context, const uint8_t *places, uint32_t count);
bool carom_micro_solve_all(const struct carom_micro_position *position, struct carom_micro_solution *solution,
                           carom_micro_route_visitor *visit, void *context);

CAROM_END_DECLS

#endif
