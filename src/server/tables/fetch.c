/*
 * Loading tables. A game is read and applied in parts, one per loop iteration, so that the longest one delays no other
 * table; requests wait until it is complete. Most games fit into one part and load at once from a file.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAITING_MAX 1000 /* requests per table */

struct fetch {
    struct fetch *next;
    struct tables *tables;
    char code[CODE_LENGTH + 1];
    struct deferred *waiting;
    struct deferred **end;
    unsigned count;
    enum store_lookup found;
    struct store_table_data data; /* database: everything, in one snapshot; file: the current part */
    struct table *table;          /* as far as it is loaded; NULL: nothing yet */
    bool reading;                 /* the read thread owns `data` */
    bool more;                    /* file: more parts follow */
    bool again;                   /* the log was rewritten meanwhile */
    bool parts;                   /* there was more than one part */
};

/* ---- one table ---- */

static void take_seat(void *context, const struct store_seat *seat)
{
    struct table *table = context;
    uint64_t number = player_number_from_id(seat->player);
    table->last_player = number > table->last_player ? number : table->last_player;
    seat_add(table, seat->player, seat->hash, table->idle_since);
}

static bool begin_table(struct fetch *fetch, const struct store_table *facts)
{
    fetch->table = table_new(fetch->tables, facts, clock_now_ms());
    table_parse_options(fetch->table);
    for (size_t i = 0; i < fetch->data.seat_count; i++)
        take_seat(fetch->table, &fetch->data.seats[i]);
    return fetch->tables->shared || store_seats(fetch->tables->store, facts->id, take_seat, fetch->table);
}

static bool begin_load(struct fetch *fetch)
{
    struct store_table facts = fetch->data.row;
    if (!fetch->tables->shared) {
        fetch->found = store_find(fetch->tables->store, fetch->code, &facts);
        fetch->data = (struct store_table_data){.from = 1, .next = 1};
        fetch->more = true;
    }
    struct api_error full;
    if (fetch->found != STORE_FOUND || tables_full(fetch->tables, &full))
        return false;
    if (!begin_table(fetch, &facts))
        fetch->found = STORE_FAILED;
    return fetch->found == STORE_FOUND;
}

static bool read_part(struct fetch *fetch)
{
    struct store_page page = {.table = fetch->table->row.id,
                              .game = fetch->table->row.game,
                              .from = fetch->data.next,
                              .to = UINT32_MAX,
                              .events = PART_EVENTS};
    store_table_data_destroy(&fetch->data);
    bool good = store_load_events(fetch->tables->store, &page, &fetch->data);
    fetch->more = page.next != 0;
    return good && (!fetch->more || fetch->data.next > fetch->data.from);
}

/* Reads and applies a part. True: it was the last one, or the table cannot be loaded. */
static bool take_part(struct fetch *fetch)
{
    if (fetch->table == NULL && !begin_load(fetch))
        return true;
    struct table *table = fetch->table;
    if (fetch->more && table->game.seq + 1 >= fetch->data.next && !read_part(fetch)) {
        fetch->found = STORE_FAILED;
        return true;
    }
    uint32_t from = table->game.seq + 1, left = fetch->data.next - from;
    if (!game_load(table, &fetch->data, from, from + (left < PART_EVENTS ? left : PART_EVENTS))) {
        log_event(SERVE_LOG_ERROR, "table-load-failed", "id=%lld table=%s game=%u", (long long)table->row.id,
                  table->code, table->row.game);
        fetch->found = STORE_FAILED;
        return true;
    }
    bool last = !fetch->more && table->game.seq + 1 >= fetch->data.next;
    fetch->parts |= !last;
    return last;
}

/* Enters the table into the registry; NULL: it could not be loaded. */
static struct table *register_loaded(struct fetch *fetch)
{
    struct tables *tables = fetch->tables;
    struct table *table = fetch->table;
    struct table *other = registry_by_code(tables, fetch->code);
    struct api_error full;
    fetch->table = NULL;
    if (table == NULL)
        return other;
    if (other != NULL || fetch->found != STORE_FOUND || tables_full(tables, &full) || !game_loaded(table)) {
        table_retire(table);
        return other;
    }
    carom_ms now = clock_now_ms();
    registry_add(table);
    seats_trim(table, SEATS_KEPT);
    tables->base->metrics.tables_loaded_total++;
    tables->bots->on_change(table, now);
    game_solve(table);
    table_run_timer(table, now);
    return table;
}

/* ---- requests that wait for it ---- */

static struct fetch **find(struct tables *tables, const char *code)
{
    struct fetch **link = &tables->loads;
    while (*link != NULL && strcmp((*link)->code, code) != 0)
        link = &(*link)->next;
    return link;
}

bool fetch_is_on(struct tables *tables, const char *code)
{
    return *find(tables, code) != NULL;
}

void fetch_anew(struct tables *tables, const char *code)
{
    struct fetch *fetch = *find(tables, code);
    if (fetch != NULL)
        fetch->again = true;
}

static void free_fetch(struct fetch *fetch)
{
    *find(fetch->tables, fetch->code) = fetch->next;
    if (fetch->table != NULL)
        table_retire(fetch->table);
    store_table_data_destroy(&fetch->data);
    free(fetch);
}

static void wait_for(struct fetch *fetch, struct deferred *deferred)
{
    deferred->next = NULL;
    *fetch->end = deferred;
    fetch->end = &deferred->next;
    fetch->count++;
}

static struct deferred *take_waiting(struct fetch *fetch)
{
    struct deferred *deferred = fetch->waiting;
    if (deferred != NULL)
        fetch->waiting = deferred->next;
    return deferred;
}

static void finish(struct fetch *fetch)
{
    struct tables *tables = fetch->tables;
    struct table *table = register_loaded(fetch);
    struct deferred *deferred;
    if (table != NULL)
        table_ref(table);
    while ((deferred = take_waiting(fetch)) != NULL) {
        tables->last_load_result = fetch->found; /* earlier callbacks may have loaded others */
        deferred->run(table, deferred);
    }
    tables->last_load_result = fetch->found;
    if (table != NULL && tables->shared && fetch->parts)
        tables->poll_at = 0; /* other servers may have written to it meanwhile */
    if (table != NULL)
        table_unref(table);
    free_fetch(fetch);
}

static void start_over(struct fetch *fetch);

/* Reads one part of one table per iteration, in rotation. */
static void on_idle(uv_idle_t *idle)
{
    struct tables *tables = idle->data;
    struct fetch **link = &tables->loads;
    while (*link != NULL && (*link)->reading)
        link = &(*link)->next;
    struct fetch *fetch = *link;
    if (fetch == NULL) {
        uv_idle_stop(idle);
        return;
    }
    *link = fetch->next; /* moves to the end */
    fetch->next = NULL;
    while (*link != NULL)
        link = &(*link)->next;
    *link = fetch;
    if (fetch->again)
        start_over(fetch);
    else if (take_part(fetch))
        finish(fetch);
}

static void read_table(struct store *store, void *context)
{
    struct fetch *fetch = context;
    fetch->found = store_load_table(store, fetch->code, 0, 1, &fetch->data);
}

static void on_read(void *context)
{
    struct fetch *fetch = context;
    fetch->reading = false;
    uv_idle_start(&fetch->tables->loading, on_idle);
}

static void start(struct fetch *fetch)
{
    fetch->again = false;
    fetch->reading = fetch->tables->shared;
    if (fetch->reading)
        read_async(fetch->tables, read_table, on_read, fetch);
    else
        uv_idle_start(&fetch->tables->loading, on_idle);
}

static void start_over(struct fetch *fetch)
{
    if (fetch->table != NULL)
        table_retire(fetch->table);
    fetch->table = NULL;
    store_table_data_destroy(&fetch->data);
    start(fetch);
}

static struct fetch *new_fetch(struct tables *tables, const char *code)
{
    struct fetch *fetch = xcalloc(sizeof *fetch);
    fetch->tables = tables;
    fetch->end = &fetch->waiting;
    snprintf(fetch->code, sizeof fetch->code, "%s", code);
    fetch->next = tables->loads;
    tables->loads = fetch;
    return fetch;
}

enum fetching tables_load_async(struct tables *tables, const char *code, struct deferred *deferred)
{
    struct table *table = registry_by_code(tables, code);
    if (table != NULL && (!tables->shared || (table->freshness == TABLE_FRESH && !table->more_to_load)))
        return FETCH_READY;
    if (table != NULL)
        return deferred_add_until_loaded(table, deferred) ? FETCH_WAITS : FETCH_FULL;
    struct fetch *fetch = *find(tables, code);
    bool first = fetch == NULL;
    if (first)
        fetch = new_fetch(tables, code);
    if (first && !tables->shared && take_part(fetch)) {
        finish(fetch); /* a short game, or none */
        return FETCH_READY;
    }
    if (fetch->count >= WAITING_MAX)
        return FETCH_FULL;
    wait_for(fetch, deferred);
    if (first)
        start(fetch);
    return FETCH_WAITS;
}

/* ---- starting and stopping ---- */

void fetches_start(struct tables *tables)
{
    uv_idle_init(&tables->base->loop, &tables->loading);
    tables->loading.data = tables;
}

void fetches_stop(struct tables *tables)
{
    uv_close((uv_handle_t *)&tables->loading, NULL);
    while (tables->loads != NULL) {
        struct deferred *deferred;
        while ((deferred = take_waiting(tables->loads)) != NULL)
            deferred->cancel(deferred);
        free_fetch(tables->loads);
    }
}
