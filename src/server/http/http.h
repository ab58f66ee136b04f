/*
 * The HTTP server: libmicrohttpd driven by the event loop. It serves the page, pictures and the HTTP API
 * (docs/reference/protocol.md), and hands WebSockets to the net layer after their handshake.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "../company/company.h"
#include "../jobs/jobs.h"
#include "../net/net.h"

struct http;

/* Refuses requests, for as long as the store cannot be opened; /healthz is answered. Open before http_start (false: the
 * error has been logged), then answer for `ms` at a time. */
bool not_ready_open(struct listeners *listeners, struct base *base);
void not_ready_answer(const struct listeners *listeners, unsigned ms);
void not_ready_close(struct listeners *listeners);

/* Starts listening; `net` takes over WebSockets. NULL: the error has been logged. */
struct http *http_start(struct base *base, struct net *net, struct tables *tables, struct jobs *jobs,
                        struct company *company);
/* Reopens the access log after log rotation. False: the error has been logged, and the old file stays in use. */
bool http_reload(struct http *http);
/* Stops accepting connections. */
void http_quiesce(struct http *http);
/* Stops the server; the loop frees it. */
void http_stop(struct http *http);
/* Call at the end of each loop iteration: lets libmicrohttpd continue what has become possible. */
void http_run(struct http *http);
/* Call every second: closes connections that take too long. */
void http_sweep(struct http *http, carom_ms now);

#endif
