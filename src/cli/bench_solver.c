/*
 * The solver's part of `carom bench`: fixed sets of positions, how long each takes, and the sum of nodes as signature.
 */
#include "bench.h"
#include "solve.h"

#include <carom/team.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* How much the solver knows of the boards it is asked about. */
enum temperature {
    COLD, /* nothing */
    WARM, /* the tables of the board and target, from an earlier question */
    TEMPERATURES,
};

struct solver_run {
    struct counted counted;
    struct carom_solver *solver;
    const struct carom_team *team; /* NULL: one thread */
    uint64_t nodes;
    uint64_t unsolved;
};

/* Positions are asked about in chunks: each one cold, then, with the tables of the whole chunk kept, each one warm. So
 * a warm question comes after questions about other boards, as at a server, and not after itself. */
#define CHUNK 64
#define CHUNK_BYTES ((size_t)2 * CHUNK * CAROM_KEEP_ONE_BOARD / 17) /* a vortex needs several tables */
#define TABLE_NODES 250                                             /* nodes after which all tables are built */

static bool run_begin(struct solver_run *run, size_t kept, const struct carom_team *team)
{
    *run = (struct solver_run){.team = team};
    struct carom_allocator allocator = {.resize = resize, .context = &run->counted};
    run->solver = carom_solver_new(&allocator);
    return run->solver != NULL && (kept == 0 || carom_solver_keep_boards(run->solver, kept) > 0);
}

static struct carom_position set_position(const struct solver_set *set, struct carom_random *random, unsigned i)
{
    struct carom_position position;
    if (set->list != NULL)
        carom_position_read(&position, CAROM_REQUIRE_TARGET, set->list[i], strlen(set->list[i]), NULL);
    else
        carom_deal_position(random, &set->deal, &position);
    return position;
}

static uint64_t clock_ns(const struct solver_run *run)
{
    struct timespec now;
    if (run->team == NULL)
        return solve_clock_ns();
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Solves a position; its time in nanoseconds. */
static uint64_t run_solve(struct solver_run *run, const struct carom_position *position)
{
    static struct carom_solution solution;
    const struct carom_solve_options options = {.team = run->team};
    uint64_t begin = clock_ns(run);
    carom_solve(run->solver, position, &options, &solution);
    uint64_t ns = clock_ns(run) - begin;
    run->nodes += solution.nodes;
    run->unsolved += solution.status != CAROM_SOLVE_FOUND;
    return ns;
}

static void run_chunk(struct solver_run run[TEMPERATURES], const struct carom_position *positions, unsigned count,
                      uint64_t *ns[TEMPERATURES])
{
    static struct carom_solution ignored;
    const struct carom_solve_options tables_only = {.max_nodes = TABLE_NODES};
    for (unsigned i = 0; i < count; i++) {
        carom_solver_forget_boards(run[COLD].solver);
        *ns[COLD]++ = run_solve(&run[COLD], &positions[i]);
        carom_solve(run[WARM].solver, &positions[i], &tables_only, &ignored);
    }
    for (unsigned i = 0; i < count; i++)
        *ns[WARM]++ = run_solve(&run[WARM], &positions[i]);
}

uint64_t bench_solver_nodes(void)
{
    struct solver_run run;
    if (!run_begin(&run, 0, NULL))
        return 0;
    for (unsigned s = 0; s < SETS; s++) {
        struct carom_random random = carom_random_seed(1);
        for (unsigned i = 0; sets[s].list == NULL && i < sets[s].count / 100; i++) {
            struct carom_position position = set_position(&sets[s], &random, i);
            run_solve(&run, &position);
        }
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

static void compute_times(uint64_t *ns, unsigned count, double us[TIMES])
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += ns[i];
    qsort(ns, count, sizeof *ns, by_size);
    us[MEAN] = (double)sum / count / 1e3;
    us[MEDIAN] = (double)ns[count / 2] / 1e3;
    us[P95] = (double)ns[count * 95 / 100] / 1e3;
    us[P99] = (double)ns[count * 99 / 100] / 1e3;
    us[MOST] = (double)ns[count - 1] / 1e3;
}

static void print_set_json(const struct solver_set *set, double us[TEMPERATURES][TIMES], const struct solver_run *run)
{
    static const char *const keys[TEMPERATURES][TIMES] = {
        [COLD] = {"mean_us", "median_us", "p95_us", "p99_us", "max_us"},
        [WARM] = {"warm_mean_us", "warm_median_us", "warm_p95_us", "warm_p99_us", "warm_max_us"},
    };
    char bytes[1024], number[32];
    struct carom_text text = carom_text_init(bytes, sizeof bytes);
    carom_json_begin(&text, NULL, '{');
    carom_json_put_string(&text, "set", set->name);
    carom_json_put_int(&text, "positions", set->count);
    for (unsigned i = 0; i < TIMES; i++)
        carom_json_put_raw(&text, keys[COLD][i], number, (size_t)snprintf(number, sizeof number, "%.1f", us[COLD][i]));
    carom_json_put_uint(&text, "memory", run[COLD].counted.max);
    carom_json_put_uint(&text, "unsolved", run[COLD].unsolved);
    for (unsigned i = 0; i < TIMES; i++)
        carom_json_put_raw(&text, keys[WARM][i], number, (size_t)snprintf(number, sizeof number, "%.1f", us[WARM][i]));
    carom_json_put_uint(&text, "warm_memory", run[WARM].counted.max);
    carom_json_end(&text, '}');
    cli_print(&text);
}

static void print_set(const struct cli *cli, const struct solver_set *set, uint64_t *ns[TEMPERATURES],
                      const struct solver_run *run)
{
    double us[TEMPERATURES][TIMES];
    for (unsigned t = 0; t < TEMPERATURES; t++)
        compute_times(ns[t], set->count, us[t]);
    if (cli->json) {
        print_set_json(set, us, run);
        return;
    }
    printf(_("%s: %u positions, microseconds on one core: mean %.1f, median %.1f, p95 %.1f, p99 %.1f, max %.1f; "
             "memory %zu bytes; unsolved %llu\n"),
           set->name, set->count, us[COLD][MEAN], us[COLD][MEDIAN], us[COLD][P95], us[COLD][P99], us[COLD][MOST],
           run[COLD].counted.max, (unsigned long long)run[COLD].unsolved);
    printf(_("board and target known: mean %.1f, median %.1f, p95 %.1f, p99 %.1f, max %.1f; memory %zu bytes\n"),
           us[WARM][MEAN], us[WARM][MEDIAN], us[WARM][P95], us[WARM][P99], us[WARM][MOST], run[WARM].counted.max);
}

static void run_set(const struct solver_set *set, struct solver_run run[TEMPERATURES], uint64_t *const ns[TEMPERATURES])
{
    static struct carom_position positions[CHUNK];
    struct carom_random random = carom_random_seed(1);
    uint64_t *next[TEMPERATURES] = {ns[COLD], ns[WARM]};
    for (unsigned i = 0; i < set->count; i++) {
        positions[i % CHUNK] = set_position(set, &random, i);
        if (i % CHUNK == CHUNK - 1 || i + 1 == set->count)
            run_chunk(run, positions, i % CHUNK + 1, next);
    }
}

int bench_solver_set(const struct cli *cli, unsigned which, unsigned threads)
{
    static const size_t kept[TEMPERATURES] = {[WARM] = CHUNK_BYTES};
    const struct solver_set *set = &sets[which];
    struct solver_run run[TEMPERATURES] = {0};
    struct carom_team *team = carom_team_new(threads);
    uint64_t *ns[TEMPERATURES];
    int status = CLI_EXIT_OK;
    for (unsigned t = 0; t < TEMPERATURES; t++) {
        ns[t] = malloc(set->count * sizeof **ns);
        if (ns[t] == NULL || !run_begin(&run[t], kept[t], team))
            status = CLI_EXIT_USAGE;
    }
    if (status == CLI_EXIT_OK) {
        run_set(set, run, ns);
        print_set(cli, set, ns, run);
        bench_print_signature(cli, run[COLD].nodes);
        if (run[WARM].nodes != run[COLD].nodes || run[WARM].unsolved != run[COLD].unsolved) {
            fputs(_("carom: the answers differ when the board is known; this is a bug\n"), stderr);
            status = CLI_EXIT_NO;
        }
    }
    for (unsigned t = 0; t < TEMPERATURES; t++) {
        carom_solver_free(run[t].solver);
        free(ns[t]);
    }
    carom_team_free(team);
    return status;
}
