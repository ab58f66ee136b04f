/*
 * Hash tables of the loaded tables, by code and by id.
 */
#include "internal.h"

#include <string.h>

static struct table **bucket_of(struct tables *tables, const char *code)
{
    uint32_t hash = 2166136261u;
    for (; *code != '\0'; code++)
        hash = (hash ^ (unsigned char)*code) * 16777619u;
    return &tables->buckets[(hash ^ hash >> 15) % TABLE_BUCKETS];
}

struct table *registry_by_code(struct tables *tables, const char *code)
{
    struct table *table = *bucket_of(tables, code);
    while (table != NULL && strcmp(table->code, code) != 0)
        table = table->next;
    return table;
}

static struct table **bucket_of_id(struct tables *tables, int64_t id)
{
    return &tables->numbers[(uint64_t)id * 0x9e3779b97f4a7c15u >> 51];
}

struct table *registry_by_id(struct tables *tables, int64_t id)
{
    struct table *table = *bucket_of_id(tables, id);
    while (table != NULL && table->row.id != id)
        table = table->next_number;
    return table;
}

void registry_add(struct table *table)
{
    struct table **number = bucket_of_id(table->tables, table->row.id);
    table->next_number = *number;
    *number = table;
    struct table **bucket = bucket_of(table->tables, table->code);
    table->next = *bucket;
    *bucket = table;
    table->tables->count++;
}

void registry_remove(struct table *table)
{
    struct table **link = bucket_of(table->tables, table->code);
    while (*link != NULL && *link != table)
        link = &(*link)->next;
    if (*link == table) {
        *link = table->next;
        table->tables->count--;
    }
    link = bucket_of_id(table->tables, table->row.id);
    while (*link != NULL && *link != table)
        link = &(*link)->next_number;
    if (*link == table)
        *link = table->next_number;
}

bool tables_full(const struct tables *tables, struct api_error *error)
{
    uint64_t most = tables->base->options->max_tables;
    return tables->count >= most && !api_error_set_number(error, API_ERR_TOO_MANY_TABLES, (int64_t)most);
}
