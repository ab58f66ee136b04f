/*
 * The syntax of lines.
 */
#include "syntax.h"

#include <carom/json.h>
#include <string.h>
#include <strings.h>

/* ---- lines ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_text(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)line[i] < ' ' && line[i] != '\t') || line[i] == 0x7f)
            return false;
    return carom_utf8_valid(line, length);
}

/* Copies one argument from `*from` to `*to`, which is never ahead of it. False: unterminated quote. */
static bool take_arg(char *line, size_t length, size_t *from, size_t *to)
{
    bool quoted = false;
    for (; *from < length && (quoted || !is_blank(line[*from])); (*from)++) {
        if (line[*from] == '"') {
            quoted = !quoted;
            continue;
        }
        if (line[*from] == '\\' && ++*from == length)
            return false;
        line[(*to)++] = line[*from];
    }
    return !quoted;
}

bool rrgp_split_line(struct rrgp_args *args, char *line, size_t length)
{
    size_t from = 0, to = 0;
    args->count = 0;
    if (length >= RRGP_LINE_MAX || !is_text(line, length))
        return false;
    for (;;) {
        while (from < length && is_blank(line[from]))
            from++;
        if (from == length)
            return true;
        args->items[args->count++] = line + to;
        if (!take_arg(line, length, &from, &to))
            return false;
        from += from < length; /* the blank after it is overwritten by the NUL */
        line[to++] = '\0';
    }
}

void rrgp_quote(struct carom_text *text, const char *word)
{
    if (word[0] != '\0' && strpbrk(word, " \t\"\\") == NULL) {
        carom_text_put(text, word);
        return;
    }
    carom_text_char(text, '"');
    for (; *word != '\0'; word++) {
        if (*word == '"' || *word == '\\')
            carom_text_char(text, '\\');
        carom_text_char(text, *word);
    }
    carom_text_char(text, '"');
}

bool rrgp_join_args(const struct rrgp_args *args, unsigned from, char *bytes, size_t size)
{
    struct carom_text text = carom_text_init(bytes, size);
    for (unsigned i = from; i < args->count; i++) {
        if (i > from)
            carom_text_char(&text, ' ');
        carom_text_put(&text, args->items[i]);
    }
    return !text.truncated;
}

bool rrgp_arg_is(const char *word, const char *name)
{
    return strcasecmp(word, name) == 0;
}

/* ---- numbers and names ---- */

char *int_to_text(char bytes[24], int64_t number)
{
    struct carom_text text = carom_text_init(bytes, 24);
    carom_text_int(&text, number);
    return bytes;
}

bool int_from_text(const char *word, int64_t *number)
{
    *number = 0;
    if (word[0] == '\0' || strlen(word) > 9)
        return false;
    for (; *word != '\0'; word++) {
        if (*word < '0' || *word > '9')
            return false;
        *number = *number * 10 + (*word - '0');
    }
    return true;
}

const char *const robot_names[CAROM_COLOURS] = {"red", "yellow", "green", "blue"};
const char *const direction_names[CAROM_DIRECTIONS] = {"north", "east", "south", "west"};
/* Moon, gear, planet, star, as RRGP calls them; the printed faces are the same. */
static const char *const shape_names[4] = {"circle", "triangle", "square", "octagon"};

static bool find_by_first_letter(const char *word, const char *const *names, unsigned count, unsigned *which)
{
    for (*which = 0; *which < count; (*which)++)
        if ((word[0] | 0x20) == names[*which][0])
            return true;
    return false;
}

bool robot_read(const char *word, unsigned *robot)
{
    return find_by_first_letter(word, robot_names, CAROM_COLOURS, robot);
}

bool direction_read(const char *word, unsigned *direction)
{
    return find_by_first_letter(word, direction_names, CAROM_DIRECTIONS, direction);
}

const char *token_colour(unsigned token)
{
    return token < CAROM_VORTEX ? robot_names[token / 4] : "whirl";
}

const char *token_shape(unsigned token)
{
    return token < CAROM_VORTEX ? shape_names[token % 4] : "whirl";
}

/* ---- the board ---- */

static char letter(const char *name, bool capital)
{
    return (char)(capital ? name[0] - 'a' + 'A' : name[0]);
}

static void show_walls(struct carom_text *text, const struct carom_board *board, unsigned row, unsigned direction)
{
    for (unsigned column = 0; column < CAROM_BOARD_SIDE; column++)
        carom_text_put(text, carom_board_has_wall(board, carom_cell_make(column, row), direction) ? " ===" : "    ");
    carom_text_char(text, ' ');
}

static void show_cell(struct carom_text *text, const struct carom_board *board, const struct carom_robots *robots,
                      unsigned target, carom_cell cell)
{
    unsigned robot = carom_robots_at(robots, cell);
    unsigned token = carom_board_token_at(board, cell);
    bool any = target == CAROM_VORTEX;
    carom_text_char(text, carom_board_has_wall(board, cell, CAROM_WEST) ? '|' : ' ');
    if (robot < CAROM_COLOURS)
        carom_text_char(text, letter(robot_names[robot], any || (target < CAROM_VORTEX && target / 4 == robot)));
    else
        carom_text_char(text, '.');
    if (token == CAROM_NO_TOKEN) {
        carom_text_put(text, "..");
        return;
    }
    carom_text_char(text, letter(token_colour(token), token == target));
    carom_text_char(text, letter(token_shape(token), token == target));
}

void rrgp_draw_board(struct carom_text *text, const struct carom_board *board, const struct carom_robots *robots,
                     unsigned target)
{
    for (unsigned row = 0; row < CAROM_BOARD_SIDE; row++) {
        show_walls(text, board, row, CAROM_NORTH);
        carom_text_char(text, '\n');
        for (unsigned column = 0; column < CAROM_BOARD_SIDE; column++)
            show_cell(text, board, robots, target, carom_cell_make(column, row));
        carom_cell last = carom_cell_make(CAROM_BOARD_SIDE - 1, row);
        carom_text_put(text, carom_board_has_wall(board, last, CAROM_EAST) ? "|\n" : " \n");
    }
    show_walls(text, board, CAROM_BOARD_SIDE - 1, CAROM_SOUTH);
}
