/*
 * Homographies: from four corners, from many points by least squares, and the camera that they imply.
 */
#include "internal.h"

#define UNKNOWNS 8

struct point map_apply(const struct map *map, double x, double y)
{
    const double *m = map->m;
    double w = m[6] * x + m[7] * y + m[8];
    if (w > -1e-9 && w < 1e-9)
        w = 1e-9;
    return (struct point){(m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w};
}

/* Gauss with pivoting; false if the system is singular. */
static bool solve(double a[UNKNOWNS][UNKNOWNS + 1])
{
    for (int column = 0; column < UNKNOWNS; column++) {
        int best = column;
        for (int row = column + 1; row < UNKNOWNS; row++)
            if (__builtin_fabs(a[row][column]) > __builtin_fabs(a[best][column]))
                best = row;
        if (__builtin_fabs(a[best][column]) < 1e-12)
            return false;
        for (int k = 0; k <= UNKNOWNS; k++) {
            double swap = a[column][k];
            a[column][k] = a[best][k];
            a[best][k] = swap;
        }
        for (int row = 0; row < UNKNOWNS; row++) {
            double factor = row == column ? 0 : a[row][column] / a[column][column];
            for (int k = column; factor != 0 && k <= UNKNOWNS; k++)
                a[row][k] -= factor * a[column][k];
        }
    }
    for (int row = 0; row < UNKNOWNS; row++)
        a[row][UNKNOWNS] /= a[row][row];
    return true;
}

static void add_row(double a[UNKNOWNS][UNKNOWNS + 1], const double row[UNKNOWNS], double value, double weight)
{
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j < UNKNOWNS; j++)
            a[i][j] += weight * row[i] * row[j];
        a[i][UNKNOWNS] += weight * row[i] * value;
    }
}

/* Both sides are moved and scaled to about -1 to 1 first, which keeps the equations well conditioned. */
bool map_fit(struct map *map, const struct point *from, const struct point *to, const float *weights, int count)
{
    double cx = 0, cy = 0, spread = 0, total = 0;
    for (int i = 0; i < count; i++) {
        cx += weights[i] * to[i].x;
        cy += weights[i] * to[i].y;
        total += weights[i];
    }
    if (count < 4 || total <= 0)
        return false;
    cx /= total;
    cy /= total;
    for (int i = 0; i < count; i++)
        spread += weights[i] * (__builtin_fabs(to[i].x - cx) + __builtin_fabs(to[i].y - cy)) / total;
    if (spread < 1e-6)
        return false;
    double a[UNKNOWNS][UNKNOWNS + 1] = {{0}};
    for (int i = 0; i < count; i++) {
        double u = (from[i].x - 8) / 8, v = (from[i].y - 8) / 8;
        double x = (to[i].x - cx) / spread, y = (to[i].y - cy) / spread;
        add_row(a, (const double[UNKNOWNS]){u, v, 1, 0, 0, 0, -u * x, -v * x}, x, weights[i]);
        add_row(a, (const double[UNKNOWNS]){0, 0, 0, u, v, 1, -u * y, -v * y}, y, weights[i]);
    }
    if (!solve(a))
        return false;
    double h[9];
    for (int i = 0; i < UNKNOWNS; i++)
        h[i] = a[i][UNKNOWNS];
    h[8] = 1;
    for (int i = 0; i < 3; i++) {
        h[i] = h[i] * spread + cx * h[6 + i];
        h[3 + i] = h[3 + i] * spread + cy * h[6 + i];
    }
    for (int row = 0; row < 3; row++) {
        map->m[3 * row] = h[3 * row] / 8;
        map->m[3 * row + 1] = h[3 * row + 1] / 8;
        map->m[3 * row + 2] = h[3 * row + 2] - h[3 * row] - h[3 * row + 1];
    }
    return true;
}

bool map_quad(struct map *map, const struct point corners[4], double inset)
{
    double low = -inset, high = CAROM_BOARD_SIDE + inset;
    const struct point from[4] = {{low, low}, {high, low}, {high, high}, {low, high}};
    return map_fit(map, from, corners, (const float[4]){1, 1, 1, 1}, 4);
}

struct map map_shift(const struct map *map, double dx, double dy)
{
    struct map shifted = *map;
    for (int row = 0; row < 3; row++)
        shifted.m[3 * row + 2] += map->m[3 * row] * dx + map->m[3 * row + 1] * dy;
    return shifted;
}

double map_scale(const struct map *map, double x, double y)
{
    struct point a = map_apply(map, x - 0.5, y - 0.5), b = map_apply(map, x + 0.5, y - 0.5);
    struct point c = map_apply(map, x - 0.5, y + 0.5);
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (double)root((float)__builtin_fabs(area));
}

/*
 * With the principal point in the middle and focal length f, the columns of K^-1 H are s r1, s r2, s t. The camera
 * stands at -R^T t. The focal length is what makes r1 and r2 orthogonal and equally long, if that says something (a
 * view from straight above does not), pulled to that of a phone.
 */
struct camera map_camera(const struct map *map, int width, int height)
{
    double cx = width / 2.0, cy = height / 2.0, side = width > height ? width : height;
    double h[9], best = 1e30, focal = 0.9 * side;
    for (int i = 0; i < 3; i++) {
        h[i] = map->m[i] - cx * map->m[6 + i];
        h[3 + i] = map->m[3 + i] - cy * map->m[6 + i];
        h[6 + i] = map->m[6 + i];
    }
    for (double f = 0.5; f < 2.0; f *= 1.05) {
        double k = f * side;
        double a = (h[0] * h[0] + h[3] * h[3]) / (k * k) + h[6] * h[6];
        double b = (h[1] * h[1] + h[4] * h[4]) / (k * k) + h[7] * h[7];
        double c = (h[0] * h[1] + h[3] * h[4]) / (k * k) + h[6] * h[7];
        double pull = f > 0.9 ? f / 0.9 - 1 : 0.9 / f - 1;
        double error = __builtin_fabs(a - b) / (a + b) + __builtin_fabs(c) / (a + b) + 0.02 * pull;
        if (error < best) {
            best = error;
            focal = k;
        }
    }
    double r1[3] = {h[0] / focal, h[3] / focal, h[6]}, r2[3] = {h[1] / focal, h[4] / focal, h[7]};
    double t[3] = {h[2] / focal, h[5] / focal, h[8]};
    double n1 = r1[0] * r1[0] + r1[1] * r1[1] + r1[2] * r1[2];
    double n2 = r2[0] * r2[0] + r2[1] * r2[1] + r2[2] * r2[2];
    double r3[3] = {r1[1] * r2[2] - r1[2] * r2[1], r1[2] * r2[0] - r1[0] * r2[2], r1[0] * r2[1] - r1[1] * r2[0]};
    struct camera camera = {
        .x = -(r1[0] * t[0] + r1[1] * t[1] + r1[2] * t[2]) / n1,
        .y = -(r2[0] * t[0] + r2[1] * t[1] + r2[2] * t[2]) / n2,
        .height = __builtin_fabs(r3[0] * t[0] + r3[1] * t[1] + r3[2] * t[2]) / (n1 * (double)root((float)(n2 / n1))),
    };
    /* r3 has the length n, and so had to be divided by n once more than its neighbours. */
    camera.height /= (double)root((float)n1);
    return camera;
}
