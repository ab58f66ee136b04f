/*
 * The address of a server or a table, as the commands that go there take it.
 */
#include "server_url.h"

const char *const cli_ca_help = N_("trust the certificate authorities in FILE (PEM)\n"
                                   "instead of the system's, for https:// and wss://");

bool cli_server_url(struct cli *cli, struct server_url *url, const char *authorities, bool table)
{
    enum client_error error = server_url_parse(url, cli->argv[0]);
    url->ca_file = authorities;
    if (error == CLIENT_OK && table && url->code[0] == '\0')
        error = CLIENT_ERROR_CODE;
    if (error != CLIENT_OK)
        cli->exit_code = cli_error_sentence(cli, cli->argv[0], client_error_sentence(error));
    return error == CLIENT_OK;
}
