/*
 * The canvas that draws pixels with cairo. It knows nothing of the game; svg_canvas.c is its counterpart.
 */
#include "cairo_canvas.h"

#define PIXEL_DEPTH 16 /* the scene nests a few levels */

struct cairo_canvas {
    struct canvas canvas;
    cairo_t *cairo;
    unsigned depth;
    unsigned opacity[PIXEL_DEPTH]; /* of each open group; deeper ones are opaque */
};

static cairo_t *cairo_of(struct canvas *canvas)
{
    return ((struct cairo_canvas *)(void *)canvas)->cairo;
}

static void pixel_begin(struct canvas *canvas, const struct canvas_group *group)
{
    struct cairo_canvas *cairo = (struct cairo_canvas *)(void *)canvas;
    cairo_save(cairo->cairo);
    cairo_translate(cairo->cairo, group->x, group->y);
    unsigned opacity = group->opacity == 0 ? 100 : group->opacity;
    if (cairo->depth >= PIXEL_DEPTH)
        opacity = 100;
    else
        cairo->opacity[cairo->depth] = opacity;
    cairo->depth++;
    if (opacity < 100)
        cairo_push_group(cairo->cairo);
}

static void pixel_end(struct canvas *canvas)
{
    struct cairo_canvas *cairo = (struct cairo_canvas *)(void *)canvas;
    unsigned opacity = --cairo->depth < PIXEL_DEPTH ? cairo->opacity[cairo->depth] : 100;
    if (opacity < 100) {
        cairo_pop_group_to_source(cairo->cairo);
        cairo_paint_with_alpha(cairo->cairo, opacity / 100.0);
    }
    cairo_restore(cairo->cairo);
}

static void pixel_move(struct canvas *canvas, int x, int y)
{
    cairo_move_to(cairo_of(canvas), x, y);
}
static void pixel_line(struct canvas *canvas, int x, int y)
{
    cairo_line_to(cairo_of(canvas), x, y);
}
static void pixel_curve(struct canvas *canvas, int x1, int y1, int x2, int y2, int x, int y)
{
    cairo_curve_to(cairo_of(canvas), x1, y1, x2, y2, x, y);
}
static void pixel_close(struct canvas *canvas)
{
    cairo_close_path(cairo_of(canvas));
}

static void set_colour(cairo_t *cairo, uint32_t colour, double opacity)
{
    cairo_set_source_rgba(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0,
                          opacity);
}

static void pixel_paint(struct canvas *canvas, const struct canvas_paint *paint)
{
    cairo_t *cairo = cairo_of(canvas);
    bool see_through = paint->opacity > 0 && paint->opacity < 100;
    /* A group keeps fill and stroke from showing through each other; one of them alone does not need it. */
    bool grouped = see_through && paint->fill != CANVAS_NO_COLOUR && paint->stroke != CANVAS_NO_COLOUR;
    double opacity = see_through && !grouped ? paint->opacity / 100.0 : 1;
    if (grouped)
        cairo_push_group(cairo);
    if (paint->fill != CANVAS_NO_COLOUR) {
        set_colour(cairo, paint->fill, opacity);
        cairo_fill_preserve(cairo);
    }
    if (paint->stroke != CANVAS_NO_COLOUR) {
        set_colour(cairo, paint->stroke, opacity);
        cairo_set_line_width(cairo, paint->width);
        cairo_stroke_preserve(cairo);
    }
    cairo_new_path(cairo);
    if (grouped) {
        cairo_pop_group_to_source(cairo);
        cairo_paint_with_alpha(cairo, paint->opacity / 100.0);
    }
}

static void pixel_circle(struct canvas *canvas, int x, int y, int radius, const struct canvas_paint *paint)
{
    cairo_new_sub_path(cairo_of(canvas));
    cairo_arc(cairo_of(canvas), x, y, radius, 0, 6.283185307179586);
    cairo_close_path(cairo_of(canvas));
    pixel_paint(canvas, paint);
}

unsigned pixel_height(const struct carom_picture *picture, unsigned width, unsigned most)
{
    struct scene_frame frame = carom_scene_frame(picture);
    if (width == 0 || width > most || frame.width <= 0 || frame.height <= 0)
        return 0;
    double height = (double)width * frame.height / frame.width + 0.5;
    if (height >= (double)most + 1)
        return 0;
    return height < 1 ? 1 : (unsigned)height;
}

bool cairo_draw(cairo_surface_t *surface, const struct carom_picture *picture, const struct pixel_rect *part,
                cairo_scene_fn *draw)
{
    static const struct canvas_backend backend = {pixel_begin, pixel_end,   pixel_move,  pixel_line,
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
    struct cairo_canvas cairo_canvas = {.canvas = {&backend}, .cairo = cairo};
    draw(&cairo_canvas.canvas, picture);
    bool done = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    return done;
}
