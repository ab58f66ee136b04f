/*
 * Presence: players with a connection, players without, and the number of watchers.
 */
#include "internal.h"

#include <stdio.h>

bool presence_deadline(const struct table *table, carom_ms *at)
{
    *at = table->presence_sent + presence_interval(table);
    return table->presence_changed;
}

static void write_ids(struct carom_text *text, const struct table *table, const char *key, bool here)
{
    carom_json_begin(text, key, '[');
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->in_use && seat_is_connected(seat) == here)
            carom_json_put_string(text, NULL, seat->player);
    }
    carom_json_end(text, ']');
}

void presence_write(struct carom_text *text, const struct table *table)
{
    write_ids(text, table, "here", true);
    write_ids(text, table, "away", false);
    carom_ms passes;
    if (votes_pass_deadline(table, &passes))
        carom_json_put_int(text, "passes", passes);
    carom_json_put_int(text, "watching", table->watcher_count);
    carom_json_put_int(text, "displays", table->display_count);
    if (game_is_abandoned(table))
        carom_json_put_bool(text, "free", true);
}

static void write_message(struct carom_text *text, const void *table)
{
    carom_json_begin(text, NULL, '{');
    carom_json_put_string(text, "type", "presence");
    presence_write(text, table);
    carom_json_end(text, '}');
}

void presence_broadcast(struct table *table, carom_ms now)
{
    table->presence_changed = false;
    table->presence_sent = now;
    presence_notify(table);
    commit_broadcast(table, frame_write(write_message, table));
}

bool presence_grace_deadline(const struct table *table, carom_ms now, carom_ms *at)
{
    *at = CAROM_TIME_MAX;
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        carom_ms end = seat->away_since + AWAY_GRACE_MS;
        if (seat->in_use && !seat_is_connected(seat) && end > now && end < *at)
            *at = end;
    }
    return *at != CAROM_TIME_MAX;
}

/* ---- connected to other servers ---- */

void seat_connected_remotely(struct table *table, struct seat *seat, uint64_t node, carom_ms now)
{
    table->presence_changed |= !seat_is_connected(seat);
    seat->remote = true;
    seat->remote_server = node;
    seat->remote_until = now + REMOTE_PRESENCE_MS;
}

void seat_disconnected_remotely(struct table *table, struct seat *seat, carom_ms now)
{
    seat->remote = false;
    if (seat->session_count > 0)
        return;
    seat->away_since = now;
    table->presence_changed = true;
    table_timer_dirty(table);
}

void presence_expire_remote(struct table *table, carom_ms now)
{
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (table->seats[i].remote && table->seats[i].remote_until <= now)
            seat_disconnected_remotely(table, &table->seats[i], now);
}

/* Sends `p p1 p2 `, with a blank on both sides of each id. */
void presence_notify(struct table *table)
{
    char words[STORE_NOTIFY_MAX + 1];
    size_t length = (size_t)snprintf(words, sizeof words, "p ");
    if (!table->tables->shared)
        return;
    for (uint32_t i = 0; i < table->seat_count && length + CAROM_ID_SIZE + 2 < sizeof words; i++)
        if (table->seats[i].in_use && table->seats[i].session_count > 0)
            length += (size_t)snprintf(words + length, sizeof words - length, "%s ", table->seats[i].player);
    commit_notify(table, words);
}
