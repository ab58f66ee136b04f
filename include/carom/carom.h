/*
 * libcarom: Ricochet Robots and Micro Robots as a library. This header is all of it; each of the others can be used
 * alone.
 *
 * In short
 *
 *     struct carom_position position;
 *     struct carom_error fault;
 *     if (!carom_position_read(&position, CAROM_REQUIRE_TARGET, text, strlen(text), &fault))
 *         return false;                        // carom_error_format says what was expected, and fault.column where
 *     struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);              // <carom/libc_allocator.h>
 *     struct carom_solution solution;
 *     carom_solve(solver, &position, &(struct carom_solve_options){0}, &solution);
 *     carom_solver_free(solver);
 *
 * Where to look
 *
 *     types.h     cells, robots, directions as numbers       board.h     boards and their notation
 *     position.h  a board, robots, a target; rounds          move.h      slides, routes
 *     micro.h     Micro Robots                               puzzle.h    a position of either game
 *     route_check.h     is this a route?                           solver.h    shortest routes, proven
 *     answer.h    what was found, as words and JSON          puzzle_analysis.h     how hard a position is
 *     deal.h      random positions                           random.h    where chance comes from
 *     atlas.h     all placements of a board at once          daily.h     the puzzles of a day
 *     referee.h   the game: commands in, events out          render.h    pictures: SVG, terminals
 *     text.h      where words are written                    json.h      JSON, read and written
 *     error.h     what is wrong with a text                  libc_allocator.h      memory from the C library
 *     version.h   which version this is                      blake2b.h   the hash behind secrets
 *     bindings.h  for bindings from other languages          environment.h  many rounds at once, for learning
 *
 * What holds everywhere
 *
 * - Nothing allocates unless it is handed a way to, prints, reads a clock, or keeps something between calls. Different
 *   threads may call everything at the same time, each with its own structs.
 * - Structs are plain values: `=` copies them, and there is nothing to free, but for what has _new and _free, or _done.
 * - Functions that read words take their length, need no NUL, and return false with a struct carom_error for words that
 *   are none. What they accept keeps every promise that the other functions rely on; put a struct together by hand and
 *   the promises are yours.
 * - Functions that write words take a struct carom_text; look at text.cut once at the end.
 * - Sentences are English, and the message ids of carom's catalogues. Names ("too-many", "blocked") are stable.
 *
 * What may change, and when: docs/stability.md. A program compiled with this header runs with every libcarom.so.1 that
 * is as new or newer.
 */
#ifndef CAROM_H
#define CAROM_H

#include <carom/answer.h>
#include <carom/atlas.h>
#include <carom/blake2b.h>
#include <carom/board.h>
#include <carom/daily.h>
#include <carom/deal.h>
#include <carom/error.h>
#include <carom/json.h>
#include <carom/micro.h>
#include <carom/move.h>
#include <carom/position.h>
#include <carom/puzzle.h>
#include <carom/puzzle_analysis.h>
#include <carom/random.h>
#include <carom/referee.h>
#include <carom/render.h>
#include <carom/route_check.h>
#include <carom/solver.h>
#include <carom/text.h>
#include <carom/types.h>
#include <carom/version.h>

#endif
