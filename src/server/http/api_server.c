/*
 * What this server offers, for the page: it asks before it shows what a host may have switched off, so that nobody
 * sees a button that leads to an error (docs/reference/protocol.md).
 */
#include "internal.h"

#include <string.h>

static bool company_served(const struct http_request *request)
{
    return request->http->base->options->company == SERVE_COMPANY_ON;
}

bool http_company_served(const struct http_request *request, struct api_error *error)
{
    return company_served(request) || api_error_set(error, API_ERR_COMPANY_OFF);
}

static void write_features(struct carom_text *text, const void *context)
{
    const struct http_request *request = context;
    carom_json_put_bool(text, "company", company_served(request));
}

bool handle_server_info(struct http_request *request)
{
    if (strcmp(request->url, "/api/server") != 0)
        return false;
    http_reply_json(request, MHD_HTTP_OK, write_features, request);
    http_add_header(request, "Cache-Control", "no-cache");
    return true;
}
