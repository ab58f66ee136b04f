/*
 * Invariants of the core's structs, and assertions on them.
 *
 * Input is validated once, where it is read; after that it is valid, and nothing checks again. These functions define
 * what valid means, and CAROM_ASSERT enforces it in builds with -Dassertions=true: those of ./test and tools/fuzz. In
 * other builds and in the browser's module assertions are compiled but never evaluated.
 */
#ifndef CAROM_CORE_INVARIANTS_H
#define CAROM_CORE_INVARIANTS_H

#include <carom/micro.h>
#include <carom/position.h>
#include <carom/text.h>

#ifdef CAROM_ASSERTIONS
#define CAROM_ASSERT(holds) ((holds) ? (void)0 : carom_assert_failed(#holds, __FILE__, __LINE__))
#else
#define CAROM_ASSERT(holds) ((void)sizeof((holds) ? 1 : 0))
#endif

/* Calls carom_assert_handler if it is set, then traps: without a C library there is no abort(). */
_Noreturn void carom_assert_failed(const char *condition, const char *file, int line);
typedef void carom_assert_handler_fn(const char *condition, const char *file, int line);
extern carom_assert_handler_fn *carom_assert_handler;

/* Walls are in both cells; the edge and solid cells have hard walls (T3); a cell has at most one thing on it. */
bool carom_board_valid(const struct carom_board *board);
/* Robots on the board are on different cells where a robot can stand (R3, R9). */
bool carom_robots_valid(const struct carom_robots *robots, const struct carom_board *board);
/* A target that is set is on the cell the board says, for a robot that exists. */
bool carom_target_valid(const struct carom_target *target, const struct carom_board *board);
bool carom_position_valid(const struct carom_position *position);
/* A successful slide ends where a robot can stand, at the cost that T4 says. */
bool carom_slide_valid(const struct carom_slide *slide, const struct carom_board *board);
bool carom_round_valid(const struct carom_round *round, const struct carom_board *board);
/* The board is valid (M1), and robot, target and way point are on it. */
bool carom_micro_position_valid(const struct carom_micro_position *position);
/* The text is NUL-terminated within its size. */
bool carom_text_valid(const struct carom_text *text);

#endif
