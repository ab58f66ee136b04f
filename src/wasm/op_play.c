/*
 * Moves: which there are and why others are not, a route played step by step, and its judgement.
 */
#include "ops.h"

/* What a robot that has come to rest at `cell` heading this way stands against. */
static const char *obstacle(const struct carom_board *board, carom_cell cell, unsigned direction)
{
    if (!carom_board_has_wall(board, cell, direction))
        return "robot";
    if (!carom_board_has_hard_wall(board, cell, direction))
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

static void write_path(struct carom_text *out, const struct carom_path *path)
{
    carom_json_begin(out, "way", '[');
    for (unsigned i = 0; i < path->count; i++)
        put_cell_member(out, NULL, path->corner[i]);
    carom_json_end(out, ']');
}

static void write_move(struct carom_text *out, struct carom_move move)
{
    carom_json_open_string(out, "move");
    carom_move_write(out, move);
    carom_json_close_string(out);
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
    static struct carom_path path;
    struct carom_slide again;
    carom_slide(&position->board, &position->robots, move, &again, &path);
    carom_json_begin(out, NULL, '{');
    write_move(out, move);
    put_cell_member(out, "to", slide->to);
    carom_json_put_int(out, "cost", slide->cost);
    carom_json_put_int(out, "cells", slide->steps);
    carom_json_put_int(out, "bounces", slide->bounces);
    if (path.count >= 2) {
        unsigned last = heading(path.corner[path.count - 2], path.corner[path.count - 1]);
        carom_json_put_string(out, "end", obstacle(&position->board, slide->to, last));
    }
    write_path(out, &path);
    carom_json_end(out, '}');
    return !out->truncated;
}

static void list_blocked(struct listing *listing, unsigned robot)
{
    const struct carom_position *position = listing->position;
    for (unsigned direction = 0; direction < CAROM_DIRECTIONS; direction++) {
        struct carom_slide slide;
        struct carom_move move = carom_move_make(robot, direction);
        if (carom_slide(&position->board, &position->robots, move, &slide, NULL))
            continue;
        carom_json_begin(listing->out, NULL, '{');
        write_move(listing->out, move);
        carom_json_put_string(listing->out, "why", carom_slide_result_name(slide.result));
        carom_json_put_string(listing->out, "reason", carom_slide_result_sentence(slide.result));
        if (slide.result == CAROM_SLIDE_BLOCKED)
            carom_json_put_string(listing->out, "end",
                                  obstacle(&position->board, position->robots.cell[robot], direction));
        carom_json_end(listing->out, '}');
    }
}

/* Barriers gone through in one move: the choices grow exponentially with them, and so does the time. */
#define PASSES_MAX 3

/* {"position","robot","plus"} -> {"moves":[{"move","to","cost","cells","bounces","end","way"}],
 * "blocked":[{"move","why","reason","end"}]}. */
bool op_moves(struct op_request *request, struct carom_error *error)
{
    struct carom_position position;
    if (!arg_position(request, CAROM_REQUIRE_BOARD, &position, error))
        return false;
    size_t length;
    const char *words = arg_string(request, "robot", &length);
    unsigned robot = length == 1 ? carom_robot_from_letter(words[0]) : CAROM_ROBOTS;
    struct listing listing = {.out = &request->out, .position = &position};
    bool here = robot < CAROM_ROBOTS && carom_robots_has(&position.robots, robot);
    carom_json_begin(&request->out, NULL, '{');
    carom_json_begin(&request->out, "moves", '[');
    if (here) {
        int64_t plus = arg_int(request, "plus", 2);
        plus = plus < 0 ? 0 : plus > PASSES_MAX ? PASSES_MAX : plus;
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
    static struct carom_path path;
    struct carom_slide slide;
    struct carom_text *out = playing->out;
    const struct carom_board *board = &playing->position->board;
    carom_slide(board, &playing->round.robots, move, &slide, &path);
    carom_json_begin(out, NULL, '{');
    write_move(out, move);
    if (!carom_round_move(&playing->round, board, move, &slide)) {
        carom_json_put_string(out, "why", carom_slide_result_name(slide.result));
        carom_json_put_string(out, "reason", carom_slide_result_sentence(slide.result));
        carom_json_end(out, '}');
        return false;
    }
    playing->moved = move.robot;
    put_cell_member(out, "to", slide.to);
    carom_json_put_int(out, "cost", slide.cost);
    carom_json_put_int(out, "bounces", slide.bounces);
    carom_json_put_string(out, "state",
                          carom_round_state_name(carom_round_state(&playing->round, &playing->position->target,
                                                                   playing->moved, playing->ricochet)));
    write_path(out, &path);
    carom_json_end(out, '}');
    return true;
}

static void write_outcome(struct playing *playing)
{
    const struct carom_target *target = &playing->position->target;
    playing->position->robots = playing->round.robots;
    put_position_member(playing->out, playing->position);
    carom_json_put_int(playing->out, "moves", playing->round.moves);
    carom_json_put_int(playing->out, "cost", playing->round.cost);
    enum carom_round_state state = CAROM_ROUND_RUNNING;
    if (target->is_set)
        state = carom_round_state(&playing->round, target, playing->moved, playing->ricochet);
    carom_json_put_string(playing->out, "state", carom_round_state_name(state));
}

/* {"position","route","free"} -> {"steps":[{"move","to","cost","bounces","state","way"}],"position","moves","cost",
 * "state"}. A step that cannot be made is the last one and has "why" and "reason" instead. `free` plays without R7. */
bool op_play(struct op_request *request, struct carom_error *error)
{
    struct carom_position position;
    static struct carom_move route[CAROM_CHECK_MOVES_MAX];
    size_t count;
    size_t length;
    if (!arg_position(request, CAROM_REQUIRE_BOARD, &position, error))
        return false;
    const char *words = arg_string(request, "route", &length);
    if (!carom_route_read(route, CAROM_CHECK_MOVES_MAX, &count, words, length, error))
        return false;
    struct playing playing = {
        .out = &request->out,
        .position = &position,
        .round = carom_round_begin(&position.robots),
        .moved = CAROM_ROBOTS,
        .ricochet = !arg_bool(request, "free"),
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
bool op_check(struct op_request *request, struct carom_error *error)
{
    static struct carom_puzzle puzzle;
    static struct carom_check check;
    if (!arg_puzzle(request, CAROM_REQUIRE_TARGET, &puzzle, error))
        return false;
    int64_t bid = arg_int(request, "bid", -1);
    struct carom_check_rules rules = {
        .no_ricochet = arg_bool(request, "no_ricochet"),
        .has_bid = bid >= 0,
        .bid = bid >= 0 && bid <= CAROM_BID_MAX ? (uint32_t)bid : CAROM_BID_MAX,
        .at_most = arg_bool(request, "at_most"),
    };
    size_t length;
    const char *route = arg_string(request, "route", &length);
    if (!carom_check_route(&check, &puzzle, route, length, &rules, error))
        return false;
    carom_check_write_json(&request->out, &puzzle, &check);
    return true;
}

/* Micro Robots: {"position","from"} -> {"side","cells":["6P",... 36 of them],"steps":["1B",...]}: what lies where, and
 * the cells that one step from `from` reaches (M4). */
bool op_micro_moves(struct op_request *request, struct carom_error *error)
{
    static struct carom_puzzle puzzle;
    size_t length;
    unsigned from;
    if (!arg_puzzle(request, CAROM_REQUIRE_BOARD, &puzzle, error))
        return false;
    if (puzzle.game != CAROM_GAME_MICRO)
        return carom_error_set(error, CAROM_ERROR_MICRO_BOARD, 0, "", 0);
    const struct carom_micro_board *board = &puzzle.micro.board;
    struct carom_text *out = &request->out;
    carom_json_begin(out, NULL, '{');
    carom_json_put_string(out, "side", board->side == CAROM_MICRO_BLACK ? "black" : "copper");
    carom_json_begin(out, "cells", '[');
    for (unsigned place = 0; place < CAROM_MICRO_CELLS; place++)
        put_face_element(out, board->face_at[place]);
    carom_json_end(out, ']');
    carom_json_begin(out, "steps", '[');
    const char *words = arg_string(request, "from", &length);
    bool given = carom_micro_face_read(&from, words, length);
    for (unsigned place = 0; place < CAROM_MICRO_CELLS && given; place++)
        if (carom_micro_can_move(board, board->cell_of[from], place))
            put_face_element(out, board->face_at[place]);
    carom_json_end(out, ']');
    carom_json_end(out, '}');
    return true;
}
