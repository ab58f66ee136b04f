/*
 * The client's end of TLS on a connected socket. Only tls.c knows GnuTLS.
 */
#ifndef CLIENT_TLS_H
#define CLIENT_TLS_H

#include "client.h"

#include <sys/types.h>

struct tls;

/* Makes the TLS handshake on a non-blocking socket, which the caller keeps, and checks the certificate: its name, its
 * validity, and that a trusted authority signed it. NULL: `error` says why. */
struct tls *tls_handshake(int fd, const struct server_url *url, enum client_error *error);
/* Sends close_notify, if that is possible without waiting, and frees the session. */
void tls_close(struct tls *tls);
/* Read and write like stream_read and stream_write. */
ssize_t tls_read(struct tls *tls, void *to, size_t size);
ssize_t tls_write(struct tls *tls, const void *from, size_t length);
/* Has GnuTLS bytes that it took from the socket and nobody has read yet? poll() does not know of them. */
bool tls_pending(const struct tls *tls);

#endif
