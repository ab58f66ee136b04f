/*
 * Positions as text, `BOARD/ROBOTS/TARGET`. Input is validated here; nothing behind it checks again.
 */
#include "invariants.h"
#include "libc_mem.h"

/* Reads one robot, `Ro3` (R3). */
static enum carom_error_code read_robot(struct carom_robots *robots, const struct carom_board *board, const char *text,
                                        size_t length)
{
    carom_cell cell;
    unsigned robot = length > 0 ? carom_robot_from_letter(text[0]) : CAROM_ROBOTS;
    if (robot == CAROM_ROBOTS)
        return CAROM_ERROR_ROBOT;
    if (!carom_cell_read(&cell, text + 1, length - 1))
        return CAROM_ERROR_ROBOT;
    if (!carom_board_contains(board, cell))
        return CAROM_ERROR_CELL_OUTSIDE;
    if (carom_robots_has(robots, robot))
        return CAROM_ERROR_ROBOT_TWICE;
    if (carom_board_is_solid(board, cell))
        return CAROM_ERROR_ROBOT_IN_CENTRE;
    if (board->barriers[cell] != 0)
        return CAROM_ERROR_ROBOT_ON_BARRIER;
    if (carom_robots_at(robots, cell) != CAROM_ROBOTS)
        return CAROM_ERROR_ROBOT_ON_ROBOT;
    robots->present |= (uint8_t)(1u << robot);
    robots->cell[robot] = cell;
    return CAROM_ERROR_NONE;
}

bool carom_robots_read(struct carom_robots *robots, const struct carom_board *board, const char *text, size_t length,
                       struct carom_error *error)
{
    *robots = (struct carom_robots){0};
    for (size_t at = 0; at < length || (at > 0 && at == length);) {
        size_t part = 0;
        while (at + part < length && text[at + part] != ',')
            part++;
        enum carom_error_code code = read_robot(robots, board, text + at, part);
        if (code != CAROM_ERROR_NONE)
            return carom_error_set(error, code, at, text + at, part);
        at += part + 1;
    }
    return true;
}

void carom_robots_write(struct carom_text *text, const struct carom_robots *robots)
{
    bool first = true;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (!carom_robots_has(robots, robot))
            continue;
        if (!first)
            carom_text_char(text, ',');
        first = false;
        carom_text_char(text, carom_robot_letter(robot));
        carom_cell_write(text, robots->cell[robot]);
    }
}

struct carom_target carom_target_from_token(const struct carom_board *board, unsigned token)
{
    if (token >= CAROM_TOKENS)
        return (struct carom_target){.is_set = false};
    return (struct carom_target){
        .is_set = true,
        .token = (uint8_t)token,
        .active = (uint8_t)(token == CAROM_VORTEX ? CAROM_ANY_ROBOT : token / 4),
        .cell = board->token_cell[token],
    };
}

/* Reads a target given as a cell, `R@e5`. */
static enum carom_error_code read_cell_target(struct carom_target *target, const struct carom_board *board,
                                              const char *text, size_t length)
{
    unsigned active = text[0] == '*' ? CAROM_ANY_ROBOT : carom_robot_from_letter(text[0]);
    if ((active == CAROM_ROBOTS && text[0] != '*') || !carom_cell_read(&target->cell, text + 2, length - 2))
        return CAROM_ERROR_TARGET;
    if (!carom_board_contains(board, target->cell))
        return CAROM_ERROR_CELL_OUTSIDE;
    if (carom_board_is_solid(board, target->cell))
        return CAROM_ERROR_TARGET_IN_CENTRE;
    if (board->barriers[target->cell] != 0)
        return CAROM_ERROR_TARGET_ON_BARRIER;
    target->is_set = true;
    target->token = CAROM_NO_TOKEN;
    target->active = (uint8_t)active;
    return CAROM_ERROR_NONE;
}

bool carom_target_read(struct carom_target *target, const struct carom_board *board, const char *text, size_t length,
                       struct carom_error *error)
{
    unsigned token;
    if (length > 2 && text[1] == '@') {
        enum carom_error_code code = read_cell_target(target, board, text, length);
        return code == CAROM_ERROR_NONE || carom_error_set(error, code, 0, text, length);
    }
    if (!carom_token_read(&token, text, length))
        return carom_error_set(error, CAROM_ERROR_TARGET, 0, text, length);
    if ((board->tokens >> token & 1u) == 0)
        return carom_error_set(error, CAROM_ERROR_TOKEN_NOT_ON_BOARD, 0, text, length);
    *target = carom_target_from_token(board, token);
    return true;
}

void carom_target_write(struct carom_text *text, const struct carom_target *target)
{
    if (target->token != CAROM_NO_TOKEN) {
        carom_token_write(text, target->token);
        return;
    }
    carom_text_char(text, target->active == CAROM_ANY_ROBOT ? '*' : carom_robot_letter(target->active));
    carom_text_char(text, '@');
    carom_cell_write(text, target->cell);
}

/* Is the position complete enough? With a target its active robot must be on the board. */
static bool check_need(const struct carom_position *position, enum carom_position_parts parts, size_t length,
                       struct carom_error *error)
{
    const struct carom_target *target = &position->target;
    if (parts == CAROM_REQUIRE_BOARD)
        return true;
    if (!target->is_set)
        return carom_error_set(error, CAROM_ERROR_NO_TARGET, length, NULL, 0);
    if (position->robots.present == 0)
        return carom_error_set(error, CAROM_ERROR_NO_ROBOTS, length, NULL, 0);
    if (target->active != CAROM_ANY_ROBOT && !carom_robots_has(&position->robots, target->active)) {
        char words[8];
        struct carom_text text = carom_text_init(words, sizeof words);
        carom_target_write(&text, target);
        return carom_error_set(error, CAROM_ERROR_ACTIVE_MISSING, length, words, text.length);
    }
    return true;
}

/* Shifts an error's column, which counts from the beginning of the part, to count from the beginning of the text. */
static bool shift_error_column(struct carom_error *error, size_t offset)
{
    if (error != NULL && error->column != 0)
        error->column += (uint32_t)offset;
    return false;
}

static bool read_parts(struct carom_position *position, const char *text, const size_t slash[2], unsigned slashes,
                       size_t length, struct carom_error *error)
{
    size_t robots_end = slashes > 1 ? slash[1] : length;
    if (!carom_board_read(&position->board, text, slashes > 0 ? slash[0] : length, error))
        return false;
    if (slashes > 0 &&
        !carom_robots_read(&position->robots, &position->board, text + slash[0] + 1, robots_end - slash[0] - 1, error))
        return shift_error_column(error, slash[0] + 1);
    if (slashes > 1 &&
        !carom_target_read(&position->target, &position->board, text + slash[1] + 1, length - slash[1] - 1, error))
        return shift_error_column(error, slash[1] + 1);
    return true;
}

bool carom_position_read(struct carom_position *position, enum carom_position_parts parts, const char *text,
                         size_t length, struct carom_error *error)
{
    if (length == 0)
        return carom_error_set(error, CAROM_ERROR_EMPTY, 0, NULL, 0);
    if (carom_droids_matches(text, length))
        return carom_droids_read(position, text, length, error);
    if (carom_micro_matches(text, length))
        return carom_error_set(error, CAROM_ERROR_NOT_RICOCHET, 0, NULL, 0);
    size_t slash[2] = {0, 0};
    unsigned slashes = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '/')
            continue;
        if (slashes == 2)
            return carom_error_set(error, CAROM_ERROR_POSITION_PARTS, i, NULL, 0);
        slash[slashes++] = i;
    }
    *position = (struct carom_position){.target = {.token = CAROM_NO_TOKEN}};
    if (!read_parts(position, text, slash, slashes, length, error))
        return false;
    CAROM_ASSERT(carom_position_valid(position));
    if (parts == CAROM_REQUIRE_TARGET && slashes < 2)
        return carom_error_set(error, CAROM_ERROR_POSITION_PARTS, length, NULL, 0);
    return check_need(position, parts, length, error);
}

void carom_position_write(struct carom_text *text, const struct carom_position *position)
{
    carom_board_write(text, &position->board);
    if (position->robots.present == 0 && !position->target.is_set)
        return;
    carom_text_char(text, '/');
    carom_robots_write(text, &position->robots);
    if (!position->target.is_set)
        return;
    carom_text_char(text, '/');
    carom_target_write(text, &position->target);
}

void carom_position_rotate(struct carom_position *position, unsigned quarters)
{
    unsigned side = position->board.width;
    carom_board_rotate(&position->board, quarters);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(&position->robots, robot))
            position->robots.cell[robot] = carom_cell_rotate(position->robots.cell[robot], side, quarters);
    if (position->target.is_set)
        position->target.cell = carom_cell_rotate(position->target.cell, side, quarters);
}

bool carom_position_is_playable(const struct carom_position *position)
{
    const struct carom_target *target = &position->target;
    const struct carom_robots *robots = &position->robots;
    if (!target->is_set || !carom_board_can_stand(&position->board, target->cell))
        return false;
    if (target->active != CAROM_ANY_ROBOT &&
        (target->active >= CAROM_ROBOTS || (robots->present >> target->active & 1u) == 0))
        return false;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if ((robots->present >> robot & 1u) == 0)
            continue;
        if (!carom_board_can_stand(&position->board, robots->cell[robot]))
            return false;
        for (unsigned other = 0; other < robot; other++)
            if ((robots->present >> other & 1u) != 0 && robots->cell[other] == robots->cell[robot])
                return false;
    }
    return robots->present >> CAROM_ROBOTS == 0;
}
