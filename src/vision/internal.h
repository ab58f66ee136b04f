/*
 * What the files of src/vision share: the working picture, maps from the board to it, and the rectified board.
 *
 * Lengths on the board are in cells: (0, 0) is its north-west corner, (16, 16) its south-east corner.
 */
#ifndef CAROM_VISION_INTERNAL_H
#define CAROM_VISION_INTERNAL_H

#include "../core/libc_mem.h"
#include "vision.h"

#define WORK_SIDE 1120 /* longer side of the working picture */
#define CELL 24        /* pixels a cell of the rectified board */
#define MARGIN 2       /* cells of surroundings that are rectified too */
#define SPAN (CAROM_BOARD_SIDE + 2 * MARGIN)
#define FLAT (SPAN * CELL) /* side of the rectified board in pixels */
#define WHITE 216          /* of whitened pixels: highlights are brighter */
#define QUADS 48

/* Memory that the caller has handed in, given out from the front. */
struct arena {
    uint8_t *next;
    size_t left;
};
void *arena_take(struct arena *arena, size_t size); /* NULL if there is not enough */

struct image {
    int width, height;
    uint8_t *rgb;
    uint8_t *grey;
};

/* A homography: board coordinates to pixels of the working picture. */
struct map {
    double m[9];
};

struct point {
    double x, y;
};

/* ---- number.c ---- */
static inline float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}
static inline float largest(float a, float b)
{
    return a > b ? a : b;
}
static inline float smallest(float a, float b)
{
    return a < b ? a : b;
}
static inline float magnitude(float x)
{
    return x < 0 ? -x : x;
}
float root(float x);
/* The angle of (x, y) in turns, -0.5 to 0.5. */
float turns_of(float y, float x);
/* The value that `share` (0 to 1) of the values do not exceed. Reorders them. */
float quantile(float *values, int count, float share);

/* ---- map.c ---- */
struct point map_apply(const struct map *map, double x, double y);
/* The homography that takes each `from` to its `to`, by least squares with weights; false if they determine none. */
bool map_fit(struct map *map, const struct point *from, const struct point *to, const float *weights, int count);
bool map_quad(struct map *map, const struct point corners[4], double inset);
/* `map` after moving the board by whole or broken cells: result(x, y) = map(x + dx, y + dy). */
struct map map_shift(const struct map *map, double dx, double dy);
/* Pixels a cell near a point of the board. */
double map_scale(const struct map *map, double x, double y);
/* The camera's foot in board coordinates and its height in cells, from the homography and the picture's size. False
 * if the view is too close to straight down to tell. */
struct camera {
    double x, y, height;
};
struct camera map_camera(const struct map *map, int width, int height);

/* ---- image.c ---- */
bool image_shrink(struct image *image, const struct vision_picture *picture, int side, struct arena *arena);
void image_take_haze_off(struct image *image);

/* ---- quads.c ---- */
/* Quadrilaterals that may be the outline of the board, clockwise from the upper left; returns how many. */
int quads_find(const struct image *image, struct arena arena, struct point quads[QUADS][4]);

/* ---- grid.c ---- */
/* Moves a map onto the grid that the picture shows near it; returns the coherence of the grid, 0 to 1. `area` limits it
 * to cells left, top, right, bottom. With `unwrap`, displacements of more than half a cell are followed from block to
 * block. */
struct area {
    int left, top, right, bottom;
};
float grid_lock(const struct image *image, struct map *map, struct area area, bool unwrap, int rounds,
                struct arena arena);

/* By how many whole cells a map should be moved so that the coherent blocks are in its middle. */
void grid_off_centre(const struct image *image, const struct map *map, struct arena arena, int *dx, int *dy);

/* ---- lattice.c ---- */
struct candidate {
    struct map map;
    float coherence;
};
#define LATTICES 6
/* Maps grown from patches of the grid; returns how many, at most LATTICES. */
int lattice_find(const struct image *image, struct arena arena, struct candidate *candidates);

/* ---- flat.c ---- */
/* The board seen from straight above, in the colours it would have under white light. */
struct flat {
    uint8_t *rgb;           /* FLAT x FLAT, as photographed */
    uint8_t *white;         /* FLAT x FLAT, local white is WHITE */
    uint32_t *dark_sum;     /* (FLAT + 1) squared: sums of darkness, for means of rectangles */
    float (*cell_white)[3]; /* of each cell: what white paper would be in the picture */
    uint8_t *inside;        /* SPAN x SPAN: this cell is in the picture */
};
bool flat_allocate(struct flat *flat, struct arena *arena);
/* `maps`: one for each quarter, clockwise from the north-west. */
void flat_fill(struct flat *flat, const struct image *image, const struct map maps[4]);
/* Mean darkness of a rectangle in board coordinates, 0 to 1. */
float flat_dark(const struct flat *flat, float left, float top, float right, float bottom);
/* The whitened pixel at a point of the board (nearest). */
static inline const uint8_t *flat_at(const struct flat *flat, float x, float y)
{
    int column = (int)((x + MARGIN) * CELL), row = (int)((y + MARGIN) * CELL);
    column = column < 0 ? 0 : column >= FLAT ? FLAT - 1 : column;
    row = row < 0 ? 0 : row >= FLAT ? FLAT - 1 : row;
    return flat->white + 3 * ((size_t)row * FLAT + (size_t)column);
}

/* ---- colour.c ---- */
struct hue {
    float hue;        /* turns, 0 to 1: red is 0, green 1/3 */
    float saturation; /* 0 to 1 */
    float value;      /* 0 to 1 */
};
struct hue hue_of(const uint8_t rgb[3]);
/* The robot's colour that has this hue (0 to 1), or CAROM_COLOURS. */
unsigned colour_of_hue(float hue);
/* The robot's colour that a whitened pixel has if it is at least as saturated, or CAROM_COLOURS. */
#define SATURATED 0.43f
unsigned colour_of(const uint8_t rgb[3], float saturation);

/* ---- faces.c ---- */
struct reading {
    float score;    /* of the best board */
    float mirrored; /* of the best board in a mirror */
    int dx, dy;     /* whole cells by which the map was off */
    uint8_t faces[4];
    float lead[4]; /* of each face over the next best at its corner */
};
/* Which board fits the walls best. With `shifts`, also if the map is off by whole cells. */
void faces_read(const struct flat *flat, int shifts, struct arena arena, struct reading *reading);

/* ---- token.c ---- */
/* Finds the token in the middle or on a target; returns the cell it lies on, or CAROM_CELLS. */
unsigned token_read(const struct image *image, const struct flat *flat, const struct map maps[4],
                    const struct carom_board *board, struct arena arena, struct vision_result *result);

/* ---- print.c ---- */
/* What is printed at a pixel. */
enum zone {
    ZONE_PLAIN,
    ZONE_SYMBOL, /* a cell with a symbol or a barrier, and the surroundings: no print of an empty cell */
    ZONE_WALL,   /* a wall, the rim or the middle: dark */
};
/* Marks with 1 where the print of an empty cell should show and does not. `zones` and `missing`: FLAT x FLAT. */
bool print_missing(const struct flat *flat, const uint8_t *zones, struct arena arena, uint8_t *missing);

/* ---- robots.c ---- */
/* `covered`: a cell that a token lies on, or CAROM_CELLS; what is dark there is no robot. */
void robots_read(const struct flat *flat, const struct camera *camera, const struct carom_board *board,
                 unsigned covered, struct arena arena, struct vision_result *result);

#endif
