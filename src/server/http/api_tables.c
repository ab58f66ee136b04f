/*
 * The addresses for programs, tables: made, looked at, and their logs (docs/protocol.md).
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_NODES 1024

/* ---- waiting for a table that comes from a database ---- */

struct waiting {
    struct held held; /* first: what the table keeps */
    struct exchange *exchange;
};

static void go_on(struct table *table, struct held *held)
{
    struct exchange *exchange = ((struct waiting *)held)->exchange;
    (void)table;
    free(held);
    exchange->fetched = true;
    exchange->found = exchange->http->tables->fetched;
    exchange->waits = false;
    api_tables_route(exchange);
    if (!exchange->waits)
        exchange_resume(exchange);
}

static void give_up(struct held *held)
{
    struct exchange *exchange = ((struct waiting *)held)->exchange;
    free(held);
    exchange_refuse_why(exchange, "store", WHY_STORE, 1000);
    exchange_resume(exchange);
}

static bool waits_for(struct exchange *exchange, const char *code)
{
    struct tables *tables = exchange->http->tables;
    if (exchange->fetched) {
        tables->fetched = exchange->found;
        return false;
    }
    struct waiting *waiting = must_alloc(sizeof *waiting);
    *waiting = (struct waiting){.held = {.run = go_on, .drop = give_up}, .exchange = exchange};
    enum fetching fetching = tables_fetch(tables, code, &waiting->held);
    if (fetching == FETCH_WAITS) {
        exchange_suspend(exchange);
        return true;
    }
    free(waiting);
    if (fetching == FETCH_FULL)
        exchange_refuse_why(exchange, "tables", WHY_BUSY, 1000);
    return fetching == FETCH_FULL;
}

/* Another server was first, and what the clock brought here did not happen: looked at again when the table is up to
 * date. False: there is nothing to look at. */
static bool look_again(struct exchange *exchange)
{
    struct tables *tables = exchange->http->tables;
    const char *words = exchange_after(exchange, "/api/tables/");
    char code[CODE_LENGTH + 1];
    struct refused ignored;
    if (!tables->shared || tables->unsure || words == NULL || !code_read(code, words, strlen(words)))
        return false;
    struct table *table = table_find(tables, code, &ignored);
    struct waiting *waiting = must_alloc(sizeof *waiting);
    *waiting = (struct waiting){.held = {.run = go_on, .drop = give_up}, .exchange = exchange};
    if (table != NULL && later_add(table, &waiting->held))
        return true;
    free(waiting);
    return false;
}

static void answer_now(void *context, bool good)
{
    struct exchange *exchange = context;
    if (!good && look_again(exchange))
        return;
    if (!good)
        exchange_refuse_why(exchange, "store", WHY_STORE, 1000);
    exchange_resume(exchange);
}

/* The answer waits for the commit of what it tells of. */
static void answer_after_commit(struct exchange *exchange, const struct table *table)
{
    exchange_suspend(exchange);
    commit_call(table, answer_now, exchange);
}

/* ---- tables ---- */

/* What a body asks for; `json` has no nodes where there is no body. */
static bool read_new_table(const struct carom_json *json, struct carom_opening *opening, struct table_options *options,
                           struct refused *refused)
{
    bool body = json->count > 0;
    uint32_t rules = body ? carom_json_get(json, 0, "rules") : CAROM_JSON_NONE;
    uint32_t asked = body ? carom_json_get(json, 0, "options") : CAROM_JSON_NONE;
    if (body && !carom_json_is(json, 0, CAROM_JSON_OBJECT))
        return refuse_what(refused, WHY_BAD_JSON, "the body has to be a JSON object");
    if (rules != CAROM_JSON_NONE && !carom_json_is(json, rules, CAROM_JSON_OBJECT))
        return refuse_what(refused, WHY_BAD_RULES, "`rules` has to be an object");
    return (asked == CAROM_JSON_NONE || table_options_read(options, json, asked, refused)) &&
           opening_read(opening, json, rules, options->arranged, refused);
}

static bool read_body(const struct exchange *exchange, struct carom_opening *opening, struct table_options *options,
                      struct refused *refused)
{
    struct carom_json_node *nodes = must_alloc(TABLE_NODES * sizeof *nodes);
    struct carom_json json = {0};
    struct carom_fault fault;
    bool good = exchange->body_length == 0 ||
                carom_json_read(&json, nodes, TABLE_NODES, exchange->body, exchange->body_length, &fault) ||
                refuse_fault(refused, WHY_BAD_JSON, &fault);
    good = good && read_new_table(&json, opening, options, refused);
    free(nodes);
    return good;
}

static void write_place(struct carom_text *text, const struct table *table)
{
    carom_json_words(text, "code", table->code);
    carom_json_open(text, "link");
    carom_text_put(text, "/t/");
    carom_text_put(text, table->code);
    carom_json_close(text);
    carom_json_number(text, "game", table->facts.game);
}

static struct table *create_table(struct exchange *exchange, const struct carom_opening *opening,
                                  const struct table_options *options, struct refused *refused)
{
    struct rate rate = rate_hourly(exchange->http->base->options->new_tables);
    carom_ms wait = visitor_take(exchange->visitor, ALLOW_TABLE, exchange->now, rate);
    if (wait > 0) {
        refuse_number(refused, WHY_RATE, wait);
        return NULL;
    }
    return table_create(exchange->http->tables, opening, options, exchange->visitor, exchange->now, refused);
}

bool api_new_table(struct exchange *exchange, const struct carom_opening *opening, const struct table_options *options)
{
    struct refused refused;
    struct table *table = create_table(exchange, opening, options, &refused);
    if (table == NULL) {
        exchange_refuse(exchange, "tables", &refused);
        return false;
    }
    struct carom_text text = exchange_text();
    carom_json_begin(&text, NULL, '{');
    write_place(&text, table);
    carom_json_end(&text, '}');
    exchange_json(exchange, MHD_HTTP_CREATED, &text);
    listing_say_one(table, exchange->now);
    answer_after_commit(exchange, table);
    return true;
}

static void post_table(struct exchange *exchange)
{
    struct carom_opening opening;
    struct table_options options = TABLE_OPTIONS_DEFAULT;
    struct refused refused;
    if (!read_body(exchange, &opening, &options, &refused))
        exchange_refuse(exchange, "tables", &refused);
    else if (options.listed && (options.arranged || carom_rules_solo(&opening.rules)))
        exchange_refuse_why(exchange, "tables", WHY_NOT_OPEN, 0);
    else
        api_new_table(exchange, &opening, &options);
}

/* Finds the table or answers that it cannot be had; NULL also if the answer comes later. */
static struct table *find_table(struct exchange *exchange, const char *code_text, size_t length)
{
    char code[CODE_LENGTH + 1];
    struct refused refused;
    struct table *table = NULL;
    if (code_read(code, code_text, length) && visitor_missed(exchange->visitor, exchange->now) == 0 &&
        waits_for(exchange, code))
        return NULL;
    carom_ms wait = visitor_missed(exchange->visitor, exchange->now);
    if (wait > 0)
        refuse_number(&refused, WHY_RATE, wait);
    else if (code_read(code, code_text, length))
        table = table_find(exchange->http->tables, code, &refused);
    else
        refuse(&refused, WHY_NO_TABLE);
    if (table == NULL && refused.why == WHY_NO_TABLE)
        visitor_miss(exchange->visitor, exchange->now, exchange->http->base->options->misses);
    if (table == NULL)
        exchange_refuse(exchange, "tables", &refused);
    return table;
}

/* A locked table is read only by those who have a seat there, and say so with its token. */
static bool may_read(struct exchange *exchange, const struct table *table)
{
    uint8_t hash[TOKEN_HASH];
    const char *token = exchange_head(exchange, "Carom-Seat");
    if (!table->locked)
        return true;
    if (token != NULL && token_well_formed(token, strlen(token))) {
        token_hash(hash, token);
        if (seat_of_hash(table, hash) != TABLE_NO_SEAT)
            return true;
    }
    exchange_refuse_why(exchange, "tables", WHY_LOCKED, 0);
    return false;
}

static void get_table(struct exchange *exchange, const char *code)
{
    struct table *table = find_table(exchange, code, strlen(code));
    if (table == NULL || !may_read(exchange, table))
        return;
    game_tick(table, exchange->now);
    struct carom_text text = exchange_text();
    carom_json_begin(&text, NULL, '{');
    write_place(&text, table);
    carom_json_number(&text, "created", table->facts.created);
    table_options_write(&text, "options", &table->options);
    replay_write(&text, table, table->facts.game);
    presence_write(&text, table);
    table_state_write(&text, table);
    carom_json_end(&text, '}');
    exchange_json(exchange, MHD_HTTP_OK, &text);
    answer_after_commit(exchange, table);
}

/* ---- logs ---- */

static bool read_game_number(const char *words, uint32_t *game)
{
    uint64_t number = 0;
    for (; *words >= '0' && *words <= '9' && number < UINT32_MAX; words++)
        number = number * 10 + (uint64_t)(*words - '0');
    *game = (uint32_t)number;
    return *words == '\0' && number >= 1 && number <= UINT32_MAX;
}

static void get_log(struct exchange *exchange, const char *code, size_t code_length)
{
    const struct table *table = find_table(exchange, code, code_length);
    const char *words = exchange_query(exchange, "game");
    if (table == NULL || !may_read(exchange, table))
        return;
    uint32_t game = table->facts.game;
    if (words != NULL && (!read_game_number(words, &game) || game > table->facts.game)) {
        exchange_refuse_why(exchange, "log", WHY_NO_GAME, 0);
        return;
    }
    bool secrets = game < table->facts.game || table->facts.over; /* earlier games are over, or never started */
    char name[32];
    snprintf(name, sizeof name, "%s-%u", table->code, game);
    log_send(exchange, &(struct log_wish){table->facts.id, game, secrets, name});
}

bool api_tables_route(struct exchange *exchange)
{
    const char *code = exchange_after(exchange, "/api/tables/");
    const char *rest = exchange_after(exchange, "/t/");
    const char *slash = rest != NULL ? strchr(rest, '/') : NULL;
    if (strcmp(exchange->url, "/api/tables") == 0 && strcmp(exchange->method, "POST") == 0)
        post_table(exchange);
    else if (code != NULL)
        get_table(exchange, code);
    else if (slash != NULL && strcmp(slash, "/log") == 0)
        get_log(exchange, rest, (size_t)(slash - rest));
    else
        return false;
    return true;
}
