/*
 * Requests that have to wait, or to be made again, where several servers share the data: until their table is in
 * memory, or up to date; or because another server was first, and what was decided here never happened.
 *
 * A request is decided again with the time of then, as if it had just arrived. Its answer is given once. Where nobody
 * knows whether it has happened (the database was lost on the way), it is not made again: the player is told to look.
 */
#include "room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRIES_MOST 8
#define NEWS_MOST                                                                                                      \
    3 /* what was being read already may be older than what somebody knows; and who lies is not believed for ever */

struct later {
    struct held held; /* first: what the table keeps */
    struct tables *tables;
    struct peer *peer;
    void (*again)(struct asking *asking, bool again);
    unsigned tries;
    bool hello;
    char code[CODE_LENGTH + 1]; /* of the `hello` that it is or waits behind */
    size_t length;
    char text[];
};

static unsigned tries; /* of the request that is being made again */

static void free_later(struct later *later)
{
    if (later->peer->hello == later)
        later->peer->hello = NULL;
    peer_release(later->peer);
    free(later);
}

/* At once, and to this one alone: there is nothing to wait for. */
static void refuse_now(const struct later *later, enum why why)
{
    struct carom_json_node nodes[REQUEST_NODES];
    struct carom_json json;
    struct request request;
    struct refused ignored;
    struct asking asking = {.tables = later->tables, .peer = later->peer, .request = &request};
    if (later->peer->closing || later->peer->closed)
        return;
    request_read(&request, &json, nodes, later->text, later->length, &ignored);
    answer_now(&asking, why);
}

/* The hello of somebody who was not told welcome yet is made again from the beginning. */
static void leave_before(struct peer *peer, carom_ms now)
{
    if (peer->guest != NULL && !peer->guest->welcomed)
        guest_leave(peer->guest, now);
}

static void run(struct table *table, struct held *held)
{
    struct later *later = (struct later *)held;
    carom_ms now = clock_now();
    (void)table;
    if (!later->peer->closing && !later->peer->closed) {
        tries = later->tries;
        if (later->peer->hello == later)
            later->peer->hello = NULL;
        if (later->hello)
            leave_before(later->peer, now);
        struct asking asking = {
            .tables = later->tables, .peer = later->peer, .now = now, .text = later->text, .length = later->length};
        later->again(&asking, true);
        tries = 0;
    }
    free_later(later);
}

static void drop(struct held *held)
{
    struct later *later = (struct later *)held;
    refuse_now(later, WHY_STORE);
    free_later(later);
}

static struct later *new_later(const struct asking *asking)
{
    struct later *later = must_alloc(sizeof *later + asking->length);
    later->held = (struct held){.run = run, .drop = drop};
    later->tables = asking->tables;
    later->peer = asking->peer;
    later->again = asking->again;
    later->hello = asking->request->what == REQUEST_HELLO;
    later->tries = tries;
    later->length = asking->length;
    memcpy(later->text, asking->text, asking->length);
    peer_use(asking->peer);
    return later;
}

/* Whoever says hello may know more of the table than this server does. */
static bool is_news(const struct asking *asking)
{
    const struct request *request = asking->request;
    return asking->peer->guest == NULL && request->has_since && tries < NEWS_MOST &&
           table_hear_of(asking->tables, request->code, request->game, request->since);
}

/* What a connection says behind a `hello` that waits for a table waits behind it, for the same table. */
static bool fetches(const struct asking *asking, struct later *later)
{
    struct peer *peer = asking->peer;
    snprintf(later->code, sizeof later->code, "%s", peer->hello != NULL ? peer->hello->code : asking->request->code);
    enum fetching fetching = tables_fetch(asking->tables, later->code, &later->held);
    if (fetching == FETCH_WAITS) {
        if (peer->hello == NULL)
            peer->hello = later;
        return true;
    }
    if (fetching == FETCH_FULL)
        refuse_now(later, WHY_BUSY);
    free_later(later);
    return fetching == FETCH_FULL;
}

bool later_waits(const struct asking *asking, bool again)
{
    const struct guest *guest = asking->peer->guest;
    bool hello = asking->request->what == REQUEST_HELLO || asking->peer->hello != NULL;
    if (guest == NULL ? !hello : !asking->tables->shared)
        return false;
    bool news = is_news(asking);
    struct later *later = new_later(asking);
    later->tries += news;
    if (guest != NULL && guest->table->refreshing) {
        if (!later_add(guest->table, &later->held)) {
            refuse_now(later, WHY_BUSY);
            free_later(later);
        }
        return true;
    }
    if (guest == NULL && (!again || news))
        return fetches(asking, later);
    free_later(later);
    return false;
}

static void on_committed(void *context, bool good)
{
    struct later *later = context;
    const struct guest *guest = later->peer->guest;
    if (!good && later->tables->unsure)
        refuse_now(later, WHY_UNSURE);
    else if (!good && ++later->tries > TRIES_MOST)
        refuse_now(later, WHY_BUSY);
    else if (!good && guest != NULL && guest->table != NULL && !guest->table->forgotten &&
             later_add(guest->table, &later->held))
        return;
    free_later(later);
}

void later_keep(const struct asking *asking)
{
    const struct guest *guest = asking->peer->guest;
    if (asking->tables->shared && guest != NULL && guest->table != NULL)
        commit_call(guest->table, on_committed, new_later(asking));
}
