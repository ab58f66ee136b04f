/*
 * The `carom-dev` program: measures carom and checks programs that speak its protocol, for developers and authors of
 * clients. It speaks English only, as the protocol does, and is not installed by default.
 */
#include "dev.h"

static const struct cli_command *const commands[] = {&cmd_conformance, &cmd_load, &cmd_tournament};

static const struct cli_program program = {
    .name = "carom-dev",
    .commands = commands,
    .count = sizeof commands / sizeof commands[0],
    .usage = "Usage: carom-dev COMMAND [OPTION...]\n\n"
             "For client authors and developers of carom: try a client or a server, measure.\n\n"
             "Commands:\n",
    .notes = "\n`carom-dev COMMAND --help` says more; docs/reference/carom-dev.md has examples.\n"
             "Exit code: 0 done, 1 the answer is no, 2 bad input.\n",
};

int main(int argc, char **argv)
{
    return cli_main(&program, argc, argv);
}
