/*
 * Pictures: the page's board, icons and the rules' illustrations come from the same drawing code as `carom render`. The
 * answer is the SVG itself.
 */
#include "ops.h"

static struct carom_position position;
static struct carom_micro_position micro;
static struct carom_robots markers;
static struct carom_move route[CAROM_PICTURE_MOVES];
static uint8_t places[CAROM_PICTURE_MOVES];
static char prefix[32];
static char title[512];
static uint16_t heat[CAROM_CELLS];
static uint64_t counts[CAROM_CHART_BARS];

static enum carom_theme theme_of(const struct request *request)
{
    if (argument_is(request, "theme", "dark"))
        return CAROM_THEME_DARK;
    return argument_is(request, "theme", "contrast") ? CAROM_THEME_CONTRAST : CAROM_THEME_LIGHT;
}

/* A word that has to live as long as the picture is being made; NULL if it was not given. */
static const char *keep(const struct request *request, const char *key, char *room, size_t size)
{
    size_t length;
    const char *words = argument_words(request, key, &length);
    if (length == 0 || length >= size)
        return NULL;
    memcpy(room, words, length + 1);
    return room;
}

/* Icons: `token`, `robot`, `cell` (what a cell of Micro Robots shows). */
static bool read_icon(const struct request *request, struct carom_picture *picture)
{
    size_t length;
    const char *words = argument_words(request, "token", &length);
    if (carom_token_read(&picture->item, words, length)) {
        picture->subject = CAROM_SUBJECT_TOKEN;
        return true;
    }
    words = argument_words(request, "robot", &length);
    if (length == 1 && carom_robot_of_letter(words[0]) < CAROM_ROBOTS) {
        picture->item = carom_robot_of_letter(words[0]);
        picture->subject = CAROM_SUBJECT_ROBOT;
        return true;
    }
    words = argument_words(request, "cell", &length);
    if (carom_micro_face_read(&picture->item, words, length)) {
        picture->subject = CAROM_SUBJECT_MICRO_FACE;
        return true;
    }
    return false;
}

/* Numbers as pictures: `shade`, or `counts` in the colour of a `robot` (any, if none is given). */
static bool read_chart(const struct request *request, struct carom_picture *picture)
{
    size_t length;
    int64_t shade = argument_number(request, "shade", -1);
    if (shade >= 0 && shade < CAROM_SHADES) {
        picture->subject = CAROM_SUBJECT_SHADE;
        picture->item = (unsigned)shade;
        return true;
    }
    picture->count = argument_counts(request, "counts", counts, CAROM_CHART_BARS);
    if (picture->count == 0)
        return false;
    const char *words = argument_words(request, "robot", &length);
    picture->subject = CAROM_SUBJECT_CHART;
    picture->item = length == 1 ? carom_robot_of_letter(words[0]) : CAROM_ROBOTS;
    picture->counts = counts;
    return true;
}

/* `heat`: numbers by cell. */
static void read_heat(const struct request *request, struct carom_picture *picture)
{
    static uint64_t numbers[CAROM_CELLS];
    size_t given = argument_counts(request, "heat", numbers, CAROM_CELLS);
    if (given == 0)
        return;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        heat[cell] = cell >= given ? 0 : numbers[cell] < UINT16_MAX ? (uint16_t)numbers[cell] : UINT16_MAX;
    picture->heat = heat;
}

/* `R1` as it lies in the north-west: only its quarter of the board. */
static bool read_face(const struct request *request, struct carom_picture *picture)
{
    size_t length;
    const char *words = argument_words(request, "face", &length);
    unsigned colour = length == 2 ? carom_robot_of_letter(words[0]) : CAROM_ROBOTS;
    if (colour >= CAROM_COLOURS || words[1] < '1' || words[1] > '4')
        return false;
    carom_picture_face(&position, colour * 4 + (unsigned)(words[1] - '1'));
    picture->position = &position;
    picture->width = CAROM_SIDE / 2;
    picture->height = CAROM_SIDE / 2;
    return true;
}

static bool read_route(const struct request *request, struct carom_picture *picture, struct carom_fault *fault)
{
    size_t length;
    const char *words = argument_words(request, "route", &length);
    if (picture->micro != NULL) {
        picture->micro_route = places;
        return carom_micro_route_read(&micro.board, places, CAROM_PICTURE_MOVES, &picture->route_count, words, length,
                                      fault);
    }
    picture->route = route;
    return carom_route_read(route, CAROM_PICTURE_MOVES, &picture->route_count, words, length, fault);
}

static bool read_position(const struct request *request, struct carom_picture *picture, struct carom_fault *fault)
{
    static struct carom_puzzle puzzle;
    size_t length;
    if (!argument_puzzle(request, CAROM_NEED_BOARD, &puzzle, fault))
        return false;
    if (puzzle.game == CAROM_GAME_MICRO) {
        micro = puzzle.micro;
        picture->subject = CAROM_SUBJECT_MICRO;
        picture->micro = &micro;
        return read_route(request, picture, fault);
    }
    position = puzzle.position;
    picture->position = &position;
    const char *words = argument_words(request, "markers", &length);
    if (length > 0 && carom_robots_read(&markers, &position.board, words, length, NULL))
        picture->markers = &markers;
    words = argument_words(request, "selected", &length);
    picture->selected_given = length == 1 && carom_robot_of_letter(words[0]) < CAROM_ROBOTS;
    picture->selected = picture->selected_given ? (uint8_t)carom_robot_of_letter(words[0]) : 0;
    read_heat(request, picture);
    return read_route(request, picture, fault);
}

/* {"position" with "markers","selected","route","heat" | "face" | "token" | "robot" | "cell" | "shade" | "counts" with
 * "robot", "theme","only" or "off" (layers as a number),"column","row","width","height","prefix","title","bare",
 * "film"} -> SVG. */
bool op_picture(struct request *request, struct carom_fault *fault)
{
    struct carom_picture picture = {
        .theme = theme_of(request),
        .transparent = argument_flag(request, "bare"),
        .film = argument_flag(request, "film"),
        .layers_off = (unsigned)argument_number(request, "off", 0),
        .prefix = keep(request, "prefix", prefix, sizeof prefix),
        .title = keep(request, "title", title, sizeof title),
        .pixels = (unsigned)argument_number(request, "pixels", 0),
    };
    int64_t only = argument_number(request, "only", 0);
    if (only > 0)
        picture.layers_off = CAROM_LAYERS_ALL & ~(unsigned)only;
    if (!read_chart(request, &picture) && !read_icon(request, &picture) && !read_face(request, &picture)) {
        if (!read_position(request, &picture, fault))
            return false;
        picture.column = (uint8_t)argument_number(request, "column", 0);
        picture.row = (uint8_t)argument_number(request, "row", 0);
        picture.width = (uint8_t)argument_number(request, "width", 0);
        picture.height = (uint8_t)argument_number(request, "height", 0);
    }
    carom_picture_svg(&request->out, &picture);
    return true;
}
