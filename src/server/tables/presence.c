/*
 * Who is here, as it is told: players with a connection, players without, and how many look on.
 */
#include "room.h"

#include <stdio.h>

bool presence_due(const struct table *table, carom_ms *at)
{
    *at = table->presence_sent + told_every(table);
    return table->presence_changed;
}

static void write_ids(struct carom_text *text, const struct table *table, const char *key, bool here)
{
    carom_json_begin(text, key, '[');
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->used && seat_here(seat) == here)
            carom_json_words(text, NULL, seat->player);
    }
    carom_json_end(text, ']');
}

void presence_write(struct carom_text *text, const struct table *table)
{
    write_ids(text, table, "here", true);
    write_ids(text, table, "away", false);
    carom_ms passes;
    if (votes_passes(table, &passes))
        carom_json_number(text, "passes", passes);
    carom_json_number(text, "watching", table->watching);
    carom_json_number(text, "displays", table->displays);
    if (game_free(table))
        carom_json_flag(text, "free", true);
}

static void write_message(struct carom_text *text, const void *table)
{
    carom_json_begin(text, NULL, '{');
    carom_json_words(text, "type", "presence");
    presence_write(text, table);
    carom_json_end(text, '}');
}

void presence_send(struct table *table, carom_ms now)
{
    table->presence_changed = false;
    table->presence_sent = now;
    presence_note(table);
    commit_to_table(table, frame_write(write_message, table));
}

bool presence_expires(const struct table *table, carom_ms now, carom_ms *at)
{
    *at = CAROM_AT_MAX;
    for (uint32_t i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        carom_ms end = seat->away_since + AWAY_GRACE_MS;
        if (seat->used && !seat_here(seat) && end > now && end < *at)
            *at = end;
    }
    return *at != CAROM_AT_MAX;
}

/* ---- connected to other servers ---- */

void seat_is_elsewhere(struct table *table, struct seat *seat, uint64_t node, carom_ms now)
{
    table->presence_changed |= !seat_here(seat);
    seat->elsewhere = true;
    seat->node = node;
    seat->until = now + ELSEWHERE_MS;
}

void seat_left_elsewhere(struct table *table, struct seat *seat, carom_ms now)
{
    seat->elsewhere = false;
    if (seat->guests > 0)
        return;
    seat->away_since = now;
    table->presence_changed = true;
    table_touch(table);
}

void presence_forget(struct table *table, carom_ms now)
{
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (table->seats[i].elsewhere && table->seats[i].until <= now)
            seat_left_elsewhere(table, &table->seats[i], now);
}

/* `p p1 p2 `: blanks on both sides of each. */
void presence_note(struct table *table)
{
    char words[STORE_NOTE_MAX + 1];
    size_t length = (size_t)snprintf(words, sizeof words, "p ");
    if (!table->tables->shared)
        return;
    for (uint32_t i = 0; i < table->seat_count && length + CAROM_ID_SIZE + 2 < sizeof words; i++)
        if (table->seats[i].used && table->seats[i].guests > 0)
            length += (size_t)snprintf(words + length, sizeof words - length, "%s ", table->seats[i].player);
    commit_note(table, words);
}
