/*
 * Tables that other servers write to as well.
 *
 * There is no leader and no lock: each server decides by what it knows, and the primary key of events lets one of two
 * servers write event 17 (optimistic concurrency). So a table in memory can be behind the log. That is noticed in three
 * ways: another server notifies us (notify_listener.c), which may get lost; polling every few seconds; or a write of
 * ours is rejected. Then the rest of the log is read, applied and broadcast, in order and without gaps; what was
 * decided without knowing it never happened, and is decided again.
 *
 * While the log is being read nothing is decided about the table, and requests wait. If the database does not answer
 * they are refused, and reading is retried until it succeeds.
 */
#include "internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_MS 250
#define REPLICATION_POLL_MS 5000 /* interval of polling whether loaded tables are up to date */

/* ---- reading the rest of the log ---- */

struct refresh {
    struct table *table;
    bool reload_all;
    uint32_t game;
    uint32_t from;
    enum store_lookup found;
    struct store_table_data data;
};

static void read_rest(struct store *store, void *context)
{
    struct refresh *refresh = context;
    refresh->found = store_load_table(store, refresh->table->code, refresh->game, refresh->from,
                                      &refresh->data); /* the code never changes */
}

static void find_seat(struct session *session, const void *context)
{
    (void)context;
    session_rebind_seat(session);
}

/* Assigns every session the seat that the store has for its token. */
static void take_seats(struct table *table, const struct store_table_data *data, carom_ms now)
{
    for (uint32_t i = 0; i < table->seat_count; i++) {
        bool stays = false;
        for (size_t k = 0; k < data->seat_count && !stays; k++)
            stays = strcmp(data->seats[k].player, table->seats[i].player) == 0 &&
                    memcmp(data->seats[k].hash, table->seats[i].hash, SEAT_TOKEN_HASH_SIZE) == 0;
        if (table->seats[i].in_use && !stays)
            seat_vacate(table, i);
    }
    for (size_t k = 0; k < data->seat_count; k++)
        if (seat_find_by_player(table, data->seats[k].player) == TABLE_NO_SEAT)
            seat_add(table, data->seats[k].player, data->seats[k].hash, now);
    sessions_each(table, find_seat, NULL);
    table->presence_changed = true;
}

static void take_facts(struct table *table, const struct store_table_data *data)
{
    char host[CAROM_ID_SIZE];
    bool locked = table->locked;
    memcpy(host, table->host, sizeof host);
    table->row = data->row;
    table_parse_options(table);
    if (locked != table->locked || strcmp(host, table->host) != 0)
        host_broadcast(table);
}

/* Replaces the state by what the log says. False: it is not a valid game. */
static bool replace_from_log(struct refresh *refresh, carom_ms now)
{
    struct table *table = refresh->table;
    bool other = refresh->data.row.game != table->row.game;
    take_facts(table, &refresh->data);
    if (!game_replace_from_log(table, &refresh->data, other))
        return false;
    take_seats(table, &refresh->data, now);
    return true;
}

static void start(struct table *table);
static void mark_stale(struct table *table);

static void finish_refresh(struct refresh *refresh)
{
    struct table *table = refresh->table;
    carom_ms now = clock_now_ms();
    table->freshness = TABLE_STALE;
    if (refresh->found == STORE_FAILED) {
        deferred_cancel_loading(table); /* they are refused; reading is retried */
        return;
    }
    if (table->reload_all && !refresh->reload_all) {
        start(table);
        return;
    }
    if (refresh->found == STORE_NOT_FOUND) { /* another server has deleted or expired it */
        table_on_deleted(table);
        return;
    }
    if (refresh->data.row.rewrites != table->row.rewrites) { /* the sessions have seen a name that was erased */
        table_disconnect_all(table, API_ERR_SHUTTING_DOWN, 1000);
        table_unload(table);
        return;
    }
    bool was_closed = table->closed;
    if (!replace_from_log(refresh, now)) {
        table->tables->fail(table);
        return;
    }
    if (table->closed && !was_closed)
        table_disconnect_all(table, API_ERR_TABLE_CLOSED, 0);
    table->reload_all = false;
    table->freshness = TABLE_FRESH;
    table->tables->stale_tables--;
    table->tables->bots->on_change(table, now);
    game_solve(table);
    table_run_timer(table, now);
    deferred_run_loaded(table);
    if (table->more_to_load)
        mark_stale(table);
}

static void on_rest(void *context)
{
    struct refresh *refresh = context;
    struct table *table = refresh->table;
    if (!table->unloaded)
        finish_refresh(refresh);
    store_table_data_destroy(&refresh->data);
    free(refresh);
    table_unref(table);
}

static void start(struct table *table)
{
    struct refresh *refresh = xcalloc(sizeof *refresh);
    bool whole = table->reload_all;
    *refresh = (struct refresh){.table = table,
                                .reload_all = whole,
                                .game = table->published_game,
                                .from = whole ? table_snapshot_next(table) : table->published_seq + 1};
    table->freshness = TABLE_REFRESHING;
    table->more_to_load = false;
    table->tables->base->metrics.refreshes_total++;
    table_ref(table);
    read_async(table->tables, read_rest, on_rest, refresh);
}

static void table_refresh(struct table *table, bool whole)
{
    if (table->unloaded)
        return;
    table->reload_all |= whole;
    if (table->freshness == TABLE_FRESH) {
        table->tables->stale_tables++;
        start(table);
    }
}

static bool is_published(const struct table *table)
{
    return table->game.seq == table->published_seq && table->row.game == table->published_game;
}

/* If something of ours is in flight, its result will tell. */
static void mark_stale(struct table *table)
{
    if (table->freshness != TABLE_FRESH || !is_published(table))
        table->more_to_load = true;
    else
        table_refresh(table, false);
}

static void retry(struct tables *tables, carom_ms now)
{
    if (tables->stale_tables == 0 || now < tables->retry_at)
        return;
    tables->retry_at = now + RETRY_MS;
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = tables->buckets[i]; table != NULL; table = table->next)
            if (table->freshness == TABLE_STALE)
                start(table);
}

/* ---- notifications ---- */

/* Parses `p p1 p2`: players connected to that server. */
static void on_presence_notification(struct table *table, const struct store_notification *notification, carom_ms now)
{
    if (notification->node < table->tables->server_id)
        table->yield_until = now + REMOTE_PRESENCE_MS;
    for (uint32_t i = 0; i < table->seat_count; i++) {
        struct seat *seat = &table->seats[i];
        char word[CAROM_ID_SIZE + 2];
        int length = snprintf(word, sizeof word, " %s ", seat->player);
        const char *found =
            seat->in_use ? memmem(notification->payload + 1, notification->length - 1, word, (size_t)length) : NULL;
        if (found != NULL)
            seat_connected_remotely(table, seat, notification->node, now);
        else if (seat->in_use && seat->remote && seat->remote_server == notification->node)
            seat_disconnected_remotely(table, seat, now);
    }
}

/* Parses `v 3 p1`: that player votes for the round after the third. */
static void on_vote_notification(struct table *table, const struct store_notification *notification, carom_ms now)
{
    unsigned round;
    char player[CAROM_ID_SIZE];
    if (sscanf(notification->payload, "v %u %32s", &round, player) != 2 || round != table->game.rounds)
        return;
    uint32_t seat = seat_find_by_player(table, player);
    if (seat != TABLE_NO_SEAT)
        votes_on_remote_next(table, seat, now);
}

static void on_notification(struct table *table, const struct store_notification *notification, carom_ms now)
{
    if (notification->length > 1 && notification->payload[0] == 'p')
        on_presence_notification(table, notification, now);
    else if (notification->length > 1 && notification->payload[0] == 'v')
        on_vote_notification(table, notification, now);
    else if (notification->length > 1 && notification->payload[0] == 'r')
        reaction_on_notification(table, notification);
    table_timer_dirty(table);
}

/* A notification about a table being read; it is handled afterwards. */
struct deferred_notification {
    struct deferred deferred; /* first member: linked into the table's queue */
    struct store_notification notification;
    char payload[];
};

static void run_deferred_notification(struct table *table, struct deferred *deferred)
{
    struct deferred_notification *deferred_notification = (struct deferred_notification *)deferred;
    on_notification(table, &deferred_notification->notification, clock_now_ms());
    free(deferred_notification);
}

static void cancel_deferred_notification(struct deferred *deferred)
{
    free(deferred);
}

static void defer_notification(struct table *table, const struct store_notification *notification)
{
    struct deferred_notification *deferred = xcalloc(sizeof *deferred + notification->length + 1);
    deferred->deferred = (struct deferred){.run = run_deferred_notification, .cancel = cancel_deferred_notification};
    deferred->notification = *notification;
    memcpy(deferred->payload, notification->payload, notification->length);
    deferred->notification.payload = deferred->payload;
    if (!deferred_add_until_loaded(table, &deferred->deferred))
        free(deferred);
}

static bool is_newer(const struct table *table, uint32_t game, uint32_t seq)
{
    return game > table->published_game || (game == table->published_game && seq > table->published_seq);
}

void replication_on_notification(struct tables *tables, const struct store_notification *notification, carom_ms now)
{
    struct table *table = registry_by_id(tables, notification->table);
    if (notification->payload != NULL && notification->length > 1 && notification->payload[0] == 'l')
        listing_on_notification(tables, notification, now);
    if (table == NULL)
        return;
    if (notification->payload == NULL &&
        (notification->seq == 0 || is_newer(table, notification->game, notification->seq)))
        mark_stale(table);
    else if (notification->payload != NULL && table->freshness != TABLE_FRESH)
        defer_notification(table, notification);
    else if (notification->payload != NULL)
        on_notification(table, notification, now);
}

bool table_ensure_seq(struct tables *tables, const char *code, uint32_t game, uint32_t seq)
{
    struct table *table = tables->shared ? registry_by_code(tables, code) : NULL;
    bool news = table != NULL && is_newer(table, game != 0 ? game : table->published_game, seq);
    if (news)
        mark_stale(table);
    return news;
}

/* ---- polling ---- */

struct row {
    struct store_table facts;
    uint32_t seq;
};

struct version_poll {
    struct tables *tables;
    int64_t *ids;
    size_t count;
    size_t capacity;
    struct row *rows;
    size_t rows_count;
    bool good;
};

static void take_row(void *context, const struct store_table *facts, uint32_t seq)
{
    struct version_poll *poll = context;
    poll->rows[poll->rows_count++] = (struct row){*facts, seq};
}

static void poll_store(struct store *store, void *context)
{
    struct version_poll *poll = context;
    poll->good = store_poll_versions(store, poll->ids, poll->count, take_row, poll);
}

static int compare_versions(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    return one->facts.id < other->facts.id ? -1 : one->facts.id > other->facts.id;
}

static void compare(struct table *table, const struct row *row)
{
    if (table->freshness != TABLE_FRESH || !is_published(table))
        return;
    if (row == NULL) {
        table_on_deleted(table);
        return;
    }
    bool longer = is_newer(table, row->facts.game, row->seq);
    bool other = row->facts.game == table->published_game && row->seq == table->published_seq &&
                 (row->facts.over != table->row.over || row->facts.epoch != table->row.epoch ||
                  row->facts.rewrites != table->row.rewrites || strcmp(row->facts.options, table->row.options) != 0);
    if (longer || other)
        table_refresh(table, false);
}

static void on_polled(void *context)
{
    struct version_poll *poll = context;
    poll->tables->polling = false;
    poll->tables->poll_failed = !poll->good;
    if (poll->good && poll->rows_count > 1)
        qsort(poll->rows, poll->rows_count, sizeof *poll->rows, compare_versions);
    for (size_t i = 0; poll->good && i < poll->count; i++) {
        struct row key = {.facts.id = poll->ids[i]};
        struct table *table = registry_by_id(poll->tables, poll->ids[i]);
        if (table != NULL)
            compare(table, bsearch(&key, poll->rows, poll->rows_count, sizeof key, compare_versions));
    }
    free(poll->ids);
    free(poll->rows);
    free(poll);
}

void replication_poll(struct tables *tables)
{
    if (tables->polling)
        return;
    struct version_poll *poll = xcalloc(sizeof *poll);
    poll->tables = tables;
    poll->ids = xcalloc((tables->count + 1) * sizeof *poll->ids);
    poll->rows = xcalloc((tables->count + 1) * sizeof *poll->rows);
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = tables->buckets[i]; table != NULL; table = table->next)
            if (table->published_seq > 0)
                poll->ids[poll->count++] = table->row.id;
    tables->polling = true;
    read_async(tables, poll_store, on_polled, poll);
}

/* ---- after a failure ---- */

static int compare_ids(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return one < other ? -1 : one > other;
}

/* It is unknown whether the last writes of these tables were committed. */
void replication_on_outcome_unknown(struct tables *tables, int64_t *ids, size_t count)
{
    if (count > 1)
        qsort(ids, count, sizeof *ids, compare_ids);
    for (size_t i = 0; i < count; i++) {
        struct table *table = i == 0 || ids[i] != ids[i - 1] ? registry_by_id(tables, ids[i]) : NULL;
        if (table != NULL)
            table_refresh(table, true);
    }
}

/* Reads what the other server wrote; what was decided here is decided again. */
bool replication_on_conflict(struct tables *tables, const struct store_failure *failure)
{
    struct table *table = registry_by_id(tables, failure->table);
    bool first = failure->reason == STORE_REJECT_CONFLICT || failure->reason == STORE_REJECT_GAP;
    if (!tables->shared || !first || table == NULL || table->published_seq == 0)
        return false; /* the last reason: another table has the code */
    tables->base->metrics.conflicts_total++;
    table_refresh(table, true);
    return true;
}

/* Handles what others wrote to a table while something of ours was in flight. */
void replication_on_written(struct tables *tables, const struct store_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        struct table *table = registry_by_id(tables, batch->items[i].table);
        if (table != NULL && table->more_to_load && table->freshness == TABLE_FRESH && is_published(table))
            table_refresh(table, false);
    }
}

/* ---- starting and ticking ---- */

void refresh_start(struct tables *tables, void (*fail)(struct table *table))
{
    tables->fail = fail;
}

void replication_tick(struct tables *tables, carom_ms now)
{
    if (!tables->shared)
        return;
    retry(tables, now);
    listing_notify_all(tables, now);
    if (now < tables->poll_at)
        return;
    tables->poll_at = now + REPLICATION_POLL_MS;
    replication_poll(tables);
    for (unsigned i = 0; i < TABLE_BUCKETS; i++) {
        for (struct table *table = tables->buckets[i]; table != NULL; table = table->next) {
            presence_expire_remote(table, now);
            if (table->session_count > 0)
                presence_notify(table);
        }
    }
}
