/*
 * The address of a server or a table, as the commands that go there take it.
 */
#include "place.h"

const char *const cli_authorities_help =
    N_("trust the authorities in this file (PEM) instead of\nthe system's, with https:// and wss://");

bool cli_place(struct cli *cli, struct client_place *place, const char *authorities, bool table)
{
    enum client_trouble trouble = client_place_read(place, cli->argv[0]);
    place->authorities = authorities;
    if (trouble == CLIENT_FINE && table && place->code[0] == '\0')
        trouble = CLIENT_TROUBLE_CODE;
    if (trouble != CLIENT_FINE)
        cli->status = cli_say(cli, cli->argv[0], client_sentence(trouble));
    return trouble == CLIENT_FINE;
}
