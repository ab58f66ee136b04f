/*
 * The option parser, and the help it can print because the options are tables.
 *
 * Options may stand anywhere before `--`; long ones as `--name VALUE` or `--name=VALUE`, short ones as `-n 5` or `-n5`.
 */
#include "cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ; /* POSIX lets each program declare it */

static const struct cli_option common[] = {
    {.name = "json", .help = N_("print one JSON object per line")},
    {.name = "help", .letter = 'h', .help = N_("show this help")},
};
#define COMMON_JSON (&common[0])
#define COMMON_HELP (&common[1])

static bool stop(struct cli *cli, int status)
{
    cli->exit_code = status;
    return false;
}

static const struct cli_option *find_long(const struct cli_option *options, const char *name, size_t length)
{
    for (const struct cli_option *option = options; option->name != NULL; option++)
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        if (strlen(common[i].name) == length && memcmp(common[i].name, name, length) == 0)
            return &common[i];
    return NULL;
}

static const struct cli_option *find_short(const struct cli_option *options, char letter)
{
    for (const struct cli_option *option = options; option->name != NULL; option++)
        if (option->letter == letter)
            return option;
    return letter == COMMON_HELP->letter ? COMMON_HELP : NULL;
}

/* `max-tables` is CAROM_MAX_TABLES. */
static size_t variable_of(const char *option, char name[CLI_LABEL])
{
    size_t length = (size_t)snprintf(name, CLI_LABEL, "CAROM_%s", option);
    for (size_t i = 0; i < length && i < CLI_LABEL - 1; i++)
        name[i] = name[i] == '-' ? '_' : (char)toupper((unsigned char)name[i]);
    return length;
}

static const char *environment_of(const char *option)
{
    char name[CLI_LABEL];
    variable_of(option, name);
    return getenv(name);
}

const char *cli_option_label(char label[CLI_LABEL], const char *option, const char *value)
{
    if (value != NULL && value == environment_of(option))
        variable_of(option, label);
    else
        snprintf(label, CLI_LABEL, "--%s", option);
    return label;
}

static bool takes_value(const struct cli_option *option)
{
    return option->number != NULL || option->strings != NULL || option->choice != NULL;
}

/* Digits up to `end`; false: there are others, none, or too many. */
static bool read_digits(const char *digit, const char *end, uint64_t most, uint64_t *number)
{
    bool good = digit != end;
    for (*number = 0; good && digit != end; digit++) {
        unsigned d = (unsigned)*digit - '0';
        good = d <= 9 && d <= most && *number <= (most - d) / 10;
        *number = *number * 10 + d;
    }
    return good;
}

static bool set_days(struct cli *cli, const struct cli_option *option, const char *value)
{
    char label[CLI_LABEL];
    static const char units[] = "dwy";
    static const uint64_t days[] = {1, 7, 365};
    size_t length = strlen(value);
    const char *unit = length > 0 ? strchr(units, value[length - 1]) : NULL;
    uint64_t each = unit != NULL ? days[unit - units] : 1;
    uint64_t number;
    if (!read_digits(value, value + length - (unit != NULL), option->max / each, &number)) {
        return stop(cli,
                    cli_error(cli, NULL, N_("%s is '%s'; expected days, weeks or years, up to %llud: 90d, 12w, 2y"),
                              cli_option_label(label, option->name, value), value, (unsigned long long)option->max));
    }
    *option->number = number * each;
    return true;
}

static bool set_number(struct cli *cli, const struct cli_option *option, const char *value)
{
    char label[CLI_LABEL];
    uint64_t most = option->max != 0 ? option->max : UINT64_MAX;
    uint64_t number;
    if (!read_digits(value, value + strlen(value), most, &number) || number < option->min) {
        return stop(cli, cli_error(cli, NULL, N_("%s is '%s'; expected a whole number from %llu to %llu"),
                                   cli_option_label(label, option->name, value), value, (unsigned long long)option->min,
                                   (unsigned long long)most));
    }
    *option->number = number;
    return true;
}

static bool set_choice(struct cli *cli, const struct cli_option *option, const char *value)
{
    char label[CLI_LABEL];
    unsigned index = 0;
    for (const char *word = option->value; word != NULL; index++) {
        size_t length = strcspn(word, "|");
        if (strlen(value) == length && memcmp(word, value, length) == 0) {
            *option->choice = index;
            return true;
        }
        word = word[length] == '|' ? word + length + 1 : NULL;
    }
    return stop(cli, cli_error(cli, NULL, N_("%s is '%s'; expected %s"), cli_option_label(label, option->name, value),
                               value, option->value));
}

/* Behind those that were given already. */
static bool add_string(struct cli *cli, const struct cli_option *option, const char *value)
{
    char label[CLI_LABEL];
    for (uint64_t i = 0; i < option->max; i++) {
        if (option->strings[i] == NULL) {
            option->strings[i] = value;
            return true;
        }
    }
    return stop(cli, cli_error(cli, NULL, N_("%s '%s' is one too many; expected at most %llu"),
                               cli_option_label(label, option->name, value), value, (unsigned long long)option->max));
}

static bool set(struct cli *cli, const struct cli_option *option, const char *value)
{
    if (option->given != NULL)
        *option->given = true;
    if (option == COMMON_JSON)
        cli->json = true;
    else if (option->flag != NULL)
        *option->flag = true;
    else if (option->days)
        return set_days(cli, option, value);
    else if (option->number != NULL)
        return set_number(cli, option, value);
    else if (option->choice != NULL)
        return set_choice(cli, option, value);
    else if (option->strings != NULL && option->max > 0)
        return add_string(cli, option, value);
    else if (option->strings != NULL)
        *option->strings = value;
    return true;
}

/* Says that the option `word` does not exist, and which one may be meant by the `length` letters of its `name`. */
static int unknown(struct cli *cli, const struct cli_option *options, const char *word, const char *name, size_t length)
{
    char typed[64];
    snprintf(typed, sizeof typed, "%.*s", (int)length, name);
    const char *closest = NULL;
    size_t distance = cli_typo_limit(typed);
    for (const struct cli_option *option = options; option->name != NULL; option++)
        cli_closest(typed, option->name, &closest, &distance);
    for (size_t i = 0; i < sizeof common / sizeof common[0]; i++)
        cli_closest(typed, common[i].name, &closest, &distance);
    if (closest != NULL)
        return cli_error(cli, NULL, N_("unknown option '%s'; did you mean --%s?"), word, closest);
    return cli_error(cli, NULL, N_("unknown option '%s'; `%s %s --help` lists the options"), word, cli->program->name,
                     cli->command->name);
}

/* Reads the option at argv[*at] and moves *at behind it and its value. */
static bool read_option(struct cli *cli, const struct cli_option *options, int *at)
{
    const char *word = cli->argv[(*at)++];
    bool is_long = word[1] == '-';
    const char *name = is_long ? word + 2 : word + 1;
    size_t length = is_long ? strcspn(name, "=") : 1;
    const struct cli_option *option = is_long ? find_long(options, name, length) : find_short(options, *name);
    if (option == NULL)
        return stop(cli, unknown(cli, options, word, is_long ? name : "", length));
    if (option == COMMON_HELP) {
        cli_command_usage(cli, options);
        return stop(cli, CLI_EXIT_OK);
    }
    const char *value = name[length] == '\0' ? NULL : name + length + (is_long ? 1 : 0);
    if (!takes_value(option)) {
        return value == NULL ? set(cli, option, NULL)
                             : stop(cli, cli_error(cli, NULL, N_("'%s': --%s takes no value"), word, option->name));
    }
    if (value == NULL && *at < cli->argc)
        value = cli->argv[(*at)++];
    if (value == NULL)
        return stop(cli,
                    cli_error(cli, NULL, N_("--%s needs a value: --%s %s"), option->name, option->name, option->value));
    return set(cli, option, value);
}

bool cli_options_read(struct cli *cli, const struct cli_option *options)
{
    /* --json first, so that errors about other options already know about it. */
    for (int i = 0; i < cli->argc && strcmp(cli->argv[i], "--") != 0; i++)
        cli->json = cli->json || strcmp(cli->argv[i], "--json") == 0;
    int operands = 0;
    bool options_over = false;
    for (int at = 0; at < cli->argc;) {
        char *word = cli->argv[at];
        if (!options_over && strcmp(word, "--") == 0) {
            options_over = true;
            at++;
        } else if (!options_over && word[0] == '-' && word[1] != '\0') {
            if (!read_option(cli, options, &at))
                return false;
        } else {
            cli->argv[operands++] = word;
            at++;
        }
    }
    cli->argc = operands;
    return true;
}

bool cli_options_environment(struct cli *cli, const struct cli_option *options)
{
    for (const struct cli_option *option = options; option->name != NULL; option++) {
        const char *value = environment_of(option->name);
        bool off = value == NULL || (option->flag != NULL && strcmp(value, "0") == 0);
        if (!off && !set(cli, option, value))
            return false;
    }
    return true;
}

void cli_options_variables(const struct cli_option *options, char *names, size_t size)
{
    size_t length = 0;
    names[0] = '\0';
    for (const struct cli_option *option = options; option->name != NULL; option++) {
        char name[CLI_LABEL];
        size_t more = variable_of(option->name, name);
        if (getenv(name) == NULL || length + 1 + more + 1 > size)
            continue;
        length += (size_t)snprintf(names + length, size - length, "%s%s", length > 0 ? " " : "", name);
    }
}

/* Does this variable belong to an option, or to something else of carom's? */
static bool is_closed(const struct cli_option *options, const char *variable, size_t length)
{
    static const char *const others[] = {"CAROM_LOCALE_DIR", "CAROM_LONG",  "CAROM_PYTHON",    "CAROM_LIBRARY",
                                         "CAROM_WASM",       "CAROM_CLOCK", "CAROM_SOURCE_DIR"};
    char name[CLI_LABEL];
    if (strncmp(variable, "CAROM_", 6) != 0 || strncmp(variable, "CAROM_TEST_", 11) == 0)
        return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strlen(others[i]) == length && strncmp(others[i], variable, length) == 0)
            return true;
    for (; options->name != NULL; options++)
        if (variable_of(options->name, name) == length && strncmp(name, variable, length) == 0)
            return true;
    return false;
}

bool cli_options_known(struct cli *cli, const struct cli_option *options)
{
    for (char **variable = environ; *variable != NULL; variable++) {
        size_t length = strcspn(*variable, "=");
        if (!is_closed(options, *variable, length))
            return stop(cli, cli_error(cli, NULL, N_("unknown variable %.*s; unset it, or see `carom %s --help`"),
                                       (int)length, *variable, cli->command->name));
    }
    return true;
}

bool cli_no_operands(struct cli *cli)
{
    if (cli->argc == 0)
        return true;
    return stop(cli, cli_error(cli, NULL, N_("unexpected '%s'; this command takes only options"), cli->argv[0]));
}

#define HELP_COLUMN 26

/* "  -n, --count N           what it does", further lines of the help under the first. Two blanks at least keep both
 * apart, which tools/manuals.py relies on. */
static void print_option(const struct cli_option *option)
{
    char left[80];
    char letter[8] = "    ";
    if (option->letter != '\0')
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    int width = snprintf(left, sizeof left, "  %s--%s%s%s", letter, option->name, takes_value(option) ? " " : "",
                         takes_value(option) ? option->value : "");
    if (width + 2 <= HELP_COLUMN)
        printf("%s%*s", left, HELP_COLUMN - width, "");
    else
        printf("%s\n%*s", left, HELP_COLUMN, "");
    for (const char *line = _(option->help); *line != '\0';) {
        int length = (int)strcspn(line, "\n");
        printf("%.*s\n", length, line);
        line += length;
        if (*line == '\n') {
            line++;
            printf("%*s", HELP_COLUMN, "");
        }
    }
}

void cli_command_usage(const struct cli *cli, const struct cli_option *options)
{
    const struct cli_command *command = cli->command;
    printf(_("Usage: %s %s [OPTION...]%s%s\n\n%s\n\nOptions:\n"), cli->program->name, command->name,
           *command->operands != '\0' ? " " : "", command->operands, _(command->about));
    for (const struct cli_option *option = options; option->name != NULL; option++)
        print_option(option);
    print_option(COMMON_JSON);
    print_option(COMMON_HELP);
}

uint8_t cli_extra_robot_mask(const bool *wanted)
{
    unsigned extra = 0;
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        extra |= (unsigned)wanted[robot] << robot;
    return (uint8_t)extra;
}
