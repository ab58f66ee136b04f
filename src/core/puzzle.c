/*
 * Positions of either game: which of the two a text is, and what it holds as JSON.
 */
#include <carom/json.h>
#include <carom/puzzle.h>

bool carom_puzzle_read(struct carom_puzzle *puzzle, enum carom_position_need need, const char *text, size_t length,
                       struct carom_fault *fault)
{
    if (carom_micro_looks_like(text, length)) {
        puzzle->game = CAROM_GAME_MICRO;
        return carom_micro_read(&puzzle->micro, need == CAROM_NEED_TARGET, text, length, fault);
    }
    puzzle->game = CAROM_GAME_RICOCHET;
    return carom_position_read(&puzzle->position, need, text, length, fault);
}

void carom_puzzle_write(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        carom_position_write(text, &puzzle->position);
        return;
    case CAROM_GAME_MICRO:
        carom_micro_write(text, &puzzle->micro);
        return;
    }
}

static void describe_cell(struct carom_text *text, const char *key, carom_cell cell)
{
    carom_json_open(text, key);
    carom_cell_write(text, cell);
    carom_json_close(text);
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
    if (!target->given)
        return;
    carom_json_begin(text, "target", '{');
    if (target->token != CAROM_NO_TOKEN) {
        carom_json_open(text, "token");
        carom_token_write(text, target->token);
        carom_json_close(text);
    }
    char robot = target->active == CAROM_ANY_ROBOT ? '*' : carom_robot_letter(target->active);
    carom_json_bytes(text, "robot", &robot, 1);
    describe_cell(text, "cell", target->cell);
    carom_json_end(text, '}');
}

static void describe_ricochet(struct carom_text *text, const struct carom_position *position)
{
    carom_json_words(text, "game", "ricochet");
    carom_json_open(text, "board");
    carom_board_write(text, &position->board);
    carom_json_close(text);
    describe_robots(text, &position->robots);
    describe_target(text, &position->target);
}

static void describe_place(struct carom_text *text, const struct carom_micro_board *board, const char *key,
                           unsigned place)
{
    if (place == CAROM_MICRO_NONE)
        return;
    carom_json_open(text, key);
    carom_micro_face_write(text, board->shows[place]);
    carom_json_close(text);
}

static void describe_micro(struct carom_text *text, const struct carom_micro_position *position)
{
    carom_json_words(text, "game", "micro");
    carom_json_open(text, "board");
    carom_micro_board_write(text, &position->board);
    carom_json_close(text);
    if (position->target == CAROM_MICRO_NONE)
        return;
    describe_place(text, &position->board, "start", position->start);
    describe_place(text, &position->board, "via", position->via);
    describe_place(text, &position->board, "target", position->target);
}

void carom_puzzle_word(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    carom_json_open(text, "position");
    carom_puzzle_write(text, puzzle);
    carom_json_close(text);
}

void carom_puzzle_members(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    carom_puzzle_word(text, puzzle);
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        describe_ricochet(text, &puzzle->position);
        return;
    case CAROM_GAME_MICRO:
        describe_micro(text, &puzzle->micro);
        return;
    }
}

void carom_puzzle_describe(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    carom_json_begin(text, NULL, '{');
    carom_puzzle_members(text, puzzle);
    carom_json_end(text, '}');
}
