/*
 * Positions of either game: which one a text is, and its description as JSON.
 */
#include <carom/json.h>
#include <carom/puzzle.h>

bool carom_puzzle_read(struct carom_puzzle *puzzle, enum carom_position_parts parts, const char *text, size_t length,
                       struct carom_error *error)
{
    if (carom_micro_matches(text, length)) {
        puzzle->game = CAROM_GAME_MICRO;
        return carom_micro_position_read(&puzzle->micro, parts == CAROM_REQUIRE_TARGET, text, length, error);
    }
    puzzle->game = CAROM_GAME_RICOCHET;
    return carom_position_read(&puzzle->position, parts, text, length, error);
}

void carom_puzzle_write(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        carom_position_write(text, &puzzle->position);
        return;
    case CAROM_GAME_MICRO:
        carom_micro_position_write(text, &puzzle->micro);
        return;
    }
}

static void describe_cell(struct carom_text *text, const char *key, carom_cell cell)
{
    carom_json_open_string(text, key);
    carom_cell_write(text, cell);
    carom_json_close_string(text);
}

static void describe_robots(struct carom_text *text, const struct carom_robots *robots)
{
    carom_json_begin(text, "robots", '{');
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++)
        if (carom_robots_has(robots, robot))
            describe_cell(text, (char[]){carom_robot_letter(robot), '\0'}, robots->cell[robot]);
    carom_json_end(text, '}');
}

static void describe_target(struct carom_text *text, const struct carom_target *target)
{
    if (!target->is_set)
        return;
    carom_json_begin(text, "target", '{');
    if (target->token != CAROM_NO_TOKEN) {
        carom_json_open_string(text, "token");
        carom_token_write(text, target->token);
        carom_json_close_string(text);
    }
    char robot = target->active == CAROM_ANY_ROBOT ? '*' : carom_robot_letter(target->active);
    carom_json_put_bytes(text, "robot", &robot, 1);
    describe_cell(text, "cell", target->cell);
    carom_json_end(text, '}');
}

static void describe_ricochet(struct carom_text *text, const struct carom_position *position)
{
    carom_json_put_string(text, "game", "ricochet");
    carom_json_open_string(text, "board");
    carom_board_write(text, &position->board);
    carom_json_close_string(text);
    describe_robots(text, &position->robots);
    describe_target(text, &position->target);
}

static void describe_place(struct carom_text *text, const struct carom_micro_board *board, const char *key,
                           unsigned place)
{
    if (place == CAROM_MICRO_NO_CELL)
        return;
    carom_json_open_string(text, key);
    carom_micro_face_write(text, board->face_at[place]);
    carom_json_close_string(text);
}

static void describe_micro(struct carom_text *text, const struct carom_micro_position *position)
{
    carom_json_put_string(text, "game", "micro");
    carom_json_open_string(text, "board");
    carom_micro_board_write(text, &position->board);
    carom_json_close_string(text);
    if (position->target == CAROM_MICRO_NO_CELL)
        return;
    describe_place(text, &position->board, "start", position->start);
    describe_place(text, &position->board, "via", position->via);
    describe_place(text, &position->board, "target", position->target);
}

void carom_puzzle_write_position(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    carom_json_open_string(text, "position");
    carom_puzzle_write(text, puzzle);
    carom_json_close_string(text);
}

void carom_puzzle_write_members(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    carom_puzzle_write_position(text, puzzle);
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        describe_ricochet(text, &puzzle->position);
        return;
    case CAROM_GAME_MICRO:
        describe_micro(text, &puzzle->micro);
        return;
    }
}

void carom_puzzle_write_json(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    carom_json_begin(text, NULL, '{');
    carom_puzzle_write_members(text, puzzle);
    carom_json_end(text, '}');
}
