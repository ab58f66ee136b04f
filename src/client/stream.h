/*
 * A stream of bytes to and from a server, through TLS if its address asks for that. Reading and writing do not block.
 */
#ifndef CLIENT_STREAM_H
#define CLIENT_STREAM_H

#include "client.h"

#include <sys/types.h>
#include <time.h>

struct tls;

struct stream {
    int fd;
    struct tls *tls; /* NULL: a plain socket */
};

/* Connects, and with TLS checks the certificate. False: `error` says why. */
bool stream_open(struct stream *stream, const struct server_url *url, enum client_error *error);
void stream_close(struct stream *stream);
/* Read and write like recv and send: -1 with EAGAIN if nothing can be done now. Bytes that could not be written must be
 * offered again, the same ones. */
ssize_t stream_read(struct stream *stream, void *to, size_t size);
ssize_t stream_write(struct stream *stream, const void *from, size_t length);
/* Waits up to `wait_ms` for these events of poll() (POLLIN, POLLOUT); false: they did not come in time. */
bool stream_wait(const struct stream *stream, short events, int wait_ms);
/* Waits until a time in ms of CLOCK_MONOTONIC. Use it in loops: with stream_wait, a peer that sends a byte at a time
 * would get a new `wait_ms` for each. */
bool stream_wait_until(const struct stream *stream, short events, int64_t until);
/* Writes all bytes, waiting as long as needed; false if the connection fails. */
bool stream_send(struct stream *stream, const void *from, size_t length);
/* A clock of the system (CLOCK_MONOTONIC, CLOCK_REALTIME), in ms. */
int64_t system_clock_ms(clockid_t which);

#endif
