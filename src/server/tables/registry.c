/*
 * The registry of tables in memory: finding, creating, loading, forgetting.
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- leaving memory ---- */

static void forget(struct table *table)
{
    index_drop(table);
    if (table->refreshing)
        table->tables->refreshing--;
    table->refreshing = false;
    later_forget(table);
    fairness_forget(table);
    rounds_forget(table);
    table->tables->players->forget(table);
    table_retire(table);
}

void table_forget(struct table *table)
{
    forget(table);
}

void table_gone(struct table *table)
{
    table_see_off(table, WHY_TABLE_CLOSED, 0);
    forget(table);
}

static void sweep_bucket(struct table *table, carom_ms before)
{
    while (table != NULL) {
        struct table *next = table->next;
        if (table->users == 0 && table->held == NULL && table->idle_since <= before) {
            log_line(SERVE_LOG_DEBUG, "table-idle", "table=%s", table->code);
            forget(table);
        }
        table = next;
    }
}

void tables_sweep(struct tables *tables, carom_ms now)
{
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        sweep_bucket(tables->buckets[i], now - (carom_ms)tables->base->options->idle_seconds * 1000);
}

/* ---- what is too old ---- */

#define CROWDED_RETRY_MS 5000
#define DAY_MS ((carom_ms)24 * 60 * 60 * 1000)
#define STALE_EACH SMALL(50, 1) /* tables looked at in one sweep */
#define STALE_SHARED_MS 10000   /* between sweeps, where other servers sweep as well */

struct sweeping {
    struct tables *tables;
    struct store_sweep sweep;
    struct store_space space;
    bool good;
    size_t count;
    struct store_table stale[STALE_EACH];
};

static bool note_stale(void *context, const struct store_table *stale)
{
    struct sweeping *sweeping = context;
    sweeping->stale[sweeping->count++] = *stale;
    return sweeping->count < STALE_EACH;
}

static void look_for_stale(struct store *store, void *context)
{
    struct sweeping *sweeping = context;
    if (!store_space(store, &sweeping->space))
        sweeping->space = (struct store_space){-1, -1, -1};
    sweeping->good = sweeping->sweep.idle_before == 0 || store_stale(store, &sweeping->sweep, note_stale, sweeping);
}

static void drop_stale(void *context)
{
    struct sweeping *sweeping = context;
    struct tables *tables = sweeping->tables;
    tables->space = sweeping->space;
    tables->stale.after = sweeping->sweep.after;
    for (size_t i = 0; i < sweeping->count; i++) {
        if (index_code(tables, sweeping->stale[i].code) != NULL || fetch_is_on(tables, sweeping->stale[i].code))
            continue;
        log_line(SERVE_LOG_INFO, "table-forgotten", "table=%s", sweeping->stale[i].code);
        must(store_writes_drop(commit_writes(tables), sweeping->stale[i].id));
        tables->untidy = true;
    }
    if (!sweeping->good)
        log_line(SERVE_LOG_WARN, "cannot-forget", "after=%lld", (long long)sweeping->sweep.after);
    free(sweeping);
}

void tables_forget_stale(struct tables *tables, carom_ms now)
{
    carom_ms keep = (carom_ms)tables->base->options->keep_days * DAY_MS;
    if (tables->shared && now < tables->stale_at)
        return;
    tables->stale_at = now + STALE_SHARED_MS;
    struct sweeping *sweeping = must_alloc(sizeof *sweeping);
    sweeping->tables = tables;
    sweeping->sweep = (struct store_sweep){.after = tables->stale.after, .most = STALE_EACH};
    if (keep > 0) {
        sweeping->sweep.idle_before = now - keep;
        sweeping->sweep.unplayed_before = now - (keep < DAY_MS ? keep : DAY_MS);
    }
    reader_do(tables, look_for_stale, drop_stale, sweeping);
}

void tables_forget(struct tables *tables)
{
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        while (tables->buckets[i] != NULL)
            forget(tables->buckets[i]);
}

/* It cannot go on. It leaves memory, and alone those at it are told. */
static void fail(struct table *table)
{
    table_see_off(table, WHY_STORE, 1000);
    forget(table);
}

static void on_table_failed(struct tables *tables, const struct store_failure *failure)
{
    struct table *table = index_id(tables, failure->table);
    if (refresh_lost(tables, failure))
        return;
    bool deleted = tables->shared && failure->why == STORE_WHY_GONE; /* by another server */
    log_line(deleted ? SERVE_LOG_INFO : SERVE_LOG_ERROR, "table-failed", "id=%lld why=%s", (long long)failure->table,
             store_why_name(failure->why));
    if (table != NULL && deleted)
        table_gone(table);
    else if (table != NULL)
        fail(table);
}

/* ---- coming into memory ---- */

static bool refuse_no_space(const struct tables *tables, struct refused *refused)
{
    int64_t least = (int64_t)tables->base->options->min_free << 20;
    return tables->space.free >= 0 && tables->space.free < least && !refuse(refused, WHY_NO_SPACE);
}

/* What is to be said about a table that is not in memory. */
static struct table *cannot_have(enum store_found found, struct refused *refused)
{
    if (found == STORE_NONE)
        refuse(refused, WHY_NO_TABLE);
    else
        refuse_number(refused, WHY_STORE, 1000);
    return NULL;
}

struct table *table_find(struct tables *tables, const char *code, struct refused *refused)
{
    struct table *table = index_code(tables, code);
    if (table != NULL || (tables->fetched == STORE_FOUND && tables_full(tables, refused)))
        return table;
    return cannot_have(tables->fetched, refused);
}

/* A code that no table has, in memory or in the store. */
static bool new_code(struct tables *tables, char code[CODE_LENGTH + 1])
{
    struct store_table facts;
    for (int tries = 0; tries < 100; tries++) {
        code_random(code);
        if (index_code(tables, code) == NULL &&
            (tables->shared || store_find(tables->store, code, &facts) == STORE_NONE))
            return true; /* in a shared store the key of the codes has the last word */
    }
    return false;
}

/* Its number begins with its time: of many tables in one millisecond two might have the same one. */
static int64_t new_number(struct tables *tables, carom_ms now)
{
    int64_t id;
    do
        id = table_number_random(now);
    while (index_id(tables, id) != NULL);
    return id;
}

/* A table that was made, until it is known to be on the disk. */
struct created {
    int64_t id;
    char code[CODE_LENGTH + 1];
    const char *preset;
    char address[ADDRESS_SIZE]; /* shortened */
};

static void log_created(void *context, bool good)
{
    struct created *created = context;
    if (good)
        log_line(SERVE_LOG_INFO, "table-created", "id=%lld table=%s preset=%s address=%s", (long long)created->id,
                 created->code, created->preset, created->address);
    free(created);
}

static void log_when_committed(const struct table *table, const struct visitor *maker)
{
    struct created *created = must_alloc(sizeof *created);
    created->id = table->facts.id;
    created->preset = carom_preset_name(table->state.rules.preset);
    memcpy(created->code, table->code, sizeof created->code);
    address_write_short(created->address, &maker->address);
    commit_call(table, log_created, created);
}

struct table *table_create(struct tables *tables, const struct carom_opening *opening,
                           const struct table_options *options, const struct visitor *maker, carom_ms now,
                           struct refused *refused)
{
    struct store_table facts = {.id = new_number(tables, now), .created = now};
    char code[CODE_LENGTH + 1];
    if (tables_full(tables, refused) || refuse_no_space(tables, refused))
        return NULL;
    if (tables->base->crowded) { /* those who play come first */
        refuse_number(refused, WHY_BUSY, CROWDED_RETRY_MS);
        return NULL;
    }
    if (!new_code(tables, code)) {
        refuse_number(refused, WHY_STORE, 1000);
        return NULL;
    }
    memcpy(facts.code, code, sizeof code);
    struct table *table = table_new(tables, &facts, now);
    table->options = *options;
    table->maker = visitor_origin(maker);
    if (!game_open(table, opening, now, refused)) {
        forget(table);
        return NULL;
    }
    index_add(table);
    tables->base->metrics.tables_created_total++;
    log_when_committed(table, maker);
    return table;
}

/* ---- beginning and end ---- */

void tables_start(struct tables *tables, void (*failed)(void *context), void *context)
{
    tables->shared = store_is_shared(tables->store);
    if (tables->shared || !store_space(tables->store, &tables->space))
        tables->space.free = -1;
    static const struct commit_calls calls = {
        .table_failed = on_table_failed, .written = refresh_written, .unsure = refresh_unsure};
    refresh_start(tables, fail);
    listing_start(tables);
    fetches_start(tables);
    committer_start(tables, &calls, failed, context);
    if (tables->shared) {
        tables->node = store_node(tables->store);
        tables->reader = reader_start(&tables->base->loop, tables->store);
        tables->hearing = hearing_start(tables);
    }
}

void tables_stop(struct tables *tables)
{
    if (tables->shared) {
        hearing_stop(tables->hearing);
        reader_stop(tables->reader);
    }
    fetches_stop(tables);
    committer_stop(tables);
    tables_forget(tables);
    listing_stop(tables);
}
