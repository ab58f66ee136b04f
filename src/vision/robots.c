/*
 * Robots: blobs of one colour that stand on a cell and lean away from the camera.
 *
 * The camera's place is known from the homography, so the outline of a figure on a cell is too: a cone whose top is
 * displaced away from the camera's foot. A cell's score is the share of a robot's pixels inside that outline less their
 * share in a ring around it, the best of several heights (a flat marker has none) and of small offsets.
 *
 * The fifth robot has no colour. Black: dark pixels where no wall is expected. Silver: the print of the cell is
 * missing, whatever is there instead; shadows do not count, because the print shows through them.
 */
#include "internal.h"

#define OFF 1 /* cells around the board where a figure may stand beside it */
#define WIDE (CAROM_BOARD_SIDE + 2 * OFF)
#define HEIGHTS 4
#define RING 0.3f
#define RIM 0.2f           /* width of the printed rim, in cells */
#define DARKEST 0.36f      /* brightness below which a pixel is dark */
#define GREYEST 0.6f       /* the most of it in haze and glare, by the printed walls */
#define SEEN 0.45f         /* from here on a robot is reported, */
#define SURE 0.58f         /* and from here on as sure, */
#define SURER 0.72f        /* as sure where hands and reflections mislead: at the rim, and of silver; */
#define PRINTED 0.53f      /* saturation of symbols in a photo that is not washed out */
#define TINTED 0.25f       /* saturation of a dark figure whose hue counts */
#define SILVER 0.33f       /* a silver robot is reported from here on if nothing else comes close, */
#define SILVER_ALONE 0.42f /* and from here on anyway; */
#define FAINT 0.3f         /* a robot whose company is there is reported from here on */

#define TILE (CELL * CELL)
#define THICK (CELL / 6)   /* half the width, in pixels, of the widest line */
#define LARGEST (2 * TILE) /* pixels that robots cover together, less THICK at their edges; a hand covers more */
#define CONTRAST 0.35f     /* between the bright and the dark parts of a silver figure, at least */

/* What a pixel shows. The four colours come first. */
enum shade {
    SHADE_DARK = CAROM_COLOURS,
    SHADE_ODD,     /* not the print that belongs there */
    SHADE_FILLED,  /* surrounded by odd or dark pixels */
    SHADE_PLAIN,   /* the print */
    SHADE_IGNORED, /* a wall or a symbol may be there or not */
    SHADES,
    ANY_COLOUR = SHADE_IGNORED, /* of scores: that of the four colours together */
};

struct scene {
    uint8_t *zones;  /* FLAT x FLAT: what is printed there */
    uint8_t *shades; /* FLAT x FLAT */
    const struct flat *flat;
    const struct camera *camera;
    const struct carom_board *board;
    unsigned covered; /* by a token */
};

/* The best outline found for one robot at one cell. */
struct fit {
    float score;
    float x, y, height; /* of its foot */
};

static float luma(const uint8_t *rgb)
{
    return (float)(rgb[0] + 2 * rgb[1] + rgb[2]) / (4.0f * WHITE);
}

/* Fills what has odd or dark pixels on all four sides, a third of a cell away at most: the bright parts of a silver
 * figure, or the sign on a black marker, look like the white of the print. */
static void fill_holes(const struct scene *scene)
{
    static const int steps[4] = {1, -1, FLAT, -FLAT};
    for (int y = CELL; y < FLAT - CELL; y++) {
        for (int x = CELL; x < FLAT - CELL; x++) {
            uint8_t *at = &scene->shades[(size_t)y * FLAT + (size_t)x];
            bool closed = *at == SHADE_PLAIN && scene->zones[(size_t)y * FLAT + (size_t)x] == ZONE_PLAIN;
            for (int i = 0; i < 4 && closed; i++) {
                int k = 1;
                while (k <= CELL / 3 && at[k * steps[i]] != SHADE_ODD && at[k * steps[i]] != SHADE_DARK)
                    k++;
                closed = k <= CELL / 3;
            }
            if (closed)
                *at = SHADE_FILLED;
        }
    }
}

/* How saturated a robot is at least: less in a washed-out photo, as its printed symbols tell. */
static float least_saturation(const struct scene *scene)
{
    float symbols[CAROM_VORTEX];
    int count = 0;
    for (unsigned token = 0; token < CAROM_VORTEX; token++) {
        float values[TILE];
        int coloured = 0;
        if ((scene->board->tokens >> token & 1u) == 0)
            continue;
        float x = (float)carom_cell_column(scene->board->token_cell[token]) + 0.5f,
              y = (float)carom_cell_row(scene->board->token_cell[token]) + 0.5f;
        for (int i = 0; i < TILE; i++) {
            struct hue hue = hue_of(flat_at(scene->flat, x + ((float)(i % CELL) / CELL - 0.5f) * 0.6f,
                                            y + ((float)(i / CELL) / CELL - 0.5f) * 0.6f));
            if (hue.saturation * hue.value > 0.05f && colour_of_hue(hue.hue) == token / 4)
                values[coloured++] = hue.saturation;
        }
        if (coloured > TILE / 10)
            symbols[count++] = quantile(values, coloured, 0.8f);
    }
    return count < 8 ? SATURATED : SATURATED * clamp(quantile(symbols, count, 0.5f) / PRINTED, 0.6f, 1);
}

/* Which quarter of the board a pixel lies in. */
static int quarter_of(size_t at)
{
    return (at / FLAT < FLAT / 2 ? 0 : 2) + (at % FLAT < FLAT / 2 ? 0 : 1);
}

/* How bright black is at most in each quarter: haze and glare make it grey, as the printed walls tell. */
static void measure_black(const struct scene *scene, float black[4])
{
    uint32_t histogram[4][256] = {{0}}, counts[4] = {0};
    for (size_t at = 0; at < (size_t)FLAT * FLAT; at++) {
        int column = (int)(at % FLAT), row = (int)(at / FLAT), middle = FLAT / 2, off = (int)(1.3f * CELL);
        bool centre = column > middle - off && column < middle + off && row > middle - off && row < middle + off;
        if (scene->zones[at] != ZONE_WALL || centre)
            continue;
        histogram[quarter_of(at)][(int)(smallest(luma(scene->flat->white + 3 * at), 1) * 255)]++;
        counts[quarter_of(at)]++;
    }
    for (int quarter = 0; quarter < 4; quarter++) {
        uint32_t left = counts[quarter] / 5;
        int level = 0;
        while (level < 255 && left >= histogram[quarter][level])
            left -= histogram[quarter][level++];
        black[quarter] = clamp((float)level / 255, DARKEST, GREYEST);
    }
}

static void mark_shades(const struct scene *scene, const uint8_t *missing)
{
    float saturation = least_saturation(scene), black[4];
    measure_black(scene, black);
    for (size_t at = 0; at < (size_t)FLAT * FLAT; at++) {
        const uint8_t *rgb = scene->flat->white + 3 * at;
        unsigned colour = colour_of(rgb, saturation);
        scene->shades[at] = colour < CAROM_COLOURS              ? (uint8_t)colour
                            : luma(rgb) < black[quarter_of(at)] ? SHADE_DARK
                            : missing[at]                       ? SHADE_ODD
                                                                : SHADE_PLAIN;
    }
}

static void mark_zone(const struct scene *scene, float left, float top, float right, float bottom, enum zone zone)
{
    for (int y = (int)((top + MARGIN) * CELL); y < (int)((bottom + MARGIN) * CELL); y++)
        for (int x = (int)((left + MARGIN) * CELL); x < (int)((right + MARGIN) * CELL); x++)
            if (scene->zones[(size_t)y * FLAT + (size_t)x] < zone)
                scene->zones[(size_t)y * FLAT + (size_t)x] = (uint8_t)zone;
}

/* Marks what is printed dark or coloured: walls, the rim, the middle, symbols, barriers. */
static void mark_zones(const struct scene *scene)
{
    const struct carom_board *board = scene->board;
    memset(scene->zones, ZONE_SYMBOL, (size_t)FLAT * FLAT);
    for (int y = MARGIN * CELL; y < FLAT - MARGIN * CELL; y++)
        memset(scene->zones + (size_t)y * FLAT + MARGIN * CELL, ZONE_PLAIN, CAROM_BOARD_SIDE * CELL);
    for (int cell = 0; cell < CAROM_CELLS; cell++) {
        float x = (float)(cell % CAROM_BOARD_SIDE), y = (float)(cell / CAROM_BOARD_SIDE);
        if (carom_board_has_wall(board, (carom_cell)cell, CAROM_EAST))
            mark_zone(scene, x + 0.8f, y - 0.16f, x + 1.2f, y + 1.16f, ZONE_WALL);
        if (carom_board_has_wall(board, (carom_cell)cell, CAROM_WEST))
            mark_zone(scene, x - 0.2f, y - 0.16f, x + 0.2f, y + 1.16f, ZONE_WALL);
        if (carom_board_has_wall(board, (carom_cell)cell, CAROM_SOUTH))
            mark_zone(scene, x - 0.16f, y + 0.8f, x + 1.16f, y + 1.2f, ZONE_WALL);
        if (carom_board_has_wall(board, (carom_cell)cell, CAROM_NORTH))
            mark_zone(scene, x - 0.16f, y - 0.2f, x + 1.16f, y + 0.2f, ZONE_WALL);
        if (carom_board_is_solid(board, (carom_cell)cell))
            mark_zone(scene, x - 0.15f, y - 0.15f, x + 1.15f, y + 1.15f, ZONE_WALL);
        else if (board->barriers[cell] != 0 || carom_board_token_at(board, (carom_cell)cell) != CAROM_NO_TOKEN)
            mark_zone(scene, x, y, x + 1, y + 1, ZONE_SYMBOL);
    }
    for (int cell = 0; cell < SPAN * SPAN; cell++) { /* the picture cuts the board off: no print can be seen there */
        float x = (float)(cell % SPAN - MARGIN), y = (float)(cell / SPAN - MARGIN);
        if (scene->flat->inside[cell] == 0)
            mark_zone(scene, x, y, x + 1, y + 1, ZONE_SYMBOL);
    }
}

static void ignore_printed(const struct scene *scene)
{
    for (size_t at = 0; at < (size_t)FLAT * FLAT; at++) {
        uint8_t *shade = &scene->shades[at];
        if ((scene->zones[at] != ZONE_PLAIN && *shade == SHADE_ODD) ||
            (scene->zones[at] == ZONE_WALL && *shade == SHADE_DARK))
            *shade = SHADE_IGNORED;
    }
}

/* The smallest (or largest) value within THICK pixels in both directions. */
static void filter(uint8_t *mask, uint8_t *spare, bool largest_value)
{
    static const int steps[2] = {1, FLAT};
    for (int axis = 0; axis < 2; axis++) {
        memcpy(spare, mask, (size_t)FLAT * FLAT);
        for (int at = THICK * FLAT + THICK; at < FLAT * FLAT - THICK * FLAT - THICK; at++)
            for (int k = -THICK; k <= THICK; k++)
                if ((spare[at + k * steps[axis]] != 0) == largest_value)
                    mask[at] = largest_value;
    }
}

/* Leaves only areas of more than LARGEST pixels in a mask of ones, whose border is zero. */
static void keep_large(uint8_t *mask, uint32_t *found)
{
    static const int steps[4] = {1, -1, FLAT, -FLAT};
    for (uint32_t start = 0; start < FLAT * FLAT; start++) {
        int count = 0;
        if (mask[start] != 1)
            continue;
        mask[start] = 2;
        found[count++] = start;
        for (int done = 0; done < count; done++) {
            for (int i = 0; i < 4; i++) {
                uint32_t next = (uint32_t)((int)found[done] + steps[i]);
                if (mask[next] == 1) {
                    mask[next] = 2;
                    found[count++] = next;
                }
            }
        }
        for (int i = 0; i < count && count <= LARGEST; i++)
            mask[found[i]] = 0;
    }
}

/* Ignores what covers more of the board than robots do, such as a hand or a box: at its edge, it would look like one.
 * Lines and the edges of shadows are too thin to count. */
static void ignore_large(const struct scene *scene, struct arena arena)
{
    const int first = MARGIN * CELL, last = FLAT - MARGIN * CELL;
    uint8_t *mask = arena_take(&arena, (size_t)FLAT * FLAT), *spare = arena_take(&arena, (size_t)FLAT * FLAT);
    uint32_t *found = arena_take(&arena, (size_t)FLAT * FLAT * sizeof *found);
    if (mask == NULL || spare == NULL || found == NULL)
        return;
    memset(mask, 0, (size_t)FLAT * FLAT);
    for (int y = first; y < last; y++)
        for (int x = first; x < last; x++)
            mask[y * FLAT + x] = scene->shades[y * FLAT + x] < SHADE_PLAIN;
    filter(mask, spare, false);
    keep_large(mask, found);
    filter(mask, spare, true);
    for (int at = 0; at < FLAT * FLAT; at++)
        if (mask[at] != 0 && scene->shades[at] != SHADE_PLAIN)
            scene->shades[at] = SHADE_IGNORED;
}

/* Is a pixel beyond the printed rim? */
static bool beside_board(int column, int row)
{
    const int first = (int)((MARGIN - RIM) * CELL), last = FLAT - first;
    return column < first || row < first || column >= last || row >= last;
}

/* The share of each shade inside the outline of a figure at a point, less that in the ring around it. With `on_board`,
 * the table beside the board does not count, since it may have the colour of a robot; a figure that leans over it shows
 * enough of its foot. */
static void compare(const struct scene *scene, float x, float y, float height, bool on_board, float scores[SHADES])
{
    int inside[SHADES] = {0}, ring[SHADES] = {0}, in = 0, out = 0, hidden = 0;
    float away = largest((float)scene->camera->height - height, 1), factor = height / away;
    float lean_x = (x - (float)scene->camera->x) * factor, lean_y = (y - (float)scene->camera->y) * factor;
    float lean = root(lean_x * lean_x + lean_y * lean_y), most = 1.6f;
    if (lean > most) {
        lean_x *= most / lean;
        lean_y *= most / lean;
        lean = most;
    }
    int left = (int)((smallest(x, x + lean_x) - 0.66f + MARGIN) * CELL),
        right = (int)((largest(x, x + lean_x) + 0.66f + MARGIN) * CELL);
    int top = (int)((smallest(y, y + lean_y) - 0.66f + MARGIN) * CELL),
        bottom = (int)((largest(y, y + lean_y) + 0.66f + MARGIN) * CELL);
    left = left < 0 ? 0 : left;
    top = top < 0 ? 0 : top;
    for (int row = top; row < bottom && row < FLAT; row += 2) {
        for (int column = left; column < right && column < FLAT; column += 2) {
            float dx = ((float)column + 0.5f) / CELL - MARGIN - x, dy = ((float)row + 0.5f) / CELL - MARGIN - y;
            float along = lean > 0.01f ? clamp((dx * lean_x + dy * lean_y) / (lean * lean), 0, 1) : 0;
            float ex = dx - along * lean_x, ey = dy - along * lean_y, distance = ex * ex + ey * ey;
            float radius = height > 0 ? 0.36f - 0.14f * along : 0.36f, outer = radius + RING;
            uint8_t shade = scene->shades[(size_t)row * FLAT + (size_t)column];
            if (on_board && beside_board(column, row)) {
                hidden += distance < radius * radius;
            } else if (distance < radius * radius) {
                inside[shade]++;
                in++;
            } else if (distance < outer * outer) {
                ring[shade]++;
                out++;
            }
        }
    }
    bool enough = in * 10 > (in + hidden) * 6;
    int in_known = in - inside[SHADE_IGNORED], out_known = out - ring[SHADE_IGNORED];
    bool known = in_known * 10 > in * 6;
    for (int i = 0; i < SHADES; i++) {
        bool coloured = i < CAROM_COLOURS;
        float share = coloured ? (float)inside[i] / (float)(in + 1)
                      : known  ? (float)inside[i] / (float)(in_known + 1)
                               : 0;
        float around = coloured ? (float)ring[i] / (float)(out + 1) : (float)ring[i] / (float)(out_known + 1);
        scores[i] = enough ? share - around : -1;
    }
    /* A silver figure has dark parts and bright ones. */
    scores[SHADE_ODD] += scores[SHADE_FILLED] + 0.7f * largest(scores[SHADE_DARK], 0);
    scores[SHADE_DARK] += scores[SHADE_FILLED];
    scores[ANY_COLOUR] = scores[CAROM_RED] + scores[CAROM_YELLOW] + scores[CAROM_GREEN] + scores[CAROM_BLUE];
}

static void fit_cell(const struct scene *scene, int column, int row, struct fit fits[SHADES])
{
    static const float heights[HEIGHTS] = {0, 0.5f, 0.9f, 1.35f};
    bool on_board = column >= 0 && row >= 0 && column < CAROM_BOARD_SIDE && row < CAROM_BOARD_SIDE;
    for (int i = 0; i < SHADES; i++)
        fits[i].score = -1;
    for (int k = 0; k < HEIGHTS * 25; k++) {
        float x = (float)column + 0.5f + (float)(k / HEIGHTS % 5 - 2) * 0.1f;
        float y = (float)row + 0.5f + (float)(k / HEIGHTS / 5 - 2) * 0.1f, scores[SHADES];
        compare(scene, x, y, heights[k % HEIGHTS], on_board, scores);
        for (int i = 0; i < SHADES; i++)
            if (scores[i] > fits[i].score)
                fits[i] = (struct fit){scores[i], x, y, heights[k % HEIGHTS]};
    }
}

/* Is there anything in and around a cell that is not its print? Most cells need no closer look. */
static bool may_hold_robot(const struct scene *scene, int column, int row)
{
    int found = 0, total = 0;
    for (int y = row * CELL + MARGIN * CELL; y < (row + 1) * CELL + MARGIN * CELL; y += 2) {
        for (int x = column * CELL + MARGIN * CELL; x < (column + 1) * CELL + MARGIN * CELL; x += 2) {
            uint8_t shade = scene->shades[(size_t)y * FLAT + (size_t)x];
            found += shade < SHADE_PLAIN;
            total++;
        }
    }
    return found * 6 > total;
}

static bool stands(const struct scene *scene, int column, int row)
{
    return column >= 0 && row >= 0 && column < CAROM_BOARD_SIDE && row < CAROM_BOARD_SIDE &&
           carom_board_can_stand(scene->board, carom_cell_make((unsigned)column, (unsigned)row));
}

/* The score from which on a robot is reported on a cell with a printed symbol; 0 on other cells. In photographs and
 * degraded copies of them, robots on symbols score 0.57 and more. A bare symbol scores 0.35 at most for colours other
 * than its own; for its own seldom above 0.55, but up to 0.7 in a shadow of that colour; the vortex, which has a little
 * of each, up to 0.75. `company`: other robots have been found. */
static float symbol_bar(const struct scene *scene, carom_cell cell, int shade, bool company)
{
    unsigned token = carom_board_token_at(scene->board, cell);
    if (token > CAROM_VORTEX)
        return 0;
    if (token == CAROM_VORTEX)
        return 0.8f;
    if (shade >= SHADE_DARK)
        return 0;
    if (token / 4 == (unsigned)shade)
        return company ? 0.55f : 0.7f;
    return company ? 0.42f : 0.5f;
}

static bool taken(const struct vision_result *result, carom_cell cell)
{
    for (int colour = 0; colour < CAROM_COLOURS; colour++)
        if (result->robots[colour].there && result->robots[colour].cell == cell)
            return true;
    return false;
}

/* May a shade's robot be looked for on this cell of the fits? */
static bool open_to(const struct scene *scene, const struct vision_result *result, int at, int shade, float score)
{
    int column = at % WIDE - OFF, row = at / WIDE - OFF;
    if (!stands(scene, column, row))
        return false;
    carom_cell cell = carom_cell_make((unsigned)column, (unsigned)row);
    if (shade >= SHADE_DARK && (cell == scene->covered || taken(result, cell)))
        return false;
    return score >= symbol_bar(scene, cell, shade, false);
}

static bool is_vortex(const struct scene *scene, int at)
{
    int column = at % WIDE - OFF, row = at / WIDE - OFF;
    return stands(scene, column, row) &&
           carom_board_token_at(scene->board, carom_cell_make((unsigned)column, (unsigned)row)) == CAROM_VORTEX;
}

/* The best cell for a shade, unless a place beside the board explains the same blob better. */
static struct vision_robot choose(const struct scene *scene, struct fit (*fits)[SHADES], int shade, float seen,
                                  const struct vision_result *result)
{
    struct vision_robot robot = {0};
    int best = -1;
    float top = 0, next = 0, off = 0, lead = shade == SHADE_ODD ? 0.25f : 0.1f;
    for (int i = 0; i < WIDE * WIDE; i++) {
        float score = fits[i][shade].score;
        /* The bare vortex may look more like a robot than the robot does. */
        bool instead = best >= 0 && is_vortex(scene, best) && score >= seen;
        if ((score > top || instead) && open_to(scene, result, i, shade, score) &&
            !(top >= seen && is_vortex(scene, i))) {
            top = score;
            best = i;
        }
    }
    if (best < 0)
        return robot;
    for (int i = 0; i < WIDE * WIDE; i++) {
        int dx = i % WIDE - best % WIDE, dy = i / WIDE - best / WIDE;
        bool near = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
        float score = fits[i][shade].score;
        if (i == best)
            continue;
        if (open_to(scene, result, i, shade, score))
            next = largest(next, score);
        else if (near && !stands(scene, i % WIDE - OFF, i / WIDE - OFF))
            off = largest(off, score);
    }
    robot.score = clamp(top, 0, 1);
    robot.cell = carom_cell_make((unsigned)(best % WIDE - OFF), (unsigned)(best / WIDE - OFF));
    robot.there = top >= seen && off <= top + 0.12f;
    if (shade == SHADE_ODD)
        robot.there = robot.there && top - next > (top >= SILVER_ALONE ? 0.03f : 0.12f);
    /* What is dark or odd on a symbol may be a token. */
    bool clear = shade < SHADE_DARK || carom_board_token_at(scene->board, robot.cell) == CAROM_NO_TOKEN;
    /* At the rim a hand may look like silver, and its skin like red or yellow. */
    unsigned x = carom_cell_column(robot.cell), y = carom_cell_row(robot.cell), last = CAROM_BOARD_SIDE - 1;
    bool rim = x == 0 || y == 0 || x == last || y == last;
    clear = clear && (shade != SHADE_ODD || !rim);
    /* The vortex has a little of each colour. */
    clear = clear && carom_board_token_at(scene->board, robot.cell) != CAROM_VORTEX;
    robot.sure = robot.there && clear && top >= (shade == SHADE_ODD || (rim && shade < SHADE_DARK) ? SURER : SURE) &&
                 top - next > lead && off <= top + 0.05f;
    return robot;
}

static int count_colours(const struct vision_result *result)
{
    int count = 0;
    for (int colour = 0; colour < CAROM_COLOURS; colour++)
        count += result->robots[colour].there;
    return count;
}

/* The four coloured robots stand on the board together. So if two or more are seen, the others are reported on fainter
 * evidence, as doubtful; if only one or two are seen, even these are doubtful. */
static void accept_faint_robots(const struct scene *scene, struct fit (*fits)[SHADES], struct vision_result *result)
{
    int seen = count_colours(result);
    for (int colour = 0; colour < CAROM_COLOURS && seen >= 2; colour++) {
        struct vision_robot faint = {0};
        float next = 0;
        if (result->robots[colour].there)
            continue;
        for (int i = 0; i < WIDE * WIDE; i++) {
            int column = i % WIDE - OFF, row = i / WIDE - OFF;
            float score = fits[i][colour].score;
            if (!stands(scene, column, row))
                continue;
            carom_cell cell = carom_cell_make((unsigned)column, (unsigned)row);
            if (score < symbol_bar(scene, cell, colour, true) || taken(result, cell))
                continue;
            next = largest(next, smallest(score, faint.score));
            if (score > faint.score)
                faint = (struct vision_robot){.cell = cell, .score = score};
        }
        faint.there = faint.score > FAINT && faint.score - next > 0.15f;
        if (faint.there)
            result->robots[colour] = faint;
    }
    seen = count_colours(result);
    for (int colour = 0; colour < CAROM_COLOURS; colour++)
        result->robots[colour].sure = result->robots[colour].sure && seen >= 3;
}

static bool robot_near(const struct vision_result *result, int column, int row)
{
    for (int colour = 0; colour < CAROM_COLOURS; colour++) {
        int dx = (int)carom_cell_column(result->robots[colour].cell) - column;
        int dy = (int)carom_cell_row(result->robots[colour].cell) - row;
        if (result->robots[colour].there && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1)
            return true;
    }
    return false;
}

/* In odd light a robot may show a neighbour's colour. So where something coloured stands that none of the robots found
 * explains, the robots of the colours that it shows are doubtful. */
static void doubt_unexplained(const struct scene *scene, struct fit (*fits)[SHADES], struct vision_result *result)
{
    for (int i = 0; i < WIDE * WIDE; i++) {
        int column = i % WIDE - OFF, row = i / WIDE - OFF;
        if (fits[i][ANY_COLOUR].score < 0.55f || !stands(scene, column, row) || robot_near(result, column, row))
            continue;
        carom_cell cell = carom_cell_make((unsigned)column, (unsigned)row);
        unsigned token = carom_board_token_at(scene->board, cell);
        if (token == CAROM_VORTEX || (token != CAROM_NO_TOKEN && fits[i][ANY_COLOUR].score < 0.8f))
            continue;
        for (int colour = 0; colour < CAROM_COLOURS; colour++)
            if (fits[i][colour].score > 0.15f)
                result->robots[colour].sure = false;
    }
}

/* Does anything coloured lie in a cell or close to it, such as a line that is drawn across? */
static bool colour_around(const struct scene *scene, carom_cell cell)
{
    int left = ((int)carom_cell_column(cell) + MARGIN) * CELL, top = ((int)carom_cell_row(cell) + MARGIN) * CELL;
    int coloured = 0;
    for (int y = top - CELL / 4; y < top + CELL + CELL / 4; y++)
        for (int x = left - CELL / 4; x < left + CELL + CELL / 4; x++)
            coloured += scene->shades[y * FLAT + x] < CAROM_COLOURS;
    return coloured * 20 > CELL * CELL;
}

/* The hue of the dark pixels around a point, as a robot's colour; CAROM_COLOURS if they are grey. */
static unsigned tint_at(const struct scene *scene, float x, float y)
{
    unsigned sums[3] = {0}, count = 1;
    for (int dy = -CELL / 3; dy <= CELL / 3; dy++) {
        for (int dx = -CELL / 3; dx <= CELL / 3; dx++) {
            const uint8_t *rgb = flat_at(scene->flat, x + (float)dx / CELL, y + (float)dy / CELL);
            if (scene->shades[(size_t)(rgb - scene->flat->white) / 3] != SHADE_DARK)
                continue;
            for (int i = 0; i < 3; i++)
                sums[i] += rgb[i];
            count++;
        }
    }
    struct hue hue =
        hue_of((const uint8_t[3]){(uint8_t)(sums[0] / count), (uint8_t)(sums[1] / count), (uint8_t)(sums[2] / count)});
    return hue.saturation > TINTED ? colour_of_hue(hue.hue) : CAROM_COLOURS;
}

/* The fits of all shades to a cell. */
static const struct fit *fits_of(struct fit (*fits)[SHADES], carom_cell cell)
{
    return fits[(carom_cell_row(cell) + OFF) * WIDE + carom_cell_column(cell) + OFF];
}

/* In dim light a dark figure loses its colour, blue first. So if three coloured robots are seen, and a dark figure with
 * the hue of the fourth, it is that one, with a doubt. */
static void recognise_darkened(const struct scene *scene, struct fit (*fits)[SHADES], struct vision_result *result)
{
    unsigned missing = 0;
    if (count_colours(result) != CAROM_COLOURS - 1)
        return;
    while (result->robots[missing].there)
        missing++;
    struct vision_robot robot = choose(scene, fits, SHADE_DARK, SEEN, result);
    if (!robot.there)
        return;
    const struct fit *fit = fits_of(fits, robot.cell) + SHADE_DARK;
    if (tint_at(scene, fit->x, fit->y) != missing)
        return;
    robot.sure = false;
    result->robots[missing] = robot;
}

/* Does a figure reflect bright and dark things, as silver does? A glare is bright, and a hand or paper evenly lit. */
static bool glitters(const struct scene *scene, const struct fit *fit)
{
    float values[TILE];
    int count = 0;
    for (int i = 0; i < TILE; i++) {
        float dx = ((float)(i % CELL) / CELL - 0.5f) * 0.7f, dy = ((float)(i / CELL) / CELL - 0.5f) * 0.7f;
        values[count++] = luma(flat_at(scene->flat, fit->x + dx, fit->y + dy));
    }
    float dark = quantile(values, count, 0.1f);
    return quantile(values, count, 0.9f) - dark > CONTRAST;
}

/* The black or silver robot, which stands with the coloured ones or not at all. */
static struct vision_robot choose_fifth(const struct scene *scene, struct fit (*fits)[SHADES],
                                        const struct vision_result *result)
{
    int seen = count_colours(result);
    struct vision_robot robot = {0};
    if (seen >= 2)
        robot = choose(scene, fits, SHADE_DARK, 0.4f, result);
    if (!robot.there && seen >= 3) {
        robot = choose(scene, fits, SHADE_ODD, SILVER, result);
        robot.sure =
            robot.sure && !colour_around(scene, robot.cell) && glitters(scene, fits_of(fits, robot.cell) + SHADE_ODD);
    }
    robot.sure = robot.sure && seen == CAROM_COLOURS;
    return robot;
}

void robots_read(const struct flat *flat, const struct camera *camera, const struct carom_board *board,
                 unsigned covered, struct arena arena, struct vision_result *result)
{
    struct scene scene = {.flat = flat, .camera = camera, .board = board, .covered = covered};
    struct fit(*fits)[SHADES] = arena_take(&arena, (size_t)WIDE * WIDE * sizeof *fits);
    scene.shades = arena_take(&arena, (size_t)FLAT * FLAT);
    scene.zones = arena_take(&arena, (size_t)FLAT * FLAT);
    uint8_t *missing = arena_take(&arena, (size_t)FLAT * FLAT);
    if (fits == NULL || scene.shades == NULL || scene.zones == NULL || missing == NULL)
        return;
    mark_zones(&scene);
    if (!print_missing(flat, scene.zones, arena, missing))
        return;
    mark_shades(&scene, missing);
    ignore_printed(&scene);
    fill_holes(&scene);
    ignore_large(&scene, arena);
    for (int i = 0; i < WIDE * WIDE; i++) {
        int column = i % WIDE - OFF, row = i / WIDE - OFF;
        memset(fits[i], 0, sizeof fits[i]);
        if (may_hold_robot(&scene, column, row))
            fit_cell(&scene, column, row, fits[i]);
    }
    for (int colour = 0; colour < CAROM_COLOURS; colour++)
        result->robots[colour] = choose(&scene, fits, colour, SEEN, result);
    accept_faint_robots(&scene, fits, result);
    doubt_unexplained(&scene, fits, result);
    recognise_darkened(&scene, fits, result);
    result->robots[CAROM_SILVER] = choose_fifth(&scene, fits, result);
}
