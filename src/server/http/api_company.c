/*
 * What this server offers the page, which asks before it shows what a host may have switched off, so that nobody sees a
 * button that leads to an error; and what the HTTP APIs of circles, matches and daily results share
 * (docs/reference/protocol.md).
 */
#include "internal.h"

#include <stdlib.h>
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

/* ---- shared by circles, matches and daily results ---- */

bool http_read_object(const struct http_request *request, struct carom_json *json, struct carom_json_node *nodes,
                      uint32_t size, struct api_error *error)
{
    struct carom_error input_error;
    const char *body = request->body_length > 0 ? request->body : "";
    if (!carom_json_read(json, nodes, size, body, request->body_length, &input_error))
        return api_error_from_input(error, API_ERR_BAD_JSON, &input_error);
    return carom_json_is(json, 0, CAROM_JSON_OBJECT) ||
           api_error_set_detail(error, API_ERR_BAD_JSON, "the body has to be a JSON object");
}

bool http_read_device(const struct carom_json *json, char hash[DEVICE_LENGTH + 1], struct api_error *error)
{
    char text[DEVICE_LENGTH + 1];
    size_t length = 0;
    return (carom_json_as_string(json, carom_json_get(json, 0, "device"), text, sizeof text, &length) &&
            device_hash(hash, text, length)) ||
           api_error_set_detail(error, API_ERR_BAD_MESSAGE, "`device` has to be 32 hexadecimal digits");
}

bool http_read_member(struct http_request *request, bool bad_code, char token[SEAT_TOKEN_LENGTH + 1],
                      struct api_error *error)
{
    const char *sent = http_header(request, "Carom-Member");
    if (bad_code) {
        client_addr_failed_lookup(request->client_addr, request->now,
                                  request->http->base->options->failed_lookups_per_hour);
        return api_error_set(error, API_ERR_NO_CIRCLE);
    }
    if (sent != NULL && seat_token_is_well_formed(sent, strlen(sent)))
        memcpy(token, sent, SEAT_TOKEN_LENGTH + 1);
    return true;
}

bool http_take_per_hour(struct http_request *request, enum rate_kind kind, uint64_t per_hour, struct api_error *error)
{
    carom_ms wait = client_addr_take(request->client_addr, kind, request->now, rate_per_hour(per_hour));
    return wait == 0 || api_error_set_number(error, API_ERR_RATE_LIMIT, wait);
}

bool http_take_log_quota(struct http_request *request, uint64_t units, struct api_error *error)
{
    uint64_t per_hour = request->http->base->options->address_events;
    struct log_quota *quota = &request->client_addr->events;
    carom_ms wait = log_quota_wait(quota, request->now, per_hour, 0);
    if (wait > 0)
        return api_error_set_number(error, API_ERR_RATE_LIMIT, wait);
    log_quota_charge(quota, units);
    return true;
}

void http_charge_records(struct http_request *request, const struct company_op *op)
{
    const struct serve_options *options = request->http->base->options;
    if (op->refused && op->error.code == API_ERR_NO_CIRCLE)
        client_addr_failed_lookup(request->client_addr, request->now, options->failed_lookups_per_hour);
    client_addr_charge_read(request->client_addr, request->now, options->request_rate,
                            op->records.length + op->answer.length);
}

/* ---- answers ----
 *
 * The log of a match may have megabytes, and an answer stays in memory until its client has read it. So the sum of long
 * answers is bounded, for each address and for all; short ones are bounded by the number of connections. */

#define SHORT_ANSWER 65536               /* bytes */
#define LONG_ANSWERS_EACH_KIB 8192u      /* an address that holds as much gets no other */
#define LONG_ANSWERS_ALL_KIB (32 * 1024) /* nor does anybody while all hold as much */
#define LONG_ANSWER_RETRY_MS 1000

/* A long answer while it is sent. */
struct long_answer {
    struct http *http;
    struct client_addr *client_addr;
    char *bytes;
    unsigned kib;
};

static void count_long_answer(const struct long_answer *answer, int sign)
{
    answer->http->long_answers_kib += (uint64_t)((int64_t)sign * answer->kib);
    client_addr_count(answer->client_addr, COUNTER_ANSWERS_KIB, sign * (int)answer->kib);
}

static void on_long_answer_sent(void *context)
{
    struct long_answer *answer = context;
    count_long_answer(answer, -1);
    client_addr_unref(&answer->http->net->client_addrs, answer->client_addr);
    free(answer->bytes);
    free(answer);
}

static void reply_long(struct http_request *request, const char *type, const struct company_answer *taken)
{
    struct long_answer *answer = xcalloc(sizeof *answer);
    *answer = (struct long_answer){.http = request->http,
                                   .client_addr = request->client_addr,
                                   .bytes = taken->bytes,
                                   .kib = (unsigned)(taken->length / 1024)};
    client_addr_ref(answer->client_addr);
    count_long_answer(answer, 1);
    http_reply_borrowed(request, type, taken->bytes, taken->length, on_long_answer_sent, answer);
}

void http_reply_company(struct http_request *request, const char *what, unsigned status, const char *type,
                        struct company_op *op)
{
    struct company_answer taken = op->answer;
    bool is_long = taken.length > SHORT_ANSWER;
    if (is_long && (request->http->long_answers_kib >= LONG_ANSWERS_ALL_KIB ||
                    client_addr_at_limit(request->client_addr, COUNTER_ANSWERS_KIB, LONG_ANSWERS_EACH_KIB))) {
        http_reply_error_code(request, what, API_ERR_BUSY, LONG_ANSWER_RETRY_MS);
        return;
    }
    op->answer = (struct company_answer){0};
    if (is_long)
        reply_long(request, type, &taken);
    else
        http_reply_borrowed(request, type, taken.bytes, taken.length, free, taken.bytes);
    request->status = status;
    http_add_header(request, "Cache-Control", "no-store");
}
