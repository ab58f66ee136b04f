/*
 * `carom replay` with the log of a match over days: every entry is decided again, and once the secret is told, every
 * position is dealt again from it.
 */
#include "replay_match.h"

#include <carom/libc_allocator.h>

static int verify_line(struct cli *cli, struct match_lines *match, struct carom_solver *solver,
                       const struct line_reader *lines)
{
    struct cli_item item = {.number = lines->number, .is_stdin_line = true};
    struct carom_error error = {0};
    if (lines->too_long)
        return cli_error(cli, &item, N_("the line is longer than %d bytes; expected one event"), CLI_LINE_MAX);
    if (match_lines_verify(match, solver, lines->text, lines->length, &error))
        return CLI_EXIT_OK;
    cli_input_error(cli, &item, NULL, &error);
    return error.code == CAROM_ERROR_EVENT_IMPOSSIBLE || error.code == CAROM_ERROR_EVENT_FIELD ? CLI_EXIT_NO
                                                                                               : CLI_EXIT_USAGE;
}

static uint32_t entries_of(const struct match_lines *match)
{
    uint32_t entries = 1 + match->over;
    for (unsigned seat = 0; seat < match->count; seat++)
        entries += match->players[seat].entries;
    return entries;
}

static void print_result(const struct match_lines *match)
{
    uint32_t entries = entries_of(match);
    printf(match->over
               ? ngettext("%u event, valid. The game is over.\n", "%u events, all valid. The game is over.\n", entries)
               : ngettext("%u event, valid. The game is still running.\n",
                          "%u events, all valid. The game is still running.\n", entries),
           entries);
    for (unsigned seat = 0; match->over && seat < match->count; seat++) {
        printf("%s %u\n", match->players[seat].id,
               match_total(&match->match, match->players, match->count, seat, NULL, match->match.ends));
    }
    if (match->over && match->match.has_secret)
        puts(_("Every random draw came from the seed whose hash was published at the start."));
}

/* With --json: the last line of the log, whether the log has it or not. */
static void print_json(const struct match_lines *match)
{
    static char bytes[MATCH_REPLY_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    match_write_over(&text, &match->match, match->players, match->count);
    cli_print(&text);
}

int replay_match(struct cli *cli, struct line_reader *lines)
{
    static struct match_lines match;
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    int status;
    do {
        status = verify_line(cli, &match, solver, lines);
    } while (status == CLI_EXIT_OK && line_reader_next(lines));
    carom_solver_free(solver);
    if (status != CLI_EXIT_OK)
        return status;
    if (line_reader_finish(cli, lines) != CLI_EXIT_OK)
        return CLI_EXIT_USAGE;
    if (cli->json)
        print_json(&match);
    else
        print_result(&match);
    return CLI_EXIT_OK;
}
