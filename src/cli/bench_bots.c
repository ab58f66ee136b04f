/*
 * `carom bench --bots`: the tournament by which the levels of bots are measured, each against the one below.
 */
#include "bench.h"
#include "cli.h"

#include "../player/contest.h"

#include <carom/heap.h>

static unsigned percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (unsigned)((part * 100 + whole / 2) / whole) : 0;
}

/* One line: what a level does, and how it fares against the one below. */
static void print_level(const struct cli *cli, unsigned level, const struct contest *contest)
{
    const struct contest_side *side = &contest->side[1];
    uint64_t decided = (uint64_t)contest->side[0].won + side->won;
    const struct cli_figure figures[] = {
        {"level", level},
        {"rounds", contest->rounds},
        {"decided", level > 1 ? decided : 0},
        {"won", level > 1 ? side->won : 0},
        {"won_percent", level > 1 ? percent(side->won, decided) : 0},
        {"found_percent", percent(contest->rounds - side->silent, contest->rounds)},
        {"shortest_percent", percent(side->shortest, contest->rounds)},
        {"above_percent", percent(side->above, contest->longer)},
        {"failed_percent", percent(side->failed, side->shown)},
        {"first_ms", contest->rounds > side->silent ? side->first_ms / (contest->rounds - side->silent) : 0},
    };
    if (cli->json) {
        cli_print_figures(NULL, NULL, figures, sizeof figures / sizeof figures[0]);
        return;
    }
    printf("%5u ", level);
    if (level > 1)
        printf("%6llu %5llu %%", (unsigned long long)figures[3].value, (unsigned long long)figures[4].value);
    else
        printf("%6s %7s", "", "");
    printf(" %6llu %% %6llu %% %6llu %% %6llu %% %6llu.%llu s\n", (unsigned long long)figures[5].value,
           (unsigned long long)figures[6].value, (unsigned long long)figures[7].value,
           (unsigned long long)figures[8].value, (unsigned long long)figures[9].value / 1000,
           (unsigned long long)figures[9].value % 1000 / 100);
}

int bench_bots(const struct cli *cli, uint64_t rounds, uint64_t seed, bool micro)
{
    struct carom_solver *solver = carom_solver_new(&carom_heap);
    enum carom_preset preset = micro ? CAROM_PRESET_MICRO : CAROM_PRESET_RICOCHET;
    if (solver == NULL)
        return CLI_BAD;
    if (!cli->json) {
        printf(_("%llu rounds of each level against the one below, seed %llu\n"), (unsigned long long)rounds,
               (unsigned long long)seed);
        printf("%5s %6s %7s %8s %8s %8s %8s %10s\n", "level", "won", "", "found", "shortest", "above", "failed",
               "first");
    }
    for (unsigned level = 1; level <= PLAYER_LEVELS; level++) {
        struct contest contest;
        const unsigned levels[2] = {level > 1 ? level - 1 : 1, level};
        contest_play(&contest, solver, preset, levels, (uint32_t)rounds, seed);
        print_level(cli, level, &contest);
        fflush(stdout);
    }
    carom_solver_free(solver);
    return CLI_DONE;
}
