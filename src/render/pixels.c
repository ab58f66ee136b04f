/*
 * The pen that draws pixels with cairo. It knows nothing of the game; svg.c is its twin.
 */
#include "pixels.h"

#define PIXEL_DEPTH 16 /* the scene nests a few deep */

struct pixel_pen {
    struct pen pen;
    cairo_t *cairo;
    unsigned depth;
    unsigned opacity[PIXEL_DEPTH]; /* of each group that is open; deeper ones are opaque */
};

static cairo_t *cairo_of(struct pen *pen)
{
    return ((struct pixel_pen *)(void *)pen)->cairo;
}

static void pixel_begin(struct pen *pen, const struct pen_group *group)
{
    struct pixel_pen *pixel = (struct pixel_pen *)(void *)pen;
    cairo_save(pixel->cairo);
    cairo_translate(pixel->cairo, group->x, group->y);
    unsigned opacity = group->opacity == 0 ? 100 : group->opacity;
    if (pixel->depth >= PIXEL_DEPTH)
        opacity = 100;
    else
        pixel->opacity[pixel->depth] = opacity;
    pixel->depth++;
    if (opacity < 100)
        cairo_push_group(pixel->cairo);
}

static void pixel_end(struct pen *pen)
{
    struct pixel_pen *pixel = (struct pixel_pen *)(void *)pen;
    unsigned opacity = --pixel->depth < PIXEL_DEPTH ? pixel->opacity[pixel->depth] : 100;
    if (opacity < 100) {
        cairo_pop_group_to_source(pixel->cairo);
        cairo_paint_with_alpha(pixel->cairo, opacity / 100.0);
    }
    cairo_restore(pixel->cairo);
}

static void pixel_move(struct pen *pen, int x, int y)
{
    cairo_move_to(cairo_of(pen), x, y);
}
static void pixel_line(struct pen *pen, int x, int y)
{
    cairo_line_to(cairo_of(pen), x, y);
}
static void pixel_curve(struct pen *pen, int x1, int y1, int x2, int y2, int x, int y)
{
    cairo_curve_to(cairo_of(pen), x1, y1, x2, y2, x, y);
}
static void pixel_close(struct pen *pen)
{
    cairo_close_path(cairo_of(pen));
}

static void set_colour(cairo_t *cairo, uint32_t colour)
{
    cairo_set_source_rgb(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
}

static void pixel_paint(struct pen *pen, const struct pen_paint *paint)
{
    cairo_t *cairo = cairo_of(pen);
    bool see_through = paint->opacity > 0 && paint->opacity < 100;
    if (see_through)
        cairo_push_group(cairo);
    if (paint->fill != PEN_NONE) {
        set_colour(cairo, paint->fill);
        cairo_fill_preserve(cairo);
    }
    if (paint->stroke != PEN_NONE) {
        set_colour(cairo, paint->stroke);
        cairo_set_line_width(cairo, paint->width);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
    if (see_through) {
        cairo_pop_group_to_source(cairo);
        cairo_paint_with_alpha(cairo, paint->opacity / 100.0);
    }
}

static void pixel_circle(struct pen *pen, int x, int y, int radius, const struct pen_paint *paint)
{
    cairo_new_sub_path(cairo_of(pen));
    cairo_arc(cairo_of(pen), x, y, radius, 0, 6.283185307179586);
    cairo_close_path(cairo_of(pen));
    pixel_paint(pen, paint);
}

unsigned pixels_height(const struct carom_picture *picture, unsigned width, unsigned most)
{
    struct scene_frame frame = carom_scene_frame(picture);
    if (width == 0 || width > most || frame.width <= 0 || frame.height <= 0)
        return 0;
    double height = (double)width * frame.height / frame.width + 0.5;
    if (height >= (double)most + 1)
        return 0;
    return height < 1 ? 1 : (unsigned)height;
}

bool pixels_draw(cairo_surface_t *surface, const struct carom_picture *picture, const struct pixels_part *part,
                 pixels_scene *draw)
{
    static const struct pen_backend backend = {pixel_begin, pixel_end,   pixel_move,  pixel_line,
                                               pixel_curve, pixel_close, pixel_paint, pixel_circle};
    struct scene_frame frame = carom_scene_frame(picture);
    cairo_t *cairo = cairo_create(surface);
    if (part != NULL) {
        cairo_rectangle(cairo, part->x, part->y, part->width, part->height);
        cairo_clip(cairo);
    }
    cairo_scale(cairo, (double)cairo_image_surface_get_width(surface) / frame.width,
                (double)cairo_image_surface_get_height(surface) / frame.height);
    cairo_translate(cairo, -frame.x, -frame.y);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    struct pixel_pen pixel = {.pen = {&backend}, .cairo = cairo};
    draw(&pixel.pen, picture);
    bool done = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    return done;
}
