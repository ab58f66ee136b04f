/*
 * The frame of the `carom` program: what every subcommand shares.
 *
 * A subcommand is a function `cmd_NAME` in its own file and a line in the table of main.c. It declares its options as a
 * table, reads them with cli_options_read, and lets cli_for_each_position hand it one position after the other, from
 * the arguments or from standard input. Errors go through cli_error or cli_input_error, so that all of them look alike.
 */
#ifndef CLI_H
#define CLI_H

#include <carom/carom.h>
#include <libintl.h>
#include <stdio.h>

#define _(words) gettext(words)
#define N_(words) (words) /* marks a message id where gettext cannot be called: tables */

/* Exit codes: docs/notation.md. Of a batch the largest one counts. */
enum cli_exit {
    CLI_EXIT_OK = 0,
    CLI_EXIT_NO = 1,    /* the honest answer is no */
    CLI_EXIT_USAGE = 2, /* bad input or usage */
};

/* The words of --edition and --barriers, in the order of their enums. */
#define CLI_EDITIONS "1999|2013"
#define CLI_BARRIERS "any|no|only"
/* Options for the robots beside the four colours; `wanted` is a bool for each robot, which cli_extra_robot_mask reads.
 */
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
    const char *summary;  /* N_(): a few words for `carom help` */
    const char *about;    /* N_(): paragraphs for `carom NAME --help` */
};

/* One run of a program. */
struct cli {
    const struct cli_program *program;
    const struct cli_command *command;
    int argc; /* operands that are left after cli_options_read */
    char **argv;
    bool json;     /* --json, which every subcommand knows */
    bool stop;     /* an answer may set it: no further item is looked at */
    int exit_code; /* what to return where a function here says "stop" */
};

/* An option: exactly one of the places a value goes to is set, and says what kind of option it is. */
struct cli_option {
    const char *name;  /* without the dashes */
    char letter;       /* the short form, or 0 */
    const char *value; /* what follows: `N`, `FILE`; for a choice its words, `no|only|any` */
    const char *help;  /* N_(); may hold line breaks */
    bool *flag;        /* set to true */
    uint64_t *number;  /* a decimal number, at least `least`, at most `most` if that is not 0 */
    uint64_t min, max;
    bool days;            /* ... of days, also as `90d`, `12w`, `2y` */
    const char **strings; /* any text; with `most`, so many of them: the option may be repeated */
    unsigned *choice;     /* index of the word in `takes` */
    bool *given;          /* may be set besides: the option was there */
};

/* Reads options (the table ends with an entry without a name; --json and --help are added) and leaves the operands in
 * cli->argv. False: the program ends with cli->status, everything is said. */
bool cli_options_read(struct cli *cli, const struct cli_option *options);
/* Takes options from the environment first, for programs that run as services: `--max-tables` is CAROM_MAX_TABLES (a
 * flag is set by anything but 0). Call it before cli_options_read, which then has the last word. */
bool cli_options_environment(struct cli *cli, const struct cli_option *options);
/* Refuses variables CAROM_... that are nobody's: most likely a slip, and then a limit would not hold. */
bool cli_options_known(struct cli *cli, const struct cli_option *options);
/* Refuses operands, for subcommands that take none. */
bool cli_no_operands(struct cli *cli);
/* What CLI_EXTRA_ROBOTS has read: bits 1 << robot. */
uint8_t cli_extra_robot_mask(const bool *wanted);

/* One thing to answer: a position, and for subcommands that take one, a route. */
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

/* Calls `answer` for each argument or, without any, for each line of standard input as it comes (blank lines and those
 * that begin with # are passed over). Returns the largest exit code. */
int cli_for_each_position(struct cli *cli, cli_item_fn *answer, void *context);
/* The same for `POSITION MOVE...`: all arguments are one item, and so is each line. */
int cli_for_each_route(struct cli *cli, cli_item_fn *answer, void *context);

/* Lines of a stream, bounded: a longer one is skipped up to its end and has `too_long` set. */
struct line_reader {
    FILE *file;
    uint64_t number; /* of the current line, from 1 */
    bool too_long;
    int error; /* errno if the stream could not be read to its end */
    size_t length;
    char text[CLI_LINE_MAX + 1]; /* without the line break, NUL behind it; may hold other NULs */
};
bool line_reader_next(struct line_reader *lines);
/* After the last line: CLI_EXIT_OK, or says that there may be more that could not be read and returns CLI_EXIT_USAGE.
 */
int line_reader_finish(struct cli *cli, const struct line_reader *lines);

/* Pictures as files: is the name one of a picture? (says what is wrong if not); writes one, PNG ones so many pixels
 * wide, and takes away again what could not be written to its end; and writes an SVG into a file that is open. */
enum cli_picture_kind { CLI_PICTURE_SVG, CLI_PICTURE_PNG, CLI_PICTURE_GIF, CLI_PICTURE_NONE };
enum cli_picture_kind cli_picture_kind(const char *file);
bool cli_check_picture_name(struct cli *cli, const char *file);
/* `-.png`: the picture goes to standard output. */
bool cli_picture_standard(const char *file);
int cli_picture_write(struct cli *cli, const struct cli_item *item, const char *name, unsigned pixels,
                      const struct carom_picture *picture);
bool cli_picture_svg(FILE *file, const struct carom_picture *picture);

/* Reads an item's position, of either game, also `@FILE`; says what is wrong and returns false if it is none. */
bool cli_puzzle_read(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                     struct carom_puzzle *puzzle);
/* The same where only Ricochet Robots makes sense. */
bool cli_position_read(struct cli *cli, const struct cli_item *item, enum carom_position_parts parts,
                       struct carom_position *position);

/* Says on standard error what is wrong and, with --json, also as {"line":N,"error":"..."} on standard output. `words`
 * is a message id in printf's form (English in JSON, translated for people). `item` may be NULL. Returns
 * CLI_EXIT_USAGE. */
int cli_error(struct cli *cli, const struct cli_item *item, const char *words, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a fault found in an item by the core; `where` is what was read if it was not the item itself ("the
 * route", a file's name), or NULL. */
int cli_input_error(struct cli *cli, const struct cli_item *item, const char *where, const struct carom_error *error);

/* The same on standard output alone, whatever --json says; `item` has the number of the line, or is NULL. */
void cli_error_json(const struct cli_item *item, const char *sentence);

/* The same for a sentence that a lower layer has found, a message id as it is; `where` is what it is about. */
int cli_error_sentence(struct cli *cli, const char *where, const char *words);

/* Writes a finished text and a line break to standard output. */
void cli_print(const struct carom_text *text);
/* Writes one JSON object with figures, and before them `word` under `key` unless that is NULL. */
struct cli_number {
    const char *key;
    uint64_t value;
};
void cli_print_numbers(const char *key, const char *word, const struct cli_number *numbers, size_t count);

/* A random seed of 53 bits, from the system. */
uint64_t cli_random_seed(void);

/* `carom NAME --help`. */
void cli_command_usage(const struct cli *cli, const struct cli_option *options);

/* A program made of subcommands: `carom` (main.c) and `carom-dev` (dev/main.c). */
struct cli_program {
    const char *name;
    const struct cli_command *const *commands;
    size_t count;
    const char *usage; /* N_(): what `NAME help` prints before the list of commands ... */
    const char *notes; /* N_(): ... and after it */
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
