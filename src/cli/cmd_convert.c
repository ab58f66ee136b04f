/*
 * `carom convert`: the same position in another notation.
 */
#include "cli.h"
#include "droids_dump.h"
#include "planning.h"

enum notation {
    NOTATION_CAROM,
    NOTATION_DRIFTINGDROIDS,
    NOTATION_DROIDS_DUMP,
    NOTATION_DRAWING,
    NOTATION_ASP,
    NOTATION_PDDL,
    NOTATION_JSON,
};

struct convert_options {
    unsigned to; /* enum notation */
    bool no_barriers;
};

#define TEXT_MAX (128 * 1024) /* a PDDL problem of 16x16 cells takes half of it */

/* False with everything said where the notation has no room for the position. */
static bool write(struct cli *cli, const struct cli_item *item, unsigned to, const struct carom_puzzle *puzzle,
                  struct carom_text *text)
{
    if (to == NOTATION_CAROM) {
        carom_puzzle_write(text, puzzle);
        return true;
    }
    if (to == NOTATION_JSON) {
        carom_puzzle_write_json(text, puzzle);
        return true;
    }
    if (puzzle->game == CAROM_GAME_MICRO) {
        cli_error(cli, item, N_("Micro Robots positions can only be written with --to carom or json"));
        return false;
    }
    if (to == NOTATION_DRAWING) {
        carom_ascii_board_write(text, &puzzle->position);
        return true;
    }
    if (to == NOTATION_ASP || to == NOTATION_PDDL) {
        enum planning_format format = to == NOTATION_ASP ? PLANNING_ASP : PLANNING_PDDL;
        const char *refusal = planning_refusal(&puzzle->position, format);
        if (refusal != NULL)
            cli_error(cli, item, "%s", _(refusal));
        else
            planning_write(text, format, &puzzle->position);
        return refusal == NULL;
    }
    if (to == NOTATION_DROIDS_DUMP) {
        const char *refusal = droids_dump_refusal(&puzzle->position);
        if (refusal != NULL)
            cli_error(cli, item, "%s", _(refusal));
        else
            droids_dump_write(text, &puzzle->position);
        return refusal == NULL;
    }
    struct carom_error error;
    if (!carom_droids_write(text, &puzzle->position, &error)) {
        cli_input_error(cli, item, NULL, &error);
        return false;
    }
    return true;
}

static void print_json(const struct carom_puzzle *puzzle, const struct carom_text *converted, bool lost)
{
    static char bytes[2 * TEXT_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_puzzle_write_position(&text, puzzle);
    carom_json_put_bytes(&text, "text", converted->bytes, converted->length);
    if (lost)
        carom_json_put_bool(&text, "barriers_lost", true);
    carom_json_end(&text, '}');
    cli_print(&text);
}

static int answer(void *context, struct cli *cli, const struct cli_item *item)
{
    const struct convert_options *options = context;
    struct carom_puzzle puzzle;
    if (!cli_puzzle_read(cli, item, CAROM_REQUIRE_BOARD, &puzzle))
        return CLI_EXIT_USAGE;
    if (options->no_barriers && puzzle.game == CAROM_GAME_RICOCHET)
        carom_board_remove_barriers(&puzzle.position.board);
    static char bytes[TEXT_MAX];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    if (!write(cli, item, options->to, &puzzle, &text))
        return CLI_EXIT_USAGE;
    bool planning = options->to == NOTATION_ASP || options->to == NOTATION_PDDL;
    bool droids = options->to == NOTATION_DRIFTINGDROIDS || options->to == NOTATION_DROIDS_DUMP;
    bool lost = (droids || planning) && carom_board_has_barriers(&puzzle.position.board);
    if (lost && planning)
        fprintf(stderr, _("carom convert: note: planning tasks have no barriers, so they are left out\n"));
    else if (lost)
        fprintf(stderr, _("carom convert: note: DriftingDroids has no barriers, so they are left out\n"));
    if (cli->json)
        print_json(&puzzle, &text, lost);
    else if (options->to == NOTATION_DRAWING || planning)
        fwrite(text.bytes, 1, text.length, stdout); /* its lines end in line breaks already */
    else
        cli_print(&text);
    return CLI_EXIT_OK;
}

static int run(struct cli *cli)
{
    struct convert_options convert = {.to = NOTATION_CAROM};
    const struct cli_option options[] = {
        {.name = "to",
         .value = "carom|driftingdroids|driftingdroids-dump|drawing|asp|pddl|json",
         .choice = &convert.to,
         .help = N_("notation to write (default carom)")},
        {.name = "no-barriers", .flag = &convert.no_barriers, .help = N_("remove the barriers from the board first")},
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    return cli_for_each_position(cli, answer, &convert);
}

const struct cli_command cmd_convert = {
    .name = "convert",
    .run = run,
    .operands = "[POSITION...]",
    .summary = N_("write positions in another notation"),
    .about = N_("Reads positions and writes them in another notation: carom's canonical form,\n"
                "DriftingDroids game IDs and dumps, a drawing you can edit as text, ASP facts, a PDDL\n"
                "problem, or JSON. It reads all of these too; pass multi-line ones as @FILE."),
};
