/*
 * A WebSocket (RFC 6455), from the client's or the server's end. It answers pings itself, hands on text messages, and
 * drops binary ones.
 */
#ifndef CLIENT_WEBSOCKET_H
#define CLIENT_WEBSOCKET_H

#include "client.h"

/* Opens `/ws` of a server. NULL: `error` says why. */
struct websocket *ws_connect(const struct server_url *url, enum client_error *error);
/* Does the same on a connected socket, which belongs to the WebSocket then; on failure it is closed. */
struct websocket *ws_connect_socket(int fd, const struct server_url *url, enum client_error *error);

/* The next three are the server's end, for the mock server. */
#define WS_HEAD_MAX 8192
/* Reads the head of an HTTP request from an accepted socket, up to its empty line. */
bool ws_read_http_head(int fd, char head[WS_HEAD_MAX]);
/* Copies the value of a header, up to the first blank; false: the head has no such header. */
bool ws_http_header(const char *head, const char *name, char *value, size_t size);
/* Answers the handshake of a request for `/ws`; `proper` is set if it has all that RFC 6455 demands. NULL: the request
 * is not a handshake, and the socket still belongs to the caller. */
struct websocket *ws_accept(int fd, const char *head, bool *proper);

/* Sends a close frame and frees the WebSocket. NULL is allowed. */
void ws_close(struct websocket *ws);
/* Frees the WebSocket without a close frame. */
void ws_abort(struct websocket *ws);
void ws_ping(struct websocket *ws);
/* Has a pong come since the last ping? */
bool ws_got_pong(const struct websocket *ws);
int ws_fd(const struct websocket *ws);
/* Can messages still be read? */
bool ws_is_open(const struct websocket *ws);
/* The code of the other side's close frame; 0: none came. */
unsigned ws_close_code(const struct websocket *ws);
bool ws_send(struct websocket *ws, const char *text, size_t length);
/* Waits up to `wait_ms` for a text message. The caller frees it; it is NUL-terminated. NULL: none came in time, or the
 * connection is lost. */
char *ws_receive(struct websocket *ws, int wait_ms, size_t *length);
/* Reads what has arrived, for callers that know from elsewhere that something has. */
void ws_read(struct websocket *ws);
/* A message that was read already, for the caller to free. NULL: there is none. */
char *ws_take(struct websocket *ws, size_t *length);

#endif
