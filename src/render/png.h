/*
 * PNG pictures, by cairo: native only.
 */
#ifndef CAROM_RENDER_PNG_H
#define CAROM_RENDER_PNG_H

#include <carom/render.h>

/* The largest width or height in pixels. */
#define CAROM_PNG_MAX 8192

/* Takes `length` bytes of the file; false stops the writing. */
typedef bool carom_png_write(void *context, const unsigned char *bytes, size_t length);

/* Makes a PNG `pixels` wide; the height follows, at least 1. False if width or height is not 1 to CAROM_PNG_MAX, memory
 * ran out or `write` said no. */
bool carom_picture_png(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context);

#endif
