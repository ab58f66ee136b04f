/*
 * A fuzz target is a file NAME.c with this one function: it feeds noise to a parser and asserts what the parser
 * promises about whatever it accepts. Built with libFuzzer by tools/fuzz; in the ordinary test run run_corpus.c feeds
 * it the corpus.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <carom/carom.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An assertion that holds in every build. */
#define promise(holds) ((holds) ? (void)0 : abort())

/* What an accepted position promises: robots inside, apart, on cells where one may stand. */
static inline void promise_position(const struct carom_position *position)
{
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (carom_robots_has(&position->robots, robot)) {
            promise(carom_board_can_stand(&position->board, position->robots.cell[robot]));
            promise(carom_robots_at(&position->robots, position->robots.cell[robot]) == robot);
        }
    }
    promise(!position->target.is_set || carom_board_can_stand(&position->board, position->target.cell));
    carom_perft(&position->board, &position->robots, 1);
}

#endif
