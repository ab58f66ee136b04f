/*
 * HTTP: libmicrohttpd's connections, driven by the event loop; the page, pictures, and the addresses for programs
 * (docs/reference/protocol.md). WebSockets begin here and are handed on.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "../company/company.h"
#include "../jobs/jobs.h"
#include "../net/net.h"

struct http;

/* not_ready.c: before http_start, while the store cannot be opened. Answers for `ms` that the server lives, and is not
 * ready. False: a line has been logged. */
bool not_ready_open(struct listeners *listeners, struct base *base);
void not_ready_answer(const struct listeners *listeners, unsigned ms);
void not_ready_close(struct listeners *listeners);

/* Starts listening; `net` takes WebSockets over. NULL: a line has been logged. */
struct http *http_start(struct base *base, struct net *net, struct tables *tables, struct jobs *jobs,
                        struct company *company);
/* Opens the access log again, for programs that have moved the file away. False: it cannot be opened, a line has been
 * logged, and the one from before goes on. */
bool http_reload(struct http *http);
/* No new connections from now on. */
void http_quiesce(struct http *http);
/* Its end; the loop frees it. */
void http_stop(struct http *http);
/* The end of a turn of the loop: lets libmicrohttpd do what has become possible meanwhile. */
void http_run(struct http *http);
/* Once a second: an end to connections that take too long. */
void http_sweep(struct http *http, carom_ms now);

#endif
