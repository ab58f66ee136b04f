/*
 * Boards as one word: `G1-Y2-R2-B2`, or a home-made board in a form that needs no quoting in a URL:
 *
 *     8x8-wAAQ...-xd4.e4-bRuc3.Ydf6-tRme5.Va2
 *
 * width x height, then up to four parts, each left out if it is empty:
 *   w  walls, six to a letter: for each row from the north, the walls at the east sides of all its cells but the last;
 *      then for each row but the last those at the south sides. First place in the highest bit. Needless A's at the
 *      end (no walls) are left out. Walls at the rim and at solid cells are never written.
 *   x  solid cells
 *   b  barriers: colour, u for `/` (up) or d for `\` (down), cell
 *   t  targets: token, cell
 */
#include "invariants.h"
#include "libc_mem.h"

static const char colour_letters[] = "RYGB";
static const char symbol_letters[] = "mgps";
static const char wall_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~";

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static unsigned index_of(const char *letters, char c)
{
    unsigned i = 0;
    while (letters[i] != '\0' && letters[i] != c)
        i++;
    return i;
}

void carom_face_write(struct carom_text *text, unsigned face)
{
    carom_text_char(text, face < CAROM_FACES ? colour_letters[face / 4] : '?');
    carom_text_char(text, (char)('1' + face % 4));
}

void carom_token_write(struct carom_text *text, unsigned token)
{
    if (token == CAROM_VORTEX) {
        carom_text_char(text, 'V');
        return;
    }
    carom_text_char(text, token < CAROM_VORTEX ? colour_letters[token / 4] : '?');
    carom_text_char(text, symbol_letters[token % 4]);
}

bool carom_token_read(unsigned *token, const char *text, size_t length)
{
    if (length == 1 && lower(text[0]) == 'v') {
        *token = CAROM_VORTEX;
        return true;
    }
    if (length != 2)
        return false;
    unsigned colour = carom_robot_from_letter(text[0]);
    unsigned symbol = index_of(symbol_letters, lower(text[1]));
    if (colour >= CAROM_COLOURS || symbol > CAROM_STAR)
        return false;
    *token = colour * 4 + symbol;
    return true;
}

bool carom_cell_read(carom_cell *cell, const char *text, size_t length)
{
    if (length < 2 || length > 3)
        return false;
    char column = lower(text[0]);
    if (column < 'a' || column > 'p' || text[1] < '1' || text[1] > '9')
        return false;
    unsigned row = (unsigned)(text[1] - '0');
    if (length == 3) {
        if (text[2] < '0' || text[2] > '9')
            return false;
        row = row * 10 + (unsigned)(text[2] - '0');
    }
    if (row > CAROM_BOARD_SIDE)
        return false;
    *cell = carom_cell_make((unsigned)(column - 'a'), row - 1);
    return true;
}

void carom_cell_write(struct carom_text *text, carom_cell cell)
{
    carom_text_char(text, (char)('a' + carom_cell_column(cell)));
    carom_text_uint(text, carom_cell_row(cell) + 1);
}

bool carom_face_read(uint8_t *face, const char *text, size_t length)
{
    if (length != 2)
        return false;
    unsigned colour = carom_robot_from_letter(text[0]);
    if (colour >= CAROM_COLOURS || text[1] < '1' || text[1] > '4')
        return false;
    *face = (uint8_t)(colour * 4 + (unsigned)(text[1] - '1'));
    return true;
}

/* The length of the text up to `separator` or to the end. */
static size_t part_length(const char *text, size_t length, char separator)
{
    size_t n = 0;
    while (n < length && text[n] != separator)
        n++;
    return n;
}

static bool read_printed(struct carom_board *board, const char *text, size_t length, struct carom_error *error)
{
    uint8_t faces[4];
    size_t at = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        size_t part = part_length(text + at, length - at, '-');
        bool last = at + part == length;
        if (!carom_face_read(&faces[corner], text + at, part))
            return carom_error_set(error, CAROM_ERROR_FACE, at, text + at, part);
        if (last != (corner == 3))
            return carom_error_set(error, CAROM_ERROR_BOARD_SHAPE, 0, text, length);
        at += part + 1;
    }
    return carom_board_build(board, faces, error);
}

/* Custom boards: the cell and direction of the n-th place for a wall. */
static void wall_place(const struct carom_board *board, unsigned n, carom_cell *cell, unsigned *direction)
{
    unsigned inner = board->width - 1u, east = inner * board->height;
    if (n < east) {
        *cell = carom_cell_make(n % inner, n / inner);
        *direction = CAROM_EAST;
    } else {
        *cell = carom_cell_make((n - east) % board->width, (n - east) / board->width);
        *direction = CAROM_SOUTH;
    }
}

static unsigned wall_places(const struct carom_board *board)
{
    return (board->width - 1u) * board->height + board->width * (board->height - 1u);
}

static bool read_walls(struct carom_board *board, const char *text, size_t length)
{
    unsigned places = wall_places(board);
    if (length == 0 || length > (places + 5) / 6 || text[length - 1] == 'A')
        return false;
    for (size_t i = 0; i < length; i++) {
        unsigned bits = index_of(wall_letters, text[i]);
        if (bits >= 64)
            return false;
        for (unsigned b = 0; b < 6; b++) {
            unsigned n = (unsigned)i * 6 + b;
            if ((bits >> (5 - b) & 1u) == 0)
                continue;
            if (n >= places)
                return false;
            carom_cell cell;
            unsigned direction;
            wall_place(board, n, &cell, &direction);
            carom_board_set_wall(board, cell, direction, true);
        }
    }
    return true;
}

/* Reads one item of the parts x, b and t. */
static enum carom_error_code read_item(struct carom_board *board, char part, const char *text, size_t length)
{
    size_t head = part == 'x' ? 0 : part == 'b' ? 2 : length > 0 && lower(text[0]) == 'v' ? 1 : 2;
    carom_cell cell;
    if (length < head || !carom_cell_read(&cell, text + head, length - head))
        return CAROM_ERROR_CUSTOM_ITEM;
    if (!carom_board_contains(board, cell))
        return CAROM_ERROR_CELL_OUTSIDE;
    if (carom_board_is_solid(board, cell))
        return part == 'x' ? CAROM_ERROR_CUSTOM_CELL_TWICE : CAROM_ERROR_CUSTOM_SOLID_ITEM;
    if (board->barriers[cell] != 0 || carom_board_token_at(board, cell) != CAROM_NO_TOKEN)
        return CAROM_ERROR_CUSTOM_CELL_TWICE;
    if (part == 'x') {
        carom_board_set_solid(board, cell);
    } else if (part == 'b') {
        unsigned colour = carom_robot_from_letter(text[0]);
        char way = lower(text[1]);
        if (colour >= CAROM_COLOURS || (way != 'u' && way != 'd'))
            return CAROM_ERROR_CUSTOM_ITEM;
        board->barriers[cell] = (uint8_t)(CAROM_BARRIER | (way == 'd' ? CAROM_BARRIER_FALLING : 0) | colour);
    } else {
        unsigned token;
        if (!carom_token_read(&token, text, head))
            return CAROM_ERROR_CUSTOM_ITEM;
        if ((board->tokens >> token & 1u) != 0)
            return CAROM_ERROR_CUSTOM_TOKEN_TWICE;
        board->tokens |= 1u << token;
        board->token_cell[token] = cell;
    }
    return CAROM_ERROR_NONE;
}

static bool read_items(struct carom_board *board, char part, const char *text, size_t from, size_t to,
                       struct carom_error *error)
{
    do {
        size_t length = part_length(text + from, to - from, '.');
        enum carom_error_code code = read_item(board, part, text + from, length);
        if (code != CAROM_ERROR_NONE)
            return carom_error_set(error, code, from, text + from, length);
        from += length + 1;
    } while (from <= to);
    return true;
}

static bool read_number(const char *text, size_t length, unsigned *number)
{
    *number = 0;
    for (size_t i = 0; i < length && i < 3; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        *number = *number * 10 + (unsigned)(text[i] - '0');
    }
    return length > 0 && length < 3 && text[0] != '0' && *number <= CAROM_BOARD_SIDE;
}

static bool read_size(struct carom_board *board, const char *text, size_t length)
{
    size_t x = 0;
    while (x < length && lower(text[x]) != 'x')
        x++;
    unsigned width, height;
    if (x == length || !read_number(text, x, &width) || !read_number(text + x + 1, length - x - 1, &height))
        return false;
    carom_board_init(board, width, height);
    return true;
}

static bool read_own(struct carom_board *board, const char *text, size_t length, struct carom_error *error)
{
    static const char parts[] = "wxbt";
    size_t at = part_length(text, length, '-');
    if (!read_size(board, text, at))
        return carom_error_set(error, CAROM_ERROR_CUSTOM_SIZE, 0, text, at);
    unsigned least = 0;
    for (at++; at <= length;) {
        size_t part = part_length(text + at, length - at, '-');
        unsigned which = part > 1 ? index_of(parts, lower(text[at])) : 4;
        if (which >= 4 || which < least)
            return carom_error_set(error, CAROM_ERROR_CUSTOM_BOARD, at, text + at, part);
        least = which + 1;
        if (which == 0) {
            if (!read_walls(board, text + at + 1, part - 1))
                return carom_error_set(error, CAROM_ERROR_CUSTOM_WALLS, at, text + at, part);
        } else if (!read_items(board, parts[which], text, at + 1, at + part, error)) {
            return false;
        }
        at += part + 1;
    }
    return true;
}

bool carom_board_read(struct carom_board *board, const char *text, size_t length, struct carom_error *error)
{
    if (length == 0)
        return carom_error_set(error, CAROM_ERROR_EMPTY, 0, NULL, 0);
    if (text[0] >= '0' && text[0] <= '9')
        return read_own(board, text, length, error);
    return read_printed(board, text, length, error);
}

static bool place_has_wall(const struct carom_board *board, unsigned n)
{
    if (n >= wall_places(board))
        return false;
    carom_cell cell;
    unsigned direction;
    wall_place(board, n, &cell, &direction);
    return carom_board_has_wall(board, cell, direction) && !carom_board_has_hard_wall(board, cell, direction);
}

static void write_walls(struct carom_text *text, const struct carom_board *board)
{
    unsigned places = wall_places(board);
    while (places > 0 && !place_has_wall(board, places - 1))
        places--;
    if (places > 0)
        carom_text_put(text, "-w");
    for (unsigned n = 0; n < places; n += 6) {
        unsigned bits = 0;
        for (unsigned b = 0; b < 6; b++)
            bits = bits << 1 | (place_has_wall(board, n + b) ? 1u : 0u);
        carom_text_char(text, wall_letters[bits]);
    }
}

/* Starts the next item of a part: `-x` before the first, a dot before the others. */
static void begin_item(struct carom_text *text, const char *part, bool *begun)
{
    carom_text_put(text, *begun ? "." : part);
    *begun = true;
}

static void write_own(struct carom_text *text, const struct carom_board *board)
{
    bool solids = false, barriers = false, targets = false;
    carom_text_uint(text, board->width);
    carom_text_char(text, 'x');
    carom_text_uint(text, board->height);
    write_walls(text, board);
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        if (carom_board_contains(board, (carom_cell)cell) && carom_board_is_solid(board, (carom_cell)cell)) {
            begin_item(text, "-x", &solids);
            carom_cell_write(text, (carom_cell)cell);
        }
    }
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++) {
        uint8_t barrier = board->barriers[cell];
        if (barrier != 0) {
            begin_item(text, "-b", &barriers);
            carom_text_char(text, colour_letters[barrier & CAROM_BARRIER_COLOUR]);
            carom_text_char(text, (barrier & CAROM_BARRIER_FALLING) != 0 ? 'd' : 'u');
            carom_cell_write(text, (carom_cell)cell);
        }
    }
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        if ((board->tokens >> token & 1u) != 0) {
            begin_item(text, "-t", &targets);
            carom_token_write(text, token);
            carom_cell_write(text, board->token_cell[token]);
        }
    }
}

void carom_board_write(struct carom_text *text, const struct carom_board *board)
{
    CAROM_ASSERT(carom_board_valid(board));
    if (!carom_board_is_printed(board)) {
        write_own(text, board);
        return;
    }
    for (unsigned corner = 0; corner < 4; corner++) {
        if (corner > 0)
            carom_text_char(text, '-');
        carom_face_write(text, board->faces[corner]);
    }
}
