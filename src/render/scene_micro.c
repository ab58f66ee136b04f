/*
 * Micro Robots: 36 cells of number and colour. Each cell also carries the letter of its colour, so that the game can be
 * played without seeing colours.
 */
#include "scene.h"

#include "shapes.h"

#define TILE (3 * CELL)

void scene_micro_face(struct canvas *canvas, const struct theme *theme, unsigned face)
{
    unsigned colour = carom_micro_colour(face);
    char number[2] = {(char)('0' + carom_micro_number(face)), '\0'};
    char letter[2] = {"BYGRPW"[colour], '\0'};
    canvas_rectangle(canvas, -440, -440, 880, 880, 130,
                     paint_fill_stroke(theme->micro[colour], theme->outline[CAROM_ANY_ROBOT], 22));
    canvas_text(canvas, number, 0, -10, 440, paint_stroke(theme->micro_text[colour], 84));
    canvas_text(canvas, letter, -325, -305, 140, paint_stroke(theme->micro_text[colour], 32));
}

static void draw_tiles(struct canvas *canvas, const struct carom_picture *picture, const struct theme *theme)
{
    const struct carom_micro_board *board = &picture->micro->board;
    struct scene_frame frame = carom_scene_frame(picture);
    uint32_t tile = board->side == CAROM_MICRO_COPPER ? 0xA9683C : 0x23262D;
    canvas_begin_layer(canvas, "ground");
    if (!picture->transparent)
        canvas_rectangle(canvas, frame.x, frame.y, frame.width, frame.height, 0, paint_fill(theme->background));
    for (int i = 0; i < 4; i++)
        canvas_rectangle(canvas, i % 2 * TILE + 10, i / 2 * TILE + 10, TILE - 20, TILE - 20, 190,
                         paint_fill_stroke(tile, theme->wall, 40));
    canvas_end(canvas);
    canvas_begin_layer(canvas, "faces");
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++) {
        char id[SCENE_ID], name[8];
        struct carom_text text = carom_text_init(name, sizeof name);
        carom_micro_face_write(&text, board->face_at[place]);
        scene_begin(canvas, "face", scene_id(id, "face", name, 0), scene_micro_cell(place));
        scene_micro_face(canvas, theme, board->face_at[place]);
        canvas_end(canvas);
    }
    canvas_end(canvas);
}

/* Draws a frame around a cell, strong enough for every cell colour. */
static void draw_frame(struct canvas *canvas, const struct theme *theme, unsigned place, const char *name,
                       uint32_t colour)
{
    scene_begin(canvas, name, name, scene_micro_cell(place));
    canvas_rectangle(canvas, -430, -430, 860, 860, 120, paint_stroke(theme->outline[CAROM_ANY_ROBOT], 130));
    canvas_rectangle(canvas, -430, -430, 860, 860, 120, paint_stroke(colour, 74));
    canvas_end(canvas);
}

static void draw_goals(struct canvas *canvas, const struct carom_micro_position *position, const struct theme *theme)
{
    if (position->via < CAROM_MICRO_CELLS)
        draw_frame(canvas, theme, position->via, "via", theme->eyes);
    draw_frame(canvas, theme, position->target, "goal", theme->body[CAROM_YELLOW]);
    scene_begin(canvas, "chip", "chip", scene_micro_cell(position->target));
    canvas_circle(canvas, 275, -265, 165,
                  paint_fill_stroke(theme->body[CAROM_YELLOW], theme->outline[CAROM_YELLOW], 40));
    canvas_end(canvas);
}

/* The route runs right of and below the numbers, so that they stay legible. */
static void micro_route(struct canvas *canvas, const struct carom_picture *picture,
                        void (*draw)(struct canvas *canvas, const struct carom_picture *picture))
{
    canvas_begin(canvas, &(struct canvas_group){.name = "beside", .x = 300, .y = 315});
    draw(canvas, picture);
    canvas_end(canvas);
}

void scene_micro_robot(struct canvas *canvas, const struct carom_picture *picture)
{
    scene_robot(canvas, picture, CAROM_TRANSPARENT, "robot-T", scene_micro_cell(picture->micro->start));
    shape_micro_robot(canvas, theme_of(picture->theme));
    canvas_end(canvas);
}

void scene_micro(struct canvas *canvas, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    const struct carom_micro_position *position = picture->micro;
    bool on = position->target < CAROM_MICRO_CELLS, route = on && picture->micro_route != NULL;
    if (scene_has(picture, CAROM_LAYER_BACKGROUND))
        draw_tiles(canvas, picture, theme);
    if (scene_has(picture, CAROM_LAYER_TARGET_MARK) && on)
        draw_goals(canvas, position, theme);
    if (scene_has(picture, CAROM_LAYER_ROUTE) && route)
        micro_route(canvas, picture, route_draw_paths);
    if (scene_has(picture, CAROM_LAYER_ROBOTS) && on)
        scene_micro_robot(canvas, picture);
    if (scene_has(picture, CAROM_LAYER_STOPS) && route)
        micro_route(canvas, picture, route_draw_numbers);
    if (scene_has(picture, CAROM_LAYER_COORDINATES))
        scene_coordinates(canvas, picture, CAROM_MICRO_SIDE, CAROM_MICRO_SIDE);
}
