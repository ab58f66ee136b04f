/*
 * Bytes to and from a server, through TLS if its address says so. Reading and writing wait for nothing.
 */
#ifndef CLIENT_STREAM_H
#define CLIENT_STREAM_H

#include "client.h"

#include <sys/types.h>
#include <time.h>

struct tls;

struct stream {
    int fd;
    struct tls *tls; /* NULL: the bytes are the socket's */
};

/* Connects, and has the certificate checked. False: `trouble` says why. */
bool stream_open(struct stream *stream, const struct server_url *url, enum client_error *error);
void stream_close(struct stream *stream);
/* As recv and send do it: -1 with EAGAIN if it cannot be done now. What could not be written has to be tried again with
 * the same bytes. */
ssize_t stream_read(struct stream *stream, void *to, size_t size);
ssize_t stream_write(struct stream *stream, const void *from, size_t length);
/* Waits for these events (POLLIN, POLLOUT); false: they did not come in time. */
bool stream_wait(const struct stream *stream, short events, int wait_ms);
/* Waits up to a time of CLOCK_MONOTONIC, in ms: what comes a byte at a time gets no more time for each. */
bool stream_wait_until(const struct stream *stream, short events, int64_t until);
/* All of it, or false. */
bool stream_send(struct stream *stream, const void *from, size_t length);
/* What a clock of the system says, in ms. */
int64_t system_clock_ms(clockid_t which);

#endif
