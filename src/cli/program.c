/*
 * The frame of a program made of subcommands: finds the one that is asked for, runs it, and sees to it that its answer
 * was written.
 */
#include "cli.h"

#include "../core/invariants.h"

#include <string.h>
#include <sys/random.h>

static const struct cli_command *find_command(const struct cli_program *program, const char *name)
{
    for (size_t i = 0; i < program->count; i++)
        if (strcmp(program->commands[i]->name, name) == 0)
            return program->commands[i];
    return NULL;
}

static int run(const struct cli_program *program, const struct cli_command *command, int argc, char **argv)
{
    struct cli cli = {.program = program, .command = command, .argc = argc, .argv = argv};
    return command->run(&cli);
}

static int unknown(const struct cli_program *program, const char *name)
{
    const char *closest = NULL;
    size_t distance = cli_typo_limit(name);
    for (size_t i = 0; i < program->count; i++)
        cli_closest(name, program->commands[i]->name, &closest, &distance);
    if (closest != NULL) {
        fprintf(stderr, _("%s: unknown command '%s'; did you mean `%s %s`?\n"), program->name, name, program->name,
                closest);
        return CLI_EXIT_USAGE;
    }
    fprintf(stderr, _("%s: unknown command '%s'; `%s help` lists the commands\n"), program->name, name, program->name);
    return CLI_EXIT_USAGE;
}

static void print_usage(const struct cli_program *program)
{
    fputs(_(program->usage), stdout);
    for (size_t i = 0; i < program->count; i++)
        printf("  %-11s %s\n", program->commands[i]->name, _(program->commands[i]->summary));
    fputs(_(program->notes), stdout);
}

/* `carom help`, `carom help NAME`. */
static int help(const struct cli_program *program, int argc, char **argv)
{
    if (argc == 0) {
        print_usage(program);
        return CLI_EXIT_OK;
    }
    const struct cli_command *command = find_command(program, argv[0]);
    if (command == NULL)
        return unknown(program, argv[0]);
    char ask[] = "--help";
    return run(program, command, 1, (char *[]){ask, NULL});
}

static int dispatch(const struct cli_program *program, int argc, char **argv)
{
    if (argc < 2)
        return help(program, 0, NULL);
    const char *name = argv[1];
    if (strcmp(name, "version") == 0 || strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("%s %s\n", program->name, carom_version());
        return CLI_EXIT_OK;
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help(program, argc - 2, argv + 2);
    const struct cli_command *command = find_command(program, name);
    return command != NULL ? run(program, command, argc - 2, argv + 2) : unknown(program, name);
}

#ifdef CAROM_ASSERTIONS
static void on_assert_failed(const char *promise, const char *file, int line)
{
    fprintf(stderr, "carom: %s:%d: this does not hold: %s\n", file, line, promise);
}
#endif

int cli_main(const struct cli_program *program, int argc, char **argv)
{
#ifdef CAROM_ASSERTIONS
    carom_assert_handler = on_assert_failed;
#endif
    int status = dispatch(program, argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, _("%s: cannot write to standard output\n"), program->name);
        return CLI_EXIT_USAGE;
    }
    return status;
}

uint64_t cli_random_seed(void)
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = 0;
    return seed >> 11; /* 53 bits, which JSON numbers hold exactly */
}
