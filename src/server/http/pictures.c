/*
 * Pictures over HTTP: boards as SVG and PNG.
 */
#include "room.h"

#include "../../render/png.h"

#include <carom/puzzle.h>
#include <carom/render.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH_MOST 2048
#define WIDTH_USUAL 800
#define PNG_MOST (4u * 1024 * 1024)

static void refuse_board(struct exchange *exchange, enum why why, const char *words)
{
    exchange_refuse_what(exchange, "board", why, words);
}

/* What was asked for. */
struct board_picture {
    struct carom_puzzle puzzle;
    struct carom_picture picture;
    struct carom_move route[CAROM_PICTURE_MOVES];
    uint8_t places[CAROM_PICTURE_MOVES];
    unsigned width;
};

static bool read_route(struct exchange *exchange, struct board_picture *board)
{
    struct carom_fault fault;
    const char *route = exchange_query(exchange, "route");
    if (route == NULL)
        return true;
    bool good;
    if (board->puzzle.game == CAROM_GAME_MICRO) {
        board->picture.micro_route = board->places;
        good = carom_micro_route_read(&board->puzzle.micro.board, board->places, CAROM_PICTURE_MOVES,
                                      &board->picture.route_count, route, strlen(route), &fault);
    } else {
        board->picture.route = board->route;
        good = carom_route_read(board->route, CAROM_PICTURE_MOVES, &board->picture.route_count, route, strlen(route),
                                &fault);
    }
    if (!good)
        exchange_refuse_fault(exchange, "board", WHY_BAD_ROUTE, &fault);
    return good;
}

static bool read_look(struct exchange *exchange, struct board_picture *board)
{
    static const char *const themes[] = {"light", "dark", "contrast"};
    const char *theme = exchange_query(exchange, "theme");
    const char *width = exchange_query(exchange, "width");
    for (unsigned i = 0; theme != NULL && i < 3; i++) {
        if (strcmp(theme, themes[i]) == 0) {
            board->picture.theme = (enum carom_theme)i;
            theme = NULL;
        }
    }
    if (theme != NULL) {
        refuse_board(exchange, WHY_BAD_QUERY, "`theme` has to be light, dark or contrast");
        return false;
    }
    board->width = WIDTH_USUAL;
    if (width != NULL) {
        char *end;
        unsigned long value = strtoul(width, &end, 10);
        if (*width < '0' || *width > '9' || *end != '\0' || value < 16 || value > WIDTH_MOST) {
            refuse_board(exchange, WHY_BAD_QUERY, "`width` has to be a whole number from 16 to 2048");
            return false;
        }
        board->width = (unsigned)value;
        board->picture.pixels = board->width;
    }
    return true;
}

static bool read_board(struct exchange *exchange, struct board_picture *board, const char *text, size_t length)
{
    struct carom_fault fault;
    if (!carom_puzzle_read(&board->puzzle, CAROM_NEED_BOARD, text, length, &fault)) {
        exchange_refuse_fault(exchange, "board", WHY_BAD_POSITION, &fault);
        return false;
    }
    bool micro = board->puzzle.game == CAROM_GAME_MICRO;
    board->picture.subject = micro ? CAROM_SUBJECT_MICRO : CAROM_SUBJECT_POSITION;
    board->picture.position = micro ? NULL : &board->puzzle.position;
    board->picture.micro = micro ? &board->puzzle.micro : NULL;
    return read_look(exchange, board) && read_route(exchange, board);
}

static void answer_svg(struct exchange *exchange, const struct carom_picture *picture)
{
    char *bytes = must_alloc(2 * CAROM_PICTURE_BYTES);
    struct carom_text text = carom_text_in(bytes, 2 * CAROM_PICTURE_BYTES);
    carom_picture_svg(&text, picture);
    if (text.cut)
        refuse_board(exchange, WHY_BAD_ROUTE, "the route has too many corners for a picture");
    else
        exchange_answer(exchange, MHD_HTTP_OK, "image/svg+xml", bytes, text.length);
    free(bytes);
}

struct png {
    unsigned char *bytes;
    size_t length;
};

static bool add_png(void *context, const unsigned char *bytes, size_t length)
{
    struct png *png = context;
    if (png->length + length > PNG_MOST)
        return false;
    memcpy(png->bytes + png->length, bytes, length);
    png->length += length;
    return true;
}

static void answer_png(struct exchange *exchange, const struct carom_picture *picture, unsigned width)
{
    struct png png = {.bytes = must_alloc(PNG_MOST)};
    if (carom_picture_png(picture, width, add_png, &png))
        exchange_answer(exchange, MHD_HTTP_OK, "image/png", (const char *)png.bytes, png.length);
    else
        refuse_board(exchange, WHY_BAD_QUERY, "the picture is too large");
    free(png.bytes);
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length > size && strcmp(text + length - size, end) == 0;
}

static void get_board(struct exchange *exchange, const char *text)
{
    size_t length = strlen(text);
    bool png = ends_with(text, length, ".png");
    if (!png && !ends_with(text, length, ".svg")) {
        refuse_board(exchange, WHY_BAD_POSITION, "the address has to end in .svg or .png");
        return;
    }
    struct board_picture *board = must_alloc(sizeof *board);
    if (read_board(exchange, board, text, length - 4)) {
        if (png)
            answer_png(exchange, &board->picture, board->width);
        else
            answer_svg(exchange, &board->picture);
        if (exchange->status == MHD_HTTP_OK)
            exchange_header(exchange, "Cache-Control", "public, max-age=86400");
    }
    free(board);
}

bool pictures_route(struct exchange *exchange)
{
    const char *rest = exchange_after(exchange, "/board/");
    if (rest != NULL)
        get_board(exchange, rest);
    return rest != NULL;
}
