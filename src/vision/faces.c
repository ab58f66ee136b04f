/*
 * Which board fits the walls and symbols that are seen.
 *
 * Every edge between two cells gets an evidence of being a wall: how dark a bar along it is. A face expects walls on
 * some edges and none on the others. Each face is scored at each corner of the board, whose sections have one
 * orientation there because their notches meet in the middle; the best four with different marks are the board (R1).
 */
#include "internal.h"

#define HALF (CAROM_BOARD_SIDE / 2)
#define EDGES (HALF * (HALF - 1)) /* of one direction inside a section */

/* Evidence of the edges to the right of and below each cell of the rectified board, margin included. */
struct evidence {
    float wall[2][SPAN * SPAN];         /* 0: to the right, 1: below */
    bool seen[2][SPAN * SPAN];          /* both cells are in the picture */
    uint8_t colour[SPAN * SPAN];        /* of the symbol in the middle, CAROM_COLOURS: none */
    float threshold, strong;            /* darkness from which on an edge is a wall, and that of most walls */
    uint32_t walls[4][CAROM_FACES][16]; /* corner, face, row of the board: bits of walls to the right; below */
    uint32_t below[4][CAROM_FACES][16];
    uint8_t tokens[4][CAROM_FACES][CAROM_CELLS / 4]; /* token on each cell of the corner */
};

static int corner_left(int corner)
{
    return corner == 1 || corner == 2 ? HALF : 0;
}

static int corner_top(int corner)
{
    return corner >= 2 ? HALF : 0;
}

/* What each face looks like at each corner, taken from sixteen boards that hold every face at every corner once. */
static void expect(struct evidence *evidence)
{
    for (unsigned k = 0; k < CAROM_FACES; k++) {
        struct carom_board board;
        uint8_t faces[4];
        for (unsigned corner = 0; corner < 4; corner++)
            faces[corner] = (uint8_t)((corner + k / 4) % 4 * 4 + k % 4);
        if (!carom_board_build(&board, faces, NULL))
            continue;
        for (int corner = 0; corner < 4; corner++) {
            int left = corner_left(corner), top = corner_top(corner);
            for (int i = 0; i < HALF * HALF; i++) {
                int x = left + i % HALF, y = top + i / HALF;
                carom_cell cell = carom_cell_make((unsigned)x, (unsigned)y);
                uint8_t face = faces[corner];
                if (carom_board_has_wall(&board, cell, CAROM_EAST))
                    evidence->walls[corner][face][y] |= 1u << x;
                if (carom_board_has_wall(&board, cell, CAROM_SOUTH))
                    evidence->below[corner][face][y] |= 1u << x;
                evidence->tokens[corner][face][i] = (uint8_t)carom_board_token_at(&board, cell);
            }
        }
    }
}

/* The darkest of several bars near an edge, since maps are off by a tenth of a cell now and then. */
static float edge_dark(const struct flat *flat, float x, float y, bool below)
{
    float most = 0;
    for (int k = -2; k <= 2; k++) {
        float off = (float)k * 0.06f;
        float dark = below ? flat_dark(flat, x - 0.38f, y + off - 0.125f, x + 0.38f, y + off + 0.125f)
                           : flat_dark(flat, x + off - 0.125f, y - 0.38f, x + off + 0.125f, y + 0.38f);
        most = largest(most, dark);
    }
    return most;
}

/* The colour that most coloured pixels in the middle of a cell have. */
static uint8_t symbol_colour(const struct flat *flat, int column, int row)
{
    int counts[CAROM_COLOURS + 1] = {0}, best = 0, total = 0;
    for (int dy = -6; dy <= 6; dy++) {
        for (int dx = -6; dx <= 6; dx++) {
            size_t y = (size_t)(row * CELL + CELL / 2 + dy), x = (size_t)(column * CELL + CELL / 2 + dx);
            counts[colour_of(flat->white + 3 * (y * FLAT + x), SATURATED)]++;
            total++;
        }
    }
    for (int i = 1; i < CAROM_COLOURS; i++)
        if (counts[i] > counts[best])
            best = i;
    return (uint8_t)(counts[best] * 8 > total ? best : CAROM_COLOURS);
}

static void measure(const struct flat *flat, struct evidence *evidence)
{
    for (int cell = 0; cell < SPAN * SPAN; cell++) {
        int column = cell % SPAN, row = cell / SPAN;
        float x = (float)(column - MARGIN), y = (float)(row - MARGIN);
        bool here = flat->inside[cell] != 0;
        evidence->colour[cell] = symbol_colour(flat, column, row);
        evidence->seen[0][cell] = here && column + 1 < SPAN && flat->inside[cell + 1] != 0;
        evidence->seen[1][cell] = here && row + 1 < SPAN && flat->inside[cell + SPAN] != 0;
        evidence->wall[0][cell] = edge_dark(flat, x + 1, y + 0.5f, false);
        evidence->wall[1][cell] = edge_dark(flat, x + 0.5f, y + 1, true);
    }
}

/* A board has some fifty walls: the threshold lies between the median edge and that of the darkest. */
static void find_threshold(struct evidence *evidence)
{
    float values[2 * CAROM_BOARD_SIDE * CAROM_BOARD_SIDE];
    int count = 0;
    for (int y = 0; y < CAROM_BOARD_SIDE; y++) {
        for (int x = 0; x < CAROM_BOARD_SIDE; x++) {
            int cell = (y + MARGIN) * SPAN + x + MARGIN;
            if (x + 1 < CAROM_BOARD_SIDE)
                values[count++] = evidence->wall[0][cell];
            if (y + 1 < CAROM_BOARD_SIDE)
                values[count++] = evidence->wall[1][cell];
        }
    }
    float middle = quantile(values, count, 0.5f);
    float strong = quantile(values, count, 1 - 27.0f / (float)count);
    evidence->threshold = middle + 0.45f * (strong - middle);
    evidence->strong = largest(strong, evidence->threshold + 0.02f);
}

/* How well an edge agrees with being a wall or none. */
static float agree(const struct evidence *evidence, int direction, int cell, bool expected)
{
    if (!evidence->seen[direction][cell])
        return 0;
    float scaled = (evidence->wall[direction][cell] - evidence->threshold) / (evidence->strong - evidence->threshold);
    if (expected)
        return clamp(scaled, -1, 1);
    return -0.6f * clamp(scaled, 0, 1);
}

static float score_face(const struct evidence *evidence, int corner, int face, int dx, int dy)
{
    int left = corner_left(corner), top = corner_top(corner);
    float score = 0;
    for (int i = 0; i < HALF * HALF; i++) {
        int x = left + i % HALF, y = top + i / HALF;
        int cell = (y + dy + MARGIN) * SPAN + x + dx + MARGIN;
        if (i % HALF + 1 < HALF)
            score += agree(evidence, 0, cell, (evidence->walls[corner][face][y] >> x & 1) != 0);
        if (i / HALF + 1 < HALF)
            score += agree(evidence, 1, cell, (evidence->below[corner][face][y] >> x & 1) != 0);
        uint8_t token = evidence->tokens[corner][face][i];
        if (token < CAROM_VORTEX && evidence->colour[cell] < CAROM_COLOURS)
            score += evidence->colour[cell] == token / 4 ? 0.5f : -0.5f;
    }
    return score;
}

/* The best four faces with different marks: of each mark the best face at each corner, then the best arrangement. */
static float arrange(float scores[4][CAROM_FACES], uint8_t faces[4])
{
    float top = -1e9f;
    for (unsigned order = 0; order < 256; order++) {
        unsigned marks[4] = {order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6 & 3};
        if ((1u << marks[0] | 1u << marks[1] | 1u << marks[2] | 1u << marks[3]) != 15)
            continue;
        float sum = 0;
        uint8_t chosen[4];
        for (unsigned corner = 0; corner < 4; corner++) {
            unsigned best = marks[corner] * 4;
            for (unsigned face = best; face < marks[corner] * 4 + 4; face++)
                if (scores[corner][face] > scores[corner][best])
                    best = face;
            chosen[corner] = (uint8_t)best;
            sum += scores[corner][best];
        }
        if (sum > top) {
            top = sum;
            memcpy(faces, chosen, sizeof chosen);
        }
    }
    return top;
}

static float score_board(const struct evidence *evidence, int dx, int dy, float scores[4][CAROM_FACES],
                         uint8_t faces[4])
{
    for (int corner = 0; corner < 4; corner++)
        for (int face = 0; face < CAROM_FACES; face++)
            scores[corner][face] = score_face(evidence, corner, face, dx, dy);
    return arrange(scores, faces);
}

/* The evidence as a mirror would show it. */
static void mirror(struct evidence *evidence)
{
    for (int y = 0; y < SPAN; y++) {
        for (int x = 0; x < SPAN; x++) {
            int a = y * SPAN + x, b = y * SPAN + SPAN - 1 - x;
            if (x < SPAN - 1 - x) {
                float wall = evidence->wall[1][a];
                bool seen = evidence->seen[1][a];
                uint8_t colour = evidence->colour[a];
                evidence->wall[1][a] = evidence->wall[1][b];
                evidence->seen[1][a] = evidence->seen[1][b];
                evidence->colour[a] = evidence->colour[b];
                evidence->wall[1][b] = wall;
                evidence->seen[1][b] = seen;
                evidence->colour[b] = colour;
            }
            int c = y * SPAN + SPAN - 2 - x; /* the edge to the right of x mirrors that to the right of SPAN - 2 - x */
            if (x < SPAN - 2 - x) {
                float wall = evidence->wall[0][a];
                bool seen = evidence->seen[0][a];
                evidence->wall[0][a] = evidence->wall[0][c];
                evidence->seen[0][a] = evidence->seen[0][c];
                evidence->wall[0][c] = wall;
                evidence->seen[0][c] = seen;
            }
        }
    }
}

void faces_read(const struct flat *flat, int shifts, struct arena arena, struct reading *reading)
{
    struct evidence *evidence = arena_take(&arena, sizeof *evidence);
    float scores[4][CAROM_FACES], tried[4][CAROM_FACES];
    uint8_t faces[4];
    memset(reading, 0, sizeof *reading);
    reading->score = -1e9f;
    if (evidence == NULL)
        return;
    memset(evidence, 0, sizeof *evidence);
    expect(evidence);
    measure(flat, evidence);
    find_threshold(evidence);
    for (int k = 0; k < (2 * shifts + 1) * (2 * shifts + 1); k++) {
        int dx = k % (2 * shifts + 1) - shifts, dy = k / (2 * shifts + 1) - shifts;
        float score = score_board(evidence, dx, dy, tried, faces);
        if (score > reading->score) {
            reading->score = score;
            reading->dx = dx;
            reading->dy = dy;
            memcpy(reading->faces, faces, sizeof faces);
            memcpy(scores, tried, sizeof scores);
        }
    }
    for (int corner = 0; corner < 4; corner++) {
        float own = scores[corner][reading->faces[corner]], next = -1e9f;
        for (int face = 0; face < CAROM_FACES; face++)
            if (face != reading->faces[corner])
                next = largest(next, scores[corner][face]);
        reading->lead[corner] = own - next;
    }
    mirror(evidence);
    reading->mirrored = -1e9f;
    for (int k = 0; k < (2 * shifts + 1) * (2 * shifts + 1); k++) {
        float score = score_board(evidence, k % (2 * shifts + 1) - shifts, k / (2 * shifts + 1) - shifts, tried, faces);
        reading->mirrored = largest(reading->mirrored, score);
    }
}
