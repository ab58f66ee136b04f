/*
 * `carom boards`: the boards that can be built from the printed sections (R1, R2, S1).
 */
#include "cli.h"

static void print_board(const struct cli *cli, const uint8_t faces[4])
{
    char name[16];
    struct carom_text text = carom_text_init(name, sizeof name);
    for (unsigned i = 0; i < 4; i++) {
        carom_text_put(&text, i > 0 ? "-" : "");
        carom_face_write(&text, faces[i]);
    }
    if (cli->json)
        cli_print_numbers("board", name, NULL, 0);
    else
        cli_print(&text);
}

static void print_count(const struct cli *cli, unsigned count)
{
    if (cli->json)
        cli_print_numbers(NULL, NULL, (struct cli_number[]){{"count", count}}, 1);
    else
        printf("%u\n", count);
}

static int run(struct cli *cli)
{
    unsigned edition = CAROM_EDITION_2013;
    unsigned barriers = CAROM_BARRIERS_ANY;
    bool count = false;
    const struct cli_option options[] = {
        {.name = "edition",
         .value = CLI_EDITIONS,
         .choice = &edition,
         .help = N_("boards from this box (default 2013)")},
        {.name = "barriers",
         .value = CLI_BARRIERS,
         .choice = &barriers,
         .help = N_("boards with coloured barriers: any (default),\nno, only")},
        {.name = "count", .flag = &count, .help = N_("print only how many there are")},
        {0},
    };
    if (!cli_options_read(cli, options) || !cli_no_operands(cli))
        return cli->exit_code;
    if (count) {
        print_count(cli, carom_board_count(edition, barriers));
        return CLI_EXIT_OK;
    }
    uint8_t faces[4];
    for (unsigned index = 0; carom_board_nth(faces, edition, barriers, index); index++)
        print_board(cli, faces);
    return CLI_EXIT_OK;
}

const struct cli_command cmd_boards = {
    .name = "boards",
    .run = run,
    .operands = "",
    .summary = N_("list or count the boards that can be built"),
    .about = N_("Lists every board that can be built from the printed sections, each once (without its\n"
                "rotations), starting with red in the north-west. Faces are named clockwise from there."),
};
