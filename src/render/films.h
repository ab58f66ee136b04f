/*
 * Films of routes as files: GIF by giflib, animated PNG with zlib. Native only.
 */
#ifndef CAROM_RENDER_FILMS_H
#define CAROM_RENDER_FILMS_H

#include "png.h"

/* The largest width in pixels. */
#define CAROM_FILM_MAX 1024

/* The picture's route played again and again, `pixels` wide (1 to CAROM_FILM_MAX; the height follows). False if memory
 * ran out or `write` said no. */
bool carom_film_gif(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context);
bool carom_film_png(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context);

#endif
