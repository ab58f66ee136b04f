/*
 * HTTP API for positions: solve, check and deal (docs/reference/protocol.md).
 */
#include "internal.h"

#include <carom/deal.h>
#include <carom/route_check.h>
#include <stdlib.h>
#include <string.h>

#define DEAL_MAX 100
#define SOLVE_MS 2000 /* time limit of one solve request */

static bool read_puzzle(struct http_request *request, const char *text, struct carom_puzzle *puzzle)
{
    struct carom_error error;
    if (carom_puzzle_read(puzzle, CAROM_REQUIRE_TARGET, text, strlen(text), &error))
        return true;
    http_reply_input_error(request, "position", API_ERR_BAD_POSITION, &error);
    return false;
}

static void write_position(struct carom_text *text, const char *key, const struct carom_puzzle *puzzle)
{
    carom_json_open_string(text, key);
    carom_puzzle_write(text, puzzle);
    carom_json_close_string(text);
}

/* ---- solving ---- */

/* A solve request in the job queue. */
struct solve {
    struct http_request *request;
    struct carom_puzzle puzzle;
};

struct solved {
    const struct carom_puzzle *puzzle;
    const struct carom_answer *answer;
};

static void write_solved(struct carom_text *text, const void *context)
{
    const struct solved *solved = context;
    write_position(text, "position", solved->puzzle);
    carom_answer_write_result(text, solved->answer);
    if (solved->answer->solution.status == CAROM_SOLVE_FOUND)
        carom_answer_write_route_list(text, solved->answer);
    carom_answer_write_nodes(text, solved->answer);
}

static void answer_solved(struct http_request *request, const struct carom_puzzle *puzzle,
                          const struct carom_answer *answer)
{
    struct carom_text text = text_write_json(write_solved, &(struct solved){puzzle, answer});
    http_reply(request, MHD_HTTP_OK, JSON_TYPE, text.bytes, text.length);
}

static void on_solved(void *context, struct solve_result *result)
{
    struct solve *solve = context;
    if (result != NULL) {
        answer_solved(solve->request, &solve->puzzle, &result->answer);
        solve_result_unref(result);
    } else {
        bool stopping = solve->request->http->base->stopping;
        http_reply_error_code(solve->request, "solve", stopping ? API_ERR_SHUTTING_DOWN : API_ERR_BUSY,
                              stopping ? 1000 : 2000);
    }
    http_resume(solve->request);
    free(solve);
}

/* Skips a job whose client has disconnected while it waited. */
static bool solve_wanted(void *context)
{
    const struct solve *solve = context;
    return http_client_connected(solve->request);
}

static void get_solve(struct http_request *request, const char *text)
{
    struct solve_request solve_request = {
        .all = http_query_bool(request, "all"),
        .no_ricochet = http_query_bool(request, "no_ricochet"),
        .nodes = request->http->base->options->public_nodes,
        .ms = SOLVE_MS,
        .flow = (uintptr_t)request->client_addr,
    };
    if (!read_puzzle(request, text, &solve_request.puzzle))
        return;
    struct solve_result *known = solve_cache_get(request->http->jobs, &solve_request);
    if (known != NULL) {
        answer_solved(request, &solve_request.puzzle, &known->answer);
        solve_result_unref(known);
        return;
    }
    struct solve *solve = xcalloc(sizeof *solve);
    *solve = (struct solve){request, solve_request.puzzle};
    http_suspend(request);
    struct solve_callback callback = {.done = on_solved, .wanted = solve_wanted, .context = solve};
    if (jobs_solve(request->http->jobs, JOB_HTTP, &solve_request, callback) == NULL) {
        free(solve);
        http_reply_error_code(request, "solve", API_ERR_BUSY, 2000);
        http_resume(request);
    }
}

/* ---- checking ---- */

struct checked {
    const struct carom_puzzle *puzzle;
    const struct carom_check *check;
};

static void write_check(struct carom_text *text, const void *context)
{
    const struct checked *checked = context;
    carom_check_write_json(text, checked->puzzle, checked->check);
}

static void get_check(struct http_request *request, const char *text)
{
    struct carom_puzzle puzzle;
    struct carom_error error;
    uint64_t bid = 0;
    const char *route = http_query(request, "route");
    if (!read_puzzle(request, text, &puzzle) || !http_query_uint(request, "bid", CAROM_BID_MAX, &bid))
        return;
    struct carom_check *check = xcalloc(sizeof *check);
    struct carom_check_rules rules = {
        .no_ricochet = http_query_bool(request, "no_ricochet"),
        .has_bid = http_query(request, "bid") != NULL,
        .bid = (uint32_t)bid,
        .at_most = http_query_bool(request, "at_most"),
    };
    route = route != NULL ? route : "";
    if (carom_check_route(check, &puzzle, route, strlen(route), &rules, &error)) {
        http_reply_text(request, MHD_HTTP_OK, JSON_TYPE, write_check, &(struct checked){&puzzle, check});
        http_add_header(request, "Cache-Control", "no-store");
    } else {
        http_reply_input_error(request, "check", API_ERR_BAD_ROUTE, &error);
    }
    free(check);
}

/* ---- dealing ---- */

struct deal_request {
    struct carom_deal_options options;
    bool micro, expert;
    uint64_t seed, count;
};

static void write_deal(struct carom_text *text, const void *context)
{
    const struct deal_request *deal = context;
    struct carom_random random = carom_random_seed(deal->seed);
    carom_json_begin(text, "positions", '[');
    for (uint64_t i = 0; i < deal->count; i++) {
        struct carom_puzzle puzzle = {.game = deal->micro ? CAROM_GAME_MICRO : CAROM_GAME_RICOCHET};
        if (deal->micro)
            carom_deal_micro_position(&random, deal->expert, &puzzle.micro);
        else
            carom_deal_position(&random, &deal->options, &puzzle.position);
        write_position(text, NULL, &puzzle);
    }
    carom_json_end(text, ']');
    carom_json_put_uint(text, "seed", deal->seed);
}

static void get_deal(struct http_request *request)
{
    struct deal_request deal = {.seed = random_seed(), .count = 1};
    unsigned edition = CAROM_EDITION_2013;
    unsigned choice = CAROM_BARRIERS_ANY;
    if (!http_query_uint(request, "seed", UINT64_MAX, &deal.seed) ||
        !http_query_uint(request, "n", DEAL_MAX, &deal.count) ||
        !http_query_enum(request, "edition", carom_edition_names, CAROM_EDITIONS, &edition) ||
        !http_query_enum(request, "barriers", carom_barrier_choice_names, CAROM_BARRIER_CHOICES, &choice))
        return;
    deal.options.edition = (enum carom_edition)edition;
    deal.options.barriers = (enum carom_barrier_choice)choice;
    deal.expert = http_query_bool(request, "expert");
    deal.micro = deal.expert || http_query_bool(request, "micro");
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        if (http_query_bool(request, carom_robot_name(robot)))
            deal.options.extra_robots |= (uint8_t)(1u << robot);
    if (carom_board_count(deal.options.edition, deal.options.barriers) == 0) {
        http_reply_error_detail(request, "deal", API_ERR_BAD_QUERY, "no board of 1999 has barriers");
        return;
    }
    client_addr_charge_deal(request->client_addr, request->now, request->http->base->options->request_rate, deal.count);
    http_reply_json(request, MHD_HTTP_OK, write_deal, &deal);
}

bool handle_positions(struct http_request *request)
{
    const char *rest;
    if ((rest = http_path_after(request, "/api/solve/")) != NULL)
        get_solve(request, rest);
    else if ((rest = http_path_after(request, "/api/check/")) != NULL)
        get_check(request, rest);
    else if (strcmp(request->url, "/api/deal") == 0)
        get_deal(request);
    else
        return false;
    return true;
}
