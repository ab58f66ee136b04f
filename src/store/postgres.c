/*
 * The store in a PostgreSQL database, shared by several servers.
 *
 * The schema (`carom`) mirrors the file's. There are no locks on tables of the game and no leader: the primary key of
 * events lets one of two servers append an event, and the other's write is rejected; it reads the table again and
 * decides again (optimistic concurrency). docs/reference/store.md has the details.
 *
 * A broken connection is replaced on the next call. A write in flight may or may not have happened, so the caller reads
 * again; repeating it is harmless, because the key rejects it.
 */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char *postgres_last_error(struct store *base)
{
    return postgres_of(base)->error;
}

static void postgres_close(struct store *base)
{
    struct postgres_store *store = postgres_of(base);
    pg_disconnect(&store->writer);
    pg_disconnect(&store->reader);
    pg_disconnect(&store->listener);
    store_order_destroy(&store->order);
    free(store->name);
    free(store);
}

static uint64_t postgres_server_id(struct store *base)
{
    return strtoull(postgres_of(base)->node, NULL, 16);
}

static const struct store_ops postgres_ops = {
    .append = postgres_append,
    .purge = postgres_purge,
    .last_error = postgres_last_error,
    .find = postgres_find,
    .list = postgres_list,
    .page = postgres_page,
    .last = postgres_last,
    .seats = postgres_seats,
    .records = postgres_records,
    .next_owner = postgres_next_owner,
    .record_count = postgres_record_count,
    .space = postgres_space,
    .check_integrity = postgres_check_integrity,
    .listen = postgres_listen,
    .poll_versions = postgres_poll_versions,
    .snapshot = postgres_snapshot,
    .time = postgres_time,
    .server_id = postgres_server_id,
    .close = postgres_close,
};

static struct postgres_store *new_store(const char *name, char fault[STORE_ERROR_SIZE])
{
    const char *missing = load_libpq();
    if (missing != NULL) {
        snprintf(fault, STORE_ERROR_SIZE, "%s", missing);
        return NULL;
    }
    struct postgres_store *store = calloc(1, sizeof *store);
    char *copy = strdup(name);
    if (store == NULL || copy == NULL) {
        free(store);
        free(copy);
        store_set_error(fault, STORE_ERROR_MEMORY);
        return NULL;
    }
    store->store.ops = &postgres_ops;
    store->name = copy;
    store->writer.end = POSTGRES_WRITER_STATEMENTS;
    store->reader.first = POSTGRES_WRITER_STATEMENTS;
    store->reader.end = POSTGRES_STATEMENTS;
    store->writer.primary = true;
    return store;
}

static struct store *started(struct postgres_store *store, bool good)
{
    if (good)
        return &store->store;
    postgres_close(&store->store);
    return NULL;
}

struct store *store_open_postgres(const char *name, char fault[STORE_ERROR_SIZE])
{
    struct postgres_store *store = new_store(name, fault);
    return store == NULL ? NULL
                         : started(store, postgres_connect(store, &store->writer, fault) &&
                                              postgres_connect(store, &store->reader, fault));
}

struct store *store_open_postgres_readonly(const char *name, char fault[STORE_ERROR_SIZE])
{
    struct postgres_store *store = new_store(name, fault);
    if (store != NULL)
        store->reader.snapshot = true;
    return store == NULL ? NULL : started(store, postgres_connect(store, &store->reader, fault));
}

/* Chooses a random id for this server. */
static bool name_node(struct postgres_store *store, char fault[STORE_ERROR_SIZE])
{
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        return store_set_error(fault, STORE_ERROR_MEMORY);
    snprintf(store->node, sizeof store->node, "%016llx", (unsigned long long)number);
    return true;
}

struct store *store_open_postgres_shared(const char *name, char fault[STORE_ERROR_SIZE])
{
    struct postgres_store *store = new_store(name, fault);
    if (store == NULL)
        return NULL;
    struct pg_conn *conns[] = {&store->writer, &store->reader, &store->listener};
    for (size_t i = 0; i < sizeof conns / sizeof conns[0]; i++) {
        conns[i]->timeout_ms = STORE_TIMEOUT_MS;
        conns[i]->primary = true;
        conns[i]->shared = true;
    }
    store->store.shared = true;
    return started(store, name_node(store, fault) && postgres_connect(store, &store->writer, fault) &&
                              postgres_connect(store, &store->reader, fault));
}
