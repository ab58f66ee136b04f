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

static bool say_json(const struct solve_options *options, const struct carom_puzzle *puzzle,
                     const struct carom_answer *answer, uint64_t us, FILE *out)
{
    /* Brackets, quotes and commas make no more than three bytes of one. */
    size_t size = CLI_LINE_MAX + WORDS_MAX + 3 * answer->list.length;
    char *bytes = malloc(size);
    if (bytes == NULL) {
        fputs(_("carom: there is no memory for solving\n"), stderr);
        return false;
    }
    struct carom_text text = carom_text_in(bytes, size);
    carom_json_begin(&text, NULL, '{');
    carom_puzzle_word(&text, puzzle);
    carom_answer_found(&text, answer);
    if (puzzle->game == CAROM_GAME_RICOCHET)
        carom_answer_nodes(&text, answer);
    carom_json_count(&text, "us", us);
    if (options->all)
        carom_answer_others(&text, answer);
    carom_answer_difficulty(&text, answer);
    carom_json_end(&text, '}');
    carom_text_char(&text, '\n');
    fwrite(text.bytes, 1, text.length, out);
    free(bytes);
    return true;
}

static void say_words(const struct solve_options *options, const struct carom_answer *answer, FILE *out)
{
    char words[WORDS_MAX];
    struct carom_text text = carom_text_in(words, sizeof words);
    const struct carom_solution *solution = &answer->solution;
    switch (solution->status) {
    case CAROM_SOLVE_FOUND:
        carom_answer_route_write(&text, answer);
        fprintf(out, ngettext("%u move: %s\n", "%u moves: %s\n", solution->cost), solution->cost, words);
        break;
    case CAROM_SOLVE_UNSOLVABLE:
        fprintf(out, _("unsolvable: there is no route at all\n"));
        return;
    case CAROM_SOLVE_LIMIT:
    case CAROM_SOLVE_CANCELLED:
        fprintf(out, _("not found within the limit: it needs at least %u moves\n"), solution->at_least);
        return;
    case CAROM_SOLVE_NO_MEMORY:
        fprintf(out, _("not found, the memory is used up: it needs at least %u moves\n"), solution->at_least);
        return;
    }
    if (options->all)
        fprintf(out, ngettext("%llu shortest route:\n%s", "%llu shortest routes:\n%s", answer->routes),
                (unsigned long long)answer->routes, answer->list.lines != NULL ? answer->list.lines : "");
    if (answer->counted && answer->game == CAROM_GAME_RICOCHET)
        fprintf(out, _("difficulty %u of 100: %s\n"), answer->difficulty.number,
                _(carom_difficulty_name(answer->difficulty.word)));
}

int solve_answer(struct carom_solver *solver, const struct solve_options *options, const struct carom_puzzle *puzzle,
                 FILE *out)
{
    struct carom_answer answer;
    enum carom_solve_status status;
    uint64_t begin = solve_clock_ns();
    if (options->all || options->difficulty)
        status = carom_answer_find_all(solver, puzzle, &options->solver, options->limit,
                                       options->all ? &carom_heap : NULL, &answer);
    else
        status = carom_answer_find(solver, puzzle, &options->solver, &answer);
    uint64_t us = (solve_clock_ns() - begin) / 1000;
    bool said = true;
    if (options->json)
        said = say_json(options, puzzle, &answer, us, out);
    else
        say_words(options, &answer, out);
    carom_answer_done(&answer);
    return !said ? CLI_BAD : status == CAROM_SOLVE_FOUND ? CLI_DONE : CLI_NO;
}
