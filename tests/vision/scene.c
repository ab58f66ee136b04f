#include "scene.h"

#include "board_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const scene_names[SCENE_KINDS] = {"plain",   "oblique", "turned", "gaps",      "tinted",    "shadow",
                                              "blurred", "hand",    "box",    "hourglass", "no centre", "drawn on"};

#define FIGURES 12

struct vector {
    double x, y, z;
};

/* Something that stands on the table or the board. Robots by number; the rest are parts of an hourglass. */
enum look { LOOK_BLACK = CAROM_SILVER + 1, LOOK_GLASS };

struct figure {
    double x, y, height;
    unsigned look;
};

struct studio {
    struct scene *scene;
    struct carom_random random;
    uint8_t *print;
    struct vector at, right, down, forward; /* the camera */
    double focal;
    double apart[4][3]; /* of each section: moved by x and y, turned */
    double table[3], grain;
    double light[3], gradient[2], glare[3], shade[3]; /* shade: a half plane in shadow */
    double sun[2];
    double hand[2]; /* the corner that it covers */
    int figures;
    struct figure figure[FIGURES];
};

static double chance(struct studio *studio, double low, double high)
{
    return low + (high - low) * (double)(carom_random_next(&studio->random) >> 11) / 9007199254740992.0;
}

static double dot(struct vector a, struct vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static struct vector add(struct vector a, double factor, struct vector b)
{
    return (struct vector){a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z};
}

static struct vector unit(struct vector a)
{
    return add((struct vector){0, 0, 0}, 1 / sqrt(dot(a, a)), a);
}

static void place_camera(struct studio *studio)
{
    struct scene *scene = studio->scene;
    bool oblique = scene->kind == SCENE_OBLIQUE;
    double tilt = (oblique ? chance(studio, 35, 55) : chance(studio, 0, 25)) * M_PI / 180;
    double side = chance(studio, -1, 1) * (oblique ? 0.4 : M_PI) + (oblique ? -M_PI / 2 : 0);
    double roll = (scene->kind == SCENE_TURNED ? chance(studio, -180, 180) : chance(studio, -8, 8)) * M_PI / 180;
    struct vector forward = {sin(tilt) * cos(side), sin(tilt) * sin(side), -cos(tilt)}, south = {0, 1, 0};
    struct vector down = unit(add(south, -dot(south, forward), forward));
    struct vector right = {forward.y * down.z - forward.z * down.y, forward.z * down.x - forward.x * down.z,
                           forward.x * down.y - forward.y * down.x};
    double longer = scene->width > scene->height ? scene->width : scene->height;
    double shorter = scene->width > scene->height ? scene->height : scene->width;
    studio->focal = chance(studio, 0.8, 1.2) * longer;
    /* Far enough for the whole board and a margin, turned or not. */
    double reach = 17.4 * (fabs(cos(roll)) + fabs(sin(roll))) * chance(studio, 1.0, 1.35);
    double distance = reach * studio->focal / shorter + 5 * sin(tilt);
    struct vector target = {8 + chance(studio, -0.5, 0.5), 8 + chance(studio, -0.5, 0.5), 0};
    studio->at = add(target, -distance, forward);
    studio->forward = forward;
    studio->right = add(add((struct vector){0, 0, 0}, cos(roll), right), sin(roll), down);
    studio->down = add(add((struct vector){0, 0, 0}, -sin(roll), right), cos(roll), down);
}

/* Where the ray through a pixel meets the plane at a height. */
static struct vector meet(const struct studio *studio, double u, double v, double height)
{
    double x = (u - studio->scene->width / 2.0) / studio->focal, y = (v - studio->scene->height / 2.0) / studio->focal;
    struct vector ray = add(add(studio->forward, x, studio->right), y, studio->down);
    double steps = ray.z < -1e-6 ? (height - studio->at.z) / ray.z : 1e6;
    return add(studio->at, steps, ray);
}

static void project(const struct studio *studio, struct vector point, double *u, double *v)
{
    struct vector from = add(point, -1, studio->at);
    double depth = fmax(dot(from, studio->forward), 0.1);
    *u = studio->scene->width / 2.0 + studio->focal * dot(from, studio->right) / depth;
    *v = studio->scene->height / 2.0 + studio->focal * dot(from, studio->down) / depth;
}

/* A hand over a corner hides the robots that stand there: they are taken off. */
static void clear_corner(struct studio *studio)
{
    struct carom_robots *robots = &studio->scene->position.robots;
    studio->hand[0] = chance(studio, 0, 1) < 0.5 ? 0 : 16;
    studio->hand[1] = chance(studio, 0, 1) < 0.5 ? 0 : 16;
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++)
        if (fabs(carom_cell_column(robots->cell[robot]) + 0.5 - studio->hand[0]) < 5 &&
            fabs(carom_cell_row(robots->cell[robot]) + 0.5 - studio->hand[1]) < 5)
            robots->present &= (uint8_t) ~(1u << robot);
}

static void put_robots(struct studio *studio)
{
    struct scene *scene = studio->scene;
    if (scene->kind == SCENE_HAND)
        clear_corner(studio);
    for (unsigned robot = 0; robot < VISION_ROBOTS; robot++) {
        if (!carom_robots_has(&scene->position.robots, robot))
            continue;
        carom_cell cell = scene->position.robots.cell[robot];
        studio->figure[studio->figures++] = (struct figure){
            carom_cell_column(cell) + 0.5 + chance(studio, -0.1, 0.1),
            carom_cell_row(cell) + 0.5 + chance(studio, -0.1, 0.1), scene->markers ? 0.05 : chance(studio, 1.05, 1.35),
            robot == CAROM_SILVER && scene->silver_black ? LOOK_BLACK : robot};
    }
    if (scene->kind == SCENE_BOX)
        for (unsigned robot = 0; robot < 3; robot++)
            studio->figure[studio->figures++] =
                (struct figure){chance(studio, 17.5, 18.3), 3 + 4 * robot + chance(studio, 0, 2), 1.2, robot + 1};
    if (scene->kind == SCENE_HOURGLASS)
        studio->figure[studio->figures++] = (struct figure){8, 8, 2, LOOK_GLASS};
}

static void set_light(struct studio *studio)
{
    enum scene_kind kind = studio->scene->kind;
    double warm = kind == SCENE_TINTED ? chance(studio, -0.35, 0.35) : chance(studio, -0.08, 0.08);
    double bright = chance(studio, 0.65, 1.0), slope = kind == SCENE_TINTED ? 0.5 : 0.2;
    studio->light[0] = bright * (1 + warm);
    studio->light[1] = bright;
    studio->light[2] = bright * (1 - warm);
    studio->gradient[0] = chance(studio, -slope, slope);
    studio->gradient[1] = chance(studio, -slope, slope);
    studio->glare[0] = chance(studio, 0, 16);
    studio->glare[1] = chance(studio, 0, 16);
    studio->glare[2] = chance(studio, 0, 60);
    double angle = chance(studio, 0, 2 * M_PI);
    studio->shade[0] = cos(angle);
    studio->shade[1] = sin(angle);
    studio->shade[2] = kind == SCENE_SHADOW ? chance(studio, -5, 5) : 1e9;
    studio->sun[0] = chance(studio, -0.8, 0.8);
    studio->sun[1] = chance(studio, -0.8, 0.8);
    for (int i = 0; i < 3; i++)
        studio->table[i] = chance(studio, 40, 190);
    studio->grain = chance(studio, 0.5, 6);
    for (int i = 0; i < 4; i++) {
        double gap = kind == SCENE_GAPS ? chance(studio, 0.03, 0.3) : chance(studio, 0, 0.03);
        studio->apart[i][0] = (i == 1 || i == 2 ? gap : -gap) + chance(studio, -0.03, 0.03);
        studio->apart[i][1] = (i >= 2 ? gap : -gap) + chance(studio, -0.03, 0.03);
        studio->apart[i][2] = kind == SCENE_GAPS ? chance(studio, -0.012, 0.012) : chance(studio, -0.002, 0.002);
    }
}

/* The table: a colour with grain in one direction. */
static void table_colour(const struct studio *studio, struct vector at, double rgb[3])
{
    double wave = sin(at.y * studio->grain * 3 + sin(at.x * 0.7) * 2) + 0.5 * sin(at.y * 17 + at.x * 1.3);
    for (int i = 0; i < 3; i++)
        rgb[i] = studio->table[i] * (1 + 0.08 * wave);
    bool box = at.x < -1.5 && at.x > -9 && at.y > 2 && at.y < 13;
    if (studio->scene->kind == SCENE_BOX && box) {
        bool letter = fmod(at.x + 20, 2) < 1 && fmod(at.y + 20, 3) < 1.6;
        rgb[0] = letter ? 220 : 110;
        rgb[1] = letter ? 200 : 40;
        rgb[2] = letter ? 60 : 90;
    }
}

/* The print at a point of one of the sections; false between and beside them. */
static bool print_colour(const struct studio *studio, struct vector at, double rgb[3])
{
    const double rim = (double)PRINT_RIM / PRINT_CELL;
    for (int i = 0; i < 4; i++) {
        double cx = i == 1 || i == 2 ? 12 : 4, cy = i >= 2 ? 12 : 4;
        bool middle = fabs(at.x - 8) < 0.7 && fabs(at.y - 8) < 0.7; /* the centre piece and its token lie on top */
        double turn = middle ? 0 : studio->apart[i][2];
        double dx = at.x - cx - (middle ? 0 : studio->apart[i][0]), dy = at.y - cy - (middle ? 0 : studio->apart[i][1]);
        double x = cx + dx * cos(turn) + dy * sin(turn), y = cy + dy * cos(turn) - dx * sin(turn);
        double low_x = cx < 8 ? -rim : 8, high_x = cx < 8 ? 8 : 16 + rim, low_y = cy < 8 ? -rim : 8,
               high_y = cy < 8 ? 8 : 16 + rim;
        if (x < low_x || x >= high_x || y < low_y || y >= high_y)
            continue;
        double u = (x + rim) * PRINT_CELL - 0.5, v = (y + rim) * PRINT_CELL - 0.5;
        u = fmin(fmax(u, 0), PRINT_SIDE - 1.001);
        v = fmin(fmax(v, 0), PRINT_SIDE - 1.001);
        size_t ix = (size_t)u, iy = (size_t)v, stride = (size_t)3 * PRINT_SIDE;
        const uint8_t *from = studio->print + iy * stride + 3 * ix;
        double fx = u - (double)ix, fy = v - (double)iy;
        for (int k = 0; k < 3; k++) {
            double upper = from[k] + fx * (from[k + 3] - from[k]);
            double lower = from[stride + (size_t)k] + fx * (from[stride + (size_t)k + 3] - from[stride + (size_t)k]);
            rgb[k] = upper + fy * (lower - upper);
        }
        return true;
    }
    return false;
}

/* How much light falls on a point of the ground. */
static double daylight(const struct studio *studio, struct vector at)
{
    double light = 1 + studio->gradient[0] * (at.x - 8) / 10 + studio->gradient[1] * (at.y - 8) / 10;
    if ((at.x - 8) * studio->shade[0] + (at.y - 8) * studio->shade[1] > studio->shade[2])
        light *= 0.55;
    for (int i = 0; i < studio->figures; i++) {
        double length = studio->figure[i].height, sx = studio->sun[0] * length, sy = studio->sun[1] * length;
        double dx = at.x - studio->figure[i].x, dy = at.y - studio->figure[i].y;
        double along = fmin(fmax((dx * sx + dy * sy) / (sx * sx + sy * sy + 1e-9), 0), 1);
        double off = hypot(dx - along * sx, dy - along * sy);
        if (length > 0.2 && off < 0.45)
            light *= 0.62 + 0.38 * fmin(off / 0.45, 1);
    }
    return fmax(light, 0.2);
}

static void shine(const struct studio *studio, double light, const double rgb[3], double added, uint8_t *pixel)
{
    for (int i = 0; i < 3; i++)
        pixel[i] = (uint8_t)fmin(fmax(rgb[i] * studio->light[i] * light + added, 0), 255);
}

static void paint_ground(const struct studio *studio)
{
    const struct scene *scene = studio->scene;
    for (uint32_t v = 0; v < scene->height; v++) {
        for (uint32_t u = 0; u < scene->width; u++) {
            struct vector at = meet(studio, u + 0.5, v + 0.5, 0);
            double rgb[3], dx = at.x - studio->glare[0], dy = at.y - studio->glare[1];
            if (!print_colour(studio, at, rgb))
                table_colour(studio, at, rgb);
            double glare = studio->glare[2] * exp(-(dx * dx + dy * dy) / 12);
            shine(studio, daylight(studio, at), rgb, glare, scene->pixels + 3 * ((size_t)v * scene->width + u));
        }
    }
}

static double radius_at(const struct figure *figure, double height)
{
    double share = height / figure->height;
    if (figure->height < 0.2)
        return 0.38;
    if (figure->look == LOOK_GLASS)
        return share < 0.1 || share > 0.9 ? 0.45 : 0.12 + 0.25 * fabs(share - 0.5);
    double wide = figure->look < CAROM_SILVER ? 0.27 : 0.335;
    return share < 0.25 ? wide + 0.03 - 0.1 * share : wide * sqrt(fmax(1 - pow((share - 0.25) / 0.76, 2), 0));
}

static void figure_colour(const struct figure *figure, double share, double side, double rgb[3])
{
    static const double colours[LOOK_GLASS + 1][3] = {{200, 24, 34},   {240, 160, 20}, {34, 140, 44},  {26, 44, 150},
                                                      {175, 177, 182}, {30, 30, 32},   {205, 200, 190}};
    double shade = 0.75 + 0.3 * side + 0.06 * sin(share * 40);
    if (figure->look == CAROM_SILVER)
        shade = 0.75 + 0.5 * sin(side * 5 + share * 9) + (side > 0.3 && side < 0.5 ? 0.5 : 0);
    if (figure->look == LOOK_GLASS && (share < 0.1 || share > 0.9))
        shade = 0.15;
    for (int i = 0; i < 3; i++)
        rgb[i] = colours[figure->look][i] * fmax(shade, 0.1);
    /* Varnish: a white highlight on the side of the light. */
    bool highlight = figure->look < CAROM_SILVER && figure->height > 0.2 && side > 0.45 && side < 0.62 &&
                     share > 0.35 && share < 0.8;
    for (int i = 0; i < 3 && highlight; i++)
        rgb[i] = 0.35 * rgb[i] + 150;
}

static void paint_disc(const struct studio *studio, const struct figure *figure, double height)
{
    const struct scene *scene = studio->scene;
    double radius = radius_at(figure, height), u, v, scale;
    project(studio, (struct vector){figure->x, figure->y, height}, &u, &v);
    scale = studio->focal / dot(add((struct vector){figure->x, figure->y, height}, -1, studio->at), studio->forward);
    int reach = (int)(scale * radius * 1.5) + 2;
    bool square = figure->height < 0.2;
    for (int y = (int)v - reach; y <= (int)v + reach; y++) {
        for (int x = (int)u - reach; x <= (int)u + reach; x++) {
            if (x < 0 || y < 0 || x >= (int)scene->width || y >= (int)scene->height)
                continue;
            struct vector at = meet(studio, x + 0.5, y + 0.5, height);
            double dx = at.x - figure->x, dy = at.y - figure->y, rgb[3];
            if (square ? fmax(fabs(dx), fabs(dy)) > radius : dx * dx + dy * dy > radius * radius)
                continue;
            figure_colour(figure, height / figure->height, square ? 0.5 : (dx * 0.7 - dy * 0.7) / radius, rgb);
            bool icon = square && fabs(hypot(dx, dy * 0.6) - 0.16) < 0.03;
            for (int i = 0; i < 3 && icon; i++)
                rgb[i] = figure->look == LOOK_BLACK ? 230 : 0.4 * rgb[i];
            shine(studio,
                  daylight(studio, (struct vector){figure->x - 2 * studio->sun[0], figure->y - 2 * studio->sun[1], 0}),
                  rgb, 0, scene->pixels + 3 * ((size_t)y * scene->width + (size_t)x));
        }
    }
}

/* Figures from the farthest to the nearest, so that nearer ones hide others. */
static void paint_figures(struct studio *studio)
{
    for (int done = 0; done < studio->figures; done++) {
        int far = done;
        for (int i = done; i < studio->figures; i++) {
            struct vector a = {studio->figure[i].x, studio->figure[i].y, 0},
                          b = {studio->figure[far].x, studio->figure[far].y, 0};
            if (dot(add(a, -1, studio->at), studio->forward) > dot(add(b, -1, studio->at), studio->forward))
                far = i;
        }
        struct figure figure = studio->figure[far];
        studio->figure[far] = studio->figure[done];
        studio->figure[done] = figure;
        for (double height = 0; height <= figure.height; height += 0.02)
            paint_disc(studio, &figure, height);
    }
}

static void paint_dot(const struct scene *scene, double u, double v, double radius, const uint8_t rgb[3])
{
    for (int y = (int)(v - radius); y <= (int)(v + radius); y++)
        for (int x = (int)(u - radius); x <= (int)(u + radius); x++)
            if (x >= 0 && y >= 0 && x < (int)scene->width && y < (int)scene->height &&
                (x - u) * (x - u) + (y - v) * (y - v) < radius * radius)
                memcpy(scene->pixels + 3 * ((size_t)y * scene->width + (size_t)x), rgb, 3);
}

/* A hand that comes in over one corner of the board. */
static void paint_hand(struct studio *studio)
{
    static const uint8_t skin[3] = {205, 150, 125};
    double corner_x = studio->hand[0], corner_y = studio->hand[1];
    double away_x = corner_x < 8 ? -1 : 1, away_y = corner_y < 8 ? -1 : 1;
    for (int k = 0; k < 40; k++) {
        double u, v, share = k / 40.0;
        project(studio,
                (struct vector){corner_x + away_x * (share * 5 - 1.2), corner_y + away_y * (share * 5 - 1.2), 1}, &u,
                &v);
        paint_dot(studio->scene, u, v,
                  studio->focal / dot(add((struct vector){8, 8, 0}, -1, studio->at), studio->forward) * (1.1 + share),
                  skin);
    }
}

static void paint_route(struct studio *studio)
{
    static const uint8_t red[3] = {160, 32, 48};
    double x = floor(chance(studio, 1, 15)) + 0.5, y = floor(chance(studio, 1, 15)) + 0.5;
    for (int leg = 0; leg < 7; leg++) {
        double to = floor(chance(studio, 0, 16)) + 0.5, *way = leg % 2 ? &x : &y, from = *way;
        for (int k = 0; k <= 400; k++) {
            double u, v;
            *way = from + (to - from) * k / 400;
            project(studio, (struct vector){x, y, 0}, &u, &v);
            paint_dot(studio->scene, u, v, studio->scene->width / 400.0, red);
        }
    }
}

static void blur(struct scene *scene, int radius)
{
    size_t bytes = (size_t)3 * scene->width * scene->height;
    uint8_t *copy = malloc(bytes);
    for (int pass = 0; pass < 2 && copy != NULL; pass++) {
        memcpy(copy, scene->pixels, bytes);
        for (int y = 0; y < (int)scene->height; y++) {
            for (int x = 0; x < (int)scene->width; x++) {
                int sum[3] = {0}, count = 0;
                for (int k = -radius; k <= radius; k++) {
                    int u = pass == 0 ? x + k : x, v = pass == 0 ? y : y + k;
                    if (u < 0 || v < 0 || u >= (int)scene->width || v >= (int)scene->height)
                        continue;
                    for (int i = 0; i < 3; i++)
                        sum[i] += copy[3 * ((size_t)v * scene->width + (size_t)u) + (size_t)i];
                    count++;
                }
                for (int i = 0; i < 3; i++)
                    scene->pixels[3 * ((size_t)y * scene->width + (size_t)x) + (size_t)i] = (uint8_t)(sum[i] / count);
            }
        }
    }
    free(copy);
}

static void note_corners(struct studio *studio)
{
    for (int i = 0; i < 4; i++) {
        double u, v;
        project(studio, (struct vector){i == 1 || i == 2 ? 16 : 0, i >= 2 ? 16 : 0, 0}, &u, &v);
        studio->scene->corners[i] = (struct vision_point){(float)u, (float)v};
    }
}

static void add_noise(struct studio *studio)
{
    struct scene *scene = studio->scene;
    int strength = (int)chance(studio, 2, 14);
    for (size_t i = 0; i < (size_t)3 * scene->width * scene->height; i++) {
        uint64_t bits = carom_random_next(&studio->random);
        int noise = (int)(bits % (unsigned)strength) + (int)(bits / 256 % (unsigned)strength) - strength;
        int value = scene->pixels[i] + noise;
        scene->pixels[i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
    }
}

/* Deals a position: any board, four robots and often a fifth, or none; with or without a token. */
static void deal(struct studio *studio)
{
    struct scene *scene = studio->scene;
    struct carom_deal_options wishes = {.edition = CAROM_EDITION_2013, .extra_robots = 1u << CAROM_SILVER};
    carom_deal_position(&studio->random, &wishes, &scene->position);
    carom_position_rotate(&scene->position, carom_random_below(&studio->random, 4));
    unsigned choice = carom_random_below(&studio->random, 6);
    if (choice == 0)
        scene->position.robots.present = 0;
    else if (choice < 3)
        scene->position.robots.present &= (uint8_t) ~(1u << CAROM_SILVER);
    scene->silver_black = carom_random_below(&studio->random, 2) != 0;
    scene->markers = carom_random_below(&studio->random, 5) == 0;
    bool token = carom_random_below(&studio->random, 3) != 0;
    if (!token || scene->kind == SCENE_HOURGLASS || scene->kind == SCENE_NO_CENTRE)
        scene->position.target = (struct carom_target){0};
}

static void begin(struct studio *studio, struct scene *scene, enum scene_kind kind, uint64_t seed)
{
    memset(scene, 0, sizeof *scene);
    memset(studio, 0, sizeof *studio);
    studio->scene = scene;
    studio->random = carom_random_seed(seed * SCENE_KINDS + kind);
    scene->kind = kind;
    double longer = kind == SCENE_BLURRED ? chance(studio, 480, 640) : chance(studio, 800, 1300);
    bool upright = carom_random_below(&studio->random, 2) != 0;
    scene->width = (uint32_t)(upright ? longer * 0.8 : longer);
    scene->height = (uint32_t)(upright ? longer : longer * 0.8);
    scene->pixels = calloc((size_t)scene->width * scene->height, 3);
}

void scene_paint(struct scene *scene, enum scene_kind kind, uint64_t seed)
{
    struct studio studio;
    begin(&studio, scene, kind, seed);
    deal(&studio);
    studio.print = malloc((size_t)3 * PRINT_SIDE * PRINT_SIDE);
    if (studio.print == NULL || scene->pixels == NULL)
        abort();
    unsigned token = scene->position.target.is_set ? scene->position.target.token : CAROM_NO_TOKEN;
    print_board(studio.print, &scene->position.board, token,
                kind == SCENE_NO_CENTRE ? PRINT_CENTRE_HOLES : PRINT_CENTRE_PIECE, &studio.random);
    place_camera(&studio);
    note_corners(&studio);
    set_light(&studio);
    put_robots(&studio);
    paint_ground(&studio);
    paint_figures(&studio);
    if (kind == SCENE_HAND)
        paint_hand(&studio);
    if (kind == SCENE_DRAWN)
        paint_route(&studio);
    blur(scene, kind == SCENE_BLURRED ? 1 : (int)chance(&studio, 0, 2.5));
    add_noise(&studio);
    free(studio.print);
}

void scene_paint_other(struct scene *scene, uint64_t seed)
{
    struct studio studio;
    begin(&studio, scene, SCENE_PLAIN, seed);
    place_camera(&studio);
    set_light(&studio);
    for (uint32_t v = 0; v < scene->height; v++) {
        for (uint32_t u = 0; u < scene->width; u++) {
            struct vector at = meet(&studio, u + 0.5, v + 0.5, 0);
            double rgb[3], grey;
            bool inside = at.x > 0 && at.y > 0 && at.x < 16 && at.y < 16;
            int column = (int)floor(at.x), row = (int)floor(at.y);
            table_colour(&studio, at, rgb);
            grey = seed % 3 == 0   ? ((column + row) % 2 ? 230 : 60)
                   : seed % 3 == 1 ? (at.x - column < 0.06 || at.y - row < 0.06 ? 60 : 235)
                                   : 240;
            for (int i = 0; i < 3 && inside; i++)
                rgb[i] = grey;
            shine(&studio, daylight(&studio, at), rgb, 0, scene->pixels + 3 * ((size_t)v * scene->width + u));
        }
    }
    add_noise(&studio);
}
