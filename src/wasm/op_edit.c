/*
 * The board editor: one change to a board, answered by the new position. Whatever no longer fits the changed board (a
 * robot on a new barrier, a target that is gone) is removed, so that every answer can be played.
 */
#include "ops.h"

struct stroke {
    carom_cell cell;
    bool on;
};

static unsigned barrier_of(const char *words, size_t length)
{
    unsigned colour = length == 2 ? carom_robot_from_letter(words[0]) : CAROM_ROBOTS;
    if (colour >= CAROM_COLOURS)
        return 0;
    return CAROM_BARRIER | colour | (words[1] == '\\' ? CAROM_BARRIER_FALLING : 0);
}

static void drop_token_on(struct carom_board *board, carom_cell cell)
{
    unsigned token = carom_board_token_at(board, cell);
    if (token != CAROM_NO_TOKEN)
        board->tokens &= ~(1u << token);
}

static void put_token(struct carom_board *board, carom_cell cell, unsigned token)
{
    drop_token_on(board, cell);
    board->tokens |= 1u << token;
    board->token_cell[token] = cell;
    board->barriers[cell] = 0;
}

static void put_barrier(struct carom_board *board, carom_cell cell, unsigned barrier)
{
    drop_token_on(board, cell);
    board->barriers[cell] = (uint8_t)barrier;
}

/* Copies the drawing to a board of another size, or without one of its solid cells. */
static void redraw(struct carom_board *board, unsigned width, unsigned height, int freed)
{
    struct carom_board old = *board;
    carom_board_init(board, width, height);
    for (unsigned i = 0; i < CAROM_CELLS; i++) {
        carom_cell cell = (carom_cell)i;
        if (!carom_board_contains(board, cell) || !carom_board_contains(&old, cell))
            continue;
        if (carom_board_is_solid(&old, cell) && (int)i != freed)
            carom_board_set_solid(board, cell);
        for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++)
            if (carom_board_has_wall(&old, cell, direction) && !carom_board_has_hard_wall(&old, cell, direction))
                carom_board_set_wall(board, cell, direction, true);
        board->barriers[cell] = old.barriers[cell];
    }
    for (unsigned token = 0; token < CAROM_TOKENS; token++)
        if ((old.tokens >> token & 1u) != 0 && carom_board_contains(board, old.token_cell[token]))
            put_token(board, old.token_cell[token], token);
}

static void forget_what_does_not_fit(struct carom_position *position)
{
    const struct carom_board *board = &position->board;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (!carom_robots_has(&position->robots, robot) || !carom_board_can_stand(board, position->robots.cell[robot]))
            position->robots.present &= (uint8_t) ~(1u << robot);
    struct carom_target *target = &position->target;
    bool token_gone = target->token != CAROM_NO_TOKEN &&
                      ((board->tokens >> target->token & 1u) == 0 || board->token_cell[target->token] != target->cell);
    bool alone = target->active != CAROM_ANY_ROBOT && !carom_robots_has(&position->robots, target->active);
    if (target->is_set && (token_gone || alone || !carom_board_can_stand(board, target->cell)))
        target->is_set = false;
}

/* Applies the editor's change to one cell. */
static void draw(const struct op_request *request, struct carom_board *board, struct stroke stroke)
{
    size_t length;
    unsigned token;
    const char *words = arg_string(request, "wall", &length);
    if (length == 1 && carom_direction_from_letter(words[0]) < CAROM_DIRECTIONS)
        carom_board_set_wall(board, stroke.cell, carom_direction_from_letter(words[0]), stroke.on);
    words = arg_string(request, "barrier", &length);
    if (length > 0 && !carom_board_is_solid(board, stroke.cell))
        put_barrier(board, stroke.cell, stroke.on ? barrier_of(words, length) : 0);
    words = arg_string(request, "token", &length);
    if (carom_token_read(&token, words, length) && !carom_board_is_solid(board, stroke.cell))
        put_token(board, stroke.cell, token);
    if (arg_bool(request, "solid") && stroke.on) {
        carom_board_set_solid(board, stroke.cell);
    } else if (arg_bool(request, "solid") || arg_bool(request, "empty")) {
        put_barrier(board, stroke.cell, 0);
        redraw(board, board->width, board->height, stroke.cell);
    }
}

/* {"position","cell","on", one of "wall":"N", "barrier":"R/", "token":"Rm", "solid":true, "empty":true} or
 * {"position","width","height"} -> {"position"}. */
bool op_edit(struct op_request *request, struct carom_error *error)
{
    struct carom_position position;
    if (!arg_position(request, CAROM_REQUIRE_BOARD, &position, error))
        return false;
    struct carom_board *board = &position.board;
    memset(board->faces, CAROM_NO_FACE, sizeof board->faces);
    unsigned width = (unsigned)arg_int(request, "width", board->width);
    unsigned height = (unsigned)arg_int(request, "height", board->height);
    if (width >= 1 && width <= CAROM_BOARD_SIDE && height >= 1 && height <= CAROM_BOARD_SIDE &&
        (width != board->width || height != board->height))
        redraw(board, width, height, -1);
    struct stroke stroke = {.on = arg_bool(request, "on")};
    size_t length;
    const char *cell = arg_string(request, "cell", &length);
    if (carom_cell_read(&stroke.cell, cell, length) && carom_board_contains(board, stroke.cell))
        draw(request, board, stroke);
    forget_what_does_not_fit(&position);
    carom_json_begin(&request->out, NULL, '{');
    put_position_member(&request->out, &position);
    carom_json_end(&request->out, '}');
    return true;
}
