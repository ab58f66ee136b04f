/*
 * DriftingDroids game dumps. DATA is base64, CRC the CRC-32 of that text. Decoded, DATA is the number of bytes that
 * follow once they are decompressed with zlib (all numbers big-endian, int = 4 bytes), which are:
 *
 *     byte 0; int width; int height; byte robots; int cell of each robot, row by row from 0; 4 bytes: section digits;
 *     a byte for each cell and side, 1 = wall: the north sides of all cells, then east, south, west;
 *     int targets; for each: int cell, byte robot (255 any), byte symbol (4 vortex); the active target in the same
 *     form (cell -1: none); byte 1 if the board is home-made
 *
 * A solid cell is one with four walls. That program finds the active target in the list of targets, so a target that
 * is not printed is listed as well, with symbols that no printed one has: a coloured vortex, a moon for any robot.
 */
#include "droids_dump.h"

#include <sodium.h>
#include <string.h>
#include <zlib.h>

#include "../core/droids.h"
#include "cli.h"

#define HEAD "!DriftingDroids_game!"
#define CRC_DIGITS 8
#define DATA_MAX (2 * DROIDS_DUMP_MAX)
#define TEXT_MAX (2 * DATA_MAX)
#define ANY 255
#define SYMBOL_VORTEX 4
#define NO_CELL UINT32_MAX
#define FOUR_WALLS 15u

struct bytes {
    uint8_t byte[DROIDS_DUMP_MAX];
    size_t length;
    size_t at;    /* reading */
    bool trouble; /* read behind the end, or written behind the last */
};

struct target {
    uint32_t cell;
    uint8_t robot, symbol;
};

/* ---- the frame ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Copies a text without blanks; false if it is too long. */
static bool without_blanks(struct carom_text *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_blank(text[i]))
            carom_text_char(out, text[i]);
    return !out->truncated;
}

bool droids_dump_matches(const char *text, size_t length)
{
    while (length > 0 && is_blank(*text)) {
        text++;
        length--;
    }
    return length >= strlen(HEAD) && memcmp(text, HEAD, strlen(HEAD)) == 0;
}

static void write_crc(char digits[CRC_DIGITS + 1], const char *data, size_t length)
{
    snprintf(digits, CRC_DIGITS + 1, "%08lX", crc32(0, (const unsigned char *)data, (uInt)length));
}

void droids_dump_pack(struct carom_text *text, const uint8_t *bytes, size_t length)
{
    unsigned char packed[DATA_MAX];
    char data[TEXT_MAX], crc[CRC_DIGITS + 1];
    uLongf size = sizeof packed - 4;
    for (unsigned i = 0; i < 4; i++)
        packed[i] = (unsigned char)(length >> (24 - 8 * i));
    if (length > DROIDS_DUMP_MAX || compress2(packed + 4, &size, bytes, length, Z_BEST_COMPRESSION) != Z_OK) {
        text->truncated = true;
        return;
    }
    sodium_bin2base64(data, sizeof data, packed, size + 4, sodium_base64_VARIANT_ORIGINAL);
    write_crc(crc, data, strlen(data));
    carom_text_put(text, HEAD);
    carom_text_put(text, crc);
    carom_text_char(text, '!');
    carom_text_put(text, data);
    carom_text_char(text, '!');
}

/* The opposite; an English sentence if the frame is broken. */
static const char *unpack(struct bytes *bytes, const char *text, size_t length)
{
    static const char *const broken =
        N_("this DriftingDroids game dump is not complete; expected !DriftingDroids_game!, a checksum, !, data and !");
    char plain[TEXT_MAX], crc[CRC_DIGITS + 1];
    unsigned char packed[DATA_MAX];
    struct carom_text words = carom_text_init(plain, sizeof plain);
    size_t head = strlen(HEAD) + CRC_DIGITS + 1, size;
    if (!without_blanks(&words, text, length) || words.length < head + 2 || plain[head - 1] != '!' ||
        plain[words.length - 1] != '!')
        return broken;
    const char *data = plain + head;
    size_t data_length = words.length - head - 1;
    write_crc(crc, data, data_length);
    for (unsigned i = 0; i < CRC_DIGITS; i++) {
        char digit = plain[strlen(HEAD) + i];
        if ((digit >= 'a' && digit <= 'f' ? digit - 'a' + 'A' : digit) != crc[i])
            return N_("the checksum of this DriftingDroids game dump is wrong; copy the whole dump again");
    }
    if (sodium_base642bin(packed, sizeof packed, data, data_length, NULL, &size, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        size < 4)
        return broken;
    uLongf unpacked = sizeof bytes->byte;
    size_t promised = (size_t)packed[0] << 24 | (size_t)packed[1] << 16 | (size_t)packed[2] << 8 | packed[3];
    if (uncompress(bytes->byte, &unpacked, packed + 4, size - 4) != Z_OK || unpacked != promised)
        return broken;
    bytes->length = unpacked;
    return NULL;
}

/* ---- reading ---- */

static uint8_t take_byte(struct bytes *bytes)
{
    bytes->trouble |= bytes->at == bytes->length;
    return bytes->trouble ? 0 : bytes->byte[bytes->at++];
}

static uint32_t take_int(struct bytes *bytes)
{
    uint32_t number = 0;
    for (unsigned i = 0; i < 4; i++)
        number = number << 8 | take_byte(bytes);
    return number;
}

static struct target take_target(struct bytes *bytes)
{
    struct target target = {.cell = take_int(bytes)};
    target.robot = take_byte(bytes);
    target.symbol = take_byte(bytes);
    return target;
}

/* A cell of theirs, counted row by row, on a board of this size; false if it is outside. */
static bool find_cell(carom_cell *cell, const struct carom_board *board, uint32_t number)
{
    *cell = carom_cell_make(number % board->width, number / board->width % CAROM_BOARD_SIDE);
    return number < (uint32_t)board->width * board->height;
}

static bool take_robots(struct bytes *bytes, struct carom_position *position)
{
    unsigned robots = take_byte(bytes);
    if (robots == 0 || robots > DROIDS_ROBOTS)
        return false;
    for (unsigned i = 0; i < robots; i++) {
        unsigned robot = droids_robots[i];
        if (!find_cell(&position->robots.cell[robot], &position->board, take_int(bytes)))
            return false;
        position->robots.present |= (uint8_t)(1u << robot);
    }
    return true;
}

static void take_walls(struct bytes *bytes, const struct carom_board *board, uint8_t walls[CAROM_CELLS])
{
    memset(walls, 0, CAROM_CELLS);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        for (unsigned row = 0; row < board->height; row++)
            for (unsigned column = 0; column < board->width; column++)
                walls[carom_cell_make(column, row)] |= (uint8_t)((take_byte(bytes) != 0) << direction);
}

/* Is this the printed board of these section digits? */
static bool build_printed(struct carom_board *board, const uint8_t digits[4], const uint8_t walls[CAROM_CELLS])
{
    struct carom_board printed;
    uint8_t faces[4];
    for (unsigned i = 0; i < 4; i++) {
        if (digits[i] >= CAROM_FACES)
            return false;
        faces[i] = droids_face(digits[i]);
    }
    if (board->width != CAROM_BOARD_SIDE || board->height != CAROM_BOARD_SIDE ||
        !carom_board_build(&printed, faces, NULL))
        return false;
    for (unsigned cell = 0; cell < CAROM_CELLS; cell++)
        if ((printed.walls[cell] & FOUR_WALLS) != walls[cell])
            return false;
    *board = printed;
    return true;
}

static void build_home_made(struct carom_position *position, const uint8_t walls[CAROM_CELLS])
{
    for (unsigned i = 0; i < CAROM_CELLS; i++) {
        carom_cell cell = (carom_cell)i;
        if (!carom_board_contains(&position->board, cell))
            continue;
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            if ((walls[cell] >> direction & 1u) != 0)
                carom_board_set_wall(&position->board, cell, direction, true);
        if (walls[cell] == FOUR_WALLS && carom_robots_at(&position->robots, cell) == CAROM_ROBOTS)
            carom_board_set_solid(&position->board, cell);
    }
}

/* The token that a target is; CAROM_NO_TOKEN if no printed one looks like that. */
static unsigned token_of(struct target target)
{
    if (target.robot == ANY && target.symbol == SYMBOL_VORTEX)
        return CAROM_VORTEX;
    if (target.robot >= CAROM_COLOURS || target.symbol > CAROM_STAR)
        return CAROM_NO_TOKEN;
    return droids_robots[target.robot] * 4u + target.symbol;
}

/* Of targets that look the same, or lie on the same cell, only the first is on the board. */
static void add_token(struct carom_board *board, struct target target)
{
    unsigned token = token_of(target);
    carom_cell cell;
    if (token == CAROM_NO_TOKEN || !find_cell(&cell, board, target.cell) || carom_board_is_solid(board, cell) ||
        (board->tokens >> token & 1u) != 0 || carom_board_token_at(board, cell) != CAROM_NO_TOKEN)
        return;
    board->tokens |= 1u << token;
    board->token_cell[token] = cell;
}

static bool set_target(struct carom_position *position, struct target target)
{
    carom_cell cell;
    if (target.cell == NO_CELL)
        return true;
    if (!find_cell(&cell, &position->board, target.cell) || (target.robot >= DROIDS_ROBOTS && target.robot != ANY))
        return false;
    unsigned token = token_of(target);
    if (token != CAROM_NO_TOKEN && carom_board_token_at(&position->board, cell) == token) {
        position->target = carom_target_from_token(&position->board, token);
        return true;
    }
    position->target =
        (struct carom_target){.is_set = true,
                              .token = CAROM_NO_TOKEN,
                              .active = target.robot == ANY ? CAROM_ANY_ROBOT : droids_robots[target.robot],
                              .cell = cell};
    return true;
}

static bool take_position(struct bytes *bytes, struct carom_position *position)
{
    uint8_t digits[4], walls[CAROM_CELLS];
    *position = (struct carom_position){0};
    unsigned version = take_byte(bytes);
    uint32_t width = take_int(bytes), height = take_int(bytes);
    if (version != 0 || width < 1 || width > CAROM_BOARD_SIDE || height < 1 || height > CAROM_BOARD_SIDE)
        return false;
    carom_board_init(&position->board, width, height);
    if (!take_robots(bytes, position))
        return false;
    for (unsigned i = 0; i < 4; i++)
        digits[i] = take_byte(bytes);
    take_walls(bytes, &position->board, walls);
    if (!build_printed(&position->board, digits, walls))
        build_home_made(position, walls);
    for (uint32_t targets = take_int(bytes); targets > 0 && !bytes->trouble; targets--) {
        struct target target = take_target(bytes);
        if (!carom_board_is_printed(&position->board))
            add_token(&position->board, target);
    }
    bool good = set_target(position, take_target(bytes));
    take_byte(bytes); /* is it home-made? The walls say so */
    return good && !bytes->trouble;
}

const char *droids_dump_read(struct carom_position *position, const char *text, size_t length)
{
    static struct bytes bytes;
    bytes.at = 0;
    bytes.trouble = false;
    while (length > 0 && is_blank(*text)) {
        text++;
        length--;
    }
    const char *broken = unpack(&bytes, text, length);
    if (broken != NULL || take_position(&bytes, position))
        return broken;
    return N_("carom cannot play this DriftingDroids game dump; expected at most 16x16 cells, 1 to 5 robots and one "
              "target on the board");
}

/* ---- writing ---- */

const char *droids_dump_refusal(const struct carom_position *position)
{
    bool transparent = carom_robots_has(&position->robots, CAROM_TRANSPARENT);
    if (!position->target.is_set || transparent || droids_count(position->robots.present) == 0)
        return N_("a DriftingDroids game dump needs a target and the first of R, G, B, Y, S without gaps, and has no "
                  "transparent robot; expected such a position");
    return NULL;
}

static void put_byte(struct bytes *bytes, unsigned byte)
{
    bytes->trouble |= bytes->length == sizeof bytes->byte;
    if (!bytes->trouble)
        bytes->byte[bytes->length++] = (uint8_t)byte;
}

static void put_int(struct bytes *bytes, uint32_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        put_byte(bytes, number >> shift & 255u);
}

static uint32_t cell_number(const struct carom_board *board, carom_cell cell)
{
    return carom_cell_row(cell) * board->width + carom_cell_column(cell);
}

static void put_target(struct bytes *bytes, const struct carom_board *board, const struct carom_target *target)
{
    bool any = target->active == CAROM_ANY_ROBOT;
    unsigned symbol = any ? CAROM_MOON : SYMBOL_VORTEX; /* of no printed target */
    if (target->token != CAROM_NO_TOKEN)
        symbol = target->token == CAROM_VORTEX ? SYMBOL_VORTEX : target->token % 4u;
    put_int(bytes, cell_number(board, target->cell));
    put_byte(bytes, any ? ANY : droids_robot_number(target->active));
    put_byte(bytes, symbol);
}

/* Every target on the board; the one to reach first, and no other on its cell. */
static void put_targets(struct bytes *bytes, const struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    uint32_t listed = 1;
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        listed += (board->tokens >> token & 1u) != 0 && board->token_cell[token] != position->target.cell;
    put_int(bytes, listed);
    put_target(bytes, board, &position->target);
    for (unsigned token = 0; token < CAROM_TOKENS; token++) {
        struct carom_target printed = carom_target_from_token(board, token);
        if ((board->tokens >> token & 1u) != 0 && printed.cell != position->target.cell)
            put_target(bytes, board, &printed);
    }
    put_target(bytes, board, &position->target);
}

void droids_dump_write(struct carom_text *text, const struct carom_position *position)
{
    static struct bytes bytes;
    const struct carom_board *board = &position->board;
    bool printed = carom_board_is_printed(board);
    unsigned robots = droids_count(position->robots.present);
    bytes.length = 0;
    bytes.trouble = false;
    put_byte(&bytes, 0);
    put_int(&bytes, board->width);
    put_int(&bytes, board->height);
    put_byte(&bytes, robots);
    for (unsigned i = 0; i < robots; i++)
        put_int(&bytes, cell_number(board, position->robots.cell[droids_robots[i]]));
    for (unsigned i = 0; i < 4; i++)
        put_byte(&bytes, printed ? droids_digit(board->faces[i]) : i);
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
        for (unsigned row = 0; row < board->height; row++)
            for (unsigned column = 0; column < board->width; column++)
                put_byte(&bytes, carom_board_has_wall(board, carom_cell_make(column, row), direction));
    put_targets(&bytes, position);
    put_byte(&bytes, !printed);
    droids_dump_pack(text, bytes.byte, bytes.length);
}
