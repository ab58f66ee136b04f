/*
 * Finds expired tables.
 *
 * A table's age is that of its last event, so a table in use stays, however old it is. Nothing extra has to be stored,
 * because events have times.
 */
#include "internal.h"

#include <carom/referee.h>

/* If none of the first 1000 events is `started`, no game was ever started. */
#define LOBBY_EVENTS 1000

struct expiry_scan {
    carom_ms at;  /* time of the last event read */
    bool started; /* one of them was `started` */
};

/* Notes the event's time and whether it started a game. False: no further event is needed. */
static bool scan_event(void *context, uint32_t seq, const char *text, size_t length)
{
    struct expiry_scan *scan = context;
    struct carom_json_node nodes[CAROM_JSON_NODES_MAX];
    struct carom_json json;
    (void)seq;
    if (carom_json_read(&json, nodes, CAROM_JSON_NODES_MAX, text, length, NULL)) {
        carom_json_as_int(&json, carom_json_get(&json, 0, "at"), &scan->at);
        scan->started = carom_json_string_is(&json, carom_json_get(&json, 0, "ev"), "started");
    }
    return !scan->started;
}

/* Was any game ever started? -1: the store failed. */
static int game_was_played(struct store *store, const struct store_table *table)
{
    struct expiry_scan scan = {0};
    struct store_page page = {.table = table->id, .game = 1, .from = 1, .to = LOBBY_EVENTS};
    if (table->game > 1 || table->over)
        return 1;
    return store_page_read(store, &page, scan_event, &scan) ? scan.started : -1;
}

/* 1: expired; 0: not; -1: the store failed. */
static int is_expired(struct store *store, const struct store_table *table, const struct store_expiry *expiry)
{
    struct expiry_scan scan = {.at = table->created}; /* where there is no event */
    if (table->created >= expiry->idle_before && table->created >= expiry->unplayed_before)
        return 0;
    if (!store_last(store, table->id, scan_event, &scan))
        return -1;
    if (scan.at < expiry->idle_before)
        return 1;
    if (scan.at >= expiry->unplayed_before)
        return 0;
    int was_played = game_was_played(store, table);
    return was_played < 0 ? -1 : !was_played;
}

bool store_find_expired(struct store *store, struct store_expiry *expiry, store_table_visitor *visit, void *context)
{
    struct store_cursor cursor = {.store = store, .after = expiry->after};
    const struct store_table *table = NULL;
    unsigned looked = 0;
    while (looked++ < expiry->batch && (table = store_cursor_next(&cursor)) != NULL) {
        expiry->after = table->id; /* also past an unreadable table, so that the next call does not stop there again */
        int answer = is_expired(store, table, expiry);
        if (answer < 0)
            return false;
        if (answer == 1 && !visit(context, table))
            return true;
    }
    if (table == NULL && !cursor.failed)
        expiry->after = 0;
    return !cursor.failed;
}
