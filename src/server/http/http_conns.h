/*
 * TCP connections of the HTTP server, from accept to close: their owner and their deadlines.
 *
 * libmicrohttpd only limits silence: a client that sends a byte now and then could hold half a request open for ever
 * (slowloris). Here the whole request has a deadline, and so has receiving the reply. When there are too many
 * connections, the one that has kept the server waiting longest is closed, so that clients which ask at once, such as
 * /healthz, are always answered.
 */
#ifndef SERVER_HTTP_HTTP_CONNS_H
#define SERVER_HTTP_HTTP_CONNS_H

#include "../net/net.h"

#include <microhttpd.h>

struct http;
struct http_conn;

struct http_conn_list {
    struct http_conn *first; /* the oldest */
    struct http_conn **end;
};

/* The state of a connection. */
enum http_conn_state {
    CONN_ACCEPTED, /* accepted, not yet passed to libmicrohttpd */
    CONN_READING,  /* waiting for a request, or receiving it */
    CONN_HANDLING, /* a handler works on the reply */
    CONN_REPLYING, /* the reply is being sent */
    CONN_UPGRADED, /* it has become a WebSocket */
    CONN_CLOSING,  /* it was shut down; libmicrohttpd has yet to close it */
};

struct http_conn {
    struct http_conns *conns;
    struct http_conn *next; /* next in the list of waiting connections, or of those receiving a reply */
    struct http_conn **link;
    int fd;
    enum http_conn_state state;
    carom_ms since; /* when it was put into that list */
    struct address conn;
    struct client_addr *client_addr; /* the client address; NULL: a proxy's connection before its first request */
    int64_t segments_before;         /* TCP segments sent when the request began; -1: not known */
    bool unanswered;                 /* a request has begun, and on_request has not been called */
};

struct http_conns {
    struct net *net;
    const struct networks *proxies;
    struct http_conn **by_fd;
    size_t capacity; /* size of by_fd */
    struct http_conn_list waiting;
    struct http_conn_list answering;
    unsigned http_count; /* connections other than WebSockets */
    unsigned max;        /* limit of http_count */
};

void lines_start(struct http_conns *conns, struct net *net, const struct networks *proxies, unsigned most);
void http_conns_destroy(struct http_conns *conns);
/* Accepts a connection. False: it is over a limit and was closed. */
bool http_conns_accept(struct http_conns *conns, int fd, const struct address *peer, carom_ms now);
/* The connection with this descriptor. */
struct http_conn *http_conns_by_fd(const struct http_conns *conns, int fd);
/* Changes the state and restarts the deadline. */
void http_conn_set_state(struct http_conn *conn, enum http_conn_state state, carom_ms now);
/* Assigns the connection to a client address. False if that address has too many. */
bool http_conn_set_owner(struct http_conn *conn, struct client_addr *client_addr);
/* Frees a connection, also one that libmicrohttpd never took. */
void http_conn_free(struct http_conn *conn);
/* Shuts down connections past their deadline. */
void http_conns_sweep(struct http_conns *conns, carom_ms now);

#endif
