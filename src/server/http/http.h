/*
 * HTTP: libmicrohttpd's connections, driven by the event loop, and what an answer is made of.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "../base/base.h"

#include <microhttpd.h>

#define BODY_MOST 16384 /* bytes of a request's body */

/* One request on its way to its answer. */
struct exchange {
    struct server *server;
    struct MHD_Connection *connection;
    struct visitor *visitor;
    const char *method;
    const char *url;
    carom_ms now; /* taken when the request was complete */
    bool routed;  /* an answer exists, or is being made while the connection is suspended */
    bool suspended;
    bool too_big;
    size_t body_length;
    char *body;

    unsigned status;
    struct MHD_Response *response;
};

/* Starts listening. False: a line has been logged. */
bool http_start(struct server *server);
/* No new requests from now on. */
void http_quiesce(struct server *server);
void http_stop(struct server *server);
/* Lets libmicrohttpd do what is due. */
void http_run(struct http *http);
/* The same if an answer has become ready meanwhile. */
void http_run_wanted(struct http *http);
/* An upgraded socket is not needed any more. */
void http_close_upgraded(struct http *http, struct MHD_UpgradeResponseHandle *handle);
/* The port that is listened on. */
unsigned http_port(const struct http *http);

/* Sets the answer; the text is copied. */
void exchange_answer(struct exchange *exchange, unsigned status, const char *type, const char *text, size_t length);
/* A file whose descriptor is taken over. */
void exchange_file(struct exchange *exchange, int fd, uint64_t size, const char *type);
void exchange_refuse(struct exchange *exchange, const char *what, const struct refused *refused);
void exchange_header(struct exchange *exchange, const char *name, const char *value);
/* The answer comes later: from commit.c or jobs.c through exchange_resume. */
void exchange_suspend(struct exchange *exchange);
void exchange_resume(struct exchange *exchange);
/* A member of the query, or NULL. */
const char *exchange_query(const struct exchange *exchange, const char *name);
const char *exchange_head(const struct exchange *exchange, const char *name);

/* api.c, pages.c: each answers (or suspends) what it knows; false: not its address. */
bool api_route(struct exchange *exchange);
bool pictures_route(struct exchange *exchange);
bool pages_route(struct exchange *exchange);

#endif
