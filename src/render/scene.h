/*
 * The contents of a picture, drawn on any canvas. The backends (svg_canvas.c, png.c) call only what is named
 * carom_scene_...; the rest is private to the library.
 */
#ifndef CAROM_RENDER_SCENE_H
#define CAROM_RENDER_SCENE_H

#include "canvas.h"
#include "theme.h"

#include <carom/render.h>

#define CELL CAROM_PICTURE_CELL
#define HALF (CELL / 2)
#define SCENE_ID 96 /* size of an id: a move of the transparent robot can be long */

/* The part of the plane that the picture shows, in units. */
struct scene_frame {
    int x, y;
    int width, height;
};
struct scene_frame carom_scene_frame(const struct carom_picture *picture);

void carom_scene_draw(struct canvas *canvas, const struct carom_picture *picture);
/* Draws only the robots, which move in an animation. */
void carom_scene_robots(struct canvas *canvas, const struct carom_picture *picture);

#pragma GCC visibility push(hidden)

/* Is this layer wanted? */
bool scene_has(const struct carom_picture *picture, enum carom_layer layer);
/* Draws letters and numbers on the frame. */
void scene_coordinates(struct canvas *canvas, const struct carom_picture *picture, unsigned width, unsigned height);
/* The centre of a cell. */
static inline int scene_x(carom_cell cell)
{
    return (int)carom_cell_column(cell) * CELL + HALF;
}
static inline int scene_y(carom_cell cell)
{
    return (int)carom_cell_row(cell) * CELL + HALF;
}
/* A Micro Robots cell as a cell of the large board. */
static inline carom_cell scene_micro_cell(unsigned place)
{
    return carom_cell_make(place % CAROM_MICRO_SIDE, place / CAROM_MICRO_SIDE);
}
/* Begins a group whose origin is the centre of a cell. */
void scene_begin(struct canvas *canvas, const char *name, const char *id, carom_cell cell);
/* Begins the group of a robot that stands on `cell`, or is elsewhere at the animation's time. */
void scene_robot(struct canvas *canvas, const struct carom_picture *picture, unsigned robot, const char *id,
                 carom_cell cell);
/* Adds the square of a cell to the path. */
void scene_add_cell(struct canvas *canvas, carom_cell cell);
/* Writes an id such as `robot-R` or `way-12` into `bytes`, and returns it. */
const char *scene_id(char bytes[SCENE_ID], const char *kind, const char *name, unsigned number);

/* charts.c: the heat layer, one of its shades, and charts. */
void heat_draw(struct canvas *canvas, const struct carom_picture *picture);
void heat_draw_key(struct canvas *canvas, const struct carom_picture *picture);
void chart_draw(struct canvas *canvas, const struct carom_picture *picture);
struct scene_frame chart_frame(const struct carom_picture *picture);

/* Micro Robots (scene_micro.c). */
void scene_micro(struct canvas *canvas, const struct carom_picture *picture);
void scene_micro_robot(struct canvas *canvas, const struct carom_picture *picture);
void scene_micro_face(struct canvas *canvas, const struct theme *theme, unsigned face);

/* route_layer.c: paths below the walls, numbers above the robots, and the reach of the selected robot. */
void route_draw_paths(struct canvas *canvas, const struct carom_picture *picture);
void route_draw_numbers(struct canvas *canvas, const struct carom_picture *picture);
void route_reach(struct canvas *canvas, const struct carom_picture *picture);
/* Draws the gates where the transparent robot passes a wall, above the walls. */
void route_draw_wall_gates(struct canvas *canvas, const struct carom_picture *picture);

#pragma GCC visibility pop

#endif
