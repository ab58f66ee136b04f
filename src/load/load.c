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
#define MEMORY_TABLES 2000 /* at least, so that the answer is not the allocator's */

static bool promise(const char *words, double value, double most, const char *unit)
{
    bool kept = value < most;
    printf("%-52s %10.1f %s (%s %.0f)\n", words, value, unit, kept ? "below" : "NOT below", most);
    fflush(stdout);
    return kept;
}

static bool make_tables(const struct child *child, char (*codes)[LOAD_CODE], uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (!child_table(child, codes[i])) {
            fprintf(stderr, "carom bench: the server made only %llu tables\n", (unsigned long long)i);
            return false;
        }
    }
    return true;
}

static void print_result(const struct load_options *options, double pace, const struct load_result *result,
                         double cpu_ms)
{
    printf(
        "%llu connections, %llu tables, a command every %.1f s each: %.0f commands/s, %.0f broadcasts/s received,\n"
        "    command to broadcast p50 %.1f ms, p99 %.1f ms, worst %.1f ms; server %.0f %% of a core (%.2f s for 1,000 "
        "commands), generator busy %.0f %%, lost %u\n",
        (unsigned long long)options->connections, (unsigned long long)options->tables, pace / 1000,
        (double)result->commands / (double)options->seconds, (double)result->samples / (double)options->seconds,
        result->p50, result->p99, result->worst, cpu_ms / (double)options->seconds / 10,
        result->commands > 0 ? cpu_ms / (double)result->commands : 0, result->busy * 100, result->lost);
    fflush(stdout);
}

static double play_at(const struct load_options *options, const struct child *child, struct players *players,
                      double pace)
{
    struct load_result result;
    uint64_t cpu = child_cpu_ms(child);
    double commits = child_metric(child, "commits_total");
    double waiting = child_metric(child, "commit_milliseconds_total");
    players_play(players, (double)options->seconds, pace, &result);
    print_result(options, pace, &result, (double)(child_cpu_ms(child) - cpu));
    commits = child_metric(child, "commits_total") - commits;
    waiting = child_metric(child, "commit_milliseconds_total") - waiting;
    printf("    %.0f commits/s, %.1f ms each\n", commits / (double)options->seconds,
           commits > 0 ? waiting / commits : 0);
    return result.lost == 0 && result.samples > 0 ? result.p99 : 1e9;
}

/* Halves the time between commands until the promise breaks. */
static void find_largest(const struct load_options *options, const struct child *child, struct players *players)
{
    double kept = (double)options->pace;
    for (double pace = kept * 0.5; pace >= 20; pace *= 0.5) {
        if (play_at(options, child, players, pace) >= P99_MOST_MS)
            break;
        kept = pace;
    }
    printf("largest load with p99 below %.0f ms: %.0f commands/s on %llu connections\n", P99_MOST_MS,
           (double)options->connections * 1000 / kept, (unsigned long long)options->connections);
}

static bool measure_play(const struct load_options *options, const struct child *child, char (*codes)[LOAD_CODE])
{
    uint64_t before = child_memory(child);
    struct players *players = players_new(child, (unsigned)options->tables, (unsigned)options->connections, codes);
    if (players == NULL) {
        fprintf(stderr, "carom bench: the server did not take %llu connections\n",
                (unsigned long long)options->connections);
        return false;
    }
    players_rest(players, 2);
    double each = (double)(child_memory(child) - before) / (double)options->connections;
    bool kept = promise("memory of an idle connection", each, CONNECTION_KIB_MOST, "KiB");
    double p99 = play_at(options, child, players, (double)options->pace);
    kept = promise("command to broadcast at human pace, p99", p99, P99_MOST_MS, "ms") && kept;
    if (options->find)
        find_largest(options, child, players);
    printf("memory of the server with everybody playing %29.1f MiB\n", (double)child_memory(child) / 1024);
    players_free(players);
    return kept;
}

static bool measure_server(const struct load_options *options, struct child *child)
{
    char(*codes)[LOAD_CODE] = calloc(options->tables, sizeof *codes);
    printf("start-up with an empty file %45.1f ms\n", child->start_ms);
    uint64_t before = child_memory(child);
    bool kept = false;
    if (make_tables(child, codes, options->tables)) {
        double each = (double)(child_memory(child) - before) / (double)options->tables;
        kept = promise("memory of a table", each, TABLE_KIB_MOST, "KiB");
        kept = measure_play(options, child, codes) && kept;
    }
    free(codes);
    return kept;
}

static bool measure_start(const struct load_options *options, struct child *child)
{
    char path[96];
    char code[LOAD_CODE];
    char address[64];
    snprintf(path, sizeof path, "%s/data.db", child->folder);
    double begin = load_now_ms();
    unsigned events = fill_games(path, options->games, code);
    printf("file with %llu finished games of %u events made in %.1f s\n", (unsigned long long)options->games, events,
           (load_now_ms() - begin) / 1000);
    if (events == 0 || !child_start(child))
        return false;
    printf("start-up with %llu finished games %40.1f ms\n", (unsigned long long)options->games, child->start_ms);
    snprintf(address, sizeof address, "/t/%s/log", code);
    printf("first reading of one of their logs %38.1f ms\n", child_get(child, address));
    child_stop(child);
    return true;
}

static bool make_folder(struct child *child)
{
    const char *place = getenv("TMPDIR"); /* the disk that is measured */
    snprintf(child->folder, sizeof child->folder, "%.32s/carom-bench-XXXXXX", place != NULL ? place : "/tmp");
    return mkdtemp(child->folder) != NULL;
}

int load_run(const struct load_options *options)
{
    struct child child = {0};
    if (!make_folder(&child) || !child_start(&child)) {
        fprintf(stderr, "carom bench: the server did not start\n");
        return 2;
    }
    bool kept = measure_server(options, &child);
    child_stop(&child);
    child_clean(&child);
    if (options->games > 0) {
        kept = make_folder(&child) && measure_start(options, &child) && kept;
        child_clean(&child);
    }
    return kept ? 0 : 1;
}
