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
     .value = "ADDRESS",
     .strings = &serve.address,
     .help = N_("listen on this address (127.0.0.1), or on a Unix\n"
                "socket: /run/carom.sock")},
    {.name = "port",
     .letter = 'p',
     .value = "N",
     .number = &serve.port,
     .max = 65535,
     .help = N_("listen on this port (8080); 0: any free port")},
    {.name = "rrgp",
     .value = "PORT",
     .number = &serve.rrgp,
     .max = 65535,
     .help = N_("listen for RRGP clients, such as Debian's ricochet\n"
                "and telnet, on port 5252 for example (off)")},
    {.name = "data",
     .letter = 'd',
     .value = "FILE",
     .strings = &serve.data,
     .help = N_("file for tables and games (carom.db)")},
    {.name = "store",
     .value = "postgresql://...",
     .strings = &serve.store,
     .help = N_("use this database instead, which other servers can\n"
                "share")},
    {.name = "web",
     .value = "DIR",
     .strings = &serve.web,
     .given = &web_given,
     .help = N_("folder with the built page")},
    {.name = "link",
     .value = "URL",
     .strings = &serve.public_url,
     .help = N_("public address for links and QR codes:\n"
                "https://carom.example")},
    {.name = "origins",
     .value = "LIST",
     .strings = &serve.origins,
     .help = N_("other websites that may connect, separated by\n"
                "commas: https://example.org")},
    {.name = "host",
     .value = "NAME",
     .strings = serve.hostnames,
     .max = SERVE_HOSTNAMES_MAX,
     .help = N_("answer only requests for this name: carom.example\n"
                "(any); can be repeated")},
    {.name = "proxies",
     .value = "LIST",
     .strings = &serve.proxies,
     .help = N_("networks of proxies whose X-Forwarded-For is trusted,\n"
                "separated by commas: 10.0.0.0/8,unix")},
    {.name = "words",
     .value = "FILE",
     .strings = &serve.banned_words_file,
     .help = N_("words forbidden in names, one per line, instead of\n"
                "the built-in list")},
    {.name = "limits",
     .value = "FILE",
     .strings = &serve.limits_file,
     .help = N_("limits as lines NAME=NUMBER, instead of their\n"
                "options; `carom admin reload` reads it again")},
    {.name = "access-log",
     .value = "FILE",
     .strings = &serve.access_log,
     .help = N_("log HTTP requests here, with shortened addresses and\n"
                "without table codes (off); -: standard output")},
    {.name = "admin",
     .value = "PATH",
     .strings = &serve.admin,
     .help = N_("socket for `carom admin` (next to the data:\n"
                "carom.db-admin); '': none")},
    {.name = "metrics",
     .value = "LIST",
     .strings = &serve.metrics,
     .help = N_("networks that may read /metrics, separated by\n"
                "commas (this machine): 10.0.0.5,10.1.0.0/16")},
    {.name = "metrics-token-file",
     .value = "FILE",
     .strings = &serve.metrics_token,
     .help = N_("also allow /metrics with the secret from the first\n"
                "line: Authorization: Bearer SECRET")},
    {.name = "password-file",
     .value = "FILE",
     .strings = &serve.password_file,
     .help = N_("ask everyone for the password in the first line")},
    {.name = "log-level", .value = LEVELS, .choice = &serve.log_level, .help = N_("what to log (info)")},
    {.name = "log-format",
     .value = "logfmt|json",
     .choice = &serve.log_format,
     .help = N_("log format, key=value or JSON like --json (logfmt)")},
    {.name = "max-connections",
     .value = "N",
     .number = &serve.max_connections,
     .max = 1000000,
     .help = N_("WebSockets at a time (10000)")},
    {.name = "max-per-address",
     .value = "N",
     .number = &serve.max_per_address,
     .max = 1000000,
     .help = N_("WebSockets per address (256), besides 64 other\n"
                "connections")},
    {.name = "max-addresses",
     .value = "N",
     .number = &serve.max_addresses,
     .max = 10000000,
     .help = N_("addresses to remember (65536)")},
    {.name = "max-tables",
     .value = "N",
     .number = &serve.max_tables,
     .max = 1000000,
     .help = N_("tables in memory (5000)")},
    {.name = "max-watchers",
     .value = "N",
     .number = &serve.max_watchers,
     .max = 1000000,
     .help = N_("watchers per table (500)")},
    {.name = "max-message",
     .value = "BYTES",
     .number = &serve.max_message,
     .max = 65536,
     .help = N_("bytes per WebSocket message (8192)")},
    {.name = "message-rate",
     .value = "N",
     .number = &serve.message_rate,
     .max = 1000000,
     .help = N_("requests per connection per second (20);\n"
                "0: no limit, here and below")},
    {.name = "request-rate",
     .value = "N",
     .number = &serve.request_rate,
     .max = 1000000,
     .help = N_("HTTP requests per address per second (50)")},
    {.name = "picture-rate",
     .value = "N",
     .number = &serve.picture_rate,
     .max = 1000000,
     .help = N_("pictures drawn per address per second (5)")},
    {.name = "new-tables",
     .value = "N",
     .number = &serve.new_tables_per_hour,
     .max = 1000000,
     .help = N_("new tables per address per hour (120)")},
    {.name = "misses",
     .value = "N",
     .number = &serve.failed_lookups_per_hour,
     .max = 1000000,
     .help = N_("failed table-code lookups per address per hour (120)")},
    {.name = "table-events",
     .value = "N",
     .number = &serve.table_events,
     .max = 1000000000,
     .help = N_("events per table per hour (36000)")},
    {.name = "address-events",
     .value = "N",
     .number = &serve.address_events,
     .max = 1000000000,
     .help = N_("events caused per address per hour (100000)")},
    {.name = "keep",
     .value = "TIME",
     .number = &serve.retention_days,
     .days = true,
     .max = 100000,
     .help = N_("delete tables this long after their last event,\n"
                "unplayed ones after a day (90d); w: weeks,\n"
                "y: years, 0: never")},
    {.name = "company",
     .value = "yes|no",
     .choice = &serve.company,
     .help = N_("let people see each other's daily results and create\n"
                "circles (yes)")},
    {.name = "keep-results",
     .value = "TIME",
     .number = &serve.results_days,
     .days = true,
     .max = 100000,
     .help = N_("delete daily results and unused circles after this\n"
                "long (400d)")},
    {.name = "min-free",
     .value = "MB",
     .number = &serve.min_free,
     .max = 1000000000,
     .help = N_("refuse new tables if less disk space is free (200)")},
    {.name = "solve-nodes",
     .value = "N",
     .number = &serve.solve_nodes,
     .help = N_("give up a search after N nodes (1000000)")},
    {.name = "public-nodes",
     .value = "N",
     .number = &serve.public_nodes,
     .help = N_("give up a search asked for by HTTP after N nodes\n"
                "(300000)")},
    {.name = "race-seconds",
     .value = "N",
     .number = &serve.race_seconds,
     .max = 86400,
     .help = N_("a public race begins every N seconds (1800); 0: none")},
    {.name = "idle-seconds",
     .value = "N",
     .number = &serve.idle_seconds,
     .max = 1000000,
     .help = N_("unload a table N seconds after everyone has left (60)")},
    {0},
};

/* `https://carom.example`: an address that a browser can open. */
static bool link_good(const char *link)
{
    const char *host = strstr(link, "://");
    return *link == '\0' ||
           (strlen(link) < SERVE_LINK_SIZE && (strncmp(link, "http://", 7) == 0 || strncmp(link, "https://", 8) == 0) &&
            host[3] != '\0' && strcspn(host + 3, "/ ?#") > 0 && strpbrk(link, " \"<>") == NULL);
}

/* What can be known to be wrong before anything is started. */
static bool check(struct cli *cli)
{
    struct stat facts;
    char label[CLI_LABEL];
    if (!link_good(serve.public_url)) {
        cli->exit_code = cli_error(cli, NULL, N_("%s is '%s'; expected an address such as https://carom.example"),
                                   cli_option_label(label, "link", serve.public_url), serve.public_url);
        return false;
    }
    if (web_given && (stat(serve.web, &facts) != 0 || !S_ISDIR(facts.st_mode))) {
        cli->exit_code =
            cli_error(cli, NULL, N_("%s is '%s', but there is no page; build one with web/make, then use web/dist"),
                      cli_option_label(label, "web", serve.web), serve.web);
        return false;
    }
    return true;
}

static int run(struct cli *cli)
{
    char variables[1024];
    serve = serve_defaults();
    serve.web = CAROM_WEB_DIR;
    if (!cli_options_environment(cli, options) || !cli_options_known(cli, options) || !cli_options_read(cli, options) ||
        !cli_no_operands(cli) || !check(cli))
        return cli->exit_code;
    if (cli->json)
        serve.log_format = SERVE_LOG_JSON;
    cli_options_variables(options, variables, sizeof variables);
    serve.variables = variables;
    return serve_run(&serve) == 0 ? CLI_EXIT_OK : CLI_EXIT_USAGE;
}

const struct cli_command cmd_serve = {
    .name = "serve",
    .run = run,
    .operands = "",
    .summary = N_("run a server: page, tables, bots"),
    .about = N_("Serves the page and the tables until it gets SIGTERM or SIGINT. Everything\n"
                "that was acknowledged to a player is in the data file, whatever happens. You can also set\n"
                "each option in the environment: --max-tables is CAROM_MAX_TABLES. For more see\n"
                "docs/guide/hosting.md; the protocol is in docs/reference/protocol.md."),
};
