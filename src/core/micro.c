/*
 * Micro Robots (M1, M4, M12): boards of four rotated tiles, moves along rows and columns, notation.
 */
#include "invariants.h"
#include "libc_mem.h"

#define TILE_SIDE 3

static const uint8_t printed[8][TILE_SIDE * TILE_SIDE] = {
#include "tiles.inc"
};
static const char colour_letters[] = "BYGRPW";
static const char *const side_names[2] = {"black", "copper"};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* M1: tiles clockwise from the upper left. A quarter turn moves column, row to 2 - row, column. */
void carom_micro_board_build(struct carom_micro_board *board, unsigned side, const uint8_t tiles[4],
                             const uint8_t turns[4])
{
    static const uint8_t corner_column[4] = {0, 3, 3, 0}, corner_row[4] = {0, 0, 3, 3};
    side %= 2;
    board->side = (uint8_t)side;
    memset(board->cell_of, 0, sizeof board->cell_of);
    for (unsigned corner = 0; corner < 4; corner++) {
        board->tiles[corner] = tiles[corner] % 4;
        board->turns[corner] = turns[corner] % 4;
        for (unsigned i = 0; i < TILE_SIDE * TILE_SIDE; i++) {
            unsigned column = i % TILE_SIDE, row = i / TILE_SIDE;
            for (unsigned turn = 0; turn < board->turns[corner]; turn++) {
                unsigned turned = TILE_SIDE - 1 - row;
                row = column;
                column = turned;
            }
            unsigned place = (corner_row[corner] + row) * CAROM_MICRO_SIDE + corner_column[corner] + column;
            uint8_t face = printed[side * 4 + board->tiles[corner]][i];
            board->face_at[place] = face;
            board->cell_of[face] = (uint8_t)place;
        }
    }
}

bool carom_micro_can_move(const struct carom_micro_board *board, unsigned from, unsigned to)
{
    if (from >= CAROM_MICRO_CELLS || to >= CAROM_MICRO_CELLS)
        return false;
    bool line = from % CAROM_MICRO_SIDE == to % CAROM_MICRO_SIDE || from / CAROM_MICRO_SIDE == to / CAROM_MICRO_SIDE;
    unsigned a = board->face_at[from], b = board->face_at[to];
    return from != to && line &&
           (carom_micro_number(a) == carom_micro_number(b) || carom_micro_colour(a) == carom_micro_colour(b));
}

bool carom_micro_matches(const char *text, size_t length)
{
    for (unsigned side = 0; side < 2; side++) {
        size_t n = 0;
        while (n < length && side_names[side][n] != '\0' && lower(text[n]) == side_names[side][n])
            n++;
        if (n >= 3 && (side_names[side][n] == '\0' || n == length || text[n] == '-'))
            return true;
    }
    return false;
}

bool carom_micro_face_read(unsigned *face, const char *text, size_t length)
{
    if (length != 2 || text[0] < '1' || text[0] > '6')
        return false;
    for (unsigned colour = 0; colour < 6; colour++) {
        if (lower(colour_letters[colour]) == lower(text[1])) {
            *face = colour * 6 + (unsigned)(text[0] - '1');
            return true;
        }
    }
    return false;
}

void carom_micro_face_write(struct carom_text *text, unsigned face)
{
    carom_text_uint(text, carom_micro_number(face));
    carom_text_char(text, face < CAROM_MICRO_CELLS ? colour_letters[carom_micro_colour(face)] : '?');
}

/* Reads a cell, as its face or as a1 to f6. */
static bool read_place(const struct carom_micro_board *board, uint8_t *place, const char *text, size_t length)
{
    unsigned face;
    if (carom_micro_face_read(&face, text, length)) {
        *place = board->cell_of[face];
        return true;
    }
    if (length != 2 || lower(text[0]) < 'a' || lower(text[0]) > 'f' || text[1] < '1' || text[1] > '6')
        return false;
    *place = (uint8_t)((unsigned)(text[1] - '1') * CAROM_MICRO_SIDE + (unsigned)(lower(text[0]) - 'a'));
    return true;
}

static bool read_board(struct carom_micro_board *board, const char *text, size_t length, struct carom_error *error)
{
    unsigned side = lower(text[0]) == 'b' ? CAROM_MICRO_BLACK : CAROM_MICRO_COPPER;
    size_t at = side == CAROM_MICRO_BLACK ? 5 : 6;
    uint8_t tiles[4], turns[4];
    unsigned seen = 0;
    if (length != at + 12 || !carom_micro_matches(text, at))
        return carom_error_set(error, CAROM_ERROR_MICRO_BOARD, 0, text, length);
    for (unsigned corner = 0; corner < 4; corner++, at += 3) {
        char tile = lower(text[at + 1]), turn = text[at + 2];
        if (text[at] != '-' || tile < 'a' || tile > 'd' || turn < '0' || turn > '3')
            return carom_error_set(error, CAROM_ERROR_MICRO_BOARD, at, text + at, 3);
        tiles[corner] = (uint8_t)(tile - 'a');
        turns[corner] = (uint8_t)(turn - '0');
        if ((seen >> tiles[corner] & 1u) != 0)
            return carom_error_set(error, CAROM_ERROR_MICRO_TILE_TWICE, at + 1, text + at + 1, 1);
        seen |= 1u << tiles[corner];
    }
    carom_micro_board_build(board, side, tiles, turns);
    return true;
}

/* Reads START>TARGET or START>VIA>TARGET, from offset `at`. */
static bool read_cells(struct carom_micro_position *position, const char *text, size_t at, size_t length,
                       struct carom_error *error)
{
    uint8_t places[3];
    unsigned count = 0;
    while (at <= length) {
        size_t part = 0;
        while (at + part < length && text[at + part] != '>')
            part++;
        if (count == 3)
            return carom_error_set(error, CAROM_ERROR_MICRO_POSITION, at, text + at, part);
        if (!read_place(&position->board, &places[count], text + at, part))
            return carom_error_set(error, CAROM_ERROR_MICRO_CELL, at, text + at, part);
        for (unsigned i = 0; i < count; i++)
            if (places[i] == places[count])
                return carom_error_set(error, CAROM_ERROR_MICRO_SAME_CELL, at, text + at, part);
        count++;
        at += part + 1;
    }
    if (count < 2)
        return carom_error_set(error, CAROM_ERROR_MICRO_POSITION, length, NULL, 0);
    position->start = places[0];
    position->via = count == 3 ? places[1] : CAROM_MICRO_NO_CELL;
    position->target = places[count - 1];
    CAROM_ASSERT(carom_micro_position_valid(position));
    return true;
}

bool carom_micro_position_read(struct carom_micro_position *position, bool need_target, const char *text, size_t length,
                               struct carom_error *error)
{
    size_t slash = 0;
    while (slash < length && text[slash] != '/')
        slash++;
    if (length == 0 || !read_board(&position->board, text, slash, error))
        return length > 0 ? false : carom_error_set(error, CAROM_ERROR_MICRO_BOARD, 0, text, 0);
    position->start = position->via = position->target = CAROM_MICRO_NO_CELL;
    if (slash < length)
        return read_cells(position, text, slash + 1, length, error);
    return !need_target || carom_error_set(error, CAROM_ERROR_MICRO_POSITION, length, NULL, 0);
}

void carom_micro_board_write(struct carom_text *text, const struct carom_micro_board *board)
{
    carom_text_put(text, side_names[board->side]);
    for (unsigned corner = 0; corner < 4; corner++) {
        carom_text_char(text, '-');
        carom_text_char(text, (char)('A' + board->tiles[corner]));
        carom_text_char(text, (char)('0' + board->turns[corner]));
    }
}

void carom_micro_position_write(struct carom_text *text, const struct carom_micro_position *position)
{
    carom_micro_board_write(text, &position->board);
    if (position->target == CAROM_MICRO_NO_CELL)
        return;
    carom_text_char(text, '/');
    carom_micro_face_write(text, position->board.face_at[position->start]);
    carom_text_char(text, '>');
    if (position->via != CAROM_MICRO_NO_CELL) {
        carom_micro_face_write(text, position->board.face_at[position->via]);
        carom_text_char(text, '>');
    }
    carom_micro_face_write(text, position->board.face_at[position->target]);
}

bool carom_micro_route_read(const struct carom_micro_board *board, uint8_t *places, size_t size, size_t *count,
                            const char *text, size_t length, struct carom_error *error)
{
    *count = 0;
    for (size_t at = 0; at < length;) {
        size_t end = at;
        while (end < length && text[end] != ' ' && text[end] != '\t' && text[end] != ',')
            end++;
        if (end > at) {
            if (*count == size)
                return carom_error_set(error, CAROM_ERROR_ROUTE_LONG, at, NULL, 0);
            if (!read_place(board, &places[(*count)++], text + at, end - at))
                return carom_error_set(error, CAROM_ERROR_MICRO_CELL, at, text + at, end - at);
        }
        at = end + 1;
    }
    return true;
}
