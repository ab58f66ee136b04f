/*
 * A picture as a PNG file, by cairo.
 */
#include "png.h"

#include "pixels.h"

struct sink {
    carom_png_write *write;
    void *context;
};

static cairo_status_t pour(void *closure, const unsigned char *bytes, unsigned length)
{
    struct sink *sink = closure;
    return sink->write(sink->context, bytes, length) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool carom_picture_png(const struct carom_picture *picture, unsigned pixels, carom_png_write *write, void *context)
{
    unsigned height = pixels_height(picture, pixels, CAROM_PNG_MAX);
    if (height == 0)
        return false;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)pixels, (int)height);
    struct sink sink = {write, context};
    bool done = pixels_draw(surface, picture, NULL, carom_scene_draw) &&
                cairo_surface_write_to_png_stream(surface, pour, &sink) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    return done;
}
