/*
 * `carom bench`: counts and speeds.
 *
 * Without options it runs the fixed sets of `sets` below and prints, last, one number: the sum of their counts. That
 * number is the signature of behaviour; a change that is meant to keep behaviour keeps it. A layer adds its own set
 * there (solver nodes, referee events).
 */
#include "bench.h"
#include "cli.h"

#include <time.h>

/* Time of this process alone: other programs on the machine do not blur it. */
static uint64_t cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Sequences of three moves from dealt positions of all kinds. */
static uint64_t bench_moves(void)
{
    struct carom_random random = carom_random_seed(1);
    uint64_t count = 0;
    for (unsigned i = 0; i < 200; i++) {
        struct carom_deal_options deal = {
            .edition = CAROM_EDITION_2013,
            .extra_robots = (uint8_t)((i % 2 == 1) << CAROM_SILVER | (i % 4 == 3) << CAROM_TRANSPARENT)};
        struct carom_position position;
        carom_deal_position(&random, &deal, &position);
        count += carom_perft(&position.board, &position.robots, 3);
    }
    return count;
}

/* Events of games by chance. */
static uint64_t bench_referee(void)
{
    uint64_t commands;
    return bench_referee_games(20000, &commands);
}

/* The fixed sets: each runs one and returns its count. */
static const struct bench_set {
    const char *name;
    uint64_t (*run)(void);
} sets[] = {
    {"moves", bench_moves},
    {"referee", bench_referee},
    {"solver", bench_solver_nodes},
};

static int run_sets(const struct cli *cli)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        uint64_t begin = cpu_us();
        uint64_t count = sets[i].run();
        unsigned long long us = cpu_us() - begin;
        if (cli->json)
            cli_print_numbers("set", sets[i].name, (struct cli_number[]){{"count", count}, {"us", us}}, 2);
        else
            printf("%-10s %12llu   %9llu us\n", sets[i].name, (unsigned long long)count, us);
        sum += count;
    }
    bench_print_signature(cli, sum);
    return CLI_EXIT_OK;
}

#define SLIDE_POSITIONS 1000
#define SLIDE_US 1000000 /* measure at least this long */

/* One pass over all positions: every robot in every direction. */
static uint64_t slide_all(const struct carom_position *positions, uint64_t *sum)
{
    uint64_t slides = 0;
    for (unsigned i = 0; i < SLIDE_POSITIONS; i++) {
        for (unsigned robot = 0; robot < CAROM_COLOURS; robot++) {
            for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
                struct carom_slide slide;
                carom_slide(&positions[i].board, &positions[i].robots, carom_move_make(robot, direction), &slide, NULL);
                *sum += slide.to;
                slides++;
            }
        }
    }
    return slides;
}

static int run_slides(const struct cli *cli)
{
    static struct carom_position positions[SLIDE_POSITIONS];
    struct carom_random random = carom_random_seed(1);
    struct carom_deal_options deal = {.edition = CAROM_EDITION_2013};
    for (unsigned i = 0; i < SLIDE_POSITIONS; i++)
        carom_deal_position(&random, &deal, &positions[i]);
    uint64_t slides = 0;
    uint64_t sum = 0; /* keeps the compiler from leaving the work out */
    uint64_t begin = cpu_us();
    uint64_t us = 0;
    while (us < SLIDE_US) {
        slides += slide_all(positions, &sum);
        us = cpu_us() - begin;
    }
    uint64_t speed = slides * 1000000 / us;
    if (cli->json)
        cli_print_numbers(NULL, NULL, (struct cli_number[]){{"slides", slides}, {"us", us}, {"per_second", speed}}, 3);
    else
        printf(_("%llu slides in %llu us on one core: %llu slides per second\n"), (unsigned long long)slides,
               (unsigned long long)us, (unsigned long long)speed);
    return sum == 0 ? CLI_EXIT_NO : CLI_EXIT_OK;
}

static int run_referee(const struct cli *cli)
{
    uint64_t commands;
    uint64_t begin = cpu_us();
    uint64_t events = bench_referee_games(1000000, &commands);
    uint64_t us = cpu_us() - begin + 1;
    uint64_t speed = commands * 1000000 / us;
    const struct cli_number numbers[] = {
        {"commands", commands},
        {"events", events},
        {"us", us},
        {"per_second", speed},
        {"table", sizeof(struct carom_table)},
    };
    if (cli->json)
        cli_print_numbers(NULL, NULL, numbers, sizeof numbers / sizeof numbers[0]);
    else
        printf(_("%llu commands, %llu events in %llu us on one core: %llu commands per second; a table takes "
                 "%zu bytes\n"),
               (unsigned long long)commands, (unsigned long long)events, (unsigned long long)us,
               (unsigned long long)speed, sizeof(struct carom_table));
    return CLI_EXIT_OK;
}

static int answer_perft(void *context, struct cli *cli, const struct cli_item *item)
{
    unsigned depth = *(const unsigned *)context;
    struct carom_position position;
    if (!cli_position_read(cli, item, CAROM_REQUIRE_BOARD, &position))
        return CLI_EXIT_USAGE;
    uint64_t begin = cpu_us();
    uint64_t count = carom_perft(&position.board, &position.robots, depth);
    uint64_t us = cpu_us() - begin;
    char bytes[2048];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_position_write(&text, &position);
    if (cli->json)
        cli_print_numbers("position", bytes, (struct cli_number[]){{"depth", depth}, {"count", count}, {"us", us}}, 3);
    else
        printf("%s perft %u %llu\n", bytes, depth, (unsigned long long)count);
    return CLI_EXIT_OK;
}

/* What was asked for. */
struct bench_mode {
    bool perft, set_given, referee, slides;
    uint64_t depth;   /* of perft */
    uint64_t threads; /* of the solver */
    unsigned set;
};

static int run_mode(struct cli *cli, const struct bench_mode *mode)
{
    unsigned depth = (unsigned)mode->depth;
    if (mode->perft)
        return cli_for_each_position(cli, answer_perft, &depth);
    if (!cli_no_operands(cli))
        return cli->exit_code;
    if (mode->set_given)
        return bench_solver_set(cli, mode->set, (unsigned)mode->threads);
    return mode->slides ? run_slides(cli) : mode->referee ? run_referee(cli) : run_sets(cli);
}

static int run(struct cli *cli)
{
    struct bench_mode mode = {.threads = 1};
    const struct cli_option options[] = {
        {.name = "perft",
         .value = "N",
         .number = &mode.depth,
         .max = 20,
         .given = &mode.perft,
         .help = N_("count all sequences of N moves from each position")},
        {.name = "set",
         .value = BENCH_SETS,
         .choice = &mode.set,
         .given = &mode.set_given,
         .help = N_("measure the solver on this set of positions")},
        {.name = "threads",
         .value = "N",
         .number = &mode.threads,
         .max = CAROM_TEAM_MAX,
         .help = N_("with --set: use N threads for each position, and\na clock instead of processor time (1)")},
        {.name = "referee", .flag = &mode.referee, .help = N_("measure the referee's commands per second")},
        {.name = "slides", .flag = &mode.slides, .help = N_("measure slides per second on one core")},
        {0},
    };
    return cli_options_read(cli, options) ? run_mode(cli, &mode) : cli->exit_code;
}

const struct cli_command cmd_bench = {
    .name = "bench",
    .run = run,
    .operands = "[POSITION...]",
    .summary = N_("count moves and measure speed"),
    .about = N_("Without options runs fixed sets of positions. The number in the last line changes\n"
                "only if behaviour does. Only --perft reads positions."),
};
