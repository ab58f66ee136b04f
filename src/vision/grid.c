/*
 * Locks a map onto the grid of the board.
 *
 * The lines between the cells are a wave of one cell's length in both directions. In the rectified picture each block
 * of 2x2 cells is correlated with that wave: the phase says by how much the map is off there, the magnitude how
 * far to trust it. A homography fitted to all blocks repairs the map; a few rounds settle it.
 */
#include "internal.h"

#define FINE 16 /* pixels a cell of the rectified grey picture */
#define MOST (CAROM_BOARD_SIDE * FINE)
#define BLOCKS (CAROM_BOARD_SIDE - 1)

struct lock {
    float *grey;     /* of the area */
    uint32_t *sums;  /* of grey, (side + 1) squared */
    float *ridge[2]; /* of lines that run down, of lines that run across */
    struct area area;
    int width, height; /* of the area in pixels */
    float cell_re[2][CAROM_BOARD_SIDE * CAROM_BOARD_SIDE], cell_im[2][CAROM_BOARD_SIDE * CAROM_BOARD_SIDE],
        cell_sum[2][CAROM_BOARD_SIDE * CAROM_BOARD_SIDE];
    float phase[2][BLOCKS * BLOCKS]; /* displacement in cells */
    float weight[2][BLOCKS * BLOCKS];
    bool known[BLOCKS * BLOCKS];
};

static void rectify(struct lock *lock, const struct image *image, const struct map *map)
{
    const double *m = map->m;
    for (int row = 0; row < lock->height; row++) {
        double y = lock->area.top + (row + 0.5) / FINE, x = lock->area.left + 0.5 / FINE;
        float u = (float)(m[0] * x + m[1] * y + m[2]), v = (float)(m[3] * x + m[4] * y + m[5]);
        float w = (float)(m[6] * x + m[7] * y + m[8]);
        float du = (float)(m[0] / FINE), dv = (float)(m[3] / FINE), dw = (float)(m[6] / FINE);
        float *to = lock->grey + row * lock->width;
        for (int column = 0; column < lock->width; column++, u += du, v += dv, w += dw) {
            float inverse = 1 / (w > 1e-6f || w < -1e-6f ? w : 1e-6f);
            float px = u * inverse - 0.5f, py = v * inverse - 0.5f;
            if (!(px >= 0 && py >= 0 && px < (float)(image->width - 1) && py < (float)(image->height - 1))) {
                to[column] = -1;
                continue;
            }
            int ix = (int)px, iy = (int)py;
            float fx = px - (float)ix, fy = py - (float)iy;
            const uint8_t *at = image->grey + (size_t)iy * (size_t)image->width + ix;
            float upper = at[0] + fx * (float)(at[1] - at[0]);
            float lower = at[image->width] + fx * (float)(at[image->width + 1] - at[image->width]);
            to[column] = upper + fy * (lower - upper);
        }
    }
}

static uint32_t box(const struct lock *lock, int left, int top, int right, int bottom)
{
    const uint32_t *sums = lock->sums;
    int stride = lock->width + 1;
    return sums[bottom * stride + right] - sums[top * stride + right] - sums[bottom * stride + left] +
           sums[top * stride + left];
}

static void sum_up(struct lock *lock)
{
    int stride = lock->width + 1;
    memset(lock->sums, 0, (size_t)stride * sizeof *lock->sums);
    for (int y = 0; y < lock->height; y++) {
        uint32_t row = 0;
        lock->sums[(y + 1) * stride] = 0;
        for (int x = 0; x < lock->width; x++) {
            row += (uint32_t)(largest(lock->grey[y * lock->width + x], 0) * 16);
            lock->sums[(y + 1) * stride + x + 1] = lock->sums[y * stride + x + 1] + row;
        }
    }
}

/* Dark lines: how much darker a narrow bar is than half a cell around it, relative to its brightness. The bar is half a
 * cell long, so that symbols and hatching average out; clipped, so that walls do not outweigh the lines. */
static void find_ridges(struct lock *lock)
{
    int width = lock->width, height = lock->height, half = FINE / 4;
    for (int y = 0; y < height; y++) {
        int top = y - half < 0 ? 0 : y - half, bottom = y + half + 1 > height ? height : y + half + 1;
        int upper = y < 1 ? 0 : y - 1, lower = y + 2 > height ? height : y + 2;
        for (int x = 0; x < width; x++) {
            int left = x - half < 0 ? 0 : x - half, right = x + half + 1 > width ? width : x + half + 1;
            int near = x < 1 ? 0 : x - 1, far = x + 2 > width ? width : x + 2, at = y * width + x;
            float around = (float)box(lock, left, top, right, bottom) / (float)((right - left) * (bottom - top));
            float down = (float)box(lock, near, top, far, bottom) / (float)((far - near) * (bottom - top));
            float across = (float)box(lock, left, upper, right, lower) / (float)((right - left) * (lower - upper));
            float share = lock->grey[at] < 0 ? 0 : 1 / (around + 64);
            lock->ridge[0][at] = clamp((around - down) * share, 0, 0.12f);
            lock->ridge[1][at] = clamp((around - across) * share, 0, 0.12f);
        }
    }
}

static void correlate_cells(struct lock *lock)
{
    /* cos and sin of (i + 0.5) / 16 turns */
    static const float half[2] = {0.98078528f, 0.19509032f}, step[2] = {0.92387953f, 0.38268343f};
    float wave[FINE][2];
    wave[0][0] = half[0];
    wave[0][1] = half[1];
    for (int i = 1; i < FINE; i++) {
        wave[i][0] = wave[i - 1][0] * step[0] - wave[i - 1][1] * step[1];
        wave[i][1] = wave[i - 1][0] * step[1] + wave[i - 1][1] * step[0];
    }
    int columns = lock->area.right - lock->area.left, rows = lock->area.bottom - lock->area.top;
    for (int cell = 0; cell < columns * rows; cell++) {
        int first = (cell / columns) * FINE * lock->width + (cell % columns) * FINE;
        for (int axis = 0; axis < 2; axis++) {
            const float *from = lock->ridge[axis] + first;
            float profile[FINE] = {0}, re = 0, im = 0, sum = 0;
            for (int y = 0; y < FINE; y++, from += lock->width)
                for (int x = 0; x < FINE; x++)
                    profile[axis == 0 ? x : y] += from[x];
            for (int i = 0; i < FINE; i++) {
                re += profile[i] * wave[i][0];
                im += profile[i] * wave[i][1];
                sum += profile[i];
            }
            lock->cell_re[axis][cell] = re;
            lock->cell_im[axis][cell] = im;
            lock->cell_sum[axis][cell] = sum;
        }
    }
}

/* Phases and weights of the blocks of 2x2 cells; returns the mean coherence. */
static float measure_blocks(struct lock *lock)
{
    int columns = lock->area.right - lock->area.left, rows = lock->area.bottom - lock->area.top;
    float total = 0;
    for (int y = 0; y + 1 < rows; y++) {
        for (int x = 0; x + 1 < columns; x++) {
            int at = y * columns + x, block = y * (columns - 1) + x;
            const int cells[4] = {at, at + 1, at + columns, at + columns + 1};
            for (int axis = 0; axis < 2; axis++) {
                float re = 0, im = 0, sum = 0;
                for (int k = 0; k < 4; k++) {
                    sum += lock->cell_sum[axis][cells[k]];
                    re += lock->cell_re[axis][cells[k]];
                    im += lock->cell_im[axis][cells[k]];
                }
                lock->phase[axis][block] = turns_of(im, re);
                /* Coherence, less in blocks with hardly any lines at all. */
                lock->weight[axis][block] = root(re * re + im * im) / (sum + 0.008f * 4 * FINE * FINE);
            }
            total += lock->weight[0][block] * lock->weight[1][block];
        }
    }
    return root(total / (float)((rows - 1) * (columns - 1)));
}

/* Follows displacements from the most coherent block outwards, so that they may exceed half a cell; then takes the
 * common whole cells off again. */
static void unwrap(struct lock *lock)
{
    int columns = lock->area.right - lock->area.left - 1, rows = lock->area.bottom - lock->area.top - 1;
    int count = columns * rows;
    memset(lock->known, 0, sizeof lock->known);
    for (int done = 0; done < count; done++) {
        int best = -1;
        float most = -1;
        for (int i = 0; i < count; i++) {
            int x = i % columns, y = i / columns;
            bool beside = done == 0 || (x > 0 && lock->known[i - 1]) || (x + 1 < columns && lock->known[i + 1]) ||
                          (y > 0 && lock->known[i - columns]) || (y + 1 < rows && lock->known[i + columns]);
            float weight = smallest(lock->weight[0][i], lock->weight[1][i]);
            if (!lock->known[i] && beside && weight > most) {
                most = weight;
                best = i;
            }
        }
        for (int axis = 0; axis < 2 && done > 0; axis++) {
            float sum = 0, weights = 1e-9f;
            int x = best % columns, y = best / columns;
            for (int dy = -2; dy <= 2; dy++) {
                for (int dx = -2; dx <= 2; dx++) {
                    int near = best + dy * columns + dx;
                    if (x + dx < 0 || x + dx >= columns || y + dy < 0 || y + dy >= rows || !lock->known[near])
                        continue;
                    sum += lock->weight[axis][near] * lock->phase[axis][near];
                    weights += lock->weight[axis][near];
                }
            }
            float turns = sum / weights - lock->phase[axis][best];
            lock->phase[axis][best] += (float)(int)(turns + (turns < 0 ? -0.5f : 0.5f));
        }
        lock->known[best] = true;
    }
    for (int axis = 0; axis < 2; axis++) {
        float sum = 0, weights = 1e-9f;
        for (int i = 0; i < count; i++) {
            sum += lock->weight[axis][i] * lock->phase[axis][i];
            weights += lock->weight[axis][i];
        }
        float mean = sum / weights;
        float whole = (float)(int)(mean + (mean < 0 ? -0.5f : 0.5f));
        for (int i = 0; i < count; i++)
            lock->phase[axis][i] -= whole;
    }
}

/* Displacements of one axis as a plane over the area: value[0] + value[1] * x + value[2] * y, x and y from its middle.
 * Blocks far from the plane count less. */
static void fit_plane(const struct lock *lock, int axis, const float *weights, float value[3])
{
    int columns = lock->area.right - lock->area.left - 1, rows = lock->area.bottom - lock->area.top - 1;
    float values[BLOCKS * BLOCKS];
    memcpy(values, lock->phase[axis], (size_t)(columns * rows) * sizeof *values);
    value[0] = quantile(values, columns * rows, 0.5f);
    value[1] = value[2] = 0;
    for (int round = 0; round < 6; round++) {
        float w = 1e-6f, sx = 0, sy = 0, xx = 1e-3f, yy = 1e-3f, xy = 0, d = 0, dx = 0, dy = 0;
        for (int i = 0; i < columns * rows; i++) {
            float x = (float)(i % columns) - (float)(columns - 1) / 2, y = (float)(i / columns) - (float)(rows - 1) / 2;
            float off = lock->phase[axis][i] - value[0] - value[1] * x - value[2] * y;
            float weight = weights[i] / (1 + off * off / 0.005f);
            w += weight;
            sx += weight * x;
            sy += weight * y;
            xx += weight * x * x;
            yy += weight * y * y;
            xy += weight * x * y;
            d += weight * off;
            dx += weight * off * x;
            dy += weight * off * y;
        }
        /* The three normal equations by Cramer's rule. */
        float det = w * (xx * yy - xy * xy) - sx * (sx * yy - xy * sy) + sy * (sx * xy - xx * sy);
        if (det < 1e-9f)
            return;
        value[0] += (d * (xx * yy - xy * xy) - sx * (dx * yy - xy * dy) + sy * (dx * xy - xx * dy)) / det;
        value[1] += (w * (dx * yy - xy * dy) - d * (sx * yy - xy * sy) + sy * (sx * dy - dx * sy)) / det;
        value[2] += (w * (xx * dy - dx * xy) - sx * (sx * dy - dx * sy) + d * (sx * xy - xx * sy)) / det;
    }
}

/* Four more points that let a section only be moved, turned and stretched: its few blocks do not determine a
 * homography. */
static int hold_shape(const struct lock *lock, const struct map *map, struct point *from, struct point *to,
                      float *weights, int count)
{
    float plane[2][3], total = 0;
    double middle_x = (lock->area.left + lock->area.right) / 2.0, middle_y = (lock->area.top + lock->area.bottom) / 2.0;
    fit_plane(lock, 0, weights, plane[0]);
    fit_plane(lock, 1, weights, plane[1]);
    for (int i = 0; i < count; i++)
        total += weights[i];
    for (int k = 0; k < 4; k++) {
        double x = k % 2 == 0 ? lock->area.left : lock->area.right, y = k < 2 ? lock->area.top : lock->area.bottom;
        double u = x - middle_x, v = y - middle_y;
        from[count + k] = (struct point){x - (double)plane[0][0] - (double)plane[0][1] * u - (double)plane[0][2] * v,
                                         y - (double)plane[1][0] - (double)plane[1][1] * u - (double)plane[1][2] * v};
        to[count + k] = map_apply(map, x, y);
        weights[count + k] = total;
    }
    return 4;
}

/* Fits the map to the blocks, those that disagree counting less and less. */
static bool refit(const struct lock *lock, struct map *map, bool stiff)
{
    struct point from[BLOCKS * BLOCKS + 4], to[BLOCKS * BLOCKS + 4];
    float weights[BLOCKS * BLOCKS + 4] = {0}, trust[BLOCKS * BLOCKS];
    int columns = lock->area.right - lock->area.left - 1, rows = lock->area.bottom - lock->area.top - 1;
    int count = columns * rows, more = 0;
    for (int i = 0; i < count; i++) {
        double x = lock->area.left + i % columns + 1, y = lock->area.top + i / columns + 1;
        from[i] = (struct point){x - (double)lock->phase[0][i], y - (double)lock->phase[1][i]};
        to[i] = map_apply(map, x, y);
        trust[i] = weights[i] = lock->weight[0][i] * lock->weight[1][i];
    }
    if (stiff)
        more = hold_shape(lock, map, from, to, weights, count);
    struct map fitted = *map;
    for (int round = 0; round < 4; round++) {
        if (!map_fit(&fitted, from, to, weights, count + more))
            return false;
        for (int i = 0; i < count; i++) {
            struct point at = map_apply(&fitted, from[i].x, from[i].y);
            double scale = map_scale(map, from[i].x, from[i].y) + 1e-6;
            double dx = (at.x - to[i].x) / scale, dy = (at.y - to[i].y) / scale;
            weights[i] = trust[i] / (float)(1 + (dx * dx + dy * dy) / 0.01);
        }
    }
    *map = fitted;
    return true;
}

static struct lock *lock_take(struct area area, struct arena *arena)
{
    struct lock *lock = arena_take(arena, sizeof *lock);
    if (lock == NULL)
        return NULL;
    lock->area = area;
    lock->width = (area.right - area.left) * FINE;
    lock->height = (area.bottom - area.top) * FINE;
    size_t pixels = (size_t)lock->width * (size_t)lock->height;
    lock->grey = arena_take(arena, pixels * sizeof *lock->grey);
    lock->ridge[0] = arena_take(arena, pixels * sizeof *lock->ridge[0]);
    lock->ridge[1] = arena_take(arena, pixels * sizeof *lock->ridge[1]);
    lock->sums = arena_take(arena, (size_t)(lock->width + 1) * (size_t)(lock->height + 1) * sizeof *lock->sums);
    bool enough = lock->grey != NULL && lock->ridge[0] != NULL && lock->ridge[1] != NULL && lock->sums != NULL;
    return enough ? lock : NULL;
}

static float lock_measure(struct lock *lock, const struct image *image, const struct map *map)
{
    rectify(lock, image, map);
    sum_up(lock);
    find_ridges(lock);
    correlate_cells(lock);
    return measure_blocks(lock);
}

float grid_lock(const struct image *image, struct map *map, struct area area, bool follow, int rounds,
                struct arena arena)
{
    struct lock *lock = lock_take(area, &arena);
    float coherence = 0;
    if (lock == NULL)
        return 0;
    for (int round = 0; round <= rounds; round++) {
        coherence = lock_measure(lock, image, map);
        if (round == rounds)
            break;
        if (follow)
            unwrap(lock);
        if (!refit(lock, map, lock->width < MOST))
            return 0;
    }
    return coherence;
}

void grid_off_centre(const struct image *image, const struct map *map, struct arena arena, int *dx, int *dy)
{
    struct lock *lock = lock_take((struct area){0, 0, CAROM_BOARD_SIDE, CAROM_BOARD_SIDE}, &arena);
    float sum[2] = {0, 0}, total = 1e-6f;
    *dx = *dy = 0;
    if (lock == NULL)
        return;
    float mean = lock_measure(lock, image, map);
    for (int i = 0; i < BLOCKS * BLOCKS; i++) {
        /* Blocks in which the lines are where the map says they are, and clear. */
        float weight = lock->weight[0][i] * lock->weight[1][i];
        if (weight < 0.5f * mean * mean || magnitude(lock->phase[0][i]) > 0.2f || magnitude(lock->phase[1][i]) > 0.2f)
            continue;
        sum[0] += (float)(i % BLOCKS) - (BLOCKS - 1) / 2.0f;
        sum[1] += (float)(i / BLOCKS) - (BLOCKS - 1) / 2.0f;
        total += 1;
    }
    float x = sum[0] / total, y = sum[1] / total;
    *dx = (int)(x + (x < 0 ? -0.5f : 0.5f));
    *dy = (int)(y + (y < 0 ? -0.5f : 0.5f));
}
