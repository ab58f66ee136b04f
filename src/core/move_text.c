/*
 * Moves and routes as text: `RN`, `TE!+-`, and the forms people type: `gS`, `r n`, `R:NE B:S`, a robot and arrows.
 */
#include "mem.h"

#include <carom/position.h>

static const char direction_letters[] = "NESW";

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

char carom_direction_letter(unsigned direction)
{
    return direction_letters[direction];
}

unsigned carom_direction_of_letter(char letter)
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
    if (move.through)
        carom_text_char(text, '!');
    for (uint64_t plus = move.plus; plus != 0; plus >>= 1)
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

/* A place in the text being read. */
struct reader {
    const char *text;
    size_t length;
    size_t at;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '\r' || c == '\n';
}

static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->length && is_blank(reader->text[reader->at]))
        reader->at++;
}

#define ARROW_BYTES 3

/* The word at the place, for naming it in a fault. */
static size_t word_length(const struct reader *reader)
{
    size_t end = reader->at;
    while (end < reader->length && !is_blank(reader->text[end]))
        end++;
    return end - reader->at;
}

/* The direction of one of the arrows U+2190 to U+2193 in UTF-8; CAROM_DIRECTIONS if none stands there. */
static unsigned arrow_at(const struct reader *reader)
{
    static const char arrows[CAROM_DIRECTIONS][4] = {"\xe2\x86\x91", "\xe2\x86\x92", "\xe2\x86\x93", "\xe2\x86\x90"};
    unsigned direction = 0;
    while (direction < CAROM_DIRECTIONS && (reader->length - reader->at < ARROW_BYTES ||
                                            memcmp(reader->text + reader->at, arrows[direction], ARROW_BYTES) != 0))
        direction++;
    return direction;
}

/* A letter or an arrow. */
static bool read_direction(struct reader *reader, unsigned *direction)
{
    if (reader->at >= reader->length)
        return false;
    *direction = arrow_at(reader);
    if (*direction != CAROM_DIRECTIONS) {
        reader->at += ARROW_BYTES;
        return true;
    }
    *direction = carom_direction_of_letter(reader->text[reader->at]);
    if (*direction == CAROM_DIRECTIONS)
        return false;
    reader->at++;
    return true;
}

/* `!` and the signs behind a direction. */
static bool read_signs(struct reader *reader, struct carom_move *move, struct carom_fault *fault)
{
    if (reader->at < reader->length && reader->text[reader->at] == '!') {
        move->through = true;
        reader->at++;
    }
    for (unsigned n = 0; reader->at < reader->length; n++, reader->at++) {
        char c = reader->text[reader->at];
        if (c != '+' && c != '-')
            break;
        if (n >= CAROM_SIGNS)
            return carom_fault_set(fault, CAROM_FAULT_MOVE_SIGNS, reader->at, reader->text + reader->at, 1);
        if (c == '+')
            move->plus |= UINT64_C(1) << n;
    }
    return true;
}

static bool read_move(struct reader *reader, unsigned robot, struct carom_move *move, struct carom_fault *fault)
{
    unsigned direction;
    if (!read_direction(reader, &direction)) {
        return carom_fault_set(fault, CAROM_FAULT_MOVE_DIRECTION, reader->at, reader->text + reader->at,
                               word_length(reader));
    }
    *move = carom_move_of(robot, direction);
    return read_signs(reader, move, fault);
}

static bool at_word_end(const struct reader *reader)
{
    return reader->at >= reader->length || is_blank(reader->text[reader->at]);
}

struct list {
    struct carom_move *route;
    size_t size;
    size_t moves;
};

static bool read_into(struct reader *reader, unsigned robot, struct list *list, struct carom_fault *fault)
{
    if (list->moves == list->size)
        return carom_fault_set(fault, CAROM_FAULT_ROUTE_LONG, reader->at, NULL, 0);
    return read_move(reader, robot, &list->route[list->moves], fault) && ++list->moves > 0;
}

/* Several directions of one robot, up to the end of the word. */
static bool read_directions(struct reader *reader, unsigned robot, struct list *list, struct carom_fault *fault)
{
    do {
        if (!read_into(reader, robot, list, fault))
            return false;
    } while (!at_word_end(reader));
    return true;
}

/* One word: a move, or a robot with several directions behind a colon or as arrows. */
static bool read_group(struct reader *reader, struct list *list, struct carom_fault *fault)
{
    size_t start = reader->at, length = word_length(reader);
    unsigned robot = carom_robot_of_letter(reader->text[reader->at]);
    if (robot == CAROM_ROBOTS)
        return carom_fault_set(fault, CAROM_FAULT_MOVE, start, reader->text + start, length);
    reader->at++;
    if (reader->at < reader->length && reader->text[reader->at] == ':') {
        reader->at++;
        return read_directions(reader, robot, list, fault);
    }
    skip_blanks(reader);
    if (arrow_at(reader) != CAROM_DIRECTIONS)
        return read_directions(reader, robot, list, fault);
    if (!read_into(reader, robot, list, fault))
        return false;
    return at_word_end(reader) || carom_fault_set(fault, CAROM_FAULT_MOVE, start, reader->text + start, length);
}

bool carom_route_read(struct carom_move *route, size_t size, size_t *moves, const char *text, size_t length,
                      struct carom_fault *fault)
{
    struct reader reader = {.text = text, .length = length};
    struct list list = {.route = route, .size = size};
    for (skip_blanks(&reader); reader.at < length; skip_blanks(&reader))
        if (!read_group(&reader, &list, fault))
            return false;
    *moves = list.moves;
    return true;
}
