/*
 * Animated PNG: the first frame is what readers without animation show, the others are chunks of their own. Compressed
 * with zlib; PNG itself is little more than chunks with a checksum.
 */
#include "animation_files.h"
#include "frames.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct apng {
    carom_png_write *write;
    void *context;
    uint32_t sequence; /* counter of the chunks that have a sequence number */
};

static unsigned char *put_32(unsigned char *at, uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        *at++ = (unsigned char)(number >> shift);
    return at;
}

/* Writes a chunk: length, name, bytes in up to two parts, and a CRC over all but the length. */
static bool put_chunk(struct apng *apng, const char *name, const void *first, size_t first_size, const void *second,
                      size_t second_size)
{
    unsigned char head[8], tail[4];
    memcpy(put_32(head, (uint32_t)(first_size + second_size)), name, 4);
    uLong sum = crc32(0, head + 4, 4);
    sum = first_size > 0 ? crc32(sum, first, (uInt)first_size) : sum;
    sum = second_size > 0 ? crc32(sum, second, (uInt)second_size) : sum;
    put_32(tail, (uint32_t)sum);
    return apng->write(apng->context, head, sizeof head) &&
           (first_size == 0 || apng->write(apng->context, first, first_size)) &&
           (second_size == 0 || apng->write(apng->context, second, second_size)) &&
           apng->write(apng->context, tail, sizeof tail);
}

static bool begin(void *context, const struct frame_palette *palette)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const unsigned char clear[1] = {0};
    struct apng *apng = context;
    unsigned char head[13], play[8], colours[3 * FRAMES_COLOURS];
    unsigned char *at = put_32(put_32(head, palette->width), palette->height);
    memcpy(at, "\x08\x03\0\0\0", 5); /* 8 bits, palette */
    put_32(put_32(play, palette->count), 0);
    for (unsigned i = 0; i < FRAMES_COLOURS; i++)
        for (unsigned part = 0; part < 3; part++)
            colours[3 * i + part] = (unsigned char)(palette->colours[i] >> (16 - 8 * part));
    return apng->write(apng->context, signature, sizeof signature) &&
           put_chunk(apng, "IHDR", head, sizeof head, NULL, 0) && put_chunk(apng, "acTL", play, sizeof play, NULL, 0) &&
           put_chunk(apng, "PLTE", colours, sizeof colours, NULL, 0) &&
           put_chunk(apng, "tRNS", clear, sizeof clear, NULL, 0);
}

static bool put_control(struct apng *apng, const struct frames_frame *frame)
{
    unsigned char control[26];
    unsigned char *at = put_32(control, apng->sequence++);
    at = put_32(put_32(at, frame->width), frame->height);
    at = put_32(put_32(at, frame->x), frame->y);
    *at++ = (unsigned char)(frame->ms >> 8); /* delay numerator */
    *at++ = (unsigned char)frame->ms;
    *at++ = 1000 >> 8; /* delay denominator: milliseconds */
    *at++ = 1000 & 255;
    *at++ = 0; /* dispose: keep */
    *at++ = 1; /* blend: over */
    return put_chunk(apng, "fcTL", control, sizeof control, NULL, 0);
}

/* Compresses the lines of a frame, each preceded by its filter type (none). NULL: out of memory. */
static unsigned char *compress_frame(const struct frames_frame *frame, uLongf *length)
{
    size_t line = (size_t)frame->width + 1, raw = line * frame->height;
    unsigned char *lines = calloc(raw, 1);
    unsigned char *packed = malloc(compressBound(raw));
    for (unsigned y = 0; lines != NULL && y < frame->height; y++)
        memcpy(lines + y * line + 1, frame->pixels + (size_t)y * frame->stride, frame->width);
    *length = compressBound(raw);
    bool done = lines != NULL && packed != NULL && compress2(packed, length, lines, raw, 9) == Z_OK;
    free(lines);
    if (done)
        return packed;
    free(packed);
    return NULL;
}

static bool put_frame(void *context, const struct frames_frame *frame)
{
    struct apng *apng = context;
    unsigned char number[4];
    uLongf length = 0;
    bool first = apng->sequence == 0;
    unsigned char *packed = compress_frame(frame, &length);
    bool done = packed != NULL && put_control(apng, frame);
    if (done && first) {
        done = put_chunk(apng, "IDAT", packed, length, NULL, 0);
    } else if (done) {
        put_32(number, apng->sequence++);
        done = put_chunk(apng, "fdAT", number, sizeof number, packed, length);
    }
    free(packed);
    return done;
}

bool carom_write_apng(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context)
{
    struct apng apng = {.write = write, .context = context};
    const struct frame_sink taker = {begin, put_frame, &apng};
    return frames_render(picture, pixels, &taker) && put_chunk(&apng, "IEND", NULL, 0, NULL, 0);
}
