/*
 * The rectified board, as photographed and under white light.
 *
 * The white of each cell is a high quantile of each channel, since cells are mostly pale print; a median over the
 * neighbours keeps robots and symbols out of it. Dividing by it takes tint, shadow and vignetting away.
 */
#include "internal.h"

#define CELL_PIXELS (CELL * CELL)

bool flat_allocate(struct flat *flat, struct arena *arena)
{
    flat->rgb = arena_take(arena, (size_t)3 * FLAT * FLAT);
    flat->white = arena_take(arena, (size_t)3 * FLAT * FLAT);
    flat->dark_sum = arena_take(arena, (size_t)(FLAT + 1) * (FLAT + 1) * sizeof *flat->dark_sum);
    flat->inside = arena_take(arena, (size_t)SPAN * SPAN);
    flat->cell_white = arena_take(arena, CAROM_CELLS * sizeof *flat->cell_white);
    return flat->cell_white != NULL && flat->rgb != NULL && flat->white != NULL && flat->dark_sum != NULL &&
           flat->inside != NULL;
}

/* Rectifies a run of pixels of one row, which lies in one quarter. */
static void rectify_run(const struct flat *flat, const struct image *image, const struct map *map, int row, int first,
                        int last)
{
    const double *m = map->m;
    double x = (first + 0.5) / CELL - MARGIN, y = (row + 0.5) / CELL - MARGIN;
    float u = (float)(m[0] * x + m[1] * y + m[2]), v = (float)(m[3] * x + m[4] * y + m[5]);
    float w = (float)(m[6] * x + m[7] * y + m[8]);
    float du = (float)(m[0] / CELL), dv = (float)(m[3] / CELL), dw = (float)(m[6] / CELL);
    uint8_t *to = flat->rgb + 3 * ((size_t)row * FLAT + (size_t)first);
    size_t stride = 3 * (size_t)image->width;
    for (int column = first; column < last; column++, u += du, v += dv, w += dw, to += 3) {
        float inverse = 1 / (w > 1e-6f || w < -1e-6f ? w : 1e-6f);
        float px = u * inverse - 0.5f, py = v * inverse - 0.5f;
        if (!(px > -1 && py > -1 && px < (float)image->width && py < (float)image->height))
            flat->inside[row / CELL * SPAN + column / CELL] = 0;
        px = px >= 0 ? smallest(px, (float)image->width - 1.001f) : 0;
        py = py >= 0 ? smallest(py, (float)image->height - 1.001f) : 0;
        int ix = (int)px, iy = (int)py;
        float fx = px - (float)ix, fy = py - (float)iy;
        const uint8_t *at = image->rgb + (size_t)iy * stride + 3 * (size_t)ix;
        for (int i = 0; i < 3; i++) {
            float upper = at[i] + fx * (float)(at[i + 3] - at[i]);
            float lower = at[stride + (size_t)i] + fx * (float)(at[stride + (size_t)i + 3] - at[stride + (size_t)i]);
            to[i] = (uint8_t)(upper + fy * (lower - upper) + 0.5f);
        }
    }
}

/* A high quantile of one channel of one cell. */
static float cell_white_level(const struct flat *flat, int column, int row, int channel)
{
    uint16_t histogram[256] = {0};
    for (int y = 0; y < CELL; y++) {
        const uint8_t *at =
            flat->rgb + 3 * ((size_t)((row + MARGIN) * CELL + y) * FLAT + (size_t)(column + MARGIN) * CELL) + channel;
        for (int x = 0; x < CELL; x++)
            histogram[at[3 * x]]++;
    }
    int left = CELL_PIXELS * 3 / 10, value = 255;
    while (value > 0 && (left -= histogram[value]) > 0)
        value--;
    return (float)value;
}

static void measure_white(const struct flat *flat, float white[CAROM_CELLS][3])
{
    float raw[CAROM_CELLS][3];
    for (int cell = 0; cell < CAROM_CELLS; cell++)
        for (int i = 0; i < 3; i++)
            raw[cell][i] = cell_white_level(flat, cell % CAROM_BOARD_SIDE, cell / CAROM_BOARD_SIDE, i);
    for (int cell = 0; cell < CAROM_CELLS; cell++) {
        int column = cell % CAROM_BOARD_SIDE, row = cell / CAROM_BOARD_SIDE;
        for (int i = 0; i < 3; i++) {
            float near[25];
            int count = 0;
            for (int k = 0; k < 25; k++) {
                int x = column + k % 5 - 2, y = row + k / 5 - 2;
                if (x >= 0 && x < CAROM_BOARD_SIDE && y >= 0 && y < CAROM_BOARD_SIDE)
                    near[count++] = raw[y * CAROM_BOARD_SIDE + x][i];
            }
            white[cell][i] = largest(quantile(near, count, 0.5f), 12);
        }
    }
}

/* Divides by the white, interpolated between the middles of the cells. */
static void whiten(const struct flat *flat, float white[CAROM_CELLS][3])
{
    for (int row = 0; row < FLAT; row++) {
        float y = clamp(((float)row + 0.5f) / CELL - MARGIN - 0.5f, 0, CAROM_BOARD_SIDE - 1.001f);
        int iy = (int)y;
        float fy = y - (float)iy;
        uint32_t sum = 0;
        for (int column = 0; column < FLAT; column++) {
            float x = clamp(((float)column + 0.5f) / CELL - MARGIN - 0.5f, 0, CAROM_BOARD_SIDE - 1.001f);
            int ix = (int)x, high = 0;
            float fx = x - (float)ix;
            size_t at = 3 * ((size_t)row * FLAT + (size_t)column);
            float(*corner)[3] = white + iy * CAROM_BOARD_SIDE + ix;
            for (int i = 0; i < 3; i++) {
                float upper = corner[0][i] + fx * (corner[1][i] - corner[0][i]);
                float lower =
                    corner[CAROM_BOARD_SIDE][i] + fx * (corner[CAROM_BOARD_SIDE + 1][i] - corner[CAROM_BOARD_SIDE][i]);
                float value = WHITE * (float)flat->rgb[at + (size_t)i] / (upper + fy * (lower - upper));
                flat->white[at + (size_t)i] = (uint8_t)smallest(value, 255);
                high = flat->white[at + (size_t)i] > high ? flat->white[at + (size_t)i] : high;
            }
            sum += (uint32_t)(high < WHITE ? WHITE - high : 0);
            size_t place = (size_t)(row + 1) * (FLAT + 1) + (size_t)column + 1;
            flat->dark_sum[place] = flat->dark_sum[place - (FLAT + 1)] + sum;
        }
    }
}

void flat_fill(struct flat *flat, const struct image *image, const struct map maps[4])
{
    static const int middle = (MARGIN + CAROM_BOARD_SIDE / 2) * CELL;
    memset(flat->inside, 1, (size_t)SPAN * SPAN);
    memset(flat->dark_sum, 0, (size_t)(FLAT + 1) * sizeof *flat->dark_sum);
    for (int row = 0; row < FLAT; row++) {
        flat->dark_sum[(size_t)(row + 1) * (FLAT + 1)] = 0;
        rectify_run(flat, image, &maps[row < middle ? 0 : 3], row, 0, middle);
        rectify_run(flat, image, &maps[row < middle ? 1 : 2], row, middle, FLAT);
    }
    measure_white(flat, flat->cell_white);
    whiten(flat, flat->cell_white);
}

static int pixel_of(float at)
{
    int pixel = (int)((at + MARGIN) * CELL + 0.5f);
    return pixel < 0 ? 0 : pixel > FLAT ? FLAT : pixel;
}

float flat_dark(const struct flat *flat, float left, float top, float right, float bottom)
{
    int x0 = pixel_of(left), x1 = pixel_of(right), y0 = pixel_of(top), y1 = pixel_of(bottom);
    const uint32_t *sum = flat->dark_sum;
    if (x1 <= x0 || y1 <= y0)
        return 0;
    uint32_t total =
        sum[y1 * (FLAT + 1) + x1] - sum[y0 * (FLAT + 1) + x1] - sum[y1 * (FLAT + 1) + x0] + sum[y0 * (FLAT + 1) + x0];
    return (float)total / ((float)WHITE * (float)((x1 - x0) * (y1 - y0)));
}
