/*
 * The way into a connection: bytes become messages.
 */
#ifndef SERVER_READER_H
#define SERVER_READER_H

#include "net.h"

/* How the bytes ended. */
enum read_end {
    READ_GOOD,
    READ_CLOSE,     /* the client says good-bye; the answer is queued */
    READ_BAD_FRAME, /* a frame that is broken, or of a kind that nobody asked for */
    READ_TOO_BIG,
    READ_BROKEN,
};

/* Feeds bytes that arrived at peer->now; messages go up through net_events, the answer to a ping is peer->pong. */
enum read_end reader_feed(struct peer *peer, const char *data, size_t length);
/* Forgets the message of which a part has arrived. */
void reader_drop(struct peer *peer);
/* Frees what was kept for the next messages. */
void reader_end(struct net *net);

#endif
