/*
 * The framework of the `carom` program, shared by all subcommands.
 *
 * A subcommand is a struct cli_command in a file of its own, cmd_NAME.c, and a line in the table of main.c. It declares
 * its options as a table, reads them with cli_options_read, and gets one position after another from
 * cli_for_each_position, from the arguments or standard input. Errors go through cli_error or cli_input_error, so that
 * they all look alike.
 */
#ifndef CLI_H
#define CLI_H

#include <carom/carom.h>
#include <libintl.h>
#include <stdio.h>

#define _(words) gettext(words)
#define N_(words) (words) /* marks a message id where gettext cannot be called: in tables */

/* Exit codes (docs/reference/notation.md). For a batch the largest one counts. */
enum cli_exit {
    CLI_EXIT_OK = 0,
    CLI_EXIT_NO = 1,    /* the answer is no */
    CLI_EXIT_USAGE = 2, /* bad input or usage */
};

/* The values of --edition and --barriers, in the order of their enums. */
#define CLI_EDITIONS "1999|2013"
#define CLI_BARRIERS "any|no|only"
/* Options for the optional robots; `wanted` is an array of bool by robot, which cli_extra_robot_mask reads. */
#define CLI_EXTRA_ROBOT(wanted, robot)                                                                                 \
    {                                                                                                                  \
        .name = carom_robot_name(robot), .flag = &(wanted)[robot], .help = carom_robot_option_help(robot)              \
    }
#define CLI_EXTRA_ROBOTS(wanted) CLI_EXTRA_ROBOT(wanted, CAROM_SILVER), CLI_EXTRA_ROBOT(wanted, CAROM_TRANSPARENT)

#define CLI_LINE_MAX 65536 /* bytes of a line or of a drawing; longer ones are refused */

struct cli;
struct cli_program;

struct cli_command {
    const char *name;
    int (*run)(struct cli *cli);
    const char *operands; /* what follows the options in the usage line */
    const char *summary;  /* N_(): short, for `carom help` */
    const char *about;    /* N_(): paragraphs for `carom NAME --help` */
};

/* One run of a program. */
struct cli {
    const struct cli_program *program;
    const struct cli_command *command;
    int argc; /* operands left after cli_options_read */
    char **argv;
    bool json;     /* --json, which every subcommand has */
    bool stop;     /* may be set by an item's handler: skips the remaining items */
    int exit_code; /* returned where a function here ends the program */
};

/* An option: exactly one of the pointers for its value is set, and determines its type. */
struct cli_option {
    const char *name;  /* without the dashes */
    char letter;       /* the short form, or 0 */
    const char *value; /* placeholder of the value: `N`, `FILE`; for a choice its values, `no|only|any` */
    const char *help;  /* N_(); may contain line breaks */
    bool *flag;        /* set to true */
    uint64_t *number;  /* a decimal number, at least `min` and, unless that is 0, at most `max` */
    uint64_t min, max;
    bool days;            /* a number of days, also as `90d`, `12w`, `2y` */
    const char **strings; /* any text; with `max`, up to that many: the option may be repeated */
    unsigned *choice;     /* index of the word in `value` */
    bool *given;          /* optional: set to true if the option was given */
};

/* Reads options (the table ends with an entry without a name; --json and --help are added) and leaves the operands
 * in cli->argv. False: end with cli->exit_code; the message is printed. */
bool cli_options_read(struct cli *cli, const struct cli_option *options);
/* Reads options from the environment first, for programs that run as services: `--max-tables` is CAROM_MAX_TABLES (a
 * flag is set by anything but 0). Call it before cli_options_read, which overrides them. */
bool cli_options_environment(struct cli *cli, const struct cli_option *options);
/* What an error calls an option with this value: "CAROM_MAX_TABLES" if the value is that variable's, else
 * "--max-tables". Returns `label`. */
#define CLI_LABEL 64
const char *cli_option_label(char label[CLI_LABEL], const char *option, const char *value);
/* Writes the names of the variables that set an option, separated by blanks; those that do not fit are left out. */
void cli_options_variables(const struct cli_option *options, char *names, size_t size);
/* Refuses unknown variables CAROM_...: most likely a typo, and then a limit would not be set. */
bool cli_options_known(struct cli *cli, const struct cli_option *options);
/* Refuses operands, for subcommands that take none. */
bool cli_no_operands(struct cli *cli);
/* The mask that CLI_EXTRA_ROBOT options gave: bits 1 << robot. */
uint8_t cli_extra_robot_mask(const bool *wanted);

/* One item to answer: a position, and for some subcommands a route. */
struct cli_item {
    uint64_t number;    /* of the line or argument, from 1 */
    bool is_stdin_line; /* it is a line of standard input */
    const char *text;
    size_t length;
    const char *route; /* cli_for_each_route: the rest; else NULL */
    size_t route_length;
};

/* Answers one item and returns its exit code. */
typedef int cli_item_fn(void *context, struct cli *cli, const struct cli_item *item);

/* Calls `answer` for each argument or, without arguments, for each line of standard input as it comes (blank lines
 * and comments with # are skipped). Returns the largest exit code. */
int cli_for_each_position(struct cli *cli, cli_item_fn *answer, void *context);
/* Like cli_for_each_position, for `POSITION MOVE...`: all arguments are one item, and so is each line. */
int cli_for_each_route(struct cli *cli, cli_item_fn *answer, void *context);

/* Reads bounded lines of a stream: a longer one is skipped to its end and has `too_long` set. */
struct line_reader {
    FILE *file;
    uint64_t number; /* of the current line, from 1 */
    bool too_long;
    int error; /* errno if reading failed */
    size_t length;
    char text[CLI_LINE_MAX + 1]; /* without the line break, NUL-terminated; may contain other NULs */
};
bool line_reader_next(struct line_reader *lines);
/* Call after the last line: CLI_EXIT_OK, or prints that reading failed and returns CLI_EXIT_USAGE. */
int line_reader_finish(struct cli *cli, const struct line_reader *lines);

/* Picture files: checks the name (prints an error if it is not a picture's); writes one, PNG and GIF `pixels` wide,
 * and removes a file that could not be completed; writes an SVG into an open file. */
enum cli_picture_kind { CLI_PICTURE_SVG, CLI_PICTURE_PNG, CLI_PICTURE_GIF, CLI_PICTURE_NONE };
enum cli_picture_kind cli_picture_kind(const char *file);
bool cli_check_picture_name(struct cli *cli, const char *file);
/* `-.png`: the picture goes to standard output. */
bool cli_picture_standard(const char *file);
int cli_picture_write(struct cli *cli, const struct cli_item *item, const char *name, unsigned pixels,
                      const struct carom_picture *picture);
bool cli_picture_svg(FILE *file, const struct carom_picture *picture);

/* Reads an item's position, of either game, also `@FILE`. False: invalid; the message is printed. */
bool cli_puzzle_read(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                     struct carom_puzzle *puzzle);
/* Like cli_puzzle_read, for Ricochet Robots only. */
bool cli_position_read(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                       struct carom_position *position);

/* Prints an error on standard error and, with --json, also as {"line":N,"error":"..."} on standard output. `words`
 * is a message id in printf's form (English in JSON, translated for people). `item` may be NULL. Returns
 * CLI_EXIT_USAGE. */
int cli_error(struct cli *cli, const struct cli_item *item, const char *words, ...)
    __attribute__((format(printf, 3, 4)));
/* Numbers for people, with the decimal point and the separators of their locale: "9.366.548", "8,51". They return
 * `number`. */
#define CLI_NUMBER_SIZE 64
const char *cli_grouped(char number[CLI_NUMBER_SIZE], uint64_t value);
const char *cli_decimal(char number[CLI_NUMBER_SIZE], double value, int digits); /* not negative, at most 6 digits */

/* Like cli_error, for an error that the core found in an item; `where` is what was read if not the item itself ("the
 * route", a file name), or NULL. */
int cli_input_error(struct cli *cli, const struct cli_item *item, const char *where, const struct carom_error *error);

/* Prints an error as JSON on standard output, whatever --json says; `item` has the line's number, or is NULL. */
void cli_error_json(const struct cli_item *item, const char *sentence);

/* Like cli_error, for a sentence from a lower layer, a message id; `where` is what it is about. */
int cli_error_sentence(struct cli *cli, const char *where, const char *words);

/* Writes a finished text and a line break to standard output. */
void cli_print(const struct carom_text *text);
/* Prints one JSON object with numbers, preceded by `word` under `key` unless that is NULL. */
struct cli_number {
    const char *key;
    uint64_t value;
};
void cli_print_numbers(const char *key, const char *word, const struct cli_number *numbers, size_t count);

/* A random seed of 53 bits, from the system. */
uint64_t cli_random_seed(void);

/* `carom NAME --help`. */
void cli_command_usage(const struct cli *cli, const struct cli_option *options);

/* "Did you mean": how far a name may be from what was typed, for its first *distance; and takes `name` over into
 * *closest if it is nearer to what was typed than *distance, or as near while there is none. */
size_t cli_typo_limit(const char *typed);
void cli_closest(const char *typed, const char *name, const char **closest, size_t *distance);

/* A program made of subcommands: `carom` (main.c) and `carom-dev` (dev/main.c). */
struct cli_program {
    const char *name;
    const struct cli_command *const *commands;
    size_t count;
    const char *usage; /* N_(): what `NAME help` prints before the list of commands */
    const char *notes; /* N_(): what it prints after the list */
};
/* Runs the subcommand that the arguments name and returns the exit code. */
int cli_main(const struct cli_program *program, int argc, char **argv);

/* The subcommands, in the order of `carom help`. Each is a file cmd_NAME.c. */
extern const struct cli_command cmd_solve;
extern const struct cli_command cmd_hint;
extern const struct cli_command cmd_check;
extern const struct cli_command cmd_atlas;
extern const struct cli_command cmd_boards;
extern const struct cli_command cmd_deal;
extern const struct cli_command cmd_puzzle;
extern const struct cli_command cmd_daily;
extern const struct cli_command cmd_convert;
extern const struct cli_command cmd_photo;
extern const struct cli_command cmd_show;
extern const struct cli_command cmd_render;
extern const struct cli_command cmd_play;
extern const struct cli_command cmd_referee;
extern const struct cli_command cmd_replay;
extern const struct cli_command cmd_serve;
extern const struct cli_command cmd_join;
extern const struct cli_command cmd_bot;
extern const struct cli_command cmd_admin;
extern const struct cli_command cmd_store;
extern const struct cli_command cmd_bench;

#endif
