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

struct hinting {
    unsigned level;
    bool level_given;
    struct carom_solve_options solver;
    struct carom_solver *memory;
};

/* What is known about where a player stands. */
struct hint {
    unsigned level;
    unsigned made; /* cost of the moves so far */
    bool solvable;
    bool known;    /* false: a limit came first */
    unsigned cost; /* left, or at least so much */
    char robots[2 * CAROM_ROBOTS + 1];
    char move[CAROM_SIGNS + 8];
};

static void print_hint(const struct cli *cli, const struct hint *hint)
{
    bool robots = hint->level == HINT_ROBOTS, move = hint->level >= HINT_FIRST;
    if (cli->json) {
        printf("{\"made\":%u,", hint->made);
        if (!hint->solvable)
            printf("\"moves\":null,\"unsolvable\":true");
        else
            printf(hint->known ? "\"moves\":%u" : "\"moves\":null,\"at_least\":%u", hint->cost);
        if (robots && hint->known)
            printf(",\"robots\":\"%s\"", hint->robots);
        if (move && hint->known && hint->cost > 0)
            printf(",\"move\":\"%s\"", hint->move);
        printf("}\n");
        return;
    }
    if (!hint->solvable)
        printf(_("there is no way to the target from here\n"));
    else if (!hint->known)
        printf(_("it needs at least %u moves\n"), hint->cost);
    else if (hint->cost == 0)
        printf(_("you are there\n"));
    else if (move)
        printf(hint->level == HINT_NEXT ? _("%s, then %u more\n") : _("begin with %s; %u more follow\n"), hint->move,
               hint->cost - 1);
    else if (robots)
        printf(ngettext("%u move of %s\n", "%u moves of %s\n", hint->cost), hint->cost, hint->robots);
    else
        printf(ngettext("%u move\n", "%u moves\n", hint->cost), hint->cost);
}

static void list_robots(struct hint *hint, const struct carom_solution *solution)
{
    struct carom_text text = carom_text_in(hint->robots, sizeof hint->robots);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        for (uint32_t i = 0; i < solution->moves; i++)
            if (solution->route[i].robot == robot) {
                carom_text_put(&text, text.length > 0 ? "," : "");
                carom_text_char(&text, carom_robot_letter(robot));
                break;
            }
}

static bool no_route(void *context, const struct carom_move *route, uint32_t count)
{
    (void)context, (void)route, (void)count;
    return false;
}

/* From a position under way; its best route to tell. */
static void think(struct hinting *hinting, const struct carom_position *position, const struct carom_round *round,
                  struct hint *hint)
{
    static struct carom_solution solution;
    struct carom_solve_options options = hinting->solver;
    struct carom_position now = *position;
    uint64_t count;
    now.robots = round->robots;
    memcpy(options.axes, round->axes, sizeof options.axes);
    carom_solve_all(hinting->memory, &now, &options, 0, no_route, NULL, &count, &solution);
    hint->made = round->cost;
    hint->solvable = solution.status != CAROM_SOLVE_UNSOLVABLE;
    hint->known = solution.status == CAROM_SOLVE_FOUND;
    hint->cost = hint->known ? solution.cost : solution.at_least;
    list_robots(hint, &solution);
    struct carom_text text = carom_text_in(hint->move, sizeof hint->move);
    if (hint->known && solution.moves > 0)
        carom_move_write(&text, solution.route[0]);
}

/* Plays the moves so far. False and a message if they cannot be made. */
static bool play_moves(struct cli *cli, const struct cli_item *item, const struct hinting *hinting,
                       const struct carom_position *position, struct carom_round *round)
{
    struct carom_move moves[CAROM_ROUTE_MAX];
    struct carom_fault fault;
    size_t count;
    if (!carom_route_read(moves, CAROM_ROUTE_MAX, &count, item->route, item->route_length, &fault)) {
        cli_fault(cli, item, _("the route"), &fault);
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        struct carom_slide slide;
        if (!carom_round_move(round, &position->board, moves[i], &slide)) {
            cli_error(cli, item, N_("move %zu cannot be made: %s"), i + 1, carom_slide_sentence(slide.why));
            return false;
        }
        if (carom_round_state(round, &position->target, moves[i].robot, !hinting->solver.no_ricochet) ==
            CAROM_ROUND_NO_RICOCHET) {
            cli_error(cli, item, N_("move %zu stops on the target without a ricochet (R7); take it back first"), i + 1);
            return false;
        }
    }
    return true;
}

static int hint_ricochet(struct cli *cli, const struct cli_item *item, struct hinting *hinting,
                         const struct carom_position *position, struct hint *hint)
{
    struct carom_round start = carom_round_begin(&position->robots), now = start;
    if (!play_moves(cli, item, hinting, position, &now))
        return CLI_BAD;
    think(hinting, position, hint->level == HINT_FIRST ? &start : &now, hint);
    print_hint(cli, hint);
    return hint->solvable ? CLI_DONE : CLI_NO;
}

static int hint_micro(struct cli *cli, const struct cli_item *item, struct carom_micro_position position,
                      struct hint *hint)
{
    uint8_t places[CAROM_ROUTE_MAX];
    struct carom_fault fault;
    struct carom_micro_solution solution;
    size_t count;
    if (!carom_micro_route_read(&position.board, places, CAROM_ROUTE_MAX, &count, item->route, item->route_length,
                                &fault))
        return cli_fault(cli, item, _("the route"), &fault);
    struct carom_micro_position now = position;
    for (size_t i = 0; i < count; i++) {
        if (!carom_micro_can_move(&now.board, now.start, places[i]))
            return cli_error(cli, item, N_("step %zu cannot be made (M4)"), i + 1);
        now.start = places[i];
        now.via = places[i] == now.via ? CAROM_MICRO_NONE : now.via;
    }
    if (hint->level != HINT_FIRST) {
        position = now;
        hint->made = (unsigned)count;
    }
    hint->known = hint->solvable = carom_micro_solve(&position, &solution);
    hint->cost = solution.moves;
    struct carom_text text = carom_text_in(hint->move, sizeof hint->move);
    if (solution.moves > 0)
        carom_micro_face_write(&text, position.board.shows[solution.places[0]]);
    if (hint->level == HINT_ROBOTS)
        hint->level = HINT_NUMBER; /* there is only one robot */
    print_hint(cli, hint);
    return hint->solvable ? CLI_DONE : CLI_NO;
}

static int answer(void *context, struct cli *cli, const struct cli_item *item)
{
    struct hinting *hinting = context;
    struct carom_puzzle puzzle;
    if (!cli_puzzle_read(cli, item, CAROM_NEED_TARGET, &puzzle))
        return CLI_BAD;
    struct hint hint = {.level = hinting->level};
    if (!hinting->level_given)
        hint.level = item->route_length > 0 ? HINT_NEXT : HINT_NUMBER;
    if (puzzle.game == CAROM_GAME_MICRO)
        return hint_micro(cli, item, puzzle.micro, &hint);
    return hint_ricochet(cli, item, hinting, &puzzle.position, &hint);
}

static int run(struct cli *cli)
{
    struct hinting hinting = {0};
    const struct cli_option options[] = {
        {.name = "level",
         .takes = HINT_LEVELS,
         .choice = &hinting.level,
         .given = &hinting.level_given,
         .help = N_("how much: the number of moves, the robots too,\nthe first move, or the next from where I stand\n"
                    "(default: number, or next if moves are given)")},
        {.name = "no-ricochet", .flag = &hinting.solver.no_ricochet, .help = N_("play without R7")},
        {.name = "max-nodes",
         .takes = "N",
         .number = &hinting.solver.max_nodes,
         .help = N_("give up after so many nodes")},
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->status;
    hinting.memory = carom_solver_new(&carom_heap);
    if (hinting.memory == NULL)
        return cli_error(cli, NULL, N_("there is no memory for solving"));
    int status = cli_each_route(cli, answer, &hinting);
    carom_solver_free(hinting.memory);
    return status;
}

const struct cli_command cmd_hint = {
    .name = "hint",
    .run = run,
    .operands = "[POSITION [MOVE...]]",
    .summary = N_("help a little"),
    .about = N_("Says how many moves a position needs, which robots take part, which move begins a\n"
                "shortest route, or which comes next after the moves already made. Without arguments\n"
                "reads lines from standard input, each a position and the moves so far."),
};
