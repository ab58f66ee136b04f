/*
 * `carom render`: a position, and a route if one is given, as an SVG or PNG file.
 */
#include "cli.h"

#include "render/animation_files.h"

#include <string.h>

struct render_options {
    const char *file;
    const char *route;
    uint64_t size;
    bool size_given;
    unsigned theme;
    bool no_coordinates;
    bool animated; /* the route is played */
    bool made;     /* one picture is made already */
};

/* A route of either game. */
struct route {
    size_t moves;
    struct carom_move move[CAROM_CHECK_MOVES_MAX];
    uint8_t places[CAROM_CHECK_MOVES_MAX];
};

/* ---- the route ---- */

static int bad_move(struct cli *cli, const struct cli_item *item, size_t number, const struct carom_text *move,
                    const char *why)
{
    return cli_error(cli, item, N_("move %zu of the route, %s, is impossible: %s"), number, move->bytes, why);
}

static int check_moves(struct cli *cli, const struct cli_item *item, const struct carom_position *position,
                       const struct route *route)
{
    struct carom_round round = carom_round_begin(&position->robots);
    for (size_t i = 0; i < route->moves; i++) {
        struct carom_slide slide;
        if (!carom_round_move(&round, &position->board, route->move[i], &slide)) {
            char bytes[CAROM_MOVE_SIGNS_MAX + 8];
            struct carom_text text = carom_text_init(bytes, sizeof bytes);
            carom_move_write(&text, route->move[i]);
            return bad_move(cli, item, i + 1, &text, _(carom_slide_result_sentence(slide.result)));
        }
    }
    return CLI_EXIT_OK;
}

static int check_places(struct cli *cli, const struct cli_item *item, const struct carom_micro_position *micro,
                        const struct route *route)
{
    unsigned here = micro->start;
    for (size_t i = 0; i < route->moves; i++) {
        if (!carom_micro_can_move(&micro->board, here, route->places[i])) {
            char bytes[8];
            struct carom_text text = carom_text_init(bytes, sizeof bytes);
            carom_micro_face_write(&text, micro->board.face_at[route->places[i]]);
            return bad_move(cli, item, i + 1, &text,
                            _("that cell is in another row and column, or shares neither number nor colour"));
        }
        here = route->places[i];
    }
    return CLI_EXIT_OK;
}

static int read_route(struct cli *cli, const struct cli_item *item, const struct carom_puzzle *puzzle,
                      const char *words, struct route *route)
{
    struct carom_error error;
    if (puzzle->game == CAROM_GAME_MICRO) {
        if (puzzle->micro.target == CAROM_MICRO_NO_CELL)
            return cli_error(cli, item, N_("a route needs a start; expected BOARD/START>TARGET"));
        if (!carom_micro_route_read(&puzzle->micro.board, route->places, CAROM_CHECK_MOVES_MAX, &route->moves, words,
                                    strlen(words), &error))
            return cli_input_error(cli, item, "--route", &error);
        return check_places(cli, item, &puzzle->micro, route);
    }
    if (!carom_route_read(route->move, CAROM_CHECK_MOVES_MAX, &route->moves, words, strlen(words), &error))
        return cli_input_error(cli, item, "--route", &error);
    return check_moves(cli, item, &puzzle->position, route);
}

/* ---- the answer ---- */

/* In pixels, for the width that is asked for. */
static uint64_t height_of(const struct render_options *options, const struct carom_picture *picture)
{
    struct carom_picture_size size = carom_picture_size(picture);
    return (options->size * size.height + size.width / 2) / size.width;
}

static void print_json(const struct carom_puzzle *puzzle, const struct render_options *options,
                       const struct carom_picture *picture)
{
    char bytes[8192];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_puzzle_write_members(&text, puzzle);
    carom_json_put_string(&text, "file", options->file);
    carom_json_put_uint(&text, "width", options->size);
    carom_json_put_uint(&text, "height", height_of(options, picture));
    carom_json_end(&text, '}');
    cli_print(&text);
}

static int draw(struct cli *cli, const struct cli_item *item, const struct render_options *options,
                const struct carom_picture *picture)
{
    uint64_t height = height_of(options, picture);
    if (cli_picture_kind(options->file) != CLI_PICTURE_SVG && height > CAROM_PNG_MAX)
        return cli_error(cli, item, N_("--size is %llu, which makes the picture %llu pixels high; expected at most %d"),
                         (unsigned long long)options->size, (unsigned long long)height, CAROM_PNG_MAX);
    return cli_picture_write(cli, item, options->file, (unsigned)options->size, picture);
}

static int answer(void *context, struct cli *cli, const struct cli_item *item)
{
    static struct route route;
    struct render_options *options = context;
    struct carom_puzzle puzzle;
    char title[4096];
    if (options->made) {
        cli->stop = true;
        return cli_error(cli, item, N_("a picture shows one position; give only one"));
    }
    options->made = true;
    if (!cli_puzzle_read(cli, item, CAROM_REQUIRE_BOARD, &puzzle))
        return CLI_EXIT_USAGE;
    struct carom_text text = carom_text_init(title, sizeof title);
    carom_puzzle_write(&text, &puzzle);
    bool micro = puzzle.game == CAROM_GAME_MICRO;
    struct carom_picture picture = {.kind = micro ? CAROM_PICTURE_KIND_MICRO : CAROM_PICTURE_KIND_POSITION,
                                    .theme = (enum carom_theme)options->theme,
                                    .position = &puzzle.position,
                                    .micro = &puzzle.micro,
                                    .layers_off = options->no_coordinates ? CAROM_LAYER_COORDINATES : 0,
                                    .pixels = (unsigned)options->size,
                                    .animated = options->animated,
                                    .title = title};
    if (options->route != NULL) {
        int status = read_route(cli, item, &puzzle, options->route, &route);
        if (status != CLI_EXIT_OK)
            return status;
        if (route.moves > CAROM_PICTURE_MOVES_MAX) {
            return cli_error(cli, item,
                             N_("the route is too long for a picture: it has %zu moves, at most %d can be shown"),
                             route.moves, CAROM_PICTURE_MOVES_MAX);
        }
        picture.route = route.move;
        picture.micro_route = route.places;
        picture.route_count = route.moves;
    }
    int status = draw(cli, item, options, &picture);
    if (status == CLI_EXIT_OK && cli->json)
        print_json(&puzzle, options, &picture);
    return status;
}

/* What the file is to be, by its name. */
static int read_kind(struct cli *cli, struct render_options *render)
{
    if (render->file == NULL)
        return cli_error(cli, NULL, N_("name the picture: -o FILE.svg, FILE.png or FILE.gif"));
    if (strcmp(render->file, "-") == 0)
        render->file = "-.svg";
    if (cli->json && cli_picture_standard(render->file))
        return cli_error(cli, NULL,
                         N_("--json and the picture would both go to standard output; use -o FILE with --json"));
    enum cli_picture_kind kind = cli_picture_kind(render->file);
    if (kind == CLI_PICTURE_NONE)
        return cli_error(cli, NULL, N_("the file name is '%s'; expected one that ends in .svg, .png or .gif"),
                         render->file);
    render->animated |= kind == CLI_PICTURE_GIF;
    return CLI_EXIT_OK;
}

/* A film is as wide as a phone unless something else is asked for: it is sent, not printed. */
static int read_size(struct cli *cli, struct render_options *render)
{
    bool frames = render->animated && cli_picture_kind(render->file) != CLI_PICTURE_SVG;
    if (render->animated && render->route == NULL)
        return cli_error(cli, NULL, N_("an animation shows a route; add --route MOVES"));
    if (!render->size_given)
        render->size = frames ? 480 : 1024;
    if (render->size < 16)
        return cli_error(cli, NULL, N_("--size is %llu; expected at least 16 pixels"),
                         (unsigned long long)render->size);
    if (frames && render->size > CAROM_GIF_WIDTH_MAX)
        return cli_error(cli, NULL, N_("--size is %llu; expected at most %d pixels for an animation"),
                         (unsigned long long)render->size, CAROM_GIF_WIDTH_MAX);
    return CLI_EXIT_OK;
}

static int run(struct cli *cli)
{
    struct render_options render = {.size = 0};
    const struct cli_option options[] = {
        {.name = "output",
         .letter = 'o',
         .value = "FILE",
         .strings = &render.file,
         .help = N_("FILE.svg, FILE.png or FILE.gif; -, -.png or -.gif for\nstandard output")},
        {.name = "route", .value = "MOVES", .strings = &render.route, .help = N_("draw a route: \"RN RE ...\"")},
        {.name = "animate", .flag = &render.animated, .help = N_("animate the route, in SVG and PNG too")},
        {.name = "size",
         .value = "PX",
         .number = &render.size,
         .given = &render.size_given,
         .max = CAROM_PNG_MAX,
         .help = N_("width in pixels (default 1024, animations 480)")},
        {.name = "theme",
         .value = "light|dark|contrast",
         .choice = &render.theme,
         .help = N_("colours (default light)")},
        {.name = "no-coordinates", .flag = &render.no_coordinates, .help = N_("leave out the coordinates on the edge")},
        {0},
    };
    if (!cli_options_read(cli, options))
        return cli->exit_code;
    int status = read_kind(cli, &render);
    if (status == CLI_EXIT_OK)
        status = read_size(cli, &render);
    if (status != CLI_EXIT_OK)
        return status;
    if (cli->argc > 1)
        return cli_error(cli, NULL, N_("a picture shows one position; give only one"));
    return cli_for_each_position(cli, answer, &render);
}

const struct cli_command cmd_render = {
    .name = "render",
    .run = run,
    .operands = "[POSITION]",
    .summary = N_("draw a position as a picture or animation"),
    .about = N_("Draws a position as SVG or PNG, depending on the file name. With --route, arrows show how\n"
                "the robots move and numbers where they stop; a Micro Robots route is the cells stepped\n"
                "on (\"6P 6W\"). A GIF plays the route move by move, as SVG and PNG do with --animate."),
};
