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

/* None of our own words needs an escape in JSON, so they are put between quotes as they are. */
static void write_cell(struct carom_text *text, carom_cell cell)
{
    carom_text_char(text, '"');
    carom_cell_write(text, cell);
    carom_text_char(text, '"');
}

static void describe_robots(struct carom_text *text, const struct carom_robots *robots)
{
    carom_text_put(text, ",\"robots\":{");
    bool first = true;
    for (unsigned robot = 0; robot < CAROM_ROBOTS; robot++) {
        if (carom_robots_has(robots, robot)) {
            carom_text_put(text, first ? "\"" : ",\"");
            carom_text_char(text, carom_robot_letter(robot));
            carom_text_put(text, "\":");
            write_cell(text, robots->cell[robot]);
            first = false;
        }
    }
    carom_text_char(text, '}');
}

static void describe_target(struct carom_text *text, const struct carom_target *target)
{
    if (!target->given)
        return;
    carom_text_put(text, ",\"target\":{");
    if (target->token != CAROM_NO_TOKEN) {
        carom_text_put(text, "\"token\":\"");
        carom_token_write(text, target->token);
        carom_text_put(text, "\",");
    }
    carom_text_put(text, "\"robot\":\"");
    carom_text_char(text, target->active == CAROM_ANY_ROBOT ? '*' : carom_robot_letter(target->active));
    carom_text_put(text, "\",\"cell\":");
    write_cell(text, target->cell);
    carom_text_char(text, '}');
}

static void describe_ricochet(struct carom_text *text, const struct carom_position *position)
{
    carom_text_put(text, ",\"game\":\"ricochet\",\"board\":\"");
    carom_board_write(text, &position->board);
    carom_text_char(text, '"');
    describe_robots(text, &position->robots);
    describe_target(text, &position->target);
}

static void describe_place(struct carom_text *text, const struct carom_micro_board *board, const char *key,
                           unsigned place)
{
    if (place != CAROM_MICRO_NONE) {
        carom_text_put(text, ",\"");
        carom_text_put(text, key);
        carom_text_put(text, "\":\"");
        carom_micro_face_write(text, board->shows[place]);
        carom_text_char(text, '"');
    }
}

static void describe_micro(struct carom_text *text, const struct carom_micro_position *position)
{
    carom_text_put(text, ",\"game\":\"micro\",\"board\":\"");
    carom_micro_board_write(text, &position->board);
    carom_text_char(text, '"');
    if (position->target != CAROM_MICRO_NONE) {
        describe_place(text, &position->board, "start", position->start);
        describe_place(text, &position->board, "via", position->via);
        describe_place(text, &position->board, "target", position->target);
    }
}

void carom_puzzle_members(struct carom_text *text, const struct carom_puzzle *puzzle)
{
    carom_text_put(text, "\"position\":\"");
    carom_puzzle_write(text, puzzle);
    carom_text_char(text, '"');
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
    carom_text_char(text, '{');
    carom_puzzle_members(text, puzzle);
    carom_text_char(text, '}');
}
