/*
 * What whoever runs the server does to a table, whether its host likes it or not.
 *
 * Where several servers share the data, each of these is another edition of the table: another server that has not
 * heard of it cannot write what it decides meanwhile, and reads the table again.
 */
#include "room.h"

void tables_each(struct tables *tables, void (*visit)(void *context, struct table *table), void *context)
{
    for (unsigned i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = tables->buckets[i], *next; table != NULL; table = next) {
            next = table->next;
            visit(context, table);
        }
}

void table_lock(struct table *table, bool locked)
{
    table->facts.edition++;
    table->closed &= locked;
    host_lock(table, locked);
}

/* Behind everything that was decided about the table. */
static void see_off(void *context, bool good)
{
    struct table *table = context;
    if (good)
        table_see_off(table, WHY_TABLE_CLOSED, 0);
    table_release(table);
}

void table_close(struct table *table, carom_ms now)
{
    struct refused ignored;
    host_end(table, now, &ignored);
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (table->seats[i].used)
            seat_give_up(table, table->seats[i].player);
    table->host[0] = '\0'; /* nobody who comes back is host, and could unlock it */
    table->closed = true;
    table_lock(table, true);
    table_use(table);
    commit_call(table, see_off, table);
}

void table_delete(struct table *table)
{
    struct tables *tables = table->tables;
    log_line(SERVE_LOG_INFO, "table-deleted", "table=%s", table->code);
    must(store_writes_drop(commit_writes(tables), table->facts.id));
    tables->untidy = true;
    table_gone(table);
}
