/*
 * The answer of `carom solve` to one position of either game, as JSON or in words.
 */
#include "solve.h"

#include <stdlib.h>
#include <time.h>

#define WORDS_MAX (CAROM_ROUTE_MAX * (CAROM_SIGNS + 8) + 1024)

uint64_t solve_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* What is said about one position, and what is needed for it. */
struct saying {
    const struct solve_options *options;
    const struct carom_puzzle *puzzle;
    FILE *out;
    uint64_t us;
    uint64_t count; /* of all shortest routes, if it was asked for */
    uint64_t listed;
    FILE *routes; /* the list, as it is found */
    char *list;
    size_t list_length;
};

static void begin_json(const struct saying *saying)
{
    char words[CLI_LINE_MAX];
    struct carom_text text = carom_text_in(words, sizeof words);
    carom_text_put(&text, "{\"position\":\"");
    carom_puzzle_write(&text, saying->puzzle);
    carom_text_put(&text, "\",");
    fputs(words, saying->out);
}

static void end_json(const struct saying *saying)
{
    fprintf(saying->out, ",\"us\":%llu", (unsigned long long)saying->us);
    if (saying->options->all)
        fprintf(saying->out, ",\"count\":%llu,\"routes\":[%s]", (unsigned long long)saying->count, saying->list);
}

static bool list_route(void *context, const struct carom_move *route, uint32_t count)
{
    struct saying *saying = context;
    char words[WORDS_MAX];
    struct carom_text text = carom_text_in(words, sizeof words);
    if (saying->options->json)
        carom_route_describe(&text, route, count);
    else
        carom_route_write(&text, route, count);
    fprintf(saying->routes, "%s%s%s", saying->options->json && saying->listed++ > 0 ? "," : "", words,
            saying->options->json ? "" : "\n");
    return true;
}

static void say_difficulty(const struct saying *saying, const struct carom_solution *solution)
{
    struct carom_difficulty difficulty = carom_difficulty_of(&saying->puzzle->position, solution, saying->count);
    const char *name = carom_difficulty_name(difficulty.word);
    if (saying->options->json)
        fprintf(saying->out, ",\"difficulty\":%u,\"word\":\"%s\"", difficulty.number, name);
    else
        fprintf(saying->out, _("difficulty %u of 100: %s\n"), difficulty.number, _(name));
}

static void say_words(const struct saying *saying, const struct carom_solution *solution)
{
    char words[WORDS_MAX];
    struct carom_text text = carom_text_in(words, sizeof words);
    carom_route_write(&text, solution->route, solution->moves);
    switch (solution->status) {
    case CAROM_SOLVE_FOUND:
        fprintf(saying->out, ngettext("%u move: %s\n", "%u moves: %s\n", solution->cost), solution->cost, words);
        break;
    case CAROM_SOLVE_UNSOLVABLE:
        fprintf(saying->out, _("unsolvable: there is no route at all\n"));
        break;
    case CAROM_SOLVE_LIMIT:
    case CAROM_SOLVE_CANCELLED:
        fprintf(saying->out, _("not found within the limit: it needs at least %u moves\n"), solution->at_least);
        break;
    case CAROM_SOLVE_NO_MEMORY:
        fprintf(saying->out, _("not found, the memory is used up: it needs at least %u moves\n"), solution->at_least);
        break;
    }
    if (saying->options->all && solution->status == CAROM_SOLVE_FOUND)
        fprintf(saying->out, ngettext("%llu shortest route:\n%s", "%llu shortest routes:\n%s", saying->count),
                (unsigned long long)saying->count, saying->list);
}

static int answer_ricochet(struct carom_solver *solver, struct saying *saying)
{
    struct carom_solution solution;
    const struct solve_options *options = saying->options;
    const struct carom_position *position = &saying->puzzle->position;
    bool counted = options->all || options->difficulty;
    uint64_t begin = solve_clock_ns();
    if (counted)
        carom_solve_all(solver, position, &options->solver, options->all ? options->limit : 0, list_route, saying,
                        &saying->count, &solution);
    else
        carom_solve(solver, position, &options->solver, &solution);
    saying->us = (solve_clock_ns() - begin) / 1000;
    fflush(saying->routes);
    if (options->json) {
        char words[WORDS_MAX];
        struct carom_text text = carom_text_in(words, sizeof words);
        carom_solution_describe(&text, &solution);
        begin_json(saying);
        fputs(words, saying->out);
        end_json(saying);
    } else {
        say_words(saying, &solution);
    }
    if (counted && solution.status == CAROM_SOLVE_FOUND)
        say_difficulty(saying, &solution);
    fputs(options->json ? "}\n" : "", saying->out);
    return solution.status == CAROM_SOLVE_FOUND ? CLI_DONE : CLI_NO;
}

static void write_walk(struct saying *saying, FILE *out, const uint8_t *places, uint32_t count)
{
    bool json = saying->options->json;
    char words[WORDS_MAX];
    struct carom_text text = carom_text_in(words, sizeof words);
    carom_text_put(&text, json ? "[" : "");
    for (uint32_t i = 0; i < count; i++) {
        carom_text_put(&text, i == 0 ? json ? "\"" : "" : json ? ",\"" : " ");
        carom_micro_face_write(&text, saying->puzzle->micro.board.shows[places[i]]);
        carom_text_put(&text, json ? "\"" : "");
    }
    carom_text_put(&text, json ? "]" : "");
    fputs(words, out);
}

static bool list_walk(void *context, const uint8_t *places, uint32_t count)
{
    struct saying *saying = context;
    if (saying->listed == saying->options->limit)
        return false;
    fputs(saying->options->json && saying->listed > 0 ? "," : "", saying->routes);
    saying->listed++;
    write_walk(saying, saying->routes, places, count);
    fputs(saying->options->json ? "" : "\n", saying->routes);
    return true;
}

static int answer_micro(struct saying *saying)
{
    struct carom_micro_solution solution, listed;
    uint64_t begin = solve_clock_ns();
    bool found = carom_micro_solve(&saying->puzzle->micro, &solution);
    if (saying->options->all)
        carom_micro_solve_all(&saying->puzzle->micro, &listed, list_walk, saying);
    saying->us = (solve_clock_ns() - begin) / 1000;
    saying->count = solution.routes;
    fflush(saying->routes);
    if (saying->options->json) {
        begin_json(saying);
        fprintf(saying->out, found ? "\"moves\":%u,\"route\":" : "\"moves\":null,\"unsolvable\":true", solution.moves);
        if (found)
            write_walk(saying, saying->out, solution.places, solution.moves);
        fputs(",\"proven\":true", saying->out);
        end_json(saying);
        fputs("}\n", saying->out);
    } else if (found) {
        fprintf(saying->out, ngettext("%u move: ", "%u moves: ", solution.moves), solution.moves);
        write_walk(saying, saying->out, solution.places, solution.moves);
        fputs("\n", saying->out);
        if (saying->options->all)
            fprintf(saying->out, ngettext("%llu shortest route:\n%s", "%llu shortest routes:\n%s", saying->count),
                    (unsigned long long)saying->count, saying->list);
    } else {
        fprintf(saying->out, _("unsolvable: there is no route at all\n"));
    }
    return found ? CLI_DONE : CLI_NO;
}

int solve_answer(struct carom_solver *solver, const struct solve_options *options, const struct carom_puzzle *puzzle,
                 FILE *out)
{
    struct saying saying = {.options = options, .puzzle = puzzle, .out = out};
    saying.routes = open_memstream(&saying.list, &saying.list_length);
    if (saying.routes == NULL)
        return CLI_BAD;
    fflush(saying.routes);
    int status = puzzle->game == CAROM_GAME_MICRO ? answer_micro(&saying) : answer_ricochet(solver, &saying);
    fclose(saying.routes);
    free(saying.list);
    return status;
}
