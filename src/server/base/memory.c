/*
 * Memory that is there, or a line in the log and the end.
 */
#include "base.h"

#include <malloc.h>
#include <stdlib.h>

#define GIVEN_BACK (256 * 1024) /* bytes of a block that goes back to the system when it is freed */

/* What was acknowledged is on the disk; what was not has not happened. Somebody starts the server again. */
static _Noreturn void end_without(size_t size)
{
    log_line(SERVE_LOG_ERROR, "no-memory", "bytes=%zu", size);
    _Exit(2);
}

void memory_settle(void)
{
#ifdef M_ARENA_MAX /* glibc */
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, GIVEN_BACK);
    mallopt(M_TRIM_THRESHOLD, GIVEN_BACK);
#endif
}

void *must_alloc(size_t size)
{
    void *block = calloc(1, size);
    if (block == NULL)
        end_without(size);
    return block;
}

void must(bool good)
{
    if (!good)
        end_without(0);
}

void *must_grow(void *block, size_t *room, size_t needed, size_t unit)
{
    if (needed <= *room)
        return block;
    size_t more = *room == 0 ? 4 : *room;
    while (more < needed)
        more *= 2;
    void *grown = realloc(block, more * unit);
    if (grown == NULL)
        end_without(more * unit);
    *room = more;
    return grown;
}
