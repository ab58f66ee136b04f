/*
 * What the solver found out about a position, one struct for both games, and the only way to write it as JSON.
 *
 * Simple use: carom_answer_solve, then carom_answer_write_result or carom_answer_write_route_text. Answers that list
 * routes hold memory: carom_answer_destroy gives it back.
 */
#ifndef CAROM_ANSWER_H
#define CAROM_ANSWER_H

#include <carom/decls.h>
#include <carom/puzzle.h>
#include <carom/solver.h>

CAROM_BEGIN_DECLS

/* Routes in notation, one per line (`RN RE` or `6P 6R`). Owns its memory, which comes from the allocator given to
 * carom_answer_solve_all. */
struct carom_route_list {
    struct carom_allocator allocator;
    bool wanted; /* a list was asked for; it may still be empty */
    char *lines; /* NUL-terminated; NULL while empty */
    size_t length;
    size_t size;
};

struct carom_answer {
    enum carom_game game;
    bool counted;                       /* `routes` is known; with Micro Robots it always is */
    uint64_t routes;                    /* number of shortest routes; 0 if there is none or it is not known */
    struct carom_difficulty difficulty; /* Ricochet Robots: valid if solved and counted */
    struct carom_route_list list;
    uint8_t faces[2 * CAROM_MICRO_CELLS]; /* Micro Robots: the route; its length is solution.moves */
    /* Ricochet Robots. Last member, so that a stored copy can be cut off after the last move. */
    struct carom_solution solution;
};

/* Finds a shortest route of a puzzle such as carom_puzzle_read accepts with CAROM_REQUIRE_TARGET; of another the
 * status is CAROM_SOLVE_INVALID. `solver` and `options` are used for Ricochet Robots only; `options` may be NULL, and
 * so may `solver` if there was no memory for one. Returns the solution's status. */
enum carom_solve_status carom_answer_solve(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                                           const struct carom_solve_options *options, struct carom_answer *answer);
/* Solves, counts the shortest routes and lists the first `limit` of them, fewest robots first. `allocator` NULL: no
 * list. CAROM_SOLVE_NO_MEMORY if the list cannot grow. */
enum carom_solve_status carom_answer_solve_all(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                                               const struct carom_solve_options *options, uint64_t limit,
                                               const struct carom_allocator *allocator, struct carom_answer *answer);
/* Frees the list. */
void carom_answer_destroy(struct carom_answer *answer);

/* Writes in notation: the n-th move, from 0; the whole route, separated by blanks. */
void carom_answer_write_move_text(struct carom_text *text, const struct carom_answer *answer, uint32_t n);
void carom_answer_write_route_text(struct carom_text *text, const struct carom_answer *answer);

/* Write members of a JSON object that the caller opens and closes (docs/reference/notation.md). Unknown values are left
 * out. */
void carom_answer_write_moves(struct carom_text *text, const struct carom_answer *answer); /* "moves", "unsolvable" */
void carom_answer_write_route(struct carom_text *text, const struct carom_answer *answer); /* "route" */
void carom_answer_write_proof(struct carom_text *text, const struct carom_answer *answer); /* "proven", "at_least" */
void carom_answer_write_result(
    struct carom_text *text,
    const struct carom_answer *answer); /* "moves" or "unsolvable", then "route", then "proven" or "at_least". */
void carom_answer_write_nodes(struct carom_text *text, const struct carom_answer *answer);      /* "nodes" */
void carom_answer_write_route_list(struct carom_text *text, const struct carom_answer *answer); /* "count", "routes" */
void carom_answer_write_difficulty(struct carom_text *text,
                                   const struct carom_answer *answer); /* "difficulty", "word" */

CAROM_END_DECLS

#endif
