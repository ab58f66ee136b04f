/*
 * What `carom-dev load` measures: memory per table and connection, latency from command to broadcast, the largest load
 * that keeps p99 below 50 ms, and the start-up time with many finished games.
 */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define P99_MAX_MS 50.0
#define TABLE_KIB_MAX 32.0
#define CONNECTION_KIB_MAX 16.0
#define SETTLE_S 0.25      /* seconds between two checks whether the server is idle */
#define SETTLED_MS 120000  /* give up waiting for an idle server after this long */
#define WARM_S 4           /* seconds of play before measuring */
#define MEMORY_TABLES 2000 /* enough that the allocator's own memory does not distort the figure */

static bool promise(const char *words, double value, double most, const char *unit)
{
    bool kept = value < most;
    printf("%-52s %10.1f %s (%s %.0f)\n", words, value, unit, kept ? "below" : "NOT below", most);
    fflush(stdout);
    return kept;
}

static bool make_tables(const struct server_processes *processes, char (*codes)[LOAD_CODE], uint64_t count)
{
    uint64_t made = server_processes_tables(processes, codes, count);
    if (made < count)
        fprintf(stderr, "carom-dev load: the server made only %llu tables\n", (unsigned long long)made);
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
        result->cpu_share * 100, result->lost);
    fflush(stdout);
}

/* Seats everybody and waits until the server is idle, so that the cost of a command is measured without the start:
 * thousands join within seconds and every table's first round is solved at once, which never happens in use. */
static void sit_down(const struct server_processes *processes, struct load_players *load_players)
{
    uint64_t cpu = server_processes_cpu_ms(processes);
    double begin = load_now_ms();
    double solved = server_processes_metric(processes, "positions_solved_total");
    load_players_join(load_players);
    do
        load_players_idle(load_players, SETTLE_S);
    while (server_processes_metric(processes, "jobs_in_progress") > 0 && load_now_ms() < begin + SETTLED_MS);
    printf("everybody seated, %.0f rounds solved %31.1f s (%.1f s of CPU)\n",
           server_processes_metric(processes, "positions_solved_total") - solved, (load_now_ms() - begin) / 1000,
           (double)(server_processes_cpu_ms(processes) - cpu) / 1000);
    fflush(stdout);
}

static double play_at(const struct load_options *options, const struct server_processes *processes,
                      struct load_players *load_players, double pace)
{
    struct load_result result;
    uint64_t cpu = server_processes_cpu_ms(processes);
    double commits = server_processes_metric(processes, "commits_total");
    double waiting = server_processes_metric(processes, "commit_seconds_sum");
    load_players_play(load_players, (double)options->seconds, pace, &result);
    print_result(options, pace, &result, (double)(server_processes_cpu_ms(processes) - cpu));
    commits = server_processes_metric(processes, "commits_total") - commits;
    waiting = 1000 * (server_processes_metric(processes, "commit_seconds_sum") - waiting);
    printf("    %.0f commits/s, %.1f ms each\n", commits / (double)options->seconds,
           commits > 0 ? waiting / commits : 0);
    return result.lost == 0 && result.samples > 0 ? result.p99 : 1e9;
}

/* Halves the time between commands until the latency is too high. */
static void find_largest(const struct load_options *options, const struct server_processes *processes,
                         struct load_players *load_players)
{
    double kept = (double)options->interval_ms;
    for (double pace = kept * 0.5; pace >= 20; pace *= 0.5) {
        if (play_at(options, processes, load_players, pace) >= P99_MAX_MS)
            break;
        kept = pace;
    }
    printf("largest load with p99 below %.0f ms: %.0f commands/s on %llu connections\n", P99_MAX_MS,
           (double)options->connections * 1000 / kept, (unsigned long long)options->connections);
}

static bool measure_play(const struct load_options *options, const struct server_processes *processes,
                         char (*codes)[LOAD_CODE])
{
    uint64_t before = server_processes_memory(processes);
    struct load_players *load_players =
        load_players_new(processes, (unsigned)options->tables, (unsigned)options->connections, codes);
    if (load_players == NULL) {
        fprintf(stderr, "carom-dev load: the server did not take %llu connections\n",
                (unsigned long long)options->connections);
        return false;
    }
    load_players_idle(load_players, 1);
    double each = (double)(server_processes_memory(processes) - before) / (double)options->connections;
    bool kept = promise("memory of an idle connection", each, CONNECTION_KIB_MAX, "KiB");
    sit_down(processes, load_players);
    struct load_result ignored; /* warm-up: a new database behaves differently in its first seconds */
    load_players_play(load_players, options->seconds < WARM_S ? (double)options->seconds : WARM_S,
                      (double)options->interval_ms, &ignored);
    double p99 = play_at(options, processes, load_players, (double)options->interval_ms);
    kept = promise("command to broadcast at human pace, p99", p99, P99_MAX_MS, "ms") && kept;
    if (options->find_max_load)
        find_largest(options, processes, load_players);
    printf("memory of the server with everybody playing %29.1f MiB\n",
           (double)server_processes_memory(processes) / 1024);
    load_players_free(load_players);
    return kept;
}

static bool measure_server(const struct load_options *options, struct server_processes *processes)
{
    char(*codes)[LOAD_CODE] = calloc(options->tables, sizeof *codes);
    printf("start-up with an empty file %45.1f ms\n", processes->start_ms);
    uint64_t before = server_processes_memory(processes);
    bool kept = false;
    if (codes != NULL && make_tables(processes, codes, options->tables)) {
        double each = (double)(server_processes_memory(processes) - before) / (double)options->tables;
        kept = promise("memory of a table", each, TABLE_KIB_MAX, "KiB");
        kept = measure_play(options, processes, codes) && kept;
    }
    free(codes);
    return kept;
}

static bool measure_start(const struct load_options *options, struct server_processes *processes)
{
    char path[96];
    char code[LOAD_CODE];
    char address[64];
    snprintf(path, sizeof path, "%s/data.db", processes->folder);
    double begin = load_now_ms();
    unsigned events = fill_store(path, options->games, code);
    printf("file with %llu finished games of %u events made in %.1f s\n", (unsigned long long)options->games, events,
           (load_now_ms() - begin) / 1000);
    if (events == 0 || !server_processes_start(processes, options))
        return false;
    printf("start-up with %llu finished games %40.1f ms\n", (unsigned long long)options->games, processes->start_ms);
    snprintf(address, sizeof address, "/t/%s/log", code);
    printf("first reading of one of their logs %38.1f ms\n", server_get(&processes->items[0], address));
    server_processes_stop(processes);
    return true;
}

static bool make_folder(struct server_processes *processes)
{
    const char *place = getenv("TMPDIR"); /* the store is created there, so this chooses the disk that is measured */
    snprintf(processes->folder, sizeof processes->folder, "%.32s/carom-bench-XXXXXX", place != NULL ? place : "/tmp");
    return mkdtemp(processes->folder) != NULL;
}

int load_run(const struct load_options *options)
{
    struct server_processes processes = {0};
    if (!make_folder(&processes) || !server_processes_start(&processes, options)) {
        fprintf(stderr, "carom-dev load: the server did not start\n");
        return 2;
    }
    if (options->pin)
        load_pin(false);
    bool kept = measure_server(options, &processes);
    server_processes_stop(&processes);
    server_processes_clean(&processes);
    if (options->games > 0) {
        kept = make_folder(&processes) && measure_start(options, &processes) && kept;
        server_processes_clean(&processes);
    }
    return kept ? 0 : 1;
}
