/*
 * Who may ask, and who knows the address.
 */
#include "room.h"

#include <string.h>

static bool reads(const struct exchange *exchange)
{
    return strcmp(exchange->method, "GET") == 0 || strcmp(exchange->method, "HEAD") == 0;
}

/* Whoever watches over the server may not know its name. */
static bool asks_health(const struct exchange *exchange)
{
    return strcmp(exchange->url, "/healthz") == 0 || strcmp(exchange->url, "/readyz") == 0;
}

/* DNS rebinding: a page of somebody else's whose name leads to this address would pass for our own origin. */
static bool named(const struct exchange *exchange)
{
    const char *const *hosts = exchange->http->base->options->hosts;
    return hosts[0] == NULL || asks_health(exchange) || host_among(exchange_head(exchange, "Host"), hosts);
}

static bool may_ask(struct exchange *exchange, struct refused *refused)
{
    const struct base *base = exchange->http->base;
    if (base->stopping && !asks_health(exchange))
        return refuse_number(refused, WHY_STOPPING, 1000);
    if (!named(exchange))
        return refuse(refused, WHY_BAD_HOST);
    if (exchange->too_big)
        return refuse_number(refused, WHY_TOO_BIG, BODY_MOST);
    if (exchange->too_many)
        return refuse_what(refused, WHY_BAD_QUERY, "its query has more than 32 parts");
    carom_ms wait =
        visitor_take(exchange->visitor, ALLOW_REQUEST, exchange->now, rate_of_requests(base->options->request_rate));
    if (wait > 0)
        return refuse_number(refused, WHY_RATE, wait);
    return reads(exchange) || origin_allowed(exchange) || refuse(refused, WHY_BAD_ORIGIN);
}

/* Only tables are made here; everything else is read. */
static bool method_fits(const struct exchange *exchange)
{
    bool posts = strcmp(exchange->method, "POST") == 0;
    if (strcmp(exchange->url, "/api/together") == 0)
        return posts;
    return reads(exchange) || (posts && strcmp(exchange->url, "/api/tables") == 0);
}

void route(struct exchange *exchange)
{
    static bool (*const rooms[])(struct exchange * exchange) = {
        handshake_route, api_open_route, api_tables_route, replays_route, api_positions_route,
        metrics_route,   pictures_route, qr_route,         preview_route, pages_route,
    };
    struct refused refused;
    exchange->http->base->metrics.http_total++;
    bool may = may_ask(exchange, &refused);
    if (may && cors_preflight(exchange))
        return;
    if (may && !asks_health(exchange) && !metrics_by_token(exchange) && !private_lets_in(exchange))
        return;
    if (!may || (!method_fits(exchange) && !refuse(&refused, WHY_BAD_METHOD))) {
        exchange_refuse(exchange, "request", &refused);
        return;
    }
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        if (rooms[i](exchange))
            return;
    exchange_refuse_why(exchange, "request", WHY_NOT_FOUND, 0);
}
