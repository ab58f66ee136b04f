/*
 * The way into a connection: bytes become messages.
 */
#ifndef SERVER_NET_WS_PARSER_H
#define SERVER_NET_WS_PARSER_H

#include "net.h"

/* How the bytes ended. */
enum ws_read_result {
    WS_READ_OK,
    WS_READ_CLOSE,  /* the client says good-bye; the answer is queued */
    READ_BAD_FRAME, /* a frame that is broken, or of a kind that nobody asked for */
    READ_TOO_BIG,
    READ_BROKEN,
};

/* Feeds bytes that arrived at peer->now; messages go up through net_events, the answer to a ping is peer->pong. */
enum ws_read_result ws_parser_feed(struct connection *conn, const char *data, size_t length);
/* Forgets the message of which a part has arrived. */
void ws_parser_reset(struct connection *conn);
/* Frees what was kept for the next messages. */
void ws_parsers_free(struct net *net);

#endif
