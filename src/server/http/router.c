/*
 * Checks requests (host, method, password, rate) and calls the handler of the path.
 */
#include "internal.h"

#include <string.h>

static bool reads(const struct http_request *request)
{
    return strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0;
}

/* Monitoring may not know the server's public name, so health checks are answered under any Host. */
static bool is_health_check(const struct http_request *request)
{
    return strcmp(request->url, "/healthz") == 0 || strcmp(request->url, "/readyz") == 0;
}

/* Is the Host one of ours? Otherwise a hostile page whose name resolves to this address would pass for our own origin
 * (DNS rebinding). */
static bool host_is_ours(const struct http_request *request)
{
    const char *const *hosts = request->http->base->options->hostnames;
    return hosts[0] == NULL || is_health_check(request) || http_host_allowed(http_header(request, "Host"), hosts);
}

static bool may_ask(struct http_request *request, struct api_error *error)
{
    const struct base *base = request->http->base;
    if (base->stopping && !is_health_check(request))
        return api_error_set_number(error, API_ERR_SHUTTING_DOWN, 1000);
    if (!host_is_ours(request))
        return api_error_set(error, API_ERR_BAD_HOST);
    if (request->too_big)
        return api_error_set_number(error, API_ERR_MESSAGE_TOO_BIG, BODY_MAX);
    if (request->too_many)
        return api_error_set_detail(error, API_ERR_BAD_QUERY, "its query has more than 32 parts");
    carom_ms wait = client_addr_take(request->client_addr, ALLOW_REQUEST, request->now,
                                     rate_of_requests(base->options->request_rate));
    if (wait > 0)
        return api_error_set_number(error, API_ERR_RATE_LIMIT, wait);
    return reads(request) || origin_allowed(request) || api_error_set(error, API_ERR_BAD_ORIGIN);
}

/* The part of the path after a circle's code: "" directly after it; NULL: the path has no code. */
static const char *path_after_circle_code(const struct http_request *request)
{
    const char *code = http_path_after(request, "/api/circles/");
    return code != NULL ? code + strcspn(code, "/") : NULL;
}

/* POST is allowed where tables, results, circles and matches are made; all else is GET. */
static bool method_allowed(const struct http_request *request)
{
    bool posts = strcmp(request->method, "POST") == 0;
    const char *part = path_after_circle_code(request);
    if (strcmp(request->url, "/api/together") == 0 || strcmp(request->url, "/api/circles") == 0)
        return posts;
    if (part != NULL && strcmp(part, "/members") == 0)
        return posts;
    if (part != NULL && strcmp(part, "/members/me") == 0)
        return strcmp(request->method, "PATCH") == 0 || strcmp(request->method, "DELETE") == 0;
    if (part != NULL && strncmp(part, "/matches", 8) == 0)
        return posts || reads(request);
    return reads(request) ||
           (posts && (strcmp(request->url, "/api/tables") == 0 || strcmp(request->url, "/api/race") == 0 ||
                      http_path_after(request, "/api/daily/") != NULL));
}

void http_dispatch(struct http_request *request)
{
    static bool (*const rooms[])(struct http_request * request) = {
        handle_ws_upgrade,    handle_server_info, handle_daily,        handle_matches,     handle_circles,
        handle_public_tables, handle_tables,      handle_game_logs,    handle_positions,   handle_metrics,
        handle_pictures,      handle_qr,          handle_link_preview, handle_static_file,
    };
    struct api_error error;
    request->http->base->metrics.http_requests_total++;
    bool may = may_ask(request, &error);
    if (may && cors_preflight(request))
        return;
    if (may && !is_health_check(request) && !metrics_token_matches(request) && !password_gate_allows(request))
        return;
    if (!may || (!method_allowed(request) && !api_error_set(&error, API_ERR_BAD_METHOD))) {
        http_reply_error(request, "request", &error);
        return;
    }
    for (size_t i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        if (rooms[i](request))
            return;
    http_reply_error_code(request, "request", API_ERR_NOT_FOUND, 0);
}
