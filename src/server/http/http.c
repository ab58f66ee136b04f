/*
 * libmicrohttpd and the event loop.
 *
 * libmicrohttpd keeps its sockets in an epoll set of its own, which the event loop watches as a single descriptor:
 * whenever something is ready there it gets a turn. Nothing here blocks; answers that have to wait for the disk or the
 * solver suspend their connection.
 */
#include "room.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BACKLOG 4096
#define TIMEOUT_SECONDS 20
#define MEMORY_PER_CONNECTION 6144 /* request line and headers have to fit; it stays while a WebSocket is open */

/* ---- requests ---- */

static const char *peer_address(struct MHD_Connection *connection, char text[ADDRESS_SIZE])
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info != NULL ? info->client_addr : NULL;
    if (address != NULL && address->sa_family == AF_INET)
        return inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)address)->sin_addr, text, ADDRESS_SIZE);
    if (address != NULL && address->sa_family == AF_INET6) {
        return inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, text,
                         ADDRESS_SIZE);
    }
    return "unknown";
}

static bool find_visitor(struct exchange *exchange)
{
    char peer[ADDRESS_SIZE];
    char address[ADDRESS_SIZE];
    address_of_client(address, peer_address(exchange->connection, peer), exchange_head(exchange, "X-Forwarded-For"),
                      exchange->http->base->options->proxies);
    exchange->visitor = visitor_of(&exchange->http->net->visitors, address, exchange->now);
    return exchange->visitor != NULL;
}

/* The request is complete. False: there is no room for its address. */
static bool begin(struct exchange *exchange, struct MHD_Connection *connection, const char *url, const char *method)
{
    exchange->routed = true;
    exchange->connection = connection;
    exchange->url = url;
    exchange->method = method;
    exchange->now = clock_now(); /* the one `now` of this request */
    if (!find_visitor(exchange))
        return false;
    route(exchange);
    return true;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *length, void **request)
{
    struct exchange *exchange = *request;
    (void)version;
    if (exchange == NULL) {
        exchange = must_alloc(sizeof *exchange);
        exchange->http = context;
        *request = exchange;
        return MHD_YES;
    }
    if (*length > 0) {
        exchange_take(exchange, data, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!exchange->routed && !begin(exchange, connection, url, method))
        return MHD_NO;
    if (exchange->suspended || exchange->response == NULL)
        return exchange->suspended ? MHD_YES : MHD_NO;
    return MHD_queue_response(connection, exchange->status, exchange->response);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode code)
{
    (void)context;
    (void)connection;
    (void)code;
    if (*request != NULL)
        exchange_free(*request);
    *request = NULL;
}

/* ---- running ---- */

static void run(struct http *http);

static void on_timer(uv_timer_t *timer)
{
    run(timer->data);
}

static void run(struct http *http)
{
    http->wants_run = false;
    MHD_run(http->daemon);
    MHD_UNSIGNED_LONG_LONG timeout;
    if (MHD_get_timeout(http->daemon, &timeout) == MHD_YES)
        uv_timer_start(&http->timer, on_timer, timeout, 0);
    else
        uv_timer_stop(&http->timer);
}

void http_turn(struct http *http)
{
    while (http->daemon != NULL && http->wants_run)
        run(http);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    run(poll->data);
}

/* ---- beginning and end ---- */

static void fail(const struct serve_options *options, const char *why)
{
    log_line(SERVE_LOG_ERROR, "cannot-listen", "address=%s port=%llu why=\"%s\"", options->address,
             (unsigned long long)options->port, why);
}

static int listen_on(const struct serve_options *options)
{
    char port[24];
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    snprintf(port, sizeof port, "%llu", (unsigned long long)options->port);
    if (getaddrinfo(options->address, port, &hints, &found) != 0) {
        errno = EINVAL;
        return -1;
    }
    int fd = socket(found->ai_family, SOCK_STREAM, 0);
    int on = 1;
    if (fd >= 0 && (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
                    fcntl(fd, F_SETFL, O_NONBLOCK) != 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 ||
                    bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0)) {
        int why = errno;
        close(fd);
        errno = why;
        fd = -1;
    }
    freeaddrinfo(found);
    return fd;
}

static unsigned port_of(int fd)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) != 0)
        return 0;
    return ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&address)->sin6_port
                                               : ((struct sockaddr_in *)(void *)&address)->sin_port);
}

static struct MHD_Daemon *start_daemon(struct http *http, int fd)
{
    /* Room for a few more than the limit, so that those above it get an answer. */
    unsigned connections = (unsigned)http->base->options->max_connections + 512;
    return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request,
                            http, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL,
                            MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT,
                            (unsigned)TIMEOUT_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                            (size_t)MEMORY_PER_CONNECTION, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

static void watch(struct http *http)
{
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    uv_poll_init(&http->base->loop, &http->poll, info->epoll_fd);
    uv_timer_init(&http->base->loop, &http->timer);
    http->poll.data = http;
    http->timer.data = http;
    uv_poll_start(&http->poll, UV_READABLE, on_poll);
    http->wants_run = true; /* in the first turn, when everything else has been started */
}

struct http *http_start(struct base *base, struct net *net, struct tables *tables, struct jobs *jobs)
{
    int fd = listen_on(base->options);
    if (fd < 0) {
        fail(base->options, strerror(errno));
        return NULL;
    }
    struct http *http = must_alloc(sizeof *http);
    *http = (struct http){.base = base, .net = net, .tables = tables, .jobs = jobs, .port = port_of(fd)};
    http->daemon = start_daemon(http, fd);
    if (http->daemon == NULL) {
        close(fd);
        free(http);
        fail(base->options, "libmicrohttpd does not start");
        return NULL;
    }
    watch(http);
    return http;
}

unsigned http_port(const struct http *http)
{
    return http->port;
}

void http_quiesce(struct http *http)
{
    MHD_socket fd = MHD_quiesce_daemon(http->daemon);
    if (fd != MHD_INVALID_SOCKET)
        close(fd);
}

static void on_closed(uv_handle_t *handle)
{
    struct http *http = handle->data;
    if (--http->closing == 0)
        free(http);
}

void http_stop(struct http *http)
{
    http->closing = 2;
    uv_close((uv_handle_t *)&http->poll, on_closed);
    uv_close((uv_handle_t *)&http->timer, on_closed);
    MHD_run(http->daemon);
    MHD_stop_daemon(http->daemon);
    http->daemon = NULL;
}
