/*
 * What `carom bench --server` measures and prints: memory a table and a connection, the latency from a command to its
 * broadcast, the largest load that keeps it below 50 ms, and the start-up time with many finished games in the file.
 */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define P99_MOST_MS 50.0
#define TABLE_KIB_MOST 32.0
#define CONNECTION_KIB_MOST 16.0
#define SETTLE_S 0.25      /* between two looks at whether the server has come to rest ... */
#define SETTLED_MS 120000  /* ... for which it has so long */
#define WARM_S 4           /* of play before it is measured */
#define MEMORY_TABLES 2000 /* at least, so that the answer is not the allocator's */

static bool promise(const char *words, double value, double most, const char *unit)
{
    bool kept = value < most;
    printf("%-52s %10.1f %s (%s %.0f)\n", words, value, unit, kept ? "below" : "NOT below", most);
    fflush(stdout);
    return kept;
}

static bool make_tables(const struct children *children, char (*codes)[LOAD_CODE], uint64_t count)
{
    uint64_t made = children_tables(children, codes, count);
    if (made < count)
        fprintf(stderr, "carom bench: the server made only %llu tables\n", (unsigned long long)made);
    return made == count;
}

static void print_result(const struct load_options *options, double pace, const struct load_result *result,
                         double cpu_ms)
{
    printf(
        "%llu connections, %llu tables, a command every %.1f s each: %.0f commands/s, %.0f broadcasts/s received,\n"
        "    command to broadcast p50 %.1f ms, p99 %.1f ms, worst %.1f ms; server %.0f %% of a core (%.3f s for 1,000 "
        "commands), generator busy %.0f %%, lost %u\n",
        (unsigned long long)options->connections, (unsigned long long)options->tables, pace / 1000,
        (double)result->commands / result->seconds, (double)result->samples / result->seconds, result->p50, result->p99,
        result->worst, cpu_ms / result->seconds / 10, result->commands > 0 ? cpu_ms / (double)result->commands : 0,
        result->busy * 100, result->lost);
    fflush(stdout);
}

/* What happens once is no part of what a command costs: thousands of people sit down in a few seconds, and the solver
 * has a round for each table at once, as it never has when people come by and by. */
static void sit_down(const struct children *children, struct players *players)
{
    uint64_t cpu = children_cpu_ms(children);
    double begin = load_now_ms();
    double solved = children_metric(children, "solved_total");
    players_sit(players);
    do
        players_rest(players, SETTLE_S);
    while (children_metric(children, "solving") > 0 && load_now_ms() < begin + SETTLED_MS);
    printf("everybody seated, %.0f rounds solved %31.1f s (%.1f s of CPU)\n",
           children_metric(children, "solved_total") - solved, (load_now_ms() - begin) / 1000,
           (double)(children_cpu_ms(children) - cpu) / 1000);
    fflush(stdout);
}

static double play_at(const struct load_options *options, const struct children *children, struct players *players,
                      double pace)
{
    struct load_result result;
    uint64_t cpu = children_cpu_ms(children);
    double commits = children_metric(children, "commits_total");
    double waiting = children_metric(children, "commit_seconds_sum");
    players_play(players, (double)options->seconds, pace, &result);
    print_result(options, pace, &result, (double)(children_cpu_ms(children) - cpu));
    commits = children_metric(children, "commits_total") - commits;
    waiting = 1000 * (children_metric(children, "commit_seconds_sum") - waiting);
    printf("    %.0f commits/s, %.1f ms each\n", commits / (double)options->seconds,
           commits > 0 ? waiting / commits : 0);
    return result.lost == 0 && result.samples > 0 ? result.p99 : 1e9;
}

/* Halves the time between commands until the promise breaks. */
static void find_largest(const struct load_options *options, const struct children *children, struct players *players)
{
    double kept = (double)options->pace;
    for (double pace = kept * 0.5; pace >= 20; pace *= 0.5) {
        if (play_at(options, children, players, pace) >= P99_MOST_MS)
            break;
        kept = pace;
    }
    printf("largest load with p99 below %.0f ms: %.0f commands/s on %llu connections\n", P99_MOST_MS,
           (double)options->connections * 1000 / kept, (unsigned long long)options->connections);
}

static bool measure_play(const struct load_options *options, const struct children *children, char (*codes)[LOAD_CODE])
{
    uint64_t before = children_memory(children);
    struct players *players = players_new(children, (unsigned)options->tables, (unsigned)options->connections, codes);
    if (players == NULL) {
        fprintf(stderr, "carom bench: the server did not take %llu connections\n",
                (unsigned long long)options->connections);
        return false;
    }
    players_rest(players, 1);
    double each = (double)(children_memory(children) - before) / (double)options->connections;
    bool kept = promise("memory of an idle connection", each, CONNECTION_KIB_MOST, "KiB");
    sit_down(children, players);
    struct load_result ignored; /* the first seconds of new files are no picture of the hours that follow */
    players_play(players, options->seconds < WARM_S ? (double)options->seconds : WARM_S, (double)options->pace,
                 &ignored);
    double p99 = play_at(options, children, players, (double)options->pace);
    kept = promise("command to broadcast at human pace, p99", p99, P99_MOST_MS, "ms") && kept;
    if (options->find)
        find_largest(options, children, players);
    printf("memory of the server with everybody playing %29.1f MiB\n", (double)children_memory(children) / 1024);
    players_free(players);
    return kept;
}

static bool measure_server(const struct load_options *options, struct children *children)
{
    char(*codes)[LOAD_CODE] = calloc(options->tables, sizeof *codes);
    printf("start-up with an empty file %45.1f ms\n", children->start_ms);
    uint64_t before = children_memory(children);
    bool kept = false;
    if (codes != NULL && make_tables(children, codes, options->tables)) {
        double each = (double)(children_memory(children) - before) / (double)options->tables;
        kept = promise("memory of a table", each, TABLE_KIB_MOST, "KiB");
        kept = measure_play(options, children, codes) && kept;
    }
    free(codes);
    return kept;
}

static bool measure_start(const struct load_options *options, struct children *children)
{
    char path[96];
    char code[LOAD_CODE];
    char address[64];
    snprintf(path, sizeof path, "%s/data.db", children->folder);
    double begin = load_now_ms();
    unsigned events = fill_games(path, options->games, code);
    printf("file with %llu finished games of %u events made in %.1f s\n", (unsigned long long)options->games, events,
           (load_now_ms() - begin) / 1000);
    if (events == 0 || !children_start(children, options))
        return false;
    printf("start-up with %llu finished games %40.1f ms\n", (unsigned long long)options->games, children->start_ms);
    snprintf(address, sizeof address, "/t/%s/log", code);
    printf("first reading of one of their logs %38.1f ms\n", child_get(&children->items[0], address));
    children_stop(children);
    return true;
}

static bool make_folder(struct children *children)
{
    const char *place = getenv("TMPDIR"); /* the disk that is measured */
    snprintf(children->folder, sizeof children->folder, "%.32s/carom-bench-XXXXXX", place != NULL ? place : "/tmp");
    return mkdtemp(children->folder) != NULL;
}

int load_run(const struct load_options *options)
{
    struct children children = {0};
    if (!make_folder(&children) || !children_start(&children, options)) {
        fprintf(stderr, "carom bench: the server did not start\n");
        return 2;
    }
    if (options->pin)
        load_pin(false);
    bool kept = measure_server(options, &children);
    children_stop(&children);
    children_clean(&children);
    if (options->games > 0) {
        kept = make_folder(&children) && measure_start(options, &children) && kept;
        children_clean(&children);
    }
    return kept ? 0 : 1;
}
