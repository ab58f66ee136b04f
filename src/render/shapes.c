/*
 * Symbols of the targets, their tiles and tokens. Shapes are written like SVG paths in a square of -1000 to 1000
 * (canvas_svg_path).
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

/* A colour between two: `percent` of the first. */
static uint32_t mix(uint32_t first, uint32_t second, unsigned percent)
{
    uint32_t colour = 0;
    for (int shift = 16; shift >= 0; shift -= 8)
        colour |= ((first >> shift & 255u) * percent + (second >> shift & 255u) * (100 - percent)) / 100 << shift;
    return colour;
}

/* Fill and edge of a symbol in one colour, and the width of its edge. */
struct symbol_paint {
    uint32_t fill, edge, disc;
    int thin;
};

static struct symbol_paint symbol_paint_of(const struct theme *theme, unsigned colour, int radius,
                                           struct symbol_style style)
{
    uint32_t fill = theme->body[colour];
    if (style.edges)
        return (struct symbol_paint){fill, theme->outline[colour], style.disc, radius * 115 / 1000};
    /* Light colours on a light disc: the colour of thin lines, which has more contrast, counts as much. */
    fill = mix(mix(fill, theme->line[colour], 50), style.disc, style.percent);
    return (struct symbol_paint){fill, fill, style.disc, radius * 77 / 1000};
}

static void stroke_path(struct canvas *canvas, const char *path, int radius, uint32_t colour, int percent)
{
    canvas_svg_path(canvas, path, (struct canvas_transform){.size = radius});
    canvas_paint(canvas, paint_stroke(colour, radius * percent / 100));
}

static void draw_planet(struct canvas *canvas, struct symbol_paint paint, int radius, bool edges)
{
    if (edges)
        stroke_path(canvas, planet_ring, radius, paint.edge, 35);
    stroke_path(canvas, planet_ring, radius, paint.fill, edges ? 17 : 19);
    if (edges) {
        canvas_circle(canvas, 0, 0, radius * 63 / 100, paint_fill_stroke(paint.fill, paint.edge, radius * 12 / 100));
        stroke_path(canvas, planet_front, radius, paint.edge, 35);
    } else {
        canvas_circle(canvas, 0, 0, radius * 62 / 100, paint_fill_stroke(paint.fill, paint.disc, radius * 5 / 100));
        stroke_path(canvas, planet_front, radius, paint.disc, 38);
    }
    stroke_path(canvas, planet_front, radius, paint.fill, edges ? 17 : 19);
}

static void draw_vortex(struct canvas *canvas, const struct theme *theme, int radius, struct symbol_style style)
{
    struct canvas_transform frame = {.size = radius};
    for (; frame.quarters < 4; frame.quarters++) {
        struct symbol_paint paint = symbol_paint_of(theme, frame.quarters, radius, style);
        canvas_svg_path(canvas, vortex_arm, frame);
        canvas_paint(canvas, paint_fill_stroke(paint.fill, style.edges ? paint.edge : style.disc, radius * 7 / 100));
    }
}

static void shape_symbol(struct canvas *canvas, const struct theme *theme, unsigned token, int radius,
                         struct symbol_style style)
{
    static const char *const signs[] = {moon, gear, NULL, star};
    if (token == CAROM_VORTEX) {
        draw_vortex(canvas, theme, radius * 119 / 100, style);
        return;
    }
    struct symbol_paint paint = symbol_paint_of(theme, token / 4, radius, style);
    if (token % 4 == CAROM_PLANET) {
        draw_planet(canvas, paint, radius, style.edges);
        return;
    }
    canvas_svg_path(canvas, signs[token % 4], (struct canvas_transform){.size = radius});
    canvas_paint(canvas, paint_fill_stroke(paint.fill, paint.edge, paint.thin));
    if (token % 4 == CAROM_GEAR)
        canvas_circle(canvas, 0, 0, radius * 30 / 100,
                      style.edges ? paint_fill_stroke(style.disc, paint.edge, paint.thin) : paint_fill(style.disc));
}

/* ---- tiles ---- */

/* A target given as a cell: the flat silhouette of the robot that must get there; four spots for any robot. */
static void draw_target_robot(struct canvas *canvas, const struct theme *theme, unsigned active, int radius)
{
    if (active < CAROM_ROBOTS) {
        shape_outline(canvas, active, radius * 2);
        canvas_paint(canvas, paint_fill_stroke(theme->body[active], theme->outline[active], radius * 11 / 100));
        return;
    }
    for (unsigned colour = 0; colour < CAROM_COLOURS; colour++) {
        int x = colour == 1 || colour == 2 ? 1 : -1, y = colour >= 2 ? 1 : -1;
        canvas_circle(canvas, x * radius * 44 / 100, y * radius * 44 / 100, radius * 37 / 100,
                      paint_fill_stroke(theme->body[colour], theme->outline[colour], radius * 8 / 100));
    }
}

static void draw_sign(struct canvas *canvas, const struct theme *theme, const struct carom_target *target, int radius,
                      struct symbol_style style)
{
    if (target->token == CAROM_NO_TOKEN)
        draw_target_robot(canvas, theme, target->active, radius);
    else
        shape_symbol(canvas, theme, target->token, radius, style);
}

/* Size (percent) and height of a symbol on a tile with the silhouette of a robot. */
static const int on_shape[CAROM_COLOURS][2] = {{60, 95}, {84, -12}, {82, -12}, {86, -8}};

static bool has_shape(const struct carom_target *target, bool shapes)
{
    return shapes && target->token < CAROM_VORTEX;
}

void shape_target(struct canvas *canvas, const struct theme *theme, const struct carom_target *target,
                  struct tile_style style)
{
    bool shaped = has_shape(target, style.shapes), vortex = target->token == CAROM_VORTEX;
    unsigned colour = target->active;
    struct symbol_style symbol = {
        .disc = style.current ? theme->target_disc
                : shaped      ? theme->quiet_shape
                              : theme->quiet_disc,
        .edges = style.current,
        .percent = style.faded ? theme->quiet_percent : 100,
    };
    if (!shaped) {
        canvas_circle(canvas, 0, 0, style.current ? (vortex ? 440 : 432) : 400, paint_fill(symbol.disc));
        draw_sign(canvas, theme, target, style.current ? (vortex ? 313 : 351) : 288, symbol);
        return;
    }
    shape_silhouette(canvas, colour, 0, style.current ? -52 : -34, symbol.disc);
    canvas_begin(canvas, &(struct canvas_group){.y = on_shape[colour][1]});
    draw_sign(canvas, theme, target, (style.current ? 313 : 300) * on_shape[colour][0] / 100, symbol);
    canvas_end(canvas);
}

/* A ring of the four colours, each a quarter. */
static void draw_four_colours(struct canvas *canvas, const struct theme *theme, int radius, int width)
{
    struct canvas_transform frame = {.size = radius};
    for (; frame.quarters < 4; frame.quarters++) {
        canvas_svg_path(canvas, "M-1000 0C-1000 -552 -552 -1000 0 -1000", frame);
        canvas_paint(canvas, paint_stroke(theme->body[frame.quarters], width));
    }
}

static void draw_rays(struct canvas *canvas, uint32_t colour)
{
    /* Where twelve rays point: the cosines of 15, 45 and 75 degrees. */
    static const int way[12][2] = {{966, 259},   {707, 707},   {259, 966},   {-259, 966}, {-707, 707}, {-966, 259},
                                   {-966, -259}, {-707, -707}, {-259, -966}, {259, -966}, {707, -707}, {966, -259}};
    canvas_begin_layer(canvas, "rays");
    for (unsigned i = 0; i < 12; i++) {
        int far = i % 2 == 1 ? 740 : 700;
        canvas_move(canvas, way[i][0] * 640 / 1000, way[i][1] * 640 / 1000);
        canvas_line(canvas, way[i][0] * far / 1000, way[i][1] * far / 1000);
    }
    canvas_paint(canvas, paint_stroke(colour, 54));
    canvas_end(canvas);
}

void shape_glow(struct canvas *canvas, const struct theme *theme, const struct carom_target *target, bool shapes)
{
    bool any = target->active >= CAROM_ROBOTS;
    unsigned colour = any ? CAROM_YELLOW : target->active;
    struct canvas_paint halo = paint_fill(theme->body[colour]);
    halo.opacity = 15;
    canvas_circle(canvas, 0, 0, 880, halo);
    halo.opacity = 24;
    canvas_circle(canvas, 0, 0, 690, halo);
    draw_rays(canvas, theme->line[colour]);
    if (any) {
        canvas_circle(canvas, 0, 0, 525, paint_fill(theme->outline[CAROM_ANY_ROBOT]));
        draw_four_colours(canvas, theme, 480, 76);
    } else if (has_shape(target, shapes)) {
        shape_silhouette(canvas, colour, 0, 44, theme->outline[colour]);
        shape_silhouette(canvas, colour, 0, 22, theme->body[colour]);
    } else {
        canvas_circle(canvas, 0, 0, 512, paint_fill_stroke(theme->body[colour], theme->outline[colour], 26));
    }
}

void shape_token(struct canvas *canvas, const struct theme *theme, const struct carom_target *target, int radius)
{
    bool any = target->active >= CAROM_ROBOTS;
    int disc = radius * 84 / 100;
    if (!any)
        canvas_circle(canvas, 0, radius * 4 / 100, radius, paint_fill(theme->outline[target->active]));
    if (any)
        draw_four_colours(canvas, theme, radius * 92 / 100, radius - disc);
    else
        canvas_circle(canvas, 0, 0, radius, paint_fill(theme->body[target->active]));
    canvas_circle(canvas, 0, 0, disc, paint_fill(theme->target_disc));
    draw_sign(canvas, theme, target, radius * 67 / 100,
              (struct symbol_style){.disc = theme->target_disc, .edges = true});
}
