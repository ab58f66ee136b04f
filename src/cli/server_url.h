/*
 * The address of a server or a table, as the commands that go there take it.
 */
#ifndef CLI_SERVER_URL_H
#define CLI_SERVER_URL_H

#include "../client/client.h"
#include "cli.h"

extern const char *const cli_ca_help;
/* Whom to trust there: `to` is a const char *. */
#define CLI_CA_OPTION(to)                                                                                              \
    {                                                                                                                  \
        .name = "ca", .value = "FILE", .strings = &(to), .help = cli_ca_help                                           \
    }

/* Reads the one argument; `authorities` is what the option was given, `table`: the address has to be a table's. False:
 * the command ends with cli->status, everything is said. */
bool cli_server_url(struct cli *cli, struct server_url *url, const char *authorities, bool table);

#endif
