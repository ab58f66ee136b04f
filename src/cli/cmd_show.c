/*
 * `carom show`: a position drawn in the terminal. Colours and characters beyond ASCII are used where they are welcome.
 */
#include "cli.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum colour {
    COLOUR_AUTO,
    COLOUR_ALWAYS,
    COLOUR_NEVER,
};

struct show_options {
    struct carom_grid_style style;
    bool colour;
    bool again; /* a board was drawn before */
};

/* https://no-color.org and TERM decide, unless the user does. */
static bool wants_colour(unsigned choice)
{
    const char *no = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    if (choice != COLOUR_AUTO)
        return choice == COLOUR_ALWAYS;
    return isatty(STDOUT_FILENO) && (no == NULL || *no == '\0') && term != NULL && strcmp(term, "dumb") != 0;
}

/* What has to be done, in words, for those who cannot tell from the drawing. */
static void print_task(const struct carom_puzzle *puzzle)
{
    char bytes[64];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    if (puzzle->game == CAROM_GAME_MICRO) {
        if (puzzle->micro.target != CAROM_MICRO_NO_CELL) {
            puts(puzzle->micro.via == CAROM_MICRO_NO_CELL ? _("From the cell in ( ) to the one in [ ].")
                                                          : _("From the cell in ( ) via < > to the one in [ ]."));
        }
        return;
    }
    const struct carom_target *target = &puzzle->position.target;
    if (!target->is_set)
        return;
    carom_cell_write(&text, target->cell);
    if (target->token != CAROM_NO_TOKEN) {
        carom_text_put(&text, " (");
        carom_token_write(&text, target->token);
        carom_text_char(&text, ')');
    }
    printf(_(carom_robot_goal_sentence(target->active)), bytes);
    putchar('\n');
}

/* {...,"lines":["  a b","1 ..."]} */
static void print_json(const struct carom_puzzle *puzzle, const struct carom_text *drawing)
{
    static char bytes[2 * CAROM_GRID_BYTES];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_puzzle_write_members(&text, puzzle);
    carom_json_begin(&text, "lines", '[');
    for (const char *line = drawing->bytes; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        carom_json_put_bytes(&text, NULL, line, length);
        line += length + 1;
    }
    carom_json_end(&text, ']');
    carom_json_end(&text, '}');
    cli_print(&text);
}

static int answer(void *context, struct cli *cli, const struct cli_item *item)
{
    static struct carom_grid grid;
    static char bytes[CAROM_GRID_BYTES];
    struct show_options *options = context;
    struct carom_puzzle puzzle;
    if (!cli_puzzle_read(cli, item, CAROM_REQUIRE_BOARD, &puzzle))
        return CLI_EXIT_USAGE;
    if (puzzle.game == CAROM_GAME_MICRO)
        carom_grid_micro(&grid, &puzzle.micro, options->style);
    else
        carom_grid_position(&grid, &puzzle.position, options->style);
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_grid_write(&text, &grid, options->colour && !cli->json);
    if (cli->json) {
        print_json(&puzzle, &text);
        return CLI_EXIT_OK;
    }
    if (options->again)
        putchar('\n');
    options->again = true;
    fwrite(text.bytes, 1, text.length, stdout);
    print_task(&puzzle);
    return CLI_EXIT_OK;
}

static int run(struct cli *cli)
{
    struct show_options show = {0};
    unsigned colour = COLOUR_AUTO;
    bool ascii = false;
    const struct cli_option options[] = {
        {.name = "colour",
         .value = "auto|always|never",
         .choice = &colour,
         .help = N_("use colours (default: if the terminal can)")},
        {.name = "compact", .flag = &show.style.compact, .help = N_("one line per row, for small terminals")},
        {.name = "ascii", .flag = &ascii, .help = N_("only plain characters")},
        {.name = "no-coordinates",
         .flag = &show.style.no_coordinates,
         .help = N_("leave out the coordinates on the edge")},
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    show.colour = wants_colour(colour);
    show.style.ascii = ascii || strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    return cli_for_each_position(cli, answer, &show);
}

const struct cli_command cmd_show = {
    .name = "show",
    .run = run,
    .operands = "[POSITION...]",
    .summary = N_("draw positions in the terminal"),
    .about = N_("Draws positions as text, at most 80 columns wide. A cell shows a robot (its body and\n"
                "letter), a target (colour and sign: moon, gear, planet, star) or a barrier (colour and\n"
                "/ or \\). A small arrow points at the current target."),
};
