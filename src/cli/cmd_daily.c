/*
 * `carom daily`: the puzzles of a day, the same everywhere and for ever.
 */
#include "cli.h"

#include <carom/daily.h>
#include <carom/libc_allocator.h>
#include <string.h>
#include <time.h>

static int print_day(struct cli *cli, struct carom_solver *solver, uint32_t day)
{
    char bytes[8192];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    bool good = true;
    if (cli->json) {
        good = carom_daily_write(&text, solver, day);
        if (good)
            cli_print(&text);
    }
    for (unsigned kind = 0; !cli->json && good && kind < CAROM_DAILY_KINDS; kind++) {
        struct carom_puzzle puzzle;
        uint32_t moves = 0;
        good = carom_daily_find(solver, day, (enum carom_daily_kind)kind, &puzzle, &moves);
        text = carom_text_init(bytes, sizeof bytes);
        carom_puzzle_write(&text, &puzzle);
        if (good)
            printf("%-8s %2u  %s\n", carom_daily_names[kind], moves, bytes);
    }
    return good ? CLI_EXIT_OK : cli_error(cli, NULL, N_("out of memory for solving"));
}

static int run(struct cli *cli)
{
    const struct cli_option options[] = {{0}};
    uint32_t day = (uint32_t)(time(NULL) / 86400);
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    if (cli->argc > 1)
        return cli_error(cli, NULL, N_("unexpected '%s'; expected one date"), cli->argv[1]);
    if (cli->argc == 1 && !carom_date_read(&day, cli->argv[0], strlen(cli->argv[0])))
        return cli_error(cli, NULL, N_("'%s' is not a date; write it as 2026-11-16, from 1970 on"), cli->argv[0]);
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    int status = print_day(cli, solver, day);
    carom_solver_free(solver);
    return status;
}

const struct cli_command cmd_daily = {
    .name = "daily",
    .run = run,
    .operands = "[DATE]",
    .summary = N_("show the puzzles of a day"),
    .about = N_("Shows the puzzles of a day (today in UTC, or YYYY-MM-DD) with their lengths: an easy,\n"
                "a medium and a fiendish one, and one of Micro Robots."),
};
