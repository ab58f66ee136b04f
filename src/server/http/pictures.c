/*
 * HTTP API for pictures: boards as SVG and PNG, routes as GIF. This file reads the request; picture_cache.c replies.
 */
#include "internal.h"

#include "../../render/animation_files.h"
#include "picture_cache.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH_MAX 2048
#define WIDTH_DEFAULT 800
#define GIF_WIDTH_DEFAULT 480

static void refuse_board(struct http_request *request, enum api_error_code code, const char *words)
{
    http_reply_error_detail(request, "board", code, words);
}

static bool read_route(struct http_request *request, struct picture_request *spec)
{
    struct carom_error error;
    const char *route = http_query(request, "route");
    if (route == NULL)
        return true;
    bool good;
    if (spec->puzzle.game == CAROM_GAME_MICRO) {
        spec->picture.micro_route = spec->places;
        good = carom_micro_route_read(&spec->puzzle.micro.board, spec->places, CAROM_PICTURE_MOVES_MAX,
                                      &spec->picture.route_count, route, strlen(route), &error);
    } else {
        spec->picture.route = spec->route;
        good = carom_route_read(spec->route, CAROM_PICTURE_MOVES_MAX, &spec->picture.route_count, route, strlen(route),
                                &error);
    }
    if (!good)
        http_reply_input_error(request, "board", API_ERR_BAD_ROUTE, &error);
    return good;
}

static bool read_display_options(struct http_request *request, struct picture_request *spec)
{
    static const char *const themes[] = {"light", "dark", "contrast"};
    const char *theme = http_query(request, "theme");
    const char *width = http_query(request, "width");
    for (unsigned i = 0; theme != NULL && i < 3; i++) {
        if (strcmp(theme, themes[i]) == 0) {
            spec->picture.theme = (enum carom_theme)i;
            theme = NULL;
        }
    }
    if (theme != NULL) {
        refuse_board(request, API_ERR_BAD_QUERY, "`theme` has to be light, dark or contrast");
        return false;
    }
    spec->width = spec->kind == BOARD_GIF ? GIF_WIDTH_DEFAULT : WIDTH_DEFAULT;
    if (width != NULL) {
        char *end;
        unsigned long value = strtoul(width, &end, 10);
        if (*width < '0' || *width > '9' || *end != '\0' || value < 16 || value > WIDTH_MAX) {
            refuse_board(request, API_ERR_BAD_QUERY, "`width` has to be a whole number from 16 to 2048");
            return false;
        }
        spec->width = (unsigned)value;
        spec->picture.pixels = spec->width;
    }
    return true;
}

static bool read_board(struct http_request *request, struct picture_request *spec, const char *text, size_t length)
{
    struct carom_error error;
    if (!carom_puzzle_read(&spec->puzzle, CAROM_REQUIRE_BOARD, text, length, &error)) {
        http_reply_input_error(request, "board", API_ERR_BAD_POSITION, &error);
        return false;
    }
    bool micro = spec->puzzle.game == CAROM_GAME_MICRO;
    spec->picture.kind = micro ? CAROM_PICTURE_KIND_MICRO : CAROM_PICTURE_KIND_POSITION;
    spec->picture.position = micro ? NULL : &spec->puzzle.position;
    spec->picture.micro = micro ? &spec->puzzle.micro : NULL;
    return read_display_options(request, spec) && read_route(request, spec);
}

/* Is the GIF within the limits of moves and pixels? */
static bool gif_fits(struct http_request *request, const struct picture_request *spec, uint64_t pixels)
{
    if (spec->picture.route_count == 0 || spec->picture.route_count > GIF_MOVES_MAX)
        refuse_board(request, API_ERR_BAD_QUERY, "a GIF shows a route: `route` has to have 1 to 30 moves");
    else if (spec->width > CAROM_GIF_WIDTH_MAX)
        refuse_board(request, API_ERR_BAD_QUERY, "the `width` of a GIF has to be a whole number from 16 to 1024");
    else if (pixels > GIF_PIXELS_MAX)
        refuse_board(request, API_ERR_BAD_QUERY,
                     "the GIF would have more pixels than 640 by 640: `width` has to be less");
    else
        return true;
    return false;
}

/* Is the picture within the limit of pixels? A PNG of a board with one column would be sixteen times as high as wide.
 */
static bool fits(struct http_request *request, const struct picture_request *spec)
{
    struct carom_picture_size size = carom_picture_size(&spec->picture);
    uint64_t height = ((uint64_t)spec->width * size.height + size.width / 2) / size.width;
    if (spec->kind == BOARD_GIF)
        return gif_fits(request, spec, spec->width * height);
    if (spec->kind == BOARD_SVG || spec->width * height <= PIXELS_MAX)
        return true;
    refuse_board(request, API_ERR_BAD_QUERY,
                 "the picture would have more pixels than 2048 by 2048: `width` has to be less");
    return false;
}

/* Builds the cache key from the path and the parameters that matter; for `animate` only whether it is given. */
static char *write_key(const struct http_request *request, const char *text, bool animated)
{
    static const char *const names[] = {"theme", "width", "route"};
    const char *words[] = {text, NULL, NULL, NULL, animated ? "animated" : "still"};
    size_t size = strlen(text) + strlen(words[4]) + 5;
    for (unsigned i = 0; i < 3; i++) {
        words[1 + i] = http_query(request, names[i]);
        size += words[1 + i] != NULL ? strlen(words[1 + i]) : 0;
    }
    char *key = xcalloc(size + 1);
    struct carom_text out = carom_text_init(key, size + 1);
    for (unsigned i = 0; i < 5; i++) {
        carom_text_put(&out, words[i] != NULL ? words[i] : "");
        carom_text_char(&out, '\n');
    }
    return key;
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length > size && strcmp(text + length - size, end) == 0;
}

static void get_board(struct http_request *request, const char *text)
{
    static const char *const ends[] = {".svg", ".png", ".gif"};
    size_t length = strlen(text);
    unsigned kind = 0;
    while (kind < 3 && !ends_with(text, length, ends[kind]))
        kind++;
    if (kind == 3) {
        refuse_board(request, API_ERR_BAD_POSITION, "the address has to end in .svg, .png or .gif");
        return;
    }
    struct picture_request *spec = xcalloc(sizeof *spec);
    spec->kind = kind;
    spec->picture.animated = http_query(request, "animate") != NULL;
    spec->key = write_key(request, text, spec->picture.animated);
    if (read_board(request, spec, text, length - 4) && fits(request, spec))
        picture_cache_get(request, spec);
    else
        board_picture_free(spec);
}

bool handle_pictures(struct http_request *request)
{
    const char *rest = http_path_after(request, "/board/");
    if (rest != NULL)
        get_board(request, rest);
    return rest != NULL;
}
