/*
 * Answers: either game asked in one way, and told in one way, with the same bytes from program, server and browser.
 *
 * A list of routes is kept as words, because that is the form in which routes of both games look alike; JSON only puts
 * brackets and quotes around them.
 */
#include <carom/answer.h>
#include <carom/json.h>

#define MOVE_WORDS (CAROM_SIGNS + 8) /* of one move with the blank behind it, at most */

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
    }
    return "";
}

/* ---- finding ---- */

/* What is done with the routes that the solver tells one after the other. */
struct listening {
    struct carom_answer *answer;
    const struct carom_micro_board *tiles;
    uint64_t heard;
    uint64_t limit;
    bool refused; /* by the memory */
};

/* A text for one more line of so many moves; false: no more is to be listed. */
static bool begin_line(struct listening *listening, uint32_t moves, struct carom_text *text)
{
    struct carom_route_list *list = &listening->answer->list;
    size_t needed = list->length + (size_t)moves * MOVE_WORDS + 2;
    if (!list->asked || listening->heard++ == listening->limit)
        return false;
    if (needed > list->size) {
        char *lines = list->memory.resize(list->memory.context, list->lines, list->size, 2 * needed);
        listening->refused = lines == NULL;
        if (listening->refused)
            return false;
        list->lines = lines;
        list->size = 2 * needed;
    }
    *text = carom_text_in(list->lines + list->length, list->size - list->length);
    return true;
}

static void end_line(struct listening *listening, struct carom_text *text)
{
    carom_text_char(text, '\n');
    listening->answer->list.length += text->length;
}

static bool hear_route(void *context, const struct carom_move *route, uint32_t count)
{
    struct carom_text text;
    if (!begin_line(context, count, &text))
        return false;
    carom_route_write(&text, route, count);
    end_line(context, &text);
    return true;
}

static bool hear_walk(void *context, const uint8_t *places, uint32_t count)
{
    struct listening *listening = context;
    struct carom_text text;
    for (uint32_t i = 0; listening->heard == 0 && i < count; i++)
        listening->answer->faces[i] = listening->tiles->shows[places[i]];
    if (!begin_line(listening, count, &text))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        carom_text_put(&text, i > 0 ? " " : "");
        carom_micro_face_write(&text, listening->tiles->shows[places[i]]);
    }
    end_line(listening, &text);
    return true;
}

static void walk(struct listening *listening, const struct carom_micro_position *position)
{
    struct carom_micro_solution found;
    struct carom_answer *answer = listening->answer;
    bool any = carom_micro_solve_all(position, &found, hear_walk, listening);
    answer->solution.status = any ? CAROM_SOLVE_FOUND : CAROM_SOLVE_UNSOLVABLE;
    answer->solution.cost = answer->solution.at_least = answer->solution.moves = found.moves;
    answer->routes = found.routes;
    answer->counted = true;
}

static void slide(struct carom_solver *solver, struct listening *listening, const struct carom_position *position,
                  const struct carom_solve_options *options)
{
    struct carom_answer *answer = listening->answer;
    if (solver == NULL) {
        answer->solution.status = CAROM_SOLVE_NO_MEMORY;
    } else if (!answer->counted) {
        carom_solve(solver, position, options, &answer->solution);
    } else {
        carom_solve_all(solver, position, options, listening->limit, hear_route, listening, &answer->routes,
                        &answer->solution);
        if (answer->solution.status == CAROM_SOLVE_FOUND)
            answer->difficulty = carom_difficulty_of(position, &answer->solution, answer->routes);
    }
}

static enum carom_solve_status find(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                                    const struct carom_solve_options *options, struct listening *listening)
{
    struct carom_answer *answer = listening->answer;
    answer->game = puzzle->game;
    switch (puzzle->game) {
    case CAROM_GAME_RICOCHET:
        slide(solver, listening, &puzzle->position, options);
        break;
    case CAROM_GAME_MICRO:
        listening->tiles = &puzzle->micro.board;
        walk(listening, &puzzle->micro);
        break;
    }
    if (listening->refused) {
        carom_answer_done(answer);
        answer->solution.status = CAROM_SOLVE_NO_MEMORY;
    }
    return answer->solution.status;
}

enum carom_solve_status carom_answer_find(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                                          const struct carom_solve_options *options, struct carom_answer *answer)
{
    struct listening listening = {.answer = answer};
    *answer = (struct carom_answer){0};
    return find(solver, puzzle, options, &listening);
}

enum carom_solve_status carom_answer_find_all(struct carom_solver *solver, const struct carom_puzzle *puzzle,
                                              const struct carom_solve_options *options, uint64_t limit,
                                              const struct carom_memory *memory, struct carom_answer *answer)
{
    struct listening listening = {.answer = answer, .limit = memory != NULL ? limit : 0};
    *answer = (struct carom_answer){.counted = true};
    if (memory != NULL)
        answer->list = (struct carom_route_list){.memory = *memory, .asked = true};
    return find(solver, puzzle, options, &listening);
}

void carom_answer_done(struct carom_answer *answer)
{
    struct carom_route_list *list = &answer->list;
    if (list->lines != NULL)
        list->memory.resize(list->memory.context, list->lines, list->size, 0);
    *list = (struct carom_route_list){.asked = list->asked};
}

/* ---- telling ---- */

void carom_answer_move_write(struct carom_text *text, const struct carom_answer *answer, uint32_t n)
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

void carom_answer_route_write(struct carom_text *text, const struct carom_answer *answer)
{
    for (uint32_t n = 0; n < answer->solution.moves; n++) {
        carom_text_put(text, n > 0 ? " " : "");
        carom_answer_move_write(text, answer, n);
    }
}

void carom_answer_moves(struct carom_text *text, const struct carom_answer *answer)
{
    if (answer->solution.status == CAROM_SOLVE_FOUND)
        carom_json_number(text, "moves", answer->solution.cost);
    else
        carom_json_words(text, "moves", NULL);
    if (answer->solution.status == CAROM_SOLVE_UNSOLVABLE)
        carom_json_flag(text, "unsolvable", true);
}

void carom_answer_route(struct carom_text *text, const struct carom_answer *answer)
{
    if (answer->solution.status != CAROM_SOLVE_FOUND)
        return;
    carom_json_begin(text, "route", '[');
    for (uint32_t n = 0; n < answer->solution.moves; n++) {
        carom_json_open(text, NULL);
        carom_answer_move_write(text, answer, n);
        carom_json_close(text);
    }
    carom_json_end(text, ']');
}

void carom_answer_proof(struct carom_text *text, const struct carom_answer *answer)
{
    bool proven = answer->solution.status == CAROM_SOLVE_FOUND || answer->solution.status == CAROM_SOLVE_UNSOLVABLE;
    carom_json_flag(text, "proven", proven);
    if (!proven)
        carom_json_number(text, "at_least", answer->solution.at_least);
}

void carom_answer_found(struct carom_text *text, const struct carom_answer *answer)
{
    carom_answer_moves(text, answer);
    carom_answer_route(text, answer);
    carom_answer_proof(text, answer);
}

void carom_answer_nodes(struct carom_text *text, const struct carom_answer *answer)
{
    carom_json_count(text, "nodes", answer->solution.nodes);
}

/* One line of the list; returns its length. */
static size_t write_line(struct carom_text *text, const char *line)
{
    size_t at = 0;
    carom_json_begin(text, NULL, '[');
    while (line[at] != '\n') {
        size_t length = 0;
        while (line[at + length] != ' ' && line[at + length] != '\n')
            length++;
        carom_json_bytes(text, NULL, line + at, length);
        at += length + (line[at + length] == ' ');
    }
    carom_json_end(text, ']');
    return at + 1;
}

void carom_answer_others(struct carom_text *text, const struct carom_answer *answer)
{
    if (answer->counted)
        carom_json_count(text, "count", answer->routes);
    if (!answer->list.asked)
        return;
    carom_json_begin(text, "routes", '[');
    for (size_t at = 0; at < answer->list.length;)
        at += write_line(text, answer->list.lines + at);
    carom_json_end(text, ']');
}

void carom_answer_difficulty(struct carom_text *text, const struct carom_answer *answer)
{
    if (answer->game != CAROM_GAME_RICOCHET || !answer->counted || answer->solution.status != CAROM_SOLVE_FOUND)
        return;
    carom_json_number(text, "difficulty", answer->difficulty.number);
    carom_json_words(text, "word", carom_difficulty_name(answer->difficulty.word));
}
