/*
 * Sockets and frames: WebSocket connections, from the moment HTTP hands them over.
 *
 * This room reads messages and writes frames, and lets go of those who do not read, do not answer, or leave a message
 * half said. Nobody makes it keep more than a bounded number of bytes for them. What a message means is the business of
 * the rooms above, who are told through struct net_events.
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include "../base/base.h"
#include "../border/border.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <wslay/wslay.h>

#define LISTENERS_MOST 8

struct caller;
struct guest;
struct later;
struct listeners;
struct outgoing;
struct framer;
struct peer;

/* What happens here and matters above. */
struct net_events {
    /* A message has arrived. `now` is the one time of everything that follows from it. */
    void (*message)(void *context, struct peer *peer, const char *text, size_t length, carom_ms now);
    /* The connection is gone: whoever refers to it as being there lets go. */
    void (*closed)(struct peer *peer, carom_ms now);
};

/* Another way to speak than WebSocket frames, for a room above that translates (rrgp). Everything else, from limits to
 * seats, is the same for such a connection. */
struct wire {
    /* Bytes have arrived. False: more of them than anybody has to say. */
    bool (*heard)(struct peer *peer, const char *data, size_t length);
    /* A message for it, as others get it in a frame. */
    void (*told)(struct peer *peer, struct bytes *frame);
    /* Its last words are queued with peer_write. */
    void (*bye)(struct peer *peer, const struct refused *refused);
    void (*closed)(struct peer *peer);
    carom_ms hello_ms;  /* who has no table for so long without a word, ... */
    carom_ms silent_ms; /* ... or has one, is told good-bye: nobody answers pings there */
};

/* So long messages are read at most before what they brought is written: when everybody speaks at once, nobody waits
 * for the last of them. */
#define TURN_MS 5

/* A socket that somebody else has opened, and how it is given back. */
struct upgraded {
    int fd;
    void *owner;
    void *socket; /* the owner's name for it */
    void (*close)(void *owner, void *socket);
};

/* A connection has arrived; `fd` is the receiver's. */
typedef void arrival(void *context, int fd, const struct sockaddr *from, socklen_t length);

struct listener {
    struct listeners *listeners;
    int fd;
    uv_poll_t poll;
};

struct listeners {
    struct base *base;
    arrival *arrived;
    void *context;
    unsigned count;
    struct listener items[LISTENERS_MOST];
    uv_timer_t pause;
    const char *path; /* of a Unix socket that was made here; NULL: none */
    char place[256];  /* `http://127.0.0.1:8080`, `unix:/run/carom.sock` */
};

struct net {
    struct base *base;
    struct listeners listeners;
    const struct net_events *events;
    void *context;                  /* of messages */
    void (*end_turn)(void *server); /* what the end of a turn brings, net_flush among it; NULL: nothing */
    void *server;
    carom_ms reading_since; /* messages have been read without an end of the turn; 0: none */
    struct framer *framers; /* what reads frames and is free: see reader.c */
    unsigned free_framers;
    struct visitors visitors;
    struct bans bans;
    struct peer *peers;
    struct peer *unswept; /* where the next sweep goes on; NULL: at the first */
    struct peer *dirty;   /* those with something to write */
    unsigned count;       /* of peers */
    unsigned sockets;     /* of peers, those on their way out included */
    unsigned half_read;   /* of peers, those of whom a part of a message has arrived */
};

/* The frames of one connection that have not been written yet. */
struct queue {
    struct outgoing *first;
    struct outgoing **end; /* where the next is hung */
    size_t offset;         /* bytes of the first that are written */
    size_t bytes;          /* waiting altogether */
    carom_ms since;        /* since when something has waited, or is looked at anew; 0: nothing waits */
    size_t drained;        /* bytes written since then */
};

/* The message of which a part has arrived. */
struct reading {
    struct framer *framer; /* only while a message is arriving: it is large */
    carom_ms since;        /* it is there */
    uint64_t fed;          /* bytes given to it so far ... */
    uint64_t ends;         /* ... and where the last frame it has seen begin will have ended */
    bool fragment;         /* that frame is not the last of its message */
    bool refused;          /* a frame that nobody asked for: no more messages */
    bool busy;             /* wslay is at work and must not be freed */
};

/* A connection. */
struct peer {
    struct net *net;
    struct visitor *visitor;
    bool closing; /* `bye` was said: nothing is read or queued any more, what is queued is written */

    /* The rooms above keep here what they know of it. */
    struct guest *guest;     /* who is at the other end; NULL before `hello` */
    struct later *hello;     /* its `hello`, which waits for a table that comes into memory; NULL: it does not */
    bool measured;           /* its round trip is wanted */
    const struct wire *wire; /* NULL: WebSocket frames ... */
    struct caller *caller;   /* ... or what that room knows of it */

    /* This room's own. */
    struct peer *next;
    struct peer **link;
    struct peer *next_dirty;
    struct upgraded upgraded;
    uv_poll_t poll;
    int watched;   /* what `poll` waits for */
    bool closed;   /* the socket is gone; the rest goes when nobody refers to it any more */
    bool finished; /* closing, and all was written: only the client's end of it is awaited */
    bool dirty;
    unsigned users; /* outputs and guests that refer to this peer */
    struct queue queue;
    struct bytes *pong; /* the answer to the last ping, if it is still owed */
    bool backed_up;     /* so much waits to be written that nothing is read */
    struct reading reading;
    struct bucket rate;
    unsigned over_rate; /* messages refused because there were too many */
    carom_ms opened;
    carom_ms now;       /* of the bytes being read */
    carom_ms heard;     /* when anything arrived last */
    carom_ms pinged;    /* when the last ping went out */
    carom_ms ended;     /* when `bye` was said; 0: it was not */
    int32_t round_trip; /* in ms, as the kernel knows it; -1: it does not */
    carom_ms tripped;   /* when it was asked for that */
    bool spoken;        /* something was written since: there may be news of it */
};

/* ---- listen.c: where connections arrive ---- */

/* Opens what the options say, or takes over what was handed over. False: a line has been logged. */
bool listeners_open(struct listeners *listeners, struct base *base);
/* Another port, at the same address (127.0.0.1 where that is a path). */
bool listeners_open_port(struct listeners *listeners, struct base *base, uint64_t port);
void listeners_start(struct listeners *listeners, arrival *arrived, void *context);
/* Nothing arrives any more. */
void listeners_stop(struct listeners *listeners);
/* The address of a Unix socket, free to be bound to: one that a killed process left behind is removed. */
bool net_place(struct sockaddr_un *place, const char *path);

/* ---- frame.c: frames from the server to clients ---- */

/* What is written as a whole frame: the one way in which a text becomes a message. One reference, the caller's. */
struct bytes *frame_write(text_writer *write, const void *context);
/* What it says. */
const char *frame_words(const struct bytes *frame, size_t *length);
/* The answer to a client's key (RFC 6455). */
#define ACCEPT_SIZE 32
#define KEY_MOST 64
void frame_accept(char accept[ACCEPT_SIZE], const char *key);

/* ---- peers.c: connections ---- */

/* Takes over an upgraded socket; `early` is what has been read of it already. The visitor is kept alive. */
void peer_begin(struct net *net, struct visitor *visitor, struct upgraded upgraded, const char *early, size_t length);
/* The same for a socket with another way to speak. NULL: it cannot be, and was given back. */
struct peer *peer_begin_wire(struct net *net, struct visitor *visitor, struct upgraded upgraded,
                             const struct wire *wire, struct caller *caller);
/* Takes one message from what the connection may send. 0: granted; else how long to wait, in ms. Who goes on and on is
 * told `bye`. */
carom_ms peer_take(struct peer *peer, carom_ms now);
/* Queues a frame; it is written at the end of the turn. A reader who is too slow is dropped instead. */
void peer_send(struct peer *peer, struct bytes *frame);
/* May another connection of this address arrive now? */
bool net_admits(struct net *net, struct visitor *visitor, carom_ms now);
/* Bytes as they are, for a peer with a wire; and the end of it, when all is written. */
void peer_write(struct peer *peer, const char *data, size_t length);
void peer_end(struct peer *peer);
/* Tells the client why, and closes. */
void peer_bye(struct peer *peer, enum why why, int64_t argument);
/* Uses keep a peer in memory, closed or not. */
void peer_use(struct peer *peer);
void peer_release(struct peer *peer);
/* Half the round trip, at most CREDIT_MOST_MS, none below CREDIT_LEAST_MS; 0 if it is not known. */
#define CREDIT_MOST_MS 250
#define CREDIT_LEAST_MS 10
carom_ms peer_credit(const struct peer *peer);

/* A number for whoever is at the other end: the same for all connections of one address. */
uint64_t peer_asker(const struct peer *peer);

/* Says it to everybody who comes from there. */
void net_bye_network(struct net *net, const struct network *network, enum why why, int64_t argument);
/* Says it to everybody. */
void net_bye(struct net *net, enum why why, int64_t argument);
/* Writes what is queued at all peers. If all of it together is too much, those who owe most to read are dropped. */
void net_flush(struct net *net);
/* Pings, round trips, and an end to connections that are silent or stuck. Each call goes on where the last one ended,
 * and SWEEP_PARTS of them look at all: a little at a time delays nobody. */
#define SWEEP_PARTS 20
void net_sweep(struct net *net, carom_ms now);
/* Closes all of them, whatever they were doing. */
void net_end(struct net *net);

#endif
