/*
 * No easy or medium puzzle and no walk of Micro Robots comes twice in ten years, at heart: years FROM, a year.
 * It takes minutes, so it is a benchmark: `meson test -C build --benchmark --suite puzzles`.
 */
#include <carom/daily.h>
#include <carom/libc_allocator.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DAYS 3653
#define ROUTE_TEXT_MAX 128

struct heart {
    char words[ROUTE_TEXT_MAX];
    uint32_t day;
};

static struct heart heart[DAYS * CAROM_DAILY_KINDS];
static unsigned hearts;

static bool add(struct carom_solver *solver, uint32_t day, enum carom_daily_kind kind)
{
    struct carom_puzzle puzzle, core;
    struct carom_puzzle_analysis analysis;
    uint32_t moves;
    if (!carom_daily_find(solver, day, kind, &puzzle, &moves) || !carom_puzzle_analyse(solver, &puzzle, 0, &analysis) ||
        analysis.moves != moves)
        return false;
    carom_puzzle_canonical(solver, &puzzle, &analysis, &core);
    struct carom_text text = carom_text_init(heart[hearts].words, ROUTE_TEXT_MAX);
    carom_puzzle_write(&text, &core);
    heart[hearts++].day = day;
    return !text.truncated;
}

static int by_words(const void *a, const void *b)
{
    return strcmp(((const struct heart *)a)->words, ((const struct heart *)b)->words);
}

int main(int argc, char **argv)
{
    struct carom_solver *solver = carom_solver_new(&carom_libc_allocator);
    char date[16];
    uint32_t first;
    int wrong = 0;
    snprintf(date, sizeof date, "%.4s-01-01", argc == 2 ? argv[1] : "2026");
    if (solver == NULL || !carom_date_read(&first, date, strlen(date)))
        return 2;
    for (uint32_t day = first; day < first + DAYS; day++)
        wrong += !add(solver, day, CAROM_DAILY_EASY) + !add(solver, day, CAROM_DAILY_MEDIUM) +
                 !add(solver, day, CAROM_DAILY_MICRO);
    qsort(heart, hearts, sizeof *heart, by_words);
    for (unsigned i = 1; i < hearts; i++)
        if (strcmp(heart[i].words, heart[i - 1].words) == 0) {
            printf("%s: days %u and %u\n", heart[i].words, heart[i - 1].day, heart[i].day);
            wrong++;
        }
    printf("%u puzzles from %s on, %d wrong or twice\n", hearts, date, wrong);
    carom_solver_free(solver);
    return wrong > 0;
}
