/*
 * Histograms as an SVG picture: one small chart for each entry, with its name, its mean and its maximum. The charts
 * come from the drawing code that the page draws them with too.
 */
#include "atlas.h"

#define CHART_WIDTH 380
#define CHART_HEIGHT 190
#define LEFT 12
#define TOP 30
#define COLUMNS 3

static bool draw_chart(FILE *file, const struct atlas_row *row, unsigned moves, unsigned x, unsigned y)
{
    uint64_t counts[CAROM_ATLAS_DEPTH_MAX] = {0}; /* all with the same scale of moves, to be compared at a glance */
    unsigned robot = carom_robot_from_letter(row->target[0]);
    bool one = row->target[0] != '\0' && row->target[1] != ' ';
    for (unsigned i = 0; i < row->depths; i++)
        counts[i] = row->histogram[i];
    struct carom_picture chart = {.kind = CAROM_PICTURE_KIND_CHART,
                                  .icon = one && robot < CAROM_COLOURS ? robot : CAROM_ROBOTS,
                                  .chart_values = counts,
                                  .chart_count = moves,
                                  .pixels = CHART_WIDTH - 2 * LEFT};
    fprintf(file, "<g transform=\"translate(%u %u)\"><text x=\"%d\" y=\"18\" font-weight=\"600\">%s %s</text>", x, y,
            LEFT, row->board, row->target);
    fprintf(file, "<text x=\"%d\" y=\"18\" text-anchor=\"end\">%.2f / %u</text><g transform=\"translate(%d %d)\">",
            CHART_WIDTH - LEFT, (double)atlas_row_mean(row) / 1e6, row->depths > 0 ? row->depths - 1 : 0, LEFT, TOP);
    bool good = cli_picture_svg(file, &chart);
    fputs("</g></g>\n", file);
    return good;
}

bool atlas_draw_histograms(const char *path, const struct atlas_row *atlas_row, size_t count)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    unsigned moves = 1, columns = count < COLUMNS ? (unsigned)count : COLUMNS;
    unsigned rows = (unsigned)(count + columns - 1) / columns;
    for (size_t i = 0; i < count; i++)
        if (atlas_row[i].depths > moves)
            moves = atlas_row[i].depths;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %u %u\" font-family=\"system-ui, sans-serif\""
            " font-size=\"13\"><rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            columns * CHART_WIDTH, rows * CHART_HEIGHT);
    bool good = true;
    for (size_t i = 0; i < count; i++)
        good = draw_chart(file, &atlas_row[i], moves, (unsigned)(i % columns) * CHART_WIDTH,
                          (unsigned)(i / columns) * CHART_HEIGHT) &&
               good;
    fputs("</svg>\n", file);
    good = ferror(file) == 0 && good;
    return fclose(file) == 0 && good;
}
