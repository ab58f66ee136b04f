/*
 * Memory for the solver from the C library's heap, for programs that have one. Not part of carom.h: the rooms that
 * carom.h describes do without a C library.
 */
#ifndef CAROM_HEAP_H
#define CAROM_HEAP_H

#include <stdlib.h>

#include <carom/solver.h>

static inline void *carom_heap_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static const struct carom_memory carom_heap = {.resize = carom_heap_resize};

#endif
