/*
 * The server as a whole: its beginning, its turns, its end.
 */
#include "base/clock.h"
#include "http/http.h"
#include "tables/tables.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define SWEEP_MS (1000 / SWEEP_PARTS) /* everybody is looked at once a second */
#define STOP_MS 3000                  /* at the end clients have so long to read what was sent to them */

struct serve_options serve_defaults(void)
{
    return (struct serve_options){
        .address = "127.0.0.1",
        .port = 8080,
        .data = "carom.db",
        .web = "web/dist",
        .link = "",
        .origins = "",
        .proxies = "",
        .log_level = SERVE_LOG_INFO,
        .max_connections = 10000,
        .max_per_address = 256,
        .max_tables = 5000,
        .max_watchers = 500,
        .max_message = 8192,
        .message_rate = 20,
        .request_rate = 50,
        .new_tables = 120,
        .solve_nodes = 1000000,
        .idle_seconds = 60,
    };
}

/* The end of a turn of the loop: everything that was decided goes to the disk, everything that may be sent is sent. */
static void on_turn(uv_prepare_t *turn)
{
    struct server *server = turn->data;
    if (server->committer != NULL)
        commit_turn(server);
    if (server->http != NULL)
        http_run_wanted(server->http);
    peers_flush(server);
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *server = timer->data;
    carom_ms now = clock_now();
    unsigned part = server->sweeps++ % SWEEP_PARTS;
    peers_sweep(server, now, part);
    if (part == 0)
        lives_sweep(server, now);
    if (server->sweeps % (60 * SWEEP_PARTS) == 0)
        visitors_forget(&server->visitors, now);
}

void server_store_failed(struct server *server)
{
    for (struct peer *peer = server->peers; peer != NULL; peer = peer->next)
        peer_bye(peer, WHY_STORE, 1000);
    lives_forget(server);
}

/* ---- the end
 * --------------------------------------------------------------------------------------------------------------- */

static void close_handles(struct server *server)
{
    committer_stop(server);
    jobs_stop(server);
    lives_forget(server);
    http_stop(server);
    uv_close((uv_handle_t *)&server->turn, NULL);
    uv_close((uv_handle_t *)&server->sweep, NULL);
    for (int i = 0; i < 2; i++)
        uv_close((uv_handle_t *)&server->signals[i], NULL);
}

/* Waits until everybody has read their `bye` or has had the time to, and all that runs elsewhere has come back. */
static void on_stopping(uv_timer_t *timer)
{
    struct server *server = timer->data;
    if (clock_now() - server->stopped > STOP_MS)
        peers_end(server);
    if (server->sockets == 0 && jobs_waiting(server) == 0) {
        uv_timer_stop(timer);
        close_handles(server);
    }
}

/* What has been decided is committed and sent first; `bye` comes behind it. */
static void say_bye(struct server *server)
{
    committer_drain(server);
    for (struct peer *peer = server->peers; peer != NULL; peer = peer->next)
        peer_bye(peer, WHY_STOPPING, 1000);
}

static void stop(struct server *server)
{
    if (server->stopping)
        return;
    server->stopping = true;
    server->stopped = clock_now();
    log_line(SERVE_LOG_INFO, "stopping", "connections=%u tables=%u", server->peer_count, server->live_count);
    http_quiesce(server);
    jobs_cancel(server);
    uv_timer_start(&server->sweep, on_stopping, 50, 50);
    say_bye(server);
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    stop(handle->data);
}

/* ---- the beginning
 * ----------------------------------------------------------------------------------------------------------- */

static void raise_file_limit(uint64_t connections)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < connections + 512) {
        log_line(SERVE_LOG_WARN, "few-files", "open_files=%llu max_connections=%llu",
                 (unsigned long long)limit.rlim_cur, (unsigned long long)connections);
    }
}

static void set_link(struct server *server)
{
    const struct serve_options *options = server->options;
    if (options->link[0] != '\0') {
        size_t length = strlen(options->link);
        length -= options->link[length - 1] == '/';
        snprintf(server->link, sizeof server->link, "%.*s", (int)length, options->link);
        return;
    }
    bool six = strchr(options->address, ':') != NULL;
    snprintf(server->link, sizeof server->link, six ? "http://[%s]:%u" : "http://%s:%u", options->address,
             http_port(server->http));
}

static void start_handles(struct server *server)
{
    static const int numbers[2] = {SIGTERM, SIGINT};
    uv_prepare_init(&server->loop, &server->turn);
    uv_timer_init(&server->loop, &server->sweep);
    server->turn.data = server;
    server->sweep.data = server;
    uv_prepare_start(&server->turn, on_turn);
    uv_timer_start(&server->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    for (int i = 0; i < 2; i++) {
        uv_signal_init(&server->loop, &server->signals[i]);
        server->signals[i].data = server;
        uv_signal_start(&server->signals[i], on_signal, numbers[i]);
    }
}

static bool start(struct server *server)
{
    char fault[STORE_FAULT_SIZE];
    server->started = clock_now();
    server->store = store_sqlite_open(server->options->data, fault);
    if (server->store == NULL) {
        log_line(SERVE_LOG_ERROR, "cannot-open-data", "file=%s why=\"%s\"", server->options->data, fault);
        return false;
    }
    uv_loop_init(&server->loop);
    if (!http_start(server)) {
        store_close(server->store);
        uv_loop_close(&server->loop);
        return false;
    }
    raise_file_limit(server->options->max_connections);
    committer_start(server);
    jobs_start(server);
    start_handles(server);
    set_link(server);
    return true;
}

int serve_run(const struct serve_options *options)
{
    static struct server server;
    server = (struct server){.options = options};
    log_level_set(options->log_level);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow any more is a store that fails, no end */
    if (sodium_init() < 0) {
        log_line(SERVE_LOG_ERROR, "no-random-source", "library=libsodium");
        return 2;
    }
    if (!start(&server))
        return 2;
    printf("carom plays at %s\n", server.link);
    fflush(stdout);
    log_line(SERVE_LOG_INFO, "started", "link=%s data=%s ms=%lld", server.link, options->data,
             (long long)(clock_now() - server.started));
    uv_run(&server.loop, UV_RUN_DEFAULT);
    uv_loop_close(&server.loop);
    store_close(server.store);
    visitors_done(&server.visitors);
    log_line(SERVE_LOG_INFO, "stopped", "uptime_seconds=%lld", (long long)(clock_now() - server.started) / 1000);
    return 0;
}
