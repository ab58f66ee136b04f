/*
 * TLS on a connected socket, from the client's end. Nothing else here knows GnuTLS.
 */
#ifndef CLIENT_TLS_H
#define CLIENT_TLS_H

#include "client.h"

#include <sys/types.h>

struct tls;

/* Shakes hands on a socket that does not block, which stays the caller's, and checks that the certificate is the
 * place's: by its name, its time, and an authority that is trusted. NULL: `trouble` says why. */
struct tls *tls_handshake(int fd, const struct server_url *url, enum client_error *error);
/* With a farewell, if that can be sent at once. */
void tls_close(struct tls *tls);
/* As stream_read and stream_write. */
ssize_t tls_read(struct tls *tls, void *to, size_t size);
ssize_t tls_write(struct tls *tls, const void *from, size_t length);
/* Are there bytes that have left the socket and were not read yet? */
bool tls_pending(const struct tls *tls);

#endif
