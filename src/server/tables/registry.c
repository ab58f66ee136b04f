/*
 * The registry of tables in memory: finding, creating, loading, forgetting.
 */
#include "room.h"

#include <string.h>

/* ---- in memory ---- */

static struct table **bucket_of(struct tables *tables, const char *code)
{
    uint32_t hash = 2166136261u;
    for (; *code != '\0'; code++)
        hash = (hash ^ (unsigned char)*code) * 16777619u;
    return &tables->buckets[(hash ^ hash >> 15) % TABLE_BUCKETS];
}

static struct table *in_memory(struct tables *tables, const char *code)
{
    struct table *table = *bucket_of(tables, code);
    while (table != NULL && strcmp(table->code, code) != 0)
        table = table->next;
    return table;
}

static void enter(struct table *table)
{
    struct table **bucket = bucket_of(table->tables, table->code);
    table->next = *bucket;
    *bucket = table;
    table->tables->count++;
}

static void forget(struct table *table)
{
    struct table **link = bucket_of(table->tables, table->code);
    while (*link != NULL && *link != table)
        link = &(*link)->next;
    if (*link == table) {
        *link = table->next;
        table->tables->count--;
    }
    fairness_forget(table);
    rounds_forget(table);
    table->tables->players->forget(table);
    table_retire(table);
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

#define DAY_MS ((carom_ms)24 * 60 * 60 * 1000)
#define STALE_EACH 50 /* tables looked at in one sweep */

static bool drop_stale(void *context, const struct store_table *stale)
{
    struct tables *tables = context;
    if (in_memory(tables, stale->code) == NULL) {
        log_line(SERVE_LOG_INFO, "table-forgotten", "table=%s", stale->code);
        must(store_writes_drop(commit_writes(tables), stale->id));
        tables->untidy = true;
    }
    return true;
}

void tables_forget_stale(struct tables *tables, carom_ms now)
{
    carom_ms keep = (carom_ms)tables->base->options->keep_days * DAY_MS;
    if (!store_space(tables->store, &tables->space))
        tables->space = (struct store_space){-1, -1, -1};
    if (keep == 0)
        return;
    tables->stale.idle_before = now - keep;
    tables->stale.unplayed_before = now - (keep < DAY_MS ? keep : DAY_MS);
    tables->stale.most = STALE_EACH;
    if (!store_stale(tables->store, &tables->stale, drop_stale, tables))
        log_line(SERVE_LOG_WARN, "cannot-forget", "after=%lld", (long long)tables->stale.after);
}

void tables_forget(struct tables *tables)
{
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        while (tables->buckets[i] != NULL)
            forget(tables->buckets[i]);
}

static struct table *table_of_id(struct tables *tables, int64_t id)
{
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = tables->buckets[i]; table != NULL; table = table->next)
            if (table->facts.id == id)
                return table;
    return NULL;
}

/* Its writes cannot be. It leaves memory, and alone those at it are told. */
static void table_fail(struct tables *tables, int64_t id)
{
    struct table *table = table_of_id(tables, id);
    if (table == NULL)
        return;
    for (struct guest *guest = table->audience; guest != NULL; guest = guest->next)
        peer_bye(guest->peer, WHY_STORE, 1000);
    forget(table);
}

/* ---- coming into memory ---- */

static void take_seat(void *context, const struct store_seat *seat)
{
    struct table *table = context;
    uint64_t number = player_number_of_id(seat->player);
    table->last_player = number > table->last_player ? number : table->last_player;
    seat_add(table, seat->player, seat->hash, table->idle_since);
}

static void read_options(struct table *table)
{
    struct carom_json_node nodes[32];
    struct carom_json json;
    struct refused refused;
    table->options = TABLE_OPTIONS_DEFAULT;
    if (carom_json_read(&json, nodes, 32, table->facts.options, strlen(table->facts.options), NULL)) {
        table_options_read(&table->options, &json, 0, &refused);
        host_read(table, &json);
    }
}

/* NULL: the store failed, or what it has is no game. */
static struct table *load(struct tables *tables, const struct store_table *facts, carom_ms now)
{
    struct table *table = table_new(tables, facts, now);
    read_options(table);
    if (!store_seats(tables->store, facts->id, take_seat, table) || !game_load(table)) {
        log_line(SERVE_LOG_ERROR, "table-unreadable", "table=%s game=%u", table->code, facts->game);
        forget(table);
        return NULL;
    }
    enter(table);
    tables->base->metrics.tables_loaded_total++;
    tables->players->notice(table, now);
    game_solve(table);
    table_wake(table, now);
    return table;
}

static bool refuse_full(const struct tables *tables, struct refused *refused)
{
    uint64_t most = tables->base->options->max_tables;
    return tables->count >= most && !refuse_number(refused, WHY_TOO_MANY_TABLES, (int64_t)most);
}

static bool refuse_no_space(const struct tables *tables, struct refused *refused)
{
    int64_t least = (int64_t)tables->base->options->min_free << 20;
    return tables->space.free >= 0 && tables->space.free < least && !refuse(refused, WHY_NO_SPACE);
}

struct table *table_find(struct tables *tables, const char *code, carom_ms now, struct refused *refused)
{
    struct table *table = in_memory(tables, code);
    struct store_table facts;
    if (table != NULL)
        return table;
    switch (store_find(tables->store, code, &facts)) {
    case STORE_FOUND:
        if (refuse_full(tables, refused))
            return NULL;
        table = load(tables, &facts, now);
        break;
    case STORE_NONE:
        refuse(refused, WHY_NO_TABLE);
        return NULL;
    case STORE_FAILED:
        break;
    }
    if (table == NULL)
        refuse_number(refused, WHY_STORE, 1000);
    return table;
}

/* A code that no table has, in memory or in the store. */
static bool new_code(struct tables *tables, char code[CODE_LENGTH + 1])
{
    struct store_table facts;
    for (int tries = 0; tries < 100; tries++) {
        code_random(code);
        if (in_memory(tables, code) == NULL && store_find(tables->store, code, &facts) == STORE_NONE)
            return true;
    }
    return false;
}

struct table *table_create(struct tables *tables, const struct carom_opening *opening,
                           const struct table_options *options, carom_ms now, struct refused *refused)
{
    struct store_table facts = {.id = table_number_random(now), .created = now};
    char code[CODE_LENGTH + 1];
    if (refuse_full(tables, refused) || refuse_no_space(tables, refused))
        return NULL;
    if (!new_code(tables, code)) {
        refuse_number(refused, WHY_STORE, 1000);
        return NULL;
    }
    memcpy(facts.code, code, sizeof code);
    struct table *table = table_new(tables, &facts, now);
    table->options = *options;
    if (!game_open(table, opening, now, refused)) {
        forget(table);
        return NULL;
    }
    enter(table);
    tables->base->metrics.tables_created_total++;
    return table;
}

/* ---- beginning and end ---- */

void tables_start(struct tables *tables, void (*failed)(void *context), void *context)
{
    if (!store_space(tables->store, &tables->space))
        tables->space.free = -1;
    committer_start(tables, table_fail, failed, context);
}

void tables_stop(struct tables *tables)
{
    committer_stop(tables);
    tables_forget(tables);
}
