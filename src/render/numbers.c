/*
 * Numbers as pictures: how hard each cell is, as shades below everything on a board, and how often there is how much of
 * something, as a chart of bars.
 *
 * Shades go from the colour of the cells to one that no robot has; only how dark they are matters, so they can be told
 * apart with every kind of colour blindness. Cells of one shade are one path, which keeps the text short.
 */
#include "scene.h"

#define CHART_HEIGHT 9000 /* of the highest bar */
#define BAR_WIDTH 820     /* of a cell */
#define BAR_LEAST 90      /* a few are not none */
#define LABEL 760
#define LABEL_ROOM 1500
#define FEW 12 /* bars that all have their number below */
#define EVERY 5

/* ---- shades ---- */

unsigned carom_picture_shade(unsigned number, unsigned low, unsigned high)
{
    if (number <= low || high <= low)
        return 0;
    unsigned shade = (unsigned)((uint64_t)(number - low) * CAROM_SHADES / (high - low + 1));
    return shade < CAROM_SHADES ? shade : CAROM_SHADES - 1;
}

static uint32_t shade_colour(const struct theme *theme, unsigned shade)
{
    uint32_t colour = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int from = (int)(theme->heat[0] >> shift & 255u), to = (int)(theme->heat[1] >> shift & 255u);
        colour |= (uint32_t)(from + (to - from) * (int)shade / (CAROM_SHADES - 1)) << shift;
    }
    return colour;
}

static void add_cell(struct pen *pen, carom_cell cell)
{
    int x = scene_x(cell) - HALF, y = scene_y(cell) - HALF;
    pen_move(pen, x, y);
    pen_line(pen, x + CELL, y);
    pen_line(pen, x + CELL, y + CELL);
    pen_line(pen, x, y + CELL);
    pen->backend->close(pen);
}

void numbers_heat(struct pen *pen, const struct carom_picture *picture)
{
    const struct carom_board *board = &picture->position->board;
    unsigned low = UINT16_MAX, high = 0, painted = 0;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        unsigned number = picture->heat[cell];
        low = number > 0 && number < low ? number : low;
        high = number > high ? number : high;
    }
    pen_layer(pen, "heat");
    for (unsigned shade = 0; shade < CAROM_SHADES; shade++, painted = 0) {
        for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
            if (picture->heat[cell] > 0 && carom_board_inside(board, (carom_cell)cell) &&
                carom_picture_shade(picture->heat[cell], low, high) == shade) {
                add_cell(pen, (carom_cell)cell);
                painted++;
            }
        if (painted > 0)
            pen_paint(pen, pen_filled(shade_colour(theme_of(picture->theme), shade)));
    }
    pen_end(pen);
}

void numbers_shade(struct pen *pen, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    unsigned shade = picture->item < CAROM_SHADES ? picture->item : CAROM_SHADES - 1;
    pen_rectangle(pen, -HALF, -HALF, CELL, CELL, 0, pen_filled(shade_colour(theme, shade)));
}

/* ---- charts ---- */

static int bars_of(const struct carom_picture *picture)
{
    return (int)(picture->count < CAROM_CHART_BARS ? picture->count : CAROM_CHART_BARS);
}

struct scene_frame numbers_chart_frame(const struct carom_picture *picture)
{
    int bars = bars_of(picture);
    return (struct scene_frame){0, 0, (bars > FEW ? bars : FEW) * CELL, CHART_HEIGHT + LABEL_ROOM};
}

static void draw_bar(struct pen *pen, int x, uint64_t count, uint64_t most, struct pen_paint paint)
{
    /* The largest numbers are halved until they can be multiplied. */
    while (most > UINT64_MAX / CHART_HEIGHT) {
        most /= 2;
        count /= 2;
    }
    int height = (int)(count * CHART_HEIGHT / most);
    height = height < BAR_LEAST ? BAR_LEAST : height;
    pen_rectangle(pen, x + (CELL - BAR_WIDTH) / 2, CHART_HEIGHT - height, BAR_WIDTH, height, 0, paint);
}

void numbers_chart(struct pen *pen, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    struct scene_frame frame = numbers_chart_frame(picture);
    unsigned robot = picture->item < CAROM_ROBOTS ? picture->item : CAROM_ROBOTS;
    uint64_t most = 1;
    int bars = bars_of(picture);
    char word[8];
    for (int i = 0; i < bars; i++)
        most = picture->counts[i] > most ? picture->counts[i] : most;
    pen_layer(pen, "bars");
    for (int i = 0; i < bars; i++)
        if (picture->counts[i] > 0)
            draw_bar(pen, i * CELL, picture->counts[i], most, pen_edged(theme->body[robot], theme->edge_of[robot], 40));
    pen_end(pen);
    pen_layer(pen, "axis");
    pen_move(pen, 0, CHART_HEIGHT);
    pen_line(pen, frame.width, CHART_HEIGHT);
    pen_paint(pen, pen_stroked(theme->label, 60));
    for (int i = 0; i<bars; i += bars> FEW ? EVERY : 1) {
        struct carom_text text = carom_text_in(word, sizeof word);
        carom_text_uint(&text, (uint64_t)i);
        pen_word(pen, word, i * CELL + HALF, CHART_HEIGHT + LABEL_ROOM / 2 + 60, LABEL, pen_stroked(theme->label, 100));
    }
    pen_end(pen);
}
