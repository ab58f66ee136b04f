/*
 * Photographs that never were: a printed board with robots on a table, seen through a camera, in bad light.
 *
 * The board is painted flat, laid into a picture by a camera, and figures are put on it as stacks of discs, so that
 * they lean and hide what is behind them.
 */
#ifndef SCENE_H
#define SCENE_H

#include "vision/vision.h"

/* What goes wrong in a picture besides light, blur and noise, which are in all of them. */
enum scene_kind {
    SCENE_PLAIN,
    SCENE_OBLIQUE,   /* seen from the side, 35 to 55 degrees */
    SCENE_TURNED,    /* rolled by any angle */
    SCENE_GAPS,      /* sections up to a third of a cell apart */
    SCENE_TINTED,    /* warm or cold light, strong gradient */
    SCENE_SHADOW,    /* a hard shadow over part of the board */
    SCENE_BLURRED,   /* and small */
    SCENE_HAND,      /* something over one corner */
    SCENE_BOX,       /* things beside the board, robots among them */
    SCENE_HOURGLASS, /* something else on the centre piece */
    SCENE_NO_CENTRE, /* no centre piece */
    SCENE_DRAWN,     /* a route drawn into the picture */
    SCENE_KINDS,
};
extern const char *const scene_names[SCENE_KINDS];

struct scene {
    enum scene_kind kind;
    struct carom_position position; /* what is there */
    bool silver_black;              /* the fifth robot is the black one */
    bool markers;                   /* robots are flat markers */
    struct vision_point corners[4]; /* where the corners of the 16x16 cells are: nw, ne, se, sw of the position */
    uint32_t width, height;
    uint8_t *pixels; /* three bytes each, malloc'ed */
};

/* Paints the picture of a seed: the same for the same seed. The caller frees scene->pixels. */
void scene_paint(struct scene *scene, enum scene_kind kind, uint64_t seed);

/* Something that is no board: a table, a checkerboard, a page of text. The caller frees scene->pixels. */
void scene_paint_other(struct scene *scene, uint64_t seed);

#endif
