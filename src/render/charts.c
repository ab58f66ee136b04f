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
#define BAR_MIN 90        /* a few are not none */
#define LABEL 760
#define LABEL_HEIGHT 1500
#define FEW 12 /* bars that all have their number below */
#define EVERY 5

/* ---- shades ---- */

unsigned carom_heat_shade(unsigned number, unsigned low, unsigned high)
{
    if (number <= low || high <= low)
        return 0;
    unsigned shade = (unsigned)((uint64_t)(number - low) * CAROM_HEAT_SHADES / (high - low + 1));
    return shade < CAROM_HEAT_SHADES ? shade : CAROM_HEAT_SHADES - 1;
}

static uint32_t shade_colour(const struct theme *theme, unsigned shade)
{
    uint32_t colour = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
        int from = (int)(theme->heat[0] >> shift & 255u), to = (int)(theme->heat[1] >> shift & 255u);
        colour |= (uint32_t)(from + (to - from) * (int)shade / (CAROM_HEAT_SHADES - 1)) << shift;
    }
    return colour;
}

void scene_add_cell(struct canvas *canvas, carom_cell cell)
{
    int x = scene_x(cell) - HALF, y = scene_y(cell) - HALF;
    canvas_move(canvas, x, y);
    canvas_line(canvas, x + CELL, y);
    canvas_line(canvas, x + CELL, y + CELL);
    canvas_line(canvas, x, y + CELL);
    canvas->backend->close(canvas);
}

void heat_draw(struct canvas *canvas, const struct carom_picture *picture)
{
    const struct carom_board *board = &picture->position->board;
    unsigned low = UINT16_MAX, high = 0, painted = 0;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        unsigned number = picture->heat[cell];
        low = number > 0 && number < low ? number : low;
        high = number > high ? number : high;
    }
    canvas_begin_layer(canvas, "heat");
    for (unsigned shade = 0; shade < CAROM_HEAT_SHADES; shade++, painted = 0) {
        for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
            if (picture->heat[cell] > 0 && carom_board_contains(board, (carom_cell)cell) &&
                carom_heat_shade(picture->heat[cell], low, high) == shade) {
                scene_add_cell(canvas, (carom_cell)cell);
                painted++;
            }
        if (painted > 0)
            canvas_paint(canvas, paint_fill(shade_colour(theme_of(picture->theme), shade)));
    }
    canvas_end(canvas);
}

void heat_draw_key(struct canvas *canvas, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    unsigned shade = picture->icon < CAROM_HEAT_SHADES ? picture->icon : CAROM_HEAT_SHADES - 1;
    canvas_rectangle(canvas, -HALF, -HALF, CELL, CELL, 0, paint_fill(shade_colour(theme, shade)));
}

/* ---- charts ---- */

static int bars_of(const struct carom_picture *picture)
{
    return (int)(picture->chart_count < CAROM_CHART_BARS_MAX ? picture->chart_count : CAROM_CHART_BARS_MAX);
}

struct scene_frame chart_frame(const struct carom_picture *picture)
{
    int bars = bars_of(picture);
    return (struct scene_frame){0, 0, (bars > FEW ? bars : FEW) * CELL, CHART_HEIGHT + LABEL_HEIGHT};
}

static void draw_bar(struct canvas *canvas, int x, uint64_t count, uint64_t most, struct canvas_paint paint)
{
    /* The largest numbers are halved until they can be multiplied. */
    while (most > UINT64_MAX / CHART_HEIGHT) {
        most /= 2;
        count /= 2;
    }
    int height = (int)(count * CHART_HEIGHT / most);
    height = height < BAR_MIN ? BAR_MIN : height;
    canvas_rectangle(canvas, x + (CELL - BAR_WIDTH) / 2, CHART_HEIGHT - height, BAR_WIDTH, height, 0, paint);
}

void chart_draw(struct canvas *canvas, const struct carom_picture *picture)
{
    const struct theme *theme = theme_of(picture->theme);
    struct scene_frame frame = chart_frame(picture);
    unsigned robot = picture->icon < CAROM_ROBOTS ? picture->icon : CAROM_ROBOTS;
    uint64_t most = 1;
    int bars = bars_of(picture);
    char word[8];
    for (int i = 0; i < bars; i++)
        most = picture->chart_values[i] > most ? picture->chart_values[i] : most;
    canvas_begin_layer(canvas, "bars");
    for (int i = 0; i < bars; i++)
        if (picture->chart_values[i] > 0)
            draw_bar(canvas, i * CELL, picture->chart_values[i], most,
                     paint_fill_stroke(theme->body[robot], theme->outline[robot], 40));
    canvas_end(canvas);
    canvas_begin_layer(canvas, "axis");
    canvas_move(canvas, 0, CHART_HEIGHT);
    canvas_line(canvas, frame.width, CHART_HEIGHT);
    canvas_paint(canvas, paint_stroke(theme->label, 60));
    for (int i = 0; i<bars; i += bars> FEW ? EVERY : 1) {
        struct carom_text text = carom_text_init(word, sizeof word);
        carom_text_uint(&text, (uint64_t)i);
        canvas_text(canvas, word, i * CELL + HALF, CHART_HEIGHT + LABEL_HEIGHT / 2 + 60, LABEL,
                    paint_stroke(theme->label, 100));
    }
    canvas_end(canvas);
}
