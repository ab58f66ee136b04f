/*
 * The server as a whole: puts its layers together, runs the loop, shuts down.
 *
 * What happens to a message, in reading order: http/ws_upgrade.c accepts a WebSocket; net/connections.c and ws_parser.c
 * turn bytes into messages and take the one `now` of a message; validate/request.c makes a validated request;
 * requests/requests.c checks who may make it, and commands.c runs it; tables/latency.c holds bids back for slower
 * connections; tables/game.c decides, appends, applies; tables/commit.c writes what was decided to disk, and only then
 * sends it to the players.
 *
 * Layers call only layers below them (ARCHITECTURE.md). A lower one calls up through callbacks registered here:
 * net_events by requests, bot_callbacks by bots.
 */
#include "server.h"

#include "admin/admin.h"
#include "bots/bots.h"
#include "company/company.h"
#include "http/http.h"
#include "requests/requests.h"
#include "rrgp/rrgp.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define SWEEP_MS (1000 / SWEEP_PARTS)      /* all connections are checked once a second */
#define RETRY_MS 500                       /* between attempts to reach a database that is not up yet */
#define BANNED_WORDS_FILE_MAX (256 * 1024) /* bytes */
#define FULL_PERCENT 95                    /* of a core: overloaded */
#define FULL_SECONDS 3                     /* for this long */
#define STOP_MS 3000                       /* how long clients and jobs have to finish at shutdown */
#define KILL_MS 4500                       /* the process ends after this long, whatever its threads do */

struct server {
    struct base base;
    struct net net;
    struct jobs jobs;
    struct tables tables;
    struct company company;
    struct http *http;
    struct rrgp *rrgp;            /* NULL: not listening */
    struct admin *admin;          /* NULL: not listening */
    struct serve_options options; /* live: limits can be changed */
    uv_prepare_t iteration;       /* runs at the end of an iteration: commit, write */
    uint64_t turned;              /* end of the last iteration, in ns */
    uint64_t idle;                /* libuv's idle time then */
    uint64_t spent;               /* processor time then, in us */
    uv_timer_t sweep;             /* pings, silent connections, idle tables */
    unsigned sweeps;              /* so far */
    uint64_t worked;              /* processor time of the loop's thread a second ago, in us */
    uint64_t polled;              /* when that was, in us */
    unsigned full;                /* seconds of overload so far */
    uv_async_t stop;              /* SIGTERM or SIGINT arrived */
    carom_ms stopped;             /* when shutdown began */
    char *banned_words;           /* file contents; NULL: the built-in list */
};

struct serve_options serve_defaults(void)
{
    return (struct serve_options){
        .address = "127.0.0.1",
        .port = 8080,
        .data = "carom.db",
        .store = "",
        .web = "web/dist",
        .public_url = "",
        .origins = "",
        .proxies = "",
        .banned_words_file = "",
        .limits_file = "",
        .access_log = "",
        .metrics = "127.0.0.0/8,::1,unix",
        .metrics_token = "",
        .password_file = "",
        .log_level = SERVE_LOG_INFO,
        .max_connections = 10000,
        .max_per_address = 256,
        .max_addresses = 65536,
        .max_tables = 5000,
        .max_watchers = 500,
        .max_message = 8192,
        .message_rate = 20,
        .request_rate = 50,
        .picture_rate = 5,
        .new_tables_per_hour = 120,
        .failed_lookups_per_hour = 120,
        .table_events = 36000,
        .address_events = 100000,
        .retention_days = 90,
        .results_days = 400,
        .min_free = 200,
        .solve_nodes = 1000000,
        .public_nodes = 300000,
        .race_seconds = 1800,
        .idle_seconds = 60,
    };
}

/* The store failed: nothing uncommitted has happened. All tables are unloaded, and all clients must reconnect. */
static void on_store_failed(void *context)
{
    struct server *server = context;
    net_send_bye_all(&server->net, API_ERR_STORE, 1000);
    tables_unload_all(&server->tables);
}

/* ---- iterations ---- */

/* Measures how long an iteration took without idle time, which is how long everything that arrived in it had to
 * wait. */
static void measure_iteration(struct server *server)
{
    struct metrics *metrics = &server->base.metrics;
    uint64_t now = uv_hrtime();
    uint64_t idle = uv_metrics_idle_time(&server->base.loop);
    uint64_t passed = now - server->turned;
    uint64_t waited = idle - server->idle;
    uint64_t us = passed > waited ? (passed - waited) / 1000 : 0;
    uint64_t spent = clock_thread_cpu_us();
    if (server->turned > 0) {
        histogram_add(&metrics->loop_iterations, us);
        histogram_add(&metrics->loop_cpu, spent - server->spent); /* independent of other load on the machine */
    }
    if (server->turned > 0 && us > metrics->longest_iteration_us[0])
        metrics->longest_iteration_us[0] = us;
    server->turned = now;
    server->idle = idle;
    server->spent = spent;
}

/* At the end of an iteration: commits what was decided, and sends what may be sent. */
static void on_iteration_end(void *context)
{
    struct server *server = context;
    measure_iteration(server);
    do
        commit_flush(&server->tables);
    while (rrgp_process(server->rrgp));
    if (server->http != NULL)
        http_run(server->http);
    net_flush(&server->net);
    tables_set_timers(&server->tables);
}

static void on_loop_check(uv_prepare_t *turn)
{
    on_iteration_end(turn->data);
}

/* Every second: is there more to do than can be done? Then those who play are served, late but in their order, and
 * nobody new begins. Counted is the processor's time, not what others have taken of it. */
static void measure_load(struct server *server, carom_ms now)
{
    uint64_t worked = clock_thread_cpu_us();
    uint64_t looked = uv_hrtime() / 1000;
    bool full = server->polled > 0 && (worked - server->worked) * 100 > (looked - server->polled) * FULL_PERCENT;
    server->full = full ? server->full + 1 : 0;
    server->worked = worked;
    server->polled = looked;
    bool crowded = server->full >= FULL_SECONDS || commit_is_late(&server->tables, now);
    if (crowded != server->base.overloaded)
        log_event(SERVE_LOG_WARN, crowded ? "overloaded" : "overload-ended",
                  "connections=%u tables=%u waiting_bytes=%zu", server->net.count, server->tables.count,
                  commit_pending_bytes(&server->tables));
    server->base.overloaded = crowded;
}

static void on_sweep(uv_timer_t *timer)
{
    struct server *server = timer->data;
    carom_ms now = clock_now_ms();
    unsigned part = server->sweeps++ % SWEEP_PARTS;
    net_sweep(&server->net, now);
    sessions_send_backlog(&server->tables);
    replication_tick(&server->tables, now);
    jobs_sweep(&server->jobs);
    if (part == 0) {
        measure_load(server, now);
        tables_unload_idle(&server->tables, now);
        tables_expire(&server->tables, now);
        company_sweep(&server->company, now);
        http_sweep(server->http, now);
        rrgp_sweep(server->rrgp, now);
    }
    if (server->sweeps % (60 * SWEEP_PARTS) == 0) {
        struct metrics *metrics = &server->base.metrics;
        client_addrs_expire(&server->net.client_addrs, now);
        metrics->longest_iteration_us[1] = metrics->longest_iteration_us[0];
        metrics->longest_iteration_us[0] = 0;
    }
}

/* ---- the end ---- */

static void close_handles(struct server *server)
{
    net_end(&server->net);
    erasures_stop(&server->tables);
    company_stop_reading(&server->company);
    company_erase_cancel(&server->company);
    tables_stop(&server->tables);
    jobs_stop(&server->jobs);
    company_stop(&server->company);
    http_stop(server->http);
    server->http = NULL;
    admin_stop(server->admin);
    uv_close((uv_handle_t *)&server->iteration, NULL);
    uv_close((uv_handle_t *)&server->sweep, NULL);
    uv_close((uv_handle_t *)&server->stop, NULL);
}

/* Ends the process without the jobs that have not come back: what was decided is committed, and nothing of theirs is
 * freed while they use it. */
static void leave_jobs(struct server *server)
{
    log_event(SERVE_LOG_WARN, "jobs-left", "count=%u", jobs_count(&server->jobs));
    erasures_stop(&server->tables);
    company_erase_cancel(&server->company);
    tables_stop(&server->tables);
    store_close(server->tables.store);
    fflush(stdout);
    _exit(0);
}

/* Waits until everybody has read their `bye` or has had the time to, and all that runs elsewhere has come back. */
static void on_stopping(uv_timer_t *timer)
{
    struct server *server = timer->data;
    bool late = clock_now_ms() - server->stopped > STOP_MS;
    if (late)
        net_end(&server->net);
    if (server->net.sockets == 0 && jobs_count(&server->jobs) == 0) {
        uv_timer_stop(timer);
        close_handles(server);
    } else if (late && jobs_count(&server->jobs) > 0) {
        leave_jobs(server);
    }
}

static void stop(struct server *server)
{
    if (server->base.stopping)
        return;
    server->base.stopping = true;
    server->stopped = clock_now_ms();
    notify_manager("STOPPING=1");
    log_event(SERVE_LOG_INFO, "stopping", "connections=%u tables=%u", server->net.count, server->tables.count);
    http_quiesce(server->http);
    rrgp_quiesce(server->rrgp);
    jobs_cancel(&server->jobs);
    uv_timer_start(&server->sweep, on_stopping, 50, 50);
    commit_drain(&server->tables); /* what has been decided is committed and sent first; `bye` comes behind it */
    net_send_bye_all(&server->net, API_ERR_SHUTTING_DOWN, 1000);
}

static void on_stop(uv_async_t *async)
{
    stop(async->data);
}

/* The loop itself may be held up, by a disk that does not answer for instance. So a timer is started by the signal's
 * own handler; both calls may be made in one. */
static uv_async_t *stop_async;
static timer_t kill_timer;

static void on_signal(int number)
{
    static const struct itimerspec after = {.it_value = {KILL_MS / 1000, KILL_MS % 1000 * 1000000L}};
    int kept = errno;
    (void)number;
    timer_settime(kill_timer, 0, &after, NULL);
    uv_async_send(stop_async);
    errno = kept;
}

static void on_kill(int number)
{
    static const char words[] = "level=error event=stopped-by-force why=\"it did not end in time\"\n";
    (void)number;
    _exit(write(STDERR_FILENO, words, sizeof words - 1) < 0 ? 2 : 1);
}

static void watch_signals(struct server *server)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    struct sigaction stop = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    check_alloc(uv_async_init(&server->base.loop, &server->stop, on_stop) == 0);
    server->stop.data = server;
    stop_async = &server->stop;
    check_alloc(timer_create(CLOCK_MONOTONIC, &event, &kill_timer) == 0);
    signal(SIGALRM, on_kill);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGINT, &stop, NULL);
}

/* ---- the beginning ---- */

static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void set_public_url(struct base *base, const char *place)
{
    const char *link = base->options->public_url[0] != '\0' ? base->options->public_url : place;
    size_t length = strlen(link);
    length -= link[length - 1] == '/';
    snprintf(base->public_url, sizeof base->public_url, "%.*s", (int)length, link);
}

static void start_handles(struct server *server)
{
    uv_loop_t *loop = &server->base.loop;
    uv_prepare_init(loop, &server->iteration);
    uv_timer_init(loop, &server->sweep);
    server->iteration.data = server;
    server->sweep.data = server;
    uv_prepare_start(&server->iteration, on_loop_check);
    uv_timer_start(&server->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    watch_signals(server);
}

static struct store *open_store(const struct serve_options *options)
{
    char fault[STORE_ERROR_SIZE] = "expected postgresql://...";
    bool shared = options->store[0] != '\0';
    carom_ms now;
    struct store *store = !shared                             ? store_open_sqlite(options->data, fault)
                          : store_is_postgres(options->store) ? store_open_postgres_shared(options->store, fault)
                                                              : NULL;
    if (store == NULL) { /* an address may have a password in it */
        log_event(SERVE_LOG_ERROR, "store-open-failed", shared ? "store=%s error=%s" : "file=%s error=%s",
                  shared ? "postgresql" : options->data, fault);
        return NULL;
    }
    clock_set_ms(shared && store_time(store, &now) ? now : clock_now_ms());
    return store;
}

/* SIGTERM or SIGINT came while there was no loop yet to tell. */
static volatile sig_atomic_t stopped_early;

static void on_early_signal(int number)
{
    (void)number;
    stopped_early = 1;
}

/* A database that comes up late is waited for. False: a line has been logged, or the server is to stop. */
static bool wait_for_store(struct base *base)
{
    struct listeners listeners;
    const char *store = base->options->store;
    struct sigaction stop = {.sa_handler = on_early_signal};
    if (!store_is_postgres(store) || !store_postgres_away(store))
        return true;
    if (!not_ready_open(&listeners, base))
        return false;
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGINT, &stop, NULL);
    log_event(SERVE_LOG_WARN, "waiting-for-store", "store=postgresql link=%s readyz=503", listeners.url);
    while (!stopped_early && store_postgres_away(store))
        not_ready_answer(&listeners, RETRY_MS);
    not_ready_close(&listeners);
    log_event(SERVE_LOG_INFO, stopped_early ? "stopped" : "store-there", "store=postgresql");
    return !stopped_early;
}

/* A database may go away again between the look at it and its opening. */
static struct store *wait_and_open(struct base *base)
{
    struct store *store = NULL;
    while (store == NULL && wait_for_store(base)) {
        store = open_store(base->options);
        if (store == NULL && !(store_is_postgres(base->options->store) && store_postgres_away(base->options->store)))
            break;
    }
    return store;
}

/* The words that no name has. False: the file cannot be read, or is no text. NULL in `*words`: the list of our own. */
static bool read_banned_words(const char *path, char **words)
{
    *words = NULL;
    if (path[0] == '\0')
        return true;
    FILE *file = fopen(path, "rb");
    char *text = xcalloc(BANNED_WORDS_FILE_MAX + 1);
    size_t length = file != NULL ? fread(text, 1, BANNED_WORDS_FILE_MAX, file) : 0;
    bool good = file != NULL && ferror(file) == 0 && feof(file) != 0 && carom_utf8_valid(text, length);
    if (file != NULL)
        fclose(file);
    if (good)
        *words = text;
    else
        free(text);
    if (!good)
        log_event(SERVE_LOG_ERROR, "banned-words-read-failed", "file=%s", path);
    return good;
}

/* Reads the files of words and of limits again and opens the access log anew: all of it, or nothing has changed. */
static bool reload(void *context)
{
    struct server *server = context;
    char *words;
    if (!read_banned_words(server->options.banned_words_file, &words))
        return false;
    if (!http_reload(server->http) || !limits_file_read(&server->options)) {
        free(words);
        return false;
    }
    free(server->banned_words);
    server->banned_words = words;
    server->tables.banned_words = words;
    log_event(SERVE_LOG_INFO, "reloaded", "limits=%d words=%d access_log=%d", server->options.limits_file[0] != '\0',
              words != NULL, server->options.access_log[0] != '\0');
    return true;
}

/* Records are read from a file by a thread that has a connection of its own; of a database they are read as tables
 * are, and `*records` is NULL. */
static bool open_stores(struct base *base, struct store **store, struct store **records)
{
    char fault[STORE_ERROR_SIZE];
    *records = NULL;
    *store = wait_and_open(base);
    if (*store == NULL || store_is_shared(*store))
        return *store != NULL;
    *records = store_open_sqlite_reader(base->options->data, fault);
    if (*records != NULL)
        return true;
    log_event(SERVE_LOG_ERROR, "store-open-failed", "file=%s error=%s", base->options->data, fault);
    store_close(*store);
    return false;
}

static bool close_stores(struct store *store, struct store *records)
{
    if (records != NULL)
        store_close(records);
    store_close(store);
    return false;
}

static bool start(struct server *server)
{
    struct base *base = &server->base;
    if (!limits_file_read(&server->options) ||
        !read_banned_words(base->options->banned_words_file, &server->banned_words))
        return false;
    struct store *store, *records;
    int admin = -1;
    if (!open_stores(base, &store, &records))
        return false;
    base->started_at = clock_now_ms();
    if (!admin_listen(base->options, &admin))
        return close_stores(store, records);
    server->net = (struct net){.base = base,
                               .events = &requests_net_events,
                               .context = &server->tables,
                               .on_iteration_end = on_iteration_end,
                               .server = server};
    server->jobs = (struct jobs){.base = base};
    server->tables = (struct tables){.base = base, .store = store, .jobs = &server->jobs, .bots = &bot_callbacks};
    server->tables.banned_words = server->banned_words;
    client_addrs_init(&server->net.client_addrs, (unsigned)base->options->max_addresses);
    if (uv_loop_init(&base->loop) != 0) {
        log_event(SERVE_LOG_ERROR, "event-loop-failed", "library=libuv");
        return close_stores(store, records);
    }
    uv_loop_configure(&base->loop, UV_METRICS_IDLE_TIME);
    raise_file_limit();
    if (rrgp_start(&server->rrgp, &server->net, &server->tables))
        server->http = http_start(base, &server->net, &server->tables, &server->jobs, &server->company);
    if (server->http == NULL) {
        uv_loop_close(&base->loop);
        return close_stores(store, records);
    }
    tables_start(&server->tables, on_store_failed, server);
    company_start(&server->company, base, &server->tables, &server->jobs, records);
    erasures_start(&server->tables);
    jobs_start(&server->jobs);
    server->admin = admin_start(admin, &server->net, &server->company, &server->options, reload, server);
    start_handles(server);
    set_public_url(base, server->net.listeners.url);
    return true;
}

/* To standard output, for the person who started the server. */
static void tell_link(const struct base *base)
{
    struct log_row row;
    if (base->options->log_format == SERVE_LOG_JSON) {
        log_row_begin(&row);
        log_row_words(&row, "link", base->public_url);
        fwrite(row.bytes, 1, log_row_end(&row), stdout);
    } else {
        printf("carom plays at %s\n", base->public_url);
    }
    fflush(stdout);
}

/* What kept the server from starting names an option, or a file; whoever set it in the environment looks for the
 * variable. Values are left out: an address of a database may have a password in it. */
static int not_started(const struct serve_options *options)
{
    if (stopped_early)
        return 0;
    if (options->variables != NULL && options->variables[0] != '\0')
        log_event(SERVE_LOG_ERROR, "not-started", "options_from_environment=\"%s\"", options->variables);
    return 2;
}

int serve_run(const struct serve_options *options)
{
    static struct server server;
    struct base *base = &server.base;
    server = (struct server){.options = *options};
    base->options = &server.options;
    log_set(options->log_level, options->log_format);
    malloc_configure();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow any more is a store that fails, no end */
    if (sodium_init() < 0) {
        log_event(SERVE_LOG_ERROR, "random-source-failed", "library=libsodium");
        return 2;
    }
    if (!start(&server))
        return not_started(&server.options);
    tell_link(base);
    log_event(SERVE_LOG_INFO, "started", "link=%s data=%s ms=%lld", base->public_url,
              options->store[0] != '\0' ? "postgresql" : options->data, (long long)(clock_now_ms() - base->started_at));
    notify_manager("READY=1");
    uv_run(&base->loop, UV_RUN_DEFAULT);
    uv_loop_close(&base->loop);
    rrgp_free(server.rrgp);
    store_close(server.tables.store);
    client_addrs_destroy(&server.net.client_addrs);
    free(server.banned_words);
    log_event(SERVE_LOG_INFO, "stopped", "uptime_seconds=%lld", (long long)(clock_now_ms() - base->started_at) / 1000);
    return 0;
}
