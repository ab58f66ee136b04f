/*
 * `carom serve`: the options of the server, each also from the environment, and then the server itself (src/server).
 */
#include "cli.h"

#include "server/server.h"

#include <string.h>
#include <sys/stat.h>

#define LEVELS "error|warn|info|debug"

/* Filled with the defaults first. */
static struct serve_options serve;
static bool web_given;

static const struct cli_option options[] = {
    {.name = "address",
     .takes = "ADDRESS",
     .words = &serve.address,
     .help = N_("listen there (127.0.0.1), or at the path of a\nUnix socket: /run/carom.sock")},
    {.name = "port",
     .letter = 'p',
     .takes = "N",
     .number = &serve.port,
     .most = 65535,
     .help = N_("listen on this port (8080); 0: any free one")},
    {.name = "rrgp",
     .takes = "PORT",
     .number = &serve.rrgp,
     .most = 65535,
     .help = N_("speak RRGP there, for the client of Debian's\nricochet and for telnet: 5252 (not at all)")},
    {.name = "data",
     .letter = 'd',
     .takes = "FILE",
     .words = &serve.data,
     .help = N_("keep tables and games there (carom.db)")},
    {.name = "store",
     .takes = "postgresql://...",
     .words = &serve.store,
     .help = N_("keep them in that database instead, which other\nservers may share")},
    {.name = "web", .takes = "DIR", .words = &serve.web, .given = &web_given, .help = N_("folder of the built page")},
    {.name = "link",
     .takes = "URL",
     .words = &serve.link,
     .help = N_("how players reach the server, for links and QR\ncodes: https://carom.example")},
    {.name = "origins",
     .takes = "LIST",
     .words = &serve.origins,
     .help = N_("other pages that may connect, with commas:\nhttps://example.org")},
    {.name = "host",
     .takes = "NAME",
     .words = serve.hosts,
     .most = SERVE_HOSTS,
     .help = N_("answer only requests to this name: carom.example\n(any); may be repeated")},
    {.name = "proxies",
     .takes = "LIST",
     .words = &serve.proxies,
     .help = N_("addresses and networks whose X-Forwarded-For is\nbelieved, with commas: 10.0.0.0/8,unix")},
    {.name = "words",
     .takes = "FILE",
     .words = &serve.words,
     .help = N_("words that no name may have, one a line, instead\nof a short list")},
    {.name = "limits",
     .takes = "FILE",
     .words = &serve.limits,
     .help = N_("limits, a line NAME=NUMBER each, in place of their\noptions; `carom admin reload` reads it again")},
    {.name = "access-log",
     .takes = "FILE",
     .words = &serve.access_log,
     .help = N_("a line there for each HTTP request, without whole\naddresses and codes (none); -: standard output")},
    {.name = "admin",
     .takes = "PATH",
     .words = &serve.admin,
     .help = N_("listen there for `carom admin` (beside the data:\ncarom.db-admin); '': nowhere")},
    {.name = "metrics",
     .takes = "LIST",
     .words = &serve.metrics,
     .help = N_("addresses and networks that may read /metrics, with\ncommas (this machine): 10.0.0.5,10.1.0.0/16")},
    {.name = "metrics-token-file",
     .takes = "FILE",
     .words = &serve.metrics_token,
     .help = N_("let whoever knows the secret in its first line read\n/metrics: Authorization: Bearer SECRET")},
    {.name = "password-file",
     .takes = "FILE",
     .words = &serve.password_file,
     .help = N_("show nothing to whoever does not know the password\nin its first line")},
    {.name = "log-level", .takes = LEVELS, .choice = &serve.log_level, .help = N_("what to log (info)")},
    {.name = "log-format",
     .takes = "logfmt|json",
     .choice = &serve.log_format,
     .help = N_("lines of key=value, or of JSON, as --json (logfmt)")},
    {.name = "max-connections",
     .takes = "N",
     .number = &serve.max_connections,
     .most = 1000000,
     .help = N_("WebSockets at a time (10000)")},
    {.name = "max-per-address",
     .takes = "N",
     .number = &serve.max_per_address,
     .most = 1000000,
     .help = N_("... from one address (256), and 64 other\nconnections")},
    {.name = "max-addresses",
     .takes = "N",
     .number = &serve.max_addresses,
     .most = 10000000,
     .help = N_("addresses that are remembered (65536)")},
    {.name = "max-tables",
     .takes = "N",
     .number = &serve.max_tables,
     .most = 1000000,
     .help = N_("tables in memory at a time (5000)")},
    {.name = "max-watchers",
     .takes = "N",
     .number = &serve.max_watchers,
     .most = 1000000,
     .help = N_("people without a seat at one table (500)")},
    {.name = "max-message",
     .takes = "BYTES",
     .number = &serve.max_message,
     .most = 65536,
     .help = N_("size of one WebSocket message (8192)")},
    {.name = "message-rate",
     .takes = "N",
     .number = &serve.message_rate,
     .most = 1000000,
     .help = N_("requests a second on one connection (20);\n0: no limit, here and below")},
    {.name = "request-rate",
     .takes = "N",
     .number = &serve.request_rate,
     .most = 1000000,
     .help = N_("HTTP requests a second from one address (50)")},
    {.name = "picture-rate",
     .takes = "N",
     .number = &serve.picture_rate,
     .most = 1000000,
     .help = N_("pictures a second that are drawn for one address\n(5)")},
    {.name = "new-tables",
     .takes = "N",
     .number = &serve.new_tables,
     .most = 1000000,
     .help = N_("tables one address may create in an hour (120)")},
    {.name = "misses",
     .takes = "N",
     .number = &serve.misses,
     .most = 1000000,
     .help = N_("codes that are none, from one address in an hour\n(120)")},
    {.name = "table-events",
     .takes = "N",
     .number = &serve.table_events,
     .most = 1000000000,
     .help = N_("events at one table in an hour (36000)")},
    {.name = "address-events",
     .takes = "N",
     .number = &serve.address_events,
     .most = 1000000000,
     .help = N_("... that one address lets happen (100000)")},
    {.name = "keep",
     .takes = "TIME",
     .number = &serve.keep_days,
     .days = true,
     .most = 100000,
     .help = N_("forget tables so long after their last event,\nunplayed ones after a day (90d); w: weeks,\ny: years, "
                "0: never")},
    {.name = "min-free",
     .takes = "MB",
     .number = &serve.min_free,
     .most = 1000000000,
     .help = N_("no new tables with less free on the disk (200)")},
    {.name = "solve-nodes", .takes = "N", .number = &serve.solve_nodes, .help = N_("bound of one search (1000000)")},
    {.name = "public-nodes",
     .takes = "N",
     .number = &serve.public_nodes,
     .help = N_("... that somebody asks for over HTTP (300000)")},
    {.name = "idle-seconds",
     .takes = "N",
     .number = &serve.idle_seconds,
     .most = 1000000,
     .help = N_("a table without people leaves memory after\nthat (60)")},
    {0},
};

/* `https://carom.example`: an address that a browser can open. */
static bool link_good(const char *link)
{
    const char *host = strstr(link, "://");
    return *link == '\0' || ((strncmp(link, "http://", 7) == 0 || strncmp(link, "https://", 8) == 0) &&
                             host[3] != '\0' && strcspn(host + 3, "/ ?#") > 0 && strpbrk(link, " \"<>") == NULL);
}

/* What can be known to be wrong before anything is started. */
static bool check(struct cli *cli)
{
    struct stat facts;
    if (!link_good(serve.link)) {
        cli->status =
            cli_error(cli, NULL, N_("--link is '%s'; expected an address like https://carom.example"), serve.link);
        return false;
    }
    if (web_given && (stat(serve.web, &facts) != 0 || !S_ISDIR(facts.st_mode))) {
        cli->status = cli_error(cli, NULL, N_("--web is '%s'; expected the folder of the built page"), serve.web);
        return false;
    }
    return true;
}

static int run(struct cli *cli)
{
    serve = serve_defaults();
    serve.web = CAROM_WEB_DIR;
    if (!cli_options_environment(cli, options) || !cli_options_known(cli, options) || !cli_options_read(cli, options) ||
        !cli_no_operands(cli) || !check(cli))
        return cli->status;
    if (cli->json)
        serve.log_format = SERVE_LOG_JSON;
    return serve_run(&serve) == 0 ? CLI_DONE : CLI_BAD;
}

const struct cli_command cmd_serve = {
    .name = "serve",
    .run = run,
    .operands = "",
    .summary = N_("play over the network: pages, tables, bots"),
    .about = N_("Serves the page and tables for people to play at, until it gets SIGTERM or SIGINT.\n"
                "Everything that was acknowledged is in the data file, whatever happens. Each option\n"
                "can also be set in the environment: --max-tables is CAROM_MAX_TABLES. docs/hosting.md\n"
                "has more; the protocol is in docs/protocol.md."),
};
