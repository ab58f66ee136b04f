/*
 * Where positions come from: the arguments, or standard input line by line.
 *
 * Every line is answered before the next one is read, so that a program at the other end of a pipe can talk with carom.
 * Lines are bounded: a megabyte of noise is one bad line, not a megabyte of memory.
 */
#include "cli.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool line_reader_next(struct line_reader *lines)
{
    if (lines->number == 0 && isatty(fileno(lines->file)))
        fputs(_("Type one line at a time; Ctrl-D ends the input.\n"), stderr);
    int c = getc_unlocked(lines->file);
    if (c == EOF) {
        lines->error = ferror(lines->file) ? errno : 0;
        return false;
    }
    lines->number++;
    lines->length = 0;
    lines->too_long = false;
    for (; c != EOF && c != '\n'; c = getc_unlocked(lines->file))
        if (lines->length < CLI_LINE_MAX)
            lines->text[lines->length++] = (char)c;
        else
            lines->too_long = true;
    if (lines->length > 0 && lines->text[lines->length - 1] == '\r')
        lines->length--;
    lines->text[lines->length] = '\0';
    return true;
}

int line_reader_finish(struct cli *cli, const struct line_reader *lines)
{
    if (lines->error == 0)
        return CLI_EXIT_OK;
    return cli_error(cli, NULL, N_("cannot read the input: %s; expected lines of text"), strerror(lines->error));
}

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The words of a line without blanks around them; with `split`, what follows the first word is the route. */
static struct cli_item item_of_line(const struct line_reader *lines, bool split)
{
    struct cli_item item = {
        .number = lines->number, .is_stdin_line = true, .text = lines->text, .length = lines->length};
    while (item.length > 0 && blank(*item.text)) {
        item.text++;
        item.length--;
    }
    while (item.length > 0 && blank(item.text[item.length - 1]))
        item.length--;
    if (split) {
        size_t first = 0;
        while (first < item.length && !blank(item.text[first]))
            first++;
        item.route = item.text + first;
        item.route_length = item.length - first;
        item.length = first;
    }
    return item;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int each_line(struct cli *cli, bool split, cli_item_fn *answer, void *context)
{
    struct line_reader lines = {.file = stdin};
    int status = CLI_EXIT_OK;
    while (!cli->stop && line_reader_next(&lines)) {
        struct cli_item item = item_of_line(&lines, split);
        if (lines.too_long) {
            status = larger(status, cli_error(cli, &item, N_("the line is longer than %d bytes; expected a position"),
                                              CLI_LINE_MAX));
        } else if (item.length > 0 && *item.text != '#') {
            status = larger(status, answer(context, cli, &item));
        }
        fflush(stdout);
    }
    return larger(status, line_reader_finish(cli, &lines));
}

int cli_for_each_position(struct cli *cli, cli_item_fn *answer, void *context)
{
    if (cli->argc == 0)
        return each_line(cli, false, answer, context);
    int status = CLI_EXIT_OK;
    for (int i = 0; i < cli->argc; i++) {
        struct cli_item item = {.number = (uint64_t)i + 1, .text = cli->argv[i], .length = strlen(cli->argv[i])};
        status = larger(status, answer(context, cli, &item));
        fflush(stdout);
    }
    return status;
}

int cli_for_each_route(struct cli *cli, cli_item_fn *answer, void *context)
{
    if (cli->argc == 0)
        return each_line(cli, true, answer, context);
    char route[CLI_LINE_MAX];
    struct carom_text text = carom_text_init(route, sizeof route);
    for (int i = 1; i < cli->argc; i++) {
        carom_text_put(&text, cli->argv[i]);
        carom_text_char(&text, ' ');
    }
    struct cli_item item = {
        .number = 1, .text = cli->argv[0], .length = strlen(cli->argv[0]), .route = route, .route_length = text.length};
    if (text.truncated)
        return cli_error(cli, &item, N_("the route is longer than %d bytes; expected a shorter one"), CLI_LINE_MAX);
    return answer(context, cli, &item);
}
