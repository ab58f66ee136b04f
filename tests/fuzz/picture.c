/* Pictures: noise is `POSITION\nROUTE`; whatever is a position is drawn, with the route as far as it goes, in every
 * form. The first byte chooses theme, layers and the selected robot. */
#include "fuzz.h"

#define ROOM (1 << 16) /* on purpose too small for long routes */

static struct carom_puzzle puzzle;

static unsigned occurrences(const char *text, const char *words)
{
    unsigned count = 0;
    for (const char *at = strstr(text, words); at != NULL; at = strstr(at + 1, words))
        count++;
    return count;
}

static void draw_svg(struct carom_picture *picture)
{
    static char bytes[ROOM];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_picture_svg(&text, picture);
    promise(strlen(bytes) == text.length && text.length < sizeof bytes);
    if (text.truncated)
        return;
    promise(strcmp(bytes + text.length - 7, "</svg>\n") == 0);
    promise(occurrences(bytes, "<g") == occurrences(bytes, "</g>"));
}

static void draw_grid(unsigned form)
{
    static struct carom_grid grid;
    static char bytes[CAROM_GRID_BYTES];
    struct carom_grid_style style = {
        .compact = (form & 1) != 0, .ascii = (form & 2) != 0, .no_coordinates = (form & 4) != 0};
    if (puzzle.game == CAROM_GAME_MICRO)
        carom_grid_micro(&grid, &puzzle.micro, style);
    else
        carom_grid_position(&grid, &puzzle.position, style);
    promise(grid.rows <= (style.compact ? 18 : CAROM_GRID_ROWS) && grid.columns <= CAROM_GRID_COLUMNS);
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_grid_write(&text, &grid, (form & 8) != 0);
    promise(!text.truncated && carom_utf8_valid(bytes, text.length));
}

/* The route, if there is one behind the position, goes into `picture`. */
static void read_route(struct carom_picture *picture, const char *words, size_t length)
{
    static struct carom_move route[CAROM_PICTURE_MOVES_MAX + 5];
    static uint8_t places[CAROM_PICTURE_MOVES_MAX + 5];
    struct carom_error error;
    if (puzzle.game == CAROM_GAME_MICRO &&
        carom_micro_route_read(&puzzle.micro.board, places, CAROM_PICTURE_MOVES_MAX + 5, &picture->route_count, words,
                               length, &error))
        picture->micro_route = places;
    if (puzzle.game == CAROM_GAME_RICOCHET &&
        carom_route_read(route, CAROM_PICTURE_MOVES_MAX + 5, &picture->route_count, words, length, &error))
        picture->route = route;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const char *words = (const char *)data + 1, *end = memchr(words, '\n', size - 1);
    size_t length = end != NULL ? (size_t)(end - words) : size - 1;
    if (!carom_puzzle_read(&puzzle, CAROM_REQUIRE_BOARD, words, length, NULL))
        return 0;
    bool micro = puzzle.game == CAROM_GAME_MICRO;
    struct carom_picture picture = {.kind = micro ? CAROM_PICTURE_KIND_MICRO : CAROM_PICTURE_KIND_POSITION,
                                    .theme = (enum carom_theme)(data[0] % 3),
                                    .position = &puzzle.position,
                                    .micro = &puzzle.micro,
                                    .markers = micro ? NULL : &puzzle.position.robots,
                                    .has_selected = true,
                                    .selected = (uint8_t)(data[0] / 3 % CAROM_ROBOTS),
                                    .layers_off = data[0] > 128 ? data[0] * 31u : 0};
    if (end != NULL)
        read_route(&picture, end + 1, size - 2 - length);
    draw_svg(&picture);
    for (unsigned form = 0; form < 16; form++)
        draw_grid(form);
    return 0;
}
