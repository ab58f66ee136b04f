/*
 * Pictures over HTTP: boards as SVG and PNG, routes as GIF. Here it is read what is asked for; gallery.c has or draws
 * it.
 */
#include "room.h"

#include "../../render/films.h"
#include "gallery.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH_MOST 2048
#define WIDTH_USUAL 800
#define FILM_WIDTH_USUAL 480

static void refuse_board(struct exchange *exchange, enum why why, const char *words)
{
    exchange_refuse_what(exchange, "board", why, words);
}

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
    board->width = board->kind == BOARD_GIF ? FILM_WIDTH_USUAL : WIDTH_USUAL;
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

/* A film is drawn a frame at a time. */
static bool film_fits(struct exchange *exchange, const struct board_picture *board, uint64_t pixels)
{
    if (board->picture.route_count == 0 || board->picture.route_count > FILM_MOVES_MOST)
        refuse_board(exchange, WHY_BAD_QUERY, "a GIF shows a route: `route` has to have 1 to 30 moves");
    else if (board->width > CAROM_FILM_MAX)
        refuse_board(exchange, WHY_BAD_QUERY, "the `width` of a GIF has to be a whole number from 16 to 1024");
    else if (pixels > FILM_PIXELS_MOST)
        refuse_board(exchange, WHY_BAD_QUERY, "the GIF would have more pixels than 640 by 640: `width` has to be less");
    else
        return true;
    return false;
}

/* A PNG of a board of one column would be sixteen times as high as wide. */
static bool fits(struct exchange *exchange, const struct board_picture *board)
{
    struct carom_picture_size size = carom_picture_size(&board->picture);
    uint64_t height = ((uint64_t)board->width * size.height + size.width / 2) / size.width;
    if (board->kind == BOARD_GIF)
        return film_fits(exchange, board, board->width * height);
    if (board->kind == BOARD_SVG || board->width * height <= PIXELS_MOST)
        return true;
    refuse_board(exchange, WHY_BAD_QUERY,
                 "the picture would have more pixels than 2048 by 2048: `width` has to be less");
    return false;
}

/* The address and everything that was added to it, as far as it matters: `?animate=` counts, whatever it says. */
static char *write_key(const struct exchange *exchange, const char *text, bool film)
{
    static const char *const names[] = {"theme", "width", "route"};
    const char *words[] = {text, NULL, NULL, NULL, film ? "film" : "still"};
    size_t size = strlen(text) + strlen(words[4]) + 5;
    for (unsigned i = 0; i < 3; i++) {
        words[1 + i] = exchange_query(exchange, names[i]);
        size += words[1 + i] != NULL ? strlen(words[1 + i]) : 0;
    }
    char *key = must_alloc(size + 1);
    struct carom_text out = carom_text_in(key, size + 1);
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

static void get_board(struct exchange *exchange, const char *text)
{
    static const char *const ends[] = {".svg", ".png", ".gif"};
    size_t length = strlen(text);
    unsigned kind = 0;
    while (kind < 3 && !ends_with(text, length, ends[kind]))
        kind++;
    if (kind == 3) {
        refuse_board(exchange, WHY_BAD_POSITION, "the address has to end in .svg, .png or .gif");
        return;
    }
    struct board_picture *board = must_alloc(sizeof *board);
    board->kind = kind;
    board->picture.film = exchange_query(exchange, "animate") != NULL;
    board->key = write_key(exchange, text, board->picture.film);
    if (read_board(exchange, board, text, length - 4) && fits(exchange, board))
        gallery_show(exchange, board);
    else
        board_picture_free(board);
}

bool pictures_route(struct exchange *exchange)
{
    const char *rest = exchange_after(exchange, "/board/");
    if (rest != NULL)
        get_board(exchange, rest);
    return rest != NULL;
}
