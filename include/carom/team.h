/*
 * Threads ready to use for carom_solve_options.team. Not part of carom.h, whose layers need no threads.
 */
#ifndef CAROM_TEAM_H
#define CAROM_TEAM_H

#include <carom/decls.h>
#include <carom/solver.h>

CAROM_BEGIN_DECLS

/* Starts the threads of a team, one less than `threads`, which counts the caller's. They sleep while they are not
 * needed. A team helps one solver at a time. NULL if `threads` is below 2, or no thread can be started. */
struct carom_team *carom_team_new(unsigned threads);
/* Ends the threads. NULL is allowed. */
void carom_team_free(struct carom_team *team);

CAROM_END_DECLS

#endif
