/*
 * The `carom` program: finds the subcommand and runs it. What subcommands share is in cli.h.
 */
#include "cli.h"

#include "../core/invariants.h"

#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct cli_command *const commands[] = {
    &cmd_solve,   &cmd_hint,  &cmd_check,       &cmd_atlas,  &cmd_boards, &cmd_deal,    &cmd_puzzle, &cmd_daily,
    &cmd_convert, &cmd_photo, &cmd_show,        &cmd_render, &cmd_play,   &cmd_referee, &cmd_replay, &cmd_serve,
    &cmd_join,    &cmd_bot,   &cmd_conformance, &cmd_store,  &cmd_admin,  &cmd_bench,
};
#define COMMANDS (sizeof commands / sizeof commands[0])

static const struct cli_command *find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int run(const struct cli_command *command, int argc, char **argv)
{
    struct cli cli = {.command = command, .argc = argc, .argv = argv};
    return command->run(&cli);
}

static int unknown(const char *name)
{
    fprintf(stderr, _("carom: there is no command '%s'; expected one of those that `carom help` lists\n"), name);
    return CLI_EXIT_USAGE;
}

/* `carom help`, `carom help NAME`. */
static int help(int argc, char **argv)
{
    if (argc == 0) {
        cli_usage(commands, COMMANDS);
        return CLI_EXIT_OK;
    }
    const struct cli_command *command = find(argv[0]);
    if (command == NULL)
        return unknown(argv[0]);
    char ask[] = "--help";
    return run(command, 1, (char *[]){ask, NULL});
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        fputs(_("carom: no command given; expected one of those that `carom help` lists\n"), stderr);
        return CLI_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        printf("carom %s\n", carom_version());
        return CLI_EXIT_OK;
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(argc - 2, argv + 2);
    const struct cli_command *command = find(name);
    return command != NULL ? run(command, argc - 2, argv + 2) : unknown(name);
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
    return snprintf(file, sizeof file, "%s/de/LC_MESSAGES/carom.mo", folder) < PATH_MAX && access(file, R_OK) == 0;
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

#ifdef CAROM_ASSERTIONS
static void on_assert_failed(const char *promise, const char *file, int line)
{
    fprintf(stderr, "carom: %s:%d: this does not hold: %s\n", file, line, promise);
}
#endif

int main(int argc, char **argv)
{
#ifdef CAROM_ASSERTIONS
    carom_assert_handler = on_assert_failed;
#endif
    set_language();
    int status = dispatch(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs(_("carom: the answer could not be written to standard output\n"), stderr);
        return CLI_EXIT_USAGE;
    }
    return status;
}
