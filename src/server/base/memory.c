/*
 * Allocation that succeeds, or ends the process with a log line.
 */
#include "base.h"

#include <malloc.h>
#include <stdlib.h>

#define GIVEN_BACK (256 * 1024) /* blocks of at least this many bytes go back to the system when freed */

/* Acknowledged data are on disk, and the rest has not happened, so restarting is safe. */
static _Noreturn void die_out_of_memory(size_t size)
{
    log_event(SERVE_LOG_ERROR, "out-of-memory", "bytes=%zu", size);
    _Exit(2);
}

void die_of_misuse(const char *condition, const char *function)
{
    log_event(SERVE_LOG_ERROR, "misuse", "function=%s condition=\"%s\"", function, condition);
    abort();
}

void malloc_configure(void)
{
#ifdef M_ARENA_MAX /* glibc */
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, GIVEN_BACK);
    mallopt(M_TRIM_THRESHOLD, GIVEN_BACK);
#endif
}

void *xcalloc(size_t size)
{
    void *block = calloc(1, size);
    if (block == NULL)
        die_out_of_memory(size);
    return block;
}

void check_alloc(bool good)
{
    if (!good)
        die_out_of_memory(0);
}

void *xgrow(void *block, size_t *room, size_t needed, size_t unit)
{
    if (needed <= *room)
        return block;
    size_t more = *room == 0 ? 4 : *room;
    while (more < needed)
        more *= 2;
    void *grown = realloc(block, more * unit);
    if (grown == NULL)
        die_out_of_memory(more * unit);
    *room = more;
    return grown;
}
