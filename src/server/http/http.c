/*
 * HTTP and the WebSocket handshake.
 *
 * libmicrohttpd keeps its sockets in an epoll set of its own, which the event loop watches as a single descriptor:
 * whenever something is ready there it gets a turn. Nothing here blocks; answers that have to wait for the disk or the
 * solver suspend their connection.
 */
#include "http.h"

#include "../base/clock.h"
#include "../net/peer.h"
#include "../net/sha1.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define BACKLOG 4096
#define TIMEOUT_SECONDS 20
#define MEMORY_PER_CONNECTION 6144 /* request line and headers have to fit; it stays while a WebSocket is open */
#define REQUEST_BURST 10

struct http {
    struct server *server;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    uv_timer_t timer;
    bool wants_run;
    unsigned closing; /* handles on their way out */
    unsigned port;
};

/* ---- answers
 * ------------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    const char *value;
} security[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Frame-Options", "DENY"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
     "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
     "media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"},
};

static void secure(struct MHD_Response *response)
{
    for (size_t i = 0; i < sizeof security / sizeof security[0]; i++)
        MHD_add_response_header(response, security[i].name, security[i].value);
}

void exchange_answer(struct exchange *exchange, unsigned status, const char *type, const char *text, size_t length)
{
    if (exchange->response != NULL)
        MHD_destroy_response(exchange->response);
    exchange->status = status;
    exchange->response = MHD_create_response_from_buffer(length, (void *)text, MHD_RESPMEM_MUST_COPY);
    MHD_add_response_header(exchange->response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    secure(exchange->response);
}

void exchange_file(struct exchange *exchange, int fd, uint64_t size, const char *type)
{
    exchange->status = MHD_HTTP_OK;
    exchange->response = MHD_create_response_from_fd64(size, fd);
    MHD_add_response_header(exchange->response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    secure(exchange->response);
}

void exchange_refuse(struct exchange *exchange, const char *what, const struct refused *refused)
{
    char buffer[1024];
    struct carom_text text = carom_text_in(buffer, sizeof buffer);
    carom_text_char(&text, '{');
    refused_write(&text, what, refused);
    carom_text_char(&text, '}');
    exchange_answer(exchange, refused_status(refused), "application/json", buffer, text.length);
    if (refused->why == WHY_RATE || refused->why == WHY_BUSY || refused->why == WHY_STORE) {
        char seconds[24];
        snprintf(seconds, sizeof seconds, "%lld", (long long)(refused->number + 999) / 1000);
        exchange_header(exchange, "Retry-After", seconds);
    }
}

void exchange_header(struct exchange *exchange, const char *name, const char *value)
{
    MHD_add_response_header(exchange->response, name, value);
}

const char *exchange_query(const struct exchange *exchange, const char *name)
{
    return MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *exchange_head(const struct exchange *exchange, const char *name)
{
    return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

void exchange_suspend(struct exchange *exchange)
{
    exchange->suspended = true;
    MHD_suspend_connection(exchange->connection);
}

void exchange_resume(struct exchange *exchange)
{
    exchange->suspended = false;
    exchange->server->http->wants_run = true;
    MHD_resume_connection(exchange->connection);
}

/* ---- the handshake
 * ----------------------------------------------------------------------------------------------------------- */

/* Does a comma-separated header hold this word? */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    while (list != NULL && *list != '\0') {
        list += strspn(list, " \t,");
        size_t item = strcspn(list, ",");
        size_t end = item;
        while (end > 0 && (list[end - 1] == ' ' || list[end - 1] == '\t'))
            end--;
        if (end == length && strncasecmp(list, word, length) == 0)
            return true;
        list += item;
    }
    return false;
}

static bool origin_listed(const char *origins, const char *origin)
{
    size_t length = strlen(origin);
    for (const char *item = origins; *item != '\0';) {
        size_t size = strcspn(item, ",");
        if (size == length && strncasecmp(item, origin, length) == 0)
            return true;
        item += size + (item[size] == ',');
    }
    return false;
}

/* A page in a browser says where it comes from; it has to be our own, or one that was allowed. */
static bool origin_allowed(const struct exchange *exchange)
{
    const char *origin = exchange_head(exchange, "Origin");
    const char *host = exchange_head(exchange, "Host");
    if (origin == NULL)
        return true;
    const char *place = strstr(origin, "://");
    if (place != NULL && host != NULL && strcasecmp(place + 3, host) == 0)
        return true;
    const struct serve_options *options = exchange->server->options;
    return strcasecmp(origin, exchange->server->link) == 0 || origin_listed(options->origins, origin);
}

static void on_upgraded(void *context, struct MHD_Connection *connection, void *request, const char *early,
                        size_t length, MHD_socket fd, struct MHD_UpgradeResponseHandle *handle)
{
    struct exchange *exchange = request;
    (void)context;
    (void)connection;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    peer_begin(exchange->server, exchange->visitor, fd, handle, early, length);
}

static void accept_socket(struct exchange *exchange, const char *key)
{
    char joined[SHA1_MOST + 1];
    uint8_t digest[20];
    char accept[32];
    int length = snprintf(joined, sizeof joined, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1_short(digest, joined, (size_t)length);
    sodium_bin2base64(accept, sizeof accept, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL);
    exchange->status = MHD_HTTP_SWITCHING_PROTOCOLS;
    exchange->response = MHD_create_response_for_upgrade(on_upgraded, NULL);
    exchange_header(exchange, MHD_HTTP_HEADER_UPGRADE, "websocket");
    exchange_header(exchange, "Sec-WebSocket-Accept", accept);
}

/* What is missing in the handshake itself comes last: a page is not told why its WebSocket was refused, and learns it
 * by an ordinary request to the same address. */
static bool handshake_allowed(const struct exchange *exchange, const char *key, struct refused *refused)
{
    const struct serve_options *options = exchange->server->options;
    const char *version = exchange_head(exchange, "Sec-WebSocket-Version");
    if (!origin_allowed(exchange))
        return refuse(refused, WHY_BAD_ORIGIN);
    if (exchange->server->peer_count >= options->max_connections)
        return refuse_number(refused, WHY_TOO_MANY_CONNECTIONS, (int64_t)options->max_connections);
    if (exchange->visitor->connections >= options->max_per_address)
        return refuse_number(refused, WHY_TOO_MANY_CONNECTIONS, (int64_t)options->max_per_address);
    if (!has_word(exchange_head(exchange, "Upgrade"), "websocket") ||
        !has_word(exchange_head(exchange, "Connection"), "upgrade") || version == NULL || strcmp(version, "13") != 0 ||
        key == NULL || strlen(key) < 16 || strlen(key) > 64)
        return refuse_what(refused, WHY_BAD_MESSAGE, "this address speaks WebSocket, version 13");
    return true;
}

static void shake_hands(struct exchange *exchange)
{
    struct refused refused;
    const char *key = exchange_head(exchange, "Sec-WebSocket-Key");
    if (handshake_allowed(exchange, key, &refused))
        accept_socket(exchange, key);
    else
        exchange_refuse(exchange, "connection", &refused);
}

/* ---- routing
 * --------------------------------------------------------------------------------------------------------------------
 */

static bool may_ask(struct exchange *exchange, struct refused *refused)
{
    const struct serve_options *options = exchange->server->options;
    if (exchange->server->stopping && strcmp(exchange->url, "/healthz") != 0)
        return refuse_number(refused, WHY_STOPPING, 1000);
    if (exchange->too_big)
        return refuse_number(refused, WHY_TOO_BIG, BODY_MOST);
    carom_ms wait = bucket_take(&exchange->visitor->requests, exchange->now, options->request_rate, REQUEST_BURST);
    if (wait > 0)
        return refuse_number(refused, WHY_RATE, wait);
    if (strcmp(exchange->method, "GET") != 0 && strcmp(exchange->method, "HEAD") != 0 && !origin_allowed(exchange))
        return refuse(refused, WHY_BAD_ORIGIN);
    return true;
}

static void route(struct exchange *exchange)
{
    struct refused refused;
    exchange->server->metrics.http_total++;
    if (!may_ask(exchange, &refused)) {
        exchange_refuse(exchange, "request", &refused);
    } else if (strcmp(exchange->url, "/ws") == 0 && strcmp(exchange->method, "GET") == 0) {
        shake_hands(exchange);
    } else if (!api_route(exchange) && !pictures_route(exchange) && !pages_route(exchange)) {
        refuse(&refused, WHY_NOT_FOUND);
        exchange_refuse(exchange, "request", &refused);
    }
}

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
                      exchange->server->options->proxies);
    exchange->visitor = visitor_of(&exchange->server->visitors, address, exchange->now);
    return exchange->visitor != NULL;
}

/* Collects the body; what is too long is read and thrown away, so that the client gets to the answer. */
static void take_body(struct exchange *exchange, const char *data, size_t length)
{
    if (exchange->body_length + length > BODY_MOST) {
        exchange->too_big = true;
        return;
    }
    char *grown = realloc(exchange->body, exchange->body_length + length + 1);
    if (grown == NULL)
        must_alloc(SIZE_MAX);
    memcpy(grown + exchange->body_length, data, length);
    exchange->body = grown;
    exchange->body_length += length;
    grown[exchange->body_length] = '\0';
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *length, void **request)
{
    struct exchange *exchange = *request;
    (void)version;
    if (exchange == NULL) {
        exchange = must_alloc(sizeof *exchange);
        exchange->server = context;
        *request = exchange;
        return MHD_YES;
    }
    if (*length > 0) {
        take_body(exchange, data, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!exchange->routed) {
        exchange->routed = true;
        exchange->connection = connection;
        exchange->url = url;
        exchange->method = method;
        exchange->now = clock_now(); /* the one `now` of this request */
        if (!find_visitor(exchange))
            return MHD_NO;
        route(exchange);
    }
    if (exchange->suspended || exchange->response == NULL)
        return exchange->suspended ? MHD_YES : MHD_NO;
    return MHD_queue_response(connection, exchange->status, exchange->response);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode code)
{
    struct exchange *exchange = *request;
    (void)context;
    (void)connection;
    (void)code;
    if (exchange == NULL)
        return;
    if (exchange->response != NULL)
        MHD_destroy_response(exchange->response);
    free(exchange->body);
    free(exchange);
    *request = NULL;
}

/* ---- running
 * ------------------------------------------------------------------------------------------------------------------------
 */

static void on_timer(uv_timer_t *timer)
{
    http_run(timer->data);
}

void http_run(struct http *http)
{
    http->wants_run = false;
    MHD_run(http->daemon);
    MHD_UNSIGNED_LONG_LONG timeout;
    if (MHD_get_timeout(http->daemon, &timeout) == MHD_YES)
        uv_timer_start(&http->timer, on_timer, timeout, 0);
    else
        uv_timer_stop(&http->timer);
}

void http_run_wanted(struct http *http)
{
    while (http->daemon != NULL && http->wants_run)
        http_run(http);
}

void http_close_upgraded(struct http *http, struct MHD_UpgradeResponseHandle *handle)
{
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    http->wants_run = true; /* or the socket stays open */
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    http_run(poll->data);
}

/* ---- beginning and end
 * ---------------------------------------------------------------------------------------------------------------- */

static bool fail(const struct serve_options *options, const char *why)
{
    log_line(SERVE_LOG_ERROR, "cannot-listen", "address=%s port=%llu why=\"%s\"", options->address,
             (unsigned long long)options->port, why);
    return false;
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

static struct MHD_Daemon *start_daemon(struct server *server, int fd)
{
    /* Room for a few more than the limit, so that those above it get an answer. */
    unsigned connections = (unsigned)server->options->max_connections + 512;
    return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request,
                            server, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL,
                            MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT,
                            (unsigned)TIMEOUT_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                            (size_t)MEMORY_PER_CONNECTION, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

bool http_start(struct server *server)
{
    int fd = listen_on(server->options);
    if (fd < 0)
        return fail(server->options, strerror(errno));
    struct http *http = must_alloc(sizeof *http);
    http->server = server;
    http->port = port_of(fd);
    http->daemon = start_daemon(server, fd);
    if (http->daemon == NULL) {
        close(fd);
        free(http);
        return fail(server->options, "libmicrohttpd does not start");
    }
    server->http = http;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    uv_poll_init(&server->loop, &http->poll, info->epoll_fd);
    uv_timer_init(&server->loop, &http->timer);
    http->poll.data = http;
    http->timer.data = http;
    uv_poll_start(&http->poll, UV_READABLE, on_poll);
    http_run(http);
    return true;
}

unsigned http_port(const struct http *http)
{
    return http->port;
}

void http_quiesce(struct server *server)
{
    MHD_socket fd = MHD_quiesce_daemon(server->http->daemon);
    if (fd != MHD_INVALID_SOCKET)
        close(fd);
}

static void on_closed(uv_handle_t *handle)
{
    struct http *http = handle->data;
    if (--http->closing == 0) {
        http->server->http = NULL;
        free(http);
    }
}

void http_stop(struct server *server)
{
    struct http *http = server->http;
    http->closing = 2;
    uv_close((uv_handle_t *)&http->poll, on_closed);
    uv_close((uv_handle_t *)&http->timer, on_closed);
    MHD_run(http->daemon);
    MHD_stop_daemon(http->daemon);
    http->daemon = NULL;
}
