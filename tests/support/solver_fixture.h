/*
 * A solver for the tests of a group, whose setup and teardown these are.
 */
#ifndef SUPPORT_SOLVER_FIXTURE_H
#define SUPPORT_SOLVER_FIXTURE_H

#include <carom/carom.h>

extern struct carom_solver *solver;
int make_solver(void **state);
int free_solver(void **state);

#endif
