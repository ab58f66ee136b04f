/*
 * Positions as text, `BOARD/ROBOTS/TARGET`. This is the border: what passes here keeps every promise that the rest of
 * carom relies on, so nothing behind it checks again.
 */
#include "mem.h"
#include "sound.h"

/* R3: one robot, `Ro3`. */
static enum carom_fault_code read_robot(struct carom_robots *robots, const struct carom_board *board, const char *text,
                                        size_t length)
{
    carom_cell cell;
    unsigned robot = length > 0 ? carom_robot_of_letter(text[0]) : CAROM_ROBOTS;
    if (robot == CAROM_ROBOTS)
        return CAROM_FAULT_ROBOT;
    if (!carom_cell_read(&cell, text + 1, length - 1))
        return CAROM_FAULT_ROBOT;
    if (!carom_board_inside(board, cell))
        return CAROM_FAULT_CELL_OUTSIDE;
    if (carom_robots_has(robots, robot))
        return CAROM_FAULT_ROBOT_TWICE;
    if (carom_board_solid(board, cell))
        return CAROM_FAULT_ROBOT_IN_CENTRE;
    if (board->barriers[cell] != 0)
        return CAROM_FAULT_ROBOT_ON_BARRIER;
    if (carom_robots_on(robots, cell) != CAROM_ROBOTS)
        return CAROM_FAULT_ROBOT_ON_ROBOT;
    robots->present |= (uint8_t)(1u << robot);
    robots->cell[robot] = cell;
    return CAROM_FAULT_NONE;
}

bool carom_robots_read(struct carom_robots *robots, const struct carom_board *board, const char *text, size_t length,
                       struct carom_fault *fault)
{
    *robots = (struct carom_robots){0};
    for (size_t at = 0; at < length || (at > 0 && at == length);) {
        size_t part = 0;
        while (at + part < length && text[at + part] != ',')
            part++;
        enum carom_fault_code code = read_robot(robots, board, text + at, part);
        if (code != CAROM_FAULT_NONE)
            return carom_fault_set(fault, code, at, text + at, part);
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

struct carom_target carom_target_of_token(const struct carom_board *board, unsigned token)
{
    return (struct carom_target){
        .given = true,
        .token = (uint8_t)token,
        .active = (uint8_t)(token == CAROM_VORTEX ? CAROM_ANY_ROBOT : token / 4),
        .cell = board->token_cell[token],
    };
}

/* `R@e5` */
static enum carom_fault_code read_cell_target(struct carom_target *target, const struct carom_board *board,
                                              const char *text, size_t length)
{
    unsigned active = text[0] == '*' ? CAROM_ANY_ROBOT : carom_robot_of_letter(text[0]);
    if ((active == CAROM_ROBOTS && text[0] != '*') || !carom_cell_read(&target->cell, text + 2, length - 2))
        return CAROM_FAULT_TARGET;
    if (!carom_board_inside(board, target->cell))
        return CAROM_FAULT_CELL_OUTSIDE;
    if (carom_board_solid(board, target->cell))
        return CAROM_FAULT_TARGET_IN_CENTRE;
    if (board->barriers[target->cell] != 0)
        return CAROM_FAULT_TARGET_ON_BARRIER;
    target->given = true;
    target->token = CAROM_NO_TOKEN;
    target->active = (uint8_t)active;
    return CAROM_FAULT_NONE;
}

bool carom_target_read(struct carom_target *target, const struct carom_board *board, const char *text, size_t length,
                       struct carom_fault *fault)
{
    unsigned token;
    if (length > 2 && text[1] == '@') {
        enum carom_fault_code code = read_cell_target(target, board, text, length);
        return code == CAROM_FAULT_NONE || carom_fault_set(fault, code, 0, text, length);
    }
    if (!carom_token_read(&token, text, length))
        return carom_fault_set(fault, CAROM_FAULT_TARGET, 0, text, length);
    if ((board->tokens >> token & 1u) == 0)
        return carom_fault_set(fault, CAROM_FAULT_TOKEN_NOT_ON_BOARD, 0, text, length);
    *target = carom_target_of_token(board, token);
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

/* Is the position complete enough? The active robot has to be there. */
static bool check_need(const struct carom_position *position, enum carom_position_need need, size_t length,
                       struct carom_fault *fault)
{
    const struct carom_target *target = &position->target;
    if (need == CAROM_NEED_BOARD)
        return true;
    if (!target->given)
        return carom_fault_set(fault, CAROM_FAULT_NO_TARGET, length, NULL, 0);
    if (position->robots.present == 0)
        return carom_fault_set(fault, CAROM_FAULT_NO_ROBOTS, length, NULL, 0);
    if (target->active != CAROM_ANY_ROBOT && !carom_robots_has(&position->robots, target->active)) {
        char words[8];
        struct carom_text text = carom_text_in(words, sizeof words);
        carom_target_write(&text, target);
        return carom_fault_set(fault, CAROM_FAULT_ACTIVE_MISSING, length, words, text.length);
    }
    return true;
}

/* A fault inside a part counts its column from the part's beginning. */
static bool shift_fault(struct carom_fault *fault, size_t offset)
{
    if (fault != NULL && fault->column != 0)
        fault->column += (uint32_t)offset;
    return false;
}

static bool read_parts(struct carom_position *position, const char *text, const size_t slash[2], unsigned slashes,
                       size_t length, struct carom_fault *fault)
{
    size_t robots_end = slashes > 1 ? slash[1] : length;
    if (!carom_board_read(&position->board, text, slashes > 0 ? slash[0] : length, fault))
        return false;
    if (slashes > 0 &&
        !carom_robots_read(&position->robots, &position->board, text + slash[0] + 1, robots_end - slash[0] - 1, fault))
        return shift_fault(fault, slash[0] + 1);
    if (slashes > 1 &&
        !carom_target_read(&position->target, &position->board, text + slash[1] + 1, length - slash[1] - 1, fault))
        return shift_fault(fault, slash[1] + 1);
    return true;
}

bool carom_position_read(struct carom_position *position, enum carom_position_need need, const char *text,
                         size_t length, struct carom_fault *fault)
{
    if (length == 0)
        return carom_fault_set(fault, CAROM_FAULT_EMPTY, 0, NULL, 0);
    if (carom_droids_looks_like(text, length))
        return carom_droids_read(position, text, length, fault);
    size_t slash[2] = {0, 0};
    unsigned slashes = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '/')
            continue;
        if (slashes == 2)
            return carom_fault_set(fault, CAROM_FAULT_PARTS, i, NULL, 0);
        slash[slashes++] = i;
    }
    *position = (struct carom_position){.target = {.token = CAROM_NO_TOKEN}};
    if (!read_parts(position, text, slash, slashes, length, fault))
        return false;
    CAROM_ASSERT(carom_position_sound(position));
    if (need == CAROM_NEED_TARGET && slashes < 2)
        return carom_fault_set(fault, CAROM_FAULT_PARTS, length, NULL, 0);
    return check_need(position, need, length, fault);
}

void carom_position_write(struct carom_text *text, const struct carom_position *position)
{
    carom_board_write(text, &position->board);
    if (position->robots.present == 0 && !position->target.given)
        return;
    carom_text_char(text, '/');
    carom_robots_write(text, &position->robots);
    if (!position->target.given)
        return;
    carom_text_char(text, '/');
    carom_target_write(text, &position->target);
}

void carom_position_turn(struct carom_position *position, unsigned quarters)
{
    unsigned side = position->board.width;
    carom_board_turn(&position->board, quarters);
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(&position->robots, robot))
            position->robots.cell[robot] = carom_cell_turn(position->robots.cell[robot], side, quarters);
    if (position->target.given)
        position->target.cell = carom_cell_turn(position->target.cell, side, quarters);
}
