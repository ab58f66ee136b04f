/*
 * Reads positions as people give them: in one line of either game, as a game ID, or as a drawing in a file.
 */
#include "cli.h"

#include <errno.h>
#include <string.h>

/* Reads a whole small file; false with everything said if that fails. */
static bool read_file(struct cli *cli, const struct cli_item *item, const char *name, char *bytes, size_t *length)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (file == NULL) {
        cli_error(cli, item, N_("%s: %s; expected a file with the drawing of a board"), name, strerror(errno));
        return false;
    }
    *length = fread(bytes, 1, CLI_LINE_MAX + 1, file);
    bool failed = ferror(file) != 0;
    int why = errno;
    if (!standard)
        fclose(file);
    if (failed)
        cli_error(cli, item, N_("%s: %s; expected a file with the drawing of a board"), name, strerror(why));
    else if (*length > CLI_LINE_MAX)
        cli_error(cli, item, N_("%s is longer than %d bytes; expected the drawing of a board"), name, CLI_LINE_MAX);
    return !failed && *length <= CLI_LINE_MAX;
}

/* `@FILE`. Only as an argument: lines of a batch may come from anybody, who should not learn what is in which file. */
static bool read_drawing(struct cli *cli, const struct cli_item *item, enum carom_position_need need,
                         struct carom_position *position)
{
    if (item->line) {
        cli_error(cli, item, N_("@FILE can only be given as an argument; expected a position in one word"));
        return false;
    }
    if (item->length == 1) {
        cli_error(cli, item, N_("@ has no file behind it; expected @FILE, or @- for standard input"));
        return false;
    }
    char name[4096];
    char bytes[CLI_LINE_MAX + 1];
    struct carom_text text = carom_text_in(name, sizeof name);
    carom_text_bytes(&text, item->text + 1, item->length - 1);
    size_t length;
    if (!read_file(cli, item, name, bytes, &length))
        return false;
    struct carom_fault fault;
    if (!carom_drawing_read(position, need, bytes, length, &fault)) {
        cli_fault(cli, item, strcmp(name, "-") == 0 ? _("standard input") : name, &fault);
        return false;
    }
    return true;
}

bool cli_puzzle_read(struct cli *cli, const struct cli_item *item, enum carom_position_need need,
                     struct carom_puzzle *puzzle)
{
    if (item->length > 0 && item->text[0] == '@') {
        puzzle->game = CAROM_GAME_RICOCHET;
        return read_drawing(cli, item, need, &puzzle->position);
    }
    struct carom_fault fault;
    if (!carom_puzzle_read(puzzle, need, item->text, item->length, &fault)) {
        cli_fault(cli, item, NULL, &fault);
        return false;
    }
    return true;
}

bool cli_position_read(struct cli *cli, const struct cli_item *item, enum carom_position_need need,
                       struct carom_position *position)
{
    struct carom_puzzle puzzle;
    if (!cli_puzzle_read(cli, item, need, &puzzle))
        return false;
    if (puzzle.game != CAROM_GAME_RICOCHET) {
        cli_fault(cli, item, NULL, &(struct carom_fault){.code = CAROM_FAULT_NOT_RICOCHET});
        return false;
    }
    *position = puzzle.position;
    return true;
}
