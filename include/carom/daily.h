/*
 * The puzzles of the day: easy, medium, fiendish and Micro Robots, computed from the date alone. docs/guide/puzzles.md
 */
#ifndef CAROM_DAILY_H
#define CAROM_DAILY_H

#include <carom/decls.h>
#include <carom/puzzle_analysis.h>
#include <carom/text.h>

CAROM_BEGIN_DECLS

enum carom_daily_kind {
    CAROM_DAILY_EASY,
    CAROM_DAILY_MEDIUM,
    CAROM_DAILY_FIENDISH,
    CAROM_DAILY_MICRO,
};
#define CAROM_DAILY_KINDS 4
/* "easy", "medium", "fiendish", "micro" */
extern const char *const carom_daily_names[CAROM_DAILY_KINDS];

/* Converts `2026-11-16` to the number of days since 1970-01-01 and back, for the years 1970 to 9999. False: not a
 * date; CAROM_DATE_EXPECTED is the sentence for that. */
#define CAROM_DATE_EXPECTED "expected a date from 1970 on, as year, month and day: 2026-11-16"
bool carom_date_read(uint32_t *day, const char *text, size_t length);
void carom_date_write(struct carom_text *text, uint32_t day);

/* Finds the puzzle of a day and the number of moves it needs. Runs the solver for the easy and the medium one.
 * False: out of memory. */
bool carom_daily_find(struct carom_solver *solver, uint32_t day, enum carom_daily_kind kind,
                      struct carom_puzzle *puzzle, uint32_t *moves);
/* All four as one JSON object: {"date":...,"puzzles":[{"kind":"easy","moves":5,"position":...},...]}. */
bool carom_daily_write(struct carom_text *text, struct carom_solver *solver, uint32_t day);

/* The fiendish puzzles repeat after this many days, a little more than ten years. */
#define CAROM_DAILY_CYCLE_DAYS 3660
#define CAROM_DAILY_OFFSETS 8192
#define CAROM_DAILY_FIENDISH_MIN 16 /* fewest moves of a fiendish puzzle; the most are 23 */
/* Board and target of a cycle day's fiendish puzzle; its robots, for the `offset` that tools/make-daily.c chose,
 * returning the quarter turns to rotate the position by. */
void carom_daily_fiendish_board(uint32_t cycle_day, struct carom_position *position);
unsigned carom_daily_fiendish_deal(const struct carom_board *board, uint32_t cycle_day, uint32_t offset,
                                   struct carom_robots *robots);
/* Cycle days that are equal modulo this share board and target. */
#define CAROM_DAILY_BOARD_CYCLE 15

CAROM_END_DECLS

#endif
