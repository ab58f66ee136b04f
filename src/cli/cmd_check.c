/*
 * `carom check`: replays a route and says whether it is a way to the target (R5 to R9, R13).
 */
#include "cli.h"

#include <string.h>

struct check_options {
    struct carom_check_rules rules;
    bool no_barriers;
};

#define ANSWER_MAX (CAROM_CHECK_MOVES_MAX * 8 + 1024) /* a stop is at most `,"p16"` */

static void print_text(const struct carom_puzzle *puzzle, const struct carom_check *check)
{
    char bytes[ANSWER_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    for (uint32_t i = 0; i < check->moves; i++) {
        carom_text_char(&text, ' ');
        carom_check_stop_write(&text, puzzle, check->stops[i]);
    }
    if (check->result == CAROM_CHECK_OK) {
        printf(ngettext("ok: %u move, stops:%s\n", "ok: %u moves, stops:%s\n", check->cost), check->cost, bytes);
    } else if (check->failed_move_number == 0) {
        printf(_("no: %s; stops:%s\n"), _(carom_check_sentence(check)), bytes);
    } else {
        char move[CAROM_MOVE_SIGNS_MAX + 8];
        struct carom_text words = carom_text_init(move, sizeof move);
        carom_check_bad_move_write(&words, puzzle, check);
        printf(_("no: move %u, %s: %s; stops:%s\n"), check->failed_move_number, move, _(carom_check_sentence(check)),
               bytes);
    }
}

static int answer(void *context, struct cli *cli, const struct cli_item *item)
{
    const struct check_options *options = context;
    struct carom_puzzle puzzle;
    if (!cli_puzzle_read(cli, item, CAROM_REQUIRE_TARGET, &puzzle))
        return CLI_EXIT_USAGE;
    if (options->no_barriers && puzzle.game == CAROM_GAME_RICOCHET)
        carom_board_remove_barriers(&puzzle.position.board);
    struct carom_check check;
    struct carom_error error;
    if (!carom_check_route(&check, &puzzle, item->route, item->route_length, &options->rules, &error))
        return cli_input_error(cli, item, _("the route"), &error);
    if (cli->json) {
        char bytes[ANSWER_MAX];
        struct carom_text text = carom_text_init(bytes, sizeof bytes);
        carom_check_write_json(&text, &puzzle, &check);
        cli_print(&text);
    } else {
        print_text(&puzzle, &check);
    }
    return check.result == CAROM_CHECK_OK ? CLI_EXIT_OK : CLI_EXIT_NO;
}

static int run(struct cli *cli)
{
    struct check_options check = {0};
    uint64_t bid = 0;
    unsigned claim = 0;
    const struct cli_option options[] = {
        {.name = "bid",
         .value = "N",
         .number = &bid,
         .max = UINT32_MAX,
         .given = &check.rules.has_bid,
         .help = N_("the route must take N moves (R13)")},
        {.name = "claim",
         .value = "exact|at-most",
         .choice = &claim,
         .help = N_("with --bid: exactly N moves (the default),\n"
                    "or at most N")},
        {.name = "no-ricochet",
         .flag = &check.rules.no_ricochet,
         .help = N_("allow routes without a ricochet (R7 off)")},
        {.name = "no-barriers", .flag = &check.no_barriers, .help = N_("remove the barriers from the board first")},
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    check.rules.bid = (uint32_t)bid;
    check.rules.at_most = claim == 1;
    return cli_for_each_route(cli, answer, &check);
}

const struct cli_command cmd_check = {
    .name = "check",
    .run = run,
    .operands = "[POSITION MOVE...]",
    .summary = N_("replay a route and judge it"),
    .about = N_("Replays a route move by move, shows where each robot stops, and says whether it reaches\n"
                "the target with a ricochet. Without arguments it reads standard input: one position and\n"
                "its moves per line. A move is a robot and a direction (RN, GS); for the transparent robot\n"
                "also TE! and TE+-; in Micro Robots the next cell (6P). Exit code 1 if the route fails."),
};
