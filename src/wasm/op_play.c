/*
 * Moves: which there are and why others are not, a route played step by step, and its judgement.
 */
#include "ops.h"

/* What a robot that has come to rest at `cell` heading this way stands against. */
static const char *obstacle(const struct carom_board *board, carom_cell cell, unsigned direction)
{
    if (!carom_board_wall(board, cell, direction))
        return "robot";
    if (!carom_board_hard_wall(board, cell, direction))
        return "wall";
    unsigned column = carom_cell_column(cell);
    unsigned row = carom_cell_row(cell);
    bool rim = (direction == CAROM_NORTH && row == 0) || (direction == CAROM_WEST && column == 0) ||
               (direction == CAROM_EAST && column + 1u == board->width) ||
               (direction == CAROM_SOUTH && row + 1u == board->height);
    return rim ? "edge" : "block";
}

static unsigned heading(carom_cell from, carom_cell to)
{
    if (carom_cell_row(from) == carom_cell_row(to))
        return carom_cell_column(from) < carom_cell_column(to) ? CAROM_EAST : CAROM_WEST;
    return carom_cell_row(from) < carom_cell_row(to) ? CAROM_SOUTH : CAROM_NORTH;
}

static void write_way(struct carom_text *out, const struct carom_way *way)
{
    carom_json_begin(out, "way", '[');
    for (unsigned i = 0; i < way->count; i++)
        answer_cell(out, NULL, way->corner[i]);
    carom_json_end(out, ']');
}

static void write_move(struct carom_text *out, struct carom_move move)
{
    carom_json_open(out, "move");
    carom_move_write(out, move);
    carom_json_close(out);
}

struct listing {
    struct carom_text *out;
    const struct carom_position *position;
};

/* One move with its way and what ended it. */
static bool list_move(void *context, struct carom_move move, const struct carom_slide *slide)
{
    struct listing *listing = context;
    struct carom_text *out = listing->out;
    const struct carom_position *position = listing->position;
    static struct carom_way way;
    struct carom_slide again;
    carom_slide(&position->board, &position->robots, move, &again, &way);
    carom_json_begin(out, NULL, '{');
    write_move(out, move);
    answer_cell(out, "to", slide->to);
    carom_json_number(out, "cost", slide->cost);
    carom_json_number(out, "cells", slide->cells);
    carom_json_number(out, "bounces", slide->bounces);
    if (way.count >= 2) {
        unsigned last = heading(way.corner[way.count - 2], way.corner[way.count - 1]);
        carom_json_words(out, "end", obstacle(&position->board, slide->to, last));
    }
    write_way(out, &way);
    carom_json_end(out, '}');
    return !out->cut;
}

static void list_blocked(struct listing *listing, unsigned robot)
{
    const struct carom_position *position = listing->position;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct carom_slide slide;
        struct carom_move move = carom_move_of(robot, direction);
        if (carom_slide(&position->board, &position->robots, move, &slide, NULL))
            continue;
        carom_json_begin(listing->out, NULL, '{');
        write_move(listing->out, move);
        carom_json_words(listing->out, "why", carom_slide_name(slide.why));
        carom_json_words(listing->out, "reason", carom_slide_sentence(slide.why));
        if (slide.why == CAROM_SLIDE_BLOCKED)
            carom_json_words(listing->out, "end", obstacle(&position->board, position->robots.cell[robot], direction));
        carom_json_end(listing->out, '}');
    }
}

/* Barriers gone through in one move: the choices grow exponentially with them, and so does the time. */
#define PLUS_MOST 3

/* {"position","robot","plus"} -> {"moves":[{"move","to","cost","cells","bounces","end","way"}],
 * "blocked":[{"move","why","reason","end"}]}. */
bool op_moves(struct request *request, struct carom_fault *fault)
{
    struct carom_position position;
    if (!argument_position(request, CAROM_NEED_BOARD, &position, fault))
        return false;
    size_t length;
    const char *words = argument_words(request, "robot", &length);
    unsigned robot = length == 1 ? carom_robot_of_letter(words[0]) : CAROM_ROBOTS;
    struct listing listing = {.out = &request->out, .position = &position};
    bool here = robot < CAROM_ROBOTS && carom_robots_has(&position.robots, robot);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "moves", '[');
    if (here) {
        int64_t plus = argument_number(request, "plus", 2);
        plus = plus < 0 ? 0 : plus > PLUS_MOST ? PLUS_MOST : plus;
        carom_moves_visit_robot(&position.board, &position.robots, robot, (unsigned)plus, list_move, &listing);
    }
    carom_json_end(&request->out, ']');
    carom_json_begin(&request->out, "blocked", '[');
    if (here)
        list_blocked(&listing, robot);
    carom_json_end(&request->out, ']');
    carom_json_end(&request->out, '}');
    return true;
}

static const char *state_name(enum carom_round_state state)
{
    switch (state) {
    case CAROM_ROUND_ON:
        return "on";
    case CAROM_ROUND_REACHED:
        return "reached";
    case CAROM_ROUND_NO_RICOCHET:
        return "no-ricochet";
    }
    return "";
}

/* A route on its way, and what to say about it. */
struct playing {
    struct carom_text *out;
    struct carom_position *position;
    struct carom_round round;
    unsigned moved;
    bool ricochet;
};

/* Writes one step. False: it cannot be made, and the answer says why. */
static bool play_step(struct playing *playing, struct carom_move move)
{
    static struct carom_way way;
    struct carom_slide slide;
    struct carom_text *out = playing->out;
    const struct carom_board *board = &playing->position->board;
    carom_slide(board, &playing->round.robots, move, &slide, &way);
    carom_json_begin(out, NULL, '{');
    write_move(out, move);
    if (!carom_round_move(&playing->round, board, move, &slide)) {
        carom_json_words(out, "why", carom_slide_name(slide.why));
        carom_json_words(out, "reason", carom_slide_sentence(slide.why));
        carom_json_end(out, '}');
        return false;
    }
    playing->moved = move.robot;
    answer_cell(out, "to", slide.to);
    carom_json_number(out, "cost", slide.cost);
    carom_json_number(out, "bounces", slide.bounces);
    carom_json_words(
        out, "state",
        state_name(carom_round_state(&playing->round, &playing->position->target, playing->moved, playing->ricochet)));
    write_way(out, &way);
    carom_json_end(out, '}');
    return true;
}

static void write_outcome(struct playing *playing)
{
    const struct carom_target *target = &playing->position->target;
    playing->position->robots = playing->round.robots;
    answer_position(playing->out, playing->position);
    carom_json_number(playing->out, "moves", playing->round.moves);
    carom_json_number(playing->out, "cost", playing->round.cost);
    enum carom_round_state state = CAROM_ROUND_ON;
    if (target->given)
        state = carom_round_state(&playing->round, target, playing->moved, playing->ricochet);
    carom_json_words(playing->out, "state", state_name(state));
}

/* {"position","route","free"} -> {"steps":[{"move","to","cost","bounces","state","way"}],"position","moves","cost",
 * "state"}. A step that cannot be made is the last one and has "why" and "reason" instead. `free` plays without R7. */
bool op_play(struct request *request, struct carom_fault *fault)
{
    struct carom_position position;
    static struct carom_move route[CAROM_CHECK_MOVES];
    size_t count;
    size_t length;
    if (!argument_position(request, CAROM_NEED_BOARD, &position, fault))
        return false;
    const char *words = argument_words(request, "route", &length);
    if (!carom_route_read(route, CAROM_CHECK_MOVES, &count, words, length, fault))
        return false;
    struct playing playing = {
        .out = &request->out,
        .position = &position,
        .round = carom_round_begin(&position.robots),
        .moved = CAROM_ROBOTS,
        .ricochet = !argument_flag(request, "free"),
    };
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "steps", '[');
    for (size_t i = 0; i < count && play_step(&playing, route[i]); i++) {
    }
    carom_json_end(&request->out, ']');
    write_outcome(&playing);
    carom_json_end(&request->out, '}');
    return true;
}

/* {"position","route","bid","at_most","no_ricochet"} -> what `carom check --json` writes. */
bool op_check(struct request *request, struct carom_fault *fault)
{
    static struct carom_puzzle puzzle;
    static struct carom_check check;
    if (!argument_puzzle(request, CAROM_NEED_TARGET, &puzzle, fault))
        return false;
    int64_t bid = argument_number(request, "bid", -1);
    struct carom_check_rules rules = {
        .no_ricochet = argument_flag(request, "no_ricochet"),
        .has_bid = bid >= 0,
        .bid = bid >= 0 && bid <= CAROM_BID_MAX ? (uint32_t)bid : CAROM_BID_MAX,
        .at_most = argument_flag(request, "at_most"),
    };
    size_t length;
    const char *route = argument_words(request, "route", &length);
    if (!carom_check_route(&check, &puzzle, route, length, &rules, fault))
        return false;
    carom_check_describe(&request->out, &puzzle, &check);
    return true;
}

/* Micro Robots: {"position","from"} -> {"side","cells":["6P",... 36 of them],"steps":["1B",...]}: what lies where, and
 * the cells that one step from `from` reaches (M4). */
bool op_steps(struct request *request, struct carom_fault *fault)
{
    static struct carom_puzzle puzzle;
    size_t length;
    unsigned from;
    if (!argument_puzzle(request, CAROM_NEED_BOARD, &puzzle, fault))
        return false;
    if (puzzle.game != CAROM_GAME_MICRO)
        return carom_fault_set(fault, CAROM_FAULT_MICRO_BOARD, 0, "", 0);
    const struct carom_micro_board *board = &puzzle.micro.board;
    struct carom_text *out = &request->out;
    carom_json_begin(out, NULL, '{');
    carom_json_words(out, "side", board->side == CAROM_MICRO_BLACK ? "black" : "copper");
    carom_json_begin(out, "cells", '[');
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++)
        answer_face(out, board->shows[place]);
    carom_json_end(out, ']');
    carom_json_begin(out, "steps", '[');
    const char *words = argument_words(request, "from", &length);
    bool given = carom_micro_face_read(&from, words, length);
    for (unsigned place = 0; place < CAROM_MICRO_CELLS && given; place++)
        if (carom_micro_can_move(board, board->place[from], place))
            answer_face(out, board->shows[place]);
    carom_json_end(out, ']');
    carom_json_end(out, '}');
    return true;
}
