/*
 * Puzzle analysis: is a position worth solving, how hard is it, and is it equivalent to another? docs/guide/puzzles.md
 */
#ifndef CAROM_PUZZLE_ANALYSIS_H
#define CAROM_PUZZLE_ANALYSIS_H

#include <carom/decls.h>
#include <carom/puzzle.h>
#include <carom/solver.h>

CAROM_BEGIN_DECLS

/* Results, for either game. */
struct carom_puzzle_analysis {
    uint32_t moves;  /* length of a shortest route */
    uint64_t routes; /* number of shortest routes */
    uint32_t robots; /* robots that move in the simplest of them */
    struct carom_difficulty difficulty;
};

/* Analyses a puzzle. False: no route was found within `most` moves (0: no limit). `solver` may be NULL for Micro
 * Robots. */
bool carom_puzzle_analyse(struct carom_solver *solver, const struct carom_puzzle *puzzle, uint32_t max_moves,
                          struct carom_puzzle_analysis *analysis);

/* The difficulty of a Micro Robots puzzle, which depends only on its moves. */
struct carom_difficulty carom_micro_difficulty(uint32_t moves);

/* Is the puzzle trivial: does an active robot stand on or beside the target, or reach it in one slide? */
bool carom_puzzle_is_one_move_away(const struct carom_puzzle *puzzle);

/* Canonical form: equal for puzzles that differ only by rotation, by swapping robots that move alike, or by robots that
 * change neither length nor number of the shortest routes. Micro Robots: starts at the lower end, because routes can be
 * reversed. */
void carom_puzzle_canonical(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                            const struct carom_puzzle_analysis *analysis, struct carom_puzzle *heart);

CAROM_END_DECLS

#endif
