/*
 * Memory and time for the solver from the C library. Not part of carom.h, whose layers need no C library.
 */
#ifndef CAROM_LIBC_ALLOCATOR_H
#define CAROM_LIBC_ALLOCATOR_H

#include <stdlib.h>
#include <time.h>

#include <carom/decls.h>
#include <carom/solver.h>

CAROM_BEGIN_DECLS

static inline void *carom_libc_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static const struct carom_allocator carom_libc_allocator = {carom_libc_resize, NULL};

CAROM_END_DECLS

/* For carom_solve_options.now: milliseconds on the monotonic clock. */
static inline uint64_t carom_clock(void *context)
{
    (void)context;
#ifdef CLOCK_MONOTONIC
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
#else
    return (uint64_t)time(NULL) * 1000;
#endif
}

#endif
