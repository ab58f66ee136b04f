/*
 * How the server is: /healthz says that it lives, /readyz that its store does, /metrics all there is to know, as
 * Prometheus reads it.
 */
#include "room.h"

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

/* One of several that differ in a label. */
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

/* Of data that several servers share; 0 where there is one file. */
static void write_shared(struct carom_text *text, const struct tables *tables, const struct metrics *m)
{
    put(text, "store_up", "gauge", "The last commit succeeded.", !tables->down);
    put(text, "store_waiting_bytes", "gauge", "What waits to be written.", commit_waiting_bytes(tables));
    put(text, "store_listening", "gauge", "News of other servers are heard at once.", tables->shared && !tables->deaf);
    put(text, "news_total", "counter", "News of other servers.", m->news_total);
    put(text, "conflicts_total", "counter", "Tables at which another server was first.", m->conflicts_total);
    put(text, "refreshes_total", "counter", "Times that a table's log was read on.", m->refreshes_total);
    put(text, "tables_behind", "gauge", "Tables whose log is being read on.", tables->refreshing);
}

static void write_counters(struct carom_text *text, const struct http *http)
{
    const struct metrics *m = &http->base->metrics;
    uint64_t uptime = (uint64_t)(clock_now() - http->base->started) / 1000;
    put(text, "uptime_seconds", "gauge", "Seconds since the start.", uptime);
    put(text, "connections", "gauge", "WebSockets open.", http->net->count);
    put(text, "tables", "gauge", "Tables in memory.", http->tables->count);
    put(text, "crowded", "gauge", "There is so much to do that no tables are made.", http->base->crowded);
    put(text, "connections_total", "counter", "WebSockets opened.", m->connections_total);
    put(text, "requests_total", "counter", "WebSocket requests.", m->requests_total);
    put(text, "refused_total", "counter", "WebSocket requests refused.", m->refused_total);
    put(text, "http_requests_total", "counter", "HTTP requests.", m->http_total);
    put(text, "writes_total", "counter", "Rows committed.", m->events_total);
    put(text, "commits_total", "counter", "Transactions committed.", m->commits_total);
    put(text, "broadcasts_total", "counter", "Messages sent to whole tables.", m->broadcasts_total);
    put(text, "dropped_slow_total", "counter", "Connections dropped because they did not read.", m->dropped_slow_total);
    put(text, "slow_requests_total", "counter", "HTTP connections ended because they took too long.",
        m->slow_requests_total);
    put(text, "tables_created_total", "counter", "Tables created.", m->tables_created_total);
    put(text, "tables_loaded_total", "counter", "Tables brought back into memory.", m->tables_loaded_total);
    put(text, "solved_total", "counter", "Positions solved.", m->solved_total);
    put(text, "drawn_total", "counter", "Pictures drawn.", m->drawn_total);
    put(text, "store_failed_total", "counter", "Commits that failed.", m->store_failed_total);
}

/* What waits, and what it takes. */
static void write_queues(struct carom_text *text, const struct http *http)
{
    const struct jobs *jobs = http->jobs;
    put(text, "solving", "gauge", "Positions and pictures being worked on or waiting for it.", jobs_count(jobs));
    put_head(text, "jobs_waiting", "gauge", "Work that waits for a thread.");
    put_labelled(text, "jobs_waiting", "kind", "round", jobs->waits[JOB_ROUND]);
    put_labelled(text, "jobs_waiting", "kind", "asked", jobs->waits[JOB_ASKED]);
    put_labelled(text, "jobs_waiting", "kind", "drawn", jobs->waits[JOB_DRAWN]);
    put(text, "writes_waiting", "gauge", "Rows that wait for the next commit.", commit_waiting(http->tables));
    put(text, "http_connections", "gauge", "Connections that are no WebSockets.", http->lines.plain);
    put(text, "half_read", "gauge", "WebSockets of which half a message has arrived.", http->net->half_read);
    put(text, "queued_bytes", "gauge", "Bytes of frames that wait for readers.", bytes_held());
    put(text, "addresses", "gauge", "Addresses that are remembered.", http->net->visitors.count);
}

/* -1: not known, and not told. */
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

/* Under the names that every Prometheus client library has for them. */
static void write_process(struct carom_text *text, const struct base *base)
{
    struct process_facts facts = process_facts();
    put_head(text, "build_info", "gauge", "1, with the version of the server as a label.");
    put_labelled(text, "build_info", "version", carom_version(), 1);
    put_time(text, "process_cpu_seconds_total", "counter", "Processor time used.", facts.cpu_us);
    put_time(text, "process_start_time_seconds", "gauge", "When the server started, in seconds since 1970.",
             (uint64_t)base->started * 1000);
    put(text, "process_open_fds", "gauge", "Open file descriptors.", facts.open_files);
    put(text, "process_max_fds", "gauge", "File descriptors that may be open.", facts.most_files);
    put(text, "process_virtual_memory_bytes", "gauge", "Virtual memory.", facts.virtual_bytes);
    put(text, "process_resident_memory_bytes", "gauge", "Resident memory.", facts.resident_bytes);
}

static void write_times(struct carom_text *text, const struct metrics *m)
{
    const uint64_t *longest = m->longest_turn_us;
    put_time(text, "loop_longest_seconds", "gauge",
             "The longest turn of the event loop in this minute and the one before.",
             longest[0] > longest[1] ? longest[0] : longest[1]);
    put_histogram(text, "loop_seconds", "Turns of the event loop, waiting left out.", &m->turns);
    put_histogram(text, "loop_work_seconds", "What turns of the event loop took of a processor.", &m->works);
    put_histogram(text, "answer_seconds", "WebSocket requests, from their arrival to the answer.", &m->answers);
    put_histogram(text, "http_seconds", "HTTP requests, from their arrival to the answer.", &m->exchanges);
    put_histogram(text, "commit_seconds", "Commits.", &m->commits);
}

static void write_metrics(struct carom_text *text, const struct http *http)
{
    write_process(text, http->base);
    write_counters(text, http);
    put_head(text, "refusals_total", "counter", "Refusals over HTTP and WebSockets, and good-byes, by their reason.");
    for (unsigned why = 0; why < WHYS; why++)
        put_labelled(text, "refusals_total", "why", why_name((enum why)why), refused_count((enum why)why));
    write_queues(text, http);
    write_space(text, &http->tables->space);
    write_shared(text, http->tables, &http->base->metrics);
    write_times(text, &http->base->metrics);
}

static void answer_word(struct exchange *exchange, bool good, const char *word)
{
    exchange_answer(exchange, good ? 200 : 503, "text/plain", word, strlen(word));
    exchange_header(exchange, "Cache-Control", "no-store");
}

/* Can tables be read and written? A failed commit is held against it for a while only: nobody may come to try again. */
static bool store_ready(const struct exchange *exchange)
{
    const struct base *base = exchange->http->base;
    const struct tables *tables = exchange->http->tables;
    struct store_table none;
    if (tables->shared) /* which is asked all the time, and not here: nobody waits for a database */
        return !tables->down && !tables->unread;
    return (base->store_failed == 0 || exchange->now - base->store_failed > STORE_FAILED_MS) &&
           store_find(tables->store, "", &none) != STORE_FAILED;
}

/* Does somebody ask on another's behalf who is not among --proxies? Then nobody knows for whom. */
static bool asks_for_another(const struct exchange *exchange)
{
    static const char *const names[] = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"};
    bool said = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        said = said || exchange_head(exchange, names[i]) != NULL;
    return said && address_same(&exchange->client, &exchange->line->peer);
}

static bool asks_metrics(const struct exchange *exchange)
{
    return strcmp(exchange->url, "/metrics") == 0;
}

bool metrics_by_token(struct exchange *exchange)
{
    return asks_metrics(exchange) && private_has_token(exchange, &exchange->http->metrics_token);
}

/* Who may not read them is not told that they are there. */
static void get_metrics(struct exchange *exchange)
{
    const struct http *http = exchange->http;
    bool near = networks_have(&http->metrics, &exchange->client) && !asks_for_another(exchange);
    if (!near && !metrics_by_token(exchange)) {
        exchange_refuse_why(exchange, "request", WHY_NOT_FOUND, 0);
        return;
    }
    struct carom_text text = exchange_text();
    write_metrics(&text, http);
    exchange_answer(exchange, MHD_HTTP_OK, "text/plain; version=0.0.4", text.bytes, text.length);
    exchange_header(exchange, "Cache-Control", "no-store");
}

bool metrics_route(struct exchange *exchange)
{
    bool stopping = exchange->http->base->stopping;
    if (strcmp(exchange->url, "/healthz") == 0) {
        answer_word(exchange, !stopping, stopping ? "stopping\n" : "ok\n");
        return true;
    }
    if (strcmp(exchange->url, "/readyz") == 0) {
        bool ready = !stopping && store_ready(exchange);
        answer_word(exchange, ready, stopping ? "stopping\n" : ready ? "ready\n" : "store\n");
        return true;
    }
    if (!asks_metrics(exchange))
        return false;
    get_metrics(exchange);
    return true;
}
