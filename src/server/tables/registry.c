/*
 * The registry of loaded tables: finding, creating, loading, unloading.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- unloading ---- */

static void unload(struct table *table)
{
    registry_remove(table);
    if (table->freshness != TABLE_FRESH)
        table->tables->stale_tables--;
    table->freshness = TABLE_FRESH;
    deferred_cancel_loading(table);
    deferred_cancel_all(table);
    round_solve_cancel(table);
    table->tables->bots->on_table_freed(table);
    table_retire(table);
}

void table_unload(struct table *table)
{
    unload(table);
}

void table_on_deleted(struct table *table)
{
    table_disconnect_all(table, API_ERR_TABLE_CLOSED, 0);
    unload(table);
}

static void sweep_bucket(struct table *table, carom_ms before)
{
    while (table != NULL) {
        struct table *next = table->next;
        if (table->refs == 0 && table->deferred == NULL && table->idle_since <= before) {
            log_event(SERVE_LOG_DEBUG, "table-unloaded", "table=%s", table->code);
            unload(table);
        }
        table = next;
    }
}

void tables_unload_idle(struct tables *tables, carom_ms now)
{
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        sweep_bucket(tables->buckets[i], now - (carom_ms)tables->base->options->idle_seconds * 1000);
}

/* ---- expiring ---- */

#define CROWDED_RETRY_MS 5000
#define DAY_MS ((carom_ms)24 * 60 * 60 * 1000)
#define EXPIRE_BATCH TEST_LIMIT(50, 1) /* tables examined per sweep */
#define EXPIRE_SHARED_MS 10000         /* between sweeps of a shared store, which other servers sweep too */

struct sweeping {
    struct tables *tables;
    struct store_expiry expiry;
    struct store_space space;
    bool good;
    size_t count;
    struct store_table expired[EXPIRE_BATCH];
};

static bool collect_expired(void *context, const struct store_table *stale)
{
    struct sweeping *sweeping = context;
    sweeping->expired[sweeping->count++] = *stale;
    return sweeping->count < EXPIRE_BATCH;
}

static void find_expired(struct store *store, void *context)
{
    struct sweeping *sweeping = context;
    if (!store_space(store, &sweeping->space))
        sweeping->space = (struct store_space){-1, -1, -1};
    sweeping->good =
        sweeping->expiry.idle_before == 0 || store_find_expired(store, &sweeping->expiry, collect_expired, sweeping);
}

static void delete_expired(void *context)
{
    struct sweeping *sweeping = context;
    struct tables *tables = sweeping->tables;
    tables->space = sweeping->space;
    tables->expiry.after = sweeping->expiry.after;
    for (size_t i = 0; i < sweeping->count; i++) {
        if (registry_by_code(tables, sweeping->expired[i].code) != NULL ||
            fetch_is_on(tables, sweeping->expired[i].code))
            continue;
        log_event(SERVE_LOG_INFO, "table-expired", "table=%s", sweeping->expired[i].code);
        check_alloc(store_batch_delete_table(commit_batch(tables), sweeping->expired[i].id));
        tables->purge_pending = true;
    }
    if (!sweeping->good)
        log_event(SERVE_LOG_WARN, "expire-failed", "after=%lld", (long long)sweeping->expiry.after);
    free(sweeping);
}

void tables_expire(struct tables *tables, carom_ms now)
{
    carom_ms keep = (carom_ms)tables->base->options->retention_days * DAY_MS;
    if (tables->shared && now < tables->expire_at)
        return;
    tables->expire_at = now + EXPIRE_SHARED_MS;
    struct sweeping *sweeping = xcalloc(sizeof *sweeping);
    sweeping->tables = tables;
    sweeping->expiry = (struct store_expiry){.after = tables->expiry.after, .batch = EXPIRE_BATCH};
    if (keep > 0) {
        sweeping->expiry.idle_before = now - keep;
        sweeping->expiry.unplayed_before = now - (keep < DAY_MS ? keep : DAY_MS);
    }
    read_async(tables, find_expired, delete_expired, sweeping);
}

void tables_unload_all(struct tables *tables)
{
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        while (tables->buckets[i] != NULL)
            unload(tables->buckets[i]);
}

/* Unloads a table that cannot continue and tells its sessions. */
static void fail_table(struct table *table)
{
    table_disconnect_all(table, API_ERR_STORE, 1000);
    unload(table);
}

static void on_table_failed(struct tables *tables, const struct store_failure *failure)
{
    struct table *table = registry_by_id(tables, failure->table);
    if (failure->table < 0) /* records: their operation decides again */
        return;
    if (replication_on_conflict(tables, failure))
        return;
    bool deleted = tables->shared && failure->reason == STORE_REJECT_NO_TABLE; /* deleted by another server */
    log_event(deleted ? SERVE_LOG_INFO : SERVE_LOG_ERROR, "table-write-failed", "id=%lld reason=%s",
              (long long)failure->table, store_reject_name(failure->reason));
    if (table != NULL && deleted)
        table_on_deleted(table);
    else if (table != NULL)
        fail_table(table);
}

/* ---- loading and creating ---- */

bool tables_have_space(const struct tables *tables, struct api_error *error)
{
    int64_t least = (int64_t)tables->base->options->min_free << 20;
    return tables->space.free < 0 || tables->space.free >= least || api_error_set(error, API_ERR_DISK_FULL);
}

/* The error for a table that is not loaded. */
static struct table *set_load_error(enum store_lookup found, struct api_error *error)
{
    if (found == STORE_NOT_FOUND)
        api_error_set(error, API_ERR_NO_TABLE);
    else
        api_error_set_number(error, API_ERR_STORE, 1000);
    return NULL;
}

struct table *table_get(struct tables *tables, const char *code, struct api_error *error)
{
    struct table *table = registry_by_code(tables, code);
    if (table != NULL || (tables->last_load_result == STORE_FOUND && tables_full(tables, error)))
        return table;
    return set_load_error(tables->last_load_result, error);
}

/* Draws a code that no table has, in memory or in the store. */
static bool new_code(struct tables *tables, char code[CODE_LENGTH + 1])
{
    struct store_table facts;
    for (int tries = 0; tries < 100; tries++) {
        table_code_random(code);
        if (registry_by_code(tables, code) == NULL &&
            (tables->shared || store_find(tables->store, code, &facts) == STORE_NOT_FOUND))
            return true; /* in a shared store the unique key decides */
    }
    return false;
}

/* Ids begin with the time. Of many tables created in one millisecond two might get the same id. */
static int64_t new_number(struct tables *tables, carom_ms now)
{
    int64_t id;
    do
        id = random_table_id(now);
    while (registry_by_id(tables, id) != NULL);
    return id;
}

/* A new table, until it is known to be on disk. */
struct created {
    int64_t id;
    char code[CODE_LENGTH + 1];
    const char *preset;
    char address[ADDRESS_SIZE]; /* shortened, for the log */
};

static void log_created(void *context, bool good)
{
    struct created *created = context;
    if (good)
        log_event(SERVE_LOG_INFO, "table-created", "id=%lld table=%s preset=%s address=%s", (long long)created->id,
                  created->code, created->preset, created->address);
    free(created);
}

static void log_when_committed(const struct table *table, const struct client_addr *maker)
{
    struct created *created = xcalloc(sizeof *created);
    created->id = table->row.id;
    created->preset = carom_preset_name(table->game.rules.preset);
    memcpy(created->code, table->code, sizeof created->code);
    address_write_short(created->address, &maker->address);
    commit_then(table, log_created, created);
}

struct table *table_create(struct tables *tables, const struct carom_game_config *config,
                           const struct table_options *options, const struct client_addr *maker, carom_ms now,
                           struct api_error *error)
{
    struct store_table facts = {.id = new_number(tables, now), .created = now};
    char code[CODE_LENGTH + 1];
    if (tables_full(tables, error) || !tables_have_space(tables, error))
        return NULL;
    if (tables->base->overloaded) { /* existing players come first */
        api_error_set_number(error, API_ERR_BUSY, CROWDED_RETRY_MS);
        return NULL;
    }
    if (!new_code(tables, code)) {
        api_error_set_number(error, API_ERR_STORE, 1000);
        return NULL;
    }
    memcpy(facts.code, code, sizeof code);
    struct table *table = table_new(tables, &facts, now);
    table->options = *options;
    table->maker = visitor_origin(maker);
    if (!game_open(table, config, now, error)) {
        unload(table);
        return NULL;
    }
    registry_add(table);
    tables->base->metrics.tables_created_total++;
    log_when_committed(table, maker);
    return table;
}

/* ---- starting and stopping ---- */

void tables_start(struct tables *tables, void (*failed)(void *context), void *context)
{
    tables->shared = store_is_shared(tables->store);
    if (tables->shared || !store_space(tables->store, &tables->space))
        tables->space.free = -1;
    static const struct commit_listener calls = {.table_failed = on_table_failed,
                                                 .written = replication_on_written,
                                                 .outcome_unknown = replication_on_outcome_unknown};
    refresh_start(tables, fail_table);
    listing_start(tables);
    fetches_start(tables);
    committer_start(tables, &calls, failed, context);
    if (tables->shared) {
        tables->server_id = store_server_id(tables->store);
        tables->reader = read_thread_start(&tables->base->loop, tables->store);
        tables->listener = notify_listener_start(tables);
    }
}

void tables_stop(struct tables *tables)
{
    if (tables->shared) {
        notify_listener_stop(tables->listener);
        read_thread_stop(tables->reader);
    }
    fetches_stop(tables);
    committer_stop(tables);
    tables_unload_all(tables);
    listing_stop(tables);
}
