/*
 * `carom-dev tournament`: measures bot levels, each against the one below.
 */
#include "dev.h"
#include "tournament.h"

#include <carom/libc_allocator.h>

static unsigned percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (unsigned)((part * 100 + whole / 2) / whole) : 0;
}

/* Prints the line of one level: its parameters, and its results against the level below. */
static void print_level(const struct cli *cli, unsigned level, const struct tournament *tournament)
{
    const struct contest_side *side = &tournament->side[1];
    uint64_t decided = (uint64_t)tournament->side[0].won + side->won;
    const struct cli_number numbers[] = {
        {"level", level},
        {"rounds", tournament->rounds},
        {"decided", level > 1 ? decided : 0},
        {"won", level > 1 ? side->won : 0},
        {"won_percent", level > 1 ? percent(side->won, decided) : 0},
        {"found_percent", percent(tournament->rounds - side->no_bid, tournament->rounds)},
        {"shortest_percent", percent(side->shortest, tournament->rounds)},
        {"above_percent", percent(side->above_optimum, tournament->longer)},
        {"failed_percent", percent(side->failed, side->demonstrations)},
        {"first_ms", tournament->rounds > side->no_bid ? side->first_ms / (tournament->rounds - side->no_bid) : 0},
    };
    if (cli->json) {
        cli_print_numbers(NULL, NULL, numbers, sizeof numbers / sizeof numbers[0]);
        return;
    }
    printf("%5u ", level);
    if (level > 1)
        printf("%6llu %5llu %%", (unsigned long long)numbers[3].value, (unsigned long long)numbers[4].value);
    else
        printf("%6s %7s", "", "");
    printf(" %6llu %% %6llu %% %6llu %% %6llu %% %6llu.%llu s\n", (unsigned long long)numbers[5].value,
           (unsigned long long)numbers[6].value, (unsigned long long)numbers[7].value,
           (unsigned long long)numbers[8].value, (unsigned long long)numbers[9].value / 1000,
           (unsigned long long)numbers[9].value % 1000 / 100);
}

static int play(const struct cli *cli, uint64_t rounds, uint64_t seed, bool micro)
{
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    enum carom_preset preset = micro ? CAROM_PRESET_MICRO : CAROM_PRESET_RICOCHET;
    if (solver == NULL)
        return CLI_EXIT_USAGE;
    if (!cli->json) {
        printf("%llu rounds of each level against the one below, seed %llu\n", (unsigned long long)rounds,
               (unsigned long long)seed);
        printf("%5s %6s %7s %8s %8s %8s %8s %10s\n", "level", "won", "", "found", "shortest", "above", "failed",
               "first");
    }
    for (unsigned level = 1; level <= BOT_LEVELS; level++) {
        struct tournament tournament;
        const unsigned levels[2] = {level > 1 ? level - 1 : 1, level};
        tournament_play(&tournament, solver, preset, levels, (uint32_t)rounds, seed);
        print_level(cli, level, &tournament);
        fflush(stdout);
    }
    carom_solver_free(solver);
    return CLI_EXIT_OK;
}

static int run(struct cli *cli)
{
    uint64_t rounds = 1000, seed = 1;
    bool micro = false, alone = false;
    const struct cli_option options[] = {
        {.name = "rounds", .value = "N", .number = &rounds, .max = 1000000, .help = "play N rounds (1000)"},
        {.name = "seed", .value = "N", .number = &seed, .help = "deal from this seed (1)"},
        {.name = "micro", .flag = &micro, .help = "play Micro Robots"},
        {.name = "alone",
         .flag = &alone,
         .help = "instead read positions from standard input, and print\n"
                 "how many moves each level shows; 0: none that are right"},
        {0},
    };
    if (!cli_options_read(cli, options) || !cli_no_operands(cli))
        return cli->exit_code;
    return alone ? tournament_alone(cli, seed) : play(cli, rounds, seed, micro);
}

const struct cli_command cmd_tournament = {
    .name = "tournament",
    .run = run,
    .operands = "",
    .summary = "measure the levels of bots",
    .about = "Lets each level of bots play against the one below, without waiting, and prints a line for\n"
             "each. The same seed prints the same lines.",
};
