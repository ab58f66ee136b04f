/*
 * The token that is turned up, in the middle of the board or on its target.
 *
 * A token is a dark disc with the symbol that is printed on one cell of the board. So the photograph itself holds all
 * seventeen patterns, in the same light and blur: the symbol on the disc is compared with each of them in polar
 * coordinates, in which turning it is shifting it. What is compared is chroma, which white and black have none of.
 */
#include "internal.h"

#define RADII 10
#define ANGLES 48
#define FIRST 0.02f /* innermost radius, in cells */
#define STEP 0.025f
#define REACH 0.6f /* how far from the middle a token may lie */
#define RING 0.22f /* a ring at least this much darker than its inside is a token's */
#define SEEN 0.7f  /* likeness from which a token is reported, */
#define SURE 0.8f  /* and from which as sure */
#define PALE 0.4f  /* less of a printed symbol's colour is a reflection or the table, not a token, */
#define FADED 0.6f /* and less or much more is doubtful */
#define GAUDY 1.7f
#define SPOILT 0.7f /* a printed symbol with less of one hue is drawn across and may not be recognised */

#define COARSE 27.0 /* pixels a cell: symbols of fewer are too small to be sure of */

/* A place in the picture with the board's axes there, and what white is. */
struct label_pos {
    double x, y;              /* pixels */
    double right[2], down[2]; /* one cell, in pixels */
    float white[3];
};

struct pattern {
    float chroma[RADII][ANGLES][2];
    float size;  /* root of the sum of squares; 0: the symbol is hidden */
    float white; /* share of white pixels */
    float pure;  /* 1: all colour is one hue; less where something is drawn across */
};

/* cos and sin of the angles, by turning step by step. */
static void make_circle(float circle[ANGLES][2])
{
    circle[0][0] = 1;
    circle[0][1] = 0;
    for (int i = 1; i < ANGLES; i++) {
        circle[i][0] = circle[i - 1][0] * 0.99144486f - circle[i - 1][1] * 0.13052619f;
        circle[i][1] = circle[i - 1][0] * 0.13052619f + circle[i - 1][1] * 0.99144486f;
    }
}

static void pixel_at(const struct image *image, const struct label_pos *pos, float x, float y, float rgb[3])
{
    double px = pos->x + pos->right[0] * (double)x + pos->down[0] * (double)y - 0.5;
    double py = pos->y + pos->right[1] * (double)x + pos->down[1] * (double)y - 0.5;
    px = px < 0 ? 0 : px > image->width - 2 ? image->width - 2 : px;
    py = py < 0 ? 0 : py > image->height - 2 ? image->height - 2 : py;
    int ix = (int)px, iy = (int)py;
    float fx = (float)(px - ix), fy = (float)(py - iy);
    size_t stride = 3 * (size_t)image->width;
    const uint8_t *at = image->rgb + (size_t)iy * stride + 3 * (size_t)ix;
    for (size_t i = 0; i < 3; i++) {
        float upper = at[i] + fx * (float)(at[i + 3] - at[i]);
        float lower = at[stride + i] + fx * (float)(at[stride + i + 3] - at[stride + i]);
        rgb[i] = smallest((upper + fy * (lower - upper)) / pos->white[i], 1.2f);
    }
}

/* The place of a point of the board by one of the maps, or by all four in the middle where they meet. */
static struct label_pos spot_at(const struct flat *flat, const struct map maps[4], float x, float y)
{
    struct label_pos pos = {0};
    int column = (int)clamp(x, 0, CAROM_BOARD_SIDE - 1), row = (int)clamp(y, 0, CAROM_BOARD_SIDE - 1);
    bool middle = x > 7 && x < 9 && y > 7 && y < 9;
    int corner = (x < 8 ? 0 : 1) ^ (y < 8 ? 0 : 3), count = 0;
    for (int i = 0; i < 4; i++) {
        if (!middle && i != corner)
            continue;
        struct point at = map_apply(&maps[i], (double)x, (double)y);
        struct point right = map_apply(&maps[i], (double)x + 0.5, (double)y);
        struct point left = map_apply(&maps[i], (double)x - 0.5, (double)y);
        struct point below = map_apply(&maps[i], (double)x, (double)y + 0.5);
        struct point above = map_apply(&maps[i], (double)x, (double)y - 0.5);
        pos.x += at.x;
        pos.y += at.y;
        pos.right[0] += right.x - left.x;
        pos.right[1] += right.y - left.y;
        pos.down[0] += below.x - above.x;
        pos.down[1] += below.y - above.y;
        count++;
    }
    pos.x /= count;
    pos.y /= count;
    for (int i = 0; i < 2; i++) {
        pos.right[i] /= count;
        pos.down[i] /= count;
    }
    for (int i = 0; i < 3; i++)
        pos.white[i] = largest(flat->cell_white[row * CAROM_BOARD_SIDE + column][i], 12);
    return pos;
}

static void take_pattern(const struct image *image, const struct label_pos *pos, float dx, float dy, float scale,
                         float circle[ANGLES][2], struct pattern *pattern)
{
    float sum = 1e-6f, mean[2] = {0, 0}, total = 1e-6f;
    int pale = 0;
    for (int k = 0; k < RADII; k++) {
        float radius = (FIRST + STEP * (float)k) * scale, weight = root((float)k + 1);
        for (int i = 0; i < ANGLES; i++) {
            float rgb[3];
            pixel_at(image, pos, dx + radius * circle[i][0], dy + radius * circle[i][1], rgb);
            float a = weight * (rgb[0] - rgb[1]), b = weight * ((rgb[0] + rgb[1]) / 2 - rgb[2]);
            pattern->chroma[k][i][0] = a;
            pattern->chroma[k][i][1] = b;
            sum += a * a + b * b;
            mean[0] += a;
            mean[1] += b;
            total += root(a * a + b * b);
            pale += largest(magnitude(a), magnitude(b)) < 0.15f * weight && rgb[1] > 0.7f;
        }
    }
    pattern->size = root(sum);
    pattern->pure = root(mean[0] * mean[0] + mean[1] * mean[1]) / total;
    pattern->white = (float)pale / (RADII * ANGLES);
}

/* Cosine of two patterns, the best over all rotations. */
static float likeness(const struct pattern *a, const struct pattern *b)
{
    float best = -1;
    for (int turn = 0; turn < ANGLES; turn++) {
        float sum = 0;
        for (int k = 0; k < RADII; k++) {
            const float(*one)[2] = a->chroma[k], (*two)[2] = b->chroma[k];
            for (int i = 0; i < ANGLES - turn; i++)
                sum += one[i][0] * two[i + turn][0] + one[i][1] * two[i + turn][1];
            for (int i = ANGLES - turn; i < ANGLES; i++)
                sum += one[i][0] * two[i + turn - ANGLES][0] + one[i][1] * two[i + turn - ANGLES][1];
        }
        best = largest(best, sum);
    }
    return best / (a->size * b->size);
}

static float darkness(const float rgb[3])
{
    return clamp(1 - largest(rgb[0], largest(rgb[1], rgb[2])), 0, 1);
}

/* How much a place looks like a token: a dark ring around a brighter inside. `sectors` gets how many of eight parts of
 * the ring are dark. */
static float ring_score(const struct image *image, const struct label_pos *pos, float dx, float dy,
                        float circle[ANGLES][2], int *sectors)
{
    float inside = 0, ring = 0, rgb[3];
    *sectors = 0;
    for (int i = 0; i < ANGLES; i += 2) {
        for (int k = 1; k <= 3; k++) {
            pixel_at(image, pos, dx + 0.06f * (float)k * circle[i][0], dy + 0.06f * (float)k * circle[i][1], rgb);
            inside += darkness(rgb) / 72;
        }
    }
    for (int sector = 0; sector < 8; sector++) {
        float part = 0;
        for (int i = 0; i < 6; i++) {
            float radius = 0.28f + 0.02f * (float)(i % 3), *way = circle[sector * 6 + i];
            pixel_at(image, pos, dx + radius * way[0], dy + radius * way[1], rgb);
            part += darkness(rgb) / 6;
        }
        ring += part / 8;
        *sectors += part > 0.5f;
    }
    return ring - inside;
}

/* Is anything coloured on the dark ring, such as a line that is drawn across the token or the empty middle? */
static bool ring_crossed(const struct image *image, const struct label_pos *pos, float dx, float dy,
                         float circle[ANGLES][2])
{
    int coloured = 0;
    for (int i = 0; i < ANGLES; i++) {
        float rgb[3];
        pixel_at(image, pos, dx + 0.32f * circle[i][0], dy + 0.32f * circle[i][1], rgb);
        float high = largest(rgb[0], largest(rgb[1], rgb[2])), low = smallest(rgb[0], smallest(rgb[1], rgb[2]));
        coloured += high - low > 0.2f;
    }
    return coloured >= 2;
}

/* Patterns of the symbols printed on the board. One that is hidden lacks its colour, and has size 0. */
static void learn(const struct image *image, const struct flat *flat, const struct map maps[4],
                  const struct carom_board *board, float circle[ANGLES][2], struct pattern patterns[CAROM_TOKENS])
{
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        patterns[token].size = 0;
        if ((board->tokens >> token & 1u) == 0)
            continue;
        carom_cell cell = board->token_cell[token];
        struct label_pos pos =
            spot_at(flat, maps, (float)carom_cell_column(cell) + 0.5f, (float)carom_cell_row(cell) + 0.5f);
        take_pattern(image, &pos, 0, 0, 1, circle, &patterns[token]);
        if (token != CAROM_VORTEX && patterns[token].white < 0.06f)
            patterns[token].size = 0;
    }
}

static void match(const struct image *image, const struct label_pos *pos, float x, float y, float circle[ANGLES][2],
                  struct arena arena, const struct pattern patterns[CAROM_TOKENS], float likenesses[CAROM_TOKENS])
{
    struct pattern *seen = arena_take(&arena, sizeof *seen);
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        likenesses[token] = 0;
    for (int k = 0; k < 18 && seen != NULL; k++) {
        float dx = x + 0.03f * (float)(k % 3 - 1), dy = y + 0.03f * (float)(k / 3 % 3 - 1);
        take_pattern(image, pos, dx, dy, k < 9 ? 0.97f : 1.08f, circle, seen);
        for (unsigned token = 0; token < CAROM_TOKENS; token++)
            if (patterns[token].size > 0)
                likenesses[token] = largest(likenesses[token], likeness(seen, &patterns[token]));
    }
}

/* What the outline of the bright symbol on its dark disc says about each symbol, to be added to its likeness: a
 * triangle (gear) has a strong third harmonic, a square (planet) a fourth, hexagon (star) and circle (moon) have
 * neither. */
static void weigh_outline(const struct image *image, const struct label_pos *pos, float dx, float dy,
                          float circle[ANGLES][2], float bonus[4])
{
    float sums[2][2] = {{0}}, mean = 0, strength[2], disc = 0, rgb[3];
    for (int i = 0; i < ANGLES; i++) {
        pixel_at(image, pos, dx + 0.3f * circle[i][0], dy + 0.3f * circle[i][1], rgb);
        disc += darkness(rgb) / ANGLES;
    }
    float dark = smallest(0.6f, 0.8f * disc); /* overexposed photos show black as grey */
    for (int i = 0; i < ANGLES; i++) {
        float radius = 0.30f;
        for (; radius > 0.04f; radius -= 0.01f) {
            pixel_at(image, pos, dx + radius * circle[i][0], dy + radius * circle[i][1], rgb);
            if (darkness(rgb) < dark)
                break;
        }
        mean += radius / ANGLES;
        for (int k = 0; k < 2; k++) {
            sums[k][0] += radius * circle[i * (3 + k) % ANGLES][0];
            sums[k][1] += radius * circle[i * (3 + k) % ANGLES][1];
        }
    }
    for (int k = 0; k < 2; k++)
        strength[k] = 2 * root(sums[k][0] * sums[k][0] + sums[k][1] * sums[k][1]) / (ANGLES * mean);
    float triangle = clamp((strength[0] - 0.14f) / 0.06f, -1, 1), square = clamp((strength[1] - 0.075f) / 0.03f, -1, 1);
    bonus[CAROM_GEAR] = 0.08f * triangle;
    bonus[CAROM_PLANET] = -0.08f * triangle + (triangle < 0 ? 0.05f * square : 0);
    bonus[CAROM_MOON] = bonus[CAROM_STAR] = -0.08f * triangle - (triangle < 0 ? 0.05f * square : 0);
}

/* Where in the middle a token lies, if there is one. */
static float find_disc(const struct image *image, const struct label_pos *pos, float circle[ANGLES][2], float at[2])
{
    float best = 0;
    for (float dy = -REACH; dy <= REACH; dy += 0.05f) {
        for (float dx = -REACH; dx <= REACH; dx += 0.05f) {
            int sectors;
            float score = ring_score(image, pos, dx, dy, circle, &sectors);
            if (score > best) {
                best = score;
                at[0] = dx;
                at[1] = dy;
            }
        }
    }
    return best;
}

/* How much colour a disc has, as a share of that of a printed symbol. */
static float colour_share(const struct image *image, const struct label_pos *pos, const float at[2],
                          float circle[ANGLES][2], const struct pattern *print, struct arena arena)
{
    struct pattern *seen = arena_take(&arena, sizeof *seen);
    if (seen == NULL || print->size <= 0)
        return 0;
    take_pattern(image, pos, at[0], at[1], 1, circle, seen);
    return seen->size / print->size;
}

static void read_middle(const struct image *image, const struct flat *flat, const struct map maps[4],
                        float circle[ANGLES][2], const struct pattern patterns[CAROM_TOKENS], struct arena arena,
                        struct vision_result *result)
{
    struct label_pos pos = spot_at(flat, maps, 8, 8);
    float at[2] = {0, 0}, raw[CAROM_TOKENS], weighed[CAROM_TOKENS], bonus[4], next = 0;
    unsigned top = 0;
    if (find_disc(image, &pos, circle, at) < RING)
        return;
    match(image, &pos, at[0], at[1], circle, arena, patterns, raw);
    weigh_outline(image, &pos, at[0], at[1], circle, bonus);
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        weighed[token] = raw[token] + (token < CAROM_VORTEX ? bonus[token % 4] : 0);
        if (weighed[token] > weighed[top])
            top = token;
    }
    double area = pos.right[0] * pos.down[1] - pos.right[1] * pos.down[0];
    bool hidden = area < COARSE * COARSE || ring_crossed(image, &pos, at[0], at[1], circle);
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        if (token != top)
            next = largest(next, weighed[token]);
        hidden = hidden || (patterns[token].size <= 0 && token / 4 == top / 4 && bonus[token % 4] >= bonus[top % 4]);
        hidden = hidden || (patterns[token].size > 0 && token / 4 == top / 4 && patterns[token].pure < SPOILT);
    }
    float share = colour_share(image, &pos, at, circle, &patterns[top], arena);
    result->token_score = raw[top];
    if (raw[top] < SEEN || share < PALE)
        return;
    hidden = hidden || share < FADED || share > GAUDY;
    result->token = (uint8_t)top;
    result->token_sure = raw[top] >= SURE && weighed[top] - next > 0.15f && !hidden;
}

/* A token that lies on a target: a dark ring where the cell is white, with the cell's colour inside. */
static unsigned read_targets(const struct image *image, const struct flat *flat, const struct map maps[4],
                             const struct carom_board *board, float circle[ANGLES][2], struct vision_result *result)
{
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        if ((board->tokens >> token & 1u) == 0)
            continue;
        carom_cell cell = board->token_cell[token];
        struct label_pos pos =
            spot_at(flat, maps, (float)carom_cell_column(cell) + 0.5f, (float)carom_cell_row(cell) + 0.5f);
        for (int k = 0; k < 25; k++) {
            int sectors;
            float dx = 0.05f * (float)(k % 5 - 2), dy = 0.05f * (float)(k / 5 - 2);
            float score = ring_score(image, &pos, dx, dy, circle, &sectors);
            if (sectors < 7 || score < (sectors < 8 ? 0.25f : 0.12f) || token == CAROM_VORTEX)
                continue;
            result->token = (uint8_t)token;
            result->token_score = clamp(score * 3, 0, 1);
            result->token_sure = false;
            return cell;
        }
    }
    return CAROM_CELLS;
}

unsigned token_read(const struct image *image, const struct flat *flat, const struct map maps[4],
                    const struct carom_board *board, struct arena arena, struct vision_result *result)
{
    float circle[ANGLES][2];
    struct pattern *patterns = arena_take(&arena, CAROM_TOKENS * sizeof *patterns);
    result->token = CAROM_NO_TOKEN;
    if (patterns == NULL)
        return CAROM_CELLS;
    make_circle(circle);
    learn(image, flat, maps, board, circle, patterns);
    read_middle(image, flat, maps, circle, patterns, arena, result);
    if (result->token != CAROM_NO_TOKEN)
        return CAROM_CELLS;
    return read_targets(image, flat, maps, board, circle, result);
}
