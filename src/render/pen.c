/*
 * What can be said with a pen in more than one stroke: rectangles with round corners, shapes from a table, words.
 */
#include "pen.h"
#include "shapes.h"

#include <stddef.h>

void pen_begin(struct pen *pen, const struct pen_group *group)
{
    pen->backend->begin(pen, group);
}
void pen_layer(struct pen *pen, const char *name)
{
    pen_begin(pen, &(struct pen_group){.name = name});
}
void pen_end(struct pen *pen)
{
    pen->backend->end(pen);
}
void pen_move(struct pen *pen, int x, int y)
{
    pen->backend->move(pen, x, y);
}
void pen_line(struct pen *pen, int x, int y)
{
    pen->backend->line(pen, x, y);
}
void pen_paint(struct pen *pen, struct pen_paint paint)
{
    pen->backend->paint(pen, &paint);
}
void pen_circle(struct pen *pen, int x, int y, int radius, struct pen_paint paint)
{
    pen->backend->circle(pen, x, y, radius, &paint);
}

void pen_rectangle(struct pen *pen, int x, int y, int width, int height, int corner, struct pen_paint paint)
{
    const struct pen_backend *backend = pen->backend;
    int c = corner * 448 / 1000; /* where a curve's handles lie so that it looks like a quarter of a circle */
    int right = x + width, bottom = y + height;
    backend->move(pen, x + corner, y);
    backend->line(pen, right - corner, y);
    if (corner > 0)
        backend->curve(pen, right - c, y, right, y + c, right, y + corner);
    backend->line(pen, right, bottom - corner);
    if (corner > 0)
        backend->curve(pen, right, bottom - c, right - c, bottom, right - corner, bottom);
    backend->line(pen, x + corner, bottom);
    if (corner > 0)
        backend->curve(pen, x + c, bottom, x, bottom - c, x, bottom - corner);
    backend->line(pen, x, y + corner);
    if (corner > 0)
        backend->curve(pen, x, y + c, x + c, y, x + corner, y);
    backend->close(pen);
    pen_paint(pen, paint);
}

/* ---- shapes ---- */

struct point {
    int x, y;
};

static struct point place(struct pen_frame frame, struct point at)
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

/* One command and its numbers; `here` is where the path has come to, in the shape's own square. */
static struct point trace_step(struct pen *pen, char command, const char **at, struct point here,
                               struct pen_frame frame)
{
    if (command == 'Z') {
        pen->backend->close(pen);
        return here;
    }
    if (command == 'C') {
        struct point first = place(frame, read_point(at)), second = place(frame, read_point(at));
        here = read_point(at);
        struct point end = place(frame, here);
        pen->backend->curve(pen, first.x, first.y, second.x, second.y, end.x, end.y);
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
        pen_move(pen, end.x, end.y);
    else
        pen_line(pen, end.x, end.y);
    return here;
}

void pen_trace(struct pen *pen, const char *shape, struct pen_frame frame)
{
    struct point here = {0, 0};
    while (*shape != '\0') {
        char command = *shape++;
        here = trace_step(pen, command, &shape, here, frame);
        while (*shape == ' ')
            shape++;
    }
}

/* ---- words ---- */

#define LETTER_GAP 26 /* between letters, in hundredths of a capital's height */

void pen_word(struct pen *pen, const char *word, int x, int y, int height, struct pen_paint paint)
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
        /* Letters are drawn in hundredths of their height, shapes in thousandths of a size. */
        pen_trace(pen, letter->path, (struct pen_frame){.x = left, .y = y - height / 2, .size = height * 10});
        left += (letter->width + LETTER_GAP) * height / 100;
    }
    pen_paint(pen, paint);
}
