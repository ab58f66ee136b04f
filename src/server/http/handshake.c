/*
 * The WebSocket handshake: who may connect, and handing the socket on.
 */
#include "room.h"

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

bool origin_allowed(const struct exchange *exchange)
{
    const struct base *base = exchange->http->base;
    const char *origin = exchange_head(exchange, "Origin");
    const char *host = exchange_head(exchange, "Host");
    if (origin == NULL)
        return true;
    const char *place = strstr(origin, "://");
    if (place != NULL && host != NULL && strcasecmp(place + 3, host) == 0)
        return true;
    return strcasecmp(origin, base->link) == 0 || origin_listed(base->options->origins, origin);
}

bool below_api(const struct exchange *exchange)
{
    const char *rest = exchange_after(exchange, "/api");
    return rest != NULL && (*rest == '\0' || *rest == '/');
}

/* The origin that asks, if it was named with --origins; NULL: another, or none. */
static const char *other_origin(const struct exchange *exchange)
{
    const char *origin = exchange_head(exchange, "Origin");
    return origin != NULL && origin_listed(exchange->http->base->options->origins, origin) ? origin : NULL;
}

void cors_allow(struct exchange *exchange)
{
    if (exchange->http->base->options->origins[0] == '\0' || !below_api(exchange))
        return;
    const char *origin = other_origin(exchange);
    exchange_header(exchange, "Vary", "Origin");
    if (origin == NULL)
        return;
    exchange_header(exchange, "Access-Control-Allow-Origin", origin);
    exchange_header(exchange, "Access-Control-Expose-Headers", "Retry-After");
}

bool cors_preflight(struct exchange *exchange)
{
    if (strcmp(exchange->method, "OPTIONS") != 0 || !below_api(exchange) || other_origin(exchange) == NULL)
        return false;
    exchange_answer(exchange, MHD_HTTP_NO_CONTENT, "text/plain", "", 0);
    exchange_header(exchange, "Access-Control-Allow-Methods", "GET, HEAD, POST");
    exchange_header(exchange, "Access-Control-Allow-Headers", "Authorization, Carom-Seat, Content-Type");
    exchange_header(exchange, "Access-Control-Max-Age", "86400");
    return true;
}

/* ---- the handshake ---- */

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

static void close_socket(void *owner, void *socket)
{
    struct http *http = owner;
    MHD_upgrade_action(socket, MHD_UPGRADE_ACTION_CLOSE);
    http->wants_run = true; /* or the socket stays open */
}

static void on_upgraded(void *context, struct MHD_Connection *connection, void *request, const char *early,
                        size_t length, MHD_socket fd, struct MHD_UpgradeResponseHandle *handle)
{
    struct exchange *exchange = request;
    (void)context;
    (void)connection;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    line_is(exchange->line, LINE_UPGRADED, exchange->now);
    access_write(exchange, exchange->now);
    exchange->status = 0; /* its end, at the end of the connection, is no second request */
    struct upgraded upgraded = {.fd = fd, .owner = exchange->http, .socket = handle, .close = close_socket};
    peer_begin(exchange->http->net, exchange->visitor, upgraded, early, length);
}

static void accept_socket(struct exchange *exchange, const char *key)
{
    char accept[ACCEPT_SIZE];
    frame_accept(accept, key);
    exchange->status = MHD_HTTP_SWITCHING_PROTOCOLS;
    exchange->response = MHD_create_response_for_upgrade(on_upgraded, NULL);
    exchange_header(exchange, MHD_HTTP_HEADER_UPGRADE, "websocket");
    exchange_header(exchange, "Sec-WebSocket-Accept", accept);
}

/* What is missing in the handshake itself comes last: a page is not told why its WebSocket was refused, and learns it
 * by an ordinary request to the same address. */
static bool handshake_allowed(const struct exchange *exchange, const char *key, struct refused *refused)
{
    const struct serve_options *options = exchange->http->base->options;
    const char *version = exchange_head(exchange, "Sec-WebSocket-Version");
    if (!origin_allowed(exchange))
        return refuse(refused, WHY_BAD_ORIGIN);
    if (exchange->http->net->count >= exchange->http->most_sockets)
        return refuse_number(refused, WHY_TOO_MANY_CONNECTIONS, (int64_t)exchange->http->most_sockets);
    if (visitor_full(exchange->visitor, COUNT_SOCKETS, options->max_per_address))
        return refuse_number(refused, WHY_TOO_MANY_CONNECTIONS, (int64_t)options->max_per_address);
    if (!has_word(exchange_head(exchange, "Upgrade"), "websocket") ||
        !has_word(exchange_head(exchange, "Connection"), "upgrade") || version == NULL || strcmp(version, "13") != 0 ||
        key == NULL || strlen(key) < 16 || strlen(key) > KEY_MOST)
        return refuse_what(refused, WHY_BAD_MESSAGE, "this address speaks WebSocket, version 13");
    return true;
}

bool handshake_route(struct exchange *exchange)
{
    struct refused refused;
    const char *key = exchange_head(exchange, "Sec-WebSocket-Key");
    if (strcmp(exchange->url, "/ws") != 0 || strcmp(exchange->method, "GET") != 0)
        return false;
    if (handshake_allowed(exchange, key, &refused))
        accept_socket(exchange, key);
    else
        exchange_refuse(exchange, "connection", &refused);
    return true;
}
