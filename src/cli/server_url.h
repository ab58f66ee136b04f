/*
 * The address of a server or a table as a command-line argument.
 */
#ifndef CLI_SERVER_URL_H
#define CLI_SERVER_URL_H

#include "../client/client.h"
#include "cli.h"

extern const char *const cli_ca_help;
/* The option --ca, certificates to trust: `to` is a const char *. */
#define CLI_CA_OPTION(to)                                                                                              \
    {                                                                                                                  \
        .name = "ca", .value = "FILE", .strings = &(to), .help = cli_ca_help                                           \
    }

/* Reads the only argument; `authorities` is the value of --ca; `table`: the address must be a table's. False: end
 * with cli->exit_code; the message is printed. */
bool cli_server_url(struct cli *cli, struct server_url *url, const char *authorities, bool table);

#endif
