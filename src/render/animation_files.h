/*
 * Animated routes as files: GIF with giflib, animated PNG with zlib. Native only.
 */
#ifndef CAROM_RENDER_ANIMATION_FILES_H
#define CAROM_RENDER_ANIMATION_FILES_H

#include "png.h"

/* Largest width in pixels; the height may be CAROM_PNG_MAX. */
#define CAROM_GIF_WIDTH_MAX 1024

/* Writes the picture's route as a loop, `pixels` wide; the height follows. False if the width is not 1 to
 * CAROM_GIF_WIDTH_MAX, the height exceeds CAROM_PNG_MAX, memory ran out, or `write` returned false. */
bool carom_write_gif(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context);
bool carom_write_apng(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context);

#endif
