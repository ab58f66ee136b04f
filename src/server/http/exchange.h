/*
 * One HTTP request on its way to its answer, as the files of this room hand it around.
 */
#ifndef SERVER_EXCHANGE_H
#define SERVER_EXCHANGE_H

#include "http.h"
#include "lines.h"

#include <microhttpd.h>

#define MEMORY_PER_CONNECTION 6144 /* request line and headers have to fit; it stays while a WebSocket is open */
#define HEAD_MOST 4608             /* ... and what they take of it has to leave room for the head of the answer */
#define QUERY_MOST 32              /* parts of a query */
#define BODY_MOST 16384            /* bytes of a request's body */
#define ANSWER_BYTES (192 * 1024)  /* of the answers that are written into exchange_text */
#define STREAM_BYTES SMALL(64 * 1024, 600) /* of a streamed answer, at a time */
#define JSON_TYPE "application/json"

struct gallery;

struct http {
    struct base *base;
    struct net *net;
    struct tables *tables;
    struct jobs *jobs;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    uv_timer_t timer;
    bool wants_run;        /* an answer has become ready, or a socket free */
    uint64_t turn;         /* what the loop had worked when the first request of this turn came; 0: none has */
    struct exchange *late; /* requests that wait for a turn, and where the next one waits */
    struct exchange **late_end;
    unsigned closing; /* handles on their way out */
    struct networks proxies;
    struct networks metrics;       /* who may read /metrics ... */
    struct password metrics_token; /* ... and what anybody may say to read it */
    struct password password;
    struct lines lines;
    uint64_t most_sockets; /* WebSockets at a time */
    struct gallery *gallery;
    int access; /* the access log; -1: there is none */
};

struct exchange {
    struct http *http;
    struct MHD_Connection *connection;
    struct line *line;
    struct address client;   /* whose request it is, once that is known */
    struct visitor *visitor; /* ... and what is remembered of that address; NULL before the request is complete */
    const char *method;
    const char *url;
    carom_ms now; /* taken when the request was complete */
    bool routed;  /* an answer exists, or is being made while the connection is suspended */
    bool suspended;
    bool waits;   /* was suspended (again) by who makes the answer */
    bool fetched; /* the table it is about has been read, or cannot be: `found` */
    unsigned found;
    bool late; /* has waited for a turn */
    struct exchange *next_late;
    bool too_big;  /* its body */
    bool too_many; /* parts of its query: the rest was cut off */
    bool too_much; /* in its head: there may be no room for an answer's */
    size_t body_length;
    size_t body_room;
    char *body;

    unsigned status;
    struct MHD_Response *response;
};

/* A member of the query, or NULL. */
const char *exchange_query(const struct exchange *exchange, const char *name);
const char *exchange_head(const struct exchange *exchange, const char *name);
/* What follows a prefix of the address, or NULL. */
const char *exchange_after(const struct exchange *exchange, const char *prefix);
/* Adds bytes of the body; what is too long is thrown away. */
void exchange_take(struct exchange *exchange, const char *data, size_t length);

/* A place to write an answer into, shared: one answer is written at a time. */
struct carom_text exchange_text(void);
/* Sets the answer; the text is copied. */
void exchange_answer(struct exchange *exchange, unsigned status, const char *type, const char *text, size_t length);
/* The same for JSON that may not be kept. */
void exchange_json(struct exchange *exchange, unsigned status, const struct carom_text *text);
/* Bytes that belong to somebody else: `done` is called when they are not needed any more, also if they never were. */
void exchange_lend(struct exchange *exchange, const char *type, void *bytes, size_t length,
                   MHD_ContentReaderFreeCallback done, void *context);
/* A file whose descriptor is taken over. */
void exchange_file(struct exchange *exchange, int fd, uint64_t size, const char *type);
/* An answer of unknown length, as `read` gives it bit by bit; `done` frees its context. */
void exchange_stream(struct exchange *exchange, const char *type, MHD_ContentReaderCallback read, void *context,
                     MHD_ContentReaderFreeCallback done);
void exchange_header(struct exchange *exchange, const char *name, const char *value);
/* The answer may be kept (`max-age=...`): by anybody, on a private server by whoever asked alone. */
void exchange_keep(struct exchange *exchange, const char *how);
/* `what` is the part of the request that is refused. */
void exchange_refuse(struct exchange *exchange, const char *what, const struct refused *refused);
void exchange_refuse_why(struct exchange *exchange, const char *what, enum why why, int64_t number);
void exchange_refuse_what(struct exchange *exchange, const char *what, enum why why, const char *words);
void exchange_refuse_fault(struct exchange *exchange, const char *what, enum why why, const struct carom_fault *fault);
/* Is somebody still there to read the answer? */
bool exchange_wanted(const struct exchange *exchange);
/* The answer comes later, with exchange_resume. */
void exchange_suspend(struct exchange *exchange);
void exchange_resume(struct exchange *exchange);
void exchange_free(struct exchange *exchange);

#endif
