/*
 * HTTP API for circles: create, join, rename, leave and view (docs/reference/protocol.md).
 */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

#define CIRCLE_NODES 32
#define DAY_MS (24 * 60 * 60 * 1000)

/* A circle request while the store works on it. */
struct circle_request {
    struct circle_op circle; /* must be first: the operation's callbacks receive it */
    struct http_request *request;
};

void http_charge_records(struct http_request *request, const struct company_op *op)
{
    client_addr_charge_read(request->client_addr, request->now, request->http->base->options->request_rate,
                            op->records.length + op->answer.length);
}

void http_reply_company(struct http_request *request, unsigned status, const char *type, struct company_op *op)
{
    struct company_answer taken = op->answer;
    op->answer = (struct company_answer){0};
    http_reply_borrowed(request, type, taken.bytes, taken.length, free, taken.bytes);
    request->status = status;
    http_add_header(request, "Cache-Control", "no-store");
}

static void answer(struct company_op *op)
{
    struct circle_request *asked = (struct circle_request *)op;
    struct http_request *request = asked->request;
    bool created = asked->circle.action == CIRCLE_CREATE || asked->circle.action == CIRCLE_JOIN;
    if (op->refused && op->error.code == API_ERR_NO_CIRCLE)
        client_addr_failed_lookup(request->client_addr, request->now,
                                  request->http->base->options->failed_lookups_per_hour);
    http_charge_records(request, op);
    if (op->refused)
        http_reply_error(request, "circles", &op->error);
    else if (op->answer.bytes != NULL)
        http_reply_company(request, MHD_HTTP_OK, JSON_TYPE, op);
    else
        http_reply_json(request, created ? MHD_HTTP_CREATED : MHD_HTTP_OK, circle_write_answer, &asked->circle);
    http_resume(request);
    free(op->answer.bytes);
    free(asked);
}

/* ---- reading the request ---- */

static bool http_read_name(struct http_request *request, const char *key, const struct carom_json *json,
                           char name[NICKNAME_MAX + 1], struct api_error *error)
{
    static const enum api_error_code codes[] = {
        [NAME_EMPTY] = API_ERR_NAME_EMPTY,
        [NAME_TOO_LONG] = API_ERR_NAME_LONG,
        [NAME_FORBIDDEN_CHARACTER] = API_ERR_NAME_BAD,
    };
    char text[BODY_MAX];
    size_t length = 0;
    if (!carom_json_as_string(json, carom_json_get(json, 0, key), text, sizeof text, &length))
        return api_error_set_detail(error, API_ERR_BAD_MESSAGE, key);
    enum name_error wrong = name_read(name, text, length);
    if (wrong != NAME_OK)
        return api_error_set_number(error, codes[wrong], NICKNAME_MAX);
    return !name_has_banned_word(request->http->tables->banned_words, name) ||
           api_error_set(error, API_ERR_NAME_BANNED);
}

bool http_read_device(const struct carom_json *json, char hash[DEVICE_LENGTH + 1], struct api_error *error)
{
    char text[DEVICE_LENGTH + 1];
    size_t length = 0;
    return (carom_json_as_string(json, carom_json_get(json, 0, "device"), text, sizeof text, &length) &&
            device_hash(hash, text, length)) ||
           api_error_set_detail(error, API_ERR_BAD_MESSAGE, "`device` has to be 32 hexadecimal digits");
}

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

/* Reads the body of a request whose action needs one. */
static bool read_body(struct http_request *request, struct circle_op *circle, struct api_error *error)
{
    struct carom_json_node nodes[CIRCLE_NODES];
    struct carom_json json;
    bool creates = circle->action == CIRCLE_CREATE;
    if (circle->action == CIRCLE_VIEW || circle->action == CIRCLE_LEAVE)
        return true;
    if (!http_read_object(request, &json, nodes, CIRCLE_NODES, error) ||
        (creates && !http_read_name(request, "name", &json, circle->name, error)) ||
        !http_read_name(request, creates ? "member" : "name", &json, circle->member, error))
        return false;
    return circle->action == CIRCLE_RENAME || http_read_device(&json, circle->device, error);
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

static bool may_act(struct http_request *request, const struct circle_op *circle, struct api_error *error)
{
    carom_ms banned = client_addr_lookup_ban_ms(request->client_addr, request->now);
    bool adds = circle->action == CIRCLE_CREATE || circle->action == CIRCLE_JOIN;
    if (circle->action != CIRCLE_CREATE && banned > 0)
        return api_error_set_number(error, API_ERR_RATE_LIMIT, banned);
    if ((adds && !tables_have_space(request->http->tables, error)) ||
        (circle->action != CIRCLE_VIEW && !http_take_log_quota(request, HOST_COST, error)))
        return false;
    if (circle->action == CIRCLE_CREATE)
        return circles_have_room(request->http->company, error) &&
               http_take_per_hour(request, RATE_NEW_CIRCLE, CIRCLES_PER_HOUR, error);
    return (circle->action != CIRCLE_JOIN && circle->action != CIRCLE_RENAME) ||
           http_take_per_hour(request, RATE_JOIN_CIRCLE, JOINS_PER_HOUR, error);
}

/* Reads the day whose results are shown: `date`, which may be a day off because of time zones; without it today in UTC.
 */
static bool read_today(struct http_request *request, struct circle_op *circle, struct api_error *error)
{
    const char *date = http_query(request, "date");
    uint32_t today = (uint32_t)(request->now / DAY_MS), day = today;
    bool good = date == NULL || carom_date_read(&day, date, strlen(date));
    circle->today = day;
    return (good && day + 1 >= today && day <= today + 1) ||
           api_error_set_detail(error, API_ERR_BAD_QUERY, "`date` has to be today's");
}

/* Reads action and code from path and method. False: not a path of this API. A malformed code sets `bad_code`. */
static bool read_address(const struct http_request *request, struct circle_op *circle, bool *bad_code)
{
    const char *rest = http_path_after(request, "/api/circles");
    const char *method = request->method;
    if (rest == NULL || (*rest != '\0' && *rest != '/'))
        return false;
    if (*rest == '\0') {
        circle->action = CIRCLE_CREATE;
        return strcmp(method, "POST") == 0;
    }
    const char *code = rest + 1, *slash = strchr(code, '/');
    const char *what = slash != NULL ? slash : "";
    *bad_code = !circle_code_read(circle->code, code, slash != NULL ? (size_t)(slash - code) : strlen(code));
    if (strcmp(what, "") == 0)
        circle->action = CIRCLE_VIEW;
    else if (strcmp(what, "/members") == 0)
        circle->action = CIRCLE_JOIN;
    else if (strcmp(what, "/members/me") == 0)
        circle->action = strcmp(method, "PATCH") == 0 ? CIRCLE_RENAME : CIRCLE_LEAVE;
    else
        return false;
    return true;
}

static bool read_request(struct http_request *request, struct circle_op *circle, bool bad_code, struct api_error *error)
{
    const char *token = http_header(request, "Carom-Member");
    if (!may_act(request, circle, error) || !read_body(request, circle, error) ||
        (circle->action == CIRCLE_VIEW && !read_today(request, circle, error)))
        return false;
    if (bad_code) {
        client_addr_failed_lookup(request->client_addr, request->now,
                                  request->http->base->options->failed_lookups_per_hour);
        return api_error_set(error, API_ERR_NO_CIRCLE);
    }
    if (token != NULL && seat_token_is_well_formed(token, strlen(token)))
        memcpy(circle->token, token, sizeof circle->token);
    return true;
}

bool handle_circles(struct http_request *request)
{
    struct circle_request *asked = xcalloc(sizeof *asked);
    struct api_error error;
    bool bad_code = false;
    asked->request = request;
    asked->circle.op.done = answer;
    if (!read_address(request, &asked->circle, &bad_code)) {
        free(asked);
        return false;
    }
    if (!http_company_served(request, &error) || !read_request(request, &asked->circle, bad_code, &error)) {
        free(asked);
        http_reply_error(request, "circles", &error);
        return true;
    }
    http_suspend(request);
    circle_run(request->http->company, &asked->circle);
    return true;
}
