/*
 * The canvas that writes SVG. Each shape is one element with plain attributes for colours, so that a style sheet can
 * override them by class.
 */
#include "animation.h"
#include "scene.h"

struct svg_canvas {
    struct canvas canvas;
    struct carom_text *text;
    const char *prefix;
    bool in_path; /* a path's d attribute is being written */
};

static struct carom_text *text_of(struct canvas *canvas)
{
    return ((struct svg_canvas *)(void *)canvas)->text;
}

static void put_number(struct carom_text *text, const char *before, int number)
{
    carom_text_put(text, before);
    carom_text_int(text, number);
}

/* Writes hundredths or thousandths as a decimal fraction: 35 of 100 is .35. */
static void put_fraction(struct carom_text *text, unsigned number, unsigned whole)
{
    if (number >= whole)
        carom_text_uint(text, number / whole);
    number %= whole;
    if (number == 0)
        return;
    carom_text_char(text, '.');
    for (; number > 0; number = number * 10 % whole)
        carom_text_char(text, (char)('0' + number * 10 / whole));
}

static void put_colour(struct carom_text *text, const char *before, uint32_t colour)
{
    carom_text_put(text, before);
    if (colour == CANVAS_NO_COLOUR) {
        carom_text_put(text, "none\"");
        return;
    }
    carom_text_char(text, '#');
    for (int shift = 20; shift >= 0; shift -= 4)
        carom_text_char(text, "0123456789abcdef"[colour >> shift & 15]);
    carom_text_char(text, '"');
}

static void put_opacity(struct carom_text *text, unsigned opacity)
{
    if (opacity == 0 || opacity >= 100)
        return;
    carom_text_put(text, " opacity=\"");
    put_fraction(text, opacity, 100);
    carom_text_char(text, '"');
}

static void put_paint(struct carom_text *text, const struct canvas_paint *paint)
{
    put_colour(text, " fill=\"", paint->fill);
    if (paint->stroke != CANVAS_NO_COLOUR) {
        put_colour(text, " stroke=\"", paint->stroke);
        put_number(text, " stroke-width=\"", paint->width);
        carom_text_char(text, '"');
    }
    put_opacity(text, paint->opacity);
    carom_text_put(text, "/>");
}

static void svg_begin(struct canvas *canvas, const struct canvas_group *group)
{
    struct carom_text *text = text_of(canvas);
    carom_text_put(text, "\n<g");
    if (group->name != NULL) {
        carom_text_put(text, " class=\"");
        carom_text_put(text, group->name);
        carom_text_char(text, '"');
    }
    if (group->id != NULL) {
        carom_text_put(text, " id=\"");
        carom_text_put(text, ((struct svg_canvas *)(void *)canvas)->prefix);
        carom_text_put(text, group->id);
        carom_text_char(text, '"');
    }
    if (group->x != 0 || group->y != 0) {
        put_number(text, " transform=\"translate(", group->x);
        put_number(text, ",", group->y);
        carom_text_put(text, ")\"");
    }
    put_opacity(text, group->opacity);
    carom_text_char(text, '>');
}

static void svg_end(struct canvas *canvas)
{
    carom_text_put(text_of(canvas), "</g>");
}

static void put_point(struct carom_text *text, char command, int x, int y)
{
    carom_text_char(text, command);
    carom_text_int(text, x);
    put_number(text, y < 0 ? "" : " ", y);
}

static void svg_move(struct canvas *canvas, int x, int y)
{
    struct svg_canvas *svg = (struct svg_canvas *)(void *)canvas;
    if (!svg->in_path)
        carom_text_put(svg->text, "<path d=\"");
    svg->in_path = true;
    put_point(svg->text, 'M', x, y);
}

static void svg_line(struct canvas *canvas, int x, int y)
{
    put_point(text_of(canvas), 'L', x, y);
}

static void svg_curve(struct canvas *canvas, int x1, int y1, int x2, int y2, int x, int y)
{
    struct carom_text *text = text_of(canvas);
    put_point(text, 'C', x1, y1);
    put_point(text, ' ', x2, y2);
    put_point(text, ' ', x, y);
}

static void svg_close(struct canvas *canvas)
{
    carom_text_char(text_of(canvas), 'Z');
}

static void svg_paint(struct canvas *canvas, const struct canvas_paint *paint)
{
    ((struct svg_canvas *)(void *)canvas)->in_path = false;
    carom_text_char(text_of(canvas), '"');
    put_paint(text_of(canvas), paint);
}

static void svg_circle(struct canvas *canvas, int x, int y, int radius, const struct canvas_paint *paint)
{
    struct carom_text *text = text_of(canvas);
    put_number(text, "<circle cx=\"", x);
    put_number(text, "\" cy=\"", y);
    put_number(text, "\" r=\"", radius);
    carom_text_char(text, '"');
    put_paint(text, paint);
}

static void put_escaped(struct carom_text *text, const char *words)
{
    for (; *words != '\0'; words++)
        if (*words == '&')
            carom_text_put(text, "&amp;");
        else if (*words == '<')
            carom_text_put(text, "&lt;");
        else if (*words == '>')
            carom_text_put(text, "&gt;");
        else
            carom_text_char(text, *words);
}

static void put_head(struct carom_text *text, const struct carom_picture *picture)
{
    struct scene_frame frame = carom_scene_frame(picture);
    put_number(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"", frame.x);
    put_number(text, " ", frame.y);
    put_number(text, " ", frame.width);
    put_number(text, " ", frame.height);
    if (picture->pixels > 0) {
        put_number(text, "\" width=\"", (int)picture->pixels);
        uint64_t height = ((uint64_t)picture->pixels * (unsigned)frame.height + (unsigned)frame.width / 2);
        put_number(text, "\" height=\"", (int)(height / (unsigned)frame.width));
    }
    carom_text_put(text, "\" stroke-linecap=\"round\" stroke-linejoin=\"round\" role=\"img\">");
    if (picture->title != NULL) {
        carom_text_put(text, "<title>");
        put_escaped(text, picture->title);
        carom_text_put(text, "</title>");
    }
    if (picture->animated)
        animation_write_css(text, picture);
}

/* A prefix is written into attributes and style sheets without escaping. */
static bool prefix_fits(const char *prefix)
{
    while ((*prefix >= '0' && *prefix <= '9') || ((*prefix | 32) >= 'a' && (*prefix | 32) <= 'z') || *prefix == '-')
        prefix++;
    return *prefix == '\0';
}

void carom_picture_svg(struct carom_text *text, const struct carom_picture *asked)
{
    struct carom_picture checked = *asked;
    const struct carom_picture *picture = &checked;
    if (checked.prefix != NULL && !prefix_fits(checked.prefix))
        checked.prefix = NULL;
    static const struct canvas_backend backend = {svg_begin, svg_end,   svg_move,  svg_line,
                                                  svg_curve, svg_close, svg_paint, svg_circle};
    struct svg_canvas svg = {
        .canvas = {&backend}, .text = text, .prefix = picture->prefix != NULL ? picture->prefix : ""};
    put_head(text, picture);
    carom_scene_draw(&svg.canvas, picture);
    carom_text_put(text, "\n</svg>\n");
}
