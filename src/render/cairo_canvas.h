/*
 * The canvas that draws pixels, for the writers of image files.
 */
#ifndef CAROM_RENDER_CAIRO_CANVAS_H
#define CAROM_RENDER_CAIRO_CANVAS_H

#include "scene.h"

#include "load_cairo.h"

/* The height in pixels of a picture of this width, at least 1; 0 if width or height would exceed `most`, or the
 * width is 0: such a picture must not be drawn. `most` is at most CAROM_PNG_MAX. */
unsigned pixel_height(const struct carom_picture *picture, unsigned width, unsigned most);
/* A part of a picture, in pixels. */
struct pixel_rect {
    unsigned x, y, width, height;
};
/* Draws over the surface at its size, clipped to `part` (NULL: none); `draw` is carom_scene_draw or
 * carom_scene_robots. False if memory ran out. */
typedef void cairo_scene_fn(struct canvas *canvas, const struct carom_picture *picture);
bool cairo_draw(cairo_surface_t *surface, const struct carom_picture *picture, const struct pixel_rect *part,
                cairo_scene_fn *draw);

#endif
