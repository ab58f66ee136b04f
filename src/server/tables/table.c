/*
 * The parts of a table in memory: its seats, who refers to it, its end.
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- beginning and end ---- */

struct table *table_new(struct tables *tables, const struct store_table *facts, carom_ms now)
{
    struct table *table = must_alloc(sizeof *table);
    table->tables = tables;
    table->facts = *facts;
    table->idle_since = now;
    snprintf(table->code, sizeof table->code, "%.*s", CODE_LENGTH, facts->code);
    uv_timer_init(&tables->base->loop, &table->timer);
    table->timer.data = table;
    return table;
}

void table_clear_found(struct table *table)
{
    rounds_forget(table);
    if (table->found != NULL)
        finding_free(table->found);
    table->found = NULL;
    table->solving = 0;
    table->told = false;
}

uint32_t table_snapshot_next(const struct table *table)
{
    return table->snapshot != NULL && table->snapshot_game == table->sent_game ? table->snapshot->seq + 1 : 1;
}

void table_keep_snapshot(struct table *table)
{
    bool in_log = table->state.seq == table->sent_seq && table->facts.game == table->sent_game;
    if (!table->tables->shared || !in_log || table->sent_seq < table_snapshot_next(table) + SNAPSHOT_EVENTS)
        return;
    if (table->snapshot == NULL)
        table->snapshot = must_alloc(sizeof *table->snapshot);
    *table->snapshot = table->state;
    table->snapshot_game = table->sent_game;
}

static void free_table(uv_handle_t *timer)
{
    struct table *table = timer->data;
    table_clear_found(table);
    free(table->snapshot);
    free(table->seats);
    free(table);
}

static void free_if_unused(struct table *table)
{
    if (table->users == 0 && table->forgotten && !table->timer_closing) {
        table->timer_closing = true;
        uv_close((uv_handle_t *)&table->timer, free_table);
    }
}

static void untouch(struct table *table)
{
    struct table **link = &table->tables->touched;
    while (*link != NULL && *link != table)
        link = &(*link)->next_touched;
    if (*link == table)
        *link = table->next_touched;
    table->touched = false;
}

void table_retire(struct table *table)
{
    table->forgotten = true;
    if (table->touched)
        untouch(table);
    uv_timer_stop(&table->timer);
    free_if_unused(table);
}

void table_charge(struct table *table, uint64_t units)
{
    budget_spend(&table->budget, units);
    table->spent += units;
}

void table_use(struct table *table)
{
    table->users++;
}

void table_release(struct table *table)
{
    table->users--;
    table->idle_since = clock_now();
    free_if_unused(table);
}

void table_touch(struct table *table)
{
    if (table->touched || table->forgotten)
        return;
    table->touched = true;
    table->next_touched = table->tables->touched;
    table->tables->touched = table;
}

#define LARGE 8            /* a table with more guests than that is large */
#define TOLD_EVERY_MS 1000 /* there people come and go all the time */

carom_ms told_every(const struct table *table)
{
    return table->guest_count > LARGE ? TOLD_EVERY_MS : 0;
}

/* ---- seats ---- */

uint32_t seat_of_hash(const struct table *table, const uint8_t hash[TOKEN_HASH])
{
    uint32_t found = TABLE_NO_SEAT;
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (table->seats[i].used && token_hash_equal(table->seats[i].hash, hash))
            found = i; /* all are compared, so that the time tells nothing */
    return found;
}

uint32_t seat_of_player(const struct table *table, const char *player)
{
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (table->seats[i].used && strcmp(table->seats[i].player, player) == 0)
            return i;
    return TABLE_NO_SEAT;
}

uint32_t seat_add(struct table *table, const char *player, const uint8_t hash[TOKEN_HASH], carom_ms now)
{
    uint32_t at = 0;
    while (at < table->seat_count && table->seats[at].used)
        at++;
    table->seat_count += at == table->seat_count;
    table->seats = must_grow(table->seats, &table->seat_room, table->seat_count, sizeof *table->seats);
    struct seat *seat = &table->seats[at];
    *seat = (struct seat){.used = true, .away_since = now};
    snprintf(seat->player, sizeof seat->player, "%s", player);
    memcpy(seat->hash, hash, TOKEN_HASH);
    return at;
}

bool seat_here(const struct seat *seat)
{
    return seat->guests > 0 || seat->elsewhere;
}

bool seat_present(const struct seat *seat, carom_ms now)
{
    return seat->used && (seat_here(seat) || now - seat->away_since < AWAY_GRACE_MS);
}

bool seats_same_origin(const struct seat *a, const struct seat *b)
{
    return a->origin.address != 0 && a->origin.address == b->origin.address;
}

unsigned table_bots(const struct table *table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->state.seats; i++)
        count += table->state.players[i].seated && bot_level_of_id(carom_table_id(&table->state, i)) > 0;
    return count;
}

void table_state_write(struct carom_text *text, const struct table *table)
{
    carom_json_key(text, "state");
    carom_table_write(text, &table->state);
}
