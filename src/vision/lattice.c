/*
 * The board without its outline: grows a map from a few cells somewhere in the picture.
 *
 * On a table as pale as the board no outline can be seen, but the cells still are a lattice. A patch of 4x4 cells is
 * laid at several places in every size, turn and foreshortening; where it is coherent, it is locked and grown until it
 * is as large as the board. The lattice says nothing about where the board ends, so the patch is moved by whole cells
 * towards the coherent blocks until they fill it.
 */
#include "internal.h"

#define PLACES 5
#define SIZES 8
#define TURNS 6  /* a quarter turn in steps of 15 degrees */
#define SHAPES 3 /* square, and foreshortened along either axis */
#define SMALLEST 14.0
#define STEP 1.25
#define SHORT 0.7
#define KEPT LATTICES /* hypotheses that are grown */
#define CLEAR 0.3f    /* coherence of a patch that is worth growing */

static const struct area PATCH = {6, 6, 10, 10};

/* A patch around a point of the picture, its middle at (8, 8). */
static struct map lay(double x, double y, int size, int turn, int shape)
{
    static const double cosine[TURNS] = {1, 0.9659258, 0.8660254, 0.7071068, 0.5, 0.2588190};
    double cell = SMALLEST, c = cosine[turn], s = turn == 0 ? 0 : cosine[TURNS - turn];
    while (size-- > 0)
        cell *= STEP;
    double right = shape == 1 ? cell * SHORT : cell, down = shape == 2 ? cell * SHORT : cell;
    return (struct map){{right * c, -down * s, x - 8 * right * c + 8 * down * s, right * s, down * c,
                         y - 8 * right * s - 8 * down * c, 0, 0, 1}};
}

/* Keeps the most coherent hypotheses, sorted. */
static int keep(struct candidate *kept, int count, const struct candidate *added)
{
    int at = count < KEPT ? count : KEPT - 1;
    if (count == KEPT && kept[at].coherence >= added->coherence)
        return count;
    for (; at > 0 && kept[at - 1].coherence < added->coherence; at--)
        kept[at] = kept[at - 1];
    kept[at] = *added;
    return count < KEPT ? count + 1 : KEPT;
}

/* Of each size, turn and shape, the most coherent place. */
static int look_for_patches(const struct image *image, struct arena arena, struct candidate kept[KEPT])
{
    static const double places[PLACES][2] = {{0.5, 0.5}, {0.36, 0.42}, {0.64, 0.58}, {0.42, 0.64}, {0.58, 0.36}};
    int count = 0;
    for (int k = 0; k < SIZES * TURNS * SHAPES; k++) {
        struct candidate best = {.coherence = 0};
        for (int place = 0; place < PLACES; place++) {
            struct candidate one = {.map = lay(places[place][0] * image->width, places[place][1] * image->height,
                                               k % SIZES, k / SIZES % TURNS, k / SIZES / TURNS)};
            one.coherence = grid_lock(image, &one.map, PATCH, false, 0, arena);
            if (one.coherence > best.coherence)
                best = one;
        }
        if (best.coherence > CLEAR)
            count = keep(kept, count, &best);
    }
    return count;
}

/* Locks the patch and grows it to the size of the board, then moves it until the coherent blocks fill it. */
static void grow(const struct image *image, struct candidate *candidate, struct arena arena)
{
    for (int half = 2; half <= CAROM_BOARD_SIDE / 2; half += 2) {
        struct area area = {8 - half, 8 - half, 8 + half, 8 + half};
        candidate->coherence = grid_lock(image, &candidate->map, area, half > 2, 2, arena);
        if (half <= 4 && candidate->coherence < CLEAR)
            return;
    }
    for (int round = 0; round < 6; round++) {
        int dx, dy;
        grid_off_centre(image, &candidate->map, arena, &dx, &dy);
        if (dx == 0 && dy == 0)
            return;
        candidate->map = map_shift(&candidate->map, dx, dy);
        candidate->coherence =
            grid_lock(image, &candidate->map, (struct area){0, 0, CAROM_BOARD_SIDE, CAROM_BOARD_SIDE}, true, 2, arena);
    }
}

/* Turns the map by quarters until its rows run to the right of the picture. */
static void orient(struct map *map)
{
    double most = -1e30;
    struct map turned = *map, upright = *map;
    for (int turn = 0; turn < 4; turn++) {
        struct point left = map_apply(&turned, 4, 8), right = map_apply(&turned, 12, 8);
        if (right.x - left.x > most) {
            most = right.x - left.x;
            upright = turned;
        }
        /* (x, y) becomes (y, 16 - x) */
        for (int row = 0; row < 3; row++) {
            double *m = turned.m + 3 * row, across = m[0];
            m[2] += CAROM_BOARD_SIDE * m[1];
            m[0] = -m[1];
            m[1] = across;
        }
    }
    *map = upright;
}

int lattice_find(const struct image *image, struct arena arena, struct candidate *candidates)
{
    int count = look_for_patches(image, arena, candidates);
    for (int i = 0; i < count; i++) {
        grow(image, &candidates[i], arena);
        orient(&candidates[i].map);
    }
    return count;
}
