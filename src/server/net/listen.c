/*
 * Listening sockets: an address with a port, a Unix socket, or sockets that the service manager has opened (LISTEN_FDS,
 * systemd's socket activation). The latter stay open while the server restarts, so that nobody is refused meanwhile.
 *
 * Connections are accepted here and not by libmicrohttpd, because who may connect depends on more than it knows.
 */
#include "net.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 4096
#define FIRST_HANDED 3                 /* first inherited descriptor (SD_LISTEN_FDS_START) */
#define ACCEPT_MAX TEST_LIMIT(64, 1)   /* per iteration, so that existing connections are served too */
#define SEND_BYTES TEST_LIMIT(0, 2048) /* kernel send buffer; 0: the system's default */
#define NO_FILES_MS 100                /* pause after running out of descriptors */

/* ---- accepting ---- */

static void on_poll(uv_poll_t *poll, int status, int events);

static void set_polls(struct listeners *listeners, bool on)
{
    for (unsigned i = 0; i < listeners->count; i++)
        if (on)
            uv_poll_start(&listeners->items[i].poll, UV_READABLE, on_poll);
        else
            uv_poll_stop(&listeners->items[i].poll);
}

static void on_pause_over(uv_timer_t *timer)
{
    set_polls(timer->data, true);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    const struct listener *listener = poll->data;
    struct listeners *listeners = listener->listeners;
    (void)status;
    (void)events;
    for (unsigned i = 0; i < ACCEPT_MAX; i++) {
        struct sockaddr_storage from = {0};
        socklen_t length = sizeof from;
        int fd = accept4(listener->fd, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            if (SEND_BYTES > 0)
                setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(int){SEND_BYTES}, sizeof(int));
            listeners->arrived(listeners->context, fd, (const struct sockaddr *)&from, length);
        } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            log_event(SERVE_LOG_WARN, "accept-failed", "error=\"%s\"", strerror(errno));
            set_polls(listeners, false);
            uv_timer_start(&listeners->pause, on_pause_over, NO_FILES_MS, 0);
            return;
        } else if (errno != ECONNABORTED && errno != EINTR) {
            return;
        }
    }
}

/* ---- opening ---- */

static bool set_nonblocking(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static int bind_to(const struct sockaddr *address, socklen_t length)
{
    int fd = socket(address->sa_family, SOCK_STREAM, 0);
    int on = 1;
    if (fd < 0)
        return -1;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 && set_nonblocking(fd) &&
        bind(fd, address, length) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static int open_port(const char *address, uint64_t number)
{
    char port[24];
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    snprintf(port, sizeof port, "%llu", (unsigned long long)number);
    if (getaddrinfo(address, port, &hints, &found) != 0) {
        errno = EINVAL;
        return -1;
    }
    int fd = bind_to(found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return fd;
}

/* Removes a socket that nobody answers on, left behind by a killed process. */
static void remove_stale_socket(const struct sockaddr_un *place)
{
    struct stat facts;
    if (lstat(place->sun_path, &facts) != 0 || !S_ISSOCK(facts.st_mode))
        return;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    if (connect(fd, (const struct sockaddr *)place, sizeof *place) != 0 && errno == ECONNREFUSED)
        unlink(place->sun_path);
    close(fd);
}

bool unix_socket_address(struct sockaddr_un *place, const char *path)
{
    *place = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof place->sun_path) {
        errno = ENAMETOOLONG;
        return false;
    }
    snprintf(place->sun_path, sizeof place->sun_path, "%s", path);
    remove_stale_socket(place);
    return true;
}

static int open_path(struct listeners *listeners, const char *path)
{
    struct sockaddr_un place;
    int fd = unix_socket_address(&place, path) ? bind_to((const struct sockaddr *)&place, sizeof place) : -1;
    if (fd >= 0)
        listeners->path = path;
    return fd;
}

/* The number of sockets passed to this process (and not to its parent). */
static unsigned handed_over(void)
{
    const char *pid = getenv("LISTEN_PID");
    const char *number = getenv("LISTEN_FDS");
    bool ours = pid != NULL && number != NULL && strtol(pid, NULL, 10) == (long)getpid();
    long count = ours ? strtol(number, NULL, 10) : 0;
    return count <= 0 ? 0 : count < LISTENERS_MAX ? (unsigned)count : LISTENERS_MAX;
}

static void add_listener(struct listeners *listeners, int fd)
{
    listeners->items[listeners->count++] = (struct listener){.listeners = listeners, .fd = fd};
}

static bool open_all(struct listeners *listeners)
{
    const struct serve_options *options = listeners->base->options;
    unsigned count = handed_over();
    for (unsigned i = 0; i < count; i++) {
        if (!set_nonblocking(FIRST_HANDED + (int)i))
            return false;
        add_listener(listeners, FIRST_HANDED + (int)i);
    }
    if (count > 0)
        return true;
    int fd = options->address[0] == '/' ? open_path(listeners, options->address)
                                        : open_port(options->address, options->port);
    if (fd >= 0)
        add_listener(listeners, fd);
    return fd >= 0;
}

/* ---- starting and stopping ---- */

static void name_place(struct listeners *listeners)
{
    struct sockaddr_storage from = {0};
    socklen_t length = sizeof from;
    char text[ADDRESS_SIZE];
    struct address address;
    getsockname(listeners->items[0].fd, (struct sockaddr *)&from, &length);
    if (from.ss_family == AF_UNIX) {
        snprintf(listeners->url, sizeof listeners->url, "unix:%s", ((struct sockaddr_un *)(void *)&from)->sun_path);
        return;
    }
    bool six = from.ss_family == AF_INET6;
    unsigned port = ntohs(six ? ((struct sockaddr_in6 *)(void *)&from)->sin6_port
                              : ((struct sockaddr_in *)(void *)&from)->sin_port);
    address_from_sockaddr(&address, (const struct sockaddr *)&from);
    address_write(text, &address);
    if (address_is_local(&address))
        snprintf(text, sizeof text, "::"); /* here it means every address */
    snprintf(listeners->url, sizeof listeners->url, six ? "http://[%s]:%u" : "http://%s:%u", text, port);
}

static bool opened(struct listeners *listeners, bool good, const char *address, uint64_t port)
{
    if (good)
        name_place(listeners);
    else
        log_event(SERVE_LOG_ERROR, "listen-failed", "address=%s port=%llu error=\"%s\"", address,
                  (unsigned long long)port, strerror(errno));
    return good;
}

bool listeners_open(struct listeners *listeners, struct base *base)
{
    *listeners = (struct listeners){.base = base};
    return opened(listeners, open_all(listeners), base->options->address, base->options->port);
}

bool listeners_open_port(struct listeners *listeners, struct base *base, uint64_t port)
{
    const char *address = base->options->address[0] == '/' ? "127.0.0.1" : base->options->address;
    *listeners = (struct listeners){.base = base};
    int fd = open_port(address, port);
    if (fd >= 0)
        add_listener(listeners, fd);
    return opened(listeners, fd >= 0, address, port);
}

void listeners_start(struct listeners *listeners, accept_fn *arrived, void *context)
{
    listeners->arrived = arrived;
    listeners->context = context;
    uv_timer_init(&listeners->base->loop, &listeners->pause);
    listeners->pause.data = listeners;
    for (unsigned i = 0; i < listeners->count; i++) {
        uv_poll_init(&listeners->base->loop, &listeners->items[i].poll, listeners->items[i].fd);
        listeners->items[i].poll.data = &listeners->items[i];
    }
    set_polls(listeners, true);
}

static void on_closed(uv_handle_t *handle)
{
    const struct listener *listener = handle->data;
    close(listener->fd);
}

void listeners_stop(struct listeners *listeners)
{
    if (listeners->path != NULL)
        unlink(listeners->path);
    for (unsigned i = 0; i < listeners->count; i++)
        uv_close((uv_handle_t *)&listeners->items[i].poll, on_closed);
    uv_close((uv_handle_t *)&listeners->pause, NULL);
    listeners->count = 0;
}
