/*
 * Which tables are old enough to be forgotten.
 *
 * The time of a table is that of its last event, so one where people still play stays, however long ago it was made.
 * Nothing has to be written down for that: the events have their times.
 */
#include "inner.h"

#include <carom/referee.h>

/* Where none of so many events is `started`, no game has begun: nobody waits in a lobby that long. */
#define LOBBY_EVENTS 1000

struct look {
    carom_ms at;  /* of the last event read */
    bool started; /* ... one of them was that */
};

static bool look_at(void *context, uint32_t seq, const char *text, size_t length)
{
    struct look *look = context;
    struct carom_json_node nodes[CAROM_COMMAND_NODES];
    struct carom_json json;
    (void)seq;
    if (carom_json_read(&json, nodes, CAROM_COMMAND_NODES, text, length, NULL)) {
        carom_json_int(&json, carom_json_get(&json, 0, "at"), &look->at);
        look->started = carom_json_equals(&json, carom_json_get(&json, 0, "ev"), "started");
    }
    return !look->started;
}

/* Has any game begun here? -1: the store failed. */
static int played(struct store *store, const struct store_table *table)
{
    struct look look = {0};
    struct store_page page = {.table = table->id, .game = 1, .from = 1, .to = LOBBY_EVENTS};
    if (table->game > 1 || table->over)
        return 1;
    return store_page_read(store, &page, look_at, &look) ? look.started : -1;
}

/* 1: old enough. -1: the store failed. */
static int stale(struct store *store, const struct store_table *table, const struct store_sweep *sweep)
{
    struct look look = {.at = table->created}; /* if there is no event */
    if (table->created >= sweep->idle_before && table->created >= sweep->unplayed_before)
        return 0;
    if (!store_last(store, table->id, look_at, &look))
        return -1;
    if (look.at < sweep->idle_before)
        return 1;
    if (look.at >= sweep->unplayed_before)
        return 0;
    int was_played = played(store, table);
    return was_played < 0 ? -1 : !was_played;
}

bool store_stale(struct store *store, struct store_sweep *sweep, store_table_visitor *visit, void *context)
{
    struct store_walk walk = {.store = store, .after = sweep->after};
    const struct store_table *table = NULL;
    unsigned looked = 0;
    while (looked++ < sweep->most && (table = store_walk_next(&walk)) != NULL) {
        sweep->after = table->id; /* also past one that cannot be read: the next call is not to stop there again */
        int answer = stale(store, table, sweep);
        if (answer < 0)
            return false;
        if (answer == 1 && !visit(context, table))
            return true;
    }
    if (table == NULL && !walk.failed)
        sweep->after = 0;
    return !walk.failed;
}
