/*
 * Answers: one way to ask and one way to report for both games, with the same bytes from program, server and browser.
 *
 * A list of routes is kept as text in notation, the form that both games share; JSON only adds brackets and quotes.
 */
#include <carom/answer.h>
#include <carom/json.h>

#define MOVE_TEXT_MAX (CAROM_MOVE_SIGNS_MAX + 8) /* longest move in notation, with the blank after it */

const char *carom_solve_status_name(enum carom_solve_status status)
{
    switch (status) {
    case CAROM_SOLVE_FOUND:
        return "found";
    case CAROM_SOLVE_UNSOLVABLE:
        return "unsolvable";
    case CAROM_SOLVE_LIMIT:
        return "limit";
    case CAROM_SOLVE_CANCELLED:
        return "cancelled";
    case CAROM_SOLVE_NO_MEMORY:
        return "no-memory";
    case CAROM_SOLVE_INVALID:
        return "invalid";
    }
    return "";
}

/* ---- solving ---- */

/* Collects the routes that the solver reports one by one. */
struct route_lister {
    struct carom_answer *answer;
    const struct carom_micro_board *tiles;
    uint64_t heard;
    uint64_t limit;
    bool refused; /* out of memory */
};

/* Reserves text for another line of this many moves. False: the list is full or memory ran out. */
static bool begin_line(struct route_lister *lister, uint32_t moves, struct carom_text *text)
{
    struct carom_route_list *list = &lister->answer->list;
    size_t needed = list->length + (size_t)moves * MOVE_TEXT_MAX + 2;
    if (!list->wanted || lister->heard++ == lister->limit)
        return false;
    if (needed > list->size) {
        char *lines = list->allocator.resize(list->allocator.context, list->lines, list->size, 2 * needed);
        lister->refused = lines == NULL;
        if (lister->refused)
            return false;
        list->lines = lines;
        list->size = 2 * needed;
    }
    *text = carom_text_init(list->lines + list->length, list->size - list->length);
    return true;
}

static void end_line(struct route_lister *lister, struct carom_text *text)
{
    carom_text_char(text, '\n');
    lister->answer->list.length += text->length;
}

static bool on_route(void *context, const struct carom_move *route, uint32_t count)
{
    struct carom_text text;
    if (!begin_line(context, count, &text))
        return false;
    carom_route_write(&text, route, count);
    end_line(context, &text);
    return true;
}

static bool on_micro_route(void *context, const uint8_t *places, uint32_t count)
{
    struct route_lister *lister = context;
    struct carom_text text;
    for (uint32_t i = 0; lister->heard == 0 && i < count; i++)
        lister->answer->faces[i] = lister->tiles->face_at[places[i]];
    if (!begin_line(lister, count, &text))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        carom_text_put(&text, i > 0 ? " " : "");
        carom_micro_face_write(&text, lister->tiles->face_at[places[i]]);
    }
    end_line(lister, &text);
    return true;
}

static void solve_micro(struct route_lister *lister, const struct carom_micro_position *position)
{
    struct carom_micro_solution found;
    struct carom_answer *answer = lister->answer;
    bool any = carom_micro_solve_all(position, &found, on_micro_route, lister);
    answer->solution.status = any                                          ? CAROM_SOLVE_FOUND
                              : carom_micro_position_is_playable(position) ? CAROM_SOLVE_UNSOLVABLE
                                                                           : CAROM_SOLVE_INVALID;
    answer->solution.cost = answer->solution.lower_bound = answer->solution.moves = found.moves;
    answer->routes = found.routes;
    answer->counted = true;
}

static void slide(struct carom_solver *solver, struct route_lister *lister, const struct carom_position *position,
                  const struct carom_solve_options *options)
{
    struct carom_answer *answer = lister->answer;
    if (solver == NULL) {
        answer->solution.status = CAROM_SOLVE_NO_MEMORY;
    } else if (!answer->counted) {
        carom_solve(solver, position, options, &answer->solution);
    } else {
        carom_solve_all(solver, position, options, lister->limit, on_route, lister, &answer->routes, &answer->solution);
        if (answer->solution.status == CAROM_SOLVE_FOUND)
            answer->difficulty = carom_difficulty_estimate(position, &answer->solution, answer->routes);
    }
}

static enum carom_solve_status solve_puzzle(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                                            const struct carom_solve_options *options, struct route_lister *lister)
{
    struct carom_answer *answer = lister->answer;
    answer->game = puzzle->game;
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        slide(solver, lister, &puzzle->position, options);
        break;
    case CAROM_GAME_MICRO:
        lister->tiles = &puzzle->micro.board;
        solve_micro(lister, &puzzle->micro);
        break;
    }
    if (lister->refused) {
        carom_answer_destroy(answer);
        answer->solution.status = CAROM_SOLVE_NO_MEMORY;
    }
    return answer->solution.status;
}

enum carom_solve_status carom_answer_solve(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                                           const struct carom_solve_options *options, struct carom_answer *answer)
{
    struct route_lister lister = {.answer = answer};
    *answer = (struct carom_answer){0};
    return solve_puzzle(solver, puzzle, options, &lister);
}

enum carom_solve_status carom_answer_solve_all(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                                               const struct carom_solve_options *options, uint64_t limit,
                                               const struct carom_allocator *allocator, struct carom_answer *answer)
{
    struct route_lister lister = {.answer = answer, .limit = allocator != NULL ? limit : 0};
    *answer = (struct carom_answer){.counted = true};
    if (allocator != NULL)
        answer->list = (struct carom_route_list){.allocator = *allocator, .wanted = true};
    return solve_puzzle(solver, puzzle, options, &lister);
}

void carom_answer_destroy(struct carom_answer *answer)
{
    struct carom_route_list *list = &answer->list;
    if (list->lines != NULL)
        list->allocator.resize(list->allocator.context, list->lines, list->size, 0);
    *list = (struct carom_route_list){.wanted = list->wanted};
}

/* ---- writing ---- */

void carom_answer_write_move_text(struct carom_text *text, const struct carom_answer *answer, uint32_t n)
{
    switch (answer->game) {
    case CAROM_GAME_RICOCHET:
        carom_move_write(text, answer->solution.route[n]);
        return;
    case CAROM_GAME_MICRO:
        carom_micro_face_write(text, answer->faces[n]);
        return;
    }
}

void carom_answer_write_route_text(struct carom_text *text, const struct carom_answer *answer)
{
    for (uint32_t n = 0; n < answer->solution.moves; n++) {
        carom_text_put(text, n > 0 ? " " : "");
        carom_answer_write_move_text(text, answer, n);
    }
}

void carom_answer_write_moves(struct carom_text *text, const struct carom_answer *answer)
{
    if (answer->solution.status == CAROM_SOLVE_FOUND)
        carom_json_put_int(text, "moves", answer->solution.cost);
    else
        carom_json_put_string(text, "moves", NULL);
    if (answer->solution.status == CAROM_SOLVE_UNSOLVABLE)
        carom_json_put_bool(text, "unsolvable", true);
}

void carom_answer_write_route(struct carom_text *text, const struct carom_answer *answer)
{
    if (answer->solution.status != CAROM_SOLVE_FOUND)
        return;
    carom_json_begin(text, "route", '[');
    for (uint32_t n = 0; n < answer->solution.moves; n++) {
        carom_json_open_string(text, NULL);
        carom_answer_write_move_text(text, answer, n);
        carom_json_close_string(text);
    }
    carom_json_end(text, ']');
}

void carom_answer_write_proof(struct carom_text *text, const struct carom_answer *answer)
{
    bool proven = answer->solution.status == CAROM_SOLVE_FOUND || answer->solution.status == CAROM_SOLVE_UNSOLVABLE;
    carom_json_put_bool(text, "proven", proven);
    if (!proven)
        carom_json_put_int(text, "at_least", answer->solution.lower_bound);
}

void carom_answer_write_result(struct carom_text *text, const struct carom_answer *answer)
{
    carom_answer_write_moves(text, answer);
    carom_answer_write_route(text, answer);
    carom_answer_write_proof(text, answer);
}

void carom_answer_write_nodes(struct carom_text *text, const struct carom_answer *answer)
{
    carom_json_put_uint(text, "nodes", answer->solution.nodes);
}

/* Writes one line of the list and returns its length. */
static size_t write_line(struct carom_text *text, const char *line)
{
    size_t at = 0;
    carom_json_begin(text, NULL, '[');
    while (line[at] != '\n') {
        size_t length = 0;
        while (line[at + length] != ' ' && line[at + length] != '\n')
            length++;
        carom_json_put_bytes(text, NULL, line + at, length);
        at += length + (line[at + length] == ' ');
    }
    carom_json_end(text, ']');
    return at + 1;
}

void carom_answer_write_route_list(struct carom_text *text, const struct carom_answer *answer)
{
    if (answer->counted)
        carom_json_put_uint(text, "count", answer->routes);
    if (!answer->list.wanted)
        return;
    carom_json_begin(text, "routes", '[');
    for (size_t at = 0; at < answer->list.length;)
        at += write_line(text, answer->list.lines + at);
    carom_json_end(text, ']');
}

void carom_answer_write_difficulty(struct carom_text *text, const struct carom_answer *answer)
{
    if (answer->game != CAROM_GAME_RICOCHET || !answer->counted || answer->solution.status != CAROM_SOLVE_FOUND)
        return;
    carom_json_put_int(text, "difficulty", answer->difficulty.value);
    carom_json_put_string(text, "word", carom_difficulty_name(answer->difficulty.level));
}
