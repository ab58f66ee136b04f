/*
 * `carom store`: the data of a server, looked at from outside: verified, backed up, restored, moved. All but restoring
 * works while the server runs; what is read is the data at one moment.
 */
#include "cli.h"

#include "store/store.h"

#include <string.h>
#include <sys/stat.h>

/* ---- answers ---- */

static void print_totals(const struct cli *cli, const struct store_totals *totals)
{
    char bytes[512];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    if (!cli->json) {
        printf(_("tables: %llu, games: %llu, events: %llu, seats: %llu, records: %llu\n"),
               (unsigned long long)totals->tables, (unsigned long long)totals->games,
               (unsigned long long)totals->events, (unsigned long long)totals->seats,
               (unsigned long long)totals->records);
        return;
    }
    carom_json_begin(&text, NULL, '{');
    carom_json_put_uint(&text, "tables", totals->tables);
    carom_json_put_uint(&text, "games", totals->games);
    carom_json_put_uint(&text, "events", totals->events);
    carom_json_put_uint(&text, "seats", totals->seats);
    carom_json_put_uint(&text, "records", totals->records);
    carom_json_put_uint(&text, "wrong", totals->defective);
    carom_json_end(&text, '}');
    cli_print(&text);
}

/* What a fault is about. An address may hold a password. */
static int print_error(struct cli *cli, const char *name, const char *fault)
{
    return cli_error_sentence(cli, store_is_postgres(name) ? _("the database") : name, fault);
}

/* ---- check ---- */

/* What is wrong, for people or (English) for programs. */
static void write_defect(struct carom_text *text, const struct store_defect *defect, bool people)
{
    const char *words = defect->kind == STORE_DEFECT_EVENT ? carom_error_sentence(defect->error.code)
                                                           : store_defect_sentence(defect->kind);
    words = people ? _(words) : words;
    if (defect->kind == STORE_DEFECT_EVENT)
        carom_error_format(text, &defect->error, words);
    else
        carom_text_put(text, words);
}

static void print_defect(void *context, const struct store_defect *defect)
{
    const struct cli *cli = context;
    char sentence[512];
    char bytes[2048];
    char id[24];
    struct carom_text words = carom_text_init(sentence, sizeof sentence);
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    write_defect(&words, defect, !cli->json);
    snprintf(id, sizeof id, "%lld", (long long)defect->table.id);
    if (!cli->json) {
        printf(_("table %s (%s), game %u, event %u: %s\n"), defect->table.code, id, defect->game, defect->seq,
               sentence);
        return;
    }
    carom_json_begin(&text, NULL, '{');
    carom_json_put_string(&text, "table", defect->table.code);
    carom_json_put_string(&text, "id", id); /* more than a browser's numbers hold */
    carom_json_put_int(&text, "game", defect->game);
    carom_json_put_int(&text, "seq", defect->seq);
    carom_json_put_string(&text, "error", sentence);
    carom_json_end(&text, '}');
    cli_print(&text);
}

static int check(struct cli *cli, char *const names[])
{
    char fault[STORE_ERROR_SIZE] = "";
    struct store_totals totals;
    struct store *store = store_open_readonly(names[0], fault);
    if (store == NULL)
        return print_error(cli, names[0], fault);
    bool read = store_verify(store, &totals, print_defect, cli);
    bool sound = store_check_integrity(store, fault);
    store_close(store);
    print_totals(cli, &totals);
    if (!read || !sound) {
        print_error(cli, names[0], sound ? N_("the data could not be read to the end") : fault);
        return CLI_EXIT_NO;
    }
    if (!cli->json)
        puts(totals.defective == 0 ? _("All events follow the rules.") : _("Some events break the rules."));
    return totals.defective == 0 ? CLI_EXIT_OK : CLI_EXIT_NO;
}

/* ---- backup and copy ---- */

static int backup(struct cli *cli, char *const names[])
{
    char fault[STORE_ERROR_SIZE] = "";
    char bytes[2 * STORE_ERROR_SIZE];
    struct stat made;
    if (store_is_postgres(names[0]) || store_is_postgres(names[1]))
        return cli_error(cli, NULL, N_("backup works on files; copy a database with `carom store copy`"));
    struct store *from = store_open_readonly(names[0], fault); /* so that each name is blamed for its own faults */
    if (from == NULL)
        return print_error(cli, names[0], fault);
    store_close(from);
    if (!store_sqlite_backup(names[0], names[1], fault))
        return print_error(cli, names[1], fault);
    if (stat(names[1], &made) != 0)
        made.st_size = 0;
    if (!cli->json) {
        printf(_("%s: %lld bytes, a snapshot of the data\n"), names[1], (long long)made.st_size);
        return CLI_EXIT_OK;
    }
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_int(&text, "bytes", made.st_size);
    carom_json_end(&text, '}');
    cli_print(&text);
    return CLI_EXIT_OK;
}

static int restore(struct cli *cli, char *const names[])
{
    char fault[STORE_ERROR_SIZE] = "";
    char bytes[64];
    bool replaced = false;
    if (store_is_postgres(names[0]) || store_is_postgres(names[1]))
        return cli_error(cli, NULL, N_("restore works on files; fill a database with `carom store copy`"));
    struct store *from = store_open_readonly(names[0], fault); /* so that each name is blamed for its own faults */
    if (from == NULL)
        return print_error(cli, names[0], fault);
    store_close(from);
    if (!store_sqlite_restore(names[0], names[1], &replaced, fault))
        return print_error(cli, names[1], fault);
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_bool(&text, "replaced", replaced);
    carom_json_end(&text, '}');
    if (cli->json)
        cli_print(&text);
    else if (replaced)
        printf(_("%s: restored; the previous data is in %s%s\n"), names[1], names[1], STORE_REPLACED);
    else
        printf(_("%s: restored\n"), names[1]);
    return CLI_EXIT_OK;
}

static int copy(struct cli *cli, char *const names[])
{
    char fault[STORE_ERROR_SIZE] = "";
    struct store_totals totals;
    struct store *from = store_open_readonly(names[0], fault);
    if (from == NULL)
        return print_error(cli, names[0], fault);
    struct store *to = store_open(names[1], fault);
    if (to == NULL) {
        store_close(from);
        return print_error(cli, names[1], fault);
    }
    bool good = store_copy(from, to, &totals, fault);
    store_close(from);
    store_close(to);
    if (!good)
        return print_error(cli, names[1], fault);
    print_totals(cli, &totals);
    if (!cli->json)
        puts(_("The copy is identical, byte for byte."));
    return CLI_EXIT_OK;
}

static const struct subcommand {
    const char *name;
    int names; /* how many it takes */
    const char *usage;
    int (*run)(struct cli *cli, char *const names[]);
} subcommands[] = {
    {"check", 1, "check DATA", check},
    {"backup", 2, "backup DATA FILE", backup},
    {"restore", 2, "restore FILE DATA", restore},
    {"copy", 2, "copy DATA DATA", copy},
};
#define SUBCOMMANDS (sizeof subcommands / sizeof subcommands[0])

static int run(struct cli *cli)
{
    const struct cli_option options[] = {{0}};
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    if (cli->argc == 0)
        return cli_error(cli, NULL, N_("give a command and the data: check, backup, restore or copy"));
    for (size_t i = 0; i < SUBCOMMANDS; i++) {
        if (strcmp(cli->argv[0], subcommands[i].name) != 0)
            continue;
        if (cli->argc != subcommands[i].names + 1)
            return cli_error(cli, NULL, N_("usage: carom store %s"), subcommands[i].usage);
        return subcommands[i].run(cli, cli->argv + 1);
    }
    return cli_error(cli, NULL, N_("unknown request '%s'; expected check, backup, restore or copy"), cli->argv[0]);
}

const struct cli_command cmd_store = {
    .name = "store",
    .run = run,
    .operands = "check|backup|restore|copy DATA [DATA]",
    .summary = N_("verify, back up, restore or move a server's data"),
    .about = N_("All but restore work on a snapshot of the data while the server runs.\n"
                "  check DATA         replay every game of every table, and name the first wrong event of\n"
                "                     each bad game; exit code 1 if there is one\n"
                "  backup DATA FILE   write a copy into a new file; it is complete, or not there at all\n"
                "  restore FILE DATA  replace a stopped server's data with a backup; keeps their owner, and\n"
                "                     the previous data as DATA-replaced\n"
                "  copy DATA DATA     copy everything into empty data, and compare byte for byte\n"
                "DATA is the file in `carom serve --data`, or a database: postgresql://... (not for backup\n"
                "and restore)."),
};
