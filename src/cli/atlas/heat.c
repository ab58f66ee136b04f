/*
 * How hard each cell is as a start of the active robot: as a picture of the board, and as numbers.
 */
#include "atlas.h"

#include <errno.h>
#include <string.h>

#define HEAT_PIXELS 1024

/* The mean over all targets for which it is known; a board has as many placements for each. */
static bool cell_mean(const struct atlas_row *rows, size_t count, uint16_t heat[CAROM_CELLS])
{
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        known += rows[i].has_cell_means;
    for (unsigned cell = 0; cell < CAROM_CELLS && known > 0; cell++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += rows[i].has_cell_means ? rows[i].cell_means[cell] : 0;
        heat[cell] = (uint16_t)((sum + known / 2) / known);
    }
    return known > 0;
}

int atlas_draw_heat(struct cli *cli, const char *path, const struct atlas_row *rows, size_t count)
{
    struct carom_position position = {.target = {.is_set = false}};
    uint16_t heat[CAROM_CELLS];
    struct carom_error error;
    char title[ATLAS_BOARD_MAX + ATLAS_TARGET_MAX];
    if (!cell_mean(rows, count, heat))
        return CLI_EXIT_OK; /* it was interrupted */
    /* They were read from there before. */
    carom_board_read(&position.board, rows[0].board, strlen(rows[0].board), &error);
    if (count == 1)
        carom_target_read(&position.target, &position.board, rows[0].target, strlen(rows[0].target), &error);
    snprintf(title, sizeof title, "%s %s", rows[0].board, count == 1 ? rows[0].target : "");
    struct carom_picture picture = {.position = &position, .heat = heat, .pixels = HEAT_PIXELS, .title = title};
    return cli_picture_write(cli, NULL, path, HEAT_PIXELS, &picture);
}

static void write_cells(FILE *file, const struct atlas_row *row)
{
    fprintf(file, "%s,%s,%d,", row->board, row->target, row->ricochet);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        fprintf(file, "%s%u", cell > 0 ? " " : "", (row->cell_means[cell] + 5u) / 10u);
    fputs("\n", file);
}

int atlas_write_cells(struct cli *cli, const char *path, const struct atlas_row *rows, size_t count)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file == NULL)
        return cli_error(cli, NULL, N_("cannot write %s: %s"), path, strerror(errno));
    fprintf(file, "%s\n", ATLAS_CELLS_CSV_HEADER);
    for (size_t i = 0; i < count; i++)
        if (rows[i].has_cell_means)
            write_cells(file, &rows[i]);
    bool good = ferror(file) == 0;
    if (file != stdout)
        good = fclose(file) == 0 && good;
    return good ? CLI_EXIT_OK : cli_error(cli, NULL, N_("cannot write %s"), path);
}
