/*
 * The store in a PostgreSQL database, for several servers at once.
 *
 * The layout is that of the file, in a schema of its own (`carom`). Nobody locks a table of the game and nobody leads:
 * the key of the events lets one of two servers add an event, and the other is told that its table has failed, reads it
 * again and decides again. docs/store.md has how that fits together.
 *
 * A connection that breaks is made again with the next call; what was on its way may or may not have happened, which is
 * why whoever is told of a failure has to read again. Writing them a second time does no harm: the key refuses it.
 */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static const char *postgres_fault(struct store *base)
{
    return postgres_of(base)->fault;
}

static void postgres_close(struct store *base)
{
    struct postgres_store *store = postgres_of(base);
    postgres_hang_up(&store->writer);
    postgres_hang_up(&store->reader);
    postgres_hang_up(&store->listener);
    store_order_done(&store->order);
    free(store->name);
    free(store);
}

static uint64_t postgres_node(struct store *base)
{
    return strtoull(postgres_of(base)->node, NULL, 16);
}

static const struct store_ops postgres_ops = {
    .append = postgres_append,
    .tidy = postgres_tidy,
    .fault = postgres_fault,
    .find = postgres_find,
    .list = postgres_list,
    .page = postgres_page,
    .last = postgres_last,
    .seats = postgres_seats,
    .space = postgres_space,
    .sound = postgres_sound,
    .listen = postgres_listen,
    .look = postgres_look,
    .moment = postgres_moment,
    .time = postgres_time,
    .node = postgres_node,
    .close = postgres_close,
};

static struct postgres_store *new_store(const char *name, char fault[STORE_FAULT_SIZE])
{
    struct postgres_store *store = calloc(1, sizeof *store);
    char *copy = strdup(name);
    if (store == NULL || copy == NULL) {
        free(store);
        free(copy);
        store_refuse(fault, STORE_TROUBLE_MEMORY);
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

struct store *store_postgres_open(const char *name, char fault[STORE_FAULT_SIZE])
{
    struct postgres_store *store = new_store(name, fault);
    return store == NULL ? NULL
                         : started(store, postgres_connect(store, &store->writer, fault) &&
                                              postgres_connect(store, &store->reader, fault));
}

struct store *store_postgres_read(const char *name, char fault[STORE_FAULT_SIZE])
{
    struct postgres_store *store = new_store(name, fault);
    if (store != NULL)
        store->reader.moment = true;
    return store == NULL ? NULL : started(store, postgres_connect(store, &store->reader, fault));
}

/* A name that nobody else has, by chance. */
static bool name_node(struct postgres_store *store, char fault[STORE_FAULT_SIZE])
{
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        return store_refuse(fault, STORE_TROUBLE_MEMORY);
    snprintf(store->node, sizeof store->node, "%016llx", (unsigned long long)number);
    return true;
}

struct store *store_postgres_serve(const char *name, char fault[STORE_FAULT_SIZE])
{
    struct postgres_store *store = new_store(name, fault);
    if (store == NULL)
        return NULL;
    struct postgres_line *lines[] = {&store->writer, &store->reader, &store->listener};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        lines[i]->patience = STORE_PATIENCE_MS;
        lines[i]->primary = true;
        lines[i]->serves = true;
    }
    store->store.shared = true;
    return started(store, name_node(store, fault) && postgres_connect(store, &store->writer, fault) &&
                              postgres_connect(store, &store->reader, fault));
}
