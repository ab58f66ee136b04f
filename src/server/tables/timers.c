/*
 * Each table's timer: what is due next, and doing it.
 */
#include "tables.h"

#define YIELD_MS 40

void table_run_timer(struct table *table, carom_ms now)
{
    carom_ms at;
    if (table->freshness != TABLE_FRESH) /* it is set again when the table is up to date */
        return;
    deferred_run_due(table, now);
    game_tick(table, now);
    votes_check(table, now);
    table->tables->bots->act(table, now);
    if (presence_deadline(table, &at) && at <= now)
        presence_broadcast(table, now);
    if (host_due(table, &at) && at <= now)
        host_send(table, now);
    table_timer_dirty(table);
}

static void on_timer(uv_timer_t *timer)
{
    table_run_timer(timer->data, clock_now_ms());
}

static void arm(struct table *table, carom_ms now)
{
    carom_ms at;
    carom_ms first = CAROM_TIME_MAX;
    /* Servers that share the table all do the same, and it counts once. To avoid conflicts one of them goes first. */
    carom_ms behind = table->yield_until > now ? YIELD_MS : 0;
    if (table->freshness != TABLE_FRESH) {
        uv_timer_stop(&table->timer);
        return;
    }
    first = game_deadline(table, &at) && at + behind < first ? at + behind : first;
    first = deferred_deadline(table, &at) && at < first ? at : first;
    first = table->tables->bots->deadline(table, &at) && at + behind < first ? at + behind : first;
    first = presence_deadline(table, &at) && at < first ? at : first;
    first = host_due(table, &at) && at < first ? at : first;
    first = presence_grace_deadline(table, now, &at) && at < first ? at : first;
    if (first == CAROM_TIME_MAX)
        uv_timer_stop(&table->timer);
    else
        uv_timer_start(&table->timer, on_timer, first > now ? (uint64_t)(first - now) : 0, 0);
}

void tables_set_timers(struct tables *tables)
{
    if (tables->timer_dirty == NULL)
        return;
    carom_ms now = clock_now_ms();
    while (tables->timer_dirty != NULL) {
        struct table *table = tables->timer_dirty;
        tables->timer_dirty = table->next_touched;
        table->touched = false;
        if (!tables->base->stopping)
            arm(table, now);
    }
}
