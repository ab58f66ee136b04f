/*
 * One HTTP request on its way to its answer, as the files of this layer hand it around.
 */
#ifndef SERVER_HTTP_HTTP_REQUEST_H
#define SERVER_HTTP_HTTP_REQUEST_H

#include "../company/company.h"
#include "http.h"
#include "http_conns.h"

#include <microhttpd.h>

#define MEMORY_PER_CONNECTION 6144 /* request line and headers have to fit; it stays while a WebSocket is open */
#define HEAD_MAX 4608              /* ... and what they take of it has to leave room for the head of the answer */
#define QUERY_MAX 32               /* parts of a query */
#define BODY_MAX 16384             /* bytes of a request's body */
#define STREAM_BYTES TEST_LIMIT(64 * 1024, 600) /* of a streamed answer, at a time */
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
    bool run_requested;             /* an answer has become ready, or a socket free */
    uint64_t iteration_cpu_start;   /* what the loop had worked when the first request of this turn came; 0: none has */
    struct http_request *postponed; /* requests that wait for a turn, and where the next one waits */
    struct http_request **late_end;
    unsigned closing; /* handles on their way out */
    struct networks proxies;
    struct networks metrics;       /* who may read /metrics ... */
    struct password metrics_token; /* ... and what anybody may say to read it */
    struct password password;
    struct http_conns conns;
    uint64_t most_sockets; /* WebSockets at a time */
    struct picture_cache *cache;
    int access; /* the access log; -1: there is none */
};

struct http_request {
    struct http *http;
    struct MHD_Connection *connection;
    struct http_conn *conn;
    struct address client; /* whose request it is, once that is known */
    struct client_addr
        *client_addr; /* ... and what is remembered of that address; NULL before the request is complete */
    const char *method;
    const char *url;
    carom_ms now;    /* taken when the request was complete */
    bool dispatched; /* an answer exists, or is being made while the connection is suspended */
    bool suspended;
    bool suspended_by_handler; /* was suspended (again) by who makes the answer */
    bool table_loaded;         /* the table it is about has been read, or cannot be: `found` */
    unsigned load_result;
    bool was_postponed; /* has waited for a turn */
    struct http_request *next_postponed;
    bool too_big;    /* its body */
    bool too_many;   /* parts of its query: the rest was cut off */
    bool over_quota; /* in its head: there may be no room for an answer's */
    size_t body_length;
    size_t body_capacity;
    char *body;

    unsigned status;
    struct MHD_Response *response;
};

/* A member of the query, or NULL. */
const char *http_query(const struct http_request *request, const char *name);
const char *http_header(const struct http_request *request, const char *name);
/* What follows a prefix of the address, or NULL. */
const char *http_path_after(const struct http_request *request, const char *prefix);
/* Adds bytes of the body; what is too long is thrown away. */
void http_body_append(struct http_request *request, const char *data, size_t length);

/* Sets the answer; the text is copied. */
void http_reply(struct http_request *request, unsigned status, const char *type, const char *text, size_t length);
/* Sets the answer to the whole text that `write` makes of `context`, however long it is. */
void http_reply_text(struct http_request *request, unsigned status, const char *type, text_writer *write,
                     const void *context);
/* Sets the answer to the JSON object whose members `write_members` writes. Nobody may cache it. */
void http_reply_json(struct http_request *request, unsigned status, text_writer *write_members, const void *context);
/* Bytes that belong to somebody else: `done` is called when they are not needed any more, also if they never were. */
void http_reply_borrowed(struct http_request *request, const char *type, void *bytes, size_t length,
                         MHD_ContentReaderFreeCallback done, void *context);
/* A file whose descriptor is taken over. */
void http_reply_file(struct http_request *request, int fd, uint64_t size, const char *type);
/* An answer of unknown length, as `read` gives it bit by bit; `done` frees its context. */
void http_reply_stream(struct http_request *request, const char *type, MHD_ContentReaderCallback read, void *context,
                       MHD_ContentReaderFreeCallback done);
void http_add_header(struct http_request *request, const char *name, const char *value);
/* The answer may be kept (`max-age=...`): by anybody, on a private server by whoever asked alone. */
void http_set_cache_control(struct http_request *request, const char *how);
/* The body of a refusal, counted as one; `what` is the part of the request that is refused. */
struct carom_text http_error_text(const char *what, const struct api_error *error);
void http_reply_error(struct http_request *request, const char *what, const struct api_error *error);
void http_reply_error_code(struct http_request *request, const char *what, enum api_error_code code, int64_t number);
void http_reply_error_detail(struct http_request *request, const char *what, enum api_error_code code,
                             const char *words);
void http_reply_input_error(struct http_request *request, const char *what, enum api_error_code code,
                            const struct carom_error *error);
/* Is somebody still there to read the answer? */
bool http_client_connected(const struct http_request *request);
/* The answer comes later, with http_resume. */
void http_suspend(struct http_request *request);
void http_resume(struct http_request *request);
void http_request_free(struct http_request *request);

#endif
