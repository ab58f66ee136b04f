/*
 * How hard each cell is as a start of the active robot: as a picture of the board, and as numbers.
 */
#include "atlas.h"

#include <errno.h>
#include <string.h>

#define HEAT_PIXELS 1024

/* The mean over all targets for which it is known; a board has as many placements for each. */
static bool mean_of(const struct atlas_entry *entries, size_t count, uint16_t heat[CAROM_CELLS])
{
    size_t known = 0;
    for (size_t i = 0; i < count; i++)
        known += entries[i].has_cells;
    for (unsigned cell = 0; cell < CAROM_CELLS && known > 0; cell++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += entries[i].has_cells ? entries[i].cells[cell] : 0;
        heat[cell] = (uint16_t)((sum + known / 2) / known);
    }
    return known > 0;
}

int atlas_heat(struct cli *cli, const char *path, const struct atlas_entry *entries, size_t count)
{
    struct carom_position position = {.target = {.given = false}};
    uint16_t heat[CAROM_CELLS];
    struct carom_fault fault;
    char title[ATLAS_BOARD_MAX + ATLAS_TARGET_MAX];
    if (!mean_of(entries, count, heat))
        return CLI_DONE; /* it was interrupted */
    /* They were read from there before. */
    carom_board_read(&position.board, entries[0].board, strlen(entries[0].board), &fault);
    if (count == 1)
        carom_target_read(&position.target, &position.board, entries[0].target, strlen(entries[0].target), &fault);
    snprintf(title, sizeof title, "%s %s", entries[0].board, count == 1 ? entries[0].target : "");
    struct carom_picture picture = {.position = &position, .heat = heat, .pixels = HEAT_PIXELS, .title = title};
    return cli_picture_write(cli, NULL, path, HEAT_PIXELS, &picture);
}

static void write_cells(FILE *file, const struct atlas_entry *entry)
{
    fprintf(file, "%s,%s,%d,", entry->board, entry->target, entry->ricochet);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        fprintf(file, "%s%u", cell > 0 ? " " : "", (entry->cells[cell] + 5u) / 10u);
    fputs("\n", file);
}

int atlas_cells(struct cli *cli, const char *path, const struct atlas_entry *entries, size_t count)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (file == NULL)
        return cli_error(cli, NULL, N_("%s: %s; expected a file that can be written"), path, strerror(errno));
    fprintf(file, "%s\n", ATLAS_CELLS_HEAD);
    for (size_t i = 0; i < count; i++)
        if (entries[i].has_cells)
            write_cells(file, &entries[i]);
    bool good = ferror(file) == 0;
    if (file != stdout)
        good = fclose(file) == 0 && good;
    return good ? CLI_DONE : cli_error(cli, NULL, N_("%s cannot be written"), path);
}
