/*
 * A connection to a server: a socket, in time, and TLS on it if the address says so.
 */
#include "stream.h"

#include "tls.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONNECT_MS 10000

static bool connect_in_time(int fd, const struct addrinfo *to)
{
    int error = 0;
    socklen_t size = sizeof error;
    if (connect(fd, to->ai_addr, to->ai_addrlen) == 0)
        return true;
    struct pollfd wait = {.fd = fd, .events = POLLOUT};
    return poll(&wait, 1, CONNECT_MS) == 1 && getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
}

/* A connected socket that does not block, or -1. */
static int connect_to(const struct client_place *place)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_family = AF_UNSPEC};
    struct addrinfo *list = NULL;
    int fd = -1, on = 1;
    if (getaddrinfo(place->host, place->port, &hints, &list) != 0)
        return -1;
    for (const struct addrinfo *to = list; to != NULL && fd < 0; to = to->ai_next) {
        fd = socket(to->ai_family, to->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, to->ai_protocol);
        if (fd >= 0 && !connect_in_time(fd, to)) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    if (fd >= 0)
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

bool stream_open(struct stream *stream, const struct client_place *place, enum client_trouble *trouble)
{
    *stream = (struct stream){.fd = connect_to(place)};
    *trouble = CLIENT_TROUBLE_AWAY;
    if (stream->fd < 0)
        return false;
    if (!place->secure)
        return true;
    stream->tls = tls_begin(stream->fd, place, trouble);
    if (stream->tls == NULL)
        close(stream->fd);
    return stream->tls != NULL;
}

void stream_close(struct stream *stream)
{
    if (stream->tls != NULL)
        tls_end(stream->tls);
    close(stream->fd);
}

ssize_t stream_read(struct stream *stream, void *to, size_t size)
{
    return stream->tls != NULL ? tls_read(stream->tls, to, size) : recv(stream->fd, to, size, MSG_DONTWAIT);
}

ssize_t stream_write(struct stream *stream, const void *from, size_t length)
{
    return stream->tls != NULL ? tls_write(stream->tls, from, length)
                               : send(stream->fd, from, length, MSG_DONTWAIT | MSG_NOSIGNAL);
}

bool stream_wait(const struct stream *stream, short events, int wait_ms)
{
    struct pollfd wait = {.fd = stream->fd, .events = events};
    if ((events & POLLIN) != 0 && stream->tls != NULL && tls_pending(stream->tls))
        return true;
    return poll(&wait, 1, wait_ms) > 0;
}

bool stream_wait_until(const struct stream *stream, short events, int64_t until)
{
    int64_t left = until - stream_clock(CLOCK_MONOTONIC);
    return left > 0 && stream_wait(stream, events, left < CONNECT_MS ? (int)left : CONNECT_MS);
}

bool stream_send(struct stream *stream, const void *from, size_t length)
{
    const char *bytes = from;
    while (length > 0) {
        ssize_t sent = stream_write(stream, bytes, length);
        if (sent < 0 && (errno != EAGAIN || !stream_wait(stream, POLLOUT, CONNECT_MS)))
            return false;
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        }
    }
    return true;
}

int64_t stream_clock(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
