/*
 * A solver for the tests of a group, whose setup and teardown these are.
 */
#ifndef WITH_SOLVER_H
#define WITH_SOLVER_H

#include <carom/carom.h>

extern struct carom_solver *solver;
int make_solver(void **state);
int free_solver(void **state);

#endif
