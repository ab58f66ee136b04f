/*
 * `carom referee`: the whole game without any network, one JSON command per line in, events out (docs/referee.md).
 *
 * Each line is answered before the next one is read, so that a program at the other end of a pipe can play.
 */
#include "cli.h"

#include <string.h>

/* A broken line is answered in the stream and said on standard error; the game goes on. */
static int answer(struct carom_session *session, const struct cli_lines *lines)
{
    static char bytes[CAROM_SESSION_TEXT];
    struct carom_text text = carom_text_in(bytes, sizeof bytes);
    bool good = false;
    if (lines->too_long) {
        char sentence[96];
        const struct cli_item item = {.number = lines->number, .line = true};
        snprintf(sentence, sizeof sentence, "the line is longer than %d bytes; expected one command", CLI_LINE_MAX);
        session->line++;
        cli_error_json(&item, sentence);
    } else {
        good = carom_session_line(session, lines->text, lines->length, &text);
        fwrite(text.bytes, 1, text.length, stdout);
    }
    fflush(stdout);
    if (good)
        return CLI_DONE;
    fprintf(stderr, _("carom referee: line %llu is broken; the answer says why\n"), (unsigned long long)lines->number);
    return CLI_BAD;
}

static int play(struct cli *cli, struct carom_session *session)
{
    static struct cli_lines lines;
    int status = CLI_DONE;
    lines.file = stdin;
    while (cli_lines_next(&lines))
        if (answer(session, &lines) != CLI_DONE)
            status = CLI_BAD;
    return cli_lines_end(cli, &lines) == CLI_DONE ? status : CLI_BAD;
}

static int run(struct cli *cli)
{
    const struct cli_option options[] = {{0}};
    static struct carom_session session;
    if (!cli_options_read(cli, options) || !cli_no_operands(cli))
        return cli->status;
    return play(cli, &session);
}

const struct cli_command cmd_referee = {
    .name = "referee",
    .run = run,
    .operands = "",
    .summary = N_("the game itself: commands in, events out"),
    .about = N_("Reads one JSON command per line from standard input and writes what happens, one JSON\n"
                "event per line. Time is only what \"at\" says. For example:\n"
                "  {\"at\":0,\"do\":\"open\",\"rules\":{\"preset\":\"ricochet\",\"seed\":7}}\n"
                "  {\"at\":1,\"by\":\"ana\",\"do\":\"join\",\"name\":\"Ana\"}\n"
                "  {\"at\":2,\"by\":\"ana\",\"do\":\"start\"}\n"
                "  {\"at\":9000,\"by\":\"ana\",\"do\":\"bid\",\"moves\":5}\n"
                "A broken line is answered by {\"line\":N,\"error\":...} and the rest goes on."),
};
