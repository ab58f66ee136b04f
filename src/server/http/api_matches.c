/*
 * HTTP API for matches over days in circles: create, view, play, and read the log (docs/reference/protocol.md).
 */
#include "internal.h"

#include "../company/matches.h"

#include <stdlib.h>
#include <string.h>

#define MATCH_NODES 16
#define NUMBER_DIGITS 8

/* A match request while the store works on it. */
struct match_request {
    struct match_op match; /* must be first: the operation's callbacks receive it */
    struct http_request *request;
};

static void answer(struct match_op *match_op)
{
    struct match_request *asked = (struct match_request *)match_op;
    struct http_request *request = asked->request;
    http_charge_records(request, &match_op->op);
    if (match_op->op.refused)
        http_reply_error(request, "matches", &match_op->op.error);
    else
        http_reply_company(request, "matches", match_op->action == MATCH_CREATE ? MHD_HTTP_CREATED : MHD_HTTP_OK,
                           match_op->action == MATCH_LOG ? "application/x-ndjson" : JSON_TYPE, &match_op->op);
    http_resume(request);
    match_op_destroy(match_op);
    free(asked);
}

/* ---- reading the request ---- */

static bool bad(struct api_error *error, const char *what)
{
    return api_error_set_detail(error, API_ERR_BAD_MESSAGE, what);
}

static bool read_plan(const struct http_request *request, const struct carom_json *json, struct match_op *match,
                      struct api_error *error)
{
    int64_t targets;
    if (!carom_json_as_int(json, carom_json_get(json, 0, "targets"), &targets) || targets < 1 ||
        targets > MATCH_TARGETS_MAX)
        return bad(error, "`targets` has to be a number from 1 to 20");
    match->targets = (uint8_t)targets;
    return (carom_json_as_int(json, carom_json_get(json, 0, "ends"), &match->ends) && match->ends > request->now &&
            match->ends <= request->now + MATCH_LENGTH_MAX) ||
           bad(error, "`ends` has to be a time in the next 31 days, in milliseconds since 1970");
}

static bool read_play(const struct carom_json *json, struct match_op *match, struct api_error *error)
{
    int64_t target;
    char route[BODY_MAX];
    size_t length = 0;
    if (!carom_json_as_int(json, carom_json_get(json, 0, "target"), &target) || target < 1 ||
        target > MATCH_TARGETS_MAX)
        return bad(error, "`target` has to be a number from 1 to 20");
    match->command.target = (uint8_t)(target - 1);
    if (match->command.kind != MATCH_HANDED)
        return true;
    return (carom_json_as_string(json, carom_json_get(json, 0, "route"), route, sizeof route, &length) &&
            match_read_route(&match->command, route, length)) ||
           api_error_set_detail(error, API_ERR_BAD_ROUTE, "expected moves such as RN GE");
}

static bool read_body(struct http_request *request, struct match_op *match, struct api_error *error)
{
    struct carom_json_node nodes[MATCH_NODES];
    struct carom_json json;
    if (match->action != MATCH_CREATE && match->action != MATCH_PLAY)
        return true;
    if (!http_read_object(request, &json, nodes, MATCH_NODES, error))
        return false;
    return match->action == MATCH_CREATE ? read_plan(request, &json, match, error) : read_play(&json, match, error);
}

static bool may_act(struct http_request *request, const struct match_op *match, struct api_error *error)
{
    carom_ms banned = client_addr_lookup_ban_ms(request->client_addr, request->now);
    if (banned > 0)
        return api_error_set_number(error, API_ERR_RATE_LIMIT, banned);
    if (match->action == MATCH_PLAY)
        return http_take_log_quota(request, event_log_cost(MATCH_ENTRY_MAX), error);
    return match->action != MATCH_CREATE ||
           (tables_have_space(request->http->tables, error) && http_take_log_quota(request, NEXT_GAME_COST, error) &&
            http_take_per_hour(request, RATE_NEW_MATCH, MATCHES_PER_HOUR, error));
}

/* Reads the number of a match: decimal digits, not 0. */
static bool read_number(uint32_t *number, const char *text, size_t length)
{
    *number = 0;
    for (size_t i = 0; i < length && i < NUMBER_DIGITS && text[i] >= '0' && text[i] <= '9'; i++)
        *number = *number * 10 + (uint32_t)(text[i] - '0');
    return length > 0 && length<NUMBER_DIGITS && * number> 0 && strspn(text, "0123456789") == length;
}

/* Reads the action after the match's number in the path. */
static bool read_action(struct match_op *match, const char *what, bool posts)
{
    if (strcmp(what, "") == 0 || strcmp(what, "/log") == 0) {
        match->action = what[0] == '\0' ? MATCH_VIEW : MATCH_LOG;
        return !posts;
    }
    match->action = MATCH_PLAY;
    for (unsigned kind = 0; posts && kind < MATCH_KINDS; kind++)
        if (what[0] == '/' && strcmp(what + 1, match_command_name((enum match_kind)kind)) == 0) {
            match->command.kind = (enum match_kind)kind;
            return true;
        }
    return false;
}

/* Reads `/api/circles/CODE/matches[/N[/ACTION]]` and the method. False: not a path of this API. */
static bool read_address(const struct http_request *request, struct match_op *match, bool *bad_code)
{
    const char *code = http_path_after(request, "/api/circles/");
    const char *rest = code != NULL ? strchr(code, '/') : NULL;
    bool posts = strcmp(request->method, "POST") == 0;
    if (rest == NULL || strncmp(rest, "/matches", 8) != 0)
        return false;
    *bad_code = !circle_code_read(match->code, code, (size_t)(rest - code));
    rest += 8;
    if (*rest == '\0') {
        match->action = MATCH_CREATE;
        return posts;
    }
    size_t length = *rest == '/' ? strcspn(rest + 1, "/") : 0;
    return read_number(&match->number, rest + 1, length) && read_action(match, rest + 1 + length, posts);
}

static bool read_request(struct http_request *request, struct match_op *match, bool bad_code, struct api_error *error)
{
    if (!may_act(request, match, error) || !read_body(request, match, error))
        return false;
    return http_read_member(request, bad_code, match->token, error);
}

bool handle_matches(struct http_request *request)
{
    struct match_request *asked = xcalloc(sizeof *asked);
    struct api_error error;
    bool bad_code = false;
    asked->request = request;
    asked->match.done = answer;
    asked->match.op.flow = (uintptr_t)request->client_addr;
    if (!read_address(request, &asked->match, &bad_code)) {
        free(asked);
        return false;
    }
    if (!http_company_served(request, &error) || !read_request(request, &asked->match, bad_code, &error)) {
        free(asked);
        http_reply_error(request, "matches", &error);
        return true;
    }
    http_suspend(request);
    match_run(request->http->company, &asked->match);
    return true;
}
