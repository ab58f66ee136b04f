/*
 * Connections from their arrival to their end, whatever is spoken on them: whose they are, and how long they may take.
 *
 * libmicrohttpd has a limit for silence only: a byte now and then would keep half a request for ever. Here the whole
 * request has a deadline, and so has taking the answer. When there are too many connections the one that has kept the
 * server waiting longest makes room, so that whoever asks at once (/healthz does) is always answered.
 */
#ifndef SERVER_LINES_H
#define SERVER_LINES_H

#include "../net/net.h"

#include <microhttpd.h>

struct http;
struct line;

struct line_list {
    struct line *first; /* the oldest */
    struct line **end;
};

/* What a connection is at. */
enum line_state {
    LINE_ARRIVING,  /* libmicrohttpd has not taken it yet */
    LINE_WAITING,   /* for a request */
    LINE_WORKING,   /* on its answer */
    LINE_ANSWERING, /* the answer is on its way */
    LINE_UPGRADED,  /* it is a WebSocket */
    LINE_ENDING,    /* it was shut down */
};

struct line {
    struct lines *lines;
    struct line *next; /* in the list of those that wait, or of those that are being answered */
    struct line **link;
    int fd;
    enum line_state state;
    carom_ms since; /* it is in that list */
    struct address peer;
    struct visitor *visitor; /* whose it is; NULL: a proxy's that has not said for whom it asks */
    bool unanswered;         /* a request has begun, and nobody has been told of it */
};

struct lines {
    struct net *net;
    const struct networks *proxies;
    struct line **by_fd;
    size_t room; /* of by_fd */
    struct line_list waiting;
    struct line_list answering;
    unsigned plain; /* all but WebSockets */
    unsigned most;  /* ... there may be */
};

void lines_start(struct lines *lines, struct net *net, const struct networks *proxies, unsigned most);
void lines_done(struct lines *lines);
/* A connection has arrived; false: it may not stay, and was closed. */
bool lines_arrive(struct lines *lines, int fd, const struct address *peer, carom_ms now);
/* Of those that arrived, the one with that descriptor. */
struct line *lines_of(const struct lines *lines, int fd);
/* It waits, works, answers or is a WebSocket from now on. */
void line_is(struct line *line, enum line_state state, carom_ms now);
/* Whoever it asks for owns it from now on. False: they have too many already. */
bool line_belongs(struct line *line, struct visitor *visitor);
/* Its end, also if libmicrohttpd never took it. */
void line_free(struct line *line);
/* Shuts down those that have taken too long. */
void lines_sweep(struct lines *lines, carom_ms now);

#endif
