/*
 * `carom admin`: the operator's commands to a running server. A line of JSON goes to the server's Unix
 * socket (src/server/admin), lines of JSON come back, and the last of them says whether it was done.
 */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define REQUEST_MAX 4096
#define LIMITS_MAX 32
#define ANSWER_NODES 8192

static const char *path;
static bool all; /* list: also what is not in memory */

/* ---- asking ---- */

static FILE *call(struct cli *cli, const char *request, size_t length)
{
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    snprintf(place.sun_path, sizeof place.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    bool fits = strlen(path) < sizeof place.sun_path;
    errno = 0;
    bool asked = fd >= 0 && fits && connect(fd, (const struct sockaddr *)&place, sizeof place) == 0 &&
                 send(fd, request, length, MSG_NOSIGNAL) == (ssize_t)length;
    bool forbidden = !asked && errno == EACCES;
    FILE *answer = asked ? fdopen(fd, "r") : NULL;
    if (answer != NULL)
        return answer;
    if (fd >= 0)
        close(fd);
    if (forbidden)
        cli_error(cli, NULL, N_("'%s' is for the server's own user; run this as that user or as root"), path);
    else
        cli_error(cli, NULL, N_("no server is listening at '%s'; start one, or name its socket with --admin PATH"),
                  path);
    return NULL;
}

/* `code=K7M2QXAB  game=1  locked=false` */
static void print_members(const struct carom_json *json)
{
    uint32_t key = 1;
    for (uint32_t i = 0; i < json->nodes[0].count; i++) {
        const struct carom_json_node *name = &json->nodes[key];
        const struct carom_json_node *value = &json->nodes[key + 1];
        printf("%s%.*s=%.*s", i > 0 ? "  " : "", (int)(name->end - name->start), json->text + name->start,
               (int)(value->end - value->start), json->text + value->start);
        key = value->next;
    }
    putchar('\n');
}

/* What the last line says. `after` gets where a list goes on, or is emptied. */
static int print_reply(struct cli *cli, const struct carom_json *json, char after[24])
{
    char words[256];
    size_t length;
    bool ok = false;
    after[0] = '\0';
    carom_json_as_string(json, carom_json_get(json, 0, "after"), after, 24, &length);
    if (carom_json_as_bool(json, carom_json_get(json, 0, "ok"), &ok) && ok)
        return CLI_EXIT_OK;
    if (!carom_json_as_string(json, carom_json_get(json, 0, "error"), words, sizeof words, &length))
        snprintf(words, sizeof words, "%s", "?");
    return cli_error_sentence(cli, path, words);
}

static int ask(struct cli *cli, const struct carom_text *request, char after[24])
{
    static struct carom_json_node nodes[ANSWER_NODES];
    struct carom_json json;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int status = -1;
    FILE *answer = call(cli, request->bytes, request->length);
    if (answer == NULL)
        return CLI_EXIT_USAGE;
    while (status < 0 && (length = getline(&line, &room, answer)) > 0) {
        if (!carom_json_read(&json, nodes, ANSWER_NODES, line, (size_t)length, NULL))
            break;
        if (carom_json_get(&json, 0, "ok") != CAROM_JSON_NONE)
            status = print_reply(cli, &json, after);
        else if (cli->json)
            fwrite(line, 1, (size_t)length, stdout);
        else
            print_members(&json);
    }
    free(line);
    fclose(answer);
    return status >= 0 ? status : cli_error(cli, NULL, N_("the server did not answer; its log may say why"));
}

/* ---- requests ---- */

static struct carom_text begin(char *bytes, const char *what)
{
    struct carom_text text = carom_text_init(bytes, REQUEST_MAX);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_string(&text, "do", what);
    return text;
}

static int send_request(struct cli *cli, struct carom_text *text)
{
    char after[24];
    carom_json_end(text, '}');
    carom_text_char(text, '\n');
    return ask(cli, text, after);
}

static int simple_command(struct cli *cli)
{
    char bytes[REQUEST_MAX];
    struct carom_text text = begin(bytes, cli->argv[0]);
    return send_request(cli, &text);
}

/* What goes through all tables goes bit by bit, so that the server has time for others. */
static int run_paged(struct cli *cli, const char *name)
{
    char bytes[REQUEST_MAX];
    char after[24] = "0";
    int status = CLI_EXIT_OK;
    while (after[0] != '\0' && status == CLI_EXIT_OK) {
        struct carom_text text = begin(bytes, cli->argv[0]);
        if (name != NULL)
            carom_json_put_string(&text, "name", name);
        carom_json_put_string(&text, "after", after);
        carom_json_end(&text, '}');
        carom_text_char(&text, '\n');
        status = ask(cli, &text, after);
    }
    return status;
}

static int list(struct cli *cli)
{
    return all ? run_paged(cli, NULL) : simple_command(cli);
}

static int erase(struct cli *cli)
{
    return run_paged(cli, cli->argv[1]);
}

static int table_command(struct cli *cli)
{
    char bytes[REQUEST_MAX];
    struct carom_text text = begin(bytes, cli->argv[0]);
    carom_json_put_string(&text, "table", cli->argv[1]);
    return send_request(cli, &text);
}

/* `90`, `90s`, `15m`, `12h`, `7d`. */
static bool parse_seconds(const char *words, int64_t *seconds)
{
    static const char units[] = "smhd";
    static const int64_t each[] = {1, 60, 3600, 86400};
    char *end;
    long long number = strtoll(words, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, *end) : units;
    if (end == words || number < 1 || number > 1000000000 || unit == NULL || (*end != '\0' && end[1] != '\0'))
        return false;
    *seconds = number * each[unit - units];
    return true;
}

static int ban(struct cli *cli)
{
    char bytes[REQUEST_MAX];
    int64_t seconds;
    struct carom_text text = begin(bytes, "ban");
    if (!parse_seconds(cli->argv[2], &seconds))
        return cli_error(cli, NULL, N_("'%s' is not a duration; write 90s, 15m, 12h or 7d"), cli->argv[2]);
    carom_json_put_string(&text, "network", cli->argv[1]);
    carom_json_put_int(&text, "seconds", seconds);
    return send_request(cli, &text);
}

static int unban(struct cli *cli)
{
    char bytes[REQUEST_MAX];
    struct carom_text text = begin(bytes, "unban");
    carom_json_put_string(&text, "network", cli->argv[1]);
    return send_request(cli, &text);
}

static int limits(struct cli *cli)
{
    char bytes[REQUEST_MAX];
    struct carom_text text = begin(bytes, "limits");
    carom_json_begin(&text, "set", '{');
    for (int i = 1; i < cli->argc; i++) {
        char *equals = strchr(cli->argv[i], '=');
        char *end = equals;
        long long number = equals != NULL ? strtoll(equals + 1, &end, 10) : 0;
        if (equals == NULL || end == equals + 1 || *end != '\0' || cli->argc > LIMITS_MAX)
            return cli_error(cli, NULL, N_("'%s' is not a limit; write NAME=NUMBER"), cli->argv[i]);
        *equals = '\0';
        carom_json_put_int(&text, cli->argv[i], number);
    }
    carom_json_end(&text, '}');
    return send_request(cli, &text);
}

static const struct subcommand {
    const char *name;
    int min; /* operands */
    int max;
    const char *usage;
    int (*run)(struct cli *cli);
} subcommands[] = {
    {"list", 0, 0, "list [--all]", list},
    {"show", 1, 1, "show CODE", table_command},
    {"lock", 1, 1, "lock CODE", table_command},
    {"unlock", 1, 1, "unlock CODE", table_command},
    {"close", 1, 1, "close CODE", table_command},
    {"delete", 1, 1, "delete CODE", table_command},
    {"erase", 1, 1, "erase NAME", erase},
    {"ban", 2, 2, "ban NETWORK TIME", ban},
    {"unban", 1, 1, "unban NETWORK", unban},
    {"bans", 0, 0, "bans", simple_command},
    {"limits", 0, LIMITS_MAX, "limits [NAME=NUMBER...]", limits},
    {"reload", 0, 0, "reload", simple_command},
};
#define SUBCOMMANDS (sizeof subcommands / sizeof subcommands[0])

static int run(struct cli *cli)
{
    const struct cli_option options[] = {
        {.name = "admin", .value = "PATH", .strings = &path, .help = N_("the server's admin socket (carom.db-admin)")},
        {.name = "all", .flag = &all, .help = N_("list: every stored table, not only those in memory")},
        {0},
    };
    path = "carom.db-admin";
    if (!cli_options_environment(cli, options) || !cli_options_read(cli, options))
        return cli->exit_code;
    for (size_t i = 0; i < SUBCOMMANDS && cli->argc > 0; i++) {
        if (strcmp(cli->argv[0], subcommands[i].name) != 0)
            continue;
        if (cli->argc < subcommands[i].min + 1 || cli->argc > subcommands[i].max + 1)
            return cli_error(cli, NULL, N_("usage: carom admin %s"), subcommands[i].usage);
        return subcommands[i].run(cli);
    }
    return cli_error(cli, NULL,
                     N_("unknown request '%s'; expected list, show, lock, unlock, close, delete, erase, ban, unban, "
                        "bans, limits or reload"),
                     cli->argc > 0 ? cli->argv[0] : "");
}

const struct cli_command cmd_admin = {
    .name = "admin",
    .run = run,
    .operands = "REQUEST [WORD...]",
    .summary = N_("manage a running server"),
    .about = N_("Talks to the server that listens at --admin PATH. Only the server's own user can do that.\n"
                "  list               tables in memory; with --all every stored table\n"
                "  show CODE          one table: players, names, where they connect from\n"
                "  lock, unlock CODE  stop or allow new players\n"
                "  close CODE         send everyone away with a notice, and let no one in\n"
                "  delete CODE        delete the table and its games\n"
                "  erase NAME         replace this name with the player's id in all logs and circles;\n"
                "                     the number of a device: erase its results and memberships\n"
                "  ban NETWORK TIME   refuse 192.0.2.1 or 192.0.2.0/24 for 90s, 15m, 12h or 7d\n"
                "  unban, bans        lift a ban; list all bans\n"
                "  limits [NAME=N...] change limits until the server stops, and show all of them\n"
                "  reload             read the --limits and --words files again, reopen --access-log"),
};
