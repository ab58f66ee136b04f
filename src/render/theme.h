/*
 * The colours of a picture, by purpose.
 */
#ifndef CAROM_RENDER_THEME_H
#define CAROM_RENDER_THEME_H

#include <carom/render.h>

struct theme {
    uint32_t background;   /* behind and around the board */
    uint32_t cell, cell_2; /* chequered; in a theme without chequers they are equal */
    uint32_t grid;         /* the faint lines between cells */
    uint32_t wall;
    uint32_t solid, solid_edge; /* the centre piece and other solid cells */
    uint32_t target_disc;       /* below the symbol of the current target */
    uint32_t quiet_disc;        /* below the symbols of the other targets */
    uint32_t quiet_shape;       /* below them where the tile has the robot's silhouette */
    unsigned quiet_percent;     /* how much of its colour a quiet symbol keeps */
    uint32_t label;             /* coordinates */
    uint32_t shadow;
    unsigned shadow_opacity;  /* of a robot, percent */
    unsigned wall_opacity;    /* of the walls' shadow, percent; 0: none */
    uint32_t heat[2];         /* first and last shade of the heat layer */
    uint32_t selection, eyes; /* the ring around the selected robot; eyes of all robots */
    uint32_t wheels;
    /* Each robot, and "any robot" last. */
    uint32_t body[CAROM_ROBOTS + 1];
    uint32_t outline[CAROM_ROBOTS + 1]; /* a deeper shade: the lower edge of robots, edges of symbols */
    uint32_t visor[CAROM_ROBOTS];       /* the darkest shade, behind the eyes */
    uint32_t streak[CAROM_ROBOTS];      /* the light reflected by robots and barriers */
    uint32_t line[CAROM_ROBOTS + 1];    /* thin lines on cells: markers, rays, rims of paths */
    uint32_t letter[CAROM_ROBOTS + 1];  /* legible on the body */
    uint32_t micro[6];                  /* Micro Robots: cells in the order of enum carom_micro_colour */
    uint32_t micro_text[6];
};

#pragma GCC visibility push(hidden)
const struct theme *theme_of(enum carom_theme theme);
#pragma GCC visibility pop

#endif
