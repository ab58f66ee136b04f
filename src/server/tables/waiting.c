/*
 * What waits for a table that is being read: requests and notes, in the order in which they came.
 */
#include "room.h"

#define LATER_MOST 1000 /* that wait for one table */

bool later_add(struct table *table, struct held *held)
{
    struct held **link = &table->later;
    if (table->later_count >= LATER_MOST)
        return false;
    while (*link != NULL)
        link = &(*link)->next;
    held->next = NULL;
    *link = held;
    table->later_count++;
    return true;
}

static struct held *later_take(struct table *table)
{
    struct held *held = table->later;
    if (held != NULL) {
        table->later = held->next;
        table->later_count--;
    }
    return held;
}

void later_run(struct table *table)
{
    struct held *held;
    while (!table->refreshing && (held = later_take(table)) != NULL)
        held->run(table, held);
}

void later_forget(struct table *table)
{
    struct held *held;
    while ((held = later_take(table)) != NULL)
        held->drop(held);
}
