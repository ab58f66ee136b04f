/*
 * Requests and notifications that wait for a table being read, in order of arrival.
 */
#include "internal.h"

#define WAITING_FOR_LOAD_MAX 1000 /* per table */

bool deferred_add_until_loaded(struct table *table, struct deferred *deferred)
{
    struct deferred **link = &table->waiting_for_load;
    if (table->waiting_count >= WAITING_FOR_LOAD_MAX)
        return false;
    while (*link != NULL)
        link = &(*link)->next;
    deferred->next = NULL;
    *link = deferred;
    table->waiting_count++;
    return true;
}

static struct deferred *deferred_pop(struct table *table)
{
    struct deferred *deferred = table->waiting_for_load;
    if (deferred != NULL) {
        table->waiting_for_load = deferred->next;
        table->waiting_count--;
    }
    return deferred;
}

void deferred_run_loaded(struct table *table)
{
    struct deferred *deferred;
    while (table->freshness == TABLE_FRESH && (deferred = deferred_pop(table)) != NULL)
        deferred->run(table, deferred);
}

void deferred_cancel_loading(struct table *table)
{
    struct deferred *deferred;
    while ((deferred = deferred_pop(table)) != NULL)
        deferred->cancel(deferred);
}
