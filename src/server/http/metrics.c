/*
 * How the server is: /healthz says that it lives, /readyz that its store does, /metrics all there is to know, as
 * Prometheus reads it.
 */
#include "room.h"

#include <string.h>

#define STORE_FAILED_MS 10000

static void put_name(struct carom_text *text, const char *name, const char *end)
{
    carom_text_put(text, "carom_");
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
    put(text, "commit_milliseconds_total", "counter", "Time spent waiting for commits.", m->commit_ms_total);
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

static void write_times(struct carom_text *text, struct metrics *m)
{
    put_head(text, "loop_longest_seconds", "gauge", "The longest turn of the event loop since this was read last.");
    put_name(text, "loop_longest_seconds", " ");
    put_seconds(text, m->longest_turn_us);
    carom_text_char(text, '\n');
    m->longest_turn_us = 0;
    put_histogram(text, "loop_seconds", "Turns of the event loop, waiting left out.", &m->turns);
    put_histogram(text, "loop_work_seconds", "What turns of the event loop took of a processor.", &m->works);
    put_histogram(text, "answer_seconds", "WebSocket requests, from their arrival to the answer.", &m->answers);
    put_histogram(text, "http_seconds", "HTTP requests, from their arrival to the answer.", &m->exchanges);
    put_histogram(text, "commit_seconds", "Commits.", &m->commits);
}

static void write_metrics(struct carom_text *text, const struct http *http)
{
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
    if (strcmp(exchange->url, "/metrics") != 0)
        return false;
    struct carom_text text = exchange_text();
    write_metrics(&text, exchange->http);
    exchange_answer(exchange, MHD_HTTP_OK, "text/plain; version=0.0.4", text.bytes, text.length);
    return true;
}
