/*
 * The HTTP addresses for programs: tables, logs, solving, checking, dealing, health and numbers (docs/protocol.md).
 */
#include "../tables/tables.h"
#include "http.h"

#include <carom/check.h>
#include <carom/deal.h>
#include <carom/puzzle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ANSWER_BYTES (192 * 1024)
#define DEAL_MOST 100
#define TABLE_NODES 1024

static char answer_bytes[ANSWER_BYTES];

static void answer_json(struct exchange *exchange, unsigned status, const struct carom_text *text)
{
    exchange_answer(exchange, status, "application/json", text->bytes, text->length);
    exchange_header(exchange, "Cache-Control", "no-store");
}

static void refuse_exchange(struct exchange *exchange, const char *what, enum why why, int64_t number)
{
    struct refused refused;
    refuse_number(&refused, why, number);
    exchange_refuse(exchange, what, &refused);
}

/* What follows a prefix of the address, or NULL. */
static const char *after(const char *url, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(url, prefix, length) == 0 ? url + length : NULL;
}

/* ---- tables
 * --------------------------------------------------------------------------------------------------------------------
 */

/* The answer waits for the commit of what it tells of. */
static void answer_after_commit(struct exchange *exchange)
{
    exchange_suspend(exchange);
    commit_exchange(exchange->server, exchange);
}

static bool read_new_table(const struct exchange *exchange, struct carom_opening *opening,
                           struct table_options *options, struct refused *refused)
{
    struct carom_json_node *nodes = must_alloc(TABLE_NODES * sizeof *nodes);
    struct carom_json json = {0};
    struct carom_fault fault;
    bool good = true;
    if (exchange->body_length > 0 &&
        !carom_json_read(&json, nodes, TABLE_NODES, exchange->body, exchange->body_length, &fault))
        good = refuse_fault(refused, WHY_BAD_JSON, &fault);
    else if (exchange->body_length > 0 && !carom_json_is(&json, 0, CAROM_JSON_OBJECT))
        good = refuse_what(refused, WHY_BAD_JSON, "the body has to be a JSON object");
    uint32_t rules = good && exchange->body_length > 0 ? carom_json_get(&json, 0, "rules") : CAROM_JSON_NONE;
    uint32_t asked = good && exchange->body_length > 0 ? carom_json_get(&json, 0, "options") : CAROM_JSON_NONE;
    good = good && (rules == CAROM_JSON_NONE || carom_json_is(&json, rules, CAROM_JSON_OBJECT) ||
                    refuse_what(refused, WHY_BAD_RULES, "`rules` has to be an object"));
    good = good && opening_read(opening, &json, rules, seed_random(), refused);
    good = good && (asked == CAROM_JSON_NONE || table_options_read(options, &json, asked, refused));
    free(nodes);
    return good;
}

static bool create_table(struct exchange *exchange, struct live **live, struct refused *refused)
{
    struct carom_opening opening;
    struct table_options options = TABLE_OPTIONS_DEFAULT;
    if (!read_new_table(exchange, &opening, &options, refused))
        return false;
    carom_ms wait =
        bucket_take_hourly(&exchange->visitor->tables, exchange->now, exchange->server->options->new_tables);
    if (wait > 0)
        return refuse_number(refused, WHY_RATE, wait);
    return live_create(exchange->server, &opening, &options, exchange->now, live, refused);
}

static void post_table(struct exchange *exchange)
{
    struct live *live;
    struct refused refused;
    if (!create_table(exchange, &live, &refused)) {
        exchange_refuse(exchange, "tables", &refused);
        return;
    }
    struct carom_text text = carom_text_in(answer_bytes, sizeof answer_bytes);
    carom_text_put(&text, "{\"code\":\"");
    carom_text_put(&text, live->code);
    carom_text_put(&text, "\",\"link\":\"/t/");
    carom_text_put(&text, live->code);
    carom_text_put(&text, "\",\"game\":1}");
    answer_json(exchange, MHD_HTTP_CREATED, &text);
    log_line(SERVE_LOG_INFO, "table-created", "table=%s preset=%s address=%s", live->code,
             carom_preset_name(live->table.rules.preset), exchange->visitor->address);
    answer_after_commit(exchange);
}

/* Finds the table or answers that it cannot be had. */
static struct live *find_table(struct exchange *exchange, const char *code_text, size_t length)
{
    char code[CODE_LENGTH + 1];
    struct live *live = NULL;
    if (!code_read(code, code_text, length)) {
        refuse_exchange(exchange, "tables", WHY_NO_TABLE, 0);
        return NULL;
    }
    switch (live_find(exchange->server, code, exchange->now, &live)) {
    case LIVE_FOUND:
        return live;
    case LIVE_NONE:
        refuse_exchange(exchange, "tables", WHY_NO_TABLE, 0);
        break;
    case LIVE_STORE:
        refuse_exchange(exchange, "tables", WHY_STORE, 1000);
        break;
    case LIVE_FULL:
        refuse_exchange(exchange, "tables", WHY_TOO_MANY_TABLES, (int64_t)exchange->server->options->max_tables);
        break;
    }
    return NULL;
}

static void get_table(struct exchange *exchange, const char *code)
{
    struct live *live = find_table(exchange, code, strlen(code));
    if (live == NULL)
        return;
    game_tick(live, exchange->now);
    struct carom_text text = carom_text_in(answer_bytes, sizeof answer_bytes);
    carom_text_put(&text, "{\"code\":\"");
    carom_text_put(&text, live->code);
    carom_text_put(&text, "\",\"link\":\"/t/");
    carom_text_put(&text, live->code);
    carom_text_put(&text, "\",\"game\":");
    carom_text_uint(&text, live->facts.game);
    carom_text_put(&text, ",\"created\":");
    carom_text_int(&text, live->facts.created);
    carom_text_put(&text, ",\"options\":");
    table_options_write(&text, &live->options);
    carom_text_char(&text, ',');
    presence_write(&text, live);
    carom_text_put(&text, ",\"state\":");
    carom_table_write(&text, &live->table);
    carom_text_char(&text, '}');
    answer_json(exchange, MHD_HTTP_OK, &text);
    answer_after_commit(exchange);
}

/* ---- logs
 * ------------------------------------------------------------------------------------------------------------------------
 */

/* A log being collected. */
struct download {
    char *bytes;
    size_t length;
    size_t size;
    bool secrets;
};

static void add_line(struct download *download, const char *text, size_t length)
{
    while (download->length + length + 1 > download->size) {
        download->size = download->size == 0 ? 65536 : download->size * 2;
        download->bytes = realloc(download->bytes, download->size);
        if (download->bytes == NULL)
            must_alloc(SIZE_MAX);
    }
    memcpy(download->bytes + download->length, text, length);
    download->length += length;
    download->bytes[download->length++] = '\n';
}

static bool take_line(void *context, uint32_t seq, const char *text, size_t length)
{
    static char public_text[CAROM_EVENT_TEXT];
    struct download *download = context;
    if (seq == 1 && !download->secrets) {
        struct carom_text out = carom_text_in(public_text, sizeof public_text);
        game_write_public(&out, text, length);
        add_line(download, out.bytes, out.length);
    } else {
        add_line(download, text, length);
    }
    return true;
}

static bool read_game_number(const char *words, uint32_t *game)
{
    uint64_t number = 0;
    for (; *words >= '0' && *words <= '9' && number < UINT32_MAX; words++)
        number = number * 10 + (uint64_t)(*words - '0');
    *game = (uint32_t)number;
    return *words == '\0' && number >= 1 && number <= UINT32_MAX;
}

/* What was appended but not yet committed is not in it: the store's reader does not see it. */
static void get_log(struct exchange *exchange, const char *code, size_t code_length)
{
    struct live *live = find_table(exchange, code, code_length);
    const char *words = exchange_query(exchange, "game");
    if (live == NULL)
        return;
    uint32_t game = live->facts.game;
    if (words != NULL && (!read_game_number(words, &game) || game > live->facts.game)) {
        refuse_exchange(exchange, "log", WHY_NO_GAME, 0);
        return;
    }
    /* Earlier games are over, or were never started. */
    struct download download = {.secrets = game < live->facts.game || live->facts.over};
    if (!store_events(exchange->server->store, live->facts.id, game, 1, UINT32_MAX, take_line, &download)) {
        refuse_exchange(exchange, "log", WHY_STORE, 1000);
    } else if (download.length == 0) {
        refuse_exchange(exchange, "log", WHY_NO_GAME, 0);
    } else {
        char name[64];
        snprintf(name, sizeof name, "attachment; filename=\"carom-%s-%u.jsonl\"", live->code, game);
        exchange_answer(exchange, MHD_HTTP_OK, "application/x-ndjson", download.bytes, download.length);
        exchange_header(exchange, "Content-Disposition", name);
        exchange_header(exchange, "Cache-Control", "no-store");
    }
    free(download.bytes);
}

/* ---- positions
 * ---------------------------------------------------------------------------------------------------------------------
 */

static bool read_puzzle(struct exchange *exchange, const char *text, enum carom_position_need need,
                        struct carom_puzzle *puzzle)
{
    struct carom_fault fault;
    struct refused refused;
    if (carom_puzzle_read(puzzle, need, text, strlen(text), &fault))
        return true;
    refuse_fault(&refused, WHY_BAD_POSITION, &fault);
    exchange_refuse(exchange, "position", &refused);
    return false;
}

/* A number in the query, `*number` as it is if there is none. */
static bool query_number(struct exchange *exchange, const char *name, uint64_t most, uint64_t *number)
{
    const char *words = exchange_query(exchange, name);
    if (words == NULL)
        return true;
    char *end;
    unsigned long long value = strtoull(words, &end, 10);
    if (*words >= '0' && *words <= '9' && *end == '\0' && value <= most) {
        *number = value;
        return true;
    }
    struct refused refused;
    char what[96];
    snprintf(what, sizeof what, "`%s` has to be a whole number from 0 to %llu", name, (unsigned long long)most);
    refuse_what(&refused, WHY_BAD_QUERY, what);
    exchange_refuse(exchange, "query", &refused);
    return false;
}

static bool query_flag(const struct exchange *exchange, const char *name)
{
    const char *words = exchange_query(exchange, name);
    return words != NULL && strcmp(words, "0") != 0 && strcmp(words, "false") != 0;
}

static void get_solve(struct exchange *exchange, const char *text)
{
    struct carom_puzzle puzzle;
    if (!read_puzzle(exchange, text, CAROM_NEED_TARGET, &puzzle))
        return;
    exchange_suspend(exchange);
    if (!jobs_solve_exchange(exchange, &puzzle, query_flag(exchange, "all"), query_flag(exchange, "no_ricochet"))) {
        refuse_exchange(exchange, "solve", WHY_BUSY, 2000);
        exchange_resume(exchange);
    }
}

static void get_check(struct exchange *exchange, const char *text)
{
    struct carom_puzzle puzzle;
    struct carom_fault fault;
    struct refused refused;
    uint64_t bid = 0;
    const char *route = exchange_query(exchange, "route");
    if (!read_puzzle(exchange, text, CAROM_NEED_TARGET, &puzzle) || !query_number(exchange, "bid", CAROM_BID_MAX, &bid))
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
        struct carom_text out = carom_text_in(answer_bytes, sizeof answer_bytes);
        carom_check_describe(&out, &puzzle, check);
        answer_json(exchange, MHD_HTTP_OK, &out);
    } else {
        refuse_fault(&refused, WHY_BAD_ROUTE, &fault);
        exchange_refuse(exchange, "check", &refused);
    }
    free(check);
}

/* The word's place in a list like `any|no|only`; false if it is none. */
static bool query_choice(struct exchange *exchange, const char *name, const char *const *words, unsigned count,
                         unsigned *choice)
{
    const char *word = exchange_query(exchange, name);
    for (unsigned i = 0; word != NULL && i < count; i++) {
        if (strcmp(words[i], word) == 0) {
            *choice = i;
            return true;
        }
    }
    if (word == NULL)
        return true;
    struct refused refused;
    char what[96];
    snprintf(what, sizeof what, "`%s` has to be %s or %s", name, words[0], words[count - 1]);
    refuse_what(&refused, WHY_BAD_QUERY, what);
    exchange_refuse(exchange, "query", &refused);
    return false;
}

static void write_deal(struct carom_text *text, struct exchange *exchange, const struct carom_deal *deal, uint64_t seed,
                       uint64_t count)
{
    struct carom_random random = carom_random_seed(seed);
    bool expert = query_flag(exchange, "expert");
    bool micro = expert || query_flag(exchange, "micro");
    carom_text_put(text, "{\"positions\":[");
    for (uint64_t i = 0; i < count; i++) {
        struct carom_puzzle puzzle = {.game = micro ? CAROM_GAME_MICRO : CAROM_GAME_RICOCHET};
        if (micro)
            carom_deal_micro(&random, expert, &puzzle.micro);
        else
            carom_deal_position(&random, deal, &puzzle.position);
        carom_text_put(text, i == 0 ? "\"" : ",\"");
        carom_puzzle_write(text, &puzzle);
        carom_text_char(text, '"');
    }
    carom_text_put(text, "],\"seed\":");
    carom_text_uint(text, seed);
    carom_text_char(text, '}');
}

static void get_deal(struct exchange *exchange)
{
    static const char *const editions[] = {"1999", "2013"};
    static const char *const barriers[] = {"any", "no", "only"};
    uint64_t seed = seed_random();
    uint64_t count = 1;
    unsigned edition = CAROM_EDITION_2013;
    unsigned choice = CAROM_BARRIERS_ANY;
    if (!query_number(exchange, "seed", UINT64_MAX, &seed) || !query_number(exchange, "n", DEAL_MOST, &count) ||
        !query_choice(exchange, "edition", editions, 2, &edition) ||
        !query_choice(exchange, "barriers", barriers, 3, &choice))
        return;
    struct carom_deal deal = {
        .edition = (enum carom_edition)edition,
        .barriers = (enum carom_barriers)choice,
        .silver = query_flag(exchange, "silver"),
        .transparent = query_flag(exchange, "transparent"),
    };
    if (carom_board_count(deal.edition, deal.barriers) == 0) {
        struct refused refused;
        refuse_what(&refused, WHY_BAD_QUERY, "no board of 1999 has barriers");
        exchange_refuse(exchange, "deal", &refused);
        return;
    }
    struct carom_text text = carom_text_in(answer_bytes, sizeof answer_bytes);
    write_deal(&text, exchange, &deal, seed, count);
    answer_json(exchange, MHD_HTTP_OK, &text);
}

/* ---- routing
 * --------------------------------------------------------------------------------------------------------------------------
 */

static bool route_table(struct exchange *exchange)
{
    const char *rest = after(exchange->url, "/t/");
    const char *slash = rest != NULL ? strchr(rest, '/') : NULL;
    if (slash != NULL && strcmp(slash, "/log") == 0) {
        get_log(exchange, rest, (size_t)(slash - rest));
        return true;
    }
    return false;
}

static void get_metrics(struct exchange *exchange)
{
    struct carom_text text = carom_text_in(answer_bytes, sizeof answer_bytes);
    metrics_write(&text, exchange->server);
    exchange_answer(exchange, MHD_HTTP_OK, "text/plain; version=0.0.4", text.bytes, text.length);
}

static bool route_get(struct exchange *exchange)
{
    const char *url = exchange->url;
    const char *rest;
    if (strcmp(url, "/healthz") == 0) {
        bool stopping = exchange->server->stopping;
        exchange_answer(exchange, stopping ? 503 : 200, "text/plain", stopping ? "stopping\n" : "ok\n",
                        stopping ? 9 : 3);
    } else if (strcmp(url, "/metrics") == 0) {
        get_metrics(exchange);
    } else if ((rest = after(url, "/api/tables/")) != NULL) {
        get_table(exchange, rest);
    } else if ((rest = after(url, "/api/solve/")) != NULL) {
        get_solve(exchange, rest);
    } else if ((rest = after(url, "/api/check/")) != NULL) {
        get_check(exchange, rest);
    } else if (strcmp(url, "/api/deal") == 0) {
        get_deal(exchange);
    } else {
        return route_table(exchange);
    }
    return true;
}

bool api_route(struct exchange *exchange)
{
    bool get = strcmp(exchange->method, "GET") == 0 || strcmp(exchange->method, "HEAD") == 0;
    bool tables = strcmp(exchange->url, "/api/tables") == 0;
    if (tables && strcmp(exchange->method, "POST") == 0) {
        post_table(exchange);
        return true;
    }
    if (!get || tables) {
        refuse_exchange(exchange, "request", WHY_BAD_METHOD, 0);
        return true;
    }
    return route_get(exchange);
}
