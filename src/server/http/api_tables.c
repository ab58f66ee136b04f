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
    if (tables_fetch(tables, code, &waiting->held)) {
        exchange_suspend(exchange);
        return true;
    }
    free(waiting);
    return false;
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
    struct table *table = table_find(tables, code, exchange->now, &ignored);
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

static struct table *create_table(struct exchange *exchange, struct refused *refused)
{
    struct carom_opening opening;
    struct table_options options = TABLE_OPTIONS_DEFAULT;
    if (!read_body(exchange, &opening, &options, refused))
        return NULL;
    struct rate rate = rate_hourly(exchange->http->base->options->new_tables);
    carom_ms wait = visitor_take(exchange->visitor, ALLOW_TABLE, exchange->now, rate);
    if (wait > 0) {
        refuse_number(refused, WHY_RATE, wait);
        return NULL;
    }
    return table_create(exchange->http->tables, &opening, &options, exchange->now, refused);
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

static void post_table(struct exchange *exchange)
{
    struct refused refused;
    const struct table *table = create_table(exchange, &refused);
    if (table == NULL) {
        exchange_refuse(exchange, "tables", &refused);
        return;
    }
    struct carom_text text = exchange_text();
    carom_json_begin(&text, NULL, '{');
    write_place(&text, table);
    carom_json_end(&text, '}');
    exchange_json(exchange, MHD_HTTP_CREATED, &text);
    log_line(SERVE_LOG_INFO, "table-created", "table=%s preset=%s address=%s", table->code,
             carom_preset_name(table->state.rules.preset), exchange->visitor->name);
    answer_after_commit(exchange, table);
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
        table = table_find(exchange->http->tables, code, exchange->now, &refused);
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
    presence_write(&text, table);
    table_state_write(&text, table);
    carom_json_end(&text, '}');
    exchange_json(exchange, MHD_HTTP_OK, &text);
    answer_after_commit(exchange, table);
}

/* ---- logs ---- */

/* A log on its way: a page is read when the one before has gone out, so that no log is too long. */
struct download {
    struct tables *tables;
    struct exchange *exchange;
    char code[CODE_LENGTH + 1];
    struct store_page page; /* the next one; from 0: that was all */
    struct store_loaded loaded;
    bool secrets;
    bool reading;
    bool failed;
    char *bytes; /* the page at hand */
    size_t length;
    size_t room;
    size_t sent;
};

static void take_line(struct download *download, uint32_t seq)
{
    static char public_text[CAROM_EVENT_TEXT];
    size_t length;
    const char *text = store_loaded_event(&download->loaded, seq, &length);
    if (seq == 1 && !download->secrets) {
        struct carom_text out = carom_text_in(public_text, sizeof public_text);
        history_write_public(&out, text, length);
        text = out.bytes;
        length = out.length;
    }
    download->bytes = must_grow(download->bytes, &download->room, download->length + length + 1, 1);
    memcpy(download->bytes + download->length, text, length);
    download->length += length;
    download->bytes[download->length++] = '\n';
}

static void load_page(struct store *store, void *context)
{
    struct download *download = context;
    download->failed = !store_load_page(store, &download->page, &download->loaded);
}

static void take_page(struct download *download)
{
    download->length = 0;
    download->sent = 0;
    for (uint32_t seq = download->loaded.from; !download->failed && seq < download->loaded.next; seq++)
        take_line(download, seq);
    store_loaded_done(&download->loaded);
    download->page.from = download->failed ? 0 : download->page.next;
    download->reading = false;
}

/* The answer goes on with the page that was read. */
static void on_page(void *context)
{
    struct download *download = context;
    take_page(download);
    exchange_resume(download->exchange);
}

/* False: it comes later. */
static bool read_page(struct download *download)
{
    if (!download->tables->shared) {
        load_page(download->tables->store, download);
        take_page(download);
        return true;
    }
    download->reading = true;
    exchange_suspend(download->exchange);
    reader_do(download->tables, load_page, on_page, download);
    return false;
}

static ssize_t give_bytes(void *context, uint64_t position, char *buffer, size_t most)
{
    struct download *download = context;
    (void)position;
    if (download->reading || (download->sent == download->length && download->page.from != 0 && !read_page(download)))
        return 0;
    if (download->failed)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    size_t count = download->length - download->sent;
    count = count < most ? count : most;
    memcpy(buffer, download->bytes + download->sent, count);
    download->sent += count;
    return count > 0 ? (ssize_t)count : MHD_CONTENT_READER_END_OF_STREAM;
}

static void free_download(void *context)
{
    struct download *download = context;
    free(download->bytes);
    free(download);
}

static bool read_game_number(const char *words, uint32_t *game)
{
    uint64_t number = 0;
    for (; *words >= '0' && *words <= '9' && number < UINT32_MAX; words++)
        number = number * 10 + (uint64_t)(*words - '0');
    *game = (uint32_t)number;
    return *words == '\0' && number >= 1 && number <= UINT32_MAX;
}

/* The first page is there. */
static void answer_log(struct download *download)
{
    struct exchange *exchange = download->exchange;
    char name[64];
    snprintf(name, sizeof name, "attachment; filename=\"carom-%s-%u.jsonl\"", download->code, download->page.game);
    if (download->failed || download->length == 0) {
        exchange_refuse_why(exchange, "log", download->failed ? WHY_STORE : WHY_NO_GAME, 1000);
        free_download(download);
        return;
    }
    exchange_stream(exchange, "application/x-ndjson", give_bytes, download, free_download);
    exchange_header(exchange, "Content-Disposition", name);
    exchange_header(exchange, "Cache-Control", "no-store");
}

static void on_first_page(void *context)
{
    struct download *download = context;
    struct exchange *exchange = download->exchange;
    take_page(download);
    answer_log(download);
    if (exchange->suspended)
        exchange_resume(exchange);
}

/* What was appended but not yet committed is not in it: the store's reader does not see it. */
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
    struct download *download = must_alloc(sizeof *download);
    download->tables = table->tables;
    download->exchange = exchange;
    memcpy(download->code, table->code, sizeof download->code);
    download->secrets = game < table->facts.game || table->facts.over; /* earlier games are over, or never started */
    download->page =
        (struct store_page){.table = table->facts.id, .game = game, .from = 1, .to = UINT32_MAX, .bytes = STREAM_BYTES};
    if (table->tables->shared)
        exchange_suspend(exchange);
    reader_do(table->tables, load_page, on_first_page, download);
}

bool api_tables_route(struct exchange *exchange)
{
    const char *code = exchange_after(exchange, "/api/tables/");
    const char *rest = exchange_after(exchange, "/t/");
    const char *slash = rest != NULL ? strchr(rest, '/') : NULL;
    if (strcmp(exchange->url, "/api/tables") == 0)
        post_table(exchange);
    else if (code != NULL)
        get_table(exchange, code);
    else if (slash != NULL && strcmp(slash, "/log") == 0)
        get_log(exchange, rest, (size_t)(slash - rest));
    else
        return false;
    return true;
}
