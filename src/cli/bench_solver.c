/*
 * The solver's part of `carom bench`: fixed sets of positions, how long each takes, and the sum of nodes as signature.
 */
#include "bench.h"
#include "solve.h"

#include <stdlib.h>
#include <string.h>

/* Positions of 15 moves and more, one a line (data/hard.txt). */
static const char *const hard[] = {
#include "hard.inc"
};

static const char *const famous[] = {
    "G1-Y2-R2-B2/Ro3,Yp1,Gb3,Bn12/Bg",  /* 24 moves */
    "Y2-R2-B2-G1/Rc15,Yc2,Ga4,Bl3/Bg",  /* 25 moves */
    "Y1-R1-B1-G1/Ro3,Yb10,Gb3,Bn12/Yg", /* 4 moves, one of them back (R7) */
};

/* A set is dealt from a seed, or listed. */
struct solver_set {
    const char *name;
    unsigned count;
    struct carom_deal_options deal;
    const char *const *list;
};
static const struct solver_set sets[] = {
    {"typical", 10000, {.edition = CAROM_EDITION_1999}, NULL},
    {"barriers", 2000, {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_REQUIRED}, NULL},
    {"silver",
     2000,
     {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_REQUIRED, .extra_robots = 1u << CAROM_SILVER},
     NULL},
    {"transparent",
     2000,
     {.edition = CAROM_EDITION_2013, .barriers = CAROM_BARRIERS_REQUIRED, .extra_robots = 1u << CAROM_TRANSPARENT},
     NULL},
    {"both",
     2000,
     {.edition = CAROM_EDITION_2013,
      .barriers = CAROM_BARRIERS_REQUIRED,
      .extra_robots = 1u << CAROM_SILVER | 1u << CAROM_TRANSPARENT},
     NULL},
    {"hard", sizeof hard / sizeof hard[0], {0}, hard},
    {"famous", sizeof famous / sizeof famous[0], {0}, famous},
};
#define SETS (sizeof sets / sizeof sets[0])

/* Memory that counts itself. */
struct counted {
    size_t now, max;
};

static void *resize(void *context, void *block, size_t old_size, size_t new_size)
{
    struct counted *counted = context;
    void *resized = carom_libc_allocator.resize(NULL, block, old_size, new_size);
    if (resized != NULL || new_size == 0)
        counted->now += new_size - old_size;
    if (counted->now > counted->max)
        counted->max = counted->now;
    return resized;
}

struct solver_run {
    struct counted counted;
    struct carom_solver *solver;
    struct carom_random random;
    uint64_t nodes;
    uint64_t unsolved;
};

static bool run_begin(struct solver_run *run)
{
    *run = (struct solver_run){.random = carom_random_seed(1)};
    struct carom_allocator allocator = {.resize = resize, .context = &run->counted};
    run->solver = carom_solver_new(&allocator);
    return run->solver != NULL;
}

/* Solves the next position of a set; its time in microseconds. */
static uint64_t run_next(struct solver_run *run, const struct solver_set *set, unsigned i)
{
    static struct carom_solution solution;
    struct carom_position position;
    if (set->list != NULL)
        carom_position_read(&position, CAROM_REQUIRE_TARGET, set->list[i], strlen(set->list[i]), NULL);
    else
        carom_deal_position(&run->random, &set->deal, &position);
    uint64_t begin = solve_clock_ns();
    carom_solve(run->solver, &position, NULL, &solution);
    uint64_t ns = solve_clock_ns() - begin;
    run->nodes += solution.nodes;
    run->unsolved += solution.status != CAROM_SOLVE_FOUND;
    return ns;
}

uint64_t bench_solver_nodes(void)
{
    struct solver_run run;
    if (!run_begin(&run))
        return 0;
    for (unsigned s = 0; s < SETS; s++) {
        run.random = carom_random_seed(1);
        for (unsigned i = 0; sets[s].list == NULL && i < sets[s].count / 100; i++)
            run_next(&run, &sets[s], i);
    }
    carom_solver_free(run.solver);
    return run.nodes;
}

void bench_print_signature(const struct cli *cli, uint64_t signature)
{
    if (cli->json)
        cli_print_numbers(NULL, NULL, (struct cli_number[]){{"bench", signature}}, 1);
    else
        printf("%llu\n", (unsigned long long)signature);
}

static int by_size(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* What is printed about the times of a set, in this order. */
enum {
    MEAN,
    MEDIAN,
    P95,
    P99,
    MOST,
    TIMES,
};

static void print_set_json(const struct solver_set *set, const double us[TIMES], const struct solver_run *run)
{
    static const char *const keys[TIMES] = {"mean_us", "median_us", "p95_us", "p99_us", "max_us"};
    char bytes[512], number[32];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_string(&text, "set", set->name);
    carom_json_put_int(&text, "positions", set->count);
    for (unsigned i = 0; i < TIMES; i++)
        carom_json_put_raw(&text, keys[i], number, (size_t)snprintf(number, sizeof number, "%.1f", us[i]));
    carom_json_put_uint(&text, "memory", run->counted.max);
    carom_json_put_uint(&text, "unsolved", run->unsolved);
    carom_json_end(&text, '}');
    cli_print(&text);
}

static void print_set(const struct cli *cli, const struct solver_set *set, uint64_t *ns, const struct solver_run *run)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < set->count; i++)
        sum += ns[i];
    qsort(ns, set->count, sizeof *ns, by_size);
    const double us[TIMES] = {
        [MEAN] = (double)sum / set->count / 1e3,         [MEDIAN] = (double)ns[set->count / 2] / 1e3,
        [P95] = (double)ns[set->count * 95 / 100] / 1e3, [P99] = (double)ns[set->count * 99 / 100] / 1e3,
        [MOST] = (double)ns[set->count - 1] / 1e3,
    };
    if (cli->json)
        print_set_json(set, us, run);
    else
        printf(_("%s: %u positions, microseconds on one core: mean %.1f, median %.1f, p95 %.1f, p99 %.1f, max %.1f; "
                 "memory %zu bytes; unsolved %llu\n"),
               set->name, set->count, us[MEAN], us[MEDIAN], us[P95], us[P99], us[MOST], run->counted.max,
               (unsigned long long)run->unsolved);
    bench_print_signature(cli, run->nodes);
}

int bench_solver_set(const struct cli *cli, unsigned which)
{
    struct solver_run run;
    const struct solver_set *set = &sets[which];
    uint64_t *ns = malloc(set->count * sizeof *ns);
    if (ns == NULL || !run_begin(&run)) {
        free(ns);
        return CLI_EXIT_USAGE;
    }
    for (unsigned i = 0; i < set->count; i++)
        ns[i] = run_next(&run, set, i);
    print_set(cli, set, ns, &run);
    carom_solver_free(run.solver);
    free(ns);
    return CLI_EXIT_OK;
}
