/*
 * `carom hint`: as much help as one wants and no more. The number of moves, the robots that take part, the first move,
 * or the next one from where the robots stand now.
 */
#include "solve.h"

#include <string.h>

enum hint_level {
    HINT_NUMBER,
    HINT_ROBOTS,
    HINT_FIRST,
    HINT_NEXT,
};
#define HINT_LEVELS "number|robots|first|next"

struct hint_request {
    unsigned level;
    bool level_given;
    struct carom_solve_options solver;
    struct carom_solver *memory;
};

/* What is known about where a player stands. */
struct hint {
    unsigned level;
    unsigned made;              /* cost of the moves so far */
    struct carom_answer answer; /* from here on */
};

/* The robots that take part, in the order of the notation; there is only one in Micro Robots. */
static void write_robots(struct carom_text *text, const struct carom_answer *answer)
{
    unsigned used = 0;
    for (uint32_t i = 0; i < answer->solution.moves; i++)
        used |= 1u << answer->solution.route[i].robot;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if ((used >> robot & 1u) != 0) {
            carom_text_put(text, text->length > 0 ? "," : "");
            carom_text_char(text, carom_robot_letter(robot));
        }
    }
}

/* What the level allows to say besides the number, or "". */
static void write_hint(struct carom_text *text, const struct hint *hint)
{
    if (hint->answer.solution.status != CAROM_SOLVE_FOUND)
        return;
    if (hint->level == HINT_ROBOTS)
        write_robots(text, &hint->answer);
    else if (hint->level >= HINT_FIRST && hint->answer.solution.moves > 0)
        carom_answer_write_move_text(text, &hint->answer, 0);
}

static void print_json(const struct hint *hint, const char *help)
{
    char bytes[256];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    const struct carom_solution *solution = &hint->answer.solution;
    bool known = solution->status == CAROM_SOLVE_FOUND;
    carom_json_begin(&text, NULL, '{');
    carom_json_put_int(&text, "made", hint->made);
    carom_answer_write_moves(&text, &hint->answer);
    if (!known && solution->status != CAROM_SOLVE_UNSOLVABLE)
        carom_json_put_int(&text, "at_least", solution->lower_bound);
    if (known && hint->level == HINT_ROBOTS)
        carom_json_put_string(&text, "robots", help);
    else if (*help != '\0')
        carom_json_put_string(&text, "move", help);
    carom_json_end(&text, '}');
    cli_print(&text);
}

static void print_text(const struct hint *hint, const char *help)
{
    const struct carom_solution *solution = &hint->answer.solution;
    unsigned cost = solution->cost;
    if (solution->status == CAROM_SOLVE_UNSOLVABLE)
        printf(_("there is no route to the target from here\n"));
    else if (solution->status != CAROM_SOLVE_FOUND)
        printf(ngettext("it needs at least %u move\n", "it needs at least %u moves\n", solution->lower_bound),
               solution->lower_bound);
    else if (cost == 0)
        printf(_("you are there\n"));
    else if (hint->level >= HINT_FIRST)
        printf(hint->level == HINT_NEXT ? _("%s, then %u more\n") : _("begin with %s; %u more follow\n"), help,
               cost - 1);
    else if (hint->level == HINT_ROBOTS)
        printf(ngettext("%u move of %s\n", "%u moves of %s\n", cost), cost, help);
    else
        printf(ngettext("%u move\n", "%u moves\n", cost), cost);
}

static int print_hint(const struct cli *cli, const struct hint *hint)
{
    char help[CAROM_MOVE_SIGNS_MAX + 8];
    struct carom_text text = carom_text_init(help, sizeof help);
    write_hint(&text, hint);
    if (cli->json)
        print_json(hint, help);
    else
        print_text(hint, help);
    return hint->answer.solution.status == CAROM_SOLVE_UNSOLVABLE ? CLI_EXIT_NO : CLI_EXIT_OK;
}

/* Plays the moves so far. False and a message if they cannot be made. */
static bool play_moves(struct cli *cli, const struct cli_item *item, const struct hint_request *request,
                       const struct carom_position *position, struct carom_round *round)
{
    struct carom_move route[CAROM_ROUTE_MAX];
    struct carom_error error;
    size_t moves;
    if (!carom_route_read(route, CAROM_ROUTE_MAX, &moves, item->route, item->route_length, &error)) {
        cli_input_error(cli, item, _("the route"), &error);
        return false;
    }
    for (size_t i = 0; i < moves; i++) {
        struct carom_slide slide;
        if (!carom_round_move(round, &position->board, route[i], &slide)) {
            cli_error(cli, item, N_("move %zu is impossible: %s"), i + 1, carom_slide_result_sentence(slide.result));
            return false;
        }
        if (carom_round_state(round, &position->target, route[i].robot, !request->solver.no_ricochet) ==
            CAROM_ROUND_NO_RICOCHET) {
            cli_error(cli, item, N_("move %zu stops on the target without a ricochet (R7); undo it first"), i + 1);
            return false;
        }
    }
    return true;
}

/* Leaves the position as it is after the moves so far, and what the search must know about them. */
static bool play_ricochet(struct cli *cli, const struct cli_item *item, struct hint_request *request,
                          struct carom_position *position, struct hint *hint)
{
    struct carom_round round = carom_round_begin(&position->robots);
    if (!play_moves(cli, item, request, position, &round))
        return false;
    if (hint->level == HINT_FIRST)
        round = carom_round_begin(&position->robots);
    position->robots = round.robots;
    memcpy(request->solver.axes_travelled, round.axes, sizeof round.axes);
    hint->made = round.cost;
    return true;
}

static bool play_micro(struct cli *cli, const struct cli_item *item, struct carom_micro_position *position,
                       struct hint *hint)
{
    uint8_t places[CAROM_ROUTE_MAX];
    struct carom_error error;
    size_t count;
    if (!carom_micro_route_read(&position->board, places, CAROM_ROUTE_MAX, &count, item->route, item->route_length,
                                &error)) {
        cli_input_error(cli, item, _("the route"), &error);
        return false;
    }
    struct carom_micro_position now = *position;
    for (size_t i = 0; i < count; i++) {
        if (!carom_micro_can_move(&now.board, now.start, places[i])) {
            cli_error(cli, item, N_("step %zu is not allowed (M4)"), i + 1);
            return false;
        }
        now.start = places[i];
        now.via = places[i] == now.via ? CAROM_MICRO_NO_CELL : now.via;
    }
    if (hint->level != HINT_FIRST) {
        *position = now;
        hint->made = (unsigned)count;
    }
    if (hint->level == HINT_ROBOTS)
        hint->level = HINT_NUMBER; /* there is only one robot */
    return true;
}

static int answer(void *context, struct cli *cli, const struct cli_item *item)
{
    struct hint_request *request = context;
    struct carom_puzzle puzzle;
    if (!cli_puzzle_read(cli, item, CAROM_REQUIRE_TARGET, &puzzle))
        return CLI_EXIT_USAGE;
    struct hint hint = {.level = request->level};
    if (!request->level_given)
        hint.level = item->route_length > 0 ? HINT_NEXT : HINT_NUMBER;
    bool played = puzzle.game == CAROM_GAME_MICRO ? play_micro(cli, item, &puzzle.micro, &hint)
                                                  : play_ricochet(cli, item, request, &puzzle.position, &hint);
    if (!played)
        return CLI_EXIT_USAGE;
    carom_answer_solve_all(request->memory, &puzzle, &request->solver, 0, NULL, &hint.answer); /* best to tell first */
    return print_hint(cli, &hint);
}

static int run(struct cli *cli)
{
    struct hint_request request = {.solver = {.now = carom_clock}};
    uint64_t max_ms = 0;
    const struct cli_option options[] = {
        {.name = "level",
         .value = HINT_LEVELS,
         .choice = &request.level,
         .given = &request.level_given,
         .help = N_("how much to tell: the number of moves, also which\n"
                    "robots, the first move, or the next move from here\n"
                    "(default: number, or next if you give moves)")},
        {.name = "no-ricochet",
         .flag = &request.solver.no_ricochet,
         .help = N_("allow routes without a ricochet (R7 off)")},
        {.name = "max-nodes",
         .value = "N",
         .number = &request.solver.max_nodes,
         .help = N_("give up after N search nodes")},
        {.name = "max-ms",
         .value = "N",
         .number = &max_ms,
         .max = UINT32_MAX,
         .help = N_("give up after N milliseconds")},
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    request.solver.max_ms = (uint32_t)max_ms;
    request.memory = carom_solver_new(&carom_libc_allocator);
    if (request.memory == NULL)
        return cli_error(cli, NULL, N_("out of memory for solving"));
    int status = cli_for_each_route(cli, answer, &request);
    carom_solver_free(request.memory);
    return status;
}

const struct cli_command cmd_hint = {
    .name = "hint",
    .run = run,
    .operands = "[POSITION [MOVE...]]",
    .summary = N_("give a hint"),
    .about = N_("Tells how many moves a position needs, which robots take part, how a shortest route\n"
                "begins, or what comes next after the moves you made. Without arguments it reads\n"
                "standard input: one position and the moves so far per line."),
};
