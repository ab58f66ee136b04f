/*
 * `carom atlas`: how many moves every placement of the robots needs, for a board or for all boards of a box.
 */
#include "atlas/atlas.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#define LEASE 300 /* seconds */

static int open_results(struct cli *cli, const struct atlas_options *options, struct atlas_results *results)
{
    int status = CLI_EXIT_OK;
    if (cli->argc > 0)
        return atlas_run_board(cli, options, results);
    if (options->import != NULL)
        status = atlas_import(cli, options, results);
    if (status == CLI_EXIT_OK && options->edition_given)
        status = atlas_add_edition_jobs(cli, options, results);
    bool only_files = options->report || options->export != NULL;
    if (status == CLI_EXIT_OK && (options->edition_given || (options->import == NULL && !only_files)))
        status = atlas_run_stored(cli, options, results);
    if (status == CLI_EXIT_OK && options->export != NULL)
        status = atlas_export(cli, options, results);
    if (status == CLI_EXIT_OK && options->report)
        status = atlas_report(cli, options, results);
    return status;
}

/* A file that is written at the end: said now if that will not do, not after an hour's work. */
static bool can_write(struct cli *cli, const char *path, const char *end)
{
    size_t length = strlen(path), end_length = strlen(end);
    if (length <= end_length || strcasecmp(path + length - end_length, end) != 0) {
        cli_error(cli, NULL, N_("the file name is '%s'; expected one that ends in %s"), path, end);
        return false;
    }
    bool there = access(path, F_OK) == 0;
    FILE *file = fopen(path, "a");
    if (file == NULL) {
        cli_error(cli, NULL, N_("cannot write %s"), path);
        return false;
    }
    fclose(file);
    if (!there)
        unlink(path);
    return true;
}

static bool files_good(struct cli *cli, const struct atlas_options *options)
{
    const char *end = options->heat != NULL && cli_picture_kind(options->heat) == CLI_PICTURE_SVG ? ".svg" : ".png";
    if (options->heat != NULL && !(cli_check_picture_name(cli, options->heat) && can_write(cli, options->heat, end)))
        return false;
    if (options->plot != NULL && !can_write(cli, options->plot, ".svg"))
        return false;
    return options->cells == NULL || strcmp(options->cells, "-") == 0 || can_write(cli, options->cells, ".csv");
}

/* What goes together, and what does not. */
static int check(struct cli *cli, const struct atlas_options *options)
{
    bool book = options->edition_given || options->import != NULL || options->export != NULL || options->report;
    if (book && options->store == NULL)
        return cli_error(cli, NULL, N_("--edition, --import, --export and --report need --store FILE"));
    if (book && cli->argc > 0)
        return cli_error(cli, NULL, N_("give either a board or one of --edition, --import, --export, --report"));
    if ((options->heat != NULL || options->cells != NULL) && (book || options->store != NULL))
        return cli_error(cli, NULL,
                         N_("--heat and --cells cannot be combined with --store; expected one or the other"));
    if (options->output != NULL && !options->report)
        return cli_error(cli, NULL, N_("--output needs --report"));
    if (cli->argc > 2 || (options->store == NULL && cli->argc < 1))
        return cli_error(cli, NULL, N_("give a board, with or without a target: BOARD [TARGET]"));
    if (options->lease == 0)
        return cli_error(cli, NULL, N_("--lease is 0; expected at least 1 second"));
    return files_good(cli, options) ? CLI_EXIT_OK : CLI_EXIT_USAGE;
}

static int answer(struct cli *cli, const struct atlas_options *options)
{
    int status = check(cli, options);
    if (status != CLI_EXIT_OK)
        return status;
    if (options->store == NULL)
        return atlas_run_board(cli, options, NULL);
    bool make = cli->argc > 0 || options->edition_given || options->import != NULL;
    struct atlas_results *results = atlas_results_open(cli, options->store, make);
    if (results == NULL)
        return CLI_EXIT_USAGE;
    status = open_results(cli, options, results);
    results->ops->close(results);
    return status;
}

static int run(struct cli *cli)
{
    struct atlas_options options = {.limit = ATLAS_LIMIT, .lease = LEASE};
    const struct cli_option table[] = {
        {.name = "no-ricochet", .flag = &options.no_ricochet, .help = N_("allow routes without a ricochet (R7 off)")},
        {.name = "limit",
         .value = "N",
         .number = &options.limit,
         .max = ATLAS_LIMIT_MAX,
         .help = N_("list at most N of the hardest positions (10)")},
        {.name = "plot", .value = "FILE.svg", .strings = &options.plot, .help = N_("draw a histogram of the lengths")},
        {.name = "heat",
         .value = "FILE",
         .strings = &options.heat,
         .help = N_("draw a heat map of the starting cells: FILE.svg or\n"
                    "FILE.png")},
        {.name = "cells", .value = "FILE.csv", .strings = &options.cells, .help = N_("write the heat map as numbers")},
        {.name = "threads",
         .value = "N",
         .number = &options.threads,
         .max = ATLAS_THREADS_MAX,
         .help = N_("use N threads (0: one per core)")},
        {.name = "edition",
         .value = CLI_EDITIONS,
         .choice = &options.edition,
         .given = &options.edition_given,
         .help = N_("all boards of this box, with the results in --store")},
        {.name = "barriers",
         .value = CLI_BARRIERS,
         .choice = &options.barriers,
         .help = N_("boards with coloured barriers: any (default),\nno, only")},
        {.name = "store",
         .value = "FILE",
         .strings = &options.store,
         .help = N_("results file, with the jobs that are left; without\n"
                    "--edition, resume it")},
        {.name = "lease",
         .value = "SECONDS",
         .number = &options.lease,
         .max = 86400,
         .help = N_("give a job to another worker after SECONDS without\n"
                    "a sign of life (300)")},
        {.name = "import",
         .value = "FILE.csv",
         .strings = &options.import,
         .help = N_("add these results to the results file")},
        {.name = "export",
         .value = "FILE.csv",
         .strings = &options.export,
         .help = N_("write all results from the results file")},
        {.name = "report", .flag = &options.report, .help = N_("summarize the results file as Markdown")},
        {.name = "output",
         .letter = 'o',
         .value = "FOLDER",
         .strings = &options.output,
         .help = N_("write the report into FOLDER, with pictures and CSV")},
        {0},
    };
    return cli_options_read(cli, table) ? answer(cli, &options) : cli->exit_code;
}

const struct cli_command cmd_atlas = {
    .name = "atlas",
    .run = run,
    .operands = "[BOARD [TARGET]]",
    .summary = N_("find how hard every placement on a board is"),
    .about = N_("Finds how many moves every placement of the four robots needs, for one target or for\n"
                "all targets of a board. Prints how many placements there are of each length, and the\n"
                "hardest ones. With --edition it works through all boards of a box: the results go into\n"
                "a results file, several processes can share it, and you can stop and resume any time."),
};
