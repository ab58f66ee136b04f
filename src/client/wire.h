/*
 * A WebSocket, from either end. Pings are answered by it; everything else that is text is handed on.
 */
#ifndef CLIENT_WIRE_H
#define CLIENT_WIRE_H

#include "client.h"

/* Opens `/ws` of a server. NULL: `trouble` says why. */
struct wire *wire_open(const struct client_place *place, enum client_trouble *trouble);
/* The other end, for a server that is only there to try clients: the handshake on a socket that was accepted. NULL:
 * what came was none. The socket is closed in both cases of an end. */
struct wire *wire_accept(int fd);
void wire_close(struct wire *wire);
int wire_fd(const struct wire *wire);
/* Is it of use still? */
bool wire_open_still(const struct wire *wire);
/* The code of the other side's close frame; 0: none came. */
unsigned wire_close_code(const struct wire *wire);
bool wire_send(struct wire *wire, const char *text, size_t length);
/* The next text message, for the caller to free, NUL behind it; waits up to `wait_ms`. NULL: none came, or the line is
 * gone. */
char *wire_next(struct wire *wire, int wait_ms, size_t *length);

#endif
