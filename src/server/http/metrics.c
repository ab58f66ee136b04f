/*
 * How the server is: /healthz, and /metrics as Prometheus reads it.
 */
#include "room.h"

#include <string.h>

static void put(struct carom_text *text, const char *name, const char *kind, const char *help, uint64_t value)
{
    carom_text_put(text, "# HELP carom_");
    carom_text_put(text, name);
    carom_text_char(text, ' ');
    carom_text_put(text, help);
    carom_text_put(text, "\n# TYPE carom_");
    carom_text_put(text, name);
    carom_text_char(text, ' ');
    carom_text_put(text, kind);
    carom_text_put(text, "\ncarom_");
    carom_text_put(text, name);
    carom_text_char(text, ' ');
    carom_text_uint(text, value);
    carom_text_char(text, '\n');
}

static void write_metrics(struct carom_text *text, const struct http *http)
{
    const struct metrics *m = &http->base->metrics;
    uint64_t uptime = (uint64_t)(clock_now() - http->base->started) / 1000;
    put(text, "uptime_seconds", "gauge", "Seconds since the start.", uptime);
    put(text, "connections", "gauge", "WebSockets open.", http->net->count);
    put(text, "tables", "gauge", "Tables in memory.", http->tables->count);
    put(text, "solving", "gauge", "Positions being solved or waiting for it.", jobs_count(http->jobs));
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
}

bool metrics_route(struct exchange *exchange)
{
    if (strcmp(exchange->url, "/healthz") == 0) {
        bool stopping = exchange->http->base->stopping;
        exchange_answer(exchange, stopping ? 503 : 200, "text/plain", stopping ? "stopping\n" : "ok\n",
                        stopping ? 9 : 3);
        return true;
    }
    if (strcmp(exchange->url, "/metrics") != 0)
        return false;
    struct carom_text text = exchange_text();
    write_metrics(&text, exchange->http);
    exchange_answer(exchange, MHD_HTTP_OK, "text/plain; version=0.0.4", text.bytes, text.length);
    return true;
}
