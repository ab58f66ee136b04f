/*
 * Moves and routes as text: `RN`, `TE!+-`, and the forms people type: `gS`, `r n`, `R:NE B:S`, a robot and arrows.
 */
#include "libc_mem.h"

#include <carom/position.h>

static const char direction_letters[] = "NESW";

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

char carom_direction_letter(unsigned direction)
{
    return direction < CAROM_DIRECTIONS ? direction_letters[direction] : '?';
}

unsigned carom_direction_from_letter(char letter)
{
    unsigned direction = 0;
    while (direction < CAROM_DIRECTIONS && direction_letters[direction] != upper(letter))
        direction++;
    return direction;
}

void carom_move_write(struct carom_text *text, struct carom_move move)
{
    carom_text_char(text, carom_robot_letter(move.robot));
    carom_text_char(text, carom_direction_letter(move.direction));
    if (move.through_wall)
        carom_text_char(text, '!');
    for (uint64_t plus = move.pass_barriers; plus != 0; plus >>= 1)
        carom_text_char(text, (plus & 1u) != 0 ? '+' : '-');
}

void carom_route_write(struct carom_text *text, const struct carom_move *route, size_t moves)
{
    for (size_t i = 0; i < moves; i++) {
        if (i > 0)
            carom_text_char(text, ' ');
        carom_move_write(text, route[i]);
    }
}

/* A position in the text being parsed. */
struct parser {
    const char *text;
    size_t length;
    size_t at;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '\r' || c == '\n';
}

static void skip_blanks(struct parser *parser)
{
    while (parser->at < parser->length && is_blank(parser->text[parser->at]))
        parser->at++;
}

#define ARROW_BYTES 3

/* The length of the word at the position, to quote it in an error. */
static size_t token_length(const struct parser *parser)
{
    size_t end = parser->at;
    while (end < parser->length && !is_blank(parser->text[end]))
        end++;
    return end - parser->at;
}

/* The direction of an arrow U+2190 to U+2193 in UTF-8; CAROM_DIRECTIONS if there is none. */
static unsigned arrow_at(const struct parser *parser)
{
    static const char arrows[CAROM_DIRECTIONS][4] = {"\xe2\x86\x91", "\xe2\x86\x92", "\xe2\x86\x93", "\xe2\x86\x90"};
    unsigned direction = 0;
    while (direction < CAROM_DIRECTIONS && (parser->length - parser->at < ARROW_BYTES ||
                                            memcmp(parser->text + parser->at, arrows[direction], ARROW_BYTES) != 0))
        direction++;
    return direction;
}

/* Reads a direction: a letter or an arrow. */
static bool read_direction(struct parser *parser, unsigned *direction)
{
    if (parser->at >= parser->length)
        return false;
    *direction = arrow_at(parser);
    if (*direction != CAROM_DIRECTIONS) {
        parser->at += ARROW_BYTES;
        return true;
    }
    *direction = carom_direction_from_letter(parser->text[parser->at]);
    if (*direction == CAROM_DIRECTIONS)
        return false;
    parser->at++;
    return true;
}

/* Reads `!` and the signs after a direction. */
static bool read_signs(struct parser *parser, struct carom_move *move, struct carom_error *error)
{
    if (parser->at < parser->length && parser->text[parser->at] == '!') {
        move->through_wall = true;
        parser->at++;
    }
    for (unsigned n = 0; parser->at < parser->length; n++, parser->at++) {
        char c = parser->text[parser->at];
        if (c != '+' && c != '-')
            break;
        if (n >= CAROM_MOVE_SIGNS_MAX)
            return carom_error_set(error, CAROM_ERROR_MOVE_SIGNS, parser->at, parser->text + parser->at, 1);
        if (c == '+')
            move->pass_barriers |= UINT64_C(1) << n;
    }
    return true;
}

static bool read_move(struct parser *parser, unsigned robot, struct carom_move *move, struct carom_error *error)
{
    unsigned direction;
    if (!read_direction(parser, &direction)) {
        return carom_error_set(error, CAROM_ERROR_MOVE_DIRECTION, parser->at, parser->text + parser->at,
                               token_length(parser));
    }
    *move = carom_move_make(robot, direction);
    return read_signs(parser, move, error);
}

static bool at_token_end(const struct parser *parser)
{
    return parser->at >= parser->length || is_blank(parser->text[parser->at]);
}

struct list {
    struct carom_move *route;
    size_t size;
    size_t moves;
};

static bool read_into(struct parser *parser, unsigned robot, struct list *list, struct carom_error *error)
{
    if (list->moves == list->size)
        return carom_error_set(error, CAROM_ERROR_ROUTE_LONG, parser->at, NULL, 0);
    return read_move(parser, robot, &list->route[list->moves], error) && ++list->moves > 0;
}

/* Reads several directions of one robot, up to the end of the word. */
static bool read_directions(struct parser *parser, unsigned robot, struct list *list, struct carom_error *error)
{
    do {
        if (!read_into(parser, robot, list, error))
            return false;
    } while (!at_token_end(parser));
    return true;
}

/* Reads one word: a move, or a robot with several directions after a colon or as arrows. */
static bool read_group(struct parser *parser, struct list *list, struct carom_error *error)
{
    size_t start = parser->at, length = token_length(parser);
    unsigned robot = carom_robot_from_letter(parser->text[parser->at]);
    if (robot == CAROM_ROBOTS)
        return carom_error_set(error, CAROM_ERROR_MOVE, start, parser->text + start, length);
    parser->at++;
    if (parser->at < parser->length && parser->text[parser->at] == ':') {
        parser->at++;
        return read_directions(parser, robot, list, error);
    }
    skip_blanks(parser);
    if (arrow_at(parser) != CAROM_DIRECTIONS)
        return read_directions(parser, robot, list, error);
    if (!read_into(parser, robot, list, error))
        return false;
    return at_token_end(parser) || carom_error_set(error, CAROM_ERROR_MOVE, start, parser->text + start, length);
}

bool carom_route_read(struct carom_move *route, size_t size, size_t *moves, const char *text, size_t length,
                      struct carom_error *error)
{
    struct parser parser = {.text = text, .length = length};
    struct list list = {.route = route, .size = size};
    for (skip_blanks(&parser); parser.at < length; skip_blanks(&parser))
        if (!read_group(&parser, &list, error))
            return false;
    *moves = list.moves;
    return true;
}
