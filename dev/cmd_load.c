/*
 * `carom-dev load`: measures a server under load.
 */
#include "dev.h"
#include "load.h"

static int run_load(struct cli *cli, const struct load_options *load)
{
    if (!cli_no_operands(cli))
        return cli->exit_code;
    if (load->tables == 0 || load->connections == 0 || load->seconds == 0 || load->interval_ms == 0 || load->nodes == 0)
        return cli_error(cli, NULL, "--tables, --connections, --seconds, --pace and --nodes cannot be 0");
    if (load->nodes > 1 && load->store == NULL)
        return cli_error(cli, NULL, "several servers need a PostgreSQL: --store");
    return load_run(load);
}

static int run(struct cli *cli)
{
    struct load_options load = {
        .tables = 2000, .connections = 8000, .seconds = 20, .interval_ms = 8000, .games = 100000, .nodes = 1};
    const struct cli_option options[] = {
        {.name = "tables", .value = "N", .number = &load.tables, .max = 15000, .help = "tables to play at (2000)"},
        {.name = "connections", .value = "N", .number = &load.connections, .max = 19900, .help = "players (8000)"},
        {.name = "seconds", .value = "N", .number = &load.seconds, .max = 3600, .help = "how long to measure (20)"},
        {.name = "pace",
         .value = "MS",
         .number = &load.interval_ms,
         .max = 1000000,
         .help = "time between two commands of a player (8000)"},
        {.name = "find", .flag = &load.find_max_load, .help = "go faster until the server is too slow"},
        {.name = "games",
         .value = "N",
         .number = &load.games,
         .max = 10000000,
         .help = "measure start-up with N finished games (100000)"},
        {.name = "store", .value = "POSTGRESQL", .strings = &load.store, .help = "keep the data there, not in a file"},
        {.name = "nodes", .value = "N", .number = &load.nodes, .max = 8, .help = "servers on that store (1)"},
        {.name = "program",
         .value = "FILE",
         .strings = &load.program,
         .help = "measure this `carom` instead of the one in the folder\nof carom-dev"},
        {.name = "pin", .flag = &load.pin, .help = "put servers on the first core, players on the others"},
        {0},
    };
    return cli_options_read(cli, options) ? run_load(cli, &load) : cli->exit_code;
}

const struct cli_command cmd_load = {
    .name = "load",
    .run = run,
    .operands = "",
    .summary = "measure a server under load",
    .about = "Starts `carom serve` on the loopback, lets players sit down and bid, and prints memory,\n"
             "latency and start-up time. The exit code is 1 if one of them is above its promise.",
};
