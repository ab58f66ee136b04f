/*
 * For bindings from other languages: ready-made functions for what the library usually asks of its caller (memory,
 * cancelling, a visitor for moves), so that it never calls back into an interpreter. Not part of carom.h, because these
 * functions need a C library.
 */
#ifndef CAROM_BINDINGS_H
#define CAROM_BINDINGS_H

#include <carom/decls.h>
#include <carom/solver.h>

CAROM_BEGIN_DECLS

/* Memory from the C library's heap; see libc_allocator.h for programs in C. */
const struct carom_allocator *carom_bindings_heap(void);

/* For `cancelled` in struct carom_solve_options: true once the int that `flag` points to is not 0. Any thread may set
 * it while the solver runs. */
bool carom_bindings_cancelled(void *flag);

/* Writes the first `room` moves that carom_moves_visit visits and returns how many there are in total. `moves` may
 * be NULL if `room` is 0. */
size_t carom_bindings_moves(const struct carom_board *board, const struct carom_robots *robots, unsigned max_plus,
                            struct carom_move *moves, size_t room);

CAROM_END_DECLS

#endif
