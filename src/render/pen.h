/*
 * The pen: the few things a picture is made of. The scene draws with it and does not know whether SVG text or pixels
 * come out. Coordinates are whole numbers, a thousandth of a cell each, y downwards.
 */
#ifndef CAROM_RENDER_PEN_H
#define CAROM_RENDER_PEN_H

#include <stdbool.h>
#include <stdint.h>

#define PEN_NONE 0xFF000000u /* no colour; colours are 0xRRGGBB */

struct pen_paint {
    uint32_t fill;
    uint32_t stroke;
    int width;        /* of the stroke; ends and corners are round */
    unsigned opacity; /* percent; 0 is the usual 100 */
};

/* A group of shapes. Words may be NULL. */
struct pen_group {
    const char *name; /* its class */
    const char *id;
    int x, y;         /* its origin, in the coordinates of the group around it */
    unsigned opacity; /* percent; 0 is the usual 100 */
};

struct pen;
struct pen_backend {
    void (*begin)(struct pen *pen, const struct pen_group *group);
    void (*end)(struct pen *pen);
    /* A path: any number of these, then one `paint`. */
    void (*move)(struct pen *pen, int x, int y);
    void (*line)(struct pen *pen, int x, int y);
    void (*curve)(struct pen *pen, int x1, int y1, int x2, int y2, int x, int y);
    void (*close)(struct pen *pen);
    void (*paint)(struct pen *pen, const struct pen_paint *paint);
    /* A whole circle; most of a picture's shapes are. */
    void (*circle)(struct pen *pen, int x, int y, int radius, const struct pen_paint *paint);
};
/* A backend's own struct starts with this. */
struct pen {
    const struct pen_backend *backend;
};

/* How a paint is usually made. */
static inline struct pen_paint pen_filled(uint32_t fill)
{
    return (struct pen_paint){.fill = fill, .stroke = PEN_NONE};
}
static inline struct pen_paint pen_stroked(uint32_t stroke, int width)
{
    return (struct pen_paint){.fill = PEN_NONE, .stroke = stroke, .width = width};
}
static inline struct pen_paint pen_edged(uint32_t fill, uint32_t stroke, int width)
{
    return (struct pen_paint){.fill = fill, .stroke = stroke, .width = width};
}

#pragma GCC visibility push(hidden)

void pen_begin(struct pen *pen, const struct pen_group *group);
void pen_layer(struct pen *pen, const char *name); /* a group with only a class */
void pen_end(struct pen *pen);
void pen_move(struct pen *pen, int x, int y);
void pen_line(struct pen *pen, int x, int y);
void pen_paint(struct pen *pen, struct pen_paint paint);
void pen_circle(struct pen *pen, int x, int y, int radius, struct pen_paint paint);
void pen_rectangle(struct pen *pen, int x, int y, int width, int height, int corner, struct pen_paint paint);

/* A shape written like an SVG path, absolute commands M L H V C Z only, in a square of -1000 to 1000 that becomes
 * `size` units around x, y, turned clockwise by quarters. Adds to the path; paint follows. */
struct pen_frame {
    int x, y;
    int size;
    unsigned quarters;
};
void pen_trace(struct pen *pen, const char *shape, struct pen_frame frame);

/* A word in the pictures' own letters, centred on x, y; `height` is that of a capital. What has no letter is left out.
 */
void pen_word(struct pen *pen, const char *word, int x, int y, int height, struct pen_paint paint);

#pragma GCC visibility pop

#endif
