/*
 * `carom referee`: the whole game without any network, one JSON command per line in, events out
 * (docs/reference/referee.md).
 *
 * Each line is answered before the next one is read, so that a program at the other end of a pipe can play.
 */
#include "cli.h"

#include "../match/match.h"

#include <carom/libc_allocator.h>
#include <string.h>

/* A game at a table, or, once a line has begun one, a match over days. */
struct play {
    struct carom_json_game table;
    bool is_match;
    struct match_lines match;
    struct carom_solver *solver; /* of the match; NULL: not needed yet */
};

static bool command(struct play *play, const struct line_reader *lines, struct carom_text *out)
{
    if (!play->is_match && match_line_begins(lines->text, lines->length)) {
        play->is_match = true;
        play->match.line = play->table.line;
        play->solver = carom_solver_new(&carom_libc_allocator);
    }
    return play->is_match ? match_lines_command(&play->match, play->solver, lines->text, lines->length, out)
                          : carom_json_game_command(&play->table, lines->text, lines->length, out);
}

/* A broken line is answered in the stream and said on standard error; the game goes on. */
static int answer(struct play *play, const struct line_reader *lines)
{
    static char bytes[MATCH_REPLY_MAX];
    CAROM_STATIC_ASSERT(sizeof bytes >= CAROM_JSON_REPLY_MAX, "an answer of either game fits");
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    bool good = false;
    if (lines->too_long) {
        char sentence[96];
        const struct cli_item item = {.number = lines->number, .is_stdin_line = true};
        snprintf(sentence, sizeof sentence, "the line is longer than %d bytes; expected one command", CLI_LINE_MAX);
        play->table.line++;
        play->match.line++;
        cli_error_json(&item, sentence);
    } else {
        good = command(play, lines, &text);
        fwrite(text.bytes, 1, text.length, stdout);
    }
    fflush(stdout);
    if (good)
        return CLI_EXIT_OK;
    fprintf(stderr, _("carom referee: line %llu is invalid; the answer says why\n"), (unsigned long long)lines->number);
    return CLI_EXIT_USAGE;
}

static int play_lines(struct cli *cli, struct play *play)
{
    static struct line_reader lines;
    int status = CLI_EXIT_OK;
    lines.file = stdin;
    while (line_reader_next(&lines))
        if (answer(play, &lines) != CLI_EXIT_OK)
            status = CLI_EXIT_USAGE;
    return line_reader_finish(cli, &lines) == CLI_EXIT_OK ? status : CLI_EXIT_USAGE;
}

static int run(struct cli *cli)
{
    const struct cli_option options[] = {{0}};
    static struct play play;
    if (!cli_options_read(cli, options) || !cli_no_operands(cli))
        return cli->exit_code;
    int status = play_lines(cli, &play);
    carom_solver_free(play.solver);
    return status;
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
