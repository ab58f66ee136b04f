/*
 * A table in memory: its seats, references, and how it is freed.
 */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- creating and freeing ---- */

struct table *table_new(struct tables *tables, const struct store_table *facts, carom_ms now)
{
    struct table *table = xcalloc(sizeof *table);
    table->tables = tables;
    table->row = *facts;
    table->idle_since = now;
    snprintf(table->code, sizeof table->code, "%.*s", CODE_LENGTH, facts->code);
    uv_timer_init(&tables->base->loop, &table->timer);
    table->timer.data = table;
    return table;
}

void table_clear_solve_result(struct table *table)
{
    round_solve_cancel(table);
    if (table->solve_result != NULL)
        solve_result_unref(table->solve_result);
    table->solve_result = NULL;
    table->solved_round = 0;
    table->result_sent = false;
}

uint32_t table_snapshot_next(const struct table *table)
{
    return table->snapshot != NULL && table->snapshot_game == table->published_game ? table->snapshot->seq + 1 : 1;
}

void table_keep_snapshot(struct table *table)
{
    bool in_log = table->game.seq == table->published_seq && table->row.game == table->published_game;
    if (!table->tables->shared || !in_log || table->published_seq < table_snapshot_next(table) + SNAPSHOT_EVENTS)
        return;
    if (table->snapshot == NULL)
        table->snapshot = xcalloc(sizeof *table->snapshot);
    *table->snapshot = table->game;
    table->snapshot_game = table->published_game;
}

static void free_table(uv_handle_t *timer)
{
    struct table *table = timer->data;
    table_clear_solve_result(table);
    free(table->snapshot);
    free(table->seats);
    free(table);
}

static void free_if_unused(struct table *table)
{
    if (table->refs == 0 && table->unloaded && !table->timer_closing) {
        table->timer_closing = true;
        uv_close((uv_handle_t *)&table->timer, free_table);
    }
}

static void untouch(struct table *table)
{
    struct table **link = &table->tables->timer_dirty;
    while (*link != NULL && *link != table)
        link = &(*link)->next_touched;
    if (*link == table)
        *link = table->next_touched;
    table->touched = false;
}

void table_retire(struct table *table)
{
    table->unloaded = true;
    if (table->touched)
        untouch(table);
    uv_timer_stop(&table->timer);
    free_if_unused(table);
}

void table_charge(struct table *table, uint64_t units)
{
    log_quota_charge(&table->quota, units);
    table->quota_used += units;
}

void table_ref(struct table *table)
{
    table->refs++;
}

void table_unref(struct table *table)
{
    table->refs--;
    table->idle_since = clock_now_ms();
    free_if_unused(table);
}

void table_timer_dirty(struct table *table)
{
    if (table->touched || table->unloaded)
        return;
    table->touched = true;
    table->next_touched = table->tables->timer_dirty;
    table->tables->timer_dirty = table;
}

#define LARGE 8            /* more sessions than this make a table large */
#define TOLD_EVERY_MS 1000 /* there people come and go all the time */

carom_ms presence_interval(const struct table *table)
{
    return table->session_count > LARGE ? TOLD_EVERY_MS : 0;
}

/* ---- seats ---- */

uint32_t seat_find_by_hash(const struct table *table, const uint8_t hash[SEAT_TOKEN_HASH_SIZE])
{
    uint32_t found = TABLE_NO_SEAT;
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (table->seats[i].in_use && seat_token_hash_equal(table->seats[i].hash, hash))
            found = i; /* all are compared, so that timing reveals nothing */
    return found;
}

uint32_t seat_find_by_player(const struct table *table, const char *player)
{
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (table->seats[i].in_use && strcmp(table->seats[i].player, player) == 0)
            return i;
    return TABLE_NO_SEAT;
}

uint32_t seat_add(struct table *table, const char *player, const uint8_t hash[SEAT_TOKEN_HASH_SIZE], carom_ms now)
{
    uint32_t at = 0;
    while (at < table->seat_count && table->seats[at].in_use)
        at++;
    table->seat_count += at == table->seat_count;
    table->seats = xgrow(table->seats, &table->seat_capacity, table->seat_count, sizeof *table->seats);
    struct seat *seat = &table->seats[at];
    *seat = (struct seat){.in_use = true, .away_since = now};
    snprintf(seat->player, sizeof seat->player, "%s", player);
    memcpy(seat->hash, hash, SEAT_TOKEN_HASH_SIZE);
    return at;
}

bool seat_is_connected(const struct seat *seat)
{
    return seat->session_count > 0 || seat->remote;
}

bool seat_is_present(const struct seat *seat, carom_ms now)
{
    return seat->in_use && (seat_is_connected(seat) || now - seat->away_since < AWAY_GRACE_MS);
}

bool seats_same_origin(const struct seat *a, const struct seat *b)
{
    return a->origin.address != 0 && a->origin.address == b->origin.address;
}

unsigned table_bots(const struct table *table)
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->game.seats; i++)
        count += table->game.players[i].seated && bot_level_from_id(carom_table_id(&table->game, i)) > 0;
    return count;
}

void table_state_write(struct carom_text *text, const struct table *table)
{
    carom_json_put_key(text, "state");
    carom_table_write(text, &table->game);
}
