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
static int connect_to(const struct server_url *url)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_family = AF_UNSPEC};
    struct addrinfo *list = NULL;
    int fd = -1, on = 1;
    if (getaddrinfo(url->hostname, url->port, &hints, &list) != 0)
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

bool stream_open(struct stream *stream, const struct server_url *url, enum client_error *error)
{
    *stream = (struct stream){.fd = connect_to(url)};
    *error = CLIENT_ERROR_UNREACHABLE;
    if (stream->fd < 0)
        return false;
    if (!url->secure)
        return true;
    stream->tls = tls_handshake(stream->fd, url, error);
    if (stream->tls == NULL)
        close(stream->fd);
    return stream->tls != NULL;
}

void stream_close(struct stream *stream)
{
    if (stream->tls != NULL)
        tls_close(stream->tls);
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
    int64_t left = until - system_clock_ms(CLOCK_MONOTONIC);
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

int64_t system_clock_ms(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
