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

static void answer(struct company_op *op)
{
    struct circle_request *asked = (struct circle_request *)op;
    struct http_request *request = asked->request;
    bool created = asked->circle.action == CIRCLE_CREATE || asked->circle.action == CIRCLE_JOIN;
    http_charge_records(request, op);
    if (op->refused)
        http_reply_error(request, "circles", &op->error);
    else if (op->answer.bytes != NULL)
        http_reply_company(request, "circles", MHD_HTTP_OK, JSON_TYPE, op);
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
    if (!may_act(request, circle, error) || !read_body(request, circle, error) ||
        (circle->action == CIRCLE_VIEW && !read_today(request, circle, error)))
        return false;
    return http_read_member(request, bad_code, circle->token, error);
}

bool handle_circles(struct http_request *request)
{
    struct circle_request *asked = xcalloc(sizeof *asked);
    struct api_error error;
    bool bad_code = false;
    asked->request = request;
    asked->circle.op.done = answer;
    asked->circle.op.flow = (uintptr_t)request->client_addr;
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
