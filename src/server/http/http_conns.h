/*
 * Connections from their arrival to their end, whatever is spoken on them: whose they are, and how long they may take.
 *
 * libmicrohttpd has a limit for silence only: a byte now and then would keep half a request for ever. Here the whole
 * request has a deadline, and so has taking the answer. When there are too many connections the one that has kept the
 * server waiting longest makes room, so that whoever asks at once (/healthz does) is always answered.
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

/* What a connection is at. */
enum http_conn_state {
    CONN_ACCEPTED, /* libmicrohttpd has not taken it yet */
    CONN_READING,  /* for a request */
    CONN_HANDLING, /* on its answer */
    CONN_REPLYING, /* the answer is on its way */
    CONN_UPGRADED, /* it is a WebSocket */
    CONN_CLOSING,  /* it was shut down */
};

struct http_conn {
    struct http_conns *conns;
    struct http_conn *next; /* in the list of those that wait, or of those that are being answered */
    struct http_conn **link;
    int fd;
    enum http_conn_state state;
    carom_ms since; /* it is in that list */
    struct address conn;
    struct client_addr *client_addr; /* whose it is; NULL: a proxy's that has not said for whom it asks */
    int64_t segments_before;         /* sent when that request began; -1: not known */
    bool unanswered;                 /* a request has begun, and nobody has been told of it */
};

struct http_conns {
    struct net *net;
    const struct networks *proxies;
    struct http_conn **by_fd;
    size_t capacity; /* of by_fd */
    struct http_conn_list waiting;
    struct http_conn_list answering;
    unsigned http_count; /* all but WebSockets */
    unsigned max;        /* ... there may be */
};

void lines_start(struct http_conns *conns, struct net *net, const struct networks *proxies, unsigned most);
void http_conns_destroy(struct http_conns *conns);
/* A connection has arrived; false: it may not stay, and was closed. */
bool http_conns_accept(struct http_conns *conns, int fd, const struct address *peer, carom_ms now);
/* Of those that arrived, the one with that descriptor. */
struct http_conn *http_conns_by_fd(const struct http_conns *conns, int fd);
/* It waits, works, answers or is a WebSocket from now on. */
void http_conn_set_state(struct http_conn *conn, enum http_conn_state state, carom_ms now);
/* Assigns the connection to a client address. False if that address has too many. */
bool http_conn_set_owner(struct http_conn *conn, struct client_addr *client_addr);
/* Its end, also if libmicrohttpd never took it. */
void http_conn_free(struct http_conn *conn);
/* Shuts down those that have taken too long. */
void http_conns_sweep(struct http_conns *conns, carom_ms now);

#endif
