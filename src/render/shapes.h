/*
 * Shapes of the pieces: letters, symbols of the targets, tokens, robots. Each is drawn around the origin.
 */
#ifndef CAROM_RENDER_SHAPES_H
#define CAROM_RENDER_SHAPES_H

#include "canvas.h"
#include "theme.h"

#pragma GCC visibility push(hidden)

/* A letter as strokes: capitals are 0 to 100 high, `width` hundredths of that wide. */
struct shape_letter {
    char letter;
    uint8_t width;
    const char *path;
};
/* NULL if there is no such letter. */
const struct shape_letter *shape_letter(char letter);

/* How a target's tile is drawn. */
struct tile_style {
    bool current; /* loud, with edges; else a flat print that steps back */
    bool shapes;  /* the tile has the robot's silhouette */
    bool faded;   /* steps back further, because another target counts */
};

/* The symbol of a token (moon, gear, planet, star, vortex) in its colour, `radius` units large, on a disc of that
 * colour. With `edges` it has deep edges, otherwise `percent` of its colour. */
struct symbol_style {
    uint32_t disc;
    bool edges;
    unsigned percent;
};

/* A target on its cell: a token's symbol, or for a target given as a cell the robot that must get there. */
void shape_target(struct canvas *canvas, const struct theme *theme, const struct carom_target *target,
                  struct tile_style style);
/* The glow below the current target: haloes, rays and a ring in its colour. */
void shape_glow(struct canvas *canvas, const struct theme *theme, const struct carom_target *target, bool shapes);
/* A target as a token that lies somewhere: a ring in its colour, `radius` units large, a disc and its symbol. */
void shape_token(struct canvas *canvas, const struct theme *theme, const struct carom_target *target, int radius);

/* What a robot does. */
struct robot_look {
    unsigned mood; /* an enum carom_mood */
    bool has_direction;
    uint8_t direction; /* it looks there */
    bool letter;
};
/* A robot as it stands on a cell, in groups `shadow` and `body`. */
void shape_robot(struct canvas *canvas, const struct theme *theme, unsigned robot, const struct robot_look *look);
/* The robot of Micro Robots: a ring around the number it stands on, its face below that. */
void shape_micro_robot(struct canvas *canvas, const struct theme *theme);
/* A thin outline where the robot started. */
void shape_marker(struct canvas *canvas, const struct theme *theme, unsigned robot);
/* The silhouette of a robot in one colour, `extra` units larger on all sides. */
void shape_silhouette(struct canvas *canvas, unsigned robot, int y, int extra, uint32_t colour);
/* Adds its outline to the path, `size` thousandths large. */
void shape_outline(struct canvas *canvas, unsigned robot, int size);

#pragma GCC visibility pop

#endif
