/*
 * Symbols, tokens and robots. Shapes are written like SVG paths in a square of -1000 to 1000 (canvas_svg_path).
 */
#include "shapes.h"

/* ---- symbols of the targets ---- */

static const char moon[] =
    "M116 -868C-161 -934 -454 -870 -679 -694C-904 -518 -1036 -250 -1040 36C-1043 321 -916 593 -696 "
    "773C-475 954 -184 1025 95 966C375 907 612 724 740 469C558 616 319 671 91 618C-136 565 -327 410 "
    "-426 199C-525 -13 -521 -259 -415 -467C-309 -675 -113 -823 116 -868Z";
static const char gear[] =
    "M678 -175L967 -162L967 162L678 175L603 355L798 569L569 798L355 603L175 678L162 967L-162 967L-175 "
    "678L-355 603L-569 798L-798 569L-603 355L-678 175L-967 162L-967 -162L-678 -175L-603 -355L-798 "
    "-569L-569 -798L-355 -603L-175 -678L-162 -967L162 -967L175 -678L355 -603L569 -798L798 -569L603 "
    "-355Z";
static const char star[] = "M0 -930L276 -310L951 -239L447 215L588 879L0 540L-588 879L-447 215L-951 -239L-276 -310Z";
static const char planet_ring[] =
    "M968 -431C1019 -317 882 -129 607 61C333 252 -36 416 -361 492C-686 569 -917 545 -968 "
    "431C-1019 317 -882 129 -607 -61C-333 -252 36 -416 361 -492C686 -569 917 -545 968 -431Z";
static const char planet_front[] =
    "M979 -382C981 -260 829 -86 571 86C313 258 -18 405 -318 482C-618 559 -850 555 -939 471";
static const char vortex_arm[] = "M0 0C80 0 155 85 142 194C129 302 23 427 -144 458C-312 489 -534 419 -682 231C-830 "
                                 "44 -893 -259 -786 -551C-677 -707 -523 -828 -344 -896C-165 -965 30 -978 216 "
                                 "-935C-95 -925 -352 -753 -470 -545C-588 -338 -570 -106 -479 38C-387 181 -232 233 "
                                 "-126 204C-20 176 30 74 0 0Z";

static void draw_planet(struct canvas *canvas, const struct theme *theme, unsigned colour, int radius)
{
    struct canvas_transform frame = {.size = radius};
    uint32_t fill = theme->body[colour], edge = theme->outline[colour];
    int band = radius * 22 / 100, thin = radius * 12 / 100;
    canvas_svg_path(canvas, planet_ring, frame);
    canvas_paint(canvas, paint_stroke(edge, band + thin));
    canvas_svg_path(canvas, planet_ring, frame);
    canvas_paint(canvas, paint_stroke(fill, band - thin / 2));
    canvas_circle(canvas, 0, 0, radius * 62 / 100, paint_fill_stroke(fill, edge, thin));
    canvas_svg_path(canvas, planet_front, frame);
    canvas_paint(canvas, paint_stroke(edge, band + thin));
    canvas_svg_path(canvas, planet_front, frame);
    canvas_paint(canvas, paint_stroke(fill, band - thin / 2));
}

void shape_symbol(struct canvas *canvas, const struct theme *theme, unsigned token, int radius)
{
    static const char *const signs[] = {moon, gear, NULL, star};
    struct canvas_transform frame = {.size = radius};
    unsigned colour = token / 4;
    int thin = radius * 11 / 100;
    if (token == CAROM_VORTEX) {
        for (frame.quarters = 0; frame.quarters < 4; frame.quarters++) {
            canvas_svg_path(canvas, vortex_arm, frame);
            canvas_paint(canvas,
                         paint_fill_stroke(theme->body[frame.quarters], theme->outline[frame.quarters], thin * 2 / 3));
        }
        return;
    }
    if (token % 4 == CAROM_PLANET) {
        draw_planet(canvas, theme, colour, radius);
        return;
    }
    canvas_svg_path(canvas, signs[token % 4], frame);
    canvas_paint(canvas, paint_fill_stroke(theme->body[colour], theme->outline[colour], thin));
    if (token % 4 == CAROM_GEAR)
        canvas_circle(canvas, 0, 0, radius * 30 / 100,
                      paint_fill_stroke(theme->target_disc, theme->outline[colour], thin));
}

/* A target given as a cell: a ring around the body of the robot that must get there; four colours for any robot. */
static void draw_target_robot(struct canvas *canvas, const struct theme *theme, unsigned active, int radius)
{
    if (active < CAROM_ROBOTS) {
        canvas_circle(canvas, 0, 0, radius * 94 / 100, paint_stroke(theme->outline[active], radius * 26 / 100));
        canvas_circle(canvas, 0, 0, radius * 94 / 100, paint_stroke(theme->body[active], radius * 13 / 100));
        shape_outline(canvas, active, 0, 0, radius * 130 / 100);
        canvas_paint(canvas, paint_fill_stroke(theme->body[active], theme->outline[active], radius * 10 / 100));
        return;
    }
    for (unsigned colour = 0; colour < CAROM_COLOURS; colour++) {
        int x = colour == 1 || colour == 2 ? 1 : -1, y = colour >= 2 ? 1 : -1;
        canvas_circle(canvas, x * radius * 46 / 100, y * radius * 46 / 100, radius * 38 / 100,
                      paint_fill_stroke(theme->body[colour], theme->outline[colour], radius * 8 / 100));
    }
}

void shape_target(struct canvas *canvas, const struct theme *theme, const struct carom_target *target, int radius)
{
    canvas_circle(canvas, 0, 0, radius, paint_fill_stroke(theme->target_disc, theme->grid, radius * 5 / 100));
    if (target->token == CAROM_NO_TOKEN)
        draw_target_robot(canvas, theme, target->active, radius * 80 / 100);
    else
        shape_symbol(canvas, theme, target->token, radius * (target->token == CAROM_VORTEX ? 88 : 74) / 100);
}

/* ---- robots ---- */

static const char triangle[] = "M0 -415L415 295H-415Z";
static const char square[] = "M-320 -320H320V320H-320Z";
static const char hexagon[] = "M0 -390L338 -195V195L0 390L-338 195V-195Z";
static const char circle[] =
    "M0 -370C204 -370 370 -204 370 0C370 204 204 370 0 370C-204 370 -370 204 -370 0C-370 -204 -204 "
    "-370 0 -370Z";
static const char diamond[] = "M0 -405L405 0L0 405L-405 0Z";

void shape_outline(struct canvas *canvas, unsigned robot, int x, int y, int size)
{
    static const char *const bodies[CAROM_ROBOTS] = {triangle, square, hexagon, circle, diamond, circle};
    canvas_svg_path(canvas, bodies[robot], (struct canvas_transform){.x = x, .y = y, .size = size});
}

void shape_transparent_robot(struct canvas *canvas, const struct theme *theme, int radius, unsigned tint_opacity)
{
    uint32_t edge = theme->outline[CAROM_TRANSPARENT], body = theme->body[CAROM_TRANSPARENT];
    struct canvas_paint tint = paint_fill(body);
    tint.opacity = tint_opacity;
    canvas_circle(canvas, 0, 0, radius, tint);
    canvas_circle(canvas, 0, 0, radius, paint_stroke(edge, 140));
    canvas_circle(canvas, 0, 0, radius, paint_stroke(body, 62));
}

void shape_robot(struct canvas *canvas, const struct theme *theme, unsigned robot)
{
    static const int letter_at[CAROM_ROBOTS] = {75, 0, 0, 0, 0, 0};
    static const int letter_height[CAROM_ROBOTS] = {310, 370, 380, 380, 340, 290};
    struct canvas_paint shadow = paint_fill_stroke(theme->shadow, theme->shadow, theme->edge * 2);
    shadow.opacity = theme->shadow_opacity;
    if (robot == CAROM_TRANSPARENT) {
        shape_transparent_robot(canvas, theme, 325, 55);
    } else {
        shape_outline(canvas, robot, 0, 45, 960);
        canvas_paint(canvas, shadow);
        shape_outline(canvas, robot, 0, 0, 900);
        canvas_paint(canvas, paint_fill_stroke(theme->outline[robot], theme->outline[robot], 90 + 2 * theme->edge));
        shape_outline(canvas, robot, 0, 0, 900);
        canvas_paint(canvas, paint_fill_stroke(theme->body[robot], theme->body[robot], 90));
    }
    uint32_t ink = theme->letter[robot];
    canvas_text(canvas, (char[]){carom_robot_letter(robot), '\0'}, 0, letter_at[robot], letter_height[robot],
                paint_stroke(ink, 74));
}
