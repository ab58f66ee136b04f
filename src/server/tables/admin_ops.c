/*
 * What the operator does to a table, whatever its host thinks.
 *
 * With a shared store each of these raises the table's epoch: another server that does not know of it yet cannot write
 * what it decides meanwhile, and reads the table again.
 */
#include "internal.h"

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
    table->row.epoch++;
    table->closed &= locked;
    host_lock(table, locked);
}

/* Runs after everything decided about the table is committed. */
static void see_off(void *context, bool good)
{
    struct table *table = context;
    if (good)
        table_disconnect_all(table, API_ERR_TABLE_CLOSED, 0);
    table_unref(table);
}

void table_close(struct table *table, carom_ms now)
{
    struct api_error ignored;
    host_end_game(table, now, &ignored);
    for (uint32_t i = 0; i < table->seat_count; i++)
        if (table->seats[i].in_use)
            seat_release(table, table->seats[i].player);
    table->host[0] = '\0'; /* otherwise the host could come back and unlock it */
    table->closed = true;
    table_lock(table, true);
    table_ref(table);
    commit_then(table, see_off, table);
}

void table_delete(struct table *table)
{
    struct tables *tables = table->tables;
    log_event(SERVE_LOG_INFO, "table-deleted", "table=%s", table->code);
    check_alloc(store_batch_delete_table(commit_batch(tables), table->row.id));
    tables->purge_pending = true;
    table_on_deleted(table);
}
