/*
 * libmicrohttpd and the event loop.
 *
 * libmicrohttpd keeps its sockets in an epoll set of its own, which the event loop watches as a single descriptor:
 * whenever something is ready there it gets a turn. Nothing here blocks; answers that have to wait for the disk or the
 * solver suspend their connection.
 */
#include "room.h"

#include "gallery.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define TIMEOUT_SECONDS 20         /* of silence */
#define PLAIN_MOST SMALL(1024, 32) /* connections that are no WebSockets */
#define FILES_KEPT 64              /* descriptors for everything that is no connection */

/* ---- connections ---- */

static void on_arrived(void *context, int fd, const struct sockaddr *from, socklen_t length)
{
    struct http *http = context;
    struct address peer;
    address_take(&peer, from);
    if (!lines_arrive(&http->lines, fd, &peer, clock_now()))
        return;
    http->wants_run = true;
    struct line *line = lines_of(&http->lines, fd);
    if (MHD_add_connection(http->daemon, fd, from, length) != MHD_YES && line == lines_of(&http->lines, fd))
        line_free(line); /* the descriptor is closed already */
}

/* A head that is too large may leave no room for that of the answer in the connection's memory, so this one is sent
 * past libmicrohttpd, which then closes the connection. What is still unread is read first: closing would reset it. */
static void answer_too_much(int fd)
{
    char body[512], text[1024], unread[4096];
    struct carom_text json = carom_text_in(body, sizeof body);
    struct refused refused;
    refuse_number(&refused, WHY_TOO_BIG, HEAD_MOST);
    carom_json_begin(&json, NULL, '{');
    refused_write(&json, "request", &refused);
    carom_json_end(&json, '}');
    int length = snprintf(text, sizeof text,
                          "HTTP/1.1 %u Request Header Fields Too Large\r\nContent-Type: " JSON_TYPE
                          "\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s",
                          MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE, json.length, body);
    for (unsigned i = 0; i < BODY_MOST / sizeof unread; i++)
        if (recv(fd, unread, sizeof unread, MSG_DONTWAIT) <= 0)
            break;
    ssize_t sent = send(fd, text, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* whoever does not take it has gone */
}

static void on_connection(void *context, struct MHD_Connection *connection, void **place,
                          enum MHD_ConnectionNotificationCode code)
{
    struct http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        *place = lines_of(&http->lines, fd);
        line_is(*place, LINE_WAITING, clock_now());
    } else {
        struct line *line = *place;
        if (line != NULL && line->unanswered)
            answer_too_much(line->fd);
        line_free(line);
    }
}

static struct line *line_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* ---- requests ---- */

/* All lines of the header, in their order: a client can write some itself, and the proxy adds to any of them. */
static enum MHD_Result join_forwarded(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct carom_text *text = context;
    (void)kind;
    if (strcasecmp(name, "X-Forwarded-For") == 0 && value != NULL) {
        if (text->length > 0)
            carom_text_char(text, ',');
        carom_text_put(text, value);
    }
    return MHD_YES;
}

/* Who asks. False: there is no room for another address, or for another connection of this one. */
static bool find_visitor(struct exchange *exchange, struct refused *refused)
{
    struct http *http = exchange->http;
    char joined[MEMORY_PER_CONNECTION + 1];
    struct carom_text text = carom_text_in(joined, sizeof joined);
    MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, join_forwarded, &text);
    exchange->client = address_of_client(&exchange->line->peer, joined, &http->proxies);
    carom_ms banned = ban_left(&http->net->bans, &exchange->client, exchange->now);
    if (banned > 0)
        return refuse_number(refused, WHY_BANNED, banned);
    exchange->visitor = visitor_of(&http->net->visitors, &exchange->client, exchange->now);
    if (exchange->visitor == NULL)
        return refuse_number(refused, WHY_BUSY, 5000);
    return line_belongs(exchange->line, exchange->visitor) ||
           refuse_number(refused, WHY_TOO_MANY_CONNECTIONS, (int64_t)http->base->options->max_per_address);
}

/* libmicrohttpd keeps every part of a query in the connection's memory, and if that is used up it says nothing more. So
 * the rest of a query that is too long or has too many parts is cut off before it is taken apart; on_request learns of
 * it. If it is the cookies that use it up, the connection is closed without any other call than on_connection. */
static char too_many, too_long;

static void *on_uri(void *context, const char *uri, struct MHD_Connection *connection)
{
    unsigned parts = 0;
    (void)context;
    line_of(connection)->unanswered = true;
    char *query = strchr(uri, '?');
    if (strlen(uri) > HEAD_MOST) {
        if (query != NULL)
            query[1] = '\0'; /* the memory is the connection's, and was written to a moment ago */
        return &too_long;
    }
    for (const char *at = strchr(uri, '?'); at != NULL; at = strchr(at + 1, '&')) {
        if (++parts > QUERY_MOST) {
            *(char *)at = '\0';
            return &too_many;
        }
    }
    return NULL;
}

/* What is known of a head. */
struct seen {
    struct head head;
    size_t bytes; /* that libmicrohttpd keeps of it, with a note of each part */
};

static enum MHD_Result look_at(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct seen *seen = context;
    seen->bytes += strlen(name) + (value != NULL ? strlen(value) : 0) + 64;
    if (kind == MHD_HEADER_KIND)
        head_add(&seen->head, name, value != NULL ? value : "");
    return MHD_YES;
}

/* The head has arrived. If it is open to doubt where the request ends, nothing more of the connection is believed. */
static bool head_good(struct exchange *exchange)
{
    struct seen seen = {.bytes = strlen(exchange->url) + strlen(exchange->method)};
    MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND | MHD_COOKIE_KIND | MHD_GET_ARGUMENT_KIND, look_at,
                              &seen);
    exchange->too_much = exchange->too_much || seen.bytes > HEAD_MOST;
    if (head_clear(&seen.head) && !exchange->too_much)
        return true;
    exchange->routed = true;
    exchange->http->base->metrics.http_total++;
    if (!exchange->too_much)
        exchange_refuse_what(exchange, "request", WHY_BAD_MESSAGE,
                             "its head says twice where it ends or for whom it is, or has a name that is none");
    exchange_header(exchange, MHD_HTTP_HEADER_CONNECTION, "close");
    return false;
}

/* The request is complete. */
static void begin(struct exchange *exchange)
{
    struct refused refused;
    if (!turn_has(exchange))
        return;
    exchange->routed = true;
    exchange->now = clock_now(); /* the one `now` of this request */
    line_is(exchange->line, LINE_WORKING, exchange->now);
    if (find_visitor(exchange, &refused))
        route(exchange);
    else
        exchange_refuse(exchange, "connection", &refused);
}

static struct exchange *new_exchange(struct http *http, struct MHD_Connection *connection, const char *url,
                                     const char *method)
{
    struct exchange *exchange = must_alloc(sizeof *exchange);
    exchange->http = http;
    exchange->connection = connection;
    exchange->line = line_of(connection);
    exchange->url = url;
    exchange->method = method;
    return exchange;
}

static enum MHD_Result answer(struct exchange *exchange)
{
    carom_ms now = clock_now();
    line_is(exchange->line, LINE_ANSWERING, now);
    if (exchange->now > 0)
        histogram_add(&exchange->http->base->metrics.exchanges, (uint64_t)(now - exchange->now) * 1000);
    cors_allow(exchange);
    return MHD_queue_response(exchange->connection, exchange->status, exchange->response);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *length, void **request)
{
    struct exchange *exchange = *request;
    (void)version;
    if (exchange == NULL || *request == &too_many || *request == &too_long) {
        const void *cut = *request;
        *request = exchange = new_exchange(context, connection, url, method);
        exchange->line->unanswered = false;
        exchange->too_many = cut == &too_many;
        exchange->too_much = cut == &too_long;
        if (head_good(exchange))
            return MHD_YES;
        if (!exchange->too_much)
            return answer(exchange);
        exchange->status = MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
        answer_too_much(exchange->line->fd);
        return MHD_NO;
    }
    if (*length > 0) {
        exchange_take(exchange, data, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!exchange->routed)
        begin(exchange);
    if (exchange->suspended || exchange->response == NULL)
        return exchange->suspended ? MHD_YES : MHD_NO;
    return answer(exchange);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode code)
{
    struct exchange *exchange = *request;
    (void)context;
    (void)code;
    line_of(connection)->unanswered = false;
    if (exchange == NULL || *request == &too_many || *request == &too_long)
        return;
    carom_ms now = clock_now();
    access_write(exchange, now);
    if (exchange->line->state == LINE_ANSWERING)
        line_is(exchange->line, LINE_WAITING, now);
    exchange_free(exchange);
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
    if (turn_ends(http) && http->daemon != NULL)
        uv_timer_start(&http->timer, on_timer, 0, 0);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    run(poll->data);
}

/* ---- beginning and end ---- */

/* Each connection needs a descriptor, and each answer may need another: what the system allows is divided so that there
 * is always one for who asks. */
static void divide_files(struct http *http)
{
    struct rlimit limit;
    uint64_t asked = http->base->options->max_connections;
    uint64_t files = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 1024;
    uint64_t room = files > 4 * FILES_KEPT ? files - FILES_KEPT : 3 * FILES_KEPT;
    uint64_t plain = room / 4 < PLAIN_MOST ? room / 4 : PLAIN_MOST;
    uint64_t sockets = room - 2 * plain;
    http->most_sockets = asked < sockets ? asked : sockets;
    lines_start(&http->lines, http->net, &http->proxies, (unsigned)plain);
    if (sockets < asked) {
        log_line(SERVE_LOG_WARN, "few-files", "open_files=%llu max_connections=%llu room_for=%llu",
                 (unsigned long long)files, (unsigned long long)asked, (unsigned long long)sockets);
    }
}

static struct MHD_Daemon *start_daemon(struct http *http)
{
    unsigned connections = (unsigned)http->most_sockets + 2 * PLAIN_MOST; /* lines.c has the limits */
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_TURBO | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME, 0,
        NULL, NULL, on_request, http, MHD_OPTION_URI_LOG_CALLBACK, on_uri, NULL, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, NULL, MHD_OPTION_NOTIFY_CONNECTION, on_connection, http, MHD_OPTION_CONNECTION_LIMIT, connections,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)TIMEOUT_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
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

static bool read_networks(struct networks *networks, const char *option, const char *value)
{
    if (networks_read(networks, value))
        return true;
    log_line(SERVE_LOG_ERROR, "bad-option", "option=%s value=%s why=\"not a list of addresses and networks\"", option,
             value);
    return false;
}

static bool read_options(struct http *http)
{
    const struct serve_options *options = http->base->options;
    for (const char *const *host = options->hosts; *host != NULL; host++) {
        if (!host_name_good(*host)) {
            log_line(SERVE_LOG_ERROR, "bad-option", "option=host value=\"%s\" why=\"not a name without a port\"",
                     *host);
            return false;
        }
    }
    return read_networks(&http->proxies, "proxies", options->proxies) &&
           read_networks(&http->metrics, "metrics", options->metrics);
}

struct http *http_start(struct base *base, struct net *net, struct tables *tables, struct jobs *jobs)
{
    struct http *http = must_alloc(sizeof *http);
    *http = (struct http){.base = base, .net = net, .tables = tables, .jobs = jobs};
    if (!read_options(http) || !private_open(http) || !access_open(http) || !listeners_open(&net->listeners, base)) {
        free(http);
        return NULL;
    }
    divide_files(http);
    http->daemon = start_daemon(http);
    if (http->daemon == NULL) {
        log_line(SERVE_LOG_ERROR, "cannot-listen", "why=\"libmicrohttpd does not start\"");
        free(http);
        return NULL;
    }
    watch(http);
    listeners_start(&net->listeners, on_arrived, http);
    return http;
}

void http_sweep(struct http *http, carom_ms now)
{
    lines_sweep(&http->lines, now);
}

bool http_reload(struct http *http)
{
    int before = http->access;
    if (!access_open(http)) {
        http->access = before;
        return false;
    }
    if (before >= 0)
        close(before);
    return true;
}

void http_quiesce(struct http *http)
{
    listeners_stop(&http->net->listeners);
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
    turns_end(http);
    MHD_run(http->daemon);
    MHD_stop_daemon(http->daemon);
    http->daemon = NULL;
    lines_done(&http->lines);
    gallery_done(http);
    access_close(http);
}
