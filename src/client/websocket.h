/*
 * A WebSocket, from either end. Pings are answered by it; everything else that is text is handed on.
 */
#ifndef CLIENT_WEBSOCKET_H
#define CLIENT_WEBSOCKET_H

#include "client.h"

/* Opens `/ws` of a server. NULL: `trouble` says why. */
struct websocket *ws_connect(const struct server_url *url, enum client_error *error);
/* Server side, for the mock server: reads the head of an HTTP request from an accepted socket. */
#define WIRE_HEAD 8192
bool ws_read_http_head(int fd, char head[WIRE_HEAD]);
/* ... a line of it, up to a blank; false: there is none ... */
bool ws_http_header(const char *head, const char *name, char *value, size_t size);
/* ... and the handshake, if it is one for `/ws`. `proper`: it has all that RFC 6455 wants of it. NULL: it is none, and
 * the socket is the caller's still. */
struct websocket *ws_accept(int fd, const char *head, bool *proper);
void ws_close(struct websocket *wire);
/* The same without a farewell. */
void ws_abort(struct websocket *wire);
/* Asks whether somebody is there, and whether they have said so since. */
void ws_ping(struct websocket *wire);
bool ws_got_pong(const struct websocket *wire);
int wire_fd(const struct websocket *wire);
/* Is it of use still? */
bool ws_is_open(const struct websocket *wire);
/* The code of the other side's close frame; 0: none came. */
unsigned wire_close_code(const struct websocket *wire);
bool ws_send(struct websocket *wire, const char *text, size_t length);
/* The next text message, for the caller to free, NUL behind it; waits up to `wait_ms`. NULL: none came, or the line is
 * gone. */
char *ws_receive(struct websocket *wire, int wait_ms, size_t *length);

#endif
