/*
 * The subcommands of `carom-dev`, in the order of `carom-dev help`.
 */
#ifndef DEV_H
#define DEV_H

#include "../src/cli/cli.h"

extern const struct cli_command cmd_conformance; /* conformance_server.c */
extern const struct cli_command cmd_load;
extern const struct cli_command cmd_tournament;

#endif
