/*
 * The `carom` program: the table of its subcommands, and the language they speak. What subcommands share is in cli.h.
 */
#include "cli.h"

#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct cli_command *const commands[] = {
    &cmd_solve,  &cmd_hint,    &cmd_check, &cmd_atlas, &cmd_boards, &cmd_deal,  &cmd_puzzle,
    &cmd_daily,  &cmd_convert, &cmd_photo, &cmd_show,  &cmd_render, &cmd_play,  &cmd_referee,
    &cmd_replay, &cmd_serve,   &cmd_join,  &cmd_bot,   &cmd_store,  &cmd_admin, &cmd_bench,
};

static const struct cli_program program = {
    .name = "carom",
    .commands = commands,
    .count = sizeof commands / sizeof commands[0],
    .usage = N_("Usage: carom COMMAND [OPTION...] [POSITION...]\n\n"
                "Ricochet Robots and Micro Robots: boards, rules, routes.\n\n"
                "Commands:\n"),
    .notes = N_("\n"
                "`carom COMMAND --help` explains a command, `carom version` prints the version.\n"
                "Write a position as BOARD/ROBOTS/TARGET:\n"
                "  G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg     Ricochet Robots\n"
                "  black-A0-B0-D0-C0/1P>2W             Micro Robots\n"
                "  0765+42+2E21BD0F+93                 a DriftingDroids game ID\n"
                "  @FILE                               a drawing of your own board (@-: standard input)\n"
                "Exit code: 0 done, 1 the answer is no, 2 bad input.\n"),
};

/* What measures and tests is in carom-dev. Earlier versions of this program had some of it. */
static const struct moved {
    const char *command, *option; /* NULL: the command itself */
    const char *now;              /* the subcommand of carom-dev */
} moved[] = {
    {"conformance", NULL, "conformance"}, {"load", NULL, "load"},
    {"tournament", NULL, "tournament"},   {"bench", "--server", "load"},
    {"bench", "--bots", "tournament"},
};

static bool has_word(int argc, char **argv, const char *word)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

/* The subcommand of carom-dev that does what is asked for; NULL: this program does. */
static const char *moved_to(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof moved / sizeof moved[0]; i++)
        if (strcmp(argv[1], moved[i].command) == 0 &&
            (moved[i].option == NULL || has_word(argc - 2, argv + 2, moved[i].option)))
            return moved[i].now;
    return NULL;
}

/* The catalogues of a build that is not installed lie beside the program: build/po. False: there are none. */
static bool find_data_folder(char folder[PATH_MAX])
{
    char file[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", file, sizeof file - 1);
    if (length <= 0)
        return false;
    file[length] = '\0';
    char *name = strrchr(file, '/');
    if (name == NULL || snprintf(folder, PATH_MAX, "%.*s/po", (int)(name - file), file) >= PATH_MAX)
        return false;
    return snprintf(file, sizeof file, "%s/.", folder) < PATH_MAX && access(file, X_OK) == 0;
}

/* Numbers stay as in C: only words and letters follow the locale. */
static void set_language(void)
{
    setlocale(LC_CTYPE, "");
    setlocale(LC_MESSAGES, "");
    char beside[PATH_MAX];
    const char *folder = getenv("CAROM_LOCALE_DIR");
    if (folder == NULL)
        folder = find_data_folder(beside) ? beside : CAROM_LOCALE_DIR;
    bindtextdomain("carom", folder);
    textdomain("carom");
}

int main(int argc, char **argv)
{
    set_language();
    const char *now = moved_to(argc, argv);
    if (now != NULL) {
        fprintf(stderr,
                _("carom: this is now `carom-dev %s`, a program for developers that you build from source "
                  "(docs/reference/carom-dev.md)\n"),
                now);
        return CLI_EXIT_USAGE;
    }
    return cli_main(&program, argc, argv);
}
