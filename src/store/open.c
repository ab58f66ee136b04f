/*
 * Which kind of store a name means: an address of a PostgreSQL database, or a file.
 */
#include "store.h"

#include <string.h>

bool store_is_postgres(const char *name)
{
    return strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
}

struct store *store_open(const char *name, char fault[STORE_FAULT_SIZE])
{
    return store_is_postgres(name) ? store_postgres_open(name, fault) : store_sqlite_open(name, fault);
}

struct store *store_open_read(const char *name, char fault[STORE_FAULT_SIZE])
{
    return store_is_postgres(name) ? store_postgres_read(name, fault) : store_sqlite_read(name, fault);
}
