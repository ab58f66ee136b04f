/*
 * The WebSocket handshake: checks the origin, then hands the socket to the net layer.
 */
#include "internal.h"

#include "../net/ws_accept.h"

#include <fcntl.h>
#include <string.h>
#include <strings.h>

/* ---- origins ---- */

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

bool origin_allowed(const struct http_request *request)
{
    const struct base *base = request->http->base;
    const char *origin = http_header(request, "Origin");
    const char *host = http_header(request, "Host");
    if (origin == NULL)
        return true;
    const char *place = strstr(origin, "://");
    if (place != NULL && host != NULL && strcasecmp(place + 3, host) == 0)
        return true;
    return strcasecmp(origin, base->public_url) == 0 || origin_listed(base->options->origins, origin);
}

bool below_api(const struct http_request *request)
{
    const char *rest = http_path_after(request, "/api");
    return rest != NULL && (*rest == '\0' || *rest == '/');
}

/* The request's origin if --origins lists it; NULL: it does not, or there is none. */
static const char *listed_origin(const struct http_request *request)
{
    const char *origin = http_header(request, "Origin");
    return origin != NULL && origin_listed(request->http->base->options->origins, origin) ? origin : NULL;
}

void cors_allow(struct http_request *request)
{
    if (request->http->base->options->origins[0] == '\0' || !below_api(request))
        return;
    const char *origin = listed_origin(request);
    http_add_header(request, "Vary", "Origin");
    if (origin == NULL)
        return;
    http_add_header(request, "Access-Control-Allow-Origin", origin);
    http_add_header(request, "Access-Control-Expose-Headers", "Retry-After");
}

bool cors_preflight(struct http_request *request)
{
    if (strcmp(request->method, "OPTIONS") != 0 || !below_api(request) || listed_origin(request) == NULL)
        return false;
    http_reply(request, MHD_HTTP_NO_CONTENT, "text/plain", "", 0);
    http_add_header(request, "Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE");
    http_add_header(request, "Access-Control-Allow-Headers", "Authorization, Carom-Member, Carom-Seat, Content-Type");
    http_add_header(request, "Access-Control-Max-Age", "86400");
    return true;
}

/* ---- the handshake ---- */

/* Does a comma-separated header contain this token? */
static bool header_has_token(const char *list, const char *word)
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

static void close_socket(void *owner, void *socket)
{
    struct http *http = owner;
    MHD_upgrade_action(socket, MHD_UPGRADE_ACTION_CLOSE);
    http->run_requested = true; /* otherwise the socket would stay open */
}

static void on_upgraded(void *context, struct MHD_Connection *connection, void *request, const char *early,
                        size_t length, MHD_socket fd, struct MHD_UpgradeResponseHandle *handle)
{
    struct http_request *http_request = request;
    (void)context;
    (void)connection;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    http_conn_set_state(http_request->conn, CONN_UPGRADED, http_request->now);
    access_log_write(http_request, http_request->now);
    http_request->status = 0; /* keeps on_completed from logging the upgraded request a second time */
    struct upgraded_socket upgraded = {.fd = fd, .owner = http_request->http, .socket = handle, .close = close_socket};
    conn_open_websocket(http_request->http->net, http_request->client_addr, upgraded, early, length);
}

static void accept_socket(struct http_request *request, const char *key)
{
    char accept[WS_ACCEPT_SIZE];
    ws_accept_key(accept, key);
    request->status = MHD_HTTP_SWITCHING_PROTOCOLS;
    request->response = MHD_create_response_for_upgrade(on_upgraded, NULL);
    http_add_header(request, MHD_HTTP_HEADER_UPGRADE, "websocket");
    http_add_header(request, "Sec-WebSocket-Accept", accept);
}

/* Checks the handshake; its own headers last, because browsers do not tell a page why its WebSocket was refused: the
 * page asks the same path again by an ordinary request. */
static bool handshake_allowed(const struct http_request *request, const char *key, struct api_error *error)
{
    const struct serve_options *options = request->http->base->options;
    const char *version = http_header(request, "Sec-WebSocket-Version");
    if (!origin_allowed(request))
        return api_error_set(error, API_ERR_BAD_ORIGIN);
    if (request->http->net->count >= request->http->most_sockets)
        return api_error_set_number(error, API_ERR_TOO_MANY_CONNECTIONS, (int64_t)request->http->most_sockets);
    if (client_addr_at_limit(request->client_addr, COUNTER_WEBSOCKETS, options->max_per_address))
        return api_error_set_number(error, API_ERR_TOO_MANY_CONNECTIONS, (int64_t)options->max_per_address);
    if (!header_has_token(http_header(request, "Upgrade"), "websocket") ||
        !header_has_token(http_header(request, "Connection"), "upgrade") || version == NULL ||
        strcmp(version, "13") != 0 || key == NULL || strlen(key) < 16 || strlen(key) > WS_KEY_MAX)
        return api_error_set_detail(error, API_ERR_BAD_MESSAGE, "this address speaks WebSocket, version 13");
    return true;
}

bool handle_ws_upgrade(struct http_request *request)
{
    struct api_error error;
    const char *key = http_header(request, "Sec-WebSocket-Key");
    if (strcmp(request->url, "/ws") != 0 || strcmp(request->method, "GET") != 0)
        return false;
    if (handshake_allowed(request, key, &error))
        accept_socket(request, key);
    else
        http_reply_error(request, "connection", &error);
    return true;
}
