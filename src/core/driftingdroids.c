/*
 * DriftingDroids game IDs, `0765+41+2E21BD0F+1C`: four sections, the number of robots and the active one, the robots'
 * cells, the target's cell; all in hexadecimal digits, cells as row and column. Robots come in the order red, green,
 * blue, yellow, silver. The format has no barriers: its digits C to F are faces whose barriers that program ignores.
 */
#include "droids.h"
#include "invariants.h"

#define DROIDS_ANY 15

static unsigned hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a' + 10);
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A' + 10);
    return 16;
}

bool carom_droids_matches(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '+')
            return true;
        if (text[i] == '/' || text[i] == '-' || text[i] == 'x' || text[i] == 'X')
            return false;
    }
    return false;
}

/* Checks the format: digits and three plus signs in their places. Returns the number of robots. */
static bool check_shape(const char *text, size_t length, unsigned *robots, struct carom_error *error)
{
    *robots = 0;
    if (length < 12 || text[4] != '+' || text[7] != '+')
        return carom_error_set(error, CAROM_ERROR_DROIDS_SHAPE, 0, text, length);
    *robots = hex_value(text[5]);
    if (*robots < 1 || *robots > DROIDS_ROBOTS)
        return carom_error_set(error, CAROM_ERROR_DROIDS_COUNT, 5, text + 5, 1);
    size_t plus = 8 + 2 * (size_t)*robots;
    if (length != plus + 3 || text[plus] != '+')
        return carom_error_set(error, CAROM_ERROR_DROIDS_SHAPE, 0, text, length);
    for (size_t i = 0; i < length; i++)
        if (i != 4 && i != 7 && i != plus && hex_value(text[i]) > 15)
            return carom_error_set(error, CAROM_ERROR_DROIDS_DIGIT, i, text + i, 1);
    return true;
}

static carom_cell cell_at(const char *digits)
{
    return carom_cell_make(hex_value(digits[1]), hex_value(digits[0]));
}

static bool read_robots(struct carom_position *position, unsigned robots, const char *text, struct carom_error *error)
{
    for (unsigned i = 0; i < robots; i++) {
        size_t at = 8 + 2 * (size_t)i;
        carom_cell cell = cell_at(text + at);
        if (carom_board_is_solid(&position->board, cell))
            return carom_error_set(error, CAROM_ERROR_ROBOT_IN_CENTRE, at, text + at, 2);
        if (position->board.barriers[cell] != 0)
            return carom_error_set(error, CAROM_ERROR_ROBOT_ON_BARRIER, at, text + at, 2);
        if (carom_robots_at(&position->robots, cell) != CAROM_ROBOTS)
            return carom_error_set(error, CAROM_ERROR_ROBOT_ON_ROBOT, at, text + at, 2);
        position->robots.cell[droids_robots[i]] = cell;
        position->robots.present |= (uint8_t)(1u << droids_robots[i]);
    }
    return true;
}

static bool read_target(struct carom_position *position, unsigned robots, const char *text, struct carom_error *error)
{
    size_t at = 9 + 2 * (size_t)robots;
    unsigned token = carom_board_token_at(&position->board, cell_at(text + at));
    if (token == CAROM_NO_TOKEN)
        return carom_error_set(error, CAROM_ERROR_DROIDS_TARGET, at, text + at, 2);
    position->target = carom_target_from_token(&position->board, token);
    unsigned active = hex_value(text[6]);
    bool fits = active == DROIDS_ANY ? token == CAROM_VORTEX
                                     : active < robots && position->target.active == droids_robots[active];
    return fits || carom_error_set(error, CAROM_ERROR_DROIDS_ACTIVE, 6, text + 6, 1);
}

bool carom_droids_read(struct carom_position *position, const char *text, size_t length, struct carom_error *error)
{
    unsigned robots;
    uint8_t faces[4];
    if (!check_shape(text, length, &robots, error))
        return false;
    for (unsigned corner = 0; corner < 4; corner++)
        faces[corner] = droids_face(hex_value(text[corner]));
    *position = (struct carom_position){0};
    if (!carom_board_build(&position->board, faces, error)) {
        if (error != NULL)
            error->column = (error->column - 1) / 3 + 1; /* the format has one digit per face, not `R1-` */
        return false;
    }
    bool good = read_robots(position, robots, text, error) && read_target(position, robots, text, error);
    CAROM_ASSERT(!good || carom_position_valid(position));
    return good;
}

static void write_hex(struct carom_text *text, unsigned value)
{
    carom_text_char(text, "0123456789ABCDEF"[value]);
}

static void write_cell(struct carom_text *text, carom_cell cell)
{
    write_hex(text, carom_cell_row(cell));
    write_hex(text, carom_cell_column(cell));
}

static bool refuse(struct carom_error *error, enum carom_error_code code)
{
    if (error != NULL)
        *error = (struct carom_error){.code = code};
    return false;
}

bool carom_droids_write(struct carom_text *text, const struct carom_position *position, struct carom_error *error)
{
    if (!carom_board_is_printed(&position->board))
        return refuse(error, CAROM_ERROR_DROIDS_CUSTOM_BOARD);
    if (!position->target.is_set || position->target.token == CAROM_NO_TOKEN)
        return refuse(error, CAROM_ERROR_DROIDS_NO_TOKEN);
    if (carom_robots_has(&position->robots, CAROM_TRANSPARENT))
        return refuse(error, CAROM_ERROR_DROIDS_TRANSPARENT);
    unsigned robots = droids_count(position->robots.present);
    if (robots == 0)
        return refuse(error, CAROM_ERROR_DROIDS_ROBOT_MISSING);
    for (unsigned corner = 0; corner < 4; corner++)
        write_hex(text, droids_digit(position->board.faces[corner]));
    carom_text_char(text, '+');
    write_hex(text, robots);
    unsigned active = droids_robot_number(position->target.active);
    write_hex(text, active < DROIDS_ROBOTS ? active : DROIDS_ANY);
    carom_text_char(text, '+');
    for (unsigned i = 0; i < robots; i++)
        write_cell(text, position->robots.cell[droids_robots[i]]);
    carom_text_char(text, '+');
    write_cell(text, position->target.cell);
    return true;
}
