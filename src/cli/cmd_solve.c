/*
 * `carom solve`: shortest routes, proven.
 */
#include "solve.h"

#include <string.h>
#include <unistd.h>

#define THREADS_MAX 256

struct solving {
    struct solve_options options;
    struct solve_batch *batch;
};

/* Will reading this complain? Then everything before it must be answered first, to keep the order. */
static bool reads_well(const struct cli_item *item)
{
    struct carom_puzzle puzzle;
    struct carom_error error;
    return *item->text != '@' && carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, item->text, item->length, &error);
}

static int answer(void *context, struct cli *cli, const struct cli_item *item)
{
    struct solving *solving = context;
    struct carom_puzzle puzzle;
    if (!reads_well(item))
        solve_batch_drain(solving->batch);
    if (!cli_puzzle_read(cli, item, CAROM_REQUIRE_TARGET, &puzzle))
        return CLI_EXIT_USAGE;
    if (solving->options.no_barriers && puzzle.game == CAROM_GAME_RICOCHET)
        carom_board_remove_barriers(&puzzle.position.board);
    solve_batch_add(solving->batch, &puzzle);
    return CLI_EXIT_OK;
}

static int run_batch(struct cli *cli, struct solving *solving, uint64_t threads)
{
    if (threads == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        threads = cores > 0 ? (uint64_t)cores : 1;
    }
    solving->batch = solve_batch_new(&solving->options, (unsigned)threads);
    if (solving->batch == NULL)
        return cli_error(cli, NULL, N_("out of memory for solving"));
    int status = cli_for_each_position(cli, answer, solving);
    int solved = solve_batch_free(solving->batch);
    return solved > status ? solved : status;
}

static int run(struct cli *cli)
{
    struct solving solving = {.options = {.limit = UINT64_MAX}};
    struct solve_options *options = &solving.options;
    uint64_t max_moves = 0, max_ms = 0, threads = 1;
    const struct cli_option table[] = {
        {.name = "all", .flag = &options->all, .help = N_("list all shortest routes, and count them")},
        {.name = "limit", .value = "N", .number = &options->limit, .help = N_("list at most N routes")},
        {.name = "difficulty",
         .flag = &options->difficulty,
         .help = N_("also rate how hard it is for people (as --all does)")},
        {.name = "no-ricochet",
         .flag = &options->solver.no_ricochet,
         .help = N_("allow routes without a ricochet (R7 off)")},
        {.name = "no-barriers", .flag = &options->no_barriers, .help = N_("remove the barriers from the board first")},
        {.name = "max-moves",
         .value = "N",
         .number = &max_moves,
         .max = CAROM_ROUTE_MAX,
         .help = N_("give up after N moves (0: never)")},
        {.name = "max-nodes",
         .value = "N",
         .number = &options->solver.max_nodes,
         .help = N_("give up after N search nodes")},
        {.name = "max-ms",
         .value = "N",
         .number = &max_ms,
         .max = UINT32_MAX,
         .help = N_("give up after N milliseconds")},
        {.name = "threads",
         .value = "N",
         .number = &threads,
         .max = THREADS_MAX,
         .help = N_("use N threads (1), also for a single position;\n0: one per core")},
        {0},
    };
    if (!cli_options_read(cli, table))
        return cli->exit_code;
    options->json = cli->json;
    options->solver.max_cost = (uint32_t)max_moves;
    options->solver.max_ms = (uint32_t)max_ms;
    options->solver.now = carom_clock;
    return run_batch(cli, &solving, threads);
}

const struct cli_command cmd_solve = {
    .name = "solve",
    .run = run,
    .operands = "[POSITION...]",
    .summary = N_("find a shortest route, and prove it"),
    .about = N_("Finds a shortest route to the target, or proves that there is none. Answers come in the\n"
                "order of the positions and do not depend on the number of threads. Exit code 1 if a\n"
                "position has no route, or none was found within the limits."),
};
