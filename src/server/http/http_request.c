/*
 * HTTP requests: reading query and body, and building replies.
 */
#include "http_request.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

const char *http_query(const struct http_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *http_header(const struct http_request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *http_path_after(const struct http_request *request, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(request->url, prefix, length) == 0 ? request->url + length : NULL;
}

/* A body that is too long is read to its end and thrown away, so that the client gets to the reply. */
void http_body_append(struct http_request *request, const char *data, size_t length)
{
    if (request->body_length + length > BODY_MAX) {
        request->too_big = true;
        return;
    }
    request->body = xgrow(request->body, &request->body_capacity, request->body_length + length + 1, 1);
    memcpy(request->body + request->body_length, data, length);
    request->body_length += length;
    request->body[request->body_length] = '\0';
}

/* ---- replying ---- */

static const struct {
    const char *name;
    const char *value;
} security[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Frame-Options", "DENY"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
     "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
     "media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"}, /* must be last: has_policy */
};

/* Does a reply of this type need a Content-Security-Policy? Browsers apply it to documents and workers. The module and
 * style sheets are neither, and are part of the first load. */
static bool has_policy(const char *type)
{
    return strcmp(type, "application/wasm") != 0 && strncmp(type, "text/css", 8) != 0;
}

/* If memory runs out there is no response, and the connection is closed. */
static void set_response(struct http_request *request, unsigned status, struct MHD_Response *response, const char *type)
{
    if (request->response != NULL)
        MHD_destroy_response(request->response);
    request->status = status;
    request->response = response;
    http_add_header(request, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (size_t i = 0; i < sizeof security / sizeof security[0] - !has_policy(type); i++)
        http_add_header(request, security[i].name, security[i].value);
    /* other sites may embed pictures of boards */
    bool shared = http_path_after(request, "/board/") != NULL && !request->http->password.set;
    http_add_header(request, "Cross-Origin-Resource-Policy", shared ? "cross-origin" : "same-origin");
}

void http_reply(struct http_request *request, unsigned status, const char *type, const char *text, size_t length)
{
    set_response(request, status, MHD_create_response_from_buffer(length, (void *)text, MHD_RESPMEM_MUST_COPY), type);
}

void http_reply_text(struct http_request *request, unsigned status, const char *type, text_writer *write,
                     const void *context)
{
    struct carom_text text = text_write(write, context);
    http_reply(request, status, type, text.bytes, text.length);
}

void http_reply_json(struct http_request *request, unsigned status, text_writer *write_members, const void *context)
{
    struct carom_text text = text_write_json(write_members, context);
    http_reply(request, status, JSON_TYPE, text.bytes, text.length);
    http_add_header(request, "Cache-Control", "no-store");
}

void http_reply_borrowed(struct http_request *request, const char *type, void *bytes, size_t length,
                         MHD_ContentReaderFreeCallback done, void *context)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer_with_free_callback_cls(length, bytes, done, context);
    if (response == NULL)
        done(context);
    set_response(request, MHD_HTTP_OK, response, type);
}

void http_reply_file(struct http_request *request, int fd, uint64_t size, const char *type)
{
    struct MHD_Response *response = MHD_create_response_from_fd64(size, fd);
    if (response == NULL)
        close(fd);
    set_response(request, MHD_HTTP_OK, response, type);
}

void http_reply_stream(struct http_request *request, const char *type, MHD_ContentReaderCallback read, void *context,
                       MHD_ContentReaderFreeCallback done)
{
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BYTES, read, context, done);
    if (response == NULL)
        done(context);
    set_response(request, MHD_HTTP_OK, response, type);
}

void http_add_header(struct http_request *request, const char *name, const char *value)
{
    if (request->response != NULL)
        MHD_add_response_header(request->response, name, value);
}

void http_set_cache_control(struct http_request *request, const char *how)
{
    char value[64];
    snprintf(value, sizeof value, "%s, %s", request->http->password.set ? "private" : "public", how);
    http_add_header(request, "Cache-Control", value);
}

struct refusing {
    const char *what;
    const struct api_error *error;
};

static void write_error(struct carom_text *text, const void *context)
{
    const struct refusing *refusing = context;
    api_error_write(text, refusing->what, refusing->error);
}

struct carom_text http_error_text(const char *what, const struct api_error *error)
{
    api_error_counted(error);
    return text_write_json(write_error, &(struct refusing){what, error});
}

void http_reply_error(struct http_request *request, const char *what, const struct api_error *error)
{
    struct carom_text text = http_error_text(what, error);
    http_reply(request, api_error_http_status(error), JSON_TYPE, text.bytes, text.length);
    if (error->code == API_ERR_RATE_LIMIT || error->code == API_ERR_BUSY || error->code == API_ERR_STORE) {
        char seconds[24];
        snprintf(seconds, sizeof seconds, "%lld", (long long)(error->number + 999) / 1000);
        http_add_header(request, "Retry-After", seconds);
    }
}

void http_reply_error_code(struct http_request *request, const char *what, enum api_error_code code, int64_t number)
{
    struct api_error error;
    api_error_set_number(&error, code, number);
    http_reply_error(request, what, &error);
}

void http_reply_error_detail(struct http_request *request, const char *what, enum api_error_code code,
                             const char *words)
{
    struct api_error error;
    api_error_set_detail(&error, code, words);
    http_reply_error(request, what, &error);
}

void http_reply_input_error(struct http_request *request, const char *what, enum api_error_code code,
                            const struct carom_error *error)
{
    struct api_error api_error;
    api_error_from_input(&api_error, code, error);
    http_reply_error(request, what, &api_error);
}

/* ---- suspending ---- */

/* Asks whether the connection has ended, not whether its end can be read: a client may have sent more before it went.
 */
bool http_client_connected(const struct http_request *request)
{
    struct pollfd look = {.fd = request->conn->fd, .events = POLLRDHUP};
    return poll(&look, 1, 0) <= 0;
}

void http_suspend(struct http_request *request)
{
    request->suspended_by_handler = true;
    if (!request->suspended)
        MHD_suspend_connection(request->connection);
    request->suspended = true;
}

void http_resume(struct http_request *request)
{
    request->suspended = false;
    request->http->run_requested = true;
    MHD_resume_connection(request->connection);
}

void http_request_free(struct http_request *request)
{
    if (request->response != NULL)
        MHD_destroy_response(request->response);
    if (request->client_addr != NULL)
        client_addr_unref(&request->http->net->client_addrs, request->client_addr);
    free(request->body);
    free(request);
}
