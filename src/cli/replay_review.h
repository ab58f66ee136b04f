/*
 * `carom replay --review`: what a game says about its players (src/review), solved here.
 */
#ifndef CLI_REPLAY_REVIEW_H
#define CLI_REPLAY_REVIEW_H

#include "cli.h"

/* Call after an event has been applied. Solves each target that is drawn. */
void replay_review_event(const struct carom_table *table, const struct carom_event *event);
/* Prints the review, with --json as one object, and frees what solving took. */
void replay_review_print(const struct cli *cli);

#endif
