/*
 * Histograms as an SVG picture: one small chart for each entry, all with the same scale of moves, so that they can be
 * compared at a glance.
 */
#include "atlas.h"

#include <stdlib.h>

#define CHART_WIDTH 380
#define CHART_HEIGHT 190
#define LEFT 12
#define TOP 30
#define BOTTOM 24
#define COLUMNS 3

/* The colour of the robot that the target is for (docs/pictures.md). */
static const char *colour_of(const char *target)
{
    switch (target[0]) {
    case 'R':
        return "#d55e00";
    case 'Y':
        return "#b59f00";
    case 'G':
        return "#009e73";
    case 'B':
        return "#0072b2";
    }
    return "#7d5ba6";
}

static void draw_bars(FILE *file, const struct atlas_entry *entry, unsigned moves)
{
    const double height = CHART_HEIGHT - TOP - BOTTOM, width = (double)(CHART_WIDTH - 2 * LEFT) / moves;
    uint64_t most = 1;
    for (unsigned i = 0; i < entry->depths; i++)
        if (entry->histogram[i] > most)
            most = entry->histogram[i];
    for (unsigned i = 0; i < entry->depths; i++) {
        double tall = (double)entry->histogram[i] / (double)most * height;
        if (entry->histogram[i] > 0 && tall < 0.7)
            tall = 0.7; /* a few are not none */
        fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>", LEFT + i * width,
                CHART_HEIGHT - BOTTOM - tall, width * 0.85, tall);
    }
}

static void draw_chart(FILE *file, const struct atlas_entry *entry, unsigned moves, unsigned x, unsigned y)
{
    const double width = (double)(CHART_WIDTH - 2 * LEFT) / moves;
    fprintf(file, "<g transform=\"translate(%u %u)\"><text x=\"%d\" y=\"18\" font-weight=\"600\">%s %s</text>", x, y,
            LEFT, entry->board, entry->target);
    fprintf(file, "<text x=\"%d\" y=\"18\" text-anchor=\"end\">%.2f / %u</text><g fill=\"%s\">", CHART_WIDTH - LEFT,
            (double)atlas_entry_mean(entry) / 1e6, entry->depths > 0 ? entry->depths - 1 : 0, colour_of(entry->target));
    draw_bars(file, entry, moves);
    fputs("</g><g font-size=\"10\" text-anchor=\"middle\">", file);
    for (unsigned i = 0; i<moves; i += moves> 12 ? 5 : 1)
        fprintf(file, "<text x=\"%.1f\" y=\"%d\">%u</text>", LEFT + (i + 0.42) * width, CHART_HEIGHT - 10, i);
    fputs("</g></g>\n", file);
}

bool atlas_plot(const char *path, const struct atlas_entry *entries, size_t count)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    unsigned moves = 1, columns = count < COLUMNS ? (unsigned)count : COLUMNS;
    unsigned rows = (unsigned)(count + columns - 1) / columns;
    for (size_t i = 0; i < count; i++)
        if (entries[i].depths > moves)
            moves = entries[i].depths;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" font-family=\"system-ui, sans-serif\""
            " font-size=\"13\"><rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            columns * CHART_WIDTH, rows * CHART_HEIGHT);
    for (size_t i = 0; i < count; i++)
        draw_chart(file, &entries[i], moves, (unsigned)(i % columns) * CHART_WIDTH,
                   (unsigned)(i / columns) * CHART_HEIGHT);
    fputs("</svg>\n", file);
    bool good = ferror(file) == 0;
    return fclose(file) == 0 && good;
}
