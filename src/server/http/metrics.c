/*
 * Health and metrics: /healthz (the process is alive), /readyz (its store works), /metrics (Prometheus).
 */
#include "internal.h"

#include <carom/version.h>
#include <string.h>

#define STORE_FAILED_MS 10000

static void put_name(struct carom_text *text, const char *name, const char *end)
{
    carom_text_put(text, strncmp(name, "process_", 8) == 0 ? "" : "carom_");
    carom_text_put(text, name);
    carom_text_put(text, end);
}

static void put_head(struct carom_text *text, const char *name, const char *kind, const char *help)
{
    carom_text_put(text, "# HELP ");
    put_name(text, name, " ");
    carom_text_put(text, help);
    carom_text_put(text, "\n# TYPE ");
    put_name(text, name, " ");
    carom_text_put(text, kind);
    carom_text_char(text, '\n');
}

static void put_value(struct carom_text *text, uint64_t value)
{
    carom_text_char(text, ' ');
    carom_text_uint(text, value);
    carom_text_char(text, '\n');
}

static void put(struct carom_text *text, const char *name, const char *kind, const char *help, uint64_t value)
{
    put_head(text, name, kind, help);
    put_name(text, name, "");
    put_value(text, value);
}

/* Writes one sample of a metric with a label. */
static void put_labelled(struct carom_text *text, const char *name, const char *label, const char *word, uint64_t value)
{
    put_name(text, name, "{");
    carom_text_put(text, label);
    carom_text_put(text, "=\"");
    carom_text_put(text, word);
    carom_text_put(text, "\"}");
    put_value(text, value);
}

static void put_seconds(struct carom_text *text, uint64_t us)
{
    carom_text_uint(text, us / 1000000);
    carom_text_char(text, '.');
    for (uint64_t place = 100000; place > 0; place /= 10)
        carom_text_char(text, (char)('0' + us / place % 10));
}

static void put_histogram(struct carom_text *text, const char *name, const char *help,
                          const struct histogram *histogram)
{
    uint64_t count = 0;
    put_head(text, name, "histogram", help);
    for (unsigned i = 0; i <= HISTOGRAM_BOUNDS; i++) {
        count += histogram->counts[i];
        put_name(text, name, "_bucket{le=\"");
        if (i < HISTOGRAM_BOUNDS)
            put_seconds(text, histogram_bound(i));
        else
            carom_text_put(text, "+Inf");
        carom_text_put(text, "\"}");
        put_value(text, count);
    }
    put_name(text, name, "_sum ");
    put_seconds(text, histogram->sum_us);
    carom_text_char(text, '\n');
    put_name(text, name, "_count");
    put_value(text, count);
}

/* Writes the metrics of a shared store. With a file nothing can be missed: the two states are 1 and all else is 0, so
 * that no alert fires. */
static void write_shared(struct carom_text *text, const struct tables *tables, const struct metrics *m)
{
    put(text, "store_up", "gauge", "The last commit succeeded.", !tables->store_down);
    put(text, "store_pending_bytes", "gauge", "What waits to be written.", commit_pending_bytes(tables));
    put(text, "store_notify_connected", "gauge", "Changes made by other servers arrive at once.", !tables->notify_down);
    put(text, "notifications_total", "counter", "News of other servers.", m->notifications_total);
    put(text, "write_conflicts_total", "counter", "Tables at which another server was first.", m->conflicts_total);
    put(text, "table_reloads_total", "counter", "Times that a table's log was read on.", m->refreshes_total);
    put(text, "tables_stale", "gauge", "Tables whose log is being read on.", tables->stale_tables);
}

static void write_counters(struct carom_text *text, const struct http *http)
{
    const struct metrics *m = &http->base->metrics;
    uint64_t uptime = (uint64_t)(clock_now_ms() - http->base->started_at) / 1000;
    put(text, "uptime_seconds", "gauge", "Seconds since the start.", uptime);
    put(text, "connections", "gauge", "WebSockets open.", http->net->count);
    put(text, "tables", "gauge", "Tables in memory.", http->tables->count);
    put(text, "overloaded", "gauge", "There is so much to do that no tables are made.", http->base->overloaded);
    put(text, "connections_total", "counter", "WebSockets opened.", m->connections_total);
    put(text, "requests_total", "counter", "WebSocket requests.", m->requests_total);
    put(text, "request_errors_total", "counter", "WebSocket requests refused.", m->refused_total);
    put(text, "http_requests_total", "counter", "HTTP requests.", m->http_requests_total);
    put(text, "rows_committed_total", "counter", "Rows committed.", m->events_total);
    put(text, "commits_total", "counter", "Transactions committed.", m->commits_total);
    put(text, "broadcasts_total", "counter", "Messages sent to whole tables.", m->broadcasts_total);
    put(text, "slow_clients_dropped_total", "counter", "Connections dropped because they did not read.",
        m->slow_clients_total);
    put(text, "http_timeouts_total", "counter", "HTTP connections ended because they took too long.",
        m->http_timeouts_total);
    put(text, "tables_created_total", "counter", "Tables created.", m->tables_created_total);
    put(text, "tables_loaded_total", "counter", "Tables brought back into memory.", m->tables_loaded_total);
    put(text, "positions_solved_total", "counter", "Positions solved.", m->solves_total);
    put(text, "solver_tables_built_total", "counter",
        "Tables built for boards and targets that the solver did not know.", m->tables_built_total);
    put(text, "pictures_rendered_total", "counter", "Pictures drawn.", m->pictures_total);
    put(text, "commits_failed_total", "counter", "Commits that failed.", m->store_failed_total);
}

/* Writes the lengths and times of the queues. */
static void write_queues(struct carom_text *text, const struct http *http)
{
    const struct jobs *jobs = http->jobs;
    put(text, "jobs_in_progress", "gauge", "Positions and pictures being worked on or waiting for it.",
        jobs_count(jobs));
    put_head(text, "jobs_waiting", "gauge", "Work that waits for a thread.");
    put_labelled(text, "jobs_waiting", "kind", "round", jobs->waiting_count[JOB_ROUND]);
    put_labelled(text, "jobs_waiting", "kind", "http", jobs->waiting_count[JOB_HTTP]);
    put_labelled(text, "jobs_waiting", "kind", "drawn", jobs->waiting_count[JOB_DRAWN]);
    put(text, "rows_pending", "gauge", "Rows that wait for the next commit.", commit_pending_rows(http->tables));
    put(text, "http_connections", "gauge", "Connections that are not WebSockets.", http->conns.http_count);
    put(text, "ws_partial_messages", "gauge", "WebSockets of which half a message has arrived.",
        http->net->partial_messages);
    put(text, "send_queue_bytes", "gauge", "Bytes of frames that wait for readers.", buffers_total_bytes());
    put(text, "client_addresses", "gauge", "Addresses that are remembered.", http->net->client_addrs.count);
}

/* Writes the free disk space, unless it is unknown (-1). */
static void write_space(struct carom_text *text, const struct store_space *space)
{
    if (space->data >= 0)
        put(text, "data_bytes", "gauge", "Bytes that the data take.", (uint64_t)space->data);
    if (space->unused >= 0)
        put(text, "data_unused_bytes", "gauge", "Bytes of them that are free for new data.", (uint64_t)space->unused);
    if (space->free >= 0)
        put(text, "disk_free_bytes", "gauge", "Bytes that may still be written to the disk.", (uint64_t)space->free);
}

static void put_time(struct carom_text *text, const char *name, const char *kind, const char *help, uint64_t us)
{
    put_head(text, name, kind, help);
    put_name(text, name, " ");
    put_seconds(text, us);
    carom_text_char(text, '\n');
}

/* Writes process metrics under the names that all Prometheus client libraries use. */
static void write_process(struct carom_text *text, const struct base *base)
{
    struct process_facts facts = process_facts();
    put_head(text, "build_info", "gauge", "1, with the version of the server as a label.");
    put_labelled(text, "build_info", "version", carom_version(), 1);
    put_time(text, "process_cpu_seconds_total", "counter", "Processor time used.", facts.cpu_us);
    put_time(text, "process_start_time_seconds", "gauge", "When the server started, in seconds since 1970.",
             (uint64_t)base->started_at * 1000);
    put(text, "process_open_fds", "gauge", "Open file descriptors.", facts.open_files);
    put(text, "process_max_fds", "gauge", "File descriptors that may be open.", facts.most_files);
    put(text, "process_virtual_memory_bytes", "gauge", "Virtual memory.", facts.virtual_bytes);
    put(text, "process_resident_memory_bytes", "gauge", "Resident memory.", facts.resident_bytes);
}

static void write_times(struct carom_text *text, const struct metrics *m)
{
    const uint64_t *longest = m->longest_iteration_us;
    put_time(text, "loop_iteration_max_seconds", "gauge",
             "The longest turn of the event loop in this minute and the one before.",
             longest[0] > longest[1] ? longest[0] : longest[1]);
    put_histogram(text, "loop_seconds", "Turns of the event loop, waiting left out.", &m->loop_iterations);
    put_histogram(text, "loop_cpu_seconds", "What turns of the event loop took of a processor.", &m->loop_cpu);
    put_histogram(text, "ws_request_seconds", "WebSocket requests, from their arrival to the answer.", &m->ws_requests);
    put_histogram(text, "http_request_seconds", "HTTP requests, from their arrival to the answer.", &m->http_requests);
    put_histogram(text, "commit_seconds", "Commits.", &m->commits);
}

static void write_metrics(struct carom_text *text, const void *context)
{
    const struct http *http = context;
    write_process(text, http->base);
    write_counters(text, http);
    put_head(text, "api_errors_total", "counter", "Refusals over HTTP and WebSockets, and good-byes, by their reason.");
    for (unsigned why = 0; why < API_SERVER_ERRORS; why++)
        put_labelled(text, "api_errors_total", "code", api_error_code_name((enum api_error_code)why),
                     api_error_count((enum api_error_code)why));
    write_queues(text, http);
    write_space(text, &http->tables->space);
    write_shared(text, http->tables, &http->base->metrics);
    write_times(text, &http->base->metrics);
}

static void reply_plain_text(struct http_request *request, bool good, const char *word)
{
    http_reply(request, good ? 200 : 503, "text/plain", word, strlen(word));
    http_add_header(request, "Cache-Control", "no-store");
}

/* Can tables be read and written? A failed commit counts only for a while, because perhaps nobody tries again. */
static bool store_ready(const struct http_request *request)
{
    const struct base *base = request->http->base;
    const struct tables *tables = request->http->tables;
    struct store_table none;
    if (tables->shared) /* a shared store is checked in the background: this must not wait for a database */
        return !tables->store_down && !tables->poll_failed;
    return (base->store_failed_at == 0 || request->now - base->store_failed_at > STORE_FAILED_MS) &&
           store_find(tables->store, "", &none) != STORE_FAILED;
}

/* Does a proxy that is not in --proxies forward requests? Then the clients' addresses are unknown. */
static bool has_forwarding_header(const struct http_request *request)
{
    static const char *const names[] = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"};
    bool said = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        said = said || http_header(request, names[i]) != NULL;
    return said && address_equal(&request->client, &request->conn->conn);
}

static bool is_metrics_request(const struct http_request *request)
{
    return strcmp(request->url, "/metrics") == 0;
}

bool metrics_token_matches(struct http_request *request)
{
    return is_metrics_request(request) && request_has_token(request, &request->http->metrics_token);
}

/* Replies with the metrics, or with 404 to clients who may not read them. */
static void get_metrics(struct http_request *request)
{
    const struct http *http = request->http;
    bool near = networks_contain(&http->metrics, &request->client) && !has_forwarding_header(request);
    if (!near && !metrics_token_matches(request)) {
        http_reply_error_code(request, "request", API_ERR_NOT_FOUND, 0);
        return;
    }
    http_reply_text(request, MHD_HTTP_OK, "text/plain; version=0.0.4", write_metrics, http);
    http_add_header(request, "Cache-Control", "no-store");
}

bool handle_metrics(struct http_request *request)
{
    bool stopping = request->http->base->stopping;
    if (strcmp(request->url, "/healthz") == 0) {
        reply_plain_text(request, !stopping, stopping ? "stopping\n" : "ok\n");
        return true;
    }
    if (strcmp(request->url, "/readyz") == 0) {
        bool ready = !stopping && store_ready(request);
        reply_plain_text(request, ready, stopping ? "stopping\n" : ready ? "ready\n" : "store\n");
        return true;
    }
    if (!is_metrics_request(request))
        return false;
    get_metrics(request);
    return true;
}
