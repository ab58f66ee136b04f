/*
 * A WebSocket connection.
 */
#ifndef SERVER_PEER_H
#define SERVER_PEER_H

#include "../base/base.h"

#include <wslay/wslay.h>

#define PEER_NO_SEAT UINT32_MAX
#define ROUND_TRIPS 5

struct outgoing;
struct MHD_UpgradeResponseHandle;

struct peer {
    struct server *server;
    struct peer *next; /* of all peers */
    struct peer **link;
    struct peer *next_dirty;
    struct peer *next_at; /* of the table's audience */
    struct peer **link_at;
    struct visitor *visitor;
    struct MHD_UpgradeResponseHandle *handle;
    wslay_event_context_ptr frames; /* only while a message is arriving: it is large */
    uint64_t frame_bytes;           /* fed to it so far ... */
    uint64_t frame_ends;            /* ... and where the last frame it has seen begin will have ended */
    bool fragment;                  /* that frame is not the last of its message */
    uv_poll_t poll;
    int fd;

    bool feeding;  /* wslay is at work and must not be freed */
    bool closed;   /* the socket is gone; the rest goes when nobody refers to it any more */
    bool closing;  /* `bye` was said: nothing is read or queued any more, what is queued is written */
    bool finished; /* ... and has been written: only the client's end of it is awaited */
    bool dirty;
    bool attached; /* is in the table's audience */
    bool display;
    unsigned users; /* outputs and held requests that refer to this peer */

    struct live *live; /* NULL before `hello` */
    uint32_t seat;     /* index into live->seats, or PEER_NO_SEAT */
    uint8_t token_hash[TOKEN_HASH];

    struct outgoing *out; /* first of the queue, and where the next is hung */
    struct outgoing **out_end;
    size_t out_offset;  /* bytes of the first that are written */
    size_t out_bytes;   /* waiting altogether */
    carom_ms out_since; /* since when nothing could be written; 0: nothing waits */

    struct bucket rate;
    unsigned over_rate; /* requests refused because there were too many */
    carom_ms opened;
    carom_ms now;    /* of the bytes being read */
    carom_ms heard;  /* when anything arrived last */
    carom_ms pinged; /* when the last ping went out; 0: its pong is there */
    uint32_t pings;
    int32_t trips[ROUND_TRIPS]; /* the last round trips in ms; -1: not yet measured */
};

/* Takes over an upgraded socket; `early` is what has been read of it already. */
void peer_begin(struct server *server, struct visitor *visitor, int fd, struct MHD_UpgradeResponseHandle *handle,
                const char *early, size_t length);
/* Queues a frame; it is written at the end of the turn. A reader who is too slow is dropped instead. */
void peer_send(struct peer *peer, struct bytes *frame);
/* Tells the client why, and closes. */
void peer_bye(struct peer *peer, enum why why, int64_t argument);
/* Writes what is queued at all peers. */
void peers_flush(struct server *server);
/* Pings, and an end to connections that are silent or stuck. Each call looks at one of SWEEP_PARTS parts of them,
 * because a thousand pings at once would measure how long a thousand pings take. */
#define SWEEP_PARTS 20
void peers_sweep(struct server *server, carom_ms now, unsigned part);
/* Closes all of them, whatever they were doing. */
void peers_end(struct server *server);
/* How a table lets go of a peer's use; frees it if that was the last one. */
void peer_release(struct peer *peer);
/* Half the round trip, at most CREDIT_MOST_MS; 0 if it has not been measured. */
carom_ms peer_credit(const struct peer *peer);

/* request.c: a message has arrived. */
void request_receive(struct peer *peer, const char *text, size_t length, carom_ms now);

#endif
