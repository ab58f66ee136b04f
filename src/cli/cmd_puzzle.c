/*
 * `carom puzzle`: generates positions with a wanted number of moves, routes and robots, and of a wanted difficulty.
 *
 * From a book of the atlas they are taken from its hardest placements, which no random deal would find; else positions
 * are dealt until one fits.
 */
#include "atlas/atlas.h"

#include <carom/libc_allocator.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TRIES 200000             /* deals for one puzzle; then there is probably none */
#define PROGRESS_EVERY_DEALS 500 /* deals, after which somebody at a terminal is told that it goes on */
#define MOVES_MAX 64             /* far more than any position of a box is known to need */
#define DIFFICULTY_MAX 100
#define NO_LEVEL_FILTER CAROM_DIFFICULTY_LEVELS

struct range {
    uint64_t from, to;
};

struct puzzle_options {
    struct range moves, routes, robots, difficulty;
    unsigned word; /* of the difficulty, or NO_LEVEL_FILTER */
    struct carom_deal_options deal;
    bool micro, expert;
    uint64_t count, seed;
    const char *store;
};

/* ---- wishes ---- */

/* `8`, `8..12`, `8..`, `..12`; nothing is everything. */
static bool read_range(const char *words, struct range *range)
{
    char *end = NULL;
    *range = (struct range){0, UINT64_MAX};
    if (words == NULL)
        return true;
    bool first = *words >= '0' && *words <= '9';
    if (first) {
        range->from = range->to = strtoull(words, &end, 10);
        words = end;
    }
    if (strncmp(words, "..", 2) != 0)
        return first && *words == '\0';
    words += 2;
    range->to = UINT64_MAX;
    bool second = *words >= '0' && *words <= '9';
    if (second) {
        range->to = strtoull(words, &end, 10);
        words = end;
    }
    return *words == '\0' && (first || second) && range->from <= range->to;
}

/* A range or one of the five words. */
static bool read_difficulty(const char *words, struct puzzle_options *options)
{
    for (unsigned word = 0; words != NULL && word < NO_LEVEL_FILTER; word++)
        if (strcmp(words, carom_difficulty_name((enum carom_difficulty_level)word)) == 0) {
            options->word = word;
            return read_range(NULL, &options->difficulty);
        }
    return read_range(words, &options->difficulty);
}

static bool in(struct range range, uint64_t number)
{
    return number >= range.from && number <= range.to;
}

static bool fits(const struct puzzle_options *options, struct carom_solver *solver, const struct carom_puzzle *puzzle,
                 struct carom_puzzle_analysis *analysis)
{
    uint32_t most = options->moves.to < CAROM_ROUTE_MAX ? (uint32_t)options->moves.to : 0;
    return !carom_puzzle_is_one_move_away(puzzle) && carom_puzzle_analyse(solver, puzzle, most, analysis) &&
           in(options->moves, analysis->moves) && in(options->routes, analysis->routes) &&
           in(options->robots, analysis->robots) && in(options->difficulty, analysis->difficulty.value) &&
           (options->word == NO_LEVEL_FILTER || options->word == analysis->difficulty.level);
}

static void print_one(const struct cli *cli, const struct puzzle_options *options, const struct carom_puzzle *puzzle,
                      const struct carom_puzzle_analysis *analysis)
{
    char bytes[8192];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    if (cli->json) {
        carom_json_begin(&text, NULL, '{');
        carom_puzzle_write_members(&text, puzzle);
        carom_json_put_int(&text, "moves", analysis->moves);
        carom_json_put_uint(&text, "count", analysis->routes);
        carom_json_put_int(&text, "used", analysis->robots);
        carom_json_put_int(&text, "difficulty", analysis->difficulty.value);
        carom_json_put_string(&text, "word", carom_difficulty_name(analysis->difficulty.level));
        carom_json_put_uint(&text, "seed", options->seed);
        carom_json_end(&text, '}');
    } else {
        carom_puzzle_write(&text, puzzle);
    }
    cli_print(&text);
}

/* ---- dealt ---- */

/* Somebody waits at a terminal: the search lives, and has an end. 0 wipes it away. */
static void print_progress(unsigned tries)
{
    if (!isatty(STDERR_FILENO))
        return;
    fputs("\r\033[K", stderr);
    if (tries > 0)
        fprintf(stderr, _("searched %u of at most %u positions"), tries, TRIES);
    fflush(stderr);
}

static bool deal_one(const struct puzzle_options *options, struct carom_random *random, struct carom_solver *solver,
                     struct carom_puzzle *puzzle, struct carom_puzzle_analysis *analysis)
{
    bool found = false;
    unsigned i;
    for (i = 0; i < TRIES && !found; i++) {
        if (i > 0 && i % PROGRESS_EVERY_DEALS == 0)
            print_progress(i);
        puzzle->game = options->micro ? CAROM_GAME_MICRO : CAROM_GAME_RICOCHET;
        if (options->micro)
            carom_deal_micro_position(random, options->expert, &puzzle->micro);
        else
            carom_deal_position(random, &options->deal, &puzzle->position);
        found = fits(options, solver, puzzle, analysis);
    }
    if (i > PROGRESS_EVERY_DEALS)
        print_progress(0);
    return found;
}

static uint64_t from_deals(const struct cli *cli, const struct puzzle_options *options, struct carom_solver *solver)
{
    struct carom_random random = carom_random_seed(options->seed);
    struct carom_puzzle puzzle;
    struct carom_puzzle_analysis analysis;
    uint64_t found = 0;
    while (found < options->count && !ferror(stdout) && deal_one(options, &random, solver, &puzzle, &analysis)) {
        print_one(cli, options, &puzzle, &analysis);
        found++;
    }
    return found;
}

/* ---- from a book ---- */

/* Hardest placements of the right length. */
struct candidate_list {
    const struct puzzle_options *options;
    char **text;
    size_t count, capacity;
    bool failed;
};

static bool put(struct candidate_list *list, const struct atlas_row *row, const char *robots, size_t length)
{
    if (list->count == list->capacity) {
        size_t room = 2 * list->capacity + 256;
        char **more = realloc(list->text, room * sizeof *more);
        if (more == NULL)
            return false;
        list->text = more;
        list->capacity = room;
    }
    size_t size = strlen(row->board) + length + strlen(row->target) + 3;
    char *words = malloc(size);
    if (words == NULL)
        return false;
    snprintf(words, size, "%s/%.*s/%s", row->board, (int)length, robots, row->target);
    list->text[list->count++] = words;
    return true;
}

static bool collect_hardest(void *context, const struct atlas_row *row)
{
    struct candidate_list *list = context;
    const char *rest = row->hardest, *word;
    size_t length;
    if (row->depths == 0 || !in(list->options->moves, row->depths - 1))
        return true;
    while (!list->failed && atlas_next_field(&rest, &word, &length))
        list->failed = !put(list, row, word, length);
    return !list->failed;
}

static uint64_t take(const struct cli *cli, const struct puzzle_options *options, struct carom_solver *solver,
                     struct candidate_list *list)
{
    struct carom_random random = carom_random_seed(options->seed);
    uint64_t found = 0;
    for (size_t left = list->count; left > 0 && found < options->count && !ferror(stdout); left--) {
        struct carom_puzzle puzzle;
        struct carom_puzzle_analysis analysis;
        size_t at = carom_random_below(&random, (uint32_t)left);
        char *words = list->text[at];
        list->text[at] = list->text[left - 1];
        list->text[left - 1] = words;
        if (carom_puzzle_read(&puzzle, CAROM_REQUIRE_TARGET, words, strlen(words), NULL) &&
            fits(options, solver, &puzzle, &analysis)) {
            print_one(cli, options, &puzzle, &analysis);
            found++;
        }
    }
    return found;
}

/* False: everything is said. */
static bool pick_from_results(struct cli *cli, const struct puzzle_options *options, struct carom_solver *solver,
                              uint64_t *found)
{
    struct candidate_list list = {.options = options};
    struct atlas_filter filter = {.ricochet = true};
    struct atlas_results *results = atlas_results_open(cli, options->store, false);
    if (results == NULL)
        return false;
    bool read = results->ops->each(results, &filter, collect_hardest, &list);
    if (!read)
        atlas_results_error(cli, options->store, results->error);
    else if (list.failed)
        read = cli_error_sentence(cli, NULL, N_("out of memory for solving")) == CLI_EXIT_OK;
    else
        *found = take(cli, options, solver, &list);
    for (size_t i = 0; i < list.count; i++)
        free(list.text[i]);
    free(list.text);
    results->ops->close(results);
    return read;
}

/* ---- the command ---- */

static int find(struct cli *cli, const struct puzzle_options *options)
{
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    uint64_t found = 0;
    bool looked = true;
    if (solver == NULL)
        return cli_error(cli, NULL, N_("out of memory for solving"));
    if (options->store != NULL)
        looked = pick_from_results(cli, options, solver, &found);
    else
        found = from_deals(cli, options, solver);
    carom_solver_free(solver);
    if (!looked)
        return CLI_EXIT_USAGE;
    if (found < options->count)
        cli_error(cli, NULL, N_("found no more puzzles like that"));
    return found < options->count ? CLI_EXIT_NO : CLI_EXIT_OK;
}

/* How many robots can move: all there are. A book has the four colours. */
static uint64_t robots_max(const struct puzzle_options *options)
{
    uint64_t most = CAROM_COLOURS;
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS && options->store == NULL; robot++)
        most += options->deal.extra_robots >> robot & 1u;
    return options->micro ? 1 : most;
}

/* A walk of Micro Robots never comes twice to one cell; with a way point there are two of them. */
static uint64_t moves_max(const struct puzzle_options *options)
{
    if (!options->micro)
        return MOVES_MAX;
    return (options->expert ? 2 : 1) * (uint64_t)(CAROM_MICRO_CELLS - 1);
}

/* No position is like that, however long one looks. */
static int refuse_impossible(struct cli *cli, const struct puzzle_options *options, const char *const words[4])
{
    const struct {
        const char *name;
        struct range wished, possible;
    } wishes[] = {
        {"moves", options->moves, {1, moves_max(options)}},
        {"routes", options->routes, {1, UINT64_MAX}},
        {"robots", options->robots, {1, robots_max(options)}},
        {"difficulty", options->difficulty, {0, DIFFICULTY_MAX}},
    };
    for (unsigned i = 0; i < 4; i++) {
        struct range possible = wishes[i].possible;
        char range[48];
        if (wishes[i].wished.from <= possible.to && wishes[i].wished.to >= possible.from)
            continue;
        int length = snprintf(range, sizeof range, "%llu..", (unsigned long long)possible.from);
        if (possible.to != UINT64_MAX)
            snprintf(range + length, sizeof range - (size_t)length, "%llu", (unsigned long long)possible.to);
        return cli_error(cli, NULL, N_("--%s is '%s', which no position can have; expected a value in %s"),
                         wishes[i].name, words[i], range);
    }
    return CLI_EXIT_OK;
}

static int read_filters(struct cli *cli, struct puzzle_options *options, const char *const words[4])
{
    struct range *const range[] = {&options->moves, &options->routes, &options->robots};
    static const char *const names[] = {"moves", "routes", "robots", "difficulty"};
    char label[CLI_LABEL];
    for (unsigned i = 0; i < 4; i++)
        if (i < 3 ? !read_range(words[i], range[i]) : !read_difficulty(words[i], options))
            return cli_error(cli, NULL, N_("%s is '%s'; expected %s"), cli_option_label(label, names[i], words[i]),
                             words[i], i < 3 ? "N, N..N, N.., ..N" : "N..N, trivial, easy, medium, hard, fiendish");
    return refuse_impossible(cli, options, words);
}

static int run(struct cli *cli)
{
    bool extra[CAROM_ROBOTS] = {false};
    struct puzzle_options options = {.count = 1, .word = NO_LEVEL_FILTER};
    const char *words[4] = {NULL};
    unsigned edition = CAROM_EDITION_2013, barriers = CAROM_BARRIERS_ANY;
    bool seeded = false;
    const struct cli_option table[] = {
        {.name = "moves", .value = "A..B", .strings = &words[0], .help = N_("number of moves in a shortest route")},
        {.name = "routes", .value = "A..B", .strings = &words[1], .help = N_("number of shortest routes")},
        {.name = "robots", .value = "A..B", .strings = &words[2], .help = N_("number of robots that have to move")},
        {.name = "difficulty",
         .value = "A..B",
         .strings = &words[3],
         .help = N_("difficulty from 0 to 100, or a word such as `hard`")},
        {.name = "store",
         .value = "FILE",
         .strings = &options.store,
         .help = N_("take them from the hardest positions of an atlas")},
        {.name = "count", .letter = 'n', .value = "N", .number = &options.count, .help = N_("make N positions (1)")},
        {.name = "seed",
         .value = "N",
         .number = &options.seed,
         .given = &seeded,
         .help = N_("random seed; the same seed deals the same\n"
                    "positions everywhere")},
        {.name = "edition",
         .value = CLI_EDITIONS,
         .choice = &edition,
         .help = N_("boards from this box (default 2013)")},
        {.name = "barriers",
         .value = CLI_BARRIERS,
         .choice = &barriers,
         .help = N_("boards with coloured barriers: any (default),\nno, only")},
        CLI_EXTRA_ROBOTS(extra),
        {.name = "micro", .flag = &options.micro, .help = N_("deal Micro Robots")},
        {.name = "expert", .flag = &options.expert, .help = N_("with --micro: add a way point (M12)")},
        {0},
    };
    if (!cli_options_read(cli, table) || !cli_no_operands(cli))
        return cli->exit_code;
    if (options.expert && !options.micro)
        return cli_error(cli, NULL, N_("--expert is for Micro Robots; add --micro"));
    if (carom_board_count(edition, barriers) == 0)
        return cli_error(cli, NULL, N_("the boards of 1999 have no barriers; use --barriers no or any"));
    options.deal.edition = edition;
    options.deal.barriers = barriers;
    options.deal.extra_robots = cli_extra_robot_mask(extra);
    options.seed = seeded ? options.seed : cli_random_seed();
    int status = read_filters(cli, &options, words);
    return status == CLI_EXIT_OK ? find(cli, &options) : status;
}

const struct cli_command cmd_puzzle = {
    .name = "puzzle",
    .run = run,
    .operands = "",
    .summary = N_("find puzzles as hard as you like"),
    .about = N_("Finds positions with the number of moves, shortest routes and moving robots, and the\n"
                "difficulty, that you ask for. The robot is never just one move away from its target."),
};
