/*
 * Connects libmicrohttpd to the event loop.
 *
 * libmicrohttpd keeps its sockets in an epoll set of its own. The loop watches that set as one descriptor and runs
 * libmicrohttpd when it is ready. Nothing here blocks: requests that wait for the disk or the solver are suspended.
 */
#include "internal.h"

#include "../net/tcp_rtt.h"
#include "picture_cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define TIMEOUT_SECONDS 20             /* libmicrohttpd closes a connection that is silent for this long */
#define PLAIN_MAX TEST_LIMIT(1024, 32) /* limit of connections other than WebSockets */
#define RESERVED_FILES 64              /* file descriptors reserved for everything but connections */

/* ---- connections ---- */

static void on_accepted(void *context, int fd, const struct sockaddr *from, socklen_t length)
{
    struct http *http = context;
    struct address peer;
    address_from_sockaddr(&peer, from);
    if (!http_conns_accept(&http->conns, fd, &peer, clock_now_ms()))
        return;
    http->run_requested = true;
    struct http_conn *conn = http_conns_by_fd(&http->conns, fd);
    if (MHD_add_connection(http->daemon, fd, from, length) != MHD_YES && conn == http_conns_by_fd(&http->conns, fd))
        http_conn_free(conn); /* the descriptor is closed already */
}

/* Sends 431 past libmicrohttpd, which then closes the connection: a head that is too large may leave no room in the
 * connection's memory for the head of a reply. Reads what is still unread first, because closing would reset the
 * connection. */
static void answer_too_much(int fd)
{
    char head[256], unread[4096];
    struct api_error error;
    api_error_set_number(&error, API_ERR_MESSAGE_TOO_BIG, HEAD_MAX);
    struct carom_text body = http_error_text("request", &error);
    int length = snprintf(head, sizeof head,
                          "HTTP/1.1 %u Request Header Fields Too Large\r\nContent-Type: " JSON_TYPE
                          "\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
                          MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE, body.length);
    struct iovec parts[] = {{head, (size_t)length}, {body.bytes, body.length}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    for (unsigned i = 0; i < BODY_MAX / sizeof unread; i++)
        if (recv(fd, unread, sizeof unread, MSG_DONTWAIT) <= 0)
            break;
    ssize_t sent = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* best effort: the client may have gone */
}

static void on_connection(void *context, struct MHD_Connection *connection, void **place,
                          enum MHD_ConnectionNotificationCode code)
{
    struct http *http = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        *place = http_conns_by_fd(&http->conns, fd);
        http_conn_set_state(*place, CONN_READING, clock_now_ms());
    } else {
        struct http_conn *conn = *place;
        if (conn != NULL && conn->unanswered)
            answer_too_much(conn->fd);
        http_conn_free(conn);
    }
}

static struct http_conn *conn_of(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

/* ---- requests ---- */

/* Joins all X-Forwarded-For lines in their order: a client can send some itself, and the proxy may append to any of
 * them. */
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

/* Finds out the client address behind a request. False: there are too many addresses, or too many connections from this
 * one. */
static bool find_client_addr(struct http_request *request, struct api_error *error)
{
    struct http *http = request->http;
    char joined[MEMORY_PER_CONNECTION + 1];
    struct carom_text text = carom_text_init(joined, sizeof joined);
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, join_forwarded, &text);
    request->client = address_behind_proxy(&request->conn->conn, joined, &http->proxies);
    carom_ms banned = ban_remaining_ms(&http->net->bans, &request->client, request->now);
    if (banned > 0)
        return api_error_set_number(error, API_ERR_BANNED, banned);
    request->client_addr = client_addr_get(&http->net->client_addrs, &request->client, request->now);
    if (request->client_addr == NULL)
        return api_error_set_number(error, API_ERR_BUSY, 5000);
    return http_conn_set_owner(request->conn, request->client_addr) ||
           api_error_set_number(error, API_ERR_TOO_MANY_CONNECTIONS, (int64_t)http->base->options->max_per_address);
}

/* Their addresses tell on_request that on_uri has cut off the query. */
static char too_many, too_long;

/* Cuts off the rest of a query that is too long or has too many parts, before libmicrohttpd splits it: it would keep
 * every part in the connection's memory and fail silently when that is used up. (If cookies use it up, the connection
 * is closed and only on_connection is called.) */
static void *on_uri(void *context, const char *uri, struct MHD_Connection *connection)
{
    unsigned parts = 0;
    (void)context;
    struct http_conn *conn = conn_of(connection);
    conn->unanswered = true;
    conn->segments_before = tcp_data_segments_sent(conn->fd);
    char *query = strchr(uri, '?');
    if (strlen(uri) > HEAD_MAX) {
        if (query != NULL)
            query[1] = '\0'; /* the memory is the connection's and was written a moment ago */
        return &too_long;
    }
    for (const char *at = strchr(uri, '?'); at != NULL; at = strchr(at + 1, '&')) {
        if (++parts > QUERY_MAX) {
            *(char *)at = '\0';
            return &too_many;
        }
    }
    return NULL;
}

/* What head_is_valid has found in the head of a request. */
struct found_route {
    struct framing_headers headers;
    size_t bytes; /* memory that libmicrohttpd needs for the head, bookkeeping included */
};

static enum MHD_Result add_framing_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct found_route *found = context;
    found->bytes += strlen(name) + (value != NULL ? strlen(value) : 0) + 64;
    if (kind == MHD_HEADER_KIND)
        framing_headers_add(&found->headers, name, value != NULL ? value : "");
    return MHD_YES;
}

/* False if the head is too large, or if it is ambiguous where the request ends (request smuggling). Then the connection
 * is closed after the reply; the reply itself is sent here unless the head was too large. */
static bool head_is_valid(struct http_request *request)
{
    struct found_route found = {.bytes = strlen(request->url) + strlen(request->method)};
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND | MHD_COOKIE_KIND | MHD_GET_ARGUMENT_KIND,
                              add_framing_header, &found);
    request->over_quota = request->over_quota || found.bytes > HEAD_MAX;
    if (framing_headers_unambiguous(&found.headers) && !request->over_quota)
        return true;
    request->dispatched = true;
    request->http->base->metrics.http_requests_total++;
    if (!request->over_quota)
        http_reply_error_detail(request, "request", API_ERR_BAD_MESSAGE,
                                "its headers contradict each other on its length or host, or one has an invalid name");
    http_add_header(request, MHD_HTTP_HEADER_CONNECTION, "close");
    return false;
}

/* Dispatches a request that has arrived completely. */
static void begin(struct http_request *request)
{
    struct api_error error;
    if (!loop_budget_left(request))
        return;
    request->dispatched = true;
    request->now = clock_now_ms(); /* the one `now` of this request */
    http_conn_set_state(request->conn, CONN_HANDLING, request->now);
    if (find_client_addr(request, &error))
        http_dispatch(request);
    else
        http_reply_error(request, "connection", &error);
}

static struct http_request *new_exchange(struct http *http, struct MHD_Connection *connection, const char *url,
                                         const char *method)
{
    struct http_request *request = xcalloc(sizeof *request);
    request->http = http;
    request->connection = connection;
    request->conn = conn_of(connection);
    request->url = url;
    request->method = method;
    return request;
}

static enum MHD_Result answer(struct http_request *request)
{
    carom_ms now = clock_now_ms();
    http_conn_set_state(request->conn, CONN_REPLYING, now);
    if (request->now > 0)
        histogram_add(&request->http->base->metrics.http_requests, (uint64_t)(now - request->now) * 1000);
    cors_allow(request);
    return MHD_queue_response(request->connection, request->status, request->response);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                  const char *version, const char *data, size_t *length, void **request)
{
    struct http_request *http_request = *request;
    (void)version;
    if (http_request == NULL || *request == &too_many || *request == &too_long) {
        const void *cut = *request;
        *request = http_request = new_exchange(context, connection, url, method);
        http_request->conn->unanswered = false;
        http_request->too_many = cut == &too_many;
        http_request->over_quota = cut == &too_long;
        if (head_is_valid(http_request))
            return MHD_YES;
        if (!http_request->over_quota)
            return answer(http_request);
        http_request->status = MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
        answer_too_much(http_request->conn->fd);
        return MHD_NO;
    }
    if (*length > 0) {
        http_body_append(http_request, data, *length);
        *length = 0;
        return MHD_YES;
    }
    if (!http_request->dispatched)
        begin(http_request);
    if (http_request->suspended || http_request->response == NULL)
        return http_request->suspended ? MHD_YES : MHD_NO;
    return answer(http_request);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode code)
{
    struct http_request *http_request = *request;
    struct http_conn *conn = conn_of(connection);
    (void)context;
    if (http_request == NULL || *request == &too_many || *request == &too_long) {
        /* on_request was never called: if libmicrohttpd had no memory even for an error reply, on_connection sends one.
         */
        conn->unanswered &= code == MHD_REQUEST_TERMINATED_WITH_ERROR && conn->segments_before >= 0 &&
                            conn->segments_before == tcp_data_segments_sent(conn->fd);
        return;
    }
    carom_ms now = clock_now_ms();
    access_log_write(http_request, now);
    if (http_request->conn->state == CONN_REPLYING)
        http_conn_set_state(http_request->conn, CONN_READING, now);
    http_request_free(http_request);
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
    http->run_requested = false;
    MHD_run(http->daemon);
    MHD_UNSIGNED_LONG_LONG timeout;
    if (MHD_get_timeout(http->daemon, &timeout) == MHD_YES)
        uv_timer_start(&http->timer, on_timer, timeout, 0);
    else
        uv_timer_stop(&http->timer);
}

void http_run(struct http *http)
{
    while (http->daemon != NULL && http->run_requested)
        run(http);
    if (loop_budget_next_iteration(http) && http->daemon != NULL)
        uv_timer_start(&http->timer, on_timer, 0, 0);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    (void)status;
    (void)events;
    run(poll->data);
}

/* ---- beginning and end ---- */

/* Divides the limit of file descriptors: each connection needs one, and each reply may need another for its file. */
static void split_file_limit(struct http *http)
{
    struct rlimit limit;
    uint64_t asked = http->base->options->max_connections;
    uint64_t files = getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 1024;
    uint64_t room = files > 4 * RESERVED_FILES ? files - RESERVED_FILES : 3 * RESERVED_FILES;
    uint64_t plain = room / 4 < PLAIN_MAX ? room / 4 : PLAIN_MAX;
    uint64_t sockets = room - 2 * plain;
    http->most_sockets = asked < sockets ? asked : sockets;
    lines_start(&http->conns, http->net, &http->proxies, (unsigned)plain);
    if (sockets < asked) {
        log_event(SERVE_LOG_WARN, "open-files-limit-low", "open_files=%llu max_connections=%llu room_for=%llu",
                  (unsigned long long)files, (unsigned long long)asked, (unsigned long long)sockets);
    }
}

static struct MHD_Daemon *start_daemon(struct http *http)
{
    unsigned connections = (unsigned)http->most_sockets + 2 * PLAIN_MAX; /* http_conns.c enforces both limits */
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
    http->run_requested = true; /* runs in the first loop iteration, when everything is started */
}

static bool read_networks(struct networks *networks, const char *option, const char *value)
{
    if (networks_read(networks, value))
        return true;
    log_event(SERVE_LOG_ERROR, "bad-option", "option=%s value=%s error=\"not a list of addresses and networks\"",
              option, value);
    return false;
}

static bool read_options(struct http *http)
{
    const struct serve_options *options = http->base->options;
    for (const char *const *host = options->hostnames; *host != NULL; host++) {
        if (!hostname_is_valid(*host)) {
            log_event(SERVE_LOG_ERROR, "bad-option", "option=host value=\"%s\" error=\"not a name without a port\"",
                      *host);
            return false;
        }
    }
    return read_networks(&http->proxies, "proxies", options->proxies) &&
           read_networks(&http->metrics, "metrics", options->metrics);
}

struct http *http_start(struct base *base, struct net *net, struct tables *tables, struct jobs *jobs,
                        struct company *company)
{
    struct http *http = xcalloc(sizeof *http);
    *http = (struct http){.base = base, .net = net, .tables = tables, .jobs = jobs, .company = company};
    if (!read_options(http) || !password_gate_init(http) || !access_log_open(http) ||
        !listeners_open(&net->listeners, base)) {
        free(http);
        return NULL;
    }
    split_file_limit(http);
    http->daemon = start_daemon(http);
    if (http->daemon == NULL) {
        log_event(SERVE_LOG_ERROR, "listen-failed", "error=\"libmicrohttpd does not start\"");
        free(http);
        return NULL;
    }
    watch(http);
    listeners_start(&net->listeners, on_accepted, http);
    return http;
}

void http_sweep(struct http *http, carom_ms now)
{
    http_conns_sweep(&http->conns, now);
}

bool http_reload(struct http *http)
{
    int before = http->access;
    if (!access_log_open(http)) {
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
    postponed_drop_all(http);
    MHD_run(http->daemon);
    MHD_stop_daemon(http->daemon);
    http->daemon = NULL;
    http_conns_destroy(&http->conns);
    picture_cache_destroy(http);
    access_close(http);
}
