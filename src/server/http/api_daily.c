/*
 * HTTP API for daily puzzles: everybody's results, and sending one's own (docs/reference/protocol.md).
 */
#include "internal.h"

#include "../company/results.h"

#include <stdlib.h>
#include <string.h>

#define DAILY_NODES 16
#define DATE_LENGTH 10

/* A daily-puzzle request while the store works on it. */
struct daily_request {
    struct daily_op daily; /* must be first: the operation's callbacks receive it */
    struct http_request *request;
    struct daily_result result;
};

static void answer(struct daily_op *daily)
{
    struct daily_request *asked = (struct daily_request *)daily;
    struct http_request *request = asked->request;
    if (daily->op.refused)
        http_reply_error(request, "daily", &daily->op.error);
    else
        http_reply_json(request, MHD_HTTP_OK, daily_write_answer, daily);
    http_resume(request);
    free(asked);
}

/* Reads the puzzle from the path: `DATE/KIND`. */
static bool read_place(const struct http_request *request, const char *place, struct daily_op *daily,
                       struct api_error *error)
{
    const char *slash = strchr(place, '/');
    unsigned kind = 0;
    if (slash == NULL || slash - place != DATE_LENGTH || !carom_date_read(&daily->day, place, DATE_LENGTH))
        return api_error_set(error, API_ERR_NOT_FOUND);
    while (kind < CAROM_DAILY_KINDS && strcmp(slash + 1, carom_daily_names[kind]) != 0)
        kind++;
    daily->kind = (enum carom_daily_kind)kind;
    return (kind < CAROM_DAILY_KINDS && daily_exists(daily->day, request->now)) ||
           api_error_set(error, API_ERR_NOT_FOUND);
}

/* Reads the optional query member `device`. */
static bool read_question(const struct http_request *request, struct daily_op *daily, struct api_error *error)
{
    const char *device = http_query(request, "device");
    return device == NULL || device_hash(daily->device, device, strlen(device)) ||
           api_error_set_detail(error, API_ERR_BAD_QUERY, "`device` has to be 32 hexadecimal digits");
}

static bool read_result(struct http_request *request, struct daily_request *asked, struct api_error *error)
{
    struct carom_json_node nodes[DAILY_NODES];
    struct carom_json json;
    struct daily_result *result = &asked->result;
    int64_t ms = 0;
    size_t length;
    if (!daily_is_open(asked->daily.day, request->now))
        return api_error_set(error, API_ERR_DAY_CLOSED);
    if (!http_read_object(request, &json, nodes, DAILY_NODES, error) ||
        !http_read_device(&json, asked->daily.device, error))
        return false;
    if (!carom_json_as_string(&json, carom_json_get(&json, 0, "route"), result->route, sizeof result->route, &length))
        return api_error_set_detail(error, API_ERR_BAD_MESSAGE, "`route` has to be a text of at most 1023 bytes");
    if (!carom_json_as_int(&json, carom_json_get(&json, 0, "ms"), &ms) || ms < 0)
        return api_error_set_detail(error, API_ERR_BAD_MESSAGE, "`ms` has to be a number of at least 0");
    memcpy(result->device, asked->daily.device, sizeof result->device);
    result->ms = ms < RESULT_MS_MAX ? (uint32_t)ms : RESULT_MS_MAX;
    company_origin(request->http->company, request->client_addr, result);
    asked->daily.result = result;
    return tables_have_space(request->http->tables, error) &&
           http_take_log_quota(request, event_log_cost(RESULT_ROUTE_SIZE), error) &&
           http_take_per_hour(request, RATE_DAILY_RESULT, RESULTS_PER_HOUR, error);
}

bool handle_daily(struct http_request *request)
{
    const char *place = http_path_after(request, "/api/daily/");
    struct api_error error;
    if (place == NULL)
        return false;
    struct daily_request *asked = xcalloc(sizeof *asked);
    asked->request = request;
    asked->daily.done = answer;
    asked->daily.op.flow = (uintptr_t)request->client_addr;
    if (!http_company_served(request, &error) || !read_place(request, place, &asked->daily, &error) ||
        !(strcmp(request->method, "POST") == 0 ? read_result(request, asked, &error)
                                               : read_question(request, &asked->daily, &error))) {
        free(asked);
        http_reply_error(request, "daily", &error);
        return true;
    }
    http_suspend(request);
    daily_run(request->http->company, &asked->daily);
    return true;
}
