/*
 * Where the board may lie: outlines of bright, pale areas.
 *
 * The board is paler than most tables, but not in every respect on each, so four maps are tried: the darkest channel,
 * blue, grey, and the lack of saturation. Each is closed (grid lines and walls disappear), cut at several thresholds,
 * opened (what touches the board is cut off), and the hulls of the largest areas are reduced to four sides.
 *
 * A shadow or a strong gradient of light breaks all four. Two more maps know neither. The rim map is 255 but on dark
 * lines as wide as the printed rim (a black top-hat, relative to brightness), and the board is the area that the rim
 * encloses. The paper map says how near a pixel's chromaticity is to that of the middle of the picture, where the board
 * is: it tells the board from a table of another colour that is as bright.
 */
#include "internal.h"

#define SMALL 400 /* longer side of the maps */
#define HULL 1024
#define MAPS 6
#define RIM_MAP 4
#define PAPER_MAP 5
#define RIM_CUT 180  /* of 255: what is darker than this share of its surroundings */
#define WIDEST_RIM 8 /* dark lines of twice as many pixels are areas */

struct mask {
    int width, height;
    uint8_t *map;    /* the map after closing */
    uint8_t *bits;   /* 1: above the threshold */
    uint8_t *spare;  /* for the filters */
    uint16_t *label; /* of the component */
    int32_t *stack;
    struct point *hull, *edge;
    int hull_count, edge_count;
};

/* `to` becomes the larger (or smaller) of itself and of `from`, byte by byte; simple enough to be vectorised. */
static void merge(uint8_t *restrict to, const uint8_t *restrict from, int count, bool high)
{
    if (high)
        for (int i = 0; i < count; i++)
            to[i] = from[i] > to[i] ? from[i] : to[i];
    else
        for (int i = 0; i < count; i++)
            to[i] = from[i] < to[i] ? from[i] : to[i];
}

/* Largest or smallest value in a square window, one direction after the other. */
static void spread(uint8_t *map, uint8_t *spare, int width, int height, int radius, bool high)
{
    size_t pixels = (size_t)width * (size_t)height;
    memcpy(spare, map, pixels);
    for (int line = 0; line < height; line++) {
        for (int k = 1; k <= radius && k < width; k++) {
            merge(spare + line * width + k, map + line * width, width - k, high);
            merge(spare + line * width, map + line * width + k, width - k, high);
        }
    }
    memcpy(map, spare, pixels);
    for (int k = 1; k <= radius && k < height; k++) {
        merge(map + k * width, spare, (height - k) * width, high);
        merge(map, spare + k * width, (height - k) * width, high);
    }
}

static int otsu(const uint8_t *map, int count)
{
    double total = 0, low_sum = 0, low_count = 0, best = -1;
    uint32_t histogram[256] = {0};
    int cut = 128;
    for (int i = 0; i < count; i++)
        histogram[map[i]]++;
    for (int i = 0; i < 256; i++)
        total += (double)i * histogram[i];
    for (int i = 0; i < 255; i++) {
        low_count += histogram[i];
        low_sum += (double)i * histogram[i];
        double high_count = count - low_count;
        if (low_count < 1 || high_count < 1)
            continue;
        double gap = low_sum / low_count - (total - low_sum) / high_count;
        double between = low_count * high_count * gap * gap;
        if (between > best) {
            best = between;
            cut = i;
        }
    }
    return cut;
}

static uint8_t map_value(const uint8_t *rgb, int kind)
{
    int low = rgb[0] < rgb[1] ? rgb[0] : rgb[1], high = rgb[0] > rgb[1] ? rgb[0] : rgb[1];
    low = rgb[2] < low ? rgb[2] : low;
    high = rgb[2] > high ? rgb[2] : high;
    switch (kind) {
    case 0:
        return (uint8_t)low;
    case 1:
        return rgb[2];
    case 2:
        return (uint8_t)((rgb[0] + 2 * rgb[1] + rgb[2]) / 4);
    default:
        return (uint8_t)(255 - (high == 0 ? 0 : 255 * (high - low) / high));
    }
}

/* Labels the component around a pixel; returns its size. */
static int flood(struct mask *mask, int start, uint16_t label)
{
    int top = 0, size = 0, width = mask->width;
    mask->stack[top++] = start;
    mask->label[start] = label;
    while (top > 0) {
        int at = mask->stack[--top];
        int x = at % width, y = at / width;
        const int next[4] = {x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, y > 0 ? at - width : -1,
                             y + 1 < mask->height ? at + width : -1};
        size++;
        for (int i = 0; i < 4; i++) {
            if (next[i] < 0 || !mask->bits[next[i]] || mask->label[next[i]] != 0)
                continue;
            mask->label[next[i]] = label;
            mask->stack[top++] = next[i];
        }
    }
    return size;
}

static double turn(struct point a, struct point b, struct point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* The outermost pixels of a component in each row, then their convex hull (Andrew's monotone chain, by rows). */
static void outline(struct mask *mask, uint16_t label)
{
    int count = 0, used = 0;
    struct point *edge = mask->edge, *hull = mask->hull;
    for (int y = 0; y < mask->height && count + 2 <= HULL; y++) {
        const uint16_t *row = mask->label + y * mask->width;
        int first = 0, last = mask->width - 1;
        while (first < mask->width && row[first] != label)
            first++;
        while (last >= 0 && row[last] != label)
            last--;
        if (last < first)
            continue;
        edge[count++] = (struct point){first, y};
        edge[count++] = (struct point){last + 1, y};
    }
    mask->edge_count = count;
    for (int i = 1; i < count; i += 2) { /* down the right side */
        while (used >= 2 && turn(hull[used - 2], hull[used - 1], edge[i]) <= 0)
            used--;
        hull[used++] = edge[i];
    }
    int floor = used;
    for (int i = count - 2; i >= 0; i -= 2) { /* and up the left one */
        while (used > floor && turn(hull[used - 2], hull[used - 1], edge[i]) <= 0)
            used--;
        hull[used++] = edge[i];
    }
    mask->hull_count = used;
}

static bool meet(struct point a, struct point b, struct point c, struct point d, struct point *at)
{
    double ux = b.x - a.x, uy = b.y - a.y, vx = d.x - c.x, vy = d.y - c.y;
    double across = ux * vy - uy * vx;
    if (__builtin_fabs(across) < 1e-9)
        return false;
    double t = ((c.x - a.x) * vy - (c.y - a.y) * vx) / across;
    *at = (struct point){a.x + t * ux, a.y + t * uy};
    return true;
}

/* Takes hull edges away, that which adds the least area first, until four are left. */
static bool reduce(struct mask *mask, struct point quad[4])
{
    struct point *hull = mask->hull;
    int count = mask->hull_count;
    while (count > 4) {
        int best = -1;
        double least = 1e30;
        struct point corner = {0, 0};
        for (int i = 0; i < count; i++) {
            struct point a = hull[(i + count - 1) % count], b = hull[i], c = hull[(i + 1) % count];
            struct point d = hull[(i + 2) % count], at;
            if (!meet(a, b, c, d, &at) || turn(b, at, c) < 0)
                continue;
            /* The lines must meet in front of the edge, not behind it. */
            if ((at.x - b.x) * (b.x - a.x) + (at.y - b.y) * (b.y - a.y) < 0)
                continue;
            double added = __builtin_fabs(turn(b, at, c));
            if (added < least) {
                least = added;
                best = i;
                corner = at;
            }
        }
        if (best < 0)
            return false;
        hull[best] = corner;
        for (int k = (best + 1) % count; k + 1 < count; k++)
            hull[k] = hull[k + 1];
        count--;
    }
    for (int i = 0; i < 4; i++)
        quad[i] = hull[i];
    return count == 4;
}

/* A line through the outline's points near a side, those far from it counting less and less. */
static void settle_side(const struct mask *mask, const struct point *a, const struct point *b, struct point line[2])
{
    line[0] = *a;
    line[1] = *b;
    for (int round = 0; round < 8; round++) {
        double ux = line[1].x - line[0].x, uy = line[1].y - line[0].y;
        double length = (double)root((float)(ux * ux + uy * uy));
        if (length < 8)
            return;
        double nx = -uy / length, ny = ux / length, tx = ux / length, ty = uy / length;
        double reach = round < 3 ? 0.06 * length : 0.02 * length + 1;
        double w = 0, s = 0, d = 0, ss = 0, sd = 0;
        for (int i = 0; i < mask->edge_count; i++) {
            double px = mask->edge[i].x - line[0].x, py = mask->edge[i].y - line[0].y;
            double along = px * tx + py * ty, off = px * nx + py * ny;
            if (along < 0.04 * length || along > 0.96 * length || __builtin_fabs(off) > reach)
                continue;
            double weight = 1 / (1 + off * off);
            w += weight;
            s += weight * along;
            d += weight * off;
            ss += weight * along * along;
            sd += weight * along * off;
        }
        double spread_along = w * ss - s * s;
        if (w < 4 || spread_along < 1e-6)
            return;
        double slope = (w * sd - s * d) / spread_along, offset = (d - slope * s) / w;
        struct point first = line[0];
        line[0] = (struct point){first.x + offset * nx, first.y + offset * ny};
        line[1] = (struct point){first.x + length * tx + (offset + slope * length) * nx,
                                 first.y + length * ty + (offset + slope * length) * ny};
    }
}

static bool settle(const struct mask *mask, const struct point quad[4], struct point settled[4])
{
    struct point lines[4][2];
    for (int i = 0; i < 4; i++)
        settle_side(mask, &quad[i], &quad[(i + 1) % 4], lines[i]);
    for (int i = 0; i < 4; i++) {
        const struct point *before = lines[(i + 3) % 4], *after = lines[i];
        if (!meet(before[0], before[1], after[0], after[1], &settled[i]))
            return false;
    }
    return true;
}

/* Turns the list of corners, which is clockwise, so that the first side is the one that runs most to the right: north
 * is then the picture's top. */
static void orient(struct point quad[4])
{
    int best = 0;
    double most = -1e30;
    for (int i = 0; i < 4; i++) {
        double dx = quad[(i + 1) % 4].x - quad[i].x, dy = quad[(i + 1) % 4].y - quad[i].y;
        double share = dx / ((double)root((float)(dx * dx + dy * dy)) + 1e-9);
        if (share > most) {
            most = share;
            best = i;
        }
    }
    const struct point turned[4] = {quad[best], quad[(best + 1) % 4], quad[(best + 2) % 4], quad[(best + 3) % 4]};
    memcpy(quad, turned, sizeof turned);
}

/* Adds a quadrilateral if it is convex, large enough and not there yet. `scale` takes it to the working picture. */
static int add(struct point quads[QUADS][4], int count, const struct point quad[4], double scale,
               const struct image *image)
{
    struct point placed[4];
    double side = image->width > image->height ? image->width : image->height;
    for (int i = 0; i < 4; i++) {
        placed[i] = (struct point){quad[i].x * scale, quad[i].y * scale};
        if (turn(quad[i], quad[(i + 1) % 4], quad[(i + 2) % 4]) <= 0)
            return count;
        if (__builtin_fabs(placed[i].x - image->width / 2.0) > side ||
            __builtin_fabs(placed[i].y - image->height / 2.0) > side)
            return count;
    }
    double area = turn(placed[0], placed[1], placed[2]) + turn(placed[0], placed[2], placed[3]);
    if (area < 0.08 * image->width * image->height || count == QUADS)
        return count;
    orient(placed);
    double near = 0.35 * (double)root((float)area) / CAROM_BOARD_SIDE / 1.4;
    for (int k = 0; k < count; k++) {
        double worst = 0;
        for (int i = 0; i < 4; i++) {
            double dx = __builtin_fabs(quads[k][i].x - placed[i].x), dy = __builtin_fabs(quads[k][i].y - placed[i].y);
            double far = dx > dy ? dx : dy;
            worst = far > worst ? far : worst;
        }
        if (worst < near)
            return count;
    }
    memcpy(quads[count], placed, sizeof placed);
    return count + 1;
}

/* The two largest components of the mask as quadrilaterals. */
static int from_mask(struct mask *mask, struct point quads[QUADS][4], int count, double scale,
                     const struct image *image)
{
    int pixels = mask->width * mask->height, sizes[2] = {0, 0};
    uint16_t labels[2] = {0, 0}, label = 0;
    memset(mask->label, 0, (size_t)pixels * sizeof *mask->label);
    for (int i = 0; i < pixels; i++) {
        if (!mask->bits[i] || mask->label[i] != 0 || label == UINT16_MAX)
            continue;
        int size = flood(mask, i, ++label), slot = size > sizes[0] ? 0 : 1;
        if (slot == 0) {
            sizes[1] = sizes[0];
            labels[1] = labels[0];
        }
        if (size > sizes[slot]) {
            sizes[slot] = size;
            labels[slot] = label;
        }
    }
    for (int k = 0; k < 2; k++) {
        struct point quad[4], settled[4];
        if (sizes[k] * 12 < pixels)
            continue;
        outline(mask, labels[k]);
        if (mask->hull_count < 4 || !reduce(mask, quad))
            continue;
        if (settle(mask, quad, settled))
            count = add(quads, count, settled, scale, image);
        count = add(quads, count, quad, scale, image);
    }
    return count;
}

static bool mask_allocate(struct mask *mask, const struct image *image, struct arena *arena)
{
    int longer = image->width > image->height ? image->width : image->height;
    mask->width = longer > SMALL ? image->width * SMALL / longer : image->width;
    mask->height = longer > SMALL ? image->height * SMALL / longer : image->height;
    size_t pixels = (size_t)mask->width * (size_t)mask->height;
    mask->map = arena_take(arena, pixels);
    mask->bits = arena_take(arena, pixels);
    mask->spare = arena_take(arena, pixels);
    mask->label = arena_take(arena, pixels * sizeof *mask->label);
    mask->stack = arena_take(arena, pixels * sizeof *mask->stack);
    mask->hull = arena_take(arena, (HULL + 8) * sizeof *mask->hull);
    mask->edge = arena_take(arena, (HULL + 8) * sizeof *mask->edge);
    return mask->edge != NULL && mask->hull != NULL && mask->stack != NULL;
}

/* Chromaticity: shares of red and of blue, in 1/1024; brightness takes no part. */
static void chromaticity(const uint8_t *rgb, int share[2])
{
    int sum = rgb[0] + rgb[1] + rgb[2] + 24;
    share[0] = 1024 * rgb[0] / sum;
    share[1] = 1024 * rgb[2] / sum;
}

/* 255 where the chromaticity is the median of the middle ninth of the picture, and less the farther it is from it. */
static void make_paper_map(const struct mask *mask, const struct image *small)
{
    int middle[2], width = mask->width, height = mask->height, count = 0, share[2];
    int histogram[2][1025] = {{0}};
    for (int y = height / 3; y < height * 2 / 3; y++) {
        for (int x = width / 3; x < width * 2 / 3; x++, count++) {
            chromaticity(small->rgb + 3 * (y * width + x), share);
            histogram[0][share[0]]++;
            histogram[1][share[1]]++;
        }
    }
    for (int i = 0; i < 2; i++) {
        int left = count / 2;
        middle[i] = 0;
        while (middle[i] < 1024 && (left -= histogram[i][middle[i]]) > 0)
            middle[i]++;
    }
    for (int i = 0; i < width * height; i++) {
        chromaticity(small->rgb + 3 * i, share);
        int dx = share[0] - middle[0], dy = share[1] - middle[1], off = 3 * ((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy));
        mask->map[i] = (uint8_t)(off < 255 ? 255 - off : 0);
    }
}

/* Fills mask->map with one of the maps, closed so that grid lines and walls disappear. */
static void make_map(const struct mask *mask, const struct image *small, int kind)
{
    size_t pixels = (size_t)mask->width * (size_t)mask->height;
    if (kind == PAPER_MAP)
        make_paper_map(mask, small);
    else
        for (size_t i = 0; i < pixels; i++)
            mask->map[i] = map_value(small->rgb + 3 * i, kind == RIM_MAP ? 2 : kind);
    int radius = kind == RIM_MAP ? 1 : 3;
    spread(mask->map, mask->spare, mask->width, mask->height, radius, true);
    spread(mask->map, mask->spare, mask->width, mask->height, radius, false);
    if (kind != RIM_MAP)
        return;
    memcpy(mask->bits, mask->map, pixels);
    spread(mask->bits, mask->spare, mask->width, mask->height, WIDEST_RIM, true);
    spread(mask->bits, mask->spare, mask->width, mask->height, WIDEST_RIM, false);
    for (size_t i = 0; i < pixels; i++)
        mask->map[i] = (uint8_t)((mask->map[i] + 1) * 255 / (mask->bits[i] + 1));
}

int quads_find(const struct image *image, struct arena arena, struct point quads[QUADS][4])
{
    static const int percent[3] = {100, 80, 115};
    struct mask mask = {0};
    struct image small;
    int count = 0;
    struct vision_picture picture = {.pixels = image->rgb,
                                     .width = (uint32_t)image->width,
                                     .height = (uint32_t)image->height,
                                     .channels = 3,
                                     .stride = 3 * (size_t)image->width};
    if (!mask_allocate(&mask, image, &arena) || !image_shrink(&small, &picture, SMALL, &arena))
        return 0;
    int pixels = mask.width * mask.height;
    double scale = (double)image->width / mask.width;
    for (int kind = 0; kind < MAPS; kind++) {
        make_map(&mask, &small, kind);
        int cut = kind == RIM_MAP ? RIM_CUT : otsu(mask.map, pixels);
        for (int k = 0; k < 3; k++) {
            for (int radius = 1; radius <= 4; radius += 3) {
                for (int i = 0; i < pixels; i++)
                    mask.bits[i] = mask.map[i] * 100 > cut * percent[k];
                spread(mask.bits, mask.spare, mask.width, mask.height, radius, false);
                spread(mask.bits, mask.spare, mask.width, mask.height, radius, true);
                count = from_mask(&mask, quads, count, scale, image);
            }
        }
    }
    const struct point frame[4] = {{0, 0}, {mask.width, 0}, {mask.width, mask.height}, {0, mask.height}};
    return add(quads, count, frame, scale, image);
}
