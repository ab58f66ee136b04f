/*
 * A WebSocket, from either end. Pings are answered by it; everything else that is text is handed on.
 */
#ifndef CLIENT_WIRE_H
#define CLIENT_WIRE_H

#include "client.h"

/* Opens `/ws` of a server. NULL: `trouble` says why. */
struct wire *wire_open(const struct client_place *place, enum client_trouble *trouble);
/* The other end, for a server that is only there to try clients: the head of a request on a socket that was accepted
 * ... */
#define WIRE_HEAD 8192
bool wire_head(int fd, char head[WIRE_HEAD]);
/* ... a line of it, up to a blank; false: there is none ... */
bool wire_head_value(const char *head, const char *name, char *value, size_t size);
/* ... and the handshake, if it is one for `/ws`. `proper`: it has all that RFC 6455 wants of it. NULL: it is none, and
 * the socket is the caller's still. */
struct wire *wire_accept(int fd, const char *head, bool *proper);
void wire_close(struct wire *wire);
/* The same without a farewell. */
void wire_cut(struct wire *wire);
/* Asks whether somebody is there, and whether they have said so since. */
void wire_ping(struct wire *wire);
bool wire_ponged(const struct wire *wire);
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
