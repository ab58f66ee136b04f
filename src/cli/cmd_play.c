/*
 * `carom play`: the terminal game (src/cli/play/). On a terminal it takes the screen; without one, or with --lines, it
 * talks in plain lines.
 */
#include "play/play.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct play_options {
    const char *players;
    bool practice;
    bool touch;
    bool micro;
    bool expert;
    unsigned side;
    bool side_given;
    const char *first;
    bool race;
    bool lines;
    bool still;
    bool ascii;
    bool extra[CAROM_ROBOTS];
    bool seed_given;
    uint64_t seed;
    uint64_t seconds;
    bool seconds_given;
    unsigned barriers;
    bool barriers_given;
    unsigned preset;
    bool preset_given;
    uint64_t hourglass_runs;
    uint64_t goal;
    bool goal_given;
};

/* The last of them has the name of another, but for capitals. */
static bool named_twice(const struct play_setup *setup)
{
    for (unsigned i = 0; i + 1 < setup->players; i++)
        if (strcasecmp(setup->names[i], setup->names[setup->players - 1]) == 0)
            return true;
    return false;
}

/* "Ana,Ben,Cid". False with everything said if there are too many, or one is no name. */
static bool read_names(struct cli *cli, const char *words, struct play_setup *setup)
{
    while (words != NULL) {
        size_t length = strcspn(words, ",");
        if (setup->players == PLAY_PLAYERS || length == 0 || length >= CAROM_NAME_SIZE ||
            !carom_utf8_valid(words, length) || strcspn(words, " ") < length) {
            cli->exit_code = cli_error(cli, NULL,
                                       N_("--players is not a list of names; expected 1 to %d names without spaces, up "
                                          "to %d bytes each, separated by commas"),
                                       PLAY_PLAYERS, CAROM_NAME_SIZE - 1);
            return false;
        }
        memcpy(setup->names[setup->players], words, length);
        setup->names[setup->players++][length] = '\0';
        if (named_twice(setup)) {
            cli->exit_code = cli_error(cli, NULL, N_("--players names '%s' twice; expected different names"),
                                       setup->names[setup->players - 1]);
            return false;
        }
        words = words[length] == ',' ? words + length + 1 : NULL;
    }
    return true;
}

/* The seat of --first, or CAROM_NO_SEAT. */
static unsigned seat_named(const struct play_setup *setup, const char *name)
{
    for (unsigned seat = 0; name != NULL && seat < setup->players; seat++)
        if (strcasecmp(setup->names[seat], name) == 0)
            return seat;
    return CAROM_NO_SEAT;
}

/* --book */
static const enum carom_preset books[] = {CAROM_PRESET_RICOCHET, CAROM_PRESET_RICOCHET_IT, CAROM_PRESET_SFRENATI,
                                          CAROM_PRESET_SFRENATI_COMPETITION};

/* The book of the language that is spoken, as the page does it: what gettext looks at, in its order. */
static unsigned book_of_language(void)
{
    const char *locale = setlocale(LC_MESSAGES, NULL), *language = getenv("LANGUAGE");
    if (locale == NULL || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        return 0;
    enum carom_preset wanted = carom_preset_for_language(language != NULL && *language != '\0' ? language : locale);
    unsigned book = 0;
    while (books[book] != wanted)
        book++;
    return book;
}

/* Which game it is: several players bid, one plays alone; Micro Robots is always called. */
static enum carom_preset preset_of(const struct play_options *options)
{
    if (options->expert)
        return CAROM_PRESET_MICRO_EXPERT;
    if (options->micro)
        return CAROM_PRESET_MICRO;
    if (options->race)
        return CAROM_PRESET_RACE;
    return options->players == NULL || options->practice ? CAROM_PRESET_SOLO : books[options->preset];
}

static void set_rules(const struct play_options *options, struct carom_rules *rules)
{
    *rules = carom_rules_from_preset(preset_of(options));
    rules->touch = options->touch && carom_rules_is_solo(rules);
    rules->seed = options->seed_given ? options->seed : (uint64_t)time(NULL) * 1000003u % (uint64_t)CAROM_TIME_MAX;
    rules->extra_robots = cli_extra_robot_mask(options->extra);
    rules->barriers = (enum carom_barrier_choice)options->barriers;
    rules->side = options->side_given ? (enum carom_side_choice)options->side : CAROM_SIDE_DEALT;
    rules->hourglass_runs = options->hourglass_runs == 2 ? 2 : 1;
    if (options->seconds_given)
        rules->hourglass = (carom_ms)options->seconds * 1000;
    if (options->goal_given)
        rules->goal = (uint8_t)options->goal;
    if (options->practice)
        rules->hourglass = 0;
}

/* A position to play: its board, its robots, and only its target. */
static bool set_ricochet(struct cli *cli, const struct cli_item *item, const struct carom_position *position,
                         struct play_setup *play)
{
    struct carom_setup *setup = &play->config.setup;
    if (position->target.token == CAROM_NO_TOKEN) {
        cli->exit_code = cli_error(
            cli, item, N_("the target is not a token; expected one that is printed on the board, such as Bg"));
        return false;
    }
    if (carom_rules_is_micro(&play->config.rules)) {
        cli->exit_code =
            cli_error(cli, item, N_("this is a position of Ricochet Robots; expected one of Micro Robots"));
        return false;
    }
    setup->board_given = setup->robots_given = true;
    setup->board = position->board;
    setup->robots = position->robots;
    play->config.rules.continued = true; /* R3: any position can come in the middle of a game */
    setup->token_count = 1;
    setup->tokens[0] = position->target.token;
    return true;
}

/* In Micro Robots the board and the first rolls; a way point makes it the expert variant. */
static void set_micro(const struct carom_micro_position *position, struct play_setup *play)
{
    struct carom_setup *setup = &play->config.setup;
    struct carom_rules *rules = &play->config.rules;
    bool expert = position->via != CAROM_MICRO_NO_CELL;
    uint64_t seed = rules->seed;
    enum carom_side_choice side = rules->side;
    *rules = carom_rules_from_preset(expert ? CAROM_PRESET_MICRO_EXPERT : CAROM_PRESET_MICRO);
    rules->seed = seed;
    rules->side = side;
    setup->board_given = true;
    setup->tiles = position->board;
    setup->dice[setup->dice_count++] = position->board.face_at[position->start];
    setup->dice[setup->dice_count++] = position->board.face_at[position->target];
    if (expert)
        setup->dice[setup->dice_count++] = position->board.face_at[position->via];
}

static bool set_position(struct cli *cli, struct play_setup *play)
{
    struct cli_item item = {.number = 1, .text = cli->argv[0], .length = strlen(cli->argv[0])};
    struct carom_puzzle puzzle;
    if (!cli_puzzle_read(cli, &item, CAROM_REQUIRE_TARGET, &puzzle)) {
        cli->exit_code = CLI_EXIT_USAGE;
        return false;
    }
    if (puzzle.game == CAROM_GAME_RICOCHET)
        return set_ricochet(cli, &item, &puzzle.position, play);
    set_micro(&puzzle.micro, play);
    return true;
}

static int cannot_begin(struct cli *cli, const struct play *game)
{
    if (game->refused.code == CAROM_REFUSED_BAD_SETUP) {
        return cli_error(cli, NULL,
                         N_("this table cannot be set up; expected a board with a target for one of its robots"));
    }
    if (game->refused.code == CAROM_REFUSED_FULL) {
        return cli_error(cli, NULL,
                         N_("the players' names are too long for one table; use shorter names or fewer players"));
    }
    return cli_error(cli, NULL, "%s", _(carom_refusal_sentence(&game->refused)));
}

/* What goes together, and what does not. */
static int check(struct cli *cli, const struct play_options *options, const struct play_setup *setup)
{
    const struct carom_rules *rules = &setup->config.rules;
    if (carom_rules_is_micro(rules) && (options->barriers_given || cli_extra_robot_mask(options->extra) != 0))
        return cli_error(cli, NULL, N_("--micro plays Micro Robots; leave out --barriers, --silver and --transparent"));
    if (!carom_rules_is_micro(rules) && (options->side_given || options->first != NULL))
        return cli_error(cli, NULL, N_("--side and --first are for Micro Robots; add --micro or --expert"));
    if (options->first != NULL && setup->first == CAROM_NO_SEAT)
        return cli_error(cli, NULL, N_("--first names '%s', who does not play; expected one of --players"),
                         options->first);
    if (!carom_rules_is_solo(rules) && options->hourglass_runs == 2)
        return cli_error(cli, NULL, N_("--turns is for playing alone (L3); leave out --players, --micro and --race"));
    if (carom_rules_is_solo(rules) && setup->players > 1)
        return cli_error(cli, NULL, N_("--practice is for one player; give one name or none"));
    if (carom_rules_is_solo(rules) && options->goal_given)
        return cli_error(cli, NULL, N_("--goal is for several players; alone you play for all tokens"));
    if (cli->argc > 1)
        return cli_error(cli, NULL, N_("unexpected '%s'; expected one position"), cli->argv[1]);
    return CLI_EXIT_OK;
}

static int play(struct cli *cli, struct play_options *options)
{
    static struct play game;
    if (!options->preset_given)
        options->preset = book_of_language();
    set_rules(options, &game.setup.config.rules);
    if (!read_names(cli, options->players != NULL ? options->players : _("Player"), &game.setup))
        return cli->exit_code;
    game.setup.first = seat_named(&game.setup, options->first);
    if (check(cli, options, &game.setup) != CLI_EXIT_OK)
        return CLI_EXIT_USAGE;
    if (cli->argc == 1 && !set_position(cli, &game.setup))
        return cli->exit_code;
    struct play_display display = {.ascii = options->ascii || !terminal_has_unicode(), .no_animation = options->still};
    game.observer.json = cli->json;
    bool lines = options->lines || options->race || cli->json || !play_has_screen(); /* a route is a line */
    int status = lines ? play_line_mode(&game, display.ascii) : play_screen(&game, &display);
    bool begun = game.table.phase != CAROM_PHASE_NONE && game.table.phase != CAROM_PHASE_LOBBY;
    return begun ? status : cannot_begin(cli, &game);
}

/* The options of Micro Robots. */
#define MICRO_OPTIONS(options)                                                                                         \
    {.name = "micro", .flag = &options.micro, .help = N_("Micro Robots")},                                             \
        {.name = "expert", .flag = &options.expert, .help = N_("play Micro Robots with a way point (M12)")},           \
        {.name = "side",                                                                                               \
         .value = "dealt|black|copper",                                                                                \
         .choice = &options.side,                                                                                      \
         .given = &options.side_given,                                                                                 \
         .help = N_("Micro Robots: which side of the tiles is up (M1)")},                                              \
    {                                                                                                                  \
        .name = "first", .value = "NAME", .strings = &options.first,                                                   \
        .help = N_("Micro Robots: who begins (the book: the youngest;\ndefault: the first of --players)")              \
    }

static int run(struct cli *cli)
{
    struct play_options play_options = {.hourglass_runs = 1};
    const struct cli_option options[] = {
        {.name = "players",
         .value = "NAMES",
         .strings = &play_options.players,
         .help = N_("several people at this keyboard: Ana,Ben,Cid\n"
                    "(default: you alone against the hourglass)")},
        {.name = "practice", .flag = &play_options.practice, .help = N_("alone, without a timer")},
        {.name = "touch",
         .flag = &play_options.touch,
         .help = N_("alone: move robots while the hourglass runs (easier)")},
        MICRO_OPTIONS(play_options),
        {.name = "race", .flag = &play_options.race, .help = N_("relaxed race (H1), in plain lines: hand in routes")},
        {.name = "book",
         .value = "2013|2013-it|1999|1999-competition",
         .choice = &play_options.preset,
         .given = &play_options.preset_given,
         .help = N_("rulebook for bids (default: your language's)")},
        {.name = "goal",
         .value = "N",
         .number = &play_options.goal,
         .max = CAROM_CHIPS_TOTAL,
         .given = &play_options.goal_given,
         .help = N_("win with N tokens or chips; 0: play for all of them\n"
                    "(default: by the number of players, R17)")},
        {.name = "seconds",
         .value = "N",
         .number = &play_options.seconds,
         .max = 86400,
         .given = &play_options.seconds_given,
         .help = N_("hourglass time (default 60)")},
        {.name = "turns",
         .value = "N",
         .number = &play_options.hourglass_runs,
         .min = 1,
         .max = 2,
         .help = N_("alone: turn the hourglass N times, 1 or 2 (L3)")},
        CLI_EXTRA_ROBOTS(play_options.extra),
        {.name = "barriers",
         .value = CLI_BARRIERS,
         .choice = &play_options.barriers,
         .given = &play_options.barriers_given,
         .help = N_("boards with coloured barriers")},
        {.name = "seed",
         .value = "N",
         .number = &play_options.seed,
         .max = (uint64_t)CAROM_TIME_MAX,
         .given = &play_options.seed_given,
         .help = N_("random seed; the same seed gives the same game")},
        {.name = "lines", .flag = &play_options.lines, .help = N_("plain lines instead of the screen")},
        {.name = "plain", .flag = &play_options.lines, .help = N_("like --lines, for screen readers")},
        {.name = "no-animation", .flag = &play_options.still, .help = N_("move robots without animation")},
        {.name = "ascii", .flag = &play_options.ascii, .help = N_("only plain characters")},
        {0},
    };
    return cli_options_read(cli, options) ? play(cli, &play_options) : cli->exit_code;
}

const struct cli_command cmd_play = {
    .name = "play",
    .run = run,
    .operands = "[POSITION]",
    .summary = N_("play in the terminal"),
    .about = N_("Plays Ricochet Robots or Micro Robots in the terminal: alone against the hourglass, for\n"
                "practice, or with several people at one keyboard. With a position, you play only its\n"
                "target. After each round you see the shortest route. ? shows the keys. Without a terminal,\n"
                "or with --lines, the game prints plain lines; with --json, the referee's events."),
};
