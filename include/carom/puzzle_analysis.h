/*
 * Puzzles: is a position worth putting before somebody, how hard is it, and is it the same as another one?
 * docs/puzzles.md
 */
#ifndef CAROM_PUZZLE_ANALYSIS_H
#define CAROM_PUZZLE_ANALYSIS_H

#include <carom/decls.h>
#include <carom/puzzle.h>
#include <carom/solver.h>

CAROM_BEGIN_DECLS

/* What makes up a puzzle, of either game. */
struct carom_puzzle_analysis {
    uint32_t moves;  /* of a shortest route */
    uint64_t routes; /* shortest ones */
    uint32_t robots; /* that move in the one that is best to tell */
    struct carom_difficulty difficulty;
};

/* False: nothing was found within `most` moves (0: any number). `solver` may be NULL for Micro Robots. */
bool carom_puzzle_analyse(struct carom_solver *solver, const struct carom_puzzle *puzzle, uint32_t max_moves,
                          struct carom_puzzle_analysis *analysis);

/* How hard a walk of Micro Robots is: by its moves alone. */
struct carom_difficulty carom_micro_difficulty(uint32_t moves);

/* True if an active robot stands on or beside the target or reaches it in one slide. Such a position is no puzzle. */
bool carom_puzzle_is_one_move_away(const struct carom_puzzle *puzzle);

/* Canonical form: equal for puzzles that differ only by rotation, by swapping robots that move alike, or by robots that
 * change neither length nor number of the shortest routes. Micro Robots: starts at the lower end, because routes can be
 * reversed. */
void carom_puzzle_canonical(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                            const struct carom_puzzle_analysis *analysis, struct carom_puzzle *heart);

CAROM_END_DECLS

#endif
