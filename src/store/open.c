/*
 * Chooses the backend by name: the address of a PostgreSQL database, or a file.
 */
#include "store.h"

#include <string.h>

bool store_is_postgres(const char *name)
{
    return strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
}

struct store *store_open(const char *name, char fault[STORE_ERROR_SIZE])
{
    return store_is_postgres(name) ? store_open_postgres(name, fault) : store_open_sqlite(name, fault);
}

struct store *store_open_readonly(const char *name, char fault[STORE_ERROR_SIZE])
{
    return store_is_postgres(name) ? store_open_postgres_readonly(name, fault)
                                   : store_open_sqlite_readonly(name, fault);
}
