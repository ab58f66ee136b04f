/*
 * Bytes with a count of those who still need them: a broadcast is made once and sent to everybody at a table.
 */
#include "base.h"

#include <stdlib.h>
#include <string.h>

static size_t held;

struct bytes *bytes_new(size_t length)
{
    held += sizeof(struct bytes) + length;
    struct bytes *bytes = must_alloc(sizeof *bytes + length);
    bytes->refs = 1;
    bytes->length = length;
    return bytes;
}

struct bytes *bytes_copy(const void *data, size_t length)
{
    struct bytes *bytes = bytes_new(length);
    memcpy(bytes->data, data, length);
    return bytes;
}

void bytes_release(struct bytes *bytes)
{
    if (--bytes->refs > 0)
        return;
    held -= sizeof *bytes + bytes->length;
    free(bytes);
}

size_t bytes_held(void)
{
    return held;
}
