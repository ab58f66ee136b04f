/*
 * One HTTP request from its arrival to its reply, as the files of this layer hand it around.
 */
#ifndef SERVER_HTTP_HTTP_REQUEST_H
#define SERVER_HTTP_HTTP_REQUEST_H

#include "../company/company.h"
#include "http.h"
#include "http_conns.h"

#include <microhttpd.h>

#define MEMORY_PER_CONNECTION 6144 /* memory for request line and headers; it is kept while a WebSocket is open */
#define HEAD_MAX 4608              /* most of it that a head may take; the rest is for the head of the reply */
#define QUERY_MAX 32               /* most parts of a query */
#define BODY_MAX 16384             /* most bytes of a request's body */
#define STREAM_BYTES TEST_LIMIT(64 * 1024, 600) /* bytes per chunk of a streamed reply */
#define JSON_TYPE "application/json"

struct picture_cache;

struct http {
    struct base *base;
    struct net *net;
    struct tables *tables;
    struct jobs *jobs;
    struct company *company;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    uv_timer_t timer;
    bool run_requested;             /* libmicrohttpd must run: a reply has become ready, or a socket free */
    uint64_t iteration_cpu_start;   /* CPU time of the loop at the first request of this iteration; 0: none so far */
    struct http_request *postponed; /* requests postponed to a later iteration, and the link for the next one */
    struct http_request **postponed_end;
    unsigned closing; /* libuv handles being closed */
    struct networks proxies;
    struct networks metrics;       /* networks that may read /metrics */
    struct password metrics_token; /* a token that lets anybody read it */
    struct password password;
    struct http_conns conns;
    uint64_t most_sockets; /* limit of WebSockets */
    struct picture_cache *cache;
    uint64_t long_answers_kib; /* KiB of long answers about circles and matches that are being sent */
    int access;                /* descriptor of the access log; -1: none */
};

struct http_request {
    struct http *http;
    struct MHD_Connection *connection;
    struct http_conn *conn;
    struct address client;           /* address of the client, behind proxies */
    struct client_addr *client_addr; /* the record of that address; NULL before the request is complete */
    const char *method;
    const char *url;
    carom_ms now;    /* the time when the request was complete */
    bool dispatched; /* a handler has replied, or the connection is suspended until it does */
    bool suspended;
    bool suspended_by_handler; /* the handler suspended it (again) */
    bool table_loaded;         /* the load of its table has ended, with `load_result` */
    unsigned load_result;
    bool was_postponed; /* it was postponed to this iteration */
    struct http_request *next_postponed;
    bool too_big;    /* the body is too long */
    bool too_many;   /* the query had too many parts; the rest was cut off */
    bool over_quota; /* the head is so large that there may be no memory for the reply's */
    size_t body_length;
    size_t body_capacity;
    char *body;

    unsigned status;
    struct MHD_Response *response;
};

/* A parameter of the query, or NULL. */
const char *http_query(const struct http_request *request, const char *name);
const char *http_header(const struct http_request *request, const char *name);
/* The part of the path after a prefix, or NULL. */
const char *http_path_after(const struct http_request *request, const char *prefix);
/* Appends bytes of the body; more than BODY_MAX are thrown away. */
void http_body_append(struct http_request *request, const char *data, size_t length);

/* Replies with a text, which is copied. */
void http_reply(struct http_request *request, unsigned status, const char *type, const char *text, size_t length);
/* Replies with all that `write` writes about `context`, however long it is. */
void http_reply_text(struct http_request *request, unsigned status, const char *type, text_writer *write,
                     const void *context);
/* Replies with a JSON object whose members `write_members` writes. It must not be cached. */
void http_reply_json(struct http_request *request, unsigned status, text_writer *write_members, const void *context);
/* Replies with bytes that the caller owns: `done` is called when they are no longer needed, also on failure. */
void http_reply_borrowed(struct http_request *request, const char *type, void *bytes, size_t length,
                         MHD_ContentReaderFreeCallback done, void *context);
/* Replies with a file; takes over the descriptor. */
void http_reply_file(struct http_request *request, int fd, uint64_t size, const char *type);
/* Replies with a stream of unknown length from `read`; `done` frees its context. */
void http_reply_stream(struct http_request *request, const char *type, MHD_ContentReaderCallback read, void *context,
                       MHD_ContentReaderFreeCallback done);
void http_add_header(struct http_request *request, const char *name, const char *value);
/* Sets Cache-Control (`max-age=...`): public, or private on a server with a password. */
void http_set_cache_control(struct http_request *request, const char *how);
/* Builds the body of a refusal and counts it; `what` is the part of the request that is refused. */
struct carom_text http_error_text(const char *what, const struct api_error *error);
void http_reply_error(struct http_request *request, const char *what, const struct api_error *error);
void http_reply_error_code(struct http_request *request, const char *what, enum api_error_code code, int64_t number);
void http_reply_error_detail(struct http_request *request, const char *what, enum api_error_code code,
                             const char *words);
void http_reply_input_error(struct http_request *request, const char *what, enum api_error_code code,
                            const struct carom_error *error);
/* Is the client still connected? */
bool http_client_connected(const struct http_request *request);
/* Suspend the connection until a handler has the reply. */
void http_suspend(struct http_request *request);
void http_resume(struct http_request *request);
void http_request_free(struct http_request *request);

#endif
