/*
 * The solver: proven shortest routes for every position that carom can express.
 *
 * Simple use: carom_solver_new, carom_solve, carom_solver_free. A solver keeps its memory between positions, so use one
 * for many; carom_solver_keep_boards makes it faster where boards repeat. It is deterministic: the same position and
 * options give the same route and node count everywhere.
 */
#ifndef CAROM_SOLVER_H
#define CAROM_SOLVER_H

#include <carom/decls.h>
#include <carom/micro.h>
#include <carom/position.h>

CAROM_BEGIN_DECLS

#define CAROM_ROUTE_MAX 256 /* longest route searched for; positions that need more end with CAROM_SOLVE_LIMIT */

/* Where the solver's memory comes from. `resize` works like realloc: block NULL allocates, new size 0 frees and
 * returns NULL. It may return NULL to refuse; the solver then ends with CAROM_SOLVE_NO_MEMORY and keeps the old
 * block. */
struct carom_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
};

/* Threads that help with one hard position. The solver starts none itself: now and then it calls `run`, which calls
 * work(state, 0), and meanwhile may call work(state, part) on other threads for other parts below `threads`, at most
 * once for each; it returns when all calls have returned. Answers, routes and node counts are the same with any number
 * of threads, also if `run` only ever calls work(state, 0). carom/team.h has threads ready to use. */
#define CAROM_TEAM_MAX 8
struct carom_team {
    void (*run)(void *context, void (*work)(void *state, unsigned part), void *state);
    void *context;
    unsigned threads; /* with the calling one; more than CAROM_TEAM_MAX are not used. Memory: 1.5 MB each */
};

struct carom_solve_options {
    bool no_ricochet;                     /* true: R7 does not hold */
    uint8_t axes_travelled[CAROM_ROBOTS]; /* R7: CAROM_AXIS_... each robot has travelled along since the round began; 0
                                             at the start of a round */
    uint32_t max_cost;                    /* give up beyond this; 0: CAROM_ROUTE_MAX */
    uint64_t max_nodes;                   /* give up after this many nodes; 0: no limit */
    bool (*cancelled)(void *context);     /* called every few milliseconds; true cancels the search. May be NULL */
    void *context;                        /* passed to `cancelled` and `now` */
    uint32_t max_ms;                      /* give up after this many milliseconds on the clock `now`; 0: no limit */
    uint64_t (*now)(
        void *context);            /* a monotonic clock in milliseconds, such as carom_clock; NULL: max_ms is ignored */
    const struct carom_team *team; /* NULL: one thread */
    uint64_t reserved[3];          /* must be 0; room for later options without changing the size */
};

enum carom_solve_status {
    CAROM_SOLVE_FOUND,      /* `route` is proven to be shortest */
    CAROM_SOLVE_UNSOLVABLE, /* proven: there is no route at all */
    CAROM_SOLVE_LIMIT,      /* a limit was reached first; lower_bound is proven */
    CAROM_SOLVE_CANCELLED,  /* cancelled; lower_bound is proven */
    CAROM_SOLVE_NO_MEMORY,  /* out of memory; lower_bound is proven */
    CAROM_SOLVE_INVALID,    /* not a position that can be asked about: no target, or robots that cannot stand there */
};

/* The stable name: "found", "unsolvable", "limit", "cancelled", "no-memory", "invalid". */
const char *carom_solve_status_name(enum carom_solve_status status);

struct carom_solution {
    enum carom_solve_status status;
    uint32_t cost;        /* of the route; with the transparent robot it may exceed the number of moves (T4) */
    uint32_t lower_bound; /* proven lower bound; equals cost when found */
    uint64_t nodes;       /* nodes searched */
    uint32_t moves;       /* length of `route` */
    struct carom_move route[CAROM_ROUTE_MAX];
};

struct carom_solver;

/* Returns NULL if out of memory. Free it with carom_solver_free. */
struct carom_solver *carom_solver_new(const struct carom_allocator *allocator);
void carom_solver_free(struct carom_solver *solver);

/* Warm boards. What depends only on a board, the target's cell and how the active robot moves (its bound, the cells on
 * shortest ways, where blockers help) is kept between questions, as much as fits into `bytes`; what was used least
 * recently gives way. A new solver keeps six such tables. They take about 80 KB each, so CAROM_KEEP_ONE_BOARD is enough
 * for all 17 targets of a board. The block comes from the solver's allocator, at once, and is freed with the solver;
 * old tables are dropped. Returns how many tables fit (six at least, however few the bytes), or 0 if there is no
 * memory; then everything stays as it was. Routes and node counts do not depend on it. */
#define CAROM_KEEP_ONE_BOARD ((size_t)3 << 19)
size_t carom_solver_keep_boards(struct carom_solver *solver, size_t bytes);
/* Drops the tables and keeps the memory: the next question is answered as by a new solver. */
void carom_solver_forget_boards(struct carom_solver *solver);
/* How many tables were built since the solver was made; for a question about a board that it knows, none. */
uint64_t carom_solver_tables_built(const struct carom_solver *solver);

/* Solves a position, such as carom_position_read accepts with CAROM_REQUIRE_TARGET. Returns solution->status:
 * CAROM_SOLVE_INVALID if the target is missing, if a robot stands outside the board, on a solid cell, on a barrier or
 * on another robot, or if it is said to have travelled along more than two axes. */
enum carom_solve_status carom_solve(struct carom_solver *solver, const struct carom_position *position,
                                    const struct carom_solve_options *options, struct carom_solution *solution);

/* Finds every shortest route, simplest first (fewest robots, then fewest changes of robot). Calls `visit` for each
 * of the first `limit`; it returns false to stop the listing. *count receives the exact number of routes, beyond
 * `limit` too; CAROM_ROUTES_MAX if there are more than that. The solution is as for carom_solve. */
#define CAROM_ROUTES_MAX (UINT64_MAX - 1)
typedef bool carom_route_visitor(void *context, const struct carom_move *route, uint32_t count);
enum carom_solve_status carom_solve_all(struct carom_solver *solver, const struct carom_position *position,
                                        const struct carom_solve_options *options, uint64_t limit,
                                        carom_route_visitor *visit, void *context, uint64_t *count,
                                        struct carom_solution *solution);

/* How hard people find a position (docs/reference/difficulty.md), from the `solution` and number of `routes` that
 * carom_solve_all returns. */
enum carom_difficulty_level {
    CAROM_DIFFICULTY_TRIVIAL,
    CAROM_DIFFICULTY_EASY,
    CAROM_DIFFICULTY_MEDIUM,
    CAROM_DIFFICULTY_HARD,
    CAROM_DIFFICULTY_FIENDISH,
};
struct carom_difficulty {
    uint32_t value; /* 0 to 100 */
    enum carom_difficulty_level level;
};
struct carom_difficulty carom_difficulty_estimate(const struct carom_position *position,
                                                  const struct carom_solution *solution, uint64_t routes);
#define CAROM_DIFFICULTY_LEVELS (CAROM_DIFFICULTY_FIENDISH + 1)
const char *carom_difficulty_name(enum carom_difficulty_level level);
/* The smallest value of a level. */
uint32_t carom_difficulty_min(enum carom_difficulty_level level);
uint32_t carom_difficulty_max(enum carom_difficulty_level level);

/* Micro Robots: finds a shortest route, as cells; false if there is none, or nothing to be solved
 * (carom_micro_position_is_playable). `routes` counts all shortest ones.
 * carom_micro_solve_all calls `visit` for each of them; it returns false to stop. */
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
