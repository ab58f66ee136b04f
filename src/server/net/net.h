/*
 * Sockets and frames: WebSocket connections, from the moment HTTP hands them over.
 *
 * This layer reads messages and writes frames, and lets go of those who do not read, do not answer, or leave a message
 * half said. Nobody makes it keep more than a bounded number of bytes for them. What a message means is the business of
 * the rooms above, who are told through struct net_events.
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include "../base/base.h"
#include "../validate/validate.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <wslay/wslay.h>

#define LISTENERS_MAX 8

struct rrgp_client;
struct session;
struct retried_request;
struct listeners;
struct queued_frame;
struct ws_parser;
struct connection;

/* What happens here and matters above. */
struct net_events {
    /* A message has arrived. `now` is the one time of everything that follows from it. */
    void (*message)(void *context, struct connection *conn, const char *text, size_t length, carom_ms now);
    /* The connection is gone: whoever refers to it as being there lets go. */
    void (*closed)(struct connection *conn, carom_ms now);
};

/* Another way to speak than WebSocket frames, for a room above that translates (rrgp). Everything else, from limits to
 * seats, is the same for such a connection. */
struct conn_protocol {
    /* Bytes have arrived. False: more of them than anybody has to say. */
    bool (*on_bytes)(struct connection *conn, const char *data, size_t length);
    /* A message for it, as others get it in a frame. */
    void (*send_frame)(struct connection *conn, struct shared_buffer *frame);
    /* Its last words are queued with conn_write_raw. */
    void (*send_bye)(struct connection *conn, const struct api_error *error);
    void (*closed)(struct connection *conn);
    carom_ms hello_timeout_ms; /* idle time-out before joining a table */
    carom_ms idle_timeout_ms;  /* idle time-out at a table: such protocols have no pings */
};

/* So long messages are read at most before what they brought is written: when everybody speaks at once, nobody waits
 * for the last of them. */
#define LOOP_READ_BUDGET_MS 5

/* A socket that somebody else has opened, and how it is given back. */
struct upgraded_socket {
    int fd;
    void *owner;
    void *socket; /* the owner's name for it */
    void (*close)(void *owner, void *socket);
};

/* A connection has arrived; `fd` is the receiver's. */
typedef void accept_fn(void *context, int fd, const struct sockaddr *from, socklen_t length);

struct listener {
    struct listeners *listeners;
    int fd;
    uv_poll_t poll;
};

struct listeners {
    struct base *base;
    accept_fn *arrived;
    void *context;
    unsigned count;
    struct listener items[LISTENERS_MAX];
    uv_timer_t pause;
    const char *path; /* of a Unix socket that was made here; NULL: none */
    char url[256];    /* `http://127.0.0.1:8080`, `unix:/run/carom.sock` */
};

struct net {
    struct base *base;
    struct listeners listeners;
    const struct net_events *events;
    void *context;                          /* of messages */
    void (*on_iteration_end)(void *server); /* what the end of a turn brings, net_flush among it; NULL: nothing */
    void *server;
    carom_ms iteration_reading_since; /* messages have been read without an end of the turn; 0: none */
    struct ws_parser *framers;        /* what reads frames and is free: see ws_parser.c */
    unsigned parked_parsers;
    struct client_addrs client_addrs;
    struct bans bans;
    struct connection *connections;
    struct connection *sweep_cursor; /* where the next sweep goes on; NULL: at the first */
    struct connection *dirty;        /* those with something to write */
    unsigned count;                  /* of peers */
    unsigned sockets;                /* of peers, those on their way out included */
    unsigned partial_messages;       /* of peers, those of whom a part of a message has arrived */
};

/* The frames of one connection that have not been written yet. */
struct send_queue {
    struct queued_frame *first;
    struct queued_frame **end; /* where the next is hung */
    size_t offset;             /* bytes of the first that are written */
    size_t bytes;              /* waiting altogether */
    carom_ms since;            /* since when something has waited, or is looked at anew; 0: nothing waits */
    size_t sent_since;         /* bytes written since then */
};

/* The message of which a part has arrived. */
struct ws_read_state {
    struct ws_parser *parser; /* only while a message is arriving: it is large */
    carom_ms since;           /* it is there */
    uint64_t fed;             /* bytes given to it so far ... */
    uint64_t ends;            /* ... and where the last frame it has seen begin will have ended */
    bool fragment;            /* that frame is not the last of its message */
    bool refused;             /* a frame that nobody asked for: no more messages */
    bool busy;                /* wslay is at work and must not be freed */
};

/* A connection. */
struct connection {
    struct net *net;
    struct client_addr *client_addr;
    bool closing; /* `bye` was said: nothing is read or queued any more, what is queued is written */

    /* The rooms above keep here what they know of it. */
    struct session *session;       /* who is at the other end; NULL before `hello` */
    struct retried_request *hello; /* its `hello`, which waits for a table that comes into memory; NULL: it does not */
    bool wants_rtt;                /* its round trip is wanted */
    const struct conn_protocol *protocol; /* NULL: WebSocket frames ... */
    struct rrgp_client *rrgp_client;      /* ... or what that room knows of it */

    /* This layer's own. */
    struct connection *next;
    struct connection **link;
    struct connection *next_dirty;
    struct upgraded_socket upgraded;
    uv_poll_t poll;
    int poll_events; /* what `poll` waits for */
    bool closed;     /* the socket is gone; the rest goes when nobody refers to it any more */
    bool drained;    /* closing, and all was written: only the client's end of it is awaited */
    bool has_output;
    unsigned refs; /* outputs and guests that refer to this peer */
    struct send_queue queue;
    struct shared_buffer *pong; /* the answer to the last ping, if it is still owed */
    bool reading_paused;        /* so much waits to be written that nothing is read */
    struct ws_read_state ws_read;
    struct bucket rate;
    unsigned rate_violations; /* messages refused because there were too many */
    carom_ms opened_at;
    carom_ms received_at;      /* of the bytes being read */
    carom_ms last_received_at; /* when anything arrived last */
    carom_ms last_ping_at;     /* when the last ping went out */
    carom_ms bye_sent_at;      /* when `bye` was said; 0: it was not */
    int32_t round_trip;        /* in ms, as the kernel knows it; -1: it does not */
    carom_ms rtt_sampled_at;   /* when it was asked for that */
    bool wrote_since_rtt;      /* something was written since: there may be news of it */
};

/* ---- listen.c: where connections arrive ---- */

/* Opens what the options say, or takes over what was handed over. False: a line has been logged. */
bool listeners_open(struct listeners *listeners, struct base *base);
/* Another port, at the same address (127.0.0.1 where that is a path). */
bool listeners_open_port(struct listeners *listeners, struct base *base, uint64_t port);
void listeners_start(struct listeners *listeners, accept_fn *arrived, void *context);
/* Nothing arrives any more. */
void listeners_stop(struct listeners *listeners);
/* The address of a Unix socket, free to be bound to: one that a killed process left behind is removed. */
bool unix_socket_address(struct sockaddr_un *place, const char *path);

/* ---- ws_frame.c: frames from the server to clients ---- */

/* What is written as a whole frame: the one way in which a text becomes a message. One reference, the caller's. */
struct shared_buffer *frame_write(text_writer *write, const void *context);
/* What it says. */
const char *ws_frame_payload(const struct shared_buffer *frame, size_t *length);

/* ---- connections.c: connections ---- */

/* Takes over an upgraded socket; `early` is what has been read of it already. The visitor is kept alive. */
void conn_open_websocket(struct net *net, struct client_addr *client_addr, struct upgraded_socket upgraded,
                         const char *early, size_t length);
/* The same for a socket with another way to speak. NULL: it cannot be, and was given back. */
struct connection *conn_open_custom(struct net *net, struct client_addr *client_addr, struct upgraded_socket upgraded,
                                    const struct conn_protocol *wire, struct rrgp_client *rrgp_client);
/* Charges one message to the connection's rate limit. Returns 0, or the ms to wait. Disconnects clients that keep
 * exceeding it. */
carom_ms conn_take_message_quota(struct connection *conn, carom_ms now);
/* Queues a frame; it is written at the end of the turn. A reader who is too slow is dropped instead. */
void conn_send(struct connection *conn, struct shared_buffer *frame);
/* May another connection of this address arrive now? */
bool net_may_connect(struct net *net, struct client_addr *client_addr, carom_ms now);
/* Bytes as they are, for a peer with a wire; and the end of it, when all is written. */
void conn_write_raw(struct connection *conn, const char *data, size_t length);
void conn_shutdown(struct connection *conn);
/* Tells the client why, and closes. */
void conn_send_bye(struct connection *conn, enum api_error_code code, int64_t argument);
/* Uses keep a peer in memory, closed or not. */
void conn_ref(struct connection *conn);
void conn_unref(struct connection *conn);
/* Half the round trip, at most CREDIT_MAX_MS, none below CREDIT_MIN_MS; 0 if it is not known. */
#define CREDIT_MAX_MS 250
#define CREDIT_MIN_MS 10
carom_ms conn_latency_credit(const struct connection *conn);

/* A number for whoever is at the other end: the same for all connections of one address. */
uint64_t conn_flow(const struct connection *conn);

/* Says it to everybody who comes from there. */
void net_send_bye_network(struct net *net, const struct network *network, enum api_error_code code, int64_t argument);
/* Says it to everybody. */
void net_send_bye_all(struct net *net, enum api_error_code code, int64_t argument);
/* Writes what is queued at all peers. If all of it together is too much, those who owe most to read are dropped. */
void net_flush(struct net *net);
/* Pings, round trips, and an end to connections that are silent or stuck. Each call goes on where the last one ended,
 * and SWEEP_PARTS of them look at all: a little at a time delays nobody. */
#define SWEEP_PARTS 20
void net_sweep(struct net *net, carom_ms now);
/* Closes all of them, whatever they were doing. */
void net_end(struct net *net);

#endif
