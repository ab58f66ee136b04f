/*
 * The address of a server or a table, as the commands that go there take it.
 */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "../client/client.h"
#include "cli.h"

extern const char *const cli_authorities_help;
/* Whom to trust there: `to` is a const char *. */
#define CLI_AUTHORITIES(to)                                                                                            \
    {                                                                                                                  \
        .name = "ca", .takes = "FILE", .words = &(to), .help = cli_authorities_help                                    \
    }

/* Reads the one argument; `authorities` is what the option was given, `table`: the address has to be a table's. False:
 * the command ends with cli->status, everything is said. */
bool cli_place(struct cli *cli, struct client_place *place, const char *authorities, bool table);

#endif
