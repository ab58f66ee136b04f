/*
 * `carom deal`: random positions as the rules allow them (R3, M3), the same for the same seed everywhere.
 */
#include "cli.h"

struct deal_options {
    struct carom_deal_options deal;
    bool micro;
    bool expert;
    uint64_t seed;
};

static void deal_one(struct carom_random *random, const struct deal_options *options, struct carom_puzzle *puzzle)
{
    if (options->micro) {
        puzzle->game = CAROM_GAME_MICRO;
        carom_deal_micro_position(random, options->expert, &puzzle->micro);
    } else {
        puzzle->game = CAROM_GAME_RICOCHET;
        carom_deal_position(random, &options->deal, &puzzle->position);
    }
}

static void print_one(const struct cli *cli, const struct deal_options *options, const struct carom_puzzle *puzzle)
{
    char bytes[2048];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    if (cli->json) {
        carom_json_begin(&text, NULL, '{');
        carom_puzzle_write_members(&text, puzzle);
        carom_json_put_uint(&text, "seed", options->seed);
        carom_json_end(&text, '}');
    } else {
        carom_puzzle_write(&text, puzzle);
    }
    cli_print(&text);
}

static int deal_all(const struct cli *cli, const struct deal_options *options, uint64_t count)
{
    struct carom_random random = carom_random_seed(options->seed);
    for (uint64_t i = 0; i < count && !ferror(stdout); i++) {
        struct carom_puzzle puzzle;
        deal_one(&random, options, &puzzle);
        print_one(cli, options, &puzzle);
    }
    return CLI_EXIT_OK;
}

static int run(struct cli *cli)
{
    struct deal_options deal = {.deal = {.edition = CAROM_EDITION_2013}};
    uint64_t count = 1;
    unsigned edition = CAROM_EDITION_2013;
    unsigned barriers = CAROM_BARRIERS_ANY;
    bool seeded = false;
    bool extra[CAROM_ROBOTS] = {false};
    bool box = false; /* an option that is about the boxes of Ricochet Robots */
    const struct cli_option options[] = {
        {.name = "count", .letter = 'n', .value = "N", .number = &count, .help = N_("make N positions (1)")},
        {.name = "seed",
         .value = "N",
         .number = &deal.seed,
         .given = &seeded,
         .help = N_("random seed; the same seed deals the same\n"
                    "positions everywhere")},
        {.name = "edition",
         .value = CLI_EDITIONS,
         .choice = &edition,
         .given = &box,
         .help = N_("boards from this box (default 2013)")},
        {.name = "barriers",
         .value = CLI_BARRIERS,
         .choice = &barriers,
         .given = &box,
         .help = N_("boards with coloured barriers: any (default),\nno, only")},
        CLI_EXTRA_ROBOTS(extra),
        {.name = "micro", .flag = &deal.micro, .help = N_("deal Micro Robots")},
        {.name = "expert", .flag = &deal.expert, .help = N_("with --micro: add a way point (M12)")},
        {0},
    };
    if (!cli_options_read(cli, options) || !cli_no_operands(cli))
        return cli->exit_code;
    if (deal.expert && !deal.micro)
        return cli_error(cli, NULL, N_("--expert is for Micro Robots; add --micro"));
    deal.deal.extra_robots = cli_extra_robot_mask(extra);
    if (deal.micro && (box || deal.deal.extra_robots != 0))
        return cli_error(cli, NULL,
                         N_("--micro deals Micro Robots; leave out --edition, --barriers, --silver and --transparent"));
    if (carom_board_count(edition, barriers) == 0)
        return cli_error(cli, NULL, N_("the boards of 1999 have no barriers; use --barriers no or any"));
    deal.deal.edition = edition;
    deal.deal.barriers = barriers;
    deal.seed = seeded ? deal.seed : cli_random_seed();
    return deal_all(cli, &deal, count);
}

const struct cli_command cmd_deal = {
    .name = "deal",
    .run = run,
    .operands = "",
    .summary = N_("make random positions"),
    .about = N_("Deals random positions: a board, robots on cells without a target or barrier, and one\n"
                "of the 17 tokens (R3). For Micro Robots: a board, a start and a target (M3)."),
};
