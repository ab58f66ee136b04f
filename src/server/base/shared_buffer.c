/*
 * Reference-counted bytes: a broadcast is encoded once and sent to everybody at a table.
 */
#include "base.h"

#include <stdlib.h>
#include <string.h>

static size_t total_bytes;

struct shared_buffer *buffer_new(size_t length)
{
    total_bytes += sizeof(struct shared_buffer) + length;
    struct shared_buffer *buffer = xcalloc(sizeof *buffer + length);
    buffer->refs = 1;
    buffer->length = length;
    return buffer;
}

struct shared_buffer *buffer_copy(const void *data, size_t length)
{
    struct shared_buffer *buffer = buffer_new(length);
    memcpy(buffer->data, data, length);
    return buffer;
}

void buffer_unref(struct shared_buffer *buffer)
{
    if (--buffer->refs > 0)
        return;
    total_bytes -= sizeof *buffer + buffer->length;
    free(buffer);
}

size_t buffers_total_bytes(void)
{
    return total_bytes;
}
