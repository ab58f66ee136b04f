/*
 * The answer of `carom solve` to one position of either game, as JSON or in words.
 */
#include "solve.h"

#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#define ROUTE_TEXT_MAX (CAROM_ROUTE_MAX * (CAROM_MOVE_SIGNS_MAX + 8) + 1024)

uint64_t solve_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void print_json_answer(const struct solve_options *options, const struct carom_puzzle *puzzle,
                              const struct carom_answer *answer, uint64_t us, struct carom_text *text)
{
    carom_json_begin(text, NULL, '{');
    carom_puzzle_write_position(text, puzzle);
    carom_answer_write_result(text, answer);
    if (puzzle->game == CAROM_GAME_RICOCHET)
        carom_answer_write_nodes(text, answer);
    carom_json_put_uint(text, "us", us);
    if (options->all)
        carom_answer_write_route_list(text, answer);
    carom_answer_write_difficulty(text, answer);
    carom_json_end(text, '}');
    carom_text_char(text, '\n');
}

/* Like printf, behind what is written already. */
static void text_printf(struct carom_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void text_printf(struct carom_text *text, const char *format, ...)
{
    if (text->size == 0) /* there was no memory for it */
        return;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->bytes + text->length, text->size - text->length, format, arguments);
    va_end(arguments);
    text->truncated = text->truncated || length < 0 || (size_t)length >= text->size - text->length;
    if (!text->truncated)
        text->length += (size_t)length;
}

static void print_text_answer(const struct solve_options *options, const struct carom_answer *answer,
                              struct carom_text *text)
{
    char words[ROUTE_TEXT_MAX];
    struct carom_text route = carom_text_init(words, sizeof words);
    const struct carom_solution *solution = &answer->solution;
    switch (solution->status) {
    case CAROM_SOLVE_FOUND:
        carom_answer_write_route_text(&route, answer);
        text_printf(text, ngettext("%u move: %s\n", "%u moves: %s\n", solution->cost), solution->cost, words);
        break;
    case CAROM_SOLVE_UNSOLVABLE:
        text_printf(text, _("unsolvable: there is no route\n"));
        return;
    case CAROM_SOLVE_LIMIT:
    case CAROM_SOLVE_CANCELLED:
        text_printf(text,
                    ngettext("not found within the limits: it needs at least %u move\n",
                             "not found within the limits: it needs at least %u moves\n", solution->lower_bound),
                    solution->lower_bound);
        return;
    case CAROM_SOLVE_INVALID: /* never: positions are read with their target */
        return;
    case CAROM_SOLVE_NO_MEMORY:
        text_printf(text,
                    ngettext("not found, out of memory: it needs at least %u move\n",
                             "not found, out of memory: it needs at least %u moves\n", solution->lower_bound),
                    solution->lower_bound);
        return;
    }
    if (options->all)
        text_printf(text, ngettext("%llu shortest route:\n%s", "%llu shortest routes:\n%s", answer->routes),
                    (unsigned long long)answer->routes, answer->list.lines != NULL ? answer->list.lines : "");
    if (answer->counted && answer->game == CAROM_GAME_RICOCHET)
        text_printf(text, _("difficulty %u of 100: %s\n"), answer->difficulty.value,
                    _(carom_difficulty_name(answer->difficulty.level)));
}

int solve_answer(struct carom_solver *solver, const struct solve_options *options, const struct carom_puzzle *puzzle,
                 struct carom_text *text)
{
    struct carom_answer answer;
    enum carom_solve_status status;
    uint64_t begin = solve_clock_ns();
    if (options->all || options->difficulty)
        status = carom_answer_solve_all(solver, puzzle, &options->solver, options->limit,
                                        options->all ? &carom_libc_allocator : NULL, &answer);
    else
        status = carom_answer_solve(solver, puzzle, &options->solver, &answer);
    uint64_t us = (solve_clock_ns() - begin) / 1000;
    /* Brackets, quotes and commas make no more than three bytes of one of the list. */
    size_t size = CLI_LINE_MAX + ROUTE_TEXT_MAX + 3 * answer.list.length;
    char *bytes = malloc(size);
    *text = carom_text_init(bytes, bytes != NULL ? size : 0);
    if (options->json)
        print_json_answer(options, puzzle, &answer, us, text);
    else
        print_text_answer(options, &answer, text);
    carom_answer_destroy(&answer);
    return status == CAROM_SOLVE_FOUND ? CLI_EXIT_OK : CLI_EXIT_NO;
}
