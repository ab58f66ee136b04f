/*
 * Checking routes of both games, by R13's rulings: an exact claim is judged after the last move, an "at most" claim
 * succeeds as soon as the target is reached within the number.
 */
#include <carom/json.h>
#include <carom/route_check.h>

static bool finish(struct carom_check *check, enum carom_check_result result)
{
    check->result = result;
    return true;
}

static bool set_failure(struct carom_check *check, enum carom_check_result result, size_t index)
{
    check->failed_move_number = (uint32_t)index + 1;
    return finish(check, result);
}

/* Judges the bid of a route that ends on the target. */
static enum carom_check_result judge_bid(const struct carom_check *check, const struct carom_check_rules *rules)
{
    if (rules->has_bid && check->cost > rules->bid)
        return CAROM_CHECK_TOO_MANY;
    if (rules->has_bid && !rules->at_most && check->cost < rules->bid)
        return CAROM_CHECK_TOO_FEW;
    return CAROM_CHECK_OK;
}

/* R13 (at most): the round ends when the target is reached, so further moves do not count. */
static bool reached_early(const struct carom_check *check, const struct carom_check_rules *rules)
{
    return rules->has_bid && rules->at_most && check->cost <= rules->bid;
}

static void judge_target(struct carom_check *check, const struct carom_round *round, const struct carom_target *target)
{
    unsigned robot = target->active;
    if (robot == CAROM_ANY_ROBOT)
        robot = carom_robots_at(&round->robots, target->cell);
    check->reached = robot < CAROM_ROBOTS && round->robots.cell[robot] == target->cell;
    check->ricochet = robot < CAROM_ROBOTS && round->axes[robot] == CAROM_AXIS_BOTH;
}

static bool replay(struct carom_check *check, const struct carom_position *position, const struct carom_move *route,
                   size_t moves, const struct carom_check_rules *rules)
{
    struct carom_round round = carom_round_begin(&position->robots);
    enum carom_round_state state = carom_round_state(&round, &position->target, CAROM_ROBOTS, !rules->no_ricochet);
    for (size_t i = 0; i < moves; i++) {
        check->bad_move = route[i];
        bool made = carom_round_move(&round, &position->board, route[i], &check->slide);
        if (made) {
            check->stops[check->moves++] = check->slide.to;
            check->cost = round.cost;
            state = carom_round_state(&round, &position->target, route[i].robot, !rules->no_ricochet);
        }
        judge_target(check, &round, &position->target);
        if (!made)
            return set_failure(check, CAROM_CHECK_IMPOSSIBLE, i);
        if (state == CAROM_ROUND_NO_RICOCHET)
            return set_failure(check, CAROM_CHECK_NO_RICOCHET, i);
        if (state == CAROM_ROUND_REACHED && reached_early(check, rules))
            return finish(check, CAROM_CHECK_OK);
    }
    judge_target(check, &round, &position->target);
    if (state == CAROM_ROUND_REACHED)
        return finish(check, judge_bid(check, rules));
    return finish(check, check->reached ? CAROM_CHECK_NO_RICOCHET : CAROM_CHECK_NOT_REACHED);
}

static bool check_micro(struct carom_check *check, const struct carom_micro_position *position, const uint8_t *places,
                        size_t moves, const struct carom_check_rules *rules)
{
    unsigned at = position->start;
    bool by_way_point = position->via == CAROM_MICRO_NO_CELL;
    for (size_t i = 0; i < moves; i++) {
        if (!carom_micro_can_move(&position->board, at, places[i])) {
            check->bad_cell = places[i];
            return set_failure(check, CAROM_CHECK_ILLEGAL_MOVE, i);
        }
        at = places[i];
        check->stops[check->moves++] = (uint8_t)at;
        check->cost = check->moves;
        by_way_point = by_way_point || at == position->via;
        check->reached = at == position->target;
        if (check->reached && by_way_point && reached_early(check, rules))
            return finish(check, CAROM_CHECK_OK);
    }
    if (!check->reached)
        return finish(check, CAROM_CHECK_NOT_REACHED);
    return finish(check, by_way_point ? judge_bid(check, rules) : CAROM_CHECK_MISSED_WAYPOINT); /* M12 */
}

static void begin(struct carom_check *check)
{
    check->result = CAROM_CHECK_OK;
    check->cost = check->failed_move_number = check->moves = 0;
    check->reached = check->ricochet = false;
}

bool carom_check_moves(struct carom_check *check, const struct carom_position *position, const struct carom_move *moves,
                       size_t count, const struct carom_check_rules *rules)
{
    if (count > CAROM_CHECK_MOVES_MAX || !position->target.is_set)
        return false;
    for (size_t i = 0; i < count; i++)
        if (moves[i].robot >= CAROM_ROBOTS || moves[i].direction >= CAROM_DIRECTIONS)
            return false;
    begin(check);
    return replay(check, position, moves, count, rules);
}

bool carom_check_route(struct carom_check *check, const struct carom_puzzle *puzzle, const char *text, size_t length,
                       const struct carom_check_rules *rules, struct carom_error *error)
{
    begin(check);
    size_t moves = 0;
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET: {
        struct carom_move route[CAROM_CHECK_MOVES_MAX];
        if (!puzzle->position.target.is_set)
            return carom_error_set(error, CAROM_ERROR_NO_TARGET, 0, NULL, 0);
        return carom_route_read(route, CAROM_CHECK_MOVES_MAX, &moves, text, length, error) &&
               replay(check, &puzzle->position, route, moves, rules);
    }
    case CAROM_GAME_MICRO: {
        uint8_t places[CAROM_CHECK_MOVES_MAX];
        if (!carom_micro_position_is_playable(&puzzle->micro))
            return carom_error_set(error, CAROM_ERROR_NO_TARGET, 0, NULL, 0);
        return carom_micro_route_read(&puzzle->micro.board, places, CAROM_CHECK_MOVES_MAX, &moves, text, length,
                                      error) &&
               check_micro(check, &puzzle->micro, places, moves, rules);
    }
    }
    return false;
}

const char *carom_check_name(const struct carom_check *check)
{
    switch (check->result) {
    case CAROM_CHECK_OK:
        return "ok";
    case CAROM_CHECK_IMPOSSIBLE:
        return carom_slide_result_name(check->slide.result);
    case CAROM_CHECK_ILLEGAL_MOVE:
        return "no-step";
    case CAROM_CHECK_NO_RICOCHET:
        return "no-ricochet";
    case CAROM_CHECK_NOT_REACHED:
        return "not-reached";
    case CAROM_CHECK_MISSED_WAYPOINT:
        return "no-way-point";
    case CAROM_CHECK_TOO_MANY:
        return "too-many";
    case CAROM_CHECK_TOO_FEW:
        return "too-few";
    }
    return "";
}

const char *carom_check_sentence(const struct carom_check *check)
{
    switch (check->result) {
    case CAROM_CHECK_OK:
        return "the route reaches the target";
    case CAROM_CHECK_IMPOSSIBLE:
        return carom_slide_result_sentence(check->slide.result);
    case CAROM_CHECK_ILLEGAL_MOVE:
        return "a step must go along a row or column to a cell with the same number or colour (M4)";
    case CAROM_CHECK_NO_RICOCHET:
        if (check->failed_move_number == 0)
            return "the robot hasn't left the target: it must come back to it with a ricochet (R7)";
        return "the robot stops on the target without a ricochet (R7)";
    case CAROM_CHECK_NOT_REACHED:
        return "the route doesn't end on the target";
    case CAROM_CHECK_MISSED_WAYPOINT:
        return "the route must stop on the way point first (M12)";
    case CAROM_CHECK_TOO_MANY:
        return "the route takes more moves than the bid (R13)";
    case CAROM_CHECK_TOO_FEW:
        return "the route takes fewer moves than the bid, and only the exact number counts (R13)";
    }
    return "";
}

void carom_check_stop_write(struct carom_text *text, const struct carom_puzzle *puzzle, unsigned stop)
{
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        carom_cell_write(text, (carom_cell)stop);
        return;
    case CAROM_GAME_MICRO:
        carom_micro_face_write(text, puzzle->micro.board.face_at[stop]);
        return;
    }
}

void carom_check_bad_move_write(struct carom_text *text, const struct carom_puzzle *puzzle,
                                const struct carom_check *check)
{
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        carom_move_write(text, check->bad_move);
        return;
    case CAROM_GAME_MICRO:
        carom_check_stop_write(text, puzzle, check->bad_cell);
        return;
    }
}

static void describe_failure(struct carom_text *text, const struct carom_puzzle *puzzle,
                             const struct carom_check *check)
{
    if (check->failed_move_number != 0) {
        carom_json_put_int(text, "number", check->failed_move_number);
        carom_json_open_string(text, "move");
        carom_check_bad_move_write(text, puzzle, check);
        carom_json_close_string(text);
    }
    carom_json_put_string(text, "why", carom_check_name(check));
    carom_json_put_string(text, "reason", carom_check_sentence(check));
}

void carom_check_write_json(struct carom_text *text, const struct carom_puzzle *puzzle, const struct carom_check *check)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_bool(text, "ok", check->result == CAROM_CHECK_OK);
    carom_json_put_int(text, "moves", check->cost);
    carom_json_begin(text, "stops", '[');
    for (uint32_t i = 0; i < check->moves; i++) {
        carom_json_open_string(text, NULL);
        carom_check_stop_write(text, puzzle, check->stops[i]);
        carom_json_close_string(text);
    }
    carom_json_end(text, ']');
    carom_json_put_bool(text, "reached", check->reached);
    if (puzzle->game == CAROM_GAME_RICOCHET)
        carom_json_put_bool(text, "ricochet", check->ricochet);
    if (check->result != CAROM_CHECK_OK)
        describe_failure(text, puzzle, check);
    carom_json_end(text, '}');
}
