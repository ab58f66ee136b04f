/*
 * Puzzles: is a position worth putting before somebody, how hard is it, and is it the same as another one?
 * docs/puzzles.md
 */
#ifndef CAROM_GRADE_H
#define CAROM_GRADE_H

#include <carom/decls.h>
#include <carom/puzzle.h>
#include <carom/solver.h>

CAROM_BEGIN_DECLS

/* What makes up a puzzle, of either game. */
struct carom_grade {
    uint32_t moves;  /* of a shortest route */
    uint64_t routes; /* shortest ones */
    uint32_t robots; /* that move in the one that is best to tell */
    struct carom_difficulty difficulty;
};

/* False: nothing was found within `most` moves (0: any number). `solver` may be NULL for Micro Robots. */
bool carom_grade_find(struct carom_solver *solver, const struct carom_puzzle *puzzle, uint32_t most,
                      struct carom_grade *grade);

/* How hard a walk of Micro Robots is: by its moves alone. */
struct carom_difficulty carom_difficulty_of_walk(uint32_t moves);

/* Is an active robot one step away: on the target or beside it, or would one slide take it there? Then there is nothing
 * to look for, or only the question whether R7 allows it. */
bool carom_puzzle_near(const struct carom_puzzle *puzzle);

/* What a puzzle is at heart: robots whose absence changes neither the moves nor the number of routes are taken away,
 * robots that move alike stand in a fixed order, and the board is turned the usual way. Of Micro Robots the walk begins
 * at the end that comes first, since every walk can be made backwards. Two puzzles are the same if their hearts are. */
void carom_puzzle_heart(struct carom_solver *solver, const struct carom_puzzle *puzzle, const struct carom_grade *grade,
                        struct carom_puzzle *heart);

CAROM_END_DECLS

#endif
