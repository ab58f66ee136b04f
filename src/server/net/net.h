/*
 * Sockets and frames: WebSocket connections, from the moment HTTP hands them over.
 *
 * This room reads messages and writes frames, measures round trips, and lets go of those who do not read or do not
 * answer. What a message means is the business of the rooms above, who are told through struct net_events.
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include "../base/base.h"
#include "../border/border.h"

#include <wslay/wslay.h>

#define ROUND_TRIPS 5

struct guest;
struct outgoing;
struct peer;

/* What happens here and matters above. */
struct net_events {
    /* A message has arrived. `now` is the one time of everything that follows from it. */
    void (*message)(void *context, struct peer *peer, const char *text, size_t length, carom_ms now);
    /* The connection is gone: whoever refers to it as being there lets go. */
    void (*closed)(struct peer *peer, carom_ms now);
};

/* A socket that somebody else has opened, and how it is given back. */
struct upgraded {
    int fd;
    void *owner;
    void *socket; /* the owner's name for it */
    void (*close)(void *owner, void *socket);
};

struct net {
    struct base *base;
    const struct net_events *events;
    void *context; /* of messages */
    struct visitors visitors;
    struct peer *peers;
    struct peer *dirty; /* those with something to write */
    unsigned count;     /* of peers */
    unsigned sockets;   /* of peers, those on their way out included */
};

/* The frames of one connection that have not been written yet. */
struct queue {
    struct outgoing *first;
    struct outgoing **end; /* where the next is hung */
    size_t offset;         /* bytes of the first that are written */
    size_t bytes;          /* waiting altogether */
    carom_ms since;        /* since when nothing could be written; 0: nothing waits */
};

/* The message of which a part has arrived. */
struct reading {
    wslay_event_context_ptr frames; /* only while a message is arriving: it is large */
    uint64_t fed;                   /* bytes given to it so far ... */
    uint64_t ends;                  /* ... and where the last frame it has seen begin will have ended */
    bool fragment;                  /* that frame is not the last of its message */
    bool refused;                   /* a frame that nobody asked for: no more messages */
    bool busy;                      /* wslay is at work and must not be freed */
};

/* A connection. */
struct peer {
    struct net *net;
    struct visitor *visitor;
    bool closing; /* `bye` was said: nothing is read or queued any more, what is queued is written */

    /* The rooms above keep here what they know of it. */
    struct guest *guest; /* who is at the other end; NULL before `hello` */
    bool measured;       /* its round trips are wanted */
    struct bucket rate;
    unsigned over_rate; /* requests refused because there were too many */

    /* This room's own. */
    struct peer *next;
    struct peer **link;
    struct peer *next_dirty;
    struct upgraded upgraded;
    uv_poll_t poll;
    bool closed;   /* the socket is gone; the rest goes when nobody refers to it any more */
    bool finished; /* closing, and all was written: only the client's end of it is awaited */
    bool dirty;
    unsigned users; /* outputs and guests that refer to this peer */
    struct queue queue;
    struct reading reading;
    carom_ms opened;
    carom_ms now;    /* of the bytes being read */
    carom_ms heard;  /* when anything arrived last */
    carom_ms pinged; /* when the last ping went out; 0: its pong is there */
    uint32_t pings;
    int32_t trips[ROUND_TRIPS]; /* the last round trips in ms; -1: not yet measured */
};

/* ---- frame.c: frames from the server to clients ---- */

/* A text message as a whole frame. One reference, the caller's. */
struct bytes *frame_text(const char *text, size_t length);
/* The answer to a client's key (RFC 6455). */
#define ACCEPT_SIZE 32
#define KEY_MOST 64
void frame_accept(char accept[ACCEPT_SIZE], const char *key);

/* ---- peers.c: connections ---- */

/* Takes over an upgraded socket; `early` is what has been read of it already. */
void peer_begin(struct net *net, struct visitor *visitor, struct upgraded upgraded, const char *early, size_t length);
/* Queues a frame; it is written at the end of the turn. A reader who is too slow is dropped instead. */
void peer_send(struct peer *peer, struct bytes *frame);
/* Tells the client why, and closes. */
void peer_bye(struct peer *peer, enum why why, int64_t argument);
/* Uses keep a peer in memory, closed or not. */
void peer_use(struct peer *peer);
void peer_release(struct peer *peer);
/* Half the round trip, at most CREDIT_MOST_MS, none below CREDIT_LEAST_MS; 0 if it has not been measured. */
#define CREDIT_MOST_MS 250
#define CREDIT_LEAST_MS 10
carom_ms peer_credit(const struct peer *peer);

/* A number for whoever is at the other end: the same for all connections of one address. */
uint64_t peer_asker(const struct peer *peer);

/* Says it to everybody. */
void net_bye(struct net *net, enum why why, int64_t argument);
/* Writes what is queued at all peers. */
void net_flush(struct net *net);
/* Pings, and an end to connections that are silent or stuck. Each call looks at one of SWEEP_PARTS parts of them,
 * because a thousand pings at once would measure how long a thousand pings take. */
#define SWEEP_PARTS 20
void net_sweep(struct net *net, carom_ms now, unsigned part);
/* Closes all of them, whatever they were doing. */
void net_end(struct net *net);

#endif
