/*
 * `carom referee`: the whole game without any network, one JSON command per line in, events out
 * (docs/reference/referee.md).
 *
 * Each line is answered before the next one is read, so that a program at the other end of a pipe can play.
 */
#include "cli.h"

#include <string.h>

/* A broken line is answered in the stream and said on standard error; the game goes on. */
static int answer(struct carom_json_game *json_game, const struct line_reader *lines)
{
    static char bytes[CAROM_JSON_REPLY_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    bool good = false;
    if (lines->too_long) {
        char sentence[96];
        const struct cli_item item = {.number = lines->number, .is_stdin_line = true};
        snprintf(sentence, sizeof sentence, "the line is longer than %d bytes; expected one command", CLI_LINE_MAX);
        json_game->line++;
        cli_error_json(&item, sentence);
    } else {
        good = carom_json_game_command(json_game, lines->text, lines->length, &text);
        fwrite(text.bytes, 1, text.length, stdout);
    }
    fflush(stdout);
    if (good)
        return CLI_EXIT_OK;
    fprintf(stderr, _("carom referee: line %llu is invalid; the answer says why\n"), (unsigned long long)lines->number);
    return CLI_EXIT_USAGE;
}

static int play(struct cli *cli, struct carom_json_game *json_game)
{
    static struct line_reader lines;
    int status = CLI_EXIT_OK;
    lines.file = stdin;
    while (line_reader_next(&lines))
        if (answer(json_game, &lines) != CLI_EXIT_OK)
            status = CLI_EXIT_USAGE;
    return line_reader_finish(cli, &lines) == CLI_EXIT_OK ? status : CLI_EXIT_USAGE;
}

static int run(struct cli *cli)
{
    const struct cli_option options[] = {{0}};
    static struct carom_json_game json_game;
    if (!cli_options_read(cli, options) || !cli_no_operands(cli))
        return cli->exit_code;
    return play(cli, &json_game);
}

const struct cli_command cmd_referee = {
    .name = "referee",
    .run = run,
    .operands = "",
    .summary = N_("run a game: commands in, events out"),
    .about = N_("Reads one JSON command per line from standard input and writes the events it causes, one\n"
                "JSON object per line. Time passes only through \"at\". For example:\n"
                "  {\"at\":0,\"do\":\"open\",\"rules\":{\"preset\":\"ricochet\",\"seed\":7}}\n"
                "  {\"at\":1,\"by\":\"ana\",\"do\":\"join\",\"name\":\"Ana\"}\n"
                "  {\"at\":2,\"by\":\"ana\",\"do\":\"start\"}\n"
                "  {\"at\":9000,\"by\":\"ana\",\"do\":\"bid\",\"moves\":5}\n"
                "An invalid line is answered by {\"line\":N,\"error\":...}; the next lines still run."),
};
