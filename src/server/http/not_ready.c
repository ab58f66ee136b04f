/*
 * Replies until the store can be opened: /healthz is fine, everything else is not ready. There are no tables and no
 * event loop yet, so each connection gets one short reply.
 */
#include "http.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PATIENCE_MS 100 /* how long a connection may take to send its request */

static void answer(int fd)
{
    char request[2048];
    char text[256];
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    ssize_t length = poll(&wait, 1, PATIENCE_MS) == 1 ? recv(fd, request, sizeof request, MSG_DONTWAIT) : 0;
    bool lives = length > 13 && memcmp(request, "GET /healthz ", 13) == 0;
    int size = snprintf(text, sizeof text,
                        "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nCache-Control: no-store\r\n"
                        "Retry-After: 1\r\nConnection: close\r\n\r\n%s",
                        lives ? "200 OK" : "503 Service Unavailable", lives ? 3 : 6, lives ? "ok\n" : "store\n");
    ssize_t sent = length > 0 ? send(fd, text, (size_t)size, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
    (void)sent; /* best effort: the client asks again */
    shutdown(fd, SHUT_WR);
    close(fd);
}

bool not_ready_open(struct listeners *listeners, struct base *base)
{
    return listeners_open(listeners, base);
}

void not_ready_answer(const struct listeners *listeners, unsigned ms)
{
    struct pollfd polls[LISTENERS_MAX];
    uint64_t end = uv_hrtime() / 1000000 + ms;
    for (unsigned i = 0; i < listeners->count; i++)
        polls[i] = (struct pollfd){.fd = listeners->items[i].fd, .events = POLLIN};
    for (uint64_t now = uv_hrtime() / 1000000; now < end; now = uv_hrtime() / 1000000) {
        if (poll(polls, listeners->count, (int)(end - now)) <= 0)
            continue;
        for (unsigned i = 0; i < listeners->count; i++) {
            int fd = polls[i].revents != 0 ? accept(polls[i].fd, NULL, NULL) : -1;
            if (fd >= 0)
                answer(fd);
        }
    }
}

/* Keeps inherited sockets (socket activation) open, because http_start takes them over again. */
void not_ready_close(struct listeners *listeners)
{
    bool ours = getenv("LISTEN_FDS") == NULL;
    for (unsigned i = 0; ours && i < listeners->count; i++)
        close(listeners->items[i].fd);
    listeners->count = 0;
}
