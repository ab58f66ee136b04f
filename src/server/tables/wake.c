/*
 * Each table's one timer: what is due next, and doing it.
 */
#include "tables.h"

#define YIELD_MS 40

void table_wake(struct table *table, carom_ms now)
{
    carom_ms at;
    if (table->refreshing) /* wakes when it is up to date */
        return;
    fairness_run_due(table, now);
    game_tick(table, now);
    votes_count(table, now);
    table->tables->players->act(table, now);
    if (presence_due(table, &at) && at <= now)
        presence_send(table, now);
    if (host_due(table, &at) && at <= now)
        host_send(table, now);
    table_touch(table);
}

static void on_timer(uv_timer_t *timer)
{
    table_wake(timer->data, clock_now());
}

static void arm(struct table *table, carom_ms now)
{
    carom_ms at;
    carom_ms first = CAROM_AT_MAX;
    /* Where several servers have the table each does the same, and it counts once: one of them goes first, for peace.
     */
    carom_ms behind = table->yields_until > now ? YIELD_MS : 0;
    if (table->refreshing) {
        uv_timer_stop(&table->timer);
        return;
    }
    first = game_due(table, &at) && at + behind < first ? at + behind : first;
    first = fairness_due(table, &at) && at < first ? at : first;
    first = table->tables->players->due(table, &at) && at + behind < first ? at + behind : first;
    first = presence_due(table, &at) && at < first ? at : first;
    first = host_due(table, &at) && at < first ? at : first;
    first = presence_expires(table, now, &at) && at < first ? at : first;
    if (first == CAROM_AT_MAX)
        uv_timer_stop(&table->timer);
    else
        uv_timer_start(&table->timer, on_timer, first > now ? (uint64_t)(first - now) : 0, 0);
}

void tables_arm(struct tables *tables)
{
    if (tables->touched == NULL)
        return;
    carom_ms now = clock_now();
    while (tables->touched != NULL) {
        struct table *table = tables->touched;
        tables->touched = table->next_touched;
        table->touched = false;
        if (!tables->base->stopping)
            arm(table, now);
    }
}
