/*
 * Micro Robots: 36 cells of number and colour. Each cell also carries the letter of its colour, so that nobody needs to
 * see colours to play.
 */
#include "scene.h"

#include "shapes.h"

#define TILE (3 * CELL)

void scene_micro_face(struct pen *pen, const struct theme *theme, unsigned face)
{
    unsigned colour = carom_micro_colour(face);
    char number[2] = {(char)('0' + carom_micro_number(face)), '\0'};
    char letter[2] = {"BYGRPW"[colour], '\0'};
    pen_rectangle(pen, -440, -440, 880, 880, 130,
                  pen_edged(theme->micro[colour], theme->edge_of[CAROM_TRANSPARENT], 22));
    pen_word(pen, number, 0, -10, 440, pen_stroked(theme->micro_ink[colour], 84));
    pen_word(pen, letter, -325, -305, 140, pen_stroked(theme->micro_ink[colour], 32));
}

static void draw_tiles(struct pen *pen, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_micro_board *board = &picture->micro->board;
    struct scene_frame frame = carom_scene_frame(picture);
    uint32_t tile = board->side == CAROM_MICRO_COPPER ? 0xA9683C : 0x23262D;
    pen_layer(pen, "ground");
    if (!picture->transparent)
        pen_rectangle(pen, frame.x, frame.y, frame.width, frame.height, 0, pen_filled(theme->paper));
    for (int i = 0; i < 4; i++)
        pen_rectangle(pen, i % 2 * TILE + 10, i / 2 * TILE + 10, TILE - 20, TILE - 20, 190,
                      pen_edged(tile, theme->wall, 40));
    pen_end(pen);
    pen_layer(pen, "faces");
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
        char id[SCENE_ID], name[8];
        struct carom_text text = carom_text_in(name, sizeof name);
        carom_micro_face_write(&text, board->shows[place]);
        scene_begin(pen, "face", scene_id(id, "face", name, 0), scene_micro_cell(place));
        scene_micro_face(pen, theme, board->shows[place]);
        pen_end(pen);
    }
    pen_end(pen);
}

/* A frame round a cell, strong enough for every cell colour. */
static void draw_frame(struct pen *pen, const struct theme *theme, unsigned place, const char *name, uint32_t colour)
{
    scene_begin(pen, name, name, scene_micro_cell(place));
    pen_rectangle(pen, -430, -430, 860, 860, 120, pen_stroked(theme->edge_of[CAROM_TRANSPARENT], 130));
    pen_rectangle(pen, -430, -430, 860, 860, 120, pen_stroked(colour, 74));
    pen_end(pen);
}

static void draw_goals(struct pen *pen, const struct carom_micro_position *position, const struct theme *theme)
{
    if (position->via < CAROM_MICRO_CELLS)
        draw_frame(pen, theme, position->via, "via", theme->disc);
    draw_frame(pen, theme, position->target, "goal", theme->body[CAROM_YELLOW]);
    scene_begin(pen, "chip", "chip", scene_micro_cell(position->target));
    pen_circle(pen, 275, -265, 165, pen_edged(theme->body[CAROM_YELLOW], theme->edge_of[CAROM_YELLOW], 40));
    pen_end(pen);
}

/* The route runs right of and below the numbers, so that they stay legible. */
static void micro_route(struct pen *pen, const struct carom_picture *picture,
                        void (*draw)(struct pen *pen, const struct carom_picture *picture))
{
    pen_begin(pen, &(struct pen_group){.name = "beside", .x = 300, .y = 315});
    draw(pen, picture);
    pen_end(pen);
}

void scene_micro_robot(struct pen *pen, const struct carom_picture *picture)
{
    scene_robot(pen, picture, CAROM_TRANSPARENT, "robot-T", scene_micro_cell(picture->micro->start));
    shape_glass(pen, theme_of(picture->theme), 300, 25);
    pen_end(pen);
}

void scene_micro(struct pen *pen, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    const struct carom_micro_position *position = picture->micro;
    bool on = position->target < CAROM_MICRO_CELLS, route = on && picture->micro_route != NULL;
    if (scene_has(picture, CAROM_LAYER_GROUND))
        draw_tiles(pen, picture, theme);
    if (scene_has(picture, CAROM_LAYER_GOAL) && on)
        draw_goals(pen, position, theme);
    if (scene_has(picture, CAROM_LAYER_ROUTE) && route)
        micro_route(pen, picture, route_ways);
    if (scene_has(picture, CAROM_LAYER_ROBOTS) && on)
        scene_micro_robot(pen, picture);
    if (scene_has(picture, CAROM_LAYER_STOPS) && route)
        micro_route(pen, picture, route_numbers);
    if (scene_has(picture, CAROM_LAYER_COORDINATES))
        scene_coordinates(pen, picture, CAROM_MICRO_SIDE, CAROM_MICRO_SIDE);
}
