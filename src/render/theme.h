/*
 * The colours of a picture, by purpose.
 */
#ifndef CAROM_RENDER_THEME_H
#define CAROM_RENDER_THEME_H

#include <carom/render.h>

struct theme {
    uint32_t background; /* behind and around the board */
    uint32_t cell;
    uint32_t grid; /* the faint lines between cells */
    uint32_t wall;
    uint32_t solid;       /* the centre piece and other solid cells */
    uint32_t target_disc; /* below the symbols of the targets */
    uint32_t label;       /* coordinates */
    uint32_t shadow;
    unsigned shadow_opacity; /* percent */
    uint32_t heat[2];        /* first and last shade of the heat layer */
    int edge;                /* width of a robot's edge */
    /* Each robot, and "any robot" last. */
    uint32_t body[CAROM_ROBOTS + 1];
    uint32_t outline[CAROM_ROBOTS + 1]; /* a darker shade: edges of robots, symbols and paths */
    uint32_t letter[CAROM_ROBOTS + 1];  /* legible on the body */
    uint32_t micro[6];                  /* Micro Robots: cells in the order of enum carom_micro_colour */
    uint32_t micro_text[6];
};

#pragma GCC visibility push(hidden)
const struct theme *theme_of(enum carom_theme theme);
#pragma GCC visibility pop

#endif
