/*
 * What the C tests share: cmocka, short ways to write positions, the tests' own random numbers, and the model beside
 * the core.
 *
 * Names of test functions begin with the numbers of the rules they test (R9_...): tools/rules-without-test reads them.
 */
#ifndef SUPPORT_H
#define SUPPORT_H

/* cmocka wants these four before it, in this order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* clang-format off */
#include <cmocka.h>
/* clang-format on */

#include "../reference_model/model.h"

#include <carom/carom.h>
#include <stdbool.h>

/* Reads what must be readable. */
struct carom_position position_of(const char *text);
struct carom_position drawing_of(const char *text);
/* A drawing with these robots on it. */
struct carom_position drawing_with(const char *drawing, const char *robots);
struct carom_board board_of(const char *text);
struct carom_puzzle puzzle_of(const char *text);
carom_cell cell_of(const char *text);
struct carom_move move_of(const char *text);

/* The two write the same text (structs may differ in their padding). */
void assert_same_words(const struct carom_position *a, const struct carom_position *b);

/* The code of the fault that refuses a position, CAROM_ERROR_NONE if it is accepted. */
enum carom_error_code fault_of(const char *text);

/* Slides by words: slide_of(&position, "RN"). */
struct carom_slide slide_of(const struct carom_position *position, const char *move);
/* The cell where a move ends, as words in a static buffer; "-" if it cannot be made. */
const char *stop_of(const struct carom_position *position, const char *move);

/* Random numbers of the tests (not carom's own generator). The seed is printed; CAROM_TEST_SEED sets another one. */
void chance_begin(const char *test);
/* How many rounds a long test makes: all of them, or the percentage that CAROM_TEST_SHARE says (less in sanitizer
 * builds, which are slow; more when somebody is looking for trouble). At least one. */
unsigned chance_rounds(unsigned all);
uint64_t chance(void);
unsigned chance_below(unsigned n);

/* The same robots in the model's words. */
struct model_robots model_robots_of(const struct carom_robots *robots);
/* Core and model agree about every wall, barrier, target and block. */
void assert_same_board(const struct carom_board *board, const struct model_board *model);
/* A random home-made board in both worlds. */
void random_board(struct carom_board *board, struct model_board *model, unsigned barriers);
/* Robots on random free cells. */
void random_robots(struct carom_robots *robots, const struct carom_board *board, unsigned present);

#define DATA_DIRECTORY CAROM_SOURCE_DIR "/data"
#define TEST_DATA_DIRECTORY CAROM_SOURCE_DIR "/tests/data"

#endif
