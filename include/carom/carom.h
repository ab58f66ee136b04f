/*
 * libcarom: Ricochet Robots and Micro Robots as a library. This header includes everything that needs no C library;
 * each of the others can be used alone.
 *
 * Example
 *
 *     struct carom_position position;
 *     struct carom_error error;
 *     if (!carom_position_read(&position, CAROM_REQUIRE_TARGET, text, strlen(text), &error))
 *         return false;                        // carom_error_format says what was expected, error.column where
 *     struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);              // <carom/libc_allocator.h>
 *     struct carom_solution solution;
 *     carom_solve(solver, &position, &(struct carom_solve_options){0}, &solution);
 *     carom_solver_free(solver);
 *
 * Headers
 *
 *     types.h        cells, robots, directions                board.h            boards and their notation
 *     position.h     a board, robots, a target; rounds        move.h             slides, routes
 *     micro.h        Micro Robots                             puzzle.h           a position of either game
 *     route_check.h  does a route reach the target?           solver.h           proven shortest routes
 *     answer.h       solutions as text and JSON               puzzle_analysis.h  difficulty, canonical form
 *     deal.h         random positions                         random.h           random numbers
 *     atlas.h        all placements of a board                daily.h            the puzzles of the day
 *     referee.h      the game: commands in, events out        render.h           pictures: SVG, terminals
 *     text.h         a buffer to write text into              json.h             JSON reader and writer
 *     error.h        input errors                             libc_allocator.h   memory from the C library
 *     version.h      the version                              blake2b.h          the hash behind secrets
 *     referee_events.h  rules, commands, events, refusals
 *     bindings.h     for bindings from other languages        environment.h      many rounds, for machine learning
 *
 * Conventions
 *
 * - No function prints, reads a clock, or keeps state between calls, and none allocates except through an allocator it
 *   is given. Threads may call everything at the same time, each with its own structs.
 * - Structs are plain values: `=` copies them, and nothing has to be freed except what has _new and _free, or _destroy.
 * - Functions that read text take its length, need no NUL, and return false with a struct carom_error for bad input.
 *   What they accept is valid for all other functions; a struct that you fill in yourself must keep the same
 * invariants.
 * - Functions that write text take a struct carom_text; check text.truncated once at the end.
 * - Sentences are English and are the message ids of carom's catalogues. Names ("too-many", "blocked") are stable.
 *
 * docs/reference/stability.md says what may change. A program compiled with this header runs with every libcarom.so.1
 * that is as new or newer.
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
#include <carom/referee_events.h>
#include <carom/render.h>
#include <carom/route_check.h>
#include <carom/solver.h>
#include <carom/text.h>
#include <carom/types.h>
#include <carom/version.h>

#endif
