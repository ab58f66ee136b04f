/*
 * Films of routes as files: GIF by giflib, animated PNG with zlib. Native only.
 */
#ifndef CAROM_RENDER_FILMS_H
#define CAROM_RENDER_FILMS_H

#include "png.h"

/* The largest width in pixels; the height may be CAROM_PNG_MAX. */
#define CAROM_FILM_MAX 1024

/* The picture's route played again and again, `pixels` wide; the height follows. False if the width is not 1 to
 * CAROM_FILM_MAX, the height is more than CAROM_PNG_MAX, memory ran out or `write` said no. */
bool carom_film_gif(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context);
bool carom_film_png(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context);

#endif
