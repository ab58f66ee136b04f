/*
 * HTTP API for tables: create, view, and read their logs (docs/reference/protocol.md).
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_NODES 1024

/* ---- waiting for a table to be loaded ---- */

struct waiting {
    struct deferred deferred; /* must be first: its callback receives it */
    struct http_request *request;
};

static void continue_after_load(struct table *table, struct deferred *deferred)
{
    struct http_request *request = ((struct waiting *)deferred)->request;
    (void)table;
    free(deferred);
    request->table_loaded = true;
    request->load_result = request->http->tables->last_load_result;
    request->suspended_by_handler = false;
    handle_tables(request);
    if (!request->suspended_by_handler)
        http_resume(request);
}

static void reply_load_failed(struct deferred *deferred)
{
    struct http_request *request = ((struct waiting *)deferred)->request;
    free(deferred);
    http_reply_error_code(request, "store", API_ERR_STORE, 1000);
    http_resume(request);
}

static bool wait_for_table(struct http_request *request, const char *code)
{
    struct tables *tables = request->http->tables;
    if (request->table_loaded) {
        tables->last_load_result = request->load_result;
        return false;
    }
    struct waiting *waiting = xcalloc(sizeof *waiting);
    *waiting =
        (struct waiting){.deferred = {.run = continue_after_load, .cancel = reply_load_failed}, .request = request};
    enum fetching fetching = tables_load_async(tables, code, &waiting->deferred);
    if (fetching == FETCH_WAITS) {
        http_suspend(request);
        return true;
    }
    free(waiting);
    if (fetching == FETCH_FULL)
        http_reply_error_code(request, "tables", API_ERR_BUSY, 1000);
    return fetching == FETCH_FULL;
}

/* Another server wrote this table first, so the deadlines that this server had handled are void: retries the request
 * once the table is up to date. False: it cannot be retried. */
static bool retry_after_conflict(struct http_request *request)
{
    struct tables *tables = request->http->tables;
    const char *words = http_path_after(request, "/api/tables/");
    char code[CODE_LENGTH + 1];
    struct api_error ignored;
    if (!tables->shared || tables->outcome_unknown || words == NULL || !table_code_read(code, words, strlen(words)))
        return false;
    struct table *table = table_get(tables, code, &ignored);
    struct waiting *waiting = xcalloc(sizeof *waiting);
    *waiting =
        (struct waiting){.deferred = {.run = continue_after_load, .cancel = reply_load_failed}, .request = request};
    if (table != NULL && deferred_add_until_loaded(table, &waiting->deferred))
        return true;
    free(waiting);
    return false;
}

static void answer_now(void *context, bool good)
{
    struct http_request *request = context;
    if (!good && retry_after_conflict(request))
        return;
    if (!good)
        http_reply_error_code(request, "store", API_ERR_STORE, 1000);
    http_resume(request);
}

/* Suspends the request until the state that its answer tells of is committed. */
static void answer_after_commit(struct http_request *request, const struct table *table)
{
    http_suspend(request);
    commit_then(table, answer_now, request);
}

/* ---- tables ---- */

/* Reads the options of a new table; `json` has no nodes if the request has no body. */
static bool read_new_table(const struct carom_json *json, struct carom_game_config *config,
                           struct table_options *options, struct api_error *error)
{
    bool body = json->count > 0;
    uint32_t rules = body ? carom_json_get(json, 0, "rules") : CAROM_JSON_NONE;
    uint32_t asked = body ? carom_json_get(json, 0, "options") : CAROM_JSON_NONE;
    if (body && !carom_json_is(json, 0, CAROM_JSON_OBJECT))
        return api_error_set_detail(error, API_ERR_BAD_JSON, "the body has to be a JSON object");
    if (rules != CAROM_JSON_NONE && !carom_json_is(json, rules, CAROM_JSON_OBJECT))
        return api_error_set_detail(error, API_ERR_BAD_RULES, "`rules` has to be an object");
    return (asked == CAROM_JSON_NONE || table_options_read(options, json, asked, error)) &&
           game_config_read_checked(config, json, rules, options, error);
}

static bool read_body(const struct http_request *request, struct carom_game_config *config,
                      struct table_options *options, struct api_error *error)
{
    struct carom_json_node *nodes = xcalloc(TABLE_NODES * sizeof *nodes);
    struct carom_json json = {0};
    struct carom_error input_error;
    bool good = request->body_length == 0 ||
                carom_json_read(&json, nodes, TABLE_NODES, request->body, request->body_length, &input_error) ||
                api_error_from_input(error, API_ERR_BAD_JSON, &input_error);
    good = good && read_new_table(&json, config, options, error);
    free(nodes);
    return good;
}

static void write_place(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    carom_json_put_string(text, "code", table->code);
    carom_json_open_string(text, "link");
    carom_text_put(text, "/t/");
    carom_text_put(text, table->code);
    carom_json_close_string(text);
    carom_json_put_int(text, "game", table->row.game);
}

static struct table *create_table(struct http_request *request, const struct carom_game_config *config,
                                  const struct table_options *options, struct api_error *error)
{
    struct rate_limit rate = rate_per_hour(request->http->base->options->new_tables_per_hour);
    carom_ms wait = client_addr_take(request->client_addr, RATE_NEW_TABLE, request->now, rate);
    if (wait > 0) {
        api_error_set_number(error, API_ERR_RATE_LIMIT, wait);
        return NULL;
    }
    return table_create(request->http->tables, config, options, request->client_addr, request->now, error);
}

bool api_create_table(struct http_request *request, const struct carom_game_config *config,
                      const struct table_options *options)
{
    struct api_error error;
    struct table *table = create_table(request, config, options, &error);
    if (table == NULL) {
        http_reply_error(request, "tables", &error);
        return false;
    }
    http_reply_json(request, MHD_HTTP_CREATED, write_place, table);
    listing_notify_one(table, request->now);
    answer_after_commit(request, table);
    return true;
}

static void post_table(struct http_request *request)
{
    struct carom_game_config config;
    struct table_options options = TABLE_OPTIONS_DEFAULT;
    struct api_error error;
    if (!read_body(request, &config, &options, &error))
        http_reply_error(request, "tables", &error);
    else if (options.public && (options.custom || carom_rules_is_solo(&config.rules)))
        http_reply_error_code(request, "tables", API_ERR_NOT_OPEN, 0);
    else
        api_create_table(request, &config, &options);
}

/* Finds the table. NULL: an error was answered, or the request is suspended until the table is loaded. */
static struct table *find_table(struct http_request *request, const char *code_text, size_t length)
{
    char code[CODE_LENGTH + 1];
    struct api_error error;
    struct table *table = NULL;
    if (table_code_read(code, code_text, length) &&
        client_addr_lookup_ban_ms(request->client_addr, request->now) == 0 && wait_for_table(request, code))
        return NULL;
    carom_ms wait = client_addr_lookup_ban_ms(request->client_addr, request->now);
    if (wait > 0)
        api_error_set_number(&error, API_ERR_RATE_LIMIT, wait);
    else if (table_code_read(code, code_text, length))
        table = table_get(request->http->tables, code, &error);
    else
        api_error_set(&error, API_ERR_NO_TABLE);
    if (table == NULL && error.code == API_ERR_NO_TABLE)
        client_addr_failed_lookup(request->client_addr, request->now,
                                  request->http->base->options->failed_lookups_per_hour);
    if (table == NULL)
        http_reply_error(request, "tables", &error);
    return table;
}

/* Only requests with the token of one of its seats may read a locked table. */
static bool may_read(struct http_request *request, const struct table *table)
{
    uint8_t hash[SEAT_TOKEN_HASH_SIZE];
    const char *token = http_header(request, "Carom-Seat");
    if (!table->locked)
        return true;
    if (token != NULL && seat_token_is_well_formed(token, strlen(token))) {
        seat_token_hash(hash, token);
        if (seat_find_by_hash(table, hash) != TABLE_NO_SEAT)
            return true;
    }
    http_reply_error_code(request, "tables", API_ERR_LOCKED, 0);
    return false;
}

static void write_table(struct carom_text *text, const void *context)
{
    const struct table *table = context;
    write_place(text, table);
    carom_json_put_int(text, "created", table->row.created);
    table_options_write(text, "options", &table->options);
    replay_url_write(text, table, table->row.game);
    presence_write(text, table);
    table_state_write(text, table);
}

static void get_table(struct http_request *request, const char *code)
{
    struct table *table = find_table(request, code, strlen(code));
    if (table == NULL || !may_read(request, table))
        return;
    game_tick(table, request->now);
    http_reply_json(request, MHD_HTTP_OK, write_table, table);
    answer_after_commit(request, table);
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

static void get_log(struct http_request *request, const char *code, size_t code_length)
{
    const struct table *table = find_table(request, code, code_length);
    const char *words = http_query(request, "game");
    if (table == NULL || !may_read(request, table))
        return;
    uint32_t game = table->row.game;
    if (words != NULL && (!read_game_number(words, &game) || game > table->row.game)) {
        http_reply_error_code(request, "log", API_ERR_NO_GAME, 0);
        return;
    }
    bool secrets = game < table->row.game || table->row.over; /* earlier games are over, or never started */
    char name[32];
    snprintf(name, sizeof name, "%s-%u", table->code, game);
    http_reply_log(request, &(struct log_request){table->row.id, game, secrets, name});
}

bool handle_tables(struct http_request *request)
{
    const char *code = http_path_after(request, "/api/tables/");
    const char *rest = http_path_after(request, "/t/");
    const char *slash = rest != NULL ? strchr(rest, '/') : NULL;
    if (strcmp(request->url, "/api/tables") == 0 && strcmp(request->method, "POST") == 0)
        post_table(request);
    else if (code != NULL)
        get_table(request, code);
    else if (slash != NULL && strcmp(slash, "/log") == 0)
        get_log(request, rest, (size_t)(slash - rest));
    else
        return false;
    return true;
}
