/*
 * `carom replay` with the log of a match over days.
 */
#ifndef CLI_REPLAY_MATCH_H
#define CLI_REPLAY_MATCH_H

#include "cli.h"

#include "../match/match.h"

/* Verifies the log whose first line has just been read, and tells who won. Returns the exit code. */
int replay_match(struct cli *cli, struct line_reader *lines);

#endif
