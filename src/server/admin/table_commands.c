/*
 * Commands about tables. A change is committed before it is answered.
 *
 * In a shared store any server can be asked about any table: it is loaded first, and if another server was faster, it
 * is read and changed again.
 */
#include "internal.h"

#include <stdlib.h>

#define LIST_EACH 500 /* tables of the store per answer */
#define ERASE_EACH 10 /* tables per request: the client continues, and players are served in between */
#define TRIES_MAX 8

#define CANNOT_READ "The data can't be read right now."
#define NO_TABLE "There is no table with that code."

/* ---- describing tables ---- */

/* The people connected, here or to another server. */
static unsigned connected_people(const struct table *table)
{
    unsigned here = 0;
    for (uint32_t i = 0; i < table->seat_count; i++)
        here += table->seats[i].in_use && seat_is_connected(&table->seats[i]);
    return here;
}

static void write_brief(struct carom_text *text, const struct table *table)
{
    carom_json_put_string(text, "code", table->code);
    carom_json_put_int(text, "created", table->row.created);
    carom_json_put_int(text, "game", table->row.game);
    carom_json_put_string(text, "phase", carom_phase_name(table->game.phase));
    carom_json_put_int(text, "events", table->game.seq);
    carom_json_put_int(text, "players", carom_table_seated_count(&table->game));
    carom_json_put_int(text, "here", connected_people(table));
    carom_json_put_int(text, "watching", table->watcher_count + table->display_count);
    carom_json_put_bool(text, "locked", table->locked);
    carom_json_put_bool(text, "paused", table->game.paused);
}

/* Writes the addresses of connections, which can be banned. For other servers only the number is known. */
static void write_sessions(struct carom_text *text, const struct table *table)
{
    carom_json_begin(text, "connections", '[');
    for (const struct session *session = table->sessions; session != NULL; session = session->next) {
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "player",
                              session->seat != TABLE_NO_SEAT ? table->seats[session->seat].player : NULL);
        carom_json_put_string(text, "address", session->conn->client_addr->text);
        carom_json_end(text, '}');
    }
    for (uint32_t i = 0; i < table->seat_count; i++) {
        if (!table->seats[i].in_use || !table->seats[i].remote)
            continue;
        carom_json_begin(text, NULL, '{');
        carom_json_put_string(text, "player", table->seats[i].player);
        carom_json_put_string(text, "address", NULL);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

/* ---- listing tables ---- */

static void list_one(void *context, struct table *table)
{
    struct carom_text text = admin_line_begin();
    write_brief(&text, table);
    admin_line_end(context, &text);
}

/* Ends a page; there may be more after its last table. */
static void reply_page_end(struct admin_request *request)
{
    char after[24];
    struct carom_text text = admin_line_begin();
    carom_json_put_bool(&text, "ok", true);
    if (request->count > 0) { /* ids exceed what JavaScript numbers hold, so they are strings */
        struct carom_text words = carom_text_init(after, sizeof after);
        carom_text_int(&words, request->rows[request->count - 1].id);
        carom_json_put_string(&text, "after", after);
    }
    admin_line_end(request, &text);
    request->on_complete(request);
}

/* Tables of the store after the one that the request names. */
struct table_page {
    struct admin_request *request;
    int64_t after;
    unsigned max;
    read_thread_done *then;
};

static bool add_to_page(void *context, const struct store_table *facts)
{
    struct admin_request *request = context;
    request->rows[request->count++] = *facts;
    return true;
}

static void read_page(struct store *store, void *context)
{
    struct table_page *page = context;
    page->request->store_done = store_list(store, page->after, page->max, add_to_page, page->request);
}

static void on_page(void *context)
{
    struct table_page *page = context;
    struct admin_request *request = page->request;
    read_thread_done *then = page->then;
    free(page);
    if (request->store_done)
        then(request);
    else
        admin_reply_error(request, CANNOT_READ);
}

static void begin_page(struct admin_request *request, const char *after, unsigned most, read_thread_done *then)
{
    struct table_page *page = xcalloc(sizeof *page);
    *page = (struct table_page){.request = request, .after = strtoll(after, NULL, 10), .max = most, .then = then};
    request->rows = xcalloc(most * sizeof *request->rows);
    read_async(request->tables, read_page, on_page, page);
}

/* For a table that is not loaded only this much is known without reading its log. */
static void list_page(void *context)
{
    struct admin_request *request = context;
    for (unsigned i = 0; i < request->count; i++) {
        const struct store_table *facts = &request->rows[i];
        struct carom_text text = admin_line_begin();
        carom_json_put_string(&text, "code", facts->code);
        carom_json_put_int(&text, "created", facts->created);
        carom_json_put_int(&text, "game", facts->game);
        carom_json_put_bool(&text, "over", facts->over);
        admin_line_end(request, &text);
    }
    reply_page_end(request);
}

/* Lists the loaded tables; or, if `after` is given, a page of all tables, and where the next one begins. */
void command_list(struct admin_request *request)
{
    char after[24];
    size_t length;
    if (carom_json_as_string(request->json, carom_json_get(request->json, 0, "after"), after, sizeof after, &length)) {
        begin_page(request, after, LIST_EACH, list_page);
        return;
    }
    tables_each(request->tables, list_one, request);
    admin_reply_ok(request);
}

/* ---- changing a table ---- */

static void serve(struct admin_request *request, struct table *table)
{
    request->now = clock_now_ms();
    request->table_action(request, table);
}

static void on_table(struct table *table, struct deferred *deferred)
{
    struct admin_request *request = (struct admin_request *)deferred;
    if (table != NULL)
        serve(request, table);
    else
        admin_reply_error(request, request->tables->last_load_result == STORE_NOT_FOUND ? NO_TABLE : CANNOT_READ);
}

static void on_table_not_found(struct deferred *deferred)
{
    admin_reply_error((struct admin_request *)deferred, CANNOT_READ);
}

/* Runs `then` with the table that the request names, once it is loaded. */
static void with_table(struct admin_request *request, void (*then)(struct admin_request *request, struct table *table))
{
    char words[64];
    char code[CODE_LENGTH + 1];
    size_t length;
    struct api_error error = {0};
    request->table_action = then;
    request->deferred = (struct deferred){.run = on_table, .cancel = on_table_not_found};
    if (!carom_json_as_string(request->json, carom_json_get(request->json, 0, "table"), words, sizeof words, &length) ||
        !table_code_read(code, words, length)) {
        admin_reply_error(request, NO_TABLE);
        return;
    }
    enum fetching fetching = tables_load_async(request->tables, code, &request->deferred);
    if (fetching == FETCH_WAITS)
        return;
    struct table *table = fetching == FETCH_READY ? table_get(request->tables, code, &error) : NULL;
    if (table != NULL)
        serve(request, table);
    else
        admin_reply_error(request, error.code == API_ERR_NO_TABLE ? NO_TABLE : CANNOT_READ);
}

/* The change is committed, or was rejected. */
static void on_committed(void *context, bool good)
{
    struct admin_request *request = context;
    struct table *table = request->table;
    bool again = !good && request->tables->shared && !request->tables->outcome_unknown &&
                 ++request->tries <= TRIES_MAX && !table->unloaded &&
                 deferred_add_until_loaded(table, &request->deferred);
    table_unref(table);
    if (again) /* another server was faster: repeat when that is read */
        return;
    if (good)
        admin_reply_ok(request);
    else
        admin_reply_error(request, "Couldn't write the data. Check whether it was done, then try again.");
}

static void when_committed(struct admin_request *request, struct table *table)
{
    request->table = table;
    table_ref(table);
    commit_then(table, on_committed, request);
}

static void show(struct admin_request *request, struct table *table)
{
    struct carom_text text = admin_line_begin();
    write_brief(&text, table);
    carom_json_put_string(&text, "host", table->host[0] != '\0' ? table->host : NULL);
    table_options_write(&text, "options", &table->options);
    carom_json_begin(&text, "names", '{');
    for (unsigned i = 0; i < table->game.seats; i++)
        if (table->game.players[i].seated)
            carom_json_put_string(&text, carom_table_id(&table->game, i), carom_table_name(&table->game, i));
    carom_json_end(&text, '}');
    write_sessions(&text, table);
    admin_line_end(request, &text);
    admin_reply_ok(request);
}

void command_show(struct admin_request *request)
{
    with_table(request, show);
}

static void lock(struct admin_request *request, struct table *table)
{
    table_lock(table, true);
    when_committed(request, table);
}

void command_lock(struct admin_request *request)
{
    with_table(request, lock);
}

static void unlock(struct admin_request *request, struct table *table)
{
    table_lock(table, false);
    when_committed(request, table);
}

void command_unlock(struct admin_request *request)
{
    with_table(request, unlock);
}

static void close_table(struct admin_request *request, struct table *table)
{
    table_close(table, request->now);
    when_committed(request, table);
}

void command_close(struct admin_request *request)
{
    with_table(request, close_table);
}

static void delete_table(struct admin_request *request, struct table *table)
{
    when_committed(request, table);
    table_delete(table);
}

void command_delete(struct admin_request *request)
{
    with_table(request, delete_table);
}

/* ---- erasing names ---- */

static void erase_next(struct admin_request *request);

static void on_erased(void *context, const struct store_table *facts, int players)
{
    struct admin_request *request = context;
    struct carom_text text = admin_line_begin();
    carom_json_put_string(&text, "code", facts->code);
    if (players >= 0)
        carom_json_put_int(&text, "erased", players);
    else
        carom_json_put_bool(&text, "unreadable", true);
    if (players != 0)
        admin_line_end(request, &text);
    erase_next(request);
}

static void on_people_erased(void *context, int64_t count)
{
    struct admin_request *request = context;
    if (count < 0) {
        admin_reply_error(request, CANNOT_READ);
        return;
    }
    if (count > 0) {
        struct carom_text text = admin_line_begin();
        carom_json_put_int(&text, "people", count);
        admin_line_end(request, &text);
    }
    reply_page_end(request);
}

static void erase_next(struct admin_request *request)
{
    char name[NICKNAME_MAX + 1];
    size_t length;
    if (request->tables->base->stopping) {
        admin_reply_error(request, CANNOT_READ);
    } else if (request->next == request->count && request->count > 0) {
        reply_page_end(request);
    } else if (request->next == request->count) { /* no more tables: the circles and results */
        carom_json_as_string(request->json, carom_json_get(request->json, 0, "name"), name, sizeof name, &length);
        company_erase(request->company, name, on_people_erased, request);
    } else {
        carom_json_as_string(request->json, carom_json_get(request->json, 0, "name"), name, sizeof name, &length);
        table_erase(request->tables, &request->rows[request->next++], name, on_erased, request);
    }
}

static void erase_page(void *context)
{
    erase_next(context);
}

void command_erase(struct admin_request *request)
{
    char name[NICKNAME_MAX + 1];
    char after[24] = "0";
    size_t length;
    if (!carom_json_as_string(request->json, carom_json_get(request->json, 0, "name"), name, sizeof name, &length) ||
        length == 0) {
        admin_reply_error(request, "That isn't a valid name.");
        return;
    }
    carom_json_as_string(request->json, carom_json_get(request->json, 0, "after"), after, sizeof after, &length);
    if (!request->tables->shared)
        commit_drain(request->tables); /* so that games that have just begun are in the store too */
    begin_page(request, after, ERASE_EACH, erase_page);
}
