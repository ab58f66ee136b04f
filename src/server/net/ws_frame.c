/*
 * Frames to clients. They are not masked, so a frame is encoded once and shared by everybody at a table.
 */
#include "net.h"

#include <string.h>

/* RFC 6455, 5.2: final text frame, length in 7, 16 or 64 bits. */
static size_t write_head(unsigned char head[10], size_t length)
{
    head[0] = 0x81;
    if (length < 126) {
        head[1] = (unsigned char)length;
        return 2;
    }
    unsigned wide = length <= 0xffff ? 2 : 8;
    head[1] = wide == 2 ? 126 : 127;
    for (unsigned i = 0; i < wide; i++)
        head[2 + i] = (unsigned char)((uint64_t)length >> 8 * (wide - 1 - i));
    return 2 + wide;
}

struct shared_buffer *frame_write(text_writer *write, const void *context)
{
    unsigned char head[10];
    struct carom_text text = text_write(write, context);
    size_t head_length = write_head(head, text.length);
    struct shared_buffer *buffer = buffer_new(head_length + text.length);
    memcpy(buffer->data, head, head_length);
    memcpy(buffer->data + head_length, text.bytes, text.length);
    return buffer;
}

const char *ws_frame_payload(const struct shared_buffer *frame, size_t *length)
{
    unsigned char wide = (unsigned char)frame->data[1];
    size_t head = wide < 126 ? 2 : wide == 126 ? 4 : 10;
    *length = frame->length - head;
    return frame->data + head;
}
