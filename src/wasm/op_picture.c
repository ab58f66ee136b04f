/*
 * Pictures: the page's board, icons and the rules' illustrations come from the same drawing code as `carom render`. The
 * answer is the SVG itself.
 */
#include "ops.h"

static struct carom_position position;
static struct carom_micro_position micro;
static struct carom_robots markers;
static struct carom_move route[CAROM_PICTURE_MOVES_MAX];
static uint8_t places[CAROM_PICTURE_MOVES_MAX];
static char prefix[32];
static char title[512];
static uint16_t heat[CAROM_CELLS];
static uint64_t counts[CAROM_CHART_BARS_MAX];

static enum carom_theme theme_of(const struct op_request *request)
{
    if (arg_is(request, "theme", "dark"))
        return CAROM_THEME_DARK;
    return arg_is(request, "theme", "contrast") ? CAROM_THEME_CONTRAST : CAROM_THEME_LIGHT;
}

/* Copies an argument that must live as long as the picture is being made; NULL if it was not given. */
static const char *copy_argument(const struct op_request *request, const char *key, char *room, size_t size)
{
    size_t length;
    const char *words = arg_string(request, key, &length);
    if (length == 0 || length >= size)
        return NULL;
    memcpy(room, words, length + 1);
    return room;
}

/* How the robot of an icon feels and where it looks: `mood`, `look`. */
static void read_look(const struct op_request *request, struct carom_picture *picture)
{
    static const char *const moods[CAROM_MOODS] = {"calm", "selected", "sliding", "bumped", "happy", "asleep"};
    size_t length;
    for (unsigned mood = 0; mood < CAROM_MOODS; mood++)
        if (arg_is(request, "mood", moods[mood]))
            picture->mood = (uint8_t)mood;
    const char *words = arg_string(request, "look", &length);
    for (unsigned direction = 0; length == 1 && direction < CAROM_DIRECTIONS; direction++) {
        if (words[0] != "NESW"[direction])
            continue;
        picture->has_look = true;
        picture->look = (uint8_t)direction;
    }
}

/* Icons: `token`, `robot`, `cell` (what a cell of Micro Robots shows). */
static bool read_icon(const struct op_request *request, struct carom_picture *picture)
{
    size_t length;
    const char *words = arg_string(request, "token", &length);
    if (carom_token_read(&picture->icon, words, length)) {
        picture->kind = CAROM_PICTURE_KIND_TOKEN;
        return true;
    }
    words = arg_string(request, "robot", &length);
    if (length == 1 && carom_robot_from_letter(words[0]) < CAROM_ROBOTS) {
        picture->icon = carom_robot_from_letter(words[0]);
        picture->kind = CAROM_PICTURE_KIND_ROBOT;
        read_look(request, picture);
        return true;
    }
    words = arg_string(request, "cell", &length);
    if (carom_micro_face_read(&picture->icon, words, length)) {
        picture->kind = CAROM_PICTURE_KIND_MICRO_FACE;
        return true;
    }
    return false;
}

/* Numbers as pictures: `shade`, or `counts` in the colour of a `robot` (any, if none is given). */
static bool read_chart(const struct op_request *request, struct carom_picture *picture)
{
    size_t length;
    int64_t shade = arg_int(request, "shade", -1);
    if (shade >= 0 && shade < CAROM_HEAT_SHADES) {
        picture->kind = CAROM_PICTURE_KIND_SHADE;
        picture->icon = (unsigned)shade;
        return true;
    }
    picture->chart_count = arg_uints(request, "counts", counts, CAROM_CHART_BARS_MAX);
    if (picture->chart_count == 0)
        return false;
    const char *words = arg_string(request, "robot", &length);
    picture->kind = CAROM_PICTURE_KIND_CHART;
    picture->icon = length == 1 ? carom_robot_from_letter(words[0]) : CAROM_ROBOTS;
    picture->chart_values = counts;
    return true;
}

/* `heat`: numbers by cell. */
static void read_heat(const struct op_request *request, struct carom_picture *picture)
{
    static uint64_t numbers[CAROM_CELLS];
    size_t given = arg_uints(request, "heat", numbers, CAROM_CELLS);
    if (given == 0)
        return;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        heat[cell] = cell >= given ? 0 : numbers[cell] < UINT16_MAX ? (uint16_t)numbers[cell] : UINT16_MAX;
    picture->heat = heat;
}

/* `R1` as it lies in the north-west: only its quarter of the board. */
static bool read_face(const struct op_request *request, struct carom_picture *picture)
{
    size_t length;
    const char *words = arg_string(request, "face", &length);
    unsigned colour = length == 2 ? carom_robot_from_letter(words[0]) : CAROM_ROBOTS;
    if (colour >= CAROM_COLOURS || words[1] < '1' || words[1] > '4')
        return false;
    carom_picture_section_face(&position, colour * 4 + (unsigned)(words[1] - '1'));
    picture->position = &position;
    picture->width = CAROM_BOARD_SIDE / 2;
    picture->height = CAROM_BOARD_SIDE / 2;
    return true;
}

static bool read_route(const struct op_request *request, struct carom_picture *picture, struct carom_error *error)
{
    size_t length;
    const char *words = arg_string(request, "route", &length);
    if (picture->micro != NULL) {
        picture->micro_route = places;
        return carom_micro_route_read(&micro.board, places, CAROM_PICTURE_MOVES_MAX, &picture->route_count, words,
                                      length, error);
    }
    picture->route = route;
    return carom_route_read(route, CAROM_PICTURE_MOVES_MAX, &picture->route_count, words, length, error);
}

static bool read_position(const struct op_request *request, struct carom_picture *picture, struct carom_error *error)
{
    static struct carom_puzzle puzzle;
    size_t length;
    if (!arg_puzzle(request, CAROM_REQUIRE_BOARD, &puzzle, error))
        return false;
    if (puzzle.game == CAROM_GAME_MICRO) {
        micro = puzzle.micro;
        picture->kind = CAROM_PICTURE_KIND_MICRO;
        picture->micro = &micro;
        return read_route(request, picture, error);
    }
    position = puzzle.position;
    picture->position = &position;
    const char *words = arg_string(request, "markers", &length);
    if (length > 0 && carom_robots_read(&markers, &position.board, words, length, NULL))
        picture->markers = &markers;
    words = arg_string(request, "selected", &length);
    picture->has_selected = length == 1 && carom_robot_from_letter(words[0]) < CAROM_ROBOTS;
    picture->selected = picture->has_selected ? (uint8_t)carom_robot_from_letter(words[0]) : 0;
    read_heat(request, picture);
    return read_route(request, picture, error);
}

/* {"position" with "markers","selected","route","heat" | "face" | "token" | "robot" with "mood","look" | "cell" |
 * "shade" | "counts" with "robot", "theme","plain" (robots without letters),"shapes","only" or "off" (layers as a
 * number),"column","row","width","height","prefix","title","bare", "film"} -> SVG. */
bool op_picture(struct op_request *request, struct carom_error *error)
{
    struct carom_picture picture = {
        .theme = theme_of(request),
        .transparent = arg_bool(request, "bare"),
        .animated = arg_bool(request, "film"),
        .layers_off = (unsigned)arg_int(request, "off", 0),
        .prefix = copy_argument(request, "prefix", prefix, sizeof prefix),
        .title = copy_argument(request, "title", title, sizeof title),
        .pixels = (unsigned)arg_int(request, "pixels", 0),
        .hide_letters = arg_bool(request, "plain"),
        .target_shapes = arg_bool(request, "shapes"),
    };
    int64_t only = arg_int(request, "only", 0);
    if (only > 0)
        picture.layers_off = CAROM_LAYERS_ALL & ~(unsigned)only;
    if (!read_chart(request, &picture) && !read_icon(request, &picture) && !read_face(request, &picture)) {
        if (!read_position(request, &picture, error))
            return false;
        picture.column = (uint8_t)arg_int(request, "column", 0);
        picture.row = (uint8_t)arg_int(request, "row", 0);
        picture.width = (uint8_t)arg_int(request, "width", 0);
        picture.height = (uint8_t)arg_int(request, "height", 0);
    }
    carom_picture_svg(&request->out, &picture);
    return true;
}
