/*
 * What structs promise, and assertions that they keep it.
 *
 * What came from outside is checked once, where it is read; from there on it is sound, and nothing checks again. These
 * functions say what that means, and CAROM_ASSERT holds the code to it in builds with -Dassertions=true: those of
 * ./test and tools/fuzz. Elsewhere, and in the browser's module, an assertion is compiled and thrown away.
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

/* Walls seen from both sides; rim and solid cells closed for everybody (T3); at most one thing on a cell. */
bool carom_board_valid(const struct carom_board *board);
/* Robots that take part stand on different cells where one may stand (R3, R9). */
bool carom_robots_valid(const struct carom_robots *robots, const struct carom_board *board);
/* A target, if there is one, is where the board says, and for a robot that exists. */
bool carom_target_valid(const struct carom_target *target, const struct carom_board *board);
bool carom_position_valid(const struct carom_position *position);
/* A way that was gone: it ends where a robot may stand, and cost what T4 says. */
bool carom_slide_valid(const struct carom_slide *slide, const struct carom_board *board);
bool carom_round_valid(const struct carom_round *round, const struct carom_board *board);
/* Each face stands exactly once (M1). */
bool carom_micro_board_valid(const struct carom_micro_board *board);
bool carom_micro_position_valid(const struct carom_micro_position *position);
/* What was written ends with a NUL inside the room that was given. */
bool carom_text_valid(const struct carom_text *text);

#endif
