/*
 * The addresses for programs, positions: solved, checked and dealt (docs/protocol.md).
 */
#include "room.h"

#include <carom/check.h>
#include <carom/deal.h>
#include <stdlib.h>
#include <string.h>

#define DEAL_MOST 100
#define SOLVE_MS 2000 /* for a question */

static bool read_puzzle(struct exchange *exchange, const char *text, struct carom_puzzle *puzzle)
{
    struct carom_fault fault;
    if (carom_puzzle_read(puzzle, CAROM_NEED_TARGET, text, strlen(text), &fault))
        return true;
    exchange_refuse_fault(exchange, "position", WHY_BAD_POSITION, &fault);
    return false;
}

static void write_position(struct carom_text *text, const char *key, const struct carom_puzzle *puzzle)
{
    carom_json_open(text, key);
    carom_puzzle_write(text, puzzle);
    carom_json_close(text);
}

/* ---- solving ---- */

/* A question on its way through the solver. */
struct solve {
    struct exchange *exchange;
    struct carom_puzzle puzzle;
};

static void answer_solved(struct exchange *exchange, const struct carom_puzzle *puzzle,
                          const struct carom_answer *answer)
{
    struct carom_text text = exchange_text();
    carom_json_begin(&text, NULL, '{');
    write_position(&text, "position", puzzle);
    carom_answer_found(&text, answer);
    if (answer->solution.status == CAROM_SOLVE_FOUND)
        carom_answer_others(&text, answer);
    carom_answer_nodes(&text, answer);
    carom_json_end(&text, '}');
    exchange_answer(exchange, MHD_HTTP_OK, JSON_TYPE, text.bytes, text.length);
}

static void on_solved(void *context, struct finding *finding)
{
    struct solve *solve = context;
    if (finding != NULL) {
        answer_solved(solve->exchange, &solve->puzzle, &finding->answer);
        finding_free(finding);
    } else {
        bool stopping = solve->exchange->http->base->stopping;
        exchange_refuse_why(solve->exchange, "solve", stopping ? WHY_STOPPING : WHY_BUSY, stopping ? 1000 : 2000);
    }
    exchange_resume(solve->exchange);
    free(solve);
}

/* Who has gone away while the question waited wants no answer. */
static bool solve_wanted(void *context)
{
    const struct solve *solve = context;
    return exchange_wanted(solve->exchange);
}

static void get_solve(struct exchange *exchange, const char *text)
{
    struct question question = {
        .all = query_flag(exchange, "all"),
        .no_ricochet = query_flag(exchange, "no_ricochet"),
        .nodes = exchange->http->base->options->public_nodes,
        .ms = SOLVE_MS,
        .asker = (uintptr_t)exchange->visitor,
    };
    if (!read_puzzle(exchange, text, &question.puzzle))
        return;
    struct finding *known = cache_find(exchange->http->jobs, &question);
    if (known != NULL) {
        answer_solved(exchange, &question.puzzle, &known->answer);
        finding_free(known);
        return;
    }
    struct solve *solve = must_alloc(sizeof *solve);
    *solve = (struct solve){exchange, question.puzzle};
    exchange_suspend(exchange);
    struct asker asker = {.done = on_solved, .wanted = solve_wanted, .context = solve};
    if (jobs_solve(exchange->http->jobs, JOB_ASKED, &question, asker) == NULL) {
        free(solve);
        exchange_refuse_why(exchange, "solve", WHY_BUSY, 2000);
        exchange_resume(exchange);
    }
}

/* ---- checking ---- */

static void get_check(struct exchange *exchange, const char *text)
{
    struct carom_puzzle puzzle;
    struct carom_fault fault;
    uint64_t bid = 0;
    const char *route = exchange_query(exchange, "route");
    if (!read_puzzle(exchange, text, &puzzle) || !query_number(exchange, "bid", CAROM_BID_MAX, &bid))
        return;
    struct carom_check *check = must_alloc(sizeof *check);
    struct carom_check_rules rules = {
        .no_ricochet = query_flag(exchange, "no_ricochet"),
        .has_bid = exchange_query(exchange, "bid") != NULL,
        .bid = (uint32_t)bid,
        .at_most = query_flag(exchange, "at_most"),
    };
    route = route != NULL ? route : "";
    if (carom_check_route(check, &puzzle, route, strlen(route), &rules, &fault)) {
        struct carom_text out = exchange_text();
        carom_check_describe(&out, &puzzle, check);
        exchange_json(exchange, MHD_HTTP_OK, &out);
    } else {
        exchange_refuse_fault(exchange, "check", WHY_BAD_ROUTE, &fault);
    }
    free(check);
}

/* ---- dealing ---- */

static void write_deal(struct carom_text *text, const struct exchange *exchange, const struct carom_deal *deal,
                       uint64_t seed, uint64_t count)
{
    struct carom_random random = carom_random_seed(seed);
    bool expert = query_flag(exchange, "expert");
    bool micro = expert || query_flag(exchange, "micro");
    carom_json_begin(text, NULL, '{');
    carom_json_begin(text, "positions", '[');
    for (uint64_t i = 0; i < count; i++) {
        struct carom_puzzle puzzle = {.game = micro ? CAROM_GAME_MICRO : CAROM_GAME_RICOCHET};
        if (micro)
            carom_deal_micro(&random, expert, &puzzle.micro);
        else
            carom_deal_position(&random, deal, &puzzle.position);
        write_position(text, NULL, &puzzle);
    }
    carom_json_end(text, ']');
    carom_json_count(text, "seed", seed);
    carom_json_end(text, '}');
}

static void get_deal(struct exchange *exchange)
{
    uint64_t seed = seed_random();
    uint64_t count = 1;
    unsigned edition = CAROM_EDITION_2013;
    unsigned choice = CAROM_BARRIERS_ANY;
    if (!query_number(exchange, "seed", UINT64_MAX, &seed) || !query_number(exchange, "n", DEAL_MOST, &count) ||
        !query_choice(exchange, "edition", carom_edition_names, CAROM_EDITIONS, &edition) ||
        !query_choice(exchange, "barriers", carom_barriers_names, CAROM_BARRIERS, &choice))
        return;
    struct carom_deal deal = {
        .edition = (enum carom_edition)edition,
        .barriers = (enum carom_barriers)choice,
    };
    for (unsigned robot = CAROM_COLOURS; robot < CAROM_ROBOTS; robot++)
        if (query_flag(exchange, carom_robot_name(robot)))
            deal.extra |= (uint8_t)(1u << robot);
    if (carom_board_count(deal.edition, deal.barriers) == 0) {
        exchange_refuse_what(exchange, "deal", WHY_BAD_QUERY, "no board of 1999 has barriers");
        return;
    }
    struct carom_text text = exchange_text();
    visitor_deals(exchange->visitor, exchange->now, exchange->http->base->options->request_rate, count);
    write_deal(&text, exchange, &deal, seed, count);
    exchange_json(exchange, MHD_HTTP_OK, &text);
}

bool api_positions_route(struct exchange *exchange)
{
    const char *rest;
    if ((rest = exchange_after(exchange, "/api/solve/")) != NULL)
        get_solve(exchange, rest);
    else if ((rest = exchange_after(exchange, "/api/check/")) != NULL)
        get_check(exchange, rest);
    else if (strcmp(exchange->url, "/api/deal") == 0)
        get_deal(exchange);
    else
        return false;
    return true;
}
