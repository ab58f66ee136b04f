/*
 * A picture as a PNG file, by cairo.
 */
#include "png.h"

#include "cairo_canvas.h"

struct sink {
    carom_png_write *write;
    void *context;
};

static cairo_status_t write_chunk(void *closure, const unsigned char *bytes, unsigned length)
{
    struct sink *sink = closure;
    return sink->write(sink->context, bytes, length) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool carom_picture_png(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context)
{
    unsigned height = pixel_height(picture, pixels, CAROM_PNG_MAX);
    if (height == 0 || load_cairo() != NULL)
        return false;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)pixels, (int)height);
    struct sink sink = {write, context};
    bool done = cairo_draw(surface, picture, NULL, carom_scene_draw) &&
                cairo_surface_write_to_png_stream(surface, write_chunk, &sink) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return done;
}
