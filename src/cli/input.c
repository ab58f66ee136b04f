/*
 * Reads positions as people give them: in one line of either game, as a game ID or a game dump, as JSON, or from a
 * file: any of these, a drawing or a planning task.
 */
#include "cli.h"
#include "droids_dump.h"
#include "planning.h"

#include <errno.h>
#include <string.h>

/* Reads a whole small file; false with everything said if that fails. */
static bool read_file(struct cli *cli, const struct cli_item *item, const char *name, char *bytes, size_t *length)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *file = standard ? stdin : fopen(name, "rb");
    if (file == NULL) {
        cli_error(cli, item, N_("%s: %s; expected a file with a drawing of a board"), name, strerror(errno));
        return false;
    }
    *length = fread(bytes, 1, CLI_LINE_MAX + 1, file);
    bool failed = ferror(file) != 0;
    int why = errno;
    if (!standard)
        fclose(file);
    if (failed)
        cli_error(cli, item, N_("%s: %s; expected a file with a drawing of a board"), name, strerror(why));
    else if (*length > CLI_LINE_MAX)
        cli_error(cli, item, N_("%s is longer than %d bytes; expected a drawing of a board"), name, CLI_LINE_MAX);
    return !failed && *length <= CLI_LINE_MAX;
}

/* What another format says has to be a position that is read in words, too: that names what is wrong with it. */
static bool validate(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                     struct carom_position *position)
{
    char words[CLI_LINE_MAX];
    struct carom_text text = carom_text_init(words, sizeof words);
    carom_position_write(&text, position);
    struct carom_error error;
    if (carom_position_read(position, parts, text.bytes, text.length, &error))
        return true;
    cli_input_error(cli, item, NULL, &error);
    return false;
}

static bool read_dump(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts, const char *bytes,
                      size_t length, struct carom_position *position)
{
    const char *wrong = droids_dump_read(position, bytes, length);
    if (wrong == NULL)
        return validate(cli, item, parts, position);
    cli_error(cli, item, "%s", _(wrong));
    return false;
}

static bool read_task(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                      enum planning_format format, const char *bytes, size_t length, struct carom_position *position)
{
    char bad[PLANNING_BAD];
    if (!planning_read(position, format, bytes, length, bad)) {
        cli_error(cli, item,
                  N_("unexpected '%s' in a planning task; expected cells from 1 to 16, walls, robots and one target"),
                  bad);
        return false;
    }
    return validate(cli, item, parts, position);
}

/* {"position":"..."}, as every command writes it with --json: the words of the position. */
static bool read_json(struct cli *cli, const struct cli_item *item, const char *where, const char *text, size_t length,
                      char words[CLI_LINE_MAX], size_t *words_length)
{
    struct carom_json_node nodes[1024];
    struct carom_json json;
    struct carom_error error;
    if (!carom_json_read(&json, nodes, sizeof nodes / sizeof *nodes, text, length, &error)) {
        cli_input_error(cli, item, where, &error);
        return false;
    }
    if (carom_json_as_string(&json, carom_json_get(&json, 0, "position"), words, CLI_LINE_MAX, words_length))
        return true;
    cli_error(cli, item, N_("no position in this JSON; expected {\"position\":\"...\"}"));
    return false;
}

/* A position in words, or JSON with one. `where` names the file it comes from, or is NULL. */
static bool read_words(struct cli *cli, const struct cli_item *item, const char *where, enum carom_position_parts parts,
                       const char *text, size_t length, struct carom_puzzle *puzzle)
{
    struct carom_error error;
    char words[CLI_LINE_MAX];
    if (length > 0 && *text == '{') {
        if (!read_json(cli, item, where, text, length, words, &length))
            return false;
        text = words;
    }
    if (carom_puzzle_read(puzzle, parts, text, length, &error))
        return true;
    cli_input_error(cli, item, where, &error);
    return false;
}

/* `@FILE`. Only as an argument: lines of a batch may come from anybody, who should not learn what is in which file. */
static bool read_at_file(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                         struct carom_puzzle *puzzle)
{
    if (item->is_stdin_line) {
        cli_error(cli, item, N_("@FILE works only as an argument; expected a position in one word"));
        return false;
    }
    if (item->length == 1) {
        cli_error(cli, item, N_("@ needs a file name; expected @FILE, or @- for standard input"));
        return false;
    }
    char name[4096];
    char bytes[CLI_LINE_MAX + 1];
    struct carom_text text = carom_text_init(name, sizeof name);
    carom_text_bytes(&text, item->text + 1, item->length - 1);
    size_t length;
    if (!read_file(cli, item, name, bytes, &length))
        return false;
    const char *where = strcmp(name, "-") == 0 ? _("standard input") : name;
    struct carom_error error;
    enum planning_format format;
    puzzle->game = CAROM_GAME_RICOCHET;
    if (planning_looks_like(bytes, length, &format))
        return read_task(cli, item, parts, format, bytes, length, &puzzle->position);
    if (droids_dump_matches(bytes, length))
        return read_dump(cli, item, parts, bytes, length, &puzzle->position);
    size_t end = length;
    while (end > 0 && memchr(" \t\r\n", bytes[end - 1], 4) != NULL)
        end--;
    if (end > 0 && (bytes[0] == '{' || memchr(bytes, '\n', end) == NULL)) /* no drawing has a single line */
        return read_words(cli, item, where, parts, bytes, end, puzzle);
    if (!carom_ascii_board_read(&puzzle->position, parts, bytes, length, &error)) {
        cli_input_error(cli, item, where, &error);
        return false;
    }
    return true;
}

bool cli_puzzle_read(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                     struct carom_puzzle *puzzle)
{
    if (item->length > 0 && item->text[0] == '@')
        return read_at_file(cli, item, parts, puzzle);
    if (droids_dump_matches(item->text, item->length)) {
        puzzle->game = CAROM_GAME_RICOCHET;
        return read_dump(cli, item, parts, item->text, item->length, &puzzle->position);
    }
    return read_words(cli, item, NULL, parts, item->text, item->length, puzzle);
}

bool cli_position_read(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                       struct carom_position *position)
{
    struct carom_puzzle puzzle;
    if (!cli_puzzle_read(cli, item, parts, &puzzle))
        return false;
    if (puzzle.game != CAROM_GAME_RICOCHET) {
        cli_input_error(cli, item, NULL, &(struct carom_error){.code = CAROM_ERROR_NOT_RICOCHET});
        return false;
    }
    *position = puzzle.position;
    return true;
}
