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

/* The symbol of a token (moon, gear, planet, star, vortex) in its colour, `radius` units large. */
void shape_symbol(struct canvas *canvas, const struct theme *theme, unsigned token, int radius);

/* What a target shows on its disc: a token's symbol, or for a target given as a cell the robot that must get there. */
void shape_target(struct canvas *canvas, const struct theme *theme, const struct carom_target *target, int radius);

/* A robot as it stands on a cell. */
void shape_robot(struct canvas *canvas, const struct theme *theme, unsigned robot);

/* The ring that represents the transparent robot, without its letter; the cell shows through the tint. */
void shape_transparent_robot(struct canvas *canvas, const struct theme *theme, int radius, unsigned tint_opacity);

/* Adds the outline of its body to the path, `size` thousandths large. */
void shape_outline(struct canvas *canvas, unsigned robot, int x, int y, int size);

#pragma GCC visibility pop

#endif
