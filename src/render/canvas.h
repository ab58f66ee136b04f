/*
 * The canvas: a drawing interface with two backends, SVG text and pixels. The scene draws with it and does not know
 * which it is. Coordinates are integers, a thousandth of a cell each, y downwards.
 */
#ifndef CAROM_RENDER_CANVAS_H
#define CAROM_RENDER_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#define CANVAS_NO_COLOUR 0xFF000000u /* no colour; colours are 0xRRGGBB */

struct canvas_paint {
    uint32_t fill;
    uint32_t stroke;
    int width;        /* of the stroke; caps and joins are round */
    unsigned opacity; /* percent; 0 means 100 */
};

/* A group of shapes. Strings may be NULL. */
struct canvas_group {
    const char *name; /* its CSS class */
    const char *id;
    int x, y;         /* its origin, in the coordinates of the enclosing group */
    unsigned opacity; /* percent; 0 means 100 */
};

struct canvas;
struct canvas_backend {
    void (*begin)(struct canvas *canvas, const struct canvas_group *group);
    void (*end)(struct canvas *canvas);
    /* A path: any number of these, then one `paint`. */
    void (*move)(struct canvas *canvas, int x, int y);
    void (*line)(struct canvas *canvas, int x, int y);
    void (*curve)(struct canvas *canvas, int x1, int y1, int x2, int y2, int x, int y);
    void (*close)(struct canvas *canvas);
    void (*paint)(struct canvas *canvas, const struct canvas_paint *paint);
    /* A circle; most shapes of a picture are circles. */
    void (*circle)(struct canvas *canvas, int x, int y, int radius, const struct canvas_paint *paint);
};
/* First member of every backend's struct. */
struct canvas {
    const struct canvas_backend *backend;
};

/* Common paints. */
static inline struct canvas_paint paint_fill(uint32_t fill)
{
    return (struct canvas_paint){.fill = fill, .stroke = CANVAS_NO_COLOUR};
}
static inline struct canvas_paint paint_stroke(uint32_t stroke, int width)
{
    return (struct canvas_paint){.fill = CANVAS_NO_COLOUR, .stroke = stroke, .width = width};
}
static inline struct canvas_paint paint_fill_stroke(uint32_t fill, uint32_t stroke, int width)
{
    return (struct canvas_paint){.fill = fill, .stroke = stroke, .width = width};
}

#pragma GCC visibility push(hidden)

void canvas_begin(struct canvas *canvas, const struct canvas_group *group);
void canvas_begin_layer(struct canvas *canvas, const char *name); /* a group with only a class */
void canvas_end(struct canvas *canvas);
void canvas_move(struct canvas *canvas, int x, int y);
void canvas_line(struct canvas *canvas, int x, int y);
void canvas_paint(struct canvas *canvas, struct canvas_paint paint);
void canvas_circle(struct canvas *canvas, int x, int y, int radius, struct canvas_paint paint);
void canvas_rectangle(struct canvas *canvas, int x, int y, int width, int height, int corner,
                      struct canvas_paint paint);

/* Adds a shape to the path; paint follows. It is written like an SVG path, absolute commands M L H V C Z only, in a
 * square of -1000 to 1000, which is scaled to `size` units around x, y and rotated clockwise by quarter turns. */
struct canvas_transform {
    int x, y;
    int size;
    unsigned quarters;
};
void canvas_svg_path(struct canvas *canvas, const char *shape, struct canvas_transform frame);

/* Draws text in the built-in font, centred on x, y; `height` is that of a capital. Characters without a glyph are
 * skipped. */
void canvas_text(struct canvas *canvas, const char *word, int x, int y, int height, struct canvas_paint paint);

#pragma GCC visibility pop

#endif
