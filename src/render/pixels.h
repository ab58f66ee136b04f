/*
 * The pen that draws pixels, for those who make files of them.
 */
#ifndef CAROM_RENDER_PIXELS_H
#define CAROM_RENDER_PIXELS_H

#include "scene.h"

#include <cairo.h>

/* How high a picture of this width is, in pixels; at least 1. */
int pixels_height(const struct carom_picture *picture, unsigned width);
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
