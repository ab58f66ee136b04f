/*
 * What can be asked about tables. What changes one is in the store before it is answered.
 *
 * Where several servers share the data, any of them can be asked about any table: it is read first, and if another
 * server was faster with something, it is read and done again.
 */
#include "room.h"

#include <stdlib.h>

#define LIST_EACH 500 /* tables of the store in one answer */
#define ERASE_EACH 10 /* tables in one request: whoever asks goes on, and those who play have turns between */
#define TRIES_MOST 8

#define CANNOT_READ "The data cannot be read at the moment."
#define NO_TABLE "There is no table with that code."

/* ---- what is said of them ---- */

/* Who has a connection, here or to another server. */
static unsigned people_of(const struct table *table)
{
    unsigned here = 0;
    for (uint32_t i = 0; i < table->seat_count; i++)
        here += table->seats[i].used && seat_here(&table->seats[i]);
    return here;
}

static void write_brief(struct carom_text *text, const struct table *table)
{
    carom_json_words(text, "code", table->code);
    carom_json_number(text, "created", table->facts.created);
    carom_json_number(text, "game", table->facts.game);
    carom_json_words(text, "phase", carom_phase_name(table->state.phase));
    carom_json_number(text, "events", table->state.seq);
    carom_json_number(text, "players", carom_table_seated(&table->state));
    carom_json_number(text, "here", people_of(table));
    carom_json_number(text, "watching", table->watching + table->displays);
    carom_json_flag(text, "locked", table->locked);
    carom_json_flag(text, "paused", table->state.paused);
}

/* Where the connections come from: what can be banned. Of those to other servers only that they are is known. */
static void write_guests(struct carom_text *text, const struct table *table)
{
    carom_json_begin(text, "connections", '[');
    for (const struct guest *guest = table->audience; guest != NULL; guest = guest->next) {
        carom_json_begin(text, NULL, '{');
        carom_json_words(text, "player", guest->seat != TABLE_NO_SEAT ? table->seats[guest->seat].player : NULL);
        carom_json_words(text, "address", guest->peer->visitor->name);
        carom_json_end(text, '}');
    }
    for (uint32_t i = 0; i < table->seat_count; i++) {
        if (!table->seats[i].used || !table->seats[i].elsewhere)
            continue;
        carom_json_begin(text, NULL, '{');
        carom_json_words(text, "player", table->seats[i].player);
        carom_json_words(text, "address", NULL);
        carom_json_end(text, '}');
    }
    carom_json_end(text, ']');
}

/* ---- all of them ---- */

static void list_one(void *context, struct table *table)
{
    struct carom_text text = act_begin();
    write_brief(&text, table);
    act_finish(context, &text);
}

/* Done so far; there may be more after the last one of the page. */
static void good_until(struct act *act)
{
    char after[24];
    struct carom_text text = act_begin();
    carom_json_flag(&text, "ok", true);
    if (act->count > 0) { /* more than a browser's numbers hold, so words */
        struct carom_text words = carom_text_in(after, sizeof after);
        carom_text_int(&words, act->page[act->count - 1].id);
        carom_json_words(&text, "after", after);
    }
    act_finish(act, &text);
    act->end(act);
}

/* Tables of the store, so many of those behind the one that the request names. */
struct paging {
    struct act *act;
    int64_t after;
    unsigned most;
    reader_done *then;
};

static bool add_to_page(void *context, const struct store_table *facts)
{
    struct act *act = context;
    act->page[act->count++] = *facts;
    return true;
}

static void read_page(struct store *store, void *context)
{
    struct paging *paging = context;
    paging->act->read = store_list(store, paging->after, paging->most, add_to_page, paging->act);
}

static void on_page(void *context)
{
    struct paging *paging = context;
    struct act *act = paging->act;
    reader_done *then = paging->then;
    free(paging);
    if (act->read)
        then(act);
    else
        act_wrong(act, CANNOT_READ);
}

static void begin_page(struct act *act, const char *after, unsigned most, reader_done *then)
{
    struct paging *paging = must_alloc(sizeof *paging);
    *paging = (struct paging){.act = act, .after = strtoll(after, NULL, 10), .most = most, .then = then};
    act->page = must_alloc(most * sizeof *act->page);
    reader_do(act->tables, read_page, on_page, paging);
}

/* Of a table that is not in memory only so much is known without reading its log. */
static void list_page(void *context)
{
    struct act *act = context;
    for (unsigned i = 0; i < act->count; i++) {
        const struct store_table *facts = &act->page[i];
        struct carom_text text = act_begin();
        carom_json_words(&text, "code", facts->code);
        carom_json_number(&text, "created", facts->created);
        carom_json_number(&text, "game", facts->game);
        carom_json_flag(&text, "over", facts->over);
        act_finish(act, &text);
    }
    good_until(act);
}

/* Those in memory; or (`after` is given) a page of all that there are, and where the next one begins. */
void act_list(struct act *act)
{
    char after[24];
    size_t length;
    if (carom_json_string(act->json, carom_json_get(act->json, 0, "after"), after, sizeof after, &length)) {
        begin_page(act, after, LIST_EACH, list_page);
        return;
    }
    tables_each(act->tables, list_one, act);
    act_good(act);
}

/* ---- one of them ---- */

static void serve(struct act *act, struct table *table)
{
    act->now = clock_now();
    act->serve(act, table);
}

static void on_table(struct table *table, struct held *held)
{
    struct act *act = (struct act *)held;
    if (table != NULL)
        serve(act, table);
    else
        act_wrong(act, act->tables->fetched == STORE_NONE ? NO_TABLE : CANNOT_READ);
}

static void on_no_table(struct held *held)
{
    act_wrong((struct act *)held, CANNOT_READ);
}

/* Does it with the table that the request names, as soon as it is in memory. */
static void with_table(struct act *act, void (*then)(struct act *act, struct table *table))
{
    char words[64];
    char code[CODE_LENGTH + 1];
    size_t length;
    struct refused refused = {0};
    act->serve = then;
    act->held = (struct held){.run = on_table, .drop = on_no_table};
    if (!carom_json_string(act->json, carom_json_get(act->json, 0, "table"), words, sizeof words, &length) ||
        !code_read(code, words, length)) {
        act_wrong(act, NO_TABLE);
        return;
    }
    enum fetching fetching = tables_fetch(act->tables, code, &act->held);
    if (fetching == FETCH_WAITS)
        return;
    struct table *table = fetching == FETCH_READY ? table_find(act->tables, code, &refused) : NULL;
    if (table != NULL)
        serve(act, table);
    else
        act_wrong(act, refused.why == WHY_NO_TABLE ? NO_TABLE : CANNOT_READ);
}

/* What was done is in the store, or never happened. */
static void on_committed(void *context, bool good)
{
    struct act *act = context;
    struct table *table = act->table;
    bool again = !good && act->tables->shared && !act->tables->unsure && ++act->tries <= TRIES_MOST &&
                 !table->forgotten && later_add(table, &act->held);
    table_release(table);
    if (again) /* another server was faster with something: when that is read */
        return;
    if (good)
        act_good(act);
    else
        act_wrong(act, "The data could not be written; look whether it was done, and ask again.");
}

static void when_committed(struct act *act, struct table *table)
{
    act->table = table;
    table_use(table);
    commit_call(table, on_committed, act);
}

static void show(struct act *act, struct table *table)
{
    struct carom_text text = act_begin();
    write_brief(&text, table);
    carom_json_words(&text, "host", table->host[0] != '\0' ? table->host : NULL);
    table_options_write(&text, "options", &table->options);
    carom_json_begin(&text, "names", '{');
    for (unsigned i = 0; i < table->state.seats; i++)
        if (table->state.players[i].seated)
            carom_json_words(&text, carom_table_id(&table->state, i), carom_table_name(&table->state, i));
    carom_json_end(&text, '}');
    write_guests(&text, table);
    act_finish(act, &text);
    act_good(act);
}

void act_show(struct act *act)
{
    with_table(act, show);
}

static void lock(struct act *act, struct table *table)
{
    table_lock(table, true);
    when_committed(act, table);
}

void act_lock(struct act *act)
{
    with_table(act, lock);
}

static void unlock(struct act *act, struct table *table)
{
    table_lock(table, false);
    when_committed(act, table);
}

void act_unlock(struct act *act)
{
    with_table(act, unlock);
}

static void close_table(struct act *act, struct table *table)
{
    table_close(table, act->now);
    when_committed(act, table);
}

void act_close(struct act *act)
{
    with_table(act, close_table);
}

static void delete_table(struct act *act, struct table *table)
{
    when_committed(act, table);
    table_delete(table);
}

void act_delete(struct act *act)
{
    with_table(act, delete_table);
}

/* ---- names ---- */

static void erase_next(struct act *act);

static void on_erased(void *context, const struct store_table *facts, int players)
{
    struct act *act = context;
    struct carom_text text = act_begin();
    carom_json_words(&text, "code", facts->code);
    if (players >= 0)
        carom_json_number(&text, "erased", players);
    else
        carom_json_flag(&text, "unreadable", true);
    if (players != 0)
        act_finish(act, &text);
    erase_next(act);
}

static void erase_next(struct act *act)
{
    char name[NAME_MOST + 1];
    size_t length;
    if (act->tables->base->stopping) {
        act_wrong(act, CANNOT_READ);
    } else if (act->next == act->count) {
        good_until(act);
    } else {
        carom_json_string(act->json, carom_json_get(act->json, 0, "name"), name, sizeof name, &length);
        table_erase(act->tables, &act->page[act->next++], name, on_erased, act);
    }
}

static void erase_page(void *context)
{
    erase_next(context);
}

void act_erase(struct act *act)
{
    char name[NAME_MOST + 1];
    char after[24] = "0";
    size_t length;
    if (!carom_json_string(act->json, carom_json_get(act->json, 0, "name"), name, sizeof name, &length) ||
        length == 0) {
        act_wrong(act, "That is no name that somebody could have.");
        return;
    }
    carom_json_string(act->json, carom_json_get(act->json, 0, "after"), after, sizeof after, &length);
    if (!act->tables->shared)
        commit_drain(act->tables); /* games that have just begun are in the store, too */
    begin_page(act, after, ERASE_EACH, erase_page);
}
