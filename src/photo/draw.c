/*
 * What was seen, drawn over the photo by cairo: the grid's outline, the walls of the board that was recognised, a ring
 * around each robot and around the target.
 */
#include "photo.h"

#include "../render/load_cairo.h"
#include <stdlib.h>

static const double colours[VISION_ROBOTS][3] = {
    {0.9, 0, 0}, {0.95, 0.75, 0}, {0, 0.65, 0}, {0, 0.25, 0.95}, {0.5, 0.5, 0.5}};

/* Begins a path, or draws it on, at a place of the board in cells. */
static void path_point(cairo_t *cairo, const struct vision_result *result, float x, float y, bool begin)
{
    struct vision_point at = vision_point_at(result, x, y);
    if (begin)
        cairo_move_to(cairo, (double)at.x, (double)at.y);
    else
        cairo_line_to(cairo, (double)at.x, (double)at.y);
}

static void draw_line(cairo_t *cairo, const struct vision_result *result, float x0, float y0, float x1, float y1)
{
    path_point(cairo, result, x0, y0, true);
    path_point(cairo, result, x1, y1, false);
    cairo_stroke(cairo);
}

static void draw_board(cairo_t *cairo, const struct vision_result *result, const struct carom_board *board)
{
    cairo_set_source_rgb(cairo, 0.9, 0, 0.9);
    for (int cell = 0; cell < CAROM_CELLS; cell++) {
        float x = (float)(cell % CAROM_BOARD_SIDE), y = (float)(cell / CAROM_BOARD_SIDE);
        if (carom_board_has_wall(board, (carom_cell)cell, CAROM_NORTH))
            draw_line(cairo, result, x, y, x + 1, y);
        if (carom_board_has_wall(board, (carom_cell)cell, CAROM_WEST))
            draw_line(cairo, result, x, y, x, y + 1);
        if (carom_board_has_wall(board, (carom_cell)cell, CAROM_SOUTH))
            draw_line(cairo, result, x, y + 1, x + 1, y + 1);
        if (carom_board_has_wall(board, (carom_cell)cell, CAROM_EAST))
            draw_line(cairo, result, x + 1, y, x + 1, y + 1);
    }
}

/* An octagon around the middle of a cell. */
static void draw_ring(cairo_t *cairo, const struct vision_result *result, carom_cell cell, double width, bool sure)
{
    static const float around[8][2] = {{0.48f, 0.2f},   {0.2f, 0.48f},   {-0.2f, 0.48f}, {-0.48f, 0.2f},
                                       {-0.48f, -0.2f}, {-0.2f, -0.48f}, {0.2f, -0.48f}, {0.48f, -0.2f}};
    const double dashes[2] = {2 * width, 2 * width};
    for (int i = 0; i < 8; i++)
        path_point(cairo, result, (float)carom_cell_column(cell) + 0.5f + around[i][0],
                   (float)carom_cell_row(cell) + 0.5f + around[i][1], i == 0);
    cairo_close_path(cairo);
    cairo_set_line_width(cairo, width);
    cairo_set_dash(cairo, dashes, sure ? 0 : 2, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
}

static void draw_seen(cairo_t *cairo, const struct photo *photo, const struct vision_result *result)
{
    struct carom_position position;
    double longer = photo->picture.width > photo->picture.height ? photo->picture.width : photo->picture.height;
    double width = longer / 250 + 1;
    vision_position(result, &position);
    cairo_set_line_width(cairo, width);
    draw_board(cairo, result, &position.board);
    for (int robot = 0; robot < VISION_ROBOTS; robot++) {
        cairo_set_source_rgb(cairo, colours[robot][0], colours[robot][1], colours[robot][2]);
        if (carom_robots_has(&position.robots, (unsigned)robot))
            draw_ring(cairo, result, position.robots.cell[robot], 2 * width, result->robots[robot].sure);
    }
    cairo_set_source_rgb(cairo, 0, 0.8, 0.8);
    if (position.target.is_set)
        draw_ring(cairo, result, position.target.cell, width, result->token_sure);
}

static cairo_status_t write_to_file(void *file, const unsigned char *bytes, unsigned length)
{
    return fwrite(bytes, 1, length, file) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool photo_draw(const struct photo *photo, const struct vision_result *result, FILE *file)
{
    const struct vision_picture *picture = &photo->picture;
    if (load_cairo() != NULL)
        return false;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)picture->width, (int)picture->height);
    if (cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS) {
        cairo_surface_destroy(surface);
        return false;
    }
    unsigned char *pixels = cairo_image_surface_get_data(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    for (uint32_t y = 0; y < picture->height; y++) {
        uint32_t *to = (uint32_t *)(void *)(pixels + y * stride);
        const uint8_t *from = picture->pixels + y * picture->stride;
        for (uint32_t x = 0; x < picture->width; x++, from += picture->channels)
            to[x] = (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
    }
    cairo_surface_mark_dirty(surface);
    cairo_t *cairo = cairo_create(surface);
    draw_seen(cairo, photo, result);
    bool done = cairo_status(cairo) == CAIRO_STATUS_SUCCESS &&
                cairo_surface_write_to_png_stream(surface, write_to_file, file) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return done;
}
