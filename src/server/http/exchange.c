/*
 * Exchanges: reading what was asked, and making answers.
 */
#include "exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* ---- what is asked ---- */

const char *exchange_query(const struct exchange *exchange, const char *name)
{
    return MHD_lookup_connection_value(exchange->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *exchange_head(const struct exchange *exchange, const char *name)
{
    return MHD_lookup_connection_value(exchange->connection, MHD_HEADER_KIND, name);
}

const char *exchange_after(const struct exchange *exchange, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(exchange->url, prefix, length) == 0 ? exchange->url + length : NULL;
}

/* What is too long is read and thrown away, so that the client gets to the answer. */
void exchange_take(struct exchange *exchange, const char *data, size_t length)
{
    if (exchange->body_length + length > BODY_MOST) {
        exchange->too_big = true;
        return;
    }
    exchange->body = must_grow(exchange->body, &exchange->body_room, exchange->body_length + length + 1, 1);
    memcpy(exchange->body + exchange->body_length, data, length);
    exchange->body_length += length;
    exchange->body[exchange->body_length] = '\0';
}

/* ---- answers ---- */

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
     "media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"},
};

/* Without memory there is no response, and the connection is closed. */
static void set_response(struct exchange *exchange, unsigned status, struct MHD_Response *response, const char *type)
{
    if (exchange->response != NULL)
        MHD_destroy_response(exchange->response);
    exchange->status = status;
    exchange->response = response;
    exchange_header(exchange, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (size_t i = 0; i < sizeof security / sizeof security[0]; i++)
        exchange_header(exchange, security[i].name, security[i].value);
    /* Pictures of boards are for other pages too. */
    bool shared = exchange_after(exchange, "/board/") != NULL && !exchange->http->password.set;
    exchange_header(exchange, "Cross-Origin-Resource-Policy", shared ? "cross-origin" : "same-origin");
}

struct carom_text exchange_text(void)
{
    static char bytes[ANSWER_BYTES];
    return carom_text_in(bytes, sizeof bytes);
}

void exchange_answer(struct exchange *exchange, unsigned status, const char *type, const char *text, size_t length)
{
    set_response(exchange, status, MHD_create_response_from_buffer(length, (void *)text, MHD_RESPMEM_MUST_COPY), type);
}

void exchange_json(struct exchange *exchange, unsigned status, const struct carom_text *text)
{
    static const char cut[] = "{\"refused\":\"\",\"why\":\"too-big\"}";
    if (text->cut) { /* half an answer is worse than none */
        log_line(SERVE_LOG_ERROR, "answer-too-long", "bytes=%zu", text->size);
        exchange_answer(exchange, MHD_HTTP_INTERNAL_SERVER_ERROR, JSON_TYPE, cut, sizeof cut - 1);
    } else {
        exchange_answer(exchange, status, JSON_TYPE, text->bytes, text->length);
    }
    exchange_header(exchange, "Cache-Control", "no-store");
}

void exchange_lend(struct exchange *exchange, const char *type, void *bytes, size_t length,
                   MHD_ContentReaderFreeCallback done, void *context)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer_with_free_callback_cls(length, bytes, done, context);
    if (response == NULL)
        done(context);
    set_response(exchange, MHD_HTTP_OK, response, type);
}

void exchange_file(struct exchange *exchange, int fd, uint64_t size, const char *type)
{
    struct MHD_Response *response = MHD_create_response_from_fd64(size, fd);
    if (response == NULL)
        close(fd);
    set_response(exchange, MHD_HTTP_OK, response, type);
}

void exchange_stream(struct exchange *exchange, const char *type, MHD_ContentReaderCallback read, void *context,
                     MHD_ContentReaderFreeCallback done)
{
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BYTES, read, context, done);
    if (response == NULL)
        done(context);
    set_response(exchange, MHD_HTTP_OK, response, type);
}

void exchange_header(struct exchange *exchange, const char *name, const char *value)
{
    if (exchange->response != NULL)
        MHD_add_response_header(exchange->response, name, value);
}

void exchange_keep(struct exchange *exchange, const char *how)
{
    char value[64];
    snprintf(value, sizeof value, "%s, %s", exchange->http->password.set ? "private" : "public", how);
    exchange_header(exchange, "Cache-Control", value);
}

void exchange_refuse(struct exchange *exchange, const char *what, const struct refused *refused)
{
    char buffer[1024];
    struct carom_text text = carom_text_in(buffer, sizeof buffer);
    carom_json_begin(&text, NULL, '{');
    refused_write(&text, what, refused);
    carom_json_end(&text, '}');
    exchange_answer(exchange, refused_status(refused), JSON_TYPE, buffer, text.length);
    if (refused->why == WHY_RATE || refused->why == WHY_BUSY || refused->why == WHY_STORE) {
        char seconds[24];
        snprintf(seconds, sizeof seconds, "%lld", (long long)(refused->number + 999) / 1000);
        exchange_header(exchange, "Retry-After", seconds);
    }
}

void exchange_refuse_why(struct exchange *exchange, const char *what, enum why why, int64_t number)
{
    struct refused refused;
    refuse_number(&refused, why, number);
    exchange_refuse(exchange, what, &refused);
}

void exchange_refuse_what(struct exchange *exchange, const char *what, enum why why, const char *words)
{
    struct refused refused;
    refuse_what(&refused, why, words);
    exchange_refuse(exchange, what, &refused);
}

void exchange_refuse_fault(struct exchange *exchange, const char *what, enum why why, const struct carom_fault *fault)
{
    struct refused refused;
    refuse_fault(&refused, why, fault);
    exchange_refuse(exchange, what, &refused);
}

/* ---- later ---- */

bool exchange_wanted(const struct exchange *exchange)
{
    char byte;
    return recv(exchange->line->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0;
}

void exchange_suspend(struct exchange *exchange)
{
    exchange->waits = true;
    if (!exchange->suspended)
        MHD_suspend_connection(exchange->connection);
    exchange->suspended = true;
}

void exchange_resume(struct exchange *exchange)
{
    exchange->suspended = false;
    exchange->http->wants_run = true;
    MHD_resume_connection(exchange->connection);
}

void exchange_free(struct exchange *exchange)
{
    if (exchange->response != NULL)
        MHD_destroy_response(exchange->response);
    if (exchange->visitor != NULL)
        visitor_release(&exchange->http->net->visitors, exchange->visitor);
    free(exchange->body);
    free(exchange);
}
