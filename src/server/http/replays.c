/*
 * Finished games for those who were not there: `/g/…/log` has the events, the page behind `/g/…` shows them. Whoever
 * has the address may read, also where the table is locked; a game that is still on is not there yet.
 */
#include "room.h"

#include <stdlib.h>
#include <string.h>

/* A table being looked for. */
struct search {
    struct exchange *exchange;
    struct replay replay;
    struct store_table facts;
    bool failed;
};

static bool take_facts(void *context, const struct store_table *table)
{
    struct search *search = context;
    search->facts = *table;
    return false;
}

static void look(struct store *store, void *context)
{
    struct search *search = context;
    search->failed = !store_list(store, search->replay.table - 1, 1, take_facts, search);
}

static void refuse_replay(struct exchange *exchange)
{
    visitor_miss(exchange->visitor, exchange->now, exchange->http->base->options->misses);
    exchange_refuse_why(exchange, "replay", WHY_NO_GAME, 0);
}

static void on_found(void *context)
{
    struct search *search = context;
    struct exchange *exchange = search->exchange;
    bool fits = !search->failed && replay_fits(&search->replay, &search->facts);
    bool waited = exchange->suspended;
    if (search->failed)
        exchange_refuse_why(exchange, "replay", WHY_STORE, 1000);
    else if (!fits)
        refuse_replay(exchange);
    else
        log_send(exchange, &(struct log_wish){search->facts.id, search->replay.game, true, "replay"});
    if (waited && !fits)
        exchange_resume(exchange);
    free(search);
}

static void get_replay(struct exchange *exchange, const char *words, size_t length)
{
    struct replay replay;
    carom_ms wait = visitor_missed(exchange->visitor, exchange->now);
    if (wait > 0) {
        exchange_refuse_why(exchange, "replay", WHY_RATE, wait);
        return;
    }
    if (!replay_read(&replay, words, length)) {
        refuse_replay(exchange);
        return;
    }
    struct search *search = must_alloc(sizeof *search);
    *search = (struct search){.exchange = exchange, .replay = replay};
    if (exchange->http->tables->shared)
        exchange_suspend(exchange);
    reader_do(exchange->http->tables, look, on_found, search);
}

bool replays_route(struct exchange *exchange)
{
    const char *rest = exchange_after(exchange, "/g/");
    const char *slash = rest != NULL ? strchr(rest, '/') : NULL;
    if (slash == NULL || strcmp(slash, "/log") != 0)
        return false;
    get_replay(exchange, rest, (size_t)(slash - rest));
    return true;
}
