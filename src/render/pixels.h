/*
 * The pen that draws pixels, for those who make files of them.
 */
#ifndef CAROM_RENDER_PIXELS_H
#define CAROM_RENDER_PIXELS_H

#include "scene.h"

#include <cairo.h>

/* The height in pixels of a picture of this width, at least 1; 0 if the width or the height would be more than `most`,
 * or the width is 0: such a picture must not be drawn. `most` is at most CAROM_PNG_MAX. */
unsigned pixels_height(const struct carom_picture *picture, unsigned width, unsigned most);
/* A part of a picture, in pixels. */
struct pixels_part {
    unsigned x, y, width, height;
};
/* Draws over what is there, as large as the surface, but only in `part` (NULL: everywhere); `draw` is carom_scene_draw
 * or carom_scene_robots. False if memory ran out. */
typedef void pixels_scene(struct pen *pen, const struct carom_picture *picture);
bool pixels_draw(cairo_surface_t *surface, const struct carom_picture *picture, const struct pixels_part *part,
                 pixels_scene *draw);

#endif
