/*
 * What servers that share the data tell each other: which tables they have written to, and notes about them.
 *
 * Notifications go out behind the commit, in a transaction of their own: inside it they would take a lock that all
 * commits of the database share until the disk has answered. They get lost when a connection breaks, and nobody relies
 * on them: they only make it fast. Whoever has made the connection (again) is told so and looks at all tables.
 *
 *     NODE e ID:GAME:SEQ ID:GAME:SEQ ...      events were added, up to these; SEQ 0: something else has changed
 *     NODE n ID WORDS                         a note
 */
#include "postgres.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEWS_MOST 7900 /* bytes; PostgreSQL takes 7,999 */
#define ITEM_MOST 48
#define CHECK_MS 5000 /* silence after which the listening connection is asked whether it is still there */

/* ---- telling ---- */

static bool send_words(struct postgres_store *store, const char *words, size_t length)
{
    struct postgres_values values = {0};
    postgres_bytes(&values, words, length);
    return postgres_send(&store->writer, POSTGRES_NOTIFY, &values);
}

static bool send_note(struct postgres_store *store, const struct store_writes *writes, const struct store_write *write)
{
    char words[STORE_NOTE_MAX + 64];
    int length = snprintf(words, sizeof words, "%s n %lld %.*s", store->node, (long long)write->table,
                          (int)write->length, writes->bytes + write->text);
    return send_words(store, words, (size_t)length);
}

struct letter {
    char words[NEWS_MOST + ITEM_MOST];
    size_t length;
    size_t empty; /* the length without items */
};

static bool failed(const struct store_failures *failures, int64_t table)
{
    for (size_t i = 0; failures != NULL && i < failures->count; i++)
        if (failures->items[i].table == table)
            return true;
    return false;
}

/* A word about one table's writes. */
static bool add_group(struct postgres_store *store, const struct store_writes *writes, size_t from, size_t to,
                      struct letter *letter)
{
    const struct store_write *last = NULL;
    bool good = true, written = false;
    for (size_t i = from; i < to; i++) {
        const struct store_write *write = &writes->items[store->order.places[i].item];
        last = write->kind == STORE_WRITE_EVENT ? write : last;
        written |= write->kind != STORE_WRITE_NOTE;
    }
    if (!written)
        return true;
    if (letter->length > NEWS_MOST) {
        good = send_words(store, letter->words, letter->length);
        letter->length = letter->empty;
    }
    letter->length += (size_t)snprintf(letter->words + letter->length, ITEM_MOST, " %lld:%u:%u",
                                       (long long)store->order.places[from].table, last != NULL ? last->game : 0,
                                       last != NULL ? last->seq : 0);
    return good;
}

/* Behind the news: a note may be about what was written. */
static bool send_notes(struct postgres_store *store, const struct store_writes *writes,
                       const struct store_failures *failures)
{
    bool good = true;
    for (size_t i = 0; good && i < writes->count; i++)
        if (writes->items[i].kind == STORE_WRITE_NOTE && !failed(failures, writes->items[i].table))
            good = send_note(store, writes, &writes->items[i]);
    return good;
}

bool postgres_send_news(struct postgres_store *store, const struct store_writes *writes,
                        const struct store_failures *failures)
{
    struct letter letter;
    bool good = true;
    if (store->node[0] == '\0')
        return true;
    letter.empty = letter.length = (size_t)snprintf(letter.words, sizeof letter.words, "%s e", store->node);
    for (size_t from = 0, to; good && from < store->order.count; from = to) {
        to = store_order_end(&store->order, from);
        if (!failed(failures, store->order.places[from].table))
            good = add_group(store, writes, from, to, &letter);
    }
    return good && (letter.length == letter.empty || send_words(store, letter.words, letter.length)) &&
           send_notes(store, writes, failures);
}

/* ---- hearing ---- */

/* What comes here can be said by whoever may write to the database; what is no message of ours is passed over. */
static void read_events(const char *words, uint64_t node, store_news_visitor *visit, void *context)
{
    long long id;
    unsigned game, seq;
    int used = 0;
    while (sscanf(words, " %lld:%u:%u%n", &id, &game, &seq, &used) == 3) {
        visit(context, &(struct store_news){.node = node, .table = id, .game = game, .seq = seq});
        words += used;
    }
}

static void read_news(const char *words, const char *own, store_news_visitor *visit, void *context)
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
        visit(context, &(struct store_news){
                           .node = node, .table = id, .note = words + 19 + used, .length = length - 19 - (size_t)used});
}

/* What has arrived; false: the connection is lost. */
static bool take(struct postgres_store *store, store_news_visitor *visit, void *context)
{
    PGconn *connection = store->listener.connection;
    PGnotify *notify;
    if (PQconsumeInput(connection) == 0)
        return false;
    while ((notify = PQnotifies(connection)) != NULL) {
        store->checked = postgres_clock();
        read_news(notify->extra, store->node, visit, context);
        PQfreemem(notify);
    }
    return true;
}

enum store_heard postgres_listen(struct store *base, unsigned ms, store_news_visitor *visit, void *context)
{
    struct postgres_store *store = postgres_of(base);
    struct postgres_line *line = &store->listener;
    char fault[STORE_FAULT_SIZE];
    if (line->connection == NULL) {
        if (!postgres_connect(store, line, fault) || !postgres_do(line, "LISTEN carom")) {
            postgres_hang_up(line);
            poll(NULL, 0, (int)ms);
            return STORE_DEAF;
        }
        store->checked = postgres_clock();
        return STORE_AGAIN;
    }
    struct pollfd waits = {.fd = PQsocket(line->connection), .events = POLLIN};
    poll(&waits, 1, (int)ms);
    bool good = take(store, visit, context);
    if (good && postgres_clock() - store->checked > CHECK_MS) {
        good = postgres_do(line, "SELECT 1") && take(store, visit, context);
        store->checked = postgres_clock();
    }
    if (!good)
        postgres_hang_up(line);
    return good ? STORE_HEARD : STORE_DEAF;
}
