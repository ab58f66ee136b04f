/*
 * Notifications between servers that share a database: which tables were written, and messages about them.
 *
 * They are sent after the commit in a transaction of their own, because inside it they would take a database-wide lock
 * until the disk has synced. Notifications are lost when a connection breaks; they only make updates fast, and a server
 * that has (re)connected polls all tables.
 *
 * Payloads: `NODE e ID:GAME:SEQ ID:GAME:SEQ ...` says that events were added up to these (SEQ 0: something else
 * changed); `NODE n ID TEXT` is a message.
 */
#include "postgres.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTIFY_BYTES_MAX 7900 /* bytes; PostgreSQL takes 7,999 */
#define ITEM_MAX 48
#define CHECK_MS 5000 /* silence after which the listening connection is probed */

/* ---- sending ---- */

static bool send_notify(struct postgres_store *store, const char *words, size_t length)
{
    struct postgres_values values = {0};
    postgres_add_bytes(&values, words, length);
    return pg_pipeline(&store->writer, POSTGRES_NOTIFY, &values);
}

static bool send_payload(struct postgres_store *store, const struct store_batch *batch, const struct store_write *write)
{
    char words[STORE_NOTIFY_MAX + 64];
    int length = snprintf(words, sizeof words, "%s n %lld %.*s", store->node, (long long)write->table,
                          (int)write->length, batch->bytes + write->text);
    return send_notify(store, words, (size_t)length);
}

struct notify_payload {
    char payload[NOTIFY_BYTES_MAX + ITEM_MAX];
    size_t length;
    size_t empty; /* length without items */
};

static bool failed(const struct store_failures *failures, int64_t table)
{
    for (size_t i = 0; failures != NULL && i < failures->count; i++)
        if (failures->items[i].table == table)
            return true;
    return false;
}

/* Adds an item for one table's writes. */
static bool add_group(struct postgres_store *store, const struct store_batch *batch, size_t from, size_t to,
                      struct notify_payload *payload)
{
    const struct store_write *last = NULL;
    bool good = true, written = false;
    for (size_t i = from; i < to; i++) {
        const struct store_write *write = &batch->items[store->order.places[i].item];
        last = write->kind == STORE_WRITE_EVENT ? write : last;
        written |= write->kind != STORE_WRITE_NOTIFY;
    }
    if (!written || store->order.places[from].table < 0) /* servers keep no copies of records */
        return true;
    if (payload->length > NOTIFY_BYTES_MAX) {
        good = send_notify(store, payload->payload, payload->length);
        payload->length = payload->empty;
    }
    payload->length += (size_t)snprintf(payload->payload + payload->length, ITEM_MAX, " %lld:%u:%u",
                                        (long long)store->order.places[from].table, last != NULL ? last->game : 0,
                                        last != NULL ? last->seq : 0);
    return good;
}

/* Messages come after the events, because they may be about them. */
static bool send_payloads(struct postgres_store *store, const struct store_batch *batch,
                          const struct store_failures *failures)
{
    bool good = true;
    for (size_t i = 0; good && i < batch->count; i++)
        if (batch->items[i].kind == STORE_WRITE_NOTIFY && !failed(failures, batch->items[i].table))
            good = send_payload(store, batch, &batch->items[i]);
    return good;
}

bool pg_send_notifications(struct postgres_store *store, const struct store_batch *batch,
                           const struct store_failures *failures)
{
    struct notify_payload payload;
    bool good = true;
    if (store->node[0] == '\0')
        return true;
    payload.empty = payload.length = (size_t)snprintf(payload.payload, sizeof payload.payload, "%s e", store->node);
    for (size_t from = 0, to; good && from < store->order.count; from = to) {
        to = store_order_group_end(&store->order, from);
        if (!failed(failures, store->order.places[from].table))
            good = add_group(store, batch, from, to, &payload);
    }
    return good && (payload.length == payload.empty || send_notify(store, payload.payload, payload.length)) &&
           send_payloads(store, batch, failures);
}

/* ---- receiving ---- */

/* Anybody who may write to the database can send these, so anything malformed is ignored. */
static void read_events(const char *words, uint64_t node, store_notification_visitor *visit, void *context)
{
    long long id;
    unsigned game, seq;
    int used = 0;
    while (sscanf(words, " %lld:%u:%u%n", &id, &game, &seq, &used) == 3) {
        visit(context, &(struct store_notification){.node = node, .table = id, .game = game, .seq = seq});
        words += used;
    }
}

static void read_notification(const char *words, const char *own, store_notification_visitor *visit, void *context)
{
    long long id;
    int used = 0;
    size_t length = strlen(words);
    if (length < 19 || words[16] != ' ' || words[18] != ' ' || strncmp(words, own, 16) == 0)
        return;
    uint64_t node = strtoull(words, NULL, 16);
    if (words[17] == 'e')
        read_events(words + 19, node, visit, context);
    else if (words[17] == 'n' && sscanf(words + 19, "%lld %n", &id, &used) == 1 && used > 0)
        visit(context,
              &(struct store_notification){
                  .node = node, .table = id, .payload = words + 19 + used, .length = length - 19 - (size_t)used});
}

/* Delivers what has arrived. False: the connection is lost. */
static bool deliver_pending(struct postgres_store *store, store_notification_visitor *visit, void *context)
{
    PGconn *connection = store->listener.connection;
    PGnotify *notify;
    if (PQconsumeInput(connection) == 0)
        return false;
    while ((notify = PQnotifies(connection)) != NULL) {
        store->checked = postgres_clock();
        read_notification(notify->extra, store->node, visit, context);
        PQfreemem(notify);
    }
    return true;
}

enum store_listen_result postgres_listen(struct store *base, unsigned ms, store_notification_visitor *visit,
                                         void *context)
{
    struct postgres_store *store = postgres_of(base);
    struct pg_conn *conn = &store->listener;
    char fault[STORE_ERROR_SIZE];
    if (conn->connection == NULL) {
        if (!postgres_connect(store, conn, fault) || !pg_exec_sql(conn, "LISTEN carom")) {
            pg_disconnect(conn);
            poll(NULL, 0, (int)ms);
            return STORE_LISTEN_DISCONNECTED;
        }
        store->checked = postgres_clock();
        return STORE_LISTEN_RECONNECTED;
    }
    struct pollfd waits = {.fd = PQsocket(conn->connection), .events = POLLIN};
    poll(&waits, 1, (int)ms);
    bool good = deliver_pending(store, visit, context);
    if (good && postgres_clock() - store->checked > CHECK_MS) {
        good = pg_exec_sql(conn, "SELECT 1") && deliver_pending(store, visit, context);
        store->checked = postgres_clock();
    }
    if (!good)
        pg_disconnect(conn);
    return good ? STORE_LISTEN_OK : STORE_LISTEN_DISCONNECTED;
}
