/*
 * Sockets and frames: WebSocket connections, from the moment HTTP hands them over.
 *
 * This layer reads messages and writes frames, and drops clients that do not read, do not answer, or leave a message
 * unfinished, so that every client's memory is bounded. What a message means is the business of the layers above, which
 * are called through struct net_events.
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

/* Callbacks to the layers above. */
struct net_events {
    /* A message has arrived. `now` is the time for everything that follows from it. */
    void (*message)(void *context, struct connection *conn, const char *text, size_t length, carom_ms now);
    /* The connection is closed: drop all references that treat it as open. */
    void (*closed)(struct connection *conn, carom_ms now);
};

/* A protocol other than WebSocket frames, implemented by a layer above (rrgp). Everything else, from limits to
 * seats, is the same for such a connection. */
struct conn_protocol {
    /* Bytes have arrived. False: the client sends too much. */
    bool (*on_bytes)(struct connection *conn, const char *data, size_t length);
    /* Sends a message, given as the frame that others receive. */
    void (*send_frame)(struct connection *conn, struct shared_buffer *frame);
    /* Queues the farewell with conn_write_raw. */
    void (*send_bye)(struct connection *conn, const struct api_error *error);
    void (*closed)(struct connection *conn);
    carom_ms hello_timeout_ms; /* idle time-out before joining a table */
    carom_ms idle_timeout_ms;  /* idle time-out at a table: such protocols have no pings */
};

/* Messages are read for at most this long before the results are written, so that nobody waits for everybody else's
 * messages. */
#define LOOP_READ_BUDGET_MS 5

/* A socket opened by another library, and how to give it back. */
struct upgraded_socket {
    int fd;
    void *owner;
    void *socket; /* the owner's handle */
    void (*close)(void *owner, void *socket);
};

/* A connection was accepted; the callee owns `fd`. */
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
    const char *path; /* of a Unix socket created here; NULL: none */
    char url[256];    /* `http://127.0.0.1:8080`, `unix:/run/carom.sock` */
};

struct net {
    struct base *base;
    struct listeners listeners;
    const struct net_events *events;
    void *context;                          /* for messages */
    void (*on_iteration_end)(void *server); /* runs at the end of an iteration, and calls net_flush; NULL: nothing */
    void *server;
    carom_ms iteration_reading_since; /* when reading began in this iteration; 0: nothing was read */
    struct ws_parser *framers;        /* free parsers, for reuse: see ws_parser.c */
    unsigned parked_parsers;
    struct client_addrs client_addrs;
    struct bans bans;
    struct connection *connections;
    struct connection *sweep_cursor; /* where the next sweep continues; NULL: at the first */
    struct connection *dirty;        /* connections with something to write */
    unsigned count;                  /* open connections */
    unsigned sockets;                /* sockets, including those being closed */
    unsigned partial_messages;       /* connections with a partial message */
};

/* Frames of one connection that are not written yet. */
struct send_queue {
    struct queued_frame *first;
    struct queued_frame **end; /* where the next one is linked */
    size_t offset;             /* bytes of the first frame already written */
    size_t bytes;              /* total bytes waiting */
    carom_ms since;            /* start of the current measuring interval; 0: nothing waits */
    size_t sent_since;         /* bytes written in that interval */
};

/* A partially received message. */
struct ws_read_state {
    struct ws_parser *parser; /* only while a message is arriving, because it is large */
    carom_ms since;           /* when its first byte arrived */
    uint64_t fed;             /* bytes fed so far */
    uint64_t ends;            /* where the last frame it has begun will end */
    bool fragment;            /* that frame is not the last of its message */
    bool refused;             /* an invalid frame arrived: no more messages are read */
    bool busy;                /* wslay is running, so the parser must not be freed */
};

/* A connection to a client. */
struct connection {
    struct net *net;
    struct client_addr *client_addr;
    bool closing; /* `bye` was sent: nothing is read or queued any more, what is queued is written */

    /* Owned by the layers above: */
    struct session *session;              /* NULL before `hello` */
    struct retried_request *hello;        /* its `hello`, while that waits for a table to be loaded; else NULL */
    bool wants_rtt;                       /* the round trip should be sampled */
    const struct conn_protocol *protocol; /* NULL: WebSocket frames */
    struct rrgp_client *rrgp_client;      /* state of that protocol */

    /* Private to this layer: */
    struct connection *next;
    struct connection **link;
    struct connection *next_dirty;
    struct upgraded_socket upgraded;
    uv_poll_t poll;
    int poll_events; /* what `poll` waits for */
    bool closed;     /* the socket is closed; freed with the last reference */
    bool drained;    /* closing, and everything is written: waits for the client to close */
    bool has_output;
    unsigned refs; /* outputs and sessions that refer to this connection */
    struct send_queue queue;
    struct shared_buffer *pong; /* answer to the last ping, if it is still to be sent */
    bool reading_paused;        /* so much is queued that nothing is read */
    struct ws_read_state ws_read;
    struct bucket rate;
    unsigned rate_violations; /* messages refused by the rate limit */
    carom_ms opened_at;
    carom_ms received_at;      /* of the bytes being read */
    carom_ms last_received_at; /* of the last bytes */
    carom_ms last_ping_at;     /* when the last ping went out */
    carom_ms bye_sent_at;      /* 0: not sent */
    int32_t round_trip;        /* in ms, as measured by the kernel; -1: unknown */
    carom_ms rtt_sampled_at;   /* when it was last sampled */
    bool wrote_since_rtt;      /* something was written since, so there may be a new sample */
};

/* ---- listen.c: listening sockets ---- */

/* Opens the sockets of the options, or takes over inherited ones. False: an error was logged. */
bool listeners_open(struct listeners *listeners, struct base *base);
/* Opens another port at the same address (127.0.0.1 if that is a path). */
bool listeners_open_port(struct listeners *listeners, struct base *base, uint64_t port);
void listeners_start(struct listeners *listeners, accept_fn *arrived, void *context);
/* Closes the listening sockets. */
void listeners_stop(struct listeners *listeners);
/* The address of a Unix socket, ready to bind: a stale socket is removed. */
bool unix_socket_address(struct sockaddr_un *place, const char *path);

/* ---- ws_frame.c: frames to clients ---- */

/* Encodes a written text as one frame; every message is made here. Returns one reference, the caller's. */
struct shared_buffer *frame_write(text_writer *write, const void *context);
/* The message in the frame. */
const char *ws_frame_payload(const struct shared_buffer *frame, size_t *length);

/* ---- connections.c: connections ---- */

/* Takes over an upgraded socket; `early` has bytes already read from it. Holds a reference to client_addr. */
void conn_open_websocket(struct net *net, struct client_addr *client_addr, struct upgraded_socket upgraded,
                         const char *early, size_t length);
/* Takes over a socket that speaks another protocol. NULL: failed, and the socket was given back. */
struct connection *conn_open_custom(struct net *net, struct client_addr *client_addr, struct upgraded_socket upgraded,
                                    const struct conn_protocol *wire, struct rrgp_client *rrgp_client);
/* Charges one message to the connection's rate limit. Returns 0, or the ms to wait. Disconnects clients that keep
 * exceeding it. */
carom_ms conn_take_message_quota(struct connection *conn, carom_ms now);
/* Queues a frame, which is written at the end of the iteration. A client that reads too slowly is dropped instead. */
void conn_send(struct connection *conn, struct shared_buffer *frame);
/* May this address open another connection now? */
bool net_may_connect(struct net *net, struct client_addr *client_addr, carom_ms now);
/* Queues raw bytes, for a connection with its own protocol; closes it when everything is written. */
void conn_write_raw(struct connection *conn, const char *data, size_t length);
void conn_shutdown(struct connection *conn);
/* Tells the client why, and closes the connection. */
void conn_send_bye(struct connection *conn, enum api_error_code code, int64_t argument);
/* References keep a connection in memory, closed or not. */
void conn_ref(struct connection *conn);
void conn_unref(struct connection *conn);
/* Half the round trip, at most CREDIT_MAX_MS; 0 if below CREDIT_MIN_MS or unknown. */
#define CREDIT_MAX_MS 250
#define CREDIT_MIN_MS 10
carom_ms conn_latency_credit(const struct connection *conn);

/* Flow number for fair queueing: the same for all connections of one address. */
uint64_t conn_flow(const struct connection *conn);

/* Closes all connections from this network. */
void net_send_bye_network(struct net *net, const struct network *network, enum api_error_code code, int64_t argument);
/* Closes all connections. */
void net_send_bye_all(struct net *net, enum api_error_code code, int64_t argument);
/* Writes what is queued. If all queues together are too long, drops the clients with the longest. */
void net_flush(struct net *net);
/* Pings, samples round trips, and closes silent or stuck connections. Each call continues where the last one ended,
 * and SWEEP_PARTS calls cover all, so that no iteration takes long. */
#define SWEEP_PARTS 20
void net_sweep(struct net *net, carom_ms now);
/* Closes all connections at once. */
void net_end(struct net *net);

#endif
