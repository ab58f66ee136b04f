/*
 * Where the print of the board is hidden by something that has no colour of its own, such as a silver figure.
 *
 * All empty cells of a section look alike, so the photograph itself says what their print is: the median of each
 * pixel's gradient over the section's cells. A window shows the print if subtracting that gradient leaves less than
 * was there. Gradients are relative to brightness and cut off, so light changes nothing, and the edge of a shadow or a
 * drawn line spoils only the pixels that it runs through.
 */
#include "internal.h"

#define PIXELS ((size_t)FLAT * FLAT)
#define TILE (CELL * CELL)
#define CUT 64        /* larger gradients count as this one, in 1/512 of the brightness */
#define BLOWN 250     /* a pixel with two brighter channels is overexposed and shows no print */
#define REACH 4       /* the window is 2 * REACH + 1 pixels wide */
#define BLANK 3       /* mean gradient of the print, below which a window says nothing, */
#define PRESENT 0.35f /* and share of it that a window must show */

struct gradients {
    int8_t *axis[2];         /* FLAT x FLAT: to the right, downwards */
    int8_t tile[4][2][TILE]; /* of an empty cell in each quarter */
    int32_t *sums[2];        /* (FLAT + 1) squared: what subtracting the print gains, and could gain at most */
    float *best;             /* FLAT x FLAT: share of the print that shows, the best of all shifts */
};

static int brightness(const struct flat *flat, size_t at)
{
    const uint8_t *rgb = flat->rgb + 3 * at;
    return rgb[0] + 2 * rgb[1] + rgb[2];
}

/* The level from which on pixels are overexposed: lower than BLOWN if haze or a filter has dimmed them, so that many
 * pixels have the brightest level. */
static int find_blown(const struct flat *flat)
{
    uint32_t histogram[256] = {0}, above = 0, brightest = 0;
    int top = 255;
    for (size_t at = 0; at < PIXELS; at++)
        histogram[brightness(flat, at) / 4]++;
    while (top > 0 && (above += histogram[top]) < PIXELS / 1000)
        top--;
    top = top > 3 ? top - 3 : 0;
    for (int level = top; level < 256; level++)
        brightest += histogram[level];
    return brightest > PIXELS / 60 && top < BLOWN ? top : BLOWN;
}

static bool blown(const struct flat *flat, size_t at, int from)
{
    const uint8_t *rgb = flat->rgb + 3 * at;
    return (rgb[0] >= from) + (rgb[1] >= from) + (rgb[2] >= from) >= 2;
}

static int8_t relative(int before, int after)
{
    int change = 512 * (after - before) / (after + before + 48);
    return (int8_t)(change > CUT ? CUT : change < -CUT ? -CUT : change);
}

static void differentiate(const struct flat *flat, struct gradients *gradients)
{
    memset(gradients->axis[0], 0, PIXELS);
    memset(gradients->axis[1], 0, PIXELS);
    for (size_t y = 1; y + 1 < FLAT; y++) {
        for (size_t x = 1; x + 1 < FLAT; x++) {
            size_t at = y * FLAT + x;
            gradients->axis[0][at] = relative(brightness(flat, at - 1), brightness(flat, at + 1));
            gradients->axis[1][at] = relative(brightness(flat, at - FLAT), brightness(flat, at + FLAT));
        }
    }
}

static int32_t window(const int32_t *sums, int x, int y)
{
    int left = x < REACH ? 0 : x - REACH, right = x + REACH + 1 > FLAT ? FLAT : x + REACH + 1;
    int top = y < REACH ? 0 : y - REACH, bottom = y + REACH + 1 > FLAT ? FLAT : y + REACH + 1;
    return sums[bottom * (FLAT + 1) + right] - sums[top * (FLAT + 1) + right] - sums[bottom * (FLAT + 1) + left] +
           sums[top * (FLAT + 1) + left];
}

/* Takes a smooth change of light out of the gradients of one axis: subtracts the mean of the window around. */
static void level(struct gradients *gradients, int axis)
{
    int32_t *sums = gradients->sums[0];
    memset(sums, 0, (FLAT + 1) * sizeof *sums);
    for (size_t y = 0; y < FLAT; y++) {
        int32_t row = 0;
        sums[(y + 1) * (FLAT + 1)] = 0;
        for (size_t x = 0; x < FLAT; x++) {
            row += gradients->axis[axis][y * FLAT + x];
            sums[(y + 1) * (FLAT + 1) + x + 1] = sums[y * (FLAT + 1) + x + 1] + row;
        }
    }
    for (int y = 0; y < FLAT; y++) {
        for (int x = 0; x < FLAT; x++) {
            int8_t *at = &gradients->axis[axis][y * FLAT + x];
            int left = *at - window(sums, x, y) / ((2 * REACH + 1) * (2 * REACH + 1));
            *at = (int8_t)(left > CUT ? CUT : left < -CUT ? -CUT : left);
        }
    }
}

static void learn_tile(struct gradients *gradients, int corner, int axis)
{
    int left = corner == 1 || corner == 2 ? 8 : 0, top = corner >= 2 ? 8 : 0;
    for (int pixel = 0; pixel < TILE; pixel++) {
        float values[64];
        for (int i = 0; i < 64; i++) {
            int x = (left + i % 8 + MARGIN) * CELL + pixel % CELL, y = (top + i / 8 + MARGIN) * CELL + pixel / CELL;
            values[i] = gradients->axis[axis][(size_t)y * FLAT + (size_t)x];
        }
        gradients->tile[corner][axis][pixel] = (int8_t)quantile(values, 64, 0.5f);
    }
}

static int size(int gradient)
{
    return gradient < 0 ? -gradient : gradient;
}

/* Sums over the rows above of what the print, moved by (dx, dy), explains. Half of it is expected, since glare takes
 * contrast away. */
static void explain(struct gradients *gradients, const uint8_t *counts, int dx, int dy)
{
    memset(gradients->sums[0], 0, (FLAT + 1) * sizeof(int32_t));
    memset(gradients->sums[1], 0, (FLAT + 1) * sizeof(int32_t));
    for (int y = 0; y < FLAT; y++) {
        int32_t gained = 0, possible = 0;
        size_t line = (size_t)(y + 1) * (FLAT + 1);
        gradients->sums[0][line] = gradients->sums[1][line] = 0;
        for (int x = 0; x < FLAT; x++) {
            size_t at = (size_t)y * FLAT + (size_t)x, place = line + (size_t)x + 1;
            int corner = (x < FLAT / 2 ? 0 : 1) ^ (y < FLAT / 2 ? 0 : 3);
            int pixel = (y + dy + CELL) % CELL * CELL + (x + dx + CELL) % CELL;
            for (int axis = 0; axis < 2 && counts[at]; axis++) {
                int here = gradients->axis[axis][at], print = gradients->tile[corner][axis][pixel] / 2;
                gained += size(here) - size(here - print);
                possible += size(print);
            }
            gradients->sums[0][place] = gradients->sums[0][place - (FLAT + 1)] + gained;
            gradients->sums[1][place] = gradients->sums[1][place - (FLAT + 1)] + possible;
        }
    }
}

static void keep_best(struct gradients *gradients)
{
    for (int y = 0; y < FLAT; y++) {
        for (int x = 0; x < FLAT; x++) {
            float *best = &gradients->best[(size_t)y * FLAT + (size_t)x];
            int32_t possible = window(gradients->sums[1], x, y);
            float share = possible < BLANK * (2 * REACH + 1) * (2 * REACH + 1)
                              ? 1
                              : (float)window(gradients->sums[0], x, y) / (float)possible;
            *best = largest(*best, share);
        }
    }
}

static void compare_with_print(struct gradients *gradients, const uint8_t *counts)
{
    for (int i = 0; i < 8; i++)
        learn_tile(gradients, i / 2, i % 2);
    for (int shift = 0; shift < 25; shift++) {
        int dx = shift % 5 - 2, dy = shift / 5 - 2;
        if (dx * dx + dy * dy > 4)
            continue;
        explain(gradients, counts, dx, dy);
        keep_best(gradients);
    }
}

bool print_missing(const struct flat *flat, const uint8_t *zones, struct arena arena, uint8_t *missing)
{
    struct gradients *gradients = arena_take(&arena, sizeof *gradients);
    if (gradients == NULL)
        return false;
    for (int i = 0; i < 2; i++) {
        gradients->axis[i] = arena_take(&arena, PIXELS);
        gradients->sums[i] = arena_take(&arena, (FLAT + 1) * (FLAT + 1) * sizeof(int32_t));
    }
    gradients->best = arena_take(&arena, PIXELS * sizeof *gradients->best);
    if (gradients->axis[1] == NULL || gradients->sums[1] == NULL || gradients->best == NULL)
        return false;
    int overexposed = find_blown(flat);
    differentiate(flat, gradients);
    for (size_t at = 0; at < PIXELS; at++) {
        gradients->best[at] = -1;
        missing[at] = zones[at] == ZONE_PLAIN && !blown(flat, at, overexposed); /* until the end: which pixels count */
    }
    compare_with_print(gradients, missing);
    level(gradients, 0);
    level(gradients, 1);
    compare_with_print(gradients, missing);
    for (size_t at = 0; at < PIXELS; at++)
        missing[at] = gradients->best[at] < PRESENT;
    return true;
}
