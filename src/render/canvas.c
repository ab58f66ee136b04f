/*
 * Compound shapes for all canvases: rounded rectangles, shapes from a table, text.
 */
#include "canvas.h"
#include "shapes.h"

#include <stddef.h>

void canvas_begin(struct canvas *canvas, const struct canvas_group *group)
{
    canvas->backend->begin(canvas, group);
}
void canvas_begin_layer(struct canvas *canvas, const char *name)
{
    canvas_begin(canvas, &(struct canvas_group){.name = name});
}
void canvas_end(struct canvas *canvas)
{
    canvas->backend->end(canvas);
}
void canvas_move(struct canvas *canvas, int x, int y)
{
    canvas->backend->move(canvas, x, y);
}
void canvas_line(struct canvas *canvas, int x, int y)
{
    canvas->backend->line(canvas, x, y);
}
void canvas_paint(struct canvas *canvas, struct canvas_paint paint)
{
    canvas->backend->paint(canvas, &paint);
}
void canvas_circle(struct canvas *canvas, int x, int y, int radius, struct canvas_paint paint)
{
    canvas->backend->circle(canvas, x, y, radius, &paint);
}

void canvas_rectangle(struct canvas *canvas, int x, int y, int width, int height, int corner, struct canvas_paint paint)
{
    const struct canvas_backend *backend = canvas->backend;
    int c = corner * 448 / 1000; /* control points that approximate a quarter circle */
    int right = x + width, bottom = y + height;
    backend->move(canvas, x + corner, y);
    backend->line(canvas, right - corner, y);
    if (corner > 0)
        backend->curve(canvas, right - c, y, right, y + c, right, y + corner);
    backend->line(canvas, right, bottom - corner);
    if (corner > 0)
        backend->curve(canvas, right, bottom - c, right - c, bottom, right - corner, bottom);
    backend->line(canvas, x + corner, bottom);
    if (corner > 0)
        backend->curve(canvas, x + c, bottom, x, bottom - c, x, bottom - corner);
    backend->line(canvas, x, y + corner);
    if (corner > 0)
        backend->curve(canvas, x, y + c, x + c, y, x + corner, y);
    backend->close(canvas);
    canvas_paint(canvas, paint);
}

/* ---- shapes ---- */

struct point {
    int x, y;
};

static struct point place(struct canvas_transform frame, struct point at)
{
    for (unsigned i = 0; i < frame.quarters % 4; i++)
        at = (struct point){-at.y, at.x};
    return (struct point){frame.x + at.x * frame.size / 1000, frame.y + at.y * frame.size / 1000};
}

static int read_number(const char **at)
{
    while (**at == ' ')
        (*at)++;
    bool negative = **at == '-';
    if (negative)
        (*at)++;
    int number = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        number = number * 10 + (**at - '0');
    return negative ? -number : number;
}

static struct point read_point(const char **at)
{
    int x = read_number(at);
    return (struct point){x, read_number(at)};
}

/* Draws one path command with its numbers; `here` is the current point, in the shape's own square. */
static struct point trace_step(struct canvas *canvas, char command, const char **at, struct point here,
                               struct canvas_transform frame)
{
    if (command == 'Z') {
        canvas->backend->close(canvas);
        return here;
    }
    if (command == 'C') {
        struct point first = place(frame, read_point(at)), second = place(frame, read_point(at));
        here = read_point(at);
        struct point end = place(frame, here);
        canvas->backend->curve(canvas, first.x, first.y, second.x, second.y, end.x, end.y);
        return here;
    }
    if (command == 'H')
        here.x = read_number(at);
    else if (command == 'V')
        here.y = read_number(at);
    else
        here = read_point(at);
    struct point end = place(frame, here);
    if (command == 'M')
        canvas_move(canvas, end.x, end.y);
    else
        canvas_line(canvas, end.x, end.y);
    return here;
}

void canvas_svg_path(struct canvas *canvas, const char *shape, struct canvas_transform frame)
{
    struct point here = {0, 0};
    while (*shape != '\0') {
        char command = *shape++;
        here = trace_step(canvas, command, &shape, here, frame);
        while (*shape == ' ')
            shape++;
    }
}

/* ---- text ---- */

#define LETTER_GAP 26 /* between letters, in hundredths of a capital's height */

void canvas_text(struct canvas *canvas, const char *word, int x, int y, int height, struct canvas_paint paint)
{
    int width = -LETTER_GAP;
    for (const char *c = word; *c != '\0'; c++)
        if (shape_letter(*c) != NULL)
            width += shape_letter(*c)->width + LETTER_GAP;
    if (width < 0)
        return;
    int left = x - width * height / 200;
    for (; *word != '\0'; word++) {
        const struct shape_letter *letter = shape_letter(*word);
        if (letter == NULL)
            continue;
        /* Letters are defined in hundredths of their height, shapes in thousandths of a size. */
        canvas_svg_path(canvas, letter->path,
                        (struct canvas_transform){.x = left, .y = y - height / 2, .size = height * 10});
        left += (letter->width + LETTER_GAP) * height / 100;
    }
    canvas_paint(canvas, paint);
}
