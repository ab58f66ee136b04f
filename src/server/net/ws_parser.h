/*
 * Parses received bytes into WebSocket messages.
 */
#ifndef SERVER_NET_WS_PARSER_H
#define SERVER_NET_WS_PARSER_H

#include "net.h"

/* Result of parsing. */
enum ws_read_result {
    WS_READ_OK,
    WS_READ_CLOSE,  /* the client closes; the answer is queued */
    READ_BAD_FRAME, /* malformed, or of an unexpected kind */
    READ_TOO_BIG,
    READ_BROKEN,
};

/* Feeds bytes that arrived at conn->received_at. Messages go to net_events, the answer to a ping to conn->pong. */
enum ws_read_result ws_parser_feed(struct connection *conn, const char *data, size_t length);
/* Discards a partial message. */
void ws_parser_reset(struct connection *conn);
/* Frees the parsers kept for reuse. */
void ws_parsers_free(struct net *net);

#endif
